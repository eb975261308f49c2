//! A painted hand as a picture with normals, to sample from.

use super::solid::{V, add};
use super::{DENSITY, HALF_WIDTH, SLEEVE, Y_HIGH, Y_LOW};

/// One texel, weighted by its alpha.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::simulate) struct SpriteTexel {
    /// Linear reflectance, premultiplied.
    pub colour: V,
    /// Share of the texel that is hand.
    pub alpha: f32,
    /// Normal in hand space, premultiplied.
    pub normal: V,
    /// Strength of the highlight, premultiplied.
    pub gloss: f32,
}

/// A painted hand.
#[derive(Debug)]
pub(in crate::simulate) struct Sprite {
    width: usize,
    height: usize,
    texels: Vec<SpriteTexel>,
    shade: Vec<(usize, usize, Vec<f32>)>,
}

/// Halved copies of the outline, for soft shadows.
fn shade_levels(texels: &[SpriteTexel], width: usize, height: usize) -> Vec<(usize, usize, Vec<f32>)> {
    let mut levels = vec![(width, height, texels.iter().map(|t| t.alpha).collect::<Vec<_>>())];
    for _ in 0..5 {
        let Some((w, h, last)) = levels.last() else { break };
        let (nw, nh) = ((w / 2).max(1), (h / 2).max(1));
        let at = |x: usize, y: usize| last.get(x.min(w - 1) + y.min(h - 1) * w).copied().unwrap_or(0.0);
        let mut half = Vec::with_capacity(nw * nh);
        for y in 0..nh {
            for x in 0..nw {
                // A wide kernel, so that a coarse copy does not show its texels.
                let mut sum = 0.0;
                for (dy, wy) in [(0usize, 1.0), (1, 3.0), (2, 3.0), (3, 1.0)] {
                    for (dx, wx) in [(0usize, 1.0), (1, 3.0), (2, 3.0), (3, 1.0)] {
                        sum += wx * wy * at((2 * x + dx).saturating_sub(1), (2 * y + dy).saturating_sub(1));
                    }
                }
                half.push(sum / 64.0);
            }
        }
        levels.push((nw, nh, half));
    }
    levels
}

/// Texel coordinates of a point in hand space; the sleeve goes on without end.
fn texel_at(x: f32, y: f32) -> (f32, f32) {
    let y = if y < SLEEVE {
        // Mirrored to and fro between SLEEVE and the picture's lower edge.
        let room = SLEEVE - Y_LOW - 1.0;
        let phase = (SLEEVE - y).rem_euclid(2.0 * room);
        SLEEVE - if phase > room { 2.0 * room - phase } else { phase }
    } else {
        y
    };
    ((x + HALF_WIDTH) * DENSITY - 0.5, (Y_HIGH - y) * DENSITY - 0.5)
}

impl Sprite {
    /// A picture of `width` × `height` texels, row by row from the fingertips.
    pub(super) fn new(width: usize, height: usize, texels: Vec<SpriteTexel>) -> Self {
        Self { width, height, shade: shade_levels(&texels, width, height), texels }
    }

    /// The hand at a point of hand space (right hand).
    pub(in crate::simulate) fn sample(&self, x: f32, y: f32) -> SpriteTexel {
        let (u, v) = texel_at(x, y);
        let (fu, fv) = (u.floor(), v.floor());
        let (iu, iv) = (fu as isize, fv as isize);
        if iu < -1 || iv < -1 || iu >= self.width as isize || iv >= self.height as isize {
            return SpriteTexel::default();
        }
        let (tu, tv) = (u - fu, v - fv);
        let mut sum = SpriteTexel::default();
        for (dx, dy, w) in [(0, 0, (1.0 - tu) * (1.0 - tv)), (1, 0, tu * (1.0 - tv)), (0, 1, (1.0 - tu) * tv), (1, 1, tu * tv)] {
            let (cx, cy) = (iu + dx, iv + dy);
            if cx < 0 || cy < 0 || cx >= self.width as isize {
                continue;
            }
            let Some(t) = self.texels.get(cx as usize + cy as usize * self.width) else { continue };
            sum.colour = add(sum.colour, t.colour, w);
            sum.normal = add(sum.normal, t.normal, w);
            sum.alpha += w * t.alpha;
            sum.gloss += w * t.gloss;
        }
        sum
    }

    /// How much of the light the hand takes at a point, averaged over `blur` mm.
    pub(in crate::simulate) fn shade(&self, x: f32, y: f32, blur: f32) -> f32 {
        let fine = (blur * DENSITY).max(1.0).log2().min(self.shade.len() as f32 - 1.001);
        let (low, t) = (fine.floor(), fine - fine.floor());
        let at = |level: usize| {
            let Some((w, h, data)) = self.shade.get(level) else { return 0.0 };
            let scale = 0.5f32.powi(level as i32);
            let (u, v) = texel_at(x, y);
            let (u, v) = ((u + 0.5) * scale - 0.5, (v + 0.5) * scale - 0.5);
            let (fu, fv) = (u.floor(), v.floor());
            let (tu, tv) = (u - fu, v - fv);
            let pick = |dx: isize, dy: isize| {
                let (cx, cy) = (fu as isize + dx, fv as isize + dy);
                if cx < 0 || cx >= *w as isize || cy < 0 {
                    return 0.0;
                }
                data.get(cx as usize + (cy as usize).min(h - 1) * w).copied().unwrap_or(0.0)
            };
            (pick(0, 0) * (1.0 - tu) + pick(1, 0) * tu) * (1.0 - tv) + (pick(0, 1) * (1.0 - tu) + pick(1, 1) * tu) * tv
        };
        at(low as usize) * (1.0 - t) + at(low as usize + 1) * t
    }
}
