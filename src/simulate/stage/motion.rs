//! How a hand with a card moves from place to place.

use super::arms::{Arms, smoothest, tremor, turned};
use super::{Lying, Reach};
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Table};
use crate::simulate::scene::{Art, Gesture, HandPose, SceneCard};
use crate::table::Zone;
use std::f64::consts::{PI, TAU};

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
        let s = smoothest(t);
        let way = b.tip - a.tip;
        let bow = (PI * s).sin();
        let side = Point::new(-way.y, way.x) * (self.reach.sweep * bow);
        let lift = (way.length() * 0.06).min(26.0) * bow;
        (a.tip + way * s + side + tremor(ms), a.height + (b.height - a.height) * s + lift, a.grip + (b.grip - a.grip) * s)
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
        HandPose { hand: reach.seat.index(), tip, height_mm, turn, gesture: Gesture::Grasp(grip), velocity, held }
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
