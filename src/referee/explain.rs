//! Accounts of a fact: sequences of acts, legal or not, weighed by how well they fit what was seen.

use super::{Reason, Weights, weigh};
use crate::cards::{CardId, Face};
use crate::games::{Act, Game, Objection};
use crate::table::{Fact, Glimpse, LaidCard, Layout, Pile, PileChange, Seat, Stamp, Visit};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What an account starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// The game as it stands.
    Game,
    /// Rejected acts still lie on the table; nothing new.
    StillStanding,
    /// Rejected acts are left to stand, and play goes on from them.
    Stood,
    /// Rejected acts were physically undone.
    TakenBack,
}

/// A place to start accounts from.
pub(super) struct Base<G: Game> {
    pub start: Start,
    pub game: G,
    /// Cost of starting here.
    pub cost: f64,
    /// Zones that starting here made a seat's hand visit.
    pub reached: Vec<Reached<G::Zone>>,
    /// Cards that starting here moved.
    pub moved: Vec<CardId>,
}

/// One account.
pub(super) struct Account<G: Game> {
    pub start: Start,
    pub game: G,
    pub acts: Vec<Act<G::Move>>,
    pub reasons: Vec<Option<(Reason, bool)>>,
    /// All costs together.
    pub cost: f64,
    /// Cost of each zone that still differs.
    pub differences: BTreeMap<G::Zone, f64>,
    /// Visits that no act explains.
    pub idle: Vec<Visit<G::Zone>>,
    prior: f64,
    reached: Vec<Reached<G::Zone>>,
    /// Cards that it moves.
    moved: Vec<CardId>,
    /// Cards that its acts brought out of hands not known to hold them, and cards that they took into hands.
    revealed: Vec<(CardId, G::Zone)>,
    hidden: Vec<(CardId, G::Zone)>,
}

/// A seat, and the zones it reached.
type Reached<Z> = (Seat, Vec<Z>);
/// A seat, the zones it reached, and the stable word of the rule that breaks, if any.
pub(super) type Charge<'a, Z> = (Seat, &'a [Z], Option<&'a str>);

/// At most this many acts between two rests are told apart.
const LONGEST: usize = 4;
/// Accounts kept at each length.
const BEAM: usize = 16;

impl<G: Game> Account<G> {
    /// Whether it accuses somebody.
    pub fn accuses(&self) -> bool {
        self.reasons.iter().flatten().any(|(_, warning)| !warning)
    }

    /// Who reached where and which rules that breaks, whatever the card.
    pub fn charge(&self) -> Vec<Charge<'_, G::Zone>> {
        let new = self.reached.iter().skip(self.undone());
        let reasons = self.reasons.iter().map(|reason| reason.as_ref().map(|(reason, _)| reason.code.as_str()));
        new.zip(reasons).map(|((seat, zones), code)| (*seat, zones.as_slice(), code)).collect()
    }

    /// How many of the seats' ways, the first ones, only undo or redo what stood before its acts.
    const fn undone(&self) -> usize {
        self.reached.len() - self.acts.len()
    }

    /// What it says, whatever the order and times of its acts.
    pub fn key(&self) -> (usize, Vec<(Seat, String)>) {
        let mut acts: Vec<_> = self.acts.iter().map(|act| (act.seat, act.action.to_string())).collect();
        acts.sort();
        let start = match self.start {
            Start::Game | Start::StillStanding => 0,
            Start::Stood => 1,
            Start::TakenBack => 2,
        };
        (start, acts)
    }
}

/// The accounts of a settled table, best first, one for each thing that can be said; `since` is when it settled before.
pub(super) fn accounts<G: Game>(bases: Vec<Base<G>>, fact: &Fact<G::Zone>, since: Stamp, weights: &Weights) -> Vec<Account<G>> {
    let mut told: Vec<Account<G>> = Vec::new();
    let mut growing: Vec<Account<G>> = bases.into_iter().map(|base| begin(base, fact, since, weights)).collect();
    for _ in 0..LONGEST {
        growing.sort_by(by_cost);
        growing.truncate(BEAM);
        let longer: Vec<Account<G>> = growing.iter().flat_map(|account| extend(account, fact, since, weights)).collect();
        told.append(&mut growing);
        let best = told.iter().map(|account| account.cost).fold(f64::INFINITY, f64::min);
        // A longer account is worth growing while it could still come near the best.
        growing = longer.into_iter().filter(|account| account.prior < best + weights.reject_margin).collect();
        if growing.is_empty() {
            break;
        }
    }
    told.append(&mut growing);
    // "Stood" with nothing after it says no more than "still standing".
    told.retain(|account| account.start != Start::Stood || !account.acts.is_empty());
    told.sort_by(by_cost);
    let mut keys = std::collections::BTreeSet::new();
    told.retain(|account| keys.insert(account.key()));
    told
}

