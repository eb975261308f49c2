//! Which card lies on which: what was laid later lies higher, and where frames show an edge on another card they are believed.

use super::card::Cards;
use crate::table::Zone;

impl<Z: Zone> Cards<Z> {
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
