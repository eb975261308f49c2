//! Which of the enrolled faces a card is, pixel by pixel: the embedding says which it may be, the print itself decides.

use super::align::{Aligned, Portrait, View, once};
use super::gallery::{EnrolledFace, Look};
use super::portrait::Detail;
use super::{Gallery, Match, RecognizerError};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use std::cell::OnceCell;
use std::cmp::Reverse;

/// How far behind the best likeness of the embeddings that of a face may be which is tried.
const BEHIND: f32 = 0.35;
/// Likeness of the pixels from which only look-alikes are still asked.
const SURE: f32 = 0.8;
/// Likeness of the pixels from which the outline was good enough.
const ALIKE: f32 = 0.7;
/// Likeness of the pixels below which a face is none of them.
const UNLIKE: f32 = 0.55;
/// Faces that are this alike by their embeddings are look-alikes.
const LOOK_ALIKE: f32 = 0.55;
const MOST_LOOK_ALIKES: usize = 8;
/// Likeness at which a face is as likely as none, and how soon it gets likelier.
const LIKELY: (f32, f32) = (0.66, 0.02);
/// The same of the lead over the nearest look-alike.
const LEADS: (f32, f32) = (0.45, 0.08);

/// How much is done to find the face that fits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Care {
    /// Least likeness of the embeddings.
    similarity: f32,
    /// Ways to lay a face on a card, each where the one before did not do, and how many faces are tried so, the most alike by their
    /// embeddings first.
    ways: &'static [(Way, usize)],
    /// How many faces are tried that the embedding does not think of, those of which most features are seen.
    featured: usize,
}

type Way = fn(&View, &Portrait) -> Result<Option<Aligned>, RecognizerError>;

impl Care {
    /// For a picture that is looked at once.
    pub(super) const STILL: Self = Self { similarity: 0.35, ways: &[(View::align_well, 5), (View::align_by_features, 3)], featured: 3 };
    /// For one frame of a film: the outline is good soon.
    pub(super) const FRAME: Self = Self { similarity: 0.55, ways: &[(View::align, 2)], featured: 0 };

    /// For what looks like a back: the embedding thinks of its print, or it is none of these.
    pub(super) const fn of_a_back(self) -> Self {
        Self { featured: 0, ..self }
    }
}

/// A face laid on a card.
pub(super) struct Compared<'g> {
    /// Which face.
    pub(super) face: &'g EnrolledFace,
    /// Where it lies, from its own top left.
    pub(super) quad: Quad<Image>,
    /// How likely it is this face and no other, enrolled or not.
    pub(super) confidence: f32,
}

/// The face that fits best so far.
#[derive(Default)]
struct Best<'g>(Option<(&'g EnrolledFace, Aligned)>);

impl<'g> Best<'g> {
    fn offer(&mut self, face: &'g EnrolledFace, aligned: Option<Aligned>) {
        if let Some(aligned) = aligned.filter(|aligned| aligned.likeness > self.likeness()) {
            self.0 = Some((face, aligned));
        }
    }

    fn likeness(&self) -> f32 {
        self.0.as_ref().map_or(f32::MIN, |(_, aligned)| aligned.likeness)
    }
}

