//! Lays a covered card on as many of its edges as show, where its size and nearly its place on the table are known.
//!
//! Along each side the steepest change of brightness is looked for across it, and the card is moved and turned on the table until most of these places
//! lie on its sides, by least squares in which what lies elsewhere counts for little (Cauchy's measure).

use super::edges;
use super::plane::{TablePlane, cauchy};
use crate::calibration::minimise;
use crate::geometry::{Image, Point, Quad, Table};
use image::RgbImage;
use nalgebra::DVector;

/// How far from the outline edges are looked for, in parts of a card's width: farther away lie those of neighbours.
const REACH: f64 = 0.012;
/// How far edges are off a card's sides in the mean, in parts of its width, and what is off by more than so many deviations counts for little.
const EDGE_OFF: f64 = 0.006;
const FITTING: f64 = 2.0;
/// How far the outline is off before: its middle, in parts of the width, and its turn, in radians.
const MIDDLE_OFF: f64 = 0.015;
const TURN_OFF: f64 = 0.015;

/// A place on the table and a turn there, in radians.
type Pose = [f64; 3];

/// An edge beside a side of a card, clockwise from its top, and where on the table it is seen.
type Edge = (usize, Point<Table>);

impl TablePlane {
    /// The outline of a card of the size that all have here, on its edges that show.
    pub(super) fn on_its_edges(&self, picture: &RgbImage, outline: &Quad<Image>) -> Quad<Image> {
        const ROUNDS: usize = 12;
        const STEPS: Pose = [1e-3, 1e-3, 1e-5];
        let start = self.pose(outline);
        let seen = self.seen_edges(picture, outline);
        let residuals = |p: &DVector<f64>| DVector::from_vec(self.off_edges(&[p[0], p[1], p[2]], &start, &seen));
        let found = minimise(DVector::from_row_slice(&start), &DVector::from_row_slice(&STEPS), ROUNDS, residuals);
        self.in_picture(&self.placed(Point::new(found[0], found[1]), found[2]))
    }

    fn pose(&self, outline: &Quad<Image>) -> Pose {
        let on_table = self.on_table(outline);
        let [a, b, c, d] = on_table.corners;
        let (middle, down) = (on_table.centre(), c + d - a - b);
        [middle.x, middle.y, (-down.x).atan2(down.y)]
    }

    fn seen_edges(&self, picture: &RgbImage, outline: &Quad<Image>) -> Vec<Edge> {
        let reach = REACH * outline.short_side();
        let sides = edges::sides(outline).into_iter().enumerate();
        sides
            .flat_map(|(side, line)| edges::seen_along(picture, line, reach).into_iter().map(move |seen| (side, self.place(seen.at))))
            .collect()
    }

    /// How far a card that lies so is off the edges that are seen, and from where it was, in standard deviations.
    fn off_edges(&self, pose: &Pose, start: &Pose, seen: &[Edge]) -> Vec<f64> {
        let (width, _) = self.size();
        let edges = seen.iter().map(|(side, at)| cauchy(self.outside(pose, *side, *at) / (EDGE_OFF * width), FITTING));
        let offs = [MIDDLE_OFF * width, MIDDLE_OFF * width, TURN_OFF];
        let moved = pose.iter().zip(start).zip(offs).map(|((now, before), off)| (now - before) / off);
        edges.chain(moved).collect()
    }

    /// How far outside of a side of a card that lies so a place is.
    fn outside(&self, [x, y, turn]: &Pose, side: usize, at: Point<Table>) -> f64 {
        let ((sin, cos), from) = (turn.sin_cos(), at - Point::new(*x, *y));
        let (right, down) = (from.x * cos + from.y * sin, from.y * cos - from.x * sin);
        let (width, height) = self.size();
        match side {
            0 => -down - 0.5 * height,
            1 => right - 0.5 * width,
            2 => down - 0.5 * height,
            _ => -right - 0.5 * width,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plane::Witnesses;
    use super::*;
    use image::Rgb;

    #[test]
    fn a_card_comes_to_lie_on_the_edges_that_show() {
        let card = |x: f64, y: f64, turn: f64| Quad::<Image>::placed(Point::new(x, y), 120.0, 170.0, turn);
        let whole = [card(110.0, 120.0, 0.2), card(520.0, 110.0, -0.4)];
        let plane = TablePlane::of(&Witnesses { whole: whole.to_vec(), ..Witnesses::default() }, 700.0, None).unwrap();
        let (truth, on_top) = (card(300.0, 200.0, 0.5), card(370.0, 270.0, 0.3));
        let picture = RgbImage::from_fn(700, 400, |x, y| {
            let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let shade = if on_top.polygon().contains(at) {
                180
            } else if truth.polygon().contains(at) {
                230
            } else {
                60
            };
            Rgb([shade; 3])
        });
        for (x, y, turn) in [(1.2, -0.9, 0.0), (-1.0, 1.0, 0.004), (0.5, 1.1, -0.004)] {
            let outline = card(300.0 + x, 200.0 + y, 0.5 + turn);
            let found = plane.on_its_edges(&picture, &outline);
            assert!(found.farthest(&truth) < 0.5 * outline.farthest(&truth), "{found:?} for {truth:?}");
        }
        let bare = RgbImage::from_pixel(700, 400, Rgb([60; 3]));
        assert!(plane.on_its_edges(&bare, &truth).farthest(&truth) < 1.0, "nothing is seen");
    }
}
