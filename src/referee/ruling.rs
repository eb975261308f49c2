use crate::games::{Act, Objection, ScoreSheet};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;

/// What the referee says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ruling", rename_all = "kebab-case")]
#[serde(bound(serialize = "M: Display", deserialize = "M: FromStr, M::Err: Display"))]
pub enum Ruling<M> {
    /// The act was done and is part of the game; `warning` tells what was wrong with it without stopping play.
    Accepted {
        /// The act.
        act: Act<M>,
        /// A rule that it bends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warning: Option<Reason>,
    },
    /// The act was done and breaks a rule. It is not part of the game unless it is left to stand.
    Rejected {
        /// The act.
        act: Act<M>,
        /// The rule that it breaks.
        reason: Reason,
    },
    /// A rejected act was physically undone.
    TakenBack {
        /// The act.
        act: Act<M>,
        /// The entry that rejected it.
        entry: u64,
    },
    /// A rejected act was left on the table and play went on: it is part of the game now.
    Stood {
        /// The act.
        act: Act<M>,
        /// The entry that rejected it.
        entry: u64,
    },
    /// More than one account fits what was seen; nothing is part of the game until one is chosen, by a person or by what comes next.
    Undecided {
        /// The accounts, most likely first.
        choices: Vec<Choice<M>>,
    },
    /// No account fits: set aside, and play goes on.
    Unexplained {
        /// What differs from the game, for a reader.
        differences: Vec<String>,
    },
    /// An undecided entry was decided, by what came later or by a person: its lawful acts are part of the game now, the others are
    /// rejected.
    Resolved {
        /// The entry that left it open.
        entry: u64,
        /// The account that held.
        choice: Choice<M>,
    },
    /// Nothing that came later decided an undecided entry. Play goes on as if the likeliest innocent choice were what happened; the
    /// question stays open for a person, and nobody is accused.
    Presumed {
        /// The entry that left it open.
        entry: u64,
        /// The account that counts until a person says otherwise.
        choice: Choice<M>,
    },
    /// An accusation that the table ignores may rest on something that was seen wrongly: it is open again.
    Doubted {
        /// The entry that accused.
        entry: u64,
        /// The accounts of it, the innocent one first.
        choices: Vec<Choice<M>>,
    },
    /// An earlier entry no longer counts.
    Retracted {
        /// The entry.
        entry: u64,
        /// Later entries that became illegal without it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        now_illegal: Vec<(u64, Reason)>,
    },
    /// An earlier entry counts as these acts instead.
    Corrected {
        /// The entry.
        entry: u64,
        /// What it counts as.
        acts: Vec<Act<M>>,
        /// Later entries that became illegal by it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        now_illegal: Vec<(u64, Reason)>,
    },
    /// A person's word that cannot be followed.
    Refused {
        /// Why not.
        why: String,
    },
    /// The game is over.
    Ended {
        /// The final scores.
        scores: ScoreSheet,
    },
}

/// One account of what happened: acts in order, each with the rule it breaks if it breaks one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "M: Display", deserialize = "M: FromStr, M::Err: Display"))]
pub struct Choice<M> {
    /// The acts; none means that nothing happened.
    pub acts: Vec<Act<M>>,
    /// The rule broken by each act, in step with `acts`.
    pub reasons: Vec<Option<Reason>>,
    /// Its share of the likelihood among the choices, 0..=1.
    pub weight: f32,
}

impl<M> Choice<M> {
    /// An account in which nobody broke a rule.
    pub(super) fn innocent(acts: Vec<Act<M>>, weight: f32) -> Self {
        Self { reasons: acts.iter().map(|_| None).collect(), acts, weight }
    }

    /// Each act with the rule it breaks.
    pub fn judged(&self) -> impl Iterator<Item = (&Act<M>, Option<&Reason>)> {
        self.acts.iter().zip(self.reasons.iter().map(Option::as_ref).chain(std::iter::repeat(None)))
    }

    /// Whether it says that somebody broke a rule.
    pub fn accuses(&self) -> bool {
        self.reasons.iter().any(Option::is_some)
    }
}

/// Which rule was broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// A stable word, such as `out-of-turn`.
    pub code: String,
    /// Where the rule stands, such as `Canon, Possible moves`.
    pub rule: String,
    /// What happened, in the reader's words.
    pub text: String,
}

impl Reason {
    /// The reason that an objection gives.
    pub fn of(objection: &impl Objection) -> Self {
        Self { code: objection.code().into(), rule: objection.rule().into(), text: objection.to_string() }
    }
}
