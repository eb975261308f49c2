//! Backs that look like some other print: all backs of a deck are alike, and no two faces of a standard deck are.

use super::decode::Detection;
use super::gallery::dot;
use super::{Holding, Reading};
use crate::geometry::{Image, Quad};
use std::collections::BTreeMap;

/// Cosine of the angle between embeddings from which two prints are the same.
const ALIKE: f32 = 0.8;
/// The same for looks of one print that hardly differ.
const TWIN: f32 = 0.95;
/// Prints that share more than this part of an outline are of one card.
const SAME_CARD: f64 = 0.3;
/// From here on a back is believed.
pub(super) const LIKELY: f32 = 0.4;
/// Backs that are surer than this are known from now on, wherever they lie.
const SURE: f32 = 0.9;

/// How likely a print is a back, by logistic regression on what was detected in rendered photographs, backs of cards and patterns of tables:
/// the log odds are so many times those of the detection, those that the kinds of all its likes have in the mean, the logarithm of how
/// many these are, and those of what its outline holds; and a constant. A deck shows many backs.
pub(super) struct Weights {
    detected: f32,
    looks: f32,
    many: f32,
    holding: f32,
    constant: f32,
}

impl Weights {
    /// Of a print whose outline was verified in a still picture.
    pub(super) const STILL: Self = Self { detected: 1.07, looks: 0.85, many: 1.31, holding: 0.82, constant: 0.02 };
    /// Of one that was glimpsed in a frame of film.
    pub(super) const FRAME: Self = Self { detected: 1.72, looks: 0.28, many: 1.11, holding: 0.72, constant: -1.0 };
    /// Of one that was neither.
    const UNVERIFIED: Self = Self { detected: 1.53, looks: 0.84, many: 1.18, holding: 0.0, constant: -1.14 };
}

/// How much less likely what looks like a back is one where no standard card shows at all, in log odds.
const LONELY: f32 = 2.5;
/// Beyond these log odds (50 to 1) there is no doubt.
const DOUBT: f32 = 3.9;
/// No pack has more jokers than this: so many more of one print are backs.
const JOKERS: usize = 4;
/// No probability of a kind is believed to be smaller.
const LEAST: f32 = 0.01;

/// A print that may be a back's: where it was seen a frame ago (`None`: it was seen twice at once, and is known wherever it lies), what it looked
/// like (as [`Reading::embeddings`]), how surely that was a card, and the log odds of its being a back and not a table's pattern.
#[derive(Debug, Clone)]
pub(super) struct Print {
    quad: Option<Quad<Image>>,
    embeddings: [Vec<f32>; 2],
    score: f32,
    odds: f32,
}

impl Print {
    pub(super) fn of(detection: &Detection, reading: &Reading) -> Self {
        let [_, back, .., nothing] = reading.kinds;
        let odds = ((back + LEAST) / (nothing + LEAST)).ln();
        Self { quad: Some(detection.quad), embeddings: reading.embeddings.clone(), score: detection.score, odds }
    }

    /// Whether knowing both tells no more than knowing one.
    pub(super) fn is_twin(&self, other: &Self) -> bool {
        likeness(self, other) > TWIN
    }
}

/// What was told of backs.
pub(super) struct Told {
    /// All that may be one, by the reading's number.
    pub prints: BTreeMap<usize, Print>,
    /// Those to be known from now on.
    pub learnt: Vec<Print>,
}

/// A print beside those that look like it, here or elsewhere: how many these are, and the sum of their log odds.
struct Suspect {
    print: Print,
    alike: usize,
    odds: f32,
}

impl Suspect {
    /// The log odds of this being a back, with those of what its outline holds, where the verifier was asked.
    fn log_odds(&self, holding: Option<&Holding>, verified: &Weights, lonely: bool) -> f32 {
        let (alike, detected) = ((self.alike + 1) as f32, self.print.score / (1.0 - self.print.score).max(LEAST));
        let weights = if holding.is_some() { verified } else { &Weights::UNVERIFIED };
        weights.detected * detected.ln()
            + weights.looks * (self.odds + self.print.odds) / alike
            + weights.many * alike.ln()
            + weights.holding * holding.map(Holding::back_odds).unwrap_or_default()
            + weights.constant
            - if lonely { LONELY } else { 0.0 }
    }
}

