//! The Elements mats: geometry alone, in millimetres, for poker cards.
//!
//! The Ocean lies in the middle and leaves a band along every side (Elements, The Elements). In the bands each seat has its
//! Island, wide enough for its cards side by side, or for twice as many fanned out sideways; the markers lie beside them. Cards
//! of the Ocean lie at any angle and over one another.

use super::Zone;
use super::setup::cards_of_an_island;
use crate::games::side::{CARD_HEIGHT_MM, CARD_WIDTH_MM, Side, mark, seating};
use crate::geometry::{Point, Polygon, Table};
use crate::table::{Edge, Mat, Seat, Seats};

/// How far each card of a fanned Island is shifted from the one below it.
pub const FAN_STEP_MM: f64 = 20.0;

/// Between cards that lie side by side, and around them.
const PLAY: f64 = 3.0;
/// An Island's depth, from its owner's edge towards the middle.
const DEPTH: f64 = CARD_HEIGHT_MM + 2.0 * PLAY;
/// Bare mat along its edge.
const MARGIN: f64 = 8.0;
/// Between the Ocean and the bands.
const GAP: f64 = 6.0;
/// From the edge of the mat to the Ocean.
const BAND: f64 = MARGIN + DEPTH + GAP;
/// Width and height of the Ocean: room for forty cards that half cover one another.
const OCEAN: (f64, f64) = (760.0, 460.0);

/// Width of an Island: its cards side by side. Twice as many have room as a fan.
fn island_width(count: usize) -> f64 {
    let cards = f64::from(cards_of_an_island(count));
    cards * (CARD_WIDTH_MM + PLAY) + PLAY
}

/// The Elements mat for this number of players. `(0, 0)` is its top left corner with P1 at the South edge; seats follow clockwise.
pub fn mat(seats: Seats) -> Mat<Zone> {
    let (width, height) = (OCEAN.0 + 2.0 * BAND, OCEAN.1 + 2.0 * BAND);
    let ocean = Polygon::rectangle(BAND, BAND, OCEAN.0, OCEAN.1);
    let mut mat = Mat::blank(width, height, FAN_STEP_MM);
    mat.zones.push((Zone::Ocean, ocean));
    for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
        let inside = |t: f64, length: f64| BAND / 2.0 + t * (length - BAND);
        mark(&mut mat, Point::new(inside(x, width), inside(y, height)));
    }
    let mut everyone = seats.iter();
    for (side, seated) in Side::ALL.into_iter().zip(seating(seats.count())) {
        for (k, seat) in everyone.by_ref().take(seated).enumerate() {
            let part = 1.0 / seated as f64;
            island(&mut mat, seat, side, (k as f64 + 0.5) * part, island_width(seats.count()));
            let [from, to] = [k, k + 1].map(|k| side.point(&mat, k as f64 * part * side.length(&mat)));
            mat.edges.push(Edge { seat, from, to });
        }
        let beside: &[f64] = match seated {
            1 if side.is_across() => &[1.0 / 6.0, 5.0 / 6.0],
            1 => &[],
            _ => &[0.5],
        };
        for along in beside {
            let centre = in_band(&mat, side, *along);
            mark(&mut mat, centre);
        }
    }
    mat
}

/// The middle of a side's band, this far along the Ocean's own side.
fn in_band(mat: &Mat<Zone>, side: Side, along: f64) -> Point<Table> {
    let length = if side.is_across() { OCEAN.0 } else { OCEAN.1 };
    let middle = side.point(mat, side.length(mat) / 2.0);
    middle + side.clockwise() * ((along - 0.5) * length) - side.outwards() * (MARGIN + DEPTH / 2.0)
}

/// A seat's Island, whose fan grows from its owner's left to the right.
fn island(mat: &mut Mat<Zone>, seat: Seat, side: Side, along: f64, width: f64) {
    let centre = in_band(mat, side, along);
    let (w, h) = if side.is_across() { (width, DEPTH) } else { (DEPTH, width) };
    mat.zones.push((Zone::Island(seat), Polygon::rectangle(centre.x - w / 2.0, centre.y - h / 2.0, w, h)));
    mat.fan.push((Zone::Island(seat), side.clockwise() * -1.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::elements::{Options, Setup};
    use crate::games::side::tests::assert_nothing_printed_overlaps;

    fn every_mat() -> impl Iterator<Item = (Seats, Mat<Zone>)> {
        (3u8..=7).map(|n| Seats::try_from(n).unwrap()).map(|seats| (seats, mat(seats)))
    }

    #[test]
    fn nothing_printed_overlaps_and_all_is_on_the_mat() {
        for (seats, mat) in every_mat() {
            assert_nothing_printed_overlaps(&mat, seats.count());
        }
    }

    #[test]
    fn every_seat_has_its_island_before_it_and_the_ocean_is_in_the_middle() {
        for (seats, mat) in every_mat() {
            assert_eq!((mat.zones.len(), mat.edges.len()), (1 + seats.count(), seats.count()));
            let middle = Point::new(mat.width_mm / 2.0, mat.height_mm / 2.0);
            assert_eq!(mat.zone_at(middle), Some(Zone::Ocean));
            for seat in seats.iter() {
                let island = mat.zone(Zone::Island(seat)).unwrap().centre();
                assert_eq!(mat.nearest_seats(island)[0].0, seat, "{seat} of {}", seats.count());
                // The fan grows to the right of whoever looks at the middle: clockwise from where they look.
                let fan = mat.fan_direction(Zone::Island(seat)).unwrap();
                assert!((middle - island).cross(fan) > 0.0, "{seat} of {}", seats.count());
            }
        }
    }

    #[test]
    fn an_island_has_room_for_its_cards_and_fanned_for_twice_as_many() {
        for (seats, mat) in every_mat() {
            let setup = Setup::new(seats, Seat::from_index(0).unwrap(), Options::default()).unwrap();
            let size = f64::from(setup.island_size());
            let area = mat.zone(Zone::Island(Seat::from_index(0).unwrap())).unwrap().area();
            let width = area / DEPTH;
            assert!(width >= size * CARD_WIDTH_MM && width >= CARD_WIDTH_MM + (2.0 * size - 1.0) * FAN_STEP_MM, "{}", seats.count());
        }
    }

    #[test]
    fn mats_are_no_larger_than_a_table() {
        for (_, mat) in every_mat() {
            assert!(mat.width_mm <= 1000.0 && mat.height_mm <= 700.0 && mat.markers.len() >= 5);
        }
    }
}
