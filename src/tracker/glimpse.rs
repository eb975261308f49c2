use crate::cards::Face;
use crate::geometry::{Point, Table};
use crate::table::{Glimpse, Identity, Layout, Mat, Observation, Zone};
use std::collections::BTreeMap;

/// A card is looked at in a squared-up pile when it lies within this of the pile's top.
const ON_PILE_MM: f64 = 15.0;
/// Confidence from which a card that shows for a moment counts as read.
const SURE: f32 = 0.7;

/// Cards that showed on squared-up piles while hands were at work.
#[derive(Debug, Clone)]
pub(super) struct Glimpses<Z> {
    seen: Vec<Glimpse<Z>>,
}

impl<Z> Default for Glimpses<Z> {
    fn default() -> Self {
        Self { seen: Vec::new() }
    }
}

impl<Z: Zone> Glimpses<Z> {
    /// Takes a frame in which something moves; `tops` are the piles' tops as they last rested.
    pub fn look(&mut self, seen: &Observation, mat: &Mat<Z>, tops: &BTreeMap<Z, Point<Table>>) {
        for card in &seen.cards {
            let Identity::Known { card: name, confidence, .. } = &card.identity else { continue };
            let centre = card.quad.centre();
            let Some(zone) = mat.zone_at(centre).filter(|zone| mat.fan_direction(*zone).is_none()) else { continue };
            let on_pile = tops.get(&zone).is_some_and(|top| top.distance(centre) < ON_PILE_MM);
            let known = self.seen.iter().any(|glimpse| glimpse.zone == zone && glimpse.card == *name);
            if card.face == Face::Up && *confidence >= SURE && on_pile && !known {
                self.seen.push(Glimpse { zone, card: name.clone(), stamp: seen.stamp });
            }
        }
    }

    /// What showed and does neither rest there now nor did before; looking begins anew.
    pub fn take(&mut self, before: Option<&Layout<Z>>, now: &Layout<Z>) -> Vec<Glimpse<Z>> {
        let lies = |layout: &Layout<Z>, glimpse: &Glimpse<Z>| {
            layout.cards(&glimpse.zone).iter().any(|laid| laid.identity.probability(&glimpse.card) > 0.0)
        };
        let fleeting = |glimpse: &Glimpse<Z>| !lies(now, glimpse) && !before.is_some_and(|before| lies(before, glimpse));
        std::mem::take(&mut self.seen).into_iter().filter(fleeting).collect()
    }
}
