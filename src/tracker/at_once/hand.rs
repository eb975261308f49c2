use super::AtOnceConfig;
use super::sight::Sight;
use super::stay::Stay;
use crate::geometry::{Point, Polygon, Table};
use crate::table::{Mat, Observation, Seat, SeenHand, Stamp, Zone};

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
        self.all.iter_mut().for_each(|hand| hand.here = false);
        for found in &seen.hands {
            match self.same(found) {
                Some(hand) => {
                    hand.seat = found.seat.or(hand.seat);
                    (hand.entry, hand.region) = (found.entry, found.region.clone());
                    if found.tip_seen || seen.stamp.ms_since(hand.tip_seen) > TIP_UNSEEN_MS {
                        hand.tip = found.tip;
                    }
                    if found.tip_seen {
                        hand.tip_seen = seen.stamp;
                    }
                    (hand.last, hand.frame, hand.here, hand.left) = (seen.stamp, seen.frame, true, false);
                }
                None => {
                    self.next += 1;
                    self.all.push(Hand::new(self.next, found, seen));
                }
            }
        }
    }

    fn same(&mut self, found: &SeenHand) -> Option<&mut Hand<Z>> {
        self.all
            .iter_mut()
            // One that swept cards up has not gone without them.
            .filter(|hand| !hand.here && (!hand.left || hand.has_swept() && hand.seat == found.seat))
            .filter(|hand| hand.seat == found.seat || hand.seat.is_none() || found.seat.is_none())
            .map(|hand| (hand.entry.distance(found.entry).min(hand.tip.distance(found.tip)), hand))
            .filter(|(distance, hand)| *distance < SAME_HAND_MM || hand.seat.is_some() && hand.seat == found.seat)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, hand)| hand)
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
