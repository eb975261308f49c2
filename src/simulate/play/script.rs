use super::policy::{Memory, choose};
use super::violation::Violation;
use super::world::World;
use crate::cards::{CardId, Face};
use crate::games::canon::{self, Canon, Carry, FAN_COPIES, Move, Objection, Place, Setup, SetupError, Zone, card_place};
use crate::games::{Act, CARD_HEIGHT_MM, CARD_WIDTH_MM, Game};
use crate::geometry::Point;
use crate::simulate::stage::{Lying, Reach};
use crate::table::{Mat, Seat, Stamp};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use thiserror::Error;

/// What a script is made from.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptOptions {
    /// Everything follows from it.
    pub seed: u64,
    /// Moves to play at most, violations not counted; `None` plays to the end.
    pub moves: Option<usize>,
    /// Rules to break, spread over the game in this order.
    pub violations: Vec<Violation>,
    /// Whether violations are left on the table instead of being taken back.
    pub stand: bool,
    /// How fast it goes.
    pub pace: Pace,
}

/// How fast the players are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Speed of the hands, 1 for unhurried play.
    pub speed: f64,
    /// Shortest and longest rest between moves, ms.
    pub rest_ms: (f64, f64),
}

impl Default for Pace {
    fn default() -> Self {
        Self { speed: 1.0, rest_ms: (650.0, 1500.0) }
    }
}

/// What became of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is part of the game.
    Counts,
    /// It broke a rule and was undone by the same hand; the table lay still again at this moment.
    TakenBack {
        /// When.
        stamp: Stamp,
    },
    /// It broke a rule and was left lying.
    Stands,
}

/// One thing that a player did.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// What was done; its stamp is when the hand was gone.
    pub act: Act<Move>,
    /// When the hand set out.
    pub start: Stamp,
    /// The rule it breaks.
    pub objection: Option<Objection>,
    /// What became of it.
    pub fate: Fate,
}

/// A whole game with its timing.
#[derive(Debug, Clone)]
pub struct Script {
    /// What the game started from.
    pub setup: Setup,
    /// The game before the first act.
    pub start: Canon,
    /// The table before the first act.
    pub table: BTreeMap<Zone, Vec<Lying>>,
    /// What the hands do, in order of time.
    pub reaches: Vec<Reach<Zone>>,
    /// What it means, in order of time.
    pub acts: Vec<Played>,
    /// The game after the last act.
    pub end: World,
    /// When the film ends, ms.
    pub length_ms: f64,
    /// Violations that the game offered no occasion for.
    pub unplayed: Vec<Violation>,
}

/// Why a script cannot be written.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The game cannot be dealt.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Farthest that a card is laid from its place, mm and radians.
const MISPLACED_MM: f64 = 4.0;
const MISTURNED: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// Rest at the start and at the end, ms.
const LEAD_IN_MS: f64 = 2500.0;
const LEAD_OUT_MS: f64 = 3500.0;

struct Writer {
    mat: Mat<Zone>,
    world: World,
    table: BTreeMap<Zone, Vec<Lying>>,
    reaches: Vec<Reach<Zone>>,
    acts: Vec<Played>,
    now_ms: f64,
    pace: Pace,
    rng: Pcg64Mcg,
}

/// Plays a game and writes down when what happens.
///
/// # Errors
/// When the game cannot be dealt.
pub fn play(setup: Setup, options: &ScriptOptions) -> Result<Script, ScriptError> {
    let mut rng = Pcg64Mcg::seed_from_u64(options.seed);
    let world = World::deal(setup.clone(), &mut rng)?;
    let start = world.game.clone();
    let mat = canon::mat(world.game.seats());
    let mut writer =
        Writer { mat, world, table: BTreeMap::new(), reaches: Vec::new(), acts: Vec::new(), now_ms: LEAD_IN_MS, pace: options.pace, rng };
    writer.lay_draw_pile();
    let table = writer.table.clone();
    let seats = writer.world.game.seats().count();
    let wanted = options.moves.unwrap_or(usize::MAX);
    // Without a wish, a game has about three moves for each card of the draw pile.
    let length = options.moves.unwrap_or(3 * writer.world.draw.len() + seats);
    let pile = writer.world.draw.len();
    let mut memory = Memory::default();
    let mut waiting: std::collections::VecDeque<Violation> = options.violations.iter().copied().collect();
    let mut broken = 0;
    let mut last = None;
    for turn_number in 0..wanted {
        let Some(turn) = writer.world.game.turn() else { break };
        let due = (broken as f64 + 0.55) * length as f64 / (options.violations.len() as f64 + 0.4);
        let is_due = |v: Violation| turn_number as f64 >= due || (v == Violation::OutOfTurn && seats == 2);
        let next = waiting.front().copied().filter(|v| is_due(*v));
        if let Some(kind) = next
            && let Some((act, objection)) = kind.find(&writer.world, last, &mut writer.rng)
        {
            waiting.pop_front();
            broken += 1;
            let by = act.seat;
            writer.violate(act, objection, options.stand);
            if options.stand && by == turn {
                last = Some(turn);
            }
            if writer.world.game.turn() != Some(turn) {
                continue;
            }
        }
        let mut share = draw_share(pile - writer.world.draw.len(), pile, turn_number, length.saturating_sub(2 * seats + 2));
        if next == Some(Violation::HandFull) {
            // Somebody has to fill a hand first.
            share = if writer.world.hand(turn).len() < 7 && turn.index() == 0 { 0.9 } else { 0.1 };
        }
        let Some(action) = choose(&writer.world, turn, &memory, share, &mut writer.rng) else { break };
        memory.note(turn, &action);
        writer.act(Act { seat: turn, action, stamp: Stamp::default() }, None, Fate::Counts);
        last = Some(turn);
    }
    let length_ms = writer.now_ms + LEAD_OUT_MS;
    let Writer { world, reaches, acts, .. } = writer;
    Ok(Script { setup, start, table, reaches, acts, end: world, length_ms, unplayed: waiting.into() })
}

