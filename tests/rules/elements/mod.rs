//! Elements: every sentence of the rules that a table can keep or break, and every ruling, each by name.

mod cards;
mod claim;
mod facts;
mod gameplay;
mod hand_rules;
mod non_mages;
mod notation;
mod perft;
mod playthrough;
pub mod prelude;
mod rulings;
mod scope;
mod setup;
mod subject;
mod summary;
mod violations;
