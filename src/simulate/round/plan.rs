//! Who does what when: players who collect one type each, get into each other's way, blow one Whirlwind, and end with a Fire.

use super::errand::Step;
use super::happening::{Happening, What};
use super::offend::Due;
use super::place::{Doing, Placed, Pose};
use super::trip::Trip;
use super::violation::Violation;
use super::whole::{Broken, Round};
use crate::cards::{Face, Rank};
use crate::games::elements::{self, Card, Options, Setup, SetupError, Zone};
use crate::games::{CARD_HEIGHT_MM, CARD_WIDTH_MM};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::simulate::claims::inner;
use crate::simulate::play::violation::Pending;
use crate::simulate::stage::arms::Arms;
use crate::simulate::views::{Variety, random_view};
use crate::table::{Mat, Seat, Seats};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeSet, VecDeque};
use std::f64::consts::TAU;

/// Width and height of a card, mm.
pub(super) const CARD_MM: (f64, f64) = (CARD_WIDTH_MM, CARD_HEIGHT_MM);
/// The fingertip stays this far from the edges of the card that it touches, mm.
const WELL_IN_MM: f64 = 8.0;
/// Between cards of an Island, mm.
const ISLAND_GAP_MM: f64 = 2.5;
/// Nothing happens for so long at first: the table is looked at.
pub(super) const LEAD_IN_US: u64 = 3_500_000;
/// After the end.
const LEAD_OUT_US: u64 = 2_500_000;

/// What a round is made from.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundOptions {
    /// Everything follows from it.
    pub seed: u64,
    /// How many play.
    pub seats: Seats,
    /// What the table chose; the rules are those for non-mages.
    pub options: Options,
    /// Pixels across and down.
    pub size: (u32, u32),
    /// How long the players play at least, in seconds.
    pub seconds: f64,
    /// Rules to break, spread over the time; each is broken when an occasion comes.
    pub violations: Vec<Violation>,
}

/// What a seat has.
#[derive(Debug, Clone, Default)]
pub(super) struct Player {
    pub island: Vec<usize>,
    pub flame: Vec<usize>,
    /// Cards put in the Ocean since an own Island card was last touched.
    pub discarded: BTreeSet<usize>,
    /// What it has yet to do for a violation, in order.
    pub dues: VecDeque<Due>,
    /// When its hand is free.
    pub free_us: u64,
}

/// Plans a round errand by errand, in the order in which hands become free.
pub(super) struct Planner {
    pub rng: Pcg64Mcg,
    pub setup: Setup,
    pub mat: Mat<Zone>,
    pub arms: Arms,
    pub cards: Vec<Placed>,
    /// From when on each card may be handled again.
    pub free_us: Vec<u64>,
    pub trips: Vec<Trip>,
    pub happenings: Vec<Happening>,
    pub players: Vec<Player>,
    pub broken: Vec<Broken>,
    /// Rules that are still to be broken.
    pub pending: Pending<Violation>,
}

impl Round {
    /// The round of a seed.
    ///
    /// # Errors
    /// When so many cannot play Elements, or the options do not go together.
    pub fn new(options: &RoundOptions) -> Result<Self, SetupError> {
        let first = Seat::from_index(0).ok_or(SetupError::Players(0))?;
        let setup = Setup::new(options.seats, first, options.options)?;
        let mat = elements::mat(options.seats);
        let view = random_view(options.seed, Variety::Film, options.size, (mat.width_mm, mat.height_mm), options.seats.count());
        let mut view = view;
        for look in &mut view.hands {
            // Everybody plays with the right hand.
            look.left = false;
        }
        let arms = Arms::new(&mat, &view.camera);
        let mut planner = Planner {
            rng: Pcg64Mcg::seed_from_u64(options.seed ^ 0xe1e_3e75),
            players: vec![Player::default(); options.seats.count()],
            setup: setup.clone(),
            mat: mat.clone(),
            arms,
            cards: Vec::new(),
            free_us: Vec::new(),
            trips: Vec::new(),
            happenings: Vec::new(),
            broken: Vec::new(),
            pending: Pending::new(&options.violations, (options.seconds * 1000.0) as usize),
        };
        planner.deal();
        let (winner, end_us) = planner.play((options.seconds * 1e6) as u64);
        let Planner { arms, cards, mut trips, mut happenings, mut broken, pending, .. } = planner;
        broken.sort_by_key(|broken| broken.at_us);
        happenings.sort_by_key(|happening| happening.at_us);
        trips.iter_mut().for_each(|trip| trip.stops.sort_by_key(|stop| stop.arrive_us));
        let (unplayed, length_us) = (pending.left(), end_us + LEAD_OUT_US);
        Ok(Self { setup, mat, view, trips, happenings, broken, unplayed, winner, length_us, cards, arms })
    }
}

