//! A closer look at what stays in doubt in a film: a frame is looked at once, and a card that is outlined badly then is so in every frame.

use super::doubles::{is_sure, sureness};
use super::memory::Remembered;
use super::{FoundCard, Recognizer, RecognizerError, Shape};
use crate::cards::CardId;
use crate::geometry::{Image, Point, Quad};
use image::{RgbImage, imageops};

/// A card in doubt is looked at closer when it has been so in this many frames, and each time that number has doubled.
const FIRST: u32 = 8;
/// How far around its middle is looked, as a part of its height.
const AROUND: f64 = 1.2;
/// A card that shares less than this with the outline is another one.
const SAME_IOU: f64 = 0.4;

impl Recognizer {
    /// Looks, with the care of a still picture, at one card of those that stay in doubt. What is named there beyond doubt, by a name that nothing else
    /// bears, takes its place among what was `found` and is remembered.
    pub(super) fn look_closer(
        &mut self,
        picture: &RgbImage,
        shape: &Shape<'_>,
        found: &mut [FoundCard],
        now: &mut [Remembered],
    ) -> Result<(), RecognizerError> {
        let mut due = now.iter_mut().filter(|place| is_due(place));
        let Some(place) = due.next() else { return Ok(()) };
        // The others' turn is in the next frame.
        due.for_each(|other| other.stood -= 1);
        let Some(doubted) = place.found.clone() else { return Ok(()) };
        let (part, corner) = around(picture, &doubted.quad);
        let seen = if part.is_empty() { Vec::new() } else { self.looked_at(&part)? };
        let seen = seen.into_iter().filter(is_sure).map(|card| FoundCard { quad: card.quad.map(|p| p + corner), ..card });
        let there = seen.filter(|card| card.quad.iou(&doubted.quad) > SAME_IOU);
        let is_same = |other: &FoundCard| other.identity == doubted.identity && other.quad.iou(&doubted.quad) > SAME_IOU;
        let others = found.iter().filter(|other| !is_same(other)).filter_map(|other| other.identity.card());
        let borne: Vec<CardId> = others.filter(|name| self.candidates.is_single(name)).cloned().collect();
        let free = |card: &FoundCard| card.identity.card().is_some_and(|name| !borne.contains(name));
        if let Some(card) = there.filter(free).max_by(|a, b| sureness(a).total_cmp(&sureness(b))) {
            let quad = shape(&card.quad).unwrap_or(card.quad);
            let card = FoundCard { quad, ..card };
            tracing::debug!("a closer look at {:?}: {:?}", quad.centre(), card.identity);
            found.iter_mut().filter(|other| is_same(other)).for_each(|other| *other = card.clone());
            place.found = Some(card);
        }
        Ok(())
    }
}

fn is_due(place: &Remembered) -> bool {
    place.stood >= FIRST && place.stood.is_power_of_two() && place.is_doubtful()
}

/// The part of a picture around an outline, and where its top left lies.
fn around(picture: &RgbImage, outline: &Quad<Image>) -> (RgbImage, Point<Image>) {
    let (middle, far) = (outline.centre(), AROUND * outline.height());
    let within = |at: f64, most: u32| at.clamp(0.0, f64::from(most)) as u32;
    let (left, right) = (within(middle.x - far, picture.width()), within(middle.x + far, picture.width()));
    let (top, bottom) = (within(middle.y - far, picture.height()), within(middle.y + far, picture.height()));
    let part = imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image();
    (part, Point::new(left.into(), top.into()))
}
