//! Where frames come from: a photo, a video, a folder of stills, a camera or a network stream, all behind one [`Source`].
//!
//! Conventions: frames are 8-bit RGB, upright as the file says; stamps are time since the source began and only ever grow.
//! Recorded sources take their stamps from the recording, live ones from the clock at arrival; nothing after this module
//! reads a clock. All that can fail for outside reasons fails in [`open`], before the first frame.
//!
//! Absent on purpose: cards, the table, threads, dropping frames (the pipeline's business).

mod camera;
mod error;
mod live;
mod open;
mod photo;
mod pixels;
mod sequence;
mod video;
mod write;

pub use camera::{CameraInfo, cameras};
pub use error::SourceError;
pub use live::camera_modes;
pub use live::{Feed, Live};
pub use open::{CameraMode, Options, is_picture, open, photo};
pub use write::{VideoFile, WriteError};

use crate::table::Stamp;
use image::RgbImage;
use std::path::PathBuf;

/// Pixels and the moment they were taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Number in the source, from zero.
    pub index: u64,
    /// When it was taken, since the source began.
    pub stamp: Stamp,
    /// 8-bit RGB.
    pub image: RgbImage,
}

/// Whether frames wait to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Frames come when they come; who is late takes the newest.
    Live,
    /// Frames wait, so that every one counts.
    Recorded,
}

/// What a source says next.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A frame.
    Frame(Frame),
    /// A live source gives no frames; asking again tries to reach it again. Repeated once for each failed attempt.
    Lost {
        /// What went wrong, in one line.
        reason: String,
        /// How long it has been gone, in milliseconds.
        for_ms: u64,
    },
    /// A lost source is back; frames follow.
    Back {
        /// How long it was gone, in milliseconds.
        after_ms: u64,
    },
    /// Part of a recording is missing; what there is was or will be given.
    Flaw(Flaw),
}

/// What is wrong with a recording that could otherwise be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The file ends before the number of frames that it promises.
    #[error(
        "the video is cut short after {got} of {promised} frames ({at_ms} ms): {path}; these frames were read, record again for the rest"
    )]
    CutShort {
        /// Frames that could be read.
        got: u64,
        /// Frames that the container announces.
        promised: u64,
        /// Stamp of the last frame, in milliseconds.
        at_ms: u64,
        /// The file.
        path: PathBuf,
    },
    /// One still of a folder cannot be decoded; the others follow.
    #[error("a still cannot be decoded ({reason}) and is left out: {path}")]
    BadStill {
        /// The decoder's words.
        reason: String,
        /// The file.
        path: PathBuf,
    },
}

/// What is known of a source before its first frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// What it is, for a reader: `camera /dev/video0`, `video game.avi`.
    pub name: String,
    /// Whether frames wait.
    pub pace: Pace,
    /// Width and height of every frame, in pixels.
    pub size: (u32, u32),
    /// Nominal frames a second, when there is such a thing.
    pub fps: Option<f64>,
    /// Number of frames, when the recording announces it; containers may be wrong about it.
    pub frames_total: Option<u64>,
}

/// Something that yields frames in order.
pub trait Source: Send {
    /// What is known of it.
    fn description(&self) -> &Description;

    /// The next event; `None` when a recording has ended. A live source never ends, and returns at least every few seconds.
    ///
    /// # Errors
    /// When no further frame can be used: the frames changed their size.
    fn next(&mut self) -> Result<Option<Event>, SourceError>;
}

/// The first frame of a source.
///
/// # Errors
/// When the source fails or ends before it.
pub fn first_frame(source: &mut dyn Source) -> Result<Frame, SourceError> {
    let mut lost = String::from("it holds no frame");
    loop {
        match source.next()? {
            Some(Event::Frame(frame)) => return Ok(frame),
            Some(Event::Back { .. }) => {}
            Some(Event::Flaw(flaw)) => lost = flaw.to_string(),
            Some(Event::Lost { reason, .. }) => {
                return Err(SourceError::NoFrame { reason, name: source.description().name.clone() });
            }
            None => return Err(SourceError::NoFrame { reason: lost, name: source.description().name.clone() }),
        }
    }
}
