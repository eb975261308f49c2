use super::hypothesis::{Candidate, Hypothesis};
use super::{Choice, Entry, Input, Position, Ruling, Weights, state_hash, weigh};
use crate::games::Game;
use crate::table::Stamp;
use crate::table::{Fact, Layout};
use std::collections::{BTreeMap, BTreeSet};

/// The entries of one game.
pub type EntryOf<G> = Entry<<G as Game>::Zone, <G as Game>::Move>;
/// What one game's referee hears.
pub type InputOf<G> = Input<<G as Game>::Zone, <G as Game>::Move>;

/// Referees one game: what it hears becomes rulings, and the rulings fold into the position.
#[derive(Debug, Clone)]
pub struct Referee<G: Game> {
    pub(super) position: Position<G>,
    pub(super) weights: Weights,
    pub(super) entries: Vec<EntryOf<G>>,
    /// How the game may have gone, likeliest first; never empty.
    pub(super) hypotheses: Vec<Hypothesis<G>>,
    /// Undecided entries that hypotheses differ on, with the facts heard since.
    pub(super) undecided: BTreeMap<u64, usize>,
    /// The table as it last settled.
    last: Option<Layout<G::Zone>>,
    /// Differences that have been reported, so that each is reported once.
    reported: BTreeMap<G::Zone, String>,
    pub(super) ended: bool,
}

/// Choices shown for an undecided entry.
const MOST_CHOICES: usize = 4;
/// Hypotheses kept.
const MOST_HYPOTHESES: usize = 24;

impl<G: Game> Referee<G> {
    /// A referee for a game that is about to begin.
    pub fn new(game: G, weights: Weights) -> Self {
        let position = Position::new(game);
        Self {
            hypotheses: vec![Hypothesis::ruled(position.clone())],
            position,
            weights,
            entries: Vec::new(),
            undecided: BTreeMap::new(),
            last: None,
            reported: BTreeMap::new(),
            ended: false,
        }
    }

    /// The game as it stands.
    pub const fn game(&self) -> &G {
        self.position.game()
    }

    /// The position: the game, what is open and what stands on the table.
    pub const fn position(&self) -> &Position<G> {
        &self.position
    }

    /// All entries so far.
    pub fn entries(&self) -> &[EntryOf<G>] {
        &self.entries
    }

    /// Hears one thing and rules on it. No ruling means that there is nothing to say: the table rests as the game has it.
    pub fn hear(&mut self, input: InputOf<G>, stamp: Stamp, frame: Option<u64>) -> EntryOf<G> {
        let number = self.entries.len() as u64 + 1;
        let mut rulings = match &input {
            Input::Seen(fact) => self.explain(fact, number),
            Input::Told(told) => self.follow(told, number),
        };
        for ruling in &rulings {
            self.position.fold(number, ruling);
        }
        if self.undecided.is_empty() {
            // All that was open has been ruled on.
            self.hypotheses.truncate(1);
            self.hypotheses.iter_mut().for_each(|only| only.position = self.position.clone());
        }
        if self.game().is_over() && !self.ended {
            rulings.push(Ruling::Ended { scores: self.game().scores() });
        }
        self.ended = self.game().is_over();
        let entry = Entry { entry: number, stamp, frame, input, rulings, state: state_hash(self.game()) };
        self.entries.push(entry.clone());
        entry
    }

