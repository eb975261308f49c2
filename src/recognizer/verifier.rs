use super::RecognizerError;
use super::blocks::{BLOCK, append_twice_relit};
use super::lanes::{Lane, Lanes};
use super::model::{Contract, ModelFolder, Port};
use super::rectify::{AROUND_SIZE, around_window};
use crate::geometry::{Image, Quad};
use image::RgbImage;
use ort::value::TensorElementType;
use serde::de::IgnoredAny;

const KINDS: usize = 3;

static CONTRACT: Contract = Contract {
    model: "verifier",
    input: Port { name: "window", dims: &[-1, AROUND_SIZE.1 as i64 / 2, AROUND_SIZE.0 as i64 / 2, 2 * BLOCK as i64] },
    takes: TensorElementType::Uint8,
    outputs: &[Port { name: "kind", dims: &[-1, KINDS as i64] }],
};

/// What an outline holds, as it looks with what lies around it: probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holding {
    /// The printed side of a card.
    pub face: f32,
    /// The back of a card.
    pub back: f32,
    /// No card, or a part of one, or parts of several.
    pub none: f32,
}

impl Holding {
    /// The least probability that counts: nothing is impossible.
    const LEAST: f32 = 1e-3;

    /// The log odds of its being a back.
    pub fn back_odds(&self) -> f32 {
        (self.back.max(Self::LEAST) / (1.0 - self.back).max(Self::LEAST)).ln()
    }

    /// What looks say together, as independent witnesses would that know the same: the geometric mean.
    fn agreed<const N: usize>(looks: &[[f32; KINDS]; N]) -> Self {
        let log = |k: usize| looks.iter().map(|look| look[k].max(Self::LEAST).ln()).sum::<f32>() / N as f32;
        let mean: [f32; KINDS] = std::array::from_fn(|k| log(k).exp());
        let sum: f32 = mean.iter().sum();
        let [face, back, none] = mean.map(|p| p / sum);
        Self { face, back, none }
    }
}

/// Tells what outlines hold from the picture in and around them: the identifier reads what is printed, this sees edges, shadows and neighbours.
pub struct Verifier {
    lanes: Lanes,
}

impl Verifier {
    /// Windows looked at in one run of the model.
    const BATCH: usize = 16;

    /// Opens `verifier.json` and its model.
    ///
    /// # Errors
    /// When a file is missing, is not the one described, or has another shape than this program reads.
    pub fn open(folder: &ModelFolder) -> Result<Self, RecognizerError> {
        let (lanes, IgnoredAny) = Lanes::open(folder, &CONTRACT)?;
        Ok(Self { lanes })
    }

    /// SHA-256 of the model, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.lanes.sha256()
    }

    /// What each outline holds, seen either way up. `None` for an outline without area.
    ///
    /// # Errors
    /// When inference fails.
    pub fn verify(&mut self, picture: &RgbImage, outlines: &[Quad<Image>]) -> Result<Vec<Option<Holding>>, RecognizerError> {
        self.look(picture, outlines, |quad| [*quad, quad.half_turned()])
    }

    /// What each outline holds, seen as it lies, which takes half the time of [`Self::verify`].
    ///
    /// # Errors
    /// When inference fails.
    pub fn glimpse(&mut self, picture: &RgbImage, outlines: &[Quad<Image>]) -> Result<Vec<Option<Holding>>, RecognizerError> {
        self.look(picture, outlines, |quad| [*quad])
    }

    fn look<const N: usize>(
        &mut self,
        picture: &RgbImage,
        outlines: &[Quad<Image>],
        ways: impl Fn(&Quad<Image>) -> [Quad<Image>; N] + Sync,
    ) -> Result<Vec<Option<Holding>>, RecognizerError> {
        self.lanes.halves(outlines, |lane, outlines| {
            let windows = outlines.iter().flat_map(&ways).map(|quad| around_window(picture, &quad)).collect::<opencv::Result<Vec<_>>>()?;
            let seen = look(lane, &windows.iter().flatten().collect::<Vec<_>>())?;
            let mut seen = seen.as_chunks().0.iter();
            let whole = windows.chunks(N).map(|ways| ways.iter().all(Option::is_some));
            Ok(whole.map(|whole| if whole { seen.next().map(Holding::agreed::<N>) } else { None }).collect())
        })
    }
}

fn look(lane: &mut Lane, windows: &[&RgbImage]) -> Result<Vec<[f32; KINDS]>, RecognizerError> {
    lane.look(windows, Verifier::BATCH, append_twice_relit, |outputs, n| Ok(outputs.values("kind", &[n, KINDS])?.as_chunks().0.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_looks_agree_on_what_both_find_likely() {
        let sure = Holding::agreed(&[[0.1, 0.9, 0.0], [0.1, 0.9, 0.0]]);
        assert!((sure.back - 0.9).abs() < 0.01 && sure.back_odds() > 2.0);
        let torn = Holding::agreed(&[[0.02, 0.96, 0.02], [0.02, 0.02, 0.96]]);
        assert!((torn.back - torn.none).abs() < 1e-3 && torn.back_odds() < 0.1);
        assert!(Holding::agreed(&[[1.0, 0.0, 0.0]; 2]).back_odds().is_finite());
        assert!((Holding::agreed(&[[0.2, 0.7, 0.1]]).back - 0.7).abs() < 1e-3, "one look says what it says");
    }
}
