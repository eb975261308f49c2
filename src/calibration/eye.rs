use super::View;
use crate::geometry::{Point, Table};
use nalgebra::{Matrix3, Vector3};

/// Where the camera is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// The place of the table straight below it.
    pub over: Point<Table>,
    /// Its height over the table, in millimetres.
    pub height_mm: f64,
}

/// Focal length of a camera that tells nothing of it, in widths of its picture: between those of phones and webcams.
const USUAL_FOCAL: f64 = 0.85;
/// What the plane tells of the focal length is believed within this factor of the usual one.
const BELIEVED: f64 = 1.7;

impl Eye {
    /// The place under a thing `height_mm` over the table that shows where the table has `shown`.
    pub fn under(&self, shown: Point<Table>, height_mm: f64) -> Point<Table> {
        shown + (self.over - shown) * (height_mm / self.height_mm)
    }
}

impl View {
    /// Where the camera is that makes pictures of this size; `None` when the plane is no camera's. Without a lens the focal length
    /// is taken from how the plane narrows, or the usual one where it does not.
    ///
    /// Decomposes the plane's homography (Hartley and Zisserman, Multiple View Geometry, section 8.1.1; Zhang, "A flexible new
    /// technique for camera calibration", 2000).
    pub fn eye(&self, size: (u32, u32)) -> Option<Eye> {
        let [width, height] = [size.0, size.1].map(f64::from);
        let rows = self.image_from_table().rows();
        let plane = Matrix3::from_fn(|r, c| rows.get(r).and_then(|row| row.get(c)).copied().unwrap_or(0.0));
        let (cx, cy) = self.lens().map_or((width / 2.0, height / 2.0), |lens| (lens.cx_px, lens.cy_px));
        let centred = Matrix3::new(1.0, 0.0, -cx, 0.0, 1.0, -cy, 0.0, 0.0, 1.0) * plane;
        let (fx, fy) = self.lens().map_or_else(
            || {
                let focal = told_focal(&centred, width).unwrap_or(USUAL_FOCAL * width);
                (focal, focal)
            },
            |lens| (lens.fx_px, lens.fy_px),
        );
        let pose = Matrix3::new(1.0 / fx, 0.0, 0.0, 0.0, 1.0 / fy, 0.0, 0.0, 0.0, 1.0) * centred;
        let [right, down, origin]: [Vector3<f64>; 3] = [0, 1, 2].map(|c| pose.column(c).into());
        let scale = f64::midpoint(right.norm(), down.norm()).copysign(origin.z);
        let (right, down, origin) = (right / scale, down / scale, origin / scale);
        // The table's axes are right and down, so the third points into the table.
        let eye = Point::new(-right.dot(&origin), -down.dot(&origin));
        let height_mm = right.cross(&down).dot(&origin);
        let sound = [eye.x, eye.y, height_mm].iter().all(|v| v.is_finite()) && height_mm > 0.0;
        sound.then_some(Eye { over: eye, height_mm })
    }
}

/// The focal length in pixels by which the table's axes are square and of one length, when it can be told.
fn told_focal(centred: &Matrix3<f64>, width: f64) -> Option<f64> {
    let m = |r: usize, c: usize| centred[(r, c)];
    let across = [m(0, 0) * m(0, 1) + m(1, 0) * m(1, 1), m(0, 0).powi(2) + m(1, 0).powi(2) - m(0, 1).powi(2) - m(1, 1).powi(2)];
    let along = [m(2, 0) * m(2, 1), m(2, 0).powi(2) - m(2, 1).powi(2)];
    let square = across[0].powi(2) + across[1].powi(2);
    let inverse = -(across[0] * along[0] + across[1] * along[1]) / square;
    let focal = inverse.sqrt().recip();
    let usual = USUAL_FOCAL * width;
    (focal.is_finite() && (usual / BELIEVED..usual * BELIEVED).contains(&focal)).then_some(focal)
}
