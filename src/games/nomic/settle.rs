//! What follows from an act by the rules as they are.

use super::rulebook::{Amendment, Cause, Change, Effect};
use super::script::{ChangeView, Fault, Tally};
use super::{Asker, Ballot, Ballots, Counted, Decided, Hook, Nomic, Phase, Proposition, SeatTerms, Terms};
use crate::table::{Seat, Stamp};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Nomic {
    /// Asks the rulebook anew: what may be done, what the votes add up to, who has won. A rule whose program fails is set aside.
    pub(super) fn settle(&mut self, stamp: Stamp) {
        let rulebook = Arc::clone(&self.rulebook);
        let asker = Asker::new(&rulebook, &self.view());
        self.terms = Terms::ask(self, &asker);
        let counted = self.is_ready_to_count().then(|| {
            let [in_favour, against] = Ballots::BOTH.map(|pile| self.total(pile, &asker));
            Counted { in_favour, against }
        });
        if let Phase::Vote(vote) = &mut self.phase {
            vote.counted = counted;
        }
        if !matches!(self.phase, Phase::Over { .. })
            && let Some(winner) = asker.seat(Hook::Winner)
        {
            self.phase = Phase::Over { winner, rule: asker.decided_by() };
        }
        self.set_aside(asker.into_faults(), stamp);
    }

    fn is_ready_to_count(&self) -> bool {
        self.vote().is_some() && self.undecided().is_empty() && self.is_turned_up()
    }

    fn total(&self, pile: Ballots, asker: &Asker<'_>) -> Option<i64> {
        let cards: Option<Vec<_>> = self.votes(pile).iter().map(|lying| lying.card).collect();
        asker.total(&cards?)
    }

    /// Decides the vote on the totals as announced (Card-Based Nomic, rules 8, 10 and 11).
    pub(super) fn decide(&mut self, in_favour: i64, against: i64, stamp: Stamp) {
        let table = self.view();
        let Phase::Vote(vote) = self.phase.clone() else { return };
        self.phase = Phase::Idle;
        let read = |pile| self.votes(pile).iter().filter_map(|lying| lying.card).collect::<Vec<_>>();
        let [for_cards, against_cards] = Ballots::BOTH.map(read);
        let mut tally = Tally {
            for_total: in_favour,
            against_total: against,
            has_unread: for_cards.len() + against_cards.len() < self.in_favour.len() + self.against.len(),
            for_cards,
            against_cards,
            ballots: vote.ballots.iter().map(|ballot: &Ballot| (ballot.in_favour, ballot.against)).collect(),
            proposer: vote.proposer,
            ratified: None,
        };
        let rulebook = Arc::clone(&self.rulebook);
        let asker = Asker::new(&rulebook, &table);
        let ratified = asker.ratified(&tally);
        tally.ratified = Some(ratified);
        let points = asker.points(&tally, self.setup.seats.iter());
        let holder = asker.seat(if ratified { Hook::AfterRatified } else { Hook::AfterRejected });
        let takes_effect = ratified && asker.flag(Hook::TakesEffect, true);
        self.set_aside(asker.into_faults(), stamp);
        let was_prevented = self.prevents_change(stamp);
        self.points.iter_mut().zip(&points).for_each(|(sum, points)| *sum = sum.saturating_add(*points));
        self.must_pass = holder.filter(|holder| *holder != self.token);
        let proposition = vote.proposition;
        self.decided.push(Arc::new(Decided { proposition: Arc::clone(&proposition), table, tally, points, stamp }));
        if takes_effect {
            self.amend(&proposition, Cause::Ratified(vote.proposer), stamp);
        }
        if ratified {
            self.frozen = !was_prevented && self.prevents_change(stamp);
        }
    }

    /// Makes a rule at once (Card-Based Nomic, rule 17).
    pub(super) fn resolve(&mut self, proposition: &Proposition, stamp: Stamp) {
        if self.amend(proposition, Cause::Consensus, stamp) && self.frozen {
            self.frozen = self.prevents_change(stamp);
        }
    }

    /// Changes the rulebook; `false` when the change cannot be made to it.
    fn amend(&mut self, proposition: &Proposition, cause: Cause, stamp: Stamp) -> bool {
        let change = &proposition.change;
        let can_be_made = match change {
            Change::Add { .. } => self.rulebook.rule(change.number(&self.rulebook)).is_none(),
            Change::Change { rule, .. } | Change::Remove { rule } => self.rulebook.rule(*rule).is_some(),
        };
        if can_be_made {
            Arc::make_mut(&mut self.rulebook).amend(Amendment { stamp, cause, effect: Effect::Change(change.clone()) });
        }
        can_be_made
    }

    /// Whether programs refuse every change to the rules (Card-Based Nomic, rule 18).
    fn prevents_change(&mut self, stamp: Stamp) -> bool {
        let rulebook = Arc::clone(&self.rulebook);
        let asker = Asker::new(&rulebook, &self.view());
        let of_rule = |number| ["change", "remove"].map(|action| ChangeView { action, rule: number });
        let add = ChangeView { action: "add", rule: rulebook.next_number() };
        let every = std::iter::once(add).chain(rulebook.rules().flat_map(|rule| of_rule(rule.number)));
        let prevents = every.into_iter().all(|change| !asker.may_change(change));
        self.set_aside(asker.into_faults(), stamp);
        prevents
    }

    /// Asks whether a change may be proposed for the sake of the programs that fail on it.
    pub(super) fn ask_about(&mut self, change: &Change, stamp: Stamp) {
        let rulebook = Arc::clone(&self.rulebook);
        let asker = Asker::new(&rulebook, &self.view());
        asker.may_change(change.view(&rulebook));
        self.set_aside(asker.into_faults(), stamp);
    }

    fn set_aside(&mut self, faults: BTreeMap<u16, Fault>, stamp: Stamp) {
        for (rule, fault) in faults {
            let effect = Effect::SetAside { rule, why: fault.to_string() };
            Arc::make_mut(&mut self.rulebook).amend(Amendment { stamp, cause: Cause::Failure, effect });
        }
    }

    /// Whether a proposition may make this change, and the rule that says so.
    pub(super) fn may_change(&self, change: &Change) -> (bool, Option<u16>) {
        let asker = Asker::new(&self.rulebook, &self.view());
        let may = asker.may_change(change.view(&self.rulebook));
        (may && !self.frozen, asker.decided_by())
    }

    /// The seat terms, or none for a seat that does not play.
    pub(super) fn seat_terms(&self, seat: Seat) -> Option<&SeatTerms> {
        self.terms.seats.get(seat.index())
    }
}
