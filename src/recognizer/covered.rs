//! Cards of which little more than an index shows: what their indices tell.

use super::above::Above;
use super::corner::Corner;
use super::decode::Detection;
use super::index::{IndexReading, IndexSettings};
use super::lanes::on_two_threads;
use super::lone::{self, Told};
use super::recognize::Shape;
use super::witness::{self, Bodies};
use super::{FoundCard, IdentitySettings, Recognizer, RecognizerError, beside, edges};
use crate::cards::CardId;
use crate::geometry::{Image, Point, Quad};
use crate::table::Identity;
use image::RgbImage;
use std::collections::BTreeSet;

impl Recognizer {
    /// How often rows are gone on with.
    const ROUNDS: usize = 3;

    /// These cards and those that indices tell, each read in windows with these shifts: what bodies and indices say together,
    /// `above` the table where the camera is known.
    ///
    /// # Errors
    /// When inference fails.
    pub(super) fn joined_with_indices(
        &mut self,
        picture: &RgbImage,
        found: Vec<FoundCard>,
        indices: Vec<Detection>,
        shifts: &[(f64, f64)],
        shape: &Shape<'_>,
        above: Option<&Above>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        if !self.candidates.has_standard() {
            return Ok(found);
        }
        // What lies on top shows both of its indices, and all of its edges.
        let shows = |place: &Point<Image>, outline: &Quad<Image>| {
            indices.iter().any(|index| lone::is_near([*place], outline, index.peak, lone::NEAR))
        };
        let is_on_top = |outline: &Quad<Image>| {
            lone::places(outline).iter().all(|place| shows(place, outline)) && edges::framed(picture, outline).is_some()
        };
        let bodies = Bodies::of(&found, is_on_top);
        let untold = indices.into_iter().filter(|index| !bodies.explain(index.peak)).collect();
        let told = self.told(picture, untold, shifts, &found, shape)?;
        let mut told = self.without_fourth_indices(picture, told, shifts, &found)?;
        let mut cards = witness::joined(&bodies, &told, above, |card| self.candidates.is_single(card));
        for _ in 0..Self::ROUNDS {
            let more = self.told_in_rows(picture, &cards, shifts, shape)?;
            if more.is_empty() {
                break;
            }
            told.extend(more);
            cards = witness::joined(&bodies, &told, above, |card| self.candidates.is_single(card));
        }
        self.on_their_corners(picture, cards, shifts, above)
    }

    /// The cards that go on with the rows of these, where an index can be read there, and that bear no name of theirs.
    fn told_in_rows(
        &mut self,
        picture: &RgbImage,
        cards: &[FoundCard],
        shifts: &[(f64, f64)],
        shape: &Shape<'_>,
    ) -> Result<Vec<Told>, RecognizerError> {
        let guesses = beside::next_in_rows(cards).into_iter().filter_map(|quad| shape(&quad));
        let ends = guesses.flat_map(|quad| [quad, quad.half_turned()]);
        let places: Vec<Detection> = ends.map(|quad| Detection { quad, peak: lone::places(&quad)[0], score: Self::PLACE_SCORE }).collect();
        let names = self.read_names(picture, &places, shifts)?;
        let told = places.into_iter().zip(names).filter_map(|(place, identity)| Some(Told::of(&place, identity?)));
        Ok(told.filter(|told| cards.iter().all(|card| card.identity.card() != told.card.identity.card())).collect())
    }

    /// The cards that these indices tell beside those that were found. One that cannot be read where it was seen is read once more where a card of
    /// its neighbours' size would have it: of a card that shows little else, size and turn are told badly.
    fn told(
        &mut self,
        picture: &RgbImage,
        indices: Vec<Detection>,
        shifts: &[(f64, f64)],
        found: &[FoundCard],
        shape: &Shape<'_>,
    ) -> Result<Vec<Told>, RecognizerError> {
        let mut told = Vec::new();
        let readings = self.read_first(picture, &indices, shifts)?;
        let legible = self.indices.settings().legible;
        let corner = |reading: &IndexReading| reading.corner.filter(|_| reading.legible >= legible);
        let corners = readings.iter().map(|reading| reading.as_ref().and_then(corner));
        let sized = |(index, corner): &(Detection, Option<Corner>)| {
            let (outline, reach) =
                corner.map_or((index.quad, lone::REACH), |corner| (corner.outline(&index.quad), lone::REACH_FROM_CORNER));
            Ok(Detection { quad: lone::sized(picture, &outline, found, reach), ..*index })
        };
        let seen: Vec<(Detection, Option<Corner>)> = indices.iter().copied().zip(corners).collect();
        let sized: Vec<Detection> = on_two_threads::<_, _, RecognizerError>(&seen, sized)?;
        let card = |index: &Detection, identity| Some(Told::of(&Detection { quad: shape(&index.quad)?, ..*index }, identity));
        let mut doubtful = Vec::new();
        let queenly = self.queenly(readings.iter().flatten());
        for (sized, reading) in sized.into_iter().zip(readings) {
            match reading.and_then(|reading| self.index_name(&reading, queenly)) {
                Some(identity) => told.extend(card(&sized, identity)),
                None => doubtful.push(sized),
            }
        }
        let names = self.read_names(picture, &doubtful, shifts)?;
        told.extend(doubtful.iter().zip(names).filter_map(|(index, identity)| card(index, identity?)));
        Ok(told)
    }

