use super::Proposition;
use crate::table::{Seat, Stamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A proposition under vote (Card-Based Nomic, rules 3 and 5 to 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// What is voted on.
    pub proposition: Arc<Proposition>,
    /// Who created it.
    pub proposer: Seat,
    /// What each seat did, P1 first.
    pub ballots: Vec<Ballot>,
    /// When the time limit is up, once there is one, in microseconds since the source began.
    pub deadline_us: Option<u64>,
    /// The totals, once all have voted and every vote lies face up.
    pub counted: Option<Counted>,
}

/// What a seat did in a vote.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ballot {
    /// Cards placed on the for pile.
    pub in_favour: u16,
    /// Cards placed on the against pile.
    pub against: u16,
    /// Why it will place no more.
    pub closed: Option<Closed>,
    /// Cards that it has yet to draw.
    pub owed: u16,
}

/// Why a seat will place no more cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    /// It said so.
    Said,
    /// The time limit was up.
    TimeUp,
}

/// The totals of both piles; `None` for one that cannot be summed, because a card was not read or no rule sums it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// The for pile's.
    pub in_favour: Option<i64>,
    /// The against pile's.
    pub against: Option<i64>,
}

impl Ballot {
    /// Cards placed on both piles.
    pub const fn placed(&self) -> u16 {
        self.in_favour.saturating_add(self.against)
    }
}

impl Vote {
    pub(super) fn new(proposition: Arc<Proposition>, proposer: Seat, seats: usize) -> Self {
        Self { proposition, proposer, ballots: vec![Ballot::default(); seats], deadline_us: None, counted: None }
    }

    /// What a seat did.
    pub fn ballot(&self, seat: Seat) -> Option<&Ballot> {
        self.ballots.get(seat.index())
    }

    /// Whether the time limit is surely up at a moment.
    pub(super) fn surely_up(&self, stamp: Stamp) -> bool {
        self.deadline_us.is_some_and(|deadline| stamp.earliest_us() >= deadline)
    }

    /// Whether the time limit may be up at a moment.
    pub(super) fn may_be_up(&self, stamp: Stamp) -> bool {
        self.deadline_us.is_some_and(|deadline| stamp.latest_us() >= deadline)
    }
}
