use crate::cards::CardId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A hand as the table can know it: hands are hidden, so it is counted from the moves (Rulings, Canon 5). `C` names a design.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "C: Ord + Serialize", deserialize = "C: Ord + Deserialize<'de>"))]
pub struct Hand<C = CardId> {
    /// Cards that everybody saw go into it and that have not left, with their copies.
    known: BTreeMap<C, u16>,
    /// Cards dealt, drawn or taken unread.
    unknown: u16,
}

impl<C: Ord> Hand<C> {
    /// A hand of cards that nobody else saw.
    pub const fn unknown_cards(unknown: u16) -> Self {
        Self { known: BTreeMap::new(), unknown }
    }

    /// Cards that it is known to hold, with their copies.
    pub const fn known(&self) -> &BTreeMap<C, u16> {
        &self.known
    }

    /// Cards that could be any.
    pub const fn unknown(&self) -> u16 {
        self.unknown
    }

    /// All cards.
    pub fn count(&self) -> u16 {
        self.known.values().fold(self.unknown, |sum, n| sum.saturating_add(*n))
    }

    pub(super) fn add(&mut self, card: Option<C>) {
        match card {
            Some(card) => {
                let copies = self.known.entry(card).or_default();
                *copies = copies.saturating_add(1);
            }
            None => self.unknown = self.unknown.saturating_add(1),
        }
    }

    /// One of its unknown cards is shown to all.
    pub(super) fn reveal(&mut self, card: C) {
        if self.unknown > 0 {
            self.unknown -= 1;
            self.add(Some(card));
        }
    }

    /// Takes a card out: a known copy first, since copies are interchangeable. An unread card may be any of the hand, so that
    /// nothing stays known. A read card that the hand as counted cannot hold came from elsewhere, and the hand stays as it is.
    pub(super) fn remove(&mut self, card: Option<&C>) {
        let Some(card) = card else {
            self.unknown = self.count().saturating_sub(1);
            self.known.clear();
            return;
        };
        match self.known.get_mut(card) {
            Some(copies) if *copies > 1 => *copies -= 1,
            Some(_) => {
                self.known.remove(card);
            }
            None => self.unknown = self.unknown.saturating_sub(1),
        }
    }
}