/// What may be a back among some readings, by the reading's number: what looks like one, or bears no name.
pub(super) struct Suspects(BTreeMap<usize, Suspect>);

impl Suspects {
    /// Those among the readings, each beside its likes there and elsewhere among those `known`.
    pub(super) fn among(readings: &[(Detection, Reading)], known: &[&Print], is_nameless: impl Fn(&Reading) -> bool) -> Self {
        let may_be = |(_, (_, reading)): &(usize, &(Detection, Reading))| reading.is_back() || is_nameless(reading);
        let prints: BTreeMap<usize, Print> =
            readings.iter().enumerate().filter(may_be).map(|(i, (detection, reading))| (i, Print::of(detection, reading))).collect();
        let among = |number: usize, print: &Print| {
            let others = prints.iter().filter(|(k, _)| **k != number).map(|(_, other)| other);
            let likes = others.chain(elsewhere(print, known)).filter(|other| likeness(print, other) > ALIKE);
            likes.fold((0, 0.0), |(alike, odds), like| (alike + 1, odds + like.odds))
        };
        let likes: Vec<(usize, f32)> = prints.iter().map(|(number, print)| among(*number, print)).collect();
        let suspects = prints.into_iter().zip(likes);
        Self(suspects.map(|((number, print), (alike, odds))| (number, Suspect { print, alike, odds })).collect())
    }

    /// The numbers of those of which it is in doubt whether they are backs, as long as the verifier is not asked, the most doubtful first. Where no
    /// card shows that is known to be one (`lonely`), nothing is surely a back.
    pub(super) fn in_doubt(&self, lonely: bool) -> Vec<usize> {
        let none = &Weights::UNVERIFIED;
        let is_doubtful = |suspect: &Suspect| {
            let log_odds = suspect.log_odds(None, none, false);
            log_odds > -DOUBT && (lonely || log_odds < DOUBT)
        };
        let doubtful = self.0.iter().filter(|(_, suspect)| is_doubtful(suspect));
        let mut doubtful: Vec<(usize, f32)> = doubtful.map(|(i, suspect)| (*i, suspect.log_odds(None, none, lonely).abs())).collect();
        doubtful.sort_by(|a, b| a.1.total_cmp(&b.1));
        doubtful.into_iter().map(|(i, _)| i).collect()
    }

    /// Tells how likely those are backs that look like one, or that hold one as the verifier sees it, or show a print that comes once more: here, or
    /// elsewhere among those known; of a joker's print more often than jokers do, and what looks like a standard card only where its outline surely
    /// holds a back too. All backs of a deck are alike, so what one of them leaves in doubt the others tell. A reading that is taken for a back has no
    /// other kind, and its detection is as sure as that. `verified` weighs what speaks for those that the verifier was asked about.
    pub(super) fn tell(self, readings: &mut [(Detection, Reading)], verified: &Weights, lonely: bool) -> Told {
        let mut learnt = Vec::new();
        for (i, suspect) in &self.0 {
            let Some(read) = readings.get_mut(*i) else { continue };
            let log_odds = suspect.log_odds(read.1.holding.as_ref(), verified, lonely);
            let likely = 1.0 / (1.0 + (-log_odds).exp());
            tracing::debug!(
                "back at {:?} ({:.0} x {:.0} px) {likely:.2}: seen {:.2}, {} alike, kinds {:.2?}, {:.4?}",
                read.0.quad.centre(),
                read.0.quad.width(),
                read.0.quad.height(),
                suspect.print.score,
                suspect.alike,
                read.1.kinds,
                read.1.holding
            );
            let is_repeated = suspect.alike >= if read.1.is_joker() { JOKERS } else { 1 };
            let is_told = if read.1.is_strange() { is_repeated || read.1.holds_back(0.5) } else { is_repeated && read.1.holds_back(SURE) };
            if read.1.is_back() || is_told && likely > LIKELY {
                turn(read, likely);
            }
            if likely > SURE && is_repeated {
                learnt.push(Print { quad: None, ..suspect.print.clone() });
            }
        }
        Told { prints: self.0.into_iter().map(|(number, suspect)| (number, suspect.print)).collect(), learnt }
    }
}

/// Whether none of these is a standard card beyond doubt.
pub(super) fn is_lonely(readings: &[(Detection, Reading)]) -> bool {
    !readings.iter().any(|(_, reading)| reading.is_plainly_standard())
}

