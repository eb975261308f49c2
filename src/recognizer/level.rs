//! A table seen at a slant, looked at from straight above.
//!
//! How the camera stands the cards tell by themselves: seen from above all of them are rectangles of one size and shape. The plane on which most
//! of them are is the table, with the principal point in the picture's middle.

use super::above::{Above, LEAST_DEG, bounds, translation};
use super::average::median;
use super::decode::height_px;
use super::looks::CLOSEST_PX;
use super::rectangle::Shape;
use super::{FoundCard, doubles};
use crate::geometry::{Homography, Image, Point, Quad};

/// So much more tilt than was known pays for another look.
const MORE_DEG: f64 = 5.0;
/// The farthest tilts tried.
const MOST_DEG: f64 = 72.0;
/// Focal lengths tried, in parts of the picture's longer side: phones, webcams, and what a lens from farther away sees.
const FOCAL: [f64; 3] = [0.8, 1.2, 1.9];
const LEAST_FOCAL: f64 = 0.6;
const MOST_FOCAL: f64 = 3.0;
/// How far a found outline may be from a card's shape to speak for a plane: cosine of its angle, logarithms of its shape and of its size.
const OFF: f64 = 0.1;
/// Height over width of playing cards, logarithms: bridge size is the slimmest, a tarot card aside.
const SHAPES: (f64, f64) = (0.29, 0.5);
/// What a tilt of 45° costs, in cards that fit badly: of planes that fit alike the least tilted one.
const TILTED: f64 = 0.15;
/// Cards look this much larger than in the picture, so that those far away lose nothing.
pub(super) const ENLARGED: f64 = 1.2;
/// Longest side of the picture from above, in pixels, unless the picture itself is larger.
const LONGEST_PX: f64 = 3200.0;
/// Sides of a picture from above that shows nothing are shorter, in pixels.
const LEAST_PX: f64 = 16.0;
/// How far the picture from above reaches beyond the cards, in heights of a card.
const AROUND: f64 = 1.5;
/// Nothing nearer to the horizon than this is looked at: cosine of the angle between the line of sight and the camera's axis above the table.
const HORIZON: f64 = 0.15;

/// A view from above of a table that is seen at a slant.
pub(super) struct Level {
    eye: Eye,
    stand: Stand,
    above: Above,
}

/// How a camera stands over a table.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// Angle between its axis and straight down, and the way it leans in the picture, in radians.
    tilt: f64,
    way: f64,
    /// In parts of the picture's longer side.
    focal: f64,
}

impl Stand {
    /// A camera that looks straight down, through a lens as most have.
    const FLAT: Self = Self { tilt: 0.0, way: 0.0, focal: 1.2 };
}

/// Longest side of the picture from above of one with this longer side, in pixels: no look shows more than the closest.
pub(super) const fn longest_px(longer_px: f64) -> f64 {
    longer_px.clamp(LONGEST_PX, CLOSEST_PX)
}

fn outlines(cards: &[FoundCard]) -> Vec<Quad<Image>> {
    let (cards, _) = doubles::backs_apart(cards.to_vec());
    cards.iter().map(|card| card.quad).filter(Quad::is_convex).collect()
}

impl Level {
    /// What shows a tilted table from above, where it is tilted by more than is known already; `None` where it is seen so, or nothing tells.
    pub(super) fn of(cards: &[FoundCard], (width, height): (u32, u32), known_deg: f64) -> Option<Self> {
        let (w, h) = (f64::from(width), f64::from(height));
        let eye = Eye { middle: Point::new(w / 2.0, h / 2.0), longer: w.max(h) };
        let quads = outlines(cards);
        let stand = eye.stand(&quads)?;
        let tilt_deg = stand.tilt.to_degrees();
        tracing::debug!("outlines tell a tilt of {tilt_deg:.0}°, and a focal length of {:.2}", stand.focal);
        let least_deg = if known_deg > 0.0 { known_deg + MORE_DEG } else { LEAST_DEG };
        if tilt_deg < least_deg { None } else { eye.level(stand, &quads, (w, h)) }
    }

