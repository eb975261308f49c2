use crate::geometry::{Point, Table};
use crate::simulate::scene::Gesture;
use crate::simulate::stage::arms::{Arms, smoothest, tremor};
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// How long a hand takes to come down, as a share of its reach.
const DROP: f64 = 0.62;
/// How long the fingers take to close on a card, ms.
pub(super) const CLOSE_MS: f64 = 130.0;

/// What a hand does where its way ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It stops over the card without touching it.
    Hovers,
    /// It touches a card and lets it lie.
    Touches,
    /// It touches a card and pushes it a little.
    Pushes,
    /// It touches a card, lifts it and takes it away.
    Takes,
}

/// One hand's way to a card and back, planned to the microsecond.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaching {
    /// Whose hand.
    pub seat: Seat,
    /// The card that it is after, by its number in the claim.
    pub goal: usize,
    /// The card that it comes down on or stops over.
    pub over: usize,
    /// What it does there.
    pub ending: Ending,
    /// When it sets out from out of sight.
    pub set_out_us: u64,
    /// When it touches, or has stopped over the card.
    pub arrive_us: u64,
    /// When it sets out for the way back.
    pub leave_us: u64,
    /// When it is out of sight again.
    pub gone_us: u64,
    /// Whether its way leads over the other hands.
    pub(super) passes_over: bool,
    pub(super) outside: Point<Table>,
    pub(super) target: Point<Table>,
    /// Height on the way, and where it stops or, for a touch, how far below the table it aims.
    pub(super) fly_mm: f64,
    pub(super) end_mm: f64,
    /// How much later than the arrival the sideways way would have ended, ms.
    pub(super) settle_ms: f64,
    /// Sideways sweep of its path, as a share of the way.
    pub(super) sweep: f64,
    /// How far and how long it pushes.
    pub(super) push: Point<Table>,
    pub(super) push_ms: f64,
}

fn ms(us: u64) -> f64 {
    us as f64 / 1000.0
}

/// The share of the time after which this share of the smoothest way is done.
fn time_of(share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if smoothest(middle) < share { low = middle } else { high = middle }
    }
    high
}

impl Reaching {
    /// Whether it touches a card.
    pub fn touches(&self) -> bool {
        self.ending != Ending::Hovers
    }

    /// When it touches.
    pub fn contact_us(&self) -> Option<u64> {
        self.touches().then_some(self.arrive_us)
    }

    /// Whether anything of it may be seen.
    pub fn is_out(&self, at_us: u64) -> bool {
        (self.set_out_us..self.gone_us).contains(&at_us)
    }

    /// Whether the fingertip rests on the table.
    pub fn is_touching(&self, at_us: u64) -> bool {
        self.touches() && (self.arrive_us..self.leave_us).contains(&at_us)
    }

    /// Whether the card is between its fingers.
    pub(super) fn holds(&self, at_us: u64) -> bool {
        self.ending == Ending::Takes && at_us >= self.leave_us
    }

    /// How far it has pushed its card.
    pub(super) fn pushed(&self, at_ms: f64) -> Point<Table> {
        if self.push_ms > 0.0 { self.push * smoothest((at_ms - ms(self.arrive_us)) / self.push_ms) } else { Point::new(0.0, 0.0) }
    }

    /// The fingertip: where, and how high above the cards, mm.
    pub fn tip(&self, at_ms: f64) -> (Point<Table>, f64) {
        let (leave, gone) = (ms(self.leave_us), ms(self.gone_us));
        let (there, height) = self.on_the_way(at_ms.min(leave));
        if at_ms <= leave {
            return (there, height);
        }
        let t = (at_ms - leave) / (gone - leave).max(1.0);
        // Up first, then away.
        (there.lerp(self.outside, smoothest(t)), height + (self.fly_mm - height) * smoothest(1.6 * t))
    }

    /// Before it turns back.
    fn on_the_way(&self, at_ms: f64) -> (Point<Table>, f64) {
        let (set_out, arrive) = (ms(self.set_out_us), ms(self.arrive_us));
        // What touches stays where it touched.
        let held = if self.touches() { at_ms.min(arrive) } else { at_ms };
        let s = smoothest((held - set_out) / (arrive + self.settle_ms - set_out));
        let way = self.target - self.outside;
        let side = Point::new(-way.y, way.x) * (self.sweep * (PI * s).sin());
        let place = self.outside + way * s + side + tremor(held) + self.pushed(at_ms);
        let fall = (arrive - set_out) * DROP;
        let height = if self.touches() {
            // It aims below the table and meets it on the way, with some speed left.
            let met = time_of(self.fly_mm / (self.fly_mm - self.end_mm));
            let done = smoothest((at_ms - arrive) / fall + met);
            if at_ms >= arrive { 0.0 } else { (self.fly_mm + (self.end_mm - self.fly_mm) * done).max(0.0) }
        } else {
            self.fly_mm + (self.end_mm - self.fly_mm) * smoothest((at_ms - arrive) / fall + 1.0)
        };
        (place, height)
    }

    /// What its fingers do.
    pub(super) fn gesture(&self, at_ms: f64) -> Gesture {
        let closing = (at_ms - ms(self.leave_us) + CLOSE_MS) / CLOSE_MS;
        if self.ending == Ending::Takes && closing > 0.0 { Gesture::Grasp(0.5 + 0.5 * closing.min(1.0)) } else { Gesture::Point }
    }

    /// Velocity of the tip over the table, mm a second.
    pub(super) fn velocity(&self, at_ms: f64) -> Point<Table> {
        const STEP_MS: f64 = 4.0;
        (self.tip(at_ms + STEP_MS).0 - self.tip(at_ms - STEP_MS).0) * (1000.0 / (2.0 * STEP_MS))
    }

    /// Turn of the hand.
    pub(super) fn turn(&self, arms: &Arms, at_ms: f64) -> f64 {
        arms.turn(self.seat, self.tip(at_ms).0)
    }
}
