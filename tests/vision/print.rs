//! What is printed must be found by the eyes that it is printed for.

use kibitzer::games::canon::mat;
use kibitzer::print::{BOARD_CORNERS, MatStyle, Paper, board_svg, mat_svg, raster};
use kibitzer::table::Seats;
use opencv::aruco::{PREDEFINED_DICTIONARY_NAME, detect_markers_def, get_predefined_dictionary};
use opencv::calib3d::find_chessboard_corners_def;
use opencv::core::{Mat, MatTrait, Point2f, Size, Vector};

fn grey(svg: &str, px_per_mm: f64) -> Mat {
    let picture = image::DynamicImage::ImageRgba8(raster(svg, px_per_mm).unwrap()).into_luma8();
    let (width, height) = picture.dimensions();
    let mut grey = Mat::new_rows_cols_with_default(height as i32, width as i32, opencv::core::CV_8UC1, 0.0.into()).unwrap();
    for (x, y, pixel) in picture.enumerate_pixels() {
        *grey.at_2d_mut::<u8>(y as i32, x as i32).unwrap() = pixel.0[0];
    }
    grey
}

/// Every marker of every mat, where the mat says that it is, at the resolution of a 720-line camera that sees the mat for two.
#[test]
fn every_marker_of_every_mat_is_found_in_its_place() {
    const PX_PER_MM: f64 = 1.5;
    for (seats, style) in (2u8..=8).flat_map(|n| [(n, MatStyle::Felt), (n, MatStyle::White)]) {
        let mat = mat(Seats::try_from(seats).unwrap());
        let picture = grey(&mat_svg(&mat, style), PX_PER_MM);
        let dictionary = get_predefined_dictionary(PREDEFINED_DICTIONARY_NAME::DICT_4X4_50).unwrap();
        let mut corners = Vector::<Vector<Point2f>>::new();
        let mut ids = Vector::<i32>::new();
        detect_markers_def(&picture, &dictionary, &mut corners, &mut ids).unwrap();
        assert_eq!(ids.len(), mat.markers.len(), "{seats} players, {style:?}: found {:?}", ids.as_slice());
        for (id, found) in ids.iter().zip(corners.iter()) {
            let marker = mat.markers.iter().find(|m| i32::from(m.id) == id).unwrap();
            let half = marker.side_mm / 2.0;
            let truth = [(-half, -half), (half, -half), (half, half), (-half, half)];
            for ((dx, dy), corner) in truth.into_iter().zip(found.iter()) {
                let (x, y) = ((marker.centre.x + dx) * PX_PER_MM, (marker.centre.y + dy) * PX_PER_MM);
                // The detector counts from the middle of the first pixel.
                let off = (f64::from(corner.x) + 0.5 - x).hypot(f64::from(corner.y) + 0.5 - y);
                assert!(off < 1.5, "{seats} players, marker {id}: a corner is {off:.2} px off");
            }
        }
    }
}

#[test]
fn the_calibration_board_is_found() {
    let picture = grey(&board_svg(Paper::A4), 3.0);
    let mut corners = Vector::<Point2f>::new();
    let [columns, rows] = BOARD_CORNERS.map(|n| n as i32);
    assert!(find_chessboard_corners_def(&picture, Size::new(columns, rows), &mut corners).unwrap());
    assert_eq!(corners.len(), BOARD_CORNERS[0] * BOARD_CORNERS[1]);
}
