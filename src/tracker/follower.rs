use super::{AtOnceConfig, AtOnceTracker, Tracker, TrackerConfig};
use crate::table::{Fact, Mat, Observation, Zone};

/// The tracker that a game needs.
#[derive(Debug, Clone)]
pub enum Follower<Z> {
    /// For games with turns: tells how the table settles.
    InTurns(Box<Tracker<Z>>),
    /// For games without: tells what each hand does.
    AtOnce(Box<AtOnceTracker<Z>>),
}

impl<Z: Zone> Follower<Z> {
    /// For a game with turns.
    pub fn in_turns(mat: Mat<Z>) -> Self {
        Self::InTurns(Box::new(Tracker::new(mat, TrackerConfig::default())))
    }

    /// For a game without turns.
    pub fn at_once(mat: Mat<Z>) -> Self {
        Self::AtOnce(Box::new(AtOnceTracker::new(mat, AtOnceConfig::default())))
    }

    /// The mat it places cards on.
    pub fn mat(&self) -> &Mat<Z> {
        match self {
            Self::InTurns(tracker) => tracker.mat(),
            Self::AtOnce(tracker) => tracker.mat(),
        }
    }

    /// Takes the next observation, in order of time, and answers what came to pass.
    pub fn observe(&mut self, seen: &Observation) -> Vec<Fact<Z>> {
        match self {
            Self::InTurns(tracker) => tracker.observe(seen).into_iter().collect(),
            Self::AtOnce(tracker) => tracker.observe(seen),
        }
    }

    /// Whether something was done that no fact has told yet, or may be under way. Where all act at once, facts never lag behind.
    pub fn is_disturbed(&self) -> bool {
        match self {
            Self::InTurns(tracker) => tracker.is_disturbed(),
            Self::AtOnce(_) => false,
        }
    }

    /// Ends the source: what is pending comes to pass now.
    pub fn finish(&mut self) -> Vec<Fact<Z>> {
        match self {
            Self::InTurns(tracker) => tracker.finish().into_iter().collect(),
            Self::AtOnce(tracker) => tracker.finish(),
        }
    }
}
