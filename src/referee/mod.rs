//! Judging: what was seen or told becomes rulings by proposing, judging and verifying acts.
//!
//! Absent on purpose: frames, files, clocks. Deciding happens in [`Referee::hear`]; [`Ruling`]s are then folded into the state
//! by [`fold`], which decides nothing, so a journal replays to the same state.

mod entry;
mod input;
mod ruling;

pub use entry::{Entry, state_hash};
pub use input::{Input, Told};
pub use ruling::{Choice, Reason, Ruling};
