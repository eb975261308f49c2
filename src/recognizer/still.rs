//! Still pictures: looked at in several sizes, either way up, and from straight above.

use super::above::Above;
use super::backs::{self, Suspects, Weights};
use super::compare::Care;
use super::decode::{Detection, suppressed};
use super::doubles::{apart, backs_apart, clear, conserved, is_outdone, is_part_of, lies_on, once, without_twins};
use super::letters::Language;
use super::level::{self, Level};
use super::looks::{self, Looks};
use super::memory::Origin;
use super::recognize::{crops_of, hold};
use super::sizes::of_one_size;
use super::{FoundCard, IndexReader, Reading, Recognizer, RecognizerError, Ways, edges, fan};
use crate::geometry::{Homography, Image, Table};
use image::RgbImage;

impl Recognizer {
    /// How often a tilted table is laid level.
    const STILL_LEVELS: usize = 2;
    /// How often a crop is aligned anew.
    const STILL_ALIGNMENTS: usize = 3;
    /// Crops whose corners are off by more than this are taken again, in crop pixels.
    const OFF_PX: f64 = 2.0;

    /// Finds and names the cards of a still picture, best seen first. It looks at several scales, and at a table seen aslant from above too.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn recognize(&mut self, picture: &RgbImage) -> Result<Vec<FoundCard>, RecognizerError> {
        self.recognize_still(picture, None)
    }

    /// As [`Self::recognize`], of a picture of which it may be known where on the table a pixel lies ([`Scene::table`]): a table that is seen at a
    /// slant is then looked at from straight above alone, and what lies too far away for that is left out.
    ///
    /// # Errors
    /// As [`Self::recognize`].
    pub fn recognize_still(
        &mut self,
        picture: &RgbImage,
        table: Option<&Homography<Table, Image>>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        let found = clear(self.seen_still(picture, table)?);
        let told = self.identifier.settings().told;
        Ok(without_twins(found.into_iter().map(|card| card.doubted_below(told, |design| self.candidates.is_single(design))).collect()))
    }

    /// The cards of a still picture, with the names that are less sure too.
    pub(super) fn seen_still(
        &mut self,
        picture: &RgbImage,
        table: Option<&Homography<Table, Image>>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        self.language = Language::default();
        let looks = self.looks(picture)?;
        if let Some(above) = table.and_then(|table| Above::of_table(table, picture.dimensions(), Self::still_scale(picture)))
            && let Some(view) = above.look(picture)?
        {
            return self.looked_at_from(&above, &view, looks);
        }
        let found = self.looked_at(picture, looks)?;
        Ok(self.leveled(picture, &found, looks)?.unwrap_or_else(|| of_one_size(found)))
    }

    /// How closely a still picture is to be looked at.
    fn looks(&mut self, picture: &RgbImage) -> Result<Looks, RecognizerError> {
        let longer = picture.width().max(picture.height());
        if !Looks::may_be_too_few(longer) {
            return Ok(Looks::USUAL);
        }
        let seen = self.detector.detect_at(picture, &Looks::USUAL.for_cards(longer), Ways::One)?;
        Ok(Looks::at(&seen.cards, longer))
    }

    /// The cards of a table that is seen at a slant, as they are found from straight above it; `None` where these, found in the picture as it is, do
    /// not show one.
    fn leveled(&mut self, picture: &RgbImage, flat: &[FoundCard], looks: Looks) -> Result<Option<Vec<FoundCard>>, RecognizerError> {
        /// What is left at most of how far outlines are from rectangles. The networks see the corners of some decks askew, in whatever view: their table
        /// is not tilted.
        const LEFT: f64 = 0.91;
        /// The same after a view that left more.
        const LEFT_AT_LAST: f64 = 0.5;
        /// Fewer outlines do not tell.
        const FEW: usize = 8;
        /// The part of the names that must be read from above too: a wrong plane shows few, while where cards lie is seen better on the right one.
        const NAMED: f64 = 0.85;
        let (mut found, mut straight, mut misfit) = (flat.to_vec(), None, None);
        let (mut tilt_deg, mut left) = (0.0, LEFT);
        // Outlines of tilted cards tell less than the whole tilt, and better ones tell more of it.
        for _ in 0..Self::STILL_LEVELS {
            let Some(level) = Level::of(&found, picture.dimensions(), tilt_deg) else { break };
            let above = level.above();
            let Some(view) = above.look(picture)? else { break };
            let again = self.looked_at_from(above, &view, looks)?;
            let (inside, outside): (Vec<FoundCard>, _) = found.iter().cloned().partition(|card| above.shows(card.quad.centre()));
            if (named(&again) as f64) < NAMED * named(&inside) as f64 {
                break;
            }
            tilt_deg = level.tilt_deg();
            let (now, before) = (level.misfit(&again), misfit.unwrap_or_else(|| level.flat_misfit(flat)));
            tracing::debug!("from above outlines are {now:.2} off their shape, and were {before:.2}");
            found = [again, outside].concat();
            conserved(&mut found, |card| self.candidates.is_single(card));
            found.sort_by(|a, b| b.score.total_cmp(&a.score));
            if now < left * before || flat.len() < FEW {
                (straight, misfit, left) = (Some(found.clone()), Some(now), LEFT);
            } else {
                left = LEFT_AT_LAST;
            }
        }
        Ok(straight)
    }

    /// How much larger the middle of a still picture is looked at from above than it is.
    fn still_scale(picture: &RgbImage) -> f64 {
        let longer = f64::from(picture.width().max(picture.height()));
        level::ENLARGED.min(level::longest_px(longer) / longer)
    }

    /// The cards of a view from above, where they lie in the picture.
    fn looked_at_from(&mut self, above: &Above, view: &RgbImage, looks: Looks) -> Result<Vec<FoundCard>, RecognizerError> {
        let seen = of_one_size(self.looked_at(view, looks)?).into_iter();
        Ok(seen.map(|card| FoundCard { quad: above.back(&card.quad), ..card }).collect())
    }

    /// The cards of a still picture as it is, best seen first.
    fn looked_at(&mut self, picture: &RgbImage, looks: Looks) -> Result<Vec<FoundCard>, RecognizerError> {
        let longer = picture.width().max(picture.height());
        // Enrolled faces are told by their prints, wherever they are outlined.
        let ways = if self.candidates.has_standard() { Ways::Both } else { Ways::One };
        let mut sighting = self.detector.detect_at(picture, &looks.for_cards(longer), ways)?;
        if self.candidates.has_standard() {
            sighting.indices = self.with_closer_indices(picture, sighting.indices, looks)?;
        }
        // An enrolled face's print tells that what is hardly detected is a card, and all that tells a back.
        sighting.cards.extend(sighting.faint);
        let settled = self.settled(picture, sighting.cards)?;
        let kept = suppressed(settled.iter().map(|(d, _)| *d).collect(), &self.detector.settings().suppression);
        let kept = settled.into_iter().filter(|(d, _)| kept.contains(d)).collect();
        let [readings, faint] = self.with_backs_told(picture, kept)?;
        let on_its_edges = |card: FoundCard| FoundCard { quad: edges::snapped(picture, &card.quad), ..card };
        let (mut seen, mut prints) = (Vec::new(), Vec::new());
        for (detection, reading) in &readings {
            self.log_reading(Origin::Detected, detection, reading);
            if let Some(card) = self.found_by_print(picture, detection, reading, Care::STILL)? {
                prints.push(card);
            } else {
                let card = self.found(detection, reading).map(|card| self.without_print(card, reading));
                seen.extend(card.map(on_its_edges));
            }
        }
        for (detection, reading) in &faint {
            self.log_reading(Origin::Detected, detection, reading);
            if prints.iter().any(|print| is_part_of(&detection.quad, print)) {
                continue;
            }
            if let Some(card) = self.found_by_print(picture, detection, reading, Care::STILL)? {
                prints.push(card);
            } else if reading.is_back() && detection.score > backs::LIKELY && !lies_on(&detection.quad, &seen) {
                seen.extend(self.found(detection, reading).map(on_its_edges));
            }
        }
        if self.candidates.faces().is_some() {
            seen.extend(prints.iter().filter(|card| !is_outdone(card, &prints)).cloned());
            // Two outlines of one card come to lie on each other when they are laid on its print.
            seen = apart(clear(seen), self.detector.settings().suppression.nms_same_iou);
        }
        let (seen, next_backs) = backs_apart(seen);
        let found = once(seen, |card| self.candidates.is_single(card));
        let found = self.joined_with_indices(picture, found, sighting.indices, &IndexReader::AROUND, &|quad| Some(*quad), None)?;
        let mut found = fan::with_copies(found, picture, |card| self.candidates.faces().is_some_and(|faces| faces.is_fanned(card)))?;
        conserved(&mut found, |card| self.candidates.is_single(card));
        found.extend(next_backs);
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    /// The indices that the looks for cards showed, with those that closer looks show.
    fn with_closer_indices(
        &mut self,
        picture: &RgbImage,
        mut seen: Vec<Detection>,
        looks: Looks,
    ) -> Result<Vec<Detection>, RecognizerError> {
        let longer = picture.width().max(picture.height());
        let mut look = |px| self.detector.detect_at(picture, &[px], Ways::Both).map(|sighting| sighting.indices);
        let crowded = match looks.for_indices(longer) {
            Some(px) => {
                let closer = look(px)?;
                let crowded = looks::for_crowded(&closer, px, longer);
                seen.extend(closer);
                crowded
            }
            None => looks::for_crowded(&seen, looks.last_for_cards(longer), longer),
        };
        if let Some(px) = crowded {
            seen.extend(look(px)?);
        }
        Ok(seen)
    }

    /// Reads cards, each aligned to where its corners were seen.
    fn settled(&mut self, picture: &RgbImage, detections: Vec<Detection>) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        let crops = crops_of(picture, detections)?;
        // A crop that was cut off its card is cut again where the corners were seen.
        let (mut settled, mut loose) = (Vec::new(), self.read_pairs(crops)?);
        for _ in 0..Self::STILL_ALIGNMENTS {
            let mut again = Vec::new();
            for (detection, reading) in std::mem::take(&mut loose) {
                let moved = Detection { quad: reading.refined(&detection.quad), ..detection };
                if reading.farthest_offset() > Self::OFF_PX {
                    again.push(moved);
                } else {
                    settled.push((moved, reading));
                }
            }
            let crops = crops_of(picture, again)?;
            loose = self.read_pairs(crops)?;
        }
        settled.extend(loose.into_iter().map(|(d, reading)| (Detection { quad: reading.refined(&d.quad), ..d }, reading)));
        self.with_indices(picture, settled)
    }

    /// What was read of a still picture, with its backs told; and what was hardly detected and is none. Among enrolled faces their prints tell what
    /// else is a card; elsewhere the verifier is asked, beside standard cards of what was hardly detected too.
    fn with_backs_told(
        &mut self,
        picture: &RgbImage,
        readings: Vec<(Detection, Reading)>,
    ) -> Result<[Vec<(Detection, Reading)>; 2], RecognizerError> {
        let (heat, told) = (self.detector.settings().heat, self.identifier.settings().told);
        let (mut readings, mut faint): (Vec<_>, Vec<_>) = readings.into_iter().partition(|(detection, _)| detection.score > heat);
        let sure = readings.len();
        if self.candidates.faces().is_none() {
            if !backs::is_lonely(&readings) {
                readings.append(&mut faint);
            }
            hold(readings.iter_mut().filter(|(_, reading)| !reading.names(told)), |outlines| self.verifier.verify(picture, outlines))?;
        }
        let lonely = self.candidates.faces().is_none() && backs::is_lonely(&readings);
        Suspects::among(&readings, &[], |reading| self.candidates.is_nameless(reading, told)).tell(&mut readings, &Weights::STILL, lonely);
        faint.extend(readings.split_off(sure));
        Ok([readings, faint])
    }
}

/// How many of the cards have a name.
fn named(cards: &[FoundCard]) -> usize {
    cards.iter().filter(|card| card.is_named()).count()
}
