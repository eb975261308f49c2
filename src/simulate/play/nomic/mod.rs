//! Whole games of Card-Based Nomic.

mod agenda;
mod policy;
mod script;
#[cfg(test)]
mod tests;
mod violation;
mod world;

pub use script::{Script, play};
pub use violation::Violation;
pub use world::World;
