//! Where a printed face lies in a picture, to a part of a pixel.
//!
//! Outlines are a few pixels off. From there the face is moved until it correlates best with what is seen (enhanced correlation
//! coefficient, Evangelidis and Psarakis, 2008); where it was farther off than that can mend, from where its features are found (SIFT, Lowe, 2004).

use super::portrait::{Detail, PORTRAIT_SIZE, most_alike};
use super::rectify::{Crop, upright, windowed};
use super::{RecognizerError, pixels};
use crate::geometry::{Homography, Image, Point, Quad};
use image::RgbImage;
use image::imageops::{self, FilterType};
use opencv::calib3d;
use opencv::core::{
    BORDER_REPLICATE, DMatch, KeyPoint, Mat, NORM_L2, Point2f, Scalar, Size, TermCriteria, TermCriteria_COUNT, TermCriteria_EPS,
    ToInputArray, Vector,
};
use opencv::features2d::{BFMatcher, SIFT};
use opencv::prelude::*;
use opencv::{core, imgproc, video};
use std::cell::OnceCell;

/// How much is seen around a card, as a part of its width and of its height.
const AROUND: f64 = 0.1;
/// Blur before the correlation is followed uphill, in pixels of a portrait: small words only mislead.
const BLUR_PX: f64 = 2.0;
/// Steps uphill in pictures of half the size, and then in whole ones.
const STEPS: [i32; 2] = [30, 8];
const STEP_ENDS: f64 = 1e-4;
/// Farthest that a corner may have been off, in pixels of a portrait.
const FARTHEST_PX: f64 = 60.0;
/// Features of one picture.
const MOST_FEATURES: i32 = 200;
/// A feature is the one whose distance is less than this part of the next one's.
const CLEARER: f32 = 0.8;
const LEAST_FEATURES: usize = 5;
/// How far features of one plane lie from where the others say, in pixels of a portrait.
const EXACT_PX: f64 = 3.0;

/// A printed face, ready to be laid on cards.
#[derive(Debug, Clone)]
pub(super) struct Portrait {
    /// The face edge to edge, of [`PORTRAIT_SIZE`].
    picture: RgbImage,
    soft: OnceCell<Soft>,
    features: OnceCell<Features>,
}

/// What a picture shows at and around an outline.
pub(super) struct View {
    colour: Mat,
    soft: Soft,
    features: OnceCell<Features>,
    to_picture: Homography<Image, Crop>,
}

/// A picture in soft greys, whole and of half its size.
#[derive(Debug, Clone)]
struct Soft([Mat; 2]);

/// Where a face lies in a view.
pub(super) struct Aligned {
    /// Correlation of its detail with what is seen there, -1..=1.
    pub(super) likeness: f32,
    /// How blurred it is seen, in pixels of a portrait.
    pub(super) blur_px: f64,
    /// What is seen there.
    pub(super) seen: Detail,
    /// Its outline, from its own top left.
    pub(super) quad: Quad<Image>,
}

#[derive(Debug, Clone)]
struct Features {
    at: Vec<Point2f>,
    descriptors: Mat,
}

impl Portrait {
    /// Of a face, edge to edge and upright.
    pub(super) fn of(face: &RgbImage) -> Self {
        let picture = imageops::resize(face, PORTRAIT_SIZE.0, PORTRAIT_SIZE.1, FilterType::Triangle);
        Self { picture, soft: OnceCell::new(), features: OnceCell::new() }
    }

    fn soft(&self) -> opencv::Result<&Soft> {
        once(&self.soft, || Soft::of(&pixels::view(&self.picture)?))
    }

    /// Its detail, as on a card that is seen this blurred.
    pub(super) fn detail(&self, blur_px: f64) -> opencv::Result<Detail> {
        Detail::blurred(&pixels::view(&self.picture)?, blur_px)
    }
}

/// What a cell holds, made when it is first asked for.
pub(super) fn once<T, E>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    if let Some(made) = cell.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}

fn view_size() -> (u32, u32) {
    let wide = |px: u32| px + 2 * (AROUND * f64::from(px)) as u32;
    (wide(PORTRAIT_SIZE.0), wide(PORTRAIT_SIZE.1))
}

