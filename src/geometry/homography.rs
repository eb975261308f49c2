use super::{Point, Polygon, Quad, Space};
use nalgebra::{DMatrix, Matrix3, Vector3};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use thiserror::Error;

/// A plane projective map, named by where it leads: `Homography<Table, Image>` is "table from image".
///
/// Serialised as three rows of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[[f64; 3]; 3]", into = "[[f64; 3]; 3]", bound = "")]
pub struct Homography<To: Space, From: Space> {
    matrix: Matrix3<f64>,
    spaces: PhantomData<(To, From)>,
}

/// Why point pairs fix no homography.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FitError {
    /// Fewer than four pairs.
    #[error("{0} point pairs are too few to fix a plane: give at least 4")]
    TooFew(usize),
    /// The points lie on a line, coincide, or hold no finite number.
    #[error("the points lie on one line or coincide: spread them over the table")]
    Degenerate,
}

impl<To: Space, From: Space> Homography<To, From> {
    /// Least-squares fit to pairs `(from, to)` by the normalised direct linear transform
    /// (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2).
    ///
    /// # Errors
    /// When there are fewer than four pairs or they are degenerate.
    pub fn fit(pairs: &[(Point<From>, Point<To>)]) -> Result<Self, FitError> {
        if pairs.len() < 4 {
            return Err(FitError::TooFew(pairs.len()));
        }
        let from_scale = normaliser(pairs.iter().map(|p| (p.0.x, p.0.y)))?;
        let to_scale = normaliser(pairs.iter().map(|p| (p.1.x, p.1.y)))?;
        // Nine columns need at least nine rows for the full right null space.
        let mut system = DMatrix::zeros((2 * pairs.len()).max(9), 9);
        for (i, (from, to)) in pairs.iter().enumerate() {
            let f = from_scale * Vector3::new(from.x, from.y, 1.0);
            let t = to_scale * Vector3::new(to.x, to.y, 1.0);
            for k in 0..3 {
                system[(2 * i, 3 + k)] = -f[k];
                system[(2 * i, 6 + k)] = t.y * f[k];
                system[(2 * i + 1, k)] = f[k];
                system[(2 * i + 1, 6 + k)] = -t.x * f[k];
            }
        }
        let svd = system.svd(false, true);
        let v_t = svd.v_t.ok_or(FitError::Degenerate)?;
        let mut order: Vec<usize> = (0..svd.singular_values.len()).collect();
        order.sort_by(|&a, &b| svd.singular_values[a].total_cmp(&svd.singular_values[b]));
        let (last, second) = match order.as_slice() {
            [last, second, ..] => (*last, *second),
            _ => return Err(FitError::Degenerate),
        };
        // A second vanishing singular value means that more than one map fits.
        if svd.singular_values[second] < 1e-9 {
            return Err(FitError::Degenerate);
        }
        let h = Matrix3::from_fn(|r, c| v_t[(last, 3 * r + c)]);
        let undo = to_scale.try_inverse().ok_or(FitError::Degenerate)?;
        Self::from_matrix(undo * h * from_scale)
    }

    /// The map that takes each corner of `from` to the same corner of `to`.
    ///
    /// # Errors
    /// When either quad is degenerate.
    pub fn between(from: &Quad<From>, to: &Quad<To>) -> Result<Self, FitError> {
        let pairs: Vec<_> = from.corners.into_iter().zip(to.corners).collect();
        Self::fit(&pairs)
    }

    fn from_matrix(matrix: Matrix3<f64>) -> Result<Self, FitError> {
        let norm = matrix.norm();
        let unit = matrix / norm;
        if !norm.is_finite() || norm == 0.0 || unit.determinant().abs() < 1e-18 {
            return Err(FitError::Degenerate);
        }
        let scale = if matrix[(2, 2)].abs() > 1e-12 * norm { matrix[(2, 2)] } else { norm };
        Ok(Self { matrix: matrix / scale, spaces: PhantomData })
    }

    /// The three rows of the matrix.
    pub fn rows(&self) -> [[f64; 3]; 3] {
        let m = &self.matrix;
        [0, 1, 2].map(|r| [m[(r, 0)], m[(r, 1)], m[(r, 2)]])
    }

