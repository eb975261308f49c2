//! Where the card of an index lies, as the corner around that index shows it.

use super::above::Above;
use super::average::median;
use super::doubles::is_crowded;
use super::edges::{self, Line, crossing};
use super::plane::{TablePlane, Witnesses};
use super::rectangle::Shape;
use super::rectify::index_quad;
use super::{FoundCard, IndexReading, Recognizer, RecognizerError};
use crate::calibration::CARD_MM;
use crate::cards::CardId;
use crate::geometry::{Homography, Image, Point, Quad};
use image::RgbImage;

/// Where a window on an index has the card's corner, as the index reader tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// How far the corner lies to the right and down of where the window should have it, in pixels of the window.
    off: (f64, f64),
    /// How far the left side goes to the right for each pixel down, and the top down for each pixel to the right.
    left: f64,
    top: f64,
    /// How far the corner is from the truth in the mean, in pixels of the window, and each side.
    by_px: f64,
    left_off: f64,
    top_off: f64,
}

impl Place {
    /// As the model has it.
    pub(super) fn of(place: [f32; 4], spread: [f32; 4]) -> Self {
        let ([right, down, left, top], [by_right, by_down, left_off, top_off]) = (place.map(f64::from), spread.map(f64::from));
        Self { off: (right, down), left, top, by_px: by_right.hypot(by_down), left_off, top_off }
    }
}

/// The corner of a card beside its index.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    at: Point<Image>,
    /// The ways of the card's top to the right and of its left side down, of length 1.
    right: Point<Image>,
    down: Point<Image>,
    /// How far these ways are off in the mean, left side and top, in radians.
    left_off: f64,
    top_off: f64,
}

impl Corner {
    /// The corner that the window on this outline shows at `place`; `None` where that is in doubt, as in blurred windows, or of an outline without area.
    pub(super) fn of(place: &Place, outline: &Quad<Image>) -> Option<Self> {
        /// 2 % of a card's width: what is farther off is hardly better than what the detector tells.
        const DOUBTFUL_PX: f64 = 2.5;
        /// So far along the sides their direction in the picture is told, in pixels of the window.
        const ALONG_PX: f64 = 30.0;
        if place.by_px > DOUBTFUL_PX {
            return None;
        }
        let window = index_quad();
        let picture = Homography::between(&window, outline).ok()?;
        let [corner, ..] = window.corners;
        let corner = corner + Point::new(place.off.0, place.off.1);
        let at = picture.apply(corner);
        let way = |by: Point<_>| direction(picture.apply(corner + by * ALONG_PX) - at);
        let (right, down) = (way(Point::new(1.0, place.top))?, way(Point::new(place.left, 1.0))?);
        Some(Self { at, right, down, left_off: place.left_off, top_off: place.top_off })
    }

    /// What several looks at one corner say in the median.
    pub(super) fn agreed(looks: &[Self]) -> Option<Self> {
        let half = |value: &dyn Fn(&Self) -> f64| median(&mut looks.iter().map(value).collect::<Vec<_>>());
        let [_, ..] = looks else { return None };
        Some(Self {
            at: Point::new(half(&|look| look.at.x), half(&|look| look.at.y)),
            right: direction(Point::new(half(&|look| look.right.x), half(&|look| look.right.y)))?,
            down: direction(Point::new(half(&|look| look.down.x), half(&|look| look.down.y)))?,
            left_off: half(&|look| look.left_off),
            top_off: half(&|look| look.top_off),
        })
    }

    /// With its sides on the edges that the picture shows beside it, where these tell more; the card's shorter side is `short` pixels long.
    fn on_edges(self, picture: &RgbImage, short: f64) -> Self {
        /// How far along a side its edge is looked for, and how far from it, in parts of the shorter side: farther away lie those of neighbours.
        const ALONG: f64 = 0.4;
        const REACH: f64 = 0.03;
        /// How far an edge's end is off in the mean.
        const OFF_PX: f64 = 1.0;
        let along = ALONG * short;
        let off = OFF_PX / along;
        let edge = |way: Point<Image>, told_off: f64| {
            if off >= told_off {
                return None;
            }
            let line = edges::edge(picture, (self.at, self.at + way * along), REACH * short, short)?;
            Some((line, direction(line.1 - line.0)?))
        };
        let (top, left) = (edge(self.right, self.top_off), edge(self.down, self.left_off));
        let foot = |((from, _), way): (Line, Point<Image>)| from + way * (self.at - from).dot(way);
        let at = match (top, left) {
            (Some((top, _)), Some((left, _))) => crossing(top, left).unwrap_or(self.at),
            (Some(side), None) | (None, Some(side)) => foot(side),
            (None, None) => self.at,
        };
        let (right, top_off) = top.map_or((self.right, self.top_off), |(_, way)| (way, off));
        let (down, left_off) = left.map_or((self.down, self.left_off), |(_, way)| (way, off));
        Self { at, right, down, left_off, top_off }
    }