fn by_cost<G: Game>(a: &Account<G>, b: &Account<G>) -> Ordering {
    a.cost.total_cmp(&b.cost).then_with(|| a.acts.len().cmp(&b.acts.len()))
}

fn begin<G: Game>(base: Base<G>, fact: &Fact<G::Zone>, since: Stamp, weights: &Weights) -> Account<G> {
    let Base { start, game, cost, reached, moved } = base;
    let account = Account {
        start,
        game,
        acts: Vec::new(),
        reasons: Vec::new(),
        cost,
        differences: BTreeMap::new(),
        idle: Vec::new(),
        prior: cost,
        reached,
        moved,
        revealed: Vec::new(),
        hidden: Vec::new(),
    };
    weighed(account, fact, since, weights)
}

fn extend<G: Game>(account: &Account<G>, fact: &Fact<G::Zone>, since: Stamp, weights: &Weights) -> Vec<Account<G>> {
    if account.start == Start::StillStanding {
        return Vec::new();
    }
    let mut longer = Vec::new();
    let Fact::Settled { stamp, glimpses, .. } = fact else { return Vec::new() };
    let mut acts = account.game.read(fact);
    for (seat, action) in account.game.traceless() {
        if !acts.iter().any(|act| act.seat == seat && act.action == action) {
            acts.push(Act { seat, action, stamp: *stamp });
        }
    }
    for act in acts {
        let way = account.game.carries(&act);
        let (revealed, hidden) = way.as_ref().map_or((None, None), |way| (way.reveals(), way.hides()));
        let reaches = account.game.reaches(act.seat, &act.action);
        let mut game = account.game.clone();
        game.apply(&act);
        if game == account.game {
            continue;
        }
        let reason = account.game.check(&act).err().map(|objection| (Reason::of(&objection), objection.is_warning()));
        let prior = account.prior
            + weights.act
            + match &reason {
                None => 0.0,
                Some((_, true)) => weights.warned_act,
                Some((_, false)) => weights.illegal_act + weights.further_offence * account.game.offences(&act).saturating_sub(1) as f64,
            }
            + if revealed.as_ref().is_some_and(|(card, place)| tops(&account.game, place) == Some(card.clone())) {
                weights.same_again
            } else {
                0.0
            }
            + if way.as_ref().is_some_and(|way| way.was_covered && !glimpses.iter().any(|glimpse| Some(&glimpse.card) == way.card.as_ref()))
            {
                weights.unglimpsed
            } else {
                0.0
            }
            + if reaches.is_empty() { weights.untold } else { 0.0 }
            + if carried(&revealed, &account.hidden) || carried(&hidden, &account.revealed) { weights.coincidence } else { 0.0 };
        let mut reached = account.reached.clone();
        reached.push((act.seat, reaches));
        let moved = account.moved.iter().cloned().chain(way.and_then(|way| way.card)).collect();
        let mut acts = account.acts.clone();
        acts.push(act);
        let mut reasons = account.reasons.clone();
        reasons.push(reason);
        let next = Account {
            start: account.start,
            game,
            acts,
            reasons,
            cost: prior,
            differences: BTreeMap::new(),
            idle: Vec::new(),
            prior,
            reached,
            moved,
            revealed: account.revealed.iter().cloned().chain(revealed).collect(),
            hidden: account.hidden.iter().cloned().chain(hidden).collect(),
        };
        longer.push(weighed(next, fact, since, weights));
    }
    longer
}

/// The card that shows on top of a squared-up pile.
fn tops<G: Game>(game: &G, place: &G::Zone) -> Option<CardId> {
    match game.expected().zones.get(place) {
        Some(Pile::Squared { card, .. }) => card.clone(),
        _ => None,
    }
}

/// Whether a card is among these, in another place.
fn carried<Z: PartialEq>(card: &Option<(CardId, Z)>, others: &[(CardId, Z)]) -> bool {
    card.as_ref().is_some_and(|(card, place)| others.iter().any(|(other, there)| other == card && there != place))
}

