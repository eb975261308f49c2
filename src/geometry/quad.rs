use super::{Point, Polygon, Space};
use serde::{Deserialize, Serialize};

/// A card's outline: four corners, clockwise from the card's *own* top left, so the heading comes with it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Quad<S: Space> {
    /// Top left, top right, bottom right, bottom left, as printed on the card.
    pub corners: [Point<S>; 4],
}

impl<S: Space> Quad<S> {
    /// The quad with these corners, clockwise from the card's own top left.
    pub const fn new(corners: [Point<S>; 4]) -> Self {
        Self { corners }
    }

    /// A `width` × `height` rectangle about `centre`, turned clockwise by `turn` radians from upright.
    pub fn placed(centre: Point<S>, width: f64, height: f64, turn: f64) -> Self {
        let (sin, cos) = turn.sin_cos();
        let at = |x: f64, y: f64| centre + Point::new(x * cos - y * sin, x * sin + y * cos);
        let (w, h) = (width / 2.0, height / 2.0);
        Self { corners: [at(-w, -h), at(w, -h), at(w, h), at(-w, h)] }
    }

    /// The mean of the corners.
    pub fn centre(&self) -> Point<S> {
        let [a, b, c, d] = self.corners;
        (a + b + c + d) * 0.25
    }

    /// Mean length of the top and bottom edges.
    pub fn width(&self) -> f64 {
        let [a, b, c, d] = self.corners;
        (a.distance(b) + d.distance(c)) / 2.0
    }

    /// Mean length of the left and right edges.
    pub fn height(&self) -> f64 {
        let [a, b, c, d] = self.corners;
        (a.distance(d) + b.distance(c)) / 2.0
    }

    /// The lesser of width and height.
    pub fn short_side(&self) -> f64 {
        self.width().min(self.height())
    }

    /// Unit-less direction from the card's centre towards its own top edge.
    pub fn up(&self) -> Point<S> {
        let [a, b, c, d] = self.corners;
        (a + b - c - d) * 0.5
    }

    /// Clockwise turn from upright, in radians within (-π, π].
    pub fn turn(&self) -> f64 {
        let up = self.up();
        up.x.atan2(-up.y)
    }

    /// The same outline read from the opposite corner, as for a card turned by 180°.
    pub fn half_turned(&self) -> Self {
        let [a, b, c, d] = self.corners;
        Self { corners: [c, d, a, b] }
    }

    /// The same outline from the corner that is its top left when it is seen upright: its top is not below its bottom.
    pub fn upright(&self) -> Self {
        if self.up().y > 0.0 { self.half_turned() } else { *self }
    }

    /// How far apart the corners of this and another outline are at most.
    pub fn farthest(&self, other: &Self) -> f64 {
        self.corners.iter().zip(other.corners).map(|(p, q)| p.distance(q)).fold(0.0, f64::max)
    }

    /// The outline as a polygon.
    pub fn polygon(&self) -> Polygon<S> {
        Polygon { vertices: self.corners.to_vec() }
    }

    /// Enclosed area, in square units of the space.
    pub fn area(&self) -> f64 {
        self.polygon().area()
    }

    /// Area shared with `other`; exact for convex, clockwise quads.
    pub fn intersection_area(&self, other: &Self) -> f64 {
        self.polygon().clipped_to(&other.polygon()).area()
    }

    /// Intersection over union, in 0..=1.
    pub fn iou(&self, other: &Self) -> f64 {
        let shared = self.intersection_area(other);
        let union = self.area() + other.area() - shared;
        if union > 0.0 { shared / union } else { 0.0 }
    }

    /// Whether the corners run clockwise and the outline is convex.
    pub fn is_convex(&self) -> bool {
        let [a, b, c, d] = self.corners;
        [(a, b, c), (b, c, d), (c, d, a), (d, a, b)].iter().all(|&(p, q, r)| (q - p).cross(r - q) > 0.0)
    }

    /// Applies a function to each corner, possibly into another space.
    pub fn map<T: Space>(&self, f: impl Fn(Point<S>) -> Point<T>) -> Quad<T> {
        Quad { corners: self.corners.map(f) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Table;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn a_placed_card_gives_back_its_pose() {
        for turn in [0.0, 0.3, FRAC_PI_2, -2.0, PI] {
            let q = Quad::<Table>::placed(Point::new(50.0, 60.0), 63.0, 88.0, turn);
            assert!((q.turn() - turn).abs() < 1e-9);
            assert!((q.width() - 63.0).abs() < 1e-9 && (q.height() - 88.0).abs() < 1e-9);
            assert!(q.is_convex());
            assert!((q.iou(&q.half_turned()) - 1.0).abs() < 1e-9);
        }
    }
}
