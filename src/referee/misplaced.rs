//! Cards that lie on the table where the game cannot have them: they were never taken, and what was seen of that is put in doubt.

use super::position::play;
use super::{Choice, Input, Reason, Referee, Ruling};
use crate::games::{Act, Game};
use crate::table::Layout;

/// So many of the latest acts with a card may not have been: that it was taken, and where it was then brought.
const MOST: usize = 2;

impl<G: Game> Referee<G> {
    /// What is ruled on the acts that took cards away which a resting table shows where they lay.
    pub(super) fn never_taken(&self, layout: &Layout<G::Zone>) -> Vec<Ruling<G::Move>> {
        let mut rulings = Vec::new();
        let misplaced = self.game().misplaced(layout);
        if misplaced.is_empty() {
            return rulings;
        }
        let (start, mut acts) = (self.position.before(0), self.position.since(0));
        for card in misplaced {
            let (game, broken) = play(&start, &acts);
            let carries = |act: &Act<G::Move>| game.carries(act).and_then(|carried| carried.card).as_ref() == Some(&card);
            let seen = |entry: u64| {
                let at = usize::try_from(entry).ok().and_then(|n| self.entries.get(n.checked_sub(1)?));
                at.is_some_and(|entry| matches!(entry.input, Input::Seen(_)))
            };
            let about = acts.iter().rev().filter(|(_, acts)| acts.iter().any(carries)).map(|(entry, _)| *entry);
            let about: Vec<u64> = about.take(MOST).take_while(|entry| seen(*entry)).collect();
            let without = (1..=about.len()).find_map(|count| {
                let mut then = acts.clone();
                about.iter().take(count).for_each(|entry| _ = then.insert(*entry, Vec::new()));
                let (after, left) = play(&start, &then);
                (!after.misplaced(layout).contains(&card) && left.len() <= broken.len()).then_some((count, then))
            });
            let Some((count, then)) = without else { continue };
            for entry in about.iter().take(count) {
                let reasons = broken.iter().find(|(of, _)| of == entry).map(|(_, objection)| Reason::of(objection));
                let as_seen = acts.get(entry).cloned().unwrap_or_default();
                let as_seen = Choice { reasons: as_seen.iter().map(|_| reasons.clone()).collect(), acts: as_seen, weight: 0.5 };
                let nothing = Choice::innocent(Vec::new(), 0.5);
                rulings.push(Ruling::Doubted { entry: *entry, choices: vec![nothing.clone(), as_seen] });
                rulings.push(Ruling::Presumed { entry: *entry, choice: nothing });
            }
            // Who was accused because of them is not any more.
            let (_, left) = play(&start, &then);
            for (entry, _) in broken.iter().filter(|(entry, _)| left.iter().all(|(of, _)| of != entry) && !about.contains(entry)) {
                let as_seen = then.get(entry).cloned().unwrap_or_default();
                rulings.push(Ruling::Presumed { entry: *entry, choice: Choice::innocent(as_seen, 0.5) });
            }
            acts = then;
        }
        rulings
    }
}
