use super::explain::{Account, Base, Start, accounts};
use super::{Choice, Entry, Input, Position, Reason, Ruling, Told, Weights, state_hash, weigh};
use crate::games::{Act, Game, Objection};
use crate::table::{Fact, Layout, Stamp, Visit};
use std::collections::BTreeMap;

/// The entries of one game.
pub type EntryOf<G> = Entry<<G as Game>::Zone, <G as Game>::Move>;
/// What one game's referee hears.
pub type InputOf<G> = Input<<G as Game>::Zone, <G as Game>::Move>;

/// Referees one game: what it hears becomes rulings, and the rulings fold into the position.
#[derive(Debug, Clone)]
pub struct Referee<G: Game> {
    position: Position<G>,
    weights: Weights,
    entries: Vec<EntryOf<G>>,
    /// Visits that nothing has explained yet: what they did may show later.
    idle: Vec<Visit<G::Zone>>,
    /// Differences that have been reported, so that each is reported once.
    reported: BTreeMap<G::Zone, String>,
    ended: bool,
    /// Facts heard since the open entry was left undecided.
    open_for: usize,
}

/// A visit that nothing explained for this long is forgotten.
const REMEMBER_VISIT_MS: f64 = 15_000.0;
/// An undecided entry that this many later facts have not decided is left to a person, so that doubts do not pile up.
const OPEN_FACTS: usize = 2;
/// Choices shown for an undecided entry.
const MOST_CHOICES: usize = 4;

