//! ConCardia, the Arrow rules: two players place cards with arrows on a 6×6 grid and capture by them, and card texts run as programs.
//!
//! Hands are hidden, so the game keeps what a table can know, as in Canon. Absent on purpose: which cards a hand truly holds, the
//! order of a deck, confidence, pictures.

mod arrows;
mod cell;
mod deck;
mod face;
mod sign;
pub mod text;

pub use arrows::{Arrows, ArrowsError, Direction};
pub use cell::{Cell, CellError, SIDE};
pub use deck::{ARROW_SETS, Set, builtin_deck, builtin_decks, read_deck, read_set};
pub use face::Face;
pub use sign::Sign;