    /// Those that are not a named card's own: some decks have an index in every corner, and one that was taken for that of a card which lies another
    /// way is misread. Read as that card's own it bears its name.
    fn without_fourth_indices(
        &mut self,
        picture: &RgbImage,
        told: Vec<Told>,
        shifts: &[(f64, f64)],
        found: &[FoundCard],
    ) -> Result<Vec<Told>, RecognizerError> {
        /// How near to a corner's place such an index is, in parts of the card's width.
        const NEAR: f64 = 0.2;
        /// From here on it bears the card's name, where that is so many times as likely as the other.
        const LIKELY: f32 = 0.25;
        const TIMES: f32 = 10.0;
        let (mut own, mut corners) = (Vec::new(), Vec::new());
        for (number, told) in told.iter().enumerate() {
            let Some(other) = told.card.identity.card() else { continue };
            for card in found {
                let Some(name) = card.identity.card().filter(|name| *name != other) else { continue };
                let ends = [card.quad, card.quad.half_turned()].map(|quad| quad.map(|p| p + lone::other_side(&quad)));
                for (corner, place) in ends.into_iter().zip(lone::other_places(&card.quad)) {
                    if lone::is_near([place], &card.quad, told.index, NEAR) {
                        own.push((number, name, other));
                        corners.push(corner);
                    }
                }
            }
        }
        let readings = self.indices.read_first(picture, &corners, shifts)?;
        let queenly = self.language.queenly(self.candidates.indices());
        let is_own = |reading: &IndexReading, name: &CardId, other: &CardId| {
            let likely = |card: &CardId| self.likely(reading, card, queenly);
            likely(name) > LIKELY.max(TIMES * likely(other))
        };
        let read = own.into_iter().zip(&readings);
        let fourth = read.filter(|((_, name, other), reading)| reading.as_ref().is_some_and(|reading| is_own(reading, name, other)));
        let fourth: BTreeSet<usize> = fourth.map(|((number, ..), _)| number).collect();
        Ok(told.into_iter().enumerate().filter(|(number, _)| !fourth.contains(number)).map(|(_, told)| told).collect())
    }

    /// What is read beside the first corner of each outline.
    fn read_first(
        &mut self,
        picture: &RgbImage,
        indices: &[Detection],
        shifts: &[(f64, f64)],
    ) -> Result<Vec<Option<IndexReading>>, RecognizerError> {
        let outlines: Vec<Quad<Image>> = indices.iter().map(|index| index.quad).collect();
        self.indices.read_first(picture, &outlines, shifts)
    }

    /// The name beside the first corner of each outline, where it can be read surely. What letters say there was heard before, or none may be there.
    fn read_names(
        &mut self,
        picture: &RgbImage,
        indices: &[Detection],
        shifts: &[(f64, f64)],
    ) -> Result<Vec<Option<Identity>>, RecognizerError> {
        let readings = self.read_first(picture, indices, shifts)?;
        let queenly = self.language.queenly(self.candidates.indices());
        Ok(readings.into_iter().map(|reading| self.index_name(&reading?, queenly)).collect())
    }

    /// How likely an index bears this card's name.
    pub(super) fn likely(&self, reading: &IndexReading, card: &CardId, queenly: f32) -> f32 {
        let ranks = reading.ranks_meant(queenly);
        let mut pips = self.candidates.pips(&ranks, &reading.suits, reading.legible);
        pips.find(|pip| pip.card == *card).map_or(0.0, |pip| pip.confidence)
    }

    /// The name that an index tells, where it tells one surely.
    fn index_name(&self, reading: &IndexReading, queenly: f32) -> Option<Identity> {
        let IndexSettings { name, legible, .. } = *self.indices.settings();
        let ranks = reading.ranks_meant(queenly);
        let pips = self.candidates.pips(&ranks, &reading.suits, reading.legible);
        let identity = IdentitySettings { name, ..*self.identifier.settings() }.settled(pips.collect());
        Some(identity).filter(|identity| reading.legible >= legible && identity.card().is_some())
    }
}
