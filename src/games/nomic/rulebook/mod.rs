//! The rulebook: numbered rules that change within the game, and every rulebook that there was.

mod base;
mod change;
mod difference;
mod rule;

pub use change::{Change, ChangeError, LONGEST_TEXT, Wording};
pub use difference::{Difference, Line};
pub use rule::{Enforcement, Rule};

use crate::table::{Seat, Stamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The rules in force, and how they came to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    rules: BTreeMap<u16, Rule>,
    /// Rules whose program failed, and how.
    aside: BTreeMap<u16, String>,
    /// The highest number that a rule ever had.
    last: u16,
    first: Vec<Rule>,
    history: Vec<Amendment>,
}

/// A step from one rulebook to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// When it came into effect.
    pub stamp: Stamp,
    /// What brought it about.
    pub cause: Cause,
    /// What it did.
    pub effect: Effect,
}

/// What brings an amendment about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A seat's proposition was ratified (Card-Based Nomic, rule 10).
    Ratified(Seat),
    /// A verbal consensus settled a dispute (Card-Based Nomic, rule 17).
    Consensus,
    /// A program failed.
    Failure,
}

/// What an amendment does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Adds, changes or removes a rule.
    Change(Change),
    /// Sets a rule's program aside.
    SetAside {
        /// Which.
        rule: u16,
        /// What its program did.
        why: String,
    },
}

impl Rulebook {
    /// The eighteen base rules.
    ///
    /// # Errors
    /// Never in practice; the file of rules is built in.
    pub fn base() -> Result<Self, toml::de::Error> {
        Ok(Self::of(base::rules()?))
    }

    /// A rulebook to start from; of rules with one number the last counts.
    pub fn of(first: Vec<Rule>) -> Self {
        let rules: BTreeMap<u16, Rule> = first.iter().map(|rule| (rule.number, rule.clone())).collect();
        let last = rules.last_key_value().map_or(0, |(number, _)| *number);
        Self { rules, aside: BTreeMap::new(), last, first, history: Vec::new() }
    }

    /// The rules in force, by their numbers.
    pub fn rules(&self) -> impl DoubleEndedIterator<Item = &Rule> {
        self.rules.values()
    }

    /// The rule of this number.
    pub fn rule(&self, number: u16) -> Option<&Rule> {
        self.rules.get(&number)
    }

    /// The rules with a program that is not set aside.
    pub fn programmed(&self) -> impl DoubleEndedIterator<Item = &Rule> {
        self.rules.values().filter(|rule| rule.program.is_some() && !self.aside.contains_key(&rule.number))
    }

    /// Who keeps a rule; `None` when there is no such rule.
    pub fn enforcement(&self, number: u16) -> Option<Enforcement<'_>> {
        let rule = self.rule(number)?;
        Some(match (&rule.program, self.aside.get(&number)) {
            (_, Some(why)) => Enforcement::SetAside(why),
            (Some(_), None) => Enforcement::Program,
            (None, None) => Enforcement::Table,
        })
    }

    /// The number that the next rule will have: numbers are never used again.
    pub const fn next_number(&self) -> u16 {
        self.last.saturating_add(1)
    }

    /// How this rulebook came to be, step by step.
    pub fn history(&self) -> &[Amendment] {
        &self.history
    }

    /// The rulebook as it was after so many steps of its history: after none, the one that the game began with.
    pub fn after_steps(&self, steps: usize) -> Self {
        let mut past = Self::of(self.first.clone());
        self.history.iter().take(steps).for_each(|amendment| past.amend(amendment.clone()));
        past
    }

    /// This rulebook with a change in it, as it would be.
    #[must_use]
    pub fn with(&self, change: &Change) -> Self {
        let mut changed = self.clone();
        changed.make(change);
        changed
    }

    /// What a change would do, line by line.
    pub fn difference(&self, change: &Change) -> Difference {
        let number = change.number(self);
        Difference::between(number, self.rule(number), self.with(change).rule(number))
    }

    pub(super) fn amend(&mut self, amendment: Amendment) {
        match &amendment.effect {
            Effect::Change(change) => self.make(change),
            Effect::SetAside { rule, why } => _ = self.aside.insert(*rule, why.clone()),
        }
        self.history.push(amendment);
    }

    fn make(&mut self, change: &Change) {
        let number = change.number(self);
        self.aside.remove(&number);
        match change {
            Change::Remove { rule } => _ = self.rules.remove(rule),
            Change::Change { .. } if !self.rules.contains_key(&number) => {}
            Change::Add { wording } | Change::Change { wording, .. } => {
                self.last = self.last.max(number);
                self.rules.insert(number, wording.as_rule(number));
            }
        }
    }
}

/// What a step of the rulebook's history came from, for a reader.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ratified(seat) => write!(f, "ratified, proposed by {seat}"),
            Self::Consensus => f.write_str("made by consensus"),
            Self::Failure => f.write_str("its program failed"),
        }
    }
}
