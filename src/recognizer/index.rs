use super::blocks::{BLOCK, append_relit};
use super::corner::{Corner, Place};
use super::identifier::most;
use super::lanes::{Lane, Lanes};
use super::letters::{LETTERS, meant};
use super::model::{Contract, ModelFolder, Port};
use super::rectify::{INDEX_SIZE, index_window, index_windows};
use super::{Reading, RecognizerError};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use ort::value::TensorElementType;
use serde::Deserialize;

const RANKS: usize = 13;
const SUITS: usize = 4;
const PLACE: usize = 4;

static CONTRACT: Contract = Contract {
    model: "index",
    input: Port { name: "corner", dims: &[-1, INDEX_SIZE.1 as i64 / 2, INDEX_SIZE.0 as i64 / 2, BLOCK as i64] },
    takes: TensorElementType::Uint8,
    outputs: &[
        Port { name: "rank", dims: &[-1, RANKS as i64] },
        Port { name: "suit", dims: &[-1, SUITS as i64] },
        Port { name: "legible", dims: &[-1, 1] },
        Port { name: "letter", dims: &[-1, LETTERS as i64] },
        Port { name: "place", dims: &[-1, PLACE as i64] },
        Port { name: "spread", dims: &[-1, PLACE as i64] },
    ],
};

/// How far indices are believed, from the reader's manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct IndexSettings {
    /// How much an index's rank counts beside the whole face: 1 for as much as its probabilities say. Larger names more covered cards.
    pub rank_weight: f32,
    /// The same of its suit, which the face shows larger and more often.
    pub suit_weight: f32,
    /// Least probability that an index can be read, where it alone tells a card.
    pub legible: f32,
    /// Least probability of the name of a card that is told by an index alone. Larger names fewer covered cards, and fewer scraps of print.
    pub name: f32,
}

/// What one corner of a standard card says.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexReading {
    /// Ace, 2 to 10, jack, queen, king, each by the letter that it mostly bears.
    pub ranks: [f32; RANKS],
    /// Clubs, diamonds, hearts, spades.
    pub suits: [f32; SUITS],
    /// Probability that an index can be read there at all: it is not covered, and the card has one.
    pub legible: f32,
    /// If it is a court card's: J, Q, K, B, V, D, R, H, F, Kn.
    pub letters: [f32; LETTERS],
    /// Where the corner beside it lies, if it can be read; `None` where that was not asked or is in doubt, or of an outline without area.
    pub corner: Option<Corner>,
}

/// Reads the index in a card's corner: the least that a covered standard card shows.
pub struct IndexReader {
    lanes: Lanes,
    settings: IndexSettings,
}

impl IndexReading {
    /// How much a look counts beside the others: 1 for witnesses that know nothing new, the number of looks for independent ones.
    const WEIGHT: f32 = 1.5;

    /// Whether there is an index to be read, and both its rank and its suit are read more surely than this.
    pub fn is_surer_than(&self, probability: f32) -> bool {
        self.legible.min(most(&self.ranks)).min(most(&self.suits)) > probability
    }

    /// The ranks by what the letters mean, where a V is a queen's with probability `queenly`.
    pub fn ranks_meant(&self, queenly: f32) -> [f32; RANKS] {
        meant(self.ranks, &self.letters, self.legible, queenly)
    }

    /// What several looks at one index say together, each as far as it could read; one look as it is, and `None` without any.
    fn agreed(looks: &[Self]) -> Option<Self> {
        let [_, _, ..] = looks else { return looks.first().cloned() };
        let legible: f32 = looks.iter().map(|look| look.legible).sum();
        let weight = |look: &Self| Self::WEIGHT * look.legible / legible.max(f32::EPSILON);
        Some(Self {
            ranks: product(&[1.0; RANKS], looks.iter().map(|look| (&look.ranks, weight(look)))),
            suits: product(&[1.0; SUITS], looks.iter().map(|look| (&look.suits, weight(look)))),
            letters: product(&[1.0; LETTERS], looks.iter().map(|look| (&look.letters, weight(look)))),
            legible: legible / looks.len() as f32,
            corner: Corner::agreed(&looks.iter().filter_map(|look| look.corner).collect::<Vec<_>>()),
        })
    }
}

impl IndexReader {
    /// A look at the place that was detected, alone.
    pub const ONCE: [(f64, f64); 1] = [(0.0, 0.0)];
    /// Looks around it, in parts of a card's width and height: a few pixels decide how much of the next card's print shows.
    pub const AROUND: [(f64, f64); 5] = [(0.0, 0.0), (0.03, 0.0), (-0.03, 0.0), (0.0, 0.02), (0.0, -0.02)];
    /// Corners read in one run of the model.
    const BATCH: usize = 32;
    /// The least probability that counts: nothing is impossible.
    const LEAST: f32 = 1e-4;

