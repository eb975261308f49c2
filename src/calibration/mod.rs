//! Where the table is in the picture: the lens, the plane, and the file that remembers both.
//!
//! A [`View`] takes pixels to millimetres on the table and back. It is found from the mat's printed markers, from the mat's
//! four corners, or from cards of known size; a [`Plane`] keeps it true when the camera is bumped. A [`Calibration`] is a
//! view with what it was made from, and refuses a source that it was not made for.
//!
//! Conventions: as in [`crate::geometry`], so a pixel's centre lies half a pixel from its corner; lens parameters are in these
//! coordinates too. Homographies hold *after* the lens is undone. Every fit states two errors in millimetres: `residual_mm`,
//! how well it explains its own points, and `reach_mm`, what noise in them may do at the mat's worst corner.
//!
//! Absent on purpose: what lies on the table, seats, wall clocks.

mod board;
mod cards;
mod corners;
mod error;
mod eye;
mod least_squares;
mod lens;
mod markers;
mod plane;
mod preview;
mod table_file;
mod view;

pub use board::{Board, LensFit, UnusedView};
pub use cards::{CARD_MM, CardsFit, fit_cards};
pub use corners::fit_corners;
pub use error::CalibrationError;
pub use eye::Eye;
pub(crate) use least_squares::minimise;
pub use lens::Lens;
pub use markers::{MarkerResidual, SeenMarker, find_markers, find_small_markers, fit_markers, steady_markers};
pub use plane::{Look, Plane};
pub use preview::draw_polygons;
pub use table_file::{Calibration, MatPlacement, Method};
pub use view::{Fit, View};

/// The largest residual with which a plane is of use: beyond it cards near a border fall into the wrong zone.
pub const RESIDUAL_LIMIT_MM: f64 = 3.0;
/// The largest expected error at the mat's worst corner: zones are further apart than this.
pub const REACH_LIMIT_MM: f64 = 10.0;
