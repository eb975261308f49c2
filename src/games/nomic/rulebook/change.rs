use super::{Rule, Rulebook};
use crate::games::nomic::script::{ChangeView, Fault, Hook};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Longest text of a rule, in bytes.
pub const LONGEST_TEXT: usize = 2000;

/// An intended change to the rules: one rule added, changed or removed (Card-Based Nomic, rule 3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "action")]
#[allow(missing_docs, reason = "the number of a rule, and what it shall say")]
pub enum Change {
    /// A new rule.
    Add {
        #[serde(flatten)]
        wording: Wording,
    },
    /// A rule that says something else.
    Change {
        rule: u16,
        #[serde(flatten)]
        wording: Wording,
    },
    /// A rule less.
    Remove { rule: u16 },
}

/// What a rule says, without its number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Wording {
    /// For the players.
    pub text: String,
    /// The questions that the program answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,
    /// The program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// Why a change cannot be made to a rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum ChangeError {
    /// No rule of that number.
    #[error("there is no rule {rule}")]
    NoSuchRule { rule: u16 },
    /// A rule that says the same exists, or is the one to be changed.
    #[error("rule {rule} says that already")]
    SaysThat { rule: u16 },
    /// No text.
    #[error("a rule must say something: its text is empty")]
    Empty,
    /// Too long a text.
    #[error("the text has {bytes} bytes: a rule has at most {LONGEST_TEXT}")]
    TooLong { bytes: usize },
    /// No number is left.
    #[error("no number is left for another rule")]
    Full,
    /// A program that cannot be used.
    #[error(transparent)]
    Program(#[from] Fault),
}

impl Wording {
    pub(super) fn as_rule(&self, number: u16) -> Rule {
        Rule { number, text: self.text.clone(), hooks: self.hooks.clone(), program: self.program.clone() }
    }

    fn is_of(&self, rule: &Rule) -> bool {
        self.as_rule(rule.number) == *rule
    }
}

impl Change {
    /// The rule that it is about; of an addition, the number that the rule will have.
    pub const fn number(&self, rulebook: &Rulebook) -> u16 {
        match self {
            Self::Add { .. } => rulebook.next_number(),
            Self::Change { rule, .. } | Self::Remove { rule } => *rule,
        }
    }

    /// What the rule shall say; `None` for a removal.
    pub const fn wording(&self) -> Option<&Wording> {
        match self {
            Self::Add { wording } | Self::Change { wording, .. } => Some(wording),
            Self::Remove { .. } => None,
        }
    }

    /// As programs see it.
    pub const fn view(&self, rulebook: &Rulebook) -> ChangeView {
        let action = match self {
            Self::Add { .. } => "add",
            Self::Change { .. } => "change",
            Self::Remove { .. } => "remove",
        };
        ChangeView { action, rule: self.number(rulebook) }
    }

    /// Says whether the change can be made: it is about a rule that is there, it changes something, and its program can be used.
    ///
    /// # Errors
    /// The first thing that stands in the way.
    pub fn validate(&self, rulebook: &Rulebook) -> Result<(), ChangeError> {
        if let Self::Change { rule, .. } | Self::Remove { rule } = self
            && rulebook.rule(*rule).is_none()
        {
            return Err(ChangeError::NoSuchRule { rule: *rule });
        }
        let Some(wording) = self.wording() else { return Ok(()) };
        match wording.text.len() {
            _ if wording.text.trim().is_empty() => return Err(ChangeError::Empty),
            bytes if bytes > LONGEST_TEXT => return Err(ChangeError::TooLong { bytes }),
            _ if matches!(self, Self::Add { .. }) && rulebook.rule(self.number(rulebook)).is_some() => return Err(ChangeError::Full),
            _ => {}
        }
        let mut concerned = rulebook.rules().filter(|rule| match self {
            Self::Change { rule: number, .. } => rule.number == *number,
            _ => true,
        });
        if let Some(same) = concerned.find(|rule| wording.is_of(rule)) {
            return Err(ChangeError::SaysThat { rule: same.number });
        }
        Ok(wording.as_rule(self.number(rulebook)).vet()?)
    }
}

/// Such as `change rule 8`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add { .. } => f.write_str("add a rule"),
            Self::Change { rule, .. } => write!(f, "change rule {rule}"),
            Self::Remove { rule } => write!(f, "remove rule {rule}"),
        }
    }
}
