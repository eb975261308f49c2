use super::World;
use super::policy::is_acting;
use crate::cards::CardId;
use crate::games::Act;
use crate::games::arrow::{Arrow, Carry, Cell, Lies, Move, Objection, Phase, Place, Step, Zone};
use crate::simulate::play::violation::{met, prints_as_code, some};
use crate::table::Seat;
use rand_pcg::Pcg64Mcg;

/// A way of breaking the rules that a camera can see. Prints and parses as the objection's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// A placing while the other player is to act.
    OutOfTurn,
    /// A placing by whoever has just acted.
    SecondAction,
    /// Another draw in one turn.
    DrawnAlready,
    /// A card that touches no other.
    NotTouching,
    /// A card that lies as the other player's.
    WrongWayRound,
    /// A card that lies across.
    Sideways,
    /// A card taken as captured that is not.
    WrongCapture,
    /// Play goes on while a captured card lies there.
    MissedCapture,
    /// A captured card in another pile than the captor's Victory Pile.
    WrongPile,
}

impl Violation {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::OutOfTurn,
        Self::SecondAction,
        Self::DrawnAlready,
        Self::NotTouching,
        Self::WrongWayRound,
        Self::Sideways,
        Self::WrongCapture,
        Self::MissedCapture,
        Self::WrongPile,
    ];

    /// So many different kinds in a random order, and the same again once all are used.
    pub fn some(count: usize, seed: u64) -> Vec<Self> {
        some(Self::ALL.to_vec(), count, seed)
    }

    /// The code of the objection that it meets.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OutOfTurn => "out-of-turn",
            Self::SecondAction => "second-action",
            Self::DrawnAlready => "drawn-already",
            Self::NotTouching => "not-touching",
            Self::WrongWayRound => "wrong-way-round",
            Self::Sideways => "sideways",
            Self::WrongCapture => "wrong-capture",
            Self::MissedCapture => "missed-capture",
            Self::WrongPile => "wrong-pile",
        }
    }

    /// An act that breaks this rule and no earlier one, if the table offers one now.
    pub(super) fn find(self, world: &World, rng: &mut Pcg64Mcg) -> Option<(Act<Move>, Objection)> {
        let game = &world.game;
        let Phase::Turn { seat: turn, step } = game.phase() else { return None };
        let (turn, acting) = (*turn, is_acting(game, *turn));
        let other = if turn == Seat::P1 { Seat::P2 } else { Seat::P1 };
        let due = || if matches!(step, Step::Collect { .. }) { game.would_be_captured() } else { Vec::new() };
        let tries: Vec<(Seat, Move)> = match self {
            Self::OutOfTurn if acting => placings(world, other, game.board().open(), Lies::Straight),
            Self::SecondAction if *step == Step::Draw => placings(world, other, game.board().open(), Lies::Straight),
            Self::DrawnAlready if acting => vec![(turn, Move::draw(turn))],
            Self::NotTouching if acting => {
                let alone = |cell: &Cell| game.board().is_free(*cell) && cell.neighbours().all(|near| game.board().is_free(near));
                placings(world, turn, Cell::all().filter(alone), Lies::Straight)
            }
            Self::WrongWayRound if acting => placings(world, turn, game.board().open(), Lies::Turned),
            Self::Sideways if acting => placings(world, turn, game.board().open(), Lies::Sideways),
            Self::WrongCapture if acting => {
                let theirs = game.board().iter().filter(|(_, piece)| piece.owner == other);
                theirs.map(|(cell, piece)| (turn, Move::capture(cell, turn, game.setup().card(piece.design).clone()))).collect()
            }
            Self::MissedCapture if !due().is_empty() => vec![(other, Move::draw(other))],
            Self::WrongPile => due().into_iter().flat_map(|cell| wrong_piles(game, cell)).collect(),
            _ => Vec::new(),
        };
        met(game, tries, self.code(), rng)
    }
}

/// Every card of a seat's hand in each of these spaces.
fn placings(world: &World, seat: Seat, cells: impl Iterator<Item = Cell>, lies: Lies) -> Vec<(Seat, Move)> {
    let place = |cell: Cell, card: &CardId| Carry { from: Place::Hand, to: cell.into(), card: Some(card.clone()), lies };
    cells.flat_map(|cell| world.hand(seat).iter().map(move |card| (seat, Move::Carry(place(cell, card))))).collect()
}

/// The ways to put a captured card where it does not belong: its captor carries it to a pile of its owner's.
fn wrong_piles(game: &Arrow, cell: Cell) -> Vec<(Seat, Move)> {
    let Some(piece) = game.board().get(cell) else { return Vec::new() };
    let captor = if piece.owner == Seat::P1 { Seat::P2 } else { Seat::P1 };
    let card = game.setup().card(piece.design);
    let piles = [Zone::Discard(piece.owner), Zone::Victory(piece.owner)];
    piles.map(|pile| (captor, Move::carry(cell, pile, Some(card.clone())))).into()
}

prints_as_code!(Violation);
