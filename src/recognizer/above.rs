//! A table as a camera straight above it would see it.
//!
//! The networks know cards best from above, and a camera that looks aslant squeezes them. The picture is laid on the table's plane (metric
//! rectification; Hartley and Zisserman, Multiple View Geometry, 2.7), and what is found there is laid back.

use super::decode::Detection;
use super::sighting::Sighting;
use super::{Detector, RecognizerError, pixels};
use crate::geometry::{Homography, Image, Point, Quad, Space, Table};
use image::RgbImage;
use opencv::core::{BORDER_CONSTANT, Mat, Scalar, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::*;
use std::ops::RangeInclusive;

/// Up to here the networks do not mind a tilt, in degrees from straight down.
pub(super) const LEAST_DEG: f64 = 20.0;
/// What lies farther away than this is not looked at: as a part of the nearness of what the middle of the picture shows.
const NEAREST: f64 = 0.6;
/// Pictures that are to shrink to less than this are shrunk before they are laid level, which sees every pixel.
const SHRUNK: f64 = 0.7;
/// Sides of what is looked at from above, in pixels: what is smaller shows no card, and what is larger is no camera's view of a table.
const SIDES_PX: RangeInclusive<u32> = 32..=8192;

/// How a picture is seen from above.
pub(super) struct Above {
    above_from_picture: Homography<Image, Image>,
    picture_from_above: Homography<Image, Image>,
    size: (u32, u32),
}

impl Above {
    /// A view of this many pixels; `None` where it cannot be inverted.
    pub(super) fn new(above_from_picture: Homography<Image, Image>, size: (u32, u32)) -> Option<Self> {
        Some(Self { above_from_picture, picture_from_above: above_from_picture.inverse().ok()?, size })
    }

    /// What a picture of this size shows of a table, the middle of it `scale` times as large as in the picture; `None` where it is not seen at
    /// a slant.
    pub(super) fn of_table(table: &Homography<Table, Image>, (width, height): (u32, u32), scale: f64) -> Option<Self> {
        let (w, h) = (f64::from(width), f64::from(height));
        let middle = Point::new(0.5 * w, 0.5 * h);
        let (right, down) = steps(table, middle);
        let (least, most) = stretches(right, down);
        if right.cross(down) <= 0.0 || least > most * LEAST_DEG.to_radians().cos() {
            return None;
        }
        // What is to the right in the picture stays there.
        let (along, per_mm) = (right * (1.0 / right.length()), scale / least);
        let turned =
            Homography::<Image, Table>::try_from([[along.x, along.y, 0.0], [-along.y, along.x, 0.0], [0.0, 0.0, 1.0 / per_mm]]).ok()?;
        let above = turned.after(table).ok()?;
        let [.., depth] = above.rows();
        let near = |p: Point<Image>| depth[0] * p.x + depth[1] * p.y + depth[2];
        const PARTS: u32 = 24;
        let part = |i: u32| f64::from(i) / f64::from(PARTS);
        let seen = (0..=PARTS).flat_map(|i| (0..=PARTS).map(move |k| Point::new(part(i) * w, part(k) * h)));
        let (low, high) = bounds(seen.filter(|p| near(*p) / near(middle) >= NEAREST).map(|p| above.apply(p)));
        let [width, height] = [high.x - low.x, high.y - low.y].map(|side| side.ceil() as u32);
        let sane = SIDES_PX.contains(&width) && SIDES_PX.contains(&height);
        if sane { Self::new(translation(low * -1.0)?.after(&above).ok()?, (width, height)) } else { None }
    }

    /// Where places in the picture lie from above.
    pub(super) const fn above_from_picture(&self) -> &Homography<Image, Image> {
        &self.above_from_picture
    }

    /// The picture from above.
    pub(super) fn look(&self, picture: &RgbImage) -> Result<Option<RgbImage>, RecognizerError> {
        let (width, height) = self.size;
        let part = self.scale() / SHRUNK;
        let (w, h) = picture.dimensions();
        let shrunk = |side: u32| (f64::from(side) * part).ceil().max(1.0) as u32;
        let (small_w, small_h) = if part < 1.0 { (shrunk(w), shrunk(h)) } else { (w, h) };
        let small = if part < 1.0 { Some(pixels::resized(&pixels::view(picture)?, w, small_w, small_h)?) } else { None };
        let (sx, sy) = (f64::from(w) / f64::from(small_w), f64::from(h) / f64::from(small_h));
        // OpenCV puts whole numbers at the centres of pixels; our picture space puts them at their corners.
        let enlarged = Homography::<Image, Image>::try_from([[sx, 0.0, 0.5 * sx], [0.0, sy, 0.5 * sy], [0.0, 0.0, 1.0]]);
        let (Ok(enlarged), Some(centred)) = (enlarged, translation(Point::new(-0.5, -0.5))) else { return Ok(None) };
        let Ok(map) = self.above_from_picture.after(&enlarged).and_then(|map| centred.after(&map)) else { return Ok(None) };
        let out = match small {
            Some(small) => warped(&small, &map, self.size),
            None => warped(&pixels::view(picture)?, &map, self.size),
        }?;
        Ok(RgbImage::from_raw(width, height, out.data_bytes()?.to_vec()))
    }

    /// What a detector sees from above at a look, where that is in the picture.
    pub(super) fn sighting(&self, detector: &mut Detector, picture: &RgbImage) -> Result<Sighting, RecognizerError> {
        let Some(above) = self.look(picture)? else { return Ok(Sighting::default()) };
        let (width, height) = self.size;
        let seen = detector.detect(&above, width.max(height))?;
        let back = |found: Vec<Detection>| {
            let back = |d: Detection| Detection { quad: self.back(&d.quad), peak: self.picture_from_above.apply(d.peak), ..d };
            found.into_iter().map(back).collect()
        };
        Ok(Sighting { cards: back(seen.cards), faint: back(seen.faint), indices: back(seen.indices) })
    }

    /// An outline found from above, where it lies in the picture itself.
    pub(super) fn back(&self, quad: &Quad<Image>) -> Quad<Image> {
        self.picture_from_above.apply_quad(quad)
    }

    /// Where a place in the picture lies from above.
    pub(super) fn place(&self, at: Point<Image>) -> Point<Image> {
        self.above_from_picture.apply(at)
    }

    /// Whether a place in the picture lies in the picture from above.
    pub(super) fn shows(&self, at: Point<Image>) -> bool {
        let (width, height) = self.size;
        let p = self.place(at);
        (0.0..f64::from(width)).contains(&p.x) && (0.0..f64::from(height)).contains(&p.y)
    }

    /// How much larger than in the picture the middle of the view is shown, where the camera's tilt squeezes nothing.
    fn scale(&self) -> f64 {
        let middle = Point::new(0.5 * f64::from(self.size.0), 0.5 * f64::from(self.size.1));
        let (right, down) = steps(&self.picture_from_above, middle);
        1.0 / stretches(right, down).1.max(f64::MIN_POSITIVE)
    }
}

fn warped(picture: &impl ToInputArray, map: &Homography<Image, Image>, (width, height): (u32, u32)) -> opencv::Result<Mat> {
    let (matrix, mut out) = (Mat::from_slice_2d(&map.rows())?, Mat::default());
    let size = Size::new(width as i32, height as i32);
    imgproc::warp_perspective(picture, &mut out, &matrix, size, imgproc::INTER_LINEAR, BORDER_CONSTANT, Scalar::all(110.0))?;
    Ok(out)
}

/// The map that moves a picture.
pub(super) fn translation(by: Point<Image>) -> Option<Homography<Image, Image>> {
    Homography::try_from([[1.0, 0.0, by.x], [0.0, 1.0, by.y], [0.0, 0.0, 1.0]]).ok()
}

/// How far a pixel's step to the right and down leads where a map takes it.
fn steps<To: Space>(map: &Homography<To, Image>, at: Point<Image>) -> (Point<To>, Point<To>) {
    let step = |x: f64, y: f64| map.apply(at + Point::new(x, y)) - map.apply(at - Point::new(x, y));
    (step(0.5, 0.0), step(0.0, 0.5))
}

/// How much the map with these columns stretches in the direction in which it does so least, and most: its singular values.
fn stretches<S: Space>(right: Point<S>, down: Point<S>) -> (f64, f64) {
    let (both, area) = (right.dot(right) + down.dot(down), right.cross(down).abs());
    let (sum, difference) = ((both + 2.0 * area).sqrt(), (both - 2.0 * area).max(0.0).sqrt());
    (0.5 * (sum - difference), 0.5 * (sum + difference))
}

/// The least and the greatest coordinates of these points.
pub(super) fn bounds(points: impl IntoIterator<Item = Point<Image>>) -> (Point<Image>, Point<Image>) {
    let none = (Point::new(f64::INFINITY, f64::INFINITY), Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY));
    points
        .into_iter()
        .fold(none, |(low, high), p| (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where on the table the pixels of a 1600×1200 picture lie that a camera takes which is tilted so; its middle is 2 pixels a millimetre.
    fn table(tilt: f64, way: f64) -> Homography<Table, Image> {
        let ((s, c), (y, x)) = (tilt.sin_cos(), way.sin_cos());
        // A place on the table, around what the camera's axis meets, and how far along the axis it lies.
        let depth = [s * x / 800.0, s * y / 800.0, 1.0];
        let across = |p: [f64; 2]| {
            let along = p[0] * x + p[1] * y;
            [p[0] + (c - 1.0) * along * x, p[1] + (c - 1.0) * along * y]
        };
        let ([a, d], [b, e]) = (across([2.0, 0.0]), across([0.0, 2.0]));
        let middle = |row: [f64; 3], by: f64| [0, 1, 2].map(|k| row[k] + by * depth[k]);
        let picture = Homography::<Image, Table>::try_from([middle([a, b, 0.0], 800.0), middle([d, e, 0.0], 600.0), depth]).unwrap();
        picture.inverse().unwrap()
    }

    #[test]
    fn a_table_is_seen_from_above_as_it_lies_there() {
        for (tilt, way) in [(25.0, 90.0), (40.0, 10.0), (50.0, 250.0)] {
            let table = table(f64::to_radians(tilt), f64::to_radians(way));
            let above = Above::of_table(&table, (1600, 1200), 0.6).unwrap();
            assert!((above.scale() - 0.6).abs() < 0.25, "{tilt}°: {}", above.scale());
            for (x, y) in [(0.0, 0.0), (60.0, -40.0), (-80.0, 70.0)] {
                let card = Quad::<Table>::placed(Point::new(x, y), 63.0, 88.0, 0.3 * x);
                let seen = table.inverse().unwrap().apply_quad(&card);
                assert!(above.shows(seen.centre()));
                let flat = seen.map(|p| above.place(p));
                assert!(
                    (flat.height() / flat.width() - 88.0 / 63.0).abs() < 1e-6 && (flat.height() - 88.0 * 2.0 * 0.6).abs() < 0.01,
                    "{flat:?}"
                );
                assert!(above.back(&flat).farthest(&seen) < 1e-6);
            }
        }
    }

    #[test]
    fn what_is_seen_from_above_or_in_a_mirror_is_left_as_it_is() {
        assert!(Above::of_table(&table(0.2, 1.0), (1600, 1200), 0.6).is_none());
        let mirror = Homography::<Image, Image>::try_from([[-1.0, 0.0, 1600.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).unwrap();
        assert!(Above::of_table(&table(0.8, 1.0).after(&mirror).unwrap(), (1600, 1200), 0.6).is_none());
    }

    #[test]
    fn the_picture_from_above_shows_what_lies_there() {
        let table = table(0.8, 1.4);
        let card = table.inverse().unwrap().apply_quad(&Quad::<Table>::placed(Point::new(30.0, 20.0), 63.0, 88.0, 0.4));
        let mut picture = RgbImage::from_pixel(1600, 1200, image::Rgb([20; 3]));
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if card.polygon().contains(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)) {
                *pixel = image::Rgb([240; 3]);
            }
        }
        for scale in [1.2, 0.4] {
            let view = Above::of_table(&table, (1600, 1200), scale).unwrap();
            let above = view.look(&picture).unwrap().unwrap();
            let quad = card.map(|p| view.place(p));
            let mut wrong = 0;
            for (x, y, pixel) in above.enumerate_pixels() {
                let inside = quad.polygon().contains(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
                wrong += u32::from(inside != (pixel.0[0] > 130));
            }
            assert!(f64::from(wrong) < 0.03 * quad.area(), "{wrong} of {}", quad.area());
        }
    }
}
