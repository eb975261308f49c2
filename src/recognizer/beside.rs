//! Where a row of cards goes on: the next one lies to its neighbour about as that one lies to its own.

use super::FoundCard;
use super::witness::as_turned;
use crate::geometry::{Image, Quad};

/// Cards of a row share at least this (intersection over union).
const OVERLAP: f64 = 0.15;
/// They are turned at most so far from each other, in radians.
const TURN: f64 = 0.45;
/// A card that lies within this part of a step of where the next one would lie is that one.
const THERE: f64 = 0.5;

/// The outlines of cards that would go on with a row of named cards, or fill a gap in it, where no named card lies.
pub(super) fn next_in_rows(cards: &[FoundCard]) -> Vec<Quad<Image>> {
    let named: Vec<Quad<Image>> = cards.iter().filter(|card| card.is_named()).map(|card| card.quad).collect();
    let mut guesses = Vec::new();
    for quad in &named {
        let mut beside: Vec<Quad<Image>> = named.iter().filter(|other| *other != quad).map(|other| as_turned(other, quad)).collect();
        beside.retain(|other| turned(other, quad) < TURN && other.iou(quad) > OVERLAP);
        let nearest = beside.iter().min_by(|a, b| a.farthest(quad).total_cmp(&b.farthest(quad)));
        guesses.extend(nearest.and_then(|nearest| goes_on(nearest, quad, &named)));
    }
    guesses
}

/// What lies to `last` as that lies to `before`, unless a card lies there.
fn goes_on(before: &Quad<Image>, last: &Quad<Image>, named: &[Quad<Image>]) -> Option<Quad<Image>> {
    let step = before.farthest(last);
    let [a, b, c, d] = last.corners;
    let [a0, b0, c0, d0] = before.corners;
    let next = Quad::new([a * 2.0 - a0, b * 2.0 - b0, c * 2.0 - c0, d * 2.0 - d0]);
    let is_there = |other: &Quad<Image>| as_turned(other, &next).farthest(&next) < THERE * step;
    (next.is_convex() && !named.iter().any(is_there)).then_some(next)
}

/// How far two outlines are turned from each other, in radians.
fn turned(a: &Quad<Image>, b: &Quad<Image>) -> f64 {
    a.up().cross(b.up()).atan2(a.up().dot(b.up())).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::geometry::Point;
    use crate::table::Identity;

    /// A card of a fan whose cards lie a fifth of their width apart.
    fn card(place: i32) -> FoundCard {
        let identity = Identity::certain(format!("standard/{}c", place + 3).parse().unwrap());
        FoundCard { quad: outline(place), face: Face::Up, identity, score: 0.9 }
    }

    fn outline(place: i32) -> Quad<Image> {
        let turn = 0.08 * f64::from(place);
        Quad::placed(Point::new(200.0 + 200.0 * turn.sin(), 300.0 - 200.0 * turn.cos()), 63.0, 88.0, turn)
    }

    /// The places of a fan that are guessed, when these are known.
    fn guessed(known: &[i32]) -> Vec<i32> {
        let cards: Vec<FoundCard> = known.iter().map(|place| card(*place)).collect();
        let guesses = next_in_rows(&cards);
        let near = |guess: &Quad<Image>| (-3..=8).find(|place| guess.farthest(&outline(*place)) < 4.0).unwrap_or(99);
        let mut places: Vec<i32> = guesses.iter().map(near).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn a_row_goes_on_at_both_ends_and_its_gaps_are_filled() {
        assert_eq!(guessed(&[0, 1, 2]), [-1, 3]);
        assert_eq!(guessed(&[0, 1, 3, 4]), [-1, 2, 5]);
        assert_eq!(guessed(&[0]), [] as [i32; 0]);
    }

    #[test]
    fn cards_that_do_not_lie_on_each_other_are_no_row() {
        let apart = FoundCard { quad: Quad::placed(Point::new(500.0, 100.0), 63.0, 88.0, 0.0), ..card(1) };
        let crossed = FoundCard { quad: Quad::placed(outline(0).centre(), 63.0, 88.0, 1.5), ..card(1) };
        assert!(next_in_rows(&[card(0), apart]).is_empty() && next_in_rows(&[card(0), crossed]).is_empty());
    }
}
