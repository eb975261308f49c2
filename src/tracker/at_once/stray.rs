use super::AtOnceConfig;
use super::hand::{Hand, Hands};
use super::sight::Sight;
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Quad, Table, cheapest_first};
use crate::table::{SeenCard, Stamp, Zone};

/// A card that is seen where none lay: in a hand, on its way, or newly laid.
#[derive(Debug, Clone)]
pub(super) struct Stray {
    pub quad: Quad<Table>,
    pub sight: Sight,
    /// Where it was first seen.
    pub first_at: Point<Table>,
    /// Where it came to lie still, and since when.
    pub anchor: Point<Table>,
    pub still_since: Stamp,
    pub last: Stamp,
    /// When it was last seen, or hidden where it had been seen.
    pub alive: Stamp,
    pub frames: u32,
    pub score: f32,
    /// The hand whose fingers were near last.
    pub hand: Option<u64>,
    /// Whether fingers are near it now.
    pub in_hand: bool,
}

/// All such cards.
#[derive(Debug, Clone, Default)]
pub(super) struct Strays {
    pub all: Vec<Stray>,
}

/// Mean probability from which on a card that is not read surely may be the one that lay there, or that a hand held.
pub(super) const HALF_READ: f32 = 0.3;
/// A stray that is not seen for so long is gone.
const LOST_AFTER_MS: f64 = 400.0;
/// To be misread is as unlikely as to get this far between two frames, mm.
const MISREAD_MM: f64 = 40.0;
/// A card that has lain still for so long is not in a hand.
const PASSED_MS: f64 = 80.0;
/// One that has for so long, no hand near it, was laid by none that comes now.
const LAIN_MS: f64 = 700.0;
/// A card that was not seen for longer was hidden.
const HIDDEN_MS: f64 = 100.0;
/// Frames that must show a card before it counts.
pub(super) const LEAST_FRAMES: u32 = 3;
/// What arms hide for longer is not waited for.
const HIDDEN_FOR_MS: f64 = 3500.0;
/// A card of one name may have got so many times as far.
const SAME_NAME: f64 = 2.5;

impl Strays {
    /// Takes a frame's cards that lie nowhere known.
    pub fn follow<Z: Zone>(&mut self, seen: &[&SeenCard], hands: &Hands<Z>, now: Stamp, config: &AtOnceConfig) {
        let mut pairs = Vec::new();
        for (i, stray) in self.all.iter().enumerate() {
            let name = stray.sight.sure(config.known_from);
            for (j, found) in seen.iter().enumerate() {
                let far = stray.quad.centre().distance(found.quad.centre());
                let same = name.is_some() && name == found.identity.card();
                let limit = config.stride_mm * if same { SAME_NAME } else { 1.0 };
                let unlike = if stray.sight.may_be(found, config.known_from) { 0.0 } else { MISREAD_MM };
                if far + unlike < limit {
                    pairs.push((far + unlike - if same { MISREAD_MM } else { 0.0 }, i, j));
                }
            }
        }
        let of = cheapest_first(pairs, self.all.len());
        for (stray, found) in self.all.iter_mut().zip(&of) {
            if let Some(found) = found.and_then(|j| seen.get(j)) {
                stray.see(found, now, config);
            }
        }
        for (_, found) in seen.iter().enumerate().filter(|(j, _)| !of.contains(&Some(*j))) {
            self.all.push(Stray::new(found, now));
        }
        // What one frame alone showed was perhaps nothing.
        let hidden = |stray: &&mut Stray| stray.frames > 1 && stray.last < now && now.ms_since(stray.last) < HIDDEN_FOR_MS;
        for stray in self.all.iter_mut().filter(hidden) {
            let outline = stray.quad.polygon();
            let covered: f64 = hands.regions().map(|region| region.clipped_to(&outline).area()).sum();
            if covered > config.covered_part * stray.quad.area() {
                stray.alive = now;
            }
        }
        self.all.retain(|stray| now.ms_since(stray.alive) < LOST_AFTER_MS);
        for stray in &mut self.all {
            let near = |tip: Point<Table>| stray.quad.polygon().distance(tip) < config.finger_mm;
            let own = stray.hand.and_then(|id| hands.get(id)).filter(|hand| hand.here && near(hand.tip));
            // The hand that has it keeps it, and one that passes over a card at rest has not laid it.
            let still_ms = now.ms_since(stray.still_since);
            let rests = still_ms > if stray.hand.is_some() { PASSED_MS } else { LAIN_MS };
            let nearest = || {
                let far = |hand: &Hand<Z>| stray.quad.polygon().distance(hand.tip);
                hands.here().filter(|hand| near(hand.tip)).min_by(|a, b| far(a).total_cmp(&far(b)))
            };
            let by = own.or_else(|| if rests { None } else { nearest() }).map(|hand| hand.id);
            stray.in_hand = by.is_some();
            // A card that shows when the hand has gone was laid by it, at the table's edge perhaps where only its arm was read.
            let gone = || {
                let mut just = hands.all.iter().filter(|hand| !hand.here && hand.was_just_here(now));
                just.find(|hand| near(hand.tip) || near(hand.entry))
            };
            stray.hand = by.or(stray.hand).or_else(|| if rests { None } else { gone().map(|hand| hand.id) });
        }
    }

