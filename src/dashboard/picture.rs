use crate::pipeline::Picture;
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbImage;
use image::imageops::{FilterType, resize};
use std::borrow::Cow;

/// Larger pictures are shrunk before they are shown: the window is no larger, and a texture has a largest size.
const LONGEST_SIDE_PX: u32 = 1920;

/// The latest frame as a texture, made anew only when the frame changes.
#[derive(Default)]
pub(super) struct PictureTexture {
    shown: Option<Picture>,
    handle: Option<TextureHandle>,
}

impl PictureTexture {
    /// The texture of this picture; `None` for one without pixels.
    pub fn of(&mut self, ctx: &Context, picture: &Picture) -> Option<&TextureHandle> {
        if self.shown.as_ref() != Some(picture) {
            let image = shrunk(&picture.image);
            let size = [image.width() as usize, image.height() as usize];
            // A buffer may be longer than its picture.
            let pixels = image.as_raw().get(..size[0] * size[1] * 3).filter(|p| !p.is_empty())?;
            let pixels = ColorImage::from_rgb(size, pixels);
            match &mut self.handle {
                Some(handle) => handle.set(pixels, TextureOptions::LINEAR),
                None => self.handle = Some(ctx.load_texture("live picture", pixels, TextureOptions::LINEAR)),
            }
            self.shown = Some(picture.clone());
        }
        self.handle.as_ref()
    }
}

fn shrunk(image: &RgbImage) -> Cow<'_, RgbImage> {
    let (width, height) = image.dimensions();
    let longest = width.max(height);
    if longest <= LONGEST_SIDE_PX {
        return Cow::Borrowed(image);
    }
    let side = |px: u32| (u64::from(px) * u64::from(LONGEST_SIDE_PX) / u64::from(longest)).max(1) as u32;
    Cow::Owned(resize(image, side(width), side(height), FilterType::Nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_picture_too_large_is_shrunk_and_keeps_its_shape() {
        assert!(matches!(shrunk(&RgbImage::new(1920, 1080)), Cow::Borrowed(_)));
        assert_eq!(shrunk(&RgbImage::new(3000, 4000)).dimensions(), (1440, 1920));
    }
}