impl<G: Game> Referee<G> {
    /// A referee for a game that is about to begin.
    pub fn new(game: G, weights: Weights) -> Self {
        Self {
            position: Position::new(game),
            weights,
            entries: Vec::new(),
            idle: Vec::new(),
            reported: BTreeMap::new(),
            ended: false,
            open_for: 0,
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
        if self.game().is_over() && !self.ended {
            rulings.push(Ruling::Ended { scores: self.game().scores() });
        }
        self.ended = self.game().is_over();
        let entry = Entry { entry: number, stamp, frame, input, rulings, state: state_hash(self.game()) };
        self.entries.push(entry.clone());
        entry
    }

    fn explain(&mut self, fact: &Fact<G::Zone>, number: u64) -> Vec<Ruling<G::Move>> {
        let Fact::Settled { stamp, frame, layout, visits, glimpses } = fact;
        self.idle.retain(|visit| stamp.ms_since(visit.to) < REMEMBER_VISIT_MS);
        // Of the remembered visits the latest ended before the table last settled.
        let mut remembered = std::mem::take(&mut self.idle);
        let since = remembered.iter().map(|visit| visit.to).max().unwrap_or_default();
        remembered.extend(visits.iter().cloned());
        let fact = Fact::Settled { stamp: *stamp, frame: *frame, layout: layout.clone(), visits: remembered, glimpses: glimpses.clone() };
        self.open_for += 1;
        let told = accounts(self.bases(), &fact, since, &self.weights);
        let Some(best) = told.first() else { return Vec::new() };
        self.idle = best.idle.clone();
        let rulings = self.rule(best, &told, number);
        let decided = !rulings.iter().any(|ruling| matches!(ruling, Ruling::Undecided { .. }));
        if !decided {
            // The visits belong to the open choices now.
            self.idle.clear();
            // A doubt that takes an older one along is as old as that.
            if self.open().is_none() {
                self.open_for = 0;
            }
            return rulings;
        }
        let differences = best.differences.clone();
        let expected = best.game.expected();
        let mut rulings = rulings;
        rulings.extend(self.report(layout, &differences, &expected));
        rulings
    }

    /// The entry that later facts may still decide.
    fn open(&self) -> Option<(u64, &[Choice<G::Move>])> {
        self.position.open().filter(|_| self.open_for <= OPEN_FACTS)
    }

    /// What accounts may start from: the game, rejected acts that stand or are taken back, the choices of an open entry.
    fn bases(&self) -> Vec<Base<G>> {
        let game = self.game();
        let base = |start, game: G, cost, reached| Base { start, game, cost, reached, moved: Vec::new(), granted: None };
        let moved_by = |acts: &mut dyn Iterator<Item = &Act<G::Move>>| acts.filter_map(|act| game.carries(&act.action)).collect::<Vec<_>>();
        // While an entry is open, that none of it happened is as likely as it was then.
        let none = self.open().map_or(0.0, |(_, choices)| {
            choices.iter().find(|choice| choice.acts.is_empty()).map_or(self.weights.residue, |choice| surprise(choice.weight))
        });
        let standing = self.position.standing();
        let mut bases = Vec::new();
        if standing.is_empty() {
            bases.push(base(Start::Game, game.clone(), none, Vec::new()));
        } else {
            let mut stood = game.clone();
            let mut reached = Vec::new();
            for (_, act) in standing {
                reached.push((act.seat, stood.reaches(act.seat, &act.action)));
                stood.apply(act);
            }
            bases.push(base(Start::StillStanding, stood.clone(), none, Vec::new()));
            bases.push(base(Start::Stood, stood, none + self.weights.stood, Vec::new()));
            let moved = moved_by(&mut standing.iter().map(|(_, act)| act));
            bases.push(Base { moved, ..base(Start::TakenBack, game.clone(), none + self.weights.taken_back, reached) });
        }
        if let Some((_, choices)) = self.open() {
            for (i, choice) in choices.iter().enumerate().filter(|(_, choice)| !choice.acts.is_empty()) {
                let mut chosen = game.clone();
                for act in &choice.acts {
                    chosen.apply(act);
                }
                let granted = Some(choice.clone());
                if choice.reasons.iter().any(Option::is_some) {
                    let mut undone = game.clone();
                    let mut reached = Vec::new();
                    for act in &choice.acts {
                        reached.push((act.seat, undone.reaches(act.seat, &act.action)));
                        undone.apply(act);
                    }
                    let cost = surprise(choice.weight) + self.weights.taken_back;
                    let moved = moved_by(&mut choice.acts.iter());
                    bases.push(Base { granted: granted.clone(), moved, ..base(Start::ChoiceUndone(i), game.clone(), cost, reached) });
                }
                bases.push(Base { granted, ..base(Start::Choice(i), chosen, surprise(choice.weight), Vec::new()) });
            }
        }
        bases
    }

    fn rule(&self, best: &Account<G>, told: &[Account<G>], number: u64) -> Vec<Ruling<G::Move>> {
        let clearer = |other: &Account<G>| other.cost - best.cost;
        let rival = told.iter().skip(1).map(clearer).fold(f64::INFINITY, f64::min);
        let innocent = told.iter().filter(|other| !other.accuses()).map(clearer).fold(f64::INFINITY, f64::min);
        // Accounts that differ only in which card was moved say the same of who did what.
        let same: f64 = told.iter().filter(|other| other.charge() == best.charge()).map(|other| (-clearer(other)).exp()).sum();
        let certain = if best.accuses() {
            let other = told.iter().filter(|other| other.charge() != best.charge()).map(clearer).fold(f64::INFINITY, f64::min);
            innocent + same.ln() >= self.weights.reject_margin && other + same.ln() >= self.weights.accept_margin
        } else {
            rival >= self.weights.accept_margin
        };
        let nothing = best.acts.is_empty() && matches!(best.start, Start::Game | Start::StillStanding);
        // That nothing happened needs no proof, and something too faint to ask about will show more clearly later.
        let enough = if nothing { self.weights.accept_margin / 2.0 } else { self.weights.reject_margin };
        if certain || (nothing && rival >= enough) {
            return self.say(best, number);
        }
        let near: Vec<&Account<G>> = told.iter().filter(|other| clearer(other) < enough).take(MOST_CHOICES).collect();
        let total: f64 = near.iter().map(|account| (-clearer(account)).exp()).sum();
        let choices: Vec<Choice<G::Move>> = near
            .iter()
            .map(|account| Choice {
                acts: account.acts.clone(),
                reasons: account.reasons.iter().map(|reason| reason.as_ref().map(|(reason, _)| reason.clone())).collect(),
                weight: ((-clearer(account)).exp() / total) as f32,
            })
            .collect();
        let asked = |open: &[Choice<G::Move>]| choices.iter().all(|choice| open.iter().any(|asked| asked.acts == choice.acts));
        if self.open().is_some_and(|(_, open)| asked(open)) {
            return Vec::new();
        }
        if choices.len() < 2 {
            return self.say(best, number);
        }
        vec![Ruling::Undecided { choices }]
    }

    /// The rulings that an account amounts to.
    fn say(&self, account: &Account<G>, number: u64) -> Vec<Ruling<G::Move>> {
        let mut rulings = Vec::new();
        for (entry, act) in self.position.standing() {
            match account.start {
                Start::Stood => rulings.push(Ruling::Stood { act: act.clone(), entry: *entry }),
                Start::TakenBack => rulings.push(Ruling::TakenBack { act: act.clone(), entry: *entry }),
                _ => {}
            }
        }
        let (Start::Choice(chosen) | Start::ChoiceUndone(chosen)) = account.start else {
            rulings.extend(Self::judge_new(account));
            return rulings;
        };
        if let Some((entry, choices)) = self.open()
            && let Some(choice) = choices.get(chosen)
        {
            // A choice that breaks a rule is an accusation, now that it has been decided.
            if choice.reasons.iter().all(Option::is_none) {
                rulings.push(Ruling::Resolved { entry, choice: choice.clone() });
            } else {
                rulings.push(Ruling::Retracted { entry, now_illegal: Vec::new() });
                for (act, reason) in choice.acts.iter().zip(&choice.reasons) {
                    rulings.push(judged(act, reason.as_ref().map(|r| (r, false))));
                    if reason.is_some() && matches!(account.start, Start::ChoiceUndone(_)) {
                        rulings.push(Ruling::TakenBack { act: act.clone(), entry: number });
                    }
                }
            }
        }
        rulings.extend(Self::judge_new(account));
        rulings
    }

    /// The rulings on the acts that an account adds to what it starts from.
    fn judge_new(account: &Account<G>) -> impl Iterator<Item = Ruling<G::Move>> {
        let new = account.acts.iter().zip(&account.reasons).skip(account.granted);
        new.map(|(act, reason)| judged(act, reason.as_ref().map(|(r, w)| (r, *w))))
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

    fn follow(&mut self, told: &Told<G::Move>, number: u64) -> Vec<Ruling<G::Move>> {
        let refused = |why: String| vec![Ruling::Refused { why }];
        match told {
            Told::Act { act } => match self.game().check(act) {
                Ok(()) => vec![judged(act, None)],
                Err(objection) => vec![judged(act, Some((&Reason::of(&objection), objection.is_warning())))],
            },
            Told::Accept { entry, choice } => {
                let standing: Vec<_> = self.position.standing().iter().filter(|(n, _)| n == entry).cloned().collect();
                if !standing.is_empty() {
                    return standing.into_iter().map(|(entry, act)| Ruling::Stood { act, entry }).collect();
                }
                match self.undecided(*entry).map(|choices| choices.get(*choice).cloned()) {
                    Some(Some(choice)) => vec![Ruling::Resolved { entry: *entry, choice }],
                    Some(None) => refused(format!("entry {entry} has no choice {choice}")),
                    None => refused(format!("entry {entry} asks nothing: only an undecided or rejected entry can be accepted")),
                }
            }
            Told::Reject { entry } | Told::Retract { entry } => {
                if *entry == 0 || *entry >= number {
                    return refused(format!("there is no entry {entry} yet"));
                }
                vec![Ruling::Retracted { entry: *entry, now_illegal: self.position.illegal_after(*entry, None) }]
            }
            Told::Correct { entry, acts } => {
                if *entry == 0 || *entry >= number {
                    return refused(format!("there is no entry {entry} yet"));
                }
                vec![Ruling::Corrected { entry: *entry, acts: acts.clone(), now_illegal: self.position.illegal_after(*entry, Some(acts)) }]
            }
            Told::End => {
                self.ended = true;
                vec![Ruling::Ended { scores: self.game().scores() }]
            }
            Told::Note { .. } => Vec::new(),
        }
    }

    /// The choices of an entry that is still undecided.
    fn undecided(&self, entry: u64) -> Option<&[Choice<G::Move>]> {
        if !self.position.acts_of(entry).is_empty() {
            return None;
        }
        let found = self.entries.iter().find(|e| e.entry == entry)?;
        found.rulings.iter().find_map(|ruling| match ruling {
            Ruling::Undecided { choices } => Some(choices.as_slice()),
            _ => None,
        })
    }
}

/// Negative logarithm of a weight.
fn surprise(weight: f32) -> f64 {
    -f64::from(weight.max(1e-3)).ln()
}

fn judged<M: Clone>(act: &Act<M>, reason: Option<(&Reason, bool)>) -> Ruling<M> {
    match reason {
        None => Ruling::Accepted { act: act.clone(), warning: None },
        Some((reason, true)) => Ruling::Accepted { act: act.clone(), warning: Some(reason.clone()) },
        Some((reason, false)) => Ruling::Rejected { act: act.clone(), reason: reason.clone() },
    }
}
