use super::markers::grey;
use super::{CalibrationError, Lens};
use crate::geometry::{Image, Point};
use image::RgbImage;
use nalgebra::{Rotation3, Vector3};
use opencv::calib3d;
use opencv::core::{Mat, MatTraitConst, Point2f, Point3f, Size, TermCriteria, TermCriteria_Type, Vector};
use opencv::imgproc;

/// A printed chessboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Board {
    /// Inner corners along a row.
    pub cols: u8,
    /// Inner corners along a column.
    pub rows: u8,
    /// Side of a square. Only the distance to the board depends on it, not the lens.
    pub square_mm: f64,
}

impl Default for Board {
    fn default() -> Self {
        Self { cols: 9, rows: 6, square_mm: 20.0 }
    }
}

/// A lens, and what it was found from.
#[derive(Debug, Clone, PartialEq)]
pub struct LensFit {
    /// The lens; it holds for pictures of this size only.
    pub lens: Lens,
    /// Width and height of the pictures, in pixels.
    pub size: (u32, u32),
    /// One standard deviation of the focal length, in percent.
    pub focal_percent: f64,
    /// Pictures used.
    pub views: usize,
    /// Pictures that were not used.
    pub unused: Vec<UnusedView>,
}

/// A picture of the board that was not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedView {
    /// Number of the picture, from zero.
    pub index: usize,
    /// Why.
    pub reason: &'static str,
}

/// Pictures that it takes: fewer leave the distortion to chance.
const NEEDED: usize = 5;
/// With fewer, the sixth power of the radius is held at zero: it would fit noise.
const NEEDED_FOR_K3: usize = 12;
/// A view whose corners are all this close to another's, as a part of the picture's width, adds nothing.
const ALIKE: f64 = 0.03;
/// The largest miss of a flat board in sharp pictures.
const RMS_LIMIT_PX: f64 = 1.5;
/// The largest uncertainty of the focal length.
const FOCAL_LIMIT_PERCENT: f64 = 2.0;
/// Angle between some two of the boards: without any, focal length and distance cannot be told apart.
const TILT_NEEDED_DEG: f64 = 15.0;

