//! Sees when a fingertip comes down on the table.
//!
//! ```text
//! frames, hands ─Patch─▶ windows ─TouchReader─▶ moments ─Series─▶ touches
//!  (px, mm)      (96 mm   (96 px,    (ONNX)     (of each hand,   (bracket of time,
//!                 square)  7 frames)              in order)       place, frames)
//! ```
//!
//! A frame is judged when the two after it are there; a touch is told when it has lasted for a while. So a touch is told about
//! five frames after it happened, with the time at which it happened.
//!
//! Absent on purpose: which card lies there, who was first, rules.

mod series;
#[cfg(test)]
mod tests;
mod window;

pub use window::Patch;

use crate::calibration::View;
use crate::geometry::{Point, Table, cheapest_first};
use crate::recognizer::{RecognizerError, TOUCH_AROUND, TouchReader, TouchSettings, TouchWindow};
use crate::table::{Seat, SeenHand, SeenTouch, Stamp};
use image::RgbImage;
use series::{Moment, Series};
use std::collections::VecDeque;
use std::sync::Arc;

/// A fingertip found this far from where it is is looked at again, in millimetres.
const OFF_CENTRE_MM: f64 = 10.0;
/// How long a hand may be missed, in milliseconds: until then its fingertip is looked for where it was read last.
const MISSED_MS: f64 = 250.0;

/// A frame with the hands in it.
#[derive(Debug, Clone)]
struct Seen {
    frame: u64,
    stamp: Stamp,
    image: Arc<RgbImage>,
    view: View,
    hands: Vec<SeenHand>,
}

/// A fingertip to be read.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Reach {
    seat: Option<Seat>,
    perhaps: Option<Seat>,
    entry: Point<Table>,
    tip: Point<Table>,
    /// Whether it was found in this frame, and not only taken to be where it was.
    found: bool,
    /// Whether the fingertip itself was, and not only its arm.
    seen: bool,
}

/// Follows the fingertips of a table in frames of one camera.
pub struct TouchFinder {
    reader: TouchReader,
    /// The newest frames: those before the one in question, itself, those after it.
    frames: VecDeque<Seen>,
    /// How many of them have been judged.
    judged: usize,
    followed: Vec<Series>,
}

impl TouchFinder {
    /// A finder that reads with this model.
    pub const fn new(reader: TouchReader) -> Self {
        Self { reader, frames: VecDeque::new(), judged: 0, followed: Vec::new() }
    }

    /// Takes the next frame, with the hands that were found in it; answers the touches that it decides.
    ///
    /// # Errors
    /// When inference fails.
    pub fn look(
        &mut self,
        frame: u64,
        stamp: Stamp,
        image: &Arc<RgbImage>,
        view: &View,
        hands: &[SeenHand],
    ) -> Result<Vec<SeenTouch>, RecognizerError> {
        self.frames.push_back(Seen { frame, stamp, image: Arc::clone(image), view: *view, hands: hands.to_vec() });
        let mut touches = Vec::new();
        while self.judged + TOUCH_AROUND.1 < self.frames.len() {
            touches.extend(self.judge_next()?);
        }
        Ok(touches)
    }

