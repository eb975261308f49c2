use super::World;
use crate::games::canon::{Move, Place};
use crate::games::{Act, Game};
use crate::simulate::play::World as _;
use crate::table::{Seat, Stamp};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, VecDeque};

/// What a player remembers to play with some variety and without going in circles.
#[derive(Debug, Default)]
pub(super) struct Memory {
    kinds: BTreeMap<&'static str, u32>,
    last: BTreeMap<Seat, VecDeque<Move>>,
}

/// One of the seven kinds of move.
fn kind(action: &Move) -> &'static str {
    match action.carry().map(|c| (c.from(), c.to())) {
        Some((Place::Draw, _)) => "draw",
        Some((Place::Discard { .. }, _)) => "take discard",
        Some((Place::Centre(_), _)) => "take centre",
        Some((Place::Canon(..), _)) => "take own",
        Some((_, Place::Centre(_))) => "play centre",
        Some((_, Place::Canon(..))) => "play own",
        Some(_) => "discard",
        None => "pass",
    }
}

impl Memory {
    pub(super) fn note(&mut self, seat: Seat, action: &Move) {
        *self.kinds.entry(kind(action)).or_default() += 1;
        let last = self.last.entry(seat).or_default();
        last.push_front(action.clone());
        last.truncate(4);
    }

    /// Whether a move undoes one of the seat's last few.
    fn undoes(&self, seat: Seat, action: &Move) -> bool {
        let Some(new) = action.carry() else { return false };
        self.last.get(&seat).into_iter().flatten().filter_map(Move::carry).any(|old| {
            old.card() == new.card()
                && ((old.from() == new.to() && old.to() == new.from()) || (old.from() == new.to() && new.to() != Place::Hand))
        })
    }
}

/// Points of a seat above the mean of the others.
fn lead(world: &World, seat: Seat) -> f64 {
    let sheet = world.game.scores();
    let others = (sheet.seats.len().saturating_sub(1)).max(1) as f64;
    sheet.seats.iter().map(|s| if s.seat == seat { s.total as f64 } else { -s.total as f64 / others }).sum()
}

/// What a sensible player does. `draw_share` is the share of moves that should be draws while there is a pile.
pub(super) fn choose(world: &World, seat: Seat, memory: &Memory, draw_share: f64, rng: &mut Pcg64Mcg) -> Option<Move> {
    let moves = world.moves(seat);
    let draws = moves.iter().any(|m| kind(m) == "draw");
    let hand = world.hand(seat).len();
    let eager = draw_share + if hand <= 1 { 0.3 } else { 0.0 };
    if draws && (rng.random_bool(eager.clamp(0.0, 1.0)) || moves.len() == 1) {
        return Some(Move::draw());
    }
    let before = lead(world, seat);
    let mut best: Option<(f64, Move)> = None;
    for action in moves.into_iter().filter(|m| kind(m) != "draw") {
        let mut after = world.clone();
        after.apply(&Act { seat, action: action.clone(), stamp: Stamp::default() });
        let mut worth = lead(&after, seat) - before;
        let carry = action.carry()?;
        let copies = |card| world.hand(seat).iter().filter(|c| Some(*c) == card).count();
        match (carry.from(), carry.to()) {
            // A copy for each canon makes a plan, and a second copy makes it better.
            (Place::Hand, Place::Centre(_) | Place::Canon(..)) => worth += 0.9 * copies(carry.card()).saturating_sub(1) as f64,
            (Place::Hand, _) => worth -= 0.3 + 0.8 * copies(carry.card()).saturating_sub(1) as f64,
            (_, Place::Hand) => {
                worth += 0.5 * copies(carry.card()) as f64 - if hand >= 6 { 3.0 } else { 0.2 };
            }
            _ => {}
        }
        if memory.undoes(seat, &action) {
            worth -= 4.0;
        }
        let used = memory.kinds.get(kind(&action)).copied().unwrap_or(0);
        worth += 2.6 / (1.0 + f64::from(used));
        worth += rng.random_range(-0.9..0.9);
        if best.as_ref().is_none_or(|(w, _)| worth > *w) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action).or_else(|| draws.then(Move::draw))
}
