//! Innocent accounts of what is forbidden as the game was seen: a hand was where it can have done what a camera overlooked, and after
//! that the act breaks no rule.

use super::position::broken_by;
use super::{Choice, Referee};
use crate::games::{Act, Game};
use std::collections::VecDeque;

/// How many such acts are remembered.
const MOST: usize = 24;

/// Acts that may have been overlooked, in order, each with the entry after which it may have happened.
#[derive(Debug, Clone)]
pub(super) struct Overlooked<M>(VecDeque<(u64, Act<M>)>);

impl<M> Default for Overlooked<M> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<M> Overlooked<M> {
    /// Remembers acts that may have happened after this entry.
    pub fn remember(&mut self, entry: u64, acts: Vec<Act<M>>) {
        self.0.extend(acts.into_iter().map(|act| (entry, act)));
        let old = self.0.len().saturating_sub(MOST);
        self.0.drain(..old);
    }
}

impl<G: Game> Referee<G> {
    /// The account with the fewest overlooked acts after which this one breaks no rule, if there is one.
    pub(super) fn excuse(&self, act: &Act<G::Move>) -> Option<Choice<G::Move>> {
        let lawful = |extra: &[(u64, Act<G::Move>)]| self.position.with(extra).is_some_and(|game| broken_by(&game, act).is_none());
        if self.overlooked.0.is_empty() {
            return None;
        }
        let one = self.overlooked.0.iter().rev().find(|one| lawful(std::slice::from_ref(one)));
        let mut needed: Vec<_> = one.cloned().into_iter().collect();
        if needed.is_empty() {
            for each in &self.overlooked.0 {
                needed.push(each.clone());
                if self.position.with(&needed).is_none() {
                    needed.pop();
                }
            }
            if !lawful(&needed) {
                return None;
            }
            let mut k = 0;
            while k < needed.len() {
                let without: Vec<_> = needed.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, each)| each.clone()).collect();
                if lawful(&without) { needed = without } else { k += 1 }
            }
        }
        Some(Choice::innocent(needed.into_iter().map(|(_, act)| act).chain([act.clone()]).collect(), 0.5))
    }
}
