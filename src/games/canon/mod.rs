//! Canon: The Card Game, by James F. McGrath: both rule texts, their variations and the rulings on their gaps.
//!
//! Hands are hidden, so the game keeps what a table can know: how many cards each hand holds and which of them were taken
//! face up. A move is refused when no deal could have made it possible, never because a hand is guessed.
//!
//! Absent on purpose: which cards a hand truly holds, the order of the draw pile, confidence. The rules never look at
//! the mat, which is data for those who print and see it.

mod apply;
mod check;
mod describe;
mod game;
mod legal;
mod mat;
mod moves;
mod narrate;
mod notation;
mod objection;
mod options;
mod read;
pub mod score;
mod setup;
mod state;
mod zone;

pub use mat::{FAN_COPIES, card_place, card_places, mat};
pub use moves::{Carry, Move, Place};
pub use notation::MoveError;
pub use objection::Objection;
pub use options::{End, FinalMove, Options};
pub use setup::{DEALT, HAND_LIMIT, PoolWork, Setup, SetupError};
pub use state::{Canon, Phase, StackCard};
pub use zone::{Slot, SlotError, Zone};
