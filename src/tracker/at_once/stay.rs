//! Hands that stay where they may touch something: when no touch is told, one may have been overlooked.

use super::AtOnceTracker;
use super::card::Fingers;
use super::hand::Hand;
use super::touch::LAID_BESIDE_MM;
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Fact, Stamp, Zone};
use crate::tracker::reach::near_zone;

/// A fingertip that moves less than this stays.
const STAY_MM: f64 = 16.0;
/// A fingertip that stays further off than this is not one that comes down, in millimetres.
const ELSEWHERE_MM: f64 = 100.0;
/// So long at least a fingertip stays that touches.
const LEAST_MS: f64 = 90.0;
/// A fingertip that moves on within this only passes.
const SHORT_MS: f64 = 60.0;
/// A fingertip is read so far off at most.
const PASSED_MM: f64 = 40.0;
/// A touch is told so long after the hand left at the latest.
const TOLD_WITHIN_MS: f64 = 300.0;
/// A stay is remembered for so long.
const REMEMBERED_MS: f64 = 900.0;
/// A hand that could not be told from another's arm until so long before it left may have laid something then.
const VEILED_MS: f64 = 300.0;
/// A stay that goes on without a touch is told after this.
const GOES_ON_MS: f64 = 600.0;
/// A touch may be told for so long before the stay seems to begin, and after it seems to end.
const BESIDE_MS: f64 = 120.0;

/// A fingertip in one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stay<Z> {
    at: Point<Table>,
    zone: Option<Z>,
    from: Stamp,
    to: Stamp,
    /// Whether it is over.
    ended: bool,
    /// Whether a touch, or the stay itself, has been told.
    told: bool,
}

impl<Z: Zone> AtOnceTracker<Z> {
    /// Follows where fingertips stay, and tells of those stays that no touch was told of.
    pub(super) fn note_stays(&mut self) {
        let (now, frame, config) = (self.now, self.frame, self.config);
        let mut facts = Vec::new();
        for hand in &mut self.hands.all {
            let zone = near_zone(&self.mat, hand.tip, config.zone_margin_mm);
            let gone = hand.left || hand.here && hand.stays.last().is_some_and(|stay| stay.at.distance(hand.tip) > STAY_MM);
            if let Some(stay) = hand.stays.last_mut().filter(|stay| !stay.ended) {
                stay.ended = gone;
                if hand.here && !gone {
                    stay.to = now;
                }
            }
            if hand.here && hand.stays.last().is_none_or(|stay| stay.ended) {
                hand.stays.push(Stay { at: hand.tip, zone, from: now, to: now, ended: false, told: false });
            }
            let neighbour = hand.neighbour(&self.mat, &config);
            for stay in hand.stays.iter_mut().filter(|stay| !stay.told) {
                let long = stay.to.ms_since(stay.from);
                let due = long >= GOES_ON_MS || stay.ended && long >= LEAST_MS && now.ms_since(stay.to) > TOLD_WITHIN_MS;
                if let (true, Some(seat), Some(zone)) = (due, hand.seat, stay.zone) {
                    stay.told = true;
                    facts.push(Fact::Hovered { seat, neighbour, zone, from: stay.from, to: stay.to, frame });
                }
            }
            // Of one that left, what was before it left counts.
            let until = if hand.left { hand.last } else { now };
            hand.stays.retain(|stay| !stay.ended || until.ms_since(stay.to) <= REMEMBERED_MS);
        }
        self.facts.extend(facts);
        let resting: Vec<(u64, Point<Table>)> = self.hands.here().filter_map(|hand| Some((hand.id, hand.staying()?.at))).collect();
        for (hand, at) in resting {
            // It may take the card, though no touch is told of.
            let card = self.cards.under(at, now, 0.0).map(|card| card.id);
            if let Some(card) = card.and_then(|card| self.cards.get_mut(card)) {
                card.finger(hand, now, Fingers::Stayed);
            }
        }
    }
}

