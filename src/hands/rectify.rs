use super::HandError;
use crate::calibration::{Eye, View};
use crate::geometry::{Point, Polygon, Quad, Table};
use image::RgbImage;
use opencv::core::{
    CV_8UC1, CV_16SC2, CV_32FC1, Mat, MatTrait, MatTraitConst, MatTraitConstManual, Point as Pixel, Scalar, Size, ToInputArray,
    ToOutputArray, Vec3b, Vector,
};
use opencv::imgproc;

/// Side of a pixel of the small table, in millimetres: fingers are several wide, and a frame takes little time.
pub(super) const PIXEL_MM: f64 = 2.0;
/// Table around the mat that is looked at too, in millimetres: arms come from there.
pub(super) const MARGIN_MM: f64 = 40.0;
/// The band along the edge over which something must come, in millimetres inside and outside of it: outside no card lies
/// under a hand.
const BAND_MM: (f64, f64) = (8.0, 20.0);
/// Cards are taken a little larger than they are found, in millimetres: their shadows and errors of the outline belong to them.
const CARD_GROWTH_MM: f64 = 4.0;
/// How high over the table the middle of an arm is where it comes over the edge, in millimetres.
const ARM_HEIGHT_MM: f64 = 55.0;

/// A small picture of the table from above, and how it is made from a frame.
#[derive(Debug)]
pub(super) struct SmallTable {
    pub width: usize,
    pub height: usize,
    frame: (u32, u32),
    /// Whole-number factor by which frames are shrunk first, so that no pixel of theirs is missed.
    shrink: i32,
    map: (Mat, Mat),
    visible: Vec<bool>,
    /// Millimetres from the edge of what is seen of the mat; negative outside of it.
    depth_mm: Vec<f32>,
    mat_mm: (f64, f64),
    eye: Option<Eye>,
}

impl SmallTable {
    pub fn new(view: &View, frame: (u32, u32), mat_mm: (f64, f64)) -> Result<Self, HandError> {
        let cells = |mm: f64| ((mm + 2.0 * MARGIN_MM) / PIXEL_MM).ceil().clamp(8.0, 4000.0) as usize;
        let (width, height) = (cells(mat_mm.0), cells(mat_mm.1));
        let middle = Point::new(mat_mm.0 / 2.0, mat_mm.1 / 2.0);
        let step = view.to_image(middle + Point::new(PIXEL_MM, 0.0)).distance(view.to_image(middle));
        let shrink = (step.round() as i32).clamp(1, 8);
        let mut x_map = Mat::new_rows_cols_with_default(height as i32, width as i32, CV_32FC1, Scalar::all(-1.0))?;
        let mut y_map = x_map.clone();
        let mut visible = vec![false; width * height];
        for j in 0..height {
            for i in 0..width {
                let p = view.to_image(place(i, j));
                let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(frame.0) && p.y < f64::from(frame.1);
                if inside {
                    // OpenCV counts from pixel centres.
                    *x_map.at_2d_mut::<f32>(j as i32, i as i32)? = (p.x / f64::from(shrink) - 0.5) as f32;
                    *y_map.at_2d_mut::<f32>(j as i32, i as i32)? = (p.y / f64::from(shrink) - 0.5) as f32;
                    if let Some(cell) = visible.get_mut(j * width + i) {
                        *cell = true;
                    }
                }
            }
        }
        let depth_mm = depths(&visible, width, height, mat_mm)?;
        let seen = depth_mm.iter().filter(|d| **d > 0.0).count() as f64 * PIXEL_MM * PIXEL_MM;
        if seen < 0.1 * mat_mm.0 * mat_mm.1 {
            return Err(HandError::OutOfSight);
        }
        let (mut fixed, mut fraction) = (Mat::default(), Mat::default());
        imgproc::convert_maps(&x_map, &y_map, &mut fixed, &mut fraction, CV_16SC2, false)?;
        Ok(Self { width, height, frame, shrink, map: (fixed, fraction), visible, depth_mm, mat_mm, eye: view.eye(frame) })
    }

    /// Whether frames of this size are what it was made for.
    pub fn takes(&self, picture: &RgbImage) -> bool {
        self.frame == picture.dimensions()
    }

    /// Which pixels the camera sees.
    pub fn visible(&self) -> &[bool] {
        &self.visible
    }

