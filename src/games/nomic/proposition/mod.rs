//! Propositions: intended changes to the rules, as files that players write and in the journal's one line.

mod examples;
mod file;
mod write;

pub use examples::{EXAMPLES, TEMPLATES, examples};
pub use file::{FileError, LONGEST_FILE, read_proposition};
pub use write::write_proposition;

use super::rulebook::Change;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A change to the rules that is, or shall be, under vote (Card-Based Nomic, rule 3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Proposition {
    /// What it is called at the table; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it changes.
    #[serde(flatten)]
    pub change: Change,
}

impl Proposition {
    /// Its title and what it changes, such as `Ties ratify (change rule 8)`.
    pub fn name(&self) -> String {
        if self.title.is_empty() { self.change.to_string() } else { format!("{} ({})", self.title, self.change) }
    }
}

/// All of it as JSON in one line.
impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Proposition {
    type Err = serde_json::Error;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}
