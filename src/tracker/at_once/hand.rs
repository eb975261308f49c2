use super::AtOnceConfig;
use super::sight::Sight;
use super::stay::Stay;
use crate::geometry::{Point, Polygon, Table, cheapest_first};
use crate::table::{Mat, Observation, Seat, SeenHand, Stamp, Zone};
use crate::tracker::reach::is_part_of;

/// A card in a hand.
#[derive(Debug, Clone)]
pub(super) struct Held<Z> {
    /// The card that it was on the table.
    pub card: u64,
    pub sight: Sight,
    /// Where it lay, and since when it does not any more.
    pub from: Option<Z>,
    pub since: Stamp,
    /// Where it has been told to lie, though its hand only paused there.
    pub told: Option<Z>,
}

/// What a fingertip rests on.
#[derive(Debug, Clone)]
pub(super) struct Rest<Z> {
    /// The card; `None` for the bare table.
    pub card: Option<u64>,
    pub at: Point<Table>,
    pub zone: Z,
    /// Since when the fingertip has seemed to be elsewhere.
    pub away: Option<Stamp>,
}

/// Cards lifted from one fan: one of them is a card taken, several are the whole fan.
#[derive(Debug, Clone)]
pub(super) struct Bundle<Z> {
    pub from: Z,
    pub cards: Vec<Held<Z>>,
    /// When the last of them was found gone.
    pub last: Stamp,
    /// Where they came to lie, once one did, and when that was found.
    pub laid: Option<(Z, Stamp)>,
}

/// A fan that a hand was at work on.
#[derive(Debug, Clone)]
pub(super) struct Over<Z> {
    pub fan: Z,
    /// When it was there last.
    pub last: Stamp,
    /// The cards that have not shown since.
    pub gone: Vec<u64>,
}

/// A hand that was not seen for so long is not where it was, in milliseconds.
const GONE_MS: f64 = 300.0;

/// One hand followed over time, from over the edge until it is gone.
#[derive(Debug, Clone)]
pub(super) struct Hand<Z> {
    pub id: u64,
    pub seat: Option<Seat>,
    /// Whose it may be instead, by how it was seen to reach.
    perhaps: Option<Seat>,
    pub entry: Point<Table>,
    pub tip: Point<Table>,
    /// When the fingertip itself was seen last.
    tip_seen: Stamp,
    /// Where it ended in the newest frame that shows it, whether or not that was read as its fingertip.
    end: Point<Table>,
    pub region: Polygon<Table>,
    /// When it was last seen, and in which frame.
    pub last: Stamp,
    pub frame: u64,
    /// Whether the newest frame shows it.
    pub here: bool,
    /// Whether it counts as gone.
    pub left: bool,
    /// When it was last not told from another's arm.
    pub veiled: Option<Stamp>,
    /// When what it held, as it left, may last have lain where another's arm hid it.
    pub hidden: Option<Stamp>,
    pub holds: Vec<Held<Z>>,
    pub rest: Option<Rest<Z>>,
    /// The card that it left lying last, and when.
    pub released: Option<(u64, Stamp)>,
    /// The cards whose touches were told, and their zones.
    pub touched: Vec<(u64, Option<Z>)>,
    pub bundle: Option<Bundle<Z>>,
    /// The fan that it last spread what it swept up on, and when the first of that lay.
    pub spread: Option<(Z, Stamp)>,
    /// The fan that it touched last.
    pub over: Option<Over<Z>>,
    /// Where its fingertip stayed lately.
    pub stays: Vec<Stay<Z>>,
}

/// All hands, those that left a while ago included.
#[derive(Debug, Clone)]
pub(super) struct Hands<Z> {
    pub all: Vec<Hand<Z>>,
    /// Outlines that the newest frame shows beside them: parts of arms, or of hands that it takes for another seat's.
    parts: Vec<Polygon<Table>>,
    next: u64,
}

/// A hand whose fingertip is not seen may be this much further from where it seems to be.
const TIP_ELSEWHERE_MM: f64 = 150.0;
/// Fingers that are seen as another seat's are at most this far from where they were, and so much further with each millisecond unseen.
const CROSSING_MM: f64 = 60.0;
const CROSSING_MM_PER_MS: f64 = 0.3;
/// They are so seen for so long after the arm was last seen as its own.
const CROSSING_MS: f64 = 300.0;
/// No hand is faster.
const FASTEST_MM_PER_MS: f64 = 2.0;
/// An arm is taken for another seat's as rarely as it gets this far between two frames.
const OTHER_SEAT_MM: f64 = 120.0;
/// A hand that jumped further than this between two frames is another hand.
const SAME_HAND_MM: f64 = 260.0;

