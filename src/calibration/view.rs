use super::{CalibrationError, Lens};
use crate::geometry::{FitError, Homography, Image, Point, Polygon, Quad, Table};

/// How a camera sees the table: pixels to millimetres and back, the lens included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    lens: Option<Lens>,
    table_from_image: Homography<Table, Image>,
    image_from_table: Homography<Image, Table>,
}

impl View {
    /// A view with this plane, which holds after the lens is undone.
    ///
    /// # Errors
    /// When the plane cannot be inverted.
    pub fn new(lens: Option<Lens>, table_from_image: Homography<Table, Image>) -> Result<Self, FitError> {
        Ok(Self { lens, table_from_image, image_from_table: table_from_image.inverse()? })
    }

    /// The lens, when it is known.
    pub const fn lens(&self) -> Option<&Lens> {
        self.lens.as_ref()
    }

    /// Millimetres from undistorted pixels.
    pub const fn table_from_image(&self) -> &Homography<Table, Image> {
        &self.table_from_image
    }

    /// Undistorted pixels from millimetres.
    pub const fn image_from_table(&self) -> &Homography<Image, Table> {
        &self.image_from_table
    }

    /// Undoes the lens; without one the point itself.
    pub fn undistort(&self, seen: Point<Image>) -> Point<Image> {
        self.lens.map_or(seen, |lens| lens.undistort(seen))
    }

    /// Where on the table a pixel of the picture lies.
    pub fn to_table(&self, seen: Point<Image>) -> Point<Table> {
        self.table_from_image.apply(self.undistort(seen))
    }

    /// Where in the picture a place of the table shows.
    pub fn to_image(&self, place: Point<Table>) -> Point<Image> {
        let ideal = self.image_from_table.apply(place);
        self.lens.map_or(ideal, |lens| lens.distort(ideal))
    }

    /// A quad of the picture on the table.
    pub fn quad_to_table(&self, quad: &Quad<Image>) -> Quad<Table> {
        quad.map(|p| self.to_table(p))
    }

    /// A quad of the table in the picture.
    pub fn quad_to_image(&self, quad: &Quad<Table>) -> Quad<Image> {
        quad.map(|p| self.to_image(p))
    }

    /// An outline on the table as the picture shows it, its edges cut into pieces of at most `step_mm` so that a lens may bend them.
    pub fn polygon_to_image(&self, polygon: &Polygon<Table>, step_mm: f64) -> Polygon<Image> {
        let pieces = |(a, b): (Point<Table>, Point<Table>)| {
            let count = if self.lens.is_some() { (a.distance(b) / step_mm).ceil().clamp(1.0, 1000.0) } else { 1.0 };
            (0..count as usize).map(move |i| a.lerp(b, i as f64 / count))
        };
        Polygon { vertices: polygon.edges().flat_map(pieces).map(|p| self.to_image(p)).collect() }
    }
}

/// A view, and how good it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The view.
    pub view: View,
    /// How far the points miss, root mean square in millimetres. Zero says nothing when there are just four.
    pub residual_mm: f64,
    /// Expected error at the mat's worst corner, in millimetres, from the noise of the points.
    pub reach_mm: f64,
}

impl Fit {
    /// Fits a plane to pairs of seen pixel and known place. `noise_px` is the least that the points are off by.
    pub(super) fn from_pairs(
        pairs: &[(Point<Image>, Point<Table>)],
        lens: Option<Lens>,
        (width_mm, height_mm): (f64, f64),
        noise_px: f64,
    ) -> Result<Self, CalibrationError> {
        let ideal: Vec<_> = pairs.iter().map(|&(seen, place)| (lens.map_or(seen, |l| l.undistort(seen)), place)).collect();
        let plane = Homography::fit(&ideal)?;
        let view = View::new(lens, plane)?;
        let squares = ideal.iter().map(|&(p, place)| plane.apply(p).distance(place).powi(2));
        let residual_mm = (squares.sum::<f64>() / ideal.len() as f64).sqrt();
        let noise_px = noise_px.max(seen_noise(&ideal, &view));
        let corners = Polygon::rectangle(0.0, 0.0, width_mm, height_mm).vertices.into_iter();
        let mut spread: Vec<(Point<Image>, Point<Table>, f64)> =
            corners.map(|corner| (view.image_from_table.apply(corner), corner, 0.0)).collect();
        for nudged in nudges(&ideal, noise_px) {
            let other = Homography::fit(&nudged)?;
            for (pixel, corner, sum) in &mut spread {
                *sum += other.apply(*pixel).distance(*corner).powi(2);
            }
        }
        let reach_mm = spread.iter().map(|(_, _, sum)| sum.sqrt()).fold(0.0, f64::max);
        Ok(Self { view, residual_mm, reach_mm })
    }
}

/// Noise of one coordinate in pixels, from what the fit leaves unexplained; zero when nothing is left to tell by.
fn seen_noise(pairs: &[(Point<Image>, Point<Table>)], view: &View) -> f64 {
    let spare = 2.0 * pairs.len() as f64 - 8.0;
    if spare <= 0.0 {
        return 0.0;
    }
    let squares: f64 = pairs.iter().map(|&(p, place)| view.image_from_table.apply(place).distance(p).powi(2)).sum();
    (squares / spare).sqrt()
}

/// The pairs with one coordinate of one pixel moved, each in turn.
fn nudges(pairs: &[(Point<Image>, Point<Table>)], by: f64) -> impl Iterator<Item = Vec<(Point<Image>, Point<Table>)>> {
    (0..pairs.len()).flat_map(move |i| {
        [Point::new(by, 0.0), Point::new(0.0, by)]
            .map(|step| pairs.iter().enumerate().map(|(k, &(p, place))| (if k == i { p + step } else { p }, place)).collect())
    })
}
