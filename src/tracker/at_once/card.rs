use super::AtOnceConfig;
use super::hand::Hands;
use super::sight::Sight;
use crate::cards::Face;
use crate::geometry::{Point, Quad, Table, cheapest_first};
use crate::table::{Observation, SeenCard, Stamp, Zone};
use crate::tracker::order::Order;
use std::collections::BTreeMap;

/// A card that lies on the table, remembered while it is hidden.
#[derive(Debug, Clone)]
pub(super) struct Lying<Z> {
    pub id: u64,
    pub quad: Quad<Table>,
    pub sight: Sight,
    pub zone: Option<Z>,
    /// How whole it was seen, the mean of the detector's scores: what lies on top is seen whole.
    pub whole: f32,
    /// When it was last seen here.
    pub seen: Stamp,
    /// How many frames in a row have shown it, up to the newest.
    pub sights: u32,
    /// Since when it has been missing in plain sight, and in how many frames.
    pub missing: Option<(Stamp, u32)>,
    /// The hand that laid it, and when it came to lie.
    pub laid: Option<(u64, Stamp)>,
    /// Hands whose fingers were near.
    pub near: Vec<Near>,
}

/// Fingers near a card.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    pub hand: u64,
    /// When they came, and the last moment there.
    pub since: Stamp,
    pub at: Stamp,
    pub how: Fingers,
}

/// What fingers near a card did, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fingers {
    Passed,
    Stayed,
    Touched,
}

/// A card that was found gone.
#[derive(Debug, Clone)]
pub(super) struct Gone<Z> {
    pub card: Lying<Z>,
    pub at: Stamp,
}

/// The cards that lie on the table, each over those before it.
#[derive(Debug, Clone)]
pub(super) struct Cards<Z> {
    pub all: Vec<Lying<Z>>,
    pub gone: Vec<Gone<Z>>,
    pub order: Order,
    next: u64,
}

/// How fast a card's outline follows new measurements, 0..=1.
const FOLLOW: f64 = 0.15;
/// A card under another one may be unseen from this part on.
const UNDER_ANOTHER: f64 = 0.4;
/// A card that was not seen for longer since another was laid over a part of it is hidden by that.
const JUST_LAID_MS: f64 = 500.0;
/// How long a card that was taken is remembered.
const REMEMBER_GONE_MS: f64 = 2500.0;
/// Fingers that were not seen near a card that shows for this long are not near it any more.
const NEAR_FOR_MS: f64 = 150.0;
/// A card that stays missing for so long was taken even by fingers that were only seen to pass by.
const PASSED_BY_MS: f64 = 900.0;
/// Fingers that are so far away while a back is seen left it there, in millimetres; a face may be of another card, beneath.
const AWAY_MM: f64 = 150.0;
/// Frames in a row that must show a back before it is surely there.
const SURE_SIGHTS: u32 = 2;
/// How far around a card an arm counts as over it, as a multiple of the card.
const ARM_BESIDE: f64 = 1.3;
/// Without fingers near, a card that stays missing is forgotten after this.
const LOST_AFTER_MS: f64 = 6000.0;

impl<Z> Default for Cards<Z> {
    fn default() -> Self {
        Self { all: Vec::new(), gone: Vec::new(), order: Order::default(), next: 0 }
    }
}

