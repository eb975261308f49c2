//! What a vote still waits for.

use super::{Ballot, Ballots, Closed, Hand, Nomic, Phase};
use crate::cards::Face;
use crate::table::{Seat, Stamp};
use std::borrow::Cow;

impl Nomic {
    /// Whether the proposer has started the for pile (Card-Based Nomic, rule 5), or has no card left to start it with.
    pub fn is_started(&self) -> bool {
        self.vote().is_some_and(|vote| {
            let placed = vote.ballot(vote.proposer).map_or(0, Ballot::placed);
            placed >= self.terms.opening_votes || (self.hand(vote.proposer).map_or(0, Hand::count) == 0 && self.owes(vote.proposer) == 0)
        })
    }

    /// Who has yet to vote or to choose not to: at first the proposer alone.
    pub fn undecided(&self) -> Vec<Seat> {
        match self.vote() {
            Some(vote) if !self.is_started() => vec![vote.proposer],
            Some(_) => self.setup.seats.iter().filter(|seat| !self.has_decided(*seat)).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a seat has voted or chosen not to, once the for pile is started. Who holds no card has no choice.
    pub(super) fn has_decided(&self, seat: Seat) -> bool {
        let Some(vote) = self.vote() else { return true };
        let Some(ballot) = vote.ballot(seat) else { return true };
        let most = self.terms.seats.get(seat.index()).map_or(0, |terms| terms.most_votes);
        let has_cards = self.hand(seat).is_some_and(|hand| hand.count() > 0);
        seat == vote.proposer || ballot.closed.is_some() || ballot.placed() >= most || !has_cards
    }

    /// Cards that a seat has yet to draw: none once no card can be had, or the hand is full.
    pub fn owes(&self, seat: Seat) -> u16 {
        let owed = self.vote().and_then(|vote| vote.ballot(seat)).map_or(0, |ballot| ballot.owed);
        let room = self.hand_limit(seat).map_or(u16::MAX, |limit| limit.saturating_sub(self.hand(seat).map_or(0, Hand::count)));
        let can_be_had = self.draw > 0 || (self.terms.refill && !self.discard.is_empty());
        if can_be_had { owed.min(room) } else { 0 }
    }

    pub(super) fn hand_limit(&self, seat: Seat) -> Option<u16> {
        self.terms.seats.get(seat.index()).and_then(|terms| terms.hand_limit)
    }

    /// Whether votes lie on the table.
    pub(super) fn has_votes_lying(&self) -> bool {
        !self.in_favour.is_empty() || !self.against.is_empty()
    }

    /// Whether every vote lies face up.
    pub(super) fn is_turned_up(&self) -> bool {
        Ballots::BOTH.iter().all(|pile| self.votes(*pile).iter().all(|lying| lying.face == Face::Up))
    }

    /// The game as it stands at a moment: when a vote's time limit is surely up, whoever has placed no card has chosen not to
    /// (Card-Based Nomic, rule 9).
    pub fn at(&self, stamp: Stamp) -> Cow<'_, Self> {
        if self.vote().is_some_and(|vote| vote.surely_up(stamp)) { Cow::Owned(self.with_time_up()) } else { Cow::Borrowed(self) }
    }

    pub(super) fn with_time_up(&self) -> Self {
        let mut later = self.clone();
        let waiting: Vec<Seat> = self.setup.seats.iter().filter(|seat| !self.has_decided(*seat)).collect();
        if let Phase::Vote(vote) = &mut later.phase {
            for seat in waiting {
                if let Some(ballot) = vote.ballots.get_mut(seat.index()) {
                    ballot.closed = Some(Closed::TimeUp);
                }
            }
        }
        later
    }
}
