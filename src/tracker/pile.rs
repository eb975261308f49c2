use super::consensus::RestingCard;
use crate::cards::Face;
use crate::table::PileChange;

/// The face-up cards of a squared-up pile as they came to lie, bottom to top: each keeps its exact pose while others lie on it.
#[derive(Debug, Clone, Default)]
pub(super) struct PileMemory {
    cards: Vec<RestingCard>,
}

/// A covered card shows again within this of where it lay.
const SAME_PLACE_MM: f64 = 1.5;
/// A covered card shows again within this of how it was turned.
const SAME_TURN_DEG: f64 = 2.0;

impl PileMemory {
    /// Takes the card that is now on top; answers how it came to be there. `None` for a back.
    pub fn top(&mut self, top: &RestingCard) -> Option<PileChange> {
        if top.face == Face::Down {
            return None;
        }
        match self.cards.iter().rposition(|card| same_pose(card, top)) {
            Some(depth) => {
                let covered = depth + 1 < self.cards.len();
                self.cards.truncate(depth + 1);
                Some(if covered { PileChange::Uncovered } else { PileChange::Unmoved })
            }
            None => {
                self.cards.push(top.clone());
                Some(PileChange::Laid)
            }
        }
    }

    /// The pile is gone.
    pub fn clear(&mut self) {
        self.cards.clear();
    }
}

fn same_pose(a: &RestingCard, b: &RestingCard) -> bool {
    let off = (a.quad.turn() - b.quad.turn()).to_degrees().rem_euclid(180.0);
    let names = match (a.identity.card(), b.identity.card()) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    names && a.quad.centre().distance(b.quad.centre()) < SAME_PLACE_MM && off.min(180.0 - off) < SAME_TURN_DEG
}