    /// Whether a hand has just been seen with a card, or may just have laid one.
    pub fn follows(&self, hand: u64, now: Stamp) -> bool {
        self.all.iter().any(|stray| stray.hand == Some(hand) && now.ms_since(stray.alive) < LOST_AFTER_MS / 2.0)
    }

    /// Whether what may be this card has just been seen where none lay: beside an arm it is read badly.
    pub fn shows(&self, name: &CardId, now: Stamp) -> bool {
        self.all.iter().any(|stray| stray.sight.share(name) > HALF_READ && now.ms_since(stray.alive) < LOST_AFTER_MS / 2.0)
    }
}

impl Stray {
    /// Whether it is a back that this frame shows.
    pub fn face_down_in_sight(&self, now: Stamp) -> bool {
        self.sight.face() == Face::Down && self.last == now
    }

    fn new(found: &SeenCard, now: Stamp) -> Self {
        let at = found.quad.centre();
        Self {
            quad: found.quad,
            sight: Sight::of(found),
            first_at: at,
            anchor: at,
            still_since: now,
            last: now,
            alive: now,
            frames: 1,
            score: found.score,
            hand: None,
            in_hand: false,
        }
    }

    fn see(&mut self, found: &SeenCard, now: Stamp, config: &AtOnceConfig) {
        let at = found.quad.centre();
        // What was hidden, and is seen again beside where it lay, has lain there: arms hide parts of it.
        let was_hidden = now.ms_since(self.last) > HIDDEN_MS && self.sight.shows(found, config.known_from);
        if at.distance(self.anchor) > if was_hidden { config.shifted_mm } else { config.still_mm } {
            (self.anchor, self.still_since) = (at, now);
        }
        // What it showed on its way may have been another side, or blurred.
        if found.face != self.sight.face() {
            self.sight = Sight::of(found);
        } else {
            self.sight.look(found);
        }
        (self.quad, self.last, self.alive, self.score) = (found.quad, now, now, found.score);
        self.frames += 1;
    }

    /// Whether it has lain still, away from fingers, for so long.
    pub fn rests(&self, now: Stamp, ms: f64) -> bool {
        !self.in_hand && self.last == now && now.ms_since(self.still_since) >= ms && self.frames >= LEAST_FRAMES
    }

    /// Which part of it lies over this.
    pub fn part_over(&self, other: &Quad<Table>) -> f64 {
        other.intersection_area(&self.quad) / self.quad.area().max(1.0)
    }

    /// Whether it was first seen where it lies: it did not come there before the camera's eyes.
    pub fn turned_up(&self, config: &AtOnceConfig) -> bool {
        self.first_at.distance(self.anchor) < 2.0 * config.still_mm
    }
}
