use super::{CalibrationError, Fit, Lens};
use crate::geometry::{Image, Quad};

/// How well a corner can be pointed at, in pixels.
const POINTING_PX: f64 = 1.5;

/// The view from the mat's four corners in the picture, clockwise from its top left as the South seat sees it.
///
/// # Errors
/// When they are outside of the picture or do not go around clockwise.
pub fn fit_corners(
    corners: &Quad<Image>,
    (width_mm, height_mm): (f64, f64),
    (width, height): (u32, u32),
    lens: Option<Lens>,
) -> Result<Fit, CalibrationError> {
    for p in corners.corners {
        // A corner may lie a little outside, where the mat is cut off.
        let margin = 0.5 * f64::from(width.max(height));
        let inside = |v: f64, size: u32| v > -margin && v < f64::from(size) + margin;
        if !inside(p.x, width) || !inside(p.y, height) {
            return Err(CalibrationError::OutsideCorner { x: p.x, y: p.y, width, height });
        }
    }
    if !corners.is_convex() {
        return Err(CalibrationError::CrossedCorners);
    }
    let mat = Quad::new([[0.0, 0.0], [width_mm, 0.0], [width_mm, height_mm], [0.0, height_mm]].map(Into::into));
    let pairs: Vec<_> = corners.corners.into_iter().zip(mat.corners).collect();
    Fit::from_pairs(&pairs, lens, (width_mm, height_mm), POINTING_PX)
}
