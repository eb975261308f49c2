//! A hand with its sleeve: a skeleton of round bones, melted together, looked at once from above and kept as a picture with normals.
//!
//! Hand space, in mm: the wrist is the origin, `y` runs towards the fingertips, `x` to the right, heights up, palm down. It is a
//! right hand; a left one is its mirror image.

mod bake;
mod solid;
mod sprite;

pub(super) use bake::Shape;
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
pub const GRIPS: usize = 4;
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
    /// Size, 1 for a large grown-up's hand.
    pub size: f64,
    /// A left hand.
    pub left: bool,
}

/// Skin tones from light to dark, and sleeves.
pub const SKINS: [[u8; 3]; 6] = [[236, 196, 172], [222, 172, 140], [200, 146, 112], [168, 112, 80], [124, 80, 56], [86, 56, 42]];
/// Colours of sleeves.
pub const SLEEVES: [[u8; 3]; 8] =
    [[44, 62, 102], [150, 48, 44], [58, 92, 66], [206, 200, 186], [64, 62, 66], [188, 138, 60], [92, 62, 104], [70, 120, 134]];
