use super::deal::{Placed, inner, jitter, lay};
use super::hand::{CLOSE_MS, Ending, Reaching};
use super::kind::{Kind, Recipe, Sleeve};
use crate::games::elements::{self, Options, Setup, SetupError, Zone};
use crate::games::{CARD_HEIGHT_MM, CARD_WIDTH_MM};
use crate::geometry::{Point, Quad, Table};
use crate::simulate::hand::{HandLook, SKINS, SLEEVES};
use crate::simulate::render::View;
use crate::simulate::scene::{Art, HandPose, Scene, SceneCard};
use crate::simulate::stage::arms::{Arms, turned};
use crate::simulate::surface::Surface;
use crate::simulate::texture::Props;
use crate::simulate::views::{Variety, random_view};
use crate::table::{Mat, Seat, Seats};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Width and height of a card, mm.
pub(super) const CARD_MM: (f64, f64) = (CARD_WIDTH_MM, CARD_HEIGHT_MM);
/// The fingertip stays this far from the edges of the card that it touches, and from the card beside it, mm.
const WELL_IN_MM: f64 = 7.0;
/// A small gap between two touches, at most, ms.
const SMALL_GAP_MS: f64 = 60.0;
/// Slowest and fastest a hand reaches on the whole, mm a ms; shortest and longest reach, ms.
const SPEED: (f64, f64) = (1.0, 1.7);
const REACH_MS: (f64, f64) = (250.0, 600.0);
/// Frames come earlier or later than they should, at most so much, ms and as a share of their distance; this share is lost.
const JITTER_MS: f64 = 3.5;
const JITTER_SHARE: f64 = 0.15;
const LOST: f64 = 0.03;
/// The felt of the mat, sRGB, for sleeves like it.
const FELT: [u8; 3] = [108, 125, 116];
const DARK: [u8; 3] = [26, 26, 30];

/// What claims are made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimOptions {
    /// Everything follows from it and from a claim's number.
    pub seed: u64,
    /// How many sit at the table; `None` for tables of three and of four.
    pub seats: Option<Seats>,
    /// Pixels across and down.
    pub size: (u32, u32),
    /// Frames a second, about.
    pub fps: f64,
    /// Two hands go for the card in every claim, the second up to so many milliseconds after the first, evenly spread; `None` for all that
    /// a claim can be.
    pub leads_ms: Option<f64>,
}

/// A short scene about one card.
#[derive(Debug)]
pub struct Claim {
    /// Its number, from zero.
    pub number: usize,
    /// Its own seed.
    pub seed: u64,
    /// What it shows.
    pub kind: Kind,
    /// How many sit at the table.
    pub seats: Seats,
    /// The table's mat.
    pub mat: Mat<Zone>,
    /// How it is seen.
    pub view: View,
    /// What covers each seat's arm.
    pub sleeves: Vec<Sleeve>,
    /// The hands, in order of their arrival.
    pub hands: Vec<Reaching>,
    /// When each frame is taken, in microseconds.
    pub frames_us: Vec<u64>,
    /// Frames a second, about.
    pub fps: f64,
    pub(super) cards: Vec<Placed>,
    /// The number of the card in question.
    pub(super) question: usize,
    pub(super) arms: Arms,
}

/// A card that is not where it lay.
pub(super) struct Displaced {
    pub(super) number: usize,
    pub(super) centre: Point<Table>,
    pub(super) turn: f64,
    pub(super) height_mm: f64,
    pub(super) held_by: Option<Seat>,
}

/// Plans the hands of one claim.
struct Planner<'a> {
    rng: Pcg64Mcg,
    arms: &'a Arms,
    cards: &'a [Placed],
    hands: Vec<Reaching>,
}

