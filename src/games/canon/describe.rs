use super::{Canon, Move, Place, Setup};
use crate::cards::{CardId, Face};
use crate::games::Act;
use std::fmt;

/// A place in a reader's words, such as `the central canon, space 3`.
pub(super) struct Spot(pub Place);

/// What a place is part of, such as `the central canon`.
pub(super) struct Holder(pub Place);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Hand => f.write_str("the hand"),
            Place::Draw => f.write_str("the draw pile"),
            Place::Discard { .. } => f.write_str("the discard pile"),
            Place::Centre(_) => f.write_str("the central canon"),
            Place::Canon(owner, _) => write!(f, "{owner}'s canon"),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Holder(self.0).fmt(f)?;
        match (self.0, self.0.slot()) {
            (Place::Discard { depth }, _) if depth > 0 => write!(f, ", {depth} below the top"),
            (_, Some(slot)) if super::Slot::SEVEN.contains(&slot) => write!(f, ", space {}", slot.number()),
            (_, Some(_)) => f.write_str(", beside its seven spaces"),
            _ => Ok(()),
        }
    }
}

impl Canon {
    /// An act in a reader's words, such as `P2 places Mark in the central canon, space 3`.
    pub fn describe(&self, act: &Act<Move>) -> String {
        format!("{} {}", act.seat, self.setup.describe(&act.action))
    }
}

impl Setup {
    /// A move in a reader's words, to follow a seat's name, such as `places Mark in the central canon, space 3`.
    pub fn describe(&self, action: &Move) -> String {
        let Some(carry) = action.carry() else { return "passes".into() };
        let (from, to) = (carry.from(), carry.to());
        let work = match (carry.card(), carry.count()) {
            (None, 1) => "a card".to_owned(),
            (None, n) => format!("{n} cards"),
            (Some(card), 1) => self.short(card).to_owned(),
            (Some(card), n) => format!("{} and {} more", self.short(card), n - 1),
        };
        let turned = match carry.face() {
            _ if carry.faces_as_usual() => "",
            Face::Up => ", face up",
            Face::Down => ", face down",
        };
        match (from, to) {
            (Place::Draw, Place::Hand) => format!("draws {work}"),
            (Place::Hand, Place::TOP) => format!("discards {work}{turned}"),
            (Place::Hand, Place::Centre(_) | Place::Canon(..)) => format!("places {work} in {}{turned}", Spot(to)),
            (_, Place::Hand) => format!("takes {work} from {}", Spot(from)),
            _ => format!("moves {work} from {} to {}{turned}", Spot(from), Spot(to)),
        }
    }

    /// A work's short title for a message.
    pub(super) fn title(&self, card: Option<&CardId>) -> String {
        card.map_or_else(|| "an unread card".to_owned(), |card| self.short(card).to_owned())
    }
}
