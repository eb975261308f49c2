//! Cards of which little more than an index shows: where they are told by it alone, and how they join those found otherwise.

use super::FoundCard;
use super::doubles::sureness;
use super::edges::{crossing, edge};
use crate::cards::Face;
use crate::geometry::{Image, Point, Quad};
use image::RgbImage;

/// Where the middle of an index is printed, in parts of the card's width and height.
const INDEX_AT: (f64, f64) = (0.11, 0.145);
/// How far from there an index may be and still be that card's, in parts of the card's width.
const NEAR: f64 = 0.11;
/// From here on a name is beyond doubt: an index says it where another card may have printed its own, or against a card's less sure name.
const SURE: f32 = 0.9;
/// Outlines that share more than this (intersection over union) lie on each other: only one of them can be right.
const SAME_IOU: f64 = 0.9;
/// An outline that could not be read is the lone card's when it holds the index and shares this much with it.
const UNREAD_IOU: f64 = 0.25;

/// Whether this is an index of a card whose name is beyond doubt.
pub(super) fn explains(card: &FoundCard, index: Point<Image>) -> bool {
    sureness(card) >= SURE && has_index(card, index)
}

/// Whether this is one of a named card's own indices.
fn has_index(card: &FoundCard, index: Point<Image>) -> bool {
    card.identity.card().is_some() && is_at(corners(&card.quad), card, index)
}

/// Whether a named card may have printed this index in one of the two corners where only some decks have one. In a fan, other cards have
/// theirs there.
fn may_have_index(card: &FoundCard, index: Point<Image>) -> bool {
    let [a, b, c, d] = card.quad.corners;
    card.identity.card().is_some() && is_at(corners(&Quad::new([b, a, d, c])), card, index)
}

fn is_at(places: [Point<Image>; 2], card: &FoundCard, index: Point<Image>) -> bool {
    places.iter().any(|at| at.distance(index) < NEAR * card.quad.width().min(card.quad.height()))
}

/// The outline that an index tells, with the size and slant of the nearest card found by its body, on the edges that the picture shows beside
/// the index: of a covered card the far corners are guessed from the index, while all cards of a table are of one size.
pub(super) fn sized(picture: &RgbImage, outline: &Quad<Image>, found: &[FoundCard]) -> Quad<Image> {
    /// Cards within this factor of the outline's area lie on the same table.
    const ALIKE: f64 = 1.8;
    /// How far the long side beside the index is looked for, in parts of the card's width.
    const REACH: f64 = 0.1;
    let [corner, ..] = outline.corners;
    let alike = |card: &&FoundCard| {
        let times = card.quad.area() / outline.area().max(f64::MIN_POSITIVE);
        (ALIKE.recip()..ALIKE).contains(&times)
    };
    let nearest = found.iter().filter(alike).min_by(|a, b| a.quad.centre().distance(corner).total_cmp(&b.quad.centre().distance(corner)));
    let Some(plane) = nearest.and_then(|card| Plane::of(&card.quad)) else { return *outline };
    let (right, down) = sides(outline);
    let (down_x, down_y) = plane.coordinates(down);
    let (right_x, right_y) = plane.coordinates(right);
    // Both sides tell the turn; the longer one better.
    let rough = plane.card(corner, (down_x - right_y, down_y + right_x));
    let short = rough.width().min(rough.height());
    let [a, b, _, d] = rough.corners;
    let Some(left) = edge(picture, (d, a), REACH * short, short) else { return rough };
    let top = edge(picture, (a, b), REACH * short, short).unwrap_or((a, b));
    let laid = plane.card(crossing(left, top).unwrap_or(left.1), plane.coordinates(left.0 - left.1));
    if laid.farthest(&rough) < 4.0 * REACH * short { laid } else { rough }
}

/// The plane that a card lies in, near that card; its unit is the height of a card.
struct Plane {
    x: Point<Image>,
    y: Point<Image>,
}

impl Plane {
    /// Width of a card.
    const WIDTH: f64 = 63.0 / 88.0;

    fn of(card: &Quad<Image>) -> Option<Self> {
        let (right, down) = sides(card);
        let plane = Self { x: right * (1.0 / Self::WIDTH), y: down };
        (plane.x.cross(plane.y).abs() > f64::EPSILON).then_some(plane)
    }

    fn coordinates(&self, p: Point<Image>) -> (f64, f64) {
        let area = self.x.cross(self.y);
        (p.cross(self.y) / area, self.x.cross(p) / area)
    }

    /// The card with this first corner whose left side goes down in this direction of the plane.
    fn card(&self, corner: Point<Image>, (x, y): (f64, f64)) -> Quad<Image> {
        let length = x.hypot(y).max(f64::MIN_POSITIVE);
        let (x, y) = (x / length, y / length);
        let down = self.x * x + self.y * y;
        let right = (self.x * y - self.y * x) * Self::WIDTH;
        Quad::new([corner, corner + right, corner + right + down, corner + down])
    }
}

/// The middle lines of an outline, to the right and down.
fn sides(quad: &Quad<Image>) -> (Point<Image>, Point<Image>) {
    let [a, b, c, d] = quad.corners;
    ((b + c - a - d) * 0.5, (c + d - a - b) * 0.5)
}

