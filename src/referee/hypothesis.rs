//! One way that the game may have gone so far.
//!
//! While an entry is undecided, each of its choices is played on, and what comes later tells them apart (multiple-hypothesis
//! tracking: D. B. Reid, "An algorithm for tracking multiple targets", IEEE Transactions on Automatic Control 24, 1979).

use super::explain::{Account, Base, Start, accounts};
use super::{Choice, Position, Reason, Ruling, Weights};
use crate::games::{Act, Game};
use crate::table::{Fact, Seat, Visit};
use std::collections::{BTreeMap, BTreeSet};

/// A visit that nothing explained for this long is forgotten.
const REMEMBER_VISIT_MS: f64 = 15_000.0;

#[derive(Debug, Clone)]
pub(super) struct Hypothesis<G: Game> {
    pub position: Position<G>,
    /// What is to be ruled if it holds, each ruling with the undecided entry that it waits for.
    pub untold: Vec<Waiting<G>>,
    /// Negative log-likelihood beside the best.
    pub cost: f64,
    /// Visits that nothing has explained yet: what they did may show later.
    pub idle: Vec<Visit<G::Zone>>,
    /// What each zone cost when it was last looked at.
    pub paid: BTreeMap<G::Zone, f64>,
}

/// A hypothesis with an account of what came next.
pub(super) struct Candidate<G: Game> {
    /// Index of the hypothesis.
    pub hypothesis: usize,
    /// All costs together.
    pub cost: f64,
    pub account: Account<G>,
    /// What it rules.
    pub rulings: Vec<Ruling<G::Move>>,
    /// What it rules on acts of undecided entries.
    pub untold: Vec<Waiting<G>>,
    /// Its rulings, whatever their order and times.
    pub says: Says,
}

