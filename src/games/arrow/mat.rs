//! The Arrow mat: geometry alone, in millimetres, for poker cards.
//!
//! The 6×6 grid lies in the middle, each space large enough for a card that stands upright before either player. South's piles lie to
//! the right of the grid and North's to the left, each on the half next to its owner; before each player lies the Persistent Area,
//! where cards are fanned out from the left.

use super::{Cell, SIDE, Zone};
use crate::games::side::{CARD_HEIGHT_MM, CARD_WIDTH_MM, Side, mark};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Edge, Mat, Seat};
use std::f64::consts::PI;

/// Around a card in its place.
const PLAY: f64 = 4.0;
/// A space of the grid.
const SPACE: (f64, f64) = (CARD_WIDTH_MM + 2.0 * PLAY, CARD_HEIGHT_MM + 2.0 * PLAY);
/// How far each card of a Persistent Area is shifted from the one before it: as many lie side by side as there are files.
const FAN_STEP_MM: f64 = SPACE.0;
/// Between the parts of the mat, and around them.
const GAP: f64 = 12.0;
/// Width of the columns of piles beside the grid.
const COLUMN: f64 = SPACE.0 + 2.0 * GAP;
/// Height of the bands before the players.
const BAND: f64 = SPACE.1 + 2.0 * GAP;
const GRID: (f64, f64) = (SIDE as f64 * SPACE.0, SIDE as f64 * SPACE.1);

/// The Arrow mat. `(0, 0)` is its top left corner with P1 at the South edge and P2 at the North edge.
pub fn mat() -> Mat<Zone> {
    let (width, height) = (GRID.0 + 2.0 * COLUMN, GRID.1 + 2.0 * BAND);
    let mut mat = Mat::blank(width, height, FAN_STEP_MM);
    for cell in Cell::all() {
        let (file, rank) = cell.file_and_rank();
        let (x, y) = (COLUMN + f64::from(file) * SPACE.0, BAND + GRID.1 - f64::from(rank + 1) * SPACE.1);
        mat.zones.push((Zone::Cell(cell), Polygon::rectangle(x, y, SPACE.0, SPACE.1)));
    }
    for (seat, side) in [(Seat::P1, Side::South), (Seat::P2, Side::North)] {
        // As South sees it; North's is the same turned half around.
        let turned = |x: f64, y: f64, w: f64, h: f64| {
            let (x, y) = if seat == Seat::P1 { (x, y) } else { (width - x - w, height - y - h) };
            Polygon::rectangle(x, y, w, h)
        };
        let piles = [Zone::Deck(seat), Zone::Discard(seat), Zone::Victory(seat)];
        for (number, pile) in (1..).zip(piles) {
            let y = height - BAND + GAP - f64::from(number) * (SPACE.1 + GAP);
            mat.zones.push((pile, turned(width - COLUMN + GAP, y, SPACE.0, SPACE.1)));
        }
        let persistent = Zone::Persistent(seat);
        mat.zones.push((persistent, turned(COLUMN, height - BAND + GAP, GRID.0, SPACE.1)));
        mat.fan.push((persistent, side.clockwise() * -1.0));
        mat.edges.push(Edge { seat, from: side.point(&mat, 0.0), to: side.point(&mat, width) });
    }
    let middle = COLUMN / 2.0;
    for x in [middle, width - middle] {
        for y in [BAND / 2.0, height - BAND / 2.0] {
            mark(&mut mat, Point::new(x, y));
        }
    }
    // Beside the grid, where the other player's column is free.
    for (x, y) in [(middle, height - BAND - SPACE.1), (width - middle, BAND + SPACE.1)] {
        mark(&mut mat, Point::<Table>::new(x, y));
    }
    mat
}

/// Where the card of this number (from zero, the first laid) of a zone goes as its owner sees it, in the grid as South does; `None`
/// when the mat has no such zone.
pub fn card_place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
    let centre = mat.zone(zone)?.centre();
    let turn = if zone.owner() == Some(Seat::P2) { PI } else { 0.0 };
    // The last of a row leaves no room to its right: further cards lie on it.
    let along = mat.fan_direction(zone).map_or(Point::new(0.0, 0.0), |fan| {
        fan * ((number.min(usize::from(SIDE) - 1) as f64 - f64::from(SIDE - 1) / 2.0) * mat.fan_step_mm)
    });
    Some(Quad::placed(centre + along, CARD_WIDTH_MM, CARD_HEIGHT_MM, turn))
}

/// Every place where a card may lie by the mat.
pub fn card_places(mat: &Mat<Zone>) -> Vec<Quad<Table>> {
    let cards = |zone| if mat.fan_direction(zone).is_some() { usize::from(SIDE) } else { 1 };
    mat.zones.iter().flat_map(|(zone, _)| (0..cards(*zone)).filter_map(|number| card_place(mat, *zone, number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::side::tests::assert_nothing_printed_overlaps;

    #[test]
    fn nothing_printed_overlaps_and_all_is_on_the_mat() {
        assert_nothing_printed_overlaps(&mat(), 2);
    }

    #[test]
    fn south_sees_a1_on_its_left_and_its_piles_on_its_right() {
        let mat = mat();
        let centre = |zone: &str| mat.zone(zone.parse().unwrap()).unwrap().centre();
        let (a1, f6, deck) = (centre("a1"), centre("f6"), centre("P1.deck"));
        assert!(a1.x < f6.x && a1.y > f6.y && deck.x > f6.x && deck.y > f6.y);
        assert!(centre("P2.deck").x < a1.x);
        assert_eq!(mat.zones.len(), 36 + 8);
    }
}
