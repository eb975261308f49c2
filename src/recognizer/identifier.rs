use super::appearance::{APPEARANCE, appearance, half_turned};
use super::blocks::{BLOCK, append_relit};
use super::lanes::{Lane, Lanes};
use super::model::{Contract, ModelFolder, Port};
use super::rectify::{CROP_HEIGHT, CROP_WIDTH, Crop, crop_quad, picture_from_crop};
use super::{Holding, IdentitySettings, IndexReading, RecognizerError};
use crate::geometry::{Image, Point, Quad};
use image::RgbImage;
use image::imageops::rotate180;
use ort::value::TensorElementType;

const RANKS: usize = 13;
const SUITS: usize = 4;
const KINDS: usize = 5;
/// Length of an embedding.
const LEARNT: usize = 128;
/// Numbers that tell a crop from others: the model's, and its appearance.
pub(super) const EMBEDDING: usize = LEARNT + APPEARANCE;

static CONTRACT: Contract = Contract {
    model: "identifier",
    input: Port { name: "crop", dims: &[-1, CROP_HEIGHT as i64 / 2, CROP_WIDTH as i64 / 2, BLOCK as i64] },
    takes: TensorElementType::Uint8,
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
    /// What the face looks like, as vectors of length one: as the crop lies, and turned by half a turn. Without the crop's
    /// [`appearance`] where no enrolled face is looked for.
    pub embeddings: [Vec<f32>; 2],
    /// How far each corner of the card lies from where the crop has it, in crop pixels.
    pub corner_offsets: [Point<Crop>; 4],
    /// What its outline holds, where the verifier was asked.
    pub holding: Option<Holding>,
}

/// What the identifier sees in a crop one way up.
#[derive(Debug, Clone, PartialEq)]
pub struct Glimpse {
    ranks: [f32; RANKS],
    suits: [f32; SUITS],
    kinds: [f32; KINDS],
    embedding: Vec<f32>,
    corner_offsets: [Point<Crop>; 4],
}

impl Reading {
    /// The outline with each corner moved to where the card's corner was seen.
    pub fn refined(&self, quad: &Quad<Image>) -> Quad<Image> {
        refined(&self.corner_offsets, quad)
    }

    /// Whether this is more likely a back than any face.
    pub fn is_back(&self) -> bool {
        let [standard, back, joker, other, _] = self.kinds;
        back > standard + joker + other
    }

    /// Whether its outline was verified, and holds a back with more than this probability.
    pub fn holds_back(&self, probability: f32) -> bool {
        self.holding.is_some_and(|holding| holding.back > probability)
    }

    /// Whether a standard card is as likely as this.
    pub fn names(&self, probability: f32) -> bool {
        let [standard, ..] = self.kinds;
        standard * most(&self.ranks) * most(&self.suits) >= probability
    }

    /// Whether this is less likely one of the 52 standard cards than not.
    pub fn is_strange(&self) -> bool {
        let [standard, ..] = self.kinds;
        standard < 0.5
    }

    /// Whether this is one of the 52 standard cards beyond doubt.
    pub fn is_plainly_standard(&self) -> bool {
        let [standard, ..] = self.kinds;
        standard > 0.9
    }

    /// Whether this is more likely a joker than anything else.
    pub fn is_joker(&self) -> bool {
        let [_, _, joker, ..] = self.kinds;
        joker > 0.5
    }

    /// The farthest that any corner is off, in crop pixels.
    pub fn farthest_offset(&self) -> f64 {
        self.corner_offsets.iter().map(|o| o.length()).fold(0.0, f64::max)
    }

    /// Both ways up, which count the same: `corner_offsets` is all that does not follow from these two.
    fn joined(upright: &Glimpse, turned: &Glimpse, corner_offsets: [Point<Crop>; 4]) -> Self {
        Self {
            ranks: mean(&upright.ranks, &turned.ranks),
            suits: mean(&upright.suits, &turned.suits),
            kinds: mean(&upright.kinds, &turned.kinds),
            embeddings: [upright.embedding.clone(), turned.embedding.clone()],
            corner_offsets,
            holding: None,
        }
    }

    /// Of a crop seen upright alone, where its outline has been moved to where that saw the corners.
    pub fn realigned(upright: &Glimpse) -> Self {
        Self::joined(upright, upright, [Point::new(0.0, 0.0); 4])
    }

    /// Of a crop seen upright, and of one that was cut anew, where that glimpse saw the corners, and turned by half a turn.
    pub fn in_two_steps(upright: &Glimpse, realigned: &Glimpse) -> Self {
        Self::joined(upright, realigned, realigned.half_turned_offsets())
    }
}