impl Claim {
    /// The claim of a number.
    ///
    /// # Errors
    /// When so many cannot play Elements.
    pub fn new(options: &ClaimOptions, number: usize) -> Result<Self, SetupError> {
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ 0xc1a1_305e);
        let Recipe { kind, gap_us } = options.leads_ms.map_or(Recipe::of(number), |_| Recipe::RACE);
        let seats = match options.seats {
            Some(seats) => seats,
            None if kind == Kind::Four || rng.random_bool(0.5) => Seats::try_from(4).map_err(|_| SetupError::Players(4))?,
            None => Seats::try_from(3).map_err(|_| SetupError::Players(3))?,
        };
        let first = Seat::from_index(0).ok_or(SetupError::Players(0))?;
        let setup = Setup::new(seats, first, Options::default())?;
        let mat = elements::mat(seats);
        let mut view = random_view(seed, Variety::Film, options.size, (mat.width_mm, mat.height_mm), seats.count());
        let frame_ms = 1000.0 / options.fps;
        view.sensor.shutter_s = view.sensor.shutter_s.min(0.6 * frame_ms / 1000.0);
        let sleeves: Vec<Sleeve> = seats.iter().filter_map(|seat| Sleeve::ALL.get((number + seat.index()) % 4)).copied().collect();
        for (seat, (look, sleeve)) in view.hands.iter_mut().zip(&sleeves).enumerate() {
            *look = dressed(*look, *sleeve, number, seat, view.surface);
        }
        let arms = Arms::new(&mat, &view.camera);
        let mut order: Vec<Seat> = seats.iter().collect();
        order.shuffle(&mut rng);
        let places = places(kind, &mat, order.get(1).copied(), &mut rng);
        let cards = lay(&setup, &mat, CARD_MM, &places, &mut rng);
        let question = cards.len().saturating_sub(1);
        let gap_us = gap_us.unwrap_or_else(|| (rng.random_range(0.0..options.leads_ms.unwrap_or(SMALL_GAP_MS)) * 1000.0) as u64);
        let mut planner = Planner { rng, arms: &arms, cards: &cards, hands: Vec::new() };
        planner.plan(kind, gap_us, question, &order);
        let Planner { mut rng, mut hands, .. } = planner;
        hands.sort_by_key(|hand| (hand.arrive_us, hand.seat));
        let end_ms = hands.iter().map(|hand| hand.gone_us as f64 / 1000.0).fold(0.0, f64::max) + rng.random_range(100.0..250.0);
        let frames_us = frame_times(frame_ms, end_ms, &mut rng);
        Ok(Self { number, seed, kind, seats, mat, view, sleeves, hands, frames_us, fps: options.fps, cards, question, arms })
    }

    /// What can be seen at a moment.
    pub fn scene(&self, at_us: u64, props: &Props) -> Scene {
        let displaced = self.displaced(at_us);
        let drawn = |number: usize, card: &Placed| {
            let moved = displaced.iter().find(|moved| moved.number == number);
            let art = match props.face(&card.lying.card) {
                Some(n) if card.lying.face == crate::cards::Face::Up => Art::Face(n),
                _ => Art::Back,
            };
            let (centre, turn, height_mm) = moved.map_or((card.lying.centre, card.lying.turn, 0.0), |m| (m.centre, m.turn, m.height_mm));
            (SceneCard { art, centre, turn, height_mm, pile: false }, moved.and_then(|m| m.held_by))
        };
        let all: Vec<_> = self.cards.iter().enumerate().map(|(number, card)| drawn(number, card)).collect();
        let cards = all.iter().filter(|(_, held_by)| held_by.is_none()).map(|(card, _)| *card).collect();
        let at_ms = at_us as f64 / 1000.0;
        let mut out: Vec<&Reaching> = self.hands.iter().filter(|hand| hand.is_out(at_us)).collect();
        out.sort_by(|a, b| a.passes_over.cmp(&b.passes_over).then(a.tip(at_ms).1.total_cmp(&b.tip(at_ms).1)));
        let pose = |hand: &&Reaching| {
            let (tip, height_mm) = hand.tip(at_ms);
            let held = all.iter().find(|(_, held_by)| *held_by == Some(hand.seat)).map(|(card, _)| *card);
            let (turn, gesture, velocity) = (hand.turn(&self.arms, at_ms), hand.gesture(at_ms), hand.velocity(at_ms));
            HandPose { hand: hand.seat.index(), tip, height_mm, turn, gesture, velocity, held }
        };
        Scene { cards, hands: out.iter().map(pose).collect() }
    }

    /// The cards that are pushed or held at a moment.
    pub(super) fn displaced(&self, at_us: u64) -> Vec<Displaced> {
        let at_ms = at_us as f64 / 1000.0;
        let moved = |hand: &Reaching| {
            let lying = &self.cards.get(hand.over)?.lying;
            let number = hand.over;
            match hand.ending {
                Ending::Pushes if at_us > hand.arrive_us => {
                    let centre = lying.centre + hand.pushed(at_ms.min(hand.leave_us as f64 / 1000.0));
                    Some(Displaced { number, centre, turn: lying.turn, height_mm: 0.0, held_by: None })
                }
                Ending::Takes if hand.holds(at_us) => {
                    let leave_ms = hand.leave_us as f64 / 1000.0;
                    let ((tip, height_mm), (grasped, _)) = (hand.tip(at_ms), hand.tip(leave_ms));
                    let by = hand.turn(&self.arms, at_ms) - hand.turn(&self.arms, leave_ms);
                    let centre = tip + turned(lying.centre - grasped, by);
                    Some(Displaced { number, centre, turn: lying.turn + by, height_mm, held_by: Some(hand.seat) })
                }
                _ => None,
            }
        };
        self.hands.iter().filter_map(moved).collect()
    }

    /// The outline of a card as it lies at the start.
    pub(super) fn quad(&self, number: usize) -> Option<Quad<Table>> {
        self.cards.get(number).map(|card| card.quad(CARD_MM))
    }
}

