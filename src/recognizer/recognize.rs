use super::compare::{Care, Compared};
use super::decode::Detection;
use super::gallery::EnrolledFace;
use super::lanes::on_two_threads;
use super::letters::Language;
use super::memory::Memory;
use super::rectify::rectify;
use super::{
    Average, BACK, Candidates, Detector, FoundCard, Holding, Identifier, IndexReader, IndexReading, Judgement, ModelFolder, Reading,
    RecognizerError, Verifier, judge,
};
use crate::cards::Face;
use crate::geometry::{Homography, Image, Quad, Table};
use crate::table::Identity;
use image::RgbImage;

/// What an outline must be to be a card of known size on a known plane: the outline nearest to the one given, or `None` when no
/// card could look like it. From its own top left, as given.
pub type Shape<'s> = dyn Fn(&Quad<Image>) -> Option<Quad<Image>> + 's;

/// What is known of the table before its picture is looked at.
#[derive(Clone, Copy)]
pub struct Scene<'s> {
    /// What outlines cards can have.
    pub shape: &'s Shape<'s>,
    /// Where cards may lie that are hard to detect: they are found where they can be named beyond doubt.
    pub places: &'s [Quad<Image>],
    /// Where on the table a pixel lies; the lens may be left out. A table that is seen at a slant is looked at from straight above.
    pub table: Option<Homography<Table, Image>>,
}

impl Scene<'_> {
    /// A table of which nothing is known.
    pub const UNKNOWN: Self = Self { shape: &|quad| Some(*quad), places: &[], table: None };
}

/// Finds and names cards.
pub struct Recognizer {
    pub(super) detector: Detector,
    pub(super) identifier: Identifier,
    pub(super) indices: IndexReader,
    pub(super) verifier: Verifier,
    pub(super) candidates: Candidates,
    pub(super) memory: Memory,
    pub(super) language: Language,
}

impl Recognizer {
    /// Likeness to an enrolled face from which its print is looked for on what is told to be no card.
    const LIKE_A_FACE: f32 = 0.7;

    /// Opens the models of a folder, to look for these designs.
    ///
    /// # Errors
    /// When a model is missing, is not the one its manifest names, or has another shape.
    pub fn open(folder: &ModelFolder, candidates: Candidates) -> Result<Self, RecognizerError> {
        Ok(Self::new(Detector::open(folder)?, Identifier::open(folder)?, IndexReader::open(folder)?, Verifier::open(folder)?, candidates))
    }

    /// From models that are open.
    pub fn new(detector: Detector, identifier: Identifier, indices: IndexReader, verifier: Verifier, candidates: Candidates) -> Self {
        Self { detector, identifier, indices, verifier, candidates, memory: Memory::default(), language: Language::default() }
    }

    /// The models in use, as (name, SHA-256), for a journal's header.
    pub fn models(&self) -> [(&'static str, &str); 4] {
        [
            ("detector", self.detector.sha256()),
            ("identifier", self.identifier.sha256()),
            ("index", self.indices.sha256()),
            ("verifier", self.verifier.sha256()),
        ]
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
        self.language = Language::default();
    }

    /// The readings, joined with what the corners say where standard cards are in play.
    pub(super) fn with_indices(
        &mut self,
        picture: &RgbImage,
        readings: Vec<(Detection, Reading)>,
    ) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        if !self.candidates.has_standard() {
            return Ok(readings);
        }
        let outlines: Vec<Quad<Image>> = readings.iter().map(|(detection, _)| detection.quad).collect();
        let ends = self.indices.read(picture, &outlines)?;
        let queenly = self.queenly(ends.iter().flatten().flatten());
        let joined = readings
            .into_iter()
            .zip(ends)
            .map(|((detection, reading), ends)| (detection, self.indices.join(reading, ends.as_slice().as_flattened(), queenly)));
        Ok(joined.collect())
    }

