//! Accusations that the table ignores. Who is accused wrongly plays on, and by the rules all that follows is wrong too; a table that plays on
//! with him does not share the accusation. So it is put in doubt, and asked about, instead of being repeated without end.

use super::hypothesis::judged;
use super::position::{broken_by, play};
use super::{Choice, Input, Reason, Referee, Ruling};
use crate::games::{Act, Game};
use crate::table::Seat;
use std::collections::BTreeMap;

/// With so many accusations ignored, the next one that rests on them puts them in doubt.
const PATIENCE: usize = 2;
/// So many of a seat's acts may have been seen wrongly: those that were accused, the oldest first, and a few before them.
const MOST: usize = 14;
const BEFORE: usize = 6;

/// An act that counts, with the rule that it is said to break.
struct Seen<M> {
    entry: u64,
    act: Act<M>,
    reason: Option<Reason>,
}

/// What an entry may have been instead.
type Account<G> = (u64, Vec<Act<<G as Game>::Move>>);
/// The acts of each entry, in order.
type Acts<G> = BTreeMap<u64, Vec<Act<<G as Game>::Move>>>;

impl<G: Game> Referee<G> {
    /// What is ruled on an act that breaks a rule only because of earlier accusations that the table has ignored; `None` for any other act.
    pub(super) fn doubt(&self, act: &Act<G::Move>) -> Option<Vec<Ruling<G::Move>>> {
        let seen = self.seen(act.seat);
        let charges = seen.iter().filter(|seen| seen.reason.is_some()).count();
        let first = seen.first().filter(|_| charges >= PATIENCE)?.entry;
        let (start, mut acts) = (self.position.before(first), self.position.since(first));
        let left = |acts: &Acts<G>| {
            let (game, broken) = play(&start, acts);
            seen.iter().filter(|seen| breaks(&broken, seen.entry)).count() + usize::from(broken_by(&game, act).is_some())
        };
        let mut accounts: Acts<G> = BTreeMap::new();
        let mut fewest = left(&acts);
        while fewest > 0 {
            // The account of one entry that leaves the fewest charges; where none leaves fewer, the oldest charge is explained first.
            let open = || seen.iter().take(MOST).filter(|seen| !accounts.contains_key(&seen.entry));
            let better = best::<G>(seen.iter().take(MOST), &start, &acts, &left).filter(|(left, _)| *left < fewest);
            let explained = || {
                let (game, broken) = play(&start, &acts);
                let oldest = open().find(|seen| breaks(&broken, seen.entry)).filter(|_| broken_by(&game, act).is_some());
                best::<G>(oldest.into_iter(), &start, &acts, &left)
            };
            let Some((left, (entry, account))) = better.or_else(explained) else { break };
            fewest = left;
            acts.insert(entry, account.clone());
            accounts.insert(entry, account);
        }
        let (game, broken) = play(&start, &acts);
        if accounts.is_empty() || broken_by(&game, act).is_some() {
            return None;
        }
        let choice = |acts: Vec<Act<G::Move>>| Choice::innocent(acts, 0.5);
        let mut rulings = Vec::new();
        for Seen { entry, act, reason } in seen {
            if let Some(account) = accounts.remove(&entry) {
                let as_seen = Choice { acts: vec![act], reasons: vec![reason], weight: 0.5 };
                rulings.push(Ruling::Doubted { entry, choices: vec![choice(account.clone()), as_seen] });
                rulings.push(Ruling::Presumed { entry, choice: choice(account) });
            } else if reason.is_some() && !breaks(&broken, entry) {
                rulings.push(Ruling::Presumed { entry, choice: choice(vec![act]) });
            }
        }
        let warning = game.check(act).err().map(|objection| Reason::of(&objection));
        rulings.push(judged(act, warning.as_ref().map(|reason| (reason, true))));
        Some(rulings)
    }

    /// The acts of a seat that were seen and count, in order, from a few before the accusations that follow each other up to now: what it was
    /// accused of long before, and played on lawfully after, is another matter.
    fn seen(&self, seat: Seat) -> Vec<Seen<G::Move>> {
        let rulings = self.entries.iter().filter(|entry| matches!(entry.input, Input::Seen(_)));
        let rulings = rulings.flat_map(|entry| entry.rulings.iter().map(move |ruling| (entry.entry, ruling)));
        let broken = self.position.objections();
        let act = |(entry, ruling): (u64, &Ruling<G::Move>)| {
            let (Ruling::Accepted { act, .. } | Ruling::Rejected { act, .. }) = ruling else { return None };
            let counts = act.seat == seat && self.position.acts_of(entry).contains(act);
            counts.then(|| Seen { entry, act: act.clone(), reason: broken.get(&entry).map(Reason::of) })
        };
        let mut seen: Vec<Seen<G::Move>> = rulings.filter_map(act).collect();
        // Whoever put right what he was accused of has not ignored it.
        let settled = self.position.settled(seat);
        seen.retain(|seen| seen.reason.is_none() || settled.is_none_or(|settled| seen.entry > settled));
        let mut first = seen.len();
        for (k, one) in seen.iter().enumerate().rev() {
            if one.reason.is_some() {
                first = k;
            } else if first.saturating_sub(k) > BEFORE {
                break;
            }
        }
        seen.split_off(first.saturating_sub(BEFORE))
    }
}

/// Of what else these may have been the account that leaves the fewest charges, with its entry.
fn best<'s, G: Game>(
    seen: impl Iterator<Item = &'s Seen<G::Move>>,
    start: &G,
    acts: &Acts<G>,
    left: &impl Fn(&Acts<G>) -> usize,
) -> Option<(usize, Account<G>)> {
    let other = seen.flat_map(|seen| {
        let (before, _) = play(start, acts.range(..seen.entry));
        innocent(&before, seen).into_iter().map(|account| (seen.entry, account))
    });
    let rated = other.map(|(entry, account)| {
        let mut then = acts.clone();
        then.insert(entry, account.clone());
        (left(&then), (entry, account))
    });
    // That it was seen and something else was not is likelier than that it was made up, and that likelier than both.
    let strange = |account: &[Act<G::Move>]| [1, 2, 0].get(account.len()).copied().unwrap_or(0);
    rated.min_by_key(|(left, (entry, account))| (*left, strange(account), *entry))
}

fn breaks<O>(broken: &[(u64, O)], entry: u64) -> bool {
    broken.iter().any(|(n, _)| *n == entry)
}

/// What else an act may have been: nothing, or, where it is accused, something that leaves no trace, with it or without.
fn innocent<G: Game>(before: &G, seen: &Seen<G::Move>) -> Vec<Vec<Act<G::Move>>> {
    let unseen = before.traceless().into_iter().filter(|(seat, _)| seen.reason.is_some() && *seat == seen.act.seat);
    let unseen = unseen.map(|(seat, action)| Act { seat, action, stamp: seen.act.stamp });
    unseen.flat_map(|act| [vec![act.clone(), seen.act.clone()], vec![act]]).chain([Vec::new()]).collect()
}
