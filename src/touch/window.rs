use crate::calibration::View;
use crate::geometry::{Image, Point, Quad, Table};
use crate::recognizer::TOUCH_SIDE_MM;

/// The square of the table around a fingertip, turned so that the arm comes from below: what it shows, and how to get back from there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Patch {
    tip: Point<Table>,
    /// Unit vector from the arm to the fingers.
    ahead: Point<Table>,
}

impl Patch {
    /// The patch around a fingertip of an arm that comes from `entry`.
    pub fn new(tip: Point<Table>, entry: Point<Table>) -> Self {
        let way = tip - entry;
        let length = way.length();
        let ahead = if length > 1e-6 { way * (1.0 / length) } else { Point::new(0.0, -1.0) };
        Self { tip, ahead }
    }

    fn right(&self) -> Point<Table> {
        Point::new(-self.ahead.y, self.ahead.x)
    }

    /// Its outline in a picture, the corner far left of the arm first.
    pub fn outline(&self, view: &View) -> Quad<Image> {
        let half = TOUCH_SIDE_MM / 2.0;
        let corner = |right: f64, ahead: f64| self.place((right * half, ahead * half));
        view.quad_to_image(&Quad::new([corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)]))
    }

    /// The point so many millimetres to the right of its middle and towards the fingers.
    pub fn place(&self, (right_mm, ahead_mm): (f64, f64)) -> Point<Table> {
        self.tip + self.right() * right_mm + self.ahead * ahead_mm
    }

    /// How many millimetres a point lies to the right of its middle and towards the fingers.
    pub fn offset(&self, p: Point<Table>) -> (f64, f64) {
        let way = p - self.tip;
        (way.dot(self.right()), way.dot(self.ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_offsets_are_inverse_and_right_is_right() {
        // An arm from the South points up the table.
        let patch = Patch::new(Point::new(100.0, 50.0), Point::new(100.0, 400.0));
        assert_eq!(patch.place((10.0, 4.0)), Point::new(110.0, 46.0));
        let slanted = Patch::new(Point::new(100.0, 50.0), Point::new(310.0, 400.0));
        let (right, ahead) = slanted.offset(slanted.place((7.0, -3.0)));
        assert!((right - 7.0).abs() < 1e-9 && (ahead + 3.0).abs() < 1e-9);
    }
}
