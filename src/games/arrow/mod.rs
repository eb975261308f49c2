//! ConCardia, the Arrow rules: two players place cards with arrows on a 6×6 grid and capture by them, and card texts run as programs.
//!
//! A turn is a phase; abilities that run and events that can be reacted to lie on a stack above it. Nobody has to decline a reaction:
//! whoever goes on with the game passes over it. Hands are hidden, so the game keeps what a table can know, as in Canon.
//!
//! Absent on purpose: which cards a hand truly holds, the order of a deck, confidence, pictures.

mod advance;
mod apply;
mod arrows;
mod board;
mod capture;
mod cell;
mod check;
mod deck;
mod describe;
mod face;
mod frame;
mod game;
mod legal;
mod mat;
mod moves;
mod notation;
mod objection;
mod react;
mod read;
mod select;
mod setup;
mod show;
mod sign;
mod source;
mod state;
pub mod text;
mod values;
mod wants;
mod zone;

pub use advance::GOAL;
pub use arrows::{Arrows, ArrowsError, Direction};
pub use board::{Board, Piece};
pub use cell::{Cell, CellError, SIDE};
pub use deck::{ARROW_SETS, Set, builtin_deck, builtin_decks, read_deck, read_set};
pub use face::Face;
pub use mat::{card_place, card_places, mat};
pub use moves::{Carry, Lies, Move, Place, Use};
pub use notation::{MoveError, PlaceError};
pub use objection::Objection;
pub use react::{MOST_NESTED, MOST_REACTIONS};
pub use setup::{Button, DEALT, DesignNumber, Printed, Setup, SetupError, playable};
pub use sign::Sign;
pub use source::Source;
pub use state::{Arrow, Phase, Side, Step, Won};
pub use values::{Value, Values};
pub use wants::MOST_ANSWER;
pub use zone::{Zone, ZoneError};
