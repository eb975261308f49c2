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
use crate::geometry::cheapest_first;
use crate::recognizer::{RecognizerError, TOUCH_AROUND, TouchReader, TouchWindow};
use crate::table::{SeenHand, SeenTouch, Stamp};
use image::RgbImage;
use series::{Moment, Series};
use std::collections::VecDeque;
use std::sync::Arc;

/// How far a fingertip may move between two frames, in millimetres for each millisecond between them, and at least.
const SPEED_MM_MS: f64 = 4.0;
const NEAR_MM: f64 = 60.0;
/// A fingertip found this far from where it is is looked at again, in millimetres.
const OFF_CENTRE_MM: f64 = 10.0;
/// How long a hand may be missed, in milliseconds.
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
        let mut looks: Vec<(&SeenHand, Patch, TouchWindow)> = Vec::new();
        let cut = |patch: &Patch| TouchWindow::cut(&seen.image, &around, &patch.outline(&seen.view));
        for hand in &seen.hands {
            let patch = Patch::new(hand.tip, hand.entry);
            looks.extend(cut(&patch)?.map(|window| (hand, patch, window)));
        }
        let mut readings = self.reader.read(looks.iter().map(|(_, _, window)| window))?;
        // A fingertip that was found far from where it is shows better in its own window's middle.
        let mut again = Vec::new();
        for (k, ((hand, patch, window), reading)) in looks.iter_mut().zip(&readings).enumerate() {
            let (right, ahead) = reading.tip_mm;
            if right.hypot(ahead) > OFF_CENTRE_MM {
                let nearer = Patch::new(patch.place(reading.tip_mm), hand.entry);
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
        let hands: Vec<(&SeenHand, Moment)> = looks
            .iter()
            .zip(readings)
            .map(|((hand, patch, _), reading)| {
                let moment = Moment {
                    frame: seen.frame,
                    stamp: seen.stamp,
                    touching: reading.touching,
                    tip: patch.place(reading.tip_mm),
                    contact_ms: reading.contact_ms,
                    spread_ms: reading.spread_ms,
                };
                (*hand, moment)
            })
            .collect();
        let touches = follow(&mut self.followed, &hands, seen.stamp, &settings);
        while self.judged > before {
            self.frames.pop_front();
            self.judged -= 1;
        }
        Ok(touches)
    }
}

/// Gives each hand's moment to the series that it goes on, or begins one.
fn follow(
    followed: &mut Vec<Series>,
    hands: &[(&SeenHand, Moment)],
    now: Stamp,
    settings: &crate::recognizer::TouchSettings,
) -> Vec<SeenTouch> {
    followed.retain(|series| series.last().is_some_and(|m| now.ms_since(m.stamp) <= MISSED_MS));
    let mut pairs = Vec::new();
    for (h, (hand, moment)) in hands.iter().enumerate() {
        for (s, series) in followed.iter().enumerate() {
            let Some(last) = series.last() else { continue };
            let way = last.tip.distance(moment.tip);
            let may = NEAR_MM.max(SPEED_MM_MS * now.ms_since(last.stamp));
            if (series.seat == hand.seat || series.seat.is_none() || hand.seat.is_none()) && way < may {
                pairs.push((way, h, s));
            }
        }
    }
    let of = cheapest_first(pairs, hands.len());
    let mut touches = Vec::new();
    for ((hand, moment), known) in hands.iter().zip(of) {
        let index = known.unwrap_or_else(|| {
            followed.push(Series::new(hand.seat, hand.entry));
            followed.len() - 1
        });
        let Some(series) = followed.get_mut(index) else { continue };
        series.seat = hand.seat.or(series.seat);
        series.entry = hand.entry;
        touches.extend(series.push(*moment, settings));
    }
    touches
}
