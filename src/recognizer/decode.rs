//! From the detector's maps to outlines, and of several outlines of one card the best.
//!
//! Each cell of the maps stands for 8×8 pixels. `heat` says how likely a card's visible part is centred there. `geometry`
//! says where the whole card lies: its centre, half its long and half its short axis with doubled angles (so that a half
//! turn makes no jump), and a term that makes a trapezoid of the parallelogram. Which end is up is not told. A second pair of
//! maps says the same from where an index is printed, which is all that a covered card may show.

use crate::geometry::{Image, Point, Quad};
use serde::Deserialize;

/// Pixels a cell.
pub const STRIDE: usize = 8;
/// Channels of `geometry`.
pub const CHANNELS: usize = 8;
/// Pixels for one unit of the centre's offset, of the half axes and of the trapezoid term.
const CENTRE_PX: f64 = 16.0;
const AXIS_PX: f64 = 32.0;
const TRAPEZOID_PX: f64 = 16.0;
/// Pixels for one unit of the sides that an index tells.
const SIDE_PX: f64 = 64.0;

/// The detector's answer for one picture.
#[derive(Debug, Clone, Copy)]
pub struct Maps<'a> {
    /// Cells a row.
    pub columns: usize,
    /// Rows of cells.
    pub rows: usize,
    /// Probability that a card's visible part, or an index, is centred in a cell, row by row.
    pub heat: &'a [f32],
    /// Eight maps, one after the other.
    pub geometry: &'a [f32],
}

/// The outline that a cell's geometry describes, in pixels of the detector's input; clockwise.
pub type Outline = fn(column: usize, row: usize, geometry: [f32; CHANNELS]) -> Quad<Image>;

/// An outline that may be a card's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detection {
    /// Outline of the whole card; either end may be its top.
    pub quad: Quad<Image>,
    /// Centre of the cell that the heat peaks in: about the middle of what is visible, or of an index.
    pub peak: Point<Image>,
    /// Confidence that there is a card, 0..=1.
    pub score: f32,
}

impl Detection {
    /// This detection in a picture `sx` times as wide and `sy` times as high.
    pub fn scaled(&self, sx: f64, sy: f64) -> Self {
        let scale = |p: Point<Image>| Point::new(p.x * sx, p.y * sy);
        Self { quad: self.quad.map(scale), peak: scale(self.peak), score: self.score }
    }

    /// Size of the card, however it is tilted: see [`height_px`].
    pub fn height_px(&self) -> f64 {
        height_px(&self.quad)
    }
}

/// Height in pixels of a card 0.68 times as wide as high with this outline's area: its size however it is tilted.
pub(super) fn height_px(quad: &Quad<Image>) -> f64 {
    (quad.area() / 0.68).sqrt()
}

/// When two outlines are taken for one card.
///
/// Fanned cards are whole cards that share three quarters of their area, so overlap alone cannot tell them from one card
/// found twice; what is visible of them lies apart.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default)]
pub struct Suppression {
    /// Outlines that share more than this (intersection over union) are one card when their peaks are also near. Larger keeps
    /// more doubles.
    pub nms_iou: f64,
    /// How near, as a fraction of the card's short side. Larger loses more fanned neighbours.
    pub nms_separation: f64,
    /// Outlines that share more than this are one card wherever they peak. Larger keeps more doubles.
    pub nms_same_iou: f64,
    /// An outline with less than half the other's area, and more than this part of it inside the other, is a part of that card's
    /// print (or the other one is a frame around cards). Larger keeps more phantoms.
    pub nms_inside: f64,
}

impl Default for Suppression {
    fn default() -> Self {
        Self { nms_iou: 0.45, nms_separation: 0.2, nms_same_iou: 0.8, nms_inside: 0.8 }
    }
}

/// The outline that cell (`column`, `row`) describes, in pixels of the detector's input; clockwise.
pub fn outline(column: usize, row: usize, geometry: [f32; CHANNELS]) -> Quad<Image> {
    let [cx, cy, a_cos, a_sin, b_cos, b_sin, ex, ey] = geometry.map(f64::from);
    let cell = cell_centre(column, row);
    let centre = cell + Point::new(cx, cy) * CENTRE_PX;
    let down = halve_angle(a_cos, a_sin) * AXIS_PX;
    let mut right = halve_angle(b_cos, b_sin) * AXIS_PX;
    let keystone = Point::new(ex, ey) * TRAPEZOID_PX;
    if right.cross(down) < 0.0 {
        right = right * -1.0;
    }
    Quad::new([
        centre - right - down + keystone,
        centre + right - down - keystone,
        centre + right + down + keystone,
        centre - right + down - keystone,
    ])
}

