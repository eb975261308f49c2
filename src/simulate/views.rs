//! Cameras, lights and tables to look from and at: one plain set-up for films, and random ones for photos.

use super::camera::{Camera, Framing};
use super::hand::{HandLook, SKINS, SLEEVES};
use super::light::{Light, Sensor};
use super::render::View;
use super::surface::Surface;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;

/// How far a random view may stray from the plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variety {
    /// A well set-up table: some tilt, even light.
    Film,
    /// Anything a careful user might photograph.
    Photo,
}

const WOODS: [[u8; 3]; 5] = [[158, 108, 66], [120, 78, 48], [190, 150, 104], [92, 62, 44], [206, 178, 140]];
const CLOTHS: [[u8; 3]; 6] = [[120, 28, 36], [44, 60, 96], [176, 168, 150], [70, 70, 74], [98, 116, 82], [206, 200, 192]];

/// A random view of a mat of `mat_mm`, `size` pixels large, with a hand for each of `seats`.
pub fn random_view(seed: u64, variety: Variety, size: (u32, u32), mat_mm: (f64, f64), seats: usize) -> View {
    let mut rng = Pcg64Mcg::seed_from_u64(seed ^ 0x7ab1_e0ff);
    let photo = variety == Variety::Photo;
    let mut between = |film: (f64, f64), wide: (f64, f64)| {
        let (low, high) = if photo { wide } else { film };
        if high > low { rng.random_range(low..high) } else { low }
    };
    let framing = Framing {
        size,
        tilt_deg: between((14.0, 24.0), (3.0, 35.0)),
        yaw_deg: between((-2.0, 2.0), (-7.0, 7.0)),
        roll_deg: between((-1.2, 1.2), (-4.0, 4.0)),
        view_deg: between((56.0, 66.0), (48.0, 72.0)),
        k1: between((-0.035, -0.01), (-0.05, 0.02)),
        margin_mm: between((12.0, 22.0), (6.0, 45.0)),
        shift: (between((-0.004, 0.004), (-0.015, 0.015)), between((-0.004, 0.004), (-0.01, 0.01))),
    };
    let camera = Camera::framing(&framing, mat_mm);
    let azimuth = between((0.0, TAU), (0.0, TAU)) as f32;
    let lean = between((22.0, 38.0), (12.0, 52.0)).to_radians() as f32;
    let warmth = between((-0.06, 0.08), (-0.13, 0.17)) as f32;
    let reach = mat_mm.0.max(mat_mm.1) as f32;
    let light = Light {
        towards: [lean.sin() * azimuth.cos(), lean.sin() * azimuth.sin(), lean.cos()],
        ambient: between((0.42, 0.52), (0.34, 0.62)) as f32,
        spot_mm: [
            mat_mm.0 as f32 * 0.5 + azimuth.cos() * reach * between((0.2, 0.5), (0.1, 0.7)) as f32,
            mat_mm.1 as f32 * 0.5 + azimuth.sin() * reach * between((0.2, 0.4), (0.1, 0.6)) as f32,
        ],
        reach_mm: reach * between((0.6, 0.9), (0.4, 1.0)) as f32,
        unevenness: between((0.2, 0.4), (0.15, 0.75)) as f32,
        softness: between((0.12, 0.24), (0.06, 0.34)) as f32,
    };
    let sensor = Sensor {
        exposure: between((0.86, 0.98), (0.55, 1.12)) as f32,
        cast: [1.0 + warmth, 1.0, 1.0 - warmth],
        vignetting: between((0.12, 0.24), (0.05, 0.4)) as f32,
        noise: between((0.8, 1.2), (0.6, 3.2)) as f32,
        blur_px: between((0.15, 0.4), (0.0, 0.9)) as f32,
        shutter_s: between((0.018, 0.03), (0.01, 0.04)),
        seed: seed as u32,
    };
    let mut pick = |n: usize| rng.random_range(0..n);
    let surface = if pick(3) < 2 {
        let (wood, board) = (pick(WOODS.len()), pick(3));
        Surface::Wood { rgb: WOODS.get(wood).copied().unwrap_or([150; 3]), board_mm: [95.0, 130.0, 180.0][board], seed: seed as u32 }
    } else {
        Surface::Cloth { rgb: CLOTHS.get(pick(CLOTHS.len())).copied().unwrap_or([120; 3]), seed: seed as u32 }
    };
    let (skin, sleeve) = (pick(SKINS.len()), pick(SLEEVES.len()));
    let hands = (0..seats).map(|seat| HandLook {
        // Steps that share no factor with the lengths: neighbours differ.
        skin: SKINS[(skin + seat * 5) % SKINS.len()],
        sleeve: SLEEVES[(sleeve + seat * 3) % SLEEVES.len()],
        striped: (seat + skin) % 3 == 1,
        bare: false,
        size: [0.92, 0.86, 0.96, 0.89][(seat + sleeve) % 4],
        left: (seat + skin + sleeve) % 5 == 4,
    });
    View { camera, light, sensor, surface, hands: hands.collect() }
}