    pub(super) const fn at(&self) -> Point<Image> {
        self.at
    }

    pub(super) const fn right(&self) -> Point<Image> {
        self.right
    }

    pub(super) const fn down(&self) -> Point<Image> {
        self.down
    }

    /// The part of a card's turn that its left side tells, the top the rest: a neighbour may hide either.
    pub(super) fn by_left(&self) -> f64 {
        let (left, top) = (self.left_off.powi(-2), self.top_off.powi(-2));
        left / (left + top)
    }

    /// How far the angle between the sides is off in the mean, in radians.
    pub(super) fn skew_off(&self) -> f64 {
        self.left_off.hypot(self.top_off)
    }

    /// The outline with this corner first, turned as it says.
    pub(super) fn outline(&self, like: &Quad<Image>) -> Quad<Image> {
        let [a, b, _, d] = like.corners;
        let turn = |from: Point<Image>, to: Point<Image>| from.cross(to).atan2(from.dot(to));
        let turn = self.by_left() * turn(d - a, self.down) + (1.0 - self.by_left()) * turn(b - a, self.right);
        let (sin, cos) = turn.sin_cos();
        like.map(|p| self.at + Point::new((p - a).x * cos - (p - a).y * sin, (p - a).x * sin + (p - a).y * cos))
    }
}

fn direction(way: Point<Image>) -> Option<Point<Image>> {
    let length = way.length();
    (length > f64::EPSILON).then(|| way * (1.0 / length))
}

/// The outline of a card with these opposite corners: each tells two of its sides.
fn between(first: &Corner, last: &Corner) -> Option<Quad<Image>> {
    let along = |corner: &Corner, way: fn(&Corner) -> Point<Image>| (corner.at, corner.at + way(corner));
    let (right, down) = (|corner: &Corner| corner.right, |corner: &Corner| corner.down);
    let b = crossing(along(first, right), along(last, down))?;
    let d = crossing(along(first, down), along(last, right))?;
    let outline = Quad::new([first.at, b, last.at, d]);
    outline.is_convex().then_some(outline)
}

/// The rectangle of a card's format between an outline's first corner and the opposite one, where its indices show.
fn on_its_diagonal(quad: &Quad<Image>) -> Quad<Image> {
    let [a, _, c, _] = quad.corners;
    let ((wide, tall), way) = (CARD_MM, c - a);
    let size = way.length() / wide.hypot(tall);
    Quad::placed(a.lerp(c, 0.5), wide * size, tall * size, way.y.atan2(way.x) - tall.atan2(wide))
}

/// Whether an outline is far from a rectangle.
fn is_askew(quad: &Quad<Image>) -> bool {
    const ASKEW: f64 = 0.15;
    Shape::of(quad).is_none_or(|shape| shape.skew.abs() > ASKEW)
}

/// A named card that others lie on, or a lone one that is outlined askew and not on edges.
struct Hidden<'c> {
    card: &'c mut FoundCard,
    name: CardId,
    alone: bool,
}

/// A card's first corner and the opposite one, as far as they show.
type Shown = [Option<Corner>; 2];

impl<'c> Hidden<'c> {
    /// Those of these cards; the others' outlines tell the table's plane.
    fn of(picture: &RgbImage, cards: &'c mut [FoundCard], single: impl Fn(&CardId) -> bool, seen: &mut Witnesses) -> Vec<Self> {
        let quads: Vec<Quad<Image>> = cards.iter().map(|card| card.quad).collect();
        let mut hidden = Vec::new();
        for card in cards {
            let Some(name) = card.identity.card().filter(|name| single(name)).cloned() else { continue };
            let alone = !is_crowded(&card.quad, &quads);
            if alone && (!is_askew(&card.quad) || edges::framed(picture, &card.quad).is_some()) {
                seen.whole.push(card.quad);
            } else {
                hidden.push(Self { card, name, alone });
            }
        }
        hidden
    }

    /// Where its indices are read: at the first corner and at the opposite one.
    fn ends(&self) -> [Quad<Image>; 2] {
        let outline = if self.alone { on_its_diagonal(&self.card.quad) } else { self.card.quad };
        [outline, outline.half_turned()]
    }

