//! The faces of Arrow cards.
//!
//! A white edge carries the arrows, so that nothing else looks like one; the band in the sign's colour, with sign and values, is on top
//! alone, so that a glance tells whose card lies there (Rulings, ConCardia Arrow 9).

mod motif;
mod picture;
mod words;

pub use picture::Picture;

use super::face::{CORNER, HEIGHT, WIDTH};
use super::fonts::{CAP_HEIGHT, Font};
use super::svg::{Anchor, Svg};
use crate::games::arrow::{Direction, Face, Sign};
use words::Words;

const INK: &str = "#141414";
const PAPER: &str = "#fdfcf7";
/// Width of the edge that carries the arrows.
const EDGE: f64 = 6.8;
/// The card within the edge.
const PANEL: [f64; 4] = [EDGE, EDGE, WIDTH - 2.0 * EDGE, HEIGHT - 2.0 * EDGE];
/// Height of the band with sign and values, of the name below it, and of the line of types.
const BAND: f64 = 16.6;
const NAME: f64 = 6.6;
const TYPES: f64 = 4.6;
/// Around the special texts.
const MARGIN: f64 = 1.4;
/// The highest that the special texts may be, so that the picture keeps its place.
const MOST_WORDS: f64 = 23.0;

/// A face as SVG, 63×88 mm. The drawn picture follows from the card's name and types; one that was brought may take its place.
pub fn arrow_face(face: &Face, picture: Option<&Picture>) -> String {
    let [left, top, width, height] = PANEL;
    let bottom = top + height;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.clipped("card", [0.0, 0.0, WIDTH, HEIGHT], CORNER, |svg| {
        svg.rect([0.0, 0.0, WIDTH, HEIGHT], 0.0, r##"fill="#ffffff""##);
        face.arrows.iter().for_each(|way| arrow(svg, way));
    });
    svg.clipped("panel", PANEL, 1.6, |svg| {
        svg.rect(PANEL, 0.0, &format!(r#"fill="{PAPER}""#));
        let words = Words::fitted(&face.texts, width - 2.0 * MARGIN, MOST_WORDS);
        let text_height = if face.texts.is_empty() { 0.0 } else { words.height + 2.0 * MARGIN };
        let types_top = bottom - text_height - TYPES;
        let art_top = top + BAND + NAME;
        let art = [left, art_top, width, types_top - art_top];
        svg.clipped("art", art, 0.0, |svg| match picture {
            Some(picture) => picture.draw(svg, art),
            None => picture::draw(svg, face, art),
        });
        band(svg, face);
        types(svg, face, types_top);
        words.draw(svg, [left + MARGIN, types_top + TYPES + MARGIN - 0.4], &format!(r#"fill="{INK}""#));
    });
    svg.rect(PANEL, 1.6, &format!(r#"fill="none" stroke="{INK}" stroke-width="0.35""#));
    svg.rect([0.1, 0.1, WIDTH - 0.2, HEIGHT - 0.2], CORNER, r##"fill="none" stroke="#8a8a8a" stroke-width="0.2""##);
    svg.finish()
}

/// The colour of the band of a sign's cards, as red, green and blue.
pub fn sign_colour(sign: Sign) -> [u8; 3] {
    let (ground, _) = colours(sign);
    let part = |i: usize| ground.get(i..i + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or_default();
    [part(1), part(3), part(5)]
}

/// A ground, the colour of what stands on it.
const fn colours(sign: Sign) -> (&'static str, &'static str) {
    // Apart in lightness as in hue, for dim light and for colour-blind readers.
    match sign {
        Sign::Rock => ("#33414d", "#ffffff"),
        Sign::Paper => ("#f2c230", INK),
        Sign::Scissors => ("#b81d4e", "#ffffff"),
    }
}

/// A bold triangle at an edge or in a corner.
fn arrow(svg: &mut Svg, way: Direction) {
    const TIP: f64 = 1.1;
    const BASE: f64 = EDGE - 0.4;
    const HALF: f64 = 6.6;
    const LEG: f64 = 11.4;
    let (right, up) = way.step();
    let (right, up) = (f64::from(right), f64::from(up));
    let from_middle = |along: f64, across: f64| [WIDTH / 2.0 + along, HEIGHT / 2.0 - across];
    let points = if right == 0.0 {
        let at = |distance: f64| up * (HEIGHT / 2.0 - distance);
        [from_middle(0.0, at(TIP)), from_middle(-HALF, at(BASE)), from_middle(HALF, at(BASE))]
    } else if up == 0.0 {
        let at = |distance: f64| right * (WIDTH / 2.0 - distance);
        [from_middle(at(TIP), 0.0), from_middle(at(BASE), HALF), from_middle(at(BASE), -HALF)]
    } else {
        let at = |x: f64, y: f64| from_middle(right * (WIDTH / 2.0 - x), up * (HEIGHT / 2.0 - y));
        [at(TIP, TIP), at(LEG, TIP), at(TIP, LEG)]
    };
    svg.polygon(points, &format!(r#"fill="{INK}""#));
}

/// The sign, the two values, and the name below them.
fn band(svg: &mut Svg, face: &Face) {
    let [left, top, width, _] = PANEL;
    let (ground, letters) = colours(face.sign);
    svg.rect([left, top, width, BAND], 0.0, &format!(r#"fill="{ground}""#));
    let middle = top + BAND / 2.0;
    let sign_at = [left + 8.8, middle];
    svg.circle(sign_at, 7.6, r##"fill="#ffffff""##);
    sign(svg, face.sign, sign_at, ground);
    let strength = left + 25.4;
    let defense = left + 41.2;
    // A head of an arrow for what is projected, a shield for what protects.
    let arrow = [[0.0, -7.6], [7.2, -1.6], [7.2, 7.4], [-7.2, 7.4], [-7.2, -1.6]].map(|[x, y]| [strength + x, middle + y]);
    svg.polygon(arrow, r##"fill="#ffffff""##);
    let shield = format!("M{} {} h14.4 v7.6 c0 4 -3.4 6.4 -7.2 7.8 c-3.8 -1.4 -7.2 -3.8 -7.2 -7.8 Z", defense - 7.2, middle - 7.6);
    svg.raw(format_args!(r##"<path d="{shield}" fill="#ffffff"/>"##));
    number(svg, face.strength, [strength, middle + 1.6]);
    number(svg, face.defense, [defense, middle - 0.5]);
    let name_top = top + BAND;
    svg.rect([left, name_top, width, NAME], 0.0, &format!(r#"fill="{ground}" fill-opacity="0.16""#));
    let room = width - 2.4;
    let size = (room / Font::CondensedBold.width(&face.name).max(0.1)).min(5.0);
    let baseline = name_top + (NAME + CAP_HEIGHT * size) / 2.0;
    svg.text(&face.name, [left + width / 2.0, baseline], Anchor::Middle, Font::CondensedBold, size, &format!(r#"fill="{INK}""#));
    if face.points != 1 {
        let at = [left + width - 2.9, top + 2.9];
        svg.circle(at, 2.4, &format!(r#"fill="{letters}""#));
        svg.text(
            &format!("×{}", face.points),
            [at[0], at[1] + 1.1],
            Anchor::Middle,
            Font::CondensedBold,
            3.0,
            &format!(r#"fill="{ground}""#),
        );
    }
}

fn number(svg: &mut Svg, value: i16, [x, y]: [f64; 2]) {
    let text = value.to_string();
    let size = (11.0 / Font::Bold.width(&text).max(0.1)).min(13.0);
    svg.text(&text, [x, y + CAP_HEIGHT * size / 2.0], Anchor::Middle, Font::Bold, size, &format!(r#"fill="{INK}""#));
}

/// A boulder, a sheet with a folded corner, or a pair of scissors, within a circle of 7.6 mm.
fn sign(svg: &mut Svg, sign: Sign, [x, y]: [f64; 2], ground: &str) {
    let ink = format!(r#"fill="{INK}""#);
    let moved = |points: &[[f64; 2]]| points.iter().map(|[a, b]| [x + a, y + b]).collect::<Vec<_>>();
    match sign {
        Sign::Rock => {
            svg.polygon(
                moved(&[[-5.8, 3.6], [-5.2, -1.4], [-2.0, -4.8], [2.6, -4.4], [5.6, -0.6], [5.4, 3.4], [2.4, 4.8], [-3.4, 4.9]]),
                &ink,
            );
            svg.polygon(moved(&[[-2.0, -4.8], [-0.6, -1.0], [-5.2, -1.4]]), r##"fill="#8fa0ad""##);
            svg.polygon(moved(&[[2.6, -4.4], [5.6, -0.6], [-0.6, -1.0], [-2.0, -4.8]]), &format!(r#"fill="{ground}" fill-opacity="0.75""#));
        }
        Sign::Paper => {
            svg.polygon(moved(&[[-4.4, -6.0], [1.8, -6.0], [4.4, -3.4], [4.4, 6.0], [-4.4, 6.0]]), &ink);
            svg.polygon(
                moved(&[[-3.4, -5.0], [1.2, -5.0], [1.2, -2.8], [3.4, -2.8], [3.4, 5.0], [-3.4, 5.0]]),
                &format!(r#"fill="{ground}""#),
            );
            for line in [-1.0, 1.0, 3.0] {
                svg.rect([x - 2.4, y + line - 0.3, 4.8, 0.7], 0.0, &ink);
            }
        }
        Sign::Scissors => {
            for side in [-1.0, 1.0] {
                let blade = [[3.6 * side, -6.6], [4.6 * side, -5.6], [-0.2 * side, 2.6], [-2.0 * side, 2.2]];
                svg.polygon(moved(&blade), &ink);
                svg.circle([x + 2.9 * side, y + 3.9], 1.9, &format!(r#"fill="none" stroke="{ground}" stroke-width="1.5""#));
            }
            svg.circle([x, y + 0.4], 0.7, r##"fill="#ffffff""##);
        }
    }
}

/// The types on the left, the set on the right.
fn types(svg: &mut Svg, face: &Face, top: f64) {
    let [left, _, width, _] = PANEL;
    svg.rect([left, top, width, TYPES], 0.0, &format!(r#"fill="{INK}""#));
    let kinds = face.types.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" · ");
    let room = width - 2.0 * MARGIN;
    let set_size = 2.3;
    let set_width = (Font::Condensed.width(&face.set) * set_size).min(0.4 * room);
    let size = ((room - set_width - 2.0) / Font::CondensedBold.width(&kinds).max(0.1)).min(3.5);
    let baseline = |size: f64| top + (TYPES + CAP_HEIGHT * size) / 2.0;
    let white = r##"fill="#ffffff""##;
    svg.text(&kinds, [left + MARGIN, baseline(size)], Anchor::Start, Font::CondensedBold, size, white);
    let set_size = set_size.min(set_width / Font::Condensed.width(&face.set).max(0.1));
    let grey = r##"fill="#c8c8c8""##;
    svg.text(&face.set, [left + width - MARGIN - set_width, baseline(set_size)], Anchor::Start, Font::Condensed, set_size, grey);
}

#[cfg(test)]
mod tests;
