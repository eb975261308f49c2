use crate::games::{GameKind, arrow, canon, elements, nomic};
use serde::{Deserialize, Serialize};

/// A game as it was set up, of whichever kind: the header of a game's journal holds one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum GameSetup {
    /// A game of Canon.
    Canon(canon::Setup),
    /// A game of Elements.
    Elements(elements::Setup),
    /// A game of Arrow.
    Arrow(arrow::Setup),
    /// A game of Card-Based Nomic.
    Nomic(nomic::Setup),
}

impl GameSetup {
    /// Which game.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Canon(_) => GameKind::Canon,
            Self::Elements(_) => GameKind::Elements,
            Self::Arrow(_) => GameKind::Arrow,
            Self::Nomic(_) => GameKind::Nomic,
        }
    }
}
