//! The crop that the identifier reads: a card's outline laid upright at a fixed place.

use super::pixels;
use crate::geometry::{FitError, Homography, Image, Point, Quad, Space};
use image::RgbImage;
use opencv::core::{BORDER_REPLICATE, Mat, Scalar, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::*;

/// Pixels of the identifier's crop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crop {}
impl Space for Crop {}

/// Width of the crop, in pixels.
pub const CROP_WIDTH: u32 = 112;
/// Height of the crop, in pixels.
pub const CROP_HEIGHT: u32 = 160;
/// How far the card's edge lies inside the crop, as a fraction of its width and of its height.
const INSET: (f64, f64) = (0.06, 0.054);

/// Where a card's corners land in the crop.
pub fn crop_quad() -> Quad<Crop> {
    let (w, h) = (f64::from(CROP_WIDTH), f64::from(CROP_HEIGHT));
    let (left, right, top, bottom) = (INSET.0 * w, (1.0 - INSET.0) * w, INSET.1 * h, (1.0 - INSET.1) * h);
    Quad::new([Point::new(left, top), Point::new(right, top), Point::new(right, bottom), Point::new(left, bottom)])
}

/// The map from the crop back into the picture; `None` for an outline without area.
pub(super) fn picture_from_crop(quad: &Quad<Image>) -> Option<Homography<Image, Crop>> {
    Homography::between(&crop_quad(), quad).ok()
}

/// The picture inside `quad`, upright, its first corner at the top left, with a narrow margin around; beyond the
/// picture its border goes on. `None` for an outline without area.
///
/// # Errors
/// When OpenCV refuses.
pub fn rectify(picture: &RgbImage, quad: &Quad<Image>) -> opencv::Result<Option<RgbImage>> {
    let Some(bytes) = rectified(&pixels::view(picture)?, quad)? else { return Ok(None) };
    Ok(RgbImage::from_raw(CROP_WIDTH, CROP_HEIGHT, bytes.data_bytes()?.to_vec()))
}

/// [`rectify`] without a copy at either end.
pub(super) fn rectified(picture: &impl ToInputArray, quad: &Quad<Image>) -> opencv::Result<Option<Mat>> {
    // Large cards are sampled finely and then averaged, or thin strokes would break up.
    let height = (quad.area() / 0.68).sqrt() / f64::from(CROP_HEIGHT);
    let fine = if height > 3.2 {
        4
    } else if height > 1.6 {
        2
    } else {
        1
    };
    let Ok(rows) = crop_from_picture(quad, f64::from(fine)).map(|h| h.rows()) else { return Ok(None) };
    let matrix = Mat::from_slice_2d(&rows)?;
    let (w, h) = (CROP_WIDTH as i32, CROP_HEIGHT as i32);
    let mut out = Mat::default();
    let size = Size::new(w * fine, h * fine);
    imgproc::warp_perspective(picture, &mut out, &matrix, size, imgproc::INTER_LINEAR, BORDER_REPLICATE, Scalar::default())?;
    if fine == 1 {
        return Ok(Some(out));
    }
    Ok(Some(pixels::resized(&out, CROP_WIDTH * fine as u32, CROP_WIDTH, CROP_HEIGHT)?))
}

/// OpenCV puts whole numbers at the centres of pixels; our picture space puts them at their corners.
fn crop_from_picture(quad: &Quad<Image>, fine: f64) -> Result<Homography<Crop, Image>, FitError> {
    let centred = quad.map(|p| Point::<Image>::new(p.x - 0.5, p.y - 0.5));
    Homography::between(&centred, &crop_quad().map(|p| p * fine))
}