impl Planner {
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.rng.random_range(low..high)
    }

    pub(super) fn between_us(&mut self, low_ms: f64, high_ms: f64) -> u64 {
        (self.between(low_ms, high_ms) * 1000.0) as u64
    }

    pub(super) fn say(&mut self, at_us: u64, seat: Seat, what: What) {
        self.happenings.push(Happening { at_us, seat, what });
    }

    pub(super) fn place(&mut self, card: usize, at_us: u64, doing: Doing) {
        if let Some(placed) = self.cards.get_mut(card) {
            placed.line.push((at_us, doing));
        }
    }

    pub(super) fn name(&self, card: usize) -> Option<Card> {
        self.cards.get(card).map(|placed| placed.card)
    }

    /// The name of a card that lies face up.
    pub(super) fn face_up(&self, card: usize, at_us: u64) -> Option<Card> {
        let placed = self.cards.get(card)?;
        placed.lies(at_us).filter(|(_, _, face, _)| *face == Face::Up).map(|_| placed.card)
    }

    pub(super) fn rank(&self, card: usize) -> Option<Rank> {
        self.name(card).map(|card| card.rank)
    }

    /// Deals: Islands face down, the rest face up over the Ocean, at any angle, some over others.
    fn deal(&mut self) {
        let mut deck: Vec<(Card, _)> = Card::all().filter_map(|card| Some((card, card.design()?))).collect();
        deck.shuffle(&mut self.rng);
        let size = usize::from(self.setup.island_size());
        for seat in self.setup.seats.iter() {
            for pose in self.slots(seat, size) {
                let Some((card, design)) = deck.pop() else { return };
                let number = self.add(card, design, Zone::Island(seat), pose, Face::Down);
                if let Some(player) = self.players.get_mut(seat.index()) {
                    player.island.push(number);
                }
            }
        }
        let Some((low, high)) = self.mat.zone(Zone::Ocean).map(inner) else { return };
        let room = high - low;
        let across = ((deck.len() as f64 * room.x / room.y * (CARD_MM.1 / CARD_MM.0) * 0.9).sqrt().ceil()).max(2.0);
        let down = (deck.len() as f64 / across).ceil().max(2.0);
        let count = deck.len();
        for (k, (card, design)) in deck.into_iter().enumerate() {
            let row = (k as f64 / across).floor();
            let in_row = (count as f64 - row * across).min(across).max(2.0);
            let cell = Point::<Table>::new((k as f64 % across) / (in_row - 1.0), row / (down - 1.0));
            let shift = Point::new(self.between(-9.0, 9.0), self.between(-9.0, 9.0));
            let centre = low + Point::new(cell.x * room.x, cell.y * room.y) + shift;
            let pose = Pose { centre, turn: self.between(0.0, TAU), height_mm: 0.0 };
            self.add(card, design, Zone::Ocean, pose, Face::Up);
        }
    }

    fn add(&mut self, card: Card, design: crate::cards::CardId, zone: Zone, pose: Pose, face: Face) -> usize {
        self.cards.push(Placed { card, design, line: vec![(0, Doing::Lies { zone, pose, face })] });
        self.free_us.push(0);
        self.cards.len() - 1
    }

    /// Where the cards of an Island lie, side by side as far as there is room.
    pub(super) fn slots(&mut self, seat: Seat, count: usize) -> Vec<Pose> {
        let zone = Zone::Island(seat);
        let (Some(outline), Some(fan)) = (self.mat.zone(zone), self.mat.fan_direction(zone)) else { return Vec::new() };
        let (centre, width) =
            (outline.centre(), outline.vertices.iter().map(|p| (*p - outline.centre()).dot(fan).abs()).fold(0.0, f64::max));
        let step = (CARD_MM.0 + ISLAND_GAP_MM).min((2.0 * width - CARD_MM.0) / (count as f64 - 1.0).max(1.0));
        let turn = fan.y.atan2(fan.x);
        let slot = |k: usize, planner: &mut Self| Pose {
            centre: centre
                + fan * ((k as f64 - (count as f64 - 1.0) / 2.0) * step)
                + Point::new(planner.between(-1.2, 1.2), planner.between(-1.2, 1.2)),
            turn: turn + planner.between(-0.03, 0.03),
            height_mm: 0.0,
        };
        (0..count).map(|k| slot(k, self)).collect()
    }

    /// Where a hand comes down on a card: well inside it, and on no other.
    pub(super) fn spot(&mut self, seat: Seat, card: usize, at_us: u64) -> Point<Table> {
        let Some((_, pose, ..)) = self.cards.get(card).and_then(|placed| placed.lies(at_us)) else { return Point::new(0.0, 0.0) };
        let inside = Quad::placed(pose.centre, CARD_MM.0 - 2.0 * WELL_IN_MM, CARD_MM.1 - 2.0 * WELL_IN_MM, pose.turn).polygon();
        let others: Vec<Polygon<Table>> = self.others(card, at_us).iter().map(Quad::polygon).collect();
        let (held, _) = self.arms.hold(seat, CARD_MM, pose.centre, pose.turn);
        for round in 0..60 {
            let inwards = self.between(0.0, if round < 20 { 0.5 } else { 1.7 });
            let p = held.lerp(pose.centre, inwards) + Point::new(self.between(-9.0, 9.0), self.between(-9.0, 9.0));
            if inside.contains(p) && others.iter().all(|other| other.distance(p) > WELL_IN_MM / 2.0) {
                return p;
            }
        }
        pose.centre
    }

    /// The outlines of the other cards that lie.
    fn others(&self, card: usize, at_us: u64) -> Vec<Quad<Table>> {
        let lying = self.cards.iter().enumerate().filter(|(k, _)| *k != card).filter_map(|(_, placed)| placed.lies(at_us));
        lying.map(|(_, pose, ..)| Quad::placed(pose.centre, CARD_MM.0, CARD_MM.1, pose.turn)).collect()
    }

    /// Cards of the Ocean that lie free enough to be claimed, and that nobody is about to handle.
    pub(super) fn claimable(&self, at_us: u64) -> Vec<usize> {
        let free = |k: usize| self.free_us.get(k).is_some_and(|free| *free <= at_us);
        let whole = |k: usize, pose: &Pose| {
            let quad = Quad::<Table>::placed(pose.centre, CARD_MM.0, CARD_MM.1, pose.turn);
            self.others(k, at_us).iter().map(|other| other.intersection_area(&quad)).sum::<f64>() < 0.2 * quad.area()
        };
        let lies = |(k, placed): (usize, &Placed)| {
            let (zone, pose, face, _) = placed.lies(at_us)?;
            (zone == Zone::Ocean && face == Face::Up && free(k) && whole(k, &pose)).then_some(k)
        };
        self.cards.iter().enumerate().filter_map(lies).collect()
    }

    /// Where a card can be laid in the Ocean: as far from the others as chance offers.
    pub(super) fn clear_spot(&mut self, at_us: u64) -> Pose {
        let Some((low, high)) = self.mat.zone(Zone::Ocean).map(inner) else {
            return Pose { centre: Point::new(0.0, 0.0), turn: 0.0, height_mm: 0.0 };
        };
        let mut taken: Vec<Point<Table>> = self.others(usize::MAX, at_us).iter().map(Quad::centre).collect();
        taken.extend(self.cards.iter().filter_map(|placed| match placed.last() {
            Some(Doing::Lies { pose, .. }) => Some(pose.centre),
            _ => None,
        }));
        let mut best = (0.0, low);
        for _ in 0..80 {
            let p = Point::new(self.between(low.x, high.x), self.between(low.y, high.y));
            let far = taken.iter().map(|other| other.distance(p)).fold(f64::MAX, f64::min);
            if far > best.0 {
                best = (far, p);
            }
        }
        Pose { centre: best.1, turn: self.between(0.0, TAU), height_mm: 0.0 }
    }

    /// Touches an own Island card.
    pub(super) fn island_step(&mut self, seat: Seat, at_us: u64, dwell_us: u64) -> Option<Step> {
        let card = self.players.get(seat.index())?.island.first().copied()?;
        let at = self.spot(seat, card, at_us);
        Some(Step::Touch { at, zone: Zone::Island(seat), card: Some(card), dwell_us })
    }
}