/// Adds the evidence to an account's prior.
fn weighed<G: Game>(mut account: Account<G>, fact: &Fact<G::Zone>, since: Stamp, weights: &Weights) -> Account<G> {
    let Fact::Settled { layout, visits, glimpses, .. } = fact else { return account };
    let expected = account.game.expected();
    account.differences = weigh::differences(layout, &expected, weights);
    let traceless = |zone: &G::Zone| matches!(expected.zones.get(zone), Some(Pile::Squared { face: Face::Down, .. }));
    let (hands, idle) = hands_cost(account.reached.split_at(account.undone()), visits, since, traceless, weights);
    let idle_cost: f64 = idle
        .iter()
        .map(|visit| match expected.zones.get(&visit.zone) {
            // That nothing explained an older one has been paid for.
            _ if visit.to <= since => 0.0,
            _ if !visit.deepest => weights.idle_stop,
            Some(Pile::Squared { face: Face::Down, .. }) => weights.idle_hidden_visit,
            Some(Pile::Squared { face: Face::Up, .. }) => weights.idle_pile_visit,
            _ => weights.idle_visit,
        })
        .sum();
    account.idle = idle;
    let poses = poses_cost(&account, layout, weights);
    let loose = layout.loose.len() as f64 * weights.loose_card;
    let glimpse = |glimpse: &Glimpse<G::Zone>| if glimpse.faint { weights.faint_glimpse } else { weights.glimpse };
    let glimpsed: f64 = glimpses.iter().filter(|glimpse| !account.moved.contains(&glimpse.card)).map(glimpse).sum();
    account.cost = account.prior + account.differences.values().sum::<f64>() + loose + poses + hands + idle_cost + glimpsed;
    account
}

/// Squared-up piles whose top lies otherwise than the account's last act there would leave it.
fn poses_cost<G: Game>(account: &Account<G>, layout: &Layout<G::Zone>, weights: &Weights) -> f64 {
    // What was physically undone came to lie anew.
    let laid_anew = |zone: &G::Zone| account.reached.iter().take(account.undone()).any(|(_, zones)| zones.contains(zone));
    let wrong = |(zone, cards): &(&G::Zone, &Vec<LaidCard>)| {
        if laid_anew(zone) {
            return false;
        }
        let Some(change) = cards.last().and_then(|top| top.change) else { return false };
        let last = account.acts.iter().rev().find(|act| account.game.reaches(act.seat, &act.action).contains(zone));
        let told = match last.map(|act| account.game.carries(act)) {
            None => PileChange::Unmoved,
            Some(Some(way)) if way.to == Some(**zone) => PileChange::Laid,
            Some(Some(way)) if way.was_covered => PileChange::Unmoved,
            Some(_) => PileChange::Uncovered,
        };
        change != told
    };
    layout.zones.iter().filter(wrong).count() as f64 * weights.wrong_pose
}

/// Matches the zones that acts must have reached, those that are undone apart, with the visits seen: the cost of what does not
/// match, and the visits left over. What lay wrongly is as good as taken back by the owner of a hand that may have been.
fn hands_cost<Z: crate::table::Zone>(
    (undone, reached): (&[Reached<Z>], &[Reached<Z>]),
    visits: &[Visit<Z>],
    since: Stamp,
    traceless: impl Fn(&Z) -> bool,
    weights: &Weights,
) -> (f64, Vec<Visit<Z>>) {
    let mut free: Vec<&Visit<Z>> = visits.iter().collect();
    let mut unmet: Vec<(Seat, Z, bool)> = Vec::new();
    let mut cost = 0.0;
    let mut latest = None;
    let undoing = undone.iter().map(|act| (true, act));
    for (undoes, (seat, zones)) in undoing.chain(reached.iter().map(|act| (false, act))) {
        let first = unmet.len();
        for zone in zones {
            let there = |visit: &&Visit<Z>| visit.seat == *seat && visit.zone == *zone;
            // A fresh visit explains more than one that nothing explained before.
            let doubtful = || free.iter().position(|visit| visit.neighbour == Some(*seat) && visit.zone == *zone);
            match free.iter().position(|visit| there(visit) && visit.to > since).or_else(|| free.iter().position(there)).or_else(doubtful) {
                Some(i) => {
                    let visit = free.remove(i);
                    if visit.seat != *seat && !undoes {
                        cost += weights.neighbour_hand;
                    }
                    if !visit.deepest && traceless(zone) {
                        cost += weights.passing_hand;
                    }
                    if latest.is_some_and(|latest| visit.to < latest) {
                        cost += weights.disorder;
                    }
                    latest = Some(visit.to);
                }
                None => unmet.push((*seat, *zone, true)),
            }
        }
        let whole = unmet.len() - first == zones.len();
        unmet.iter_mut().skip(first).for_each(|(_, _, wholly)| *wholly = whole);
    }
    for (seat, zone, wholly) in unmet {
        // Where acts leave no trace, a hand somewhere else is no sign of one that nothing else shows.
        let tells = |visit: &&Visit<Z>| !traceless(&zone) || (!wholly && visit.to > since);
        let nearby = free.iter().position(|visit| visit.may_be(seat) && visit.deepest && tells(visit));
        if free.iter().any(|visit| visit.zone == zone && visit.seat != seat) && nearby.is_none() {
            cost += weights.other_hand;
        } else if let Some(i) = nearby {
            free.remove(i);
            cost += weights.nearby_hand;
        } else {
            cost += weights.unseen_hand;
        }
    }
    (cost, free.into_iter().cloned().collect())
}
