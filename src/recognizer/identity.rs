//! From a reading to a card's side and design, or the admission that it cannot be told.

use super::{Gallery, Reading};
use crate::cards::{CardId, DeckError, Face, IndexSet, StandardCard, standard_deck};
use crate::table::{Alternative, Identity};
use serde::Deserialize;

/// When a reading is believed, from the identifier's manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default)]
pub struct IdentitySettings {
    /// Least calibrated probability of a design that is named. Larger names fewer cards and fewer wrongly.
    pub name: f32,
    /// Least probability of a standard card's name that is told in the end. A less likely one helps to tell the cards around it, but under blur and
    /// from afar it is wrong more often than its probability says. Larger names fewer cards and fewer wrongly.
    pub told: f32,
    /// Least probability of a design that is named where only enrolled faces are in play.
    pub gallery_name: f32,
    /// The same where the pixels of the card were compared with the face's and do not bear the name out.
    pub gallery_alone: f32,
    /// Least lead over the next design. Larger names fewer cards and fewer wrongly.
    pub margin: f32,
    /// Above this probability of being no card, an outline is dropped. Larger keeps more phantoms.
    pub kind: f32,
    /// Least confidence in a card that is not named. Larger drops more backs, and more of what only looks like a card.
    pub faint: f32,
    /// Least confidence in a card that looks like none of those in play. Larger drops more papers, pictures and boxes, and more cards of which
    /// nothing can be read.
    pub stranger: f32,
    /// Least probability of a joker that is named: they look like any picture.
    pub joker: f32,
    /// Softens the choice among enrolled faces: larger is less sure.
    pub gallery_temperature: f32,
    /// Likeness at which an enrolled face is as likely as none of them. Larger names fewer cards of other decks.
    pub gallery_similarity: f32,
}

impl Default for IdentitySettings {
    fn default() -> Self {
        Self {
            name: 0.6,
            told: 0.9,
            gallery_name: 0.6,
            gallery_alone: 0.97,
            margin: 0.2,
            kind: 0.5,
            faint: 0.3,
            stranger: 0.6,
            joker: 0.8,
            gallery_temperature: 0.03,
            gallery_similarity: 0.72,
        }
    }
}

impl IdentitySettings {
    /// Names the likeliest design if it is likely and clearly ahead of the next.
    pub(super) fn settled(&self, mut designs: Vec<Alternative>) -> Identity {
        /// Alternatives that are worth telling.
        const TOLD: usize = 4;
        const LEAST: f32 = 0.02;
        designs.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        let (first, second) = (designs.first().map_or(0.0, |d| d.confidence), designs.get(1).map_or(0.0, |d| d.confidence));
        let least = if designs.first().is_some_and(|d| d.card.is_joker()) { self.joker } else { self.name };
        let known = first >= least && first - second >= self.margin;
        let mut told = designs.into_iter().filter(|d| d.confidence >= LEAST);
        match if known { told.next() } else { None } {
            Some(best) => Identity::Known { card: best.card, confidence: best.confidence, alternatives: told.take(TOLD).collect() },
            None => Identity::Unknown { alternatives: told.take(TOLD).collect() },
        }
    }
}

/// The designs that may lie on the table.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// Suit by suit, ace to king; empty when the standard deck is not in play.
    standard: Vec<CardId>,
    indices: IndexSet,
    joker: Option<CardId>,
    gallery: Option<Gallery>,
}

impl Candidates {
    /// The standard 52 and jokers, with the letters of any language.
    ///
    /// # Errors
    /// Never in practice; the standard ids are well formed.
    pub fn standard() -> Result<Self, DeckError> {
        let (mut standard, mut joker) = (Vec::new(), None);
        for design in standard_deck()?.designs() {
            match design.face {
                StandardCard::Pip(..) => standard.push(design.card.clone()),
                StandardCard::Joker => joker = Some(design.card.clone()),
            }
        }
        Ok(Self { standard, indices: IndexSet::Any, joker, gallery: None })
    }

    /// The enrolled faces alone.
    pub const fn gallery(gallery: Gallery) -> Self {
        Self { standard: Vec::new(), indices: IndexSet::Any, joker: None, gallery: Some(gallery) }
    }

    /// The same with standard cards that bear these letters.
    #[must_use]
    pub fn with_indices(mut self, indices: IndexSet) -> Self {
        self.indices = indices;
        self
    }

    /// The same without jokers.
    #[must_use]
    pub fn without_jokers(self) -> Self {
        Self { joker: None, ..self }
    }

    /// The letters on the standard cards.
    pub const fn indices(&self) -> IndexSet {
        self.indices
    }

    /// The enrolled faces, if there are any.
    pub const fn faces(&self) -> Option<&Gallery> {
        self.gallery.as_ref()
    }

