use super::{Identity, Layout, Seat, Stamp};
use crate::cards::{CardId, Face};
use serde::{Deserialize, Serialize};

/// Something that came to pass on the table, free of noise and of rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "lowercase", bound(serialize = "Z: Ord + Serialize", deserialize = "Z: Ord + Deserialize<'de>"))]
pub enum Fact<Z> {
    /// The table came to rest like this.
    Settled {
        /// When it had been still for long enough.
        stamp: Stamp,
        /// The frame that shows it.
        frame: u64,
        /// What lies where.
        layout: Layout<Z>,
        /// Whose hands reached where since the table last rested, in order of time.
        visits: Vec<Visit<Z>>,
        /// Cards that showed for a moment since the table last rested.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        glimpses: Vec<Glimpse<Z>>,
    },
    /// A hand came to rest on a card, in a game without turns.
    Touched {
        /// Whose hand, by the edge that it came over.
        seat: Seat,
        /// Whose it may have been instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        neighbour: Option<Seat>,
        /// Where the card lies.
        zone: Z,
        /// Which card it is.
        card: Identity,
        /// Whether no card lies there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bare: bool,
        /// Last moment without contact.
        after: Stamp,
        /// First moment with it.
        by: Stamp,
        /// The first frame that shows the contact.
        frame: u64,
    },
    /// A hand stayed, or may have stayed unseen, where it can have touched something, and no touch was seen, in a game without turns.
    Hovered {
        /// Whose hand.
        seat: Seat,
        /// Whose it may have been instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        neighbour: Option<Seat>,
        /// Where it was.
        zone: Z,
        /// First moment there.
        from: Stamp,
        /// Last moment there so far.
        to: Stamp,
        /// The newest frame then.
        frame: u64,
    },
    /// A hand left what it touched, and the card still lies there, in a game without turns.
    Released {
        /// Whose hand.
        seat: Seat,
        /// Where it was.
        zone: Z,
        /// When it had left.
        stamp: Stamp,
        /// The frame that shows it.
        frame: u64,
    },
    /// A hand brought a card from one place to another, in a game without turns. From nowhere to nowhere it is a card in a hand that was
    /// taken off the table.
    Moved {
        /// Whose hand.
        seat: Seat,
        /// Where the card lay; `None` for out of a hand.
        from: Option<Z>,
        /// Where it came to lie; `None` for into a hand.
        to: Option<Z>,
        /// Which card it is.
        card: Identity,
        /// Which side is up where it came to lie, or was where it lay.
        face: Face,
        /// When it left, or came to rest.
        stamp: Stamp,
        /// The frame that shows it.
        frame: u64,
    },
}

impl<Z> Fact<Z> {
    /// When it had come to pass; of a touch, its whole bracket; of a hover, all the time.
    pub fn stamp(&self) -> Stamp {
        match self {
            Self::Settled { stamp, .. } | Self::Released { stamp, .. } | Self::Moved { stamp, .. } => *stamp,
            Self::Touched { after, by, .. } => Stamp::between(*after, *by),
            Self::Hovered { from, to, .. } => Stamp::between(*from, *to),
        }
    }

    /// The frame that shows it.
    pub const fn frame(&self) -> u64 {
        match self {
            Self::Settled { frame, .. }
            | Self::Touched { frame, .. }
            | Self::Hovered { frame, .. }
            | Self::Released { frame, .. }
            | Self::Moved { frame, .. } => *frame,
        }
    }
}

/// A card that showed on a squared-up pile while a hand was there, and lay on top neither before nor after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glimpse<Z> {
    /// The pile.
    pub zone: Z,
    /// What was read.
    pub card: CardId,
    /// When it showed first.
    pub stamp: Stamp,
    /// Whether it was only guessed: the likeliest of what an unread card may have been.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub faint: bool,
}

/// A hand's stay at a zone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visit<Z> {
    /// Whose hand, by the edge that it came over.
    pub seat: Seat,
    /// Whose it may have been instead: it came over near where the two seats' stretches of the edge meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<Seat>,
    /// The zone its tip stayed in.
    pub zone: Z,
    /// First moment there.
    pub from: Stamp,
    /// Last moment there.
    pub to: Stamp,
    /// Whether this zone holds the point of the stay that lay furthest from the hand's entry: hands pass over other zones on their way.
    pub deepest: bool,
}

impl<Z> Visit<Z> {
    /// Whether it may have been this seat's.
    pub fn may_be(&self, seat: Seat) -> bool {
        self.seat == seat || self.neighbour == Some(seat)
    }
}
