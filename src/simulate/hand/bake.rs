//! The solid hand looked at from above, texel by texel.

use super::solid::{FINGERS, Solid, V, add, dot, unit};
use super::sprite::{Sprite, SpriteTexel};
use super::{CUFF, DENSITY, HALF_WIDTH, HandLook, Y_HIGH, Y_LOW};
use crate::simulate::noise::{fractal, value};
use crate::simulate::scene::Gesture;
use crate::simulate::texture::linear_rgb;

/// What a texel of the baked hand is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stuff {
    Skin,
    Nail,
    Cloth,
}

/// One texel: how much of it is hand, its normal, the light that reaches it, its stuff and colour modulation.
#[derive(Debug, Clone, Copy)]
struct Texel {
    pub(super) alpha: f32,
    pub(super) normal: V,
    pub(super) open: f32,
    pub(super) stuff: Stuff,
    /// Redness (skin) and darkness, both about 0.
    pub(super) red: f32,
    pub(super) dark: f32,
}

/// The shape of a hand at one gesture, without colours.
#[derive(Debug)]
pub(in crate::simulate) struct Shape {
    width: usize,
    height: usize,
    texels: Vec<Option<Texel>>,
    /// Where thumb and finger meet, or the touching point of a pointing finger: hand space x and y.
    pub tip: [f32; 2],
}

impl Shape {
    /// Looks at the solid from above.
    pub(super) fn bake(gesture: Gesture, bare: bool) -> Self {
        let solid = Solid::new(gesture, bare);
        let (width, height) = ((2.0 * HALF_WIDTH * DENSITY) as usize, ((Y_HIGH - Y_LOW) * DENSITY) as usize);
        let mut texels = Vec::with_capacity(width * height);
        for row in 0..height {
            let y = Y_HIGH - (row as f32 + 0.5) / DENSITY;
            for column in 0..width {
                let x = (column as f32 + 0.5) / DENSITY - HALF_WIDTH;
                texels.push(texel(&solid, x, y));
            }
        }
        let ends = [0, 1].map(|i: usize| solid.fingers[i].bones[2].b);
        let pads = [0, 1].map(|i: usize| solid.fingers[i].bones[2].rb);
        let tip = match gesture {
            // Between the pads, a little short of their ends.
            Gesture::Grasp(_) => [(ends[0][0] + ends[1][0]) / 2.0 + 2.0, ends[1][1].max(ends[0][1]) + (pads[0] + pads[1]) * 0.1],
            // Below the last bone's end: the finger goes on for its radius.
            Gesture::Point => [ends[1][0], ends[1][1]],
        };
        Self { width, height, texels, tip }
    }

    /// A hand of this shape in a player's colours.
    pub(in crate::simulate) fn painted(&self, look: &HandLook) -> Sprite {
        let (skin, sleeve) = (linear_rgb(look.skin), linear_rgb(look.sleeve));
        let mut texels = Vec::with_capacity(self.texels.len());
        for (i, texel) in self.texels.iter().enumerate() {
            let y = Y_HIGH - ((i / self.width) as f32 + 0.5) / DENSITY;
            texels.push(match texel {
                None => SpriteTexel::default(),
                Some(t) => {
                    let mut colour = match t.stuff {
                        Stuff::Skin => {
                            let depth = 1.0 - t.dark;
                            [
                                skin[0] * depth * (1.0 + 0.10 * t.red),
                                skin[1] * depth * (1.0 - 0.20 * t.red),
                                skin[2] * depth * (1.0 - 0.18 * t.red),
                            ]
                        }
                        Stuff::Nail => {
                            let pale = [0.80, 0.60, 0.53];
                            std::array::from_fn(|c| (skin[c] * 0.72 + pale[c] * 0.3) * (1.0 - t.dark))
                        }
                        Stuff::Cloth => {
                            let stripe = if look.striped && (y.rem_euclid(20.0)) < 9.0 { 1.7 } else { 1.0 };
                            sleeve.map(|c| (c * stripe).min(0.85) * (1.0 - t.dark))
                        }
                    };
                    colour = colour.map(|c| c * t.open);
                    SpriteTexel {
                        colour: colour.map(|c| c * t.alpha),
                        alpha: t.alpha,
                        normal: t.normal.map(|c| c * t.alpha),
                        gloss: gloss(t.stuff) * t.alpha,
                    }
                }
            });
        }
        Sprite::new(self.width, self.height, texels)
    }

    /// Left and right outline of the hand in rows from the fingertips to the sleeve: `(x low, x high, y)` in hand space.
    pub(in crate::simulate) fn spans(&self) -> Vec<(f32, f32, f32)> {
        let mut spans = Vec::new();
        for (row, texels) in self.texels.chunks_exact(self.width).enumerate().step_by(8) {
            let solid = |t: &Option<Texel>| t.is_some_and(|t| t.alpha > 0.5);
            let (first, last) = (texels.iter().position(solid), texels.iter().rposition(solid));
            if let (Some(first), Some(last)) = (first, last) {
                let x = |column: usize| (column as f32 + 0.5) / DENSITY - HALF_WIDTH;
                spans.push((x(first), x(last), Y_HIGH - (row as f32 + 0.5) / DENSITY));
            }
        }
        spans
    }
}