/// A hand in the colours of a claim and seat.
fn dressed(look: HandLook, sleeve: Sleeve, number: usize, seat: usize, surface: Surface) -> HandLook {
    let pick = |of: &[[u8; 3]], n: usize| of.get(n % of.len().max(1)).copied().unwrap_or(look.sleeve);
    let colour = match sleeve {
        Sleeve::Long | Sleeve::Short => pick(&SLEEVES, 3 * number + 5 * seat),
        Sleeve::Dark => DARK,
        Sleeve::LikeTable => match surface {
            Surface::Wood { rgb, .. } | Surface::Cloth { rgb, .. } if (number / 4 + seat) % 2 == 1 => rgb,
            _ => FELT,
        },
    };
    HandLook {
        skin: pick(&SKINS, number + number / SKINS.len() + 5 * seat),
        sleeve: colour,
        striped: sleeve == Sleeve::Long && (number + seat).is_multiple_of(3),
        bare: sleeve == Sleeve::Short,
        ..look
    }
}

/// Where the cards that matter lie: the one in question last.
fn places(kind: Kind, mat: &Mat<Zone>, second: Option<Seat>, rng: &mut Pcg64Mcg) -> Vec<Point<Table>> {
    let Some((low, high)) = mat.zone(Zone::Ocean).map(inner) else { return Vec::new() };
    let size = high - low;
    let share = |rng: &mut Pcg64Mcg| rng.random_range(0.28..0.72);
    let question = low + Point::new(size.x * share(rng), size.y * share(rng));
    let inside = |p: Point<Table>| Point::new(p.x.clamp(low.x, high.x), p.y.clamp(low.y, high.y));
    match kind {
        Kind::Neighbour => {
            let turn = rng.random_range(0.0..std::f64::consts::TAU);
            vec![inside(question + turned(Point::new(rng.random_range(82.0..94.0), 0.0), turn)), question]
        }
        Kind::Crossing => {
            // Beyond the card in question, as seen from the second seat.
            let edge = second.and_then(|seat| mat.edges.iter().find(|edge| edge.seat == seat));
            let from = edge.map_or(question, |edge| edge.from.lerp(edge.to, 0.5));
            let way = question - from;
            let beyond = question + way * (rng.random_range(110.0..150.0) / way.length().max(1.0));
            let question = question + (inside(beyond) - beyond);
            vec![inside(beyond), inside(question)]
        }
        _ => vec![question],
    }
}

/// When the frames are taken: about evenly, some lost.
fn frame_times(frame_ms: f64, end_ms: f64, rng: &mut Pcg64Mcg) -> Vec<u64> {
    let off = JITTER_MS.min(JITTER_SHARE * frame_ms);
    let mut times = vec![0];
    for k in 1..=(end_ms / frame_ms).ceil() as u64 {
        let ms = k as f64 * frame_ms + rng.random_range(-off..off);
        if !rng.random_bool(LOST) {
            times.push((ms * 1000.0).round() as u64);
        }
    }
    times
}

