//! Where arms come in over the table's edge.

use super::HandSettings;
use super::background::Pixel;
use super::fingertips::Fingertips;
use super::rectify::SmallTable;
use super::shape::Arm;
use crate::geometry::{Point, Table};
use std::collections::VecDeque;

/// Pixels along the edge this near to each other belong to one crossing.
const CROSSING_GAP: usize = 5;
/// A second arm in the same blob is at least this wide at the edge, in millimetres: fingers are not.
const SECOND_ARM_MM: f64 = 35.0;
/// An arm comes in so near to where it did a frame ago, in millimetres.
const SAME_CROSSING_MM: f64 = 45.0;
/// Crossings so far apart are two arms', in millimetres.
const APART_MM: f64 = 250.0;
/// Part of an arm of the last frame that lies in a blob when the blob is that arm.
const SAME_ARM: f64 = 0.3;
/// Part of an arm that must still be seen for it to be that arm.
const LEFT_OF_ARM: f64 = 0.6;
/// How far from the edge an arm may be cut off, and how much of its end stands for its crossing, in millimetres.
const CUT_OFF_MM: f64 = 80.0;
const END_MM: f64 = 8.0;
/// How much of the end of an arm tells how it lies, in millimetres.
pub(super) const FOREARM_MM: f64 = 120.0;
/// How far from the edge an arm may be lost, in millimetres, and the least cosine between how it lies and where it is.
const UNSEEN_MM: f64 = 80.0;
const STRAIGHT: f64 = 0.8;
/// Gaps in what looks like shadow are bridged up to this many pixels, and the edge is met up to this many steps after its nearest pixel.
const SHADE_GAP: usize = 2;
const EDGE_STEPS: u16 = 12;

/// The ways in of a blob of pixels, widest first: where it lies on the edge itself, else where it comes from by what was there before,
/// by how its arm lies, or by what looks like shadow.
pub(super) fn of(
    table: &SmallTable,
    blob: &[usize],
    (difference, cards): (&[Pixel], &[bool]),
    seen: Option<&Fingertips>,
    before: &[Arm],
    settings: &HandSettings,
) -> Vec<Crossing> {
    let mut crossings: Vec<Crossing> = open_crossings(table, blob, cards, before, settings).into_iter().map(Crossing::open).collect();
    if crossings.is_empty() {
        let along = || along_arm(table, blob, seen?);
        let shade = || through_shade(table, blob, difference, settings);
        crossings.extend(cut_off(table, blob, before).or_else(along).or_else(shade));
    }
    crossings
}

/// Where a blob comes over the edge: groups of its pixels in the band along it, wide enough, widest first. Cards do not count.
fn open_crossings(table: &SmallTable, blob: &[usize], cards: &[bool], before: &[Arm], settings: &HandSettings) -> Vec<Vec<usize>> {
    let mut waiting: Vec<bool> = vec![false; table.width * table.height];
    for &i in blob {
        if let Some(w) = waiting.get_mut(i) {
            *w = table.in_band(i) && cards.get(i) != Some(&true);
        }
    }
    let mut groups = Vec::new();
    for &start in blob {
        if waiting.get(start) != Some(&true) {
            continue;
        }
        let mut group = vec![start];
        waiting.get_mut(start).into_iter().for_each(|w| *w = false);
        let mut next = 0;
        while let Some(&index) = group.get(next) {
            next += 1;
            for n in table.neighbours(index, CROSSING_GAP) {
                if let Some(w) = waiting.get_mut(n).filter(|w| **w) {
                    *w = false;
                    group.push(n);
                }
            }
        }
        groups.push((table.extent_mm(&group), group));
    }
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    // An arm that came in there a frame ago, and nowhere else now, is one and no finger.
    let near = |arm: &Arm, group: &[usize]| arm.crossing.is_near(table, table.middle(group));
    let mut crossings: Vec<Vec<usize>> = Vec::new();
    for (rank, (width, group)) in groups.into_iter().enumerate() {
        let known = before.iter().any(|arm| near(arm, &group) && !crossings.iter().any(|other| near(arm, other)));
        if width >= if rank == 0 || known { settings.least_entry_mm } else { SECOND_ARM_MM } {
            crossings.push(group);
        }
    }
    crossings
}

/// The crossings that stand for arms: one for each arm that was in this place in the last frame, and any far from these. An arm
/// beside a corner comes over two edges near each other.
pub(super) fn of_known_arms(table: &SmallTable, blob: &[usize], mut crossings: Vec<Crossing>, before: &[Arm]) -> Vec<Crossing> {
    let mask = table.painted(blob);
    let shared = |arm: &Arm| arm.pixels.iter().filter(|i| mask.get(**i) == Some(&255)).count();
    let mut kept = Vec::new();
    for arm in before.iter().filter(|arm| shared(arm) as f64 >= SAME_ARM * arm.pixels.len() as f64) {
        let entry = arm.crossing.middle(table);
        let far = |c: &Crossing| c.middle(table).distance(entry);
        let nearest = crossings.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|(k, _)| k);
        kept.extend(nearest.map(|k| crossings.remove(k)));
    }
    for crossing in crossings {
        let apart = |k: &Crossing| k.middle(table).distance(crossing.middle(table)) > APART_MM;
        if kept.iter().all(apart) {
            kept.push(crossing);
        }
    }
    kept
}

