//! Where rays meet cards and hands: plain geometry, in millimetres.

use crate::geometry::{Point, Table};
use crate::simulate::hand::{HandLook, RISE, ShapeNumber, TIP_HEIGHT};
use crate::simulate::scene::{HandPose, SceneCard};
use crate::simulate::texture::Props;

/// Pixels of the frame: `x0..x1`, `y0..y1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x0: usize,
    pub(super) y0: usize,
    pub(super) x1: usize,
    pub(super) y1: usize,
}

impl Area {
    pub(super) const EMPTY: Self = Self { x0: usize::MAX, y0: usize::MAX, x1: 0, y1: 0 };

    pub(super) const fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    pub(super) fn union(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self { x0: self.x0.min(other.x0), y0: self.y0.min(other.y0), x1: self.x1.max(other.x1), y1: self.y1.max(other.y1) }
    }

    pub(super) fn overlap(self, other: Self) -> Self {
        Self { x0: self.x0.max(other.x0), y0: self.y0.max(other.y0), x1: self.x1.min(other.x1), y1: self.y1.min(other.y1) }
    }

    pub(super) const fn width(&self) -> usize {
        self.x1 - self.x0
    }
}

/// A ray over a pixel, or from the lamp to a pixel: it passes `ground + height × slope`.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    pub(super) ground: [f32; 2],
    pub(super) slope: [f32; 2],
}

impl Ray {
    pub(super) fn at(&self, height: f32) -> [f32; 2] {
        [self.ground[0] + height * self.slope[0], self.ground[1] + height * self.slope[1]]
    }
}

/// A card made ready for many questions about points.
pub(super) struct Flat {
    pub(super) centre: [f32; 2],
    pub(super) cos: f32,
    pub(super) sin: f32,
    pub(super) half: [f32; 2],
    pub(super) corner: f32,
}

impl Flat {
    pub(super) fn new(card: &SceneCard, props: &Props) -> Self {
        let (sin, cos) = card.turn.sin_cos();
        Self {
            centre: [card.centre.x as f32, card.centre.y as f32],
            cos: cos as f32,
            sin: sin as f32,
            half: [props.card_mm.0 as f32 / 2.0, props.card_mm.1 as f32 / 2.0],
            corner: props.corner_mm as f32,
        }
    }

    /// In the card's own axes, from its centre.
    pub(super) fn local(&self, p: [f32; 2]) -> [f32; 2] {
        let (x, y) = (p[0] - self.centre[0], p[1] - self.centre[1]);
        [x * self.cos + y * self.sin, y * self.cos - x * self.sin]
    }

    /// Signed distance of a local point to the rounded outline, negative inside.
    pub(super) fn outside(&self, p: [f32; 2]) -> f32 {
        let (qx, qy) = (p[0].abs() - self.half[0] + self.corner, p[1].abs() - self.half[1] + self.corner);
        qx.max(0.0).hypot(qy.max(0.0)) + qx.max(qy).min(0.0) - self.corner
    }
}

pub(super) fn ramp(low: f32, high: f32, v: f32) -> f32 {
    let t = ((v - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn normalised(a: [f32; 3]) -> [f32; 3] {
    let l = dot(a, a).sqrt().max(1e-6);
    a.map(|c| c / l)
}

/// The shape in which a hand is drawn.
pub(super) fn shape_number(pose: &HandPose, looks: &[HandLook]) -> ShapeNumber {
    ShapeNumber::of(pose.gesture, looks.get(pose.hand).is_some_and(|look| look.bare))
}

/// Where a posed hand's own axes lie on the table.
pub(super) struct HandFrame {
    pub(super) tip: [f32; 2],
    pub(super) forward: [f32; 2],
    pub(super) right: [f32; 2],
    pub(super) anchor: [f32; 2],
    pub(super) height: f32,
    pub(super) size: f32,
}

impl HandFrame {
    pub(super) fn new(pose: &HandPose, looks: &[HandLook]) -> Self {
        let (sin, cos) = pose.turn.sin_cos();
        let (sin, cos) = (sin as f32, cos as f32);
        let (size, left) = looks.get(pose.hand).map_or((1.0, false), |l| (l.size as f32, l.left));
        let flip = if left { -1.0 } else { 1.0 };
        Self {
            tip: [pose.tip.x as f32, pose.tip.y as f32],
            forward: [sin, -cos],
            right: [cos * flip, sin * flip],
            anchor: shape_number(pose, looks).shape().tip,
            height: (pose.height_mm + TIP_HEIGHT) as f32,
            size,
        }
    }

    /// Where a ray meets the hand's slanting plane: hand space x and y, and the height there.
    pub(super) fn hit(&self, ray: Ray) -> (f32, f32, f32) {
        let rise = RISE as f32;
        let to = [ray.ground[0] - self.tip[0], ray.ground[1] - self.tip[1]];
        // The plane falls along `forward`; along the ray both change with height.
        let start = to[0] * self.forward[0] + to[1] * self.forward[1];
        let drift = ray.slope[0] * self.forward[0] + ray.slope[1] * self.forward[1];
        let height = (self.height - rise * start) / (1.0 + rise * drift);
        let p = [to[0] + height * ray.slope[0], to[1] + height * ray.slope[1]];
        let x = (p[0] * self.right[0] + p[1] * self.right[1]) / self.size + self.anchor[0];
        let y = (p[0] * self.forward[0] + p[1] * self.forward[1]) / self.size + self.anchor[1];
        (x, y, height.max(0.0))
    }

    /// The table point under a point of the hand, and its height.
    pub(super) fn table(&self, x: f32, y: f32) -> (Point<Table>, f64) {
        let (dx, dy) = ((x - self.anchor[0]) * self.size, (y - self.anchor[1]) * self.size);
        let p = [0, 1].map(|k: usize| self.tip[k] + dx * self.right[k] + dy * self.forward[k]);
        (Point::new(f64::from(p[0]), f64::from(p[1])), f64::from((self.height - RISE as f32 * dy).max(0.0)))
    }

    /// Whether nothing of the hand is that far to the side.
    pub(super) fn misses(&self, x: f32) -> bool {
        x.abs() > 88.0
    }

    /// A direction of hand space on the table.
    pub(super) fn world(&self, n: [f32; 3]) -> [f32; 3] {
        [n[0] * self.right[0] + n[1] * self.forward[0], n[0] * self.right[1] + n[1] * self.forward[1], n[2]]
    }
}
