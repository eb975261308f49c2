use crate::cards::{CardId, Face};
use crate::table::{Alternative, Identity, SeenCard};
use std::collections::BTreeMap;

/// What was read of one card over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sight {
    shares: BTreeMap<CardId, f32>,
    ups: f32,
    downs: f32,
}

/// Frames that count; older ones fade.
const MEMORY: f32 = 60.0;
/// Frames after which a reading is relied on while it goes on.
const ENOUGH: f32 = 2.0;
/// Alternatives that are told.
const ALTERNATIVES: usize = 5;

impl Sight {
    pub fn of(seen: &SeenCard) -> Self {
        let mut sight = Self::default();
        sight.look(seen);
        sight
    }

    /// Takes a frame's reading.
    pub fn look(&mut self, seen: &SeenCard) {
        if self.ups + self.downs > MEMORY {
            self.fade(0.5);
        }
        match seen.face {
            Face::Down => self.downs += 1.0,
            Face::Up => {
                self.ups += 1.0;
                for (design, confidence) in seen.identity.designs() {
                    *self.shares.entry(design.clone()).or_default() += confidence;
                }
            }
        }
    }

    /// Adds what was read of the same card elsewhere.
    pub fn absorb(&mut self, other: &Self) {
        for (design, share) in &other.shares {
            *self.shares.entry(design.clone()).or_default() += share;
        }
        self.ups += other.ups;
    }

    fn fade(&mut self, by: f32) {
        self.shares.values_mut().for_each(|share| *share *= by);
        self.ups *= by;
        self.downs *= by;
    }

    /// The side that most frames show.
    pub fn face(&self) -> Face {
        if self.downs > self.ups { Face::Down } else { Face::Up }
    }

    /// Mean probability that it is this design, over the frames that show its face.
    pub fn share(&self, design: &CardId) -> f32 {
        self.shares.get(design).map_or(0.0, |share| (share / self.ups.max(1.0)).min(1.0))
    }

    /// What it is, as far as it alone tells.
    pub fn sure(&self, known_from: f32) -> Option<&CardId> {
        let best = self.shares.keys().max_by(|a, b| self.share(a).total_cmp(&self.share(b)))?;
        (self.ups >= ENOUGH && self.share(best) >= known_from).then_some(best)
    }

    /// Whether a frame shows this card, or a back like it.
    pub fn shows(&self, seen: &SeenCard, known_from: f32) -> bool {
        let name = seen.identity.card();
        seen.face == self.face() && (seen.face == Face::Down || name.is_some() && self.sure(known_from) == name)
    }

    /// Whether a frame's reading may be of this card.
    pub fn may_be(&self, seen: &SeenCard, known_from: f32) -> bool {
        match (self.sure(known_from), seen.identity.card()) {
            (Some(known), Some(read)) if self.face() == Face::Up && seen.face == Face::Up => known == read || self.share(read) > 0.1,
            _ => true,
        }
    }
}

/// Names cards so that none is named twice (there is one card of each design): the surest reading first. `known_from` is the mean
/// probability that names a card; of one that shows its back nothing is told.
pub(super) fn identities(sights: &[&Sight], known_from: f32) -> Vec<Identity> {
    let mut readings: Vec<(f32, usize, &CardId)> = Vec::new();
    for (k, sight) in sights.iter().enumerate().filter(|(_, sight)| sight.ups > 0.0) {
        readings.extend(sight.shares.keys().map(|design| (sight.share(design), k, design)));
    }
    // Of equal shares, the card that was looked at longer.
    let looks = |k: &usize| sights.get(*k).map_or(0.0, |sight| sight.ups);
    readings.sort_by(|a, b| b.0.total_cmp(&a.0).then(looks(&b.1).total_cmp(&looks(&a.1))));
    let mut named: BTreeMap<usize, &CardId> = BTreeMap::new();
    let mut taken: BTreeMap<&CardId, usize> = BTreeMap::new();
    for (share, k, design) in &readings {
        if *share >= known_from && !named.contains_key(k) && !taken.contains_key(design) {
            named.insert(*k, design);
            taken.insert(design, *k);
        }
    }
    let identity = |(k, sight): (usize, &&Sight)| {
        let mut rest: Vec<Alternative> = readings
            .iter()
            .filter(|(_, of, design)| *of == k && taken.get(design).is_none_or(|by| *by == k) && named.get(&k) != Some(design))
            .map(|(share, _, design)| Alternative { card: (*design).clone(), confidence: *share })
            .collect();
        rest.truncate(ALTERNATIVES);
        match named.get(&k) {
            Some(design) => Identity::Known { card: (*design).clone(), confidence: sight.share(design), alternatives: rest },
            None => Identity::Unknown { alternatives: rest },
        }
    };
    sights.iter().enumerate().map(identity).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};

    fn read(name: &str, confidence: f32, frames: usize) -> Sight {
        let identity = Identity::Known { card: id(name), confidence, alternatives: Vec::new() };
        let seen = SeenCard { quad: Quad::placed(Point::new(0.0, 0.0), 63.0, 88.0, 0.0), face: Face::Up, identity, score: 1.0 };
        let mut sight = Sight::default();
        (0..frames).for_each(|_| sight.look(&seen));
        sight
    }

    fn id(name: &str) -> CardId {
        format!("standard/{name}").parse().unwrap()
    }

    #[test]
    fn no_card_is_named_twice_and_the_surer_reading_keeps_the_name() {
        let mut second = read("9h", 0.7, 10);
        second.absorb(&read("9d", 0.25, 10));
        let named = identities(&[&second, &read("9h", 0.95, 10), &read("4c", 0.9, 3)], 0.6);
        assert_eq!(named[1].card(), Some(&id("9h")));
        assert_eq!(named[2].card(), Some(&id("4c")));
        assert_eq!(named[0].card(), None);
        assert_eq!(named[0].alternatives().first().map(|a| &a.card), Some(&id("9d")), "and what is left is told");
    }

    #[test]
    fn a_rare_misreading_changes_no_name() {
        let mut sight = read("Ks", 0.9, 20);
        sight.absorb(&read("Qs", 0.9, 2));
        assert_eq!(sight.sure(0.6), Some(&id("Ks")));
    }
}
