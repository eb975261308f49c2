//! What can be printed: card faces and backs, deck sheets, table mats with markers, calibration boards.
//!
//! Everything is drawn as SVG in millimetres first ([`face`], [`arrow_face`], [`standard_face`], [`back`], [`mat_svg`], [`board_svg`]); from there it becomes
//! pixels ([`raster`]) for galleries, simulated tables and pictures, or vector PDF pages ([`deck_pdf`], [`mat_tiles_pdf`]). The only fonts are the DejaVu
//! faces that the program carries, so that a design looks the same on every machine.
//!
//! Absent on purpose: rules, cameras, what lies where.

mod arrow;
mod aruco;
mod back;
mod board;
mod emblem;
mod face;
mod fonts;
mod mat;
mod palette;
mod pdf;
mod raster;
mod sheet;
mod standard;
mod svg;
mod tiles;

pub use arrow::{Picture, arrow_face, sign_colour};
pub use back::back;
pub use board::{BOARD_CORNERS, BOARD_SQUARE_MM, board_pdf, board_svg};
pub use face::{Variant, face, tradition_colour};
pub use mat::{MatStyle, PrintedZone, mat_svg};
pub use palette::MOST_TRADITIONS;
pub use pdf::Paper;
pub use raster::raster;
pub use sheet::deck_pdf;
pub use standard::standard_face;
pub use tiles::{mat_sheet_pdf, mat_tiles_pdf};

use thiserror::Error;

/// Why something cannot be printed.
#[derive(Debug, Error)]
pub enum PrintError {
    /// The drawing is no SVG that can be rendered.
    #[error("the drawing does not render: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// Bytes that are no picture.
    #[error("no picture that can be read (PNG, JPEG and WebP can): {0}")]
    Picture(String),
    /// A resolution that gives no picture or one beyond memory.
    #[error("{px_per_mm} px/mm gives a picture of {width:.0}×{height:.0} px: choose a resolution that gives 1 to {MAX_SIDE_PX} px a side")]
    Resolution {
        /// What was asked for.
        px_per_mm: f64,
        /// Pixels across.
        width: f64,
        /// Pixels down.
        height: f64,
    },
    /// Pages that cannot be written.
    #[error("the PDF cannot be made: {0}")]
    Pdf(String),
}

/// Longest side of a rendered picture, in pixels.
pub const MAX_SIDE_PX: u32 = 16_384;
