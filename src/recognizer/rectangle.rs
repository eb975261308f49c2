//! How far an outline is from a rectangle, and from others of one size and shape.

use crate::geometry::{Quad, Space};

/// The shape of an outline.
pub(super) struct Shape {
    /// Cosine of the angle between its sides.
    pub skew: f64,
    /// Logarithm of height over width.
    pub long: f64,
    /// Logarithm of its size.
    pub size: f64,
    /// Logarithms of how opposite sides differ.
    pub tapers: [f64; 2],
}

impl Shape {
    /// `None` of what has no area.
    pub(super) fn of<S: Space>(quad: &Quad<S>) -> Option<Self> {
        let [a, b, c, d] = quad.corners;
        let (right, down) = (b + c - a - d, c + d - a - b);
        let (wide, tall) = (right.length(), down.length());
        let area = right.cross(down).abs();
        let apart = |p: f64, q: f64| (p / q.max(f64::MIN_POSITIVE)).max(f64::MIN_POSITIVE).ln();
        (area > 1e-9).then(|| Self {
            skew: right.dot(down) / (wide * tall),
            long: (tall / wide).ln(),
            size: 0.5 * (0.25 * area).ln(),
            tapers: [apart(a.distance(b), d.distance(c)), apart(a.distance(d), b.distance(c))],
        })
    }

    /// Logarithm of its width.
    pub(super) const fn wide(&self) -> f64 {
        self.size - 0.5 * self.long
    }

    /// Logarithm of its height.
    pub(super) const fn tall(&self) -> f64 {
        self.size + 0.5 * self.long
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Image, Point};

    #[test]
    fn a_rectangle_has_its_sides_and_no_slant() {
        let card = Quad::<Image>::placed(Point::new(100.0, 100.0), 63.0, 88.0, 0.4);
        let shape = Shape::of(&card).unwrap();
        assert!((shape.wide() - 63_f64.ln()).abs() < 1e-9 && (shape.tall() - 88_f64.ln()).abs() < 1e-9);
        assert!([shape.skew, shape.tapers[0], shape.tapers[1]].iter().all(|off| off.abs() < 1e-9));
        let [a, b, c, d] = card.corners;
        let slanted = Shape::of(&Quad::new([a, b, c, d + (b - d) * 0.1])).unwrap();
        assert!(slanted.skew.abs() > 0.02 && slanted.tapers.iter().all(|off| off.abs() > 0.02));
        assert!(Shape::of(&Quad::new([a, b, b, a])).is_none());
    }
}