    /// How far the camera is tilted from looking straight down, in degrees.
    pub(super) const fn tilt_deg(&self) -> f64 {
        self.stand.tilt.to_degrees()
    }

    /// How far these cards, found from above, are from rectangles of one size and shape there, 0..=1 for each in the mean.
    pub(super) fn misfit(&self, cards: &[FoundCard]) -> f64 {
        self.eye.mean_misfit(&self.stand, cards)
    }

    /// The same of cards in the picture as it is.
    pub(super) fn flat_misfit(&self, cards: &[FoundCard]) -> f64 {
        self.eye.mean_misfit(&Stand::FLAT, cards)
    }

    /// The picture from above.
    pub(super) const fn above(&self) -> &Above {
        &self.above
    }
}

/// A camera whose axis goes through the picture's middle.
struct Eye {
    middle: Point<Image>,
    longer: f64,
}

impl Eye {
    /// The stand in which most cards are rectangles of one size and shape.
    fn stand(&self, quads: &[Quad<Image>]) -> Option<Stand> {
        const TILTS: usize = 8;
        const WAYS: usize = 24;
        const ROUNDS: usize = 7;
        let most = MOST_DEG.to_radians();
        let coarse = (0..TILTS).flat_map(|i| {
            let tilt = most * i as f64 / TILTS as f64;
            let ways = if i == 0 { 1 } else { WAYS };
            (0..ways).flat_map(move |k| FOCAL.map(|focal| Stand { tilt, way: std::f64::consts::TAU * k as f64 / WAYS as f64, focal }))
        });
        let rated = |stand: Stand| (self.misfit(&stand, quads), stand);
        let mut best = coarse.map(rated).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (mut by, mut turn, mut times) = (0.5 * most / TILTS as f64, std::f64::consts::PI / WAYS as f64, 1.25);
        for _ in 0..ROUNDS {
            let Stand { tilt, way, focal } = best.1;
            let near = [-1.0, 0.0, 1.0].into_iter().flat_map(|a| [-1.0, 0.0, 1.0].map(|b| (a, b)));
            let near = near.flat_map(|(a, b)| [focal / times, focal, focal * times].map(|focal| (tilt + a * by, way + b * turn, focal)));
            let near =
                near.map(|(tilt, way, focal)| Stand { tilt: tilt.clamp(0.0, most), way, focal: focal.clamp(LEAST_FOCAL, MOST_FOCAL) });
            best = near.map(rated).chain([best]).min_by(|a, b| a.0.total_cmp(&b.0))?;
            (by, turn, times) = (by * 0.6, turn * 0.6, 1.0 + (times - 1.0) * 0.7);
        }
        best.0.is_finite().then_some(best.1)
    }

    /// How many of the cards are no rectangles of one size and shape in a stand, in cards (Geman and McClure's measure).
    fn misfit(&self, stand: &Stand, quads: &[Quad<Image>]) -> f64 {
        let turned = self.turned(stand);
        let shapes: Vec<Shape> = quads.iter().filter_map(|quad| Shape::of(&self.seen(&turned, quad)?)).collect();
        if shapes.is_empty() {
            return f64::INFINITY;
        }
        let long = median(&mut shapes.iter().map(|shape| shape.long).collect::<Vec<_>>()).clamp(SHAPES.0, SHAPES.1);
        let size = median(&mut shapes.iter().map(|shape| shape.size).collect::<Vec<_>>());
        let miss = |shape: &Shape| {
            let [across, along] = shape.tapers;
            let off = [shape.skew, shape.long - long, shape.size - size, across, along];
            let off = off.iter().map(|part| (part / OFF).powi(2)).sum::<f64>();
            off / (1.0 + off)
        };
        let gone = (quads.len() - shapes.len()) as f64;
        shapes.iter().map(miss).sum::<f64>() + gone + TILTED * (stand.tilt / std::f64::consts::FRAC_PI_4).powi(2)
    }

