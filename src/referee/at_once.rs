//! Ruling facts one by one, for games without turns: what happened is judged as it happens, and the table is compared with the
//! game whenever it rests.

use super::hypothesis::judged;
use super::{Choice, Reason, Referee, Ruling, weigh};
use crate::games::{Act, Game, Objection};
use crate::table::{Fact, Layout};
use std::collections::BTreeSet;

/// A reading of a fact, with what is said against it and whether that only warns.
struct Reading<M> {
    act: Act<M>,
    reason: Option<(Reason, bool)>,
    /// Whether the game would be the same after it: it cannot have been.
    is_idle: bool,
}

impl<M> Reading<M> {
    fn accuses(&self) -> bool {
        self.reason.as_ref().is_some_and(|(_, warning)| !warning)
    }
}

impl<G: Game> Referee<G> {
    pub(super) fn rule_at_once(&mut self, fact: &Fact<G::Zone>, number: u64) -> Vec<Ruling<G::Move>> {
        let rulings = match fact {
            Fact::Settled { layout, .. } => self.compare(fact, layout),
            Fact::Touched { bare: true, .. } | Fact::Released { .. } if self.game().read(fact).is_empty() => Vec::new(),
            Fact::Released { zone, .. } => self.rule_readings(self.game().read(fact), number, || format!("a hand that leaves {zone}")),
            Fact::Hovered { .. } => {
                self.overlooked.remember(number, self.game().read(fact));
                Vec::new()
            }
            Fact::Touched { zone, .. } => self.rule_readings(self.game().read(fact), number, || format!("a hand at {zone}")),
            Fact::Moved { from, to, card, .. } => {
                let place = |zone: &Option<G::Zone>| zone.as_ref().map_or_else(|| "a hand".to_owned(), ToString::to_string);
                let card = card.card().map_or("an unread card", |card| card.name());
                self.rule_readings(self.game().read(fact), number, || format!("{card} from {} to {}", place(from), place(to)))
            }
        };
        self.hypotheses.told(number, &rulings);
        rulings
    }

    /// The likeliest reading counts. Nobody is accused while the card, or whose hand it was, may have been misread.
    fn rule_readings(&self, acts: Vec<Act<G::Move>>, number: u64, what: impl Fn() -> String) -> Vec<Ruling<G::Move>> {
        let readings: Vec<Reading<G::Move>> = acts.into_iter().map(|act| self.reading(act)).collect();
        let (possible, idle): (Vec<_>, Vec<_>) = readings.into_iter().partition(|reading| !(reading.accuses() && reading.is_idle));
        let Some(first) = possible.first() else {
            let why = idle.first().and_then(|reading| reading.reason.as_ref()).map(|(reason, _)| format!(": {}", reason.text));
            return vec![Ruling::Unexplained { differences: vec![format!("{} cannot be{}", what(), why.unwrap_or_default())] }];
        };
        let code = |reading: &Reading<G::Move>| reading.reason.as_ref().map(|(reason, _)| reason.code.clone());
        let agree = possible.iter().all(|other| other.act.seat == first.act.seat && code(other) == code(first));
        let other_seat = possible.iter().any(|other| other.act.seat != first.act.seat && !other.accuses());
        let lawful = possible.iter().find(|reading| !reading.accuses());
        let excuse = if lawful.is_none() { possible.iter().find_map(|reading| self.excuse(&reading.act)) } else { None };
        if agree
            && first.accuses()
            && excuse.is_none()
            && let Some(doubt) = self.doubt(&first.act)
        {
            return doubt;
        }
        if agree && excuse.is_none() || !first.accuses() && !other_seat {
            return vec![judged(&first.act, first.reason.as_ref().map(|(reason, warning)| (reason, *warning)))];
        }
        let weight = 1.0 / (possible.len() + usize::from(excuse.is_some())) as f32;
        let choice = |reading: &Reading<G::Move>| Choice {
            acts: vec![reading.act.clone()],
            reasons: vec![reading.reason.as_ref().filter(|_| reading.accuses()).map(|(reason, _)| reason.clone())],
            weight,
        };
        // Play goes on from the likeliest innocent account, until a person decides.
        let excuse = excuse.map(|excuse| Choice { weight, ..excuse });
        let presumed = excuse.clone().or_else(|| lawful.map(choice)).map(|choice| Ruling::Presumed { entry: number, choice });
        let choices = excuse.into_iter().chain(possible.iter().map(choice)).collect();
        [Ruling::Undecided { choices }].into_iter().chain(presumed).collect()
    }

    fn reading(&self, act: Act<G::Move>) -> Reading<G::Move> {
        let reason = self.game().check(&act).err().map(|objection| (Reason::of(&objection), objection.is_warning()));
        let mut after = self.game().clone();
        after.apply(&act);
        Reading { is_idle: after == *self.game(), act, reason }
    }

    /// Takes in what a resting table shows for the first time, and reports where it differs from the game.
    fn compare(&mut self, fact: &Fact<G::Zone>, layout: &Layout<G::Zone>) -> Vec<Ruling<G::Move>> {
        let mut rulings = self.never_taken(layout);
        let mut position = self.position.clone();
        rulings.iter().for_each(|ruling| position.fold(0, ruling));
        let mut game = position.game().clone();
        for act in position.game().read(fact) {
            if game.check(&act).is_ok() {
                game.apply(&act);
                rulings.push(judged(&act, None));
            }
        }
        let expected = game.expected();
        let differences = weigh::differences(layout, &expected, &self.weights);
        let reported = self.report(layout, &differences, &expected);
        let amiss: BTreeSet<String> = game.amiss(layout).into_iter().collect();
        let news: Vec<String> = amiss.difference(&self.amiss).cloned().collect();
        self.amiss = amiss;
        rulings.extend(reported);
        rulings.extend((!news.is_empty()).then_some(Ruling::Unexplained { differences: news }));
        rulings
    }
}
