//! Cards of which little more than an index shows: where an index is printed, and where it tells that its card lies.

use super::FoundCard;
use super::average::median;
use super::decode::Detection;
use super::doubles::is_sure;
use super::edges::{crossing, edge};
use crate::cards::Face;
use crate::geometry::{Image, Point, Quad};
use crate::table::Identity;
use image::RgbImage;

/// Where the middle of an index is printed, in parts of the card's width and height.
const INDEX_AT: (f64, f64) = (0.11, 0.145);

/// How far from its place an index may be and still be that card's, in parts of the card's width.
pub(super) const NEAR: f64 = 0.13;

/// How far the long side beside an index is looked for, in parts of the card's width: from where the detector has it, and from where the index
/// reader does.
pub(super) const REACH: f64 = 0.1;
pub(super) const REACH_FROM_CORNER: f64 = 0.03;

/// A card that an index told.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    /// The card, as surely as its index was read and seen.
    pub card: FoundCard,
    /// The middle of the index.
    pub index: Point<Image>,
}

impl Told {
    /// The card at this outline, of which the first corner's index was read.
    pub(super) const fn of(seen: &Detection, identity: Identity) -> Self {
        Self { card: FoundCard { quad: seen.quad, face: Face::Up, identity, score: seen.score }, index: seen.peak }
    }
}

/// The middles of the places for an index that every deck has: beside the first corner and the opposite one.
pub(super) fn places(quad: &Quad<Image>) -> [Point<Image>; 2] {
    let (across, along) = INDEX_AT;
    [*quad, quad.half_turned()].map(|Quad { corners: [a, b, c, d], .. }| a.lerp(b, across).lerp(d.lerp(c, across), along))
}

/// The same beside the two corners where only some decks have an index.
pub(super) fn other_places(quad: &Quad<Image>) -> [Point<Image>; 2] {
    let [a, b, c, d] = quad.corners;
    places(&Quad::new([b, a, d, c]))
}

/// Whether one of these places lies within this part of a card's width of an index.
pub(super) fn is_near<const N: usize>(places: [Point<Image>; N], quad: &Quad<Image>, index: Point<Image>, part: f64) -> bool {
    let near = part * quad.short_side();
    places.iter().any(|at| at.distance(index) < near)
}

/// An index of a card, where it was read.
pub(super) struct Shown {
    /// Its middle.
    pub at: Point<Image>,
    /// Whether it lies in one of the corners where every deck has an index.
    pub usual: bool,
    /// Whether it lies in one of the other two.
    pub other: bool,
}

/// The indices that bear this card's name and lie in one of its corners.
pub(super) fn shown(card: &FoundCard, told: &[Told]) -> Vec<Shown> {
    let quad = &card.quad;
    let own = told.iter().filter(|told| told.card.identity.card() == card.identity.card()).map(|told| told.index);
    let shown =
        own.map(|at| Shown { at, usual: is_near(places(quad), quad, at, NEAR), other: is_near(other_places(quad), quad, at, NEAR) });
    shown.filter(|index| index.usual || index.other).collect()
}

/// How far a strip's outline moves along the card's top when its index is taken for the one at the other end of that side.
pub(super) fn other_side(quad: &Quad<Image>) -> Point<Image> {
    let (right, _) = sides(quad);
    right * (1.0 - 2.0 * INDEX_AT.0)
}

/// The outline that an index tells, with the size and slant of the cards found by their bodies, on the edges that the picture shows within `reach`
/// (in parts of the card's width) beside the index: of a covered card the far corners are guessed from the index, while all cards of a table are of
/// one size. Covered cards are outlined badly, so that several are asked and their median is believed; where none is about as large as the outline,
/// that is outlined badly, and the cards that are surely named are asked.
pub(super) fn sized(picture: &RgbImage, outline: &Quad<Image>, found: &[FoundCard], reach: f64) -> Quad<Image> {
    /// Cards within this factor of the outline's area lie on the same table.
    const ALIKE: f64 = 1.8;
    /// So many of the nearest cards are asked.
    const ASKED: usize = 11;
    let [corner, ..] = outline.corners;
    let alike = |card: &&FoundCard| {
        let times = card.quad.area() / outline.area().max(f64::MIN_POSITIVE);
        (ALIKE.recip()..ALIKE).contains(&times)
    };
    let mut asked = nearest(found.iter().filter(alike), corner, ASKED);
    if asked.is_empty() {
        asked = nearest(found.iter().filter(|card| is_sure(card)), corner, ASKED);
    }
    let planes: Vec<Plane> = asked.into_iter().filter_map(|card| Plane::of(&card.quad)).collect();
    let laid = |corner: Point<Image>, way: &dyn Fn(&Plane) -> (f64, f64)| {
        middle(&planes.iter().map(|plane| plane.card(corner, way(plane))).collect::<Vec<_>>())
    };
    let (right, down) = sides(outline);
    // Both sides tell the turn; the longer one better.
    let turn = |plane: &Plane| {
        let ((down_x, down_y), (right_x, right_y)) = (plane.coordinates(down), plane.coordinates(right));
        (down_x - right_y, down_y + right_x)
    };
    let Some(rough) = laid(corner, &turn) else { return *outline };
    let short = rough.short_side();
    let [a, b, _, d] = rough.corners;
    let Some(left) = edge(picture, (d, a), reach * short, short) else { return rough };
    let top = edge(picture, (a, b), reach * short, short).unwrap_or((a, b));
    let laid = laid(crossing(left, top).unwrap_or(left.1), &|plane| plane.coordinates(left.0 - left.1)).unwrap_or(rough);
    if laid.farthest(&rough) < 4.0 * reach * short { laid } else { rough }
}

