//! The table under the mat, made from noise.

use super::noise::{fractal, unit, value};
use super::texture::linear_rgb;

/// The table under the mat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Surface {
    /// Boards with grain along x.
    Wood {
        /// Mean colour, sRGB.
        rgb: [u8; 3],
        /// Width of a board, mm.
        board_mm: f32,
        /// Seed of the grain.
        seed: u32,
    },
    /// Woven cloth with soft folds.
    Cloth {
        /// Mean colour, sRGB.
        rgb: [u8; 3],
        /// Seed of the folds.
        seed: u32,
    },
}

impl Surface {
    /// Linear reflectance at a point of the table, mm.
    pub fn colour(&self, x: f32, y: f32) -> [f32; 3] {
        match *self {
            Self::Wood { rgb, board_mm, seed } => {
                let board = (y / board_mm).floor();
                let row = board as i32;
                let along = x + 900.0 * unit(row, 7, seed);
                let across = y / board_mm - board;
                let plank = (along / 1400.0).floor() as i32;
                let tone = 0.82 + 0.34 * unit(row, plank, seed ^ 5);
                // Rings: a slow wave bent by noise, seen cut lengthwise; fibres: short dark streaks.
                let bend = fractal(along * 0.0035, y * 0.02, 4, seed ^ (row as u32).wrapping_mul(77));
                let ring = (bend * 34.0 + across * 3.0).sin() * 0.5 + 0.5;
                let fibre = fractal(along * 0.02, y * 0.9, 3, seed ^ 31);
                let fine = value(along * 0.06, y * 2.2, seed ^ 9);
                let seam = across.min(1.0 - across) * board_mm;
                let end = (along / 1400.0 - plank as f32).min(1.0 - (along / 1400.0 - plank as f32)) * 1400.0;
                let groove = 0.45 + 0.55 * (seam.min(end) / 1.3).clamp(0.0, 1.0);
                let shade = tone * (0.74 + 0.2 * ring * ring + 0.2 * fibre + 0.08 * fine) * groove;
                let base = linear_rgb(rgb);
                let warm = 0.9 + 0.2 * ring;
                [base[0] * shade, base[1] * shade * (0.94 + 0.06 * warm), base[2] * shade * (1.08 - 0.12 * warm)]
            }
            Self::Cloth { rgb, seed } => {
                let folds = fractal(x * 0.004, y * 0.003, 3, seed);
                let weave = value(x * 0.55, y * 0.55, seed ^ 3) * 0.6 + value(x * 0.9, y * 0.16, seed ^ 4) * 0.4;
                let shade = 0.72 + 0.4 * folds + 0.12 * (weave - 0.5);
                linear_rgb(rgb).map(|c| c * shade)
            }
        }
    }
}
