//! The frames of a film: what did not change since the last one is not looked at again.

use super::above::Above;
use super::backs::{self, Print, Suspects, Told, Weights};
use super::compare::Care;
use super::decode::{Detection, suppressed};
use super::doubles::{apart, conserved, is_crowded, once, sureness};
use super::ends::Ends;
use super::lanes::on_two_threads;
use super::memory::{Glance, Memory, Origin, Remembered, Thumbnail};
use super::recognize::{crops_of, hold};
use super::rectify::rectify;
use super::{FoundCard, Holding, IndexReader, Reading, Recognizer, RecognizerError, Scene, Shape, edges, fan};
use crate::cards::{CardId, Face};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use std::collections::BTreeMap;

/// What was told of backs in a frame, by the reading's number.
#[derive(Default)]
struct BacksTold {
    /// All that may be one.
    prints: BTreeMap<usize, Print>,
    /// Those in doubt that the verifier is yet to be asked about.
    unasked: Vec<usize>,
}

impl Recognizer {
    /// How often a crop is aligned anew.
    const ALIGNMENTS: usize = 2;
    /// A crop whose corners are off by more than this part of its height is aligned anew.
    const OFF_PART: f64 = 0.015;
    /// Likeness from which a card is there although it was not detected.
    const LIKE: f32 = 0.85;
    /// A place that shares more than this with a card that was named needs no second look.
    const OCCUPIED_IOU: f64 = 0.8;
    /// A card is detected at least this surely when nothing else speaks for it.
    const FAINT: f32 = 0.5;
    /// Backs that share more than this are one.
    const TWIN_IOU: f64 = 0.5;
    /// An unread outline of which more than this lies on a card that was named is dropped.
    const SHARED_PART: f64 = 0.15;
    /// The verifier is asked about no more outlines of a frame, and about the others in the next ones.
    const ASKED: usize = 4;
    /// The score of a card that was not detected, but read where one might lie.
    pub(super) const PLACE_SCORE: f32 = 0.5;

