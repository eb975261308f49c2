use super::World;
use crate::games::arrow::{Arrow, Move, Phase, Place, Step, Zone};
use crate::games::{Act, Game};
use crate::table::{Seat, Stamp};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

/// What must be done before anything else: it is done at once.
const DUE: f64 = 10.0;
/// Worth of capturing a card, and of losing one.
const CAPTURE: f64 = 3.0;
const LOSS: f64 = 2.2;
/// Worth of an ability, beside one of a placing that captures nothing.
const ABILITY: f64 = 1.0;
/// How often a reaction that could be used is.
const REACTS: f64 = 0.4;
/// How much the worth of a placing, and of an ability, may stray.
const WHIM: f64 = 1.2;
/// Largest answer that an operator gives here.
const MOST_ANSWER: u16 = 2;

/// What sensible players do next, whoever it is: the seat and its move; `None` when nobody can do anything.
pub(super) fn choose(world: &World, rng: &mut Pcg64Mcg) -> Option<(Seat, Move)> {
    let mut best: Option<(f64, Seat, Move)> = None;
    for seat in world.game.to_act() {
        for action in sample(world.moves(seat), rng) {
            let worth = worth(&world.game, seat, &action, rng);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, seat, action));
            }
        }
    }
    best.map(|(_, seat, action)| (seat, action))
}

/// The moves, but of those that only differ in what is chosen for an ability only a few: many are no more likely than one.
fn sample(moves: Vec<Move>, rng: &mut Pcg64Mcg) -> Vec<Move> {
    let (mut uses, mut others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|action| matches!(action, Move::Use(_)));
    others.retain(|action| !matches!(action, Move::Answer(number) if *number > MOST_ANSWER));
    // A larger payment than two cards is rarely worth it.
    uses.retain(|action| !matches!(action, Move::Use(used) if used.x.is_some_and(|x| x > 2)));
    others.extend(uses.sample(rng, 2).cloned());
    others
}

fn worth(game: &Arrow, seat: Seat, action: &Move, rng: &mut Pcg64Mcg) -> f64 {
    let whim = rng.random_range(0.0..WHIM);
    match action {
        Move::Carry(carry) => match (carry.from, carry.to) {
            // A draw and a capture.
            (Place::On(Zone::Deck(_)), Place::Hand) | (Place::On(Zone::Cell(_)), Place::On(Zone::Victory(_))) => DUE + whim,
            (Place::Hand, Place::On(Zone::Cell(_))) => 1.0 + gain(game, seat, action) + whim,
            _ => 0.9 + whim,
        },
        Move::Use(_) if is_acting(game, seat) => ABILITY + 1.5 * whim,
        // A reaction comes before all that goes on, or not at all.
        Move::Use(_) => {
            if rng.random_bool(REACTS) {
                DUE + 2.0 * WHIM
            } else {
                0.0
            }
        }
        Move::Choose { .. } | Move::Spend { .. } | Move::Answer(_) | Move::Throw(_) | Move::TakeOff(_) | Move::PutOn(_) => 0.9 + whim,
        Move::Done => whim,
        Move::Pass => 0.05 * whim,
    }
}

/// Cards that a placing captures less those that it loses, by worth.
fn gain(game: &Arrow, seat: Seat, action: &Move) -> f64 {
    let mut after = game.clone();
    after.apply(&Act { seat, action: action.clone(), stamp: Stamp::default() });
    let lost = |cell| after.board().get(cell).is_some_and(|piece| piece.owner == seat);
    let each = after.would_be_captured().into_iter().map(|cell| if lost(cell) { -LOSS } else { CAPTURE });
    each.sum()
}

/// Whether a seat's action is awaited and nothing else.
pub(super) fn is_acting(game: &Arrow, seat: Seat) -> bool {
    matches!(game.phase(), Phase::Turn { seat: turn, step: Step::Action } if *turn == seat)
        && game.check(&Act { seat, action: Move::Pass, stamp: Stamp::default() }).is_ok()
}
