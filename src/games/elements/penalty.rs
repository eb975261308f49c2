use super::{Card, Effect, Guise, Place};
use crate::table::Seat;
use serde::{Deserialize, Serialize};

/// What a seat owes for violations: to reverse each, then to touch a card of its own Island (Elements, Rule Violations;
/// Rulings, Elements 5).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// The violations still to be reversed, the latest last; none when only the touch is owed.
    pub offences: Vec<Offence>,
}

/// A violation, with what must be done to reverse it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offence {
    /// The stable word of the rule that it broke.
    pub code: String,
    /// Cards that it moved, in order.
    pub shifts: Vec<Shift>,
    /// Cards to which it gave another face, with the face that each had.
    pub guises: Vec<(Card, Guise)>,
    /// Whether it was a touch, so that letting go reverses it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_touch: bool,
    /// Magic that it began.
    pub effect: Option<Effect>,
}

/// One card's way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Which; `None` when it was not read.
    pub card: Option<Card>,
    /// Where from.
    pub from: Heap,
    /// Where to.
    pub to: Heap,
}

/// Where the engine keeps a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heap {
    /// Face up in the Ocean.
    Up,
    /// Face down in the Ocean.
    Down,
    /// In an Island.
    Island(Seat),
    /// Passed to a seat whose own Island is still there.
    Arriving(Seat),
    /// In a Flame.
    Flame(Seat),
    /// In a Play Hand.
    Hand(Seat),
}

impl Heap {
    /// Where that is for this seat.
    pub(super) fn place(self, seat: Seat) -> Place {
        match self {
            Self::Up | Self::Down => Place::Ocean,
            Self::Island(owner) | Self::Arriving(owner) => Place::Island(owner),
            Self::Flame(owner) => Place::Flame(owner),
            Self::Hand(owner) if owner == seat => Place::Play,
            Self::Hand(owner) => Place::Hand(owner),
        }
    }
}