/// The outline of the card whose index is in cell (`column`, `row`), from the corner beside that index; in pixels of the detector's input. The
/// geometry is that corner's place, the sides to the right and down from it, and how far the opposite corner is off a parallelogram's.
pub fn index_outline(column: usize, row: usize, geometry: [f32; CHANNELS]) -> Quad<Image> {
    let [x, y, right_x, right_y, down_x, down_y, off_x, off_y] = geometry.map(f64::from);
    let corner = cell_centre(column, row) + Point::new(x, y) * CENTRE_PX;
    let (right, down) = (Point::new(right_x, right_y) * SIDE_PX, Point::new(down_x, down_y) * SIDE_PX);
    Quad::new([corner, corner + right, corner + right + down + Point::new(off_x, off_y) * TRAPEZOID_PX, corner + down])
}

/// Every local maximum of the heat above `threshold`, the hottest `most` of them, best first.
pub fn peaks(maps: &Maps<'_>, outline: Outline, threshold: f32, most: usize) -> Vec<Detection> {
    let cells = maps.columns * maps.rows;
    let mut found = Vec::new();
    for (index, &score) in maps.heat.iter().enumerate().take(cells) {
        let (column, row) = (index % maps.columns, index / maps.columns);
        if score > threshold && is_peak(maps, column, row, score) {
            let geometry = std::array::from_fn(|channel| maps.geometry.get(channel * cells + index).copied().unwrap_or(f32::NAN));
            let quad = outline(column, row, geometry);
            if quad.is_convex() && quad.corners.iter().all(|p| p.x.is_finite() && p.y.is_finite()) {
                found.push(Detection { quad, peak: cell_centre(column, row), score });
            }
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(most);
    found
}

/// Of detections that are one card, the one with the best score; best first.
pub fn suppressed(mut detections: Vec<Detection>, limits: &Suppression) -> Vec<Detection> {
    detections.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Detection> = Vec::new();
    for detection in detections {
        if !kept.iter().any(|better| is_same(better, &detection, limits)) {
            kept.push(detection);
        }
    }
    kept
}

fn is_same(a: &Detection, b: &Detection, limits: &Suppression) -> bool {
    let reach = a.quad.height() + a.quad.width();
    if a.quad.centre().distance(b.quad.centre()) > reach {
        return false;
    }
    let shared = a.quad.intersection_area(&b.quad);
    let (area_a, area_b) = (a.quad.area(), b.quad.area());
    let (small, large) = (area_a.min(area_b), area_a.max(area_b));
    let iou = shared / (small + large - shared).max(f64::MIN_POSITIVE);
    let short = a.quad.width().min(b.quad.width());
    let near = a.peak.distance(b.peak) < limits.nms_separation * short;
    let inside = small < 0.5 * large && shared > limits.nms_inside * small;
    iou > limits.nms_same_iou || (near && iou > limits.nms_iou) || inside
}

fn is_peak(maps: &Maps<'_>, column: usize, row: usize, score: f32) -> bool {
    let (left, top) = (column.saturating_sub(1), row.saturating_sub(1));
    let (right, bottom) = ((column + 1).min(maps.columns - 1), (row + 1).min(maps.rows - 1));
    (top..=bottom).all(|r| {
        (left..=right).all(|c| {
            let other = maps.heat.get(r * maps.columns + c).copied().unwrap_or(0.0);
            // Of equal neighbours the first one is the peak.
            other < score || (other == score && (r, c) >= (row, column))
        })
    })
}

fn cell_centre(column: usize, row: usize) -> Point<Image> {
    Point::new((column as f64 + 0.5) * STRIDE as f64, (row as f64 + 0.5) * STRIDE as f64)
}

/// One of the two vectors of length |(c, s)| whose doubled angle is that of (c, s); the other is its negative.
fn halve_angle(c: f64, s: f64) -> Point<Image> {
    let (length, angle) = (c.hypot(s), s.atan2(c) / 2.0);
    Point::new(length * angle.cos(), length * angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inverse of [`outline`], from the formula of the encoding.
    fn encoded(quad: &Quad<Image>, column: usize, row: usize) -> [f32; CHANNELS] {
        let [tl, tr, br, bl] = quad.corners;
        let down = (br + bl - tl - tr) * 0.25;
        let right = (tr + br - tl - bl) * 0.25;
        let keystone = (tl + br - tr - bl) * 0.25;
        let offset = (quad.centre() - cell_centre(column, row)) * (1.0 / CENTRE_PX);
        let doubled = |v: Point<Image>| {
            let n = v.length();
            ((v.x * v.x - v.y * v.y) / n / AXIS_PX, 2.0 * v.x * v.y / n / AXIS_PX)
        };
        let (a, b) = (doubled(down), doubled(right));
        [offset.x, offset.y, a.0, a.1, b.0, b.1, keystone.x / TRAPEZOID_PX, keystone.y / TRAPEZOID_PX].map(|v| v as f32)
    }

    fn same_up_to_half_turn(a: &Quad<Image>, b: &Quad<Image>) -> bool {
        let near = |q: Quad<Image>| q.corners.iter().zip(b.corners).all(|(p, r)| p.distance(r) < 0.01);
        near(*a) || near(a.half_turned())
    }

    #[test]
    fn an_encoded_outline_comes_back_whatever_its_turn_and_tilt() {
        for step in 0..48 {
            let turn = f64::from(step) * std::f64::consts::TAU / 48.0 + 0.01;
            let mut quad = Quad::<Image>::placed(Point::new(203.0, 167.0), 63.0, 88.0, turn);
            let keystone = Point::new(3.0, -2.0);
            for (i, corner) in quad.corners.iter_mut().enumerate() {
                *corner = *corner + keystone * if i % 2 == 0 { 1.0 } else { -1.0 };
            }
            let back = outline(25, 20, encoded(&quad, 25, 20));
            assert!(back.is_convex() && same_up_to_half_turn(&back, &quad), "turn {turn}: {back:?} for {quad:?}");
        }
    }

    fn maps_of(quads: &[(usize, usize, Quad<Image>, f32)], columns: usize, rows: usize) -> (Vec<f32>, Vec<f32>) {
        let (mut heat, mut geometry) = (vec![0.01; columns * rows], vec![0.0; CHANNELS * columns * rows]);
        for (column, row, quad, score) in quads {
            heat[row * columns + column] = *score;
            for (channel, value) in encoded(quad, *column, *row).into_iter().enumerate() {
                geometry[channel * columns * rows + row * columns + column] = value;
            }
        }
        (heat, geometry)
    }

    #[test]
    fn an_index_tells_its_card_from_the_corner_beside_it() {
        let quad = Quad::<Image>::placed(Point::new(203.0, 167.0), 63.0, 88.0, 2.4);
        let [corner, right, opposite, below] = quad.corners;
        let (cell, keystone) = (cell_centre(25, 20), Point::new(3.0, -2.0));
        let values = [
            (corner - cell) * (1.0 / CENTRE_PX),
            (right - corner) * (1.0 / SIDE_PX),
            (below - corner) * (1.0 / SIDE_PX),
            keystone * (1.0 / TRAPEZOID_PX),
        ];
        let flat: Vec<f32> = values.iter().flat_map(|p| [p.x as f32, p.y as f32]).collect();
        let back = index_outline(25, 20, flat.try_into().unwrap());
        let wanted = [corner, right, opposite + keystone, below];
        assert!(back.corners.iter().zip(wanted).all(|(p, r)| p.distance(r) < 0.01), "{back:?}");
    }

    #[test]
    fn peaks_are_local_maxima_and_a_plateau_counts_once() {
        let quad = Quad::placed(Point::new(80.0, 80.0), 40.0, 56.0, 0.2);
        let (heat, geometry) = maps_of(&[(9, 9, quad, 0.9), (10, 9, quad, 0.9), (9, 10, quad, 0.7), (15, 15, quad, 0.2)], 20, 20);
        let found = peaks(&Maps { columns: 20, rows: 20, heat: &heat, geometry: &geometry }, outline, 0.3, 100);
        assert_eq!(found.len(), 1);
        assert!(same_up_to_half_turn(&found[0].quad, &quad));
    }

    #[test]
    fn doubles_go_and_fanned_neighbours_stay() {
        // 1 px a mm: cards 63 × 88, each showing a strip of 20 above the next.
        let detection = |y: f64, visible: f64, score| Detection {
            quad: Quad::placed(Point::new(100.0, y), 63.0, 88.0, 0.0),
            peak: Point::new(100.0, visible),
            score,
        };
        let fan = vec![detection(50.0, 16.0, 0.8), detection(70.0, 36.0, 0.85), detection(90.0, 90.0, 0.9)];
        let doubles = vec![detection(92.0, 86.0, 0.5), detection(73.0, 40.0, 0.4)];
        let kept = suppressed([fan, doubles].concat(), &Suppression::default());
        let scores: Vec<f32> = kept.iter().map(|d| d.score).collect();
        assert_eq!(scores, [0.9, 0.85, 0.8]);
    }

    #[test]
    fn a_pip_inside_a_card_is_not_a_card() {
        let at = |height: f64, score| Detection {
            quad: Quad::placed(Point::new(100.0, 100.0), height * 0.7, height, 0.0),
            peak: Point::new(100.0, 100.0 - height / 3.0),
            score,
        };
        let kept = suppressed(vec![at(300.0, 0.9), at(90.0, 0.6)], &Suppression::default());
        assert_eq!(kept.len(), 1);
    }

    #[test]
    fn a_geometry_without_area_is_no_card() {
        let heat = vec![0.9];
        for geometry in [vec![0.0; CHANNELS], vec![f32::NAN; CHANNELS]] {
            assert!(peaks(&Maps { columns: 1, rows: 1, heat: &heat, geometry: &geometry }, outline, 0.3, 10).is_empty());
        }
    }
}
