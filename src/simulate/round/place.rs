//! Where a card is, over time.

use super::trip::Trip;
use crate::cards::{CardId, Face};
use crate::games::elements::{Card, Zone};
use crate::geometry::{Point, Table};
use crate::simulate::stage::arms::{Arms, smoothest, turned};

/// How a card lies or is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pose {
    pub centre: Point<Table>,
    /// Clockwise turn from upright, radians.
    pub turn: f64,
    pub height_mm: f64,
}

/// How a card lies between the fingers: its turn against the arm's, and the held point in its own axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Grip {
    pub turn: f64,
    pub local: Point<Table>,
}

/// What a card does from some moment on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Doing {
    /// It lies there.
    Lies { zone: Zone, pose: Pose, face: Face },
    /// It is pushed from one place to another until a moment.
    Slides { zone: Zone, from: Pose, to: Pose, until_us: u64, face: Face },
    /// A hand has it, as it was taken and as it will be laid; the side that shows changes half way.
    Held { trip: usize, taken: Option<Grip>, laid: Option<Grip>, until_us: u64, faces: (Face, Face), shown: bool },
    /// It is in a Flame, out of sight.
    Away,
}

/// A card and all that it does, in order of time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed {
    pub card: Card,
    pub design: CardId,
    pub line: Vec<(u64, Doing)>,
}

impl Grip {
    /// How the fingers at `tip` hold a card in a pose.
    pub fn of(arms: &Arms, trip: &Trip, tip: Point<Table>, pose: &Pose) -> Self {
        Self { turn: pose.turn - arms.turn(trip.seat, tip), local: turned(tip - pose.centre, -pose.turn) }
    }
}

impl Placed {
    /// What it does at a moment, and since when.
    pub fn doing(&self, at_us: u64) -> Option<(u64, &Doing)> {
        self.line.iter().rfind(|(from, _)| *from <= at_us).map(|(from, doing)| (*from, doing))
    }

    /// Whether it has lain nowhere but face down.
    pub fn was_never_read(&self) -> bool {
        let back = |doing: &Doing| match doing {
            Doing::Lies { face, .. } | Doing::Slides { face, .. } => *face == Face::Down,
            Doing::Held { .. } | Doing::Away => true,
        };
        self.line.iter().all(|(_, doing)| back(doing))
    }

    /// What it does last.
    pub fn last(&self) -> Option<&Doing> {
        self.line.last().map(|(_, doing)| doing)
    }

    /// Where it lies at a moment, with the side that is up and since when.
    pub fn lies(&self, at_us: u64) -> Option<(Zone, Pose, Face, u64)> {
        match self.doing(at_us)? {
            (from, Doing::Lies { zone, pose, face }) => Some((*zone, *pose, *face, from)),
            (start, Doing::Slides { zone, from, to, until_us, face }) => {
                let s = smoothest((at_us - start) as f64 / (until_us - start).max(1) as f64);
                let pose = Pose { centre: from.centre.lerp(to.centre, s), turn: from.turn + (to.turn - from.turn) * s, height_mm: 0.0 };
                Some((*zone, pose, *face, start))
            }
            _ => None,
        }
    }

    /// The hand that has it at a moment, how it is held, and the side that shows; none for one that others in the hand hide.
    pub fn held(&self, at_us: u64, trips: &[Trip], arms: &Arms) -> Option<(usize, Pose, Face)> {
        let (start, Doing::Held { trip: number, taken, laid, until_us, faces, shown: true }) = self.doing(at_us)? else { return None };
        let trip = trips.get(*number)?;
        let (tip, height) = trip.tip(at_us as f64 / 1000.0);
        let t = (at_us - start) as f64 / (until_us - start).max(1) as f64;
        let (first, last) = ((*taken).or(*laid)?, (*laid).or(*taken)?);
        let s = smoothest(t);
        let swing = (last.turn - first.turn + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
        let grip = Grip { turn: first.turn + swing * s, local: first.local.lerp(last.local, s) };
        let turn = grip.turn + arms.turn(trip.seat, tip);
        let pose = Pose { centre: tip - turned(grip.local, turn), turn, height_mm: height + 1.0 };
        Some((*number, pose, if t < 0.5 { faces.0 } else { faces.1 }))
    }
}
