//! Backs that look like some other print: all backs of a deck are alike, and no two faces of a standard deck are.

use super::Reading;
use super::decode::Detection;
use super::gallery::dot;
use crate::geometry::{Image, Quad};

/// Cosine of the angle between embeddings from which two prints are the same.
const ALIKE: f32 = 0.8;
/// The same for looks of one print that hardly differ.
const TWIN: f32 = 0.95;
/// Prints that share more than this part of an outline are of one card.
const SAME_CARD: f64 = 0.3;
/// Detections that are surer than this are no table taken for a card.
const SURE: f32 = 0.6;
/// What is less likely a back is one only beside a sure detection.
const LIKELY: f32 = 0.5;

/// A print that may be a back's: where it was seen a frame ago (`None`: it was seen twice at once, and is known wherever it lies), what it looked
/// like (as [`Reading::embeddings`]), and how surely that was a card.
#[derive(Debug, Clone)]
pub(super) struct Print {
    quad: Option<Quad<Image>>,
    embeddings: [Vec<f32>; 2],
    score: f32,
}

impl Print {
    pub(super) fn of(detection: &Detection, reading: &Reading) -> Self {
        Self { quad: Some(detection.quad), embeddings: reading.embeddings.clone(), score: detection.score }
    }

    /// Whether knowing both tells no more than knowing one.
    pub(super) fn is_twin(&self, other: &Self) -> bool {
        likeness(self, other) > TWIN
    }
}

/// Takes for backs what is like no standard card (`is_strange`), or perhaps a back, and shows a print that comes once more: among these, or
/// elsewhere among those `known`. Each is a card as surely as the surest that looks like it, and what does not look like a back is one only if that is
/// sure. Answers those to be known from now on.
pub(super) fn tell(readings: &mut [(Detection, Reading)], known: &[&Print], is_strange: impl Fn(&Reading) -> bool) -> Vec<Print> {
    let mut learnt = Vec::new();
    let may_be = |(_, (_, reading)): &(usize, &(Detection, Reading))| reading.is_back() || is_strange(reading);
    let prints: Vec<(usize, Print)> =
        readings.iter().enumerate().filter(may_be).map(|(i, (detection, reading))| (i, Print::of(detection, reading))).collect();
    for (i, print) in &prints {
        let others = prints.iter().filter(|(k, _)| k != i).map(|(_, other)| other);
        let likes = others.chain(elsewhere(print, known)).filter(|other| likeness(print, other) > ALIKE).map(|other| other.score);
        if let (Some(score), Some(read)) = (likes.max_by(f32::total_cmp), readings.get_mut(*i)) {
            // A table's own pattern comes again too.
            let [_, back, ..] = read.1.kinds;
            if back < LIKELY && print.score.max(score) < SURE {
                continue;
            }
            if print.score.min(score) > SURE {
                learnt.push(Print { quad: None, ..print.clone() });
            }
            turn(read, score);
        }
    }
    learnt
}

/// Takes for a back what looks like one that is known elsewhere, where no card was detected. Whether it does.
pub(super) fn is_known(read: &mut (Detection, Reading), known: &[&Print]) -> bool {
    let print = Print::of(&read.0, &read.1);
    let likes = elsewhere(&print, known).filter(|other| likeness(&print, other) > ALIKE).map(|other| other.score);
    let score = likes.max_by(f32::total_cmp);
    score.into_iter().for_each(|score| turn(read, score));
    score.is_some()
}

fn turn((detection, reading): &mut (Detection, Reading), score: f32) {
    detection.score = detection.score.max(score);
    reading.kinds = [0.0, 1.0, 0.0, 0.0, 0.0];
}

/// Those that are not of the same card a frame ago.
fn elsewhere<'a>(print: &'a Print, known: &'a [&Print]) -> impl Iterator<Item = &'a Print> {
    let is_same = |other: &Print| {
        let both = other.quad.as_ref().zip(print.quad.as_ref());
        both.is_some_and(|(a, b)| a.intersection_area(b) >= SAME_CARD * b.area())
    };
    known.iter().copied().filter(move |other| !is_same(other))
}

/// How alike two prints are, either of them perhaps turned by half a turn.
fn likeness(a: &Print, b: &Print) -> f32 {
    let [upright, _] = &a.embeddings;
    b.embeddings.iter().map(|turn| dot(upright, turn)).fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests {
    use super::super::identity::tests::reading;
    use super::*;
    use crate::geometry::Point;

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
        tell(&mut seen, &[], |reading| reading.kinds[3] > 0.5);
        assert_eq!(seen.each_ref().map(|(_, reading)| reading.is_back()), [true, true, false, false]);
        assert!((seen[1].0.score - 0.9).abs() < 1e-6, "as sure as its like");
    }

    #[test]
    fn a_pattern_of_the_table_that_comes_again_is_no_surer_for_it_unless_it_looks_like_a_back() {
        let told = |kinds| {
            let mut seen = [print(kinds, 0, 0.4), print(kinds, 0, 0.5)];
            tell(&mut seen, &[], |reading| reading.kinds[3] + reading.kinds[4] > 0.5);
            seen.map(|(detection, reading)| (detection.score, reading.is_back()))
        };
        let pattern = [0.05, 0.15, 0.0, 0.0, 0.8];
        assert_eq!(told(pattern).map(|(score, _)| score), [0.4, 0.5]);
        assert_eq!(told([0.0, 0.9, 0.0, 0.1, 0.0]), [(0.5, true), (0.5, true)]);
    }

    #[test]
    fn what_looks_like_a_sure_back_is_one() {
        let mut two = [print([0.0, 0.9, 0.0, 0.1, 0.0], 2, 0.9), print([0.0, 0.3, 0.0, 0.7, 0.0], 2, 0.9)];
        let learnt = tell(&mut two, &[], |reading| reading.kinds[3] > 0.5);
        let known: Vec<&Print> = learnt.iter().collect();
        assert!(is_known(&mut print([0.0, 0.3, 0.0, 0.7, 0.0], 2, 0.3), &known), "known wherever it lies");
        assert!(two.iter().all(|(_, reading)| reading.is_back()));
    }
    #[test]
    fn a_print_is_a_back_where_its_like_was_seen_elsewhere() {
        let (detection, reading) = print([0.0, 0.9, 0.0, 0.1, 0.0], 2, 0.9);
        let strange = [0.05, 0.1, 0.05, 0.7, 0.1];
        let mut here = Print::of(&detection, &reading);
        let mut same = [print(strange, 2, 0.4)];
        tell(&mut same, &[&here], |reading| reading.kinds[3] > 0.5);
        assert!(!same[0].1.is_back() && !is_known(&mut same[0], &[&here]), "the same card a frame ago says nothing new");
        here.quad = here.quad.map(|quad| quad.map(|p| p + Point::new(200.0, 0.0)));
        let mut seen = [print(strange, 2, 0.4), print(strange, 3, 0.4)];
        assert!(is_known(&mut seen[0].clone(), &[&here]) && !is_known(&mut seen[1].clone(), &[&here]));
        let learnt = tell(&mut seen, &[&here], |reading| reading.kinds[3] > 0.5);
        assert!(learnt.is_empty(), "one of them was hardly seen");
        assert_eq!(seen.each_ref().map(|(detection, reading)| (reading.is_back(), detection.score)), [(true, 0.9), (false, 0.4)]);
    }
}
