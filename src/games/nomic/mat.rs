//! The Card-Based Nomic mats: geometry alone, in millimetres, for poker cards.
//!
//! In the middle the draw pile and the discard pile lie side by side, the votes for above them and the votes against below, each in a
//! row. Every seat has a place for the token before it, at its side of the table.

use super::Zone;
use crate::games::side::{CARD_HEIGHT_MM, CARD_WIDTH_MM, MARKER_SIDE, Side, mark, seating};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Edge, Mat, Seats};

/// How far each vote of a row lies from the one before, where there is room: side by side, so that backs can be counted.
const STEP: f64 = CARD_WIDTH_MM + 4.0;
/// How far the last vote of a row lies from the first: beside two token places a side, and beside one, for two votes of each of four.
const SPREAD: (f64, f64) = (300.0, 7.0 * STEP);
const PLAY: f64 = 12.0;
const GAP: f64 = 14.0;
const MARGIN: f64 = 8.0;
/// A card's place, with room for a careless hand.
const CARD: (f64, f64) = (CARD_WIDTH_MM + PLAY, CARD_HEIGHT_MM + PLAY);
/// A marker with one module of quiet zone all round.
const MARKER_TILE: f64 = MARKER_SIDE * 8.0 / 6.0;
/// From the edge of the mat to the middle block: a token place and a gap.
const RIM: f64 = MARGIN + CARD.1 + GAP;

/// The Card-Based Nomic mat for this number of players. `(0, 0)` is its top left corner with P1 at the South edge.
pub fn mat(seats: Seats) -> Mat<Zone> {
    let (width, height) = (2.0 * RIM + SPREAD.0 + CARD.0, 2.0 * RIM + 3.0 * CARD.1 + 2.0 * GAP);
    let spread = spread(seats);
    let mut mat = Mat::blank(width, height, (spread / (seats.count() - 1) as f64).min(STEP));
    let row = |nth: f64| RIM + nth * (CARD.1 + GAP);
    let votes = spread + CARD.0;
    for (zone, nth) in [(Zone::For, 0.0), (Zone::Against, 2.0)] {
        mat.zones.push((zone, Polygon::rectangle((width - votes) / 2.0, row(nth), votes, CARD.1)));
        mat.fan.push((zone, Point::new(1.0, 0.0)));
    }
    for (zone, x) in [(Zone::Draw, width / 2.0 - GAP - CARD.0), (Zone::Discard, width / 2.0 + GAP)] {
        mat.zones.push((zone, Polygon::rectangle(x, row(1.0), CARD.0, CARD.1)));
    }
    seat_all(&mut mat, seats);
    let corner = MARGIN + MARKER_TILE / 2.0;
    for (x, y) in [(corner, corner), (width - corner, corner), (width - corner, height - corner), (corner, height - corner)] {
        mark(&mut mat, Point::new(x, y));
    }
    let beside = RIM + MARKER_TILE / 2.0;
    for x in [beside, width - beside] {
        mark(&mut mat, Point::new(x, height / 2.0));
    }
    mat
}

fn spread(seats: Seats) -> f64 {
    let (narrow, wide) = SPREAD;
    if seats.count() > Side::ALL.len() { narrow } else { wide }
}

/// Where the card of this number (from zero, the first laid) of a zone lies: votes in a row, all else squared up, and the
/// token with its top away from its holder. `None` when the mat has no such zone.
pub fn card_place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
    let outline = mat.zone(zone)?;
    let centre = outline.centre();
    let (centre, turn) = match (mat.fan_direction(zone), zone) {
        (Some(fan), _) => {
            let reach = outline.vertices.iter().map(|&p| (p - centre).dot(fan)).fold(0.0, f64::max);
            let (spread, step) = (2.0 * reach - CARD.0, mat.fan_step_mm);
            // What finds no room in the row lies on it, between two of its cards.
            let row = 1 + (spread / step + 1e-9) as usize;
            let half = if (number / row) % 2 == 1 { 0.5 } else { 0.0 };
            let along = step * ((number % row) as f64 + half);
            (centre + fan * (along.min(spread) - spread / 2.0), 0.0)
        }
        (None, Zone::Token(seat)) => {
            let edge = mat.edges.iter().find(|edge| edge.seat == seat)?;
            let outwards = edge.from.lerp(edge.to, 0.5) - centre;
            (centre, (-outwards.x).atan2(outwards.y))
        }
        (None, _) => (centre, 0.0),
    };
    Some(Quad::placed(centre, CARD_WIDTH_MM, CARD_HEIGHT_MM, turn))
}

