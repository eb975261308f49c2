//! Pictures in linear light, and the printed things of a game.

use crate::cards::CardId;
use image::RgbaImage;
use std::sync::LazyLock;

/// Linear light, 0..=1, of each of the 256 sRGB values.
static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| std::array::from_fn(|i| linear(i as f32 / 255.0)));

/// sRGB in 0..=1 to linear light.
pub(super) fn linear(s: f32) -> f32 {
    if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) }
}

/// Linear light in 0..=1 to sRGB.
pub(super) fn srgb(l: f32) -> f32 {
    if l <= 0.003_130_8 { l * 12.92 } else { 1.055 * l.powf(1.0 / 2.4) - 0.055 }
}

/// The linear colour of an sRGB byte triple.
pub(super) fn linear_rgb(rgb: [u8; 3]) -> [f32; 3] {
    rgb.map(|c| LINEAR[usize::from(c)])
}

/// A picture with its halved copies, so that it can be sampled from afar without flicker.
#[derive(Debug, Clone)]
pub struct Texture {
    levels: Vec<RgbaImage>,
}

impl Texture {
    /// Builds the halved copies.
    pub fn new(image: RgbaImage) -> Self {
        let mut levels = vec![image];
        while let Some(last) = levels.last() {
            if last.width() < 4 || last.height() < 4 {
                break;
            }
            let half = halved(last);
            levels.push(half);
        }
        Self { levels }
    }

    /// Width and height of the full picture in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.levels.first().map_or((1, 1), RgbaImage::dimensions)
    }

    /// Linear light and alpha at `(u, v)` in 0..=1, for one sample that is `texels` full-size pixels wide.
    pub fn sample(&self, u: f32, v: f32, texels: f32) -> [f32; 4] {
        let level = texels.max(1.0).log2().round() as usize;
        let Some(image) = self.levels.get(level.min(self.levels.len().saturating_sub(1))) else { return [0.0; 4] };
        let (w, h) = (image.width() as i32, image.height() as i32);
        let (x, y) = (u * w as f32 - 0.5, v * h as f32 - 0.5);
        let (fx, fy) = (x.floor(), y.floor());
        let (tx, ty) = (x - fx, y - fy);
        let raw = image.as_raw();
        let at = |ix: i32, iy: i32| {
            let i = 4 * (ix.clamp(0, w - 1) as usize + iy.clamp(0, h - 1) as usize * w as usize);
            match raw.get(i..i + 4) {
                Some(&[r, g, b, a]) => {
                    [LINEAR[usize::from(r)], LINEAR[usize::from(g)], LINEAR[usize::from(b)], f32::from(a) * (1.0 / 255.0)]
                }
                _ => [0.0; 4],
            }
        };
        let (ix, iy) = (fx as i32, fy as i32);
        let corners = [at(ix, iy), at(ix + 1, iy), at(ix, iy + 1), at(ix + 1, iy + 1)];
        let weights = [(1.0 - tx) * (1.0 - ty), tx * (1.0 - ty), (1.0 - tx) * ty, tx * ty];
        std::array::from_fn(|c| corners.iter().zip(weights).map(|(p, w)| p[c] * w).sum())
    }
}

/// Half the size; averages in linear light.
fn halved(image: &RgbaImage) -> RgbaImage {
    RgbaImage::from_fn((image.width() / 2).max(1), (image.height() / 2).max(1), |x, y| {
        let mut sum = [0.0f32; 4];
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let p = image.get_pixel((2 * x + dx).min(image.width() - 1), (2 * y + dy).min(image.height() - 1)).0;
            for c in 0..3 {
                sum[c] += LINEAR[usize::from(p[c])];
            }
            sum[3] += f32::from(p[3]);
        }
        let byte = |v: f32| (v + 0.5).clamp(0.0, 255.0) as u8;
        let colour = |v: f32| byte(255.0 * srgb(v / 4.0));
        image::Rgba([colour(sum[0]), colour(sum[1]), colour(sum[2]), byte(sum[3] / 4.0)])
    })
}

/// The printed things of a game.
#[derive(Debug, Clone)]
pub struct Props {
    /// The mat, and its size in mm.
    pub mat: Texture,
    /// Width and height of the mat, mm.
    pub mat_mm: (f64, f64),
    /// Every design's face.
    pub faces: Vec<(CardId, Texture)>,
    /// The back that all share.
    pub back: Texture,
    /// Width and height of a card, mm.
    pub card_mm: (f64, f64),
    /// Radius of a card's corners, mm.
    pub corner_mm: f64,
}

impl Props {
    /// Where in [`Props::faces`] a design is.
    pub fn face(&self, card: &CardId) -> Option<usize> {
        self.faces.iter().position(|(id, _)| id == card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_samples_average_in_linear_light() {
        let checks = RgbaImage::from_fn(64, 64, |x, y| if (x + y) % 2 == 0 { image::Rgba([255; 4]) } else { image::Rgba([0, 0, 0, 255]) });
        let texture = Texture::new(checks);
        let [r, _, _, a] = texture.sample(0.5, 0.5, 8.0);
        assert!((r - 0.5).abs() < 0.02 && (a - 1.0).abs() < 1e-3, "{r}");
        assert!((srgb(linear(0.3)) - 0.3).abs() < 1e-5);
    }
}
