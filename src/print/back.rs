use super::face::{CORNER, HEIGHT, WIDTH};
use super::fonts::{Font, wrap};
use super::palette::EMBLEMS;
use super::svg::{Anchor, Svg};
use crate::cards::Deck;

/// The back of a deck's cards as SVG, 63×88 mm: the same turned by 180°, and in one colour, so that no face resembles it.
pub fn back<F>(deck: &Deck<F>) -> String {
    let number = deck.id.as_str().bytes().fold(0_usize, |sum, b| sum.wrapping_mul(31).wrapping_add(usize::from(b)));
    let dark = EMBLEMS.get(number % EMBLEMS.len()).map_or("#1c1c1c", |pair| pair.dark);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let fill = format!(r#"fill="{dark}""#);
    svg.rect([0.0, 0.0, WIDTH, HEIGHT], CORNER, r##"fill="#fdfcf7""##);
    svg.clipped("field", [4.0, 4.0, WIDTH - 8.0, HEIGHT - 8.0], 2.0, |svg| {
        svg.rect([0.0, 0.0, WIDTH, HEIGHT], 0.0, &fill);
        let (half_width, half_height) = (WIDTH / 2.0, HEIGHT / 2.0);
        for (row, column) in (-8_i32..=8).flat_map(|row| (-6_i32..=6).map(move |column| (row, column))) {
            let shift = if row % 2 == 0 { 0.0 } else { 3.0 };
            let (x, y) = (half_width + 6.0 * f64::from(column) + shift, half_height + 5.5 * f64::from(row));
            svg.polygon([[x, y - 2.6], [x + 1.6, y], [x, y + 2.6], [x - 1.6, y]], r##"fill="#fdfcf7" fill-opacity="0.55""##);
        }
    });
    svg.rect([0.1, 0.1, WIDTH - 0.2, HEIGHT - 0.2], CORNER, r##"fill="none" stroke="#8a8a8a" stroke-width="0.2""##);
    for turn in [0, 180] {
        svg.group(&format!("rotate({turn} {} {})", WIDTH / 2.0, HEIGHT / 2.0), |svg| label(svg, &deck.title, &fill));
    }
    svg.finish()
}

fn label(svg: &mut Svg, title: &str, fill: &str) {
    const WIDE: f64 = 43.0;
    svg.rect([8.0, 12.0, WIDTH - 16.0, 13.0], 2.0, r##"fill="#fdfcf7""##);
    let lines = wrap(Font::Bold, title, WIDE / 4.2);
    let longest = lines.iter().map(|line| Font::Bold.width(line)).fold(1e-6, f64::max);
    let size = (WIDE / longest).min(5.0).min(11.0 / (1.2 * lines.len() as f64));
    let mut y = 18.5 - 0.6 * size * lines.len() as f64 - 0.25 * size;
    for line in lines {
        y += 1.2 * size;
        svg.text(&line, [WIDTH / 2.0, y], Anchor::Middle, Font::Bold, size, fill);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::raster;

    #[test]
    fn a_back_looks_the_same_turned_by_180_degrees() {
        let deck = crate::cards::builtin_canon("canon-af").unwrap();
        let picture = raster(&back(&deck), 2.0).unwrap();
        let turned = image::imageops::rotate180(&picture);
        let channels = picture.pixels().zip(turned.pixels()).flat_map(|(a, b)| a.0.into_iter().zip(b.0));
        let mean = channels.map(|(a, b)| f64::from(a.abs_diff(b))).sum::<f64>() / picture.as_raw().len() as f64;
        // Letters are smoothed a little otherwise upside down.
        assert!(mean < 1.0, "{mean:.2}");
        assert!(picture.get_pixel(0, 0).0[3] < 64);
    }
}
