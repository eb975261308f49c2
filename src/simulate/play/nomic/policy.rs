use super::World;
use crate::games::Game;
use crate::games::nomic::{Ballots, Move, Place};
use crate::table::Seat;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// What must be done before anything else: it is done at once.
const DUE: f64 = 10.0;
/// How much a liking may stray.
const WHIM: f64 = 1.0;

/// What willing players do next, whoever it is: the seat and its move; `None` when only a proposition could follow.
pub(super) fn choose(world: &World, rng: &mut Pcg64Mcg) -> Option<(Seat, Move)> {
    let mut best: Option<(f64, Seat, Move)> = None;
    for seat in world.game.seats().iter() {
        for action in world.moves(seat) {
            let Some(liking) = liking(world, &action) else { continue };
            let worth = liking + rng.random_range(0.0..WHIM);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, seat, action));
            }
        }
    }
    best.map(|(_, seat, action)| (seat, action))
}

/// How much a move is liked; `None` for one that is not made by itself.
fn liking(world: &World, action: &Move) -> Option<f64> {
    Some(match action {
        Move::Carry(carry) => match (carry.from(), carry.to()) {
            // A replacement, and votes that go to the discard pile.
            (Place::Draw, _) | (_, Place::Discard) => DUE,
            (_, Place::Votes(Ballots::For)) => 1.0,
            _ => 0.7,
        },
        Move::Reshuffle | Move::TurnUp { .. } | Move::Announce { .. } => DUE,
        Move::PassToken { .. } if world.game.must_pass().is_some() => DUE,
        Move::Abstain => 0.4,
        Move::PassToken { .. } | Move::Propose(_) | Move::Limit | Move::Resolve(_) | Move::Frozen | Move::Won { .. } => return None,
    })
}