impl Glimpse {
    /// What is more likely than this is sure.
    const SURE: f32 = 0.95;

    /// The outline with each corner moved to where the card's corner was seen.
    pub fn refined(&self, quad: &Quad<Image>) -> Quad<Image> {
        refined(&self.corner_offsets, quad)
    }

    /// Whether this is surely the standard card that the indices at both its ends say it is, or a back: to look the other way up would tell no more.
    pub fn is_plain(&self, ends: &[IndexReading; 2]) -> bool {
        let [standard, others @ ..] = self.kinds;
        let [back, ..] = others;
        if back > Self::SURE && !ends.iter().any(|end| end.legible > 1.0 - Self::SURE) {
            return true;
        }
        standard > others.iter().sum() && ends.iter().all(|end| end.is_surer_than(Self::SURE) && self.is_alike(end))
    }

    /// Whether this is surely the standard card that the index at its first end says it is, whatever the other end would say: both are sure of it.
    pub fn is_told_by(&self, first: &IndexReading) -> bool {
        let [standard, ..] = self.kinds;
        let sure = standard.min(most(&self.ranks)).min(most(&self.suits)) > Self::SURE;
        sure && first.is_surer_than(Self::SURE) && self.is_alike(first)
    }

    fn is_alike(&self, end: &IndexReading) -> bool {
        likeliest(&end.ranks) == likeliest(&self.ranks) && likeliest(&end.suits) == likeliest(&self.suits)
    }

    /// The offsets in the crop turned by half a turn: its corner i is this one's i+2, its axes are reversed.
    fn half_turned_offsets(&self) -> [Point<Crop>; 4] {
        let [a, b, c, d] = self.corner_offsets.map(|offset| offset * -1.0);
        [c, d, a, b]
    }
}

/// The outline with each corner moved by its offset in the crop.
fn refined(offsets: &[Point<Crop>; 4], quad: &Quad<Image>) -> Quad<Image> {
    /// Farthest that a corner is believed to be off, as a fraction of the crop's height.
    const FARTHEST: f64 = 0.15;
    let Some(to_picture) = picture_from_crop(quad) else { return *quad };
    let far = FARTHEST * f64::from(CROP_HEIGHT);
    let mut corners = crop_quad().corners;
    for (corner, offset) in corners.iter_mut().zip(offsets) {
        *corner = *corner + Point::new(offset.x.clamp(-far, far), offset.y.clamp(-far, far));
    }
    let moved = to_picture.apply_quad(&Quad::new(corners));
    if moved.is_convex() { moved } else { *quad }
}

/// Reads crops of cards.
pub struct Identifier {
    lanes: Lanes,
    settings: IdentitySettings,
}

impl Identifier {
    /// Crops read in one run of the model: as many as keep what is between its layers in a core's cache.
    const BATCH: usize = 4;

    /// Opens `identifier.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (lanes, settings) = Lanes::open(folder, &CONTRACT)?;
        Ok(Self { lanes, settings })
    }

    /// How readings are judged.
    pub const fn settings(&self) -> &IdentitySettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal: what a gallery of its embeddings is bound to.
    pub fn sha256(&self) -> &str {
        self.lanes.sha256()
    }

    /// Reads crops made by [`rectify`](super::rectify), both ways up; one reading for each, in order. A picture of another size reads as
    /// nothing certain.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read(&mut self, crops: &[RgbImage]) -> Result<Vec<Reading>, RecognizerError> {
        self.lanes.halves(crops, |lane, crops| {
            let turned: Vec<RgbImage> = crops.iter().map(rotate180).collect();
            let glimpses = look(lane, &crops.iter().zip(&turned).flat_map(<[&RgbImage; 2]>::from).collect::<Vec<_>>())?;
            let ways = glimpses.as_chunks().0.iter();
            Ok(ways.zip(crops).map(|([upright, turned], crop)| both_ways(upright, turned, crop)).collect())
        })
    }

    /// Reads crops as they lie, which takes half the time of [`Self::read`].
    ///
    /// # Errors
    /// When inference fails.
    pub fn glimpse(&mut self, crops: &[RgbImage]) -> Result<Vec<Glimpse>, RecognizerError> {
        self.lanes.halves(crops, |lane, crops| look(lane, &crops.iter().collect::<Vec<_>>()))
    }
}