    fn explain(&mut self, fact: &Fact<G::Zone>, number: u64) -> Vec<Ruling<G::Move>> {
        let Fact::Settled { layout, .. } = fact;
        // What was always there is only then old news when hypotheses are compared: a single one may yet explain it.
        let compared = self.last.as_ref().filter(|_| !self.undecided.is_empty());
        let unchanged = compared.map_or_else(BTreeSet::new, |last| unchanged(last, layout));
        self.last = Some(layout.clone());
        self.undecided.values_mut().for_each(|facts| *facts += 1);
        let each = self.hypotheses.iter().enumerate();
        let mut candidates: Vec<_> = each.flat_map(|(i, hypothesis)| hypothesis.candidates(i, fact, &unchanged, &self.weights)).collect();
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.account.acts.len().cmp(&b.account.acts.len())));
        let Some(best) = candidates.first() else { return Vec::new() };
        let (differences, expected) = (best.account.differences.clone(), best.account.game.expected());
        let choices = self.choices(best, &candidates);
        let mut rulings = if choices.is_empty() {
            let rulings = best.rulings.clone();
            self.hypotheses = self.ruled(&candidates, number, &rulings);
            rulings
        } else {
            self.hypotheses = self.split(&candidates, number);
            self.undecided.insert(number, 0);
            vec![Ruling::Undecided { choices }]
        };
        if !matches!(rulings.as_slice(), [Ruling::Undecided { .. }]) {
            rulings.extend(self.report(layout, &differences, &expected));
        }
        // What is decided about earlier entries happened earlier.
        self.decide().into_iter().chain(rulings).collect()
    }

    /// The choices between accounts of which none is clear enough to be ruled; none when the best is.
    fn choices(&self, best: &Candidate<G>, candidates: &[Candidate<G>]) -> Vec<Choice<G::Move>> {
        let clearer = |other: &Candidate<G>| other.cost - best.cost;
        let nearest = |others: &mut dyn Iterator<Item = &Candidate<G>>| others.map(clearer).fold(f64::INFINITY, f64::min);
        let rival = nearest(&mut candidates.iter().filter(|other| other.says != best.says));
        let certain = if best.account.accuses() {
            let charge = best.account.charge();
            let innocent = nearest(&mut candidates.iter().filter(|other| !other.account.accuses()));
            let other = nearest(&mut candidates.iter().filter(|other| other.account.charge() != charge));
            // Accounts that differ only in which card was moved say the same of who did what.
            let same: f64 = candidates.iter().filter(|other| other.account.charge() == charge).map(|other| (-clearer(other)).exp()).sum();
            innocent + same.ln() >= self.weights.reject_margin && other + same.ln() >= self.weights.accept_margin
        } else {
            let accuser = nearest(&mut candidates.iter().filter(|other| other.says != best.says && other.account.accuses()));
            rival >= self.weights.accept_margin && accuser >= self.weights.acquit_margin
        };
        // That nothing happened needs no proof, and something too faint to ask about will show more clearly later.
        let nothing = best.says.is_empty() && best.untold.is_empty();
        let enough = if nothing { self.weights.accept_margin / 2.0 } else { self.weights.reject_margin };
        if certain || (nothing && rival >= enough) {
            return Vec::new();
        }
        let mut near: Vec<(&Candidate<G>, f64)> = Vec::new();
        for candidate in candidates.iter().filter(|other| clearer(other) < enough) {
            let weight = (-clearer(candidate)).exp();
            if let Some((_, sum)) = near.iter_mut().find(|(known, _)| known.says == candidate.says) {
                *sum += weight;
            } else if near.len() < MOST_CHOICES {
                near.push((candidate, weight));
            }
        }
        if near.len() < 2 {
            return Vec::new();
        }
        let total: f64 = near.iter().map(|(_, weight)| weight).sum();
        near.into_iter().map(|(candidate, weight)| choice(candidate, weight / total)).collect()
    }

    /// The hypotheses that go on after a ruling that they agree with.
    fn ruled(&self, candidates: &[Candidate<G>], number: u64, rulings: &[Ruling<G::Move>]) -> Vec<Hypothesis<G>> {
        let says = candidates.first().map(|best| &best.says);
        let mut gone_on = BTreeSet::new();
        let agree = candidates.iter().filter(|candidate| Some(&candidate.says) == says && gone_on.insert(candidate.hypothesis));
        self.go_on(agree, |next, candidate| {
            for ruling in rulings.iter().chain(candidate.untold.iter().map(|(_, ruling)| ruling)) {
                next.position.fold(number, ruling);
            }
        })
    }

    /// The hypotheses that go on when an entry is left undecided, each with its own choice.
    fn split(&self, candidates: &[Candidate<G>], number: u64) -> Vec<Hypothesis<G>> {
        let mut gone_on = BTreeSet::new();
        let different = candidates.iter().filter(|candidate| gone_on.insert((candidate.hypothesis, &candidate.says)));
        self.go_on(different, |next, candidate| {
            let mut waiting = vec![Ruling::Resolved { entry: number, choice: choice(candidate, 1.0) }];
            let on_earlier = |ruling: &&Ruling<G::Move>| matches!(ruling, Ruling::TakenBack { .. } | Ruling::Stood { .. });
            waiting.extend(candidate.rulings.iter().filter(on_earlier).cloned());
            for ruling in waiting.iter().chain(candidate.untold.iter().map(|(_, ruling)| ruling)) {
                next.position.fold(number, ruling);
            }
            next.untold.extend(waiting.into_iter().map(|ruling| (number, ruling)));
        })
    }

    fn go_on<'a>(
        &self,
        candidates: impl Iterator<Item = &'a Candidate<G>>,
        fold: impl Fn(&mut Hypothesis<G>, &Candidate<G>),
    ) -> Vec<Hypothesis<G>> {
        let mut next: Vec<Hypothesis<G>> = Vec::new();
        for candidate in candidates {
            let least = next.first().map_or(candidate.cost, |best| best.cost);
            let Some(was) = self.hypotheses.get(candidate.hypothesis) else { continue };
            if candidate.cost > least + self.weights.keep_margin || next.len() == MOST_HYPOTHESES {
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
    fn decide(&mut self) -> Vec<Ruling<G::Move>> {
        let mut rulings = Vec::new();
        let open: Vec<(u64, usize)> = self.undecided.iter().map(|(entry, facts)| (*entry, *facts)).collect();
        for (entry, facts) in open {
            let mut sides = self.sides(entry);
            let clear = sides.first().is_none_or(|best| {
                let margin =
                    |others: &mut dyn Iterator<Item = &Side<G>>| others.map(|side| side.cost - best.cost).fold(f64::INFINITY, f64::min);
                let other = margin(&mut sides.iter().skip(1));
                let innocent = margin(&mut sides.iter().filter(|side| !side.choice.accuses()));
                other >= self.weights.accept_margin && (!best.choice.accuses() || innocent >= self.weights.convict_margin)
            });
            if clear && facts > 0 {
                if let Some(side) = sides.into_iter().next() {
                    rulings.extend(self.settle(entry, &side.choice));
                }
            } else if facts >= self.weights.open_facts {
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
        for hypothesis in &self.hypotheses {
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
    pub(super) fn settle(&mut self, entry: u64, chosen: &Choice<G::Move>) -> Vec<Ruling<G::Move>> {
        self.undecided.remove(&entry);
        let says_so = |hypothesis: &Hypothesis<G>| hypothesis.choice(entry).is_some_and(|choice| same(choice, chosen));
        if !self.hypotheses.iter().any(says_so) {
            // What came later speaks against it, but a person's word counts.
            let resolved = Ruling::Resolved { entry, choice: chosen.clone() };
            for hypothesis in &mut self.hypotheses {
                hypothesis.take_untold(entry);
                hypothesis.position.fold(entry, &resolved);
            }
            self.distinct();
            return vec![resolved];
        }
        self.hypotheses.retain(says_so);
        let told: Vec<_> = self.hypotheses.iter_mut().map(|hypothesis| hypothesis.take_untold(entry)).collect();
        self.distinct();
        told.into_iter().next().unwrap_or_default()
    }

    /// Of hypotheses that differ in nothing undecided the likeliest is kept.
    pub(super) fn distinct(&mut self) {
        let mut known: Vec<Vec<(u64, Choice<G::Move>)>> = Vec::new();
        let open: Vec<u64> = self.undecided.keys().copied().collect();
        self.hypotheses.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        self.hypotheses.retain(|hypothesis| {
            let sides: Vec<_> = open.iter().filter_map(|entry| Some((*entry, hypothesis.choice(*entry)?.clone()))).collect();
            let alike = |other: &Vec<(u64, Choice<G::Move>)>| {
                other.len() == sides.len() && other.iter().zip(&sides).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
            };
            let new = !known.iter().any(alike);
            if new {
                known.push(sides);
            }
            new
        });
        let least = self.hypotheses.first().map_or(0.0, |best| best.cost);
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.cost -= least);
    }

    /// Differences that no account explains, each reported once until it changes.
    fn report(
        &mut self,
        layout: &Layout<G::Zone>,
        differences: &BTreeMap<G::Zone, f64>,
        expected: &crate::table::Expected<G::Zone>,
    ) -> Option<Ruling<G::Move>> {
        let large: BTreeMap<G::Zone, String> = differences
            .iter()
            .filter(|(_, cost)| **cost >= self.weights.residue)
            .map(|(zone, _)| (*zone, weigh::describe(*zone, layout.cards(zone), expected.zones.get(zone))))
            .collect();
        let news: Vec<String> =
            large.iter().filter(|(zone, text)| self.reported.get(zone) != Some(text)).map(|(_, text)| text.clone()).collect();
        self.reported = large;
        if news.is_empty() { None } else { Some(Ruling::Unexplained { differences: news }) }
    }
}

/// What some hypotheses take an entry to have been.
struct Side<G: Game> {
    choice: Choice<G::Move>,
    /// Negative log-likelihood of these hypotheses together.
    cost: f64,
}

/// Whether two choices say the same, whatever the order and times of their acts.
fn same<M: std::fmt::Display>(a: &Choice<M>, b: &Choice<M>) -> bool {
    let said = |choice: &Choice<M>| {
        let mut said: Vec<_> =
            choice.judged().map(|(act, reason)| (act.seat, act.action.to_string(), reason.map(|r| r.code.clone()))).collect();
        said.sort();
        said
    };
    said(a) == said(b)
}

fn choice<G: Game>(candidate: &Candidate<G>, weight: f64) -> Choice<G::Move> {
    let reason = |reason: &Option<(super::Reason, bool)>| reason.as_ref().filter(|(_, warning)| !warning).map(|(reason, _)| reason.clone());
    Choice { acts: candidate.account.acts.clone(), reasons: candidate.account.reasons.iter().map(reason).collect(), weight: weight as f32 }
}

/// Zones that show the same cards as before.
fn unchanged<Z: crate::table::Zone>(last: &Layout<Z>, now: &Layout<Z>) -> BTreeSet<Z> {
    let shows = |layout: &Layout<Z>, zone: &Z| -> Vec<_> {
        layout.cards(zone).iter().map(|laid| (laid.face, laid.identity.card().cloned())).collect()
    };
    last.zones.keys().chain(now.zones.keys()).copied().filter(|zone| shows(last, zone) == shows(now, zone)).collect()
}
