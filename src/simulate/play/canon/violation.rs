use super::World;
use crate::cards::Face;
use crate::games::canon::{Carry, Move, Place, Slot, Zone};
use crate::games::{Act, Game};
use crate::simulate::play::violation::{met, prints_as_code, some};
use crate::table::Seat;
use rand_pcg::Pcg64Mcg;

/// A way of breaking the rules that a camera can see. Prints and parses as the objection's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// A draw or a placing by somebody whose turn it is not.
    OutOfTurn,
    /// Another move by whoever has just moved.
    SecondMove,
    /// A card beside the seven spaces.
    EighthSpace,
    /// A card on a different work.
    DifferentWork,
    /// A card taken from another's canon.
    OthersCanon,
    /// A card from the discard pile straight into a canon.
    DirectDiscard,
    /// A card from the central canon straight into the player's own, or back.
    DirectCanons,
    /// A draw with seven cards in hand.
    HandFull,
    /// A card from under the top of the discard pile.
    UnderTop,
    /// A card placed face down.
    FaceDown,
}

impl Violation {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::OutOfTurn,
        Self::SecondMove,
        Self::EighthSpace,
        Self::DifferentWork,
        Self::OthersCanon,
        Self::DirectDiscard,
        Self::DirectCanons,
        Self::HandFull,
        Self::UnderTop,
        Self::FaceDown,
    ];

    /// So many different kinds in a random order, and the same again once all are used. With two at the table nobody can be out
    /// of turn but by moving twice.
    pub fn some(count: usize, players: usize, seed: u64) -> Vec<Self> {
        some(Self::ALL.into_iter().filter(|v| players > 2 || *v != Self::OutOfTurn).collect(), count, seed)
    }

    /// The code of the objection that it meets.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OutOfTurn => "out-of-turn",
            Self::SecondMove => "second-move",
            Self::EighthSpace => "eighth-space",
            Self::DifferentWork => "different-work",
            Self::OthersCanon => "others-canon",
            Self::DirectDiscard => "direct-discard",
            Self::DirectCanons => "direct-canons",
            Self::HandFull => "hand-full",
            Self::UnderTop => "under-top",
            Self::FaceDown => "face-down",
        }
    }

    /// An act that breaks this rule and no earlier one, if the table offers one now. `last` is who moved last.
    pub(super) fn find(self, world: &World, last: Option<Seat>, rng: &mut Pcg64Mcg) -> Option<(Act<Move>, crate::games::canon::Objection)> {
        let turn = world.game.turn()?;
        let seats = world.game.seats();
        let mut tries: Vec<(Seat, Move)> = Vec::new();
        match self {
            Self::OutOfTurn | Self::SecondMove => {
                for seat in seats.iter().filter(|s| *s != turn && (Some(*s) == last) == (self == Self::SecondMove)) {
                    // What the seat would do if it were its turn.
                    tries.extend(out_of_turn(world, seat).into_iter().map(|m| (seat, m)));
                }
            }
            Self::EighthSpace => {
                for zone in [Zone::Centre(Slot::BEYOND), Zone::Canon(turn, Slot::BEYOND)] {
                    if world.top(zone).is_none() {
                        tries.extend(world.hand(turn).iter().map(|card| (turn, Move::play(zone, card.clone()))));
                    }
                }
            }
            Self::DifferentWork => {
                for zone in spaces(turn) {
                    let Some(there) = world.top(zone) else { continue };
                    // A fan with room: the wrong card must show.
                    if world.game.stack(zone).len() < 3 {
                        let others = world.hand(turn).iter().filter(|card| **card != there);
                        tries.extend(others.map(|card| (turn, Move::play(zone, card.clone()))));
                    }
                }
            }
            Self::OthersCanon => {
                for owner in seats.iter().filter(|s| *s != turn) {
                    for zone in Slot::SEVEN.map(|slot| Zone::Canon(owner, slot)) {
                        tries.extend(world.top(zone).map(|card| (turn, Move::take(zone, card))));
                    }
                }
            }
            Self::DirectDiscard => {
                if let Some(card) = world.top(Zone::Discard) {
                    let open = spaces(turn).into_iter().filter(|zone| world.top(*zone).is_none_or(|there| there == card));
                    tries.extend(open.map(|zone| (turn, Carry::new(Zone::Discard, zone, Some(card.clone())).into())));
                }
            }
            Self::DirectCanons => {
                for from in spaces(turn) {
                    let Some(card) = world.top(from) else { continue };
                    for to in spaces(turn) {
                        let across = matches!((from, to), (Zone::Centre(_), Zone::Canon(..)) | (Zone::Canon(..), Zone::Centre(_)));
                        if across && world.top(to).is_none_or(|there| there == card) {
                            tries.push((turn, Carry::new(from, to, Some(card.clone())).into()));
                        }
                    }
                }
            }
            Self::HandFull => tries.push((turn, Move::draw())),
            Self::UnderTop => {
                let pile = world.game.discard();
                let under = pile.len().checked_sub(2).and_then(|i| pile.get(i)).and_then(|s| s.card.clone());
                // The top must tell the two apart.
                let under = under.filter(|card| world.top(Zone::Discard).as_ref() != Some(card));
                tries.extend(under.map(|card| (turn, Move::take(Place::Discard { depth: 1 }, card))));
            }
            Self::FaceDown => {
                for zone in spaces(turn).into_iter().filter(|zone| world.top(*zone).is_none()) {
                    let hidden = |card: &crate::cards::CardId| Carry::new(Place::Hand, zone, Some(card.clone())).facing(Face::Down);
                    tries.extend(world.hand(turn).iter().map(|card| (turn, hidden(card).into())));
                }
            }
        }
        met(&world.game, tries, self.code(), rng)
    }
}

fn spaces(seat: Seat) -> Vec<Zone> {
    Slot::SEVEN.into_iter().flat_map(|slot| [Zone::Centre(slot), Zone::Canon(seat, slot)]).collect()
}

/// Draws and placings that a seat could make with its cards, whosever turn it is.
fn out_of_turn(world: &World, seat: Seat) -> Vec<Move> {
    let mut moves = Vec::new();
    if world.draw.len() > 1 && world.hand(seat).len() < 7 {
        moves.push(Move::draw());
    }
    for card in world.hand(seat) {
        for zone in spaces(seat) {
            if world.top(zone).as_ref().is_none_or(|there| there == card) {
                moves.push(Move::play(zone, card.clone()));
            }
        }
    }
    moves
}

prints_as_code!(Violation);
