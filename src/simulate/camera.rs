//! The pinhole camera over the table.

use crate::geometry::{FitError, Homography, Image, Point, Table};
use serde::Serialize;

/// A pinhole camera with a mild radial distortion, above the table.
///
/// Heights are positive towards the camera: a point is `[x, y, height]` in millimetres.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Camera {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Focal length in pixels, the same both ways.
    pub focal_px: f64,
    /// Principal point, pixels.
    pub principal_px: [f64; 2],
    /// First radial coefficient of the normalised radius (the first of OpenCV's); negative for a barrel.
    pub k1: f64,
    /// The eye: x, y, height.
    pub eye_mm: [f64; 3],
    /// Unit vectors of the image's right, of its down and of the line of sight, each as x, y, height.
    pub axes: [[f64; 3]; 3],
}

/// How a camera looks at a mat; the distance follows from the wish to see all of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Framing {
    /// Pixels across and down.
    pub size: (u32, u32),
    /// Lean from looking straight down towards the South side, degrees.
    pub tilt_deg: f64,
    /// Turn about the vertical, clockwise seen from above, degrees.
    pub yaw_deg: f64,
    /// Turn about the line of sight, degrees.
    pub roll_deg: f64,
    /// Horizontal field of view, degrees.
    pub view_deg: f64,
    /// First radial coefficient.
    pub k1: f64,
    /// Table shown beyond the mat on every side, at least, mm.
    pub margin_mm: f64,
    /// Share of the frame by which the mat is off centre, across and down.
    pub shift: (f64, f64),
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn mix(a: [f64; 3], s: f64, b: [f64; 3], t: f64) -> [f64; 3] {
    [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t]
}

impl Camera {
    /// The camera of this framing over a mat of `mat_mm` (width, height), as near as the margin allows.
    pub fn framing(framing: &Framing, mat_mm: (f64, f64)) -> Self {
        let (width, height) = framing.size;
        let (w, h) = (f64::from(width), f64::from(height));
        let focal_px = w / 2.0 / (framing.view_deg.to_radians() / 2.0).tan();
        let (st, ct) = framing.tilt_deg.to_radians().sin_cos();
        let (sy, cy) = framing.yaw_deg.to_radians().sin_cos();
        let (sr, cr) = framing.roll_deg.to_radians().sin_cos();
        let turned = |v: [f64; 3]| [v[0] * cy - v[1] * sy, v[0] * sy + v[1] * cy, v[2]];
        let (right, down, sight) = (turned([1.0, 0.0, 0.0]), turned([0.0, ct, -st]), turned([0.0, -st, -ct]));
        let axes = [mix(right, cr, down, sr), mix(down, cr, right, -sr), sight];
        let mut camera = Self { width, height, focal_px, principal_px: [w / 2.0, h / 2.0], k1: framing.k1, eye_mm: [0.0, 0.0, 1.0], axes };
        let m = framing.margin_mm;
        let corners = [(-m, -m), (mat_mm.0 + m, -m), (mat_mm.0 + m, mat_mm.1 + m), (-m, mat_mm.1 + m)];
        let mut aim = [mat_mm.0 / 2.0, mat_mm.1 / 2.0, 0.0];
        let mut distance = mat_mm.0.max(mat_mm.1) * 2.0;
        for _ in 0..60 {
            camera.eye_mm = mix(aim, 1.0, sight, -distance);
            let seen: Vec<_> = corners.iter().map(|&(x, y)| camera.project([x, y, 0.0])).collect();
            let low = seen.iter().fold((f64::MAX, f64::MAX), |m, p| (m.0.min(p.x), m.1.min(p.y)));
            let high = seen.iter().fold((f64::MIN, f64::MIN), |m, p| (m.0.max(p.x), m.1.max(p.y)));
            let fill = ((high.0 - low.0) / w).max((high.1 - low.1) / h);
            let mm_per_px = distance / focal_px;
            let off = ((low.0 + high.0) / 2.0 - w * (0.5 + framing.shift.0), (low.1 + high.1) / 2.0 - h * (0.5 + framing.shift.1));
            aim = mix(aim, 1.0, camera.axes[0], off.0 * mm_per_px * 0.8);
            aim = mix(aim, 1.0, camera.axes[1], off.1 * mm_per_px * 0.8);
            // The aim stays on the table.
            aim = mix(aim, 1.0, sight, aim[2] / -sight[2]);
            distance *= 1.0 + 0.7 * (fill - 1.0).clamp(-0.5, 1.0);
        }
        camera
    }

