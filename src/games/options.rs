//! What the games' options share: words such as `double_islands=yes`.

use thiserror::Error;

/// Why a word sets no option.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Not of the form `key=value`.
    #[error("'{text}' is no option: write key=value, with one of the keys {}", .keys.join(", "))]
    Form {
        /// What was given.
        text: String,
        /// The keys that there are.
        keys: &'static [&'static str],
    },
    /// A key that the game has not.
    #[error("{game} has no option '{key}': there are {}", listed(.keys))]
    Key {
        /// The game's name.
        game: &'static str,
        /// What was given.
        key: String,
        /// The keys that there are.
        keys: &'static [&'static str],
    },
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

/// The key and the value of a word.
pub(super) fn parted<'w>(word: &'w str, keys: &'static [&'static str]) -> Result<(&'w str, &'w str), OptionError> {
    word.split_once('=').ok_or_else(|| OptionError::Form { text: word.into(), keys })
}

/// What `yes` or `no` says.
pub(super) fn yes_or_no(key: &'static str, value: &str) -> Result<bool, OptionError> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(OptionError::Value { key, value: value.into(), allowed: "yes or no" }),
    }
}

/// The word that [`yes_or_no`] reads.
pub(super) const fn yes(set: bool) -> &'static str {
    if set { "yes" } else { "no" }
}

fn listed(keys: &[&str]) -> String {
    match keys {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => keys.concat(),
    }
}
