//! A hand with its sleeve: a skeleton of round bones, melted together, looked at once from above and kept as a picture with normals.
//!
//! Hand space, in mm: the wrist is the origin, `y` runs towards the fingertips, `x` to the right, heights up, palm down. It is a
//! right hand; a left one is its mirror image.

mod bake;
mod solid;
mod sprite;

use super::scene::Gesture;
use bake::Shape;
use std::sync::OnceLock;

pub(super) use sprite::{Sprite, SpriteTexel};

/// Texels a millimetre.
const DENSITY: f32 = 1.5;
/// Left edge, and half the width, mm.
const HALF_WIDTH: f32 = 84.0;
/// Lowest row of the picture: below it the sleeve repeats, mirrored.
const Y_LOW: f32 = -120.0;
/// Highest row, mm.
const Y_HIGH: f32 = 196.0;
/// Where the sleeve starts.
const CUFF: f32 = -34.0;
/// Below this the sleeve has no cuff and can be repeated.
const SLEEVE: f32 = -52.0;
/// How many steps from an open hand to a pinch.
const GRIPS: usize = 4;
/// Shapes that a hand can have with a sleeve, and as many with a bare arm: each grip, and pointing.
const GESTURES: usize = GRIPS + 1;
/// Height of the hand's plane at the tip, and its rise for each mm towards the wrist.
pub(in crate::simulate) const TIP_HEIGHT: f64 = 6.0;
pub(in crate::simulate) const RISE: f64 = 0.17;

/// How one player's hands look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandLook {
    /// Skin, sRGB.
    pub skin: [u8; 3],
    /// Sleeve, sRGB.
    pub sleeve: [u8; 3],
    /// Whether the sleeve is striped.
    pub striped: bool,
    /// Whether the arm is bare as far as it is seen: the sleeve is short.
    pub bare: bool,
    /// Size, 1 for a large grown-up's hand.
    pub size: f64,
    /// A left hand.
    pub left: bool,
}

/// One of the shapes that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ShapeNumber(usize);

static SHAPES: [OnceLock<Shape>; 2 * GESTURES] = [const { OnceLock::new() }; 2 * GESTURES];

impl ShapeNumber {
    /// The shape nearest to a gesture.
    pub(super) fn of(gesture: Gesture, bare: bool) -> Self {
        let number = match gesture {
            Gesture::Grasp(grip) => ((grip * (GRIPS - 1) as f64).round().max(0.0) as usize).min(GRIPS - 1),
            Gesture::Point => GRIPS,
        };
        Self(if bare { GESTURES + number } else { number })
    }

    /// The shape, made when it is first asked for.
    pub(super) fn shape(self) -> &'static Shape {
        let bare = self.0 >= GESTURES;
        let gesture = match self.0 % GESTURES {
            GRIPS => Gesture::Point,
            grip => Gesture::Grasp(grip as f64 / (GRIPS - 1) as f64),
        };
        SHAPES[self.0].get_or_init(|| Shape::bake(gesture, bare))
    }
}

/// Skin tones from light to dark, and sleeves.
pub const SKINS: [[u8; 3]; 6] = [[236, 196, 172], [222, 172, 140], [200, 146, 112], [168, 112, 80], [124, 80, 56], [86, 56, 42]];
/// Colours of sleeves.
pub const SLEEVES: [[u8; 3]; 8] =
    [[44, 62, 102], [150, 48, 44], [58, 92, 66], [206, 200, 186], [64, 62, 66], [188, 138, 60], [92, 62, 104], [70, 120, 134]];
