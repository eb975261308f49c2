use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A player's place, numbered clockwise from the South edge. Prints as `P1` to `P8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seat(u8);

/// How many play: 2 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seats(u8);

/// A seat or number of seats that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SeatError {
    /// Not `P1` to `P8`.
    #[error("'{0}' is no seat: write P1 to P8")]
    Seat(String),
    /// Not 2 to 8.
    #[error("{0} players cannot play: give 2 to 8")]
    Count(u8),
}

impl Seat {
    /// The seat at the South edge.
    pub const P1: Self = Self(0);
    /// The next one clockwise; of two players, at the North edge.
    pub const P2: Self = Self(1);

    /// The seat with this number from zero, when it is below eight.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self(index as u8)) } else { None }
    }

    /// Zero for P1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Seats {
    /// Two.
    pub const TWO: Self = Self(2);

    /// The number of seats.
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// Every seat, P1 first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat)
    }

    /// Whether the seat is one of these.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// The seat that acts after this one, clockwise.
    pub const fn after(self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0 + 1)
    }
}

impl FromStr for Seat {
    type Err = SeatError;
    fn from_str(text: &str) -> Result<Self, SeatError> {
        let number = text.strip_prefix('P').and_then(|n| n.parse::<u8>().ok());
        match number {
            Some(n @ 1..=8) => Ok(Self(n - 1)),
            _ => Err(SeatError::Seat(text.into())),
        }
    }
}

impl TryFrom<String> for Seat {
    type Error = SeatError;
    fn try_from(text: String) -> Result<Self, SeatError> {
        text.parse()
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> String {
        seat.to_string()
    }
}

impl TryFrom<u8> for Seats {
    type Error = SeatError;
    fn try_from(count: u8) -> Result<Self, SeatError> {
        if (2..=8).contains(&count) { Ok(Self(count)) } else { Err(SeatError::Count(count)) }
    }
}

impl From<Seats> for u8 {
    fn from(seats: Seats) -> u8 {
        seats.0
    }
}
