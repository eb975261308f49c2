//! What lies where and whose hand is over it, at any moment of a script.

use super::camera::Camera;
use super::render::{CARD_THICKNESS_MM, Renderer};
use super::scene::{Art, HandPose, Scene, SceneCard};
use super::texture::Props;
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Quad, Table};
use crate::table::{Identity, Mat, Observation, Seat, SeenCard, SeenHand, Stamp, Zone};
use std::collections::BTreeMap;

/// A card that lies on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Lying {
    /// Which design.
    pub card: CardId,
    /// Which side is up.
    pub face: Face,
    /// Its centre.
    pub centre: Point<Table>,
    /// Clockwise turn from upright, radians.
    pub turn: f64,
}

/// One card carried by one hand: from a zone or the player's own hand, to a zone or the player's own hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach<Z> {
    /// Whose hand.
    pub seat: Seat,
    /// The card, and the side that shows while it is carried.
    pub card: CardId,
    /// Which side shows on the way.
    pub face: Face,
    /// Zone and number from the bottom; `None` for the player's own hand.
    pub from: Option<(Z, usize)>,
    /// Zone, number from the bottom and how it will lie; `None` for the player's own hand.
    pub to: Option<(Z, usize, Lying)>,
    /// When the hand sets out, ms.
    pub start_ms: f64,
    /// When the fingers close on the card; the start for a card from the player's own hand.
    pub grasp_ms: f64,
    /// When they let go; the end for a card into the player's own hand.
    pub release_ms: f64,
    /// When the hand is gone.
    pub out_ms: f64,
    /// Sideways sweep of its path, as a share of the way.
    pub sweep: f64,
}

/// Distance from the card's edge to the fingers on it, mm.
const GRIP_IN_MM: f64 = 15.0;
/// Cards of a pile that are drawn one by one.
const LOOSE_TOP: usize = 5;

/// How a hand moves: places in time.
#[derive(Debug, Clone, Copy)]
struct Key {
    ms: f64,
    tip: Point<Table>,
    height: f64,
    grip: f64,
}

/// A reach under way, with the poses worked out once.
#[derive(Debug, Clone)]
struct Moving<Z> {
    reach: Reach<Z>,
    keys: Vec<Key>,
    /// The card's turn and its held point in its own axes, at the grasp and at the release.
    grasped: Option<(f64, Point<Table>)>,
    released: Option<(f64, Point<Table>)>,
    arm_at_grasp: f64,
    arm_at_release: f64,
}

/// What happens to a stage, by the number of the moving hand.
#[derive(Debug, Clone, Copy)]
enum Event {
    SetOut,
    Grasp(usize),
    Release(usize),
    Gone(usize),
}

/// A played script: move it forward in time and ask what is there.
#[derive(Debug)]
pub struct Stage<Z: Zone> {
    mat: Mat<Z>,
    card_mm: (f64, f64),
    /// How far beyond each seat's edge a hand is out of sight.
    out_mm: Vec<f64>,
    piles: BTreeMap<Z, Vec<Lying>>,
    waiting: std::collections::VecDeque<Reach<Z>>,
    moving: Vec<Moving<Z>>,
    now_ms: f64,
}

impl<Z: Zone> Stage<Z> {
    /// A table with these cards at rest, on which these reaches will happen (in order of their start).
    pub fn new(mat: Mat<Z>, camera: &Camera, card_mm: (f64, f64), piles: BTreeMap<Z, Vec<Lying>>, reaches: Vec<Reach<Z>>) -> Self {
        let out_mm = mat.edges.iter().map(|e| out_of_sight(camera, &mat, e.from.lerp(e.to, 0.5), outwards(e.from, e.to))).collect();
        Self { mat, card_mm, out_mm, piles, waiting: reaches.into(), moving: Vec::new(), now_ms: 0.0 }
    }

    /// Moves on to a moment, ms since the start; time does not go back.
    pub fn advance(&mut self, ms: f64) {
        self.now_ms = ms.max(self.now_ms);
        while let Some(event) = self.next_event() {
            self.happen(event);
        }
    }

