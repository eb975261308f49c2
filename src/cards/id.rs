use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// Names a deck: lower-case letters, digits and hyphens, such as `canon-nt`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DeckId(Arc<str>);

/// Names a card design as `deck/card`, such as `canon-nt/mark` or `standard/10h`. Copies of a design share it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CardId(Arc<str>);

/// Why a text names no deck or card.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdError {
    /// Not of the form `deck`.
    #[error("'{0}' is no deck id: use lower-case letters, digits and hyphens")]
    Deck(String),
    /// Not of the form `deck/card`.
    #[error("'{0}' is no card id: write deck/card, such as standard/10h")]
    Card(String),
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

impl DeckId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of one of this deck's cards.
    ///
    /// # Errors
    /// When `name` holds anything but letters, digits and hyphens.
    pub fn card(&self, name: &str) -> Result<CardId, IdError> {
        format!("{}/{name}", self.0).parse()
    }
}

impl CardId {
    /// The id as text, `deck/card`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the slash.
    pub fn deck(&self) -> &str {
        self.0.split_once('/').map_or("", |(deck, _)| deck)
    }

    /// The part after the slash: the same work in two decks has the same name.
    pub fn name(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, name)| name)
    }

    /// Whether this is a joker of the standard deck.
    pub fn is_joker(&self) -> bool {
        self.as_str() == "standard/joker"
    }
}

impl FromStr for DeckId {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        if is_word(text) && !text.chars().any(|c| c.is_ascii_uppercase()) { Ok(Self(text.into())) } else { Err(IdError::Deck(text.into())) }
    }
}

impl FromStr for CardId {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        match text.split_once('/') {
            Some((deck, name)) if is_word(deck) && is_word(name) => Ok(Self(text.into())),
            _ => Err(IdError::Card(text.into())),
        }
    }
}

macro_rules! text_id {
    ($id:ty) => {
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
        impl TryFrom<String> for $id {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }
        impl From<$id> for String {
            fn from(id: $id) -> String {
                id.0.as_ref().to_owned()
            }
        }
    };
}

text_id!(DeckId);
text_id!(CardId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_parse_and_print() {
        let id: CardId = "standard/10h".parse().unwrap();
        assert_eq!((id.deck(), id.name(), id.to_string().as_str()), ("standard", "10h", "standard/10h"));
        for bad in ["", "mark", "a/b/c", "a b/c", "/x", "x/"] {
            assert!(bad.parse::<CardId>().is_err(), "{bad}");
        }
        assert!("Canon".parse::<DeckId>().is_err());
    }
}
