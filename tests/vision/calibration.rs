//! Calibration against renders whose truth is known.

use image::{Rgb, RgbImage};
use kibitzer::calibration::{
    Board, CARD_MM, Calibration, CalibrationError, Lens, Look, MatPlacement, Method, Plane, SeenMarker, View, find_markers, fit_cards,
    fit_corners, fit_markers,
};
use kibitzer::geometry::{Homography, Image, Point, Quad, Table};
use kibitzer::simulate::{Camera, Framing};
use kibitzer::source::Frame;
use kibitzer::table::{Marker, Stamp};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const MAT_MM: (f64, f64) = (800.0, 600.0);
const SIZE: (u32, u32) = (1280, 720);
/// Size of the pictures of boards.
const HALF: (u32, u32) = (640, 360);

fn markers() -> Vec<Marker> {
    let at = [(0, 40.0, 40.0), (1, 760.0, 40.0), (2, 760.0, 560.0), (3, 40.0, 560.0), (4, 400.0, 40.0), (5, 400.0, 560.0)];
    at.map(|(id, x, y)| Marker { id, centre: Point::new(x, y), side_mm: 40.0 }).into()
}

/// Which of the 6×6 cells of a marker are white.
fn cells(id: u16) -> Vec<bool> {
    use opencv::core::{Mat, MatTraitConst};
    let dictionary = opencv::aruco::get_predefined_dictionary(opencv::aruco::PREDEFINED_DICTIONARY_NAME::DICT_4X4_50).unwrap();
    let mut picture = Mat::default();
    opencv::aruco::draw_marker(&dictionary, i32::from(id), 6, &mut picture, 1).unwrap();
    (0..36).map(|i| *picture.at_2d::<u8>(i / 6, i % 6).unwrap() > 127).collect()
}

/// A camera at an angle over the table, turned by `yaw`, its picture shifted by `(dx, dy)` pixels.
fn camera(yaw: f64, dx: f64, dy: f64) -> Homography<Table, Image> {
    let (sin, cos) = yaw.sin_cos();
    let at = |x: f64, y: f64| {
        let (x, y) = (x - 400.0, y - 300.0);
        let (x, y) = (x * cos - y * sin, x * sin + y * cos);
        // Tilted about the x axis by 25°, from about 900 mm.
        let (s, c) = 25_f64.to_radians().sin_cos();
        let depth = 900.0 - y * s;
        Point::<Image>::new(640.0 + 950.0 * x / depth + dx, 360.0 + 950.0 * y * c / depth + dy)
    };
    let corners = [(0.0, 0.0), (800.0, 0.0), (800.0, 600.0), (0.0, 600.0)];
    let image = Quad::new(corners.map(|(x, y)| at(x, y)));
    Homography::between(&image, &Quad::new(corners.map(|(x, y)| Point::new(x, y)))).unwrap()
}

/// What a camera sees of things drawn in millimetres: four samples a pixel, noise of `noise` grey levels.
fn render((width, height): (u32, u32), view: &View, noise: f64, seed: u64, shade: impl Fn(Point<Table>) -> u8) -> RgbImage {
    let mut random = Pcg32::seed_from_u64(seed);
    RgbImage::from_fn(width, height, |x, y| {
        let sum: f64 = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
            .map(|(dx, dy)| f64::from(shade(view.to_table(Point::new(f64::from(x) + dx, f64::from(y) + dy)))))
            .iter()
            .sum();
        let level = sum / 4.0 + noise * (random.random::<f64>() + random.random::<f64>() - 1.0) * 2.0;
        Rgb([level.clamp(0.0, 255.0) as u8; 3])
    })
}

fn mat_shade(printed: &[(Marker, Vec<bool>)], p: Point<Table>) -> u8 {
    if p.x < 0.0 || p.y < 0.0 || p.x > MAT_MM.0 || p.y > MAT_MM.1 {
        return 90;
    }
    for (marker, cells) in printed {
        let (u, v) = (p.x - marker.centre.x + 20.0, p.y - marker.centre.y + 20.0);
        if (0.0..40.0).contains(&u) && (0.0..40.0).contains(&v) {
            return if cells[(v / 40.0 * 6.0) as usize * 6 + (u / 40.0 * 6.0) as usize] { 225 } else { 25 };
        }
    }
    215
}