/// What the model sees in crops.
fn look(lane: &mut Lane, crops: &[&RgbImage]) -> Result<Vec<Glimpse>, RecognizerError> {
    lane.look(crops, Identifier::BATCH, append_relit, |outputs, n| {
        let rank = outputs.values("rank", &[n, RANKS])?;
        let suit = outputs.values("suit", &[n, SUITS])?;
        let kind = outputs.values("kind", &[n, KINDS])?;
        let embedding = outputs.values("embedding", &[n, LEARNT])?;
        let corners = outputs.values("corners", &[n, 8])?;
        let glimpse = |i: usize| Glimpse {
            ranks: row(rank, i),
            suits: row(suit, i),
            kinds: row(kind, i),
            embedding: embedding.get(i * LEARNT..(i + 1) * LEARNT).unwrap_or(&[]).to_vec(),
            corner_offsets: offsets(row(corners, i)),
        };
        Ok((0..n).map(glimpse).collect())
    })
}

/// The reading of a crop from what it looks like as it lies, and turned by half a turn.
fn both_ways(upright: &Glimpse, turned: &Glimpse, crop: &RgbImage) -> Reading {
    let look = appearance(crop);
    let turned_look = half_turned(&look);
    // Learnt and seen count the same.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let embedding = |glimpse: &Glimpse, look: &[f32]| glimpse.embedding.iter().chain(look).map(|v| v * half).collect();
    let mut corner_offsets = upright.corner_offsets;
    corner_offsets.iter_mut().zip(turned.half_turned_offsets()).for_each(|(here, there)| *here = (*here + there) * 0.5);
    Reading { embeddings: [embedding(upright, &look), embedding(turned, &turned_look)], ..Reading::joined(upright, turned, corner_offsets) }
}

/// The largest of these probabilities.
pub(super) fn most(values: &[f32]) -> f32 {
    values.iter().copied().fold(0.0, f32::max)
}

/// The number of the largest of these.
fn likeliest(values: &[f32]) -> Option<usize> {
    values.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
}

fn row<const N: usize>(values: &[f32], index: usize) -> [f32; N] {
    std::array::from_fn(|i| values.get(index * N + i).copied().unwrap_or(0.0))
}

fn offsets([ax, ay, bx, by, cx, cy, dx, dy]: [f32; 8]) -> [Point<Crop>; 4] {
    [(ax, ay), (bx, by), (cx, cy), (dx, dy)].map(|(x, y)| Point::new(f64::from(x), f64::from(y)) * f64::from(CROP_HEIGHT))
}

fn mean<const N: usize>(a: &[f32; N], b: &[f32; N]) -> [f32; N] {
    let mut mean = *a;
    mean.iter_mut().zip(b).for_each(|(a, b)| *a = (*a + b) / 2.0);
    mean
}

#[cfg(test)]
mod tests {
    use super::super::identity::tests::one_hot;
    use super::*;

    /// The card of this rank and suit, each of them and its kind as sure as that.
    fn glimpse(rank: usize, suit: usize, sure: f32) -> Glimpse {
        let corner_offsets = [Point::new(0.0, 0.0); 4];
        Glimpse { ranks: one_hot(rank, sure), suits: one_hot(suit, sure), kinds: one_hot(0, sure), embedding: Vec::new(), corner_offsets }
    }

    fn index(rank: usize, suit: usize, legible: f32) -> IndexReading {
        IndexReading { ranks: one_hot(rank, 0.97), suits: one_hot(suit, 0.97), legible, letters: [0.1; 10], corner: None }
    }

    #[test]
    fn a_card_is_plain_where_both_its_ends_say_what_it_looks_like() {
        let is_plain = |first, second| glimpse(9, 2, 0.7).is_plain(&[first, second]);
        assert!(is_plain(index(9, 2, 0.99), index(9, 2, 0.99)));
        assert!(!is_plain(index(9, 2, 0.99), index(9, 1, 0.99)), "another suit");
        assert!(!is_plain(index(9, 2, 0.99), index(9, 2, 0.3)), "something lies there");
        let back = Glimpse { kinds: one_hot(1, 0.97), ..glimpse(9, 2, 0.7) };
        assert!(back.is_plain(&[index(9, 2, 0.01), index(9, 2, 0.01)]));
        assert!(!back.is_plain(&[index(9, 2, 0.01), index(9, 2, 0.5)]), "a back has no index");
    }

    #[test]
    fn one_end_tells_a_card_that_looks_as_surely_like_it() {
        assert!(glimpse(9, 2, 0.97).is_told_by(&index(9, 2, 0.99)));
        assert!(!glimpse(9, 2, 0.7).is_told_by(&index(9, 2, 0.99)), "it is less sure than the index");
        assert!(!glimpse(9, 2, 0.97).is_told_by(&index(9, 2, 0.6)) && !glimpse(9, 2, 0.97).is_told_by(&index(8, 2, 0.99)));
        let back = Glimpse { kinds: one_hot(1, 0.97), ..glimpse(9, 2, 0.97) };
        assert!(!back.is_told_by(&index(9, 2, 0.99)));
    }
}
