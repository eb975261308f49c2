//! Whole games of Canon, played with open cards by players who like points, with violations put in where asked.

mod policy;
mod script;
#[cfg(test)]
mod tests;
mod violation;
mod world;

pub use script::{Fate, Pace, Played, Script, ScriptError, ScriptOptions, finished_table, play};
pub use violation::{Violation, ViolationError};
pub use world::World;
