//! ConCardia Arrow: every sentence of the rules that a table can keep or break, and every ruling, each by name.

mod attributes;
mod buttons;
mod capturing;
mod costs;
mod ending;
mod hostile;
mod oracle;
mod perft;
pub mod prelude;
mod reactions;
mod sentences;
mod starting;
mod subject;
mod terms;
mod texts;
mod turn;
mod zones;
