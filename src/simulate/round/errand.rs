//! One seat's errand: where its hand goes, what becomes of the cards it handles, and what came to pass by that.

use super::happening::What;
use super::place::{Doing as CardDoing, Grip, Pose};
use super::plan::Planner;
use super::trip::{Doing, Stop, Trip};
use crate::cards::Face;
use crate::games::elements::{Card, Zone};
use crate::geometry::{Point, Table};
use crate::table::Seat;

/// Slowest and fastest a hand moves on the whole, mm a ms; shortest and longest leg, ms.
const SPEED: (f64, f64) = (0.85, 1.4);
const LEG_MS: (f64, f64) = (330.0, 700.0);
/// How long after it set out a hand has left what it touched, in microseconds.
const LEFT_AFTER_US: u64 = 150_000;
/// How long cards are pushed together, and apart, in microseconds.
const SWEEP_US: u64 = 430_000;

/// One thing that a hand does on its errand.
pub(super) enum Step {
    /// Touches something and leaves it.
    Touch { at: Point<Table>, zone: Zone, card: Option<usize>, dwell_us: u64 },
    /// Touches a card and lifts it.
    Take { at: Point<Table>, card: usize, dwell_us: u64 },
    /// Lays the card that it has.
    Lay { card: usize, zone: Zone, pose: Pose, face: Face, dwell_us: u64 },
    /// Pushes cards together and lifts them all.
    Sweep { at: Point<Table>, cards: Vec<usize>, zone: Zone, dwell_us: u64 },
    /// Lays all that it has on a pile and spreads it.
    Spread { cards: Vec<usize>, zone: Zone, pile: Pose, poses: Vec<Pose>, dwell_us: u64 },
    /// Lays cards out of a Flame, side by side.
    Pour { cards: Vec<usize>, poses: Vec<Pose>, dwell_us: u64 },
}

impl Step {
    fn dwell_us(&self) -> u64 {
        match self {
            Self::Touch { dwell_us, .. } | Self::Take { dwell_us, .. } | Self::Lay { dwell_us, .. } => *dwell_us,
            Self::Sweep { dwell_us, .. } | Self::Spread { dwell_us, .. } | Self::Pour { dwell_us, .. } => *dwell_us,
        }
    }

    const fn doing(&self) -> Doing {
        match self {
            Self::Touch { .. } => Doing::Touch,
            Self::Take { .. } | Self::Sweep { .. } => Doing::Take,
            Self::Lay { .. } | Self::Spread { .. } | Self::Pour { .. } => Doing::Lay,
        }
    }
}

impl Planner {
    /// Sends a seat's hand out. `arrive_us` is when it comes down first; it answers when the hand is gone.
    pub(super) fn send(&mut self, seat: Seat, arrive_us: u64, steps: &[Step]) -> u64 {
        let targets: Vec<Point<Table>> = steps.iter().map(|step| self.target(seat, step)).collect();
        let (Some(first), Some(last)) = (targets.first().copied(), targets.last().copied()) else { return arrive_us };
        let outside = (self.arms.outside(seat, first), self.arms.outside(seat, last));
        let set_out_us = arrive_us.saturating_sub(self.leg_us(outside.0, first));
        let mut stops: Vec<Stop> = Vec::new();
        for (step, at) in steps.iter().zip(&targets) {
            let arrive_us = match stops.last() {
                None => arrive_us,
                Some(before) => before.leave_us + self.leg_us(before.at, *at),
            };
            stops.push(Stop { at: *at, arrive_us, leave_us: arrive_us + step.dwell_us(), doing: step.doing() });
        }
        let left = stops.last().map_or(arrive_us, |stop| stop.leave_us);
        let gone_us = left + self.leg_us(last, outside.1);
        let (fly_mm, sweep) = (self.between(42.0, 60.0), self.between(-0.05, 0.05));
        let brings = matches!(steps.first(), Some(Step::Pour { .. }));
        let trip = Trip { seat, outside, set_out_us, gone_us, stops, fly_mm, sweep, brings };
        self.trips.push(trip.clone());
        let mut has: Vec<(usize, Option<Card>)> = Vec::new();
        for (step, stop) in steps.iter().zip(&trip.stops) {
            self.carry_out(&trip, step, stop, &mut has);
        }
        for (card, name) in has {
            self.say(gone_us, seat, What::Away { card: name });
            self.place(card, gone_us, CardDoing::Away);
        }
        gone_us
    }

    fn leg_us(&mut self, from: Point<Table>, to: Point<Table>) -> u64 {
        let speed = self.between(SPEED.0, SPEED.1);
        ((from.distance(to) / speed).clamp(LEG_MS.0, LEG_MS.1) * 1000.0) as u64
    }

    /// Where the fingertip comes down.
    fn target(&self, seat: Seat, step: &Step) -> Point<Table> {
        let holding = |pose: &Pose| self.arms.hold(seat, super::plan::CARD_MM, pose.centre, pose.turn).0;
        match step {
            Step::Touch { at, .. } | Step::Take { at, .. } | Step::Sweep { at, .. } => *at,
            Step::Lay { pose, .. } => holding(pose),
            Step::Spread { pile, .. } => holding(pile),
            Step::Pour { poses, .. } => poses.first().map_or(Point::new(0.0, 0.0), holding),
        }
    }

