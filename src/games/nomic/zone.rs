use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A place on the Card-Based Nomic mat. Prints as `draw`, `discard`, `for`, `against` or `P2.token`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Zone {
    /// The face-down pile.
    Draw,
    /// The pile of cards that have been voted.
    Discard,
    /// The votes for a proposition.
    For,
    /// The votes against it.
    Against,
    /// Where the token lies while a seat has it.
    Token(Seat),
}

/// A text that names no zone.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no place on the Card-Based Nomic mat: write draw, discard, for, against or P1.token to P8.token")]
pub struct ZoneError(pub String);

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Discard => f.write_str("discard"),
            Self::For => f.write_str("for"),
            Self::Against => f.write_str("against"),
            Self::Token(seat) => write!(f, "{seat}.token"),
        }
    }
}

impl FromStr for Zone {
    type Err = ZoneError;
    fn from_str(text: &str) -> Result<Self, ZoneError> {
        let wrong = || ZoneError(text.into());
        match text {
            "draw" => Ok(Self::Draw),
            "discard" => Ok(Self::Discard),
            "for" => Ok(Self::For),
            "against" => Ok(Self::Against),
            _ => text.strip_suffix(".token").and_then(|seat| seat.parse().ok()).map(Self::Token).ok_or_else(wrong),
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
    fn from(zone: Zone) -> String {
        zone.to_string()
    }
}
