//! What a camera sees of a round at a moment: a scene to render, or the truth as a perfect recognizer would tell it.

use super::place::Pose;
use super::trip::{Doing, Stop, Trip};
use super::whole::Round;
use crate::cards::Face;
use crate::games::{CARD_HEIGHT_MM, CARD_WIDTH_MM};
use crate::geometry::{Polygon, Quad, Table};
use crate::simulate::claims::TipTruth;
use crate::simulate::render::Renderer;
use crate::simulate::scene::{Art, HandPose, Scene, SceneCard};
use crate::simulate::texture::Props;
use crate::table::{Identity, Observation, SeenCard, SeenHand, SeenTouch, Stamp};

/// Frames after the first with contact in which a touch is decided.
const DECIDED_AFTER: u64 = 3;
/// A card of which hands, or other cards, cover more than this is not seen.
const HIDDEN_BY_HANDS: f64 = 0.6;
const HIDDEN_BY_CARDS: f64 = 0.55;
/// Area of a hand over the mat from which it is seen, mm².
const LEAST_HAND: f64 = 200.0;

impl Round {
    /// What can be seen at a moment.
    pub fn scene(&self, at_us: u64, props: &Props) -> Scene {
        let art = |design, face| match (face, props.face(design)) {
            (Face::Up, Some(n)) => Art::Face(n),
            _ => Art::Back,
        };
        let scene_card = |design, pose: Pose, face| SceneCard {
            art: art(design, face),
            centre: pose.centre,
            turn: pose.turn,
            height_mm: pose.height_mm,
            pile: false,
        };
        let mut lying: Vec<(u64, SceneCard)> = Vec::new();
        for placed in &self.cards {
            if let Some((_, pose, face, since)) = placed.lies(at_us) {
                lying.push((since, scene_card(&placed.design, pose, face)));
            }
        }
        // What was laid later lies on top.
        lying.sort_by_key(|(since, _)| *since);
        let held = |number: usize| {
            let mut held = self.cards.iter().filter_map(|placed| Some((placed.held(at_us, &self.trips, &self.arms)?, placed)));
            held.find(|((trip, ..), _)| *trip == number).map(|((_, pose, face), placed)| scene_card(&placed.design, pose, face))
        };
        let at_ms = at_us as f64 / 1000.0;
        let mut out: Vec<(usize, &Trip)> = self.out(at_us).collect();
        out.sort_by(|a, b| a.1.tip(at_ms).1.total_cmp(&b.1.tip(at_ms).1));
        let pose = |(number, trip): &(usize, &Trip)| {
            let (tip, height_mm) = trip.tip(at_ms);
            HandPose {
                hand: trip.seat.index(),
                tip,
                height_mm,
                turn: self.arms.turn(trip.seat, tip),
                gesture: trip.gesture(at_ms),
                velocity: trip.velocity(at_ms),
                held: held(*number),
            }
        };
        Scene { cards: lying.into_iter().map(|(_, card)| card).collect(), hands: out.iter().map(pose).collect() }
    }

    fn out(&self, at_us: u64) -> impl Iterator<Item = (usize, &Trip)> {
        self.trips.iter().enumerate().filter(move |(_, trip)| trip.is_out(at_us))
    }

    /// The fingertips of the hands that are on their way. One that lays a card does not touch.
    pub fn tips(&self, at_us: u64) -> Vec<TipTruth> {
        let tip = |(_, trip): (usize, &Trip)| {
            let tip = trip.tip(at_us as f64 / 1000.0);
            let rests = |stop: &Stop| stop.doing != Doing::Lay && (stop.arrive_us..stop.leave_us).contains(&at_us);
            TipTruth::seen(&self.view.camera, &self.arms, trip.seat, tip, trip.stops.iter().any(rests))
        };
        self.out(at_us).map(tip).collect()
    }

