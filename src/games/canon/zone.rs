use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the seven spaces of a canon, or the bare place beside them where an eighth would lie. Prints as `1` to `8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

/// A place on the Canon mat. Prints as `draw`, `discard`, `centre3` or `P2.canon5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Zone {
    /// The face-down pile.
    Draw,
    /// The face-up pile.
    Discard,
    /// A space of the central canon.
    Centre(Slot),
    /// A space of a seat's personal canon.
    Canon(Seat, Slot),
}

/// A text that names no zone.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no place on the Canon mat: write draw, discard, centre1 to centre8 or P1.canon1 to P8.canon8")]
pub struct SlotError(pub String);

impl Slot {
    /// The seven spaces that the rules allow.
    pub const SEVEN: [Self; 7] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
    /// Beside the seven: a card here makes an eighth space.
    pub const BEYOND: Self = Self(8);

    /// The slot of this number, 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number)) } else { None }
    }

    /// 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Discard => f.write_str("discard"),
            Self::Centre(slot) => write!(f, "centre{}", slot.0),
            Self::Canon(seat, slot) => write!(f, "{seat}.canon{}", slot.0),
        }
    }
}

impl FromStr for Zone {
    type Err = SlotError;
    fn from_str(text: &str) -> Result<Self, SlotError> {
        let wrong = || SlotError(text.into());
        let slot = |number: &str| number.parse().ok().and_then(Slot::new).ok_or_else(wrong);
        match text {
            "draw" => Ok(Self::Draw),
            "discard" => Ok(Self::Discard),
            _ => match (text.strip_prefix("centre"), text.split_once(".canon")) {
                (Some(number), _) => Ok(Self::Centre(slot(number)?)),
                (None, Some((seat, number))) => Ok(Self::Canon(seat.parse().map_err(|_| wrong())?, slot(number)?)),
                (None, None) => Err(wrong()),
            },
        }
    }
}

impl TryFrom<String> for Zone {
    type Error = SlotError;
    fn try_from(text: String) -> Result<Self, SlotError> {
        text.parse()
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> String {
        zone.to_string()
    }
}
