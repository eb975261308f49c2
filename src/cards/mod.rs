//! What is printed: card designs, decks and the standard 52.
//!
//! Absent on purpose: where a card lies, who holds it, what it is worth. A [`CardId`] names a design, never one physical copy.

mod canon;
mod deck;
mod id;
mod index_set;
mod load;
mod standard;

pub use canon::{CANON_DECKS, Work, builtin_canon, read_canon};
pub use deck::{Deck, DeckError, Design};
pub use id::{CardId, DeckId, IdError};
pub use index_set::{IndexSet, UnknownIndexSet};
pub use load::{LoadError, load_canon, load_canon_parts};
pub use standard::{Rank, StandardCard, Suit, standard_deck};

use serde::{Deserialize, Serialize};

/// Which side of a card is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The printed face.
    Up,
    /// The back.
    Down,
}