fn picture_of_mat(view: &View, covered: &[u16]) -> RgbImage {
    let printed: Vec<_> = markers().into_iter().filter(|m| !covered.contains(&m.id)).map(|m| (m, cells(m.id))).collect();
    render(SIZE, view, 6.0, 7, |p| mat_shade(&printed, p))
}

/// How far two views differ over the mat, in millimetres: at most.
fn apart(found: &View, truth: &View) -> f64 {
    let places = (0..=8).flat_map(|i| (0..=6).map(move |j| Point::new(f64::from(i) * 100.0, f64::from(j) * 100.0)));
    places.map(|p| found.to_table(truth.to_image(p)).distance(p)).fold(0.0, f64::max)
}

fn plain(plane: Homography<Table, Image>) -> View {
    View::new(None, plane).unwrap()
}

#[test]
fn the_plane_is_found_from_the_markers_to_a_millimetre() {
    let truth = plain(camera(0.1, 0.0, 0.0));
    let seen = find_markers(&picture_of_mat(&truth, &[])).unwrap();
    assert_eq!(seen.iter().map(|m| m.id).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let (fit, residuals) = fit_markers(&seen, &markers(), MAT_MM, None).unwrap();
    let off = apart(&fit.view, &truth);
    println!("six markers: residual {:.2} mm, reach {:.2} mm, truly off by {off:.2} mm", fit.residual_mm, fit.reach_mm);
    assert!(off < 1.0 && fit.residual_mm < 0.5 && residuals.iter().all(|r| r.used));
}

#[test]
fn fewer_markers_do_and_say_how_much_worse_they_are() {
    let truth = plain(camera(-0.2, 10.0, 5.0));
    let all = find_markers(&picture_of_mat(&truth, &[])).unwrap();
    let mut last = 0.0;
    for kept in [&[0, 1, 2, 3, 4, 5][..], &[0, 1, 2, 3], &[0, 2], &[0]] {
        let seen: Vec<SeenMarker> = all.iter().filter(|m| kept.contains(&m.id)).copied().collect();
        match fit_markers(&seen, &markers(), MAT_MM, None) {
            Ok((fit, _)) => {
                let off = apart(&fit.view, &truth);
                println!("{} markers: reach {:.2} mm, truly off by {off:.2} mm", kept.len(), fit.reach_mm);
                assert!(fit.reach_mm > last && off < 4.0 * fit.reach_mm, "{kept:?}: {off} against {}", fit.reach_mm);
                last = fit.reach_mm;
            }
            Err(CalibrationError::TooVague { reach_mm, .. }) => {
                println!("{} markers: reach {reach_mm:.2} mm, refused", kept.len());
                assert_eq!(kept, [0]);
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_marker_that_the_others_contradict_is_left_out() {
    let truth = plain(camera(0.0, 0.0, 0.0));
    let mut seen = find_markers(&picture_of_mat(&truth, &[])).unwrap();
    seen[1].corners = seen[1].corners.map(|p| p + Point::new(30.0, 12.0));
    let (fit, residuals) = fit_markers(&seen, &markers(), MAT_MM, None).unwrap();
    assert!(apart(&fit.view, &truth) < 1.0);
    assert_eq!(residuals.iter().filter(|r| !r.used).map(|r| r.id).collect::<Vec<_>>(), [1]);
}

#[test]
fn the_wrong_mat_is_refused_with_a_reason() {
    let seen = find_markers(&picture_of_mat(&plain(camera(0.0, 0.0, 0.0)), &[])).unwrap();
    let other: Vec<Marker> = markers().into_iter().map(|m| Marker { id: m.id + 20, ..m }).collect();
    let none = fit_markers(&seen, &other, MAT_MM, None).unwrap_err().to_string();
    assert!(none.starts_with("none of the mat's 6 markers is seen (others are: [0, 1, 2, 3, 4, 5]"), "{none}");
    let swapped: Vec<Marker> = markers().into_iter().map(|m| Marker { id: [1, 0, 3, 2, 5, 4][m.id as usize], ..m }).collect();
    let bent = fit_markers(&seen, &swapped, MAT_MM, None).unwrap_err().to_string();
    assert!(bent.contains("disagree with the mat"), "{bent}");
}

#[test]
fn four_corners_fix_the_plane_and_crossed_ones_are_refused() {
    let truth = plain(camera(0.3, 0.0, 0.0));
    let mat = Quad::new([[0.0, 0.0], [MAT_MM.0, 0.0], [MAT_MM.0, MAT_MM.1], [0.0, MAT_MM.1]].map(Point::from));
    let corners = truth.quad_to_image(&mat);
    let fit = fit_corners(&corners, MAT_MM, SIZE, None).unwrap();
    assert!(apart(&fit.view, &truth) < 1e-6);
    assert!((0.5..5.0).contains(&fit.reach_mm), "{}", fit.reach_mm);
    let [a, b, c, d] = corners.corners;
    for crossed in [[a, c, b, d], [d, c, b, a]] {
        assert!(matches!(fit_corners(&Quad::new(crossed), MAT_MM, SIZE, None), Err(CalibrationError::CrossedCorners)));
    }
    let far = Quad::new([a, b, c, Point::new(9000.0, 0.0)]);
    assert!(matches!(fit_corners(&far, MAT_MM, SIZE, None), Err(CalibrationError::OutsideCorner { .. })));
}

/// Cards strewn over the table, seen with `noise` pixels of error in each corner coordinate.
fn strewn(truth: &View, count: usize, noise: f64, seed: u64) -> (Vec<Quad<Image>>, Vec<Quad<Table>>) {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut nudge = |p: Point<Image>| p + Point::new(random.random::<f64>() - 0.5, random.random::<f64>() - 0.5) * (noise * 3.46);
    let places: Vec<Quad<Table>> = (0..count)
        .map(|i| {
            let at = Point::new(100.0 + 170.0 * (i % 4) as f64, 90.0 + 180.0 * (i / 4) as f64);
            Quad::placed(at, CARD_MM.0, CARD_MM.1, 0.7 * i as f64)
        })
        .collect();
    let seen = places
        .iter()
        .map(|q| {
            let [a, b, c, d] = truth.quad_to_image(q).corners;
            Quad::new([nudge(a), nudge(b), nudge(c), nudge(d)])
        })
        .collect();
    (seen, places)
}

/// How far distances between the cards' centres are wrong, as a part of them: at most.
fn distance_error(view: &View, seen: &[Quad<Image>], places: &[Quad<Table>]) -> f64 {
    let found: Vec<Point<Table>> = seen.iter().map(|q| view.quad_to_table(q).centre()).collect();
    let mut worst: f64 = 0.0;
    for i in 0..places.len() {
        for k in 0..i {
            let truth = places[i].centre().distance(places[k].centre());
            worst = worst.max((found[i].distance(found[k]) / truth - 1.0).abs());
        }
    }
    worst
}

#[test]
fn cards_alone_give_the_plane_up_to_a_shift_and_a_turn() {
    for (yaw, tilt) in [(0.0, 0.0), (0.4, 30.0), (-1.0, -20.0)] {
        let truth = plain(camera(yaw, tilt, 0.0));
        for (count, noise, limit) in [(12, 0.0, 1e-4), (12, 0.7, 0.02), (5, 0.7, 0.04)] {
            let (seen, places) = strewn(&truth, count, noise, 3);
            let fit = fit_cards(&seen, CARD_MM, MAT_MM, SIZE, None).unwrap();
            let error = distance_error(&fit.view, &seen, &places);
            println!("{count} cards, {noise} px: residual {:.2} mm, distances off by {:.2}%", fit.residual_mm, 100.0 * error);
            assert!(error < limit, "{count} cards at {noise} px: {error}");
            assert!(fit.view.to_table(Point::new(640.0, 360.0)).distance(Point::new(400.0, 300.0)) < 1e-6);
        }
    }
}

#[test]
fn a_half_covered_card_is_left_out_of_the_plane() {
    let truth = plain(camera(0.4, 0.0, 0.0));
    let (mut seen, places) = strewn(&truth, 8, 0.3, 5);
    let [a, b, c, d] = seen[3].corners;
    seen[3] = Quad::new([a, b, b.lerp(c, 0.6), a.lerp(d, 0.6)]);
    let fit = fit_cards(&seen, CARD_MM, MAT_MM, SIZE, None).unwrap();
    assert_eq!(fit.used.iter().position(|used| !used), Some(3));
    seen.remove(3);
    let mut places = places;
    places.remove(3);
    assert!(distance_error(&fit.view, &seen, &places) < 0.03);
    assert!(matches!(fit_cards(&[], CARD_MM, MAT_MM, SIZE, None), Err(CalibrationError::NoCards)));
}

fn wide_lens() -> Lens {
    let (k1, k2, p1, p2, k3) = (-0.25, 0.06, 0.0005, -0.0004, 0.0);
    Lens { fx_px: 475.0, fy_px: 474.0, cx_px: 322.0, cy_px: 176.0, k1, k2, p1, p2, k3, rms_px: 0.0 }
}

/// A camera over the mat with a field of view as wide as this, and what its plane and lens are.
fn framed(tilt_deg: f64, view_deg: f64) -> (Camera, Homography<Table, Image>, Lens) {
    let (yaw_deg, roll_deg, k1, margin_mm) = (7.0, 2.0, 0.0, 20.0);
    let camera = Camera::framing(&Framing { size: SIZE, tilt_deg, yaw_deg, roll_deg, view_deg, k1, margin_mm, shift: (0.01, 0.0) }, MAT_MM);
    let [cx_px, cy_px] = camera.principal_px;
    let (fx_px, fy_px) = (camera.focal_px, camera.focal_px);
    let lens = Lens { fx_px, fy_px, cx_px, cy_px, k1: 0.0, k2: 0.0, p1: 0.0, p2: 0.0, k3: 0.0, rms_px: 0.0 };
    let plane = camera.table_from_image().unwrap();
    (camera, plane, lens)
}

#[test]
fn a_view_tells_where_the_camera_is() {
    for (tilt_deg, view_deg) in [(0.0, 60.0), (6.0, 48.0), (20.0, 60.0), (35.0, 72.0), (35.0, 48.0)] {
        let (camera, plane, lens) = framed(tilt_deg, view_deg);
        let [x, y, height] = camera.eye_mm;
        let off = |view: View| {
            let eye = view.eye(SIZE).unwrap();
            (eye.over.distance(Point::new(x, y)) / height, (eye.height_mm / height - 1.0).abs())
        };
        let (aside, higher) = off(View::new(Some(lens), plane).unwrap());
        assert!(aside < 1e-6 && higher < 1e-6, "{tilt_deg}° {view_deg}°: {aside} {higher}");
        // Straight down any focal length fits; aslant the plane tells it.
        let (aside, higher) = off(plain(plane));
        let limit = if tilt_deg > 5.0 { 0.01 } else { 0.05 };
        assert!(aside < limit && higher < limit, "{tilt_deg}° {view_deg}° without a lens: {aside} {higher}");
        // What stands high shows further off; the eye undoes that.
        let place = Point::new(700.0, 40.0);
        let eye = View::new(Some(lens), plane).unwrap().eye(SIZE).unwrap();
        assert!(eye.under(camera.apparent(place, 55.0), 55.0).distance(place) < 0.01);
    }
}

/// The board held before a camera with this lens: turned by `(a, b)`, its middle `depth` away, shifted by `(x, y)` mm.
fn picture_of_board(lens: Lens, (a, b): (f64, f64), depth: f64, (x, y): (f64, f64)) -> RgbImage {
    let place = |u: f64, v: f64| {
        let (u, v) = (u - 80.0, v - 50.0);
        let (u, z) = (u * a.cos(), u * a.sin());
        let (v, z) = (v * b.cos() - z * b.sin(), v * b.sin() + z * b.cos());
        let z = depth + z;
        Point::<Image>::new(lens.cx_px + lens.fx_px * (u + x) / z, lens.cy_px + lens.fy_px * (v + y) / z)
    };
    let corners = [(0.0, 0.0), (160.0, 0.0), (160.0, 100.0), (0.0, 100.0)];
    let image = Quad::new(corners.map(|(u, v)| place(u, v)));
    let plane = Homography::between(&image, &Quad::new(corners.map(|(u, v)| Point::<Table>::new(u, v)))).unwrap();
    render(HALF, &View::new(Some(lens), plane).unwrap(), 4.0, 11, |p| {
        let (i, j) = ((p.x / 20.0 + 1.0).floor(), (p.y / 20.0 + 1.0).floor());
        if !(0.0..10.0).contains(&i) || !(0.0..7.0).contains(&j) {
            return 235;
        }
        if (i + j) as i32 % 2 == 0 { 30 } else { 230 }
    })
}

#[test]
fn the_lens_is_found_from_pictures_of_a_board() {
    let truth = wide_lens();
    let poses = [
        ((0.0, 0.0), 260.0, (0.0, 0.0)),
        ((0.5, 0.0), 280.0, (-60.0, -20.0)),
        ((-0.5, 0.1), 280.0, (60.0, 20.0)),
        ((0.1, 0.5), 280.0, (60.0, -30.0)),
        ((0.0, -0.5), 280.0, (-60.0, 30.0)),
        ((0.4, 0.4), 300.0, (70.0, 30.0)),
        ((-0.4, -0.4), 300.0, (-70.0, -30.0)),
        ((-0.3, 0.45), 250.0, (0.0, 20.0)),
    ];
    let mut pictures: Vec<RgbImage> = poses.iter().map(|(turn, depth, at)| picture_of_board(truth, *turn, *depth, *at)).collect();
    pictures.push(RgbImage::new(HALF.0, HALF.1));
    let fit = Board::default().fit_lens(&pictures).unwrap();
    let worst = (0..=16)
        .flat_map(|i| (0..=9).map(move |j| Point::<Image>::new(f64::from(i) * 40.0, f64::from(j) * 40.0)))
        .map(|p| {
            (fit.lens.undistort(p) - fit.lens.undistort(Point::new(320.0, 180.0)))
                .distance(truth.undistort(p) - truth.undistort(Point::new(320.0, 180.0)))
        })
        .fold(0.0, f64::max);
    println!(
        "{} views, rms {:.3} px, focal length {:.1} ± {:.2}%, undistortion off by at most {worst:.2} px",
        fit.views, fit.lens.rms_px, fit.lens.fx_px, fit.focal_percent
    );
    assert!((fit.lens.fx_px / truth.fx_px - 1.0).abs() < 0.01 && fit.lens.rms_px < 0.3);
    assert_eq!(fit.unused.len(), pictures.len() - fit.views);
    assert!(fit.unused.iter().any(|u| u.index == 8 && u.reason == "the whole board is not seen"));

    let few = Board::default().fit_lens(&pictures[..3]).unwrap_err().to_string();
    assert!(few.starts_with("3 of 3 pictures show the whole 9×6 board; at least 5 are needed"), "{few}");
}

#[test]
fn boards_held_all_alike_tell_no_lens() {
    let flat: Vec<RgbImage> = (0..6).map(|i| picture_of_board(wide_lens(), (0.0, 0.0), 300.0, (f64::from(i) * 18.0 - 45.0, 0.0))).collect();
    let said = Board::default().fit_lens(&flat).unwrap_err();
    assert!(matches!(said, CalibrationError::AlikeBoards { .. } | CalibrationError::TooFewBoards { .. }), "{said}");
    assert!(!said.to_string().contains('\n'));
}

fn look(plane: &mut Plane, view: &View, covered: &[u16], ms: u64) -> Look {
    plane.look(&Frame { index: 0, stamp: Stamp::from_ms(ms), image: picture_of_mat(view, covered) }).unwrap()
}

#[test]
fn a_bumped_camera_is_followed_once_it_stands_still() {
    let (before, after) = (plain(camera(0.0, 0.0, 0.0)), plain(camera(0.04, 25.0, -12.0)));
    let mut plane = Plane::new(before, markers(), MAT_MM);
    assert!(matches!(look(&mut plane, &before, &[], 0), Look::Steady { markers: 6, .. }));
    assert_eq!(look(&mut plane, &after, &[], 500), Look::Skipped);
    assert!(matches!(look(&mut plane, &after, &[], 2100), Look::Moving { .. }));
    let Look::Moved { by_px, markers: 6, .. } = look(&mut plane, &after, &[], 2400) else { panic!("not followed") };
    assert!(by_px > 20.0 && apart(plane.view(), &after) < 1.5, "{by_px} {}", apart(plane.view(), &after));
    assert!(matches!(look(&mut plane, &after, &[], 5000), Look::Steady { .. }));
}

#[test]
fn one_visible_marker_carries_the_plane_over_a_small_bump() {
    let (before, after) = (plain(camera(0.0, 0.0, 0.0)), plain(camera(0.01, 9.0, -6.0)));
    let mut plane = Plane::new(before, markers(), MAT_MM);
    assert!(matches!(look(&mut plane, &after, &[0, 1, 2, 3, 4], 0), Look::Moving { .. }));
    let Look::Moved { reach_mm, .. } = look(&mut plane, &after, &[0, 1, 2, 3, 4], 300) else { panic!("not followed") };
    let off = apart(plane.view(), &after);
    println!("one marker: stated {reach_mm:.1} mm, truly off by {off:.1} mm");
    assert!(off < 10.0 && reach_mm > 5.0, "{off} {reach_mm}");
    assert_eq!(look(&mut plane, &after, &[0, 1, 2, 3, 4, 5], 9000), Look::Blind);
}

fn calibration(view: View) -> Calibration {
    Calibration {
        camera: "photo table.png".into(),
        size: SIZE,
        view,
        mat: MatPlacement { game: "canon".into(), players: 4, width_mm: MAT_MM.0, height_mm: MAT_MM.1 },
        method: Method::Corners { reach_mm: 1.25 },
    }
}

#[test]
fn a_table_file_says_the_same_when_read_back() {
    let half = wide_lens();
    let lens = Lens { fx_px: 950.0, fy_px: 948.0, cx_px: 644.0, cy_px: 352.0, ..half };
    let view = View::new(Some(lens), camera(0.2, 0.0, 0.0)).unwrap();
    let written = calibration(view);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/table.toml");
    written.save(&path).unwrap();
    let back = Calibration::load(&path).unwrap();
    assert!(apart(&back.view, &view) < 1e-3);
    assert_eq!((back.mat, back.method, back.size), (written.mat, written.method, SIZE));
}

#[test]
fn the_example_can_be_read() {
    let example = Calibration::load(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/calibration/example.toml"))).unwrap();
    let mat = kibitzer::games::canon::mat(2.try_into().unwrap());
    let placed = MatPlacement { game: "canon".into(), players: 2, width_mm: mat.width_mm, height_mm: mat.height_mm };
    example.check_mat(&placed).unwrap();
}

#[test]
fn a_table_file_that_does_not_fit_is_refused_with_the_reason() {
    let made = calibration(plain(camera(0.0, 0.0, 0.0)));
    let text = made.to_toml().unwrap();
    for (from, to, beginning) in [
        ("players = 4", "players = 4\nseats = 4", "unknown field `seats`"),
        ("reach_mm = 1.25", "reach_mm = 99.0", "its expected error of 99 mm is above"),
        ("width_mm = 800.0", "width_mm = -800.0", "a mat of -800 by 600 mm cannot be"),
        ("image_width_px = 1280", "image_width_px = 0", "the picture size is zero"),
        ("camera = ", "camera ", "expected"),
    ] {
        assert!(text.contains(from), "{text}");
        let said = Calibration::from_toml(&text.replace(from, to)).unwrap_err();
        assert!(said.contains(beginning) && !said.contains('\n'), "{said}");
    }
    let other = made.check_size((1920, 1080), "camera 0").unwrap_err().to_string();
    assert!(other.starts_with("the calibration was made at 1280×720 pixels but camera 0 gives 1920×1080: "), "{other}");
    let shape = made.check_size((640, 480), "camera 0").unwrap_err().to_string();
    assert!(shape.contains("of another shape"), "{shape}");
    assert!(made.check_size(SIZE, "camera 0").is_ok());
    let three = MatPlacement { players: 3, ..made.mat.clone() };
    assert!(made.check_mat(&three).unwrap_err().to_string().contains("not the canon for 3"));
}

/// The Canon mat for this many players, photographed from above at an angle; markers only.
fn photo_of_canon(players: u8, path: &std::path::Path) -> View {
    let mat = kibitzer::games::canon::mat(players.try_into().unwrap());
    let (w, h) = (mat.width_mm, mat.height_mm);
    // The camera of `camera()` sees 800×600 mm well; larger mats are seen from further away.
    let far = (w / 800.0).max(h / 600.0);
    let near = camera(0.05, 0.0, 0.0);
    let grow =
        Homography::<Table, Table>::try_from([[far, 0.0, w / 2.0 - 400.0 * far], [0.0, far, h / 2.0 - 300.0 * far], [0.0, 0.0, 1.0]]);
    let view = plain(grow.unwrap().after(&near).unwrap());
    let printed: Vec<_> = mat.markers.iter().map(|m| (*m, cells(m.id))).collect();
    let picture = render(SIZE, &view, 4.0, 3, |p| {
        if p.x < 0.0 || p.y < 0.0 || p.x > w || p.y > h {
            return 90;
        }
        let inside = printed.iter().find_map(|(m, cells)| {
            let cell = |d: f64| ((d / m.side_mm + 0.5) * 6.0).floor();
            let (i, j) = (cell(p.x - m.centre.x), cell(p.y - m.centre.y));
            ((0.0..6.0).contains(&i) && (0.0..6.0).contains(&j)).then(|| cells[j as usize * 6 + i as usize])
        });
        inside.map_or(215, |white| if white { 225 } else { 25 })
    });
    picture.save(path).unwrap();
    view
}

#[test]
fn the_program_calibrates_every_canon_mat_from_a_photo() {
    let folder = tempfile::tempdir().unwrap();
    for players in 2..=8_u8 {
        let at = |name: &str| folder.path().join(format!("{players}-{name}"));
        let truth = photo_of_canon(players, &at("photo.png"));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_kibitzer"))
            .args(["calibrate", "--json", "--game", "canon", "--players", &players.to_string(), "--out"])
            .args([at("table.toml"), "--preview".into(), at("preview.png"), at("photo.png")])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{players}: {}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert!(report["missing"].as_array().is_some_and(|m| m.len() <= 2), "{said}");
        let made = Calibration::load(&at("table.toml")).unwrap();
        let (w, h) = (made.mat.width_mm, made.mat.height_mm);
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point::<Table>::new(x, y));
        let off = corners.map(|p| made.view.to_table(truth.to_image(p)).distance(p)).into_iter().fold(0.0, f64::max);
        println!("{players} players, {w:.0}×{h:.0} mm: worst corner off by {off:.2} mm, {:?}", report["method"]["reach_mm"]);
        assert!(off < 3.0, "{players}: {off}");
        assert_eq!(image::open(at("preview.png")).unwrap().to_rgb8().dimensions(), SIZE);
    }
    if let Ok(keep) = std::env::var("KIBITZER_KEEP") {
        std::fs::copy(folder.path().join("4-preview.png"), keep).unwrap();
    }
}

#[test]
fn a_photo_without_a_mat_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let photo = folder.path().join("bare.png");
    RgbImage::from_pixel(640, 480, Rgb([120, 90, 60])).save(&photo).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(["calibrate", "--game", "canon", "--players", "2", "--table", "none"])
        .arg(&photo)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(said.starts_with("kibitzer: none of the mat's") && said.trim().lines().count() == 1, "{said}");
    assert!(!folder.path().join("calibration").exists());
}
