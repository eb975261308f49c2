use super::{Council, Desk, DraftView, Snapshot};
use crate::games::Narrate;
use crate::referee::EntryOf;
use crate::table::Stamp;
use serde::Serialize;
use std::sync::Arc;

/// The rules of a game that changes them, as a screen shows them: made anew only when something has happened.
#[derive(Debug, Default)]
pub(super) struct Chamber {
    council: Option<Arc<Council>>,
    /// The file that somebody is writing.
    text: Option<String>,
    draft: Option<Arc<DraftView>>,
    is_fresh: bool,
    is_weighed: bool,
}

impl Chamber {
    /// The game has gone on.
    pub const fn enter(&mut self) {
        (self.is_fresh, self.is_weighed) = (false, false);
    }

    /// Takes a draft of a proposition, in place of the last.
    pub fn draft(&mut self, text: &str) {
        self.text = (!text.trim().is_empty()).then(|| text.to_owned());
        self.is_weighed = false;
    }

    /// Fills in the rules, the vote and the draft.
    pub fn present<G: Narrate>(&mut self, desk: &Desk<G>, snapshot: &mut Snapshot)
    where
        EntryOf<G>: Serialize,
    {
        let (game, now) = (desk.referee().game(), desk.now());
        if !self.is_fresh || self.runs_out(now) {
            self.council = game.council(now).map(Arc::new);
            self.is_fresh = true;
        }
        if !self.is_weighed {
            self.draft = self.text.as_ref().and_then(|text| game.weigh(text)).map(Arc::new);
            self.is_weighed = true;
        }
        snapshot.council.clone_from(&self.council);
        snapshot.draft.clone_from(&self.draft);
    }

    /// Whether a time limit is up that was not when the rules were last looked at.
    fn runs_out(&self, now: Stamp) -> bool {
        let vote = self.council.as_ref().and_then(|council| council.vote.as_ref());
        vote.is_some_and(|vote| !vote.time_up && vote.deadline_us.is_some_and(|deadline| now.earliest_us() >= deadline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Standing;
    use crate::games::nomic::{Nomic, Setup, mat};
    use crate::pipeline::{Call, Look, Presenter};
    use crate::referee::Weights;
    use crate::table::{Observation, Seat, Seats};

    struct Room {
        desk: Desk<Nomic>,
        presenter: Presenter,
    }

    impl Room {
        fn new() -> Self {
            let seats = Seats::try_from(2).unwrap();
            let game = Nomic::new(Setup::new(seats, seat(1)).unwrap()).unwrap();
            Self { desk: Desk::new(game, mat(seats), Weights::default(), None), presenter: Presenter::new(Look::default()) }
        }

        fn tell(&mut self, by: usize, text: &str) {
            let ruled = self.desk.call(&Call::Act { seat: seat(by), text: text.into() });
            ruled.entries.iter().for_each(|entry| self.presenter.enter(&self.desk, entry));
        }

        /// Lets time pass over a table on which nothing is seen.
        fn wait_until(&mut self, ms: u64) {
            let seen = Observation {
                frame: 0,
                stamp: Stamp::from_ms(ms),
                cards: Vec::new(),
                overlaps: Vec::new(),
                hands: Vec::new(),
                touches: Vec::new(),
            };
            self.desk.observe(&seen);
        }

        fn shown(&mut self) -> Snapshot {
            let mut snapshot = Snapshot::default();
            self.presenter.present(&self.desk, &mut snapshot);
            snapshot
        }
    }

    fn seat(number: usize) -> Seat {
        Seat::from_index(number - 1).unwrap()
    }

    #[test]
    fn the_rules_are_made_anew_only_when_something_has_happened_or_time_is_up() {
        let mut room = Room::new();
        let first = room.shown().council.unwrap();
        assert!(Arc::ptr_eq(&first, &room.shown().council.unwrap()));
        for (by, text) in [(1, r#"propose {"action":"remove","rule":9}"#), (1, "vote for"), (1, "draw"), (2, "limit")] {
            room.tell(by, text);
        }
        let voting = room.shown().council.unwrap();
        let standing = |council: &Council| council.vote.as_ref().unwrap().ballots[1].standing;
        assert_eq!((standing(&voting), voting.vote.as_ref().unwrap().deadline_us), (Standing::Awaited, Some(300_000_000)));
        room.wait_until(299_000);
        assert!(Arc::ptr_eq(&voting, &room.shown().council.unwrap()));
        room.wait_until(300_000);
        let up = room.shown().council.unwrap();
        assert_eq!(standing(&up), Standing::TimeUp);
        room.wait_until(310_000);
        assert!(Arc::ptr_eq(&up, &room.shown().council.unwrap()));
    }

    #[test]
    fn a_draft_is_weighed_once_and_again_after_each_entry() {
        let mut room = Room::new();
        assert_eq!(room.shown().draft, None);
        room.presenter.draft("action = \"remove 9\"\n");
        let first = room.shown().draft.unwrap();
        assert_eq!((first.name.as_str(), first.proposers.as_slice()), ("remove rule 9", [seat(1)].as_slice()));
        assert!(Arc::ptr_eq(&first, &room.shown().draft.unwrap()));
        room.tell(1, r#"propose {"action":"remove","rule":12}"#);
        let then = room.shown().draft.unwrap();
        assert!(then.proposers.is_empty() && then.no_proposal.is_some());
        room.presenter.draft(" ");
        assert_eq!(room.shown().draft, None);
    }

    #[test]
    fn a_draft_is_no_entry() {
        let mut room = Room::new();
        assert!(room.desk.call(&Call::Draft("action = \"add\"".into())).entries.is_empty());
    }
}
