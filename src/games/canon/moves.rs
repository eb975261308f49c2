use super::{Slot, Zone};
use crate::cards::{CardId, Face};
use crate::table::Seat;

/// What a player does in a turn. It can say every one of the seven moves of the rules, a pass, and what they forbid.
///
/// Prints and parses as `pass`, `draw`, `take discard canon-nt/mark`, `play centre3 canon-nt/mark`, `play P1.canon2 canon-nt/mark`,
/// `take centre3 canon-nt/mark`, `discard canon-nt/mark`; forbidden ones as `move discard > centre3 canon-nt/mark`,
/// `play centre3 ? face-down` or `draw x2`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Does nothing; no camera can see it.
    Pass,
    /// Carries a card from one place to another.
    Carry(Carry),
}

/// A card, or several at once, carried from one place to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Carry {
    from: Place,
    to: Place,
    card: Option<CardId>,
    face: Face,
    count: u16,
}

/// Where a card can be. Prints as `hand`, as a zone, or as `discard-2` for the card two below the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The hand of the player who acts.
    Hand,
    /// The draw pile.
    Draw,
    /// The discard pile.
    Discard {
        /// Cards above it: 0 for the top.
        depth: u16,
    },
    /// A space of the central canon.
    Centre(Slot),
    /// A space of a seat's personal canon.
    Canon(Seat, Slot),
}

impl Place {
    /// The top of the discard pile.
    pub const TOP: Self = Self::Discard { depth: 0 };

    /// The zone of the mat; `None` for a hand.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::Hand => None,
            Self::Draw => Some(Zone::Draw),
            Self::Discard { .. } => Some(Zone::Discard),
            Self::Centre(slot) => Some(Zone::Centre(slot)),
            Self::Canon(seat, slot) => Some(Zone::Canon(seat, slot)),
        }
    }

    /// The space of a canon, of whichever owner.
    pub const fn slot(self) -> Option<Slot> {
        match self {
            Self::Centre(slot) | Self::Canon(_, slot) => Some(slot),
            Self::Hand | Self::Draw | Self::Discard { .. } => None,
        }
    }
}

/// The top of a pile, or the space.
impl From<Zone> for Place {
    fn from(zone: Zone) -> Self {
        match zone {
            Zone::Draw => Self::Draw,
            Zone::Discard => Self::TOP,
            Zone::Centre(slot) => Self::Centre(slot),
            Zone::Canon(seat, slot) => Self::Canon(seat, slot),
        }
    }
}

impl Carry {
    /// One card carried as the rules would have it: face down onto the draw pile, else face up. `card` is `None` when it was not
    /// read; what comes from the draw pile into a hand is never read.
    pub fn new(from: impl Into<Place>, to: impl Into<Place>, card: Option<CardId>) -> Self {
        let (from, to) = (from.into(), to.into());
        let card = if (from, to) == (Place::Draw, Place::Hand) { None } else { card };
        Self { from, to, card, face: usual_face(to), count: 1 }
    }

    /// The same with this side up where it came to rest. In a hand there is no such side.
    #[must_use]
    pub fn facing(self, face: Face) -> Self {
        Self { face: if self.to == Place::Hand { self.face } else { face }, ..self }
    }

    /// The same with this many cards at once, at least one.
    #[must_use]
    pub fn times(self, count: u16) -> Self {
        Self { count: count.max(1), ..self }
    }

    /// Where it came from.
    pub const fn from(&self) -> Place {
        self.from
    }

    /// Where it went.
    pub const fn to(&self) -> Place {
        self.to
    }

    /// Which work, when it was read.
    pub const fn card(&self) -> Option<&CardId> {
        self.card.as_ref()
    }

    /// Which side was up where it came to rest.
    pub const fn face(&self) -> Face {
        self.face
    }

    /// How many cards, at least one.
    pub const fn count(&self) -> u16 {
        self.count
    }

    /// Whether the face is the one that the notation leaves unsaid.
    pub(super) fn faces_as_usual(&self) -> bool {
        self.face == usual_face(self.to)
    }
}

fn usual_face(to: Place) -> Face {
    if to == Place::Draw { Face::Down } else { Face::Up }
}

impl Move {
    /// Takes the top of the draw pile into the hand.
    pub fn draw() -> Self {
        Carry::new(Place::Draw, Place::Hand, None).into()
    }

    /// Takes a card from the top of the discard pile or from a space into the hand.
    pub fn take(from: impl Into<Place>, card: CardId) -> Self {
        Carry::new(from, Place::Hand, Some(card)).into()
    }

    /// Places a card from the hand into a space, face up.
    pub fn play(to: impl Into<Place>, card: CardId) -> Self {
        Carry::new(Place::Hand, to, Some(card)).into()
    }

    /// Places a card from the hand on top of the discard pile, face up.
    pub fn discard(card: CardId) -> Self {
        Self::play(Place::TOP, card)
    }

    /// The carry, when it is no pass.
    pub const fn carry(&self) -> Option<&Carry> {
        match self {
            Self::Pass => None,
            Self::Carry(carry) => Some(carry),
        }
    }
}

impl From<Carry> for Move {
    fn from(carry: Carry) -> Self {
        Self::Carry(carry)
    }
}
