//! Printed faces as the identifier sees them, to name cards of any deck by likeness.

use super::align::Portrait;
use super::identifier::EMBEDDING;
use super::rectify::rectify;
use super::{Identifier, Reading, RecognizerError};
use crate::cards::CardId;
use crate::geometry::{Image, Point, Quad};
use image::{Rgb, RgbImage};
use std::path::PathBuf;
use thiserror::Error;

/// Why a gallery cannot be used.
#[derive(Debug, Error)]
pub enum GalleryError {
    /// The folder of the pictures cannot be read.
    #[error("the pictures of the cards cannot be read: {source} ({})", .path.display())]
    Folder {
        /// What the system said.
        source: std::io::Error,
        /// Where.
        path: PathBuf,
    },
    /// Made with another identifier; its vectors mean nothing to this one.
    #[error("the gallery was made with another identifier ({made_with}, not {expected}): enrol the faces again")]
    Stale {
        /// SHA-256 of the identifier that it was made with.
        made_with: String,
        /// SHA-256 of the identifier in use.
        expected: String,
    },
    /// A face cannot be looked at.
    #[error("the face of {card} cannot be enrolled: {source}")]
    Face {
        /// Which card.
        card: CardId,
        /// Why.
        source: RecognizerError,
    },
    /// The file of a face is no picture, or shows no card, or its name is none.
    #[error("a face cannot be enrolled: {reason} ({})", .path.display())]
    Picture {
        /// Why.
        reason: String,
        /// Where.
        path: PathBuf,
    },
}

/// How alike a card and one design are.
#[derive(Debug, Clone, Copy)]
pub struct Match<'g> {
    /// The design.
    pub card: &'g CardId,
    /// Cosine of the angle between the embeddings, -1..=1.
    pub similarity: f32,
    /// Whether the card matches when it is turned by half a turn.
    pub half_turned: bool,
    /// Whether it matches as it looks under another copy.
    pub fanned: bool,
    /// Which of the enrolled faces it is.
    pub(super) face: &'g EnrolledFace,
}

/// The enrolled faces of one or more decks, each seen in one or more ways.
#[derive(Debug, Clone)]
pub struct Gallery {
    /// SHA-256 of the identifier that made the embeddings.
    identifier: String,
    faces: Vec<EnrolledFace>,
}

#[derive(Debug, Clone)]
pub(super) struct EnrolledFace {
    pub(super) card: CardId,
    pub(super) look: Look,
    embedding: Vec<f32>,
}

impl EnrolledFace {
    const fn is_fanned(&self) -> bool {
        matches!(self.look, Look::Fanned)
    }

    /// How alike two printed faces are, -1..=1.
    pub(super) fn similarity(&self, other: &Self) -> f32 {
        dot(&self.embedding, &other.embedding)
    }
}

/// How an enrolled face is seen.
#[derive(Debug, Clone)]
pub(super) enum Look {
    /// All of it.
    Whole(Portrait),
    /// Under another copy.
    Fanned,
}

impl Gallery {
    /// A gallery without faces, bound to this identifier.
    pub fn empty(identifier: &Identifier) -> Self {
        Self { identifier: identifier.sha256().into(), faces: Vec::new() }
    }

    /// Enrols printed faces: each picture shows one face edge to edge, upright. A card may come several times, in
    /// different prints.
    ///
    /// # Errors
    /// When a face has no pixel or the identifier fails.
    pub fn enrol(identifier: &mut Identifier, faces: impl IntoIterator<Item = (CardId, RgbImage)>) -> Result<Self, GalleryError> {
        let mut gallery = Self::empty(identifier);
        for (card, face) in faces {
            gallery.add(identifier, card, &face)?;
        }
        Ok(gallery)
    }

    /// Enrols one more printed face, shown edge to edge, upright.
    ///
    /// # Errors
    /// When the face has no pixel or the identifier fails.
    pub fn add(&mut self, identifier: &mut Identifier, card: CardId, face: &RgbImage) -> Result<(), GalleryError> {
        self.add_staged(identifier, card, face, None)
    }

