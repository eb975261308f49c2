//! The Canon mats: geometry alone, in millimetres, for poker cards.
//!
//! Every seat has its seven spaces in a row along its side of the table, numbered from its own left, with the bare place
//! beside them. The first card of a stack lies nearest the middle of the table with its top away from its owner; each further
//! copy is shifted towards the owner, so that the title strip of every covered copy shows. The piles lie at 90° to the
//! central canon (Canon, How to play).

use super::{Slot, Zone};
use crate::games::side::{CARD_HEIGHT_MM, CARD_WIDTH_MM, MARKER_SIDE, Side, mark, seating};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Edge, Mat, Seat, Seats};
use std::f64::consts::FRAC_PI_2;

/// Copies that a fan shows without leaving its space.
pub const FAN_COPIES: usize = 4;

const FAN_STEP: f64 = 20.0;
/// A space's length along the fan: four copies, and 2 mm of play at either end.
const DEPTH: f64 = CARD_HEIGHT_MM + FAN_STEP * (FAN_COPIES - 1) as f64 + 2.0 * PLAY;
const PLAY: f64 = 2.0;
/// Between the outlines of neighbouring spaces.
const GAP: f64 = 4.0;
/// Bare mat along its edge.
const MARGIN: f64 = 8.0;
/// A pile's place: a card at 90° with room for a careless hand.
const PILE: (f64, f64) = (CARD_HEIGHT_MM + 8.0, CARD_WIDTH_MM + 12.0);
/// A marker with one module of quiet zone all round.
const MARKER_TILE: f64 = MARKER_SIDE * 8.0 / 6.0;
/// A band that holds markers.
const BAND: f64 = MARKER_TILE + 6.0;

/// The Canon mat for this number of players. `(0, 0)` is its top left corner with P1 at the South edge.
///
/// Two players face each other across the central canon; three and four sit one a side; five to eight sit up to two a side.
pub fn mat(seats: Seats) -> Mat<Zone> {
    if seats.count() == 2 { duel(seats) } else { round_table(seats) }
}

/// Where the card of this number (from zero, the first laid) of a zone's stack lies: fanned in the canons, squared up in the
/// piles. `None` when the mat has no such zone.
pub fn card_place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
    let centre = mat.zone(zone)?.centre();
    let Some(fan) = mat.fan_direction(zone) else {
        return Some(Quad::placed(centre, CARD_WIDTH_MM, CARD_HEIGHT_MM, FRAC_PI_2));
    };
    let along = mat.fan_step_mm * number as f64 - (DEPTH - CARD_HEIGHT_MM) / 2.0 + PLAY;
    let turn = (-fan.x).atan2(fan.y);
    Some(Quad::placed(centre + fan * along, CARD_WIDTH_MM, CARD_HEIGHT_MM, turn))
}

/// Every place where a card may lie by the mat: each of a fan's copies, and the squared-up piles.
pub fn card_places(mat: &Mat<Zone>) -> Vec<Quad<Table>> {
    let copies = |zone| if mat.fan_direction(zone).is_some() { FAN_COPIES } else { 1 };
    let places = mat.zones.iter().flat_map(|(zone, _)| (0..copies(*zone)).filter_map(|number| card_place(mat, *zone, number)));
    places.collect()
}

/// The mat for two: three rows, with the piles and the markers in a column at either end. Nearly 16:9.
fn duel(seats: Seats) -> Mat<Zone> {
    const PITCH: f64 = 76.0;
    const COLUMN: f64 = MARGIN + PILE.0 + GAP;
    let (width, height) = (2.0 * COLUMN + 8.0 * PITCH, 2.0 * MARGIN + 3.0 * DEPTH + 2.0 * GAP);
    let mut sheet = Sheet::new(width, height, PITCH);
    for (seat, side) in seats.iter().zip([Side::South, Side::North]) {
        sheet.row(side, COLUMN, |slot| Zone::Canon(seat, slot));
        sheet.edge(seat, side, 0.0, width);
    }
    let middle = height / 2.0;
    sheet.row_at(Side::South, Point::new(COLUMN, middle - DEPTH / 2.0), Zone::Centre);
    let pile = MARGIN + PILE.0 / 2.0;
    sheet.pile(Zone::Draw, Point::new(pile, middle));
    sheet.pile(Zone::Discard, Point::new(width - pile, middle));
    let corner = MARGIN + MARKER_TILE / 2.0;
    sheet.markers_at_corners(corner, corner);
    sheet.markers_at_corners(pile, (corner + middle) / 2.0);
    sheet.mat
}

