use super::decode::{CHANNELS, Detection, Maps, STRIDE, Suppression, peaks, suppressed};
use super::model::{Contract, Model, ModelFolder, Port};
use super::{RecognizerError, pixels};
use image::RgbImage;
use opencv::prelude::*;
use serde::Deserialize;

/// The network halves its maps this often, so the sides must divide by it.
const SIDE_STEP: u32 = 32;

static CONTRACT: Contract = Contract {
    model: "detector",
    input: Port { name: "image", dims: &[1, 3, -1, -1] },
    outputs: &[Port { name: "heat", dims: &[1, -1, -1] }, Port { name: "geometry", dims: &[1, CHANNELS as i64, -1, -1] }],
};

/// How the detector's maps are read, from its manifest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DetectorSettings {
    /// Heat below this is no card, 0..=1. Larger finds fewer cards and fewer phantoms.
    pub heat: f32,
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

fn smallest() -> f64 {
    28.0
}

fn largest() -> f64 {
    300.0
}

/// Finds the outlines of cards.
pub struct Detector {
    model: Model,
    settings: DetectorSettings,
    planes: Vec<f32>,
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
        Ok(Self { model, settings, planes: Vec::new() })
    }

    /// How the maps are read.
    pub const fn settings(&self) -> &DetectorSettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.model.sha256()
    }

    /// Looks at the picture once, scaled so that its longer side has about `longer_side_px` pixels. The outlines are in the picture's
    /// own pixels, best first.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn detect(&mut self, picture: &RgbImage, longer_side_px: u32) -> Result<Vec<Detection>, RecognizerError> {
        let (width, height) = picture.dimensions();
        if width == 0 || height == 0 {
            return Err(RecognizerError::EmptyPicture);
        }
        let scale = f64::from(longer_side_px) / f64::from(width.max(height));
        let fit = |side: u32| ((f64::from(side) * scale / f64::from(SIDE_STEP)).round() as u32).max(1) * SIDE_STEP;
        let (w, h) = (fit(width), fit(height));
        let small = pixels::resized(&pixels::view(picture)?, width, w, h)?;
        self.planes.clear();
        pixels::append_planes(small.data_bytes()?, &mut self.planes);

        let (columns, rows) = (w as usize / STRIDE, h as usize / STRIDE);
        let (threshold, suppression) = (self.settings.heat, self.settings.suppression);
        let found = self.model.run([1, 3, h as usize, w as usize], &self.planes, |outputs| {
            let heat = outputs.values("heat", &[1, rows, columns])?;
            let geometry = outputs.values("geometry", &[1, CHANNELS, rows, columns])?;
            Ok(peaks(&Maps { columns, rows, heat, geometry }, threshold, Self::MOST))
        })?;
        let (sx, sy) = (f64::from(width) / f64::from(w), f64::from(height) / f64::from(h));
        Ok(suppressed(found, &suppression).iter().map(|d| d.scaled(sx, sy)).collect())
    }

    /// Looks several times, once for each of the `longer_sides_px` (smallest first), so that close-ups and small cards are both found. Each look
    /// answers for the cards whose size the detector is good at.
    ///
    /// # Errors
    /// As [`Self::detect`].
    pub fn detect_at(&mut self, picture: &RgbImage, longer_sides_px: &[u32]) -> Result<Vec<Detection>, RecognizerError> {
        let longer = f64::from(picture.width().max(picture.height()));
        let mut all = Vec::new();
        for (look, &side) in longer_sides_px.iter().enumerate() {
            let seen_px = |d: &Detection| d.height_px() * f64::from(side) / longer;
            let (first, last) = (look == 0, look + 1 == longer_sides_px.len());
            let found = self.detect(picture, side)?;
            all.extend(found.into_iter().filter(|d| {
                (last || seen_px(d) >= self.settings.smallest_card_px) && (first || seen_px(d) <= self.settings.largest_card_px)
            }));
        }
        Ok(suppressed(all, &self.settings.suppression))
    }
}