fn gloss(stuff: Stuff) -> f32 {
    match stuff {
        Stuff::Skin => 0.10,
        Stuff::Nail => 0.32,
        Stuff::Cloth => 0.0,
    }
}

/// Walks down from above until the surface is met.
fn texel(solid: &Solid, x: f32, y: f32) -> Option<Texel> {
    let pixel = 1.0 / DENSITY;
    let mut p = [x, y, 92.0];
    let (mut nearest, mut at) = (f32::MAX, p);
    for _ in 0..90 {
        let d = solid.distance(p);
        if d < nearest {
            (nearest, at) = (d, p);
        }
        if d < 0.05 || p[2] < 0.0 {
            break;
        }
        p[2] -= d.max(0.15) * 0.9;
    }
    // A miss by less than half a texel still covers part of it.
    let alpha = if nearest < 0.08 { 1.0 } else { (0.5 - nearest / pixel).clamp(0.0, 1.0) };
    if alpha <= 0.0 {
        return None;
    }
    let mut normal = solid.normal(at);
    // Crevices see less of the room: compare the distance a little way out with that way.
    let mut open = 1.0;
    for (step, weight) in [(3.0, 0.22), (7.0, 0.16), (14.0, 0.10)] {
        let d = solid.distance(add(at, normal, step));
        open -= weight * (1.0 - (d / step).clamp(0.0, 1.0));
    }
    // Low parts sit in the hand's own shade, next to the table.
    open *= 0.80 + 0.20 * (at[2] / 22.0).clamp(0.0, 1.0);
    let sleeve = at[1] < CUFF + 1.0 && solid.sleeve(at) < solid.skin(at) + 0.05;
    if sleeve {
        let knit = value(x * 1.4, y * 1.4, 12) - 0.5;
        let hem = if (CUFF - 10.5..CUFF - 9.0).contains(&y) { 0.25 } else { 0.0 };
        return Some(Texel { alpha, normal, open, stuff: Stuff::Cloth, red: 0.0, dark: hem + 0.16 * knit });
    }
    let mut stuff = Stuff::Skin;
    let mottle = fractal(x * 0.09, y * 0.09, 3, 40) - 0.5;
    let (mut red, mut dark) = (0.5 * mottle, 0.10 * (fractal(x * 0.35, y * 0.35, 2, 41) - 0.5));
    for (i, finger) in solid.fingers.iter().enumerate() {
        for (j, bone) in finger.bones.iter().enumerate() {
            let (d, h) = bone.distance(at);
            if d > 3.0 {
                continue;
            }
            // Redder knuckles and fingertips.
            if j == 2 {
                red += 0.5 * h;
                let axis = unit(add(bone.b, bone.a, -1.0));
                let side = unit([axis[1], -axis[0], 0.0]);
                let off = add(at, bone.a, -1.0);
                let length = dot(add(bone.b, bone.a, -1.0), add(bone.b, bone.a, -1.0)).sqrt();
                let along = dot(off, axis) / length;
                let across = dot(off, side) / bone.rb;
                let (u, v) = ((along - 0.88) / 0.42, across / 0.74);
                let inside = u.powi(4) + v.powi(4);
                let facing = dot(normal, [side[1], -side[0], 0.0]).abs();
                if inside < 1.0 && normal[2] > 0.25 && facing < 2.0 {
                    stuff = Stuff::Nail;
                    dark = if inside > 0.62 { 0.14 } else { 0.0 } + if u > 0.55 { -0.10 } else { 0.0 };
                }
            }
            if j > 0 {
                // Creases across the joints: three fine lines on the back of each.
                let length = dot(add(bone.b, bone.a, -1.0), add(bone.b, bone.a, -1.0)).sqrt();
                let s = h * length;
                if s < 5.0 && i > 0 {
                    red += 0.35;
                    let line = (s * 1.9 + 0.6 * value(x * 0.5, y * 0.5, 8)).sin();
                    dark += 0.10 * line.max(0.0) * (1.0 - s / 5.0);
                }
            }
        }
        if i > 0 {
            let k = FINGERS[i].knuckle;
            let near = ((at[0] - k[0]).powi(2) + (at[1] - k[1]).powi(2)).sqrt();
            red += 0.55 * (1.0 - near / 13.0).max(0.0);
            // Wrinkles over the knuckles.
            dark += 0.05 * (1.0 - near / 11.0).max(0.0) * (at[1] * 1.7 + 2.0 * value(x * 0.3, y * 0.3, 5)).sin();
        }
    }
    // Fine skin relief.
    let bump = |dx: f32, dy: f32| fractal((x + dx) * 0.5, (y + dy) * 0.32, 3, 44);
    normal = unit(add(normal, [bump(-0.5, 0.0) - bump(0.5, 0.0), bump(0.0, -0.5) - bump(0.0, 0.5), 0.0], 0.35));
    Some(Texel { alpha, normal, open, stuff, red, dark })
}
