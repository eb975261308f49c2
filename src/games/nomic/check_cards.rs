//! Judging the ways of cards.

use super::{Ballot, Ballots, Carry, Closed, Hand, Nomic, Objection, Phase, Place};
use crate::cards::Face;
use crate::table::Seat;

const fn side(face: Face) -> &'static str {
    match face {
        Face::Up => "up",
        Face::Down => "down",
    }
}

const fn facing(up: bool) -> Face {
    if up { Face::Up } else { Face::Down }
}

impl Nomic {
    pub(super) fn judge_carrying(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        match (carry.from(), carry.to()) {
            (Place::Hand, Place::Votes(pile)) => self.judge_voting(seat, pile, carry),
            (Place::Draw, Place::Hand) => self.judge_drawing(seat, carry.count()),
            (Place::Votes(pile), Place::Discard) => self.judge_clearing(seat, pile, carry),
            (from, to) => Err(Objection::NoSuchWay { from, to }),
        }
    }

    fn judge_voting(&self, seat: Seat, pile: Ballots, carry: &Carry) -> Result<(), Objection> {
        let vote = self.vote_to_join(seat)?;
        let ballot = vote.ballot(seat);
        let placed = ballot.map_or(0, Ballot::placed).saturating_add(carry.count());
        let most = if seat == vote.proposer { self.terms.opening_votes } else { self.seat_terms(seat).map_or(0, |terms| terms.most_votes) };
        if seat == vote.proposer && pile == Ballots::Against {
            return Err(Objection::ProposerAgainst { seat });
        }
        match ballot.and_then(|ballot| ballot.closed) {
            Some(Closed::Said) => return Err(Objection::HasAbstained { seat }),
            Some(Closed::TimeUp) => return Err(Objection::TimeUp { seat }),
            None => {}
        }
        if carry.count() > 1 {
            return Err(Objection::SeveralVotes { seat, count: carry.count() });
        }
        if placed > most {
            return Err(Objection::TooManyVotes { seat, count: placed, most });
        }
        let must = facing(self.terms.votes_face_up);
        if carry.face() != must {
            return Err(Objection::VoteFace { is: side(carry.face()), must: side(must) });
        }
        match self.owes(seat) {
            0 => {}
            owed => return Err(Objection::MissedDraw { seat, owed }),
        }
        let hand = self.hand(seat).map_or(0, Hand::count);
        if hand == 0 {
            return Err(Objection::EmptyHand { seat });
        }
        match carry.card() {
            Some(card) if !self.could_hold(seat, card) => {
                let unread = self.hand(seat).is_some_and(|hand| hand.unknown() > 0);
                let why = if unread { "it is known to be elsewhere" } else { "every card of that hand is known, and none is it" };
                Err(Objection::CannotHold { seat, card, why })
            }
            _ => Ok(()),
        }
    }

    fn judge_drawing(&self, seat: Seat, count: u16) -> Result<(), Objection> {
        let hand = self.hand(seat).map_or(0, Hand::count);
        if let Some(limit) = self.hand_limit(seat).filter(|limit| hand.saturating_add(count) > *limit) {
            return Err(Objection::HandFull { seat, hand, limit });
        }
        let owed = self.owes(seat);
        if owed < count {
            return Err(Objection::UndueDraw { seat, count, owed });
        }
        if self.draw < count { Err(Objection::DrawEmpty { seat, left: self.draw }) } else { Ok(()) }
    }

    pub(super) fn judge_reshuffling(&self, seat: Seat) -> Result<(), Objection> {
        match () {
            () if self.draw > 0 => Err(Objection::DrawNotEmpty { left: self.draw }),
            () if self.discard.is_empty() => Err(Objection::CannotRefill { why: "it is empty" }),
            () if self.vote().is_some() && !self.terms.refill => Err(Objection::CannotRefill { why: "no rule allows it" }),
            () if self.owes(seat) == 0 => Err(Objection::NeedNotDraw { seat }),
            () => Ok(()),
        }
    }

    fn judge_clearing(&self, seat: Seat, pile: Ballots, carry: &Carry) -> Result<(), Objection> {
        let lying = self.votes(pile).len();
        let proposer = self.proposer();
        let is_over = matches!(self.phase, Phase::Over { .. });
        let must = facing(self.terms.discard_face_up);
        match proposer {
            _ if lying == 0 => Err(Objection::NothingThere { at: carry.from() }),
            _ if self.vote().is_some() => Err(Objection::NotAnnounced),
            Some(proposer) if proposer != seat && !is_over => Err(Objection::NotProposer { seat, proposer }),
            _ if usize::from(carry.count()) != lying => Err(Objection::LeftBehind { count: carry.count(), lying }),
            _ if carry.face() != must => Err(Objection::DiscardFace { is: side(carry.face()), must: side(must) }),
            _ => Ok(()),
        }
    }
}
