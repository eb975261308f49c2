//! Whole rounds of Elements without magic, in which everybody plays at once: who touches, takes, lays, passes and calls what, and when.
//!
//! ```text
//! seed ─▶ plan (errands of each hand) ─▶ round (where every card is at a moment) ─▶ scene, observation
//!             └─▶ happenings ─▶ truth (facts as a camera could tell them, ruled by the referee)
//! ```
//!
//! Absent on purpose: pixels, and how touches are found in them; players who break a rule.

mod errand;
mod happening;
mod place;
mod plan;
mod play;
mod see;
mod trip;
mod truth;
mod whole;

pub use happening::{Happening, What};
pub use plan::RoundOptions;
pub use trip::{Doing, Stop, Trip};
pub use truth::Truth;
pub use whole::Round;
