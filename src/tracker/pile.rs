use super::consensus::RestingCard;
use crate::cards::Face;
use crate::table::PileChange;

/// The face-up cards of a squared-up pile as they came to lie, bottom to top: each keeps its exact pose while others lie on it.
#[derive(Debug, Clone, Default)]
pub(super) struct PileMemory {
    cards: Vec<RestingCard>,
}

/// A card that was not moved shows within this of where it lay and of how it was turned; beyond the second, it was moved. Between
/// them its outline may have been measured anew after a hand hid it.
const SAME_PLACE_MM: (f64, f64) = (1.5, 3.0);
const SAME_TURN_DEG: (f64, f64) = (2.0, 3.5);

impl PileMemory {
    /// Takes the card that is now on top; answers how it came to be there. `None` for a back, and where its place does not tell.
    pub fn top(&mut self, top: &RestingCard) -> Option<PileChange> {
        if top.face == Face::Down {
            return None;
        }
        match self.cards.iter().rposition(|card| poses(card, top) == Poses::Same) {
            Some(depth) => {
                let covered = depth + 1 < self.cards.len();
                self.cards.truncate(depth + 1);
                Some(if covered { PileChange::Uncovered } else { PileChange::Unmoved })
            }
            None if self.cards.last().is_some_and(|last| poses(last, top) == Poses::Doubtful) => None,
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

/// How two sights of a card lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Poses {
    Same,
    Doubtful,
    Different,
}

fn poses(a: &RestingCard, b: &RestingCard) -> Poses {
    let names = match (a.identity.card(), b.identity.card()) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    let off = (a.quad.turn() - b.quad.turn()).to_degrees().rem_euclid(180.0);
    let (off_mm, off_deg) = (a.quad.centre().distance(b.quad.centre()), off.min(180.0 - off));
    let within = |mm: f64, deg: f64| names && off_mm < mm && off_deg < deg;
    if within(SAME_PLACE_MM.0, SAME_TURN_DEG.0) {
        Poses::Same
    } else if within(SAME_PLACE_MM.1, SAME_TURN_DEG.1) {
        Poses::Doubtful
    } else {
        Poses::Different
    }
}
