use crate::games::options::{OptionError, parted, yes, yes_or_no};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a table may choose about a game of Canon (Canon, Variations; Rulings, Canon 7 and 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// What brings the end about.
    pub end: End,
    /// What the last move of each player may be.
    pub final_move: FinalMove,
    /// Cards taken out unseen before the deal.
    pub remove_random: u16,
    /// Whether only half of the decks that were shuffled together is used.
    pub half_deck: bool,
}

/// What brings the end about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The last card is drawn; then everybody, the drawer last, has one more move.
    #[default]
    DrawPile,
    /// Somebody's hand is empty; then everybody has one more move.
    FirstEmptyHand,
    /// Only one player holds cards, who has one more move.
    LastHolder,
}

/// What the last move of each player may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalMove {
    /// Any of the seven moves, as the longer text has it.
    #[default]
    Any,
    /// One card from the hand, as the shorter text has it.
    PlayOnly,
}

impl Options {
    const KEYS: &'static [&'static str] = &["end", "final_move", "remove_random", "half_deck"];

    /// Sets one option from a word such as `end=first_empty_hand`, `final_move=play_only`, `remove_random=10` or
    /// `half_deck=yes`.
    ///
    /// # Errors
    /// When the word is not `key=value`, or the key or the value is unknown; then nothing is set.
    pub fn set(&mut self, word: &str) -> Result<(), OptionError> {
        let (key, value) = parted(word, Self::KEYS)?;
        let wrong = |key, allowed| OptionError::Value { key, value: value.into(), allowed };
        match key {
            "end" => {
                self.end = match value {
                    "draw_pile" => End::DrawPile,
                    "first_empty_hand" => End::FirstEmptyHand,
                    "last_holder" => End::LastHolder,
                    _ => return Err(wrong("end", "draw_pile, first_empty_hand or last_holder")),
                }
            }
            "final_move" => {
                self.final_move = match value {
                    "any" => FinalMove::Any,
                    "play_only" => FinalMove::PlayOnly,
                    _ => return Err(wrong("final_move", "any or play_only")),
                }
            }
            "remove_random" => {
                self.remove_random = value.parse().map_err(|_| wrong("remove_random", "a number of cards, 0 to 65535"))?;
            }
            "half_deck" => self.half_deck = yes_or_no("half_deck", value)?,
            _ => return Err(OptionError::Key { game: "Canon", key: key.into(), keys: Self::KEYS }),
        }
        Ok(())
    }
}

/// The words that [`Options::set`] reads, parted by spaces.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.end {
            End::DrawPile => "draw_pile",
            End::FirstEmptyHand => "first_empty_hand",
            End::LastHolder => "last_holder",
        };
        let final_move = match self.final_move {
            FinalMove::Any => "any",
            FinalMove::PlayOnly => "play_only",
        };
        let Self { remove_random, half_deck, .. } = *self;
        write!(f, "end={end} final_move={final_move} remove_random={remove_random} half_deck={}", yes(half_deck))
    }
}
