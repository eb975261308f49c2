//! Rules as programs, in the Rhai language: the questions that the game asks, what a program sees, and what it is kept from.
//!
//! A program is a few functions, one for each hook that its rule declares. It sees the table as plain maps and answers a value; it
//! has no files, clock, chance, modules, output or memory between calls, and its steps, depth and data are limited, so that the same
//! table always gets the same answer, soon.

mod ask;
mod hook;
mod machine;
mod program;
mod reference;
mod samples;
mod view;

pub use ask::Asker;
pub use hook::{About, Hook, HookError, Kind, Signature};
pub use machine::{Fault, LONGEST_PROGRAM, MOST_STEPS};
pub use program::vet;
pub use reference::reference;
pub use view::{ChangeView, Tally, View};
