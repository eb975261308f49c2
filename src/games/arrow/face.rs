use super::text::Text;
use super::{Arrows, Sign};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a card's face says (ConCardia Arrow, Card Attributes).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Its name; with the set it says which cards are the same.
    pub name: String,
    /// The set that it belongs to.
    pub set: String,
    /// Types such as People, which only texts refer to.
    #[serde(default)]
    pub types: Vec<Arc<str>>,
    /// Rock, Paper or Scissors.
    pub sign: Sign,
    /// Strength Value.
    pub strength: i16,
    /// Defense Value.
    pub defense: i16,
    /// What it is worth in a Victory Pile.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub points: i16,
    /// Its arrows, as it lies before its owner.
    pub arrows: Arrows,
    /// Its special texts, in printing order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Text>,
}

const fn one() -> i16 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde hands a reference
const fn is_one(points: &i16) -> bool {
    *points == 1
}

impl Face {
    /// Whether it may be played to the Persistent Area (Special Text, Persistent).
    pub fn is_persistent(&self) -> bool {
        self.texts.iter().any(|text| matches!(text, Text::Persistent(_)))
    }
}
