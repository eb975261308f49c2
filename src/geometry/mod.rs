//! Points, quads, polygons and homographies whose space is in the type.
//!
//! Conventions: `x` grows to the right and `y` grows *down* in every space, so a polygon listed clockwise looks clockwise
//! on the screen and on the table seen from above. All numbers are `f64`.
//!
//! What is absent on purpose: pixels, cards, rules. Nothing here knows what a point stands for.

mod homography;
mod pairing;
mod polygon;
mod quad;

pub use homography::{FitError, Homography};
pub use pairing::cheapest_first;
pub use polygon::{Polygon, segment_distance};
pub use quad::Quad;

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Add, Mul, Sub};

/// A coordinate space; its unit is part of its meaning.
pub trait Space: Copy + PartialEq + Debug + Send + Sync + 'static {}

/// Pixels of a camera frame; `(0, 0)` is the outer corner of the top left pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image {}

/// Millimetres on the table, seen from above; `(0, 0)` is the mat's top left corner with the South seat at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {}

impl Space for Image {}
impl Space for Table {}

/// A point, or the vector from the origin to it. Serialised as `[x, y]`.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]", bound = "")]
pub struct Point<S: Space> {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    space: PhantomData<S>,
}

impl<S: Space> Debug for Point<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({:.2}, {:.2})", self.x, self.y)
    }
}

impl<S: Space> From<[f64; 2]> for Point<S> {
    fn from([x, y]: [f64; 2]) -> Self {
        Self::new(x, y)
    }
}

impl<S: Space> From<Point<S>> for [f64; 2] {
    fn from(p: Point<S>) -> Self {
        [p.x, p.y]
    }
}

impl<S: Space> Point<S> {
    /// The point `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, space: PhantomData }
    }

    /// The mean of some points; the origin for none.
    pub fn mean(points: impl IntoIterator<Item = Self>) -> Self {
        let (sum, count) = points.into_iter().fold((Self::new(0.0, 0.0), 0_usize), |(sum, n), p| (sum + p, n + 1));
        sum * (1.0 / count.max(1) as f64)
    }

    /// Euclidean distance, in the space's unit.
    pub fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }

    /// Length of the vector from the origin.
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The z component of the cross product: positive when `other` lies clockwise of `self`.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The dot product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The point a fraction `t` of the way to `other`.
    pub fn lerp(self, other: Self, t: f64) -> Self {
        self + (other - self) * t
    }
}

impl<S: Space> Add for Point<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl<S: Space> Sub for Point<S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl<S: Space> Mul<f64> for Point<S> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}