/// A move as the table can know it: nobody reads a card that is laid face down.
pub(super) fn as_seen(action: Move) -> Move {
    match action.carry() {
        Some(carry) if carry.from() == Place::Hand && carry.face() == Face::Down => {
            Carry::new(carry.from(), carry.to(), None).facing(Face::Down).into()
        }
        _ => action,
    }
}

/// The chance that the next move is a draw, so that the pile runs out evenly over `moves` moves.
fn draw_share(drawn: usize, pile: usize, moved: usize, moves: usize) -> f64 {
    let rate = pile as f64 / moves.max(1) as f64;
    let behind = rate * moved as f64 - drawn as f64;
    (rate + 0.35 * behind).clamp(0.05, 0.95)
}

/// A table as a game leaves it after this many moves, without the film: for photos.
///
/// # Errors
/// When the game cannot be dealt.
pub fn finished_table(setup: Setup, seed: u64, moves: Option<usize>) -> Result<(BTreeMap<Zone, Vec<Lying>>, Canon), ScriptError> {
    let options = ScriptOptions { seed, moves, violations: Vec::new(), stand: false, pace: Pace::default() };
    let script = play(setup, &options)?;
    let mut table = script.table;
    for reach in script.reaches {
        if let Some((zone, number)) = reach.from
            && let Some(pile) = table.get_mut(&zone)
            && number < pile.len()
        {
            pile.remove(number);
        }
        if let Some((zone, number, lying)) = reach.to {
            let pile = table.entry(zone).or_default();
            pile.insert(number.min(pile.len()), lying);
        }
    }
    table.retain(|_, pile| !pile.is_empty());
    Ok((table, script.end.game))
}

impl Writer {
    /// A number that is mostly near zero and never beyond ±1.
    fn about_zero(&mut self) -> f64 {
        (0..3).map(|_| self.rng.random_range(-1.0..1.0)).sum::<f64>() / 3.0
    }

    fn lay_draw_pile(&mut self) {
        let Some(place) = card_place(&self.mat, Zone::Draw, 0) else { return };
        let (dx, dy, turn) = (2.0 * self.about_zero(), 2.0 * self.about_zero(), 0.02 * self.about_zero());
        let cards = self.world.draw.clone();
        let pile = cards.into_iter().map(|card| {
            let (jx, jy, jt) = (0.5 * self.about_zero(), 0.5 * self.about_zero(), 0.006 * self.about_zero());
            Lying { card, face: Face::Down, centre: place.centre() + Point::new(dx + jx, dy + jy), turn: place.turn() + turn + jt }
        });
        let pile: Vec<Lying> = pile.collect();
        if !pile.is_empty() {
            self.table.insert(Zone::Draw, pile);
        }
    }

    /// Where a careful enough hand puts the next card of a zone.
    fn laid(&mut self, zone: Zone, number: usize, card: CardId, face: Face) -> Option<Lying> {
        // A fan that is full grows by less than a strip, so as not to leave its space.
        let room = FAN_COPIES - 1;
        let place = card_place(&self.mat, zone, if zone == Zone::Discard { 0 } else { number.min(room) })?;
        let beyond = if zone == Zone::Discard { 0 } else { number.saturating_sub(room) };
        let fan = self.mat.fan_direction(zone).unwrap_or(Point::new(0.0, 0.0)) * (beyond as f64 * 4.0);
        let shift = Point::new(self.about_zero(), self.about_zero()) * MISPLACED_MM;
        let turn = place.turn() + self.about_zero() * MISTURNED;
        debug_assert!((place.width() - CARD_WIDTH_MM).abs() < 1e-6 && (place.height() - CARD_HEIGHT_MM).abs() < 1e-6);
        Some(Lying { card, face, centre: place.centre() + fan + shift, turn })
    }

    fn ms(&mut self, low: f64, high: f64) -> f64 {
        self.rng.random_range(low..high) / self.pace.speed
    }