/// The mat for three to eight: columns at West and East take its whole height, rows at South and North lie between them, and
/// bands between columns and rows hold the markers.
fn round_table(seats: Seats) -> Mat<Zone> {
    const PITCH: f64 = 70.0;
    const ROW: f64 = 8.0 * PITCH;
    let [south, west, north, east] = seating(seats.count());
    let length = |rows: usize| ROW * rows as f64 + BAND * rows.saturating_sub(1) as f64;
    let column = |seated: usize| if seated > 0 { DEPTH } else { 0.0 };
    let left = MARGIN + column(west) + BAND;
    let inner = length(south.max(north));
    let width = left + inner + BAND + column(east) + MARGIN;
    let block = PILE.1 + GAP + DEPTH;
    let height = (2.0 * MARGIN + length(west.max(east))).max(2.0 * (MARGIN + DEPTH + GAP) + block);

    let mut sheet = Sheet::new(width, height, PITCH);
    let mut everyone = seats.iter();
    for (side, seated) in Side::ALL.into_iter().zip([south, west, north, east]) {
        let middle = if side.is_across() { left + inner / 2.0 } else { height / 2.0 };
        for (k, seat) in everyone.by_ref().take(seated).enumerate() {
            // Clockwise along the edge: from the right on the South side, from the left on the North side.
            let clockwise = matches!(side, Side::North | Side::East);
            let place = if clockwise { k } else { seated - 1 - k };
            let start = middle - length(seated) / 2.0 + place as f64 * (ROW + BAND);
            sheet.row(side, start, |slot| Zone::Canon(seat, slot));
            // The side is shared out half way between its rows.
            let whole = side.length(&sheet.mat);
            let half = if clockwise { middle } else { whole - middle };
            let bound = |k: usize| {
                if k == 0 {
                    0.0
                } else if k == seated {
                    whole
                } else {
                    half
                }
            };
            sheet.edge(seat, side, bound(k), bound(k + 1));
        }
    }
    let (x, top) = (left + inner / 2.0, (height - block) / 2.0);
    sheet.row_at(Side::South, Point::new(x - ROW / 2.0, top + PILE.1 + GAP), Zone::Centre);
    let aside = PILE.0 / 2.0 + 2.0 * GAP;
    sheet.pile(Zone::Draw, Point::new(x - aside, top + PILE.1 / 2.0));
    sheet.pile(Zone::Discard, Point::new(x + aside, top + PILE.1 / 2.0));

    let (band, edge) = (BAND / 2.0, MARGIN + MARKER_TILE / 2.0);
    let (band_left, band_right) = (left - band, left + inner + band);
    for (x, y) in [(band_left, edge), (band_right, edge), (band_right, height - edge), (band_left, height - edge)] {
        sheet.marker(x, y);
    }
    sheet.marker(band_right, height / 2.0);
    sheet.marker(band_left, height / 2.0);
    // Between two rows of one side there is a band as well.
    if north == 2 {
        sheet.marker(x, edge);
    }
    if east == 2 {
        sheet.marker(width - edge, height / 2.0);
    }
    if south == 2 {
        sheet.marker(x, height - edge);
    }
    if west == 2 {
        sheet.marker(edge, height / 2.0);
    }
    sheet.mat
}

/// A mat that is being laid out.
struct Sheet {
    mat: Mat<Zone>,
    pitch: f64,
}

impl Sheet {
    const fn new(width_mm: f64, height_mm: f64, pitch: f64) -> Self {
        let mat = Mat::blank(width_mm, height_mm, FAN_STEP);
        Self { mat, pitch }
    }

    /// A row along a side of the mat, from `start` on that side's axis (x or y, whichever is smaller first).
    fn row(&mut self, side: Side, start: f64, zone: impl Fn(Slot) -> Zone) {
        let near = match side {
            Side::South => Point::new(start, self.mat.height_mm - MARGIN - DEPTH),
            Side::North => Point::new(start, MARGIN),
            Side::West => Point::new(MARGIN, start),
            Side::East => Point::new(self.mat.width_mm - MARGIN - DEPTH, start),
        };
        self.row_at(side, near, zone);
    }

    /// A row whose top left corner is `corner`, read from `side`.
    fn row_at(&mut self, side: Side, corner: Point<Table>, zone: impl Fn(Slot) -> Zone) {
        let inside = self.pitch - GAP;
        for (k, slot) in Slot::SEVEN.into_iter().chain([Slot::BEYOND]).enumerate() {
            // Numbered from the reader's left.
            let k = if matches!(side, Side::North | Side::East) { 7 - k } else { k };
            let along = k as f64 * self.pitch + GAP / 2.0;
            let polygon = match side {
                Side::South | Side::North => Polygon::rectangle(corner.x + along, corner.y, inside, DEPTH),
                Side::West | Side::East => Polygon::rectangle(corner.x, corner.y + along, DEPTH, inside),
            };
            self.mat.zones.push((zone(slot), polygon));
            self.mat.fan.push((zone(slot), side.outwards()));
        }
    }

    fn pile(&mut self, zone: Zone, centre: Point<Table>) {
        let (w, h) = PILE;
        self.mat.zones.push((zone, Polygon::rectangle(centre.x - w / 2.0, centre.y - h / 2.0, w, h)));
    }

