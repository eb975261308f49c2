//! A card as it was seen so far, whatever it was read as in single frames.

use super::TrackerConfig;
use crate::cards::{CardId, Face};
use crate::geometry::{Quad, Table};
use crate::table::{Identity, SeenCard, Stamp};
use std::collections::BTreeMap;

/// A card that was outlined this far from where it was has moved, in millimetres.
const MOVED_MM: f64 = 1.5;

#[derive(Debug, Clone)]
pub(super) struct Known {
    pub number: u64,
    pub quad: Quad<Table>,
    /// Where it lay when no hand was near it.
    pub clear: Quad<Table>,
    pub best: f32,
    downs: u32,
    pub seen: u32,
    pub bare: u32,
    /// When it was seen first.
    pub first: Stamp,
    /// How much speaks for each design.
    designs: BTreeMap<CardId, f32>,
}

impl Known {
    pub fn new(number: u64, card: &SeenCard, first: Stamp) -> Self {
        let (quad, designs) = (card.quad, BTreeMap::new());
        let mut known = Self { number, quad, clear: quad, best: 0.0, downs: 0, seen: 0, bare: 0, first, designs };
        known.add(card);
        known
    }

    pub fn add(&mut self, card: &SeenCard) {
        self.seen += 1;
        self.bare = 0;
        self.downs += u32::from(card.face == Face::Down);
        for (design, confidence) in card.identity.designs() {
            *self.designs.entry(design.clone()).or_default() += confidence;
        }
        let moved: f64 = card.quad.centre().distance(self.quad.centre());
        if card.score >= self.best || moved > MOVED_MM {
            self.quad = card.quad;
            self.best = card.score;
        }
    }

    pub fn face(&self) -> Face {
        if 2 * self.downs > self.seen { Face::Down } else { Face::Up }
    }

    pub fn likeliest(&self) -> Option<(&CardId, f32)> {
        self.designs.iter().map(|(card, sum)| (card, sum / self.seen as f32)).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Whether this sight is of the same design.
    pub fn is(&self, card: &SeenCard) -> bool {
        card.identity.card().is_some_and(|name| self.likeliest().is_some_and(|(design, _)| design == name))
    }

    pub fn identity(&self, config: &TrackerConfig) -> Identity {
        match self.likeliest() {
            Some((card, confidence)) if confidence >= config.known_from && self.face() == Face::Up => {
                Identity::Known { card: card.clone(), confidence: confidence.min(1.0), alternatives: Vec::new() }
            }
            _ => Identity::UNKNOWN,
        }
    }
}
