//! What can be printed: card faces and backs, deck sheets, table mats with markers, calibration boards.
//!
//! Everything is drawn as SVG in millimetres first ([`face`], [`back`]); from there it becomes
//! pixels ([`raster`]) for galleries, simulated tables and pictures, or vector PDF pages. The only fonts are the DejaVu
//! faces that the program carries, so that a design looks the same on every machine.
//!
//! Absent on purpose: rules, cameras, what lies where.

mod back;
mod emblem;
mod face;
mod fonts;
mod palette;
mod raster;
mod svg;

pub use back::back;
pub use face::{Variant, face};
pub use palette::MOST_TRADITIONS;
pub use raster::raster;

use thiserror::Error;

/// Why something cannot be printed.
#[derive(Debug, Error)]
pub enum PrintError {
    /// The drawing is no SVG that can be rendered.
    #[error("the drawing does not render: {0}")]
    Svg(#[from] resvg::usvg::Error),
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
}

/// Longest side of a rendered picture, in pixels.
pub const MAX_SIDE_PX: u32 = 16_384;
