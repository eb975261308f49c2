use super::decode::{Detection, suppressed};
use super::doubles::{apart, conserved, once, sureness};
use super::memory::{Glance, Memory, Origin, Remembered, Thumbnail};
use super::rectify::rectify;
use super::{Average, Candidates, Detector, Identifier, IndexReader, Judgement, ModelFolder, Reading, RecognizerError, judge};
use super::{edges, fan, lone};
use crate::cards::Face;
use crate::geometry::{Image, Quad};
use crate::table::Identity;
use image::RgbImage;

/// One card in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundCard {
    /// Outline of the whole card in pixels, also where something lies on it; from the card's own top left where the print tells it.
    pub quad: Quad<Image>,
    /// Which side is seen.
    pub face: Face,
    /// Which design it is.
    pub identity: Identity,
    /// Confidence that there is a card, 0..=1.
    pub score: f32,
}

impl FoundCard {
    /// Whether this is a face that could not be named.
    pub(super) const fn is_unread(&self) -> bool {
        matches!((self.face, &self.identity), (Face::Up, Identity::Unknown { .. }))
    }
}

/// What an outline must be to be a card of known size on a known plane: the outline nearest to the one given, or `None` when no
/// card could look like it. From its own top left, as given.
pub type Shape<'s> = dyn Fn(&Quad<Image>) -> Option<Quad<Image>> + 's;

/// Finds and names cards.
pub struct Recognizer {
    detector: Detector,
    identifier: Identifier,
    indices: IndexReader,
    candidates: Candidates,
    memory: Memory,
}

impl Recognizer {
    /// Longer sides at which a still picture is looked at, in pixels: close-ups, the usual, and small cards.
    const STILL_LOOKS_PX: [u32; 3] = [256, 512, 1024];
    /// How often a crop is aligned anew: in a frame, and in a still picture.
    const ALIGNMENTS: usize = 2;
    const STILL_ALIGNMENTS: usize = 3;
    /// A crop whose corners are off by more than this part of its height is aligned anew.
    const OFF_PART: f64 = 0.015;
    /// Likeness from which a card is there although it was not detected.
    const LIKE: f32 = 0.85;
    /// A place that shares more than this with a card that was named needs no second look.
    const OCCUPIED_IOU: f64 = 0.8;
    /// A card is detected at least this surely when nothing else speaks for it.
    const FAINT: f32 = 0.5;
    /// An unread outline of which more than this lies on a card that was named is dropped.
    const SHARED_PART: f64 = 0.15;
    /// The score of a card that was not detected, but read where one might lie.
    const PLACE_SCORE: f32 = 0.5;
    /// Crops whose corners are off by more than this are taken again, in crop pixels.
    const OFF_PX: f64 = 2.0;

    /// Opens the models of a folder, to look for these designs.
    ///
    /// # Errors
    /// When a model is missing, is not the one its manifest names, or has another shape.
    pub fn open(folder: &ModelFolder, candidates: Candidates) -> Result<Self, RecognizerError> {
        Ok(Self::new(Detector::open(folder)?, Identifier::open(folder)?, IndexReader::open(folder)?, candidates))
    }

    /// From models that are open.
    pub fn new(detector: Detector, identifier: Identifier, indices: IndexReader, candidates: Candidates) -> Self {
        Self { detector, identifier, indices, candidates, memory: Memory::default() }
    }

