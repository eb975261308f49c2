//! Elements, the official rules: the game of mages and its adaptation for non-mages, and the rulings on their gaps.
//!
//! There are no turns: every seat may act at any moment, and an act's stamp is data like the rest of it. What is done is done: a
//! violation is carried out as well, and its author owes a penalty until it is reversed.
//!
//! Magic is declared, never seen; what the game judges is the declaration. A move is a violation only when no deal could have
//! made it legal, and a card that was not read is never held against anybody.
//!
//! Absent on purpose: where in the Ocean a card lies, clocks, confidence. The rules never look at the mat.

mod apply;
mod audit;
mod check;
pub mod claim;
mod describe;
mod enchant;
mod game;
mod legal;
mod magic;
mod mat;
mod moves;
mod narrate;
mod notation;
mod objection;
mod options;
mod penalty;
mod pile;
mod possible;
mod read;
mod rules;
mod setup;
mod shift;
mod sources;
mod spell;
mod state;
mod unseen;
mod zone;

pub use super::Card;
pub use audit::Fault;
pub use claim::{CLAIM_RULE, ClaimRuling, Contact, Lead, first_touch};
pub use describe::Missing;
pub use mat::{FAN_STEP_MM, mat};
pub use moves::{Carry, Move, Touch};
pub use notation::MoveError;
pub use objection::Objection;
pub use options::{Options, Rules};
pub use penalty::{Heap, Offence, Penalty, Shift};
pub use pile::Pile;
pub use setup::{CARDS, FEWEST_PLAYERS, MOST_PLAYERS, Setup, SetupError, Side, playable};
pub use spell::{Guise, Spell, Target, Trait, Work};
pub use state::{Dibs, Effect, Elements, Held, Ocean, Phase, Player, Shed, Touching};
pub use zone::{Place, PlaceError, Zone};
