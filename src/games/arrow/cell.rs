use super::Direction;
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Spaces along a side of the grid.
pub const SIDE: u8 = 6;

/// A space of the 6×6 grid: files a to f from South's left, ranks 1 to 6 from South's side (Rulings, ConCardia Arrow 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cell(u8);

/// A word that names no space.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no space of the grid: write a1 to f6")]
pub struct CellError(pub String);

impl Cell {
    /// Every space, a1, b1 and so on.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE * SIDE).map(Self)
    }

    /// The space of a file and a rank, both from zero, if it is on the grid.
    pub const fn at(file: i8, rank: i8) -> Option<Self> {
        if file < 0 || rank < 0 || file >= SIDE as i8 || rank >= SIDE as i8 { None } else { Some(Self(rank as u8 * SIDE + file as u8)) }
    }

    /// Where a seat's starting card lies: just left of the middle and on its owner's side of it.
    pub const fn start(seat: Seat) -> Self {
        let middle = SIDE / 2;
        if seat.index() == 0 { Self((middle - 1) * SIDE + middle - 1) } else { Self(middle * SIDE + middle) }
    }

    /// Its number, 0 for a1, 1 for b1, 35 for f6.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Files from a, ranks from 1, both from zero.
    pub const fn file_and_rank(self) -> (i8, i8) {
        ((self.0 % SIDE) as i8, (self.0 / SIDE) as i8)
    }

    /// The neighbouring space this way, if it is on the grid.
    pub const fn towards(self, way: Direction) -> Option<Self> {
        let ((file, rank), (right, up)) = (self.file_and_rank(), way.step());
        Self::at(file + right, rank + up)
    }

    /// The neighbouring spaces, orthogonal and diagonal.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |way| self.towards(way))
    }

    /// Whether the two touch, orthogonally or diagonally.
    pub const fn is_beside(self, other: Self) -> bool {
        let ((a, b), (c, d)) = (self.file_and_rank(), other.file_and_rank());
        let (across, along) = ((a - c).abs(), (b - d).abs());
        across <= 1 && along <= 1 && across + along > 0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % SIDE), self.0 / SIDE + 1)
    }
}

impl FromStr for Cell {
    type Err = CellError;
    fn from_str(text: &str) -> Result<Self, CellError> {
        let cell = match text.as_bytes() {
            [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => Self::at((file - b'a') as i8, (rank - b'1') as i8),
            _ => None,
        };
        cell.ok_or_else(|| CellError(text.into()))
    }
}

impl TryFrom<String> for Cell {
    type Error = CellError;
    fn try_from(text: String) -> Result<Self, CellError> {
        text.parse()
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> Self {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_print_parse_and_touch() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            for other in Cell::all() {
                assert_eq!(cell.is_beside(other), cell.neighbours().any(|near| near == other));
            }
        }
        assert!(["", "a0", "a7", "g1", "c33"].iter().all(|word| word.parse::<Cell>().is_err()));
    }

    #[test]
    fn starting_cards_touch_at_a_corner() {
        let starts: Vec<Cell> = (0..2).filter_map(Seat::from_index).map(Cell::start).collect();
        assert_eq!(starts.iter().map(Cell::to_string).collect::<Vec<_>>(), ["c3", "d4"]);
        assert_eq!(starts[0].towards(Direction::NE), Some(starts[1]));
    }
}