    /// The truth about one frame of those taken at these moments: positions are where things appear on the table's plane, and touches are
    /// told a few frames after they happened.
    pub fn observation(&self, frames_us: &[u64], frame: usize, renderer: &Renderer, scene: &Scene) -> Observation {
        let at_us = frames_us.get(frame).copied().unwrap_or(self.length_us);
        let camera = &renderer.view().camera;
        let poses: Vec<_> = scene.hands.iter().map(|pose| (pose, renderer.hand_outline(pose))).collect();
        let placed = |pose: &Pose| {
            let flat = Quad::<Table>::placed(pose.centre, CARD_WIDTH_MM, CARD_HEIGHT_MM, pose.turn);
            flat.map(|p| camera.apparent(p, pose.height_mm))
        };
        let mut lying: Vec<(u64, Quad<Table>, SeenCard)> = Vec::new();
        let mut cards = Vec::new();
        for card in &self.cards {
            let seen = |quad, face| {
                let identity = if face == Face::Up { Identity::certain(card.design.clone()) } else { Identity::UNKNOWN };
                SeenCard { quad, face, identity, score: 1.0 }
            };
            if let Some((_, pose, face, since)) = card.lies(at_us) {
                lying.push((since, placed(&pose), seen(placed(&pose), face)));
            } else if let Some((_, pose, face)) = card.held(at_us, &self.trips, &self.arms) {
                cards.push(seen(placed(&pose), face));
            }
        }
        lying.sort_by_key(|(since, ..)| *since);
        for (k, (_, quad, seen)) in lying.iter().enumerate() {
            let by_hands: f64 = poses.iter().map(|(_, (outline, _))| outline.clipped_to(&quad.polygon()).area()).sum();
            let over = lying.get(k + 1..).unwrap_or(&[]);
            let by_cards: f64 = over.iter().map(|(_, other, _)| other.intersection_area(quad)).sum();
            if by_hands <= HIDDEN_BY_HANDS * quad.area() && by_cards <= HIDDEN_BY_CARDS * quad.area() {
                let score = 1.0 - 0.3 * (by_cards / quad.area()) as f32;
                cards.push(SeenCard { score, ..seen.clone() });
            }
        }
        let bounds = Polygon::rectangle(0.0, 0.0, self.mat.width_mm, self.mat.height_mm);
        let hands = poses.iter().filter_map(|(pose, (outline, tip))| {
            let seat = crate::table::Seat::from_index(pose.hand)?;
            let region = outline.clipped_to(&bounds);
            let entry = self.arms.entry(seat, pose.tip);
            (region.area() >= LEAST_HAND).then_some(SeenHand {
                region,
                entry,
                tip: *tip,
                tip_seen: true,
                seat: Some(seat),
                perhaps: None,
                confidence: 1.0,
            })
        });
        let stamp = Stamp { at_us, tolerance_us: 0 };
        let touches = self.touches(frames_us).into_iter().filter(|touch| touch.with + DECIDED_AFTER == frame as u64).collect();
        Observation { frame: frame as u64, stamp, overlaps: Vec::new(), hands: hands.collect(), cards, touches }
    }

    /// Every touch as a camera that takes these frames can know it, in order of time.
    pub fn touches(&self, frames_us: &[u64]) -> Vec<SeenTouch> {
        let contact = |trip: &Trip, stop: &Stop| {
            let with = frames_us.iter().position(|at| *at >= stop.arrive_us)?;
            let without = with.checked_sub(1)?;
            let stamp = |k: usize| Some(Stamp { at_us: *frames_us.get(k)?, tolerance_us: 0 });
            let tip = trip.tip(stop.arrive_us as f64 / 1000.0).0;
            Some(SeenTouch {
                seat: Some(trip.seat),
                perhaps: None,
                entry: self.arms.entry(trip.seat, tip),
                tip,
                after: stamp(without)?,
                by: stamp(with)?,
                without: without as u64,
                with: with as u64,
                confidence: 1.0,
            })
        };
        let stops = self.trips.iter().flat_map(|trip| trip.stops.iter().map(move |stop| (trip, stop)));
        let mut touches: Vec<SeenTouch> =
            stops.filter(|(_, stop)| stop.doing != Doing::Lay).filter_map(|(trip, stop)| contact(trip, stop)).collect();
        touches.sort_by_key(|touch| (touch.by, touch.seat));
        touches
    }
}