    /// Whether standard cards are in play.
    pub const fn has_standard(&self) -> bool {
        !self.standard.is_empty()
    }

    /// How likely each standard card is, when these are the probabilities of its rank and of its suit, and it is one with probability `share`.
    pub(super) fn pips(&self, ranks: &[f32; 13], suits: &[f32; 4], share: f32) -> impl Iterator<Item = Alternative> {
        let pairs = suits.iter().flat_map(|s| ranks.iter().map(move |r| r * s));
        self.standard.iter().zip(pairs).map(move |(card, p)| Alternative { card: card.clone(), confidence: p * share })
    }

    /// Whether only standard cards are in play.
    const fn is_standard_alone(&self) -> bool {
        self.gallery.is_none() && self.has_standard()
    }

    /// Whether a reading is more like some other print than like a card that a pack holds once, where only standard cards are in play.
    pub(super) fn is_stranger(&self, reading: &Reading) -> bool {
        self.is_standard_alone() && reading.is_strange()
    }

    /// Whether a reading bears no name of a standard card that is as likely as this, where only these are in play.
    pub(super) fn is_nameless(&self, reading: &Reading, probability: f32) -> bool {
        self.is_standard_alone() && !reading.names(probability)
    }

    /// Whether a pack holds this card only once: a standard card that is no joker.
    pub fn is_single(&self, card: &CardId) -> bool {
        self.standard.contains(card)
    }

    /// The cards that a pack holds only once.
    pub(super) fn singles(&self) -> Vec<CardId> {
        self.standard.clone()
    }

    /// These and the enrolled faces.
    #[must_use]
    pub fn with_gallery(mut self, gallery: Gallery) -> Self {
        self.gallery = Some(gallery);
        self
    }
}

/// Name of the card under which a deck's back is enrolled in a gallery.
pub const BACK: &str = "back";

/// What an outline shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// Something else than a card.
    NotACard,
    /// A card.
    Card {
        /// Its visible side.
        face: Face,
        /// Its design.
        identity: Identity,
        /// Whether the card's own top is at the outline's other end; `None` where the print does not tell.
        half_turned: Option<bool>,
    },
}

/// Judges a reading against the designs that may be there.
pub fn judge(reading: &Reading, candidates: &Candidates, settings: &IdentitySettings) -> Judgement {
    let [.., nothing] = reading.kinds;
    if nothing > settings.kind {
        return Judgement::NotACard;
    }
    let down = Judgement::Card { face: Face::Down, identity: Identity::UNKNOWN, half_turned: None };
    let looks_down = reading.is_back();
    let kinds = KindShares::of(reading, candidates);
    let Some(gallery) = &candidates.gallery else {
        let designs = standard_designs(reading, candidates, &kinds);
        return if looks_down { down } else { Judgement::Card { face: Face::Up, identity: settings.settled(designs), half_turned: None } };
    };
    let matches = gallery.matches(reading);
    let likely = softmax_with_none(matches.iter().map(|m| m.similarity), settings);
    let enrolled = |backs: bool| matches.iter().zip(&likely).filter(move |(m, _)| (m.card.name() == BACK) == backs);
    let most = |backs: bool| enrolled(backs).map(|(_, p)| *p).fold(0.0, f32::max);
    // An enrolled print that is clearly recognised tells the side better than what backs look like in general.
    let is_down = if candidates.standard.is_empty() && most(true).max(most(false)) >= settings.gallery_name {
        most(true) > most(false)
    } else {
        looks_down
    };
    if is_down {
        return down;
    }
    let mut designs = standard_designs(reading, candidates, &kinds);
    let best = enrolled(false).next().map(|(m, _)| m.half_turned);
    designs.extend(enrolled(false).map(|(m, p)| Alternative { card: m.card.clone(), confidence: p * kinds.gallery }));
    let half_turned = if kinds.gallery > kinds.standard + kinds.joker { best } else { None };
    let settings = if candidates.standard.is_empty() { IdentitySettings { name: settings.gallery_name, ..*settings } } else { *settings };
    Judgement::Card { face: Face::Up, identity: settings.settled(designs), half_turned }
}

/// How the probability of a face splits among the ways to name it.
struct KindShares {
    standard: f32,
    joker: f32,
    gallery: f32,
}

impl KindShares {
    fn of(reading: &Reading, candidates: &Candidates) -> Self {
        let [standard, _, joker, other, nothing] = reading.kinds;
        if candidates.standard.is_empty() {
            // With no standard card in play, what looks like one is a face that looks like one.
            return Self { standard: 0.0, joker: 0.0, gallery: 1.0 - nothing };
        }
        let faces = (standard + joker + other).max(f32::MIN_POSITIVE);
        Self { standard: standard / faces, joker: joker / faces, gallery: other / faces }
    }
}