    /// A seat's stretch of a side, measured clockwise from where the side begins.
    fn edge(&mut self, seat: Seat, side: Side, from: f64, to: f64) {
        let [from, to] = [from, to].map(|far| side.point(&self.mat, far));
        self.mat.edges.push(Edge { seat, from, to });
    }

    fn marker(&mut self, x: f64, y: f64) {
        mark(&mut self.mat, Point::new(x, y));
    }

    /// Four markers this far from the corners, clockwise from the top left.
    fn markers_at_corners(&mut self, x: f64, y: f64) {
        let (w, h) = (self.mat.width_mm, self.mat.height_mm);
        for (x, y) in [(x, y), (w - x, y), (w - x, h - y), (x, h - y)] {
            self.marker(x, y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::side::tests::assert_nothing_printed_overlaps;
    use std::f64::consts::PI;

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
            let names: std::collections::BTreeSet<_> = mat.zones.iter().map(|(z, _)| *z).collect();
            assert_eq!(names.len(), mat.zones.len());
            assert_eq!(names.len(), 2 + 8 * (1 + seats.count()));
        }
    }

    #[test]
    fn four_fanned_copies_fit_in_each_space_and_a_pile_in_its_place() {
        for (_, mat) in every_mat() {
            for (zone, polygon) in &mat.zones {
                let copies = if mat.fan_direction(*zone).is_some() { FAN_COPIES } else { 1 };
                for copy in 0..copies {
                    let card = card_place(&mat, *zone, copy).unwrap();
                    assert!((card.intersection_area(&Quad::new(outline(polygon))) - card.area()).abs() < 1e-6, "{zone} copy {copy}");
                }
            }
        }
    }

    fn outline(polygon: &Polygon<Table>) -> [Point<Table>; 4] {
        polygon.vertices.clone().try_into().unwrap()
    }

    #[test]
    fn cards_have_their_tops_away_from_their_owner_and_piles_lie_across_the_centre() {
        for (seats, mat) in every_mat() {
            for seat in seats.iter() {
                let edge = mat.edges.iter().find(|e| e.seat == seat).unwrap();
                let middle = edge.from.lerp(edge.to, 0.5);
                let card = card_place(&mat, Zone::Canon(seat, Slot::SEVEN[3]), 0).unwrap();
                assert!(card.up().dot(middle - card.centre()) < 0.0, "{seat} of {}", seats.count());
                let fan = mat.fan_direction(Zone::Canon(seat, Slot::SEVEN[0])).unwrap();
                assert!(card.up().dot(fan) < -1.0);
                // From the reader's left: the row's direction turned clockwise points to the reader.
                let last = card_place(&mat, Zone::Canon(seat, Slot::BEYOND), 0).unwrap();
                assert!((last.centre() - card.centre()).cross(fan) > 0.0);
            }
            let up = |zone| card_place(&mat, zone, 0).unwrap().up();
            assert!(up(Zone::Draw).dot(up(Zone::Centre(Slot::BEYOND))).abs() < 1e-6);
        }
    }

    #[test]
    fn each_seat_is_nearest_to_its_own_row() {
        for (seats, mat) in every_mat() {
            assert_eq!(mat.edges.len(), seats.count());
            for seat in seats.iter() {
                let edge = mat.edges.iter().find(|e| e.seat == seat).unwrap();
                let (nearest, distance) = mat.nearest_seats(edge.from.lerp(edge.to, 0.5))[0];
                assert_eq!((nearest, distance), (seat, 0.0));
                for slot in Slot::SEVEN {
                    let place = mat.zone(Zone::Canon(seat, slot)).unwrap().centre();
                    let fan = mat.fan_direction(Zone::Canon(seat, slot)).unwrap();
                    assert_eq!(mat.nearest_seats(place + fan * (DEPTH / 2.0 + MARGIN))[0].0, seat, "{seat} of {}", seats.count());
                }
            }
        }
    }

    #[test]
    fn seats_run_clockwise() {
        for (_, mat) in every_mat() {
            let middle = Point::new(mat.width_mm / 2.0, mat.height_mm / 2.0);
            let angle = |e: &Edge| {
                let v = e.from.lerp(e.to, 0.5) - middle;
                // Clockwise from straight South.
                (-v.x).atan2(v.y).rem_euclid(2.0 * PI)
            };
            let first = mat.edges.first().map(&angle).unwrap();
            let angles: Vec<f64> = mat.edges.iter().map(|e| (angle(e) - first).rem_euclid(2.0 * PI)).collect();
            assert!(angles.is_sorted(), "{angles:?}");
        }
    }

    #[test]
    fn the_mat_for_two_suits_a_wide_camera() {
        let mat = mat(Seats::try_from(2).unwrap());
        let px_per_mm = (1280.0 / mat.width_mm).min(720.0 / mat.height_mm);
        assert!(px_per_mm > 1.45, "{px_per_mm}");
    }
}
