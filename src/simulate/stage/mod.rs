//! What lies where and whose hand is over it, at any moment of a script.

pub(in crate::simulate) mod arms;
mod motion;

use super::camera::Camera;
use super::render::{CARD_THICKNESS_MM, Renderer};
use super::scene::{Art, Scene, SceneCard};
use super::texture::Props;
use crate::cards::{CardId, Face};
use crate::geometry::{Point, Quad, Table};
use crate::table::{Identity, Mat, Observation, Seat, SeenCard, SeenHand, Stamp, Zone};
use arms::Arms;
use motion::Moving;
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

/// Cards carried by one hand, mostly one: from a zone or the player's own hand, to a zone or the player's own hand.
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
    /// The cards that lie on it and go along, bottom to top, as they will lie.
    pub along: Vec<Lying>,
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

/// Takes so many cards off a table, the first one with this number of its zone.
pub(in crate::simulate) fn lift<Z: Ord>(piles: &mut BTreeMap<Z, Vec<Lying>>, (zone, number): (Z, usize), count: usize) -> Vec<Lying> {
    let Some(pile) = piles.get_mut(&zone) else { return Vec::new() };
    let end = (number + count).min(pile.len());
    let lifted = pile.drain(number.min(end)..end).collect();
    if pile.is_empty() {
        piles.remove(&zone);
    }
    lifted
}

/// Lays cards on a table, the first one with this number of its zone, or on top; answers the number that it has.
pub(in crate::simulate) fn lay<Z: Ord>(
    piles: &mut BTreeMap<Z, Vec<Lying>>,
    (zone, number): (Z, usize),
    cards: impl Iterator<Item = Lying>,
) -> usize {
    let pile = piles.entry(zone).or_default();
    let at = number.min(pile.len());
    pile.splice(at..at, cards);
    at
}

/// Cards of a pile that are drawn one by one.
const LOOSE_TOP: usize = 5;

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
    arms: Arms,
    piles: BTreeMap<Z, Vec<Lying>>,
    waiting: std::collections::VecDeque<Reach<Z>>,
    moving: Vec<Moving<Z>>,
    now_ms: f64,
}

impl<Z: Zone> Stage<Z> {
    /// A table with these cards at rest, on which these reaches will happen (in order of their start).
    pub fn new(mat: Mat<Z>, camera: &Camera, card_mm: (f64, f64), piles: BTreeMap<Z, Vec<Lying>>, reaches: Vec<Reach<Z>>) -> Self {
        let arms = Arms::new(&mat, camera);
        Self { mat, card_mm, arms, piles, waiting: reaches.into(), moving: Vec::new(), now_ms: 0.0 }
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
                let along = self.moving.get(i).map_or(0, |m| m.reach.along.len());
                if let Some(from) = self.moving.get_mut(i).and_then(|m| m.reach.from.take()) {
                    lift(&mut self.piles, from, 1 + along);
                }
            }
            Event::Release(i) => {
                if let Some(reach) = self.moving.get_mut(i).map(|m| &mut m.reach)
                    && let Some((zone, number, lying)) = reach.to.take()
                {
                    lay(&mut self.piles, (zone, number), std::iter::once(lying).chain(reach.along.drain(..)));
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
        let hands = self.moving.iter().map(|m| m.pose(self.now_ms, &self.arms, &art)).collect();
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
            let entry = self.arms.entry(moving.reach.seat, pose.tip);
            Some(SeenHand { region, entry, tip, tip_seen: true, seat: Some(moving.reach.seat), perhaps: None, confidence: 1.0 })
        });
        Observation { frame, stamp, overlaps: Vec::new(), hands: hands.collect(), cards, touches: Vec::new() }
    }

    fn start(&self, reach: Reach<Z>) -> Option<Moving<Z>> {
        let height = |zone: Z, number: usize| if self.squared(zone) { number as f64 * CARD_THICKNESS_MM } else { 0.0 };
        let lies = match &reach.from {
            Some((zone, number)) => Some((self.piles.get(zone)?.get(*number)?, height(*zone, *number))),
            None => None,
        };
        let lands_mm = reach.to.as_ref().map_or(0.0, |(zone, number, _)| height(*zone, *number));
        Some(Moving::new(reach, &self.arms, self.card_mm, lies, lands_mm))
    }

    fn squared(&self, zone: Z) -> bool {
        self.mat.fan_direction(zone).is_none()
    }
}
