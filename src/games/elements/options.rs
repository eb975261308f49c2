use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What a table may choose about a game of Elements (Elements, Adaptation for Non-Mages; Rulings, Elements 3 and 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Which of the two rule sets.
    pub rules: Rules,
    /// Whether Islands have twice their size.
    pub double_islands: bool,
    /// Whether each Whirlwind makes every Island's size smaller by one.
    pub shrink_after_whirlwind: bool,
}

/// The two rule sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    /// With magic, and a face-down Ocean.
    Mage,
    /// Without magic: the Ocean lies face up, cards may be called.
    #[default]
    NonMage,
}

/// Why a word sets no option.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Not of the form `key=value`.
    #[error("'{0}' is no option: write key=value, with one of the keys rules, double_islands, shrink_after_whirlwind")]
    Form(String),
    /// A key that Elements has not.
    #[error("Elements has no option '{0}': there are rules, double_islands and shrink_after_whirlwind")]
    Key(String),
    /// A value that the key cannot have.
    #[error("'{value}' is no value of {key}: write {allowed}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
}

impl Options {
    /// Sets one option from a word such as `rules=mage`, `double_islands=yes` or `shrink_after_whirlwind=yes`.
    ///
    /// # Errors
    /// When the word is not `key=value`, or the key or the value is unknown; then nothing is set.
    pub fn set(&mut self, word: &str) -> Result<(), OptionError> {
        let (key, value) = word.split_once('=').ok_or_else(|| OptionError::Form(word.into()))?;
        let wrong = |key, allowed| OptionError::Value { key, value: value.into(), allowed };
        let yes = |key| match value {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            _ => Err(wrong(key, "yes or no")),
        };
        match key {
            "rules" => {
                self.rules = match value {
                    "mage" => Rules::Mage,
                    "non_mage" => Rules::NonMage,
                    _ => return Err(wrong("rules", "mage or non_mage")),
                }
            }
            "double_islands" => self.double_islands = yes("double_islands")?,
            "shrink_after_whirlwind" => self.shrink_after_whirlwind = yes("shrink_after_whirlwind")?,
            _ => return Err(OptionError::Key(key.into())),
        }
        Ok(())
    }
}

/// The words that [`Options::set`] reads, parted by spaces.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = match self.rules {
            Rules::Mage => "mage",
            Rules::NonMage => "non_mage",
        };
        let yes = |set| if set { "yes" } else { "no" };
        let (double, shrink) = (yes(self.double_islands), yes(self.shrink_after_whirlwind));
        write!(f, "rules={rules} double_islands={double} shrink_after_whirlwind={shrink}")
    }
}