/// A fingertip that is not seen for so long counts as where it was, in milliseconds: where the outline ends may be another hand.
const TIP_UNSEEN_MS: f64 = 300.0;

/// The fingertip of one on its way out was read not longer before its arm was seen last, in milliseconds.
const READ_ON_ITS_WAY_MS: f64 = 100.0;

/// An outline so near to where an arm came over the edge may hold that arm.
const SAME_ENTRY_MM: f64 = 20.0;

impl<Z> Default for Hands<Z> {
    fn default() -> Self {
        Self { all: Vec::new(), parts: Vec::new(), next: 0 }
    }
}

impl<Z: Zone> Hands<Z> {
    /// Takes a frame's hands: a seat plays with one.
    pub fn follow(&mut self, seen: &Observation, config: &AtOnceConfig) {
        for hand in self.all.iter_mut().filter(|hand| hand.went_out(seen.stamp, config)) {
            hand.left |= seen.hands.iter().any(|found| found.seat == hand.seat);
        }
        let mut pairs = Vec::new();
        for (i, hand) in self.all.iter().enumerate() {
            pairs.extend(seen.hands.iter().enumerate().filter_map(|(j, found)| Some((hand.distance(found, seen.stamp)?, i, j))));
        }
        let of = cheapest_first(pairs, self.all.len());
        let arms: Vec<Polygon<Table>> =
            self.all.iter().zip(&of).filter(|(_, of)| of.is_some()).map(|(hand, _)| hand.region.clone()).collect();
        for (hand, found) in self.all.iter_mut().zip(&of) {
            hand.here = false;
            if let Some(found) = found.and_then(|j| seen.hands.get(j)) {
                hand.see(found, seen);
            }
        }
        let held = |entry: Point<Table>| seen.hands.iter().any(|found| found.region.distance(entry) < SAME_ENTRY_MM);
        for hand in self.all.iter_mut().filter(|hand| !hand.here && !hand.left && held(hand.entry)) {
            hand.veiled = Some(seen.stamp);
        }
        self.parts.clear();
        for (_, found) in seen.hands.iter().enumerate().filter(|(j, _)| !of.contains(&Some(*j))) {
            let second = found.seat.is_some() && self.here().any(|hand| hand.seat == found.seat);
            // An arm may be taken for two for a moment.
            if second || is_part_of(&found.region, arms.iter()) {
                self.parts.push(found.region.clone());
            } else {
                self.next += 1;
                self.all.push(Hand::new(self.next, found, seen));
            }
        }
    }

    /// What arms hide in the newest frame.
    pub fn regions(&self) -> impl Iterator<Item = &Polygon<Table>> {
        self.here().map(|hand| &hand.region).chain(&self.parts)
    }

    pub fn get(&self, id: u64) -> Option<&Hand<Z>> {
        self.all.iter().find(|hand| hand.id == id)
    }

    pub fn get_mut(&mut self, id: u64) -> Option<&mut Hand<Z>> {
        self.all.iter_mut().find(|hand| hand.id == id)
    }

    /// Those that the newest frame shows.
    pub fn here(&self) -> impl Iterator<Item = &Hand<Z>> {
        self.all.iter().filter(|hand| hand.here)
    }

    /// The hand of a seat whose fingertip is, or was last, nearest to a point.
    pub fn nearest_of(&self, seat: Seat, at: Point<Table>) -> Option<&Hand<Z>> {
        let own = self.all.iter().filter(|hand| hand.seat == Some(seat) && !hand.left);
        own.min_by(|a, b| a.tip.distance(at).total_cmp(&b.tip.distance(at)))
    }

    /// Forgets hands that left so long ago that nothing can turn up of them any more.
    pub fn forget(&mut self, now: Stamp, config: &AtOnceConfig) {
        self.all.retain(|hand| !hand.left || now.ms_since(hand.last) < config.remember_hand_ms);
    }
}

impl<Z: Zone> Hand<Z> {
    fn new(id: u64, found: &SeenHand, seen: &Observation) -> Self {
        Self {
            id,
            seat: found.seat,
            perhaps: found.perhaps,
            entry: found.entry,
            tip: found.tip,
            tip_seen: if found.tip_seen { seen.stamp } else { Stamp::default() },
            end: found.tip,
            region: found.region.clone(),
            last: seen.stamp,
            frame: seen.frame,
            here: true,
            left: false,
            veiled: None,
            hidden: None,
            holds: Vec::new(),
            rest: None,
            released: None,
            touched: Vec::new(),
            bundle: None,
            spread: None,
            over: None,
            stays: Vec::new(),
        }
    }

