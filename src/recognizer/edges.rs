//! Lays an outline on the edges of the card that a picture shows: the networks place corners to a few hundredths of a card's width, the
//! picture itself is finer.
//!
//! Along each side the steepest change of brightness is looked for across it, and the straight line on which most of these places agree
//! (as in Fischler and Bolles 1981, over all pairs) is the side. A side that shows no such line stays where it was.

use crate::geometry::{Image, Point, Quad};
use image::RgbImage;

/// Places looked at along a side, and the parts of it at both ends that are left out: corners are round.
const PLACES: usize = 24;
const ENDS: f64 = 0.12;
/// How far from the outline an edge is looked for, in parts of the card's shorter side.
const REACH: f64 = 0.045;
/// Distance of samples across the side, in pixels.
const STEP_PX: f64 = 0.5;
/// The least change of brightness over two pixels that is an edge, in grey levels.
const LEAST_CHANGE: f64 = 9.0;
/// How far a place may lie from the line that it agrees with, in parts of the shorter side, and at least in pixels.
const AGREES: f64 = 0.004;
const AGREES_PX: f64 = 0.6;
/// The part of all places that must agree.
const LEAST_AGREEING: f64 = 0.45;
/// The same of all sides together where nothing lies on a card.
const FREE: f64 = 0.75;

/// The outline with each side moved onto the card's edge where one is seen near it.
pub(super) fn snapped(picture: &RgbImage, quad: &Quad<Image>) -> Quad<Image> {
    let short = quad.short_side();
    let sides = sides(quad).map(|line| edge(picture, line, REACH * short, short).unwrap_or(line));
    within(quad, sides).unwrap_or(*quad)
}

/// The outline on the card's edges where all four show near it, and so much of them that nothing lies on the card.
pub(super) fn framed(picture: &RgbImage, quad: &Quad<Image>) -> Option<Quad<Image>> {
    let short = quad.short_side();
    let [top, right, bottom, left] = sides(quad).map(|line| seen_edge(picture, line, REACH * short, short));
    let edges = [top?, right?, bottom?, left?];
    let shown = edges.iter().map(|(_, shown)| shown).sum::<f64>() / edges.len() as f64;
    within(quad, edges.map(|(line, _)| line)).filter(|_| shown >= FREE)
}

/// From corner to corner, clockwise.
pub(super) fn sides(quad: &Quad<Image>) -> [Line; 4] {
    let [a, b, c, d] = quad.corners;
    [(a, b), (b, c), (c, d), (d, a)]
}

/// The outline with these sides; `None` where it would be far from this one, or none.
fn within(quad: &Quad<Image>, [top, right, bottom, left]: [Line; 4]) -> Option<Quad<Image>> {
    let corners = [crossing(left, top), crossing(top, right), crossing(right, bottom), crossing(bottom, left)];
    let [Some(a), Some(b), Some(c), Some(d)] = corners else { return None };
    let moved = Quad::new([a, b, c, d]);
    (moved.farthest(quad) < 2.0 * REACH * quad.short_side() && moved.is_convex()).then_some(moved)
}

/// A straight line through two points.
pub(super) type Line = (Point<Image>, Point<Image>);

/// The edge within `reach` pixels of the side of an outline whose shorter side is `short` pixels long; `None` where none is seen.
pub(super) fn edge(picture: &RgbImage, side: Line, reach: f64, short: f64) -> Option<Line> {
    seen_edge(picture, side, reach, short).map(|(line, _)| line)
}

/// The same, and the part of the side along which it shows.
fn seen_edge(picture: &RgbImage, side: Line, reach: f64, short: f64) -> Option<(Line, f64)> {
    let across = across(side)?;
    let ((at_start, at_end), shown) = agreed(&seen_along(picture, side, reach), (AGREES * short).max(AGREES_PX))?;
    Some(((side.0 + across * at_start, side.1 + across * at_end), shown))
}

