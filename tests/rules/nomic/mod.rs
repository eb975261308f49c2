//! Card-Based Nomic: every sentence of each base rule by name, the worked examples played, and programs that mean harm.

mod base_outcome;
mod base_play;
mod base_vote;
mod council;
mod examples;
mod facts;
mod fuzz;
mod hooks;
mod hostile;
mod notation;
mod perft;
mod playthrough;
mod prelude;
mod programs;
mod propositions;
mod replay;
mod rulebook;
mod rulings;
mod subject;
