use super::JournalError;
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Something that was said or done at the table and that no camera sees, such as a call; a file holds one a line, as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// When, in milliseconds since the source began.
    pub ms: f64,
    /// Who.
    pub seat: Seat,
    /// What, in the game's notation.
    pub text: String,
}

/// Reads such a file; the words come in order of time.
///
/// # Errors
/// When the file cannot be read, or a line is no such word.
pub fn read_said(path: &Path) -> Result<Vec<Said>, JournalError> {
    let text = std::fs::read_to_string(path).map_err(|error| JournalError::Open { path: path.to_owned(), source: error })?;
    let line = |(k, line): (usize, &str)| {
        let wrong = |error: serde_json::Error| JournalError::Said { line: k + 1, why: error.to_string(), path: path.to_owned() };
        serde_json::from_str::<Said>(line).map_err(wrong)
    };
    let mut said: Vec<Said> = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect::<Result<_, _>>()?;
    said.sort_by(|a, b| a.ms.total_cmp(&b.ms));
    Ok(said)
}
