use super::emblem::Emblem;
use super::fonts::{CAP_HEIGHT, Font, wrap};
use super::palette::{Hue, STRIPS};
use super::svg::{Anchor, Svg};
use crate::cards::{CANON_DECKS, Deck, Design, Work};

/// Which print of a deck: both are the same works (Rulings, Canon: facts).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variant {
    /// What was said against a work stands on its card.
    #[default]
    WithObjections,
    /// It does not.
    WithoutObjections,
}

pub(super) const WIDTH: f64 = 63.0;
pub(super) const HEIGHT: f64 = 88.0;
pub(super) const CORNER: f64 = 3.0;
/// The part that shows when another copy covers the card.
const STRIP: f64 = 20.0;
/// Where the picture ends and the small print begins.
const FIELD_END: f64 = 60.5;
const PAPER: &str = "#fdfcf7";
const INK: &str = "#1a1a1a";

/// The face of a design as SVG, 63×88 mm.
///
/// The strip's colour and texture stand for the tradition, in the order in which the deck names them; the emblem and its
/// colours for the work, by its place in the deck. So pass the deck that the card was printed in: decks shuffled together
/// are printed one by one.
pub fn face(design: &Design<Work>, deck: &Deck<Work>, variant: Variant) -> String {
    let place = deck.designs().iter().position(|d| d.card == design.card).unwrap_or_default();
    // Decks that are shuffled together should not share emblems.
    let deck_number = CANON_DECKS.iter().position(|(id, _)| *id == deck.id.as_str()).unwrap_or(CANON_DECKS.len());
    let tradition = tradition_number(deck, &design.face.tradition);
    let emblem = Emblem::of(deck_number, place);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.clipped("card", [0.0, 0.0, WIDTH, HEIGHT], CORNER, |svg| {
        svg.rect([0.0, 0.0, WIDTH, HEIGHT], 0.0, &format!(r#"fill="{PAPER}""#));
        strip(svg, &design.face.short, tradition, emblem);
        svg.rect([0.0, STRIP, WIDTH, FIELD_END - STRIP], 0.0, &format!(r#"fill="{}""#, emblem.field));
        svg.rect([0.0, STRIP, WIDTH, 0.8], 0.0, &format!(r#"fill="{PAPER}""#));
        emblem.draw(svg, [WIDTH / 2.0, (STRIP + FIELD_END) / 2.0], 18.0);
        small_print(svg, &design.face, variant);
    });
    svg.rect([0.1, 0.1, WIDTH - 0.2, HEIGHT - 0.2], CORNER, r##"fill="none" stroke="#8a8a8a" stroke-width="0.2""##);
    svg.finish()
}

/// The colour of a tradition's strip, as red, green and blue.
pub fn tradition_colour(deck: &Deck<Work>, tradition: &str) -> [u8; 3] {
    let hue = STRIPS.get(tradition_number(deck, tradition) % STRIPS.len()).copied().unwrap_or(STRIPS[0]);
    let part = |i: usize| hue.ground.get(i..i + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or_default();
    [part(1), part(3), part(5)]
}

/// A tradition's place in the order in which the deck names them; 0 for one that it does not name.
fn tradition_number(deck: &Deck<Work>, tradition: &str) -> usize {
    let mut traditions: Vec<&str> = Vec::new();
    for design in deck.designs() {
        if !traditions.contains(&design.face.tradition.as_str()) {
            traditions.push(&design.face.tradition);
        }
    }
    traditions.iter().position(|t| *t == tradition).unwrap_or_default()
}

/// The title strip: the short title as large as it fits, and below it a band with the emblem at both ends and the tradition's texture between.
fn strip(svg: &mut Svg, short: &str, tradition: usize, emblem: Emblem) {
    const BAND: [f64; 2] = [12.3, 19.2];
    const BASELINE: f64 = 9.7;
    const CAPITALS: f64 = 7.6;
    let hue = STRIPS.get(tradition % STRIPS.len()).copied().unwrap_or(STRIPS[0]);
    svg.rect([0.0, 0.0, WIDTH, STRIP], 0.0, &format!(r#"fill="{}""#, hue.ground));

    let font = Font::CondensedBold;
    let size = (58.0 / font.width(short).max(0.1)).min(CAPITALS / CAP_HEIGHT);
    // Long words are stretched upwards, for the eye of a camera.
    let stretch = (CAPITALS / (CAP_HEIGHT * size)).min(1.4);
    svg.group(&format!("translate({} {BASELINE}) scale(1 {stretch:.3})", WIDTH / 2.0), |svg| {
        svg.text(short, [0.0, 0.0], Anchor::Middle, font, size, &format!(r#"fill="{}""#, hue.letters));
    });

    let (end, [top, bottom]) = (13.0, BAND);
    let height = bottom - top;
    texture(svg, tradition, hue, [end + 1.6, top + 0.5, WIDTH - 2.0 * end - 3.2, height - 1.0]);
    for x in [0.8, WIDTH - end - 0.8] {
        svg.rect([x, top, end, height], 1.0, &format!(r#"fill="{}""#, emblem.field));
        emblem.draw(svg, [x + end / 2.0, top + height / 2.0], 0.44 * height);
    }
}

/// A texture for readers who cannot tell the colours apart.
fn texture(svg: &mut Svg, tradition: usize, hue: Hue, [x, y, w, h]: [f64; 4]) {
    let fill = format!(r#"fill="{}""#, hue.letters);
    let pen = format!(r#"stroke="{}" stroke-width="1.1""#, hue.letters);
    let columns = |step: f64| {
        let n = (w / step).floor();
        (0..n as usize).map(move |k| x + (w - n * step) / 2.0 + step * k as f64)
    };
    match tradition % 8 {
        0 => columns(4.0).for_each(|x| svg.polygon([[x + 2.0, y], [x + 3.6, y], [x + 1.8, y + h], [x + 0.2, y + h]], &fill)),
        1 => columns(4.4).for_each(|x| svg.circle([x + 2.2, y + h / 2.0], 1.5, &fill)),
        2 => (0..3).for_each(|k| svg.rect([x, y + h * (f64::from(k) / 3.0 + 0.07), w, h * 0.19], 0.0, &fill)),
        3 => columns(3.0).for_each(|x| svg.rect([x + 0.9, y, 1.3, h], 0.0, &fill)),
        4 => columns(6.0).for_each(|x| svg.polygon([[x + 0.4, y + h], [x + 3.0, y + 0.4], [x + 5.6, y + h]], &fill)),
        5 => {
            let n = 2 * (w / 4.0).floor() as usize;
            let zigzag = (0..=n).map(|k| [x + w * k as f64 / n as f64, if k % 2 == 0 { y + h - 1.0 } else { y + 1.0 }]);
            svg.line(zigzag, &pen);
        }
        6 => columns(3.2).enumerate().for_each(|(k, x)| svg.rect([x, y + h / 2.0 * (k % 2) as f64, 3.2, h / 2.0], 0.0, &fill)),
        _ => columns(5.2).for_each(|x| {
            svg.line([[x + 0.6, y + h / 2.0], [x + 4.6, y + h / 2.0]], &pen);
            svg.line([[x + 2.6, y + h / 2.0 - 2.0], [x + 2.6, y + h / 2.0 + 2.0]], &pen);
        }),
    }
}

/// Title, tradition, date and, if wanted, objection.
fn small_print(svg: &mut Svg, work: &Work, variant: Variant) {
    const MIDDLE: f64 = WIDTH / 2.0;
    const WIDE: f64 = 56.5;
    let ink = format!(r#"fill="{INK}""#);
    let objection = match variant {
        Variant::WithObjections => work.objection.trim(),
        Variant::WithoutObjections => "",
    };
    let largest = if objection.is_empty() { 5.4 } else { 4.5 };
    let (title_size, title) = fitted(Font::Bold, &work.title, WIDE, largest, 3.2, 2);
    let (objection_size, objection) = fitted(Font::Condensed, objection, WIDE, 3.0, 2.2, 3);
    let mut tradition: String = work.tradition.chars().take(1).flat_map(char::to_uppercase).collect();
    tradition.extend(work.tradition.chars().skip(1));
    let origin = [tradition.as_str(), work.date.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let (origin_size, origin) = fitted(Font::Regular, &origin, WIDE, 3.1, 2.2, 1);

    let mut lines: Vec<(String, Font, f64, f64)> = Vec::new();
    lines.extend(title.into_iter().map(|line| (line, Font::Bold, title_size, 1.14 * title_size)));
    lines.extend(origin.into_iter().map(|line| (line, Font::Regular, origin_size, 1.45 * origin_size)));
    for (k, line) in objection.into_iter().enumerate() {
        let lead = if k == 0 { 1.6 } else { 1.2 };
        lines.push((line, Font::Condensed, objection_size, lead * objection_size));
    }
    let height: f64 = lines.iter().map(|line| line.3).sum();
    let mut y = (FIELD_END + HEIGHT - height) / 2.0 - 0.6;
    for (line, font, size, lead) in lines {
        y += lead;
        svg.text(&line, [MIDDLE, y], Anchor::Middle, font, size, &ink);
    }
}

/// The largest size within bounds at which a text fits into so many lines, and those lines. A text too long even at the smallest size
/// is broken into more lines and made smaller still, so that nothing is cut off.
fn fitted(font: Font, text: &str, width: f64, largest: f64, smallest: f64, most_lines: usize) -> (f64, Vec<String>) {
    let steps = 12;
    for step in 0..=steps {
        let size = largest - (largest - smallest) * f64::from(step) / f64::from(steps);
        let lines = wrap(font, text, width / size);
        if lines.len() <= most_lines && lines.iter().all(|line| font.width(line) * size <= width) {
            return (size, lines);
        }
    }
    let mut size = smallest;
    loop {
        size *= 0.9;
        let lines = wrap(font, text, width / size);
        let fits = lines.iter().all(|line| font.width(line) * size <= width);
        if fits && lines.len() as f64 * size <= most_lines as f64 * smallest || size < 0.3 {
            return (size, lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::builtin_canon;
    use crate::print::raster;

    fn decks() -> impl Iterator<Item = Deck<Work>> {
        CANON_DECKS.iter().map(|(id, _)| builtin_canon(id).unwrap())
    }

    #[test]
    fn every_face_of_every_deck_renders_with_its_words_within_the_card() {
        for deck in decks() {
            for (design, variant) in deck.designs().iter().flat_map(|d| [(d, Variant::WithObjections), (d, Variant::WithoutObjections)]) {
                let svg = face(design, &deck, variant);
                let picture = raster(&svg, 1.0).unwrap();
                assert_eq!(picture.dimensions(), (63, 88));
                // The corners are cut, the middle is not.
                assert!(picture.get_pixel(0, 0).0[3] < 64 && picture.get_pixel(31, 44).0[3] == 255);
                let said = svg.contains("font-stretch=\"semi-condensed\" fill=\"#1a1a1a\"");
                assert_eq!(said, variant == Variant::WithObjections, "{}", design.card);
                let tree = resvg::usvg::Tree::from_str(&svg, &crate::print::fonts::options()).unwrap();
                let mut texts = 0;
                visit(tree.root(), &mut |text| {
                    let bounds = text.abs_bounding_box();
                    let px_per_mm = 96.0 / 25.4;
                    assert!(bounds.left() > 1.5 * px_per_mm && bounds.right() < 61.5 * px_per_mm, "{}", design.card);
                    assert!(bounds.top() > 0.0 && bounds.bottom() < 87.5 * px_per_mm, "{}: {bounds:?}", design.card);
                    texts += 1;
                });
                assert!(texts >= 3, "{}", design.card);
            }
        }
    }

    fn visit(group: &resvg::usvg::Group, found: &mut impl FnMut(&resvg::usvg::Text)) {
        for node in group.children() {
            match node {
                resvg::usvg::Node::Group(inner) => visit(inner, found),
                resvg::usvg::Node::Text(text) => found(text),
                _ => {}
            }
        }
    }

    #[test]
    fn long_words_are_made_smaller_and_never_cut_off() {
        let (size, lines) = fitted(Font::Bold, &"Antidisestablishmentarianism ".repeat(12), 56.5, 4.5, 3.2, 2);
        assert_eq!(lines.len(), 12 / lines.iter().map(|l| l.split(' ').count()).max().unwrap());
        assert!(lines.iter().all(|line| Font::Bold.width(line) * size <= 56.5));
    }

    /// Mean difference of two pictures' channels, 0 to 255.
    fn difference(a: &image::RgbaImage, b: &image::RgbaImage, rows: std::ops::Range<u32>) -> f64 {
        let pixels = || rows.clone().flat_map(|y| (0..a.width()).map(move |x| (x, y)));
        let sum: u64 =
            pixels().map(|(x, y)| (0..3).map(|c| u64::from(a.get_pixel(x, y).0[c].abs_diff(b.get_pixel(x, y).0[c]))).sum::<u64>()).sum();
        sum as f64 / (3 * pixels().count()) as f64
    }

    #[test]
    fn no_two_works_of_a_deck_look_alike_even_at_one_pixel_a_millimetre() {
        for deck in decks() {
            let pictures: Vec<_> =
                deck.designs().iter().map(|d| (d.card.name(), raster(&face(d, &deck, Variant::WithObjections), 1.0).unwrap())).collect();
            let mut closest = (f64::INFINITY, f64::INFINITY);
            for (i, (name, a)) in pictures.iter().enumerate() {
                for (other, b) in &pictures[i + 1..] {
                    let (whole, strip) = (difference(a, b, 0..88), difference(a, b, 0..20));
                    closest = (closest.0.min(whole), closest.1.min(strip));
                    assert!(whole > 14.0, "{name} and {other} look alike: {whole:.1}");
                    assert!(strip > 11.0, "the strips of {name} and {other} look alike: {strip:.1}");
                }
            }
            println!("{}: closest faces {:.1}, closest strips {:.1} of 255", deck.id, closest.0, closest.1);
        }
    }
}