    fn carry_out(&mut self, trip: &Trip, step: &Step, stop: &Stop, has: &mut Vec<(usize, Option<Card>)>) {
        let (seat, arrive, leave) = (trip.seat, stop.arrive_us, stop.leave_us);
        let tip = trip.tip(arrive as f64 / 1000.0).0;
        match step {
            Step::Touch { zone, card, .. } => {
                let card = card.and_then(|card| self.face_up(card, arrive));
                self.say(arrive, seat, What::Touch { zone: *zone, card });
                self.say(leave + LEFT_AFTER_US, seat, What::Release { zone: *zone });
            }
            Step::Take { card, .. } => {
                let Some((zone, pose, face, _)) = self.cards.get(*card).and_then(|placed| placed.lies(arrive)) else { return };
                let name = self.face_up(*card, arrive);
                self.say(arrive, seat, What::Touch { zone, card: name });
                self.say(leave, seat, What::Take { from: zone, card: name });
                let grip = Grip::of(&self.arms, trip, tip, &pose);
                self.lift(*card, leave, (trip, grip, face));
                has.push((*card, name));
            }
            Step::Lay { card, zone, pose, face, .. } => {
                let name = has.iter().find(|(held, _)| held == card).and_then(|(_, name)| *name);
                has.retain(|(held, _)| held != card);
                let name = if *face == Face::Up { self.name(*card) } else { name };
                self.say(arrive, seat, What::Lay { to: *zone, card: name, face: *face });
                self.land(*card, arrive, Grip::of(&self.arms, trip, tip, pose), *face);
                self.place(*card, arrive, CardDoing::Lies { zone: *zone, pose: *pose, face: *face });
            }
            Step::Sweep { cards, zone, .. } => {
                self.say(arrive, seat, What::Touch { zone: *zone, card: None });
                let Some((_, pile, ..)) = cards.first().and_then(|card| self.cards.get(*card)?.lies(arrive)) else { return };
                let pile = Pose { centre: tip.lerp(pile.centre, 0.6), ..pile };
                for card in cards {
                    let Some((zone, from, face, _)) = self.cards.get(*card).and_then(|placed| placed.lies(arrive)) else { continue };
                    let (start, until_us) = (arrive + 60_000, arrive + 60_000 + SWEEP_US);
                    self.place(*card, start, CardDoing::Slides { zone, from, to: pile, until_us, face });
                    self.lift(*card, leave, (trip, Grip::of(&self.arms, trip, tip, &pile), face));
                }
                self.show_only(cards, leave);
            }
            Step::Spread { cards, zone, pile, poses, .. } => {
                let from = (seat, trip.stops.first().map_or(arrive, |stop| stop.arrive_us));
                self.say(arrive, from.0, What::Pass { to: if let Zone::Island(to) = zone { *to } else { seat } });
                for (card, pose) in cards.iter().zip(poses) {
                    self.land(*card, arrive, Grip::of(&self.arms, trip, tip, pile), Face::Down);
                    let (start, until_us) = (arrive + 40_000, arrive + 40_000 + SWEEP_US);
                    self.place(*card, arrive, CardDoing::Lies { zone: *zone, pose: *pile, face: Face::Down });
                    self.place(*card, start, CardDoing::Slides { zone: *zone, from: *pile, to: *pose, until_us, face: Face::Down });
                    self.place(*card, until_us, CardDoing::Lies { zone: *zone, pose: *pose, face: Face::Down });
                }
            }
            Step::Pour { cards, poses, .. } => {
                let number = self.trips.len().saturating_sub(1);
                for (k, (card, pose)) in cards.iter().zip(poses).enumerate() {
                    let (laid, faces) = (Some(Grip::of(&self.arms, trip, tip, pose)), (Face::Up, Face::Up));
                    let held = CardDoing::Held { trip: number, taken: None, laid, until_us: arrive, faces, shown: k == 0 };
                    self.place(*card, trip.set_out_us, held);
                    self.place(*card, arrive, CardDoing::Lies { zone: Zone::Ocean, pose: *pose, face: Face::Up });
                    let name = self.name(*card);
                    self.say(arrive, seat, What::Lay { to: Zone::Ocean, card: name, face: Face::Up });
                }
            }
        }
    }

    /// A card leaves the table in the fingers; where it goes is told when it gets there.
    fn lift(&mut self, card: usize, at_us: u64, (trip, grip, face): (&Trip, Grip, Face)) {
        let number = self.trips.len().saturating_sub(1);
        let held =
            CardDoing::Held { trip: number, taken: Some(grip), laid: None, until_us: trip.gone_us, faces: (face, face), shown: true };
        self.place(card, at_us, held);
    }

    /// A lifted card comes down: how it is held until then is known now.
    fn land(&mut self, card: usize, at_us: u64, grip: Grip, face: Face) {
        let held = self.cards.get_mut(card).and_then(|placed| placed.line.last_mut());
        if let Some((_, CardDoing::Held { laid, until_us, faces, .. })) = held {
            (*laid, *until_us, faces.1) = (Some(grip), at_us, face);
        }
    }

    /// Of several cards in one hand only the first shows.
    fn show_only(&mut self, cards: &[usize], at_us: u64) {
        for card in cards.iter().skip(1) {
            if let Some((at, CardDoing::Held { shown, .. })) = self.cards.get_mut(*card).and_then(|placed| placed.line.last_mut()) {
                *shown &= *at != at_us;
            }
        }
    }
}
