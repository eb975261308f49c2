use super::TrackerConfig;
use crate::geometry::{Point, Polygon, Table};
use crate::table::{Mat, Observation, Seat, SeenHand, Stamp, Visit, Zone};

/// A visit, and whether its whole reach was too short to be believed by itself.
#[derive(Debug, Clone)]
pub(super) struct Stay<Z> {
    pub visit: Visit<Z>,
    pub brief: bool,
}

/// Those of one seat that overlap in one zone as one: an arm may be taken for two for a moment.
pub(super) fn joined<Z: Zone>(stays: Vec<Stay<Z>>) -> Vec<Stay<Z>> {
    let mut joined: Vec<Stay<Z>> = Vec::with_capacity(stays.len());
    for stay in stays {
        let (seat, zone, from, to) = (stay.visit.seat, stay.visit.zone, stay.visit.from, stay.visit.to);
        let same = |known: &&mut Stay<Z>| {
            let visit = &known.visit;
            visit.seat == seat && visit.zone == zone && visit.from <= to && from <= visit.to
        };
        match joined.iter_mut().find(same) {
            Some(known) => {
                known.visit.from = known.visit.from.min(from);
                known.visit.to = known.visit.to.max(to);
                known.visit.deepest |= stay.visit.deepest;
                known.brief &= stay.brief;
            }
            None => joined.push(stay),
        }
    }
    joined
}

/// Hands followed over time. A reach begins when a hand appears and ends when it has been gone for a while.
#[derive(Debug, Clone, Default)]
pub(super) struct Reaches {
    active: Vec<Reach>,
    /// The outlines of the last frame's hands, and of what were parts of them.
    last: Vec<Polygon<Table>>,
    parts: Vec<Polygon<Table>>,
}

#[derive(Debug, Clone)]
struct Reach {
    seat: Option<Seat>,
    entry: Point<Table>,
    /// Where it came over the edge when it reached furthest.
    deepest_entry: Point<Table>,
    tips: Vec<(Stamp, Point<Table>)>,
    region: Polygon<Table>,
    /// Since when the tip has lain still.
    still_since: Stamp,
}

/// A hand that jumped further than this between two frames is another hand.
const SAME_ENTRY_MM: f64 = 220.0;
/// From one frame to the next this part of an arm's outline stays within this distance of where the arm was.
const SAME_ARM_PART: f64 = 0.75;
const SAME_ARM_MM: f64 = 30.0;
/// A tip that is back in a zone before this was never away: a frame misjudged it.
const GLITCH_MS: f64 = 500.0;
/// A tip that moved less than this lies still.
const STILL_TIP_MM: f64 = 8.0;

impl Reaches {
    /// Takes a frame's hands and answers the visits of the reaches that ended with it.
    pub fn follow<Z: Zone>(&mut self, seen: &Observation, mat: &Mat<Z>, config: &TrackerConfig) -> Vec<Stay<Z>> {
        let before = std::mem::take(&mut self.last);
        let arms: Vec<Polygon<Table>> = self.active.iter().map(|reach| reach.region.clone()).collect();
        let parts = std::mem::take(&mut self.parts);
        for hand in &seen.hands {
            match self.nearest(hand) {
                Some(reach) => reach.extend(hand, seen.stamp),
                None => match self.same_arm(hand, seen, config) {
                    Some(reach) => reach.hold(&hand.region, seen.stamp),
                    // An arm may be taken for two for a moment.
                    None if seen.hands.len() > 1 && is_part_of(&hand.region, before.iter().chain(&parts).chain(others(seen, hand))) => {
                        self.parts.push(hand.region.clone());
                        continue;
                    }
                    None => self.active.push(Reach::new(hand, seen.stamp)),
                },
            }
            self.last.push(hand.region.clone());
        }
        // Of which part the tip is the fingertip is not known then.
        for (reach, arm) in self.active.iter_mut().zip(&arms) {
            if self.parts.iter().any(|part| is_part_of(part, std::iter::once(arm))) {
                reach.keep_tip(seen.stamp);
            }
        }
        self.end(mat, config, |reach| seen.stamp.ms_since(reach.last_seen()) > config.reach_gap_ms)
    }

    /// Ends every reach.
    pub fn finish<Z: Zone>(&mut self, mat: &Mat<Z>, config: &TrackerConfig) -> Vec<Stay<Z>> {
        self.end(mat, config, |_| true)
    }

    /// Whether a moving hand is over the table, or one has just left.
    pub fn disturb(&self, seen: &Observation, config: &TrackerConfig) -> bool {
        self.active.iter().any(|reach| seen.stamp.ms_since(reach.still_since) < config.resting_hand_ms || reach.last_seen() < seen.stamp)
    }

    /// Regions hidden by hands that lie still.
    pub fn covered(&self) -> Vec<Polygon<Table>> {
        self.active.iter().map(|reach| reach.region.clone()).collect()
    }

    fn nearest(&mut self, hand: &SeenHand) -> Option<&mut Reach> {
        self.active
            .iter_mut()
            .filter(|reach| reach.seat == hand.seat || reach.seat.is_none() || hand.seat.is_none())
            .map(|reach| (reach.entry.distance(hand.entry), reach))
            .filter(|(distance, _)| *distance < SAME_ENTRY_MM)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, reach)| reach)
    }

    /// The reach of another seat whose arm this is: fingers that come to another edge make an arm look as if it came over that one.
    fn same_arm(&mut self, hand: &SeenHand, seen: &Observation, config: &TrackerConfig) -> Option<&mut Reach> {
        self.active.iter_mut().find(|reach| {
            let gone = !seen.hands.iter().any(|other| other.seat == reach.seat);
            let recent = seen.stamp.ms_since(reach.last_seen()) <= config.reach_gap_ms;
            gone && recent && is_part_of(&hand.region, std::iter::once(&reach.region))
        })
    }

    fn end<Z: Zone>(&mut self, mat: &Mat<Z>, config: &TrackerConfig, over: impl Fn(&Reach) -> bool) -> Vec<Stay<Z>> {
        let (ended, active) = std::mem::take(&mut self.active).into_iter().partition(|reach| over(reach));
        self.active = active;
        let ended: Vec<Reach> = ended;
        ended.iter().flat_map(|reach| reach.visits(mat, config)).collect()
    }
}

