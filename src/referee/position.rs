//! Rulings folded into the state of the game: this decides nothing.

use super::{Choice, Entry, Reason, Ruling, state_hash};
use crate::games::{Act, Game, Objection};
use crate::table::Seat;
use std::collections::BTreeMap;

/// Where a refereed game stands.
#[derive(Debug, Clone)]
pub struct Position<G: Game> {
    initial: G,
    game: G,
    /// The acts that count, by the entry that they came to pass at.
    acts: BTreeMap<u64, Vec<Act<G::Move>>>,
    standing: Vec<(u64, Act<G::Move>)>,
    /// Entries that a person may still decide.
    open: BTreeMap<u64, Vec<Choice<G::Move>>>,
}

impl<G: Game> Position<G> {
    /// The position before the first entry.
    pub fn new(initial: G) -> Self {
        Self { game: initial.clone(), initial, acts: BTreeMap::new(), standing: Vec::new(), open: BTreeMap::new() }
    }

    /// The state of the game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Rejected acts that still lie on the table, each with the entry that rejected it.
    pub fn standing(&self) -> &[(u64, Act<G::Move>)] {
        &self.standing
    }

    /// The choices of an entry that neither a person nor what came later has decided.
    pub fn open(&self, entry: u64) -> Option<&[Choice<G::Move>]> {
        self.open.get(&entry).map(Vec::as_slice)
    }

    /// The acts that count, in order, each with its entry.
    pub fn acts(&self) -> impl Iterator<Item = (u64, &Act<G::Move>)> {
        self.acts.iter().flat_map(|(entry, acts)| acts.iter().map(|act| (*entry, act)))
    }

    /// The acts that count for one entry.
    pub fn acts_of(&self, entry: u64) -> &[Act<G::Move>] {
        self.acts.get(&entry).map_or(&[], Vec::as_slice)
    }

    /// Takes one ruling of the entry with this number.
    pub fn fold(&mut self, number: u64, ruling: &Ruling<G::Move>) {
        match ruling {
            Ruling::Accepted { act, .. } => self.count(number, std::slice::from_ref(act)),
            Ruling::Rejected { act, .. } if G::keeps_offences() => self.count(number, std::slice::from_ref(act)),
            Ruling::Rejected { act, .. } => self.standing.push((number, act.clone())),
            Ruling::TakenBack { act, entry } => self.lift(*entry, act),
            Ruling::Stood { act, entry } => {
                self.lift(*entry, act);
                self.count(*entry, std::slice::from_ref(act));
            }
            Ruling::Undecided { choices } => _ = self.open.insert(number, choices.clone()),
            Ruling::Doubted { entry, choices } => _ = self.open.insert(*entry, choices.clone()),
            Ruling::Resolved { entry, choice } if G::keeps_offences() => self.replace(*entry, Some(choice.acts.clone())),
            Ruling::Resolved { entry, choice } => {
                let (lawful, unlawful) = choice.judged().partition::<Vec<_>, _>(|(_, reason)| reason.is_none());
                self.replace(*entry, Some(lawful.into_iter().map(|(act, _)| act.clone()).collect()));
                self.standing.extend(unlawful.into_iter().map(|(act, _)| (*entry, act.clone())));
            }
            Ruling::Presumed { entry, choice } => {
                self.acts.insert(*entry, choice.acts.clone());
                self.play_again();
            }
            Ruling::Retracted { entry, .. } => self.replace(*entry, None),
            Ruling::Corrected { entry, acts, .. } => self.replace(*entry, Some(acts.clone())),
            Ruling::Unexplained { .. } | Ruling::Refused { .. } | Ruling::Ended { .. } => {}
        }
    }

    /// Later entries with an act that was legal and would not be with these acts (or none) in an entry's place.
    pub fn illegal_after(&self, entry: u64, acts: Option<&[Act<G::Move>]>) -> Vec<(u64, Reason)> {
        let mut changed = self.acts.clone();
        match acts {
            Some(acts) => changed.insert(entry, acts.to_vec()),
            None => changed.remove(&entry),
        };
        let before = self.objections();
        let (_, after) = play(&self.initial, &changed);
        let new = after.into_iter().filter(|(n, _)| *n > entry && !before.contains_key(n));
        new.map(|(n, objection)| (n, Reason::of(&objection))).collect()
    }

