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
    /// Where it lay.
    pub from: Option<Z>,
}

/// What a fingertip rests on.
#[derive(Debug, Clone)]
pub(super) struct Rest<Z> {
    /// The card; `None` for the bare table.
    pub card: Option<u64>,
    pub at: Point<Table>,
    pub zone: Z,
}

/// Cards lifted from one fan: one of them is a card taken, several are the whole fan.
#[derive(Debug, Clone)]
pub(super) struct Bundle<Z> {
    pub from: Z,
    pub cards: Vec<Held<Z>>,
    /// When the last of them was found gone.
    pub last: Stamp,
    /// Where they came to lie, once one did.
    pub laid: Option<Z>,
}

/// One hand followed over time, from over the edge until it is gone.
#[derive(Debug, Clone)]
pub(super) struct Hand<Z> {
    pub id: u64,
    pub seat: Option<Seat>,
    pub entry: Point<Table>,
    pub tip: Point<Table>,
    /// When the fingertip itself was seen last.
    tip_seen: Stamp,
    pub region: Polygon<Table>,
    /// When it was last seen, and in which frame.
    pub last: Stamp,
    pub frame: u64,
    /// Whether the newest frame shows it.
    pub here: bool,
    /// Whether it counts as gone.
    pub left: bool,
    pub holds: Vec<Held<Z>>,
    pub rest: Option<Rest<Z>>,
    pub bundle: Option<Bundle<Z>>,
    /// Where its fingertip stayed lately.
    pub stays: Vec<Stay<Z>>,
}

/// All hands, those that left a while ago included.
#[derive(Debug, Clone)]
pub(super) struct Hands<Z> {
    pub all: Vec<Hand<Z>>,
    next: u64,
}

/// A hand that jumped further than this between two frames is another hand.
const SAME_HAND_MM: f64 = 260.0;

/// A fingertip that is not seen for so long counts as where it was, in milliseconds: where the outline ends may be another hand.
const TIP_UNSEEN_MS: f64 = 300.0;

impl<Z> Default for Hands<Z> {
    fn default() -> Self {
        Self { all: Vec::new(), next: 0 }
    }
}

impl<Z: Zone> Hands<Z> {
    /// Takes a frame's hands.
    pub fn follow(&mut self, seen: &Observation) {
        let mut pairs = Vec::new();
        for (i, hand) in self.all.iter().enumerate() {
            pairs.extend(seen.hands.iter().enumerate().filter_map(|(j, found)| Some((hand.distance(found)?, i, j))));
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
        for (_, found) in seen.hands.iter().enumerate().filter(|(j, _)| !of.contains(&Some(*j))) {
            // An arm may be taken for two for a moment.
            let own = self.all.iter().filter(|hand| hand.here && hand.seat == found.seat).map(|hand| &hand.region);
            if !is_part_of(&found.region, arms.iter().chain(own)) {
                self.next += 1;
                self.all.push(Hand::new(self.next, found, seen));
            }
        }
    }

    /// Of two hands of one seat, of which one is not seen any more, the other goes on: an arm was taken for two. Answers which goes on as which.
    pub fn merge(&mut self) -> Vec<(u64, u64)> {
        let heir = |hand: &Hand<Z>| self.here().find(|other| hand.seat.is_some() && other.seat == hand.seat).map(|other| other.id);
        let lost = self.all.iter().filter(|hand| !hand.here && !hand.left);
        let merged: Vec<(u64, u64)> = lost.filter_map(|hand| Some((hand.id, heir(hand)?))).collect();
        for (old, new) in &merged {
            let Some(k) = self.all.iter().position(|hand| hand.id == *old) else { continue };
            let old = self.all.remove(k);
            if let Some(new) = self.get_mut(*new) {
                new.holds.extend(old.holds);
                new.rest = new.rest.take().or(old.rest);
                new.bundle = new.bundle.take().or(old.bundle);
            }
        }
        merged
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
            entry: found.entry,
            tip: found.tip,
            tip_seen: if found.tip_seen { seen.stamp } else { Stamp::default() },
            region: found.region.clone(),
            last: seen.stamp,
            frame: seen.frame,
            here: true,
            left: false,
            holds: Vec::new(),
            rest: None,
            bundle: None,
            stays: Vec::new(),
        }
    }

    /// How far it would have come since it was seen, if this is it.
    fn distance(&self, found: &SeenHand) -> Option<f64> {
        // One that swept cards up has not gone without them.
        let may_go_on = !self.left || self.has_swept() && self.seat == found.seat;
        let seat = self.seat == found.seat || self.seat.is_none() || found.seat.is_none();
        let far = self.entry.distance(found.entry).min(self.tip.distance(found.tip));
        (may_go_on && seat && (far < SAME_HAND_MM || self.seat.is_some() && self.seat == found.seat)).then_some(far)
    }

    fn see(&mut self, found: &SeenHand, seen: &Observation) {
        self.seat = found.seat.or(self.seat);
        (self.entry, self.region) = (found.entry, found.region.clone());
        if found.tip_seen || seen.stamp.ms_since(self.tip_seen) > TIP_UNSEEN_MS {
            self.tip = found.tip;
        }
        if found.tip_seen {
            self.tip_seen = seen.stamp;
        }
        (self.last, self.frame, self.here, self.left) = (seen.stamp, seen.frame, true, false);
    }

    /// Whether it has swept up cards and not laid them.
    pub fn has_swept(&self) -> bool {
        self.bundle.as_ref().is_some_and(|bundle| bundle.laid.is_none())
    }

    /// Whether it has been unseen for so long that it must be gone.
    pub fn is_gone(&self, now: Stamp, config: &AtOnceConfig) -> bool {
        let (edge, deep) = config.hand_gap_ms;
        let gap = if self.tip.distance(self.entry) > config.deep_mm { deep } else { edge };
        !self.here && now.ms_since(self.last) > gap
    }
}

/// Whose hand it may be beside the seat's: one whose stretch of the edge is near where it comes over.
pub(super) fn doubtful<Z: Zone>(seat: Seat, entry: Point<Table>, mat: &Mat<Z>, config: &AtOnceConfig) -> Option<Seat> {
    let near = |(other, far): &(Seat, f64)| *other != seat && *far <= config.doubtful_entry_mm;
    mat.nearest_seats(entry).into_iter().find(near).map(|(other, _)| other)
}
