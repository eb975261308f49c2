//! Backs that look like some other print: all backs of a deck are alike, and no two faces of a standard deck are.

use super::Reading;
use super::decode::Detection;
use super::gallery::dot;

/// Cosine of the angle between embeddings from which two prints are the same.
const ALIKE: f32 = 0.8;

/// Takes for backs what is like no standard card (`is_strange`), or perhaps a back, and shows a print that comes once more. Each is a card as
/// surely as the surest that looks like it.
pub(super) fn tell(readings: &mut [(Detection, Reading)], is_strange: impl Fn(&Reading) -> bool) {
    let prints: Vec<usize> =
        (0..readings.len()).filter(|&i| readings.get(i).is_some_and(|(_, reading)| reading.is_back() || is_strange(reading))).collect();
    let score_of_likes = |i: usize| {
        let (_, one) = readings.get(i)?;
        let likes = prints.iter().filter(|&&k| k != i).filter_map(|&k| readings.get(k)).filter(|(_, other)| likeness(one, other) > ALIKE);
        likes.map(|(detection, _)| detection.score).max_by(f32::total_cmp).map(|score| (i, score))
    };
    let told: Vec<(usize, f32)> = prints.iter().filter_map(|&i| score_of_likes(i)).collect();
    for (i, score) in told {
        if let Some((detection, reading)) = readings.get_mut(i) {
            detection.score = detection.score.max(score);
            reading.kinds = [0.0, 1.0, 0.0, 0.0, 0.0];
        }
    }
}

/// How alike two prints are, either of them perhaps turned by half a turn.
fn likeness(a: &Reading, b: &Reading) -> f32 {
    let [upright, _] = &a.embeddings;
    b.embeddings.iter().map(|turn| dot(upright, turn)).fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests {
    use super::super::identity::tests::reading;
    use super::*;
    use crate::geometry::{Point, Quad};

    fn print(kinds: [f32; 5], axis: usize, score: f32) -> (Detection, Reading) {
        let mut embedding = vec![0.0; 8];
        embedding[axis] = 1.0;
        let quad = Quad::placed(Point::new(50.0, 50.0), 63.0, 88.0, 0.0);
        (Detection { quad, peak: quad.centre(), score }, Reading { kinds, embeddings: [embedding.clone(), embedding], ..reading() })
    }

    #[test]
    fn a_strange_print_that_comes_twice_is_a_back_and_one_that_comes_once_is_not() {
        let strange = [0.05, 0.1, 0.05, 0.7, 0.1];
        let mut seen = [print(strange, 0, 0.9), print(strange, 0, 0.2), print(strange, 1, 0.9), print([0.9, 0.0, 0.0, 0.1, 0.0], 1, 0.9)];
        tell(&mut seen, |reading| reading.kinds[3] > 0.5);
        assert_eq!(seen.each_ref().map(|(_, reading)| reading.is_back()), [true, true, false, false]);
        assert!((seen[1].0.score - 0.9).abs() < 1e-6, "as sure as its like");
    }

    #[test]
    fn what_looks_like_a_sure_back_is_one() {
        let mut two = [print([0.0, 0.9, 0.0, 0.1, 0.0], 2, 0.9), print([0.0, 0.3, 0.0, 0.7, 0.0], 2, 0.9)];
        tell(&mut two, |reading| reading.kinds[3] > 0.5);
        assert!(two.iter().all(|(_, reading)| reading.is_back()));
    }
}
