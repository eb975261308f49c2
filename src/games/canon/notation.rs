use super::{Carry, Move, Place, Zone};
use crate::cards::{CardId, Face};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A text that says no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The first word is none of the verbs.
    #[error(
        "'{0}' is no Canon move: write pass, draw, take PLACE CARD, play SPACE CARD, discard CARD or move PLACE > PLACE CARD, such as 'play centre3 canon-nt/mark'"
    )]
    Verb(String),
    /// A place or card is missing.
    #[error("'{text}' ends too soon: {missing} is missing")]
    Missing {
        /// The whole text.
        text: String,
        /// What should follow.
        missing: &'static str,
    },
    /// No such place.
    #[error("'{0}' is no place: write hand, draw, discard, discard-1 (under the top), centre1 to centre8 or P1.canon1 to P8.canon8")]
    Place(String),
    /// No card id.
    #[error("'{0}' is no card: write its id, such as canon-nt/mark, or ? when it was not read")]
    Card(String),
    /// A word that has no meaning there.
    #[error("'{word}' has no meaning in '{text}': after the card only face-up, face-down or a number of cards such as x2 may follow")]
    Extra {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Discard { depth } if depth > 0 => write!(f, "discard-{depth}"),
            place => match place.zone() {
                None => f.write_str("hand"),
                Some(zone) => zone.fmt(f),
            },
        }
    }
}

impl FromStr for Place {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let wrong = || MoveError::Place(text.into());
        match (text, text.strip_prefix("discard-")) {
            ("hand", _) => Ok(Self::Hand),
            (_, Some(depth)) => depth.parse().map(|depth| Self::Discard { depth }).map_err(|_| wrong()),
            _ => text.parse().map(|zone: Zone| zone.into()).map_err(|_| wrong()),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Carry(carry) => carry.fmt(f),
        }
    }
}

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        match (from, to) {
            (Place::Draw, Place::Hand) => f.write_str("draw")?,
            (Place::Hand, Place::TOP) => f.write_str("discard")?,
            (Place::Hand, Place::Centre(_) | Place::Canon(..)) => write!(f, "play {to}")?,
            (Place::Discard { .. } | Place::Centre(_) | Place::Canon(..), Place::Hand) => write!(f, "take {from}")?,
            _ => write!(f, "move {from} > {to}")?,
        }
        match self.card() {
            _ if (from, to) == (Place::Draw, Place::Hand) => {}
            Some(card) => write!(f, " {card}")?,
            None => f.write_str(" ?")?,
        }
        match self.face() {
            _ if self.faces_as_usual() => {}
            Face::Up => f.write_str(" face-up")?,
            Face::Down => f.write_str(" face-down")?,
        }
        if self.count() > 1 { write!(f, " x{}", self.count()) } else { Ok(()) }
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut words = text.split_whitespace();
        let mut next = |missing| words.next().ok_or_else(|| MoveError::Missing { text: text.into(), missing });
        let (from, to) = match next("the move").map_err(|_| MoveError::Verb(text.into()))? {
            "pass" => {
                return match words.next() {
                    None => Ok(Self::Pass),
                    Some(word) => Err(MoveError::Extra { word: word.into(), text: text.into() }),
                };
            }
            "draw" => (Place::Draw, Place::Hand),
            "discard" => (Place::Hand, Place::TOP),
            "play" => (Place::Hand, next("the space")?.parse()?),
            "take" => (next("the place")?.parse()?, Place::Hand),
            "move" => {
                let from = next("the place it comes from")?.parse()?;
                match next("'>' and the place it goes to")? {
                    ">" => (from, next("the place it goes to")?.parse()?),
                    word => return Err(MoveError::Extra { word: word.into(), text: text.into() }),
                }
            }
            verb => return Err(MoveError::Verb(verb.into())),
        };
        let card = match (from, to) {
            (Place::Draw, Place::Hand) => None,
            _ => match next("the card")? {
                "?" => None,
                card => Some(card.parse::<CardId>().map_err(|_| MoveError::Card(card.into()))?),
            },
        };
        let mut carry = Carry::new(from, to, card);
        for word in words {
            let count = word.strip_prefix('x').and_then(|n| n.parse::<u16>().ok()).filter(|n| *n > 0);
            carry = match (word, count) {
                ("face-up", _) => carry.facing(Face::Up),
                ("face-down", _) => carry.facing(Face::Down),
                (_, Some(count)) => carry.times(count),
                _ => return Err(MoveError::Extra { word: word.into(), text: text.into() }),
            };
        }
        Ok(carry.into())
    }
}
