//! Which card lies on which, where frames show an edge on another card.

use crate::table::Observation;
use std::collections::BTreeMap;

/// Frames that must show a card on another, beyond those that show it under it, before that is believed.
const BELIEVED: i32 = 4;
/// What many frames showed is unlearnt in as many at most.
const MOST: i32 = 20;

/// What frames showed of pairs of cards, by their numbers, the smaller one first: above zero where that one lies on the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Order(BTreeMap<(u64, u64), i32>);

impl Order {
    /// An order of which nothing is known yet.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Takes what a frame shows; `number` tells whose each of its cards is. At an arm no edge is a card's for sure.
    pub fn see(&mut self, frame: &Observation, number: impl Fn(usize) -> Option<u64>) {
        let free = |card: usize| frame.cards.get(card).is_some_and(|card| frame.is_bare(&card.quad.polygon()));
        for (over, under) in frame.overlaps.iter().filter(|(over, under)| free(*over) && free(*under)) {
            let (Some(over), Some(under)) = (number(*over), number(*under)) else { continue };
            let shown = self.0.entry((over.min(under), over.max(under))).or_default();
            *shown = (*shown + if over < under { 1 } else { -1 }).clamp(-MOST, MOST);
        }
    }

    /// Knows nothing of a card any more, which lies elsewhere now.
    pub fn forget(&mut self, card: u64) {
        self.0.retain(|(one, other), _| *one != card && *other != card);
    }

    /// Whether one card is believed to lie on another.
    pub fn is_over(&self, card: u64, other: u64) -> bool {
        self.believed().any(|pair| pair == (card, other))
    }

    /// The pairs that are believed, the upper one first.
    pub fn believed(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let upper_first = |((one, other), shown): (&(u64, u64), &i32)| if *shown > 0 { (*one, *other) } else { (*other, *one) };
        self.0.iter().filter(|(_, shown)| shown.abs() >= BELIEVED).map(upper_first)
    }
}
