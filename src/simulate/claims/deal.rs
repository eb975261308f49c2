//! Which cards lie where when the hands come.

use crate::cards::Face;
use crate::games::elements::{Card, Setup, Zone};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::simulate::stage::Lying;
use crate::table::Mat;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;

/// Fewest and most other cards in the Ocean.
const OTHERS: (usize, usize) = (12, 20);
/// No other card lies nearer to those that matter, and hardly nearer to another, mm from centre to centre.
const CLEAR_MM: f64 = 84.0;
const APART_MM: f64 = 46.0;
/// From a card's centre to the Ocean's edge, mm.
const INSIDE_MM: f64 = 56.0;

/// A card of a claim and its zone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed {
    pub(super) zone: Zone,
    /// Number from the bottom of its zone.
    pub(super) number: usize,
    pub(super) lying: Lying,
}

/// Lays Islands face down, and face up in the Ocean some other cards, then one at each of the places that matter, in this order.
pub(super) fn lay(setup: &Setup, mat: &Mat<Zone>, card_mm: (f64, f64), places: &[Point<Table>], rng: &mut Pcg64Mcg) -> Vec<Placed> {
    let mut deck: Vec<_> = Card::all().filter_map(Card::design).collect();
    deck.shuffle(rng);
    let mut laid = Vec::new();
    let size = usize::from(setup.island_size());
    for seat in setup.seats.iter() {
        let zone = Zone::Island(seat);
        let (Some(outline), Some(fan)) = (mat.zone(zone), mat.fan_direction(zone)) else { continue };
        for number in 0..size {
            let Some(card) = deck.pop() else { break };
            let along = (number as f64 - (size as f64 - 1.0) / 2.0) * (card_mm.0 + 2.5);
            let centre = outline.centre() + fan * along + jitter(rng, 1.6);
            let turn = fan.y.atan2(fan.x) + rng.random_range(-0.04..0.04);
            laid.push(Placed { zone, number, lying: Lying { card, face: Face::Down, centre, turn } });
        }
    }
    let mut centres = Vec::new();
    if let Some((low, high)) = mat.zone(Zone::Ocean).map(inner) {
        let wanted = rng.random_range(OTHERS.0..=OTHERS.1);
        for _ in 0..40 * OTHERS.1 {
            if centres.len() == wanted {
                break;
            }
            let centre = Point::new(rng.random_range(low.x..high.x), rng.random_range(low.y..high.y));
            let free = |others: &[Point<Table>], mm: f64| others.iter().all(|other| other.distance(centre) > mm);
            if free(places, CLEAR_MM) && free(&centres, APART_MM) {
                centres.push(centre);
            }
        }
    }
    for (number, centre) in centres.into_iter().chain(places.iter().copied()).enumerate() {
        let Some(card) = deck.pop() else { break };
        let turn = rng.random_range(0.0..TAU);
        laid.push(Placed { zone: Zone::Ocean, number, lying: Lying { card, face: Face::Up, centre, turn } });
    }
    laid
}

/// A point off by at most so much each way.
pub(super) fn jitter(rng: &mut Pcg64Mcg, mm: f64) -> Point<Table> {
    Point::new(rng.random_range(-mm..mm), rng.random_range(-mm..mm))
}

/// Corners of the part of the Ocean where a card's centre may lie.
pub(in crate::simulate) fn inner(ocean: &Polygon<Table>) -> (Point<Table>, Point<Table>) {
    let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
    for p in &ocean.vertices {
        low = Point::new(low.x.min(p.x), low.y.min(p.y));
        high = Point::new(high.x.max(p.x), high.y.max(p.y));
    }
    let margin = Point::new(INSIDE_MM, INSIDE_MM);
    (low + margin, high - margin)
}

impl Placed {
    /// Its outline.
    pub(super) fn quad(&self, card_mm: (f64, f64)) -> Quad<Table> {
        Quad::placed(self.lying.centre, card_mm.0, card_mm.1, self.lying.turn)
    }
}
