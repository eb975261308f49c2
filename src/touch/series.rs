use super::Reach;
use crate::geometry::{Point, Table};
use crate::recognizer::TouchSettings;
use crate::table::{Seat, SeenTouch, Stamp};
use std::collections::VecDeque;

/// How long a hand's moments are kept, in milliseconds: longer than any touch takes to be decided.
const KEPT_MS: f64 = 1000.0;
/// Moments told from frames further than this from the contact say nothing about it, in milliseconds.
const TELLING_MS: f64 = 100.0;
/// How steeply a frame that is less sure of the moment counts less. Frames share most of what they show, so many unsure ones
/// do not make up for a sure one.
const STEEPNESS: i32 = 4;

/// A hand that was not found for longer than this does not come down: what touches then may be another's. In milliseconds.
const LOST_MS: f64 = 70.0;
/// It may come down so much earlier than it was expected to, in milliseconds.
const EARLY_MS: f64 = 20.0;
/// A touch that was this sure has not ended while it is not seen for no longer than this, in milliseconds: fingertips of hands that lie
/// over each other are missed, or taken for another, in single frames.
const CERTAIN: f32 = 0.9;
const BLINK_MS: f64 = 50.0;
/// A touch that is less sure is not told: a fingertip that another hand hides may touch anything.
const LIKELY: f32 = 0.6;
/// What touches this soon after a touch, in milliseconds, and this near to it, in millimetres, is the same one where only the arm is seen.
const GOES_ON_MS: f64 = 150.0;
const GOES_ON_MM: f64 = 25.0;
/// Where only the arm of a hand is seen, what touches must be as sure, and its moment as clear, as a multiple of the time between frames.
const CLEAR_FRAMES: f64 = 2.1;
/// How far a fingertip may move between two frames, in millimetres for each millisecond between them, and at least.
const SPEED_MM_MS: f64 = 4.0;
const NEAR_MM: f64 = 60.0;

/// What one frame says of one fingertip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    pub frame: u64,
    pub stamp: Stamp,
    /// Whether the hand was found in it, and not only taken to be where it was.
    pub found: bool,
    /// Whether the fingertip itself was, and not only its arm.
    pub seen: bool,
    /// Probability that it touches.
    pub touching: f32,
    /// The touching point.
    pub tip: Point<Table>,
    /// How many milliseconds after this frame the contact is, and the scale of the error of that.
    pub contact_ms: f64,
    pub spread_ms: f64,
}

/// The moments of one hand, in order of time.
#[derive(Debug, Clone)]
pub(super) struct Series {
    pub seat: Option<Seat>,
    /// Whose it may be, too.
    pub perhaps: Option<Seat>,
    pub entry: Point<Table>,
    /// When the hand was found last.
    found: Stamp,
    moments: VecDeque<Moment>,
    state: State,
    /// When and where the touch that was told last ended.
    ended: Option<(Stamp, Point<Table>)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// It does not touch.
    Free,
    /// It seems to touch since this frame.
    Since(u64),
    /// It touches, and that has been told.
    Told,
}

impl Series {
    pub fn new(seat: Option<Seat>, entry: Point<Table>) -> Self {
        Self { seat, perhaps: None, entry, found: Stamp::default(), moments: VecDeque::new(), state: State::Free, ended: None }
    }

    /// The newest moment.
    pub fn last(&self) -> Option<&Moment> {
        self.moments.back()
    }

    /// For how long the hand has not been found, in milliseconds.
    pub fn missed_ms(&self, now: Stamp) -> f64 {
        now.ms_since(self.found)
    }

    /// How far a fingertip is from where this one was, in millimetres; `None` when it cannot be the same.
    pub fn distance(&self, reach: &Reach, now: Stamp) -> Option<f64> {
        let last = self.last()?;
        let way = last.tip.distance(reach.tip);
        let may = NEAR_MM.max(SPEED_MM_MS * now.ms_since(last.stamp));
        ((self.seat == reach.seat || self.seat.is_none() || reach.seat.is_none()) && way < may).then_some(way)
    }

    /// Takes the next moment; answers a touch when it decides one.
    pub fn push(&mut self, moment: Moment, settings: &TouchSettings) -> Option<SeenTouch> {
        self.moments.push_back(moment);
        if moment.found {
            self.found = moment.stamp;
        }
        while self.moments.front().is_some_and(|m| moment.stamp.ms_since(m.stamp) > KEPT_MS) {
            self.moments.pop_front();
        }
        let before = self.state;
        let there = moment.found || (self.missed_ms(moment.stamp) <= LOST_MS && self.is_due(moment.stamp));
        match self.state {
            State::Free if there && moment.touching >= settings.touching => self.state = State::Since(moment.frame),
            State::Since(_) | State::Told if moment.touching < settings.free && !self.blinks(moment.stamp, settings) => {
                if self.state == State::Told {
                    self.ended = Some((moment.stamp, moment.tip));
                }
                self.state = State::Free;
            }
            _ => {}
        }
        let (with, until_ms) = match (self.state, before) {
            (State::Since(with), _) if moment.touching >= settings.free => (with, moment.stamp.ms()),
            (State::Free, State::Since(with)) => (with, self.ended_ms(settings)?),
            _ => return None,
        };
        let first = self.moments.iter().position(|m| m.frame == with)?;
        let began = self.moments.get(first)?;
        if until_ms - began.stamp.ms() < settings.dwell_ms {
            return None;
        }
        let clear_ms = CLEAR_FRAMES * self.usual_interval_ms()?;
        let clear = |touch: &SeenTouch| touch.confidence >= CERTAIN && touch.by.ms_since(touch.after) <= clear_ms;
        let seen = self.moments.iter().skip(first).any(|moment| moment.seen);
        let goes_on = self.ended.is_some_and(|(at, tip)| began.stamp.ms_since(at) < GOES_ON_MS && began.tip.distance(tip) < GOES_ON_MM);
        match self.state {
            State::Free => self.ended = Some((moment.stamp, moment.tip)),
            _ => self.state = State::Told,
        }
        self.touch(first, settings).filter(|touch| touch.confidence >= LIKELY && (seen || !goes_on && clear(touch)))
    }

