//! The set of ways that the game may have gone.

use super::hypothesis::{Candidate, Hypothesis};
use super::position::broken_by;
use super::{Choice, Position, Ruling, Weights};
use crate::games::{Act, Game};
use crate::table::{Fact, Seat};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// Hypotheses kept.
const MOST: usize = 24;

#[derive(Debug, Clone)]
pub(super) struct Hypotheses<G: Game> {
    /// Likeliest first; never empty.
    all: Vec<Hypothesis<G>>,
    /// Undecided entries that they differ on, with the facts heard since.
    undecided: BTreeMap<u64, usize>,
}

impl<G: Game> Hypotheses<G> {
    /// The game went as it was ruled.
    pub fn ruled(position: Position<G>) -> Self {
        Self { all: vec![Hypothesis::ruled(position)], undecided: BTreeMap::new() }
    }

    /// Whether anything is undecided between them.
    pub fn are_several(&self) -> bool {
        !self.undecided.is_empty()
    }

    /// Whether they differ on an entry.
    pub fn differ_on(&self, entry: u64) -> bool {
        self.undecided.contains_key(&entry)
    }

    /// The likeliest.
    pub fn likeliest(&self) -> Option<&Hypothesis<G>> {
        self.all.first()
    }

    /// Where nothing is undecided, all that is left is what was ruled.
    pub fn agree_with(&mut self, ruled: &Position<G>) {
        if self.undecided.is_empty() {
            self.all.truncate(1);
            self.all.iter_mut().for_each(|only| only.position = ruled.clone());
        }
    }

