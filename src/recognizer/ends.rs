//! The indices at both ends of a card, as far as they need to be read.

use super::identifier::Glimpse;
use super::{IndexReader, IndexReading, Recognizer, RecognizerError};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use std::slice;

/// What the ends of a card say.
pub(super) enum Ends {
    /// Its outline has no area.
    Neither,
    /// The first one leaves no doubt.
    First(IndexReading),
    /// Both were read.
    Both([IndexReading; 2]),
}

impl Ends {
    /// Those that were read.
    pub(super) const fn read(&self) -> &[IndexReading] {
        match self {
            Self::Neither => &[],
            Self::First(first) => slice::from_ref(first),
            Self::Both(both) => both,
        }
    }

    /// Whether a look at the card the other way up would tell no more than these and this glimpse.
    pub(super) fn are_plainly(&self, glimpse: &Glimpse) -> bool {
        match self {
            Self::Neither => false,
            Self::First(_) => true,
            Self::Both(both) => glimpse.is_plain(both),
        }
    }
}

impl Recognizer {
    /// Reads the first end of cards that were glimpsed, and the other one where that leaves any doubt, or something may lie on it: where `alone` does not
    /// say that nothing else was found there.
    pub(super) fn read_ends(
        &mut self,
        picture: &RgbImage,
        glimpses: &[Glimpse],
        outlines: &[Quad<Image>],
        alone: &[bool],
    ) -> Result<Vec<Ends>, RecognizerError> {
        let first = self.indices.read_first(picture, outlines, &IndexReader::ONCE)?;
        let is_told = |((glimpse, first), alone): ((&Glimpse, &Option<IndexReading>), &bool)| {
            *alone && first.as_ref().is_some_and(|first| glimpse.is_told_by(first))
        };
        let told: Vec<bool> = glimpses.iter().zip(&first).zip(alone).map(is_told).collect();
        let others = outlines.iter().zip(&told).filter(|(_, told)| !**told).map(|(outline, _)| outline.half_turned());
        let mut second = self.indices.read_first(picture, &others.collect::<Vec<_>>(), &IndexReader::ONCE)?.into_iter();
        let ends = first.into_iter().zip(told).map(|(first, told)| match (first, told) {
            (Some(first), true) => Ends::First(first),
            (first, _) => first.zip(second.next().flatten()).map_or(Ends::Neither, |(first, second)| Ends::Both([first, second])),
        });
        Ok(ends.collect())
    }
}