impl<Z: Zone> Hand<Z> {
    /// The stay of its fingertip where it is, if it has been there for long enough to do something.
    pub(super) fn staying(&self) -> Option<&Stay<Z>> {
        self.stays.last().filter(|stay| !stay.ended && stay.to.ms_since(stay.from) >= LEAST_MS)
    }

    /// Since when its fingertip has so stayed.
    pub(super) fn stays_since(&self) -> Option<Stamp> {
        self.staying().map(|stay| stay.from)
    }

    /// How far its fingertip was from a point at a moment, or is now.
    pub(super) fn was_from(&self, point: Point<Table>, at: Stamp) -> f64 {
        let then = self.stays.iter().filter(|stay| stay.from <= at && at.ms_since(stay.to) < BESIDE_MS);
        then.map(|stay| stay.at.distance(point)).fold(self.tip.distance(point), f64::min)
    }

    /// Whether its fingertip stayed far from a point from one moment to another.
    pub(super) fn stayed_elsewhere(&self, point: Point<Table>, after: Stamp, by: Stamp) -> bool {
        self.stays.iter().any(|stay| stay.from <= after && stay.to >= by && stay.at.distance(point) > ELSEWHERE_MM)
    }

    /// Whether its fingertip only passed a point about a moment.
    pub(super) fn passed(&self, point: Point<Table>, at: Stamp) -> bool {
        let mut near = self
            .stays
            .iter()
            .filter(|stay| stay.at.distance(point) < PASSED_MM && stay.from.ms_since(at) < BESIDE_MS && at.ms_since(stay.to) < BESIDE_MS);
        !near.any(|stay| stay.to.ms_since(stay.from) >= SHORT_MS)
    }

    /// Since when it may have been laying what has lain here since this time, if it stayed here then.
    pub(super) fn came_to_lay(&self, here: &Quad<Table>, lies_since: Stamp) -> Option<Stamp> {
        let lays = |stay: &&Stay<Z>| {
            let there = here.polygon().distance(stay.at) < LAID_BESIDE_MM;
            // What a hand laid that is gone may have been hidden since.
            there && stay.from <= lies_since && (self.left || lies_since.ms_since(stay.to) < BESIDE_MS)
        };
        self.stays.iter().filter(lays).map(|stay| stay.from).min()
    }

    /// How far from an outline its fingertip stayed at the least, since this moment.
    pub(super) fn stayed_from(&self, there: &Quad<Table>, since: Stamp) -> Option<f64> {
        let stays = self.stays.iter().filter(|stay| stay.to >= since && stay.to.ms_since(stay.from) >= LEAST_MS);
        stays.map(|stay| there.polygon().distance(stay.at)).min_by(f64::total_cmp)
    }

    /// Whether it may have laid what these arms hide now: where it stayed, or where it could not be told from another's.
    pub(super) fn may_have_stayed_under<'r>(&self, mut arms: impl Iterator<Item = &'r Polygon<Table>>) -> bool {
        let veiled = self.veiled.is_some_and(|veiled| self.last.ms_since(veiled) < VEILED_MS);
        let stayed = |stay: &Stay<Z>| stay.to.ms_since(stay.from) >= LEAST_MS;
        let under = |arm: &Polygon<Table>, stay: &Stay<Z>| {
            stayed(stay) && arm.contains(stay.at) || veiled && arm.distance(stay.at) < LAID_BESIDE_MM
        };
        arms.any(|arm| self.stays.iter().any(|stay| under(arm, stay)))
    }

    /// A touch of it was told there: it was no mere hover.
    pub(super) fn no_hover(&mut self, zone: Z, by: Stamp) {
        for stay in &mut self.stays {
            let (early, late) = (stay.from.ms_since(by), by.ms_since(stay.to));
            stay.told |= stay.zone == Some(zone) && early < BESIDE_MS && late < BESIDE_MS;
        }
    }
}
