use crate::pipeline::ClaimView;
use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use std::collections::BTreeMap;

/// The frames about a claim as textures, made once each; those of another claim are dropped.
#[derive(Default)]
pub(super) struct Strip {
    of: Option<String>,
    textures: BTreeMap<u64, TextureHandle>,
}

impl Strip {
    /// The texture of a claim's frame by its place; `None` for one without pixels.
    pub fn of(&mut self, ctx: &Context, claim: &ClaimView, place: usize) -> Option<TextureId> {
        let key = format!("{} {:?}", claim.card, claim.contacts.first().map(|contact| contact.entry));
        if self.of.as_ref() != Some(&key) {
            self.textures.clear();
            self.of = Some(key);
        }
        let frame = claim.frames.get(place)?;
        if let Some(texture) = self.textures.get(&frame.frame) {
            return Some(texture.id());
        }
        let size = [frame.image.width() as usize, frame.image.height() as usize];
        let pixels = frame.image.as_raw().get(..size[0] * size[1] * 3).filter(|pixels| !pixels.is_empty())?;
        let texture = ctx.load_texture("claim frame", ColorImage::from_rgb(size, pixels), TextureOptions::LINEAR);
        let id = texture.id();
        self.textures.insert(frame.frame, texture);
        Some(id)
    }
}