    /// The accounts that each gives of a settled table, best first.
    pub fn candidates(&mut self, fact: &Fact<G::Zone>, unchanged: &BTreeSet<G::Zone>, weights: &Weights) -> Vec<Candidate<G>> {
        self.undecided.values_mut().for_each(|facts| *facts += 1);
        let each = self.all.iter().enumerate();
        let mut candidates: Vec<_> = each.flat_map(|(i, hypothesis)| hypothesis.candidates(i, fact, unchanged, weights)).collect();
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.account.acts.len().cmp(&b.account.acts.len())));
        candidates
    }

    /// Hears that an act happened: it tells those apart in which it breaks a rule and those in which it breaks none. What speaks against it, as
    /// the game most likely stands; nothing does while it may well be lawful.
    pub fn heard(&mut self, act: &Act<G::Move>, weights: &Weights) -> Option<G::Objection> {
        let broken: Vec<bool> = self.all.iter().map(|hypothesis| broken_by(hypothesis.position.game(), act).is_some()).collect();
        if broken.contains(&true) && broken.contains(&false) {
            for (hypothesis, _) in self.all.iter_mut().zip(&broken).filter(|(_, broken)| **broken) {
                hypothesis.cost += weights.illegal_act;
            }
            self.undecided.values_mut().for_each(|facts| *facts += 1);
            self.sort();
        }
        let lawful = |hypothesis: &&Hypothesis<G>| broken_by(hypothesis.position.game(), act).is_none();
        let best = self.all.iter().find(lawful).filter(|hypothesis| hypothesis.cost < weights.reject_margin).or(self.all.first());
        best.and_then(|hypothesis| hypothesis.position.game().check(act).err())
    }

    /// Folds a person's rulings into each; what they are about is undecided no more.
    pub fn told(&mut self, number: u64, rulings: &[Ruling<G::Move>]) {
        for ruling in rulings {
            self.all.iter_mut().for_each(|hypothesis| hypothesis.position.fold(number, ruling));
            if let Ruling::Retracted { entry, .. } | Ruling::Corrected { entry, .. } = ruling {
                self.undecided.remove(entry);
                self.all.iter_mut().for_each(|hypothesis| _ = hypothesis.take_untold(*entry));
            }
        }
        self.distinct();
    }

    /// Those go on that agree with a ruling, the best candidate's.
    pub fn follow(&mut self, candidates: &[Candidate<G>], number: u64, rulings: &[Ruling<G::Move>], weights: &Weights) {
        let says = candidates.first().map(|best| &best.says);
        let mut gone_on = BTreeSet::new();
        let agree = candidates.iter().filter(|candidate| Some(&candidate.says) == says && gone_on.insert(candidate.hypothesis));
        self.all = self.gone_on(agree, weights, |next, candidate| {
            for ruling in rulings.iter().chain(candidate.untold.iter().map(|(_, ruling)| ruling)) {
                next.position.fold(number, ruling);
            }
        });
    }

    /// Leaves an entry undecided: each candidate goes on with its own choice.
    pub fn split(&mut self, candidates: &[Candidate<G>], number: u64, weights: &Weights) {
        let mut gone_on = BTreeSet::new();
        let different = candidates.iter().filter(|candidate| gone_on.insert((candidate.hypothesis, &candidate.says)));
        self.all = self.gone_on(different, weights, |next, candidate| {
            let mut waiting = vec![Ruling::Resolved { entry: number, choice: candidate.choice(1.0) }];
            let on_earlier = |ruling: &&Ruling<G::Move>| matches!(ruling, Ruling::TakenBack { .. } | Ruling::Stood { .. });
            waiting.extend(candidate.rulings.iter().filter(on_earlier).cloned());
            for ruling in waiting.iter().chain(candidate.untold.iter().map(|(_, ruling)| ruling)) {
                next.position.fold(number, ruling);
            }
            next.untold.extend(waiting.into_iter().map(|ruling| (number, ruling)));
        });
        self.undecided.insert(number, 0);
    }

    fn gone_on<'a>(
        &self,
        candidates: impl Iterator<Item = &'a Candidate<G>>,
        weights: &Weights,
        fold: impl Fn(&mut Hypothesis<G>, &Candidate<G>),
    ) -> Vec<Hypothesis<G>> {
        let mut next: Vec<Hypothesis<G>> = Vec::new();
        for candidate in candidates {
            let least = next.first().map_or(candidate.cost, |best| best.cost);
            let Some(was) = self.all.get(candidate.hypothesis) else { continue };
            if candidate.cost > least + weights.keep_margin || next.len() == MOST {
                break;
            }
            let mut hypothesis = was.clone();
            fold(&mut hypothesis, candidate);
            hypothesis.untold.extend(candidate.untold.iter().cloned());
            hypothesis.cost = candidate.cost;
            hypothesis.idle.clone_from(&candidate.account.idle);
            hypothesis.paid.clone_from(&candidate.account.differences);
            next.push(hypothesis);
        }
        let least = next.first().map_or(0.0, |best| best.cost);
        next.iter_mut().for_each(|hypothesis| hypothesis.cost -= least);
        next
    }

    /// Decides the undecided entries that what came since tells apart, and presumes innocence where nothing did for long.
    pub fn decide(&mut self, weights: &Weights) -> Vec<Ruling<G::Move>> {
        let mut rulings = Vec::new();
        let open: Vec<(u64, usize)> = self.undecided.iter().map(|(entry, facts)| (*entry, *facts)).collect();
        for (entry, facts) in open {
            let mut sides = self.sides(entry);
            let clear = sides.first().is_none_or(|best| {
                let margin =
                    |others: &mut dyn Iterator<Item = &Side<G>>| others.map(|side| side.cost - best.cost).fold(f64::INFINITY, f64::min);
                let other = margin(&mut sides.iter().skip(1));
                let innocent = margin(&mut sides.iter().filter(|side| !side.choice.accuses()));
                other >= weights.accept_margin && (!best.choice.accuses() || innocent >= weights.convict_margin)
            });
            if clear && facts > 0 {
                if let Some(side) = sides.into_iter().next() {
                    rulings.extend(self.settle(entry, &side.choice));
                }
            } else if facts >= weights.open_facts {
                let innocent = sides.iter().position(|side| !side.choice.accuses()).unwrap_or(0);
                if innocent < sides.len() {
                    let choice = sides.swap_remove(innocent).choice;
                    let settled = self.settle(entry, &choice).into_iter().map(|ruling| match ruling {
                        Ruling::Resolved { entry, choice } => Ruling::Presumed { entry, choice },
                        ruling => ruling,
                    });
                    rulings.extend(settled);
                }
            }
        }
        rulings
    }

    /// What hypotheses take an entry to have been, likeliest first.
    fn sides(&self, entry: u64) -> Vec<Side<G>> {
        let mut sides: Vec<Side<G>> = Vec::new();
        for hypothesis in &self.all {
            let Some(choice) = hypothesis.choice(entry) else { continue };
            match sides.iter_mut().find(|side| same(&side.choice, choice)) {
                Some(side) => side.cost = -((-side.cost).exp() + (-hypothesis.cost).exp()).ln(),
                None => sides.push(Side { choice: choice.clone(), cost: hypothesis.cost }),
            }
        }
        sides.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        sides
    }

    /// Takes an entry to have been this: the hypotheses that say so go on. Answers what they rule on it.
    pub fn settle(&mut self, entry: u64, chosen: &Choice<G::Move>) -> Vec<Ruling<G::Move>> {
        self.undecided.remove(&entry);
        let says_so = |hypothesis: &Hypothesis<G>| hypothesis.choice(entry).is_some_and(|choice| same(choice, chosen));
        if !self.all.iter().any(says_so) {
            // What came later speaks against it, but a person's word counts.
            let resolved = Ruling::Resolved { entry, choice: chosen.clone() };
            for hypothesis in &mut self.all {
                hypothesis.take_untold(entry);
                hypothesis.position.fold(entry, &resolved);
            }
            self.distinct();
            return vec![resolved];
        }
        self.all.retain(says_so);
        let told: Vec<_> = self.all.iter_mut().map(|hypothesis| hypothesis.take_untold(entry)).collect();
        self.distinct();
        told.into_iter().next().unwrap_or_default()
    }

    /// Of hypotheses that differ in nothing undecided the likeliest is kept.
    fn distinct(&mut self) {
        let mut known = BTreeSet::new();
        self.sort();
        let open = &self.undecided;
        self.all.retain(|hypothesis| known.insert(open.keys().map(|entry| hypothesis.choice(*entry).map(said)).collect::<Vec<_>>()));
    }

    /// The likeliest first, the others beside it.
    fn sort(&mut self) {
        self.all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let least = self.all.first().map_or(0.0, |best| best.cost);
        self.all.iter_mut().for_each(|hypothesis| hypothesis.cost -= least);
    }
}

/// What some hypotheses take an entry to have been.
struct Side<G: Game> {
    choice: Choice<G::Move>,
    /// Negative log-likelihood of these hypotheses together.
    cost: f64,
}

/// What a choice says, whatever the order and times of its acts: who, what, and the stable word of the rule.
fn said<M: Display>(choice: &Choice<M>) -> Vec<(Seat, String, Option<String>)> {
    let mut said: Vec<_> =
        choice.judged().map(|(act, reason)| (act.seat, act.action.to_string(), reason.map(|r| r.code.clone()))).collect();
    said.sort();
    said
}

fn same<M: Display>(a: &Choice<M>, b: &Choice<M>) -> bool {
    said(a) == said(b)
}
