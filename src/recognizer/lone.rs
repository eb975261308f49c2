//! Cards of which little more than an index shows: where they are told by it alone, and how they join those found otherwise.

use super::FoundCard;
use crate::cards::Face;
use crate::geometry::{Image, Point, Quad};

/// Where the middle of an index is printed, in parts of the card's width and height.
const INDEX_AT: (f64, f64) = (0.11, 0.145);
/// How far from there an index may be and still be that card's, in parts of the card's width.
const NEAR: f64 = 0.22;
/// Outlines that share more than this (intersection over union) lie on each other: only one of them can be right.
const SAME_IOU: f64 = 0.7;
/// An outline that could not be read is the lone card's when it holds the index and shares this much with it.
const UNREAD_IOU: f64 = 0.25;

/// Whether this is one of a named card's own indices: some decks print them in all four corners.
pub(super) fn has_index(card: &FoundCard, index: Point<Image>) -> bool {
    card.identity.card().is_some()
        && corners(&card.quad).iter().any(|at| at.distance(index) < NEAR * card.quad.width().min(card.quad.height()))
}

/// Adds a card that was named where an index was detected to those found, unless it is one of them. What could not be read where it lies was
/// a part of it.
pub(super) fn add(found: &mut Vec<FoundCard>, lone: FoundCard, index: Point<Image>) {
    let name = lone.identity.card();
    let told = |other: &FoundCard| {
        other.identity.card().is_some()
            && (other.identity.card() == name || has_index(other, index) || other.quad.iou(&lone.quad) > SAME_IOU)
    };
    if found.iter().any(told) {
        return;
    }
    let part = |other: &FoundCard| {
        other.identity.card().is_none()
            && other.face == Face::Up
            && other.quad.polygon().contains(index)
            && other.quad.iou(&lone.quad) > UNREAD_IOU
    };
    found.retain(|other| !part(other));
    found.push(lone);
}

/// The middles of the places for an index at all four corners.
fn corners(quad: &Quad<Image>) -> [Point<Image>; 4] {
    let [a, b, c, d] = quad.corners;
    let (across, along) = INDEX_AT;
    [(across, along), (1.0 - across, along), (1.0 - across, 1.0 - along), (across, 1.0 - along)]
        .map(|(x, y)| a.lerp(b, x).lerp(d.lerp(c, x), y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Identity;

    fn card(name: Option<&str>, x: f64, turn: f64) -> FoundCard {
        let identity = name.map_or(Identity::UNKNOWN, |name| Identity::certain(name.parse().unwrap()));
        FoundCard { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, turn), face: Face::Up, identity, score: 0.9 }
    }

    /// The index beside the first corner.
    fn index(card: &FoundCard) -> Point<Image> {
        let [first, ..] = corners(&card.quad);
        first
    }

    fn added(found: &[FoundCard], lone: FoundCard) -> Vec<Option<String>> {
        let (mut found, at) = (found.to_vec(), index(&lone));
        add(&mut found, lone, at);
        found.iter().map(|card| card.identity.card().map(|id| id.name().to_owned())).collect()
    }

    #[test]
    fn an_index_of_a_named_card_is_told_whichever_corner_it_is_in() {
        let named = card(Some("standard/10h"), 100.0, 0.7);
        assert!(corners(&named.quad).iter().all(|at| has_index(&named, *at)));
        assert!(!has_index(&named, named.quad.centre()));
        assert!(!has_index(&card(None, 100.0, 0.7), index(&named)), "nothing is known of its index");
    }

    #[test]
    fn a_covered_card_joins_and_one_that_is_there_already_does_not() {
        let top = card(Some("standard/10h"), 100.0, 0.0);
        let below = card(Some("standard/Kc"), 80.0, 0.0);
        assert_eq!(added(std::slice::from_ref(&top), below.clone()).len(), 2);
        // By its name, by its place, and as what could not be read there.
        assert_eq!(added(&[top.clone(), card(Some("standard/Kc"), 300.0, 1.0)], below.clone()).len(), 2);
        assert_eq!(added(std::slice::from_ref(&top), card(Some("standard/Kc"), 103.0, 0.0)).len(), 1);
        assert_eq!(added(&[top, card(None, 76.0, 0.1)], below), [Some("10h".to_owned()), Some("Kc".to_owned())]);
    }
}
