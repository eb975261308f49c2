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
    let cards = |count: usize| format!("{count} {}", if count == 1 { "card" } else { "cards" });
    let list = |names: Vec<String>| if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let shown = list(seen.iter().map(name).collect());
    let wanted = match expected {
        None => "nothing".to_owned(),
        Some(Pile::Fanned(cards)) => list(cards.iter().map(|card| card.name().to_owned()).collect()),
        Some(Pile::Strewn { faces, unread, backs }) => return strewn_words(zone, seen, faces, *unread, *backs),
        Some(Pile::Counted(count) | Pile::Heaped(count)) => {
            return format!("{zone} shows {} where the game has {count}", cards(seen.len()));
        }
        Some(Pile::Squared { face: Face::Down, .. }) => "a back".to_owned(),
        Some(Pile::Squared { card, .. }) => card.as_ref().map_or("some face".to_owned(), |card| card.name().to_owned()),
    };
    format!("{zone} shows {shown} where the game has {wanted}")
}

fn zone_cost(seen: &[LaidCard], expected: Option<&Pile>, weights: &Weights) -> f64 {
    match (expected, seen.last()) {
        (None, _) => seen.len() as f64 * weights.extra_card,
        (Some(Pile::Fanned(cards)), _) => fan_cost(seen, cards, weights),
        (Some(Pile::Strewn { faces, unread, backs }), _) => strewn_cost(seen, faces, *unread, *backs, weights),
        (Some(Pile::Counted(count)), _) => {
            let (seen, count) = (seen.len(), usize::from(*count));
            seen.saturating_sub(count) as f64 * weights.extra_card + count.saturating_sub(seen) as f64 * weights.missing_card
        }
        (Some(Pile::Heaped(count)), _) => heap_cost(seen, usize::from(*count), weights),
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

/// What a strewn zone shows too much and too little: faces by name, unread faces and backs.
struct Strewn {
    extra: Vec<CardId>,
    missing: Vec<CardId>,
    unread: usize,
    backs: usize,
}

fn strewn(seen: &[LaidCard], faces: &[CardId]) -> Strewn {
    let mut missing = faces.to_vec();
    let (mut extra, mut unread) = (Vec::new(), 0);
    for laid in seen.iter().filter(|laid| laid.face == Face::Up) {
        match laid.identity.card() {
            None => unread += 1,
            Some(card) => match missing.iter().position(|wanted| wanted == card) {
                Some(at) => _ = missing.swap_remove(at),
                None => extra.push(card.clone()),
            },
        }
    }
    Strewn { extra, missing, unread, backs: seen.iter().filter(|laid| laid.face == Face::Down).count() }
}

/// Cards may lie under others, so that a few that do not show are no sign of anything but themselves; what shows must be there.
fn strewn_cost(seen: &[LaidCard], faces: &[CardId], unread: u16, backs: u16, weights: &Weights) -> f64 {
    let found = strewn(seen, faces);
    // A face that was never read may be any that is new, and an unread one any that is missing.
    let extra = found.extra.len().saturating_sub(usize::from(unread));
    let missing = found.missing.len().saturating_sub(found.unread);
    let too_many_backs = found.backs.saturating_sub(usize::from(backs));
    (extra + too_many_backs) as f64 * weights.extra_card + missing as f64 * weights.missing_card
}

/// What is partly covered may be taken for an unread face, but not for a certain one; and not all of a heap is covered.
fn heap_cost(seen: &[LaidCard], count: usize, weights: &Weights) -> f64 {
    let faces = seen.iter().filter(|laid| laid.face == Face::Up && laid.identity.card().is_some()).count();
    let covered = count.saturating_sub(seen.len().max(1));
    let bare = if seen.is_empty() && count > 0 { weights.missing_card } else { 0.0 };
    let extra = seen.len().saturating_sub(count);
    bare + faces as f64 * weights.wrong_face + extra as f64 * weights.extra_card + covered as f64 * weights.covered_card
}

fn strewn_words<Z: Zone>(zone: Z, seen: &[LaidCard], faces: &[CardId], unread: u16, backs: u16) -> String {
    let mut found = strewn(seen, faces);
    found.missing.sort();
    let names = |cards: &[CardId]| cards.iter().map(CardId::name).collect::<Vec<_>>().join(", ");
    let mut words = Vec::new();
    if found.extra.len() > usize::from(unread) {
        words.push(format!("shows {} which the game has elsewhere", names(&found.extra)));
    }
    if found.missing.len() > found.unread {
        words.push(format!("does not show {}", names(&found.missing)));
    }
    if found.backs > usize::from(backs) {
        words.push(format!("shows {} backs where the game has {backs}", found.backs));
    }
    format!("{zone} {}", words.join(" and "))
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
