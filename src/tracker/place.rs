use super::{RestingCard, TrackerConfig, pile::PileMemory, reach::near_zone};
use crate::cards::{CardId, Face};
use crate::geometry::{Polygon, Table};
use crate::table::{LaidCard, Layout, Mat, PileChange, Zone};
use std::collections::BTreeMap;

/// Sorts resting cards into zones, each bottom to top. Zones under `covered` regions keep what they held last.
pub(super) fn layout<Z: Zone>(
    cards: &[RestingCard],
    before: &[RestingCard],
    mat: &Mat<Z>,
    last: Option<&Layout<Z>>,
    covered: &[Polygon<Table>],
    piles: &mut BTreeMap<Z, PileMemory>,
    config: &TrackerConfig,
) -> Layout<Z> {
    let mut zones: BTreeMap<Z, Vec<&RestingCard>> = BTreeMap::new();
    let mut loose = Vec::new();
    for card in cards {
        match zone_of(card, before, mat, config) {
            Some(zone) => zones.entry(zone).or_default().push(card),
            None => loose.push(laid(card)),
        }
    }
    for (zone, held) in &mut zones {
        match mat.fan_direction(*zone) {
            Some(direction) => held.sort_by(|a, b| a.quad.centre().dot(direction).total_cmp(&b.quad.centre().dot(direction))),
            // In a squared-up pile the top card is the one seen whole.
            None => held.sort_by(|a, b| a.score.total_cmp(&b.score)),
        }
    }
    for (zone, memory) in piles.iter_mut().filter(|(zone, _)| !zones.contains_key(zone)) {
        if !mat.zone(*zone).is_some_and(|outline| hides(covered, outline)) {
            memory.clear();
        }
    }
    let tops: BTreeMap<Z, Option<PileChange>> = zones
        .iter()
        .filter(|(zone, _)| mat.fan_direction(**zone).is_none())
        .filter_map(|(zone, held)| Some((*zone, piles.entry(*zone).or_default().top(held.last()?))))
        .collect();
    let mut zones: BTreeMap<Z, Vec<LaidCard>> =
        zones.into_iter().map(|(zone, held)| (zone, held.into_iter().map(laid).collect())).collect();
    for (zone, change) in tops {
        if let Some(top) = zones.get_mut(&zone).and_then(|held| held.last_mut()) {
            top.change = change;
        }
    }
    for (zone, outline) in &mat.zones {
        if hides(covered, outline) {
            match last.and_then(|layout| layout.zones.get(zone)) {
                Some(held) => zones.insert(*zone, held.clone()),
                None => zones.remove(zone),
            };
        }
    }
    Layout { zones, loose }
}

fn hides(covered: &[Polygon<Table>], outline: &Polygon<Table>) -> bool {
    covered.iter().any(|region| region.contains(outline.centre()) || region.vertices.iter().any(|&p| outline.contains(p)))
}

/// What cards show, whatever their exact pose.
fn shown(cards: &[LaidCard]) -> Vec<(Option<CardId>, Face)> {
    cards.iter().map(|card| (card.identity.card().cloned(), card.face)).collect()
}

/// Whether a zone shows other cards in one layout than in the other.
pub(super) fn zone_differs<Z: Zone>(a: &Layout<Z>, b: &Layout<Z>, zone: &Z) -> bool {
    shown(a.cards(zone)) != shown(b.cards(zone))
}

/// Whether two layouts show other cards.
pub(super) fn differs<Z: Zone>(a: &Layout<Z>, b: &Layout<Z>) -> bool {
    let zones = |layout: &Layout<Z>| layout.zones.iter().map(|(zone, cards)| (*zone, shown(cards))).collect::<Vec<_>>();
    zones(a) != zones(b) || a.loose.len() != b.loose.len()
}

fn zone_of<Z: Zone>(card: &RestingCard, before: &[RestingCard], mat: &Mat<Z>, config: &TrackerConfig) -> Option<Z> {
    let centre = card.quad.centre();
    // A card that only trembled stays where it was, so that one on a border does not flicker.
    let same = before
        .iter()
        .filter(|old| old.quad.centre().distance(centre) < config.same_card_mm)
        .find(|old| old.identity.card() == card.identity.card());
    let at = same.map_or(centre, |old| old.quad.centre());
    near_zone(mat, at, config.zone_margin_mm)
}

fn laid(card: &RestingCard) -> LaidCard {
    LaidCard { change: None, identity: card.identity.clone(), face: card.face, turn_deg: card.quad.turn().to_degrees() as f32 }
}