/// So many of these cards, those nearest to a place.
pub(super) fn nearest<'c>(cards: impl Iterator<Item = &'c FoundCard>, to: Point<Image>, count: usize) -> Vec<&'c FoundCard> {
    let mut nearest: Vec<&FoundCard> = cards.collect();
    nearest.sort_by(|a, b| a.quad.centre().distance(to).total_cmp(&b.quad.centre().distance(to)));
    nearest.truncate(count);
    nearest
}

/// The outline in the middle of these, corner by corner; `None` of none.
pub(super) fn middle(outlines: &[Quad<Image>]) -> Option<Quad<Image>> {
    let half = |value: fn(&Point<Image>) -> f64, corner: usize| {
        median(&mut outlines.iter().filter_map(|quad| quad.corners.get(corner)).map(value).collect::<Vec<_>>())
    };
    let corner = |corner| Point::new(half(|p| p.x, corner), half(|p| p.y, corner));
    (!outlines.is_empty()).then(|| Quad::new(std::array::from_fn(corner)))
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
pub(super) fn sides(quad: &Quad<Image>) -> (Point<Image>, Point<Image>) {
    let [a, b, c, d] = quad.corners;
    ((b + c - a - d) * 0.5, (c + d - a - b) * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(x: f64, turn: f64) -> FoundCard {
        let quad = Quad::placed(Point::new(x, 100.0), 63.0, 88.0, turn);
        FoundCard { quad, face: Face::Up, identity: Identity::UNKNOWN, score: 0.9 }
    }

    #[test]
    fn an_index_is_printed_at_both_ends_and_in_some_decks_in_all_corners() {
        let quad = card(100.0, 0.7).quad;
        let [a, b] = places(&quad);
        assert_eq!(places(&quad.half_turned()), [b, a]);
        assert!([a, b].iter().all(|at| is_near(places(&quad), &quad, *at, 0.01)));
        assert!(!is_near(places(&quad), &quad, quad.centre(), 0.1));
    }

    #[test]
    fn the_middle_of_outlines_does_not_follow_one_that_is_off() {
        let [near, same, off] = [100.0, 101.0, 160.0].map(|x| card(x, 0.0).quad);
        assert_eq!(middle(&[near, off, same]), Some(same));
        assert_eq!(middle(&[]), None);
    }

    #[test]
    fn a_covered_card_has_the_size_of_the_cards_beside_it() {
        let bare = RgbImage::from_pixel(400, 400, image::Rgb([70; 3]));
        let beside = card(200.0, 0.5);
        // One of three is badly outlined.
        let narrow = FoundCard { quad: Quad::placed(Point::new(180.0, 150.0), 44.0, 88.0, 0.2), ..beside.clone() };
        let found = [beside.clone(), narrow, card(120.0, 1.0)];
        let truth = Quad::placed(Point::new(150.0, 150.0), 63.0, 88.0, -0.3);
        let [a, b, _, d] = truth.corners;
        // The corner and the turn are told well, the sides badly.
        let told = Quad::new([a, a.lerp(b, 0.8), a + (b - a) * 0.8 + (d - a) * 1.3, a.lerp(d, 1.3)]);
        assert!(sized(&bare, &told, &found, REACH).farthest(&truth) < 1.5);
        let narrow = Quad::new([a, a.lerp(b, 0.3), a + (b - a) * 0.3 + (d - a), d]);
        assert_eq!(sized(&bare, &narrow, &found, REACH), narrow, "nothing tells its size");
        let sure = FoundCard { identity: Identity::certain("standard/2c".parse().unwrap()), ..beside };
        assert!(sized(&bare, &narrow, &[&found[..], &[sure]].concat(), REACH).farthest(&truth) < 1.5);
        assert_eq!(sized(&bare, &told, &[], REACH), told, "nothing tells its size");
    }

    #[test]
    fn a_covered_card_comes_to_lie_on_the_edge_that_shows_beside_its_index() {
        let truth = Quad::<Image>::placed(Point::new(150.0, 150.0), 100.0, 140.0, 0.1);
        let picture = RgbImage::from_fn(300, 300, |x, y| {
            let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            image::Rgb([if truth.polygon().contains(at) { 230 } else { 70 }; 3])
        });
        let beside = FoundCard { quad: Quad::placed(Point::new(400.0, 150.0), 100.0, 140.0, 0.4), ..card(0.0, 0.0) };
        let rough = Quad::placed(Point::new(154.0, 148.0), 100.0, 140.0, 0.14);
        let found = sized(&picture, &rough, &[beside], REACH);
        assert!(found.farthest(&truth) < 2.5 && rough.farthest(&truth) > 5.0, "{found:?} for {truth:?}");
    }
}
