//! Who is captured (ConCardia Arrow, Special Rules for Capturing; Rulings, ConCardia Arrow 3).

use super::board::{Board, Piece};
use super::setup::DesignNumber;
use super::text::Doing;
use super::values::Values;
use super::{Arrow, Cell};
use crate::table::Seat;

/// Strength that bears on a card: from opposing cards beside it whose arrows point at it and that are superior to it; `None` when no
/// such arrow does.
pub(super) fn pressure(board: &Board, values: &Values, on: Cell) -> Option<i32> {
    let owner = board.get(on)?.owner;
    let mut sum = None;
    for way in super::Direction::ALL {
        let Some(from) = on.towards(way) else { continue };
        let (Some(piece), Some(value)) = (board.get(from), values.get(from)) else { continue };
        if piece.owner != owner && value.arrows.has(way.opposite()) && values.is_superior(from, on) {
            sum = Some(sum.unwrap_or(0) + i32::from(value.strength));
        }
    }
    sum
}

/// The spaces of all cards that would be captured now, on both sides, a1 first. All are captured at once.
pub(super) fn captured<'a>(board: &'a Board, values: &'a Values) -> impl Iterator<Item = Cell> + 'a {
    board.iter().map(|(cell, _)| cell).filter(|cell| {
        let value = values.get(*cell);
        let beaten = || pressure(board, values, *cell).zip(value).is_some_and(|(sum, value)| sum >= i32::from(value.defense));
        value.is_some_and(|value| !value.cannot_be(Doing::Captured)) && beaten()
    })
}

impl Arrow {
    /// Places a card of a design into a free space as a seat's and takes off all that is then captured, with no regard to turns, hands and
    /// texts that react; says how many were captured. For looking ahead, and for measuring.
    pub fn place_and_resolve(&mut self, cell: Cell, design: DesignNumber, owner: Seat) -> usize {
        self.board.put(cell, Piece { design, owner, id: self.next_id, counters: 0 });
        self.next_id = self.next_id.wrapping_add(1).max(1);
        let values = Values::of(self);
        let board = self.board;
        captured(&board, &values).map(|cell| self.board.take(cell)).count()
    }

    /// The spaces of the cards that would be captured if the Capture Step came now.
    pub fn would_be_captured(&self) -> Vec<Cell> {
        captured(&self.board, &Values::of(self)).collect()
    }
}
