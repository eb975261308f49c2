use super::{Health, SourceState, StageTime};
use crate::table::Stamp;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Frames over which means and latencies are taken.
const REMEMBERED: usize = 120;

/// What is measured while frames pass.
#[derive(Debug)]
pub(super) struct Meter {
    source: String,
    pub state: SourceState,
    frames: VecDeque<Passed>,
}

#[derive(Debug)]
struct Passed {
    at: Instant,
    frame: u64,
    stamp: Stamp,
    latency: Duration,
    stages: Vec<StageTime>,
}

impl Meter {
    pub fn new(source: String) -> Self {
        Self { source, state: SourceState::Starting, frames: VecDeque::new() }
    }

    /// A frame of this number has come through.
    pub fn frame(&mut self, frame: u64, stamp: Stamp, captured: Instant, stages: Vec<StageTime>) {
        let at = Instant::now();
        self.frames.push_back(Passed { at, frame, stamp, latency: at - captured, stages });
        if self.frames.len() > REMEMBERED {
            self.frames.pop_front();
        }
    }

    pub fn health(&self, frames_dropped: u64) -> Health {
        let (Some(first), Some(last)) = (self.frames.front(), self.frames.back()) else {
            return Health { source: self.source.clone(), state: self.state.clone(), frames_dropped, ..Health::default() };
        };
        let rate = |frames: u64, seconds: f64| if seconds > 0.0 { frames as f64 / seconds } else { 0.0 };
        let fps_processed = rate(self.frames.len() as u64 - 1, (last.at - first.at).as_secs_f64());
        let mut latencies: Vec<f64> = self.frames.iter().map(|frame| super::eye::milliseconds(frame.latency)).collect();
        latencies.sort_by(f64::total_cmp);
        let at = |part: f64| latencies.get(((latencies.len() - 1) as f64 * part).round() as usize).copied().unwrap_or(0.0);
        Health {
            source: self.source.clone(),
            state: self.state.clone(),
            fps_in: rate(last.frame.saturating_sub(first.frame), last.stamp.ms_since(first.stamp) / 1000.0),
            fps_processed,
            frames_dropped,
            latency_median_ms: at(0.5),
            latency_p99_ms: at(0.99),
            stages: self.stages(),
        }
    }

    fn stages(&self) -> Vec<StageTime> {
        let mut sums: Vec<StageTime> = Vec::new();
        for time in self.frames.iter().flat_map(|frame| &frame.stages) {
            match sums.iter_mut().find(|sum| sum.stage == time.stage) {
                Some(sum) => sum.ms += time.ms,
                None => sums.push(time.clone()),
            }
        }
        sums.iter_mut().for_each(|sum| sum.ms /= self.frames.len().max(1) as f64);
        sums
    }
}
