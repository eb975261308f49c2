use super::{Seat, Stamp};
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Polygon, Quad, Table};
use serde::{Deserialize, Serialize};

/// What one frame shows, in millimetres on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Number of the frame in its source, from zero.
    pub frame: u64,
    /// When it was taken.
    pub stamp: Stamp,
    /// Cards, in no order.
    pub cards: Vec<SeenCard>,
    /// Pairs of cards, by their numbers in `cards`, of which the first is seen to lie on the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlaps: Vec<(usize, usize)>,
    /// Hands and arms over the table.
    pub hands: Vec<SeenHand>,
    /// Touches that were decided with this frame; they happened a few frames before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<SeenTouch>,
}

impl Observation {
    /// Whether no arm lies over any part of this.
    pub fn is_bare(&self, outline: &Polygon<Table>) -> bool {
        self.hands.iter().all(|hand| hand.region.clipped_to(outline).area() <= 0.0)
    }
}

/// One card in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenCard {
    /// Outline of the whole card, also where something lies on it; its first corner is the card's own top left when `upright` is known.
    pub quad: Quad<Table>,
    /// Which side is seen.
    pub face: Face,
    /// Which design it is.
    pub identity: Identity,
    /// The detector's confidence that there is a card, 0..=1.
    pub score: f32,
}

/// Which design a card is: a value, never an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Identity {
    /// Read with enough confidence to rely on.
    Known {
        /// The design.
        card: CardId,
        /// Calibrated probability, 0..=1.
        confidence: f32,
        /// What else it might be, most likely first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<Alternative>,
    },
    /// Not read.
    Unknown {
        /// What it might be, most likely first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<Alternative>,
    },
}

/// One thing a card might be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// The design.
    pub card: CardId,
    /// Calibrated probability, 0..=1.
    pub confidence: f32,
}

impl Identity {
    /// Not read, nothing to say.
    pub const UNKNOWN: Self = Self::Unknown { alternatives: Vec::new() };

    /// A design read without doubt, as in a played-out simulation.
    pub const fn certain(card: CardId) -> Self {
        Self::Known { card, confidence: 1.0, alternatives: Vec::new() }
    }

    /// The design, when it is known.
    pub const fn card(&self) -> Option<&CardId> {
        match self {
            Self::Known { card, .. } => Some(card),
            Self::Unknown { .. } => None,
        }
    }

    /// The same, not read: what it was read as is only what it might be.
    #[must_use]
    pub fn doubted(self) -> Self {
        match self {
            Self::Known { card, confidence, mut alternatives } => {
                alternatives.insert(0, Alternative { card, confidence });
                Self::Unknown { alternatives }
            }
            unknown @ Self::Unknown { .. } => unknown,
        }
    }

    /// What else it might be, most likely first; for a card not read, what it might be at all.
    pub fn alternatives(&self) -> &[Alternative] {
        let (Self::Known { alternatives, .. } | Self::Unknown { alternatives }) = self;
        alternatives
    }

    /// All that it may be, each with its probability, most likely first.
    pub fn designs(&self) -> impl Iterator<Item = (&CardId, f32)> {
        let known = match self {
            Self::Known { card, confidence, .. } => Some((card, *confidence)),
            Self::Unknown { .. } => None,
        };
        known.into_iter().chain(self.alternatives().iter().map(|a| (&a.card, a.confidence)))
    }

    /// Probability that the card is this design; designs not listed share nothing.
    pub fn probability(&self, asked: &CardId) -> f32 {
        match self {
            Self::Known { card, confidence, .. } if card == asked => *confidence,
            _ => self.alternatives().iter().find(|a| a.card == *asked).map_or(0.0, |a| a.confidence),
        }
    }
}

/// A hand or arm that reaches over the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenHand {
    /// Outline of what is seen of it.
    pub region: Polygon<Table>,
    /// Where it crosses the mat's edge.
    pub entry: Point<Table>,
    /// Its furthest point from the entry: the fingertips, near enough to say which zone it visits.
    pub tip: Point<Table>,
    /// Whether the fingertip itself is seen; else `tip` is where the outline ends, which may be another hand's, or where it was seen last.
    #[serde(default = "seen")]
    pub tip_seen: bool,
    /// The seat behind whose stretch of the edge its arm seems to begin.
    pub seat: Option<Seat>,
    /// A neighbour whose it may be, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perhaps: Option<Seat>,
    /// Confidence that it is a hand, 0..=1.
    pub confidence: f32,
}

/// Hands that were recorded without saying so.
const fn seen() -> bool {
    true
}

/// A fingertip that came down on the table or on a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeenTouch {
    /// The seat whose hand it is.
    pub seat: Option<Seat>,
    /// Another seat whose hand it may be, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perhaps: Option<Seat>,
    /// Where the arm crosses the mat's edge.
    pub entry: Point<Table>,
    /// The point that is touched.
    pub tip: Point<Table>,
    /// The latest moment at which it surely did not touch yet.
    pub after: Stamp,
    /// The first moment at which it surely touched.
    pub by: Stamp,
    /// The last frame that shows it without contact.
    pub without: u64,
    /// The first frame that shows the contact.
    pub with: u64,
    /// Confidence that it touches, 0..=1.
    pub confidence: f32,
}

impl SeenTouch {
    /// Confidence from which on a touch is beyond doubt: with less it may be a hand that only stops, or passes, over what lies there.
    const SURE: f32 = 0.7;

    /// Whether it is beyond doubt.
    pub fn is_sure(&self) -> bool {
        self.confidence >= Self::SURE
    }
}