    /// Where a point lands. A point on the horizon lands at infinity.
    pub fn apply(&self, p: Point<From>) -> Point<To> {
        let v = self.matrix * Vector3::new(p.x, p.y, 1.0);
        Point::new(v.x / v.z, v.y / v.z)
    }

    /// Where a quad lands, corner by corner.
    pub fn apply_quad(&self, quad: &Quad<From>) -> Quad<To> {
        quad.map(|p| self.apply(p))
    }

    /// Where a polygon lands, vertex by vertex.
    pub fn apply_polygon(&self, polygon: &Polygon<From>) -> Polygon<To> {
        Polygon { vertices: polygon.vertices.iter().map(|&p| self.apply(p)).collect() }
    }

    /// The map back.
    ///
    /// # Errors
    /// When the matrix is numerically singular.
    pub fn inverse(&self) -> Result<Homography<From, To>, FitError> {
        Homography::from_matrix(self.matrix.try_inverse().ok_or(FitError::Degenerate)?)
    }

    /// This map after `first`.
    ///
    /// # Errors
    /// When the product is numerically singular.
    pub fn after<Start: Space>(&self, first: &Homography<From, Start>) -> Result<Homography<To, Start>, FitError> {
        Homography::from_matrix(self.matrix * first.matrix)
    }
}

impl<To: Space, From: Space> TryFrom<[[f64; 3]; 3]> for Homography<To, From> {
    type Error = FitError;
    fn try_from(rows: [[f64; 3]; 3]) -> Result<Self, FitError> {
        let [a, b, c] = rows;
        Self::from_matrix(Matrix3::from_row_slice(&[a, b, c].concat()))
    }
}

impl<To: Space, F: Space> From<Homography<To, F>> for [[f64; 3]; 3] {
    fn from(h: Homography<To, F>) -> Self {
        h.rows()
    }
}

/// Moves points to mean zero and mean distance √2, which keeps the fit well conditioned.
fn normaliser(points: impl Iterator<Item = (f64, f64)> + Clone) -> Result<Matrix3<f64>, FitError> {
    let n = points.clone().count() as f64;
    let (sx, sy) = points.clone().fold((0.0, 0.0), |(sx, sy), (x, y)| (sx + x, sy + y));
    let (mx, my) = (sx / n, sy / n);
    let spread = points.map(|(x, y)| (x - mx).hypot(y - my)).sum::<f64>() / n;
    if !spread.is_finite() || spread < 1e-12 {
        return Err(FitError::Degenerate);
    }
    let s = std::f64::consts::SQRT_2 / spread;
    Ok(Matrix3::new(s, 0.0, -s * mx, 0.0, s, -s * my, 0.0, 0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Image, Table};

    fn tilted() -> Homography<Image, Table> {
        let table = Quad::new([[0.0, 0.0], [500.0, 0.0], [500.0, 400.0], [0.0, 400.0]].map(Point::from));
        let image = Quad::new([[200.0, 100.0], [1000.0, 120.0], [1200.0, 700.0], [60.0, 690.0]].map(Point::from));
        Homography::between(&table, &image).unwrap()
    }

    #[test]
    fn corners_land_where_they_were_sent_and_come_back() {
        let image_from_table = tilted();
        let p = image_from_table.apply(Point::new(500.0, 400.0));
        assert!(p.distance(Point::new(1200.0, 700.0)) < 1e-6);
        let back = image_from_table.inverse().unwrap().apply(p);
        assert!(back.distance(Point::new(500.0, 400.0)) < 1e-6);
    }

    #[test]
    fn points_on_a_line_are_refused() {
        let pairs: Vec<(Point<Table>, Point<Image>)> =
            (0..5).map(|i| (Point::new(f64::from(i), 0.0), Point::new(f64::from(i), 1.0))).collect();
        assert_eq!(Homography::fit(&pairs), Err(FitError::Degenerate));
        assert_eq!(Homography::fit(&pairs[..3]), Err(FitError::TooFew(3)));
    }

    #[test]
    fn a_homography_survives_json() {
        let text = serde_json::to_string(&tilted()).unwrap();
        let back: Homography<Image, Table> = serde_json::from_str(&text).unwrap();
        assert!(back.apply(Point::new(10.0, 20.0)).distance(tilted().apply(Point::new(10.0, 20.0))) < 1e-9);
    }
}