/// Shares each side out evenly among those who sit there, each with a token place before the middle of its stretch.
fn seat_all(mat: &mut Mat<Zone>, seats: Seats) {
    let seated = if seats.count() == 2 { [1, 0, 1, 0] } else { seating(seats.count()) };
    let mut everyone = seats.iter();
    for (side, count) in Side::ALL.into_iter().zip(seated) {
        // Side::point measures clockwise, and so do the seats run.
        let stretch = side.length(mat) / count.max(1) as f64;
        for (k, seat) in everyone.by_ref().take(count).enumerate() {
            let [from, to] = [k, k + 1].map(|k| side.point(mat, stretch * k as f64));
            mat.edges.push(Edge { seat, from, to });
            let inwards = side.outwards() * -(MARGIN + CARD.1 / 2.0);
            let Point { x, y, .. } = from.lerp(to, 0.5) + inwards;
            let (w, h) = if side.is_across() { CARD } else { (CARD.1, CARD.0) };
            mat.zones.push((Zone::Token(seat), Polygon::rectangle(x - w / 2.0, y - h / 2.0, w, h)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::side::tests::assert_nothing_printed_overlaps;

    fn every_mat() -> impl Iterator<Item = (Seats, Mat<Zone>)> {
        (2u8..=8).map(|n| Seats::try_from(n).unwrap()).map(|seats| (seats, mat(seats)))
    }

    #[test]
    fn nothing_printed_overlaps_and_all_is_on_the_mat() {
        for (seats, mat) in every_mat() {
            assert_nothing_printed_overlaps(&mat, seats.count());
        }
    }

    #[test]
    fn every_zone_of_the_game_is_there_once() {
        for (seats, mat) in every_mat() {
            let names: std::collections::BTreeSet<_> = mat.zones.iter().map(|(zone, _)| *zone).collect();
            assert_eq!((names.len(), mat.zones.len()), (4 + seats.count(), 4 + seats.count()));
        }
    }

    #[test]
    fn each_seat_is_nearest_to_its_own_token_place_and_all_run_clockwise() {
        for (seats, mat) in every_mat() {
            let middle = Point::new(mat.width_mm / 2.0, mat.height_mm / 2.0);
            let mut angles = Vec::new();
            for seat in seats.iter() {
                let place = mat.zone(Zone::Token(seat)).unwrap().centre();
                assert_eq!(mat.nearest_seats(place)[0].0, seat, "{seat} of {}", seats.count());
                let v = place - middle;
                // Clockwise from the bottom right corner.
                angles.push((-v.x).atan2(v.y) + std::f64::consts::FRAC_PI_4);
            }
            let turned: Vec<f64> = angles.iter().map(|a| a.rem_euclid(2.0 * std::f64::consts::PI)).collect();
            assert!(turned.is_sorted(), "{turned:?}");
        }
    }

    #[test]
    fn every_card_lies_in_its_place_and_the_token_faces_its_holder() {
        for (seats, mat) in every_mat() {
            for (zone, polygon) in &mat.zones {
                let cards = if mat.fan_direction(*zone).is_some() { 2 * seats.count() } else { 1 };
                for number in 0..cards {
                    let card = card_place(&mat, *zone, number).unwrap();
                    let outline = Quad::new(polygon.vertices.clone().try_into().unwrap());
                    assert!((card.intersection_area(&outline) - card.area()).abs() < 1e-6, "{zone} card {number}");
                }
            }
            for edge in &mat.edges {
                let token = card_place(&mat, Zone::Token(edge.seat), 0).unwrap();
                let outwards = edge.from.lerp(edge.to, 0.5) - token.centre();
                assert!(token.up().dot(outwards) < 0.0 && token.up().cross(outwards).abs() < 1e-6, "{} of {}", edge.seat, seats.count());
            }
        }
    }
}