impl Gallery {
    /// The enrolled face that the pixels inside an outline show best, of those like what was read there; `None` where none of them fits. Faces
    /// under copies of themselves are not compared.
    ///
    /// # Errors
    /// When OpenCV refuses.
    pub(super) fn compared<'g>(
        &'g self,
        picture: &RgbImage,
        quad: &Quad<Image>,
        matches: &[Match<'g>],
        care: Care,
    ) -> Result<Option<Compared<'g>>, RecognizerError> {
        let least = matches.first().map_or(care.similarity, |best| (best.similarity - BEHIND).max(care.similarity));
        let likely: Vec<_> = matches.iter().filter(|m| m.similarity >= least).collect();
        if likely.first().is_none_or(|best| best.fanned) {
            return Ok(None);
        }
        // Seen as it lies, and turned by half a turn.
        let (upright, turned) = (OnceCell::new(), OnceCell::new());
        let seen = |half_turned: bool| {
            let (view, outline) = if half_turned { (&turned, quad.half_turned()) } else { (&upright, *quad) };
            once(view, || View::of(picture, &outline))
        };
        let mut best = Best::default();
        for (way, tried) in care.ways {
            for candidate in likely.iter().take(*tried) {
                let Look::Whole(portrait) = &candidate.face.look else { continue };
                let Some(view) = seen(candidate.half_turned)? else { continue };
                best.offer(candidate.face, way(view, portrait)?);
                if best.likeness() >= SURE {
                    break;
                }
            }
            if best.likeness() >= ALIKE {
                break;
            }
        }
        if care.featured > 0
            && best.likeness() < ALIKE
            && let (Some(upright), Some(turned)) = (seen(false)?, seen(true)?)
        {
            self.offer_featured(&mut best, [upright, turned], care.featured)?;
        }
        let Some((face, aligned)) = best.0.filter(|(_, aligned)| aligned.likeness >= UNLIKE) else { return Ok(None) };
        let (face, lead) = self.ahead(face, &aligned)?;
        let confidence = likely_from(aligned.likeness, LIKELY) * lead.map_or(1.0, |lead| likely_from(lead, LEADS));
        tracing::debug!("{} at {:?}: likeness {}, lead {lead:?}", face.card, aligned.quad.centre(), aligned.likeness);
        Ok(Some(Compared { face, quad: aligned.quad, confidence }))
    }

    /// Lays the faces of which most features are seen on them, either way up.
    fn offer_featured<'g>(&'g self, best: &mut Best<'g>, views: [&View; 2], most: usize) -> Result<(), RecognizerError> {
        let [upright, _] = views;
        let mut seen = Vec::new();
        for face in self.faces() {
            if let Look::Whole(portrait) = &face.look {
                seen.push((upright.features_of(portrait)?, face, portrait));
            }
        }
        seen.sort_by_key(|(features, ..)| Reverse(*features));
        for (_, face, portrait) in seen.into_iter().take(most) {
            for view in views {
                best.offer(face, view.align_by_features(portrait)?);
            }
        }
        Ok(())
    }

    /// Of a face and its look-alikes the one that is seen, and by how much it is ahead of the next: 1 when it is seen exactly, 0 when both are
    /// as likely; `None` without look-alikes.
    fn ahead<'g>(&'g self, face: &'g EnrolledFace, aligned: &Aligned) -> Result<(&'g EnrolledFace, Option<f32>), RecognizerError> {
        let others = self.faces().iter().filter(|other| other.card != face.card);
        let mut alike: Vec<_> = others.map(|other| (face.similarity(other), other)).filter(|(alike, _)| *alike >= LOOK_ALIKE).collect();
        alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut prints = Vec::new();
        for face in std::iter::once(face).chain(alike.into_iter().take(MOST_LOOK_ALIKES).map(|(_, face)| face)) {
            prints.extend(detail(face, aligned)?.map(|print| (face, print)));
        }
        let nearer = |one: &Detail, other: &Detail| aligned.seen.between(one, other).unwrap_or(0.0);
        let Some((first, rest)) = prints.split_first() else { return Ok((face, None)) };
        let (ahead, print) = rest.iter().fold(first, |best, other| if nearer(&best.1, &other.1) < 0.0 { other } else { best });
        let leads = prints.iter().filter(|(other, _)| other.card != ahead.card).map(|(_, other)| nearer(print, other));
        Ok((*ahead, leads.min_by(f32::total_cmp)))
    }
}

/// A face's detail, as blurred as the card is seen.
fn detail(face: &EnrolledFace, aligned: &Aligned) -> Result<Option<Detail>, RecognizerError> {
    match &face.look {
        Look::Whole(portrait) => Ok(Some(portrait.detail(aligned.blur_px)?)),
        Look::Fanned => Ok(None),
    }
}

fn likely_from(value: f32, (half, scale): (f32, f32)) -> f32 {
    1.0 / (1.0 + ((half - value) / scale).exp())
}
