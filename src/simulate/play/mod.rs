//! Whole games played with open cards by players who like points, with violations put in where asked.
//!
//! What the games share is how hands carry cards in time ([`Writer`]) and what a script tells; who plays what is each game's own.

pub mod arrow;
pub mod canon;
pub mod nomic;
mod script;
pub(super) mod violation;
mod world;
mod writer;

pub use script::{Fate, Pace, Played, Script, ScriptOptions};
pub use violation::ViolationError;
pub use world::{Way, World};
use writer::Writer;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Fisher and Yates.
fn shuffle<T>(items: &mut [T], rng: &mut Pcg64Mcg) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
}
