//! Where a printed face lies in a picture, to a part of a pixel.
//!
//! Outlines are a few pixels off. From there the face is moved until it correlates best with what is seen (enhanced correlation
//! coefficient, Evangelidis and Psarakis, 2008); where it was farther off than that can mend, from where its features are found.

use super::features::{self, Features};
use super::portrait::{Detail, PORTRAIT_SIZE, most_alike, without_light};
use super::rectify::{Crop, upright, windowed};
use super::{RecognizerError, pixels};
use crate::geometry::{Homography, Image, Point, Quad};
use image::RgbImage;
use image::imageops::{self, FilterType};
use opencv::calib3d;
use opencv::core::{
    BORDER_REPLICATE, Mat, Point2f, Scalar, Size, TermCriteria, TermCriteria_COUNT, TermCriteria_EPS, ToInputArray, Vector,
};
use opencv::prelude::*;
use opencv::{core, imgproc, video};
use std::cell::OnceCell;

/// How much is seen around a card, as a part of its width and of its height.
const AROUND: f64 = 0.1;
/// Blur before the correlation is followed uphill, in pixels of a portrait: small words only mislead.
const BLUR_PX: f64 = 2.0;
/// Likeness from which no other map is tried.
const EXACT: f32 = 0.9;
/// Steps uphill in pictures of half the size, and then in whole ones.
const STEPS: [i32; 2] = [30, 8];
/// Steps of a face that was moved there.
const LAST_STEPS: i32 = 15;
const STEP_ENDS: f64 = 1e-4;
/// Farthest that a corner may have been off, in pixels of a portrait.
const FARTHEST_PX: f64 = 60.0;
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

/// A picture in soft greys.
#[derive(Debug, Clone)]
struct Soft {
    grey: Pyramid,
    /// Without the light on it.
    even: OnceCell<Pyramid>,
}

