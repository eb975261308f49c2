use super::{CalibrationError, View};
use crate::geometry::{Polygon, Table};
use image::RgbImage;
use opencv::core::{Mat, Point, Rect, Scalar, Vec3b, Vector};
use opencv::imgproc;

/// Draws outlines of the table, each with its name, over a picture.
///
/// # Errors
/// When OpenCV fails.
pub fn draw_polygons(
    picture: &mut RgbImage,
    view: &View,
    polygons: &[(String, Polygon<Table>)],
    [r, g, b]: [u8; 3],
) -> Result<(), CalibrationError> {
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    let colour = Scalar::new(f64::from(r), f64::from(g), f64::from(b), 0.0);
    let dark = Scalar::new(0.0, 0.0, 0.0, 0.0);
    let thickness = (f64::from(width) / 900.0).round().max(1.0) as i32;
    let mut canvas = Mat::new_rows_cols_with_bytes_mut::<Vec3b>(height, width, picture)?;
    // Sixteenths of a pixel, counted from pixel centres.
    let fixed = |v: f64| ((v - 0.5) * 16.0).round().clamp(-1e6, 1e6) as i32;
    for (name, polygon) in polygons {
        let outline = view.polygon_to_image(polygon, 10.0);
        let points: Vector<Point> = outline.vertices.iter().map(|p| Point::new(fixed(p.x), fixed(p.y))).collect();
        imgproc::polylines(&mut canvas, &points, true, dark, thickness + 2, imgproc::LINE_AA, 4)?;
        imgproc::polylines(&mut canvas, &points, true, colour, thickness, imgproc::LINE_AA, 4)?;
        if name.is_empty() {
            continue;
        }
        // As large as fits into the zone.
        let box_of = bounds(&outline.vertices.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>());
        let mut below = 0;
        let unit = imgproc::get_text_size(name, imgproc::FONT_HERSHEY_SIMPLEX, 1.0, 1, &mut below)?;
        let scale = (0.85 * f64::from(box_of.width) / f64::from(unit.width.max(1))).min(0.55 * f64::from(thickness)).max(0.25);
        let size = imgproc::get_text_size(name, imgproc::FONT_HERSHEY_SIMPLEX, scale, thickness, &mut below)?;
        let at = Point::new(box_of.x + (box_of.width - size.width) / 2, box_of.y + (box_of.height + size.height) / 2);
        for (ink, extra) in [(dark, 2), (colour, 0)] {
            imgproc::put_text(
                &mut canvas,
                name,
                at,
                imgproc::FONT_HERSHEY_SIMPLEX,
                scale,
                ink,
                thickness + extra,
                imgproc::LINE_AA,
                false,
            )?;
        }
    }
    Ok(())
}

fn bounds(points: &[(f64, f64)]) -> Rect {
    let least = points.iter().fold((f64::MAX, f64::MAX), |m, p| (m.0.min(p.0), m.1.min(p.1)));
    let most = points.iter().fold((f64::MIN, f64::MIN), |m, p| (m.0.max(p.0), m.1.max(p.1)));
    Rect::new(least.0 as i32, least.1 as i32, (most.0 - least.0) as i32, (most.1 - least.1) as i32)
}
