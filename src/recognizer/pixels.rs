//! Pictures in and out of OpenCV.

use image::RgbImage;
use opencv::boxed_ref::BoxedRef;
use opencv::core::{Mat, Size, ToInputArray, Vec3b};
use opencv::{Result, imgproc};

/// The picture's pixels as OpenCV sees them, without a copy; the channels stay red, green, blue.
pub(super) fn view(picture: &RgbImage) -> Result<BoxedRef<'_, Mat>> {
    Mat::new_rows_cols_with_bytes::<Vec3b>(picture.height() as i32, picture.width() as i32, picture.as_raw())
}

/// Resamples to `width` × `height`: by area when it shrinks to less than half, else bilinear, which sees every pixel then and is four times as fast.
pub(super) fn resized(picture: &impl ToInputArray, from_width: u32, width: u32, height: u32) -> Result<Mat> {
    let how = if 2 * width < from_width { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
    let mut out = Mat::default();
    imgproc::resize(picture, &mut out, Size::new(width as i32, height as i32), 0.0, 0.0, how)?;
    Ok(out)
}

/// Appends the picture's red plane, then green, then blue, each value over 255.
pub(super) fn append_planes(bytes: &[u8], planes: &mut Vec<f32>) {
    let (start, count) = (planes.len(), bytes.len() / 3);
    planes.resize(start + 3 * count, 0.0);
    let (_, fresh) = planes.split_at_mut(start);
    let (red, others) = fresh.split_at_mut(count);
    let (green, blue) = others.split_at_mut(count);
    // One pass: three of them take three times as long.
    for (((pixel, red), green), blue) in bytes.chunks_exact(3).zip(red).zip(green).zip(blue) {
        if let [r, g, b] = *pixel {
            (*red, *green, *blue) = (f32::from(r) / 255.0, f32::from(g) / 255.0, f32::from(b) / 255.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_follow_each_other_and_what_was_there() {
        let mut planes = vec![7.0];
        append_planes(&[0, 51, 255, 102, 153, 204], &mut planes);
        assert_eq!(planes, [7.0, 0.0, 0.4, 0.2, 0.6, 1.0, 0.8]);
    }
}
