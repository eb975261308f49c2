//! What the games' mats share: a poker card's size, the sides of the table and who sits there, the printed markers. Lengths are in millimetres.

use crate::geometry::{Point, Table};
use crate::table::{Marker, Mat};

/// Width of a poker card.
pub const CARD_WIDTH_MM: f64 = 63.0;
/// Height of a poker card.
pub const CARD_HEIGHT_MM: f64 = 88.0;
/// Side of a marker's black square.
pub(super) const MARKER_SIDE: f64 = 30.0;

/// The sides of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    South,
    West,
    North,
    East,
}

impl Side {
    /// Clockwise from P1's.
    pub const ALL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    /// Unit vector from the middle of the table to the reader.
    pub fn outwards(self) -> Point<Table> {
        match self {
            Self::South => Point::new(0.0, 1.0),
            Self::West => Point::new(-1.0, 0.0),
            Self::North => Point::new(0.0, -1.0),
            Self::East => Point::new(1.0, 0.0),
        }
    }

    /// Unit vector clockwise along the side.
    pub fn clockwise(self) -> Point<Table> {
        let Point { x, y, .. } = self.outwards();
        Point::new(-y, x)
    }

    /// Whether it runs along the mat's width.
    pub const fn is_across(self) -> bool {
        matches!(self, Self::South | Self::North)
    }

    /// Its length on this mat.
    pub const fn length<Z>(self, mat: &Mat<Z>) -> f64 {
        if self.is_across() { mat.width_mm } else { mat.height_mm }
    }

    /// The point so far clockwise from where the side begins.
    pub fn point<Z>(self, mat: &Mat<Z>, far: f64) -> Point<Table> {
        let (w, h) = (mat.width_mm, mat.height_mm);
        match self {
            Self::South => Point::new(w - far, h),
            Self::West => Point::new(0.0, h - far),
            Self::North => Point::new(far, 0.0),
            Self::East => Point::new(w, far),
        }
    }
}

/// How many of three to eight players sit at each of [`Side::ALL`].
pub(super) const fn seating(count: usize) -> [usize; 4] {
    match count {
        ..=3 => [1, 1, 1, 0],
        4 => [1, 1, 1, 1],
        5 => [2, 1, 2, 0],
        6 => [2, 1, 2, 1],
        7 => [2, 2, 2, 1],
        _ => [2, 2, 2, 2],
    }
}

/// Adds the next marker.
pub(super) fn mark<Z>(mat: &mut Mat<Z>, centre: Point<Table>) {
    let id = mat.markers.len() as u16;
    mat.markers.push(Marker { id, centre, side_mm: MARKER_SIDE });
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::geometry::Polygon;
    use crate::table::Zone;

    /// That zones and markers with their quiet zones lie on the mat and beside each other.
    pub(crate) fn assert_nothing_printed_overlaps<Z: Zone>(mat: &Mat<Z>, players: usize) {
        let tile = |m: &Marker| {
            let side = m.side_mm * 8.0 / 6.0;
            Polygon::rectangle(m.centre.x - side / 2.0, m.centre.y - side / 2.0, side, side)
        };
        let named = mat.zones.iter().map(|(zone, polygon)| (zone.to_string(), polygon.clone()));
        let parts: Vec<_> = named.chain(mat.markers.iter().map(|m| (format!("marker {}", m.id), tile(m)))).collect();
        let board = Polygon::rectangle(0.0, 0.0, mat.width_mm, mat.height_mm);
        for (i, (name, part)) in parts.iter().enumerate() {
            assert!((part.clipped_to(&board).area() - part.area()).abs() < 1e-6, "{name} leaves the mat of {players}");
            for (other_name, other) in &parts[i + 1..] {
                assert!(part.clipped_to(other).area() < 1e-6, "{name} overlaps {other_name} on the mat of {players}");
            }
        }
    }

    #[test]
    fn everybody_has_a_seat() {
        assert!((3..=8).all(|count| seating(count).iter().sum::<usize>() == count));
    }
}