/// Where the outline's corners land in a view.
fn in_view() -> Quad<Crop> {
    let (w, h) = (f64::from(PORTRAIT_SIZE.0), f64::from(PORTRAIT_SIZE.1));
    upright(AROUND * w, AROUND * h, (1.0 + AROUND) * w, (1.0 + AROUND) * h)
}

impl View {
    /// `None` for an outline without area.
    pub(super) fn of(picture: &RgbImage, quad: &Quad<Image>) -> Result<Option<Self>, RecognizerError> {
        let Ok(to_picture) = Homography::between(&in_view(), quad) else { return Ok(None) };
        let full_px = f64::from(PORTRAIT_SIZE.1);
        let Some(colour) = windowed(&pixels::view(picture)?, quad, &in_view(), view_size(), full_px)? else { return Ok(None) };
        let soft = Soft::of(&colour)?;
        Ok(Some(Self { colour, soft, features: OnceCell::new(), to_picture }))
    }

    /// Lays a face on what is seen, from the outline; `None` where it fits nowhere.
    pub(super) fn align(&self, face: &Portrait) -> Result<Option<Aligned>, RecognizerError> {
        Ok(match uphill(face.soft()?, &self.soft, start()?)? {
            Some(map) => self.judged(face, &map)?,
            None => None,
        })
    }

    /// Lays a face on what is seen, from the features that both show; `None` where it fits nowhere.
    pub(super) fn align_by_features(&self, face: &Portrait) -> Result<Option<Aligned>, RecognizerError> {
        let Some(map) = self.by_features(face)? else { return Ok(None) };
        let climbed = uphill(face.soft()?, &self.soft, map.clone())?;
        Ok(self.judged(face, &climbed.unwrap_or(map))?)
    }

    fn judged(&self, face: &Portrait, map: &Mat) -> opencv::Result<Option<Aligned>> {
        let Some(quad) = self.outline(map) else { return Ok(None) };
        let mut there = Mat::default();
        let size = Size::new(PORTRAIT_SIZE.0 as i32, PORTRAIT_SIZE.1 as i32);
        let how = imgproc::INTER_LINEAR | imgproc::WARP_INVERSE_MAP;
        imgproc::warp_perspective(&self.colour, &mut there, map, size, how, BORDER_REPLICATE, Scalar::default())?;
        let seen = Detail::seen(&there)?;
        let (likeness, blur_px) = most_alike(&seen, |blur_px| face.detail(blur_px))?;
        Ok(Some(Aligned { likeness, blur_px, seen, quad }))
    }

    /// The outline that a map from a face's pixels to the view's gives it; `None` where no card that was outlined here can lie.
    fn outline(&self, map: &Mat) -> Option<Quad<Image>> {
        let at = |row: i32, column: i32| map.at_2d::<f32>(row, column).ok().copied().map(f64::from);
        let moved = |p: Point<Crop>| {
            let mut to = [0.0; 3];
            for (row, to) in to.iter_mut().enumerate() {
                let row = row as i32;
                *to = at(row, 0)? * p.x + at(row, 1)? * p.y + at(row, 2)?;
            }
            (to[2] > 1e-6).then(|| Point::<Crop>::new(to[0] / to[2], to[1] / to[2]))
        };
        let (w, h) = (f64::from(PORTRAIT_SIZE.0), f64::from(PORTRAIT_SIZE.1));
        let [a, b, c, d] = upright(0.0, 0.0, w, h).corners.map(moved);
        let quad = Quad::new([a?, b?, c?, d?]);
        let possible = quad.is_convex() && quad.farthest(&in_view()) < FARTHEST_PX;
        possible.then(|| self.to_picture.apply_quad(&quad))
    }