    /// How far it would have come since it was seen, if this is it. Where arms cross, one may be taken for another seat's.
    fn distance(&self, found: &SeenHand, now: Stamp) -> Option<f64> {
        let far = self.tip.distance(found.tip);
        let doubt = if found.tip_seen { 0.0 } else { TIP_ELSEWHERE_MM };
        let unseen_ms = now.ms_since(self.last);
        match (self.seat, found.seat) {
            // One that swept cards up has not gone without them.
            (Some(own), Some(seat)) if own == seat => {
                (!self.left || self.has_swept()).then_some((far - FASTEST_MM_PER_MS * unseen_ms).max(0.1 * far) + doubt)
            }
            (Some(_), Some(_)) => {
                let reach = CROSSING_MM + CROSSING_MM_PER_MS * unseen_ms;
                let same = !self.left && found.tip_seen && unseen_ms < CROSSING_MS && far < reach;
                same.then_some(far + OTHER_SEAT_MM)
            }
            _ => (!self.left && far.min(self.entry.distance(found.entry)) < SAME_HAND_MM).then_some(far + doubt),
        }
    }

    fn see(&mut self, found: &SeenHand, seen: &Observation) {
        self.seat = self.seat.or(found.seat);
        if self.seat == found.seat {
            self.perhaps = found.perhaps;
        }
        (self.entry, self.region) = (found.entry, found.region.clone());
        if found.tip_seen || seen.stamp.ms_since(self.tip_seen) > TIP_UNSEEN_MS {
            self.tip = found.tip;
        }
        if found.tip_seen {
            self.tip_seen = seen.stamp;
        }
        self.end = found.tip;
        (self.last, self.frame, self.here, self.left) = (seen.stamp, seen.frame, true, false);
    }

    /// Whether its fingertip itself is seen.
    pub fn is_tip_seen(&self, now: Stamp) -> bool {
        self.tip_seen == now
    }

    /// Whether it can still be where it was last seen.
    pub fn was_just_here(&self, now: Stamp) -> bool {
        now.ms_since(self.last) < GONE_MS
    }

    /// Whether its fingertip is seen so far away from a point, in millimetres.
    pub fn is_away_from(&self, point: Point<Table>, mm: f64) -> bool {
        self.tip_seen == self.last && self.tip.distance(point) > mm
    }

    /// Whether it rests on this card, as far as is known.
    pub fn rests_on(&self, card: u64) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.card == Some(card))
    }

    /// Whose it may be beside its seat's.
    pub fn neighbour(&self, mat: &Mat<Z>, config: &AtOnceConfig) -> Option<Seat> {
        self.perhaps.or_else(|| doubtful(self.seat?, self.entry, mat, config))
    }

    /// It begins to lay what it swept up.
    pub fn spreads(&mut self, fan: Z, at: Stamp) {
        if let Some(bundle) = &mut self.bundle {
            (bundle.laid, self.spread) = (Some((fan, at)), Some((fan, at)));
        }
    }

    /// Whether it has swept up cards and not laid them.
    pub fn has_swept(&self) -> bool {
        self.bundle.as_ref().is_some_and(|bundle| bundle.laid.is_none())
    }

    /// Whether it was on its way out, from over the table, when it was last seen: when its seat's hand comes again, it is another one.
    fn went_out(&self, now: Stamp, config: &AtOnceConfig) -> bool {
        let unseen_ms = now.ms_since(self.last);
        let unveiled = self.veiled.is_none_or(|veiled| now.ms_since(veiled) > unseen_ms);
        let read = self.last.ms_since(self.tip_seen) < READ_ON_ITS_WAY_MS;
        let deep = |end: Point<Table>| end.distance(self.entry) > config.deep_mm;
        let end_at_edge = unveiled && read && deep(self.tip) && !deep(self.end);
        let tip_at_edge = !deep(self.tip) && self.staying().is_none();
        !self.left && (end_at_edge || tip_at_edge) && unseen_ms > config.hand_gap_ms.0
    }

    /// Whether it has been unseen for so long that it must be gone.
    pub fn is_gone(&self, now: Stamp, config: &AtOnceConfig) -> bool {
        let (edge, deep) = config.hand_gap_ms;
        let gap = if self.tip.distance(self.entry) > config.deep_mm { deep } else { edge };
        // An arm that melts into another's outline still comes over the edge there.
        !self.here && self.veiled != Some(now) && now.ms_since(self.last) > gap
    }
}

/// Whose hand it may be beside the seat's: one whose stretch of the edge is near where it comes over.
pub(super) fn doubtful<Z: Zone>(seat: Seat, entry: Point<Table>, mat: &Mat<Z>, config: &AtOnceConfig) -> Option<Seat> {
    let near = |(other, far): &(Seat, f64)| *other != seat && *far <= config.doubtful_entry_mm;
    mat.nearest_seats(entry).into_iter().find(near).map(|(other, _)| other)
}