fn standard_designs(reading: &Reading, candidates: &Candidates, kinds: &KindShares) -> Vec<Alternative> {
    let pips = candidates.pips(&reading.ranks, &reading.suits, kinds.standard);
    let joker = candidates.joker.iter().map(|card| Alternative { card: card.clone(), confidence: kinds.joker });
    pips.chain(joker).collect()
}

/// The probability of each likeness being the right one, against each other and against none of them.
fn softmax_with_none(similarities: impl Iterator<Item = f32>, settings: &IdentitySettings) -> Vec<f32> {
    let raised: Vec<f32> =
        similarities.map(|s| ((s - settings.gallery_similarity) / settings.gallery_temperature).clamp(-80.0, 80.0).exp()).collect();
    let sum: f32 = 1.0 + raised.iter().sum::<f32>();
    raised.into_iter().map(|p| p / sum).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::recognizer::identifier::EMBEDDING;

    /// A standard face, of which nothing is known yet.
    pub(crate) fn reading() -> Reading {
        Reading {
            ranks: [1.0 / 13.0; 13],
            suits: [0.25; 4],
            kinds: [1.0, 0.0, 0.0, 0.0, 0.0],
            embeddings: [vec![0.0; EMBEDDING], vec![0.0; EMBEDDING]],
            corner_offsets: [crate::geometry::Point::new(0.0, 0.0); 4],
            holding: None,
        }
    }

    /// So likely is the one at this number; the others share the rest.
    pub(crate) fn one_hot<const N: usize>(at: usize, p: f32) -> [f32; N] {
        std::array::from_fn(|i| if i == at { p } else { (1.0 - p) / (N - 1) as f32 })
    }

    fn identity(reading: &Reading) -> Identity {
        match judge(reading, &Candidates::standard().unwrap(), &IdentitySettings::default()) {
            Judgement::Card { identity, .. } => identity,
            Judgement::NotACard => panic!("no card"),
        }
    }

    #[test]
    fn a_clear_reading_is_named_and_a_doubtful_one_is_not() {
        let clear = Reading { ranks: one_hot(9, 0.98), suits: one_hot(2, 0.97), ..reading() };
        assert_eq!(identity(&clear).card().unwrap().as_str(), "standard/10h");
        let doubtful = Reading { ranks: one_hot(9, 0.98), suits: [0.0, 0.5, 0.5, 0.0], ..reading() };
        match identity(&doubtful) {
            Identity::Unknown { alternatives } => {
                let names: Vec<_> = alternatives.iter().map(|a| a.card.name()).collect();
                assert!(names.contains(&"10d") && names.contains(&"10h"), "{names:?}");
            }
            known => panic!("{known:?}"),
        }
    }

    #[test]
    fn a_back_is_face_down_and_a_hand_is_no_card() {
        let judged = |kinds| judge(&Reading { kinds, ..reading() }, &Candidates::standard().unwrap(), &IdentitySettings::default());
        assert_eq!(judged([0.1, 0.8, 0.0, 0.1, 0.0]), Judgement::Card { face: Face::Down, identity: Identity::UNKNOWN, half_turned: None });
        assert_eq!(judged([0.1, 0.1, 0.0, 0.1, 0.7]), Judgement::NotACard);
    }

    #[test]
    fn where_no_joker_is_in_play_none_is_named() {
        let likely = Reading { kinds: one_hot(2, 0.96), ranks: one_hot(12, 0.9), suits: one_hot(3, 0.9), ..reading() };
        match judge(&likely, &Candidates::standard().unwrap().without_jokers(), &IdentitySettings::default()) {
            Judgement::Card { identity: Identity::Unknown { alternatives }, .. } => {
                assert!(alternatives.iter().all(|other| !other.card.is_joker()), "{alternatives:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_joker_is_a_joker_and_a_strange_face_is_unknown() {
        let of_kind = |kind| identity(&Reading { kinds: one_hot(kind, 0.96), ranks: one_hot(0, 0.9), suits: one_hot(3, 0.9), ..reading() });
        assert_eq!(of_kind(2).card().unwrap().as_str(), "standard/joker");
        assert_eq!(of_kind(3).card(), None);
    }

    #[test]
    fn nothing_alike_is_none_of_them() {
        let settings = IdentitySettings::default();
        assert!(softmax_with_none([0.1, 0.0].into_iter(), &settings).iter().all(|p| *p < 0.01));
        let clear = softmax_with_none([0.95, 0.85].into_iter(), &settings);
        // e^(0.1 / 0.03) to one.
        assert!(clear[0] > 0.96 && clear[1] < 0.04);
        let tied = softmax_with_none([0.95, 0.95].into_iter(), &settings);
        assert!((tied[0] - 0.5).abs() < 0.01);
    }
}
