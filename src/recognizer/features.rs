//! Features by which a print is known again, however it lies (SIFT, Lowe, 2004).

use opencv::core::{self, DMatch, KeyPoint, Mat, NORM_L2, Point2f, ToInputArray, Vector};
use opencv::features2d::{BFMatcher, SIFT};
use opencv::imgproc;
use opencv::prelude::*;

/// Features of one picture.
const MOST: i32 = 200;
/// Fewer tell nothing.
pub(super) const LEAST: usize = 5;
/// A feature is the one whose distance is less than this part of the next one's.
const CLEARER: f32 = 0.8;

/// The features of a picture.
#[derive(Debug, Clone)]
pub(super) struct Features {
    at: Vec<Point2f>,
    descriptors: Mat,
}

impl Features {
    pub(super) fn of(picture: &impl ToInputArray) -> opencv::Result<Self> {
        let (mut grey, mut even) = (Mat::default(), Mat::default());
        imgproc::cvt_color_def(picture, &mut grey, imgproc::COLOR_RGB2GRAY)?;
        core::normalize(&grey, &mut even, 0.0, 255.0, core::NORM_MINMAX, -1, &core::no_array())?;
        let (mut points, mut descriptors) = (Vector::<KeyPoint>::new(), Mat::default());
        SIFT::create(MOST, 3, 0.02, 10.0, 1.6)?.detect_and_compute_def(&even, &core::no_array(), &mut points, &mut descriptors)?;
        Ok(Self { at: points.iter().map(|p| p.pt()).collect(), descriptors })
    }

    /// Where those that another picture shows too are in this one, and in that.
    pub(super) fn found_in(&self, other: &Self) -> opencv::Result<(Vector<Point2f>, Vector<Point2f>)> {
        let (mut from, mut to) = (Vector::<Point2f>::new(), Vector::<Point2f>::new());
        if self.at.len() < LEAST || other.at.len() < LEAST {
            return Ok((from, to));
        }
        let mut matches = Vector::<Vector<DMatch>>::new();
        BFMatcher::create(NORM_L2, false)?.knn_train_match_def(&self.descriptors, &other.descriptors, &mut matches, 2)?;
        for pair in &matches {
            let (Ok(first), Ok(second)) = (pair.get(0), pair.get(1)) else { continue };
            let both = (self.at.get(first.query_idx as usize), other.at.get(first.train_idx as usize));
            if let (true, (Some(a), Some(b))) = (first.distance < CLEARER * second.distance, both) {
                from.push(*a);
                to.push(*b);
            }
        }
        Ok((from, to))
    }
}
