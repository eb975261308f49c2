//! An emblem for every design: from its place in the deck, so that neighbours in a deck never look alike.

use super::palette::{EMBLEMS, Pair};
use super::svg::Svg;
use std::f64::consts::{PI, TAU};

/// Shape, colours and proportions of one emblem.
#[derive(Debug, Clone, Copy)]
pub(super) struct Emblem {
    shape: usize,
    /// Which of a shape's forms: how many parts, how far turned.
    form: usize,
    pub(super) field: &'static str,
    pub(super) ink: &'static str,
    accent: &'static str,
}

const SHAPES: usize = 12;

impl Emblem {
    /// The emblem of the design at this place of a deck; designs 12 places apart share a shape and differ in form and colours,
    /// and so do designs of different decks.
    pub(super) fn of(deck: usize, place: usize) -> Self {
        // Three rounds of the shapes for each built-in deck, so that none repeats another's.
        let (shape, round) = (place % SHAPES, place / SHAPES + 3 * deck);
        // 3, 5 and 8 share no factor, so neighbours run through all colours; after 8 rounds light and dark change places.
        let colours = (3 * shape + 5 * round) % EMBLEMS.len();
        let bright = (shape + round + round / EMBLEMS.len()).is_multiple_of(2);
        let form = round + round / (2 * EMBLEMS.len());
        let Pair { dark, light, accent } = EMBLEMS.get(colours).copied().unwrap_or(EMBLEMS[0]);
        let (field, ink) = if bright { (light, dark) } else { (dark, light) };
        Self { shape, form, field, ink, accent }
    }

