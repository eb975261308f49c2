use super::{Seat, Zone};
use crate::geometry::{Point, Polygon, Table, segment_distance};
use serde::Serialize;

/// A printed table mat: its size, zones, seats and markers, in millimetres.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mat<Z> {
    /// Width, along the South edge.
    pub width_mm: f64,
    /// Height, along the East edge.
    pub height_mm: f64,
    /// Each zone's outline. Zones do not overlap.
    pub zones: Vec<(Z, Polygon<Table>)>,
    /// The stretch of the mat's edge where each seat reaches in.
    pub edges: Vec<Edge>,
    /// The printed fiducials.
    pub markers: Vec<Marker>,
    /// Direction in which a fanned stack grows in each zone: a unit vector from the first card to the last, towards its reader.
    pub fan: Vec<(Z, Point<Table>)>,
    /// How far each card of a fan is shifted from the one below it.
    pub fan_step_mm: f64,
}

/// A seat's stretch of the table's edge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Edge {
    /// Whose.
    pub seat: Seat,
    /// Where it begins, clockwise.
    pub from: Point<Table>,
    /// Where it ends.
    pub to: Point<Table>,
}

impl Edge {
    /// How far a point is from the stretch, in millimetres.
    pub fn distance(&self, p: Point<Table>) -> f64 {
        segment_distance(p, self.from, self.to)
    }
}

/// A square fiducial of the ArUco 4×4 dictionary of 50.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Marker {
    /// Number in the dictionary.
    pub id: u16,
    /// Centre of the black square.
    pub centre: Point<Table>,
    /// Side of the black square.
    pub side_mm: f64,
}

impl<Z> Mat<Z> {
    /// A mat of this size with nothing on it.
    pub const fn blank(width_mm: f64, height_mm: f64, fan_step_mm: f64) -> Self {
        Self { width_mm, height_mm, zones: Vec::new(), edges: Vec::new(), markers: Vec::new(), fan: Vec::new(), fan_step_mm }
    }
}

impl<Z: Zone> Mat<Z> {
    /// A zone's outline.
    pub fn zone(&self, zone: Z) -> Option<&Polygon<Table>> {
        self.zones.iter().find(|(z, _)| *z == zone).map(|(_, p)| p)
    }

    /// The zone that holds a point.
    pub fn zone_at(&self, p: Point<Table>) -> Option<Z> {
        self.zones.iter().find(|(_, polygon)| polygon.contains(p)).map(|(z, _)| *z)
    }

    /// Direction in which a fanned stack in this zone grows.
    pub fn fan_direction(&self, zone: Z) -> Option<Point<Table>> {
        self.fan.iter().find(|(z, _)| *z == zone).map(|(_, d)| *d)
    }

    /// The seats by how far their stretches of the edge are from a point, in millimetres, nearest first.
    pub fn nearest_seats(&self, p: Point<Table>) -> Vec<(Seat, f64)> {
        let mut seats: Vec<_> = self.edges.iter().map(|e| (e.seat, e.distance(p))).collect();
        seats.sort_by(|a, b| a.1.total_cmp(&b.1));
        seats
    }
}
