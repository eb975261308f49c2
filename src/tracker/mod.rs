//! From what each frame shows to what came to pass: for games with turns, stillness, zones and visits of hands; for games without,
//! touches and each card's way.
//!
//! Observations go in, facts come out. Absent on purpose: pixels and rules; a tracker knows a mat's zones only as outlines.

mod at_once;
mod claims;
mod config;
mod consensus;
mod follower;
mod glimpse;
mod known;
mod order;
mod pile;
mod place;
mod reach;
#[cfg(test)]
mod tests;

pub use at_once::{AtOnceConfig, AtOnceTracker};
pub use claims::{ClaimWatch, Claimed};
pub use config::TrackerConfig;
pub use follower::Follower;

use crate::geometry::{Polygon, Table};
use crate::table::{Fact, Layout, Mat, Observation, SeenCard, Stamp, Zone};
use consensus::{RestingCard, consensus};
use glimpse::Glimpses;
use pile::PileMemory;
use reach::{Reaches, Stay, joined};
use std::collections::BTreeMap;

/// Follows one table.
#[derive(Debug, Clone)]
pub struct Tracker<Z> {
    mat: Mat<Z>,
    config: TrackerConfig,
    reaches: Reaches,
    /// Observations since the table was last disturbed, oldest first.
    window: Vec<Observation>,
    stays: Vec<Stay<Z>>,
    resting: Vec<RestingCard>,
    last: Option<Layout<Z>>,
    /// A layout that differs from the last without a visit, and since when: it must persist before it counts.
    drift: Option<(Layout<Z>, Stamp)>,
    /// Squared-up piles, as they stood when the table last rested.
    piles: BTreeMap<Z, PileMemory>,
    glimpses: Glimpses<Z>,
}

impl<Z: Zone> Tracker<Z> {
    /// A tracker for a table with this mat.
    pub fn new(mat: Mat<Z>, config: TrackerConfig) -> Self {
        Self {
            mat,
            config,
            reaches: Reaches::default(),
            window: Vec::new(),
            stays: Vec::new(),
            resting: Vec::new(),
            last: None,
            drift: None,
            piles: BTreeMap::new(),
            glimpses: Glimpses::default(),
        }
    }

    /// The mat it places cards on.
    pub fn mat(&self) -> &Mat<Z> {
        &self.mat
    }

    /// Takes the next observation, in order of time, and answers what came to pass with it.
    pub fn observe(&mut self, seen: &Observation) -> Option<Fact<Z>> {
        self.stays.extend(self.reaches.follow(seen, &self.mat, &self.config));
        if self.reaches.disturb(seen, &self.config) {
            self.window.clear();
            let lie = |card: &RestingCard| Some((self.mat.zone_at(card.quad.centre())?, card.quad.centre()));
            let tops = self.resting.iter().filter_map(lie).collect();
            self.glimpses.look(seen, &self.mat, &tops);
            return None;
        }
        self.window.push(seen.clone());
        let newest = seen.stamp;
        let keep = self.config.window_ms;
        self.window.retain(|o| newest.ms_since(o.stamp) <= keep);
        let oldest = self.window.first()?.stamp;
        if newest.ms_since(oldest) < self.config.still_for_ms || self.window.len() < 2 {
            return None;
        }
        self.rest(seen, &self.reaches.covered())
    }

    /// Whether hands did something that no fact has told yet, or may be doing it.
    pub fn is_disturbed(&self) -> bool {
        !self.stays.is_empty() || self.window.is_empty()
    }

    /// Ends the source: what is pending settles now, when at least one undisturbed frame shows it.
    pub fn finish(&mut self) -> Option<Fact<Z>> {
        let covered = self.reaches.covered();
        self.stays.extend(self.reaches.finish(&self.mat, &self.config));
        let seen = self.window.last()?.clone();
        self.rest(&seen, &covered)
    }

    fn rest(&mut self, seen: &Observation, covered: &[Polygon<Table>]) -> Option<Fact<Z>> {
        let mut cards = consensus(&self.window, &self.config)?;
        cards.extend(consensus::covered(&self.resting, &cards, &self.mat, &self.config));
        let mut piles = self.piles.clone();
        let layout = place::layout(&cards, &self.resting, &self.mat, self.last.as_ref(), covered, &mut piles, &self.config);
        let changed = self.last.as_ref().is_none_or(|last| place::differs(last, &layout));
        self.stays = joined(std::mem::take(&mut self.stays));
        // A hand that showed but for a moment did reach where something changed.
        self.stays
            .retain(|stay| !stay.brief || self.last.as_ref().is_some_and(|last| place::zone_differs(last, &layout, &stay.visit.zone)));
        if self.stays.is_empty() && self.last.is_some() {
            if !changed {
                self.drift = None;
                return None;
            }
            // Without a hand, a difference is more likely a reading than a move: it must last.
            match &self.drift {
                Some((before, since)) if !place::differs(before, &layout) => {
                    if seen.stamp.ms_since(*since) < self.config.drift_for_ms {
                        return None;
                    }
                }
                _ => {
                    self.drift = Some((layout, seen.stamp));
                    return None;
                }
            }
        }
        self.drift = None;
        self.resting = cards;
        self.piles = piles;
        let glimpses = self.glimpses.take(self.last.as_ref(), &layout);
        self.last = Some(layout.clone());
        let visits = std::mem::take(&mut self.stays).into_iter().map(|stay| stay.visit).collect();
        Some(Fact::Settled { stamp: seen.stamp, frame: seen.frame, layout, visits, glimpses })
    }
}

/// What lies where on a table of which there is one look alone, such as a photo.
pub fn layout_of<Z: Zone>(cards: &[SeenCard], mat: &Mat<Z>, config: &TrackerConfig) -> Layout<Z> {
    let look = Observation {
        frame: 0,
        stamp: Stamp::default(),
        cards: cards.to_vec(),
        overlaps: Vec::new(),
        hands: Vec::new(),
        touches: Vec::new(),
    };
    let resting = consensus(&[look], config).unwrap_or_default();
    place::layout(&resting, &[], mat, None, &[], &mut BTreeMap::new(), config)
}
