use super::happening::Happening;
use super::place::Placed;
use super::trip::Trip;
use super::violation::Violation;
use crate::games::elements::{Setup, Zone};
use crate::simulate::render::View;
use crate::simulate::stage::arms::Arms;
use crate::table::{Mat, Seat};

/// A rule that somebody broke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    /// When, in microseconds since the start.
    pub at_us: u64,
    /// Who.
    pub seat: Seat,
    /// Which.
    pub kind: Violation,
}

/// A whole round: what every hand does and where every card is, at each moment.
#[derive(Debug)]
pub struct Round {
    /// What it starts from.
    pub setup: Setup,
    /// The table's mat.
    pub mat: Mat<Zone>,
    /// How it is seen.
    pub view: View,
    /// The hands' ways, in the order in which they were planned.
    pub trips: Vec<Trip>,
    /// What came to pass, in order of time.
    pub happenings: Vec<Happening>,
    /// The rules that were broken, in order of time.
    pub broken: Vec<Broken>,
    /// Those that were to be broken, and that no occasion came for.
    pub unplayed: Vec<Violation>,
    /// Who wins it.
    pub winner: Seat,
    /// When the film ends, in microseconds.
    pub length_us: u64,
    pub(super) cards: Vec<Placed>,
    pub(super) arms: Arms,
}

impl Round {
    /// How long it takes, in seconds.
    pub fn seconds(&self) -> f64 {
        self.length_us as f64 / 1e6
    }

    /// When each frame is taken, evenly, in microseconds.
    pub fn frames_us(&self, fps: f64) -> Vec<u64> {
        let count = (self.seconds() * fps).ceil() as u64;
        (0..count).map(|k| (k as f64 * 1e6 / fps).round() as u64).collect()
    }
}