impl<Z: Zone> Cards<Z> {
    /// Takes a frame's cards; answers those that lie nowhere known.
    pub fn see<'s>(&mut self, frame: &'s Observation, config: &AtOnceConfig) -> Vec<&'s SeenCard> {
        let (seen, now) = (&frame.cards, frame.stamp);
        let mut pairs = Vec::new();
        for (i, card) in self.all.iter().enumerate() {
            let at = card.quad.centre();
            for (j, found) in seen.iter().enumerate() {
                let far = at.distance(found.quad.centre());
                // What lies in the same place is the same card, read wrongly if need be; beside an arm the same card is outlined badly.
                let limit = if card.sight.shows(found, config.known_from) { config.shifted_mm } else { config.same_card_mm };
                if far < limit {
                    let unlike = found.face != card.sight.face() || !card.sight.may_be(found, config.known_from);
                    pairs.push((far + if unlike { config.same_card_mm } else { 0.0 }, i, j));
                }
            }
        }
        let of = cheapest_first(pairs, self.all.len());
        for (card, found) in self.all.iter_mut().zip(&of) {
            let found = found.and_then(|j| seen.get(j));
            card.sights = if found.is_some() { card.sights + 1 } else { 0 };
            if let Some(found) = found {
                if frame.is_bare(&around(&card.quad).polygon()) {
                    let shift = (found.quad.centre() - card.quad.centre()) * FOLLOW;
                    card.quad = card.quad.map(|corner| corner + shift);
                }
                card.whole += (found.score - card.whole) * 0.1;
                card.sight.look(found);
                card.seen = now;
                card.missing = None;
            }
        }
        let number = |seen: usize| self.all.iter().zip(&of).find(|(_, of)| **of == Some(seen)).map(|(card, _)| card.id);
        self.order.see(frame, number);
        self.keep_order();
        seen.iter().enumerate().filter(|(j, _)| !of.contains(&Some(*j))).map(|(_, found)| found).collect()
    }

    /// Notes whose fingers are near which cards.
    pub fn note_fingers(&mut self, hands: &Hands<Z>, now: Stamp, config: &AtOnceConfig) {
        for hand in hands.here() {
            for card in &mut self.all {
                if card.quad.centre().distance(hand.tip) < 100.0 && card.quad.polygon().distance(hand.tip) < config.finger_mm {
                    card.finger(hand.id, now, Fingers::Passed);
                }
            }
        }
        // Whoever has gone and left it there did not take it; a back that one frame alone shows may be another.
        let shows = |card: &&mut Lying<Z>| card.sights >= if card.is_back() { SURE_SIGHTS } else { 1 };
        for card in self.all.iter_mut().filter(shows) {
            let rests = |hand: u64| hands.get(hand).is_some_and(|hand| hand.rests_on(card.id));
            let (centre, is_back) = (card.quad.centre(), card.is_back());
            let left = |id: u64| is_back && hands.here().any(|hand| hand.id == id && hand.is_away_from(centre, AWAY_MM));
            card.near.retain(|near| !left(near.hand) && (now.ms_since(near.at) < NEAR_FOR_MS || rests(near.hand)));
        }
    }

    /// Counts for how long cards have been missing in plain sight; answers those that are gone, with the hand that took each. `fans` are
    /// the hands that are at work on fans: a hand sweeps up a fan's other cards without touching them.
    pub fn taken(&mut self, hands: &Hands<Z>, fans: &BTreeMap<Z, u64>, now: Stamp, config: &AtOnceConfig) -> Vec<(u64, u64)> {
        let missing: Vec<Option<f64>> = (0..self.all.len()).map(|k| self.missing(k, hands, config)).collect();
        let mut taken = Vec::new();
        for (card, missing) in self.all.iter_mut().zip(missing) {
            let Some(covered) = missing else { continue };
            let (since, frames) = card.missing.unwrap_or((now, 0));
            card.missing = Some((since, frames + 1));
            let long = now.ms_since(since) >= config.gone_after_ms && frames + 1 >= config.gone_frames;
            let sweeps = card.zone.filter(|_| card.is_back()).and_then(|zone| fans.get(&zone).copied());
            // One that others lie on is missed now and then: fingers that only passed it have not taken it.
            let passed_by = now.ms_since(since) >= PASSED_BY_MS && covered < config.covered_part;
            let taker = sweeps.or_else(|| card.taker(passed_by));
            if let (true, Some(hand)) = (long, taker) {
                taken.push((card.id, hand));
            }
        }
        self.all.retain(|card| card.missing.is_none_or(|(since, _)| now.ms_since(since) < LOST_AFTER_MS || card.taker(true).is_some()));
        self.gone.retain(|gone| now.ms_since(gone.at) < REMEMBER_GONE_MS);
        taken
    }

    /// Of a card that is missing in plain sight the part that others cover.
    fn missing(&self, k: usize, hands: &Hands<Z>, config: &AtOnceConfig) -> Option<f64> {
        let card = self.all.get(k).filter(|card| !card.in_sight())?;
        let (outline, area) = (card.quad.polygon(), card.quad.area().max(1.0));
        let around = around(&card.quad).polygon();
        let under_hands: f64 = hands.regions().map(|region| region.clipped_to(&around).area()).sum();
        let fingers = hands.here().any(|hand| outline.distance(hand.tip) < 0.5 * config.finger_mm);
        let later = self.all.get(k + 1..).unwrap_or(&[]);
        // What was laid over a part of it when it was last seen has hidden it.
        let newly = |other: &Lying<Z>| other.laid.is_some_and(|(_, at)| card.seen.ms_since(at) < JUST_LAID_MS);
        let covered = |other: &Lying<Z>| other.quad.intersection_area(&card.quad) / area;
        let by_all: f64 = later.iter().map(covered).sum();
        let under_card = by_all > UNDER_ANOTHER || later.iter().any(|other| newly(other) && covered(other) > config.covered_part);
        (!fingers && !under_card && under_hands < config.covered_part * area).then_some(by_all)
    }

    /// Takes a card off the table.
    pub fn remove(&mut self, id: u64, now: Stamp) -> Option<Lying<Z>> {
        let k = self.all.iter().position(|card| card.id == id)?;
        let card = self.all.remove(k);
        self.order.forget(id);
        self.gone.push(Gone { card: card.clone(), at: now });
        Some(card)
    }

    /// Lays a card on top of the others.
    pub fn add(&mut self, quad: Quad<Table>, sight: Sight, zone: Option<Z>, whole: f32, now: Stamp) -> u64 {
        self.next += 1;
        let id = self.next;
        self.all.push(Lying { id, quad, sight, zone, whole, seen: now, sights: 1, missing: None, laid: None, near: Vec::new() });
        id
    }

    /// Sorts the table as dealt, of which nobody saw how it was laid: what is seen more whole lies higher, where no edge tells.
    pub fn sort_by_sight(&mut self) {
        self.all.sort_by(|a, b| a.whole.total_cmp(&b.whole));
        self.keep_order();
    }

    pub fn get(&self, id: u64) -> Option<&Lying<Z>> {
        self.all.iter().find(|card| card.id == id)
    }

    pub fn get_mut(&mut self, id: u64) -> Option<&mut Lying<Z>> {
        self.all.iter_mut().find(|card| card.id == id)
    }

    /// The topmost card at a point, or the nearest one within a margin; a card that went after `by` was still there.
    pub fn under(&self, at: Point<Table>, by: Stamp, margin_mm: f64) -> Option<&Lying<Z>> {
        let since = self.gone.iter().filter(|gone| gone.at > by && gone.card.seen >= by).map(|gone| &gone.card);
        let cards: Vec<&Lying<Z>> = self.all.iter().chain(since).collect();
        let on = cards.iter().rev().find(|card| card.quad.polygon().contains(at));
        let near = || {
            let far = |card: &&&Lying<Z>| card.quad.polygon().distance(at);
            cards.iter().filter(|card| far(card) < margin_mm).min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        on.or_else(near).copied()
    }

    /// Whether cards of a zone are hidden or missing, so that nobody knows whether they are still there.
    pub fn unclear(&self, zone: Z) -> bool {
        self.all.iter().any(|card| card.zone == Some(zone) && !card.in_sight())
    }

    /// Cards that hands touched and that nobody has seen since, each with its hand.
    pub fn unseen_since_touched(&self) -> impl Iterator<Item = (&Lying<Z>, u64)> {
        let touched =
            |card: &Lying<Z>| card.near.iter().filter(|near| near.how == Fingers::Touched).max_by_key(|near| near.at).map(|near| near.hand);
        self.all.iter().filter(|card| !card.in_sight()).filter_map(move |card| Some((card, touched(card)?)))
    }

    /// Whether a card was laid over this one since it was last seen.
    pub fn is_laid_over(&self, card: &Lying<Z>) -> bool {
        let over = |other: &Lying<Z>| other.quad.intersection_area(&card.quad) > UNDER_ANOTHER * card.quad.area().max(1.0);
        self.all.iter().any(|other| other.laid.is_some_and(|(_, at)| at > card.seen) && over(other))
    }

    /// Of the cards that this holds of, the one that a hand touched, or else stayed at, last, and did not let go of, if it does not show:
    /// the hand may have it.
    pub fn under_fingers(&self, hand: u64, may_be: impl Fn(&Lying<Z>) -> bool) -> Option<&Lying<Z>> {
        let touched = self.all.iter().filter(|card| !card.in_sight() && may_be(card)).filter_map(|card| {
            let near = card.fingers_of(hand)?;
            Some(((near.how, near.at), card))
        });
        touched.max_by_key(|(near, _)| *near).map(|(_, card)| card)
    }

    /// The card that a hand's fingers passed last and that has not been seen since.
    pub fn passed_unseen(&self, hand: u64) -> Option<&Lying<Z>> {
        let passed = self.all.iter().filter(|card| !card.in_sight()).filter_map(|card| Some((card.near_of(hand)?.at, card)));
        passed.max_by_key(|(at, _)| *at).map(|(_, card)| card)
    }
}