    /// When it last ceased to touch: in the middle between two frames, which may be long after the first where others are lost, in milliseconds.
    fn ended_ms(&self, settings: &TouchSettings) -> Option<f64> {
        let last = self.moments.iter().rposition(|m| m.touching >= settings.free)?;
        Some((self.moments.get(last)?.stamp.ms() + self.moments.get(last + 1)?.stamp.ms()) / 2.0)
    }

    /// Whether a certain touch was seen so shortly before this that it may go on.
    fn blinks(&self, now: Stamp, settings: &TouchSettings) -> bool {
        let just = self.moments.iter().rev().take_while(|m| now.ms_since(m.stamp) <= BLINK_MS);
        just.clone().any(|m| m.touching >= settings.free) && just.clone().any(|m| m.touching >= CERTAIN)
    }

    /// Whether the hand, when it was found last, was to have come down by now.
    fn is_due(&self, now: Stamp) -> bool {
        let last = self.moments.iter().rev().find(|m| m.found);
        last.is_some_and(|m| m.contact_ms <= now.ms_since(m.stamp) + EARLY_MS)
    }

    /// The touch whose first frame is the moment of this number.
    fn touch(&self, first: usize, settings: &TouchSettings) -> Option<SeenTouch> {
        let began = self.moments.get(first)?;
        let before = first.checked_sub(1).and_then(|i| self.moments.get(i));
        // Half of what lies between two frames is the least that a moment may be off by: what came between them was not seen.
        let interval_ms = before.map_or(f64::INFINITY, |m| began.stamp.ms_since(m.stamp)).min(self.usual_interval_ms()?);
        let origin_us = began.stamp.at_us as f64;
        // An earlier touch of the same hand is none of this one's.
        let near = |m: &&Moment| (m.stamp.at_us as f64 - origin_us).abs() < TELLING_MS * 1000.0 && m.contact_ms.abs() < TELLING_MS;
        let telling = self.moments.iter().filter(near).filter(|m| m.spread_ms > 0.0);
        let (mut sum, mut weights, mut spreads) = (0.0, 0.0, 0.0);
        for m in telling {
            let at_ms = (m.stamp.at_us as f64 - origin_us) / 1000.0 + m.contact_ms;
            let weight = m.spread_ms.powi(-STEEPNESS);
            sum += weight * at_ms;
            weights += weight;
            spreads += weight * m.spread_ms;
        }
        let seen_ms = before.map_or(-interval_ms, |m| -began.stamp.ms_since(m.stamp));
        let (at_ms, off_ms) = if weights > 0.0 {
            (sum / weights, (settings.spreads * spreads / weights).max(interval_ms / 2.0))
        } else {
            (seen_ms / 2.0, -seen_ms / 2.0)
        };
        // Where the frames and the moment disagree, either may be right, and the moment may be as wrong the other way.
        let (late_ms, early_ms) = (at_ms.max(0.0), (seen_ms - at_ms).max(0.0));
        let (after_ms, by_ms) = ((at_ms - off_ms).min(-late_ms), (at_ms + off_ms).max(seen_ms + early_ms));
        let stamp = |ms: f64| Stamp { at_us: (origin_us + 1000.0 * ms).max(0.0).round() as u64, tolerance_us: began.stamp.tolerance_us };
        let held: Vec<&Moment> = self.moments.iter().skip(first).collect();
        let middle = |of: fn(&Moment) -> f64| median(held.iter().map(|m| of(m)).collect());
        Some(SeenTouch {
            seat: self.seat,
            perhaps: self.perhaps,
            entry: self.entry,
            tip: Point::new(middle(|m| m.tip.x)?, middle(|m| m.tip.y)?),
            after: stamp(after_ms),
            by: stamp(by_ms),
            without: before.map_or(began.frame.saturating_sub(1), |m| m.frame),
            with: began.frame,
            confidence: middle(|m| m.touching.into())? as f32,
        })
    }

    /// The middle of the distances in time between its moments, in milliseconds.
    fn usual_interval_ms(&self) -> Option<f64> {
        median(self.moments.iter().zip(self.moments.iter().skip(1)).map(|(a, b)| b.stamp.ms_since(a.stamp)).collect())
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
