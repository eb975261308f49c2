//! How a hand with a card moves from place to place.

use super::{Lying, Reach};
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Table};
use crate::simulate::camera::Camera;
use crate::simulate::scene::{Art, HandPose, SceneCard};
use crate::table::{Edge, Mat, Seat, Zone};
use std::f64::consts::{PI, TAU};

/// Distance from the card's edge to the fingers on it, mm.
const GRIP_IN_MM: f64 = 15.0;
/// Where the players' arms come from.
#[derive(Debug)]
pub(super) struct Arms {
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
    pub(super) fn new<Z>(mat: &Mat<Z>, camera: &Camera) -> Self {
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
    pub(super) fn entry(&self, seat: Seat, tip: Point<Table>) -> Point<Table> {
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
    fn turn(&self, seat: Seat, tip: Point<Table>) -> f64 {
        let Some(Stretch { from, to, .. }) = self.stretch(seat) else { return 0.0 };
        let out = outwards(from, to);
        // From well behind the hand, so that the arm neither swings about near the edge nor turns round beyond it.
        let behind = (tip - from).dot(out).max(0.0) + 260.0;
        let d = tip - (self.entry(seat, tip) + out * behind);
        d.x.atan2(-d.y)
    }

    /// Where the hand is when it cannot be seen.
    fn outside(&self, seat: Seat, near: Point<Table>) -> Point<Table> {
        let Some(Stretch { from, to, out_mm, .. }) = self.stretch(seat) else { return near };
        self.entry(seat, near) + outwards(from, to) * out_mm
    }

    /// Where the fingers take a card: on the side nearest to the player. Answers the table point and the card's own.
    fn hold(&self, seat: Seat, card_mm: (f64, f64), centre: Point<Table>, turn: f64) -> (Point<Table>, Point<Table>) {
        let arm = self.turn(seat, centre);
        let toward = turned(Point::new(-arm.sin(), arm.cos()), -turn);
        let reach = |half: f64, along: f64| if along.abs() > 1e-9 { half / along.abs() } else { f64::MAX };
        let local = toward * (reach(card_mm.0 / 2.0, toward.x).min(reach(card_mm.1 / 2.0, toward.y)) - GRIP_IN_MM);
        (centre + turned(local, turn), local)
    }
}

/// How a hand moves: places in time.
#[derive(Debug, Clone, Copy)]
struct Key {
    ms: f64,
    tip: Point<Table>,
    height: f64,
    grip: f64,
}

/// How a card lies between the fingers: its turn against the arm's, and the held point in its own axes.
#[derive(Debug, Clone, Copy)]
struct Held {
    turn: f64,
    local: Point<Table>,
}

/// A reach under way, with the poses worked out once.
#[derive(Debug, Clone)]
pub(super) struct Moving<Z> {
    pub(super) reach: Reach<Z>,
    keys: Vec<Key>,
    grasped: Option<Held>,
    released: Option<Held>,
}

impl<Z: Zone> Moving<Z> {
    /// A reach that sets out. `lies` is the card that it takes, with its height; `lands_mm` the height at which it lays it.
    pub(super) fn new(reach: Reach<Z>, arms: &Arms, card_mm: (f64, f64), lies: Option<(&Lying, f64)>, lands_mm: f64) -> Self {
        let seat = reach.seat;
        let key = |ms, tip, height, grip| Key { ms, tip, height, grip };
        let mut keys = Vec::new();
        let (mut grasped, mut released) = (None, None);
        if let Some((lying, height)) = lies {
            let (tip, local) = arms.hold(seat, card_mm, lying.centre, lying.turn);
            keys.push(key(reach.start_ms, arms.outside(seat, tip), 55.0, 0.1));
            keys.push(key(reach.grasp_ms - 130.0, tip, height, 0.4));
            keys.push(key(reach.grasp_ms, tip, height, 1.0));
            grasped = Some(Held { turn: lying.turn - arms.turn(seat, tip), local });
        }
        if let Some((_, _, lying)) = &reach.to {
            let (tip, local) = arms.hold(seat, card_mm, lying.centre, lying.turn);
            if keys.is_empty() {
                keys.push(key(reach.start_ms, arms.outside(seat, tip), 45.0, 1.0));
            }
            keys.push(key(reach.release_ms - 40.0, tip, lands_mm, 1.0));
            keys.push(key(reach.release_ms + 130.0, tip, lands_mm + 3.0, 0.45));
            keys.push(key(reach.out_ms, arms.outside(seat, tip), 55.0, 0.2));
            released = Some(Held { turn: lying.turn - arms.turn(seat, tip), local });
        } else if let Some(last) = keys.last().copied() {
            keys.push(key(reach.out_ms, arms.outside(seat, last.tip), 45.0, 1.0));
        }
        Self { reach, keys, grasped, released }
    }

    /// Tip, height and grip at a moment.
    fn at(&self, ms: f64) -> (Point<Table>, f64, f64) {
        let keys = &self.keys;
        let next = keys.iter().position(|k| k.ms > ms);
        let (a, b) = match next {
            Some(0) => (keys.first(), keys.first()),
            Some(n) => (keys.get(n - 1), keys.get(n)),
            None => (keys.last(), keys.last()),
        };
        let (Some(a), Some(b)) = (a, b) else { return (Point::new(0.0, 0.0), 0.0, 0.0) };
        let t = if b.ms > a.ms { ((ms - a.ms) / (b.ms - a.ms)).clamp(0.0, 1.0) } else { 1.0 };
        // The smoothest way from rest to rest (minimum jerk; Flash and Hogan 1985).
        let s = t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
        let way = b.tip - a.tip;
        let bow = (PI * s).sin();
        let side = Point::new(-way.y, way.x) * (self.reach.sweep * bow);
        let lift = (way.length() * 0.06).min(26.0) * bow;
        // Muscles are never quite still.
        let tremor = Point::new((ms * 0.019).sin(), (ms * 0.023 + 1.0).sin()) * 0.5;
        (a.tip + way * s + side + tremor, a.height + (b.height - a.height) * s + lift, a.grip + (b.grip - a.grip) * s)
    }

    /// The hand at a moment, with the card between its fingers.
    pub(super) fn pose(&self, now: f64, arms: &Arms, art: &impl Fn(&CardId, Face) -> Art) -> HandPose {
        let reach = &self.reach;
        let (tip, height_mm, grip) = self.at(now);
        let velocity = (self.at(now + 8.0).0 - self.at(now - 8.0).0) * (1000.0 / 16.0);
        let turn = arms.turn(reach.seat, tip);
        let carrying = now >= reach.grasp_ms && now < reach.release_ms;
        let held = if carrying { self.held(now) } else { None };
        let held = held.map(|held| SceneCard {
            art: art(&reach.card, reach.face),
            centre: tip - turned(held.local, held.turn + turn),
            turn: held.turn + turn,
            height_mm: height_mm + 1.0,
            pile: false,
        });
        HandPose { hand: reach.seat.index(), tip, height_mm, turn, grip, velocity, held }
    }

    /// How the card is held: as it was grasped, as it will be released, or between the two.
    fn held(&self, now: f64) -> Option<Held> {
        let (Some(first), Some(last)) = (self.grasped, self.released) else { return self.grasped.or(self.released) };
        let t = ((now - self.reach.grasp_ms) / (self.reach.release_ms - self.reach.grasp_ms)).clamp(0.0, 1.0);
        let s = t * t * (3.0 - 2.0 * t);
        let swing = (last.turn - first.turn + PI).rem_euclid(TAU) - PI;
        Some(Held { turn: first.turn + swing * s, local: first.local.lerp(last.local, s) })
    }
}

fn turned(p: Point<Table>, by: f64) -> Point<Table> {
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
