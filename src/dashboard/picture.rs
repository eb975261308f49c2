use crate::pipeline::Picture;
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbImage;
use image::imageops::{FilterType, resize};
use std::borrow::Cow;

/// Wider pictures are shrunk before they are shown: the window is no wider, and a texture has a largest size.
const WIDEST_PX: u32 = 1920;

/// The latest frame as a texture, made anew only when the frame changes.
#[derive(Default)]
pub(super) struct PictureTexture {
    shown: Option<Picture>,
    handle: Option<TextureHandle>,
}

impl PictureTexture {
    /// The texture of this picture.
    pub fn of(&mut self, ctx: &Context, picture: &Picture) -> Option<&TextureHandle> {
        if self.shown.as_ref() != Some(picture) {
            let image = shrunk(&picture.image);
            let size = [image.width() as usize, image.height() as usize];
            let pixels = ColorImage::from_rgb(size, image.as_raw());
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
    if width <= WIDEST_PX {
        return Cow::Borrowed(image);
    }
    let low = (u64::from(height) * u64::from(WIDEST_PX) / u64::from(width)).max(1);
    Cow::Owned(resize(image, WIDEST_PX, low as u32, FilterType::Nearest))
}