    /// Opens `index.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (lanes, settings) = Lanes::open(folder, &CONTRACT)?;
        Ok(Self { lanes, settings })
    }

    /// How far indices are believed.
    pub const fn settings(&self) -> &IndexSettings {
        &self.settings
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.lanes.sha256()
    }

    /// Reads both ends of cards: the corner as the outline has it first, and the opposite one; not where the card lies. `None` for an outline without area.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read(&mut self, picture: &RgbImage, outlines: &[Quad<Image>]) -> Result<Vec<Option<[IndexReading; 2]>>, RecognizerError> {
        self.lanes.halves(outlines, |lane, outlines| {
            let windows = outlines.iter().map(|quad| index_windows(picture, quad)).collect::<opencv::Result<Vec<_>>>()?;
            let mut read = read_windows(lane, &windows.iter().flatten().flatten().collect::<Vec<_>>())?.into_iter();
            let mut end = || read.next().map(|window| window.reading);
            Ok(windows.iter().map(|ends| ends.as_ref().and_then(|_| Some([end()?, end()?]))).collect())
        })
    }

    /// Reads the first corner of each outline alone, in windows shifted by these parts of the card's width and height: what they say
    /// together. `None` for an outline without area.
    ///
    /// # Errors
    /// When inference fails.
    pub fn read_first(
        &mut self,
        picture: &RgbImage,
        outlines: &[Quad<Image>],
        shifts: &[(f64, f64)],
    ) -> Result<Vec<Option<IndexReading>>, RecognizerError> {
        self.lanes.halves(outlines, |lane, outlines| {
            let looks: Vec<Quad<Image>> = outlines.iter().flat_map(|quad| shifts.iter().map(|&by| shifted(quad, by))).collect();
            let windows = looks.iter().map(|quad| index_window(picture, quad)).collect::<opencv::Result<Vec<_>>>()?;
            let mut read = read_windows(lane, &windows.iter().flatten().collect::<Vec<_>>())?.into_iter();
            let mut reading = |(quad, window): (&Quad<Image>, &Option<RgbImage>)| window.as_ref().and_then(|_| Some(read.next()?.at(quad)));
            let readings: Vec<Option<IndexReading>> = looks.iter().zip(&windows).map(&mut reading).collect();
            let each = readings.chunks(shifts.len().max(1));
            Ok(each.map(|looks| IndexReading::agreed(&looks.iter().flatten().cloned().collect::<Vec<_>>())).collect())
        })
    }

    /// What the whole face and the indices at those of its ends that were read say together, as independent witnesses. What has an index is a standard
    /// card. A V is a queen's with probability `queenly`.
    pub fn join(&self, reading: Reading, ends: &[IndexReading], queenly: f32) -> Reading {
        if ends.is_empty() {
            return reading;
        }
        let IndexSettings { rank_weight, suit_weight, .. } = self.settings;
        let ranks = product(&reading.ranks, ends.iter().map(|end| (&end.ranks, rank_weight * end.legible)));
        let suits = product(&reading.suits, ends.iter().map(|end| (&end.suits, suit_weight * end.legible)));
        let clearest = ends.iter().map(|end| end.legible).fold(0.0, f32::max);
        let letters = product(&[1.0; LETTERS], ends.iter().map(|end| (&end.letters, end.legible)));
        Reading { ranks: meant(ranks, &letters, clearest, queenly), suits, kinds: with_index(reading.kinds, clearest), ..reading }
    }
}

/// What the model says of a window.
struct Window {
    reading: IndexReading,
    place: Place,
}

impl Window {
    /// The reading of the window on this outline.
    fn at(self, outline: &Quad<Image>) -> IndexReading {
        IndexReading { corner: Corner::of(&self.place, outline), ..self.reading }
    }
}

