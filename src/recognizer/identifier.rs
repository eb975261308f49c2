use super::appearance::{APPEARANCE, appearance, half_turned};
use super::model::{Contract, Model, ModelFolder, Port};
use super::rectify::{CROP_HEIGHT, CROP_WIDTH, Crop, crop_quad, picture_from_crop};
use super::{IdentitySettings, RecognizerError, pixels};
use crate::geometry::{Image, Point, Quad};
use image::RgbImage;

const RANKS: usize = 13;
const SUITS: usize = 4;
const KINDS: usize = 5;
/// Length of an embedding.
const LEARNT: usize = 128;
/// Numbers that tell a crop from others: the model's, and its appearance.
pub(super) const EMBEDDING: usize = LEARNT + APPEARANCE;

static CONTRACT: Contract = Contract {
    model: "identifier",
    input: Port { name: "crop", dims: &[-1, 3, CROP_HEIGHT as i64, CROP_WIDTH as i64] },
    outputs: &[
        Port { name: "rank", dims: &[-1, RANKS as i64] },
        Port { name: "suit", dims: &[-1, SUITS as i64] },
        Port { name: "kind", dims: &[-1, KINDS as i64] },
        Port { name: "embedding", dims: &[-1, LEARNT as i64] },
        Port { name: "corners", dims: &[-1, 8] },
    ],
};

/// What the identifier sees in one crop. All probabilities are means over both ways up.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Ace, 2 to 10, jack, queen, king of a standard face.
    pub ranks: [f32; RANKS],
    /// Clubs, diamonds, hearts, spades of a standard face.
    pub suits: [f32; SUITS],
    /// Standard face, back, joker, other printed face, not a card.
    pub kinds: [f32; KINDS],
    /// What the face looks like, as vectors of length one: as the crop lies, and turned by half a turn.
    pub embeddings: [Vec<f32>; 2],
    /// How far each corner of the card lies from where the crop has it, in crop pixels.
    pub corner_offsets: [Point<Crop>; 4],
}

impl Reading {
    /// Farthest that a corner is believed to be off, as a fraction of the crop's height.
    const FARTHEST: f64 = 0.15;

    /// The outline with each corner moved to where the card's corner was seen.
    pub fn refined(&self, quad: &Quad<Image>) -> Quad<Image> {
        let Some(to_picture) = picture_from_crop(quad) else { return *quad };
        let far = Self::FARTHEST * f64::from(CROP_HEIGHT);
        let mut corners = crop_quad().corners;
        for (corner, offset) in corners.iter_mut().zip(self.corner_offsets) {
            *corner = *corner + Point::new(offset.x.clamp(-far, far), offset.y.clamp(-far, far));
        }
        let moved = to_picture.apply_quad(&Quad::new(corners));
        if moved.is_convex() { moved } else { *quad }
    }

    /// The farthest that any corner is off, in crop pixels.
    pub fn farthest_offset(&self) -> f64 {
        self.corner_offsets.iter().map(|o| o.length()).fold(0.0, f64::max)
    }
}

/// Reads crops of cards.
pub struct Identifier {
    model: Model,
    settings: IdentitySettings,
    planes: Vec<f32>,
}

impl Identifier {
    /// Crops read in one run of the model, to bound its memory.
    const BATCH: usize = 16;

    /// Opens `identifier.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (model, settings) = Model::open(folder, &CONTRACT)?;
        Ok(Self { model, settings, planes: Vec::new() })
    }

    /// How readings are judged.
    pub const fn settings(&self) -> &IdentitySettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal: what a gallery of its embeddings is bound to.
    pub fn sha256(&self) -> &str {
        self.model.sha256()
    }

    /// Reads crops made by [`rectify`](super::rectify); one reading for each, in order. A picture of another size reads as nothing certain.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read(&mut self, crops: &[RgbImage]) -> Result<Vec<Reading>, RecognizerError> {
        let mut readings = Vec::with_capacity(crops.len());
        for batch in crops.chunks(Self::BATCH) {
            readings.extend(self.read_batch(batch)?);
        }
        Ok(readings)
    }

    fn read_batch(&mut self, crops: &[RgbImage]) -> Result<Vec<Reading>, RecognizerError> {
        let plane = (CROP_WIDTH * CROP_HEIGHT) as usize;
        self.planes.clear();
        for crop in crops {
            let start = self.planes.len();
            pixels::append_planes(crop.as_raw(), &mut self.planes);
            // Turned by half a turn, a plane runs backwards.
            for channel in 0..3 {
                let from = start + channel * plane;
                let turned: Vec<f32> = self.planes.get(from..from + plane).map(|p| p.iter().rev().copied().collect()).unwrap_or_default();
                self.planes.extend(turned);
            }
        }
        let n = 2 * crops.len();
        self.model.run([n, 3, CROP_HEIGHT as usize, CROP_WIDTH as usize], &self.planes, |outputs| {
            let heads = Heads {
                rank: outputs.values("rank", &[n, RANKS])?,
                suit: outputs.values("suit", &[n, SUITS])?,
                kind: outputs.values("kind", &[n, KINDS])?,
                embedding: outputs.values("embedding", &[n, LEARNT])?,
                corners: outputs.values("corners", &[n, 8])?,
            };
            Ok(crops.iter().enumerate().map(|(i, crop)| heads.reading(2 * i, crop)).collect())
        })
    }
}

/// The model's answers for a batch, crop after crop, each crop followed by itself turned by half a turn.
struct Heads<'a> {
    rank: &'a [f32],
    suit: &'a [f32],
    kind: &'a [f32],
    embedding: &'a [f32],
    corners: &'a [f32],
}

impl Heads<'_> {
    fn reading(&self, upright: usize, crop: &RgbImage) -> Reading {
        let look = appearance(crop);
        let turned = half_turned(&look);
        // Both count the same.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let embedding = |i: usize, look: &[f32]| row(self.embedding, LEARNT, i).iter().chain(look).map(|v| v * half).collect();
        Reading {
            ranks: mean(self.rank, upright),
            suits: mean(self.suit, upright),
            kinds: mean(self.kind, upright),
            embeddings: [embedding(upright, &look), embedding(upright + 1, &turned)],
            corner_offsets: self.offsets(upright),
        }
    }

    /// Both ways up see the same four corners: the turned crop's corner i is the upright one's i+2, its axes reversed.
    fn offsets(&self, upright: usize) -> [Point<Crop>; 4] {
        let at = |crop: usize, corner: usize| {
            let values = row(self.corners, 8, crop);
            let value = |i: usize| f64::from(values.get(i).copied().unwrap_or(0.0));
            Point::<Crop>::new(value(2 * corner), value(2 * corner + 1)) * f64::from(CROP_HEIGHT)
        };
        std::array::from_fn(|corner| (at(upright, corner) - at(upright + 1, (corner + 2) % 4)) * 0.5)
    }
}

fn row(values: &[f32], width: usize, index: usize) -> &[f32] {
    values.get(index * width..(index + 1) * width).unwrap_or(&[])
}

fn mean<const N: usize>(values: &[f32], upright: usize) -> [f32; N] {
    let (a, b) = (row(values, N, upright), row(values, N, upright + 1));
    std::array::from_fn(|i| (a.get(i).copied().unwrap_or(0.0) + b.get(i).copied().unwrap_or(0.0)) / 2.0)
}
