use super::TrackerConfig;
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Quad, Table};
use crate::table::{Alternative, Identity, Mat, Observation, SeenCard, Zone};
use std::collections::BTreeMap;

/// A card that a window of undisturbed frames agrees on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RestingCard {
    pub quad: Quad<Table>,
    pub face: Face,
    pub identity: Identity,
    pub score: f32,
}

/// The cards that enough frames show in one place; `None` while something still moves.
pub(super) fn consensus(window: &[Observation], config: &TrackerConfig) -> Option<Vec<RestingCard>> {
    let mut clusters: Vec<Vec<&SeenCard>> = Vec::new();
    for observation in window {
        let mut taken = vec![false; clusters.len()];
        for card in &observation.cards {
            let centre = card.quad.centre();
            let near = clusters
                .iter()
                .enumerate()
                .filter(|(i, _)| !taken.get(*i).copied().unwrap_or(true))
                .filter_map(|(i, cluster)| Some((i, cluster.last()?.quad.centre().distance(centre))))
                .filter(|(_, distance)| *distance < config.same_card_mm)
                .min_by(|a, b| a.1.total_cmp(&b.1));
            match near.and_then(|(i, _)| Some((i, clusters.get_mut(i)?))) {
                Some((i, cluster)) => {
                    cluster.push(card);
                    if let Some(flag) = taken.get_mut(i) {
                        *flag = true;
                    }
                }
                None => clusters.push(vec![card]),
            }
        }
    }
    let moved = |cluster: &[&SeenCard]| match (cluster.first(), cluster.last()) {
        (Some(a), Some(b)) => a.quad.centre().distance(b.quad.centre()) > 2.0 * config.same_card_mm,
        _ => false,
    };
    if clusters.iter().any(|cluster| moved(cluster)) {
        return None;
    }
    let enough = (window.len() as f64 * config.presence).max(1.0);
    Some(clusters.iter().filter(|cluster| cluster.len() as f64 >= enough).filter_map(|cluster| agree(cluster, config)).collect())
}

/// Cards that rested before and are covered now: what lies over them came to lie further along their fan, so they are still there.
pub(super) fn covered<Z: Zone>(before: &[RestingCard], now: &[RestingCard], mat: &Mat<Z>, config: &TrackerConfig) -> Vec<RestingCard> {
    let here = |old: &RestingCard| now.iter().any(|card| card.quad.centre().distance(old.quad.centre()) < config.same_card_mm);
    let hidden = |old: &&RestingCard| {
        let fan = mat.zone_at(old.quad.centre()).and_then(|zone| mat.fan_direction(zone));
        let over = |card: &RestingCard, fan: Point<Table>| {
            let further = (card.quad.centre() - old.quad.centre()).dot(fan) > 0.0;
            further && card.quad.intersection_area(&old.quad) > config.covered_part * old.quad.area()
        };
        fan.is_some_and(|fan| now.iter().any(|card| over(card, fan)))
    };
    before.iter().filter(|old| !here(old)).filter(hidden).cloned().collect()
}

fn agree(cluster: &[&SeenCard], config: &TrackerConfig) -> Option<RestingCard> {
    let n = cluster.len() as f32;
    let best = cluster.iter().max_by(|a, b| a.score.total_cmp(&b.score))?;
    let downs = cluster.iter().filter(|card| card.face == Face::Down).count();
    let face = if downs * 2 > cluster.len() { Face::Down } else { Face::Up };
    let mut shares: BTreeMap<&CardId, f32> = BTreeMap::new();
    for card in cluster.iter().filter(|card| card.face == face) {
        for (design, confidence) in card.identity.designs() {
            *shares.entry(design).or_default() += confidence / n;
        }
    }
    let mut ranked: Vec<Alternative> =
        shares.into_iter().map(|(card, confidence)| Alternative { card: card.clone(), confidence: confidence.min(1.0) }).collect();
    ranked.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    ranked.truncate(5);
    let identity = match ranked.first() {
        Some(top) if top.confidence >= config.known_from => {
            let top = ranked.remove(0);
            Identity::Known { card: top.card, confidence: top.confidence, alternatives: ranked }
        }
        _ => Identity::Unknown { alternatives: ranked },
    };
    // The card's own top is read together with its name, so the pose comes from a frame that agrees on the name.
    let named =
        cluster.iter().filter(|card| card.identity.card() == identity.card()).max_by(|a, b| a.score.total_cmp(&b.score)).unwrap_or(best);
    let score = cluster.iter().map(|card| card.score).sum::<f32>() / n;
    // The mean of all frames lies steadier than any one of them.
    let mean = Point::mean(cluster.iter().map(|card| card.quad.centre()));
    let shift = mean - named.quad.centre();
    Some(RestingCard { quad: named.quad.map(|corner| corner + shift), face, identity, score })
}
