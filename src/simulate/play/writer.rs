use super::script::{Fate, Pace, Played, Script};
use super::world::{Way, World};
use crate::cards::{CardId, Face};
use crate::games::{Act, CARD_HEIGHT_MM, CARD_WIDTH_MM, Game};
use crate::geometry::Point;
use crate::simulate::stage::{Lying, Reach, lay, lift};
use crate::table::{Mat, Seat, Stamp};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// Farthest that a card is laid from its place, mm and radians.
const MISPLACED_MM: f64 = 4.0;
const MISTURNED: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// Farthest that a card of a stack lies from where the bottom one puts it, mm.
const SLIP_MM: f64 = 1.0;
/// Rest at the start and at the end, ms.
const LEAD_IN_MS: f64 = 2500.0;
const LEAD_OUT_MS: f64 = 3500.0;
/// What is told comes so long after the last hand was gone, and leaves so long until the next, ms.
const TOLD_AFTER_MS: f64 = 1100.0;
const TOLD_TAKES_MS: (f64, f64) = (350.0, 700.0);

type ZoneOf<W> = <<W as World>::Game as Game>::Zone;
type MoveOf<W> = <<W as World>::Game as Game>::Move;

/// A zone, the number from the bottom at which cards go in there, and how they come to lie, bottom to top.
type Laid<Z> = (Z, usize, Vec<Lying>);

/// Writes down a game as it is played: which hand carries which card when, and what that means.
pub(super) struct Writer<W: World> {
    mat: Mat<ZoneOf<W>>,
    start: W::Game,
    pub world: W,
    pub rng: Pcg64Mcg,
    first_table: BTreeMap<ZoneOf<W>, Vec<Lying>>,
    table: BTreeMap<ZoneOf<W>, Vec<Lying>>,
    reaches: Vec<Reach<ZoneOf<W>>>,
    acts: Vec<Played<W::Game>>,
    now_ms: f64,
    pace: Pace,
}

impl<W: World> Writer<W> {
    /// A table with its piles laid out.
    pub fn new(world: W, mat: Mat<ZoneOf<W>>, pace: Pace, rng: Pcg64Mcg) -> Self {
        let mut writer = Self {
            mat,
            start: world.game().clone(),
            world,
            rng,
            first_table: BTreeMap::new(),
            table: BTreeMap::new(),
            reaches: Vec::new(),
            acts: Vec::new(),
            now_ms: LEAD_IN_MS,
            pace,
        };
        for (zone, face, cards) in writer.world.piles() {
            writer.lay_pile(zone, face, cards);
        }
        writer.first_table = writer.table.clone();
        writer
    }

    /// The finished script.
    pub fn finish<V>(self, unplayed: Vec<V>) -> Script<W, V> {
        let Self { start, first_table: table, reaches, acts, world: end, now_ms, .. } = self;
        Script { start, table, reaches, acts, end, length_ms: now_ms + LEAD_OUT_MS, unplayed }
    }

    /// A number that is mostly near zero and never beyond ±1.
    fn about_zero(&mut self) -> f64 {
        (0..3).map(|_| self.rng.random_range(-1.0..1.0)).sum::<f64>() / 3.0
    }

    fn lay_pile(&mut self, zone: ZoneOf<W>, face: Face, cards: Vec<CardId>) {
        let Some(place) = W::place(&self.mat, zone, 0) else { return };
        let (dx, dy, turn) = (2.0 * self.about_zero(), 2.0 * self.about_zero(), 0.02 * self.about_zero());
        let pile = cards.into_iter().map(|card| {
            let (jx, jy, jt) = (0.5 * self.about_zero(), 0.5 * self.about_zero(), 0.006 * self.about_zero());
            Lying { card, face, centre: place.centre() + Point::new(dx + jx, dy + jy), turn: place.turn() + turn + jt }
        });
        let pile: Vec<Lying> = pile.collect();
        if !pile.is_empty() {
            self.table.insert(zone, pile);
        }
    }

    /// Where a careful enough hand puts the next card of a zone, or a stack.
    fn laid(&mut self, zone: ZoneOf<W>, way: &Way<ZoneOf<W>>) -> Option<Laid<ZoneOf<W>>> {
        let there = self.table.get(&zone).map_or(0, Vec::len);
        let own = if way.from.is_some_and(|(from, _)| from == zone) { 1 + way.along.len() } else { 0 };
        let number = there.saturating_sub(own);
        let shift = Point::new(self.about_zero(), self.about_zero()) * MISPLACED_MM;
        let turn = way.turn + self.about_zero() * MISTURNED;
        let mut cards = Vec::new();
        for (nth, card) in std::iter::once(&way.card).chain(&way.along).enumerate() {
            let place = W::place(&self.mat, zone, number + nth)?;
            debug_assert!((place.width() - CARD_WIDTH_MM).abs() < 1e-6 && (place.height() - CARD_HEIGHT_MM).abs() < 1e-6);
            let slip = if nth == 0 { Point::new(0.0, 0.0) } else { Point::new(self.about_zero(), self.about_zero()) * SLIP_MM };
            cards.push(Lying { card: card.clone(), face: way.face, centre: place.centre() + shift + slip, turn: place.turn() + turn });
        }
        Some((zone, number, cards))
    }

    fn ms(&mut self, low: f64, high: f64) -> f64 {
        self.rng.random_range(low..high) / self.pace.speed
    }

    fn rest(&mut self) {
        let (low, high) = self.pace.rest_ms;
        self.now_ms += if high > low { self.rng.random_range(low..high) } else { low };
    }

