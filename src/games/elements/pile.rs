use super::Card;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Cards of one place as the table can know them: those that were read, and those that were not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Cards known to be here. Each is there once, unless the table was misread or a card is no part of the deck.
    known: BTreeMap<Card, u16>,
    /// Cards that nobody has read.
    unknown: u16,
}

impl Pile {
    /// Cards that nobody has read.
    pub const fn unread(unknown: u16) -> Self {
        Self { known: BTreeMap::new(), unknown }
    }

    /// Cards known to be here, each as often as it is.
    pub fn known(&self) -> impl Iterator<Item = Card> + '_ {
        self.known.iter().flat_map(|(card, copies)| std::iter::repeat_n(*card, usize::from(*copies)))
    }

    /// How many were not read.
    pub const fn unknown(&self) -> u16 {
        self.unknown
    }

    /// All cards.
    pub fn count(&self) -> u16 {
        self.known.values().fold(self.unknown, |sum, copies| sum.saturating_add(*copies))
    }

    /// Whether a card is known to be here.
    pub fn holds(&self, card: Card) -> bool {
        self.known.contains_key(&card)
    }

    pub(super) fn add(&mut self, card: Option<Card>) {
        let copies = match card {
            Some(card) => self.known.entry(card).or_default(),
            None => &mut self.unknown,
        };
        *copies = copies.saturating_add(1);
    }

    /// Takes a card out; `false` when the pile has none. A card not known to be here is one of the unread. An unread one may be
    /// any, so that nothing stays known of a pile of which all was read.
    pub(super) fn remove(&mut self, card: Option<Card>) -> bool {
        if let Some(copies) = card.and_then(|card| self.known.get_mut(&card)) {
            *copies -= 1;
            self.known.retain(|_, copies| *copies > 0);
            return true;
        }
        if self.unknown == 0 {
            self.unknown = self.count();
            self.known.clear();
        }
        let any = self.unknown > 0;
        self.unknown = self.unknown.saturating_sub(1);
        any
    }

    /// Reads one of the unread cards; `false` when there is none.
    pub(super) fn read(&mut self, card: Card) -> bool {
        let unread = self.unknown > 0;
        if unread {
            self.unknown -= 1;
            self.add(Some(card));
        }
        unread
    }

    pub(super) fn append(&mut self, other: Self) {
        other.known().for_each(|card| self.add(Some(card)));
        self.unknown = self.unknown.saturating_add(other.unknown);
    }
}