/// Takes for a back what looks like one that is known elsewhere, where no card was detected. Whether it does.
pub(super) fn is_known(read: &mut (Detection, Reading), known: &[&Print]) -> bool {
    let print = Print::of(&read.0, &read.1);
    let likes = elsewhere(&print, known).filter(|other| likeness(&print, other) > ALIKE).map(|other| other.score);
    let score = likes.max_by(f32::total_cmp);
    score.into_iter().for_each(|score| turn(read, score.max(print.score)));
    score.is_some()
}

fn turn((detection, reading): &mut (Detection, Reading), score: f32) {
    detection.score = score;
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

    /// The probability of a back of each that is taken for one beside cards.
    fn told(mut seen: Vec<(Detection, Reading)>) -> Vec<Option<f32>> {
        Suspects::among(&seen, &[], Reading::is_strange).tell(&mut seen, &Weights::STILL, false);
        seen.iter().map(|(detection, reading)| reading.is_back().then_some(detection.score).filter(|back| *back > LIKELY)).collect()
    }

    #[test]
    fn a_strange_print_that_comes_twice_is_a_back_and_one_that_comes_once_is_not() {
        let strange = [0.05, 0.1, 0.05, 0.7, 0.1];
        let seen = vec![print(strange, 0, 0.9), print(strange, 0, 0.8), print(strange, 1, 0.9), print([0.9, 0.0, 0.0, 0.1, 0.0], 1, 0.9)];
        assert_eq!(told(seen).into_iter().map(|back| back.is_some()).collect::<Vec<_>>(), [true, true, false, false]);
    }

    #[test]
    fn a_strange_print_that_comes_once_is_a_back_where_its_outline_holds_one() {
        let holding = |back: f32| Some(Holding { face: 0.01, back, none: 0.99 - back });
        let told_of = |kinds, holding| {
            let (detection, reading) = print(kinds, 0, 0.4);
            told(vec![(detection, Reading { holding, ..reading })])[0].is_some()
        };
        let strange = [0.05, 0.3, 0.05, 0.3, 0.3];
        assert!(told_of(strange, holding(0.98)) && !told_of(strange, holding(0.2)) && !told_of(strange, None));
        let mut alone = [print(strange, 0, 0.4)];
        alone[0].1.holding = holding(0.9);
        Suspects::among(&alone, &[], Reading::is_strange).tell(&mut alone, &Weights::STILL, true);
        assert!(!alone[0].1.is_back(), "where no card shows, that is not enough");
        let back = [0.0, 0.6, 0.0, 0.0, 0.4];
        assert!(told_of(back, holding(0.98)) && !told_of(back, holding(0.01)), "a table's pattern");
    }

    #[test]
    fn only_what_may_or_may_not_be_a_back_is_in_doubt() {
        let mut seen = vec![print([0.0, 0.95, 0.0, 0.0, 0.05], 0, 0.95); 5];
        seen.push(print([0.0, 0.8, 0.0, 0.0, 0.2], 4, 0.8));
        seen.push(print([0.0, 0.6, 0.0, 0.0, 0.4], 1, 0.6));
        seen.push(print([0.0, 0.0, 0.0, 0.1, 0.9], 2, 0.2));
        seen.push(print([0.9, 0.0, 0.0, 0.1, 0.0], 3, 0.5));
        let asked = |lonely| Suspects::among(&seen, &[], Reading::is_strange).in_doubt(lonely);
        assert_eq!(asked(false), [6, 5], "the most doubtful first");
        assert_eq!(asked(true), [5, 6, 0, 1, 2, 3, 4], "where no card shows, five alike may be tiles");
    }

    #[test]
    fn in_a_frame_what_looks_like_a_back_is_none_where_its_outline_holds_nothing_or_no_card_shows() {
        let told_of = |holding: Option<f32>, lonely: bool| {
            let (detection, reading) = print([0.0, 0.8, 0.0, 0.1, 0.1], 0, 0.5);
            let holding = holding.map(|back| Holding { face: 0.01, back, none: 0.99 - back });
            let mut seen = [(detection, Reading { holding, ..reading })];
            Suspects::among(&seen, &[], Reading::is_strange).tell(&mut seen, &Weights::FRAME, lonely);
            seen[0].0.score > LIKELY
        };
        assert!(told_of(Some(0.98), false) && !told_of(Some(0.02), false));
        assert!(!told_of(Some(0.8), true) && told_of(Some(0.8), false));
        assert!(told_of(None, false) && !told_of(None, true), "asked or not");
    }

    #[test]
    fn what_comes_more_often_than_jokers_is_a_back_though_it_looks_like_one_or_like_other_prints() {
        let told_of = |kinds, count| told(vec![print(kinds, 0, 0.8); count]).into_iter().flatten().count();
        let joker = [0.02, 0.15, 0.8, 0.02, 0.01];
        assert_eq!([1, 2, 4, 5, 9].map(|count| told_of(joker, count)), [0, 0, 0, 5, 9]);
        let between = [0.01, 0.45, 0.13, 0.37, 0.04];
        assert_eq!([1, 2, 3].map(|count| told_of(between, count)), [0, 2, 3]);
        assert_eq!(told_of([0.6, 0.3, 0.0, 0.1, 0.0], 9), 0, "a standard card");
    }

    #[test]
    fn what_looks_like_a_standard_card_without_a_name_is_a_back_where_it_comes_again_and_its_outline_surely_holds_one() {
        let told_of = |back: f32, count, probability| {
            let (detection, reading) = print([0.8, 0.1, 0.0, 0.1, 0.0], 0, 0.8);
            let holding = Some(Holding { face: 0.01, back, none: 0.99 - back });
            let mut seen = vec![(detection, Reading { holding, ..reading }); count];
            Suspects::among(&seen, &[], |reading| !reading.names(probability)).tell(&mut seen, &Weights::STILL, false);
            seen.iter().filter(|(_, reading)| reading.is_back()).count()
        };
        assert_eq!([told_of(0.97, 3, 0.9), told_of(0.8, 3, 0.9), told_of(0.97, 1, 0.9)], [3, 0, 0]);
        assert_eq!(told_of(0.97, 3, 0.0), 0, "it bears a name");
    }

    #[test]
    fn what_one_back_leaves_in_doubt_the_others_of_its_deck_tell() {
        let doubtful = [0.0, 0.6, 0.0, 0.0, 0.4];
        let beside = |others: [f32; 5]| told(vec![print(doubtful, 0, 0.6), print(others, 0, 0.8), print(others, 0, 0.8)])[0];
        assert!(told(vec![print(doubtful, 0, 0.6)])[0] < Some(0.5));
        assert!(beside([0.0, 0.95, 0.0, 0.0, 0.05]) > Some(0.8));
        assert_eq!(beside([0.0, 0.05, 0.0, 0.0, 0.95]), None, "they are tiles");
    }

    #[test]
    fn a_pattern_of_the_table_that_comes_again_is_no_surer_for_it_unless_it_looks_like_a_back() {
        let twice = |kinds| told(vec![print(kinds, 0, 0.4), print(kinds, 0, 0.5)]);
        assert_eq!(twice([0.05, 0.15, 0.0, 0.0, 0.8]), [None, None]);
        assert!(twice([0.0, 0.9, 0.0, 0.1, 0.0]).into_iter().all(|back| back > Some(0.9)));
    }

    #[test]
    fn what_looks_like_a_sure_back_is_one() {
        let mut two = [print([0.0, 0.9, 0.0, 0.1, 0.0], 2, 0.9), print([0.0, 0.3, 0.0, 0.7, 0.0], 2, 0.9)];
        let learnt = Suspects::among(&two, &[], Reading::is_strange).tell(&mut two, &Weights::STILL, false).learnt;
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
        let told = |seen: &mut [_]| Suspects::among(seen, &[&here], Reading::is_strange).tell(seen, &Weights::STILL, false);
        told(&mut same);
        assert!(!same[0].1.is_back() && !is_known(&mut same[0], &[&here]), "the same card a frame ago says nothing new");
        here.quad = here.quad.map(|quad| quad.map(|p| p + Point::new(200.0, 0.0)));
        let told = |seen: &mut [_]| Suspects::among(seen, &[&here], Reading::is_strange).tell(seen, &Weights::STILL, false);
        let mut seen = [print(strange, 2, 0.4), print(strange, 3, 0.4)];
        assert!(is_known(&mut seen[0].clone(), &[&here]) && !is_known(&mut seen[1].clone(), &[&here]));
        assert!(told(&mut seen).learnt.is_empty(), "it was hardly seen");
        assert_eq!(seen.each_ref().map(|(_, reading)| reading.is_back()), [true, false]);
    }
}