    /// Lets a hand carry so many cards, the bottom one named; answers when it set out and when it was gone.
    fn carry(
        &mut self,
        seat: Seat,
        (card, shown, count): (CardId, Face, usize),
        from: Option<(ZoneOf<W>, usize)>,
        to: Option<Laid<ZoneOf<W>>>,
    ) -> (Stamp, Stamp) {
        let start_ms = self.now_ms;
        let (reach, close, way, back) = (self.ms(680.0, 950.0), self.ms(200.0, 330.0), self.ms(750.0, 1050.0), self.ms(620.0, 850.0));
        let (grasp_ms, release_ms, out_ms) = match (&from, &to) {
            (Some(_), None) => (start_ms + reach + close, f64::MAX, start_ms + reach + close + back + 60.0),
            (None, Some(_)) => (start_ms, start_ms + reach + close, start_ms + reach + close + back),
            _ => (start_ms + reach + close, start_ms + reach + close + way, start_ms + reach + close + way + back),
        };
        let release_ms = release_ms.min(out_ms);
        let mut along: Vec<Lying> = from.map_or_else(Vec::new, |from| lift(&mut self.table, from, count)).into_iter().skip(1).collect();
        let to = to.and_then(|(zone, number, cards)| {
            let number = lay(&mut self.table, (zone, number), cards.iter().cloned());
            let mut cards = cards.into_iter();
            let bottom = cards.next()?;
            along = cards.collect();
            Some((zone, number, bottom))
        });
        let sweep = 0.09 * self.about_zero();
        self.reaches.push(Reach { seat, card, face: shown, from, to, along, start_ms, grasp_ms, release_ms, out_ms, sweep });
        self.now_ms = out_ms;
        (stamp(start_ms), stamp(out_ms))
    }

    /// Number from the bottom of the lowest of so many cards of a zone, on which so many others lie.
    fn number(&self, (zone, above): (ZoneOf<W>, usize), count: usize) -> Option<(ZoneOf<W>, usize)> {
        Some((zone, self.table.get(&zone)?.len().checked_sub(count + above)?))
    }

    /// Plays an act that is left as it is.
    pub fn act(&mut self, mut act: Act<MoveOf<W>>, objection: Option<<W::Game as Game>::Objection>, fate: Fate) {
        let (start, stamp) = match self.world.way(&act) {
            Some(way) => {
                let count = 1 + way.along.len();
                let from = way.from.and_then(|from| self.number(from, count));
                let to = way.to.and_then(|zone| self.laid(zone, &way));
                self.carry(act.seat, (way.card, way.shown, count), from, to)
            }
            None if self.world.game().reaches(act.seat, &act.action).is_empty() => self.tell(),
            None => return,
        };
        act.stamp = stamp;
        if !matches!(fate, Fate::TakenBack { .. }) {
            self.world.apply(&act);
        }
        act.action = W::as_seen(act.action);
        self.acts.push(Played { act, start, objection, fate });
        self.rest();
    }

    /// When something is told that no camera sees: once the table has come to rest.
    fn tell(&mut self) -> (Stamp, Stamp) {
        let last = self.reaches.last().map_or(0.0, |reach| reach.out_ms);
        let at = self.now_ms.max(last + TOLD_AFTER_MS);
        self.now_ms = at + self.rng.random_range(TOLD_TAKES_MS.0..TOLD_TAKES_MS.1);
        (stamp(at), stamp(at))
    }

    /// Plays an act that breaks a rule; unless it is left to stand, the same hand undoes it. Words are void at once.
    pub fn violate(&mut self, act: Act<MoveOf<W>>, objection: <W::Game as Game>::Objection, stand: bool) {
        if stand {
            self.act(act, Some(objection), Fate::Stands);
            return;
        }
        let (seat, way) = (act.seat, self.world.way(&act));
        let count = way.as_ref().map_or(0, |way| 1 + way.along.len());
        // How it lay before, to go back there as nearly as a hand can.
        let home = way.as_ref().and_then(|way| self.number(way.from?, count));
        let home = home.and_then(|(zone, number)| Some((zone, number, self.table.get(&zone)?.get(number..number + count)?.to_vec())));
        self.act(act, Some(objection), Fate::TakenBack { stamp: Stamp::default() });
        let stamp = match way {
            Some(way) => self.undo(seat, way, home),
            None => stamp(self.now_ms),
        };
        if let Some(played) = self.acts.last_mut() {
            played.fate = Fate::TakenBack { stamp };
        }
        self.rest();
    }

    /// Lets the hand that carried a card, or a stack, carry it back; answers when it was gone.
    fn undo(&mut self, seat: Seat, way: Way<ZoneOf<W>>, home: Option<Laid<ZoneOf<W>>>) -> Stamp {
        self.now_ms += self.rng.random_range(900.0..1700.0);
        let count = 1 + way.along.len();
        let from = way.to.and_then(|zone| self.number((zone, 0), count));
        let to = home.map(|(zone, number, mut cards)| {
            let near = Point::new(self.about_zero(), self.about_zero()) * 2.0;
            let turn = 0.03 * self.about_zero();
            cards.iter_mut().for_each(|lying| (lying.centre, lying.turn) = (lying.centre + near, lying.turn + turn));
            (zone, number, cards)
        });
        let (_, stamp) = self.carry(seat, (way.card, way.shown, count), from, to);
        stamp
    }
}

fn stamp(ms: f64) -> Stamp {
    Stamp { at_us: (ms * 1000.0).round() as u64, tolerance_us: 0 }
}
