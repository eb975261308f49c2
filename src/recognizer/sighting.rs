//! What looks at a picture find, and what two looks find together.

use super::DetectorSettings;
use super::decode::{Detection, STRIDE, suppressed};
use crate::geometry::{Image, Point};

/// What one or several looks at a picture found, in its own pixels, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sighting {
    /// Outlines told by what shows of a card; of several that are one card the best.
    pub cards: Vec<Detection>,
    /// The same of what is too faint to be a card, unless something else than its heat tells that it is one. None of these is one of `cards`.
    pub faint: Vec<Detection>,
    /// Outlines told by an index, from the corner beside it. A card may have several.
    pub indices: Vec<Detection>,
}

impl Sighting {
    /// Of these outlines those that are one card each, as cards and what is too faint for one; beside these indices.
    pub(super) fn divided(outlines: Vec<Detection>, mut indices: Vec<Detection>, settings: &DetectorSettings) -> Self {
        let (cards, faint) = suppressed(outlines, &settings.suppression).into_iter().partition(|d| d.score > settings.heat);
        indices.sort_by(|a, b| b.score.total_cmp(&a.score));
        Self { cards, faint, indices }
    }

    /// The same in a picture `sx` times as wide and `sy` times as high.
    pub(super) fn scaled(&self, sx: f64, sy: f64) -> Self {
        let scaled = |found: &[Detection]| found.iter().map(|d| d.scaled(sx, sy)).collect();
        Self { cards: scaled(&self.cards), faint: scaled(&self.faint), indices: scaled(&self.indices) }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Detection) -> bool) {
        self.cards.retain(&keep);
        self.faint.retain(&keep);
        self.indices.retain(&keep);
    }
}

/// All that the network sees in what it is shown, in its own pixels: a card may be told several times.
pub(super) struct Seen {
    pub outlines: Vec<Detection>,
    pub indices: Vec<Detection>,
}

impl Seen {
    /// The same in what was shown turned by half a turn; `size` are its width and height.
    pub(super) fn half_turned(self, size: Point<Image>) -> Self {
        let turn = |d: Detection| Detection { quad: d.quad.map(|p| size - p), peak: size - d.peak, ..d };
        let turned = |found: Vec<Detection>| found.into_iter().map(turn).collect();
        Self { outlines: turned(self.outlines), indices: turned(self.indices) }
    }

    /// With what another look at the same shows.
    pub(super) fn and(self, other: Self) -> Self {
        Self { outlines: agreed(self.outlines, other.outlines), indices: agreed(self.indices, other.indices) }
    }
}

/// What two looks show. What only one of them does is less sure.
fn agreed(here: Vec<Detection>, there: Vec<Detection>) -> Vec<Detection> {
    /// Peaks within this distance are of one thing, in pixels.
    const SAME_PX: f64 = 2.0 * STRIDE as f64;
    /// How much less sure.
    const ALONE: f32 = 0.75;
    let doubted = |these: &[Detection], those: &[Detection]| -> Vec<Detection> {
        let is_shared = |d: &Detection| those.iter().any(|other| other.peak.distance(d.peak) < SAME_PX);
        these.iter().map(|d| Detection { score: if is_shared(d) { d.score } else { ALONE * d.score }, ..*d }).collect()
    };
    [doubted(&here, &there), doubted(&there, &here)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Quad;

    fn at(x: f64, score: f32) -> Detection {
        let quad = Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.3);
        Detection { quad, peak: quad.centre(), score }
    }

    #[test]
    fn what_is_faint_is_told_apart_and_is_no_card_that_was_seen() {
        let json = r#"{ "heat": 0.2, "index_heat": 0.2, "nms_iou": 0.45 }"#;
        let settings: DetectorSettings = serde_json::from_str(json).unwrap();
        assert!(settings.faint_heat < settings.heat);
        let (card, beside, faint) = (at(100.0, 0.6), at(110.0, 0.15), at(300.0, 0.15));
        let told = Sighting::divided(vec![beside, faint, card], vec![faint, card], &settings);
        assert_eq!(told, Sighting { cards: vec![card], faint: vec![faint], indices: vec![card, faint] });
    }

    #[test]
    fn what_two_looks_see_is_as_sure_as_the_surer_one_and_what_one_sees_is_less_sure() {
        let size = Point::new(640.0, 480.0);
        let seen = |x, score| Seen { outlines: vec![at(x, score)], indices: Vec::new() };
        let there = seen(100.0, 0.6).half_turned(size);
        assert!(there.outlines[0].peak.distance(Point::new(540.0, 380.0)) < 1e-9);
        let outlines = seen(104.0, 0.5).and(there.half_turned(size)).outlines;
        assert_eq!(outlines.iter().map(|d| d.score).collect::<Vec<_>>(), [0.5, 0.6]);
        assert!(outlines[1].quad.farthest(&at(100.0, 0.6).quad) < 1e-9, "turned twice it lies where it lay");
        let outlines = seen(100.0, 0.4).and(seen(300.0, 0.8)).outlines;
        assert!(outlines.iter().zip([0.3, 0.6]).all(|(d, score)| (d.score - score).abs() < 1e-6));
    }
}