fn read_windows(lane: &mut Lane, windows: &[&RgbImage]) -> Result<Vec<Window>, RecognizerError> {
    lane.look(windows, IndexReader::BATCH, append_relit, |outputs, n| {
        let ranks = outputs.values("rank", &[n, RANKS])?.chunks_exact(RANKS);
        let suits = outputs.values("suit", &[n, SUITS])?.chunks_exact(SUITS);
        let legible = outputs.values("legible", &[n, 1])?;
        let letters = outputs.values("letter", &[n, LETTERS])?.chunks_exact(LETTERS);
        let places =
            outputs.values("place", &[n, PLACE])?.chunks_exact(PLACE).zip(outputs.values("spread", &[n, PLACE])?.chunks_exact(PLACE));
        let places = places.map(|(place, spread)| Place::of(row(place), row(spread)));
        let told = ranks.zip(suits).zip(legible).zip(letters);
        let reading = |(((rank, suit), &legible), letter)| IndexReading {
            ranks: row(rank),
            suits: row(suit),
            legible,
            letters: row(letter),
            corner: None,
        };
        Ok(told.map(reading).zip(places).map(|(reading, place)| Window { reading, place }).collect())
    })
}

/// The kinds of a crop in which an index can be read with this probability. That none can be read says nothing: it may be covered.
fn with_index([standard, others @ ..]: [f32; 5], legible: f32) -> [f32; 5] {
    /// An index makes a standard card at most this much likelier.
    const MOST: f32 = 30.0;
    let standard = standard * (legible / (1.0 - legible).max(f32::EPSILON)).clamp(1.0, MOST);
    let sum = standard + others.iter().sum::<f32>();
    let [back, joker, printed, nothing] = others.map(|kind| kind / sum);
    [standard / sum, back, joker, printed, nothing]
}

/// The normalised product of probabilities, each witness raised to its weight.
fn product<'a, const N: usize>(face: &[f32; N], ends: impl IntoIterator<Item = (&'a [f32; N], f32)>) -> [f32; N] {
    let likely = |p: f32| p.max(IndexReader::LEAST).ln();
    let mut logs = face.map(likely);
    for (probabilities, weight) in ends {
        for (log, p) in logs.iter_mut().zip(probabilities) {
            *log += weight * likely(*p);
        }
    }
    let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let raised = logs.map(|log| (log - most).exp());
    let sum: f32 = raised.iter().sum();
    raised.map(|p| p / sum)
}

/// The outline moved by these parts of its width and height.
fn shifted(quad: &Quad<Image>, (across, along): (f64, f64)) -> Quad<Image> {
    let [a, b, _, d] = quad.corners;
    let by = (b - a) * across + (d - a) * along;
    quad.map(|p| p + by)
}

fn row<const N: usize>(values: &[f32]) -> [f32; N] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_that_agree_are_surer_together_and_those_that_differ_are_not() {
        let look = |suits, legible| IndexReading { ranks: [1.0 / 13.0; RANKS], suits, legible, letters: [0.1; LETTERS], corner: None };
        let (clubs, spades) = ([0.6, 0.1, 0.1, 0.2], [0.2, 0.1, 0.1, 0.6]);
        let [agreed, ..] = IndexReading::agreed(&[look(clubs, 0.9), look(clubs, 0.9)]).unwrap().suits;
        assert!(agreed > 0.7, "{agreed}");
        let [torn, ..] = IndexReading::agreed(&[look(clubs, 0.9), look(spades, 0.9)]).unwrap().suits;
        assert!((0.4..0.5).contains(&torn), "{torn}");
        let hidden = IndexReading::agreed(&[look(clubs, 0.9), look(spades, 0.0)]).unwrap();
        assert!(hidden.suits[0] > 0.7 && (hidden.legible - 0.45).abs() < 1e-6, "{hidden:?}");
        assert_eq!(IndexReading::agreed(&[look(clubs, 0.3)]), Some(look(clubs, 0.3)));
        assert_eq!(IndexReading::agreed(&[]), None);
    }

    #[test]
    fn a_covered_index_says_nothing_and_a_clear_one_decides() {
        let even = [0.25; 4];
        let clear = [0.97, 0.01, 0.01, 0.01];
        assert_eq!(product(&even, [(&clear, 0.0), (&clear, 0.0)]), even);
        let [clubs, ..] = product(&even, [(&clear, 1.0), (&even, 0.0)]);
        assert!(clubs > 0.96, "{clubs}");
        let [standard, back, ..] = with_index([0.3, 0.7, 0.0, 0.0, 0.0], 0.95);
        assert!(standard > 0.85 && back < 0.15, "{standard} {back}");
        assert_eq!(with_index([0.3, 0.7, 0.0, 0.0, 0.0], 0.1), [0.3, 0.7, 0.0, 0.0, 0.0]);
        // Two witnesses against one that is wrong.
        let [clubs, diamonds, ..] = product(&[0.1, 0.8, 0.05, 0.05], [(&clear, 1.0), (&clear, 1.0)]);
        assert!(clubs > 0.95 && diamonds < 0.05, "{clubs} {diamonds}");
    }
}
