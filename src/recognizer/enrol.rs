//! Faces from the pictures that people have of their cards: cut to the card, or a photograph of one card on a table.

use super::rectify::cut;
use super::{Detector, Gallery, GalleryError, Identifier, RecognizerError, Ways, edges};
use crate::cards::DeckId;
use image::RgbImage;
use std::path::{Path, PathBuf};

/// Looks that find a card that fills much of its photograph, and one that fills little.
const LOOKS_PX: [u32; 2] = [256, 512];
/// Pictures of these proportions, width by height, may be cut to the card.
const CARD_SHAPED: std::ops::RangeInclusive<f64> = 0.54..=0.8;
/// Proportions of upright photographs among these, and how exactly they are kept.
const CAMERA_SHAPED: [f64; 3] = [3.0 / 4.0, 2.0 / 3.0, 9.0 / 16.0];
const EXACT: f64 = 0.004;
/// An outline of more than this part of a picture of such proportions is the rim of a face that happens to have them.
const MOST_OF_PICTURE: f64 = 0.7;
/// How surely the card of a photograph must be detected.
const LEAST: f32 = 0.5;
/// How often its outline is laid on its corners.
const ALIGNMENTS: usize = 3;
/// Height of a face that was cut out, in pixels: more than the identifier sees.
const FACE_PX: u32 = 480;

impl Gallery {
    /// Enrols a folder of pictures, PNG, JPEG or WebP, one a card, each named after its card within `deck`: `mark.png`; blanks and
    /// underscores in names count as hyphens. A picture is the face, upright and cut to its edges, or a photograph of that one card on a table.
    ///
    /// # Errors
    /// When the folder or a picture cannot be read, holds no card, two files or none name a card, a name is none, or a model fails.
    pub fn enrol_folder(detector: &mut Detector, identifier: &mut Identifier, deck: &DeckId, folder: &Path) -> Result<Self, GalleryError> {
        let unreadable = |source| GalleryError::Folder { source, path: folder.into() };
        let paths = std::fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|e| e.path()));
        let mut paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(unreadable)?;
        paths.retain(|path| {
            path.extension().is_some_and(|e| ["png", "jpg", "jpeg", "webp"].iter().any(|known| e.eq_ignore_ascii_case(known)))
        });
        paths.sort();
        let mut gallery = Self::empty(identifier);
        for path in paths {
            let wrong = |reason: String| GalleryError::Picture { reason, path: path.clone() };
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().replace(['_', ' '], "-");
            let card = deck.card(&name).map_err(|e| wrong(e.to_string()))?;
            if gallery.holds(&card) {
                return Err(wrong(format!("another picture is of {card} too")));
            }
            let picture = crate::source::photo(&path).map_err(|e| wrong(e.to_string()))?;
            let face = face_of(&picture, detector, identifier).map_err(|source| GalleryError::Face { card: card.clone(), source })?;
            let face = face.ok_or_else(|| wrong("no card is seen: lay it alone on a plain table, or cut the picture to it".into()))?;
            gallery.add(identifier, card, &face)?;
        }
        if gallery.is_empty() {
            return Err(GalleryError::Picture { reason: "there is no picture of a card".into(), path: folder.into() });
        }
        Ok(gallery)
    }
}

/// The face that a picture shows, edge to edge: the picture itself, or what lies inside the outline of its card; `None` without a card.
fn face_of(picture: &RgbImage, detector: &mut Detector, identifier: &mut Identifier) -> Result<Option<RgbImage>, RecognizerError> {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let shape = width / height;
    let is_photo = !CARD_SHAPED.contains(&shape) || CAMERA_SHAPED.iter().any(|camera| (shape - camera).abs() < EXACT);
    let found = if is_photo { detector.detect_at(picture, &LOOKS_PX, Ways::One)?.cards } else { Vec::new() };
    let largest = found.into_iter().filter(|d| d.score > LEAST).max_by(|a, b| a.quad.area().total_cmp(&b.quad.area()));
    if CARD_SHAPED.contains(&shape) && largest.is_none_or(|d| d.quad.area() > MOST_OF_PICTURE * width * height) {
        return Ok(Some(picture.clone()));
    }
    let Some(largest) = largest else { return Ok(None) };
    let mut quad = largest.quad.upright();
    for _ in 0..ALIGNMENTS {
        let Some(crop) = super::rectify(picture, &quad)? else { return Ok(None) };
        let Some(reading) = identifier.read(&[crop])?.pop() else { return Ok(None) };
        quad = reading.refined(&quad);
    }
    let quad = edges::snapped(picture, &quad);
    let wide = (quad.width() / quad.height() * f64::from(FACE_PX)) as u32;
    Ok(cut(picture, &quad, (wide.max(1), FACE_PX))?)
}