    /// The index of the pixel under a place.
    pub fn index(&self, p: Point<Table>) -> Option<usize> {
        let at = pixel(p);
        let (x, y) = (usize::try_from(at.x).ok()?, usize::try_from(at.y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    /// The middle of a pixel, on the table.
    pub fn place(&self, index: usize) -> Point<Table> {
        place(index % self.width, index / self.width)
    }

    /// Whether a pixel lies over the mat.
    pub fn is_over_mat(&self, index: usize) -> bool {
        self.depth_mm().get(index).is_some_and(|depth| *depth > 0.0)
    }

    /// The pixels on the straight way from one place to another, as often as the way has steps in each.
    pub fn between(&self, from: Point<Table>, to: Point<Table>) -> Vec<usize> {
        let steps = (from.distance(to) / PIXEL_MM).ceil().max(1.0) as usize;
        (0..=steps).filter_map(|k| self.index(from.lerp(to, k as f64 / steps as f64))).collect()
    }

    /// The mean of some pixels, on the table.
    pub fn middle(&self, pixels: &[usize]) -> Point<Table> {
        Point::mean(pixels.iter().map(|&index| self.place(index)))
    }

    /// Indices of the pixels around one, itself left out.
    pub fn neighbours(&self, index: usize, radius: usize) -> impl Iterator<Item = usize> {
        let (width, height) = (self.width, self.height);
        let (x, y) = (index % width, index / width);
        let rows = y.saturating_sub(radius)..=(y + radius).min(height - 1);
        let columns = x.saturating_sub(radius)..=(x + radius).min(width - 1);
        rows.flat_map(move |j| columns.clone().map(move |i| j * width + i)).filter(move |n| *n != index)
    }

    /// The diagonal of the box around some pixels.
    pub fn extent_mm(&self, pixels: &[usize]) -> f64 {
        let (mut least, mut most) = ((usize::MAX, usize::MAX), (0, 0));
        for &index in pixels {
            let (x, y) = (index % self.width, index / self.width);
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        let side = |a: usize, b: usize| (b.saturating_sub(a) + 1) as f64 * PIXEL_MM;
        side(least.0, most.0).hypot(side(least.1, most.1))
    }

    /// A picture of some pixels.
    pub fn painted(&self, pixels: &[usize]) -> Vec<u8> {
        let mut bytes = vec![0_u8; self.width * self.height];
        for &i in pixels {
            bytes.get_mut(i).into_iter().for_each(|b| *b = 255);
        }
        bytes
    }

    /// How far each pixel lies inside of the mat's visible part, in millimetres; negative outside.
    pub fn depth_mm(&self) -> &[f32] {
        &self.depth_mm
    }

    /// Whether a pixel lies in the band over which hands come.
    pub fn in_band(&self, index: usize) -> bool {
        self.depth_mm.get(index).is_some_and(|d| (-BAND_MM.1..=BAND_MM.0).contains(&f64::from(*d)))
    }

    /// The small table as a frame shows it: red, green and blue for each pixel, row by row.
    pub fn rectify(&self, picture: &RgbImage) -> Result<Vec<u8>, HandError> {
        let (columns, rows) = (picture.width() as i32, picture.height() as i32);
        let frame = Mat::new_rows_cols_with_bytes::<Vec3b>(rows, columns, picture)?;
        let mut table = vec![0_u8; 3 * self.width * self.height];
        let mut out = Mat::new_rows_cols_with_bytes_mut::<Vec3b>(self.height as i32, self.width as i32, &mut table)?;
        if self.shrink > 1 {
            let mut shrunk = Mat::default();
            let size = Size::new(columns / self.shrink, rows / self.shrink);
            imgproc::resize(&frame, &mut shrunk, size, 0.0, 0.0, imgproc::INTER_AREA)?;
            self.remap(&shrunk, &mut out)?;
        } else {
            self.remap(&frame, &mut out)?;
        }
        drop(out);
        Ok(table)
    }

    fn remap(&self, from: &impl ToInputArray, to: &mut impl ToOutputArray) -> opencv::Result<()> {
        let border = opencv::core::BORDER_REPLICATE;
        imgproc::remap(from, to, &self.map.0, &self.map.1, imgproc::INTER_LINEAR, border, Scalar::default())
    }

    /// Which pixels lie under these cards.
    pub fn mask_of(&self, cards: &[Quad<Table>]) -> Result<Vec<bool>, HandError> {
        let mut mask = Mat::new_rows_cols_with_default(self.height as i32, self.width as i32, CV_8UC1, Scalar::all(0.0))?;
        for card in cards {
            let centre = card.centre();
            let grown = card.map(|p| {
                let out = p - centre;
                p + out * (CARD_GROWTH_MM / out.length().max(1.0))
            });
            let corners: Vector<Pixel> = grown.corners.iter().map(|p| pixel(*p)).collect();
            imgproc::fill_convex_poly(&mut mask, &corners, Scalar::all(1.0), imgproc::LINE_8, 0)?;
        }
        Ok(mask.data_bytes()?.iter().map(|b| *b != 0).collect())
    }

    /// The place under an arm that shows here: seen aslant, what is high up shows further off than it is.
    pub fn under_arm(&self, shown: Point<Table>) -> Point<Table> {
        self.eye.map_or(shown, |eye| eye.under(shown, ARM_HEIGHT_MM))
    }

    /// The point of the mat's outline nearest to a place.
    pub fn on_edge(&self, p: Point<Table>) -> Point<Table> {
        self.nearest_side(p).0
    }

    /// The direction out of the mat over the side nearest to a place, of length 1.
    pub fn outwards(&self, p: Point<Table>) -> Point<Table> {
        self.nearest_side(p).1
    }

    /// The point of the mat's outline nearest to a place, and the direction out of the mat there.
    fn nearest_side(&self, p: Point<Table>) -> (Point<Table>, Point<Table>) {
        let (w, h) = self.mat_mm;
        let p = Point::new(p.x.clamp(0.0, w), p.y.clamp(0.0, h));
        let sides = [
            (p.x, Point::new(0.0, p.y), Point::new(-1.0, 0.0)),
            (w - p.x, Point::new(w, p.y), Point::new(1.0, 0.0)),
            (p.y, Point::new(p.x, 0.0), Point::new(0.0, -1.0)),
            (h - p.y, Point::new(p.x, h), Point::new(0.0, 1.0)),
        ];
        let nearest = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or((p, Point::new(0.0, 0.0)), |(_, on, out)| (on, out))
    }
}

/// The middle of the pixel in a column and a row, on the table.
fn place(i: usize, j: usize) -> Point<Table> {
    Point::new((i as f64 + 0.5) * PIXEL_MM - MARGIN_MM, (j as f64 + 0.5) * PIXEL_MM - MARGIN_MM)
}

/// The pixel under a place, which may lie outside.
fn pixel(p: Point<Table>) -> Pixel {
    let cell = |mm: f64| ((mm + MARGIN_MM) / PIXEL_MM - 0.5).round().clamp(-1e5, 1e5) as i32;
    Pixel::new(cell(p.x), cell(p.y))
}

/// How deep each pixel lies inside the visible part of the mat.
fn depths(visible: &[bool], width: usize, height: usize, mat_mm: (f64, f64)) -> Result<Vec<f32>, HandError> {
    let mat = Polygon::<Table>::rectangle(0.0, 0.0, mat_mm.0, mat_mm.1);
    // A frame of outside pixels around it, so that what the small picture cuts off counts as an edge.
    let size = (height as i32 + 2, width as i32 + 2);
    let mut inside = Mat::new_rows_cols_with_default(size.0, size.1, CV_8UC1, Scalar::all(0.0))?;
    let mut outside = Mat::new_rows_cols_with_default(size.0, size.1, CV_8UC1, Scalar::all(255.0))?;
    for j in 0..height {
        for i in 0..width {
            if visible.get(j * width + i) == Some(&true) && mat.contains(place(i, j)) {
                *inside.at_2d_mut::<u8>(j as i32 + 1, i as i32 + 1)? = 255;
                *outside.at_2d_mut::<u8>(j as i32 + 1, i as i32 + 1)? = 0;
            }
        }
    }
    let (mut within, mut beyond) = (Mat::default(), Mat::default());
    imgproc::distance_transform(&inside, &mut within, imgproc::DIST_L2, 5, opencv::core::CV_32F)?;
    imgproc::distance_transform(&outside, &mut beyond, imgproc::DIST_L2, 5, opencv::core::CV_32F)?;
    let mut depth = Vec::with_capacity(width * height);
    for j in 0..height as i32 {
        for i in 0..width as i32 {
            let pixels = within.at_2d::<f32>(j + 1, i + 1)? - beyond.at_2d::<f32>(j + 1, i + 1)?;
            depth.push(pixels * PIXEL_MM as f32);
        }
    }
    Ok(depth)
}
