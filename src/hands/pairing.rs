//! Which arm each fingertip is of that is read in a blob, and which of the fingers of a hand is the one that reaches.

use super::crossing::Crossing;
use super::fingertips::{Fingertips, Tip};
use super::rectify::SmallTable;
use super::shape::Arm;
use crate::geometry::{Polygon, cheapest_first};

/// How badly a way from a fingertip to the edge may fit, from 0 (along an arm all the way) to 2 (over open table), and [`POINTED`] less or
/// more.
const WORST_WAY: f64 = 0.8;
/// Weight of where a fingertip's hand comes from by its looks.
const POINTED: f64 = 0.3;
/// Of the fingers of a hand the hottest is the one that reaches, unless one that is almost as hot fits its arm better or is nearer to where it
/// was: weights of how badly it fits and, by the millimetre, of how far it has moved.
const ANOTHER_WAY: f64 = 0.3;
const ANOTHER_FINGER: f64 = 0.003;
/// A fingertip goes on with the arm that it had a frame ago, so far away at most, in millimetres, unless another fits so much better.
const GOES_ON_MM: f64 = 70.0;
const SAME_ARM: f64 = 0.35;
/// Fingertips of one arm this near to each other are one hand's, in millimetres: of one that comes in so narrowly that it can be no two, and
/// of another.
const ONE_HAND_MM: (f64, f64) = (110.0, 70.0);
const TWO_ARMS_MM: f64 = 110.0;
/// What lies this near to the way of another fingertip of one arm is none, in millimetres.
const ONE_ARM_MM: f64 = 45.0;

/// A way from a fingertip to a crossing, both by their numbers.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// How badly it fits an arm: the less the better.
    fit: f64,
    tip: usize,
    crossing: usize,
}

/// The fingertips of a blob, its ways in, and what leads from one to the other.
struct Pairing<'a> {
    table: &'a SmallTable,
    crossings: &'a [Crossing],
    tips: &'a [Tip],
    before: &'a [Arm],
    ways: Vec<Way>,
}

/// The crossing of each of some fingertips of one blob: `None` for one that no way leads to and for a second finger of a hand. Crossings
/// without a fingertip are left over.
pub(super) fn pair(
    table: &SmallTable,
    inside: &[u8],
    crossings: &[Crossing],
    seen: &Fingertips,
    tips: &[Tip],
    before: &[Arm],
) -> Vec<Option<usize>> {
    let ways = ways(table, inside, crossings, seen, tips, before);
    let mut of = cheapest_first(ways.iter().map(|way| (way.fit, way.tip, way.crossing)).collect(), tips.len());
    let pairing = Pairing { table, crossings, tips, before, ways };
    pairing.choose_fingers(&mut of);
    pairing.add_second_arms(&mut of);
    of
}

/// Every way that may be an arm's.
fn ways(table: &SmallTable, inside: &[u8], crossings: &[Crossing], seen: &Fingertips, tips: &[Tip], before: &[Arm]) -> Vec<Way> {
    let mut ways = Vec::new();
    let starts: Vec<_> = crossings.iter().map(|crossing| crossing.start(table)).collect();
    for (t, tip) in tips.iter().enumerate() {
        let own = nearest_before(tip, before);
        for (c, (crossing, start)) in crossings.iter().zip(&starts).enumerate() {
            // A finger may stick out at the side of a fist that is as wide as the crossing.
            let from = [*start, crossing.nearest(table, tip.at)];
            let fits = from.map(|from| seen.way(table, inside, tip.at, from) - POINTED * tip.points_to(from));
            let same = own.is_some_and(|arm| arm.crossing.is_near(table, crossing.middle(table)));
            let fit = fits.into_iter().fold(f64::INFINITY, f64::min) - if same { SAME_ARM } else { 0.0 };
            if fit < WORST_WAY {
                ways.push(Way { fit, tip: t, crossing: c });
            }
        }
    }
    ways
}

impl Pairing<'_> {
    /// Of the fingers of each hand the one that reaches in the place of another.
    fn choose_fingers(&self, of: &mut [Option<usize>]) {
        for paired in &self.ways {
            if of.get(paired.tip) != Some(&Some(paired.crossing)) {
                continue;
            }
            let others = self.unpaired(of).into_iter().filter_map(|t| self.best(t)).filter(|way| way.crossing == paired.crossing);
            if let Some(reaches) = others.chain([paired]).min_by(|a, b| self.doubt(a).total_cmp(&self.doubt(b))) {
                of.swap(paired.tip, reaches.tip);
            }
        }
    }

    /// Where one crossing shows, two arms may come in side by side.
    fn add_second_arms(&self, of: &mut [Option<usize>]) {
        for t in self.unpaired(of) {
            let best = self.best(t).map(|way| way.crossing);
            let Some((crossing, tip)) = best.and_then(|best| self.crossings.get(best)).zip(self.tips.get(t)) else { continue };
            // One where that of an arm was that comes in elsewhere is of that one, and may have its way under another.
            if nearest_before(tip, self.before).is_some_and(|arm| !arm.crossing.is_near(self.table, crossing.middle(self.table))) {
                continue;
            }
            let narrow = self.table.extent_mm(&crossing.edge) < TWO_ARMS_MM;
            let one_hand_mm = if narrow { ONE_HAND_MM.0 } else { ONE_HAND_MM.1 };
            let start = crossing.start(self.table);
            // A knuckle, or a finger behind the foremost, lies on the way of another.
            let beside = |(other, its): (&Tip, &Option<usize>)| {
                let way = Polygon { vertices: vec![start, other.at] };
                *its == best && (other.at.distance(tip.at) < one_hand_mm || way.distance(tip.at) < ONE_ARM_MM)
            };
            if !self.tips.iter().zip(&*of).any(beside) {
                of.get_mut(t).into_iter().for_each(|found| *found = best);
            }
        }
    }

    fn unpaired(&self, of: &[Option<usize>]) -> Vec<usize> {
        (0..self.tips.len()).filter(|t| of.get(*t) == Some(&None)).collect()
    }

    /// The best way from a fingertip.
    fn best(&self, tip: usize) -> Option<&Way> {
        self.ways.iter().filter(|way| way.tip == tip).min_by(|a, b| a.fit.total_cmp(&b.fit))
    }

    /// How little a finger looks like the one of its hand that reaches.
    fn doubt(&self, way: &Way) -> f64 {
        let Some(tip) = self.tips.get(way.tip) else { return f64::INFINITY };
        let was = nearest_before(tip, self.before).and_then(|arm| arm.tip);
        let moved_mm = was.map_or(GOES_ON_MM, |was| was.at.distance(tip.at));
        ANOTHER_WAY * way.fit - f64::from(tip.heat) + ANOTHER_FINGER * moved_mm
    }
}

/// The arm whose fingertip this was a frame ago.
pub(super) fn nearest_before<'a>(tip: &Tip, before: impl IntoIterator<Item = &'a Arm>) -> Option<&'a Arm> {
    let far = |arm: &Arm| arm.tip.map_or(f64::INFINITY, |was| was.at.distance(tip.at));
    before.into_iter().filter(|arm| far(arm) < GOES_ON_MM).min_by(|a, b| far(a).total_cmp(&far(b)))
}