    /// Enrols a printed face as it looks in a fanned stack of copies: another copy covers all of it but the upper `shown` part, 0..1
    /// of its height.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn add_fanned(&mut self, identifier: &mut Identifier, card: CardId, face: &RgbImage, shown: f64) -> Result<(), GalleryError> {
        self.add_staged(identifier, card, face, Some(shown))
    }

    fn add_staged(&mut self, identifier: &mut Identifier, card: CardId, face: &RgbImage, shown: Option<f64>) -> Result<(), GalleryError> {
        let failed = |source| GalleryError::Face { card: card.clone(), source };
        let crops = staged(face, shown).map_err(failed)?;
        let readings = identifier.read(&crops).map_err(failed)?;
        let embedding = mean_direction(readings.iter().map(|r| &r.embeddings[0]));
        let look = match shown {
            Some(_) => Look::Fanned,
            None => Look::Whole(Portrait::of(face)),
        };
        self.faces.push(EnrolledFace { card, look, embedding });
        Ok(())
    }

    /// Takes in the faces of another gallery of the same identifier.
    ///
    /// # Errors
    /// When it was made with another identifier.
    pub fn extend(&mut self, other: Self) -> Result<(), GalleryError> {
        if other.identifier != self.identifier {
            return Err(GalleryError::Stale { made_with: other.identifier, expected: self.identifier.clone() });
        }
        self.faces.extend(other.faces);
        Ok(())
    }

    /// Whether a face of this design is enrolled.
    pub(super) fn holds(&self, card: &CardId) -> bool {
        self.faces.iter().any(|face| face.card == *card)
    }

    /// The enrolled faces.
    pub(super) fn faces(&self) -> &[EnrolledFace] {
        &self.faces
    }

    /// Whether no face is enrolled.
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Whether a design may lie in fanned stacks of copies.
    pub fn is_fanned(&self, card: &CardId) -> bool {
        self.faces.iter().any(|face| face.card == *card && face.is_fanned())
    }

    /// Every design by its likeness to what was read, the most alike first; each design once, in its best print and turn.
    pub fn matches(&self, reading: &Reading) -> Vec<Match<'_>> {
        let mut best: Vec<Match<'_>> = Vec::new();
        for face in &self.faces {
            let [upright, turned] = [0, 1].map(|turn: usize| dot(&face.embedding, reading.embeddings.get(turn).map_or(&[], Vec::as_slice)));
            let found =
                Match { card: &face.card, similarity: upright.max(turned), half_turned: turned > upright, fanned: face.is_fanned(), face };
            match best.iter_mut().find(|m| m.card == found.card) {
                Some(known) if known.similarity < found.similarity => *known = found,
                Some(_) => {}
                None => best.push(found),
            }
        }
        best.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        best
    }
}

/// The face as it would lie on a dark, a middling and a pale table, a copy of it covering all but the part that is `shown`.
fn staged(face: &RgbImage, shown: Option<f64>) -> Result<Vec<RgbImage>, RecognizerError> {
    let (w, h) = face.dimensions();
    if w == 0 || h == 0 {
        return Err(RecognizerError::EmptyPicture);
    }
    let (mx, my) = (w / 8 + 1, h / 8 + 1);
    let corner = |x: u32, y: u32| Point::<Image>::new(f64::from(mx + x), f64::from(my + y));
    let quad = Quad::new([corner(0, 0), corner(w, 0), corner(w, h), corner(0, h)]);
    let mut crops = Vec::new();
    for grey in [40, 120, 200] {
        let mut scene = RgbImage::from_pixel(w + 2 * mx, h + 2 * my, Rgb([grey; 3]));
        image::imageops::replace(&mut scene, face, i64::from(mx), i64::from(my));
        if let Some(shown) = shown {
            let below = f64::from(my) + shown.clamp(0.0, 1.0) * f64::from(h);
            image::imageops::replace(&mut scene, face, i64::from(mx), below.round() as i64);
        }
        crops.extend(rectify(&scene, &quad)?);
    }
    Ok(crops)
}

fn mean_direction<'e>(embeddings: impl Iterator<Item = &'e Vec<f32>>) -> Vec<f32> {
    let mut sum = vec![0.0_f32; EMBEDDING];
    for embedding in embeddings {
        sum.iter_mut().zip(embedding).for_each(|(s, e)| *s += e);
    }
    let length = dot(&sum, &sum).sqrt().max(f32::MIN_POSITIVE);
    sum.iter_mut().for_each(|s| *s /= length);
    sum
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gallery(faces: &[(&str, usize)]) -> Gallery {
        let faces = faces.iter().map(|(card, axis)| {
            let embedding = (0..EMBEDDING).map(|i| if i == *axis { 1.0 } else { 0.0 }).collect();
            EnrolledFace { card: card.parse().unwrap(), look: Look::Fanned, embedding }
        });
        Gallery { identifier: "abc".into(), faces: faces.collect() }
    }

    #[test]
    fn each_design_is_matched_once_in_its_best_print_and_turn() {
        let gallery = gallery(&[("d/a", 0), ("d/a", 1), ("d/b", 2)]);
        let mut reading = crate::recognizer::identity::tests::reading();
        reading.embeddings[0][2] = 0.3;
        reading.embeddings[1][1] = 0.9;
        let matches = gallery.matches(&reading);
        assert_eq!(matches.len(), 2);
        assert_eq!((matches[0].card.as_str(), matches[0].half_turned), ("d/a", true));
        assert!((matches[0].similarity - 0.9).abs() < 1e-6 && (matches[1].similarity - 0.3).abs() < 1e-6);
    }
}