impl Board {
    /// The inner corners in a picture, row by row; `None` when the whole board is not seen.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn find(&self, picture: &RgbImage) -> Result<Option<Vec<Point<Image>>>, CalibrationError> {
        let corners = self.corners(picture)?;
        // OpenCV counts from a pixel's centre, we from its corner.
        Ok(corners.map(|c| c.iter().map(|p| Point::new(f64::from(p.x) + 0.5, f64::from(p.y) + 0.5)).collect()))
    }

    fn corners(&self, picture: &RgbImage) -> Result<Option<Vector<Point2f>>, CalibrationError> {
        let grey = grey(picture)?;
        let mut corners = Vector::<Point2f>::new();
        let flags = calib3d::CALIB_CB_ADAPTIVE_THRESH + calib3d::CALIB_CB_NORMALIZE_IMAGE + calib3d::CALIB_CB_FAST_CHECK;
        let size = Size::new(i32::from(self.cols), i32::from(self.rows));
        if !calib3d::find_chessboard_corners(&grey, size, &mut corners, flags)? {
            return Ok(None);
        }
        let until = TermCriteria::new(TermCriteria_Type::COUNT as i32 + TermCriteria_Type::EPS as i32, 40, 0.005)?;
        let side = corners.get(0)? - corners.get(1)?;
        let radius = (side.norm() * 0.4).clamp(2.0, 11.0) as i32;
        imgproc::corner_sub_pix(&grey, &mut corners, Size::new(radius, radius), Size::new(-1, -1), until)?;
        Ok(Some(corners))
    }

    /// The lens from pictures of this board, all taken with the camera as it will be used (Zhang, 2000, as OpenCV has it).
    ///
    /// # Errors
    /// When too few pictures show the board, they are too much alike, or the board is bent.
    pub fn fit_lens(&self, pictures: &[RgbImage]) -> Result<LensFit, CalibrationError> {
        let (mut views, mut unused) = (Vector::<Vector<Point2f>>::new(), Vec::new());
        let size = pictures.first().map_or((0, 0), RgbImage::dimensions);
        for (index, picture) in pictures.iter().enumerate() {
            if picture.dimensions() != size {
                return Err(CalibrationError::BoardSizes { number: index + 1, first: size, now: picture.dimensions() });
            }
            match self.corners(picture)? {
                None => unused.push(UnusedView { index, reason: "the whole board is not seen" }),
                Some(corners) if views.iter().any(|v| alike(&v, &corners, ALIKE * f64::from(size.0))) => {
                    unused.push(UnusedView { index, reason: "the board lies as in another picture" });
                }
                Some(corners) => views.push(corners),
            }
        }
        if views.len() < NEEDED {
            let (found, given) = (views.len(), pictures.len());
            return Err(CalibrationError::TooFewBoards { found, given, cols: self.cols, rows: self.rows, needed: NEEDED });
        }
        self.solve(&views, size, unused)
    }

    fn solve(&self, views: &Vector<Vector<Point2f>>, size: (u32, u32), unused: Vec<UnusedView>) -> Result<LensFit, CalibrationError> {
        let printed: Vector<Point3f> = (0..self.rows)
            .flat_map(|r| (0..self.cols).map(move |c| (r, c)))
            .map(|(r, c)| Point3f::new((f64::from(c) * self.square_mm) as f32, (f64::from(r) * self.square_mm) as f32, 0.0))
            .collect();
        let boards: Vector<Vector<Point3f>> = (0..views.len()).map(|_| printed.clone()).collect();
        let (mut camera, mut distortion) = (Mat::default(), Mat::default());
        let (mut turns, mut shifts) = (Vector::<Mat>::new(), Vector::<Mat>::new());
        let (mut doubts, mut pose_doubts, mut view_errors) = (Mat::default(), Mat::default(), Mat::default());
        let flags = if views.len() < NEEDED_FOR_K3 { calib3d::CALIB_FIX_K3 } else { 0 };
        let until = TermCriteria::new(TermCriteria_Type::COUNT as i32 + TermCriteria_Type::EPS as i32, 100, 1e-9)?;
        let rms_px = calib3d::calibrate_camera_extended(
            &boards,
            views,
            Size::new(size.0 as i32, size.1 as i32),
            &mut camera,
            &mut distortion,
            &mut turns,
            &mut shifts,
            &mut doubts,
            &mut pose_doubts,
            &mut view_errors,
            flags,
            until,
        )?;
        let k = |i: i32| distortion.at::<f64>(i).copied();
        let m = |r: i32, c: i32| camera.at_2d::<f64>(r, c).copied();
        let lens = Lens {
            fx_px: m(0, 0)?,
            fy_px: m(1, 1)?,
            cx_px: m(0, 2)? + 0.5,
            cy_px: m(1, 2)? + 0.5,
            k1: k(0)?,
            k2: k(1)?,
            p1: k(2)?,
            p2: k(3)?,
            k3: k(4)?,
            rms_px,
        };
        let focal_percent = 100.0 * (doubts.at::<f64>(0)? / lens.fx_px).max(doubts.at::<f64>(1)? / lens.fy_px);
        if rms_px > RMS_LIMIT_PX {
            return Err(CalibrationError::BentBoard { rms_px, limit_px: RMS_LIMIT_PX });
        }
        let tilt_deg = widest_tilt(&turns)?;
        if tilt_deg < TILT_NEEDED_DEG || focal_percent.is_nan() || focal_percent > FOCAL_LIMIT_PERCENT {
            return Err(CalibrationError::AlikeBoards { views: views.len(), tilt_deg, needed_deg: TILT_NEEDED_DEG, focal_percent });
        }
        Ok(LensFit { lens, size, focal_percent, views: views.len(), unused })
    }
}

/// Whether two views show the board in the same place.
fn alike(a: &Vector<Point2f>, b: &Vector<Point2f>, within_px: f64) -> bool {
    a.iter().zip(b.iter()).all(|(p, q)| (p - q).norm() < within_px)
}

/// The largest angle between the board's normals, in degrees, from its turns as rotation vectors.
fn widest_tilt(turns: &Vector<Mat>) -> Result<f64, CalibrationError> {
    let mut normals = Vec::new();
    for turn in turns {
        let axis = Vector3::new(*turn.at::<f64>(0)?, *turn.at::<f64>(1)?, *turn.at::<f64>(2)?);
        normals.push(Rotation3::new(axis) * Vector3::z());
    }
    let angles = normals.iter().enumerate().flat_map(|(i, a)| normals.iter().take(i).map(move |b| a.angle(b).to_degrees()));
    Ok(angles.fold(0.0, f64::max))
}
