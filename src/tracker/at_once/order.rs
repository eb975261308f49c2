//! Which card lies on which: what was laid later lies higher, and where frames show an edge on another card they are believed.

use super::card::Cards;
use crate::geometry::{Polygon, Table};
use crate::table::{Observation, Zone};
use std::collections::BTreeMap;

/// Frames that must show a card on another, beyond those that show it under it, before that is believed.
const BELIEVED: i32 = 4;
/// What many frames showed is unlearnt in as many at most.
const MOST: i32 = 20;

/// What frames showed of pairs of cards, by their numbers, the smaller one first: above zero where that one lies on the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Order(BTreeMap<(u64, u64), i32>);

impl Order {
    fn see(&mut self, over: u64, under: u64) {
        let shown = self.0.entry((over.min(under), over.max(under))).or_default();
        *shown = (*shown + if over < under { 1 } else { -1 }).clamp(-MOST, MOST);
    }

    /// Knows nothing of a card any more, which lies elsewhere now.
    pub fn forget(&mut self, card: u64) {
        self.0.retain(|(one, other), _| *one != card && *other != card);
    }

    /// The pairs that are believed, the upper one first.
    fn believed(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().filter(|(_, shown)| shown.abs() >= BELIEVED).map(
            |((one, other), shown)| {
                if *shown > 0 { (*one, *other) } else { (*other, *one) }
            },
        )
    }
}

impl<Z: Zone> Cards<Z> {
    /// Takes what a frame shows of cards on others; `of` tells which of the frame's cards each one is. At an arm no edge is a card's for sure.
    pub(super) fn see_overlaps(&mut self, seen: &Observation, of: &[Option<usize>]) {
        let free = |outline: &Polygon<Table>| seen.hands.iter().all(|hand| hand.region.clipped_to(outline).area() <= 0.0);
        for (over, under) in &seen.overlaps {
            let lying = |number: &usize| self.all.iter().zip(of).find(|(_, of)| of.as_ref() == Some(number)).map(|(card, _)| card);
            let (Some(over), Some(under)) = (lying(over), lying(under)) else { continue };
            if free(&over.quad.polygon()) && free(&under.quad.polygon()) {
                self.order.see(over.id, under.id);
            }
        }
        self.keep_order();
    }

    /// Lays each card over those that it was seen on.
    pub(super) fn keep_order(&mut self) {
        // Frames may contradict each other round a ring of cards.
        for _ in 0..self.all.len() {
            let place = |id: u64| self.all.iter().position(|card| card.id == id);
            let wrong = |(over, under): (u64, u64)| place(over).zip(place(under)).filter(|(over, under)| over < under);
            let Some((over, under)) = self.order.believed().find_map(wrong) else { break };
            let card = self.all.remove(over);
            self.all.insert(under, card);
        }
    }
}
