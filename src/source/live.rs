use super::camera;
use super::open::CameraMode;
use super::pixels::{check_size, rgb_from};
use super::{Description, Event, Frame, Pace, Source, SourceError};
use crate::table::Stamp;
use image::RgbImage;
use opencv::core::{Mat, Vector};
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long an attempt to open an address, or to read its next frame, may take.
pub(super) const TIMEOUT_MS: u32 = 4000;
/// Pauses between attempts to reach a lost source: from the first, doubling, to the second.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_millis(2000));
/// A camera may fail to decode a frame now and then; so many in a row mean that it is gone.
const FAILURES: u32 = 5;
/// The motion JPEG code as OpenCV's properties take it.
const MJPG: f64 = u32::from_le_bytes(*b"MJPG") as f64;

/// An open connection to something live.
pub trait Feed: Send {
    /// The next picture, waiting for it; the reason, when there is none.
    ///
    /// # Errors
    /// When the connection is lost.
    fn picture(&mut self) -> Result<RgbImage, String>;
}

/// Opens the feed again; says in one line why it cannot.
type Reopen = Box<dyn FnMut() -> Result<Box<dyn Feed>, String> + Send>;

/// A live source that survives interruptions: while its feed is gone, each call tries once to get it back.
pub struct Live {
    description: Description,
    feed: Option<Box<dyn Feed>>,
    reopen: Reopen,
    /// Held back from opening.
    first: Option<RgbImage>,
    began: Instant,
    last_us: Option<u64>,
    read: u64,
    gone: Option<Gone>,
}

struct Gone {
    since: Instant,
    pause: Duration,
}

impl Live {
    /// Starts the clock on a feed. `reopen` makes a first connection and every later one.
    ///
    /// # Errors
    /// The reason why there is no first picture.
    pub fn start(
        name: String,
        fps: Option<f64>,
        mut reopen: impl FnMut() -> Result<Box<dyn Feed>, String> + Send + 'static,
    ) -> Result<Self, String> {
        let mut feed = reopen()?;
        let first = feed.picture()?;
        let description = Description { name, pace: Pace::Live, size: first.dimensions(), fps, frames_total: None };
        Ok(Self {
            description,
            feed: Some(feed),
            reopen: Box::new(reopen),
            first: Some(first),
            began: Instant::now(),
            last_us: None,
            read: 0,
            gone: None,
        })
    }

    fn frame(&mut self, image: RgbImage) -> Result<Event, SourceError> {
        let now = image.dimensions();
        if now != self.description.size {
            let name = self.description.name.clone();
            return Err(SourceError::SizeChanged { first: self.description.size, now, index: self.read, name });
        }
        let arrived_us = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let at_us = self.last_us.map_or(arrived_us, |last| arrived_us.max(last + 1));
        self.last_us = Some(at_us);
        // The picture was exposed at most about one interval before it arrived.
        let tolerance_us = (0.5e6 / self.description.fps.unwrap_or(30.0)) as u32;
        let index = self.read;
        self.read += 1;
        Ok(Event::Frame(Frame { index, stamp: Stamp { at_us, tolerance_us }, image }))
    }

    /// One attempt to get the feed back, after the pause that is due.
    fn try_again(&mut self, mut gone: Gone) -> Event {
        sleep(gone.pause);
        gone.pause = (gone.pause * 2).min(BACKOFF.1);
        match (self.reopen)().and_then(|mut feed| feed.picture().map(|picture| (feed, picture))) {
            Ok((feed, picture)) => {
                self.feed = Some(feed);
                self.first = Some(picture);
                Event::Back { after_ms: ms(gone.since.elapsed()) }
            }
            Err(reason) => {
                let for_ms = ms(gone.since.elapsed());
                self.gone = Some(gone);
                Event::Lost { reason, for_ms }
            }
        }
    }
}

impl Source for Live {
    fn description(&self) -> &Description {
        &self.description
    }