    /// Finds and names the cards of the next frame of a film, looking once, with the longer side at about `longer_side_px`. A card
    /// that neither moved nor changed since the last frame keeps its name without being read again, and a frame that looks like the last one is
    /// not looked at at all. Covered copies are not looked for ([`super::with_copies`] does): whoever follows the table saw them before they
    /// were covered.
    ///
    /// # Errors
    /// As [`Self::recognize`].
    pub fn recognize_frame(
        &mut self,
        picture: &RgbImage,
        longer_side_px: u32,
        scene: &Scene<'_>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        if picture.is_empty() {
            return Err(RecognizerError::EmptyPicture);
        }
        let glance = Glance::of(picture)?;
        if let Some(found) = self.memory.unchanged(&glance) {
            return Ok(found);
        }
        let Scene { shape, places, table } = *scene;
        let scale = f64::from(longer_side_px) / f64::from(picture.width().max(picture.height()));
        let above = table.and_then(|table| Above::of_table(&table, picture.dimensions(), scale));
        let sighting = match &above {
            Some(above) => above.sighting(&mut self.detector, picture)?,
            None => self.detector.detect(picture, longer_side_px)?,
        };
        let shaped = sighting.cards.into_iter().filter_map(|d| Some(Detection { quad: shape(&d.quad)?, ..d })).collect();
        let detections = suppressed(shaped, &self.detector.settings().suppression);
        let first = if self.memory.is_empty() { self.first_look(picture, scene)? } else { Vec::new() };
        let mut last = self.memory.take();
        last.add(first);
        let (mut now, mut fresh) = (Vec::new(), Vec::new());
        let mut found = self.look_again(picture, detections, (Origin::Detected, shape), &last, &mut now, &mut fresh)?;
        // What looks as it did is still there, detected or not; what is hidden may be there.
        for (place, same) in last.unseen(picture, &now, |card| self.candidates.is_single(card))? {
            found.extend(place.found.clone().filter(|_| same));
            now.push(place);
        }
        let named = |card: &FoundCard| card.face == Face::Down || card.is_named();
        let taken = |place: &Quad<Image>| found.iter().any(|card| named(card) && card.quad.iou(place) > Self::OCCUPIED_IOU);
        let supposed =
            places.iter().filter(|place| !taken(place)).map(|&quad| Detection { quad, peak: quad.centre(), score: Self::PLACE_SCORE });
        let mut probed = self.look_again(picture, supposed.collect(), (Origin::Place, shape), &last, &mut now, &mut fresh)?;
        probed.sort_by(|a, b| sureness(b).total_cmp(&sureness(a)));
        for card in probed {
            if fan::is_free(&card.quad, found.iter().filter(|other| named(other))) {
                // A back that is known is outlined better than what was hardly detected there.
                let is_faint_twin = |other: &FoundCard| {
                    let backs = card.face == Face::Down && other.face == Face::Down;
                    backs && other.score < card.score && other.quad.iou(&card.quad) > Self::TWIN_IOU
                };
                found.retain(|other| !is_faint_twin(other));
                found.push(card);
            }
        }
        fresh.retain(|card| card.identity.card().is_some_and(|id| self.candidates.faces().is_some_and(|faces| faces.is_fanned(id))));
        for card in fan::misread(&fresh, &found, picture)? {
            found.retain(|other| *other != card);
            now.iter_mut().filter(|place: &&mut Remembered| place.found.as_ref() == Some(&card)).for_each(|place| place.found = None);
        }
        // What cannot be read where a card was named is that card badly outlined, or one that it covers.
        let (mut found, unread): (Vec<FoundCard>, Vec<FoundCard>) = found.into_iter().partition(named);
        let clear =
            |card: &FoundCard| found.iter().all(|other| other.quad.intersection_area(&card.quad) < Self::SHARED_PART * card.quad.area());
        // What is like no design and was barely detected is no card of these decks.
        let faint = |card: &FoundCard| card.score < Self::FAINT && card.identity.alternatives().is_empty();
        let unread: Vec<FoundCard> = unread.into_iter().filter(clear).filter(|card| !faint(card)).collect();
        found.extend(unread);
        let found = self.joined_with_indices(picture, found, sighting.indices, &IndexReader::ONCE, shape, above.as_ref())?;
        let single = |card: &CardId| self.candidates.is_single(card);
        let mut found = once(apart(found, self.detector.settings().suppression.nms_same_iou), single);
        conserved(&mut found, single);
        self.memory.replace(now, glance, found.clone());
        Ok(found)
    }

    /// The cards of the table as it is seen first, looked at with the care of a still picture: most of them will lie there for long.
    fn first_look(&mut self, picture: &RgbImage, scene: &Scene<'_>) -> Result<Vec<Remembered>, RecognizerError> {
        if !self.candidates.has_standard() {
            return Ok(Vec::new());
        }
        let mut places = Vec::new();
        for card in self.seen_still(picture, scene.table.as_ref())? {
            let Some(outline) = (scene.shape)(&card.quad).filter(|_| card.is_named()) else { continue };
            if let Some(crop) = rectify(picture, &outline)? {
                let found = Some(FoundCard { quad: outline, ..card });
                places.push(Remembered {
                    outline,
                    look: Thumbnail::of(&crop),
                    found,
                    origin: Origin::Detected,
                    print: None,
                    holding: None,
                    stood: 0,
                    hidden: 0,
                });
            }
        }
        Ok(places)
    }

    /// What lies at each outline: what was there in the last frame if nothing changed, else what is read now. Each place is noted in `now`,
    /// and what was newly read in `read`.
    fn look_again(
        &mut self,
        picture: &RgbImage,
        outlines: Vec<Detection>,
        (origin, shape): (Origin, &Shape<'_>),
        last: &Memory,
        now: &mut Vec<Remembered>,
        read: &mut Vec<FoundCard>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        let (mut looked_at, mut fresh, mut all) = (Vec::new(), Vec::new(), Vec::new());
        let beside: Vec<Quad<Image>> = outlines.iter().map(|detection| detection.quad).collect();
        let crops = crops_of(picture, outlines)?;
        let looks = on_two_threads(&crops, |(_, crop)| Ok::<_, RecognizerError>(Thumbnail::of(crop)))?;
        for ((detection, crop), look) in crops.into_iter().zip(looks) {
            let recalled = last.recall(&detection, &look, origin);
            match recalled.and_then(|r| Some((r, r.found_at(&detection.quad)?))) {
                // What is remembered stays what was read, so that slow changes add up and are seen, and shifts do not.
                Some((r, found)) => {
                    looked_at.push(Remembered { origin, stood: r.stood + 1, ..r.clone() });
                    all.extend(found);
                }
                None => fresh.push(((look, recalled.and_then(|r| r.holding)), (detection, crop))),
            }
        }
        let (looks, pairs): (Vec<(Thumbnail, Option<Holding>)>, Vec<_>) = fresh.into_iter().unzip();
        let outlines: Vec<Quad<Image>> = pairs.iter().map(|(d, _)| d.quad).collect();
        let mut readings = match self.candidates.faces() {
            Some(_) => {
                let readings = self.read_pairs(pairs)?;
                let readings = self.aligned(picture, readings, shape)?;
                self.with_indices(picture, readings)?
            }
            None => {
                // At a place, or where another card was found, something may lie on it.
                let is_alone = |quad: &Quad<Image>| origin == Origin::Detected && !is_crowded(quad, &beside);
                let alone: Vec<bool> = outlines.iter().map(is_alone).collect();
                self.read_in_two_steps(picture, pairs, &alone, shape)?
            }
        };
        let known = last.prints();
        readings.iter_mut().zip(&looks).for_each(|((_, reading), (_, holding))| reading.holding = *holding);
        let BacksTold { mut prints, unasked } = match origin {
            Origin::Detected => self.tell_backs(picture, &mut readings, last, &known)?,
            Origin::Place => BacksTold::default(),
        };
        for (i, (((look, _), outline), mut reading)) in looks.into_iter().zip(outlines).zip(readings).enumerate() {
            // What has no name is believed where it was detected, or where it is a back like one that was.
            let known_back = origin == Origin::Place && self.candidates.faces().is_none() && backs::is_known(&mut reading, &known);
            let nameless = origin == Origin::Detected || known_back;
            let (detection, reading) = reading;
            self.log_reading(origin, &detection, &reading);
            let refined = reading.refined(&detection.quad);
            let refined = Detection { quad: shape(&refined).unwrap_or(refined), ..detection };
            let believed = nameless || self.likeness(&reading) >= Self::LIKE;
            let mut found = if believed { self.found(&refined, &reading) } else { None };
            if origin == Origin::Detected
                && found.as_ref().is_some_and(FoundCard::is_unread)
                && let Some(card) = self.found_by_print(picture, &refined, &reading, Care::FRAME)?
            {
                let quad = shape(&card.quad).unwrap_or(card.quad);
                found = Some(FoundCard { quad, ..card });
            }
            let found = found.filter(|card| nameless || card.is_named());
            all.extend(found.clone());
            read.extend(found.clone());
            let print = prints.remove(&i).filter(|_| found.as_ref().is_some_and(|card| card.face == Face::Down || card.is_unread()));
            // What was not asked about is not remembered, and so read again.
            if unasked.contains(&i) {
                self.memory.leave_unfinished();
            } else {
                looked_at.push(Remembered { outline, look, found, origin, print, holding: reading.holding, stood: 0, hidden: 0 });
            }
        }
        now.extend(looked_at);
        Ok(all)
    }

    /// Tells backs among what was detected; of those in doubt, that have not been asked about, the verifier is asked about the most doubtful.
    fn tell_backs(
        &mut self,
        picture: &RgbImage,
        readings: &mut [(Detection, Reading)],
        last: &Memory,
        known: &[&Print],
    ) -> Result<BacksTold, RecognizerError> {
        let suspects = Suspects::among(readings, known, |reading| self.candidates.is_stranger(reading));
        let (mut lonely, mut unasked) = (false, Vec::new());
        if self.candidates.faces().is_none() {
            lonely = backs::is_lonely(readings) && !last.shows_single(|card| self.candidates.is_single(card));
            let mut asked = suspects.in_doubt(lonely);
            asked.retain(|i| readings.get(*i).is_some_and(|(_, reading)| reading.holding.is_none()));
            unasked = asked.split_off(Self::ASKED.min(asked.len()));
            let asked = readings.iter_mut().enumerate().filter(|(i, _)| asked.contains(i)).map(|(_, read)| read);
            hold(asked, |outlines| self.verifier.glimpse(picture, outlines))?;
        }
        let Told { prints, learnt } = suspects.tell(readings, &Weights::FRAME, lonely);
        self.memory.learn(learnt);
        Ok(BacksTold { prints, unasked })
    }

    /// Reads crops of standard cards one way up; then their indices where that look saw the corners, of one end where `alone` says that nothing else was
    /// found there and that leaves no doubt; and where both ends leave any, the crops the other way up.
    fn read_in_two_steps(
        &mut self,
        picture: &RgbImage,
        crops: Vec<(Detection, RgbImage)>,
        alone: &[bool],
        shape: &Shape<'_>,
    ) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        let (mut detections, crops): (Vec<Detection>, Vec<RgbImage>) = crops.into_iter().unzip();
        let upright = self.identifier.glimpse(&crops)?;
        for (detection, glimpse) in detections.iter_mut().zip(&upright) {
            let refined = glimpse.refined(&detection.quad);
            detection.quad = shape(&refined).unwrap_or(refined);
        }
        let outlines: Vec<Quad<Image>> = detections.iter().map(|detection| detection.quad).collect();
        let ends = self.read_ends(picture, &upright, &outlines, alone)?;
        let queenly = self.queenly(ends.iter().flat_map(Ends::read));
        let plain: Vec<bool> = ends.iter().zip(&upright).map(|(ends, glimpse)| ends.are_plainly(glimpse)).collect();
        let plainly: Vec<&Quad<Image>> = outlines.iter().zip(&plain).filter(|(_, plain)| **plain).map(|(outline, _)| outline).collect();
        // Nothing lies on these, and their own edges tell their outlines better than a second look.
        let mut snapped = on_two_threads(&plainly, |quad| Ok::<_, RecognizerError>(edges::snapped(picture, quad)))?.into_iter();
        let in_doubt: Vec<_> = outlines.iter().zip(crops).zip(&plain).filter(|(_, plain)| !**plain).map(|(pair, _)| pair).collect();
        let cut_turned = |(outline, crop): &(&Quad<Image>, RgbImage)| {
            Ok::<_, RecognizerError>(rectify(picture, &outline.half_turned())?.unwrap_or_else(|| crop.clone()))
        };
        let anew = on_two_threads(&in_doubt, cut_turned)?;
        let mut turned = self.identifier.glimpse(&anew)?.into_iter();
        let mut readings = Vec::with_capacity(detections.len());
        for (((mut detection, glimpse), ends), plain) in detections.into_iter().zip(&upright).zip(&ends).zip(plain) {
            let reading = if plain {
                detection.quad = snapped.next().map_or(detection.quad, |outline| shape(&outline).unwrap_or(outline));
                Reading::realigned(glimpse)
            } else {
                turned.next().map_or_else(|| Reading::realigned(glimpse), |turned| Reading::in_two_steps(glimpse, &turned))
            };
            readings.push((detection, self.indices.join(reading, ends.read(), queenly)));
        }
        Ok(readings)
    }

    /// Reads crops again where their corners were seen, as long as that makes them more like a design.
    fn aligned(
        &mut self,
        picture: &RgbImage,
        mut readings: Vec<(Detection, Reading)>,
        shape: &Shape<'_>,
    ) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        for _ in 0..Self::ALIGNMENTS {
            let moved = |(i, (d, r)): (usize, &(Detection, Reading))| {
                let quad = shape(&r.refined(&d.quad))?;
                (quad.farthest(&d.quad) > Self::OFF_PART * d.quad.height()).then_some((i, Detection { quad, ..*d }))
            };
            let (numbers, again): (Vec<usize>, Vec<Detection>) = readings.iter().enumerate().filter_map(moved).unzip();
            if again.is_empty() {
                break;
            }
            let crops = crops_of(picture, again.clone())?;
            if crops.len() != again.len() {
                break;
            }
            for (number, (detection, reading)) in numbers.into_iter().zip(self.read_pairs(crops)?) {
                let likeness = self.likeness(&reading);
                if let Some(known) = readings.get_mut(number).filter(|known| self.likeness(&known.1) <= likeness) {
                    *known = (detection, reading);
                }
            }
        }
        Ok(readings)
    }

    /// For whoever asks why a card was named, or was not.
    pub(super) fn log_reading(&self, origin: Origin, detection: &Detection, reading: &Reading) {
        if tracing::enabled!(tracing::Level::DEBUG) {
            let matches = self.candidates.faces().map(|faces| faces.matches(reading)).unwrap_or_default();
            let best: Vec<_> = matches.iter().take(3).map(|m| (m.card.name(), m.similarity, m.fanned, m.half_turned)).collect();
            let (quad, score) = (&detection.quad, detection.score);
            let (at, width, height) = (quad.centre(), quad.width(), quad.height());
            tracing::debug!("{origin:?} at {at:?} ({width:.0} x {height:.0} px) {score:.2}: {best:?}, kinds {:.2?}", reading.kinds);
        }
    }

    /// How like the most alike enrolled face a reading is; 0 without any.
    fn likeness(&self, reading: &Reading) -> f32 {
        self.candidates.faces().and_then(|faces| faces.matches(reading).first().map(|best| best.similarity)).unwrap_or(0.0)
    }
}
