//! What a simulated picture really shows, as data.

mod journal;

pub use journal::entries;

use super::camera::Camera;
use super::render::CARD_THICKNESS_MM;
use super::stage::Lying;
use crate::cards::{CardId, Face};
use crate::geometry::{FitError, Homography, Image, Point, Quad, Table};
use crate::table::{Mat, Zone};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The camera of a simulated picture, also in the terms of OpenCV.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CameraTruth {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Table from *undistorted* pixels, three rows.
    pub table_from_image: Homography<Table, Image>,
    /// The camera matrix, three rows.
    pub matrix: [[f64; 3]; 3],
    /// k1, k2, p1, p2, k3.
    pub distortion: [f64; 5],
    /// Where the eye is: x, y and height in mm.
    pub eye_mm: [f64; 3],
}

impl CameraTruth {
    /// The truth about a camera.
    ///
    /// # Errors
    /// When the camera looks along the table.
    pub fn of(camera: &Camera) -> Result<Self, FitError> {
        let [cx, cy] = camera.principal_px;
        Ok(Self {
            width: camera.width,
            height: camera.height,
            table_from_image: camera.table_from_image()?,
            matrix: [[camera.focal_px, 0.0, cx], [0.0, camera.focal_px, cy], [0.0, 0.0, 1.0]],
            distortion: [camera.k1, 0.0, 0.0, 0.0, 0.0],
            eye_mm: camera.eye_mm,
        })
    }
}

/// A card in a simulated picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardTruth {
    /// Which design.
    pub card: CardId,
    /// Which side is up.
    pub face: Face,
    /// The zone that it was laid in.
    pub zone: String,
    /// Number from the bottom of its zone.
    pub number: usize,
    /// Corners in pixels, clockwise from the card's own top left.
    pub quad_px: Quad<Image>,
    /// Corners on the table, mm.
    pub quad_mm: Quad<Table>,
    /// Share of it that later cards of its zone do not cover, 0..=1.
    pub visible: f64,
}

/// Every card that lies on a table, as a camera sees it; only the top of a squared pile.
pub fn cards_truth<Z: Zone>(table: &BTreeMap<Z, Vec<Lying>>, mat: &Mat<Z>, card_mm: (f64, f64), camera: &Camera) -> Vec<CardTruth> {
    let mut truth = Vec::new();
    for (zone, pile) in table {
        let squared = mat.fan_direction(*zone).is_none();
        let quads: Vec<Quad<Table>> = pile.iter().map(|l| Quad::placed(l.centre, card_mm.0, card_mm.1, l.turn)).collect();
        for (number, (lying, quad)) in pile.iter().zip(&quads).enumerate() {
            if squared && number + 1 < pile.len() {
                continue;
            }
            let height = if squared { number as f64 * CARD_THICKNESS_MM } else { 0.0 };
            truth.push(card_truth(lying, zone, number, (*quad, height), quads.get(number + 1..).unwrap_or(&[]), camera));
        }
    }
    truth
}

/// One card with its outline and height, under the outlines of those `over` it.
pub(super) fn card_truth<Z: Zone>(
    lying: &Lying,
    zone: &Z,
    number: usize,
    (quad, height_mm): (Quad<Table>, f64),
    over: &[Quad<Table>],
    camera: &Camera,
) -> CardTruth {
    CardTruth {
        card: lying.card.clone(),
        face: lying.face,
        zone: zone.to_string(),
        number,
        quad_px: quad.map(|p| camera.project([p.x, p.y, height_mm])),
        quad_mm: quad,
        visible: visible(&quad, over),
    }
}

/// Share of a quad that none of the others covers, by counting points of a grid.
fn visible(quad: &Quad<Table>, over: &[Quad<Table>]) -> f64 {
    const SIDE: i32 = 12;
    let [a, b, c, d] = quad.corners;
    let over: Vec<_> = over.iter().map(Quad::polygon).collect();
    let at = |i: i32| (f64::from(i) + 0.5) / f64::from(SIDE);
    let point = |i, j| -> Point<Table> { a.lerp(b, at(i)).lerp(d.lerp(c, at(i)), at(j)) };
    let free = (0..SIDE * SIDE).filter(|k| !over.iter().any(|o| o.contains(point(k % SIDE, k / SIDE)))).count();
    free as f64 / f64::from(SIDE * SIDE)
}
