use super::{Card, Carry, Guise, Move, Place, Spell, Target, Touch, Trait, Work};
use crate::cards::{Face, Rank, Suit};
use crate::table::Seat;
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::{FromStr, SplitWhitespace};
use thiserror::Error;

/// A text that says no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The first word is none of the verbs.
    #[error(
        "'{0}' is no Elements move: write touch, release, take, put, move, turn-up, turn-down, rearrange, look, arrange, whirlwind, pass-island, fire, verify, dibs, award, go, halt, reverse, show, deal, magic or stop, such as 'touch ocean 4h'"
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
}

/// A card's name, or `?` for one that was not read.
struct Maybe(Option<Card>);

impl Display for Maybe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("?"),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, cards: &BTreeSet<Card>) -> fmt::Result {
    cards.iter().try_for_each(|card| write!(f, " {card}"))
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Touch(touch) => touch.fmt(f),
            Self::Release => f.write_str("release"),
            Self::Carry(carry) => carry.fmt(f),
            Self::Turn { card, face: Face::Up } => write!(f, "turn-up {}", Maybe(*card)),
            Self::Turn { card, face: Face::Down } => write!(f, "turn-down {}", Maybe(*card)),
            Self::Rearrange { count, stacked } => write!(f, "rearrange x{count}{}", if *stacked { " stacked" } else { "" }),
            Self::Look { island } => write!(f, "look {}", Place::Island(*island)),
            Self::Arrange { island } => write!(f, "arrange {}", Place::Island(*island)),
            Self::Whirlwind { cards } => {
                f.write_str("whirlwind")?;
                cards.map_or(Ok(()), |n| write!(f, " x{n}"))
            }
            Self::PassIsland { to, cards } => {
                f.write_str("pass-island")?;
                to.map_or(Ok(()), |seat| write!(f, " {seat}"))?;
                cards.map_or(Ok(()), |n| write!(f, " x{n}"))
            }
            Self::Fire => f.write_str("fire"),
            Self::Verify { cards } => f.write_str("verify").and_then(|()| list(f, cards)),
            Self::Dibs { card, took_ms } => write!(f, "dibs {card} {took_ms}ms"),
            Self::Award { card } => write!(f, "award {card}"),
            Self::Go => f.write_str("go"),
            Self::Halt { disputed } => f.write_str(if *disputed { "halt disputed" } else { "halt" }),
            Self::Reverse => f.write_str("reverse"),
            Self::Show { cards } => f.write_str("show").and_then(|()| list(f, cards)),
            Self::Deal => f.write_str("deal"),
            Self::Magic(spell) => write!(f, "magic {spell}"),
            Self::Stop { card: Some(card) } => write!(f, "stop {card}"),
            Self::Stop { card: None } => f.write_str("stop"),
        }
    }
}

impl Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "touch {}", self.at)?;
        self.card.map_or(Ok(()), |card| write!(f, " {card}"))?;
        extras(f, Face::Up, self.count, self.flame_hand)
    }
}

impl Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, Place::Play) if from != Place::Play => write!(f, "take {from}")?,
            (Place::Play, to) if to != Place::Play => write!(f, "put {to}")?,
            (from, to) => write!(f, "move {from} > {to}")?,
        }
        write!(f, " {}", Maybe(self.card))?;
        extras(f, self.face, self.count, self.flame_hand)
    }
}

fn extras(f: &mut fmt::Formatter<'_>, face: Face, count: u16, flame_hand: bool) -> fmt::Result {
    f.write_str(if face == Face::Down { " face-down" } else { "" })?;
    if count > 1 {
        write!(f, " x{count}")?;
    }
    f.write_str(if flame_hand { " flame-hand" } else { "" })
}

impl Display for Spell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.work.word())?;
        match self.target {
            Target::Player(seat) => write!(f, " {seat}")?,
            Target::Cards { at, card } => {
                write!(f, " {at}")?;
                card.map_or(Ok(()), |card| write!(f, " {card}"))?;
            }
        }
        match self.work {
            Work::Transform(guise) => write!(f, " > {guise}")?,
            Work::Swap(card) => write!(f, " > {card}")?,
            _ => {}
        }
        self.traits.iter().try_for_each(|which| write!(f, " {}", which.word()))
    }
}

impl Display for Guise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.symbol(), self.suit.map_or("*", Suit::letter))
    }
}

