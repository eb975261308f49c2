//! Cards of which little more than an index shows: where they are told by it alone, and how they join those found otherwise.

use super::FoundCard;
use crate::cards::Face;
use crate::geometry::{Image, Point, Quad};

/// A card that was named where an index was detected.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lone {
    pub card: FoundCard,
    /// The middle of that index.
    pub index: Point<Image>,
}

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

/// Adds a card to those found, unless it is one of them. What could not be read where it lies was a part of it.
pub(super) fn add(found: &mut Vec<FoundCard>, lone: Lone) {
    let name = lone.card.identity.card();
    let told = |other: &FoundCard| {
        other.identity.card().is_some()
            && (other.identity.card() == name || has_index(other, lone.index) || other.quad.iou(&lone.card.quad) > SAME_IOU)
    };
    if found.iter().any(told) {
        return;
    }
    let part = |other: &FoundCard| {
        other.identity.card().is_none()
            && other.face == Face::Up
            && other.quad.polygon().contains(lone.index)
            && other.quad.iou(&lone.card.quad) > UNREAD_IOU
    };
    found.retain(|other| !part(other));
    found.push(lone.card);
}

/// The middles of the places for an index at all four corners.
fn corners(quad: &Quad<Image>) -> [Point<Image>; 4] {
    let [a, b, c, d] = quad.corners;
    let (across, along) = INDEX_AT;
    [(across, along), (1.0 - across, along), (1.0 - across, 1.0 - along), (across, 1.0 - along)]
        .map(|(x, y)| a.lerp(b, x).lerp(d.lerp(c, x), y))
}