/// The way out of a card across its side, of length 1; `None` of a side too short to show an edge.
fn across((from, to): Line) -> Option<Point<Image>> {
    let along = to - from;
    let length = along.length();
    // Clockwise corners have the outside to the left of each side.
    (length >= 8.0).then(|| Point::new(along.y, -along.x) * (1.0 / length))
}

/// A place where an edge is seen beside a side.
pub(super) struct Seen {
    pub at: Point<Image>,
    /// How far along the side, from 0 to 1, and how far outside, in pixels.
    along: f64,
    off: f64,
}

/// Where an edge is seen within `reach` pixels of a side.
pub(super) fn seen_along(picture: &RgbImage, side: Line, reach: f64) -> Vec<Seen> {
    let Some(across) = across(side) else { return Vec::new() };
    let place = |k: usize| ENDS + (1.0 - 2.0 * ENDS) * k as f64 / (PLACES - 1) as f64;
    let seen = |along: f64| {
        let at = side.0.lerp(side.1, along);
        let off = steepest(picture, at, across, reach.max(2.0))?;
        Some(Seen { at: at + across * off, along, off })
    };
    (0..PLACES).map(place).filter_map(seen).collect()
}

/// Where the brightness changes most along `across` through `at`, in pixels from there; `None` where it hardly changes.
fn steepest(picture: &RgbImage, at: Point<Image>, across: Point<Image>, reach: f64) -> Option<f64> {
    let samples = (2.0 * reach / STEP_PX) as usize + 1;
    let offset = |k: usize| k as f64 * STEP_PX - reach;
    let values: Vec<f64> = (0..samples).map(|k| brightness(picture, at + across * offset(k))).collect::<Option<_>>()?;
    // Over four steps: less would see the noise.
    let changes: Vec<f64> = values.windows(5).map(|w| w.last().zip(w.first()).map_or(0.0, |(a, b)| (a - b).abs())).collect();
    let (peak, change) = changes.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    // A sharp edge changes as much in several windows: its place is their middle.
    let alike = |k: &usize| k.abs_diff(peak) <= 4 && changes.get(*k).is_some_and(|c| *c > 0.9 * change);
    let places: Vec<f64> = (0..changes.len()).filter(alike).map(|k| offset(k + 2)).collect();
    (change >= LEAST_CHANGE).then(|| places.iter().sum::<f64>() / places.len() as f64)
}

/// The line on which most places agree, as its distance from the side at its start and at its end, and how many of all these are.
fn agreed(seen: &[Seen], within: f64) -> Option<((f64, f64), f64)> {
    let on = |(start, end): (f64, f64), place: &Seen| (start + (end - start) * place.along - place.off).abs() < within;
    let mut best: (usize, (f64, f64)) = (0, (0.0, 0.0));
    for (i, one) in seen.iter().enumerate() {
        for other in seen.iter().skip(i + 1).filter(|other| other.along - one.along > 0.2) {
            let slope = (other.off - one.off) / (other.along - one.along);
            let line = (one.off - slope * one.along, one.off + slope * (1.0 - one.along));
            let count = seen.iter().filter(|place| on(line, place)).count();
            if count > best.0 {
                best = (count, line);
            }
        }
    }
    let agreeing: Vec<_> = seen.iter().filter(|place| on(best.1, place)).collect();
    let n = agreeing.len() as f64;
    let shown = n / PLACES as f64;
    if shown < LEAST_AGREEING {
        return None;
    }
    let (mean_t, mean_d) = (agreeing.iter().map(|p| p.along).sum::<f64>() / n, agreeing.iter().map(|p| p.off).sum::<f64>() / n);
    let spread: f64 = agreeing.iter().map(|p| (p.along - mean_t).powi(2)).sum();
    let slope = if spread > 0.0 { agreeing.iter().map(|p| (p.along - mean_t) * (p.off - mean_d)).sum::<f64>() / spread } else { 0.0 };
    Some(((mean_d - slope * mean_t, mean_d + slope * (1.0 - mean_t)), shown))
}