/// The words of a text, one after another.
struct Words<'a> {
    text: &'a str,
    left: std::iter::Peekable<SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    fn next(&mut self, missing: &'static str) -> Result<&'a str, MoveError> {
        self.left.next().ok_or_else(|| MoveError::Missing { text: self.text.into(), missing })
    }

    fn wrong(&self, word: &str, wanted: &'static str) -> MoveError {
        MoveError::Word { word: word.into(), text: self.text.into(), wanted }
    }

    /// The next word as what it should be.
    fn read<T: FromStr>(&mut self, wanted: &'static str) -> Result<T, MoveError> {
        let word = self.next(wanted)?;
        word.parse().map_err(|_| self.wrong(word, wanted))
    }

    /// The next word, if it can be this.
    fn may<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = parse(self.left.peek()?)?;
        self.left.next();
        Some(found)
    }

    fn may_be(&mut self, word: &str) -> bool {
        self.may(|next| (next == word).then_some(())).is_some()
    }

    fn count(&mut self) -> Option<u16> {
        self.may(|word| word.strip_prefix('x')?.parse().ok().filter(|n| *n > 0))
    }

    fn card_or_unread(&mut self) -> Result<Option<Card>, MoveError> {
        if self.may_be("?") { Ok(None) } else { self.read("a card such as 10h, or ? for an unread one").map(Some) }
    }

    fn cards(&mut self) -> Result<BTreeSet<Card>, MoveError> {
        let mut cards = BTreeSet::from([self.read("a card such as 10h")?]);
        while self.left.peek().is_some() {
            cards.insert(self.read("a card such as 10h")?);
        }
        Ok(cards)
    }

    fn island(&mut self) -> Result<Seat, MoveError> {
        const WANTED: &str = "an Island such as P1.island";
        let word = self.next(WANTED)?;
        match word.parse() {
            Ok(Place::Island(seat)) => Ok(seat),
            _ => Err(self.wrong(word, WANTED)),
        }
    }

    fn carry(&mut self, from: Place, to: Place) -> Result<Move, MoveError> {
        let card = self.card_or_unread()?;
        let face = if self.may_be("face-down") { Face::Down } else { Face::Up };
        let count = self.count().unwrap_or(1);
        let flame_hand = self.may_be("flame-hand");
        Ok(Move::Carry(Carry { count, flame_hand, ..Carry::new(from, to, card).facing(face) }))
    }

    fn spell(&mut self) -> Result<Spell, MoveError> {
        const WORKS: &str = "body, mind, scry, illusion, transform, swap, push, draw, flip, shuffle, hide or take";
        let work = self.next(WORKS)?;
        let target = match self.may(|word| word.parse().ok()) {
            Some(seat) => Target::Player(seat),
            None => Target::Cards { at: self.read("a player or a place")?, card: self.may(|word| word.parse().ok()) },
        };
        let plain = Work::PLAIN.into_iter().find(|plain| plain.word() == work);
        let work = match (plain, work) {
            (Some(plain), _) => plain,
            (_, "transform" | "swap") if !self.may_be(">") => return Err(self.wrong(work, "a target and '>'")),
            (_, "transform") => Work::Transform(self.read("a face such as 4h or J*")?),
            (_, "swap") => Work::Swap(self.read("a card such as 10h")?),
            _ => return Err(self.wrong(work, WORKS)),
        };
        let mut traits = BTreeSet::new();
        while let Some(which) = self.may(|word| Trait::ALL.into_iter().find(|which| which.word() == word)) {
            traits.insert(which);
        }
        Ok(Spell { work, target, traits })
    }

    fn action(&mut self) -> Result<Move, MoveError> {
        const PLACE: &str = "a place such as ocean or P1.island";
        let verb = self.next("the move").map_err(|_| MoveError::Verb(self.text.into()))?;
        Ok(match verb {
            "touch" => {
                let (at, card) = (self.read(PLACE)?, self.may(|word| word.parse().ok()));
                let count = self.count().unwrap_or(1);
                Move::Touch(Touch { at, card, count, flame_hand: self.may_be("flame-hand") })
            }
            "release" => Move::Release,
            "take" => {
                let from = self.read(PLACE)?;
                self.carry(from, Place::Play)?
            }
            "put" => {
                let to = self.read(PLACE)?;
                self.carry(Place::Play, to)?
            }
            "move" => {
                let from = self.read(PLACE)?;
                if !self.may_be(">") {
                    let word = self.next("'>' and the place it goes to")?;
                    return Err(self.wrong(word, "'>'"));
                }
                let to = self.read(PLACE)?;
                self.carry(from, to)?
            }
            "turn-up" => Move::Turn { card: self.card_or_unread()?, face: Face::Up },
            "turn-down" => Move::Turn { card: self.card_or_unread()?, face: Face::Down },
            "rearrange" => Move::Rearrange { count: self.count().unwrap_or(1), stacked: self.may_be("stacked") },
            "look" => Move::Look { island: self.island()? },
            "arrange" => Move::Arrange { island: self.island()? },
            "whirlwind" => Move::Whirlwind { cards: self.count() },
            "pass-island" => Move::PassIsland { to: self.may(|word| word.parse().ok()), cards: self.count() },
            "fire" => Move::Fire,
            "verify" => Move::Verify { cards: self.cards()? },
            "dibs" => {
                let card = self.read("a card such as 10h")?;
                const TIME: &str = "how long it took to say, such as 600ms,";
                let word = self.next(TIME)?;
                let took_ms = word.strip_suffix("ms").and_then(|ms| ms.parse().ok()).ok_or_else(|| self.wrong(word, TIME))?;
                Move::Dibs { card, took_ms }
            }
            "award" => Move::Award { card: self.read("a card such as 10h")? },
            "go" => Move::Go,
            "halt" => Move::Halt { disputed: self.may_be("disputed") },
            "reverse" => Move::Reverse,
            "show" => Move::Show { cards: self.cards()? },
            "deal" => Move::Deal,
            "magic" => Move::Magic(self.spell()?),
            "stop" => Move::Stop { card: self.may(|word| word.parse().ok()) },
            verb => return Err(MoveError::Verb(verb.into())),
        })
    }
}

impl FromStr for Move {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut words = Words { text, left: text.split_whitespace().peekable() };
        let action = words.action()?;
        match words.left.next() {
            None => Ok(action),
            Some(word) => Err(words.wrong(word, "nothing more")),
        }
    }
}

impl FromStr for Guise {
    type Err = crate::cards::IdError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_suffix('*') {
            None => text.parse().map(|Card { rank, suit }| Self { rank, suit: Some(suit) }),
            Some(symbol) => {
                let rank = Rank::ALL.into_iter().find(|rank| rank.symbol() == symbol);
                rank.map(|rank| Self { rank, suit: None }).ok_or_else(|| crate::cards::IdError::Card(text.into()))
            }
        }
    }
}