    /// The entries with an act that breaks a rule, each with what the last one breaks.
    pub(super) fn objections(&self) -> BTreeMap<u64, G::Objection> {
        play(&self.initial, &self.acts).1.into_iter().collect()
    }

    /// The game as it stood before an entry.
    pub(super) fn before(&self, entry: u64) -> G {
        let mut game = self.initial.clone();
        self.acts.range(..entry).flat_map(|(_, acts)| acts).for_each(|act| game.apply(act));
        game
    }

    /// The last entry with which a seat had put right all that it did against a rule.
    pub(super) fn settled(&self, seat: Seat) -> Option<u64> {
        let (mut game, mut settled) = (self.initial.clone(), None);
        for (entry, acts) in &self.acts {
            let owed = game.owes(seat);
            acts.iter().for_each(|act| game.apply(act));
            if owed && !game.owes(seat) {
                settled = Some(*entry);
            }
        }
        settled
    }

    /// The acts that count from an entry on.
    pub(super) fn since(&self, entry: u64) -> BTreeMap<u64, Vec<Act<G::Move>>> {
        self.acts.range(entry..).map(|(entry, acts)| (*entry, acts.clone())).collect()
    }

    /// The game if these acts, in order, had happened too, each after those of its entry; `None` when one of them could not have.
    pub fn with(&self, extra: &[(u64, Act<G::Move>)]) -> Option<G> {
        let mut game = self.initial.clone();
        let mut extra = extra.iter().peekable();
        let all = self.acts.iter().map(|(entry, acts)| (*entry, acts.as_slice()));
        for (entry, acts) in all.chain([(u64::MAX, &[][..])]) {
            while let Some((_, act)) = extra.next_if(|(after, _)| *after < entry) {
                if game.check(act).is_err() {
                    return None;
                }
                game.apply(act);
            }
            acts.iter().for_each(|act| game.apply(act));
        }
        Some(game)
    }

    fn count(&mut self, entry: u64, acts: &[Act<G::Move>]) {
        let newest = self.acts.last_key_value().is_none_or(|(last, _)| *last <= entry);
        self.acts.entry(entry).or_default().extend_from_slice(acts);
        if newest {
            for act in acts {
                self.game.apply(act);
            }
        } else {
            self.play_again();
        }
    }

    fn replace(&mut self, entry: u64, acts: Option<Vec<Act<G::Move>>>) {
        self.open.remove(&entry);
        self.standing.retain(|(n, _)| *n != entry);
        match acts {
            Some(acts) => self.acts.insert(entry, acts),
            None => self.acts.remove(&entry),
        };
        self.play_again();
    }

    fn lift(&mut self, entry: u64, act: &Act<G::Move>) {
        if let Some(i) =
            self.standing.iter().position(|(n, standing)| (*n, standing.seat, &standing.action) == (entry, act.seat, &act.action))
        {
            self.standing.remove(i);
        }
    }

    fn play_again(&mut self) {
        self.game = self.before(u64::MAX);
    }
}

/// What an act breaks; nothing when there is no more than a warning.
pub(super) fn broken_by<G: Game>(game: &G, act: &Act<G::Move>) -> Option<G::Objection> {
    game.check(act).err().filter(|objection| !objection.is_warning())
}

/// The game after these acts of entries, and each that breaks a rule, by its entry.
pub(super) fn play<'a, G: Game>(
    start: &G,
    acts: impl IntoIterator<Item = (&'a u64, &'a Vec<Act<G::Move>>)>,
) -> (G, Vec<(u64, G::Objection)>)
where
    G::Move: 'a,
{
    let (mut game, mut found) = (start.clone(), Vec::new());
    for (entry, acts) in acts {
        for act in acts {
            found.extend(broken_by(&game, act).map(|objection| (*entry, objection)));
            game.apply(act);
        }
    }
    (game, found)
}

/// Folds a journal's entries: the position after them, and the first entry whose state hash does not match.
pub fn fold<G: Game>(initial: &G, entries: &[Entry<G::Zone, G::Move>]) -> (Position<G>, Option<u64>) {
    let mut position = Position::new(initial.clone());
    let mut wrong = None;
    for entry in entries {
        for ruling in &entry.rulings {
            position.fold(entry.entry, ruling);
        }
        if wrong.is_none() && state_hash(position.game()) != entry.state {
            wrong = Some(entry.entry);
        }
    }
    (position, wrong)
}
