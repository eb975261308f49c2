use std::path::PathBuf;
use thiserror::Error;

/// Why there is no (usable) calibration.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// No marker of the mat in the picture.
    #[error(
        "none of the mat's {wanted} markers is seen{}: light the mat evenly, uncover its corners, or give --corners",
        others(.foreign)
    )]
    NoMarkers {
        /// How many the mat has.
        wanted: usize,
        /// Numbers of markers seen that the mat does not have.
        foreign: Vec<u16>,
    },
    /// What was seen does not lie on one plane, or not as the mat says.
    #[error("{what} disagree with the mat by {residual_mm:.1} mm (at most {limit_mm} will do): {advice}")]
    Disagree {
        /// Which points.
        what: String,
        /// Root mean square, in millimetres.
        residual_mm: f64,
        /// In millimetres.
        limit_mm: f64,
        /// What to do.
        advice: &'static str,
    },
    /// The points say too little about the far side of the mat.
    #[error(
        "from {what} alone the mat's far corner may be off by {reach_mm:.0} mm (at most {limit_mm} will do): uncover more of its markers"
    )]
    TooVague {
        /// Which points.
        what: String,
        /// In millimetres.
        reach_mm: f64,
        /// In millimetres.
        limit_mm: f64,
    },
    /// Corners that are no picture of a mat.
    #[error(
        "the four corners do not go around the mat: give its top left, top right, bottom right and bottom left, as the South seat sees it"
    )]
    CrossedCorners,
    /// Corners that lie outside of the picture.
    #[error("the corner {x},{y} lies outside of the picture of {width}×{height} pixels")]
    OutsideCorner {
        /// In pixels.
        x: f64,
        /// In pixels.
        y: f64,
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// No card to take the plane from.
    #[error("no whole card is seen to take the table from: lay a few cards flat and apart")]
    NoCards,
    /// The points fix no plane.
    #[error(transparent)]
    Degenerate(#[from] crate::geometry::FitError),
    /// Too few pictures show the board.
    #[error(
        "{found} of {given} pictures show the whole {cols}×{rows} board; at least {needed} are needed: photograph it sharp, whole, and tilted to different sides"
    )]
    TooFewBoards {
        /// Pictures with the board.
        found: usize,
        /// Pictures given.
        given: usize,
        /// Inner corners along a row.
        cols: u8,
        /// Inner corners along a column.
        rows: u8,
        /// How many pictures it takes.
        needed: usize,
    },
    /// All pictures show the board alike.
    #[error(
        "the {views} pictures show the board too much alike to tell the lens (tilts differ by {tilt_deg:.0}°, at least {needed_deg} are needed; focal length known to {focal_percent:.1}%): tilt it to different sides and fill the corners of the picture"
    )]
    AlikeBoards {
        /// Pictures with the board.
        views: usize,
        /// Largest angle between the board's directions in two of them, in degrees.
        tilt_deg: f64,
        /// In degrees.
        needed_deg: f64,
        /// One standard deviation of the focal length, in percent.
        focal_percent: f64,
    },
    /// The board is not flat or the pictures are blurred.
    #[error(
        "the board's corners miss by {rms_px:.1} pixels (at most {limit_px} will do): keep the board flat and the camera still, and do not zoom between pictures"
    )]
    BentBoard {
        /// Root mean square, in pixels.
        rms_px: f64,
        /// In pixels.
        limit_px: f64,
    },
    /// Pictures of different sizes.
    #[error("picture {number} of the board is {}×{} pixels but the first is {}×{}: take all with the camera as it will be used", now.0, now.1, first.0, first.1)]
    BoardSizes {
        /// From one.
        number: usize,
        /// Size of the first.
        first: (u32, u32),
        /// Size of this.
        now: (u32, u32),
    },
    /// The calibration is for other pictures.
    #[error(
        "the calibration was made at {}×{} pixels but {name} gives {}×{}{}: set the camera to that size or run kibitzer calibrate again",
        made.0, made.1, gives.0, gives.1, if same_shape(*made, *gives) { "" } else { ", of another shape" }
    )]
    OtherSize {
        /// Pixels that it was made for.
        made: (u32, u32),
        /// Pixels of the source.
        gives: (u32, u32),
        /// The source.
        name: String,
    },
    /// The calibration is for another mat.
    #[error("the calibration was made for the {made} mat, not the {wanted} mat: run kibitzer calibrate with this mat")]
    OtherMat {
        /// Such as `canon for 4`.
        made: String,
        /// The same for what is asked.
        wanted: String,
    },
    /// A file that is not a calibration.
    #[error("{what}: {path}; mend it or run kibitzer calibrate again")]
    BadFile {
        /// What is wrong, in one line.
        what: String,
        /// The file.
        path: PathBuf,
    },
    /// The file system refused.
    #[error("cannot use the file ({source}): {path}")]
    Io {
        /// The system's words.
        #[source]
        source: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// OpenCV refused an operation that should not fail.
    #[error("the picture library failed: {0}")]
    OpenCv(#[from] opencv::Error),
}

fn others(ids: &[u16]) -> String {
    if ids.is_empty() { String::new() } else { format!(" (others are: {ids:?}; is this the right mat?)") }
}

fn same_shape(a: (u32, u32), b: (u32, u32)) -> bool {
    u64::from(a.0) * u64::from(b.1) == u64::from(a.1) * u64::from(b.0)
}