/// Where an arm of the last frame came in, for the blob that is that arm: near the edge a sleeve may look like the floor. What an
/// arm left on the table is smaller than the arm.
fn cut_off(table: &SmallTable, blob: &[usize], before: &[Arm]) -> Option<Crossing> {
    let mask = table.painted(blob);
    let shared = |arm: &Arm| arm.pixels.iter().filter(|i| mask.get(**i) == Some(&255)).count();
    let (arm, overlap) = before.iter().map(|arm| (arm, shared(arm))).max_by_key(|(_, overlap)| *overlap)?;
    if 2 * overlap < blob.len() || (blob.len() as f64) < LEFT_OF_ARM * arm.pixels.len() as f64 {
        return None;
    }
    let entry = table.on_edge(arm.crossing.middle(table));
    let nearest = blob.iter().map(|&i| table.place(i).distance(entry)).fold(f64::INFINITY, f64::min);
    let root = blob.iter().copied().filter(|&i| table.place(i).distance(entry) <= nearest + END_MM).collect();
    (nearest <= CUT_OFF_MM).then(|| Crossing { edge: arm.crossing.edge.clone(), root })
}

/// Where the arm of a blob leads over the edge: near there its sleeve may look like the table.
fn along_arm(table: &SmallTable, blob: &[usize], seen: &Fingertips) -> Option<Crossing> {
    let depth = |i: &usize| table.depth_mm().get(*i).copied().unwrap_or(f32::INFINITY);
    let nearest = blob.iter().min_by(|a, b| depth(a).total_cmp(&depth(b)))?;
    let is_end = |i: &&usize| table.place(**i).distance(table.place(*nearest)) < FOREARM_MM;
    let end: Vec<usize> = blob.iter().filter(is_end).copied().collect();
    let from = table.middle(&end);
    let out = from - table.middle(blob);
    let way = seen.lies(end.iter().map(|i| table.place(*i)), out)?;
    // What is round, or lies along the edge, leads nowhere.
    if way.dot(out) < STRAIGHT * out.length() || out.length() < END_MM {
        return None;
    }
    let most_mm = table.place(*nearest).distance(from) + UNSEEN_MM;
    let steps = (1..).map(|step| f64::from(step) * END_MM / 2.0).take_while(|mm| *mm < most_mm);
    let entry = steps.map(|mm| from + way * mm).find(|p| table.index(*p).is_some_and(|i| table.in_band(i)))?;
    let close = |i: &usize, mm: f64| table.place(*i).distance(entry) <= mm;
    let edge: Vec<usize> = (0..table.width * table.height).filter(|i| table.in_band(*i) && close(i, SECOND_ARM_MM / 2.0)).collect();
    let gap_mm = blob.iter().map(|&i| table.place(i).distance(entry)).fold(f64::INFINITY, f64::min);
    let root = blob.iter().copied().filter(|i| close(i, gap_mm + END_MM)).collect();
    Some(Crossing { edge, root })
}

/// Where a blob comes over the edge by way of what looks like shadow: a sleeve in the colour of the table, only darker, does.
fn through_shade(table: &SmallTable, blob: &[usize], difference: &[Pixel], settings: &HandSettings) -> Option<Crossing> {
    let mut steps = vec![u16::MAX; table.width * table.height];
    let mut queue: VecDeque<usize> = blob.iter().copied().collect();
    for &i in blob {
        steps.get_mut(i).into_iter().for_each(|s| *s = 0);
    }
    let (mut edge, mut nearest) = (Vec::new(), u16::MAX);
    while let Some(index) = queue.pop_front() {
        let here = steps.get(index).copied().unwrap_or(u16::MAX);
        if nearest != u16::MAX && here > nearest.saturating_add(EDGE_STEPS) {
            break;
        }
        if table.in_band(index) {
            nearest = nearest.min(here);
            edge.push(index);
        }
        for n in table.neighbours(index, SHADE_GAP) {
            if difference.get(n) == Some(&Pixel::Shaded)
                && let Some(step) = steps.get_mut(n).filter(|s| **s == u16::MAX)
            {
                *step = here.saturating_add(1);
                queue.push_back(n);
            }
        }
    }
    if edge.is_empty() || table.extent_mm(&edge) < settings.least_entry_mm {
        return None;
    }
    let entry = table.middle(&edge);
    let nearest = blob.iter().map(|&i| table.place(i).distance(entry)).fold(f64::INFINITY, f64::min);
    let root = blob.iter().copied().filter(|&i| table.place(i).distance(entry) <= nearest + END_MM).collect();
    Some(Crossing { edge, root })
}

/// A way in over the edge.
#[derive(Debug, Clone)]
pub(super) struct Crossing {
    /// The pixels along the edge.
    pub edge: Vec<usize>,
    /// The pixels of the blob that lie next to them: the same ones, unless some of the arm is not seen.
    pub root: Vec<usize>,
}

impl Crossing {
    fn open(edge: Vec<usize>) -> Self {
        Self { root: edge.clone(), edge }
    }

    /// Whether the arm shows on the edge itself.
    pub fn is_open(&self) -> bool {
        self.root == self.edge
    }

    /// The middle of it.
    pub fn middle(&self, table: &SmallTable) -> Point<Table> {
        table.middle(&self.edge)
    }

    /// Whether an arm that comes in at this point a frame later may be the same one.
    pub fn is_near(&self, table: &SmallTable, entry: Point<Table>) -> bool {
        self.middle(table).distance(entry) < SAME_CROSSING_MM
    }

    /// Where it begins to show nearest to a point.
    pub fn nearest(&self, table: &SmallTable, p: Point<Table>) -> Point<Table> {
        let places = self.root.iter().map(|&i| table.place(i));
        places.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or_else(|| self.start(table))
    }

    /// Where the arm begins to show.
    pub fn start(&self, table: &SmallTable) -> Point<Table> {
        table.middle(&self.root)
    }
}