/// A picture whole, and of half its size.
type Pyramid = [Mat; 2];

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
        self.best(face, &[&|| self.warped(face, start()?), &|| start().map(Some)])
    }

    /// The same with more patience.
    pub(super) fn align_well(&self, face: &Portrait) -> Result<Option<Aligned>, RecognizerError> {
        let moved = OnceCell::new();
        let moved = || once(&moved, || self.moved_without_light(face)).cloned();
        let warped = || Ok(moved()?.map(|map| self.warped_without_light(face, map)).transpose()?.flatten());
        self.best(face, &[&|| self.warped(face, start()?), &|| start().map(Some), &moved, &warped])
    }

    /// Lays a face on what is seen, from the features that both show; `None` where it fits nowhere.
    pub(super) fn align_by_features(&self, face: &Portrait) -> Result<Option<Aligned>, RecognizerError> {
        let Some(map) = self.by_features(face)? else { return Ok(None) };
        self.best(face, &[&|| self.warped(face, map.clone()), &|| Ok(Some(map.clone()))])
    }

    /// By the map that shows it best, of those that are tried until one shows it exactly: what is followed uphill may go astray.
    fn best(&self, face: &Portrait, maps: &[&dyn Fn() -> opencv::Result<Option<Mat>>]) -> Result<Option<Aligned>, RecognizerError> {
        let mut best: Option<Aligned> = None;
        for map in maps {
            let Some(map) = map()? else { continue };
            let aligned = self.judged(face, &map)?;
            best = best.into_iter().chain(aligned).max_by(|a, b| a.likeness.total_cmp(&b.likeness));
            if best.as_ref().is_some_and(|best| best.likeness >= EXACT) {
                break;
            }
        }
        Ok(best)
    }

    /// Warped from where a map lays it.
    fn warped(&self, face: &Portrait, map: Mat) -> opencv::Result<Option<Mat>> {
        uphill(&face.soft()?.grey, &self.soft.grey, map, video::MOTION_HOMOGRAPHY)
    }

    /// Moved and turned as a whole, by what is left without the light: the edge of a shadow draws a face to itself, and one with hardly any print is
    /// drawn anywhere.
    fn moved_without_light(&self, face: &Portrait) -> opencv::Result<Option<Mat>> {
        uphill(face.soft()?.even()?, self.soft.even()?, start()?, video::MOTION_EUCLIDEAN)
    }

    /// Warped from where it was moved.
    fn warped_without_light(&self, face: &Portrait, mut map: Mat) -> opencv::Result<Option<Mat>> {
        let ([face, _], [view, _]) = (face.soft()?.even()?, self.soft.even()?);
        Ok(climb(face, view, &mut map, video::MOTION_HOMOGRAPHY, LAST_STEPS)?.then_some(map))
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

    /// How many features of a face are seen, wherever they lie.
    pub(super) fn features_of(&self, face: &Portrait) -> Result<usize, RecognizerError> {
        Ok(self.common(face)?.0.len())
    }

    /// A map from a face's pixels to the view's, by what both show.
    fn by_features(&self, face: &Portrait) -> opencv::Result<Option<Mat>> {
        let (from, to) = self.common(face)?;
        if from.len() < features::LEAST {
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

    /// Where features that both show are in the face, and here.
    fn common(&self, face: &Portrait) -> opencv::Result<(Vector<Point2f>, Vector<Point2f>)> {
        let face = once(&face.features, || Features::of(&pixels::view(&face.picture)?))?;
        face.found_in(once(&self.features, || Features::of(&self.colour))?)
    }
}

impl Soft {
    fn of(colour: &impl ToInputArray) -> opencv::Result<Self> {
        let (mut grey, mut soft) = (Mat::default(), Mat::default());
        imgproc::cvt_color_def(colour, &mut grey, imgproc::COLOR_RGB2GRAY)?;
        imgproc::gaussian_blur_def(&grey, &mut soft, Size::new(0, 0), BLUR_PX)?;
        Ok(Self { grey: pyramid(soft)?, even: OnceCell::new() })
    }

    fn even(&self) -> opencv::Result<&Pyramid> {
        let [whole, _] = &self.grey;
        once(&self.even, || pyramid(without_light(whole)?))
    }
}

fn pyramid(picture: Mat) -> opencv::Result<Pyramid> {
    let mut half = Mat::default();
    imgproc::resize(&picture, &mut half, Size::default(), 0.5, 0.5, imgproc::INTER_AREA)?;
    Ok([picture, half])
}

/// The map that leaves the outline as it is.
fn start() -> opencv::Result<Mat> {
    let [first, ..] = in_view().corners;
    Mat::from_slice_2d(&[[1.0_f32, 0.0, first.x as f32], [0.0, 1.0, first.y as f32], [0.0, 0.0, 1.0]])
}

/// The map near one that correlates best, of those that differ from it by such a motion; `None` where nothing correlates.
fn uphill([face, half_face]: &Pyramid, [view, half_view]: &Pyramid, mut map: Mat, motion: i32) -> opencv::Result<Option<Mat>> {
    scale(&mut map, 0.5)?;
    if !climb(half_face, half_view, &mut map, motion, STEPS[0])? {
        return Ok(None);
    }
    scale(&mut map, 2.0)?;
    Ok(climb(face, view, &mut map, motion, STEPS[1])?.then_some(map))
}

/// Whether the map could be made better: not where the two pictures have nothing to do with each other.
fn climb(face: &Mat, view: &Mat, map: &mut Mat, motion: i32, steps: i32) -> opencv::Result<bool> {
    let criteria = TermCriteria { typ: TermCriteria_COUNT | TermCriteria_EPS, max_count: steps, epsilon: STEP_ENDS };
    // Of what is no homography OpenCV wants, and changes, the upper rows alone.
    let rows = if motion == video::MOTION_HOMOGRAPHY { 3 } else { 2 };
    let mut moved = map.row_bounds_mut(0, rows)?;
    Ok(video::find_transform_ecc(face, view, &mut moved, motion, criteria, &core::no_array(), 1).is_ok())
}

/// Makes a map between pictures one between pictures of this many times their size.
fn scale(map: &mut Mat, times: f32) -> opencv::Result<()> {
    for near in 0..2 {
        *map.at_2d_mut::<f32>(near, 2)? *= times;
        *map.at_2d_mut::<f32>(2, near)? /= times;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Where the card lies.
    const LEFT: u32 = 60;
    const TOP: u32 = 40;
    const CARD_PX: (u32, u32) = (150, 210);

    fn outline() -> Quad<Image> {
        let [left, top, width, height] = [LEFT, TOP, CARD_PX.0, CARD_PX.1].map(f64::from);
        Quad::new([(left, top), (left + width, top), (left + width, top + height), (left, top + height)].map(|(x, y)| Point::new(x, y)))
    }

    /// A pale face with one small mark.
    fn hardly_printed() -> RgbImage {
        RgbImage::from_fn(PORTRAIT_SIZE.0, PORTRAIT_SIZE.1, |x, y| {
            let (dx, dy) = (f64::from(x) - 52.0, f64::from(y) - 68.0);
            let is_mark = dx.hypot(dy) < 24.0 && (dx.abs() < 5.0 || dy.abs() < 5.0 || dx > 2.0 * dy);
            Rgb(if is_mark { [30, 110, 60] } else { [205, 205, 225] })
        })
    }

    /// Below 256, as if at random.
    fn random(x: u32, y: u32, seed: u32) -> u32 {
        let mut bits = x ^ (y << 10) ^ (seed << 20);
        for _ in 0..3 {
            bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
        }
        bits >> 24
    }

    /// A face with a page of print, another one for each seed.
    fn printed(seed: u32) -> RgbImage {
        RgbImage::from_fn(PORTRAIT_SIZE.0, PORTRAIT_SIZE.1, |x, y| {
            let inked = y % 14 < 9 && random(x / 4, y / 3, seed) < 128;
            Rgb(if inked { [40, 30, 70] } else { [225, 220, 205] })
        })
    }

    /// The face on a dark table, as noisy as in the dark, and the light that falls there.
    fn lying(face: &RgbImage, light: impl Fn(u32, u32) -> f64) -> RgbImage {
        let card = imageops::resize(face, CARD_PX.0, CARD_PX.1, FilterType::Triangle);
        RgbImage::from_fn(280, 300, |x, y| {
            let colour =
                x.checked_sub(LEFT).zip(y.checked_sub(TOP)).and_then(|(x, y)| card.get_pixel_checked(x, y)).map_or([60, 35, 50], |p| p.0);
            let noise = f64::from(random(x, y, 0)) / 64.0 - 2.0;
            Rgb(colour.map(|v| (f64::from(v) * light(x, y) + noise) as u8))
        })
    }

    #[test]
    fn the_edge_of_a_shadow_draws_no_hardly_printed_face_to_itself() {
        let face = Portrait::of(&hardly_printed());
        let shadow = |x: u32, y: u32| if 2 * x + y > 380 { 0.25 } else { 0.6 };
        let picture = lying(&hardly_printed(), shadow);
        let found = outline().map(|p| Point::new(p.x + 2.5, p.y - 1.5));
        let view = View::of(&picture, &found).unwrap().unwrap();
        let astray = view.warped(&face, start().unwrap()).unwrap().and_then(|map| view.judged(&face, &map).unwrap());
        let laid = view.align_well(&face).unwrap().unwrap();
        assert!(astray.is_none_or(|astray| astray.likeness < 0.5));
        assert!(laid.likeness > 0.6 && laid.quad.farthest(&outline()) < 4.0, "{} {:?}", laid.likeness, laid.quad);
    }

    #[test]
    fn features_tell_which_face_lies_under_an_outline_that_is_far_off() {
        let picture = lying(&printed(3), |_, _| 0.8);
        let mut short = outline();
        short.corners[2].y -= 60.0;
        short.corners[3].y -= 60.0;
        let view = View::of(&picture, &short).unwrap().unwrap();
        let seen = |seed| view.features_of(&Portrait::of(&printed(seed))).unwrap();
        assert!(seen(3) > 3 * seen(4).max(seen(5)), "{} {} {}", seen(3), seen(4), seen(5));
        let laid = view.align_by_features(&Portrait::of(&printed(3))).unwrap().unwrap();
        assert!(laid.likeness > 0.8 && laid.quad.farthest(&outline()) < 4.0, "{} {:?}", laid.likeness, laid.quad);
    }
}
