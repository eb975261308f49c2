//! What a few frames of one fingertip say: whether it touches, where, and when it came down.

use super::model::{Contract, Model, ModelFolder, Port};
use super::{RecognizerError, rectify};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use ort::value::TensorElementType;
use serde::Deserialize;

/// Side of the window, in pixels.
pub const TOUCH_SIDE: u32 = 96;
/// Side of the square of the table that a window shows, in millimetres; the fingertip is in its middle, the arm comes from below.
pub const TOUCH_SIDE_MM: f64 = 96.0;
/// The frames around the one in question that are looked at too: so many before and so many after it.
pub const TOUCH_AROUND: (usize, usize) = (4, 2);

const OTHERS: usize = TOUCH_AROUND.0 + TOUCH_AROUND.1;
const SIDE: usize = TOUCH_SIDE as usize;
/// Red, green and blue of the frame in question, the brightness of the others, and how far each of those is away in time.
const PLANES: usize = 3 + 2 * OTHERS;
/// What a plane of time holds for so many milliseconds is one.
const TIME_UNIT_MS: f64 = 100.0;
/// Values that the model answers.
const ANSWERS: usize = 5;

static CONTRACT: Contract = Contract {
    model: "touch",
    input: Port { name: "window", dims: &[-1, PLANES as i64, SIDE as i64, SIDE as i64] },
    takes: TensorElementType::Float32,
    outputs: &[Port { name: "touch", dims: &[-1, ANSWERS as i64] }],
};

/// How far touches are believed, from the model's manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct TouchSettings {
    /// Probability from which on a fingertip is taken to touch. Larger misses light touches, smaller takes hovers for touches.
    pub touching: f32,
    /// Probability below which a fingertip that touched is taken to have left.
    pub free: f32,
    /// How long a touch lasts at least, in milliseconds. Longer misses taps, shorter takes a hand that swings by for a touch.
    pub dwell_ms: f64,
    /// A moment is off by no more than so many times what the model says, at its confidence.
    pub spreads: f64,
}

/// The same square of the table in the frame in question and in those around it.
#[derive(Debug, Clone, PartialEq)]
pub struct TouchWindow {
    /// The frame in question: red, green and blue for each pixel, row by row.
    pub now: Vec<u8>,
    /// The brightness of the frames around it, in order of time, and how many milliseconds each is later.
    pub others: Vec<(Vec<u8>, f64)>,
}

/// What a window says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TouchReading {
    /// Probability that the fingertip touches what lies there.
    pub touching: f32,
    /// Where the touching point is: to the right of the window's middle and towards the fingers, in millimetres.
    pub tip_mm: (f64, f64),
    /// How many milliseconds later than the frame in question the fingertip came or comes down; means nothing when it does not.
    pub contact_ms: f64,
    /// Scale of the error of that, in milliseconds: half of all errors are smaller than .69 times as much.
    pub spread_ms: f64,
}

impl TouchWindow {
    /// Cuts a window out of frames: `around` holds [`TOUCH_AROUND`] frames in order of time, each with how many milliseconds later it was
    /// taken than `now`; a missing one is given as `now` itself with 0. `None` for an outline without area.
    ///
    /// # Errors
    /// When OpenCV refuses.
    pub fn cut(now: &RgbImage, around: &[(&RgbImage, f64)], outline: &Quad<Image>) -> opencv::Result<Option<Self>> {
        let size = (TOUCH_SIDE, TOUCH_SIDE);
        let Some(middle) = rectify::cut(now, outline, size)? else { return Ok(None) };
        let mut others = Vec::with_capacity(around.len());
        for (frame, later_ms) in around {
            if *later_ms == 0.0 {
                others.push((brightness(&middle), 0.0));
            } else if let Some(cut) = rectify::cut(frame, outline, size)? {
                others.push((brightness(&cut), *later_ms));
            }
        }
        Ok(Some(Self { now: middle.into_raw(), others }))
    }

    fn append_planes(&self, planes: &mut Vec<f32>) {
        super::pixels::append_planes(&self.now, planes);
        for (grey, _) in &self.others {
            planes.extend(grey.iter().map(|v| f32::from(*v) / 255.0));
        }
        for (_, later_ms) in &self.others {
            planes.resize(planes.len() + SIDE * SIDE, (later_ms / TIME_UNIT_MS) as f32);
        }
    }
}

/// Rounded Rec. 601 brightness.
fn brightness(picture: &RgbImage) -> Vec<u8> {
    picture.pixels().map(|p| ((299 * u32::from(p[0]) + 587 * u32::from(p[1]) + 114 * u32::from(p[2]) + 500) / 1000) as u8).collect()
}

/// Reads fingertips with the touch model.
pub struct TouchReader {
    model: Model,
    settings: TouchSettings,
    planes: Vec<f32>,
}

impl TouchReader {
    /// Opens `touch.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (model, settings) = Model::open(folder, &CONTRACT)?;
        Ok(Self { model, settings, planes: Vec::new() })
    }

    /// How far touches are believed.
    pub const fn settings(&self) -> &TouchSettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.model.sha256()
    }

    /// Reads windows, in order. Each must have been cut with [`TOUCH_AROUND`] frames around.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read<'w>(&mut self, windows: impl Iterator<Item = &'w TouchWindow>) -> Result<Vec<TouchReading>, RecognizerError> {
        let mut planes = std::mem::take(&mut self.planes);
        planes.clear();
        let count = windows.map(|window| window.append_planes(&mut planes)).count();
        if count == 0 {
            return Ok(Vec::new());
        }
        let read = self.model.run([count, PLANES, SIDE, SIDE], &planes, |outputs| {
            let answers = outputs.values("touch", &[count, ANSWERS])?;
            Ok(answers.chunks_exact(ANSWERS).filter_map(TouchReading::of).collect())
        });
        self.planes = planes;
        read
    }
}

impl TouchReading {
    fn of(answers: &[f32]) -> Option<Self> {
        let &[touching, right_mm, ahead_mm, contact_ms, spread_ms] = answers else { return None };
        Some(Self { touching, tip_mm: (right_mm.into(), ahead_mm.into()), contact_ms: contact_ms.into(), spread_ms: spread_ms.into() })
    }
}
