use super::{Carry, Lies, Move, Place, Use, Zone};
use crate::cards::CardId;
use crate::table::Seat;
use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use thiserror::Error;

/// A text that says no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The first word is none of the verbs.
    #[error(
        "'{0}' is no Arrow move: write pass, done, place, move, use, choose, spend, answer, throw, take-off or put-on, such as 'place e4 harbour/crane'"
    )]
    Verb(String),
    /// A word is missing.
    #[error("'{text}' ends too soon: {missing} is missing")]
    Missing {
        /// The whole text.
        text: String,
        /// What should follow.
        missing: &'static str,
    },
    /// A word that does not fit.
    #[error("'{word}' in '{text}' is no {wanted}")]
    Word {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
        /// What should stand there.
        wanted: &'static str,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand => f.write_str("hand"),
            Self::On(zone) => zone.fmt(f),
            Self::Button(number) => write!(f, "button{number}"),
        }
    }
}

/// A word that names no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no place: write hand, a1 to f6, P1.deck, P1.discard, P1.victory, P1.persistent or button1")]
pub struct PlaceError(String);

impl FromStr for Place {
    type Err = PlaceError;
    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let wrong = || PlaceError(text.into());
        match (text, text.strip_prefix("button")) {
            ("hand", _) => Ok(Self::Hand),
            (_, Some(number)) => number.parse().map(Self::Button).map_err(|_| wrong()),
            _ => text.parse::<Zone>().map(Self::On).map_err(|_| wrong()),
        }
    }
}

impl TryFrom<String> for Place {
    type Error = PlaceError;
    fn try_from(text: String) -> Result<Self, PlaceError> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

/// A card's id, or `?` for one that was not read.
struct Shown<'a>(Option<&'a CardId>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("?"),
        }
    }
}

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = Shown(self.card.as_ref());
        match (self.from, self.to) {
            (Place::Hand, Place::On(Zone::Cell(cell))) => write!(f, "place {cell} {card}")?,
            (from, to) => write!(f, "move {from} > {to} {card}")?,
        }
        match self.lies {
            Lies::Straight => Ok(()),
            Lies::Turned => f.write_str(" turned"),
            Lies::Sideways => f.write_str(" sideways"),
            Lies::FaceDown => f.write_str(" face-down"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Done => f.write_str("done"),
            Self::Carry(carry) => carry.fmt(f),
            Self::Use(Use { at, card, text, x }) => {
                write!(f, "use {at} {} {text}", Shown(card.as_ref()))?;
                match x {
                    Some(x) => write!(f, " x={x}"),
                    None => Ok(()),
                }
            }
            Self::Choose { at, card } => write!(f, "choose {at} {}", Shown(card.as_ref())),
            Self::Spend { at, card } => write!(f, "spend {at} {}", Shown(card.as_ref())),
            Self::Answer(number) => write!(f, "answer {number}"),
            Self::Throw(winner) => write!(f, "throw {winner}"),
            Self::TakeOff(button) => write!(f, "take-off {button}"),
            Self::PutOn(button) => write!(f, "put-on {button}"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut words = Words { rest: text.split_whitespace(), text };
        let parsed = match words.next("a verb")? {
            "pass" => Self::Pass,
            "done" => Self::Done,
            "place" => {
                let to = words.parse("space of the grid")?;
                words.carry(Place::Hand, Place::On(Zone::Cell(to)))?
            }
            "move" => {
                let from = words.parse("place")?;
                let arrow = words.next("'>'")?;
                if arrow != ">" {
                    return Err(words.wrong(arrow, "'>' between two places"));
                }
                let to = words.parse("place")?;
                words.carry(from, to)?
            }
            "use" => {
                let (at, card, text) = (words.parse("place")?, words.card()?, words.parse("number of a text")?);
                let x = match words.rest.next() {
                    None => None,
                    Some(word) => {
                        let number = word.strip_prefix("x=").and_then(|number| number.parse().ok());
                        Some(number.ok_or_else(|| words.wrong(word, "number of cards to pay, such as x=3"))?)
                    }
                };
                Self::Use(Use { at, card, text, x })
            }
            "choose" => Self::Choose { at: words.parse("place")?, card: words.card()? },
            "spend" => Self::Spend { at: words.parse("place")?, card: words.card()? },
            "answer" => Self::Answer(words.parse("number")?),
            "throw" => Self::Throw(words.parse::<Seat>("seat")?),
            "take-off" => Self::TakeOff(words.parse("number of a button")?),
            "put-on" => Self::PutOn(words.parse("number of a button")?),
            _ => return Err(MoveError::Verb(text.into())),
        };
        match words.rest.next() {
            None => Ok(parsed),
            Some(word) => Err(words.wrong(word, "word of this move")),
        }
    }
}

struct Words<'a> {
    rest: SplitWhitespace<'a>,
    text: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self, missing: &'static str) -> Result<&'a str, MoveError> {
        self.rest.next().ok_or_else(|| MoveError::Missing { text: self.text.into(), missing })
    }

    fn wrong(&self, word: &str, wanted: &'static str) -> MoveError {
        MoveError::Word { word: word.into(), text: self.text.into(), wanted }
    }

    fn parse<T: FromStr>(&mut self, wanted: &'static str) -> Result<T, MoveError> {
        let word = self.next(wanted)?;
        word.parse().map_err(|_| self.wrong(word, wanted))
    }

    fn card(&mut self) -> Result<Option<CardId>, MoveError> {
        let word = self.next("a card or ?")?;
        if word == "?" {
            Ok(None)
        } else {
            word.parse().map(Some).map_err(|_| self.wrong(word, "card: write set/card, or ? when it was not read"))
        }
    }

    fn carry(&mut self, from: Place, to: Place) -> Result<Move, MoveError> {
        let card = self.card()?;
        let lies = match self.rest.next() {
            None => Lies::Straight,
            Some("turned") => Lies::Turned,
            Some("sideways") => Lies::Sideways,
            Some("face-down") => Lies::FaceDown,
            Some(word) => return Err(self.wrong(word, "way to lie: turned, sideways or face-down")),
        };
        Ok(Move::Carry(Carry { from, to, card, lies }))
    }
}
