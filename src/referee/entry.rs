use super::{Input, Ruling};
use crate::table::Stamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Display;
use std::str::FromStr;

/// One step of a refereed game: what was heard, what was ruled, and the state after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "Z: Ord + Serialize, M: Display", deserialize = "Z: Ord + Deserialize<'de>, M: FromStr, M::Err: Display"))]
pub struct Entry<Z, M> {
    /// Number from 1, without gaps.
    pub entry: u64,
    /// When it was heard, in the source's time.
    pub stamp: Stamp,
    /// The frame that it rests on; `None` for a person's word without a source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// What was heard.
    pub input: Input<Z, M>,
    /// What was ruled, in order.
    pub rulings: Vec<Ruling<M>>,
    /// [`state_hash`] of the game after it.
    pub state: String,
}

/// The first sixteen hexadecimal digits of the SHA-256 of the state's JSON.
pub fn state_hash<S: Serialize>(state: &S) -> String {
    let json = serde_json::to_vec(state).unwrap_or_default();
    Sha256::digest(&json).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
