use crate::games::Act;
use crate::table::Fact;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;

/// What the referee hears.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[serde(bound(serialize = "Z: Ord + Serialize, M: Display", deserialize = "Z: Ord + Deserialize<'de>, M: FromStr, M::Err: Display"))]
pub enum Input<Z, M> {
    /// The camera's fact.
    Seen(Fact<Z>),
    /// A person's word.
    Told(Told<M>),
}

/// What a person tells the referee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "lowercase")]
#[serde(bound(serialize = "M: Display", deserialize = "M: FromStr, M::Err: Display"))]
pub enum Told<M> {
    /// This was done; it is judged like any other act.
    Act {
        /// The act.
        act: Act<M>,
    },
    /// Take a choice of an undecided entry, or let a rejected act stand.
    Accept {
        /// The entry's number.
        entry: u64,
        /// Which of its choices, from zero.
        #[serde(default)]
        choice: usize,
    },
    /// What an entry accepted did not happen, or none of its choices did.
    Reject {
        /// The entry's number.
        entry: u64,
    },
    /// Undo an entry; all later ones are judged again without it.
    Retract {
        /// The entry's number.
        entry: u64,
    },
    /// What an entry ruled was really this; all later entries are judged again.
    Correct {
        /// The entry's number.
        entry: u64,
        /// What really happened, in order.
        acts: Vec<Act<M>>,
    },
    /// Play stops here, and the scores are final.
    End,
    /// A remark for the record.
    Note {
        /// The remark.
        text: String,
    },
}