    fn mean_misfit(&self, stand: &Stand, cards: &[FoundCard]) -> f64 {
        let quads = outlines(cards);
        self.misfit(stand, &quads) / quads.len().max(1) as f64
    }

    /// The turn that makes the camera look straight down, row by row.
    fn turned(&self, stand: &Stand) -> [[f64; 3]; 3] {
        // About the axis across the way it leans (Rodrigues).
        let ((s, c), (y, x)) = (stand.tilt.sin_cos(), stand.way.sin_cos());
        let rows = [[c * x * x + y * y, (c - 1.0) * x * y, -s * x], [(c - 1.0) * x * y, c * y * y + x * x, -s * y], [s * x, s * y, c]];
        // In pixels around the middle.
        let f = stand.focal * self.longer;
        let [[a, b, tx], [d, e, ty], [g, h, i]] = rows;
        [[a, b, tx * f], [d, e, ty * f], [g / f, h / f, i]]
    }

    /// Where a quad lies from above, around the middle; `None` where it meets the horizon.
    fn seen(&self, turned: &[[f64; 3]; 3], quad: &Quad<Image>) -> Option<Quad<Image>> {
        let [rx, ry, rz] = turned;
        let mut out = *quad;
        for corner in &mut out.corners {
            let p = *corner - self.middle;
            let along = |row: &[f64; 3]| row[0] * p.x + row[1] * p.y + row[2];
            let depth = along(rz);
            if depth < HORIZON {
                return None;
            }
            *corner = Point::new(along(rx) / depth, along(ry) / depth);
        }
        Some(out)
    }

