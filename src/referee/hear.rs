use super::hypotheses::Hypotheses;
use super::hypothesis::Candidate;
use super::overlooked::Overlooked;
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
    pub(super) hypotheses: Hypotheses<G>,
    /// The table as it last settled.
    last: Option<Layout<G::Zone>>,
    /// Differences that have been reported, so that each is reported once.
    reported: BTreeMap<G::Zone, String>,
    /// What was amiss with the cards when the table last settled, reported once as well.
    pub(super) amiss: BTreeSet<String>,
    /// What hands may have done unseen, in games without turns.
    pub(super) overlooked: Overlooked<G::Move>,
    pub(super) ended: bool,
}

/// Choices shown for an undecided entry.
const MOST_CHOICES: usize = 4;

impl<G: Game> Referee<G> {
    /// A referee for a game that is about to begin.
    pub fn new(game: G, weights: Weights) -> Self {
        let position = Position::new(game);
        Self {
            hypotheses: Hypotheses::ruled(position.clone()),
            position,
            weights,
            entries: Vec::new(),
            last: None,
            reported: BTreeMap::new(),
            amiss: BTreeSet::new(),
            overlooked: Overlooked::default(),
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
            Input::Seen(fact) if G::keeps_offences() => self.rule_at_once(fact, number),
            Input::Seen(fact) => self.explain(fact, number),
            Input::Told(told) => self.follow(told, number),
        };
        for ruling in &rulings {
            self.position.fold(number, ruling);
        }
        self.hypotheses.agree_with(&self.position);
        if self.game().is_over() && !self.ended {
            rulings.push(Ruling::Ended { scores: self.game().scores() });
        }
        self.ended = self.game().is_over();
        let entry = Entry { entry: number, stamp, frame, input, rulings, state: state_hash(self.game()) };
        self.entries.push(entry.clone());
        entry
    }

    fn explain(&mut self, fact: &Fact<G::Zone>, number: u64) -> Vec<Ruling<G::Move>> {
        let Fact::Settled { layout, .. } = fact else { return Vec::new() };
        // What was always there is only then old news when hypotheses are compared: a single one may yet explain it.
        let compared = self.last.as_ref().filter(|_| self.hypotheses.are_several());
        let unchanged = compared.map_or_else(BTreeSet::new, |last| unchanged(last, layout));
        self.last = Some(layout.clone());
        let candidates = self.hypotheses.candidates(fact, &unchanged, &self.weights);
        let Some(best) = candidates.first() else { return Vec::new() };
        let (differences, expected) = (best.account.differences.clone(), best.account.game.expected());
        let choices = self.choices(best, &candidates);
        let mut rulings = if choices.is_empty() {
            let rulings = best.rulings.clone();
            self.hypotheses.follow(&candidates, number, &rulings, &self.weights);
            rulings
        } else {
            self.hypotheses.split(&candidates, number, &self.weights);
            vec![Ruling::Undecided { choices }]
        };
        if !matches!(rulings.as_slice(), [Ruling::Undecided { .. }]) {
            rulings.extend(self.report(layout, &differences, &expected));
        }
        // What is decided about earlier entries happened earlier.
        self.hypotheses.decide(&self.weights).into_iter().chain(rulings).collect()
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
        near.into_iter().map(|(candidate, weight)| candidate.choice(weight / total)).collect()
    }

    /// Differences that no account explains, each reported once until it changes.
    pub(super) fn report(
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

/// Zones that show the same cards as before.
fn unchanged<Z: crate::table::Zone>(last: &Layout<Z>, now: &Layout<Z>) -> BTreeSet<Z> {
    let shows = |layout: &Layout<Z>, zone: &Z| -> Vec<_> {
        layout.cards(zone).iter().map(|laid| (laid.face, laid.identity.card().cloned())).collect()
    };
    last.zones.keys().chain(now.zones.keys()).copied().filter(|zone| shows(last, zone) == shows(now, zone)).collect()
}
