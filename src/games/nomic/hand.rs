use crate::games::Card;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A hand as the table can know it: hands are hidden, so it is counted from the moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Cards taken face up and not yet placed.
    known: BTreeSet<Card>,
    /// Cards dealt or drawn.
    unknown: u16,
}

impl Hand {
    /// A hand of cards that nobody else saw.
    pub const fn unknown_cards(unknown: u16) -> Self {
        Self { known: BTreeSet::new(), unknown }
    }

    /// Cards that it is known to hold.
    pub const fn known(&self) -> &BTreeSet<Card> {
        &self.known
    }

    /// Cards that could be any.
    pub const fn unknown(&self) -> u16 {
        self.unknown
    }

    /// All cards.
    pub fn count(&self) -> u16 {
        self.unknown.saturating_add(self.known.len() as u16)
    }

    pub(super) fn add(&mut self, card: Option<Card>) {
        if !card.is_some_and(|card| self.known.insert(card)) {
            self.unknown = self.unknown.saturating_add(1);
        }
    }

    /// Takes a card out; `false` when there is none. An unread card may be any of the hand, so that nothing stays known.
    pub(super) fn remove(&mut self, card: Option<Card>) -> bool {
        if card.is_some_and(|card| self.known.remove(&card)) {
            return true;
        }
        if card.is_none() || self.unknown == 0 {
            self.unknown = self.count();
            self.known.clear();
        }
        let any = self.unknown > 0;
        self.unknown = self.unknown.saturating_sub(1);
        any
    }
}