/// Brightness between pixels, 0..=255; `None` outside the picture.
pub(super) fn brightness(picture: &RgbImage, at: Point<Image>) -> Option<f64> {
    let (x, y) = (at.x - 0.5, at.y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    if left < 0.0 || top < 0.0 || left + 1.0 >= f64::from(picture.width()) || top + 1.0 >= f64::from(picture.height()) {
        return None;
    }
    let value = |dx: u32, dy: u32| {
        let [r, g, b] = picture.get_pixel(left as u32 + dx, top as u32 + dy).0.map(f64::from);
        0.3 * r + 0.59 * g + 0.11 * b
    };
    let (fx, fy) = (x - left, y - top);
    Some((value(0, 0) * (1.0 - fx) + value(1, 0) * fx) * (1.0 - fy) + (value(0, 1) * (1.0 - fx) + value(1, 1) * fx) * fy)
}

/// Where two lines cross; `None` when they are parallel.
pub(super) fn crossing(a: Line, b: Line) -> Option<Point<Image>> {
    let (u, v) = (a.1 - a.0, b.1 - b.0);
    let turn = u.cross(v);
    (turn.abs() > 1e-9).then(|| a.0 + u * ((b.0 - a.0).cross(v) / turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A pale card on a dark table, perhaps with something as pale over it.
    fn card(quad: &Quad<Image>, covered: Option<&Quad<Image>>) -> RgbImage {
        const FINE: u32 = 4;
        RgbImage::from_fn(300, 300, |x, y| {
            let mut sum = 0.0;
            for (i, j) in (0..FINE).flat_map(|i| (0..FINE).map(move |j| (i, j))) {
                let at = Point::new(
                    f64::from(x) + (f64::from(i) + 0.5) / f64::from(FINE),
                    f64::from(y) + (f64::from(j) + 0.5) / f64::from(FINE),
                );
                let pale = quad.polygon().contains(at) || covered.is_some_and(|c| c.polygon().contains(at));
                sum += if pale { 230.0 } else { 70.0 };
            }
            Rgb([(sum / f64::from(FINE * FINE)) as u8; 3])
        })
    }

    #[test]
    fn a_rough_outline_comes_to_lie_on_the_edges() {
        for turn in [0.0, 0.3, 1.2, -2.5] {
            let quad = Quad::placed(Point::new(150.0, 150.0), 100.0, 140.0, turn);
            let [a, b, c, d] = quad.corners;
            let rough =
                Quad::new([a + Point::new(2.5, -1.0), b + Point::new(1.0, 2.0), c + Point::new(-2.0, 1.5), d + Point::new(0.5, -2.0)]);
            let found = snapped(&card(&quad, None), &rough);
            assert!(found.farthest(&quad) < 0.3, "turn {turn}: {:?} for {quad:?}", found);
        }
    }

    #[test]
    fn a_side_that_shows_no_edge_stays_and_a_bare_table_moves_nothing() {
        let quad = Quad::placed(Point::new(150.0, 150.0), 100.0, 140.0, 0.0);
        let over = Quad::placed(Point::new(150.0, 230.0), 160.0, 120.0, 0.0);
        let found = snapped(&card(&quad, Some(&over)), &quad.map(|p| p + Point::new(0.0, 1.5)));
        assert!((found.corners[0].y - 80.0).abs() < 0.2 && (found.corners[2].y - 221.5).abs() < 0.1, "{found:?}");
        let bare = RgbImage::from_pixel(300, 300, Rgb([70; 3]));
        assert_eq!(snapped(&bare, &quad), quad);
    }

    #[test]
    fn only_a_card_that_nothing_lies_on_shows_edges_on_all_sides() {
        let quad = Quad::placed(Point::new(150.0, 150.0), 100.0, 140.0, 0.2);
        let rough = quad.map(|p| p + Point::new(2.0, -1.5));
        assert!(framed(&card(&quad, None), &rough).unwrap().farthest(&quad) < 0.3);
        let over = Quad::placed(Point::new(160.0, 230.0), 160.0, 120.0, 0.0);
        assert_eq!(framed(&card(&quad, Some(&over)), &rough), None);
    }
}
