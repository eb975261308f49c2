//! Judging what is said, and the token. Cards are judged in [`super::check_cards`].

use super::rulebook::{Change, Enforcement};
use super::{Ballots, Move, Nomic, Objection, Phase, Place, Proposition, Vote, Whereabouts};
use crate::cards::Face;
use crate::games::{Act, Card};
use crate::table::Seat;

impl Nomic {
    /// The first rule that forbids an act. Where its stamp leaves open whether a time limit was up, that is read in its favour.
    pub(super) fn judge(&self, act: &Act<Move>) -> Result<(), Objection> {
        let now = self.at(act.stamp);
        match now.judge_now(act.seat, &act.action) {
            Err(_) if self.vote().is_some_and(|vote| vote.may_be_up(act.stamp) && !vote.surely_up(act.stamp)) => {
                self.with_time_up().judge_now(act.seat, &act.action)
            }
            judged => judged,
        }
    }

    pub(super) fn judge_now(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let seats = self.setup.seats;
        if !seats.contains(seat) {
            return Err(Objection::NotSeated { seat, seats: seats.count() });
        }
        if let Phase::Over { winner, .. } = self.phase
            && !self.discards_votes(action)
        {
            return Err(Objection::AfterEnd { winner });
        }
        match action {
            Move::Propose(proposition) => self.judge_proposing(seat, proposition),
            Move::Carry(carry) => self.judge_carrying(seat, carry),
            Move::Abstain => self.judge_abstaining(seat),
            Move::PassToken { to } => self.judge_passing(seat, *to),
            Move::Reshuffle => self.judge_reshuffling(seat),
            Move::TurnUp { pile, cards } => self.judge_turning_up(seat, *pile, cards),
            Move::Announce { in_favour, against } => self.judge_announcing(seat, *in_favour, *against),
            Move::Limit => self.judge_limit(),
            Move::Resolve(proposition) => self.judge_consensus(proposition),
            Move::Frozen => self.judge_freezing(),
            Move::Won { winner, rule } => self.judge_win(*winner, *rule),
        }
    }

    /// Whether votes go to the discard pile, as they do after the end too.
    fn discards_votes(&self, action: &Move) -> bool {
        action.carry().is_some_and(|carry| matches!((carry.from(), carry.to()), (Place::Votes(_), Place::Discard)))
    }

    pub(super) fn judge_proposing(&self, seat: Seat, proposition: &Proposition) -> Result<(), Objection> {
        self.judge_occasion(seat)?;
        proposition.change.validate(&self.rulebook).map_err(Objection::Change)?;
        match self.may_change(&proposition.change) {
            (true, _) => Ok(()),
            (false, rule) => Err(Objection::Forbidden { rule }),
        }
    }

    /// Whether a seat may create a proposition now, whichever.
    pub(super) fn judge_occasion(&self, seat: Seat) -> Result<(), Objection> {
        let token = self.token;
        if let Some(vote) = self.vote() {
            return Err(Objection::UnderVote { name: vote.proposition.name() });
        }
        if !self.seat_terms(seat).is_some_and(|terms| terms.may_propose) {
            return Err(Objection::MayNotPropose { seat, token });
        }
        if let Some(to) = self.must_pass {
            return Err(Objection::TokenOwed { token, to });
        }
        if self.has_votes_lying() {
            return Err(Objection::VotesLie { proposer: self.proposer().unwrap_or(token) });
        }
        Ok(())
    }

    fn judge_passing(&self, seat: Seat, to: Seat) -> Result<(), Objection> {
        let token = self.token;
        if self.vote().is_some() {
            return Err(Objection::TokenUnderVote);
        }
        let may_pass = self.seat_terms(seat).is_some_and(|terms| terms.may_pass) || (self.must_pass.is_some() && seat == token);
        if !may_pass {
            return Err(Objection::MayNotPass { seat, token });
        }
        let next = self.next_holder();
        if to != next || to == token { Err(Objection::WrongWay { token, to, next }) } else { Ok(()) }
    }

    /// To whom the token goes when it is passed.
    pub fn next_holder(&self) -> Seat {
        self.must_pass.or_else(|| self.seat_terms(self.token).map(|terms| terms.next)).unwrap_or(self.token)
    }

    fn judge_abstaining(&self, seat: Seat) -> Result<(), Objection> {
        let vote = self.vote_to_join(seat)?;
        if seat == vote.proposer {
            return Err(Objection::ProposerAbstains { seat });
        }
        if self.has_decided(seat) {
            return Err(Objection::HasDecided { seat });
        }
        // Who has placed a card may stop.
        let has_voted = vote.ballot(seat).is_some_and(|ballot| ballot.placed() > 0);
        let may = self.seat_terms(seat).is_some_and(|terms| terms.may_abstain || has_voted);
        if may { Ok(()) } else { Err(Objection::MustVote { seat }) }
    }

