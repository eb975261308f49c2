//! Fans that hands sweep up: their cards go elsewhere together, and are seen one by one, or not at all.

use super::AtOnceTracker;
use super::hand::{Bundle, Hand, Over};
use super::stray::Stray;
use crate::cards::Face;
use crate::geometry::{Point, Table};
use crate::table::{Fact, Identity, Stamp, Zone};

/// A card of a fan that was lifted alone counts as taken after this.
const ALONE_AFTER_MS: f64 = 400.0;
/// A hand that swept several cards up is waited for so long: they may hide it.
const SWEPT_FOR_MS: f64 = 2500.0;
/// A hand that leaves one fan with its cards is over the other within this.
const CROSSES_WITHIN_MS: f64 = 1500.0;
/// A card that shows so long after the hand left its fan has stayed there.
const LEFT_BEHIND_MS: f64 = 60.0;

impl<Z: Zone> AtOnceTracker<Z> {
    /// The fan that a fingertip is over.
    pub(super) fn fan_at(&self, tip: Point<Table>) -> Option<Z> {
        let far = |zone: Z| self.mat.zone(zone).map_or(f64::INFINITY, |outline| outline.distance(tip));
        let fans = self.mat.fan.iter().map(|(zone, _)| (*zone, far(*zone))).filter(|(_, far)| *far <= self.config.zone_margin_mm);
        fans.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(zone, _)| zone)
    }

    /// Tells of hands that come to another fan straight from the one that they touched, of which several cards did not show on their way:
    /// other hands may hide where they lay by then, and lay others there.
    pub(super) fn sweep(&mut self) {
        for k in 0..self.hands.all.len() {
            let Some(hand) = self.hands.all.get(k).filter(|hand| hand.here) else { continue };
            let (id, at, stays) = (hand.id, self.fan_at(hand.tip), hand.stays_since());
            let touched = hand.bundle.as_ref().map(|bundle| bundle.from).or(hand.rest.as_ref().map(|rest| rest.zone));
            let over = match hand.over.clone() {
                _ if at.is_some() && at == touched => at.map(|fan| Over { fan, last: self.now, gone: self.backs_of(fan) }),
                Some(over) if self.now.ms_since(over.last) > CROSSES_WITHIN_MS => None,
                // On its way what it left behind shows.
                Some(mut over) if at.is_none() => {
                    let late = self.now.ms_since(over.last) > LEFT_BEHIND_MS;
                    over.gone.retain(|id| !self.cards.get(*id).is_some_and(|card| late && card.in_sight()));
                    Some(over)
                }
                over => over,
            };
            if let (Some(over), Some(to), Some(since)) = (&over, at, stays)
                && over.fan != to
            {
                self.cross(id, over, to, since);
            }
            if let Some(hand) = self.hands.get_mut(id) {
                hand.over = over;
            }
        }
    }

    fn backs_of(&self, fan: Z) -> Vec<u64> {
        self.cards.all.iter().filter(|card| card.zone == Some(fan) && card.is_back()).map(|card| card.id).collect()
    }

    /// A hand that left a fan came to another one.
    fn cross(&mut self, by: u64, over: &Over<Z>, to: Z, since: Stamp) {
        let Some(hand) = self.hands.get(by).filter(|hand| hand.holds.is_empty()) else { return };
        let lifted = match &hand.bundle {
            Some(bundle) if bundle.laid.is_some() => return,
            Some(bundle) => bundle.cards.len(),
            None => 0,
        };
        let (Some(seat), lay) = (hand.seat, self.backs_of(over.fan)) else { return };
        let gone: Vec<u64> = over.gone.iter().filter(|id| lay.contains(id)).copied().collect();
        // One alone may be a card taken; what its arm hides may lie there yet.
        let missed = |id: &u64| self.cards.get(*id).is_some_and(|card| card.missing.is_some());
        let hidden = lifted == 0 && gone.len() < lay.len() && !gone.iter().any(missed);
        if hidden || lifted + gone.len() < 2 {
            return;
        }
        gone.into_iter().for_each(|card| self.take(card, by));
        if let Some(hand) = self.hands.get_mut(by).filter(|hand| hand.bundle.is_some()) {
            hand.spreads(to, self.now);
            let (from, to, card) = (Some(over.fan), Some(to), Identity::UNKNOWN);
            self.facts.push(Fact::Moved { seat, from, to, card, face: Face::Down, stamp: since, frame: self.frame });
        }
    }

    /// Takes note of a back that was laid out of a lifted fan; whether it was.
    pub(super) fn lay_of_bundle(&mut self, by: u64, stray: &Stray, zone: Z) -> bool {
        let fan = stray.sight.face() == Face::Down && self.mat.fan_direction(zone).is_some();
        let Some(bundle) = self.hands.get_mut(by).and_then(|hand| hand.bundle.as_mut()) else { return false };
        if bundle.laid.is_some_and(|(to, _)| to == zone) {
            return fan;
        }
        if fan && bundle.from == zone {
            // Put back, or in another order.
            bundle.cards.pop();
            if bundle.cards.is_empty() {
                self.hands.get_mut(by).map(|hand| hand.bundle.take());
            }
            return true;
        }
        let from = bundle.from;
        let with_it = |other: &Stray| other.hand == Some(by) && other.face_down_in_sight(self.now);
        let whole = bundle.cards.len() > 1 || self.cards.unclear(from) || self.strays.all.iter().any(with_it);
        if !fan || !whole {
            self.flush_bundle(by);
            return false;
        }
        if let Some(hand) = self.hands.get_mut(by) {
            hand.spreads(zone, self.now);
        }
        let from = Some(from);
        let Some(seat) = self.hands.get(by).and_then(|hand| hand.seat) else { return true };
        let (card, stamp) = (Identity::UNKNOWN, stray.still_since);
        self.facts.push(Fact::Moved { seat, from, to: Some(zone), card, face: Face::Down, stamp, frame: self.frame });
        true
    }

    /// The cards of a lifted fan were taken one by one after all.
    pub(super) fn flush_bundle(&mut self, by: u64) {
        let Some(hand) = self.hands.get_mut(by) else { return };
        let Some(bundle) = hand.bundle.take().filter(|bundle| bundle.laid.is_none()) else { return };
        for held in bundle.cards {
            hand.holds.push(held);
            if let Some(seat) = hand.seat {
                let (card, face) = (Identity::UNKNOWN, Face::Down);
                self.facts.push(Fact::Moved { seat, from: Some(bundle.from), to: None, card, face, stamp: bundle.last, frame: self.frame });
            }
        }
    }

    /// Tells of single cards of fans whose hands have gone elsewhere.
    pub(super) fn flush_bundles(&mut self) {
        let (now, config) = (self.now, self.config);
        let due = self.hands.all.iter().filter(|hand| {
            let Some(bundle) = &hand.bundle else { return false };
            let outline = self.mat.zone(bundle.from);
            let elsewhere = hand.left || outline.is_none_or(|outline| outline.distance(hand.tip) > config.away_mm);
            let goes_on = !hand.left && self.goes_on(bundle, hand.tip);
            let alone = bundle.cards.len() == 1 && elsewhere && !goes_on && !self.cards.unclear(bundle.from);
            let wait_ms = if bundle.cards.len() > 1 { SWEPT_FOR_MS } else { 2.0 * ALONE_AFTER_MS };
            let late = hand.left && now.ms_since(hand.last) > wait_ms && !self.strays.follows(hand.id, now);
            alone && now.ms_since(bundle.last) > ALONE_AFTER_MS || late
        });
        let due: Vec<u64> = due.map(|hand| hand.id).collect();
        for hand in due {
            self.flush_bundle(hand);
        }
    }

    /// The hand that lays what it swept up elsewhere where this back lies now: others may be at work there too.
    pub(super) fn sweeper(&self, stray: &Stray, zone: Option<Z>) -> Option<u64> {
        // What was seen with a hand that held a card is that one's, and not of one that has gone.
        let with = stray.hand.and_then(|id| self.hands.get(id)).filter(|hand| !hand.holds.is_empty());
        let lays = |hand: &&Hand<Z>| {
            let lifted = hand.bundle.as_ref().is_some_and(|bundle| self.goes_on(bundle, hand.tip));
            lifted && self.fan_at(hand.tip) == zone && !(hand.left && with.is_some_and(|with| with.id != hand.id))
        };
        let far = |hand: &Hand<Z>| hand.tip.distance(stray.anchor);
        let hands = self.hands.all.iter().filter(|_| stray.sight.face() == Face::Down).filter(lays);
        hands.min_by(|a, b| far(a).total_cmp(&far(b))).map(|hand| hand.id)
    }

    /// Whether a hand may be about to lay what it lifted where another fan lies: all of it.
    pub(super) fn goes_on(&self, bundle: &Bundle<Z>, tip: Point<Table>) -> bool {
        let fan = self.fan_at(tip).filter(|zone| *zone != bundle.from);
        fan.is_some() && bundle.laid.is_none_or(|(to, _)| Some(to) == fan)
    }
}