    /// The picture from above that holds the cards.
    fn level(self, stand: Stand, quads: &[Quad<Image>], (w, h): (f64, f64)) -> Option<Level> {
        let turned = self.turned(&stand);
        let cards: Vec<(f64, Quad<Image>)> = quads.iter().filter_map(|quad| Some((height_px(quad), self.seen(&turned, quad)?))).collect();
        let before = median(&mut cards.iter().map(|(height, _)| *height).collect::<Vec<_>>());
        let after = median(&mut cards.iter().map(|(_, quad)| height_px(quad)).collect::<Vec<_>>());
        let around = Point::new(AROUND * after, AROUND * after);
        let (low, high) = bounds(cards.iter().flat_map(|(_, quad)| quad.corners));
        let (mut low, mut high) = (low - around, high + around);
        // What the picture does not show need not be looked at.
        let frame = Quad::new([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point::new(x, y)));
        if let Some(frame) = self.seen(&turned, &frame) {
            let (first, last) = bounds(frame.corners);
            low = Point::new(low.x.max(first.x), low.y.max(first.y));
            high = Point::new(high.x.min(last.x), high.y.min(last.y));
        }
        let extent = high - low;
        let scale = (ENLARGED * before / after).min(longest_px(self.longer) / extent.x.max(extent.y));
        let moved = |row: [f64; 3], by: f64| [0, 1, 2].map(|k| scale * (row[k] - by * turned[2][k]));
        let rows = [moved(turned[0], low.x), moved(turned[1], low.y), turned[2]];
        let around_middle = translation(self.middle * -1.0)?;
        let above_from_picture = Homography::<Image, Image>::try_from(rows).ok()?.after(&around_middle).ok()?;
        let [width, height] = [extent.x, extent.y].map(|side| (side * scale).round());
        let size = (width >= LEAST_PX && height >= LEAST_PX).then_some((width as u32, height as u32))?;
        Some(Level { above: Above::new(above_from_picture, size)?, eye: self, stand })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::table::Identity;

    /// Cards on a table as a camera sees them that is tilted so.
    fn cards(tilt: f64, way: f64, focal: f64, noise: f64) -> Vec<FoundCard> {
        let eye = Eye { middle: Point::new(800.0, 600.0), longer: 1600.0 };
        let turned = eye.turned(&Stand { tilt, way, focal });
        let above_from_picture = Homography::<Image, Image>::try_from(turned).unwrap();
        let (picture_from_above, middle) = (above_from_picture.inverse().unwrap(), above_from_picture.apply(Point::new(0.0, 0.0)));
        let places = (0..12).map(|i| (f64::from(i % 4) * 190.0 - 300.0, f64::from(i / 4) * 220.0 - 200.0, f64::from(i * 37)));
        let cards = places.enumerate().map(|(i, (x, y, turn))| {
            let flat = Quad::<Image>::placed(middle + Point::new(x, y), 90.0, 126.0, turn.to_radians());
            let quad = picture_from_above.apply_quad(&flat).map(|p: Point<Image>| p + Point::new(800.0, 600.0));
            // An outline is off by a few pixels, now one way and now another.
            let wobble = |k: usize| noise * ((i * 7 + k * 3) as f64 * 1.7).sin();
            let mut k = 0;
            let corners = quad.corners.map(|p| {
                k += 2;
                p + Point::new(wobble(k), wobble(k + 1))
            });
            FoundCard { quad: Quad::new(corners), face: Face::Up, identity: Identity::UNKNOWN, score: 1.0 }
        });
        cards.collect()
    }

    #[test]
    fn cards_tell_how_the_camera_stands() {
        for (tilt, way, focal) in [(50.0, 80.0, 0.8), (30.0, 200.0, 1.2), (42.0, -30.0, 1.7)] {
            let cards = cards(f64::to_radians(tilt), f64::to_radians(way), focal, 1.5);
            let quads: Vec<_> = cards.iter().map(|card| card.quad).collect();
            let eye = Eye { middle: Point::new(800.0, 600.0), longer: 1600.0 };
            let found = eye.stand(&quads).unwrap();
            assert!((found.tilt.to_degrees() - tilt).abs() < 6.0, "{tilt}° {way}°: {found:?}");
            let level = Level::of(&cards, (1600, 1200), 0.0).unwrap();
            for card in &cards {
                let above = card.quad.map(|p| level.above().place(p));
                let shape = Shape::of(&above).unwrap();
                assert!(shape.skew.abs() < 0.12 && (0.2..0.5).contains(&shape.long), "{tilt}°: {above:?}");
                assert!(level.above().shows(card.quad.centre()));
            }
        }
    }

    #[test]
    fn a_view_from_above_straightens_cards_that_lie_askew_and_none_that_are_seen_so_in_any_view() {
        let tilted = cards(f64::to_radians(45.0), 1.0, 1.2, 1.5);
        let level = Level::of(&tilted, (1600, 1200), 0.0).unwrap();
        let (now, before) = (level.misfit(&tilted), level.flat_misfit(&tilted));
        assert!(now < 0.5 * before, "{now} of {before}");
        // Corners that the networks see askew: those without an index a sixth of the width further in.
        let askew = |quad: Quad<Image>| {
            let [a, b, c, d] = quad.corners;
            Quad::new([a, b + (d - b) * 0.14, c, d + (b - d) * 0.14])
        };
        let mut flat = cards(0.0, 0.0, 1.2, 0.5);
        flat.iter_mut().for_each(|card| card.quad = askew(card.quad));
        let mut from_above = cards(f64::to_radians(45.0), 1.0, 1.2, 0.5);
        from_above.iter_mut().for_each(|card| card.quad = level.above().back(&askew(card.quad.map(|p| level.above().place(p)))));
        let (now, before) = (level.misfit(&from_above), level.flat_misfit(&flat));
        assert!(now > 0.91 * before, "{now} of {before}");
    }

    #[test]
    fn a_table_seen_from_above_is_left_as_it_is() {
        for tilt in [0.0, 5.0, 10.0] {
            assert!(Level::of(&cards(f64::to_radians(tilt), 1.0, 1.0, 1.5), (1600, 1200), 0.0).is_none(), "{tilt}°");
        }
        assert!(Level::of(&[], (1600, 1200), 0.0).is_none());
    }
}
