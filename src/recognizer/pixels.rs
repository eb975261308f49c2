//! Pictures in and out of OpenCV.

use image::RgbImage;
use opencv::boxed_ref::BoxedRef;
use opencv::core::{Mat, Size, ToInputArray, Vec3b};
use opencv::{Result, imgproc};

/// The picture's pixels as OpenCV sees them, without a copy; the channels stay red, green, blue.
pub(super) fn view(picture: &RgbImage) -> Result<BoxedRef<'_, Mat>> {
    Mat::new_rows_cols_with_bytes::<Vec3b>(picture.height() as i32, picture.width() as i32, picture.as_raw())
}

/// Resamples to `width` × `height`: by area when it shrinks, else bilinear.
pub(super) fn resized(picture: &impl ToInputArray, from_width: u32, width: u32, height: u32) -> Result<Mat> {
    let how = if width < from_width { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
    let mut out = Mat::default();
    imgproc::resize(picture, &mut out, Size::new(width as i32, height as i32), 0.0, 0.0, how)?;
    Ok(out)
}

/// Appends the picture's red plane, then green, then blue, each value over 255.
pub(super) fn append_planes(bytes: &[u8], planes: &mut Vec<f32>) {
    for channel in 0..3 {
        planes.extend(bytes.iter().skip(channel).step_by(3).map(|&v| f32::from(v) / 255.0));
    }
}
