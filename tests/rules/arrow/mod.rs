//! ConCardia Arrow: every sentence of the rules that a table can keep or break, and every ruling, each by name.

mod buttons;
mod capturing;
mod hostile;
mod oracle;
mod perft;
pub mod prelude;
mod starting;
mod subject;
mod terms;
mod texts;
mod turn;
mod zones;