    fn next(&mut self) -> Result<Option<Event>, SourceError> {
        if let Some(gone) = self.gone.take() {
            return Ok(Some(self.try_again(gone)));
        }
        if let Some(first) = self.first.take() {
            return self.frame(first).map(Some);
        }
        let reason = match self.feed.as_mut().map(|feed| feed.picture()) {
            Some(Ok(picture)) => return self.frame(picture).map(Some),
            Some(Err(reason)) => reason,
            None => "the connection is closed".into(),
        };
        // The device must be let go before it can come back under its own name.
        self.feed = None;
        self.gone = Some(Gone { since: Instant::now(), pause: BACKOFF.0 });
        Ok(Some(Event::Lost { reason, for_ms: 0 }))
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A camera or network stream read by OpenCV.
struct Capture {
    capture: VideoCapture,
    /// Reads that may fail in a row.
    patience: u32,
    what: &'static str,
}

impl Feed for Capture {
    fn picture(&mut self) -> Result<RgbImage, String> {
        let mut frame = Mat::default();
        for _ in 0..self.patience {
            if self.capture.read(&mut frame).map_err(|e| e.to_string())? {
                return rgb_from(&frame).map_err(|e| e.to_string());
            }
        }
        Err(format!("the {} stopped giving frames", self.what))
    }
}

/// Opens a camera by its device path.
pub(super) fn open_camera(path: &Path, mode: CameraMode) -> Result<Live, SourceError> {
    if !path.exists() {
        return Err(no_camera(path));
    }
    let device = path.to_owned();
    let name = camera::name_of(path);
    let capture = capture_camera(path, mode).map_err(|_| no_camera(path))?;
    let fps = positive(capture.get(videoio::CAP_PROP_FPS)?);
    let mut opened = Some(capture);
    let reopen = move || -> Result<Box<dyn Feed>, String> {
        let capture = match opened.take() {
            Some(capture) => capture,
            None => capture_camera(&same_camera(&device, name.as_deref()), mode)?,
        };
        Ok(Box::new(Capture { capture, patience: FAILURES, what: "camera" }))
    };
    let live = Live::start(format!("camera {}", path.display()), fps, reopen).map_err(|_| SourceError::CameraSilent(path.into()))?;
    check_size(live.description.size, &live.description.name)?;
    Ok(live)
}

/// Where the camera is now: plugged in again it may have another number.
fn same_camera(device: &Path, name: Option<&str>) -> PathBuf {
    if device.exists() {
        return device.into();
    }
    camera::cameras().into_iter().find(|c| Some(c.name.as_str()) == name).map_or_else(|| device.into(), |c| c.path)
}

fn capture_camera(path: &Path, mode: CameraMode) -> Result<VideoCapture, String> {
    let gone = |_| format!("no camera at {}", path.display());
    if !path.exists() {
        return Err(format!("no camera at {}", path.display()));
    }
    let mut capture = VideoCapture::from_file(path.as_os_str(), videoio::CAP_V4L2).map_err(gone)?;
    if !capture.is_opened().map_err(gone)? {
        return Err(format!("the camera at {} cannot be opened", path.display()));
    }
    // Compressed frames fit through USB 2 at full rate; a camera without them ignores the wish. The driver takes the
    // nearest size it has.
    for (property, value) in [
        (videoio::CAP_PROP_FOURCC, MJPG),
        (videoio::CAP_PROP_FRAME_WIDTH, f64::from(mode.width)),
        (videoio::CAP_PROP_FRAME_HEIGHT, f64::from(mode.height)),
        (videoio::CAP_PROP_FPS, mode.fps),
        (videoio::CAP_PROP_BUFFERSIZE, 2.0),
    ] {
        capture.set(property, value).map_err(gone)?;
    }
    Ok(capture)
}

/// What a camera grants of the usual sizes, smallest first, each with its rate. It is asked by wishing: a driver takes the nearest
/// mode that it has.
///
/// # Errors
/// When it cannot be opened.
pub fn camera_modes(path: &Path) -> Result<Vec<CameraMode>, SourceError> {
    const USUAL: [(u32, u32); 6] = [(640, 480), (1280, 720), (1920, 1080), (2560, 1440), (2592, 1944), (3840, 2160)];
    let mut capture = capture_camera(path, CameraMode::default()).map_err(|_| no_camera(path))?;
    let mut granted: Vec<CameraMode> = Vec::new();
    for (width, height) in USUAL {
        capture.set(videoio::CAP_PROP_FRAME_WIDTH, f64::from(width))?;
        capture.set(videoio::CAP_PROP_FRAME_HEIGHT, f64::from(height))?;
        capture.set(videoio::CAP_PROP_FPS, CameraMode::default().fps)?;
        let [width, height] = [capture.get(videoio::CAP_PROP_FRAME_WIDTH)?, capture.get(videoio::CAP_PROP_FRAME_HEIGHT)?].map(|n| n as u32);
        let mode = CameraMode { width, height, fps: positive(capture.get(videoio::CAP_PROP_FPS)?).unwrap_or(0.0) };
        if !granted.iter().any(|known| (known.width, known.height) == (width, height)) {
            granted.push(mode);
        }
    }
    Ok(granted)
}

fn no_camera(path: &Path) -> SourceError {
    let cameras = camera::cameras().into_iter().map(|c| format!("{} ({})", c.path.display(), c.name)).collect();
    SourceError::NoCamera { path: path.into(), cameras }
}

/// Connects to an address, with a limit on how long that and each frame may take.
pub(super) fn connect(url: &str) -> Result<VideoCapture, String> {
    let timeout = TIMEOUT_MS as i32;
    let limits = Vector::from_slice(&[videoio::CAP_PROP_OPEN_TIMEOUT_MSEC, timeout, videoio::CAP_PROP_READ_TIMEOUT_MSEC, timeout]);
    let capture = VideoCapture::from_file_with_params(url, videoio::CAP_FFMPEG, &limits).map_err(|e| e.to_string())?;
    if capture.is_opened().map_err(|e| e.to_string())? { Ok(capture) } else { Err("the address does not answer".into()) }
}

/// Makes a live source of an open connection, and of those that replace it.
pub(super) fn open_stream(url: &str, capture: VideoCapture) -> Result<Live, SourceError> {
    let fps = positive(capture.get(videoio::CAP_PROP_FPS)?);
    let address = url.to_owned();
    let mut opened = Some(capture);
    let reopen = move || -> Result<Box<dyn Feed>, String> {
        let capture = opened.take().map_or_else(|| connect(&address), Ok)?;
        Ok(Box::new(Capture { capture, patience: 1, what: "stream" }))
    };
    let live =
        Live::start(format!("stream {url}"), fps, reopen).map_err(|_| SourceError::NoStream { url: url.into(), timeout_ms: TIMEOUT_MS })?;
    check_size(live.description.size, &live.description.name)?;
    Ok(live)
}

fn positive(fps: f64) -> Option<f64> {
    Some(fps).filter(|fps| fps.is_finite() && *fps > 0.0 && *fps < 1000.0)
}
