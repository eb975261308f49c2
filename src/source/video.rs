use super::pixels::{check_size, rgb_from, size_of};
use super::{Description, Event, Flaw, Frame, Pace, Source, SourceError};
use crate::table::Stamp;
use opencv::core::Mat;
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use std::path::{Path, PathBuf};

/// Interval assumed for a recording that does not say how fast it is, in microseconds.
const UNKNOWN_INTERVAL_US: u64 = 33_333;

/// A recorded video; its stamps are those that the container holds.
pub(super) struct Video {
    description: Description,
    path: PathBuf,
    capture: VideoCapture,
    /// Decoded while opening, so that a file without frames fails there.
    first: Option<Mat>,
    read: u64,
    clock: Clock,
    ended: bool,
}

impl Video {
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        let capture = VideoCapture::from_file(path.as_os_str(), videoio::CAP_FFMPEG)?;
        if !capture.is_opened()? {
            return Err(SourceError::BadVideo { reason: "its format is unknown or its index is missing", path: path.into() });
        }
        Self::with_capture(capture, format!("video {}", path.display()), path.into())
    }

    /// Wraps an opened capture whose length is known.
    pub(super) fn with_capture(mut capture: VideoCapture, name: String, path: PathBuf) -> Result<Self, SourceError> {
        let mut first = Mat::default();
        if !capture.read(&mut first)? {
            return Err(SourceError::BadVideo { reason: "it opens but its first frame cannot be decoded", path });
        }
        let size = size_of(&first);
        check_size(size, &path.display().to_string())?;
        let fps = Some(capture.get(videoio::CAP_PROP_FPS)?).filter(|fps| fps.is_finite() && *fps > 0.0 && *fps < 1000.0);
        let frames_total = frames_in(&capture)?;
        let interval_us = fps.map_or(UNKNOWN_INTERVAL_US, |fps| (1e6 / fps) as u64);
        let description = Description { name, pace: Pace::Recorded, size, fps, frames_total };
        let clock = Clock { interval_us, first_ms: None, last: None };
        Ok(Self { description, path, capture, first: Some(first), read: 0, clock, ended: false })
    }

    /// Says once that the file promised more, when it ends too early both by count and by time: a variable rate makes
    /// the announced count an estimate.
    fn flaw(&self) -> Option<Flaw> {
        let (promised, fps, last) = (self.description.frames_total?, self.description.fps?, self.clock.last?);
        let missing_s = promised as f64 / fps - (last.at_us + self.clock.interval_us) as f64 / 1e6;
        let short = self.read < promised && missing_s > 1.5 / fps;
        short.then(|| Flaw::CutShort { got: self.read, promised, at_ms: last.at_us / 1000, path: self.path.clone() })
    }
}

impl Source for Video {
    fn description(&self) -> &Description {
        &self.description
    }

    fn next(&mut self) -> Result<Option<Event>, SourceError> {
        if self.ended {
            return Ok(None);
        }
        let frame = match self.first.take() {
            Some(first) => first,
            None => {
                let mut frame = Mat::default();
                if !self.capture.read(&mut frame)? {
                    self.ended = true;
                    return Ok(self.flaw().map(Event::Flaw));
                }
                frame
            }
        };
        let now = size_of(&frame);
        if now != self.description.size {
            self.ended = true;
            let name = self.description.name.clone();
            return Err(SourceError::SizeChanged { first: self.description.size, now, index: self.read, name });
        }
        let stamp = self.clock.stamp(self.capture.get(videoio::CAP_PROP_POS_MSEC)?);
        let index = self.read;
        self.read += 1;
        Ok(Some(Event::Frame(Frame { index, stamp, image: rgb_from(&frame)? })))
    }
}

/// The number of frames that the container announces.
pub(super) fn frames_in(capture: &VideoCapture) -> Result<Option<u64>, SourceError> {
    let count = capture.get(videoio::CAP_PROP_FRAME_COUNT)?;
    // A stream of unknown length says a negative or absurd number.
    Ok((count.is_finite() && (1.0..1e9).contains(&count)).then_some(count as u64))
}

/// Makes stamps of the container's times: from zero, and always growing.
struct Clock {
    interval_us: u64,
    first_ms: Option<f64>,
    last: Option<Stamp>,
}

impl Clock {
    fn stamp(&mut self, container_ms: f64) -> Stamp {
        let since_first = container_ms - *self.first_ms.get_or_insert(container_ms);
        let at_us = if since_first.is_finite() && since_first >= 0.0 { (since_first * 1000.0).round() as u64 } else { 0 };
        let stamp = match self.last {
            // Missing or backward times: the nominal interval is the best guess, and its size is the doubt.
            Some(last) if at_us <= last.at_us => {
                let doubt = u32::try_from(self.interval_us).unwrap_or(u32::MAX);
                Stamp { at_us: last.at_us + self.interval_us.max(1), tolerance_us: doubt }
            }
            _ => Stamp { at_us, tolerance_us: 500 },
        };
        self.last = Some(stamp);
        stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_times_are_kept_and_backward_ones_mended() {
        let mut clock = Clock { interval_us: 40_000, first_ms: None, last: None };
        let stamps: Vec<u64> = [100.0, 140.0, 300.0, 300.0, 20.0, 500.0].map(|ms| clock.stamp(ms).at_us).into();
        assert_eq!(stamps, [0, 40_000, 200_000, 240_000, 280_000, 400_000]);
    }

    #[test]
    fn a_mended_time_is_in_doubt_by_an_interval() {
        let mut clock = Clock { interval_us: 40_000, first_ms: None, last: None };
        assert_eq!(clock.stamp(f64::NAN).at_us, 0);
        assert_eq!(clock.stamp(f64::NAN), Stamp { at_us: 40_000, tolerance_us: 40_000 });
    }
}
