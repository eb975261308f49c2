use crate::geometry::{Image, Point};
use serde::{Deserialize, Serialize};

/// A pinhole camera with the distortion of Brown (1966): three radial and two tangential terms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lens {
    /// Focal length in pixels, across.
    pub fx_px: f64,
    /// Focal length in pixels, down.
    pub fy_px: f64,
    /// Principal point in pixels.
    pub cx_px: f64,
    /// Principal point in pixels.
    pub cy_px: f64,
    /// Radial, second power.
    pub k1: f64,
    /// Radial, fourth power.
    pub k2: f64,
    /// Tangential.
    pub p1: f64,
    /// Tangential.
    pub p2: f64,
    /// Radial, sixth power.
    pub k3: f64,
    /// How far the board's corners missed, root mean square in pixels.
    pub rms_px: f64,
}

/// Rounds of the fixed-point iteration; each gains about a digit for the lenses of webcams and phones.
const ROUNDS: usize = 20;
/// A change in the normalised image plane that no pixel notices.
const CONVERGED: f64 = 1e-8;

impl Lens {
    /// Where a pinhole camera without distortion would have shown what this pixel shows.
    pub fn undistort(&self, seen: Point<Image>) -> Point<Image> {
        let (xd, yd) = ((seen.x - self.cx_px) / self.fx_px, (seen.y - self.cy_px) / self.fy_px);
        let (mut x, mut y) = (xd, yd);
        for _ in 0..ROUNDS {
            let (radial, dx, dy) = self.terms(x, y);
            let next = ((xd - dx) / radial, (yd - dy) / radial);
            let change = (next.0 - x).abs().max((next.1 - y).abs());
            (x, y) = next;
            if change < CONVERGED {
                break;
            }
        }
        Point::new(x * self.fx_px + self.cx_px, y * self.fy_px + self.cy_px)
    }

    /// Which pixel shows what a pinhole camera would have shown here.
    pub fn distort(&self, ideal: Point<Image>) -> Point<Image> {
        let (x, y) = ((ideal.x - self.cx_px) / self.fx_px, (ideal.y - self.cy_px) / self.fy_px);
        let (radial, dx, dy) = self.terms(x, y);
        Point::new((x * radial + dx) * self.fx_px + self.cx_px, (y * radial + dy) * self.fy_px + self.cy_px)
    }

    /// The radial factor and the tangential shift at a point of the normalised image plane.
    fn terms(&self, x: f64, y: f64) -> (f64, f64, f64) {
        let r2 = x * x + y * y;
        let radial = 1.0 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3));
        let dx = 2.0 * self.p1 * x * y + self.p2 * (r2 + 2.0 * x * x);
        let dy = self.p1 * (r2 + 2.0 * y * y) + 2.0 * self.p2 * x * y;
        (radial, dx, dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undistorting_undoes_distorting_over_the_whole_picture() {
        let (k1, k2, p1, p2, k3) = (-0.28, 0.09, 0.001, -0.0007, -0.01);
        let lens = Lens { fx_px: 900.0, fy_px: 905.0, cx_px: 642.0, cy_px: 355.0, k1, k2, p1, p2, k3, rms_px: 0.0 };
        let mut bent: f64 = 0.0;
        for (x, y) in (0..=1280).step_by(80).flat_map(|x| (0..=720).step_by(80).map(move |y| (f64::from(x), f64::from(y)))) {
            let ideal = Point::new(x, y);
            bent = bent.max(lens.distort(ideal).distance(ideal));
            assert!(lens.undistort(lens.distort(ideal)).distance(ideal) < 0.01, "{ideal:?}");
        }
        assert!(bent > 50.0, "the lens must bend for this to mean anything: {bent}");
    }
}
