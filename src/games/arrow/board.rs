use super::setup::DesignNumber;
use super::{Cell, SIDE};
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const CELLS: usize = (SIDE * SIDE) as usize;

/// A card on the Board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// What is printed on it.
    pub design: DesignNumber,
    /// Whose it is: its top points away from its owner.
    pub owner: Seat,
    /// Tells it from every other card that was on the Board in this game.
    pub id: u16,
    /// Charge counters on it.
    #[serde(default)]
    pub counters: u16,
}

/// The Play Area: at most one card in each space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Cell, Piece>", into = "BTreeMap<Cell, Piece>")]
pub struct Board([Option<Piece>; CELLS]);

impl Board {
    /// No card.
    pub const EMPTY: Self = Self([None; CELLS]);

    /// The card in a space.
    pub const fn get(&self, cell: Cell) -> Option<&Piece> {
        self.0[cell.index()].as_ref()
    }

    pub(super) const fn get_mut(&mut self, cell: Cell) -> Option<&mut Piece> {
        self.0[cell.index()].as_mut()
    }

    /// Whether nothing lies in a space.
    pub const fn is_free(&self, cell: Cell) -> bool {
        self.0[cell.index()].is_none()
    }

    /// Every card with its space, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Piece)> {
        Cell::all().filter_map(|cell| self.get(cell).map(|piece| (cell, piece)))
    }

    /// Cards of a seat.
    pub fn count(&self, owner: Seat) -> usize {
        self.0.iter().flatten().filter(|piece| piece.owner == owner).count()
    }

    /// Free spaces beside a card, orthogonally or diagonally.
    pub fn open(&self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(|cell| self.is_free(*cell) && cell.neighbours().any(|near| !self.is_free(near)))
    }

    pub(super) const fn put(&mut self, cell: Cell, piece: Piece) {
        self.0[cell.index()] = Some(piece);
    }

    pub(super) const fn take(&mut self, cell: Cell) -> Option<Piece> {
        self.0[cell.index()].take()
    }
}

impl From<BTreeMap<Cell, Piece>> for Board {
    fn from(pieces: BTreeMap<Cell, Piece>) -> Self {
        let mut board = Self::EMPTY;
        pieces.into_iter().for_each(|(cell, piece)| board.put(cell, piece));
        board
    }
}

impl From<Board> for BTreeMap<Cell, Piece> {
    fn from(board: Board) -> Self {
        board.iter().map(|(cell, piece)| (cell, *piece)).collect()
    }
}
