use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A place on the Elements mat. Prints as `ocean`, `centre` or `P2.island`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Zone {
    /// The area that all share.
    Ocean,
    /// The Ocean's middle, which hands touch at a start. It has no area of its own on the mat.
    Centre,
    /// The cards before a seat.
    Island(Seat),
}

/// Where a card can be. Prints as `hand` for the Play Hand of the player who acts, as a zone, or as `P2.flame` and `P2.hand`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// The Play Hand of the player who acts.
    Play,
    /// The Ocean.
    Ocean,
    /// The Ocean's middle: no card is there, hands only touch it.
    Centre,
    /// A seat's Island.
    Island(Seat),
    /// A seat's Flame.
    Flame(Seat),
    /// Another player's Play Hand.
    Hand(Seat),
}

/// A text that names no zone or place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no place of Elements: write hand, ocean, centre, P1.island, P1.flame or P1.hand, and so on to P7")]
pub struct PlaceError(pub String);

impl Place {
    /// The zone of the mat; `None` for what is held in a hand.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::Ocean => Some(Zone::Ocean),
            Self::Centre => Some(Zone::Centre),
            Self::Island(seat) => Some(Zone::Island(seat)),
            Self::Play | Self::Flame(_) | Self::Hand(_) => None,
        }
    }

    /// Whose it is; `None` for what all share and for the hand of the player who acts.
    pub const fn owner(self) -> Option<Seat> {
        match self {
            Self::Island(seat) | Self::Flame(seat) | Self::Hand(seat) => Some(seat),
            Self::Play | Self::Ocean | Self::Centre => None,
        }
    }
}

impl From<Zone> for Place {
    fn from(zone: Zone) -> Self {
        match zone {
            Zone::Ocean => Self::Ocean,
            Zone::Centre => Self::Centre,
            Zone::Island(seat) => Self::Island(seat),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play => f.write_str("hand"),
            Self::Ocean => f.write_str("ocean"),
            Self::Centre => f.write_str("centre"),
            Self::Island(seat) => write!(f, "{seat}.island"),
            Self::Flame(seat) => write!(f, "{seat}.flame"),
            Self::Hand(seat) => write!(f, "{seat}.hand"),
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;
    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let wrong = || PlaceError(text.into());
        match text {
            "hand" => return Ok(Self::Play),
            "ocean" => return Ok(Self::Ocean),
            "centre" => return Ok(Self::Centre),
            _ => {}
        }
        let (seat, part) = text.split_once('.').ok_or_else(wrong)?;
        let seat: Seat = seat.parse().map_err(|_| wrong())?;
        match part {
            _ if seat.index() >= super::setup::MOST_PLAYERS => Err(wrong()),
            "island" => Ok(Self::Island(seat)),
            "flame" => Ok(Self::Flame(seat)),
            "hand" => Ok(Self::Hand(seat)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Place::from(*self).fmt(f)
    }
}

impl FromStr for Zone {
    type Err = PlaceError;
    fn from_str(text: &str) -> Result<Self, PlaceError> {
        text.parse::<Place>()?.zone().ok_or_else(|| PlaceError(text.into()))
    }
}

macro_rules! as_text {
    ($place:ty) => {
        impl TryFrom<String> for $place {
            type Error = PlaceError;
            fn try_from(text: String) -> Result<Self, PlaceError> {
                text.parse()
            }
        }
        impl From<$place> for String {
            fn from(place: $place) -> String {
                place.to_string()
            }
        }
    };
}

as_text!(Zone);
as_text!(Place);
