//! What the networks read of a card: its outline laid upright at a fixed place, and the corners that hold its index.

use super::decode::height_px;
use super::pixels;
use crate::geometry::{Homography, Image, Point, Quad, Space};
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

/// Width and height of the index reader's window, in pixels.
pub(super) const INDEX_SIZE: (u32, u32) = (48, 64);
/// The card that the window shows a corner of: left, top, width, height, in pixels of the window. It is squeezed upright, so that the window also
/// holds the suit below a large rank.
const INDEX_CARD: (f64, f64, f64, f64) = (6.0, 7.0, 126.0, 117.0);

/// Width and height of the verifier's window, in pixels: the card is half as wide and half as high.
pub(super) const AROUND_SIZE: (u32, u32) = (128, 176);

/// Where a card's corners land in the crop.
pub fn crop_quad() -> Quad<Crop> {
    let (w, h) = (f64::from(CROP_WIDTH), f64::from(CROP_HEIGHT));
    upright(INSET.0 * w, INSET.1 * h, (1.0 - INSET.0) * w, (1.0 - INSET.1) * h)
}

/// Where a card's corners land in the window on its index: all but the first beyond it.
pub(super) fn index_quad() -> Quad<Crop> {
    let (left, top, width, height) = INDEX_CARD;
    upright(left, top, left + width, top + height)
}

/// A card that lies upright in a window.
pub(super) fn upright(left: f64, top: f64, right: f64, bottom: f64) -> Quad<Crop> {
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
    shown(picture, quad, &crop_quad(), (CROP_WIDTH, CROP_HEIGHT), f64::from(CROP_HEIGHT))
}

/// What lies inside `quad`, edge to edge, upright, its first corner at the top left. `None` for an outline without area.
///
/// # Errors
/// When OpenCV refuses.
pub(super) fn cut(picture: &RgbImage, quad: &Quad<Image>, (width, height): (u32, u32)) -> opencv::Result<Option<RgbImage>> {
    let target = upright(0.0, 0.0, f64::from(width), f64::from(height));
    shown(picture, quad, &target, (width, height), f64::from(height))
}

/// The first corner of a card, which may hold its index, upright, as the index reader sees it. `None` for an outline without area.
///
/// # Errors
/// When OpenCV refuses.
pub(super) fn index_window(picture: &RgbImage, quad: &Quad<Image>) -> opencv::Result<Option<RgbImage>> {
    shown(picture, quad, &index_quad(), INDEX_SIZE, INDEX_CARD.3)
}

/// A card upright in the middle of what lies around it. `None` for an outline without area.
///
/// # Errors
/// When OpenCV refuses.
pub(super) fn around_window(picture: &RgbImage, quad: &Quad<Image>) -> opencv::Result<Option<RgbImage>> {
    let (width, height) = (f64::from(AROUND_SIZE.0), f64::from(AROUND_SIZE.1));
    let target = upright(width / 4.0, height / 4.0, width * 3.0 / 4.0, height * 3.0 / 4.0);
    shown(picture, quad, &target, AROUND_SIZE, height / 2.0)
}

/// The two corners of a card that hold its index: the first corner's window, and the opposite one's. `None` for an outline without area.
///
/// # Errors
/// As [`index_window`].
pub(super) fn index_windows(picture: &RgbImage, quad: &Quad<Image>) -> opencv::Result<Option<[RgbImage; 2]>> {
    Ok(index_window(picture, quad)?.zip(index_window(picture, &quad.half_turned())?).map(|(first, opposite)| [first, opposite]))
}

/// [`windowed`] as a picture.
fn shown(
    picture: &RgbImage,
    quad: &Quad<Image>,
    target: &Quad<Crop>,
    (width, height): (u32, u32),
    full_px: f64,
) -> opencv::Result<Option<RgbImage>> {
    let Some(bytes) = windowed(&pixels::view(picture)?, quad, target, (width, height), full_px)? else { return Ok(None) };
    Ok(RgbImage::from_raw(width, height, bytes.data_bytes()?.to_vec()))
}

/// What a window of this size shows when the card's corners land at `target` in it. Cards taller than `full_px` are averaged.
pub(super) fn windowed(
    picture: &impl ToInputArray,
    quad: &Quad<Image>,
    target: &Quad<Crop>,
    (width, height): (u32, u32),
    full_px: f64,
) -> opencv::Result<Option<Mat>> {
    // Large cards are sampled finely and then averaged, or thin strokes would break up.
    let tall = height_px(quad) / full_px;
    let fine = if tall > 3.2 {
        4
    } else if tall > 1.6 {
        2
    } else {
        1
    };
    // OpenCV puts whole numbers at the centres of pixels; our picture space puts them at their corners.
    let centred = quad.map(|p| Point::<Image>::new(p.x - 0.5, p.y - 0.5));
    let Ok(rows) = Homography::between(&centred, &target.map(|p| p * f64::from(fine))).map(|h| h.rows()) else { return Ok(None) };
    let matrix = Mat::from_slice_2d(&rows)?;
    let mut out = Mat::default();
    let size = Size::new(width as i32 * fine, height as i32 * fine);
    imgproc::warp_perspective(picture, &mut out, &matrix, size, imgproc::INTER_LINEAR, BORDER_REPLICATE, Scalar::default())?;
    if fine == 1 {
        return Ok(Some(out));
    }
    Ok(Some(pixels::resized(&out, width * fine as u32, width, height)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_manifests_say_where_the_windows_have_the_card() {
        let input = |model: &str| -> Value {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/models/").to_owned() + model;
            serde_json::from_str::<Value>(&std::fs::read_to_string(path).unwrap()).unwrap()["input"].take()
        };
        let [index, crop, around] = ["index.json", "identifier.json", "verifier.json"].map(input);
        let card = |of: &Value| ["left_px", "top_px", "width_px", "height_px"].map(|name| of["card"][name].as_f64().unwrap());
        assert_eq!(card(&index), <[f64; 4]>::from(INDEX_CARD));
        let (width, height) = (f64::from(AROUND_SIZE.0), f64::from(AROUND_SIZE.1));
        assert_eq!(card(&around), [width / 4.0, height / 4.0, width / 2.0, height / 2.0]);
        assert_eq!((crop["inset"]["x"].as_f64().unwrap(), crop["inset"]["y"].as_f64().unwrap()), INSET);
    }
}
