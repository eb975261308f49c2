use crate::games::nomic::script::{Fault, Hook, vet};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A numbered rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its number, for good: no other rule ever has it.
    pub number: u16,
    /// What it says, for the players.
    pub text: String,
    /// The questions that its program answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,
    /// The program, for what a program can keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// Who sees to it that a rule is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enforcement<'a> {
    /// Its program.
    Program,
    /// The players alone.
    Table,
    /// The players alone, because its program failed like this.
    SetAside(&'a str),
}

impl Rule {
    /// Says whether its program can be used.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn vet(&self) -> Result<(), Fault> {
        vet(&self.hooks, self.program.as_deref())
    }
}

impl fmt::Display for Enforcement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program => f.write_str("enforced by its program"),
            Self::Table => f.write_str("enforced by the table"),
            Self::SetAside(why) => write!(f, "enforced by the table, its program set aside: {why}"),
        }
    }
}

/// Its number and text, then its hooks and its program, one line each: what a reader compares.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.number, self.text.trim())?;
        if !self.hooks.is_empty() {
            write!(f, "\nhooks: {}", self.hooks.iter().map(|hook| hook.name()).collect::<Vec<_>>().join(", "))?;
        }
        self.program.as_ref().map_or(Ok(()), |program| write!(f, "\n{}", program.trim()))
    }
}
