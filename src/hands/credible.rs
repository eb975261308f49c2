//! Whether what has the outline of an arm is one: a board that was moved, or the light of a lamp, may lie over the edge too.

use super::HandError;
use super::fingertips::Fingertips;
use super::rectify::{PIXEL_MM, SmallTable};
use super::shape::{Arm, Shown};
use crate::geometry::{Point, Table};
use std::collections::BTreeMap;

/// Part of an arm over the mat that is read as arm at least, with a fingertip or where one was of late, and else.
const READ: (f64, f64) = (0.15, 0.4);
/// Part of the straight way from the edge to a fingertip that shows an arm at least, where the arm does not show on the edge.
const WAY: f64 = 0.4;
/// Part that is read as arm, from which on an arm with a fingertip is one however suddenly it came.
const SURELY_READ: f64 = 0.8;
/// How far hands reach in a millisecond at most, and how wide an arm is, in millimetres.
const FASTEST_MM: f64 = 4.0;
const WIDE_MM: f64 = 100.0;
/// Part of what leaps that changed in one and the same frame at least.
const AT_ONCE: f64 = 0.25;

/// How long an arm that is not told may be the one that was, in milliseconds.
const LATELY_MS: f64 = 1000.0;

/// Where arms came in of late.
#[derive(Debug, Default)]
pub(super) struct Lately {
    /// Middle of each crossing, and the time since.
    entries: Vec<(Point<Table>, f64)>,
}

impl Lately {
    /// Takes in the arms of a frame.
    pub fn note(&mut self, table: &SmallTable, arms: &[Arm], elapsed_ms: f64) {
        self.entries.iter_mut().for_each(|(_, ms)| *ms += elapsed_ms);
        self.entries.retain(|(entry, ms)| *ms <= LATELY_MS && !arms.iter().any(|arm| arm.crossing.is_near(table, *entry)));
        self.entries.extend(arms.iter().map(|arm| (arm.crossing.middle(table), 0.0)));
    }

    /// Whether an arm is believed to be one: enough of all that has changed with it (`whole`) is read as arm, and it did not come faster
    /// than hands do. Cards that it holds or hides do not count, and a fingertip where an arm was of late is enough.
    pub fn believes(
        &self,
        table: &SmallTable,
        arm: &Arm,
        whole: impl FnOnce() -> Result<Vec<usize>, HandError>,
        frame: &Shown<'_>,
        seen: &Fingertips,
    ) -> Result<bool, HandError> {
        let known = self.entries.iter().any(|(entry, _)| arm.crossing.is_near(table, *entry));
        if known && arm.tip.is_some() {
            return Ok(true);
        }
        let counts = |i: &usize| table.is_over_mat(*i) && frame.cards.get(*i) != Some(&true);
        let over: Vec<usize> = whole()?.into_iter().filter(counts).collect();
        if over.is_empty() {
            return Ok(true);
        }
        let is_read = |i: usize| seen.is_arm(table, i);
        let read = over.iter().filter(|i| is_read(**i)).count() as f64 / over.len() as f64;
        if read < if known || arm.tip.is_some() { READ.0 } else { READ.1 } {
            return Ok(false);
        }
        if let Some(tip) = arm.tip.filter(|_| !arm.crossing.is_open()) {
            let inside = table.painted(&arm.pixels);
            let way = table.between(arm.crossing.middle(table), tip.at);
            let shown = way.iter().filter(|i| inside.get(**i) == Some(&255) || is_read(**i)).count();
            if (shown as f64) < WAY * way.len() as f64 {
                return Ok(false);
            }
        }
        Ok(known || arm.tip.is_some() && read >= SURELY_READ || !leapt(&over, frame))
    }
}

/// Whether many of some pixels changed in one frame, and more of them than an arm covers in that time.
fn leapt(over: &[usize], frame: &Shown<'_>) -> bool {
    let mut changed: BTreeMap<u64, usize> = BTreeMap::new();
    for i in over {
        *changed.entry(frame.against.still_ms(*i).round() as u64).or_default() += 1;
    }
    let at_once = changed.into_values().max().unwrap_or_default() as f64;
    at_once > AT_ONCE * over.len() as f64 && at_once * PIXEL_MM * PIXEL_MM > FASTEST_MM * WIDE_MM * frame.since_ms
}