    fn rest(&mut self) {
        let (low, high) = self.pace.rest_ms;
        self.now_ms += if high > low { self.rng.random_range(low..high) } else { low };
    }

    /// Lets a hand carry a card; answers when it set out and when it was gone.
    fn carry(&mut self, seat: Seat, card: CardId, shown: Face, from: Option<(Zone, usize)>, to: Option<(Zone, Lying)>) -> (Stamp, Stamp) {
        let start_ms = self.now_ms;
        let (reach, close, way, back) = (self.ms(680.0, 950.0), self.ms(200.0, 330.0), self.ms(750.0, 1050.0), self.ms(620.0, 850.0));
        let (grasp_ms, release_ms, out_ms) = match (&from, &to) {
            (Some(_), None) => (start_ms + reach + close, f64::MAX, start_ms + reach + close + back + 60.0),
            (None, Some(_)) => (start_ms, start_ms + reach + close, start_ms + reach + close + back),
            _ => (start_ms + reach + close, start_ms + reach + close + way, start_ms + reach + close + way + back),
        };
        let release_ms = release_ms.min(out_ms);
        if let Some((zone, number)) = from
            && let Some(pile) = self.table.get_mut(&zone)
            && number < pile.len()
        {
            pile.remove(number);
            if pile.is_empty() {
                self.table.remove(&zone);
            }
        }
        let to = to.map(|(zone, lying)| {
            let pile = self.table.entry(zone).or_default();
            let number = pile.len();
            pile.push(lying.clone());
            (zone, number, lying)
        });
        let sweep = 0.09 * self.about_zero();
        self.reaches.push(Reach { seat, card, face: shown, from, to, start_ms, grasp_ms, release_ms, out_ms, sweep });
        self.now_ms = out_ms;
        let stamp = |ms: f64| Stamp { at_us: (ms * 1000.0).round() as u64, tolerance_us: 0 };
        (stamp(start_ms), stamp(out_ms))
    }

    /// Number from the bottom of the card that a place means.
    fn number(&self, place: Place) -> Option<(Zone, usize)> {
        let zone = place.zone()?;
        let depth = if let Place::Discard { depth } = place { usize::from(depth) } else { 0 };
        let pile = self.table.get(&zone)?;
        Some((zone, pile.len().checked_sub(1 + depth)?))
    }

    fn act(&mut self, mut act: Act<Move>, objection: Option<Objection>, fate: Fate) {
        let Some(carry) = act.action.carry().cloned() else { return };
        let Some(card) = self.world.card_of(&carry) else { return };
        let shown = if carry.from() == Place::Draw { Face::Down } else { carry.face() };
        let from = self.number(carry.from());
        let number = carry.to().zone().map_or(0, |zone| self.table.get(&zone).map_or(0, Vec::len));
        let to = carry.to().zone().and_then(|zone| self.laid(zone, number, card.clone(), carry.face()).map(|lying| (zone, lying)));
        let (start, stamp) = self.carry(act.seat, card, shown, from, to);
        act.stamp = stamp;
        if !matches!(fate, Fate::TakenBack { .. }) {
            self.world.apply(&act);
        }
        act.action = as_seen(act.action);
        self.acts.push(Played { act, start, objection, fate });
        self.rest();
    }

    fn violate(&mut self, act: Act<Move>, objection: Objection, stand: bool) {
        if stand {
            self.act(act, Some(objection), Fate::Stands);
            return;
        }
        let Some(carry) = act.action.carry().cloned() else { return };
        let Some(card) = self.world.card_of(&carry) else { return };
        // How it lay before, to go back there as nearly as a hand can.
        let home = self.number(carry.from()).and_then(|(zone, number)| Some((zone, number, self.table.get(&zone)?.get(number)?.clone())));
        let seat = act.seat;
        self.act(act, Some(objection), Fate::TakenBack { stamp: Stamp::default() });
        self.now_ms += self.rng.random_range(900.0..1700.0);
        let from = self.number(carry.to());
        let to = home.map(|(zone, number, lying)| {
            let near = Point::new(self.about_zero(), self.about_zero()) * 2.0;
            let turn = lying.turn + 0.03 * self.about_zero();
            (zone, number, Lying { centre: lying.centre + near, turn, ..lying })
        });
        let shown = if carry.from() == Place::Draw { Face::Down } else { carry.face() };
        let number = to.as_ref().map(|(_, number, _)| *number);
        let (_, stamp) = self.carry(seat, card, shown, from, to.map(|(zone, _, lying)| (zone, lying)));
        // A card from under the top goes back under it.
        if let (Some(number), Some(reach)) = (number, self.reaches.last_mut())
            && let Some((zone, at, lying)) = &mut reach.to
            && *at > number
        {
            if let Some(pile) = self.table.get_mut(zone) {
                pile.pop();
                pile.insert(number, lying.clone());
            }
            *at = number;
        }
        if let Some(played) = self.acts.last_mut() {
            played.fate = Fate::TakenBack { stamp };
        }
        self.rest();
    }
}
