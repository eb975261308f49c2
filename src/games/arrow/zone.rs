use super::{Cell, CellError};
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A place on the Arrow mat. Prints as `e4`, `P1.deck`, `P1.discard`, `P1.victory` or `P1.persistent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Zone {
    /// A space of the Play Area.
    Cell(Cell),
    /// A seat's face-down deck.
    Deck(Seat),
    /// A seat's Discard Pile, face up.
    Discard(Seat),
    /// A seat's Victory Pile, face up.
    Victory(Seat),
    /// A seat's Persistent Area.
    Persistent(Seat),
}

/// A word that names no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no place: write a1 to f6, or P1. or P2. with deck, discard, victory or persistent")]
pub struct ZoneError(pub String);

impl Zone {
    /// The seat whose place it is; `None` for the Play Area, which is common.
    pub const fn owner(self) -> Option<Seat> {
        match self {
            Self::Cell(_) => None,
            Self::Deck(seat) | Self::Discard(seat) | Self::Victory(seat) | Self::Persistent(seat) => Some(seat),
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Deck(seat) => write!(f, "{seat}.deck"),
            Self::Discard(seat) => write!(f, "{seat}.discard"),
            Self::Victory(seat) => write!(f, "{seat}.victory"),
            Self::Persistent(seat) => write!(f, "{seat}.persistent"),
        }
    }
}

impl FromStr for Zone {
    type Err = ZoneError;
    fn from_str(text: &str) -> Result<Self, ZoneError> {
        let wrong = || ZoneError(text.into());
        let Some((seat, pile)) = text.split_once('.') else {
            return text.parse().map(Self::Cell).map_err(|_: CellError| wrong());
        };
        let seat: Seat = seat.parse().map_err(|_| wrong())?;
        match pile {
            "deck" => Ok(Self::Deck(seat)),
            "discard" => Ok(Self::Discard(seat)),
            "victory" => Ok(Self::Victory(seat)),
            "persistent" => Ok(Self::Persistent(seat)),
            _ => Err(wrong()),
        }
    }
}

impl TryFrom<String> for Zone {
    type Error = ZoneError;
    fn try_from(text: String) -> Result<Self, ZoneError> {
        text.parse()
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> Self {
        zone.to_string()
    }
}
