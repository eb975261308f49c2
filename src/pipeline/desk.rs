use super::Call;
use crate::games::{Act, Narrate};
use crate::journal::{JournalError, Said, Writer};
use crate::referee::{EntryOf, Input, Referee, Ruling, Told, Weights};
use crate::table::{Fact, Mat, Observation, Seat, Stamp};
use crate::tracker::Follower;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt::Display;
use std::str::FromStr;

/// Where observations and a person's calls become journal entries: a tracker, a referee and a journal, on one thread.
pub struct Desk<G: Narrate> {
    tracker: Follower<G::Zone>,
    referee: Referee<G>,
    journal: Option<Writer>,
    /// What was said and is still to be heard, in order of time.
    said: VecDeque<Said>,
    /// The newest moment heard of.
    now: Stamp,
}

/// An act that was told waits this long at most for the table to come to rest.
const TOLD_WAITS_MS: f64 = 8000.0;

/// What a desk ruled on what it heard.
#[derive(Debug)]
pub struct Ruled<G: Narrate> {
    /// The entries, in order.
    pub entries: Vec<EntryOf<G>>,
    /// Why the journal's file did not take them, if it did not; they wait there and the game goes on.
    pub unwritten: Option<JournalError>,
}

impl<G: Narrate> Ruled<G> {
    fn add(&mut self, (entry, unwritten): (EntryOf<G>, Option<JournalError>)) {
        self.entries.push(entry);
        self.unwritten = unwritten.or(self.unwritten.take());
    }
}

impl<G: Narrate> Desk<G>
where
    EntryOf<G>: Serialize,
{
    /// A desk for a game that is about to begin.
    pub fn new(game: G, mat: Mat<G::Zone>, weights: Weights, journal: Option<Writer>) -> Self {
        let tracker = if G::keeps_offences() { Follower::at_once(mat) } else { Follower::in_turns(mat) };
        Self { tracker, referee: Referee::new(game, weights), journal, said: VecDeque::new(), now: Stamp::default() }
    }

    /// Hears each of these words, which are in order of time, as soon as the frames get there.
    #[must_use]
    pub fn with_said(mut self, said: Vec<Said>) -> Self {
        self.said = said.into();
        self
    }

    /// The referee, to be read.
    pub const fn referee(&self) -> &Referee<G> {
        &self.referee
    }

    /// The mat.
    pub fn mat(&self) -> &Mat<G::Zone> {
        self.tracker.mat()
    }

    /// The newest moment heard of.
    pub const fn now(&self) -> Stamp {
        self.now
    }

    /// Takes an observation; answers the entries that came of it.
    pub fn observe(&mut self, seen: &Observation) -> Ruled<G> {
        self.now = seen.stamp;
        let mut ruled = Ruled { entries: Vec::new(), unwritten: None };
        while let Some(said) = self.said.front().filter(|said| said.ms <= seen.stamp.ms()) {
            let told = said_at(said);
            if self.is_early(&told) {
                break;
            }
            self.said.pop_front();
            ruled.add(self.enter(Input::Told(told), Some(seen.frame)));
        }
        let facts = self.tracker.observe(seen);
        self.enter_all(facts, Some(seen.frame), ruled)
    }

    /// Whether an act that would be refused may only have been told before the table came to rest: hands are at work, or were.
    fn is_early(&self, told: &Told<G::Move>) -> bool {
        let Told::Act { act } = told else { return false };
        self.now.ms_since(act.stamp) < TOLD_WAITS_MS && self.tracker.is_disturbed() && self.referee.refuses(act)
    }

    /// The source has ended: what is pending settles, and what is left of what was said is heard.
    pub fn finish(&mut self) -> Ruled<G> {
        let facts = self.tracker.finish();
        let mut ruled = self.enter_all(facts, None, Ruled { entries: Vec::new(), unwritten: None });
        while let Some(said) = self.said.pop_front_if(|said| said.ms <= self.now.ms()) {
            ruled.add(self.enter(Input::Told(said_at(&said)), None));
        }
        ruled
    }

    fn enter_all(&mut self, facts: Vec<Fact<G::Zone>>, frame: Option<u64>, mut ruled: Ruled<G>) -> Ruled<G> {
        for fact in facts {
            let frame = frame.or(Some(fact.frame()));
            ruled.add(self.enter(Input::Seen(fact), frame));
        }
        ruled
    }

    /// Takes a person's call; answers the entry that came of it, none for a call that is not the referee's.
    pub fn call(&mut self, call: &Call) -> Ruled<G> {
        let stamp = self.now;
        let told = match call {
            Call::Pass(seat) => match G::pass() {
                Some(action) => Told::Act { act: Act { seat: *seat, action, stamp } },
                None => Told::Note { text: format!("{seat} passes") },
            },
            Call::Act { seat, text } => told(*seat, text, stamp),
            Call::ActAt { seat, text, at } => told(*seat, text, *at),
            Call::Accept { entry, choice } => Told::Accept { entry: *entry, choice: choice.unwrap_or(0) },
            Call::Reject { entry } => Told::Reject { entry: *entry },
            Call::Retract { entry } => Told::Retract { entry: *entry },
            Call::End => Told::End,
            Call::Note(text) => Told::Note { text: text.clone() },
            Call::Draft(_) | Call::Pause | Call::Resume | Call::Quit => return Ruled { entries: Vec::new(), unwritten: None },
        };
        let mut ruled = Ruled { entries: Vec::new(), unwritten: None };
        ruled.add(self.enter(Input::Told(told), None));
        ruled
    }

    fn enter(&mut self, input: Input<G::Zone, G::Move>, frame: Option<u64>) -> (EntryOf<G>, Option<JournalError>) {
        let entry = self.referee.hear(input, self.now, frame);
        let unwritten = self.journal.as_mut().and_then(|journal| journal.append(&entry).err());
        (entry, unwritten)
    }

    /// Writes what the journal's file did not take so far.
    ///
    /// # Errors
    /// When it still takes no more.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        self.journal.as_mut().map_or(Ok(()), Writer::flush)
    }

    /// Whether a ruling needs a person.
    pub fn is_open(&self, entry: u64, ruling: &Ruling<G::Move>) -> bool {
        match ruling {
            Ruling::Rejected { .. } => self.referee.position().standing().iter().any(|(n, _)| *n == entry),
            Ruling::Resolved { entry, .. } => self.referee.position().standing().iter().any(|(n, _)| n == entry),
            Ruling::Undecided { .. } => self.referee.position().open(entry).is_some(),
            _ => false,
        }
    }
}

/// What was said, at its moment.
fn said_at<M: FromStr<Err: Display>>(said: &Said) -> Told<M> {
    told(said.seat, &said.text, Stamp { at_us: (said.ms * 1000.0) as u64, tolerance_us: 0 })
}

/// What a text in a game's notation tells; a remark, when it is no move.
fn told<M: FromStr<Err: Display>>(seat: Seat, text: &str, stamp: Stamp) -> Told<M> {
    match text.parse() {
        Ok(action) => Told::Act { act: Act { seat, action, stamp } },
        Err(error) => Told::Note { text: format!("'{text}' is no move: {error}") },
    }
}
