//! How badly a state of the game disagrees with what was seen.

use super::Weights;
use crate::cards::{CardId, Face};
use crate::table::{Expected, Identity, LaidCard, Layout, Pile, Zone};
use std::collections::{BTreeMap, BTreeSet};

/// Cost of each zone whose cards differ from what is expected; zones that agree are absent.
pub(super) fn differences<Z: Zone>(seen: &Layout<Z>, expected: &Expected<Z>, weights: &Weights) -> BTreeMap<Z, f64> {
    let zones: BTreeSet<Z> = seen.zones.keys().chain(expected.zones.keys()).copied().collect();
    zones
        .into_iter()
        .map(|zone| (zone, zone_cost(seen.cards(&zone), expected.zones.get(&zone), weights)))
        .filter(|(_, cost)| *cost > 0.0)
        .collect()
}

/// What differs in a zone, for a reader.
pub(super) fn describe<Z: Zone>(zone: Z, seen: &[LaidCard], expected: Option<&Pile>) -> String {
    let name = |card: &LaidCard| match (card.face, card.identity.card()) {
        (Face::Down, _) => "a back".to_owned(),
        (Face::Up, Some(card)) => card.name().to_owned(),
        (Face::Up, None) => "an unread card".to_owned(),
    };
    let list = |names: Vec<String>| if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let shown = list(seen.iter().map(name).collect());
    let wanted = match expected {
        None => "nothing".to_owned(),
        Some(Pile::Fanned(cards)) => list(cards.iter().map(|card| card.name().to_owned()).collect()),
        Some(Pile::Squared { face: Face::Down, .. }) => "a back".to_owned(),
        Some(Pile::Squared { card, .. }) => card.as_ref().map_or("some face".to_owned(), |card| card.name().to_owned()),
    };
    format!("{zone} shows {shown} where the game has {wanted}")
}

fn zone_cost(seen: &[LaidCard], expected: Option<&Pile>, weights: &Weights) -> f64 {
    match (expected, seen.last()) {
        (None, _) => seen.len() as f64 * weights.extra_card,
        (Some(Pile::Fanned(cards)), _) => fan_cost(seen, cards, weights),
        (Some(Pile::Squared { .. }), None) => weights.missing_card,
        (Some(Pile::Squared { card, face }), Some(top)) => {
            // Of an untidy pile more than one card shows; any of them may be the top.
            let cost = |laid: &LaidCard| card_cost(laid, *face, card.as_ref(), weights);
            seen.iter().map(cost).fold(cost(top), f64::min)
        }
    }
}

/// Cheapest alignment of the seen cards with the expected ones, in order (edit distance).
fn fan_cost(seen: &[LaidCard], expected: &[CardId], weights: &Weights) -> f64 {
    let mut row: Vec<f64> = (0..=expected.len()).map(|n| n as f64 * weights.missing_card).collect();
    for laid in seen {
        let mut next = Vec::with_capacity(row.len());
        next.push(row.first().copied().unwrap_or(0.0) + weights.extra_card);
        for (card, pair) in expected.iter().zip(row.windows(2)) {
            let [diagonal, above] = pair else { continue };
            let left = next.last().copied().unwrap_or(0.0);
            let matched = diagonal + card_cost(laid, Face::Up, Some(card), weights);
            next.push(matched.min(above + weights.extra_card).min(left + weights.missing_card));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0.0)
}

fn card_cost(laid: &LaidCard, face: Face, card: Option<&CardId>, weights: &Weights) -> f64 {
    if laid.face != face {
        return if laid.identity.card().is_some() || laid.face == Face::Down { weights.wrong_face } else { weights.unread_face };
    }
    match (card, &laid.identity) {
        (None, _) => 0.0,
        (Some(card), Identity::Known { card: read, .. }) if read == card => 0.0,
        (Some(_), Identity::Unknown { alternatives }) if alternatives.is_empty() => weights.unread_card,
        (Some(card), identity) => {
            let unread = if matches!(identity, Identity::Unknown { .. }) { weights.unread_card } else { 0.0 };
            (unread - f64::from(identity.probability(card)).max(1e-6).ln()).min(weights.misread_card)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> CardId {
        format!("t/{name}").parse().unwrap()
    }

    fn up(name: &str) -> LaidCard {
        LaidCard { identity: Identity::certain(id(name)), face: Face::Up, turn_deg: 0.0, change: None }
    }

    #[test]
    fn a_fan_costs_what_is_missing_or_extra_or_misread() {
        let w = Weights::default();
        assert_eq!(fan_cost(&[up("a"), up("a")], &[id("a"), id("a")], &w), 0.0);
        assert_eq!(fan_cost(&[up("a")], &[id("a"), id("a")], &w), w.missing_card);
        assert_eq!(fan_cost(&[up("a"), up("a")], &[id("a")], &w), w.extra_card);
        assert_eq!(fan_cost(&[up("b")], &[id("a")], &w), w.misread_card);
    }

    #[test]
    fn an_unread_card_fits_anything_at_a_small_price() {
        let w = Weights::default();
        let unread = LaidCard { identity: Identity::UNKNOWN, ..up("a") };
        assert_eq!(fan_cost(&[unread], &[id("a")], &w), w.unread_card);
    }
}
