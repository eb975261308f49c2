use super::Face;
use super::text::{Effect, Event, Noticed, Place as Zoned, Text};
use crate::cards::{CardId, Deck};
use crate::table::{Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Cards dealt to each player (ConCardia Arrow, Starting The Game); of a smaller deck, which is no less a deck, all.
pub const DEALT: u16 = 7;
/// Most designs in a game, of both players together.
pub const MOST_DESIGNS: usize = 4096;
/// Most copies of all cards in one deck.
pub const MOST_CARDS: u16 = 1000;

/// All that a game starts from. It holds what it needs of the decks, so that a journal replays without their files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Every design that either player may hold, in printing order.
    pub designs: Vec<Printed>,
    /// Copies of each design in P1's and P2's deck.
    pub decks: [BTreeMap<CardId, u16>; 2],
    /// The buttons that each of the two wears (Buttons and Accessories).
    #[serde(default)]
    pub buttons: [Vec<Button>; 2],
}

/// A design and what its face says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// Its id.
    pub card: CardId,
    /// Its face.
    #[serde(flatten)]
    pub face: Face,
}

/// A button that is worn; its texts work as those of a card in play (Buttons and Accessories).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Button {
    /// What it says on it.
    pub name: String,
    /// Its special texts.
    pub texts: Vec<Text>,
}

/// Why a game cannot be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No card to start with.
    #[error("{seat}'s deck is empty: give it the starting card at least")]
    Empty {
        /// Whose deck.
        seat: Seat,
    },
    /// More cards than are counted.
    #[error("{seat}'s deck has {have} cards: at most {MOST_CARDS} can be counted")]
    TooMany {
        /// Whose deck.
        seat: Seat,
        /// Its cards.
        have: u32,
    },
    /// Not two.
    #[error("{0} players cannot play Arrow: it is a game for 2")]
    Players(usize),
    /// More designs than are told apart.
    #[error("the decks have {0} designs: at most {MOST_DESIGNS} can be told apart")]
    Designs(usize),
    /// Two designs of one id.
    #[error("two designs are called '{0}': give each its own id")]
    Twice(CardId),
    /// A deck holds what is not designed.
    #[error("{seat}'s deck lists '{card}', which is none of the designs")]
    Unknown {
        /// Whose deck.
        seat: Seat,
        /// What it lists.
        card: CardId,
    },
}

/// A design by its number in [`Setup::designs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DesignNumber(pub(super) u16);

impl Setup {
    /// A game between these two decks.
    ///
    /// # Errors
    /// When a deck is too small or too large, or one id stands for two faces.
    pub fn new(decks: [&Deck<Face>; 2]) -> Result<Self, SetupError> {
        let mut designs = Vec::<Printed>::new();
        for design in decks.iter().flat_map(|deck| deck.designs()) {
            match designs.iter().find(|printed| printed.card == design.card) {
                Some(same) if same.face != design.face => return Err(SetupError::Twice(design.card.clone())),
                Some(_) => {}
                None => designs.push(Printed { card: design.card.clone(), face: design.face.clone() }),
            }
        }
        let copies = |deck: &Deck<Face>| deck.designs().iter().map(|design| (design.card.clone(), design.copies)).collect();
        let setup = Self { designs, decks: decks.map(copies), buttons: Default::default() };
        setup.validate()?;
        Ok(setup)
    }

    /// Says whether the game can be dealt.
    ///
    /// # Errors
    /// The first thing that stands in the way.
    pub fn validate(&self) -> Result<(), SetupError> {
        if self.designs.len() > MOST_DESIGNS {
            return Err(SetupError::Designs(self.designs.len()));
        }
        for (number, printed) in self.designs.iter().enumerate() {
            if self.designs[..number].iter().any(|other| other.card == printed.card) {
                return Err(SetupError::Twice(printed.card.clone()));
            }
        }
        for (seat, deck) in SEATS.into_iter().zip(&self.decks) {
            if let Some(card) = deck.keys().find(|card| self.number(card).is_none()) {
                return Err(SetupError::Unknown { seat, card: card.clone() });
            }
            let have = deck.values().map(|copies| u32::from(*copies)).sum();
            if have == 0 {
                return Err(SetupError::Empty { seat });
            }
            if have > u32::from(MOST_CARDS) {
                return Err(SetupError::TooMany { seat, have });
            }
        }
        Ok(())
    }

    /// The number of a design; `None` for a card of no deck here.
    pub fn number(&self, card: &CardId) -> Option<DesignNumber> {
        self.designs.iter().position(|printed| printed.card == *card).map(|at| DesignNumber(at as u16))
    }

    /// What a design's face says.
    pub fn face(&self, design: DesignNumber) -> &Face {
        &self.designs[usize::from(design.0)].face
    }

    /// A design's id.
    pub fn card(&self, design: DesignNumber) -> &CardId {
        &self.designs[usize::from(design.0)].card
    }

    /// A card's name for a reader; the bare id for a card of no deck here.
    pub fn name<'a>(&'a self, card: &'a CardId) -> &'a str {
        self.number(card).map_or(card.as_str(), |design| &self.face(design).name)
    }

    /// Copies of a design in a seat's deck.
    pub(super) fn copies(&self, seat: Seat, design: DesignNumber) -> u16 {
        self.decks.get(seat.index()).and_then(|deck| deck.get(self.card(design))).copied().unwrap_or(0)
    }

    /// All designs.
    pub(super) fn numbers(&self) -> impl Iterator<Item = DesignNumber> {
        (0..self.designs.len() as u16).map(DesignNumber)
    }

    /// All texts in the game.
    fn texts(&self) -> impl Iterator<Item = &Text> {
        let buttons = self.buttons.iter().flatten().flat_map(|button| &button.texts);
        self.designs.iter().flat_map(|printed| &printed.face.texts).chain(buttons)
    }

    /// What kinds of texts there are, so that a game without them need not look.
    pub(super) fn has(&self) -> Has {
        let standing = self.texts().any(|text| matches!(text, Text::Play(_) | Text::Persistent(_)));
        let reactions = self.texts().any(|text| matches!(text, Text::Reaction { .. }));
        Has { standing, reactions }
    }
}

/// As many as can play, who are two.
///
/// # Errors
/// When there are more.
pub fn playable(seats: Seats) -> Result<Seats, SetupError> {
    if seats == Seats::TWO { Ok(seats) } else { Err(SetupError::Players(seats.count())) }
}

/// Kinds of texts that a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Has {
    pub standing: bool,
    pub reactions: bool,
}

/// The two seats, South first.
pub(super) const SEATS: [Seat; 2] = [Seat::P1, Seat::P2];

/// The other player.
pub(super) const fn opponent(seat: Seat) -> Seat {
    if seat.index() == 0 { Seat::P2 } else { Seat::P1 }
}

/// Where a reaction text can be used from, when the text itself says it or its situation does (Special Text, Reactions).
pub(super) fn reacts_from(text: &Text) -> Option<Zoned> {
    match text {
        Text::Reaction { from: Some(from), .. } => Some(*from),
        Text::Reaction { from: None, event, ability } => {
            let plays_itself = ability.steps.iter().any(|step| step.effect == Effect::PlayThis);
            // A card that answers its own removal comes from where it went.
            let gone = matches!(event, Event::Removed(Noticed::This));
            if plays_itself && !gone { Some(Zoned::Hand) } else { None }
        }
        _ => None,
    }
}
