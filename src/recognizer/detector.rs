use super::blocks::{BLOCK, RGB, append};
use super::decode::{CHANNELS, Detection, Maps, STRIDE, Suppression, index_outline, outline, peaks};
use super::model::{Contract, Model, ModelFolder, Port};
use super::sighting::{Seen, Sighting};
use super::{RecognizerError, pixels};
use crate::geometry::Point;
use image::RgbImage;
use opencv::prelude::*;
use ort::value::TensorElementType;
use serde::Deserialize;

/// The network halves its maps this often, so the sides must divide by it.
const SIDE_STEP: u32 = 32;

static CONTRACT: Contract = Contract {
    model: "detector",
    input: Port { name: "image", dims: &[1, -1, -1, BLOCK as i64] },
    takes: TensorElementType::Uint8,
    outputs: &[
        Port { name: "heat", dims: &[1, -1, -1] },
        Port { name: "geometry", dims: &[1, CHANNELS as i64, -1, -1] },
        Port { name: "index_heat", dims: &[1, -1, -1] },
        Port { name: "index_geometry", dims: &[1, CHANNELS as i64, -1, -1] },
    ],
};

/// How the detector's maps are read, from its manifest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DetectorSettings {
    /// Heat below this is no card, 0..=1. Larger finds fewer cards and fewer phantoms.
    pub heat: f32,
    /// The same of a card that is believed only where its print is seen.
    #[serde(default = "faint")]
    pub faint_heat: f32,
    /// The same of an index's heat.
    pub index_heat: f32,
    /// When two outlines are one card.
    #[serde(flatten)]
    pub suppression: Suppression,
    /// Smallest card height that the detector is good at, in pixels of its input.
    #[serde(default = "smallest")]
    pub smallest_card_px: f64,
    /// Largest card height that the detector is good at, in pixels of its input.
    #[serde(default = "largest")]
    pub largest_card_px: f64,
}

fn faint() -> f32 {
    0.1
}

fn smallest() -> f64 {
    28.0
}

fn largest() -> f64 {
    300.0
}

/// Which way up a picture is shown to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ways {
    /// As it is.
    One,
    /// Turned by half a turn too, which takes twice as long: the network does not see the same in both.
    Both,
}

/// Finds the outlines of cards.
pub struct Detector {
    model: Model,
    settings: DetectorSettings,
    blocks: Vec<u8>,
}

impl Detector {
    /// Most cards that one look at a picture can give.
    const MOST: usize = 300;

    /// Opens `detector.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (model, settings) = Model::open(folder, &CONTRACT)?;
        Ok(Self { model, settings, blocks: Vec::new() })
    }

    /// How the maps are read.
    pub const fn settings(&self) -> &DetectorSettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.model.sha256()
    }

    /// Looks at the picture once, scaled so that its longer side has about `longer_side_px` pixels.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn detect(&mut self, picture: &RgbImage, longer_side_px: u32) -> Result<Sighting, RecognizerError> {
        self.look(picture, longer_side_px, Ways::One)
    }

    /// Looks several times, once for each of the `longer_sides_px` (smallest first), so that close-ups and small cards are both found. Each look
    /// answers for the cards whose size the detector is good at.
    ///
    /// # Errors
    /// As [`Self::detect`].
    pub fn detect_at(&mut self, picture: &RgbImage, longer_sides_px: &[u32], ways: Ways) -> Result<Sighting, RecognizerError> {
        let longer = f64::from(picture.width().max(picture.height()));
        let (mut outlines, mut indices) = (Vec::new(), Vec::new());
        for (look, &side) in longer_sides_px.iter().enumerate() {
            let seen_px = |d: &Detection| d.height_px() * f64::from(side) / longer;
            let (first, last) = (look == 0, look + 1 == longer_sides_px.len());
            let mut found = self.look(picture, side, ways)?;
            found.retain(|d| {
                (last || seen_px(d) >= self.settings.smallest_card_px) && (first || seen_px(d) <= self.settings.largest_card_px)
            });
            outlines.extend(found.cards);
            outlines.extend(found.faint);
            indices.extend(found.indices);
        }
        Ok(Sighting::divided(outlines, indices, &self.settings))
    }

    fn look(&mut self, picture: &RgbImage, longer_side_px: u32, ways: Ways) -> Result<Sighting, RecognizerError> {
        let (width, height) = picture.dimensions();
        if width == 0 || height == 0 {
            return Err(RecognizerError::EmptyPicture);
        }
        let scale = f64::from(longer_side_px) / f64::from(width.max(height));
        let fit = |side: u32| ((f64::from(side) * scale / f64::from(SIDE_STEP)).round() as u32).max(1) * SIDE_STEP;
        let (w, h) = (fit(width), fit(height));
        let small = pixels::resized(&pixels::view(picture)?, width, w, h)?;
        self.blocks.clear();
        append(small.data_bytes()?, w as usize, &mut self.blocks);
        let mut seen = self.seen(w, h)?;
        let size = Point::new(f64::from(w), f64::from(h));
        if ways == Ways::Both {
            self.blocks.as_chunks_mut::<RGB>().0.reverse();
            seen = seen.and(self.seen(w, h)?.half_turned(size));
        }
        seen.indices.retain(|index| index.score > self.settings.index_heat);
        let found = Sighting::divided(seen.outlines, seen.indices, &self.settings);
        Ok(found.scaled(f64::from(width) / size.x, f64::from(height) / size.y))
    }

    /// What the network sees in the blocks, `w` by `h` pixels large.
    fn seen(&mut self, w: u32, h: u32) -> Result<Seen, RecognizerError> {
        let (columns, rows) = (w as usize / STRIDE, h as usize / STRIDE);
        let settings = &self.settings;
        self.model.run([1, h as usize / 2, w as usize / 2, BLOCK], &self.blocks, |outputs| {
            let maps = |heat, geometry| -> Result<_, RecognizerError> {
                let heat = outputs.values(heat, &[1, rows, columns])?;
                Ok(Maps { columns, rows, heat, geometry: outputs.values(geometry, &[1, CHANNELS, rows, columns])? })
            };
            let outlines = peaks(&maps("heat", "geometry")?, outline, settings.faint_heat.min(settings.heat), Self::MOST);
            let indices = peaks(&maps("index_heat", "index_geometry")?, index_outline, settings.index_heat, Self::MOST);
            Ok(Seen { outlines, indices })
        })
    }
}
