use super::{Point, Space};
use serde::{Deserialize, Serialize};

/// A simple polygon, its vertices in order. Fewer than three vertices enclose nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Polygon<S: Space> {
    /// In order around the outline, clockwise by convention.
    pub vertices: Vec<Point<S>>,
}

impl<S: Space> Polygon<S> {
    /// The axis-parallel rectangle with top left `(x, y)`.
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Self {
        let at = |dx, dy| Point::new(x + dx, y + dy);
        Self { vertices: vec![at(0.0, 0.0), at(width, 0.0), at(width, height), at(0.0, height)] }
    }

    /// Each edge as (start, end), the closing one included.
    pub fn edges(&self) -> impl Iterator<Item = (Point<S>, Point<S>)> + '_ {
        let ends = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().copied().zip(ends.copied())
    }

    /// Twice-signed area halved: positive when the vertices run clockwise (y down).
    pub fn signed_area(&self) -> f64 {
        self.edges().map(|(a, b)| a.cross(b)).sum::<f64>() / 2.0
    }

    /// Enclosed area, in square units of the space.
    pub fn area(&self) -> f64 {
        self.signed_area().abs()
    }

    /// The mean of the vertices; the origin for an empty polygon.
    pub fn centre(&self) -> Point<S> {
        Point::mean(self.vertices.iter().copied())
    }

    /// Whether the point lies inside (even-odd rule).
    pub fn contains(&self, p: Point<S>) -> bool {
        self.edges().filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x).count() % 2 == 1
    }

    /// Distance from a point to the outline; zero inside.
    pub fn distance(&self, p: Point<S>) -> f64 {
        if self.contains(p) {
            return 0.0;
        }
        self.edges().map(|(a, b)| segment_distance(p, a, b)).fold(f64::INFINITY, f64::min)
    }

    /// The part of this polygon inside a convex, clockwise `window` (Sutherland and Hodgman, 1974).
    pub fn clipped_to(&self, window: &Self) -> Self {
        let mut kept = self.vertices.clone();
        for (a, b) in window.edges() {
            let side = |p: Point<S>| (b - a).cross(p - a);
            let open = Self { vertices: std::mem::take(&mut kept) };
            for (p, q) in open.edges() {
                let (sp, sq) = (side(p), side(q));
                if sp >= 0.0 {
                    kept.push(p);
                }
                if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
                    kept.push(p.lerp(q, sp / (sp - sq)));
                }
            }
        }
        Self { vertices: kept }
    }
}

/// Distance from a point to the segment between two others.
pub fn segment_distance<S: Space>(p: Point<S>, a: Point<S>, b: Point<S>) -> f64 {
    let along = b - a;
    let length2 = along.dot(along);
    let t = if length2 > 0.0 { ((p - a).dot(along) / length2).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a.lerp(b, t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Table;

    #[test]
    fn a_square_knows_its_area_inside_and_distance() {
        let square = Polygon::<Table>::rectangle(10.0, 10.0, 20.0, 20.0);
        assert_eq!(square.signed_area(), 400.0);
        assert!(square.contains(Point::new(15.0, 15.0)) && !square.contains(Point::new(5.0, 15.0)));
        assert_eq!(square.distance(Point::new(0.0, 15.0)), 10.0);
        assert_eq!(square.distance(Point::new(15.0, 15.0)), 0.0);
    }

    #[test]
    fn clipping_keeps_the_overlap() {
        let a = Polygon::<Table>::rectangle(0.0, 0.0, 10.0, 10.0);
        let b = Polygon::rectangle(5.0, 5.0, 10.0, 10.0);
        assert!((a.clipped_to(&b).area() - 25.0).abs() < 1e-9);
        assert_eq!(a.clipped_to(&Polygon::rectangle(20.0, 0.0, 5.0, 5.0)).area(), 0.0);
    }
}
