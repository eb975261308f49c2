//! What may have happened unseen before a call that is false as the game was seen.

use super::{Carry, Elements, Move, Place};
use crate::games::Act;

impl Elements {
    /// The ways in which the fourth card may have come to the Flame of whoever calls Fire with three: taken from the Ocean, or from where
    /// another's Flame was wrongly thought to hold it.
    pub(super) fn unseen_before_call(&self, act: &Act<Move>) -> Vec<Vec<Act<Move>>> {
        let (seat, stamp) = (act.seat, act.stamp);
        let flame = self.player(seat).map(|player| (player.flame.count(), player.lit));
        let (Move::Fire, Some((3, Some(lit)))) = (&act.action, flame) else { return Vec::new() };
        let carry = |seat, from, to, card| Act { seat, action: Move::Carry(Carry::new(from, to, Some(card))), stamp };
        let fourth = super::Card::all().filter(|card| card.rank == lit);
        let ways = fourth.filter_map(|card| {
            let takes = carry(seat, Place::Ocean, Place::Flame(seat), card);
            match self.whereabouts(card) {
                Some(Place::Ocean) => Some(vec![takes]),
                Some(Place::Flame(owner)) if owner != seat => Some(vec![carry(owner, Place::Flame(owner), Place::Ocean, card), takes]),
                None => Some(vec![carry(seat, Place::Island(seat), Place::Flame(seat), card)]),
                _ => None,
            }
        });
        ways.collect()
    }
}