/// Whether most of an outline lies where arms are or were.
pub(super) fn is_part_of<'a>(outline: &Polygon<Table>, arms: impl Iterator<Item = &'a Polygon<Table>> + Clone) -> bool {
    let near = outline.vertices.iter().filter(|p| arms.clone().any(|arm| arm.distance(**p) < SAME_ARM_MM)).count();
    near as f64 >= SAME_ARM_PART * outline.vertices.len() as f64
}

/// The outlines of a frame's larger hands.
fn others<'a>(seen: &'a Observation, hand: &'a SeenHand) -> impl Iterator<Item = &'a Polygon<Table>> + Clone {
    let area = hand.region.area();
    seen.hands.iter().map(|other| &other.region).filter(move |region| region.area() > area)
}

impl Reach {
    fn new(hand: &SeenHand, stamp: Stamp) -> Self {
        let (entry, region) = (hand.entry, hand.region.clone());
        Self { seat: hand.seat, entry, deepest_entry: entry, tips: vec![(stamp, hand.tip)], region, still_since: stamp }
    }

    fn last_seen(&self) -> Stamp {
        self.tips.last().map_or(Stamp::default(), |(stamp, _)| *stamp)
    }

    fn extend(&mut self, hand: &SeenHand, stamp: Stamp) {
        if self.tips.last().is_some_and(|(_, tip)| tip.distance(hand.tip) > STILL_TIP_MM) {
            self.still_since = stamp;
        }
        // The deepest sight of a hand tells best over which edge its arm comes.
        if self.tips.iter().all(|(_, tip)| tip.distance(self.entry) < hand.tip.distance(hand.entry)) {
            self.seat = hand.seat.or(self.seat);
            self.deepest_entry = hand.entry;
        }
        self.entry = hand.entry;
        self.region = hand.region.clone();
        self.tips.push((stamp, hand.tip));
    }

    /// The tip is where it was before this frame.
    fn keep_tip(&mut self, stamp: Stamp) {
        let before = self.tips.iter().rev().find(|(at, _)| *at < stamp).map(|(_, tip)| *tip);
        for (_, tip) in self.tips.iter_mut().rev().take_while(|(at, _)| *at == stamp) {
            *tip = before.unwrap_or(*tip);
        }
    }

    /// Still there, and where is not told.
    fn hold(&mut self, region: &Polygon<Table>, stamp: Stamp) {
        self.region = region.clone();
        if let Some(&(_, tip)) = self.tips.last() {
            self.tips.push((stamp, tip));
        }
    }

    /// The zones where the tip stopped, and the one that it reached furthest.
    fn visits<Z: Zone>(&self, mat: &Mat<Z>, config: &TrackerConfig) -> Vec<Stay<Z>> {
        let (Some(seat), Some((first, _))) = (self.seat, self.tips.first()) else { return Vec::new() };
        let near = |(other, far): &(Seat, f64)| *other != seat && *far <= config.doubtful_entry_mm;
        let neighbour = mat.nearest_seats(self.deepest_entry).into_iter().find(near).map(|(other, _)| other);
        let brief = self.last_seen().ms_since(*first) < config.shortest_reach_ms;
        let mut stays: Vec<(Visit<Z>, f64)> = Vec::new();
        for &(stamp, tip) in &self.tips {
            let Some(zone) = near_zone(mat, tip, config.zone_margin_mm) else { continue };
            let depth = tip.distance(self.entry);
            match stays.iter().rposition(|(stay, _)| stay.zone == zone && stamp.ms_since(stay.to) < GLITCH_MS) {
                Some(known) => {
                    if let Some((stay, deepest)) = stays.get_mut(known) {
                        stay.to = stamp;
                        *deepest = deepest.max(depth);
                    }
                    // A stop further on was no misjudged frame: the hand passed here on its way out and back.
                    let passed = stays.get(known).map_or(0.0, |(_, deepest)| *deepest);
                    let beyond = |(stay, depth): &(Visit<Z>, f64)| *depth > passed && stay.to.ms_since(stay.from) >= config.stop_for_ms;
                    let further: Vec<_> = stays.drain(known + 1..).filter(beyond).collect();
                    stays.extend(further);
                }
                None => stays.push((Visit { seat, neighbour, zone, from: stamp, to: stamp, deepest: false }, depth)),
            }
        }
        let furthest = stays.iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
        for (stay, depth) in &mut stays {
            stay.deepest = *depth >= furthest;
        }
        let counts = |stay: &Visit<Z>| stay.deepest || stay.to.ms_since(stay.from) >= config.stop_for_ms;
        stays.into_iter().map(|(stay, _)| stay).filter(counts).map(|visit| Stay { visit, brief }).collect()
    }
}

/// The zone at a point, or the nearest one within a margin.
pub(super) fn near_zone<Z: Zone>(mat: &Mat<Z>, p: Point<Table>, margin_mm: f64) -> Option<Z> {
    mat.zones
        .iter()
        .map(|(zone, outline)| (*zone, outline.distance(p)))
        .filter(|(_, d)| *d <= margin_mm)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(zone, _)| zone)
}
