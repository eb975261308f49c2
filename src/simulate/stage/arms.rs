//! Where the players' arms come from, and how a reach goes on in time.

use crate::geometry::{Point, Table};
use crate::simulate::camera::Camera;
use crate::table::{Edge, Mat, Seat};

/// Distance from the card's edge to the fingers on it, mm.
const GRIP_IN_MM: f64 = 15.0;

/// Where the players' arms come from.
#[derive(Debug)]
pub(in crate::simulate) struct Arms {
    edges: Vec<Stretch>,
}

/// A seat's stretch of the edge and how far beyond it a hand is out of sight.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    seat: Seat,
    from: Point<Table>,
    to: Point<Table>,
    out_mm: f64,
}

impl Arms {
    pub(in crate::simulate) fn new<Z>(mat: &Mat<Z>, camera: &Camera) -> Self {
        let stretch = |e: &Edge| {
            let out_mm = out_of_sight(camera, mat, e.from.lerp(e.to, 0.5), outwards(e.from, e.to));
            Stretch { seat: e.seat, from: e.from, to: e.to, out_mm }
        };
        Self { edges: mat.edges.iter().map(stretch).collect() }
    }

    fn stretch(&self, seat: Seat) -> Option<Stretch> {
        self.edges.iter().find(|e| e.seat == seat).copied()
    }

    /// Where an arm that reaches for `tip` crosses the seat's edge: in front of the shoulder, leaning towards the target.
    pub(in crate::simulate) fn entry(&self, seat: Seat, tip: Point<Table>) -> Point<Table> {
        let Some(Stretch { from, to, .. }) = self.stretch(seat) else { return tip };
        let length = from.distance(to).max(1.0);
        let along = (to - from) * (1.0 / length);
        // Clockwise along the edge is to the player's left: a right shoulder is a little before the middle.
        let shoulder = length * 0.5 - (length * 0.08).min(60.0);
        let target = (tip - from).dot(along);
        let depth = (tip - from).dot(outwards(from, to)).min(0.0).abs();
        // The deeper the reach, the further the crossing is from the target towards the shoulder.
        let lean = (depth / (300.0 + depth)).max(0.35);
        let margin = 70.0f64.min(length * 0.3);
        from + along * (target + (shoulder - target) * lean).clamp(margin, length - margin)
    }

    /// Turn of the arm that reaches for `tip`: it points from behind its crossing of the edge to there.
    pub(in crate::simulate) fn turn(&self, seat: Seat, tip: Point<Table>) -> f64 {
        let Some(Stretch { from, to, .. }) = self.stretch(seat) else { return 0.0 };
        let out = outwards(from, to);
        // From well behind the hand, so that the arm neither swings about near the edge nor turns round beyond it.
        let behind = (tip - from).dot(out).max(0.0) + 260.0;
        let d = tip - (self.entry(seat, tip) + out * behind);
        d.x.atan2(-d.y)
    }

    /// Where the hand is when it cannot be seen.
    pub(in crate::simulate) fn outside(&self, seat: Seat, near: Point<Table>) -> Point<Table> {
        let Some(Stretch { from, to, out_mm, .. }) = self.stretch(seat) else { return near };
        self.entry(seat, near) + outwards(from, to) * out_mm
    }

    /// Where the fingers take a card: on the side nearest to the player. Answers the table point and the card's own.
    pub(in crate::simulate) fn hold(
        &self,
        seat: Seat,
        card_mm: (f64, f64),
        centre: Point<Table>,
        turn: f64,
    ) -> (Point<Table>, Point<Table>) {
        let arm = self.turn(seat, centre);
        let toward = turned(Point::new(-arm.sin(), arm.cos()), -turn);
        let reach = |half: f64, along: f64| if along.abs() > 1e-9 { half / along.abs() } else { f64::MAX };
        let local = toward * (reach(card_mm.0 / 2.0, toward.x).min(reach(card_mm.1 / 2.0, toward.y)) - GRIP_IN_MM);
        (centre + turned(local, turn), local)
    }
}

/// How much of the way from rest to rest is done after a share `t` of the time: the smoothest way (minimum jerk; Flash and Hogan 1985).
pub(in crate::simulate) fn smoothest(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * t * (10.0 - 15.0 * t + 6.0 * t * t)
}

/// How far muscles are off at a moment, mm: they are never quite still.
pub(in crate::simulate) fn tremor(ms: f64) -> Point<Table> {
    Point::new((ms * 0.019).sin(), (ms * 0.023 + 1.0).sin()) * 0.5
}

/// A point turned clockwise about the origin, by radians.
pub(in crate::simulate) fn turned(p: Point<Table>, by: f64) -> Point<Table> {
    let (sin, cos) = by.sin_cos();
    Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

/// Unit vector out of the mat over an edge that runs clockwise.
fn outwards(from: Point<Table>, to: Point<Table>) -> Point<Table> {
    let along = to - from;
    let length = along.length().max(1e-9);
    Point::new(along.y / length, -along.x / length)
}

/// How far beyond an edge a hand with a card is out of the frame, mm.
fn out_of_sight<Z>(camera: &Camera, mat: &Mat<Z>, middle: Point<Table>, out: Point<Table>) -> f64 {
    let inside = |p: Point<Table>| {
        let seen = camera.project([p.x, p.y, 45.0]);
        (0.0..f64::from(camera.width)).contains(&seen.x) && (0.0..f64::from(camera.height)).contains(&seen.y)
    };
    let mut far = 0.0;
    while far < mat.width_mm + mat.height_mm {
        // The whole breadth of the seat's stretch must be out of sight, near enough.
        let side = Point::new(-out.y, out.x) * 200.0;
        if [middle, middle + side, middle - side].iter().all(|p| !inside(*p + out * far)) {
            break;
        }
        far += 20.0;
    }
    far + 130.0
}