/// Adds a card that was named where an index was detected to those found, unless it is one of them. What could not be read where it lies was
/// a part of it.
pub(super) fn add(found: &mut Vec<FoundCard>, lone: FoundCard, index: Point<Image>) {
    if found.iter().any(|other| other.identity.card() == lone.identity.card()) {
        return;
    }
    let doubtful = |other: &&mut FoundCard| sureness(other) < SURE && has_index(other, index);
    // The index read where it was detected is better aligned than the corner of a covered card's outline.
    if sureness(&lone) >= SURE
        && let Some(other) = found.iter_mut().find(doubtful)
    {
        other.identity = lone.identity;
        return;
    }
    let told = |other: &FoundCard| {
        has_index(other, index)
            || sureness(&lone) < SURE && may_have_index(other, index)
            || other.identity.card().is_some() && other.quad.iou(&lone.quad) > SAME_IOU
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

/// The middles of the places for an index: beside the first corner and the opposite one.
fn corners(quad: &Quad<Image>) -> [Point<Image>; 2] {
    let (across, along) = INDEX_AT;
    [*quad, quad.half_turned()].map(|Quad { corners: [a, b, c, d], .. }| a.lerp(b, across).lerp(d.lerp(c, across), along))
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
    fn an_index_of_a_named_card_is_told_at_both_ends() {
        let named = card(Some("standard/10h"), 100.0, 0.7);
        assert!(corners(&named.quad).iter().all(|at| has_index(&named, *at)));
        let [a, b, c, d] = named.quad.corners;
        let others = corners(&Quad::new([b, a, d, c]));
        assert!(others.iter().all(|at| !has_index(&named, *at) && may_have_index(&named, *at)));
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
        assert_eq!(added(std::slice::from_ref(&top), card(Some("standard/Kc"), 101.0, 0.0)).len(), 1);
        assert_eq!(added(&[top, card(None, 76.0, 0.1)], below), [Some("10h".to_owned()), Some("Kc".to_owned())]);
    }

    #[test]
    fn in_a_fan_each_card_is_told_by_its_own_index() {
        // A fifth of a card's width apart: each index lies where no other card has one, but far inside other outlines.
        let fan: Vec<FoundCard> = ["2c", "3c", "4c", "5c", "6c"]
            .iter()
            .zip(0_u8..)
            .map(|(name, i)| card(Some(&format!("standard/{name}")), 100.0 - 12.6 * f64::from(i), 0.0))
            .collect();
        let mut found = vec![fan[0].clone()];
        for below in &fan[1..] {
            add(&mut found, below.clone(), index(below));
        }
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn where_a_card_may_have_printed_a_third_index_only_a_sure_name_is_another_card() {
        let top = card(Some("standard/6d"), 100.0, 0.0);
        let [a, b, c, d] = top.quad.corners;
        let [there, _] = corners(&Quad::new([b, a, d, c]));
        for (sure, cards) in [(0.7, 1), (0.97, 2)] {
            let identity = Identity::Known { card: "standard/9d".parse().unwrap(), confidence: sure, alternatives: vec![] };
            let mut found = vec![top.clone()];
            add(&mut found, FoundCard { identity, quad: Quad::placed(Point::new(140.0, 110.0), 63.0, 88.0, 0.4), ..top.clone() }, there);
            assert_eq!(found.len(), cards);
        }
    }

    #[test]
    fn a_sure_index_corrects_a_doubtful_name_and_no_sure_one() {
        for (sure, name) in [(0.7, "9h"), (0.95, "Kc")] {
            let named = |name: &str, confidence| Identity::Known {
                card: format!("standard/{name}").parse().unwrap(),
                confidence,
                alternatives: vec![],
            };
            let lower = FoundCard { identity: named("Kc", sure), ..card(None, 100.0, 0.0) };
            let lone = FoundCard { identity: named("9h", 0.97), ..lower.clone() };
            assert_eq!(added(&[lower], lone), [Some(name.to_owned())]);
        }
    }

    #[test]
    fn a_covered_card_has_the_size_of_the_card_beside_it() {
        let bare = RgbImage::from_pixel(400, 400, image::Rgb([70; 3]));
        let beside = card(Some("standard/10h"), 200.0, 0.5);
        let truth = Quad::placed(Point::new(150.0, 150.0), 63.0, 88.0, -0.3);
        let [a, b, _, d] = truth.corners;
        // The corner and the turn are told well, the sides badly.
        let told = Quad::new([a, a.lerp(b, 0.8), a + (b - a) * 0.8 + (d - a) * 1.3, a.lerp(d, 1.3)]);
        assert!(sized(&bare, &told, std::slice::from_ref(&beside)).farthest(&truth) < 0.5);
        assert_eq!(sized(&bare, &told, &[]), told, "nothing tells its size");
    }

    #[test]
    fn a_covered_card_comes_to_lie_on_the_edge_that_shows_beside_its_index() {
        let truth = Quad::<Image>::placed(Point::new(150.0, 150.0), 100.0, 140.0, 0.1);
        let picture = RgbImage::from_fn(300, 300, |x, y| {
            let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            image::Rgb([if truth.polygon().contains(at) { 230 } else { 70 }; 3])
        });
        let beside = FoundCard { quad: Quad::placed(Point::new(400.0, 150.0), 100.0, 140.0, 0.4), ..card(None, 0.0, 0.0) };
        let rough = Quad::placed(Point::new(154.0, 148.0), 100.0, 140.0, 0.14);
        let found = sized(&picture, &rough, &[beside]);
        assert!(found.farthest(&truth) < 2.5 && rough.farthest(&truth) > 5.0, "{found:?} for {truth:?}");
    }
}
