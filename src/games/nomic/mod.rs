//! Card-Based Nomic: a game whose rules are changed by votes with cards.
//!
//! The rules are data: a numbered [`Rulebook`], each rule with a text and, where a program can keep it, a program that answers some of
//! the game's questions, the [`Hook`]s. The game knows how cards, the token and words can go, and what may be asked about that; what is
//! allowed, what a card is worth and what a vote decides, it asks the rulebook. So a ratified proposition is in force at once, and a
//! rule without a program is said to be enforced by the table.
//!
//! The rulebook is asked after every act, and what it says of the table as it stands is part of the state ([`Terms`]): judging runs no
//! program, but for the check of a proposition. A program that fails is set aside and reported, and the game goes on without it.
//!
//! Hands are hidden, so the game keeps what a table can know: cards are counted, and named once they are turned up.
//!
//! Absent on purpose: which cards a hand truly holds, the order of piles, clocks (a time limit runs by the acts' stamps), confidence.

mod apply;
mod check;
mod check_cards;
mod council;
mod describe;
mod draft;
mod editions;
mod game;
mod hand;
mod legal;
mod mat;
mod moves;
mod narrate;
mod notation;
mod objection;
pub mod proposition;
mod read;
pub mod rulebook;
pub mod script;
mod settle;
mod setup;
mod state;
mod terms;
mod trial;
mod vote;
mod voting;
mod zone;

pub use hand::Hand;
pub use mat::{card_place, mat};
pub use moves::{Ballots, Carry, Move, Place};
pub use notation::MoveError;
pub use objection::Objection;
pub use proposition::Proposition;
pub use rulebook::{Rule, Rulebook};
pub use script::Hook;
pub use setup::{CARDS, Setup, SetupError};
pub use state::{Decided, Nomic, Phase, PileCard};
pub use terms::{SeatTerms, Terms};
pub use trial::{Outcome, Trial};
pub use vote::{Ballot, Closed, Counted, Vote};
pub use zone::{Zone, ZoneError};

use script::Asker;
use state::Whereabouts;
