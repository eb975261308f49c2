//! Claims of Elements: short scenes in which hands come for a card, and one of them may touch it first.
//!
//! ```text
//! number ─▶ recipe (what is to be shown) ─▶ claim (cards, hands, view) ─▶ scene at a moment ─▶ render (pixels)
//!                                              └─▶ truth (contacts to the microsecond, every frame's fingertips)
//! ```
//!
//! A hand meets the table with some speed left, as one that strikes does: the moment of contact is when the height of its
//! fingertip reaches zero, and it is exact. Cards count as flat: heights are those above the faces.
//!
//! Absent on purpose: the rules of Elements but for the deal; whether a touch is legal; how contacts are found in pictures.

mod claim;
mod deal;
mod hand;
mod kind;
#[cfg(test)]
mod tests;
mod truth;

pub use claim::{Claim, ClaimOptions};
pub(super) use deal::inner;
pub use hand::{Ending, Reaching};
pub use kind::{Kind, RECIPES, Recipe, Sleeve};
pub use truth::{ClaimTruth, FrameTruth, HandTruth, MovedTruth, TipTruth, Verdict};
