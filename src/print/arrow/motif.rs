//! Silhouettes, drawn from a list of shapes under the words that call for them.

use crate::print::svg::Svg;
use std::f64::consts::PI;
use std::str::SplitWhitespace;

const MOTIFS: &str = include_str!("motifs.txt");

/// The shapes of one silhouette, in a square of 100 by 100.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motif {
    lines: &'static str,
}

/// The colours of a silhouette.
#[derive(Debug, Clone, Copy)]
pub(super) struct Colours {
    pub(super) ink: &'static str,
    pub(super) accent: &'static str,
    pub(super) field: &'static str,
}

impl Motif {
    /// The silhouette that the last word of a name calls for which has one.
    pub(super) fn of(name: &str) -> Option<Self> {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.filter_map(|word| Self::named(&word.to_lowercase())).last()
    }

    fn named(word: &str) -> Option<Self> {
        let mut rest = MOTIFS;
        while let Some((line, after)) = rest.split_once('\n') {
            if line == word {
                let end = after.match_indices('\n').map(|(at, _)| at).find(|at| is_name(after.get(at + 1..).unwrap_or_default()));
                return Some(Self { lines: after.get(..end.unwrap_or(after.len())).unwrap_or_default() });
            }
            rest = after;
        }
        None
    }

    /// Draws it upright in a square of this side about a centre.
    pub(super) fn draw(self, svg: &mut Svg, [x, y]: [f64; 2], side: f64, colours: Colours) {
        let scale = side / 100.0;
        svg.group(&format!("translate({:.3} {:.3}) scale({scale:.4})", x - side / 2.0, y - side / 2.0), |svg| {
            for line in self.lines.lines() {
                let mut parts = line.splitn(3, ' ');
                let (Some(layer), Some(shape), Some(numbers)) = (parts.next(), parts.next(), parts.next()) else { continue };
                let colour = match layer {
                    "i" => colours.ink,
                    "a" => colours.accent,
                    _ => colours.field,
                };
                draw_shape(svg, shape, numbers, colour);
            }
        });
    }
}

/// Whether a name comes next, the line being one word of more than a letter.
fn is_name(rest: &str) -> bool {
    rest.lines().next().is_some_and(|line| line.len() > 1 && !line.contains(' '))
}

fn draw_shape(svg: &mut Svg, shape: &str, numbers: &str, colour: &str) {
    let fill = format!(r#"fill="{colour}""#);
    let pen = |width: f64| format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#);
    let mut words = numbers.split_whitespace();
    match shape {
        "c" => {
            let [x, y, r] = take(&mut words);
            svg.circle([x, y], r, &fill);
        }
        "e" => {
            let [x, y, rx, ry] = take(&mut words);
            svg.raw(format_args!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" {fill}/>"#));
        }
        "r" => {
            let [x, y, w, h, r] = take(&mut words);
            svg.rect([x, y, w, h], r, &fill);
        }
        "o" => {
            let [width, x, y, r] = take(&mut words);
            svg.circle([x, y], r, &format!(r#"fill="none" {}"#, pen(width)));
        }
        "p" => svg.polygon(points(words), &fill),
        "l" => {
            let [width] = take(&mut words);
            svg.line(points(words), &pen(width));
        }
        "s" => {
            let [x, y, tips, outer, inner] = take(&mut words);
            let tip = |k: usize| if k.is_multiple_of(2) { outer } else { inner };
            let turn = |k: usize| PI * k as f64 / tips;
            svg.polygon((0..2 * tips as usize).map(|k| [x + tip(k) * turn(k).sin(), y - tip(k) * turn(k).cos()]), &fill);
        }
        "t" => {
            let [x, y, teeth, outer, inner] = take(&mut words);
            // Each tooth has a wide foot and a narrower head.
            let corners = [(inner, -0.3), (outer, -0.2), (outer, 0.2), (inner, 0.3)];
            let at = |(r, part): (f64, f64), tooth: usize| {
                let angle = 2.0 * PI * (tooth as f64 + part) / teeth;
                [x + r * angle.sin(), y - r * angle.cos()]
            };
            svg.polygon((0..teeth as usize).flat_map(|tooth| corners.map(|corner| at(corner, tooth))), &fill);
        }
        "d" => svg.raw(format_args!(r#"<path d="{numbers}" {fill}/>"#)),
        "q" => {
            let (width, path) = numbers.split_once(' ').unwrap_or_default();
            svg.raw(format_args!(r#"<path d="{path}" fill="none" {}/>"#, pen(number(width))));
        }
        _ => {}
    }
}

/// The next numbers; what is missing is 0.
fn take<const N: usize>(words: &mut SplitWhitespace<'_>) -> [f64; N] {
    std::array::from_fn(|_| words.next().map_or(0.0, number))
}

fn points<'a>(words: impl Iterator<Item = &'a str>) -> impl Iterator<Item = [f64; 2]> {
    words.filter_map(|word| word.split_once(',').map(|(x, y)| [number(x), number(y)]))
}

fn number(word: &str) -> f64 {
    word.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_a_shape_that_shows() {
        let mut count = 0;
        for line in MOTIFS.lines().filter(|line| !line.starts_with('#')) {
            let Some((layer, shape)) = line.split_once(' ') else {
                assert!(Motif::named(line).is_some_and(|motif| motif.lines.lines().count() > 1), "{line}");
                count += 1;
                continue;
            };
            let (shape, numbers) = shape.split_once(' ').unwrap();
            assert!(["i", "a", "f"].contains(&layer) && "ceropltsdq".contains(shape), "{line}");
            if !["d", "q"].contains(&shape) {
                assert!(numbers.split([' ', ',']).all(|number| number.parse::<f64>().is_ok()), "{line}");
            }
            let mut svg = Svg::new(100.0, 100.0);
            draw_shape(&mut svg, shape, numbers, "#000000");
            let picture = crate::print::raster(&svg.finish(), 1.0).unwrap();
            assert!(picture.pixels().any(|pixel| pixel.0[3] > 100), "{line}");
        }
        assert_eq!(count, 90);
    }

    #[test]
    fn the_last_word_that_has_one_calls_for_it() {
        assert_eq!(Motif::of("Fox Den").map(|motif| motif.lines), Motif::named("den").map(|motif| motif.lines));
        assert!(Motif::of("Letter in a BOTTLE, sealed").is_some());
        assert!(Motif::of("Nothing known").is_none() && Motif::of("i").is_none());
    }
}
