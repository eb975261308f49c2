use crate::cards::{CardId, IdError, Rank, StandardCard, Suit};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the 52 cards. Prints as `10h`. Its rank is what Elements calls its type; there the suit plays no part but in dibs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

impl Card {
    /// All 52, by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.into_iter().map(move |suit| Self { rank, suit }))
    }

    /// The card of this design; `None` for a joker or a card of another deck.
    pub fn of(design: &CardId) -> Option<Self> {
        design.as_str().strip_prefix("standard/")?.parse().ok()
    }

    /// Its design.
    pub fn design(self) -> Option<CardId> {
        StandardCard::Pip(self.rank, self.suit).id().ok()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        StandardCard::Pip(self.rank, self.suit).fmt(f)
    }
}

impl FromStr for Card {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        match text.parse()? {
            StandardCard::Pip(rank, suit) => Ok(Self { rank, suit }),
            StandardCard::Joker => Err(IdError::Card(text.into())),
        }
    }
}

impl TryFrom<String> for Card {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

/// A card for a reader: its name, or that it was not read.
pub(in crate::games) struct Named(pub Option<Card>);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("an unread card"),
        }
    }
}