    /// A map from a face's pixels to the view's, by what both show.
    fn by_features(&self, face: &Portrait) -> opencv::Result<Option<Mat>> {
        let face = once(&face.features, || Features::of(&pixels::view(&face.picture)?))?;
        let here = once(&self.features, || Features::of(&self.colour))?;
        if face.at.len() < LEAST_FEATURES || here.at.len() < LEAST_FEATURES {
            return Ok(None);
        }
        let mut matches = Vector::<Vector<DMatch>>::new();
        BFMatcher::create(NORM_L2, false)?.knn_train_match_def(&face.descriptors, &here.descriptors, &mut matches, 2)?;
        let (mut from, mut to) = (Vector::<Point2f>::new(), Vector::<Point2f>::new());
        for pair in &matches {
            let (Ok(first), Ok(second)) = (pair.get(0), pair.get(1)) else { continue };
            let both = (face.at.get(first.query_idx as usize), here.at.get(first.train_idx as usize));
            if let (true, (Some(a), Some(b))) = (first.distance < CLEARER * second.distance, both) {
                from.push(*a);
                to.push(*b);
            }
        }
        if from.len() < LEAST_FEATURES {
            return Ok(None);
        }
        let map = calib3d::find_homography(&from, &to, &mut Mat::default(), calib3d::RANSAC, EXACT_PX)?;
        if map.empty() {
            return Ok(None);
        }
        let mut single = Mat::default();
        map.convert_to(&mut single, core::CV_32F, 1.0, 0.0)?;
        Ok(Some(single))
    }
}

impl Features {
    fn of(picture: &impl ToInputArray) -> opencv::Result<Self> {
        let (mut grey, mut even) = (Mat::default(), Mat::default());
        imgproc::cvt_color_def(picture, &mut grey, imgproc::COLOR_RGB2GRAY)?;
        core::normalize(&grey, &mut even, 0.0, 255.0, core::NORM_MINMAX, -1, &core::no_array())?;
        let (mut points, mut descriptors) = (Vector::<KeyPoint>::new(), Mat::default());
        SIFT::create(MOST_FEATURES, 3, 0.02, 10.0, 1.6)?.detect_and_compute_def(&even, &core::no_array(), &mut points, &mut descriptors)?;
        Ok(Self { at: points.iter().map(|p| p.pt()).collect(), descriptors })
    }
}

impl Soft {
    fn of(colour: &impl ToInputArray) -> opencv::Result<Self> {
        let (mut grey, mut soft) = (Mat::default(), Mat::default());
        imgproc::cvt_color_def(colour, &mut grey, imgproc::COLOR_RGB2GRAY)?;
        imgproc::gaussian_blur_def(&grey, &mut soft, Size::new(0, 0), BLUR_PX)?;
        let mut half = Mat::default();
        imgproc::resize(&soft, &mut half, Size::default(), 0.5, 0.5, imgproc::INTER_AREA)?;
        Ok(Self([soft, half]))
    }
}

/// The map that leaves the outline as it is.
fn start() -> opencv::Result<Mat> {
    let [first, ..] = in_view().corners;
    Mat::from_slice_2d(&[[1.0_f32, 0.0, first.x as f32], [0.0, 1.0, first.y as f32], [0.0, 0.0, 1.0]])
}

/// The map near one that correlates best; `None` where nothing correlates.
fn uphill(Soft([face, half_face]): &Soft, Soft([view, half_view]): &Soft, mut map: Mat) -> opencv::Result<Option<Mat>> {
    scale(&mut map, 0.5)?;
    if !climb(half_face, half_view, &mut map, STEPS[0]) {
        return Ok(None);
    }
    scale(&mut map, 2.0)?;
    Ok(climb(face, view, &mut map, STEPS[1]).then_some(map))
}

/// Whether the map could be made better: not where the two pictures have nothing to do with each other.
fn climb(face: &Mat, view: &Mat, map: &mut Mat, steps: i32) -> bool {
    let criteria = TermCriteria { typ: TermCriteria_COUNT | TermCriteria_EPS, max_count: steps, epsilon: STEP_ENDS };
    video::find_transform_ecc(face, view, map, video::MOTION_HOMOGRAPHY, criteria, &core::no_array(), 1).is_ok()
}

/// Makes a map between pictures one between pictures of this many times their size.
fn scale(map: &mut Mat, times: f32) -> opencv::Result<()> {
    for near in 0..2 {
        *map.at_2d_mut::<f32>(near, 2)? *= times;
        *map.at_2d_mut::<f32>(2, near)? /= times;
    }
    Ok(())
}
