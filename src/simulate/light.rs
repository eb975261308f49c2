//! The room's light and the sensor that turns it into eight bits.

use super::noise::gaussian_table;
use super::texture::srgb;

/// The room's light on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Unit vector towards the main lamp: x, y, height.
    pub towards: [f32; 3],
    /// Share of the light that comes from everywhere.
    pub ambient: f32,
    /// Brightest spot on the table, mm.
    pub spot_mm: [f32; 2],
    /// Distance at which the spot has lost its extra light, mm.
    pub reach_mm: f32,
    /// How much brighter the spot is than the far table, as a share.
    pub unevenness: f32,
    /// Width of a shadow's edge for each mm of height.
    pub softness: f32,
}

impl Light {
    /// Brightness at a point of the table; about 1.
    pub fn at(&self, x: f32, y: f32) -> f32 {
        let (dx, dy) = ((x - self.spot_mm[0]) / self.reach_mm, (y - self.spot_mm[1]) / self.reach_mm);
        1.0 - self.unevenness * 0.5 + self.unevenness / (1.0 + dx * dx + dy * dy)
    }

    /// How far a point's shadow lies from it for each mm of height, seen from the shadow.
    pub fn slope(&self) -> [f32; 2] {
        [self.towards[0] / self.towards[2], self.towards[1] / self.towards[2]]
    }
}

/// What the camera makes of the light.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensor {
    /// Gain before the tone curve.
    pub exposure: f32,
    /// White balance: gains for red, green and blue.
    pub cast: [f32; 3],
    /// Light lost in the corners, as a share.
    pub vignetting: f32,
    /// Standard deviation of the noise in mid grey, in units of 1/255.
    pub noise: f32,
    /// Radius of the lens's blur, pixels; 0 for none.
    pub blur_px: f32,
    /// Shutter time, seconds: how long movement smears.
    pub shutter_s: f64,
    /// Seed of the noise.
    pub seed: u32,
}

/// Levels of the tone curve's table: linear light 0..=1.25.
const STEPS: usize = 8192;
const TOP: f32 = 1.25;
/// Length of the table of noise: odd, so that rows do not repeat in step.
const NOISE: usize = 262_139;
/// Longest row that is read from the table, in samples.
const ROW: usize = 3 * 8192;

/// The sensor's tables.
#[derive(Debug)]
pub(super) struct Develop {
    tone: Vec<u16>,
    amplitude: [i32; 256],
    noise: Vec<i8>,
}

impl Develop {
    pub(super) fn new(sensor: &Sensor) -> Self {
        // A soft shoulder keeps bright card stock from clipping flat.
        let shoulder = |l: f32| if l < 0.8 { l } else { 0.8 + 0.2 * (1.0 - (-(l - 0.8) / 0.2).exp()) };
        let tone = (0..=STEPS).map(|i| (srgb(shoulder(i as f32 / STEPS as f32 * TOP)).clamp(0.0, 1.0) * 65280.0) as u16).collect();
        // Shot noise grows with the square root of light; the tone curve stretches the dark end.
        let amplitude = std::array::from_fn(|i| (sensor.noise * (1.35 - 0.7 * i as f32 / 255.0) * 256.0 / 40.0) as i32);
        let mut noise: Vec<i8> = gaussian_table(NOISE, sensor.seed).into_iter().map(|g| (g * 40.0).clamp(-127.0, 127.0) as i8).collect();
        noise.extend_from_within(..ROW.min(NOISE));
        Self { tone, amplitude, noise }
    }

    /// Linear light to the tone curve's value, 256 times the byte.
    pub(super) fn tone(&self, light: f32) -> u16 {
        let i = (light.max(0.0) * (STEPS as f32 / TOP)) as usize;
        self.tone.get(i.min(STEPS)).copied().unwrap_or(65280)
    }

    /// A row of tone values to bytes, with the noise of this row and frame.
    pub(super) fn expose(&self, row: &[[u16; 3]], out: &mut [u8], offset: usize) {
        let noise = self.noise.get(offset % NOISE..).unwrap_or(&[]);
        for ((tone, byte), n) in row.as_flattened().iter().zip(out).zip(noise) {
            let amplitude = self.amplitude.get(usize::from(tone >> 8)).copied().unwrap_or(0);
            *byte = ((i32::from(*tone) + i32::from(*n) * amplitude + 128) >> 8).clamp(0, 255) as u8;
        }
    }
}
