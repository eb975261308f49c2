//! One hand's way over the table: out of sight, to a few stops, and out of sight again.

use crate::geometry::{Point, Table};
use crate::simulate::scene::Gesture;
use crate::simulate::stage::arms::{smoothest, tremor};
use crate::table::Seat;
use std::f64::consts::PI;

/// The last part of a leg in which a hand comes down, as a share of it.
const DROP: f64 = 0.62;
/// How far below the table a touching finger aims, mm: it meets it with some speed left.
const AIM_MM: f64 = -22.0;
/// Height at which a hand lets go of a card, mm.
const LAY_MM: f64 = 1.0;
/// How long the fingers take to close on a card, and to let go, ms.
const CLOSE_MS: f64 = 130.0;

/// What a hand does at a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// It touches and lets lie.
    Touch,
    /// It touches, closes its fingers, and lifts what lies there as it leaves.
    Take,
    /// It lays what it holds.
    Lay,
}

/// A place where a hand comes down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Where.
    pub at: Point<Table>,
    /// When it comes down, in microseconds.
    pub arrive_us: u64,
    /// When it sets out again.
    pub leave_us: u64,
    /// What it does there.
    pub doing: Doing,
}

/// A hand's way, planned to the microsecond.
#[derive(Debug, Clone, PartialEq)]
pub struct Trip {
    /// Whose hand.
    pub seat: Seat,
    /// Where it is out of sight before and after.
    pub outside: (Point<Table>, Point<Table>),
    /// When it sets out from there.
    pub set_out_us: u64,
    /// When it is back.
    pub gone_us: u64,
    /// Where it comes down, in order; at least once.
    pub stops: Vec<Stop>,
    /// Height on the way, mm.
    pub fly_mm: f64,
    /// Sideways sweep, as a share of the way.
    pub sweep: f64,
    /// Whether it comes with a card.
    pub brings: bool,
}

/// From place to place.
struct Leg {
    from: Point<Table>,
    to: Point<Table>,
    start_ms: f64,
    end_ms: f64,
    /// Whether it starts and ends on the table.
    lifts: bool,
    lands: Option<Doing>,
}

fn ms(us: u64) -> f64 {
    us as f64 / 1000.0
}

/// The share of the time after which this share of the smoothest way is done.
fn time_of(share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if smoothest(middle) < share { low = middle } else { high = middle }
    }
    high
}

impl Trip {
    /// Whether anything of it may be seen.
    pub fn is_out(&self, at_us: u64) -> bool {
        (self.set_out_us..self.gone_us).contains(&at_us)
    }

    /// The fingertip: where, and how high above the cards, mm.
    pub fn tip(&self, at_ms: f64) -> (Point<Table>, f64) {
        if let Some(stop) = self.stops.iter().find(|stop| (ms(stop.arrive_us)..ms(stop.leave_us)).contains(&at_ms)) {
            return (stop.at + tremor(ms(stop.arrive_us)), if stop.doing == Doing::Lay { LAY_MM } else { 0.0 });
        }
        let leg = self.leg(at_ms);
        let t = (at_ms - leg.start_ms) / (leg.end_ms - leg.start_ms).max(1.0);
        let s = smoothest(t);
        let way = leg.to - leg.from;
        let side = Point::new(-way.y, way.x) * (self.sweep * (PI * s).sin());
        let shake = tremor(at_ms.min(leg.end_ms));
        let rise = if leg.lifts { self.fly_mm * smoothest(1.8 * t) } else { self.fly_mm };
        let fall = match leg.lands {
            None => self.fly_mm,
            Some(doing) => {
                let aim = if doing == Doing::Lay { LAY_MM } else { AIM_MM };
                let met = if doing == Doing::Lay { 1.0 } else { time_of(self.fly_mm / (self.fly_mm - aim)) };
                let drop = (leg.end_ms - leg.start_ms) * DROP;
                (self.fly_mm + (aim - self.fly_mm) * smoothest((at_ms - leg.end_ms) / drop.max(1.0) + met)).max(0.0)
            }
        };
        (leg.from + way * s + side + shake, rise.min(fall))
    }

    fn leg(&self, at_ms: f64) -> Leg {
        let next = self.stops.iter().position(|stop| ms(stop.arrive_us) > at_ms);
        let before = |k: usize| k.checked_sub(1).and_then(|k| self.stops.get(k));
        let last = self.stops.last();
        let (from, to) = match next {
            Some(k) => (before(k), self.stops.get(k)),
            None => (last, None),
        };
        Leg {
            from: from.map_or(self.outside.0, |stop| stop.at),
            to: to.map_or(self.outside.1, |stop| stop.at),
            start_ms: from.map_or(ms(self.set_out_us), |stop| ms(stop.leave_us)),
            end_ms: to.map_or(ms(self.gone_us), |stop| ms(stop.arrive_us)),
            lifts: from.is_some(),
            lands: to.map(|stop| stop.doing),
        }
    }

    /// Whether it holds a card.
    pub fn holds(&self, at_ms: f64) -> bool {
        let done = self.stops.iter().filter(|stop| match stop.doing {
            Doing::Lay => ms(stop.arrive_us) <= at_ms,
            Doing::Take | Doing::Touch => ms(stop.leave_us) <= at_ms,
        });
        done.fold(self.brings, |holds, stop| match stop.doing {
            Doing::Take => true,
            Doing::Lay => false,
            Doing::Touch => holds,
        })
    }

    /// What its fingers do.
    pub(super) fn gesture(&self, at_ms: f64) -> Gesture {
        if self.holds(at_ms) {
            return Gesture::Grasp(1.0);
        }
        let closing =
            self.stops.iter().filter(|stop| stop.doing == Doing::Take).map(|stop| (at_ms - ms(stop.leave_us) + CLOSE_MS) / CLOSE_MS);
        if let Some(closing) = closing.rev().find(|closing| (0.0..=1.0).contains(closing)) {
            return Gesture::Grasp(0.5 + 0.5 * closing);
        }
        // After it let go of a card its fingers stay half closed.
        let laid = self.stops.iter().rfind(|stop| ms(stop.arrive_us) <= at_ms).is_some_and(|stop| stop.doing == Doing::Lay);
        if laid { Gesture::Grasp(0.35) } else { Gesture::Point }
    }

    /// Velocity of the tip over the table, mm a second.
    pub(super) fn velocity(&self, at_ms: f64) -> Point<Table> {
        const STEP_MS: f64 = 4.0;
        (self.tip(at_ms + STEP_MS).0 - self.tip(at_ms - STEP_MS).0) * (1000.0 / (2.0 * STEP_MS))
    }
}
