//! Judging: what was seen or told becomes rulings by proposing, judging and verifying acts.
//!
//! Absent on purpose: frames, files, clocks. Deciding happens in [`Referee::hear`]; [`Ruling`]s are then folded into the
//! position by [`Position::fold`], which decides nothing, so a journal replays to the same state.

mod at_once;
mod doubt;
mod entry;
mod explain;
mod follow;
mod hear;
mod hypotheses;
mod hypothesis;
mod input;
mod misplaced;
mod overlooked;
mod position;
mod ruling;
mod weigh;
mod weights;

pub use entry::{Entry, state_hash};
pub use hear::{EntryOf, InputOf, Referee};
pub use input::{Input, Told};
pub use position::{Position, fold};
pub use ruling::{Choice, Reason, Ruling};
pub use weights::Weights;
