use crate::games::options::{OptionError, parted, yes, yes_or_no};
use serde::{Deserialize, Serialize};
use std::fmt;

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

impl Options {
    const KEYS: &'static [&'static str] = &["rules", "double_islands", "shrink_after_whirlwind"];

    /// Sets one option from a word such as `rules=mage`, `double_islands=yes` or `shrink_after_whirlwind=yes`.
    ///
    /// # Errors
    /// When the word is not `key=value`, or the key or the value is unknown; then nothing is set.
    pub fn set(&mut self, word: &str) -> Result<(), OptionError> {
        let (key, value) = parted(word, Self::KEYS)?;
        match key {
            "rules" => {
                self.rules = match value {
                    "mage" => Rules::Mage,
                    "non_mage" => Rules::NonMage,
                    _ => return Err(OptionError::Value { key: "rules", value: value.into(), allowed: "mage or non_mage" }),
                }
            }
            "double_islands" => self.double_islands = yes_or_no("double_islands", value)?,
            "shrink_after_whirlwind" => self.shrink_after_whirlwind = yes_or_no("shrink_after_whirlwind", value)?,
            _ => return Err(OptionError::Key { game: "Elements", key: key.into(), keys: Self::KEYS }),
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
        let (double, shrink) = (yes(self.double_islands), yes(self.shrink_after_whirlwind));
        write!(f, "rules={rules} double_islands={double} shrink_after_whirlwind={shrink}")
    }
}
