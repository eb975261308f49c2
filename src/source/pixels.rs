use super::SourceError;
use image::RgbImage;
use opencv::core::{Mat, MatTraitConst, Vec3b};
use opencv::imgproc;

/// Largest picture taken, in megapixels: above today's phones' full-resolution stills, below what memory for copies allows.
pub(super) const MEGAPIXELS: u64 = 64;
/// Smallest side in pixels in which a card could show.
const SMALLEST: u32 = 32;

/// Refuses sizes that cannot be worked with.
pub(super) fn check_size((width, height): (u32, u32), name: &str) -> Result<(), SourceError> {
    if u64::from(width) * u64::from(height) > MEGAPIXELS * 1_000_000 {
        return Err(SourceError::TooLarge { width, height, limit: MEGAPIXELS, name: name.into() });
    }
    if width.min(height) < SMALLEST {
        return Err(SourceError::TooSmall { width, height, name: name.into() });
    }
    Ok(())
}

/// Width and height of a frame.
pub(super) fn size_of(frame: &Mat) -> (u32, u32) {
    (frame.cols().unsigned_abs(), frame.rows().unsigned_abs())
}

/// Copies OpenCV's pixels (BGR, BGRA or grey, 8 bits) into RGB, in one pass.
pub(super) fn rgb_from(frame: &Mat) -> Result<RgbImage, SourceError> {
    let (width, height) = size_of(frame);
    let code = match frame.channels() {
        1 => imgproc::COLOR_GRAY2RGB,
        4 => imgproc::COLOR_BGRA2RGB,
        _ => imgproc::COLOR_BGR2RGB,
    };
    let mut image = RgbImage::new(width, height);
    let mut rgb = Mat::new_rows_cols_with_bytes_mut::<Vec3b>(frame.rows(), frame.cols(), &mut image)?;
    imgproc::cvt_color_def(frame, &mut rgb, code)?;
    drop(rgb);
    Ok(image)
}