impl Planner<'_> {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.rng.random_range(low..high)
    }

    /// What each hand does; the gap is that from the first touch to the second.
    fn plan(&mut self, kind: Kind, gap_us: u64, question: usize, order: &[Seat]) {
        let first_us = (self.between(700.0, 900.0) * 1000.0) as u64;
        let beside = question.saturating_sub(1);
        let small = (self.between(-150.0, 150.0) * 1000.0) as i64;
        let mut next_us = first_us;
        for (k, seat) in order.iter().copied().enumerate() {
            let is_first = k == 0;
            let (over, ending, arrive_us) = match (kind, is_first) {
                (Kind::Hover, true) => (question, Ending::Hovers, first_us),
                (Kind::Slid, true) => (question, Ending::Pushes, first_us),
                (Kind::Taken, true) => (question, Ending::Takes, first_us),
                (_, true) => (question, Ending::Touches, first_us),
                (Kind::Two | Kind::Slid | Kind::Taken, _) if k == 1 => (question, Ending::Touches, first_us + gap_us),
                (Kind::HoverBeside, _) if k == 1 => (question, Ending::Hovers, first_us.saturating_add_signed(small)),
                (Kind::Neighbour, _) if k == 1 => (beside, Ending::Touches, first_us.saturating_add_signed(small)),
                (Kind::Crossing, _) if k == 1 => (beside, Ending::Touches, first_us + 60_000 + small.unsigned_abs() * 2),
                (Kind::Three, _) if k < 3 => (question, Ending::Touches, next_us),
                (Kind::Four, _) => (question, Ending::Touches, next_us),
                _ => return,
            };
            next_us = arrive_us + (self.between(2.0, 1.5 * SMALL_GAP_MS) * 1000.0) as u64;
            // Who lands on the card beside it was after the one in question.
            let goal = if kind == Kind::Neighbour { question } else { over };
            let hand = self.reach(seat, (goal, over), ending, arrive_us, kind == Kind::Crossing && !is_first);
            self.hands.push(hand);
        }
    }

    fn reach(&mut self, seat: Seat, (goal, over): (usize, usize), ending: Ending, arrive_us: u64, passes_over: bool) -> Reaching {
        let target = self.spot(seat, over, if over == goal { None } else { Some(goal) });
        let outside = self.arms.outside(seat, target);
        let speed = self.between(SPEED.0, SPEED.1);
        let ms = |ms: f64| (ms * 1000.0).round() as u64;
        let reach_us = ms((outside.distance(target) / speed).clamp(REACH_MS.0, REACH_MS.1));
        let stay_us = ms(match ending {
            Ending::Hovers => self.between(60.0, 350.0),
            Ending::Takes => self.between(60.0, 160.0) + CLOSE_MS,
            Ending::Touches | Ending::Pushes => self.between(120.0, 420.0),
        });
        let (end_mm, fly_mm) = match ending {
            Ending::Hovers => (self.between(15.0, 40.0), self.between(46.0, 60.0)),
            _ => (-self.between(8.0, 16.0), self.between(34.0, 52.0)),
        };
        let push = if ending == Ending::Pushes {
            let way = target - outside;
            let along = self.between(-0.8, 0.8);
            turned(way * (self.between(5.0, 14.0) / way.length().max(1.0)), along)
        } else {
            Point::new(0.0, 0.0)
        };
        let leave_us = arrive_us + stay_us;
        Reaching {
            seat,
            goal,
            over,
            ending,
            set_out_us: arrive_us.saturating_sub(reach_us),
            arrive_us,
            leave_us,
            gone_us: leave_us + ms(self.between(380.0, 620.0)),
            passes_over,
            outside,
            target,
            fly_mm: if passes_over { fly_mm + 40.0 } else { fly_mm },
            end_mm,
            settle_ms: self.between(6.0, 16.0),
            sweep: self.between(-0.06, 0.06),
            push,
            push_ms: if ending == Ending::Pushes { self.between(80.0, 110.0) } else { 0.0 },
        }
    }

    /// Where a hand comes down on a card, well inside it and well outside the other one: on its own side of it, more or less.
    fn spot(&mut self, seat: Seat, over: usize, avoid: Option<usize>) -> Point<Table> {
        let Some(card) = self.cards.get(over) else { return Point::new(0.0, 0.0) };
        let inside = Quad::placed(card.lying.centre, CARD_MM.0 - 2.0 * WELL_IN_MM, CARD_MM.1 - 2.0 * WELL_IN_MM, card.lying.turn).polygon();
        let avoided = avoid.and_then(|number| self.cards.get(number)).map(|card| card.quad(CARD_MM).polygon());
        let (held, _) = self.arms.hold(seat, CARD_MM, card.lying.centre, card.lying.turn);
        for round in 0..40 {
            let inwards = self.between(0.0, if round < 20 { 0.5 } else { 1.6 });
            let p = held.lerp(card.lying.centre, inwards) + jitter(&mut self.rng, 9.0);
            if inside.contains(p) && avoided.as_ref().is_none_or(|other| other.distance(p) > WELL_IN_MM) {
                return p;
            }
        }
        card.lying.centre
    }
}