/// A ruling with the undecided entry that it waits for.
pub(super) type Waiting<G> = (u64, Ruling<<G as Game>::Move>);
/// Of each ruling on an act: its kind, who, what, and the stable word of the rule.
pub(super) type Says = Vec<(&'static str, Seat, String, Option<String>)>;

impl<G: Game> Hypothesis<G> {
    /// The game went as it was ruled.
    pub const fn ruled(position: Position<G>) -> Self {
        Self { position, untold: Vec::new(), cost: 0.0, idle: Vec::new(), paid: BTreeMap::new() }
    }

    /// What it takes an undecided entry to have been.
    pub fn choice(&self, entry: u64) -> Option<&Choice<G::Move>> {
        self.untold.iter().find_map(|(_, ruling)| match ruling {
            Ruling::Resolved { entry: of, choice } if *of == entry => Some(choice),
            _ => None,
        })
    }

    /// Takes out what waits for an entry.
    pub fn take_untold(&mut self, entry: u64) -> Vec<Ruling<G::Move>> {
        let (taken, left) = std::mem::take(&mut self.untold).into_iter().partition(|(of, _)| *of == entry);
        self.untold = left;
        let taken: Vec<_> = taken;
        taken.into_iter().map(|(_, ruling)| ruling).collect()
    }

    /// The accounts of a settled table. What still differs in an unchanged zone has been paid for: a reading is not heard twice.
    pub fn candidates(
        &self,
        hypothesis: usize,
        fact: &Fact<G::Zone>,
        unchanged: &BTreeSet<G::Zone>,
        weights: &Weights,
    ) -> Vec<Candidate<G>> {
        let Fact::Settled { stamp, frame, layout, visits, glimpses } = fact else { return Vec::new() };
        let mut remembered: Vec<_> = self.idle.iter().filter(|visit| stamp.ms_since(visit.to) < REMEMBER_VISIT_MS).cloned().collect();
        // Of the remembered visits the latest ended before the table last settled.
        let since = remembered.iter().map(|visit| visit.to).max().unwrap_or_default();
        remembered.extend(visits.iter().cloned());
        let fact = Fact::Settled { stamp: *stamp, frame: *frame, layout: layout.clone(), visits: remembered, glimpses: glimpses.clone() };
        let paid_before =
            |(zone, cost): (&G::Zone, &f64)| unchanged.contains(zone).then(|| self.paid.get(zone).map_or(0.0, |paid| paid.min(*cost)));
        let candidate = |account: Account<G>| {
            let (rulings, untold) = self.rulings(&account);
            let says = says(&rulings);
            let paid: f64 = account.differences.iter().filter_map(paid_before).sum();
            Candidate { hypothesis, cost: self.cost + account.cost - paid, account, rulings, untold, says }
        };
        accounts(self.bases(weights), &fact, since, weights).into_iter().map(candidate).collect()
    }

    /// What accounts may start from: the game, rejected acts that stand or are taken back.
    fn bases(&self, weights: &Weights) -> Vec<Base<G>> {
        let game = self.position.game();
        let base = |start, game: G, cost, reached| Base { start, game, cost, reached, moved: Vec::new() };
        let standing = self.position.standing();
        if standing.is_empty() {
            return vec![base(Start::Game, game.clone(), 0.0, Vec::new())];
        }
        let mut stood = game.clone();
        let mut reached = Vec::new();
        for (_, act) in standing {
            reached.push((act.seat, stood.reaches(act.seat, &act.action)));
            stood.apply(act);
        }
        let moved = standing.iter().filter_map(|(_, act)| game.carries(act)?.card).collect();
        vec![
            base(Start::StillStanding, stood.clone(), 0.0, Vec::new()),
            base(Start::Stood, stood, weights.stood, Vec::new()),
            Base { moved, ..base(Start::TakenBack, game.clone(), weights.taken_back, reached) },
        ]
    }

    /// The rulings that an account amounts to, and those on acts of undecided entries.
    fn rulings(&self, account: &Account<G>) -> (Vec<Ruling<G::Move>>, Vec<Waiting<G>>) {
        let (mut rulings, mut untold) = (Vec::new(), Vec::new());
        for (entry, act) in self.position.standing() {
            let (act, entry) = (act.clone(), *entry);
            let ruling = match account.start {
                Start::Stood => Ruling::Stood { act, entry },
                Start::TakenBack => Ruling::TakenBack { act, entry },
                Start::Game | Start::StillStanding => continue,
            };
            // What an undecided entry is about waits for it.
            match self.untold.iter().any(|(of, _)| *of == entry) {
                true => untold.push((entry, ruling)),
                false => rulings.push(ruling),
            }
        }
        let judge = |(act, reason): (&Act<G::Move>, &Option<(Reason, bool)>)| judged(act, reason.as_ref().map(|(r, w)| (r, *w)));
        rulings.extend(account.acts.iter().zip(&account.reasons).map(judge));
        (rulings, untold)
    }
}

impl<G: Game> Candidate<G> {
    /// Its acts as a choice of an undecided entry. A warning accuses nobody.
    pub fn choice(&self, weight: f64) -> Choice<G::Move> {
        let reason = |reason: &Option<(Reason, bool)>| reason.as_ref().filter(|(_, warning)| !warning).map(|(reason, _)| reason.clone());
        Choice { acts: self.account.acts.clone(), reasons: self.account.reasons.iter().map(reason).collect(), weight: weight as f32 }
    }
}

/// The ruling on an act, with the rule that it breaks, or with `true` only bends.
pub(super) fn judged<M: Clone>(act: &Act<M>, reason: Option<(&Reason, bool)>) -> Ruling<M> {
    match reason {
        None => Ruling::Accepted { act: act.clone(), warning: None },
        Some((reason, true)) => Ruling::Accepted { act: act.clone(), warning: Some(reason.clone()) },
        Some((reason, false)) => Ruling::Rejected { act: act.clone(), reason: reason.clone() },
    }
}

fn says<M: std::fmt::Display>(rulings: &[Ruling<M>]) -> Says {
    let one = |kind, act: &Act<M>, code: Option<&Reason>| (kind, act.seat, act.action.to_string(), code.map(|reason| reason.code.clone()));
    let mut says: Says = rulings
        .iter()
        .filter_map(|ruling| match ruling {
            Ruling::Accepted { act, warning } => Some(one("accepted", act, warning.as_ref())),
            Ruling::Rejected { act, reason } => Some(one("rejected", act, Some(reason))),
            Ruling::TakenBack { act, .. } => Some(one("taken back", act, None)),
            Ruling::Stood { act, .. } => Some(one("stood", act, None)),
            _ => None,
        })
        .collect();
    says.sort();
    says
}