    /// Ends the source: judges the last frames without any after them.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn finish(&mut self) -> Result<Vec<SeenTouch>, RecognizerError> {
        let mut touches = Vec::new();
        while self.judged < self.frames.len() {
            touches.extend(self.judge_next()?);
        }
        Ok(touches)
    }

    /// Judges the first frame that has not been.
    fn judge_next(&mut self) -> Result<Vec<SeenTouch>, RecognizerError> {
        let now = self.judged;
        self.judged += 1;
        let Some(seen) = self.frames.get(now) else { return Ok(Vec::new()) };
        let (before, after) = TOUCH_AROUND;
        let around: Vec<(&RgbImage, f64)> = (0..=before + after)
            .filter(|i| *i != before)
            .map(|i| match (now + i).checked_sub(before).and_then(|n| self.frames.get(n)) {
                Some(other) => (other.image.as_ref(), (other.stamp.at_us as f64 - seen.stamp.at_us as f64) / 1000.0),
                None => (seen.image.as_ref(), 0.0),
            })
            .collect();
        let mut looks: Vec<(Reach, Patch, TouchWindow)> = Vec::new();
        let cut = |patch: &Patch| TouchWindow::cut(&seen.image, &around, &patch.outline(&seen.view));
        self.followed.retain(|series| series.missed_ms(seen.stamp) <= MISSED_MS);
        for reach in reaches(&seen.hands, &self.followed, seen.stamp) {
            let patch = Patch::new(reach.tip, reach.entry);
            looks.extend(cut(&patch)?.map(|window| (reach, patch, window)));
        }
        let mut readings = self.reader.read(looks.iter().map(|(_, _, window)| window))?;
        // A fingertip that was found far from where it is shows better in its own window's middle.
        let mut again = Vec::new();
        for (k, ((reach, patch, window), reading)) in looks.iter_mut().zip(&readings).enumerate() {
            let (right, ahead) = reading.tip_mm;
            if right.hypot(ahead) > OFF_CENTRE_MM {
                let nearer = Patch::new(patch.place(reading.tip_mm), reach.entry);
                if let Some(better) = cut(&nearer)? {
                    (*patch, *window) = (nearer, better);
                    again.push(k);
                }
            }
        }
        let better = self.reader.read(again.iter().filter_map(|k| looks.get(*k)).map(|(_, _, window)| window))?;
        for (k, reading) in again.into_iter().zip(better) {
            readings.get_mut(k).into_iter().for_each(|old| *old = reading);
        }
        let settings = *self.reader.settings();
        let moments: Vec<(Reach, Moment)> = looks
            .iter()
            .zip(readings)
            .map(|((reach, patch, _), reading)| {
                let moment = Moment {
                    frame: seen.frame,
                    stamp: seen.stamp,
                    found: reach.found,
                    seen: reach.seen,
                    touching: reading.touching,
                    tip: patch.place(reading.tip_mm),
                    contact_ms: reading.contact_ms,
                    spread_ms: reading.spread_ms,
                };
                (*reach, moment)
            })
            .collect();
        let touches = follow(&mut self.followed, &moments, &settings);
        while self.judged > before {
            self.frames.pop_front();
            self.judged -= 1;
        }
        Ok(touches)
    }
}

/// The fingertips of a frame: those of the hands that were found, and those of followed hands that were not.
fn reaches(hands: &[SeenHand], followed: &[Series], now: Stamp) -> Vec<Reach> {
    let reach =
        |hand: &SeenHand| Reach { seat: hand.seat, perhaps: hand.perhaps, entry: hand.entry, tip: hand.tip, found: true, seen: true };
    // Where an outline ends says nothing while the fingertip itself was seen a moment ago.
    let followed_by = |hand: &SeenHand| followed.iter().any(|series| series.seat == hand.seat);
    let mut reaches: Vec<Reach> = hands.iter().filter(|hand| hand.tip_seen || !followed_by(hand)).map(reach).collect();
    let pairs = reaches.iter().enumerate().flat_map(|(r, reach)| {
        followed.iter().enumerate().filter_map(move |(s, series)| series.distance(reach, now).map(|way| (way, r, s)))
    });
    let of = cheapest_first(pairs.collect(), reaches.len());
    for (_, series) in followed.iter().enumerate().filter(|(s, _)| !of.contains(&Some(*s))) {
        let Some(last) = series.last() else { continue };
        // While its arm shows, what is read where it was is its fingertip.
        let found = series.seat.is_some() && hands.iter().any(|hand| !hand.tip_seen && hand.seat == series.seat);
        let lost = Reach { seat: series.seat, perhaps: series.perhaps, entry: series.entry, tip: last.tip, found, seen: false };
        // It may have gone faster than it can be followed.
        let gone = |(reach, of): (&Reach, &Option<usize>)| of.is_none() && (reach.seat == lost.seat || reach.seat.is_none());
        if !reaches.iter().zip(&of).any(gone) {
            reaches.push(lost);
        }
    }
    reaches
}

/// Gives each fingertip's moment to the series that it goes on, or begins one.
fn follow(followed: &mut Vec<Series>, moments: &[(Reach, Moment)], settings: &TouchSettings) -> Vec<SeenTouch> {
    let mut pairs = Vec::new();
    for (m, (reach, moment)) in moments.iter().enumerate() {
        let at = Reach { tip: moment.tip, ..*reach };
        pairs.extend(followed.iter().enumerate().filter_map(|(s, series)| Some((series.distance(&at, moment.stamp)?, m, s))));
    }
    let of = cheapest_first(pairs, moments.len());
    let mut touches = Vec::new();
    for ((reach, moment), known) in moments.iter().zip(of) {
        let index = match known {
            Some(index) => index,
            None if reach.found => {
                followed.push(Series::new(reach.seat, reach.entry));
                followed.len() - 1
            }
            None => continue,
        };
        let Some(series) = followed.get_mut(index) else { continue };
        if reach.found {
            series.seat = reach.seat.or(series.seat);
            series.perhaps = reach.perhaps;
            series.entry = reach.entry;
        }
        touches.extend(series.push(*moment, settings));
    }
    touches
}
