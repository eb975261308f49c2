use super::{Cell, Zone};
use crate::cards::CardId;
use crate::table::Seat;

/// What a player does. It can say what the rules allow and what they forbid.
///
/// Prints and parses as `pass`, `done`, `place e4 SET/CARD`, `move P1.deck > hand ?`, `move e4 > P1.victory SET/CARD`,
/// `use e4 SET/CARD 1`, `use hand SET/CARD 2 x=3`, `choose e4 SET/CARD`, `spend e4 SET/CARD`, `answer 1`, `throw P1`, `take-off 1` or
/// `put-on 1`; with `turned`, `sideways` or `face-down` behind a card that lies so.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes no action; no camera sees it.
    Pass,
    /// Does no more of what may be left.
    Done,
    /// Carries a card from one place to another.
    Carry(Carry),
    /// Activates a text.
    Use(Use),
    /// Chooses a card on the Board that an ability is about.
    Choose {
        /// Where it lies.
        at: Place,
        /// Which it is; in the grid, its space says so.
        card: Option<CardId>,
    },
    /// Removes a charge counter from a card, as a part of a cost.
    Spend {
        /// Where the card lies.
        at: Place,
        /// Which it is; in the grid, its space says so.
        card: Option<CardId>,
    },
    /// The operator answers a card's question about the world outside: a number, 1 for yes.
    Answer(u16),
    /// A Rock Paper Scissors that was played out, with its winner.
    Throw(Seat),
    /// Takes off a button, counted from one.
    TakeOff(u8),
    /// Puts a button on again, counted from one.
    PutOn(u8),
}

/// Where a card can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// The hand of the player who acts.
    Hand,
    /// A zone of the mat; of a pile, its top.
    On(Zone),
    /// A button that the player who acts wears, counted from one.
    Button(u8),
}

impl Place {
    /// The zone of the mat, if it is one.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::On(zone) => Some(zone),
            Self::Hand | Self::Button(_) => None,
        }
    }

    /// The space of the grid, if it is one.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::On(Zone::Cell(cell)) => Some(cell),
            _ => None,
        }
    }
}

impl From<Zone> for Place {
    fn from(zone: Zone) -> Self {
        Self::On(zone)
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self::On(Zone::Cell(cell))
    }
}

/// A card carried from one place to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Carry {
    /// Where it was.
    pub from: Place,
    /// Where it came to lie.
    pub to: Place,
    /// Which it is; `None` when it was not read, and of a draw that stays hidden.
    pub card: Option<CardId>,
    /// How it came to lie.
    pub lies: Lies,
}

/// How a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Lies {
    /// As it should: face up with its top away from its owner, or hidden in a hand.
    #[default]
    Straight,
    /// With its top towards its owner, as if it were the other player's.
    Turned,
    /// Across.
    Sideways,
    /// With its back up.
    FaceDown,
}

/// An activation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// Where the card or button is.
    pub at: Place,
    /// Which card; `None` for a button.
    pub card: Option<CardId>,
    /// Which of its texts, counted from one.
    pub text: u8,
    /// What is chosen for X, or paid where more may be paid.
    pub x: Option<u8>,
}

impl Carry {
    /// A seat lays its starting card face down.
    pub(super) const fn cover(seat: Seat) -> Self {
        Self { from: Place::Hand, to: Place::On(Zone::Cell(Cell::start(seat))), card: None, lies: Lies::FaceDown }
    }
}

impl Move {
    /// A carry of a card that comes to lie as it should.
    pub fn carry(from: impl Into<Place>, to: impl Into<Place>, card: Option<CardId>) -> Self {
        Self::Carry(Carry { from: from.into(), to: to.into(), card, lies: Lies::Straight })
    }

    /// A seat draws, unseen.
    pub fn draw(seat: Seat) -> Self {
        Self::carry(Zone::Deck(seat), Place::Hand, None)
    }

    /// A card from the hand onto the grid.
    pub fn place(cell: Cell, card: CardId) -> Self {
        Self::carry(Place::Hand, cell, Some(card))
    }

    /// A card off the grid into a seat's Victory Pile.
    pub fn capture(cell: Cell, by: Seat, card: CardId) -> Self {
        Self::carry(cell, Zone::Victory(by), Some(card))
    }
}

impl From<Use> for Move {
    fn from(used: Use) -> Self {
        Self::Use(used)
    }
}
