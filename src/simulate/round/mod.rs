//! Whole rounds of Elements without magic, in which everybody plays at once: who touches, takes, lays, passes and calls what, and when.
//!
//! ```text
//! seed ─▶ plan (errands of each hand) ─▶ round (where every card is at a moment) ─▶ scene, observation
//!             └─▶ happenings ─▶ truth (facts as a camera could tell them, ruled by the referee)
//! ```
//!
//! Rules are broken where that is asked for, and put right as the rules demand, by some only after a while.
//!
//! Absent on purpose: pixels, and how touches are found in them.

mod errand;
mod happening;
mod offend;
mod place;
mod plan;
mod play;
mod see;
#[cfg(test)]
mod tests;
mod trip;
mod truth;
mod violation;
mod whole;

pub use happening::{Happening, What};
pub use plan::RoundOptions;
pub use trip::{Doing, Stop, Trip};
pub use truth::Truth;
pub use violation::Violation;
pub use whole::{Broken, Round};