    /// Where a point `[x, y, height]` is seen.
    pub fn project(&self, p: [f64; 3]) -> Point<Image> {
        let [x, y] = self.normalised(p);
        let s = 1.0 + self.k1 * (x * x + y * y);
        Point::new(self.focal_px * x * s + self.principal_px[0], self.focal_px * y * s + self.principal_px[1])
    }

    fn normalised(&self, p: [f64; 3]) -> [f64; 2] {
        let v = mix(p, 1.0, self.eye_mm, -1.0);
        let depth = dot(v, self.axes[2]);
        [dot(v, self.axes[0]) / depth, dot(v, self.axes[1]) / depth]
    }

    /// The point of the table that a pixel shows, if its ray meets the table.
    pub fn ground(&self, p: Point<Image>) -> Option<Point<Table>> {
        let far = ((p.x - self.principal_px[0]) / self.focal_px, (p.y - self.principal_px[1]) / self.focal_px);
        let (mut x, mut y) = far;
        // The distortion is mild, so dividing it out settles within a few rounds.
        for _ in 0..12 {
            let s = 1.0 + self.k1 * (x * x + y * y);
            (x, y) = (far.0 / s, far.1 / s);
        }
        let ray = mix(mix(self.axes[2], 1.0, self.axes[0], x), 1.0, self.axes[1], y);
        if ray[2] >= -1e-9 {
            return None;
        }
        let t = -self.eye_mm[2] / ray[2];
        Some(Point::new(self.eye_mm[0] + t * ray[0], self.eye_mm[1] + t * ray[1]))
    }

    /// Where on the table a point at a height *appears* to lie: the end of the ray through it.
    pub fn apparent(&self, p: Point<Table>, height_mm: f64) -> Point<Table> {
        let k = height_mm / self.eye_mm[2];
        Point::new((p.x - self.eye_mm[0] * k) / (1.0 - k), (p.y - self.eye_mm[1] * k) / (1.0 - k))
    }

    /// The plane map without the distortion: image points must be undistorted first.
    ///
    /// # Errors
    /// When the camera looks along the table.
    pub fn table_from_image(&self) -> Result<Homography<Table, Image>, FitError> {
        let straight = Self { k1: 0.0, ..self.clone() };
        let (w, h) = (f64::from(self.width), f64::from(self.height));
        let corners = [[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]].map(Point::from);
        let pairs: Vec<_> = corners.into_iter().filter_map(|p| straight.ground(p).map(|g| (p, g))).collect();
        Homography::fit(&pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framing() -> Framing {
        Framing {
            size: (1280, 720),
            tilt_deg: 25.0,
            yaw_deg: 4.0,
            roll_deg: 1.5,
            view_deg: 62.0,
            k1: -0.04,
            margin_mm: 40.0,
            shift: (0.01, 0.0),
        }
    }

    #[test]
    fn the_whole_mat_is_in_the_frame_and_fills_it() {
        let camera = Camera::framing(&framing(), (900.0, 640.0));
        let corners = [[0.0, 0.0, 0.0], [900.0, 0.0, 0.0], [900.0, 640.0, 0.0], [0.0, 640.0, 0.0]].map(|p| camera.project(p));
        for p in corners {
            assert!(p.x > 0.0 && p.x < 1280.0 && p.y > 0.0 && p.y < 720.0, "{p:?}");
        }
        // North is up.
        assert!(corners[0].y < corners[3].y && corners[0].x < corners[1].x);
        assert!(corners[3].y - corners[0].y > 0.7 * 720.0);
    }

    #[test]
    fn pixels_and_table_points_map_back_and_forth() {
        let camera = Camera::framing(&framing(), (900.0, 640.0));
        for (x, y) in [(10.0, 20.0), (450.0, 300.0), (890.0, 600.0)] {
            let back = camera.ground(camera.project([x, y, 0.0])).unwrap();
            assert!(back.distance(Point::new(x, y)) < 0.01, "{back:?}");
            let seen = camera.project([x, y, 30.0]);
            let apparent = camera.apparent(Point::new(x, y), 30.0);
            assert!(camera.project([apparent.x, apparent.y, 0.0]).distance(seen) < 0.01);
        }
    }

    #[test]
    fn the_homography_is_the_camera_without_its_lens() {
        let camera = Camera { k1: 0.0, ..Camera::framing(&framing(), (900.0, 640.0)) };
        let h = camera.table_from_image().unwrap();
        let p = Point::new(300.0, 200.0);
        assert!(h.apply(camera.project([p.x, p.y, 0.0])).distance(p) < 1e-6);
    }
}