    /// The vote that a seat could take part in: one is open, and the for pile is started, but for the proposer.
    pub(super) fn vote_to_join(&self, seat: Seat) -> Result<&Vote, Objection> {
        let vote = self.vote().ok_or(Objection::NoProposition)?;
        if self.has_votes_lying() && self.votes_seen() {
            return Err(Objection::Counting { seat });
        }
        if seat != vote.proposer && !self.is_started() {
            return Err(Objection::NotStarted { seat, proposer: vote.proposer });
        }
        Ok(vote)
    }

    /// Whether the proposer has begun to turn up votes that were placed face down.
    fn votes_seen(&self) -> bool {
        let face_up = |pile: Ballots| self.votes(pile).iter().any(|lying| lying.face == Face::Up);
        !self.terms.votes_face_up && Ballots::BOTH.into_iter().any(face_up)
    }

    fn vote_to_count(&self, seat: Seat) -> Result<&Vote, Objection> {
        let vote = self.vote().ok_or(Objection::NoProposition)?;
        let waiting = self.undecided();
        match () {
            () if seat != vote.proposer => Err(Objection::NotProposer { seat, proposer: vote.proposer }),
            () if !waiting.is_empty() => Err(Objection::VotesOpen { seats: waiting }),
            () => match self.setup.seats.iter().find(|seat| self.owes(*seat) > 0) {
                Some(seat) => Err(Objection::MissedDraw { seat, owed: self.owes(seat) }),
                None => Ok(vote),
            },
        }
    }

    fn judge_turning_up(&self, seat: Seat, pile: Ballots, cards: &[Option<Card>]) -> Result<(), Objection> {
        self.vote_to_count(seat)?;
        let votes = self.votes(pile);
        if votes.is_empty() {
            return Err(Objection::NothingThere { at: Place::Votes(pile) });
        }
        if votes.iter().all(|lying| lying.face == Face::Up) {
            return Err(Objection::AlreadyUp);
        }
        if cards.len() != votes.len() {
            return Err(Objection::CountDiffers { seen: cards.len(), placed: votes.len() });
        }
        for (at, card) in cards.iter().enumerate() {
            let Some(card) = card else { continue };
            let twice = cards.iter().take(at).any(|other| other.as_ref() == Some(card));
            let elsewhere = self.located().any(|(located, place)| located == *card && place != Whereabouts::On(Place::Votes(pile)));
            if twice || elsewhere {
                return Err(Objection::CardElsewhere { card: *card });
            }
        }
        Ok(())
    }

    fn judge_announcing(&self, seat: Seat, in_favour: i64, against: i64) -> Result<(), Objection> {
        let vote = self.vote_to_count(seat)?;
        let counted = vote.counted.ok_or(Objection::NotTurnedUp)?;
        let differs = |counted: Option<i64>, announced| counted.is_some_and(|counted| counted != announced);
        if !differs(counted.in_favour, in_favour) && !differs(counted.against, against) {
            return Ok(());
        }
        let shown = |counted: Option<i64>| counted.map_or_else(|| "an unknown total".to_owned(), |total| total.to_string());
        Err(Objection::WrongTotal {
            announced_for: in_favour,
            announced_against: against,
            for_total: shown(counted.in_favour),
            against_total: shown(counted.against),
        })
    }

    fn judge_limit(&self) -> Result<(), Objection> {
        let vote = self.vote().ok_or(Objection::NoProposition)?;
        let why = match () {
            () if self.terms.limit_seconds.is_none() => "no rule allows one",
            () if vote.deadline_us.is_some() => "there is one already",
            () if self.undecided().is_empty() => "all have voted or chosen not to",
            () => return Ok(()),
        };
        Err(Objection::NoLimit { why })
    }

    fn judge_consensus(&self, proposition: &Proposition) -> Result<(), Objection> {
        if !self.terms.may_resolve {
            return Err(Objection::NoConsensus { why: "no rule allows it" });
        }
        if !matches!(proposition.change, Change::Add { .. }) {
            return Err(Objection::NoConsensus { why: "it may only make a new rule" });
        }
        proposition.change.validate(&self.rulebook).map_err(Objection::Change)
    }

    fn judge_freezing(&self) -> Result<(), Objection> {
        let ratified = self.decided.last().is_some_and(|decided| decided.tally.ratified == Some(true));
        if ratified && !self.frozen && self.vote().is_none() { Ok(()) } else { Err(Objection::NotRatified) }
    }

    fn judge_win(&self, winner: Seat, rule: u16) -> Result<(), Objection> {
        let why = match self.rulebook.enforcement(rule) {
            _ if !self.setup.seats.contains(winner) => "the winner does not play",
            None => "there is no such rule",
            Some(Enforcement::Program) => "its program says so by itself",
            Some(Enforcement::Table | Enforcement::SetAside(_)) => return Ok(()),
        };
        Err(Objection::NotTheTables { rule, why })
    }
}
