use super::{Card, Place, Spell};
use crate::cards::Face;
use crate::table::Seat;
use std::collections::BTreeSet;

/// What a player does, or what is told about the game. It can say all that the rules allow and what they forbid.
///
/// Prints and parses as `touch ocean 4h`, `release`, `take ocean 4h`, `put P1.flame 4h`, `move ocean > P1.island 4h`,
/// `turn-down 4h`, `whirlwind`, `pass-island`, `fire`, `verify 4c 4d 4h 4s`, `dibs 4h 600ms`, `magic scry P1.island` and so on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The Play Hand comes to rest on a card, or on the Ocean's middle.
    Touch(Touch),
    /// The Play Hand lets go of what it touches.
    Release,
    /// A card, or several at once, carried from one place to another.
    Carry(Carry),
    /// A card of the Ocean is turned over by hand.
    Turn {
        /// Which; `None` when it was not read.
        card: Option<Card>,
        /// Which side is up now.
        face: Face,
    },
    /// Cards are moved about within the Ocean by hand.
    Rearrange {
        /// How many at once, at least one.
        count: u16,
        /// Whether they were piled up.
        stacked: bool,
    },
    /// A player looks at an Island's cards.
    Look {
        /// Whose Island.
        island: Seat,
    },
    /// A player puts an Island's cards in another order.
    Arrange {
        /// Whose Island.
        island: Seat,
    },
    /// A Whirlwind is called: the whole Flame goes to the Ocean with it, unless it just went.
    Whirlwind {
        /// How many cards of the Flame went; `None` for all.
        cards: Option<u16>,
    },
    /// An Island is handed on.
    PassIsland {
        /// To whom; `None` for the player on the left.
        to: Option<Seat>,
        /// How many of its cards; `None` for all.
        cards: Option<u16>,
    },
    /// "Fire!"
    Fire,
    /// The seat's Flame was looked through after its "Fire!": these are its cards.
    Verify {
        /// The cards.
        cards: BTreeSet<Card>,
    },
    /// A card was called by its name; the stamp is when the whole name had been said.
    Dibs {
        /// Which card.
        card: Card,
        /// How long it took to say, in milliseconds.
        took_ms: u32,
    },
    /// The judge gives an open claim to the seat.
    Award {
        /// On which card.
        card: Card,
    },
    /// The dealer has counted down: "go".
    Go,
    /// All agree to a halt.
    Halt {
        /// Whether they cannot agree on whose fault a violation is.
        disputed: bool,
    },
    /// The seat's last violation was reversed.
    Reverse,
    /// These cards lie face up in the Ocean: they were read.
    Show {
        /// The cards, at least one.
        cards: BTreeSet<Card>,
    },
    /// A new round is dealt.
    Deal,
    /// A declared magical act.
    Magic(Spell),
    /// The seat stops its continuing magic.
    Stop {
        /// On which card; `None` for all of it.
        card: Option<Card>,
    },
}

/// A hand comes to rest on something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// Where.
    pub at: Place,
    /// Which card; `None` when it was not read.
    pub card: Option<Card>,
    /// How many cards at once, at least one.
    pub count: u16,
    /// Whether it was the Flame Hand.
    pub flame_hand: bool,
}

/// Cards carried from one place to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Carry {
    /// Where from.
    pub from: Place,
    /// Where to.
    pub to: Place,
    /// Which card; `None` when it was not read. Of several only the first is named.
    pub card: Option<Card>,
    /// Which side is up where it came to rest; without meaning but in the Ocean, and up there.
    pub face: Face,
    /// How many cards at once, at least one.
    pub count: u16,
    /// Whether the Flame Hand did it.
    pub flame_hand: bool,
}

impl Touch {
    /// One card touched by the Play Hand.
    pub const fn new(at: Place, card: Option<Card>) -> Self {
        Self { at, card, count: 1, flame_hand: false }
    }
}

impl Carry {
    /// One card carried by the Play Hand, face up in the Ocean.
    pub const fn new(from: Place, to: Place, card: Option<Card>) -> Self {
        Self { from, to, card, face: Face::Up, count: 1, flame_hand: false }
    }

    /// The same with this side up, where that has a meaning.
    #[must_use]
    pub fn facing(self, face: Face) -> Self {
        Self { face: if self.to == Place::Ocean { face } else { Face::Up }, ..self }
    }
}

impl Move {
    /// Takes a card into the Play Hand.
    pub const fn take(from: Place, card: Option<Card>) -> Self {
        Self::Carry(Carry::new(from, Place::Play, card))
    }

    /// Puts the card in the Play Hand somewhere, face up.
    pub const fn put(to: Place, card: Option<Card>) -> Self {
        Self::Carry(Carry::new(Place::Play, to, card))
    }

    /// Touches a card with the Play Hand.
    pub const fn touch(at: Place, card: Option<Card>) -> Self {
        Self::Touch(Touch::new(at, card))
    }

    /// The carry, when it is one.
    pub const fn carry(&self) -> Option<&Carry> {
        match self {
            Self::Carry(carry) => Some(carry),
            _ => None,
        }
    }
}