    /// Its outline on the card's edges, where it was seen or `between` its corners; `None` where others lie on it.
    fn on_top(&self, picture: &RgbImage, between: Quad<Image>) -> Option<Quad<Image>> {
        let seen = (!self.alone).then_some(self.card.quad);
        seen.into_iter().chain([between]).find_map(|outline| edges::framed(picture, &outline))
    }
}

/// Lays those that nothing lies on on their edges; the covered ones, with what they tell of the plane.
fn covered<'c>(
    picture: &RgbImage,
    hidden: impl Iterator<Item = (Hidden<'c>, Shown)>,
    seen: &mut Witnesses,
) -> Vec<(&'c mut FoundCard, Shown)> {
    let mut covered = Vec::new();
    for (hidden, shown) in hidden {
        let between = if let [Some(first), Some(last)] = &shown { between(first, last) } else { None };
        // What lies on top shows both.
        if let Some(on_top) = between.and_then(|outline| hidden.on_top(picture, outline)) {
            hidden.card.quad = on_top;
            seen.whole.push(on_top);
        } else if !hidden.alone {
            match between {
                Some(outline) => seen.whole.push(outline),
                None => seen.covered.push(hidden.card.quad),
            }
            seen.corners.extend(shown.into_iter().flatten());
            covered.push((hidden.card, shown));
        }
    }
    covered
}

impl Recognizer {
    /// Named cards that others lie on, laid on the corners that their indices show, and those that lie on the others, and lone ones that are outlined
    /// askew, on their edges; `above` the table where the camera is known.
    pub(super) fn on_their_corners(
        &mut self,
        picture: &RgbImage,
        mut cards: Vec<FoundCard>,
        shifts: &[(f64, f64)],
        above: Option<&Above>,
    ) -> Result<Vec<FoundCard>, RecognizerError> {
        /// They move by less than this part of their shorter side.
        const NEAR: f64 = 0.5;
        let mut seen = Witnesses::default();
        let hidden = Hidden::of(picture, &mut cards, |name| self.candidates.is_single(name), &mut seen);
        let shown = self.corners(picture, &hidden, shifts)?;
        let covered = covered(picture, hidden.into_iter().zip(shown), &mut seen);
        let longer = f64::from(picture.width().max(picture.height()));
        if !seen.corners.is_empty()
            && let Some(plane) = TablePlane::of(&seen, longer, above)
        {
            for (card, shown) in covered {
                let near = NEAR * card.quad.short_side();
                if let Some(laid) = plane.card(&shown).filter(|outline| outline.farthest(&card.quad) < near) {
                    card.quad = plane.on_its_edges(picture, &laid);
                }
            }
        }
        Ok(cards)
    }

    /// The corners of each whose indices bear its name, on the edges beside them.
    fn corners(&mut self, picture: &RgbImage, hidden: &[Hidden<'_>], shifts: &[(f64, f64)]) -> Result<Vec<Shown>, RecognizerError> {
        /// An end bears a card's name where that is likelier than this.
        const LIKELY: f32 = 0.5;
        let ends: Vec<Quad<Image>> = hidden.iter().flat_map(Hidden::ends).collect();
        let mut readings = self.indices.read_first(picture, &ends, shifts)?.into_iter();
        let queenly = self.language.queenly(self.candidates.indices());
        let corner = |Hidden { card, name, .. }: &Hidden<'_>, reading: Option<IndexReading>| {
            let reading = reading?;
            let corner = reading.corner.filter(|_| self.likely(&reading, name, queenly) > LIKELY)?;
            Some(corner.on_edges(picture, card.quad.short_side()))
        };
        Ok(hidden.iter().map(|hidden| [(); 2].map(|()| corner(hidden, readings.next().flatten()))).collect())
    }
}