    /// Draws it about a centre, within a circle of radius `r`.
    pub(super) fn draw(self, svg: &mut Svg, centre: [f64; 2], r: f64) {
        let pen = Pen { centre, r, turn: 0.0 };
        let ink = format!(r#"fill="{}""#, self.ink);
        let accent = format!(r#"fill="{}""#, self.accent);
        let field = format!(r#"fill="{}""#, self.field);
        let stroke = |width: f64| format!(r#"stroke="{}" stroke-width="{width}""#, self.ink);
        let n = self.form;
        match self.shape {
            // A star.
            0 => {
                let points = [5, 8, 4, 6, 12, 7, 10, 3][n % 8];
                svg.polygon(pen.star(points, 1.0, 0.45), &ink);
                svg.circle(centre, 0.2 * r, &accent);
            }
            // Rings, cut through.
            1 => {
                for (k, radius) in [0.9, 0.58, 0.26].into_iter().enumerate() {
                    let style = if k == (n + 1) % 3 { format!(r#"stroke="{}""#, self.accent) } else { format!(r#"stroke="{}""#, self.ink) };
                    svg.circle(centre, radius * r, &format!(r#"fill="none" {style} stroke-width="{}""#, 0.18 * r));
                }
                let cuts = n % 4;
                for k in 0..cuts {
                    let pen = pen.turned(PI * k as f64 / cuts as f64 + PI / 4.0);
                    svg.polygon(pen.bar(1.1, 0.12), &field);
                }
            }
            // A flower.
            2 => {
                let petals = [6, 4, 8, 5, 7, 3, 9, 10][n % 8];
                for k in 0..petals {
                    let turn = 360.0 * k as f64 / petals as f64;
                    let [x, y] = centre;
                    svg.group(&format!("rotate({turn} {x} {y})"), |svg| {
                        let wide = (1.9 * r / petals as f64).min(0.45 * r);
                        svg.raw(format_args!(r#"<ellipse cx="{x}" cy="{}" rx="{wide}" ry="{}" {ink}/>"#, y - 0.6 * r, 0.4 * r));
                    });
                }
                svg.circle(centre, 0.26 * r, &accent);
            }
            // Discs in a grid.
            3 => {
                let side = 2 + (n + 1) % 3;
                for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
                    let at = |k: usize| (2.0 * k as f64 + 1.0) / side as f64 - 1.0;
                    let special = (row + column + n).is_multiple_of(side);
                    let point = pen.turned(PI / 4.0 * (n / 3) as f64).at(0.85 * at(column), 0.85 * at(row));
                    svg.circle(point, 0.7 * r / side as f64, if special { &accent } else { &ink });
                }
            }
            // Stripes in a disc.
            4 => {
                let pen = pen.turned(PI / 4.0 * (n as f64 + 1.0));
                svg.circle(centre, r, &ink);
                for k in 0..3 {
                    let y = 0.56 * (f64::from(k) - 1.0);
                    let half = (1.0_f64 - y * y).sqrt() * 0.985;
                    let bar = [[-half, y - 0.13], [half, y - 0.13], [half, y + 0.13], [-half, y + 0.13]].map(|[x, y]| pen.at(x, y));
                    svg.polygon(bar, if k == 1 { &accent } else { &field });
                }
            }
            // A cross or an asterisk.
            5 => {
                let bars = [2, 3, 2, 4, 3, 2, 4, 5][n % 8];
                let pen = pen.turned([0.0, 0.0, PI / 4.0, 0.0, PI / 6.0, PI / 8.0, PI / 8.0, 0.0][n % 8]);
                for k in 0..bars {
                    svg.polygon(pen.turned(PI * k as f64 / bars as f64).bar(1.0, 0.5 / bars as f64), &ink);
                }
                svg.polygon(pen.turned(PI / 4.0).bar(0.28, 0.28), &accent);
            }
            // Chevrons.
            6 => {
                let pen = pen.turned([0.0, PI, PI / 2.0, -PI / 2.0, PI / 4.0, -PI / 4.0][n % 6]);
                for k in 0..3 {
                    let y = 0.52 * f64::from(k) - 0.88;
                    let v = [[-0.8, y + 0.45], [0.0, y], [0.8, y + 0.45], [0.8, y + 0.75], [0.0, y + 0.3], [-0.8, y + 0.75]];
                    svg.polygon(v.map(|[x, y]| pen.at(x, y)), if k == 1 { &accent } else { &ink });
                }
            }
            // Wedges of a wheel.
            7 => {
                let wedges = [3, 5, 4, 6, 8, 2, 7, 10][n % 8];
                for k in 0..wedges {
                    let from = TAU * k as f64 / wedges as f64;
                    let arc = (0..=8).map(|i| pen.polar(1.0, from + PI / wedges as f64 * f64::from(i) / 8.0));
                    svg.polygon(std::iter::once(centre).chain(arc), &ink);
                }
                svg.circle(centre, r, &format!(r#"fill="none" {}"#, stroke(0.08 * r)));
                svg.circle(centre, 0.22 * r, &accent);
            }
            // Arches over a disc.
            8 => {
                let pen = pen.turned(PI / 4.0 * n as f64);
                for (k, radius) in [0.95, 0.58].into_iter().enumerate() {
                    let arch = (0..=32).map(|i| pen.polar(radius, PI * (f64::from(i) / 32.0 - 0.5))).map(|p| pen.shifted(p, 0.3));
                    let colour = if (k + n).is_multiple_of(2) { self.ink } else { self.accent };
                    svg.line(arch, &format!(r#"stroke="{colour}" stroke-width="{}""#, 0.24 * r));
                }
                let foot = pen.at(0.0, 0.22);
                svg.circle(foot, 0.25 * r, if n.is_multiple_of(2) { &ink } else { &accent });
            }
            // A chequered lozenge or square.
            9 => {
                let side = 3 + n % 2;
                let (pen, half) = if (n / 2).is_multiple_of(2) { (pen.turned(PI / 4.0), 0.7) } else { (pen, 0.82) };
                let step = 2.0 * half / side as f64;
                for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
                    let (x, y) = (column as f64 * step - half, row as f64 * step - half);
                    let cell = [[x, y], [x + step, y], [x + step, y + step], [x, y + step]].map(|[x, y]| pen.at(x, y));
                    svg.polygon(cell, if (row + column) % 2 == 0 { &ink } else { &accent });
                }
            }
            // Polygons in one another.
            10 => {
                let sides = [3, 4, 6, 5, 8, 7][n % 6];
                let pen = pen.turned(if sides == 4 { PI / 4.0 } else { 0.0 });
                for (k, radius) in [1.0, 0.74, 0.5, 0.24].into_iter().enumerate() {
                    let style = [&ink, &field, &accent, &field][k];
                    svg.polygon(pen.star(sides, radius, radius * (PI / sides as f64).cos()), style);
                }
            }
            // A spiral.
            _ => {
                let way = if n.is_multiple_of(2) { 1.0 } else { -1.0 };
                let turns = 2.0 + 0.5 * (n / 2 % 2) as f64;
                let path = (0..=96).map(|i| f64::from(i) / 96.0).map(|t| pen.polar(0.1 + 0.78 * t, way * (t * turns * TAU + n as f64)));
                svg.line(path, &format!(r#"{} stroke-linecap="round""#, stroke(0.2 * r)));
                svg.circle(centre, 0.2 * r, &accent);
            }
        }
    }
}

/// Places points about a centre; "up" is away from the reader.
#[derive(Clone, Copy)]
struct Pen {
    centre: [f64; 2],
    r: f64,
    turn: f64,
}

impl Pen {
    const fn turned(self, by: f64) -> Self {
        Self { turn: self.turn + by, ..self }
    }

    fn at(self, x: f64, y: f64) -> [f64; 2] {
        let (sin, cos) = self.turn.sin_cos();
        let [cx, cy] = self.centre;
        [cx + self.r * (x * cos - y * sin), cy + self.r * (x * sin + y * cos)]
    }

    /// A point moved towards the reader by a part of the radius.
    fn shifted(self, [x, y]: [f64; 2], by: f64) -> [f64; 2] {
        let (sin, cos) = self.turn.sin_cos();
        [x - self.r * by * sin, y + self.r * by * cos]
    }

    /// A point at this distance, `angle` clockwise from up.
    fn polar(self, distance: f64, angle: f64) -> [f64; 2] {
        self.at(distance * angle.sin(), -distance * angle.cos())
    }

    fn star(self, points: usize, outer: f64, inner: f64) -> impl Iterator<Item = [f64; 2]> {
        (0..2 * points).map(move |k| self.polar(if k % 2 == 0 { outer } else { inner }, PI * k as f64 / points as f64))
    }

    fn bar(self, half_length: f64, half_width: f64) -> [[f64; 2]; 4] {
        let (l, w) = (half_length, half_width);
        [[-l, -w], [l, -w], [l, w], [-l, w]].map(|[x, y]| self.at(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{CANON_DECKS, builtin_canon};
    use crate::print::raster;

    #[test]
    fn no_two_emblems_of_the_built_in_decks_look_alike() {
        let mut pictures = Vec::new();
        for (deck, (id, _)) in CANON_DECKS.iter().enumerate() {
            for (place, design) in builtin_canon(id).unwrap().designs().iter().enumerate() {
                let emblem = Emblem::of(deck, place);
                let mut svg = Svg::new(40.0, 40.0);
                svg.rect([0.0, 0.0, 40.0, 40.0], 0.0, &format!(r#"fill="{}""#, emblem.field));
                emblem.draw(&mut svg, [20.0, 20.0], 18.0);
                pictures.push((design.card.clone(), raster(&svg.finish(), 0.5).unwrap()));
            }
        }
        let mut closest = f64::INFINITY;
        for (i, (card, a)) in pictures.iter().enumerate() {
            for (other, b) in &pictures[i + 1..] {
                let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
                let mean = sum as f64 / a.as_raw().len() as f64;
                closest = closest.min(mean);
                assert!(mean > 6.0, "{card} and {other} have emblems alike: {mean:.1}");
            }
        }
        println!("{} emblems, the closest two {closest:.1} of 255 apart", pictures.len());
    }
}
