use super::{Ballot, Ballots, Carry, Closed, Move, Nomic, Phase, PileCard, Place, Vote, Whereabouts};
use crate::cards::Face;
use crate::games::{Act, Card};
use crate::table::{Seat, Stamp};

const MICROSECONDS: u64 = 1_000_000;

impl Nomic {
    /// Carries out what happened, legal or not; what cannot happen changes nothing.
    pub(super) fn carry_out(&mut self, act: &Act<Move>) {
        let Act { seat, action, stamp } = act;
        if !self.setup.seats.contains(*seat) {
            return;
        }
        self.let_time_pass(act);
        match action {
            Move::Propose(proposition) => {
                if matches!(self.phase, Phase::Idle) {
                    self.ask_about(&proposition.change, *stamp);
                    self.phase = Phase::Vote(Vote::new(proposition.clone(), *seat, self.setup.seats.count()));
                }
            }
            // Each of the cards is carried.
            Move::Carry(carry) => (0..carry.count()).for_each(|nth| self.carry_one(*seat, carry, nth)),
            Move::Abstain => self.abstain(*seat),
            Move::PassToken { to } => {
                if self.setup.seats.contains(*to) && *to != self.token {
                    self.token = *to;
                    self.must_pass = None;
                }
            }
            Move::Reshuffle => {
                self.draw += self.discard.len() as u16;
                self.discard.clear();
            }
            Move::TurnUp { pile, cards } => self.turn_up(*pile, cards),
            Move::Announce { in_favour, against } => self.decide(*in_favour, *against, *stamp),
            Move::Limit => self.limit(*stamp),
            Move::Resolve(proposition) => self.resolve(proposition, *stamp),
            Move::Frozen => self.frozen = true,
            Move::Won { winner, rule } => {
                if self.setup.seats.contains(*winner) && !matches!(self.phase, Phase::Over { .. }) {
                    self.phase = Phase::Over { winner: *winner, rule: Some(*rule) };
                }
            }
        }
        self.settle(*stamp);
    }

    /// Closes the vote when its time limit was up before the act; where the act's stamp leaves that open, only if the act is legal
    /// then and not otherwise.
    fn let_time_pass(&mut self, act: &Act<Move>) {
        let Some(vote) = self.vote().filter(|vote| vote.may_be_up(act.stamp)) else { return };
        let later = self.with_time_up();
        let is_up =
            vote.surely_up(act.stamp) || (self.judge_now(act.seat, &act.action).is_err() && later.judge_now(act.seat, &act.action).is_ok());
        if is_up {
            *self = later;
        }
    }

    fn abstain(&mut self, seat: Seat) {
        let draws = self.seat_terms(seat).map_or(0, |terms| terms.abstain_draws);
        if let Phase::Vote(vote) = &mut self.phase
            && seat != vote.proposer
            && let Some(ballot) = vote.ballots.get_mut(seat.index()).filter(|ballot| ballot.closed.is_none())
        {
            ballot.closed = Some(Closed::Said);
            if ballot.placed() == 0 {
                ballot.owed = ballot.owed.saturating_add(draws);
            }
        }
    }

    fn limit(&mut self, stamp: Stamp) {
        let seconds = self.terms.limit_seconds.unwrap_or_default();
        if let Phase::Vote(vote) = &mut self.phase {
            vote.deadline_us.get_or_insert(stamp.at_us.saturating_add(u64::from(seconds) * MICROSECONDS));
        }
    }

    /// Carries the nth of the cards, from zero; only the first is named.
    fn carry_one(&mut self, seat: Seat, carry: &Carry, nth: u16) {
        let named = carry.card().filter(|_| nth == 0);
        // A card that is known to be elsewhere was misread.
        let named = named.filter(|card| match carry.from() {
            Place::Hand => self.could_hold(seat, *card),
            from => self.located().all(|(located, place)| located != *card || place == Whereabouts::On(from)),
        });
        let Some(card) = self.lift(seat, carry.from(), named) else { return };
        let lying = PileCard { card, face: carry.face() };
        match carry.to() {
            Place::Hand => {
                if let Some(hand) = self.hands.get_mut(seat.index()) {
                    hand.add(card);
                }
            }
            Place::Draw => self.draw += 1,
            Place::Discard => self.discard.push(lying),
            Place::Votes(pile) => self.votes_mut(pile).push(lying),
        }
        self.note(seat, carry);
    }

    /// Lifts a card: `None` when there is none, else which it is, when that is known.
    fn lift(&mut self, seat: Seat, from: Place, named: Option<Card>) -> Option<Option<Card>> {
        let pile = match from {
            Place::Hand => return self.hands.get_mut(seat.index())?.remove(named).then_some(named),
            Place::Draw => {
                self.draw = self.draw.checked_sub(1)?;
                return Some(named);
            }
            Place::Discard => &mut self.discard,
            Place::Votes(pile) => self.votes_mut(pile),
        };
        let exact = named.and_then(|_| pile.iter().rposition(|lying| lying.card == named));
        let unread = || pile.iter().rposition(|lying| lying.card.is_none());
        let at = match named {
            Some(_) => exact.or_else(unread)?,
            None => pile.len().checked_sub(1)?,
        };
        let lifted = pile.remove(at);
        Some(lifted.card.or(named))
    }

    /// Counts a vote, its replacement, or a vote taken back.
    fn note(&mut self, seat: Seat, carry: &Carry) {
        let (opening, draws) = (self.terms.opening_draws, self.seat_terms(seat).map_or(0, |terms| terms.vote_draws));
        let Phase::Vote(vote) = &mut self.phase else { return };
        let draws = if seat == vote.proposer { opening } else { draws };
        let Some(ballot) = vote.ballots.get_mut(seat.index()) else { return };
        let count = |ballot: &mut Ballot, pile, step: fn(u16) -> u16| match pile {
            Ballots::For => ballot.in_favour = step(ballot.in_favour),
            Ballots::Against => ballot.against = step(ballot.against),
        };
        match (carry.from(), carry.to()) {
            (Place::Hand, Place::Votes(pile)) => {
                count(ballot, pile, |n| n.saturating_add(1));
                ballot.owed = ballot.owed.saturating_add(draws);
            }
            (Place::Votes(pile), Place::Hand) => count(ballot, pile, |n| n.saturating_sub(1)),
            (Place::Draw, Place::Hand) => ballot.owed = ballot.owed.saturating_sub(1),
            _ => {}
        }
    }

    fn turn_up(&mut self, pile: Ballots, cards: &[Option<Card>]) {
        let elsewhere: Vec<Card> =
            self.located().filter(|(_, place)| *place != Whereabouts::On(Place::Votes(pile))).map(|(card, _)| card).collect();
        let mut read: Vec<Option<Card>> = Vec::new();
        for card in cards.iter().take(self.votes(pile).len()) {
            read.push(card.filter(|card| !elsewhere.contains(card) && !read.contains(&Some(*card))));
        }
        for (at, lying) in self.votes_mut(pile).iter_mut().enumerate() {
            // What was known of a card that was not read now stays known.
            let known = lying.card.filter(|card| !read.contains(&Some(*card)));
            *lying = PileCard { card: read.get(at).copied().flatten().or(known), face: Face::Up };
        }
    }
}
