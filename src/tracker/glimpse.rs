use crate::cards::Face;
use crate::geometry::{Point, Table};
use crate::table::{Glimpse, Identity, Layout, Mat, Observation, Zone};
use std::collections::BTreeMap;

/// A card is looked at in a squared-up pile when it lies within this of the pile's top.
const ON_PILE_MM: f64 = 15.0;
/// Confidence from which a card that shows for a moment counts as read.
const SURE: f32 = 0.7;
/// Confidence from which it is worth a guess.
const FAINT: f32 = 0.15;

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
            let (name, confidence) = match &card.identity {
                Identity::Known { card, confidence, .. } => (card, *confidence),
                Identity::Unknown { alternatives } => match alternatives.first() {
                    Some(likeliest) => (&likeliest.card, likeliest.confidence),
                    None => continue,
                },
            };
            let centre = card.quad.centre();
            let Some(zone) = mat.zone_at(centre).filter(|zone| mat.fan_direction(*zone).is_none()) else { continue };
            let on_pile = tops.get(&zone).is_some_and(|top| top.distance(centre) < ON_PILE_MM);
            if card.face != Face::Up || confidence < FAINT || !on_pile {
                continue;
            }
            let faint = confidence < SURE;
            match self.seen.iter_mut().find(|glimpse| glimpse.zone == zone && glimpse.card == *name) {
                Some(known) => known.faint &= faint,
                None => self.seen.push(Glimpse { zone, card: name.clone(), stamp: seen.stamp, faint }),
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