    /// The models in use, as (name, SHA-256), for a journal's header.
    pub fn models(&self) -> [(&'static str, &str); 3] {
        [("detector", self.detector.sha256()), ("identifier", self.identifier.sha256()), ("index", self.indices.sha256())]
    }

    /// The identifier, to enrol faces with.
    pub const fn identifier(&mut self) -> &mut Identifier {
        &mut self.identifier
    }

    /// An average of no frame yet, for a film of what is looked for.
    pub fn average(&self) -> Average {
        Average::new(*self.identifier.settings(), self.candidates.singles())
    }

    /// Looks for other designs from now on.
    pub fn look_for(&mut self, candidates: Candidates) {
        self.candidates = candidates;
        self.memory = Memory::default();
    }

    /// Finds and names the cards of a still picture, best seen first. It looks at several scales.
    ///
    /// # Errors
    /// When the picture is empty or inference fails.
    pub fn recognize(&mut self, picture: &RgbImage) -> Result<Vec<FoundCard>, RecognizerError> {
        let longer = picture.width().max(picture.height());
        // Enlarging adds nothing that the smaller looks do not have.
        let looks: Vec<u32> = Self::STILL_LOOKS_PX.into_iter().filter(|&px| px <= 512 || px <= longer + longer / 4).collect();
        let sighting = self.detector.detect_at(picture, &looks)?;
        let settled = self.settled(picture, sighting.cards)?;
        let kept = suppressed(settled.iter().map(|(d, _)| *d).collect(), &self.detector.settings().suppression);
        let readings = settled.iter().filter(|(d, _)| kept.contains(d));
        let mut found = once(readings.filter_map(|(d, r)| self.found(d, r)).collect(), |card| self.candidates.is_single(card));
        self.add_by_index(picture, &mut found, sighting.indices, &|quad| Some(*quad))?;
        let mut found = fan::with_copies(found, picture, |card| self.candidates.faces().is_some_and(|faces| faces.is_fanned(card)))?;
        conserved(&mut found, |card| self.candidates.is_single(card));
        for card in &mut found {
            card.quad = edges::snapped(picture, &card.quad);
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
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

    /// Adds the cards that can be named where an index was detected which is none of those found.
    fn add_by_index(
        &mut self,
        picture: &RgbImage,
        found: &mut Vec<FoundCard>,
        indices: Vec<Detection>,
        shape: &Shape<'_>,
    ) -> Result<(), RecognizerError> {
        if !self.candidates.has_standard() {
            return Ok(());
        }
        let untold = indices.into_iter().filter(|index| !found.iter().any(|card| lone::has_index(card, index.peak)));
        let mut settled = self.settled(picture, untold.collect())?;
        settled.sort_by(|a, b| b.0.score.total_cmp(&a.0.score));
        for (detection, reading) in settled {
            let sure = |card: &FoundCard| card.identity.card().is_some() && sureness(card) >= self.indices.settings().name;
            let Some(card) = self.found(&detection, &reading).filter(sure) else { continue };
            if let Some(quad) = shape(&card.quad) {
                lone::add(found, FoundCard { quad, ..card }, detection.peak);
            }
        }
        Ok(())
    }

    /// Finds and names the cards of the next frame of a film, looking once, with the longer side at about `longer_side_px`. A card
    /// that neither moved nor changed since the last frame keeps its name without being read again, and a frame that looks like the last one is
    /// not looked at at all. `shape` says what outlines cards can have; where nothing is known of the table, `&|quad| Some(*quad)`. At `places`,
    /// cards may lie that are hard to detect: they are found where they can be named beyond doubt. Covered copies are not looked for
    /// ([`super::with_copies`] does): whoever follows the table saw them before they were covered.
    ///
    /// # Errors
    /// As [`Self::recognize`].
    pub fn recognize_frame(
        &mut self,
        picture: &RgbImage,
        longer_side_px: u32,
        shape: &Shape<'_>,
        places: &[Quad<Image>],
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        if picture.is_empty() {
            return Err(RecognizerError::EmptyPicture);
        }
        let glance = Glance::of(picture)?;
        if let Some(found) = self.memory.unchanged(&glance) {
            return Ok(found);
        }
        let sighting = self.detector.detect(picture, longer_side_px)?;
        let shaped = sighting.cards.into_iter().filter_map(|d| Some(Detection { quad: shape(&d.quad)?, ..d })).collect();
        let detections = suppressed(shaped, &self.detector.settings().suppression);
        let last = std::mem::take(&mut self.memory);
        let (mut now, mut fresh) = (Vec::new(), Vec::new());
        let mut found = self.look_again(picture, detections, (Origin::Detected, shape), &last, &mut now, &mut fresh)?;
        let named = |card: &FoundCard| card.face == Face::Down || card.identity.card().is_some();
        let taken = |place: &Quad<Image>| found.iter().any(|card| named(card) && card.quad.iou(place) > Self::OCCUPIED_IOU);
        let supposed =
            places.iter().filter(|place| !taken(place)).map(|&quad| Detection { quad, peak: quad.centre(), score: Self::PLACE_SCORE });
        let mut probed = self.look_again(picture, supposed.collect(), (Origin::Place, shape), &last, &mut now, &mut fresh)?;
        probed.sort_by(|a, b| sureness(b).total_cmp(&sureness(a)));
        for card in probed {
            if fan::is_free(&card.quad, found.iter().filter(|other| named(other))) {
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
        self.add_by_index(picture, &mut found, sighting.indices, shape)?;
        let found = apart(found, self.detector.settings().suppression.nms_same_iou);
        self.memory.replace(now, glance, found.clone());
        Ok(found)
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
        for (detection, crop) in crops_of(picture, outlines)? {
            let look = Thumbnail::of(&crop);
            let recalled = last.recall(&detection, &look, origin);
            match recalled.and_then(|r| Some((r, r.found_at(&detection.quad)?))) {
                // What is remembered stays what was read, so that slow changes add up and are seen, and shifts do not.
                Some((r, found)) => {
                    looked_at.push(Remembered { origin, ..r.clone() });
                    all.extend(found);
                }
                None => fresh.push((look, (detection, crop))),
            }
        }
        let (looks, pairs): (Vec<_>, Vec<_>) = fresh.into_iter().unzip();
        let outlines: Vec<Quad<Image>> = pairs.iter().map(|(d, _)| d.quad).collect();
        let readings = self.read_pairs(pairs)?;
        let readings = self.aligned(picture, readings, shape)?;
        let readings = self.with_indices(picture, readings)?;
        for ((look, outline), (detection, reading)) in looks.into_iter().zip(outlines).zip(readings) {
            self.log_reading(origin, &detection, &reading);
            let refined = reading.refined(&detection.quad);
            let refined = Detection { quad: shape(&refined).unwrap_or(refined), ..detection };
            let believed = match origin {
                Origin::Detected => true,
                Origin::Place => self.likeness(&reading) >= Self::LIKE,
            };
            let found = if believed { self.found(&refined, &reading) } else { None };
            let found = found.filter(|card| origin == Origin::Detected || card.face == Face::Down || card.identity.card().is_some());
            all.extend(found.clone());
            read.extend(found.clone());
            looked_at.push(Remembered { outline, look, found, origin });
        }
        now.extend(looked_at);
        Ok(all)
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

    /// The readings, joined with what the corners say where standard cards are in play.
    fn with_indices(
        &mut self,
        picture: &RgbImage,
        readings: Vec<(Detection, Reading)>,
    ) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        if !self.candidates.has_standard() {
            return Ok(readings);
        }
        let outlines: Vec<Quad<Image>> = readings.iter().map(|(detection, _)| detection.quad).collect();
        let ends = self.indices.read(picture, &outlines)?;
        let joined = readings.into_iter().zip(ends).map(|((detection, reading), ends)| {
            let reading = match &ends {
                Some(ends) => self.indices.join(reading, ends),
                None => reading,
            };
            (detection, reading)
        });
        Ok(joined.collect())
    }

    /// For whoever asks why a card was named, or was not.
    fn log_reading(&self, origin: Origin, detection: &Detection, reading: &Reading) {
        if tracing::enabled!(tracing::Level::DEBUG) {
            let matches = self.candidates.faces().map(|faces| faces.matches(reading)).unwrap_or_default();
            let best: Vec<_> = matches.iter().take(3).map(|m| (m.card.name(), m.similarity, m.fanned, m.half_turned)).collect();
            tracing::debug!("{origin:?} at {:?}: {best:?}, kinds {:?}", detection.quad.centre(), reading.kinds);
        }
    }

    /// How like the most alike enrolled face a reading is; 0 without any.
    fn likeness(&self, reading: &Reading) -> f32 {
        self.candidates.faces().and_then(|faces| faces.matches(reading).first().map(|best| best.similarity)).unwrap_or(0.0)
    }

    fn read_pairs(&mut self, crops: Vec<(Detection, RgbImage)>) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        let (detections, crops): (Vec<_>, Vec<_>) = crops.into_iter().unzip();
        Ok(detections.into_iter().zip(self.identifier.read(&crops)?).collect())
    }

    fn found(&self, detection: &Detection, reading: &Reading) -> Option<FoundCard> {
        match judge(reading, &self.candidates, self.identifier.settings()) {
            Judgement::NotACard => None,
            Judgement::Card { face, identity, half_turned } => {
                let quad = match half_turned {
                    Some(true) => detection.quad.half_turned(),
                    Some(false) => detection.quad,
                    None => detection.quad.upright(),
                };
                let [.., nothing] = reading.kinds;
                let found = FoundCard { quad, face, identity, score: detection.score * (1.0 - nothing) };
                // What neither model is sure of and nobody can name is more often a part of a print than a card.
                let strange = found.face == Face::Up && self.candidates.is_stranger(reading);
                let least = if strange { self.identifier.settings().stranger } else { self.detector.settings().heat };
                let doubtful = found.identity.card().is_none() && found.score < least;
                (!doubtful).then_some(found)
            }
        }
    }
}

fn crops_of(picture: &RgbImage, detections: Vec<Detection>) -> Result<Vec<(Detection, RgbImage)>, RecognizerError> {
    let mut crops = Vec::with_capacity(detections.len());
    for detection in detections {
        if let Some(crop) = rectify(picture, &detection.quad)? {
            crops.push((detection, crop));
        }
    }
    Ok(crops)
}