    /// How likely a V is a queen's, now that these indices have been read too.
    pub(super) fn queenly<'i>(&mut self, indices: impl IntoIterator<Item = &'i IndexReading>) -> f32 {
        indices.into_iter().for_each(|index| self.language.hear(index));
        self.language.queenly(self.candidates.indices())
    }

    pub(super) fn read_pairs(&mut self, crops: Vec<(Detection, RgbImage)>) -> Result<Vec<(Detection, Reading)>, RecognizerError> {
        let (detections, crops): (Vec<_>, Vec<_>) = crops.into_iter().unzip();
        Ok(detections.into_iter().zip(self.identifier.read(&crops)?).collect())
    }

    /// The enrolled face that lies at an outline, when its print is seen there to the pixel.
    pub(super) fn found_by_print(
        &self,
        picture: &RgbImage,
        detection: &Detection,
        reading: &Reading,
        care: Care,
    ) -> Result<Option<FoundCard>, RecognizerError> {
        let settings = self.identifier.settings();
        let [.., nothing] = reading.kinds;
        let Some(faces) = self.candidates.faces() else { return Ok(None) };
        let matches = faces.matches(reading);
        if nothing > settings.kind && matches.first().is_none_or(|best| best.similarity < Self::LIKE_A_FACE) {
            return Ok(None);
        }
        let care = if reading.is_back() { care.of_a_back() } else { care };
        let compared = faces.compared(picture, &detection.quad, &matches, care)?;
        let sure = compared.filter(|compared| compared.confidence >= settings.gallery_name);
        Ok(sure.map(|Compared { face: EnrolledFace { card, .. }, quad, confidence }| {
            let known = Identity::Known { card: card.clone(), confidence, alternatives: Vec::new() };
            let (face, identity) = if card.name() == BACK { (Face::Down, Identity::UNKNOWN) } else { (Face::Up, known) };
            FoundCard { quad, face, identity, score: detection.score.max(confidence) }
        }))
    }

    /// A card of which the print that it bears by its embedding was not seen: unknown, unless that leaves no doubt.
    pub(super) fn without_print(&self, card: FoundCard, reading: &Reading) -> FoundCard {
        let Some(faces) = self.candidates.faces() else { return card };
        let was_compared = faces.matches(reading).first().is_some_and(|best| !best.fanned);
        if !was_compared {
            return card;
        }
        card.doubted_below(self.identifier.settings().gallery_alone, |name| !self.candidates.is_single(name) && !name.is_joker())
    }

    pub(super) fn found(&self, detection: &Detection, reading: &Reading) -> Option<FoundCard> {
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
                let strange = found.face == Face::Up && self.candidates.is_stranger(reading) && !reading.is_joker();
                let least = if strange { self.identifier.settings().stranger } else { self.identifier.settings().faint };
                // A standard card's name is never a chance likeness; an enrolled face's may be.
                let vouched = found.identity.card().is_some_and(|card| self.candidates.is_single(card));
                let doubtful = !vouched && found.score < least;
                (!doubtful).then_some(found)
            }
        }
    }
}

/// Asks what these outlines hold.
pub(super) fn hold<'r>(
    asked: impl Iterator<Item = &'r mut (Detection, Reading)>,
    verify: impl FnOnce(&[Quad<Image>]) -> Result<Vec<Option<Holding>>, RecognizerError>,
) -> Result<(), RecognizerError> {
    let mut asked: Vec<_> = asked.collect();
    let outlines: Vec<Quad<Image>> = asked.iter().map(|(detection, _)| detection.quad).collect();
    let held = verify(&outlines)?;
    asked.iter_mut().zip(held).for_each(|((_, reading), holding)| reading.holding = holding);
    Ok(())
}

pub(super) fn crops_of(picture: &RgbImage, detections: Vec<Detection>) -> Result<Vec<(Detection, RgbImage)>, RecognizerError> {
    let cut = on_two_threads(&detections, |detection| rectify(picture, &detection.quad))?;
    Ok(detections.into_iter().zip(cut).filter_map(|(detection, crop)| Some((detection, crop?))).collect())
}
