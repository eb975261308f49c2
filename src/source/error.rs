use std::path::PathBuf;
use thiserror::Error;

/// Why there are no (more) frames.
#[derive(Debug, Error)]
pub enum SourceError {
    /// No such file, folder, camera or address.
    #[error(
        "no such file or folder: {0}; a source is a photo, a video, a folder of stills, a camera (/dev/video0 or 0) or an address (http://, rtsp://)"
    )]
    NotFound(PathBuf),
    /// A file without content.
    #[error("the file is empty (0 bytes), so nothing was recorded: {0}; record or copy it again")]
    Empty(PathBuf),
    /// The file system refused.
    #[error("cannot read ({source}): {path}")]
    Io {
        /// The system's words.
        #[source]
        source: std::io::Error,
        /// What was to be read.
        path: PathBuf,
    },
    /// A still that no decoder takes.
    #[error("cannot decode the picture ({reason}): {path}; give a PNG, JPEG or WebP")]
    BadPicture {
        /// The decoder's words.
        reason: String,
        /// The file.
        path: PathBuf,
    },
    /// Too many pixels to work with.
    #[error("{width}×{height} are {} megapixels, more than the {limit} that can be handled: {name}; scale it down first", u64::from(*width) * u64::from(*height) / 1_000_000)]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// In megapixels.
        limit: u64,
        /// The source.
        name: String,
    },
    /// Too few pixels to see anything.
    #[error("{width}×{height} pixels are too few to see a card in: {name}")]
    TooSmall {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// The source.
        name: String,
    },
    /// A file that no video reader takes.
    #[error("no video can be read from it ({reason}): {path}; give an AVI, MP4, MKV or WebM, or a PNG, JPEG or WebP photo")]
    BadVideo {
        /// What failed.
        reason: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// A folder without pictures.
    #[error("the folder holds no PNG, JPEG or WebP picture: {0}")]
    NoStills(PathBuf),
    /// A folder without times.
    #[error(
        "{stills} stills have no times: write {path} with the header 'file,ms' and a row for each still, or give --fps for evenly spaced ones"
    )]
    NoTimes {
        /// How many pictures there are.
        stills: usize,
        /// The file that is missing.
        path: PathBuf,
    },
    /// The times of a folder do not fit its pictures.
    #[error("{what}, in row {row}: {path}")]
    BadTimes {
        /// What is wrong and what to do.
        what: String,
        /// Row of the file, the header being row 1.
        row: usize,
        /// `times.csv`.
        path: PathBuf,
    },
    /// Pictures without a row in the times.
    #[error("{count} of the stills have no row (first: {first}): {path}; add the rows or remove the stills")]
    MissingTimes {
        /// How many.
        count: usize,
        /// The first one.
        first: String,
        /// `times.csv`.
        path: PathBuf,
    },
    /// An impossible rate was asked for.
    #[error("{0} frames a second make no times: give a number above 0 and at most 1000")]
    BadRate(f64),
    /// No such camera.
    #[error("no camera at {path}: {}", found(.cameras))]
    NoCamera {
        /// The device asked for.
        path: PathBuf,
        /// Devices that exist, for a reader.
        cameras: Vec<String>,
    },
    /// The camera is there and gives nothing.
    #[error("the camera opens but gives no frame (is another program using it?): {0}")]
    CameraSilent(PathBuf),
    /// An address that does not answer.
    #[error("no stream can be read from {url} within {} s: check that it is running and reachable from here", timeout_ms / 1000)]
    NoStream {
        /// The address.
        url: String,
        /// How long was tried.
        timeout_ms: u32,
    },
    /// An address of an unknown kind.
    #[error("'{0}' is no address of a known kind: give http://, https://, rtsp://, rtmp://, udp:// or tcp://")]
    UnknownScheme(String),
    /// Frames of another size than the first.
    #[error(
        "frame {index} is {}×{} pixels but the first was {}×{}: {name}; a calibration holds for one size, so start again with the new one",
        now.0, now.1, first.0, first.1
    )]
    SizeChanged {
        /// Size of the first frame.
        first: (u32, u32),
        /// Size of this frame.
        now: (u32, u32),
        /// Number of this frame.
        index: u64,
        /// The source.
        name: String,
    },
    /// There was no first frame.
    #[error("no frame could be read ({reason}): {name}")]
    NoFrame {
        /// Why.
        reason: String,
        /// The source.
        name: String,
    },
    /// OpenCV refused an operation that should not fail.
    #[error("the picture library failed: {0}")]
    OpenCv(#[from] opencv::Error),
}

fn found(cameras: &[String]) -> String {
    if cameras.is_empty() {
        "this machine has none; plug one in, or give a photo, video or address".into()
    } else {
        format!("there is {}; give one of these", cameras.join(", "))
    }
}
