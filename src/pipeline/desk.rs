use super::Call;
use crate::games::{Act, Narrate};
use crate::journal::{JournalError, Writer};
use crate::referee::{EntryOf, Input, Referee, Ruling, Told, Weights};
use crate::table::{Mat, Observation, Stamp};
use crate::tracker::{Tracker, TrackerConfig};
use serde::Serialize;

/// Where observations and a person's calls become journal entries: a tracker, a referee and a journal, on one thread.
pub struct Desk<G: Narrate> {
    tracker: Tracker<G::Zone>,
    referee: Referee<G>,
    journal: Option<Writer>,
    /// The newest moment heard of.
    now: Stamp,
}

impl<G: Narrate> Desk<G>
where
    EntryOf<G>: Serialize,
{
    /// A desk for a game that is about to begin.
    pub fn new(game: G, mat: Mat<G::Zone>, tracker: TrackerConfig, weights: Weights, journal: Option<Writer>) -> Self {
        Self { tracker: Tracker::new(mat, tracker), referee: Referee::new(game, weights), journal, now: Stamp::default() }
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

    /// Takes an observation; answers the entry that came of it.
    ///
    /// # Errors
    /// When the journal takes no more; the entry waits there and the game goes on.
    pub fn observe(&mut self, seen: &Observation) -> Result<Option<EntryOf<G>>, JournalError> {
        self.now = seen.stamp;
        match self.tracker.observe(seen) {
            Some(fact) => self.enter(Input::Seen(fact), Some(seen.frame)).map(Some),
            None => Ok(None),
        }
    }

    /// The source has ended: what is pending settles.
    ///
    /// # Errors
    /// As [`Self::observe`].
    pub fn finish(&mut self) -> Result<Option<EntryOf<G>>, JournalError> {
        match self.tracker.finish() {
            Some(fact) => {
                let frame = fact.frame();
                self.enter(Input::Seen(fact), Some(frame)).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Takes a person's call; answers the entry that came of it, `None` for a call that is not the referee's.
    ///
    /// # Errors
    /// As [`Self::observe`].
    pub fn call(&mut self, call: &Call) -> Result<Option<EntryOf<G>>, JournalError> {
        let stamp = self.now;
        let told = match call {
            Call::Pass(seat) => match G::pass() {
                Some(action) => Told::Act { act: Act { seat: *seat, action, stamp } },
                None => Told::Note { text: format!("{seat} passes") },
            },
            Call::Act { seat, text } => match text.parse::<G::Move>() {
                Ok(action) => Told::Act { act: Act { seat: *seat, action, stamp } },
                Err(error) => Told::Note { text: format!("'{text}' is no move: {error}") },
            },
            Call::Accept { entry, choice } => Told::Accept { entry: *entry, choice: choice.unwrap_or(0) },
            Call::Reject { entry } => Told::Reject { entry: *entry },
            Call::Retract { entry } => Told::Retract { entry: *entry },
            Call::End => Told::End,
            Call::Note(text) => Told::Note { text: text.clone() },
            Call::Pause | Call::Resume | Call::Quit => return Ok(None),
        };
        self.enter(Input::Told(told), None).map(Some)
    }

    fn enter(&mut self, input: Input<G::Zone, G::Move>, frame: Option<u64>) -> Result<EntryOf<G>, JournalError> {
        let entry = self.referee.hear(input, self.now, frame);
        if let Some(journal) = &mut self.journal {
            journal.append(&entry)?;
        }
        Ok(entry)
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
