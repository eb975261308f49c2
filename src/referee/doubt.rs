//! Accusations that the table ignores. Who is accused wrongly plays on, and by the rules all that follows is wrong too; a table that plays on
//! with him does not share the accusation. So it is put in doubt, and asked about, instead of being repeated without end.

use super::hypothesis::judged;
use super::{Choice, Position, Reason, Referee, Ruling};
use crate::games::{Act, Game, Objection};
use crate::table::Seat;
use std::collections::BTreeMap;

/// With so many accusations ignored, the next one that rests on them puts them in doubt.
const PATIENCE: usize = 2;

/// An accusation that still counts.
struct Charge<M> {
    entry: u64,
    act: Act<M>,
    reason: Reason,
}

impl<G: Game> Referee<G> {
    /// What is ruled on an act that breaks a rule only because of earlier accusations that the table has ignored; `None` for any other act.
    pub(super) fn doubt(&self, act: &Act<G::Move>) -> Option<Vec<Ruling<G::Move>>> {
        let charges = self.charges(act.seat);
        let mut accounts: BTreeMap<u64, Vec<Act<G::Move>>> = BTreeMap::new();
        let mut position = self.position.clone();
        for charge in charges.iter().filter(|_| charges.len() >= PATIENCE) {
            if is_lawful(&position, act) {
                break;
            }
            if position.objections().contains_key(&charge.entry) {
                let account = innocent(&position, charge, &charges, act)?;
                position = position.instead(charge.entry, account.clone());
                accounts.insert(charge.entry, account);
            }
        }
        if accounts.is_empty() || !is_lawful(&position, act) {
            return None;
        }
        let choice = |acts: Vec<Act<G::Move>>| Choice { reasons: vec![None; acts.len()], acts, weight: 0.5 };
        let objections = position.objections();
        let mut rulings = Vec::new();
        for Charge { entry, act, reason } in charges {
            if let Some(account) = accounts.remove(&entry) {
                let accusing = Choice { acts: vec![act], reasons: vec![Some(reason)], weight: 0.5 };
                rulings.push(Ruling::Doubted { entry, choices: vec![choice(account.clone()), accusing] });
                rulings.push(Ruling::Presumed { entry, choice: choice(account) });
            } else if !objections.contains_key(&entry) {
                rulings.push(Ruling::Presumed { entry, choice: choice(vec![act]) });
            }
        }
        let warning = position.game().check(act).err().map(|objection| Reason::of(&objection));
        rulings.push(judged(act, warning.as_ref().map(|reason| (reason, true))));
        Some(rulings)
    }

    /// The accusations of a seat that count, in order.
    fn charges(&self, seat: Seat) -> Vec<Charge<G::Move>> {
        let rulings = self.entries.iter().flat_map(|entry| entry.rulings.iter().map(move |ruling| (entry.entry, ruling)));
        let charge = |(entry, ruling): (u64, &Ruling<G::Move>)| match ruling {
            Ruling::Rejected { act, reason } if act.seat == seat => Some(Charge { entry, act: act.clone(), reason: reason.clone() }),
            _ => None,
        };
        let objections = self.position.objections();
        rulings.filter_map(charge).filter(|charge| objections.contains_key(&charge.entry)).collect()
    }
}

fn is_lawful<G: Game>(position: &Position<G>, act: &Act<G::Move>) -> bool {
    position.game().check(act).err().is_none_or(|objection| objection.is_warning())
}

/// What else may have been what is accused: the same after something that leaves no trace, or nothing. The account after which fewest other
/// charges are left; `None` when with none of them the charge falls.
fn innocent<G: Game>(
    position: &Position<G>,
    charge: &Charge<G::Move>,
    charges: &[Charge<G::Move>],
    act: &Act<G::Move>,
) -> Option<Vec<Act<G::Move>>> {
    let Charge { act: accused, entry, .. } = charge;
    let unseen = position.before(*entry).traceless().into_iter().filter(|(seat, _)| *seat == accused.seat);
    let unseen = unseen.map(|(seat, action)| vec![Act { seat, action, stamp: accused.stamp }, accused.clone()]);
    let left = |account: Vec<Act<G::Move>>| {
        let then = position.instead(*entry, account.clone());
        let objections = then.objections();
        let others = charges.iter().filter(|other| objections.contains_key(&other.entry)).count();
        (!objections.contains_key(entry)).then(|| (others + usize::from(!is_lawful(&then, act)), account))
    };
    unseen.chain([Vec::new()]).filter_map(left).min_by_key(|(left, account)| (*left, account.is_empty())).map(|(_, account)| account)
}
