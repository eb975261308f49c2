use super::photo::{Photo, read_photo};
use super::sequence::Sequence;
use super::video::{Video, frames_in};
use super::{Source, SourceError, live};
use image::RgbImage;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What may be said about a source beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options {
    /// Evenly spaced times for a folder of stills, in frames a second, in place of its `times.csv`.
    pub fps: Option<f64>,
    /// What to ask a camera for.
    pub camera: CameraMode,
}

/// What a camera is asked for; it gives the nearest that it can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraMode {
    /// In pixels. More lets smaller cards be read and costs time.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Frames a second.
    pub fps: f64,
}

impl Default for CameraMode {
    fn default() -> Self {
        Self { width: 1280, height: 720, fps: 30.0 }
    }
}

/// Opens whatever the text names: a photo, a video, a folder of stills, a camera (`/dev/video0` or `0`) or an address.
///
/// # Errors
/// When it does not exist, is empty, cannot be decoded, does not answer, or is too large or small to work with.
pub fn open(text: &str, options: &Options) -> Result<Box<dyn Source>, SourceError> {
    quiet_opencv()?;
    if let Some((scheme, rest)) = text.split_once("://") {
        return match scheme {
            "file" => open_path(Path::new(rest), options),
            "http" | "https" | "rtsp" | "rtsps" | "rtmp" | "udp" | "tcp" | "rtp" => open_address(text),
            _ => Err(SourceError::UnknownScheme(text.into())),
        };
    }
    match text.parse::<u32>() {
        Ok(number) => Ok(Box::new(live::open_camera(&PathBuf::from(format!("/dev/video{number}")), options.camera)?)),
        Err(_) => open_path(Path::new(text), options),
    }
}

/// Reads one picture from a file, upright as it says.
///
/// # Errors
/// When it does not exist, cannot be decoded, or is too large or small to work with.
pub fn photo(path: &Path) -> Result<RgbImage, SourceError> {
    if !path.exists() {
        return Err(SourceError::NotFound(path.into()));
    }
    read_photo(path)
}

fn open_path(path: &Path, options: &Options) -> Result<Box<dyn Source>, SourceError> {
    let names_a_device = path.starts_with("/dev");
    let kind = match path.metadata() {
        Ok(kind) => kind,
        Err(_) if names_a_device => return Ok(Box::new(live::open_camera(path, options.camera)?)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(SourceError::NotFound(path.into())),
        Err(source) => return Err(SourceError::Io { source, path: path.into() }),
    };
    if kind.is_dir() {
        return Ok(Box::new(Sequence::open(path, options.fps)?));
    }
    if names_a_device && !kind.is_file() {
        return Ok(Box::new(live::open_camera(path, options.camera)?));
    }
    if kind.is_file() && kind.len() == 0 {
        return Err(SourceError::Empty(path.into()));
    }
    if is_picture(path)? { Ok(Box::new(Photo::open(path)?)) } else { Ok(Box::new(Video::open(path)?)) }
}

/// Whether a file holds a picture, by its content: names lie.
///
/// # Errors
/// When it cannot be read.
pub fn is_picture(path: &Path) -> Result<bool, SourceError> {
    let io = |source| SourceError::Io { source, path: path.into() };
    let mut head = Vec::new();
    File::open(path).map_err(io)?.take(32).read_to_end(&mut head).map_err(io)?;
    Ok(image::guess_format(&head).is_ok())
}

/// A stream that never ends, or a recording that happens to lie on a server.
fn open_address(url: &str) -> Result<Box<dyn Source>, SourceError> {
    let silent = |_| SourceError::NoStream { url: url.into(), timeout_ms: live::TIMEOUT_MS };
    let capture = live::connect(url).map_err(silent)?;
    if frames_in(&capture)?.is_some_and(|frames| frames > 1) {
        return Ok(Box::new(Video::with_capture(capture, format!("video {url}"), PathBuf::from(url))?));
    }
    Ok(Box::new(live::open_stream(url, capture)?))
}

/// What OpenCV would print itself, we say in our own errors.
fn quiet_opencv() -> Result<(), SourceError> {
    opencv::core::set_log_level(opencv::core::LogLevel::LOG_LEVEL_SILENT)?;
    Ok(())
}