/// What an arm hides that is over a card or beside it: it may hide more than its outline says.
pub(super) fn around(card: &Quad<Table>) -> Quad<Table> {
    let centre = card.centre();
    card.map(|corner| centre + (corner - centre) * ARM_BESIDE)
}

impl<Z: Zone> Lying<Z> {
    /// Notes a hand's fingers on or near it.
    pub fn finger(&mut self, hand: u64, at: Stamp, how: Fingers) {
        match self.near.iter_mut().find(|near| near.hand == hand) {
            Some(near) => {
                near.at = at.max(near.at);
                near.how = near.how.max(how);
            }
            None => self.near.push(Near { hand, since: at, at, how }),
        }
    }

    /// A hand's fingers that are near, or were when it was seen last.
    fn near_of(&self, hand: u64) -> Option<&Near> {
        self.near.iter().find(|near| near.hand == hand)
    }

    /// A hand's fingers that touched it, or stayed there, and have not let go.
    fn fingers_of(&self, hand: u64) -> Option<&Near> {
        self.near_of(hand).filter(|near| near.how > Fingers::Passed)
    }

    /// When the fingers of a hand came near that are, or were when it was seen last.
    pub fn fingers_since(&self, hand: u64) -> Option<Stamp> {
        self.near_of(hand).map(|near| near.since)
    }

    /// A hand let go of it and left it there.
    pub fn let_go(&mut self, hand: u64) {
        self.near.retain(|near| near.hand != hand);
    }

    /// Whether a hand touched it, or stayed there, and has not let go.
    pub fn is_touched_by(&self, hand: u64) -> bool {
        self.fingers_of(hand).is_some()
    }

    /// Whether a hand's touch of it was told, and it has not let go.
    pub fn was_touched_by(&self, hand: u64) -> bool {
        self.near_of(hand).is_some_and(|near| near.how == Fingers::Touched)
    }

    /// Whose fingers took it, if it is gone: those that touched it or stayed there and did not let go, else, with `passed_by`, those that were near last.
    pub fn taker(&self, passed_by: bool) -> Option<u64> {
        let may_have = self.near.iter().filter(|near| near.how > Fingers::Passed || passed_by);
        may_have.max_by_key(|near| (near.how, near.at)).map(|near| near.hand)
    }

    /// Whether the newest frame shows it.
    pub fn in_sight(&self) -> bool {
        self.sights > 0
    }

    /// Whether it shows its back.
    pub fn is_back(&self) -> bool {
        self.sight.face() == Face::Down
    }
}