#[cfg(test)]
impl Corner {
    /// What is seen of a card's first corner, its sides off by so much.
    pub(super) fn first_of(quad: &Quad<Image>, [left_off, top_off]: [f64; 2]) -> Self {
        let [a, b, _, d] = quad.corners;
        let way = |to: Point<Image>| (to - a) * (1.0 / (to - a).length());
        Self { at: a, right: way(b), down: way(d), left_off, top_off }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(x: f64, size: f64, turn: f64) -> Quad<Image> {
        Quad::placed(Point::new(x, 120.0), 63.0 * size, 88.0 * size, turn)
    }

    /// What a reader that is never wrong says of the window on this outline, but for how far off the sides are.
    fn seen(truth: &Quad<Image>, outline: &Quad<Image>, [left_off, top_off]: [f64; 2]) -> Place {
        let window = Homography::between(outline, &index_quad()).unwrap();
        let ([corner, b, _, d], [should, ..]) = (truth.map(|p| window.apply(p)).corners, index_quad().corners);
        let (left, top) = (d - corner, b - corner);
        Place { off: ((corner - should).x, (corner - should).y), left: left.x / left.y, top: top.y / top.x, by_px: 1.0, left_off, top_off }
    }

    #[test]
    fn a_window_that_is_off_tells_where_the_card_lies() {
        let truth = placed(100.0, 1.0, 0.3);
        for outline in [placed(100.0, 1.0, 0.3), placed(103.0, 1.1, 0.24), placed(97.0, 0.9, 0.4)] {
            let corner = Corner::of(&seen(&truth, &outline, [0.01; 2]), &outline).unwrap();
            let found = corner.outline(&placed(60.0, 1.0, 0.2));
            assert!(found.farthest(&truth) < 0.01, "{found:?} for {truth:?}");
        }
        let told = seen(&truth, &truth, [0.01; 2]);
        assert_eq!(Corner::of(&told, &placed(100.0, 0.0, 0.0)), None);
        assert_eq!(Corner::of(&Place { by_px: 4.0, ..told }, &truth), None, "in doubt");
    }

    #[test]
    fn a_corner_comes_to_lie_on_the_edges_beside_it_and_stays_where_none_show_or_tell_less() {
        let truth = Quad::placed(Point::new(200.0, 200.0), 180.0, 250.0, 0.3);
        let picture = RgbImage::from_fn(400, 400, |x, y| {
            let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            image::Rgb([if truth.polygon().contains(at) { 230 } else { 60 }; 3])
        });
        let [a, ..] = truth.corners;
        let off_by = |degrees: f64| {
            let told = Corner::first_of(&Quad::placed(Point::new(200.0, 200.0), 180.0, 250.0, 0.3 + degrees.to_radians()), [0.05; 2]);
            Corner { at: a + Point::new(1.5, -1.0), ..told }
        };
        for degrees in [0.0, 2.0, -2.0] {
            let told = off_by(degrees);
            let found = told.on_edges(&picture, 180.0);
            assert!(found.at.distance(a) < 0.4 && found.outline(&truth).farthest(&truth) < 1.5, "{degrees}: {found:?}");
            assert!(found.skew_off() < told.skew_off());
        }
        let (told, bare) = (off_by(2.0), RgbImage::from_pixel(400, 400, image::Rgb([60; 3])));
        assert_eq!(told.on_edges(&bare, 180.0), told);
        let better = Corner { left_off: 0.001, top_off: 0.001, ..told };
        assert_eq!(better.on_edges(&picture, 180.0), better);
    }

    #[test]
    fn the_side_that_shows_better_tells_the_turn() {
        let (truth, hidden) = (placed(100.0, 1.0, 0.3), Point::new(1.0, 0.0));
        let told = |[left_off, top_off]: [f64; 2]| {
            let corner = Corner::of(&seen(&truth, &truth, [left_off, top_off]), &truth).unwrap();
            Corner { right: hidden, ..corner }.outline(&truth).farthest(&truth)
        };
        assert!(told([0.001, 0.1]) < 0.1 && told([0.1, 0.001]) > 20.0);
    }

    #[test]
    fn opposite_corners_tell_the_whole_outline_and_sides_that_do_not_meet_tell_none() {
        let truth = Quad::<Image>::new([Point::new(10.0, 12.0), Point::new(70.0, 5.0), Point::new(80.0, 100.0), Point::new(2.0, 90.0)]);
        let [first, last] = [truth, truth.half_turned()].map(|quad| Corner::first_of(&quad, [0.01; 2]));
        assert!(between(&first, &last).unwrap().farthest(&truth) < 1e-6);
        assert_eq!(between(&first, &Corner { down: first.right, ..last }), None);
    }

    #[test]
    fn one_look_of_several_that_is_off_moves_nothing() {
        let truth = placed(100.0, 1.0, 0.3);
        let look = |outline: &Quad<Image>| Corner::of(&seen(&truth, outline, [0.01; 2]), outline).unwrap();
        let astray = Corner { at: Point::new(0.0, 0.0), right: Point::new(0.0, 1.0), ..look(&truth) };
        let agreed = Corner::agreed(&[look(&truth), astray, look(&placed(102.0, 1.0, 0.3))]).unwrap();
        assert!(agreed.outline(&truth).farthest(&truth) < 0.01);
        assert_eq!(Corner::agreed(&[]), None);
    }
}
