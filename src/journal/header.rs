use crate::referee::Weights;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format that this program writes and reads.
pub const FORMAT: u32 = 1;

/// A journal's first line: everything needed to start the same game again and to tell with what it was seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header<S> {
    kibitzer: Kind,
    /// [`FORMAT`].
    pub format: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// The game as it was set up.
    pub setup: S,
    /// How the referee weighed what was seen, so that it can hear everything again.
    #[serde(default)]
    pub weights: Weights,
    /// What was watched.
    #[serde(default)]
    pub source: SourceInfo,
    /// With what it was seen.
    #[serde(default)]
    pub hashes: Hashes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Journal,
}

/// What was watched.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SourceInfo {
    /// In a reader's words, such as `camera 0` or a file's name; empty when nothing was watched.
    pub description: String,
    /// Frames a second, as the source states them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fps: Option<f64>,
    /// Width of a frame, in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height of a frame, in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}

/// Hexadecimal hashes of what a game was seen with. Absent ones were not used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hashes {
    /// Each model file, by its role.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, String>,
    /// The deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
    /// The table's calibration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<String>,
}

impl<S> Header<S> {
    /// The header of a new journal.
    pub fn new(setup: S, weights: Weights, source: SourceInfo, hashes: Hashes) -> Self {
        Self { kibitzer: Kind::Journal, format: FORMAT, program: env!("CARGO_PKG_VERSION").into(), setup, weights, source, hashes }
    }
}