    /// The earliest thing that has not happened yet but is due.
    fn next_event(&self) -> Option<Event> {
        let sets_out = self.waiting.front().map(|r| (r.start_ms, Event::SetOut));
        let moving = self.moving.iter().enumerate().map(|(i, m)| match &m.reach {
            r if r.from.is_some() => (r.grasp_ms, Event::Grasp(i)),
            r if r.to.is_some() => (r.release_ms, Event::Release(i)),
            r => (r.out_ms, Event::Gone(i)),
        });
        let due = sets_out.into_iter().chain(moving).filter(|(at, _)| *at <= self.now_ms);
        due.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, event)| event)
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::SetOut => {
                if let Some(moving) = self.waiting.pop_front().and_then(|reach| self.start(reach)) {
                    self.moving.push(moving);
                }
            }
            Event::Grasp(i) => {
                if let Some((zone, number)) = self.moving.get_mut(i).and_then(|m| m.reach.from.take())
                    && let Some(pile) = self.piles.get_mut(&zone)
                    && number < pile.len()
                {
                    pile.remove(number);
                    if pile.is_empty() {
                        self.piles.remove(&zone);
                    }
                }
            }
            Event::Release(i) => {
                if let Some((zone, number, lying)) = self.moving.get_mut(i).and_then(|m| m.reach.to.take()) {
                    let pile = self.piles.entry(zone).or_default();
                    pile.insert(number.min(pile.len()), lying);
                }
            }
            Event::Gone(i) => {
                self.moving.remove(i);
            }
        }
    }

    /// The cards of a zone, bottom to top.
    pub fn cards(&self, zone: &Z) -> &[Lying] {
        self.piles.get(zone).map_or(&[], Vec::as_slice)
    }

    /// All cards that lie, bottom to top in each zone.
    pub const fn table(&self) -> &BTreeMap<Z, Vec<Lying>> {
        &self.piles
    }

    /// Width and height of a card, mm.
    pub const fn card_mm(&self) -> (f64, f64) {
        self.card_mm
    }

    /// What can be seen now.
    pub fn scene(&self, props: &Props) -> Scene {
        let art = |card: &CardId, face: Face| match (face, props.face(card)) {
            (Face::Up, Some(n)) => Art::Face(n),
            _ => Art::Back,
        };
        let mut cards = Vec::new();
        for (zone, pile) in &self.piles {
            let squared = self.squared(*zone);
            let skip = if squared { pile.len().saturating_sub(LOOSE_TOP) } else { 0 };
            for (k, lying) in pile.iter().enumerate().skip(skip) {
                let height_mm = if squared { k as f64 * CARD_THICKNESS_MM } else { 0.0 };
                let fill = squared && k == skip && skip > 0;
                cards.push(SceneCard { art: art(&lying.card, lying.face), centre: lying.centre, turn: lying.turn, height_mm, pile: fill });
            }
        }
        let hands = self.moving.iter().map(|m| self.pose(m, &art)).collect();
        Scene { cards, hands }
    }

    /// The truth about one frame, as a perfect recognizer would tell it: positions are where things appear on the table's plane.
    pub fn observation(&self, frame: u64, stamp: Stamp, renderer: &Renderer, scene: &Scene) -> Observation {
        let camera = &renderer.view().camera;
        let hands: Vec<_> = scene.hands.iter().map(|pose| (pose, renderer.hand_outline(pose))).collect();
        let mut cards = Vec::new();
        let mut see = |lying: &Lying, height: f64| {
            let quad = Quad::placed(lying.centre, self.card_mm.0, self.card_mm.1, lying.turn).map(|p| camera.apparent(p, height));
            let hidden: f64 = hands.iter().map(|(_, (outline, _))| outline.clipped_to(&quad.polygon()).area()).sum();
            if hidden > 0.6 * quad.area() {
                return;
            }
            let identity = match lying.face {
                Face::Up => Identity::certain(lying.card.clone()),
                Face::Down => Identity::UNKNOWN,
            };
            cards.push(SeenCard { quad, face: lying.face, identity, score: 1.0 });
        };
        for (zone, pile) in &self.piles {
            let squared = self.squared(*zone);
            for (k, lying) in pile.iter().enumerate() {
                if !squared || k + 1 == pile.len() {
                    see(lying, if squared { k as f64 * CARD_THICKNESS_MM } else { 0.0 });
                }
            }
        }
        for (moving, (pose, _)) in self.moving.iter().zip(&hands) {
            if let Some(held) = &pose.held {
                let card = moving.reach.card.clone();
                see(&Lying { card, face: moving.reach.face, centre: held.centre, turn: held.turn }, held.height_mm);
            }
        }
        let bounds = crate::geometry::Polygon::rectangle(0.0, 0.0, self.mat.width_mm, self.mat.height_mm);
        let hands = self.moving.iter().zip(hands).filter_map(|(moving, (pose, (outline, tip)))| {
            let region = outline.clipped_to(&bounds);
            if region.area() < 200.0 {
                return None;
            }
            let entry = self.entry(moving.reach.seat, pose.tip);
            Some(SeenHand { region, entry, tip, seat: Some(moving.reach.seat), confidence: 1.0 })
        });
        Observation { frame, stamp, hands: hands.collect(), cards }
    }

    fn squared(&self, zone: Z) -> bool {
        self.mat.fan_direction(zone).is_none()
    }

    fn edge(&self, seat: Seat) -> Option<(Point<Table>, Point<Table>)> {
        self.mat.edges.iter().find(|e| e.seat == seat).map(|e| (e.from, e.to))
    }

    /// Where an arm that reaches for `tip` crosses the seat's edge: in front of the shoulder, leaning towards the target.
    fn entry(&self, seat: Seat, tip: Point<Table>) -> Point<Table> {
        let Some((from, to)) = self.edge(seat) else { return tip };
        let length = from.distance(to).max(1.0);
        let along = (to - from) * (1.0 / length);
        // Clockwise along the edge is to the player's left: a right shoulder is a little before the middle.
        let shoulder = length * 0.5 - (length * 0.08).min(60.0);
        let target = (tip - from).dot(along);
        let depth = (tip - from).dot(outwards(from, to)).min(0.0).abs();
        let lean = 300.0 / (300.0 + depth);
        let margin = 70.0f64.min(length * 0.3);
        from + along * (target + (shoulder - target) * (1.0 - lean).max(0.35)).clamp(margin, length - margin)
    }

    /// Turn of the arm that reaches for `tip`: it points from its crossing of the edge to there.
    fn arm_turn(&self, seat: Seat, tip: Point<Table>) -> f64 {
        let Some((from, to)) = self.edge(seat) else { return 0.0 };
        let out = outwards(from, to);
        // Aim from well outside, so that the arm does not swing about when the tip is near the edge.
        let shoulder = self.entry(seat, tip) + out * 260.0;
        let d = tip - shoulder;
        d.x.atan2(-d.y)
    }

    fn start(&self, reach: Reach<Z>) -> Option<Moving<Z>> {
        let (from, to) = self.edge(reach.seat)?;
        let out = outwards(from, to);
        let far = self.out_mm.get(self.mat.edges.iter().position(|e| e.seat == reach.seat)?).copied().unwrap_or(300.0);
        let outside = |near: Point<Table>| {
            let entry = self.entry(reach.seat, near);
            entry + out * far
        };
        let hold = |centre: Point<Table>, turn: f64| {
            // The fingers take the card by the side nearest to the player.
            let arm = self.arm_turn(reach.seat, centre);
            let toward = Point::new(-arm.sin(), arm.cos());
            let local = turned(toward, -turn);
            let reach_x = if local.x.abs() > 1e-9 { self.card_mm.0 / 2.0 / local.x.abs() } else { f64::MAX };
            let reach_y = if local.y.abs() > 1e-9 { self.card_mm.1 / 2.0 / local.y.abs() } else { f64::MAX };
            let local = local * (reach_x.min(reach_y) - GRIP_IN_MM);
            (centre + turned(local, turn), local)
        };
        let height = |zone: Z, number: usize| if self.squared(zone) { number as f64 * CARD_THICKNESS_MM } else { 0.0 };
        let mut keys = Vec::new();
        let key = |ms, tip, height, grip| Key { ms, tip, height, grip };
        let (mut grasped, mut released) = (None, None);
        let (mut arm_at_grasp, mut arm_at_release) = (0.0, 0.0);
        if let Some((zone, number)) = &reach.from {
            let lying = self.piles.get(zone)?.get(*number)?;
            let (tip, local) = hold(lying.centre, lying.turn);
            let h = height(*zone, *number);
            keys.push(key(reach.start_ms, outside(tip), 55.0, 0.1));
            keys.push(key(reach.grasp_ms - 130.0, tip, h, 0.4));
            keys.push(key(reach.grasp_ms, tip, h, 1.0));
            grasped = Some((lying.turn, local));
            arm_at_grasp = self.arm_turn(reach.seat, tip);
        }
        if let Some((zone, number, lying)) = &reach.to {
            let (tip, local) = hold(lying.centre, lying.turn);
            let h = height(*zone, *number);
            if keys.is_empty() {
                keys.push(key(reach.start_ms, outside(tip), 45.0, 1.0));
            }
            keys.push(key(reach.release_ms - 40.0, tip, h, 1.0));
            keys.push(key(reach.release_ms + 130.0, tip, h + 3.0, 0.45));
            keys.push(key(reach.out_ms, outside(tip), 55.0, 0.2));
            released = Some((lying.turn, local));
            arm_at_release = self.arm_turn(reach.seat, tip);
        } else if let Some(last) = keys.last().copied() {
            keys.push(key(reach.out_ms, outside(last.tip), 45.0, 1.0));
        }
        Some(Moving { reach, keys, grasped, released, arm_at_grasp, arm_at_release })
    }

    /// Tip, height and grip at a moment.
    fn at(&self, moving: &Moving<Z>, ms: f64) -> (Point<Table>, f64, f64) {
        let keys = &moving.keys;
        let next = keys.iter().position(|k| k.ms > ms);
        let (a, b) = match next {
            Some(0) => (keys.first(), keys.first()),
            Some(n) => (keys.get(n - 1), keys.get(n)),
            None => (keys.last(), keys.last()),
        };
        let (Some(a), Some(b)) = (a, b) else { return (Point::new(0.0, 0.0), 0.0, 0.0) };
        let t = if b.ms > a.ms { ((ms - a.ms) / (b.ms - a.ms)).clamp(0.0, 1.0) } else { 1.0 };
        // The smoothest way from rest to rest (minimum jerk; Flash and Hogan 1985).
        let s = t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
        let way = b.tip - a.tip;
        let bow = (std::f64::consts::PI * s).sin();
        let side = Point::new(-way.y, way.x) * (moving.reach.sweep * bow);
        let lift = (way.length() * 0.06).min(26.0) * bow;
        // Muscles are never quite still.
        let tremor = Point::new((ms * 0.019).sin(), (ms * 0.023 + 1.0).sin()) * 0.5;
        (a.tip + way * s + side + tremor, a.height + (b.height - a.height) * s + lift, a.grip + (b.grip - a.grip) * s)
    }

    fn pose(&self, moving: &Moving<Z>, art: &impl Fn(&CardId, Face) -> Art) -> HandPose {
        let now = self.now_ms;
        let (tip, height_mm, grip) = self.at(moving, now);
        let (before, after) = (self.at(moving, now - 8.0).0, self.at(moving, now + 8.0).0);
        let velocity = (after - before) * (1000.0 / 16.0);
        let turn = self.arm_turn(moving.reach.seat, tip);
        let reach = &moving.reach;
        let carrying = now >= reach.grasp_ms && now < reach.release_ms;
        let held = carrying
            .then(|| {
                let at_grasp = moving.grasped.map(|(t, local)| (t + turn - moving.arm_at_grasp, local));
                let at_release = moving.released.map(|(t, local)| (t + turn - moving.arm_at_release, local));
                match (at_grasp, at_release) {
                    (Some((t0, l0)), Some((t1, l1))) => {
                        let s = ((now - reach.grasp_ms) / (reach.release_ms - reach.grasp_ms)).clamp(0.0, 1.0);
                        let s = s * s * (3.0 - 2.0 * s);
                        let swing = (t1 - t0 + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
                        Some((t0 + swing * s, l0.lerp(l1, s)))
                    }
                    (one, other) => one.or(other),
                }
            })
            .flatten()
            .map(|(card_turn, local)| SceneCard {
                art: art(&reach.card, reach.face),
                centre: tip - turned(local, card_turn),
                turn: card_turn,
                height_mm: height_mm + 1.0,
                pile: false,
            });
        HandPose { hand: reach.seat.index(), tip, height_mm, turn, grip, velocity, held }
    }
}

fn turned(p: Point<Table>, by: f64) -> Point<Table> {
    let (sin, cos) = by.sin_cos();
    Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

/// Unit vector out of the mat over an edge that runs clockwise.
fn outwards(from: Point<Table>, to: Point<Table>) -> Point<Table> {
    let along = to - from;
    let length = along.length().max(1e-9);
    Point::new(along.y / length, -along.x / length)
}

/// How far beyond an edge a hand with a card is out of the frame, mm.
fn out_of_sight<Z>(camera: &Camera, mat: &Mat<Z>, middle: Point<Table>, out: Point<Table>) -> f64 {
    let inside = |p: Point<Table>| {
        let seen = camera.project([p.x, p.y, 45.0]);
        (0.0..f64::from(camera.width)).contains(&seen.x) && (0.0..f64::from(camera.height)).contains(&seen.y)
    };
    let mut far = 0.0;
    while far < mat.width_mm + mat.height_mm {
        // The whole breadth of the seat's stretch must be out of sight, near enough.
        let side = Point::new(-out.y, out.x) * 200.0;
        if [middle, middle + side, middle - side].iter().all(|p| !inside(*p + out * far)) {
            break;
        }
        far += 20.0;
    }
    far + 130.0
}
