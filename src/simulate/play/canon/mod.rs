//! Whole games of Canon.

mod policy;
mod script;
#[cfg(test)]
mod tests;
mod violation;
mod world;

pub use script::{Script, finished_table, play};
pub use violation::Violation;
pub use world::World;
