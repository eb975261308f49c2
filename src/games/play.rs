//! Play without players: random acts, for tests, simulated tables and soaks.

use super::{Act, Game};
use crate::table::Stamp;
use rand::Rng;
use rand::seq::IndexedRandom;
use std::collections::BTreeMap;

/// A random legal act of a seat that may act; `None` when the game is over or nobody has a move. First it is drawn which zones
/// are reached, then which of the moves that reach them, so that a move with many cards to choose from is no likelier than others.
pub fn random_act<G: Game>(game: &G, rng: &mut (impl Rng + ?Sized), stamp: Stamp) -> Option<Act<G::Move>> {
    let seat = *game.to_act().choose(rng)?;
    let mut by_reach = BTreeMap::<Vec<G::Zone>, Vec<G::Move>>::new();
    for action in game.legal_moves(seat) {
        by_reach.entry(game.reaches(seat, &action)).or_default().push(action);
    }
    let moves: Vec<Vec<G::Move>> = by_reach.into_values().collect();
    let action = moves.choose(rng)?.choose(rng)?.clone();
    Some(Act { seat, action, stamp })
}
