use super::decode::{CHANNELS, Detection, Maps, STRIDE, Suppression, index_outline, outline, peaks, suppressed};
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

/// What one or several looks at a picture found, in its own pixels, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sighting {
    /// Outlines told by what shows of a card; of several that are one card the best.
    pub cards: Vec<Detection>,
    /// The same of what is too faint to be a card, unless something else than its heat tells that it is one. None of these is one of `cards`.
    pub faint: Vec<Detection>,
    /// Outlines told by an index, from the corner beside it. A card may have several.
    pub indices: Vec<Detection>,
}

impl Sighting {
    fn scaled(&self, sx: f64, sy: f64) -> Self {
        let scaled = |found: &[Detection]| found.iter().map(|d| d.scaled(sx, sy)).collect();
        Self { cards: scaled(&self.cards), faint: scaled(&self.faint), indices: scaled(&self.indices) }
    }

    fn retain(&mut self, keep: impl Fn(&Detection) -> bool) {
        self.cards.retain(&keep);
        self.faint.retain(&keep);
        self.indices.retain(&keep);
    }

    /// Of these outlines those that are one card each, best first, as cards and what is too faint for one.
    fn divided(outlines: Vec<Detection>, settings: &DetectorSettings) -> (Vec<Detection>, Vec<Detection>) {
        suppressed(outlines, &settings.suppression).into_iter().partition(|d| d.score > settings.heat)
    }
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

    /// Looks at the picture once, scaled so that its longer side has about `longer_side_px` pixels.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn detect(&mut self, picture: &RgbImage, longer_side_px: u32) -> Result<Sighting, RecognizerError> {
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
        let settings = &self.settings;
        let found = self.model.run([1, 3, h as usize, w as usize], &self.planes, |outputs| {
            let maps = |heat, geometry| -> Result<_, RecognizerError> {
                let heat = outputs.values(heat, &[1, rows, columns])?;
                Ok(Maps { columns, rows, heat, geometry: outputs.values(geometry, &[1, CHANNELS, rows, columns])? })
            };
            let outlines = peaks(&maps("heat", "geometry")?, outline, settings.faint_heat.min(settings.heat), Self::MOST);
            let (cards, faint) = Sighting::divided(outlines, settings);
            let indices = peaks(&maps("index_heat", "index_geometry")?, index_outline, settings.index_heat, Self::MOST);
            Ok(Sighting { cards, faint, indices })
        })?;
        Ok(found.scaled(f64::from(width) / f64::from(w), f64::from(height) / f64::from(h)))
    }

    /// Looks several times, once for each of the `longer_sides_px` (smallest first), so that close-ups and small cards are both found. Each look
    /// answers for the cards whose size the detector is good at.
    ///
    /// # Errors
    /// As [`Self::detect`].
    pub fn detect_at(&mut self, picture: &RgbImage, longer_sides_px: &[u32]) -> Result<Sighting, RecognizerError> {
        let longer = f64::from(picture.width().max(picture.height()));
        let (mut all, mut outlines) = (Sighting::default(), Vec::new());
        for (look, &side) in longer_sides_px.iter().enumerate() {
            let seen_px = |d: &Detection| d.height_px() * f64::from(side) / longer;
            let (first, last) = (look == 0, look + 1 == longer_sides_px.len());
            let mut found = self.detect(picture, side)?;
            found.retain(|d| {
                (last || seen_px(d) >= self.settings.smallest_card_px) && (first || seen_px(d) <= self.settings.largest_card_px)
            });
            outlines.extend(found.cards);
            outlines.extend(found.faint);
            all.indices.extend(found.indices);
        }
        (all.cards, all.faint) = Sighting::divided(outlines, &self.settings);
        all.indices.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};

    #[test]
    fn what_is_faint_is_told_apart_and_is_no_card_that_was_seen() {
        let at = |x: f64, score| {
            let quad = Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0);
            Detection { quad, peak: quad.centre(), score }
        };
        let json = r#"{ "heat": 0.2, "index_heat": 0.2, "nms_iou": 0.45 }"#;
        let settings: DetectorSettings = serde_json::from_str(json).unwrap();
        assert!(settings.faint_heat < settings.heat);
        let (card, beside, faint) = (at(100.0, 0.6), at(110.0, 0.15), at(300.0, 0.15));
        assert_eq!(Sighting::divided(vec![beside, faint, card], &settings), (vec![card], vec![faint]));
    }
}
