use super::{Ballots, Carry, Move, Place, Zone};
use crate::cards::Face;
use crate::games::Card;
use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::sync::Arc;
use thiserror::Error;

/// A text that says no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The first word is none of the verbs.
    #[error(
        "'{0}' is no Card-Based Nomic move: write propose, vote, draw, abstain, pass-token, reshuffle, turn-up, announce, clear, limit, resolve, frozen, won or move, such as 'vote for'"
    )]
    Verb(String),
    /// Something is missing.
    #[error("'{text}' ends too soon: {missing} is missing")]
    Missing {
        /// The whole text.
        text: String,
        /// What should follow.
        missing: &'static str,
    },
    /// A word that has no meaning there.
    #[error("'{word}' has no meaning in '{text}': {wanted} should stand there")]
    Word {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
        /// What may stand there.
        wanted: &'static str,
    },
    /// A proposition that cannot be read.
    #[error("the proposition cannot be read: {0}")]
    Proposition(String),
}

impl fmt::Display for Ballots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.zone().fmt(f)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.zone() {
            Some(zone) => zone.fmt(f),
            None => f.write_str("hand"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Propose(proposition) => write!(f, "propose {proposition}"),
            Self::Carry(carry) => carry.fmt(f),
            Self::Abstain => f.write_str("abstain"),
            Self::PassToken { to } => write!(f, "pass-token {to}"),
            Self::Reshuffle => f.write_str("reshuffle"),
            Self::TurnUp { pile, cards } => {
                write!(f, "turn-up {pile}")?;
                cards.iter().try_for_each(|card| match card {
                    Some(card) => write!(f, " {card}"),
                    None => f.write_str(" ?"),
                })
            }
            Self::Announce { in_favour, against } => write!(f, "announce {in_favour} {against}"),
            Self::Limit => f.write_str("limit"),
            Self::Resolve(proposition) => write!(f, "resolve {proposition}"),
            Self::Frozen => f.write_str("frozen"),
            Self::Won { winner, rule } => write!(f, "won {winner} {rule}"),
        }
    }
}

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = match (self.from(), self.to()) {
            (Place::Draw, Place::Hand) => {
                f.write_str("draw")?;
                true
            }
            (Place::Hand, Place::Votes(pile)) => {
                write!(f, "vote {pile}")?;
                true
            }
            (Place::Votes(pile), Place::Discard) => {
                write!(f, "clear {pile}")?;
                true
            }
            (from, to) => {
                write!(f, "move {from} > {to}")?;
                false
            }
        };
        match self.card() {
            Some(card) => write!(f, " {card}")?,
            None if short => {}
            None => f.write_str(" ?")?,
        }
        if self.face() == Face::Up {
            f.write_str(" face-up")?;
        }
        if self.count() > 1 { write!(f, " x{}", self.count()) } else { Ok(()) }
    }
}

/// The words of a move, one after another.
struct Words<'t> {
    text: &'t str,
    rest: SplitWhitespace<'t>,
}

impl<'t> Words<'t> {
    fn next(&mut self, missing: &'static str) -> Result<&'t str, MoveError> {
        self.rest.next().ok_or_else(|| MoveError::Missing { text: self.text.into(), missing })
    }

    fn parsed<T: FromStr>(&mut self, wanted: &'static str) -> Result<T, MoveError> {
        let word = self.next(wanted)?;
        word.parse().map_err(|_| self.wrong(word, wanted))
    }

    fn wrong(&self, word: &str, wanted: &'static str) -> MoveError {
        MoveError::Word { word: word.into(), text: self.text.into(), wanted }
    }

    fn pile(&mut self) -> Result<Ballots, MoveError> {
        const WANTED: &str = "for or against";
        match self.next(WANTED)? {
            "for" => Ok(Ballots::For),
            "against" => Ok(Ballots::Against),
            word => Err(self.wrong(word, WANTED)),
        }
    }

    fn place(&mut self) -> Result<Place, MoveError> {
        const WANTED: &str = "hand, draw, discard, for or against";
        match self.next(WANTED)? {
            "hand" => Ok(Place::Hand),
            word => match word.parse() {
                Ok(Zone::Draw) => Ok(Place::Draw),
                Ok(Zone::Discard) => Ok(Place::Discard),
                Ok(Zone::For) => Ok(Place::Votes(Ballots::For)),
                Ok(Zone::Against) => Ok(Place::Votes(Ballots::Against)),
                _ => Err(self.wrong(word, WANTED)),
            },
        }
    }

    fn maybe_card(&self, word: &str) -> Result<Option<Card>, MoveError> {
        if word == "?" { Ok(None) } else { word.parse().map(Some).map_err(|_| self.wrong(word, "a card such as 10h, or ?")) }
    }

    fn carry(mut self, from: Place, to: Place) -> Result<Move, MoveError> {
        let mut words = self.rest.by_ref().peekable();
        let named = words.next_if(|word| *word != "face-up" && !word.starts_with('x'));
        let extras: Vec<&str> = words.collect();
        let card = named.map(|word| self.maybe_card(word)).transpose()?.flatten();
        let (mut face, mut count) = (Face::Down, 1);
        for word in extras {
            match (word, word.strip_prefix('x').and_then(|n| n.parse::<u16>().ok()).filter(|n| *n > 0)) {
                ("face-up", _) => face = Face::Up,
                (_, Some(n)) => count = n,
                _ => return Err(self.wrong(word, "face-up or a number of cards such as x2")),
            }
        }
        Ok(Carry::new(from, to, card, face).times(count).into())
    }

    fn last(mut self, action: Move) -> Result<Move, MoveError> {
        match self.rest.next() {
            None => Ok(action),
            Some(word) => Err(self.wrong(word, "nothing more")),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let proposition = || rest.parse().map(Arc::new).map_err(|error: serde_json::Error| MoveError::Proposition(error.to_string()));
        let mut words = Words { text, rest: rest.split_whitespace() };
        match verb {
            "propose" => Ok(Self::Propose(proposition()?)),
            "resolve" => Ok(Self::Resolve(proposition()?)),
            "vote" => {
                let pile = words.pile()?;
                words.carry(Place::Hand, Place::Votes(pile))
            }
            "clear" => {
                let pile = words.pile()?;
                words.carry(Place::Votes(pile), Place::Discard)
            }
            "draw" => words.carry(Place::Draw, Place::Hand),
            "move" => {
                let from = words.place()?;
                match words.next("'>' and the place it goes to")? {
                    ">" => {}
                    word => return Err(words.wrong(word, "'>'")),
                }
                let to = words.place()?;
                words.carry(from, to)
            }
            "turn-up" => {
                let pile = words.pile()?;
                let cards = words.rest.clone().map(|word| words.maybe_card(word)).collect::<Result<_, _>>()?;
                Ok(Self::TurnUp { pile, cards })
            }
            "announce" => {
                let (in_favour, against) = (words.parsed("the for pile's total")?, words.parsed("the against pile's total")?);
                words.last(Self::Announce { in_favour, against })
            }
            "pass-token" => {
                let to = words.parsed("a seat")?;
                words.last(Self::PassToken { to })
            }
            "won" => {
                let (winner, rule) = (words.parsed("a seat")?, words.parsed("the number of a rule")?);
                words.last(Self::Won { winner, rule })
            }
            "abstain" => words.last(Self::Abstain),
            "reshuffle" => words.last(Self::Reshuffle),
            "limit" => words.last(Self::Limit),
            "frozen" => words.last(Self::Frozen),
            _ => Err(MoveError::Verb(text.into())),
        }
    }
}
