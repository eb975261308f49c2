use super::face::{CORNER, HEIGHT, WIDTH};
use super::fonts::{CAP_HEIGHT, Font};
use super::svg::{Anchor, Svg};
use crate::cards::{IndexSet, StandardCard, Suit};

const PAPER: &str = "#fdfcf7";
const RED: &str = "#b3202a";
const BLACK: &str = "#1a1a1a";
/// Where the columns of pips stand, from the card's left edge, and its middle column.
const COLUMNS: [f64; 2] = [21.0, WIDTH - 21.0];
const MIDDLE: f64 = WIDTH / 2.0;
/// Highest and lowest pip, from the card's top edge.
const PIPS: [f64; 2] = [17.0, HEIGHT - 17.0];

/// The face of a standard card as SVG, 63×88 mm: plain, with its rank, in these letters, and suit in two corners.
pub fn standard_face(card: StandardCard, indices: IndexSet) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.rect([0.0, 0.0, WIDTH, HEIGHT], CORNER, &format!(r#"fill="{PAPER}""#));
    match card {
        StandardCard::Pip(rank, suit) => {
            let fill = format!(r#"fill="{}""#, if matches!(suit, Suit::Diamonds | Suit::Hearts) { RED } else { BLACK });
            both_ways(&mut svg, |svg| {
                svg.text(indices.symbol(rank), [7.0, 12.0], Anchor::Middle, Font::CondensedBold, 10.0, &fill);
                svg.text(sign(suit), [7.0, 20.5], Anchor::Middle, Font::Regular, 9.0, &fill);
            });
            if rank.number() > 10 {
                svg.rect([13.0, 10.0, WIDTH - 26.0, HEIGHT - 20.0], 1.5, &format!(r#"fill="none" stroke="{BLACK}" stroke-width="0.6""#));
                both_ways(&mut svg, |svg| svg.text(sign(suit), [20.0, 22.0], Anchor::Middle, Font::Regular, 12.0, &fill));
                centred(&mut svg, indices.symbol(rank), [MIDDLE, HEIGHT / 2.0], Font::Bold, 34.0, &fill);
            }
            for ([x, y], upside_down) in pips(rank.number()) {
                let size = if rank.number() == 1 { 30.0 } else { 15.0 };
                let turn = if upside_down { 180 } else { 0 };
                svg.group(&format!("rotate({turn} {x} {y})"), |svg| centred(svg, sign(suit), [x, y], Font::Regular, size, &fill));
            }
        }
        StandardCard::Joker => {
            let fill = format!(r#"fill="{BLACK}""#);
            both_ways(&mut svg, |svg| {
                for (letter, y) in ["J", "O", "K", "E", "R"].into_iter().zip([11.0, 17.5, 24.0, 30.5, 37.0]) {
                    svg.text(letter, [6.5, y], Anchor::Middle, Font::CondensedBold, 7.0, &fill);
                }
            });
            cap(&mut svg);
        }
    }
    svg.rect([0.1, 0.1, WIDTH - 0.2, HEIGHT - 0.2], CORNER, r##"fill="none" stroke="#8a8a8a" stroke-width="0.2""##);
    svg.finish()
}

/// A fool's cap with three bells, above a band with stars.
fn cap(svg: &mut Svg) {
    const PURPLE: &str = "#5b2a86";
    const TEAL: &str = "#1d7a72";
    // Nothing that a finder of hands could take for skin.
    const PALE: &str = "#c3cfe6";
    let outlined = |fill: &str| format!(r#"fill="{fill}" stroke="{BLACK}" stroke-width="0.5""#);
    let mirrored = |[x, y]: [f64; 2]| [WIDTH - x, y];
    let horn = [[17.0, 58.0], [15.5, 46.0], [10.5, 38.0], [21.0, 34.0], [28.0, 43.0], [29.0, 58.0]];
    svg.polygon(horn, &outlined(PURPLE));
    svg.polygon(horn.map(mirrored), &outlined(PURPLE));
    svg.polygon([[23.0, 58.0], [25.0, 40.0], [MIDDLE, 21.0], [WIDTH - 25.0, 40.0], [WIDTH - 23.0, 58.0]], &outlined(TEAL));
    svg.rect([15.5, 57.0, WIDTH - 31.0, 9.0], 1.5, &outlined(PALE));
    for bell in [[11.0, 39.5], [MIDDLE, 20.5], mirrored([11.0, 39.5])] {
        svg.circle(bell, 3.4, &outlined(PALE));
    }
    for x in [MIDDLE - 10.0, MIDDLE, MIDDLE + 10.0] {
        centred(svg, "★", [x, 61.5], Font::Regular, 7.0, &format!(r#"fill="{BLACK}""#));
    }
}

const fn sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "♣",
        Suit::Diamonds => "♦",
        Suit::Hearts => "♥",
        Suit::Spades => "♠",
    }
}

/// Where the pips of a number card stand, and whether each is upside down.
fn pips(number: u8) -> Vec<([f64; 2], bool)> {
    let [top, bottom] = PIPS;
    // In shares of the way down: how many in each outer column, and which in the middle.
    let (outer, middle): (u8, &[f64]) = match number {
        1 => (0, &[0.5]),
        2 => (0, &[0.0, 1.0]),
        3 => (0, &[0.0, 0.5, 1.0]),
        4 => (2, &[]),
        5 => (2, &[0.5]),
        6 => (3, &[]),
        7 => (3, &[0.25]),
        8 => (3, &[0.25, 0.75]),
        9 => (4, &[0.5]),
        10 => (4, &[1.0 / 6.0, 5.0 / 6.0]),
        _ => (0, &[]),
    };
    let columns = (0..outer).flat_map(|k| COLUMNS.map(|x| (x, f64::from(k) / f64::from(outer - 1))));
    let places = columns.chain(middle.iter().map(|share| (MIDDLE, *share)));
    places.map(|(x, share)| ([x, top + (bottom - top) * share], share > 0.5)).collect()
}

/// Draws upright, and once more turned by 180° about the card's middle.
fn both_ways(svg: &mut Svg, draw: impl Fn(&mut Svg)) {
    for turn in [0, 180] {
        svg.group(&format!("rotate({turn} {} {})", WIDTH / 2.0, HEIGHT / 2.0), &draw);
    }
}

/// A line whose capitals stand about a point.
fn centred(svg: &mut Svg, line: &str, [x, y]: [f64; 2], font: Font, size: f64, fill: &str) {
    svg.text(line, [x, y + CAP_HEIGHT * size / 2.0], Anchor::Middle, font, size, fill);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;
    use crate::print::raster;

    #[test]
    fn a_number_card_has_as_many_pips_as_its_number_all_on_the_card() {
        for rank in Rank::ALL {
            let pips = pips(rank.number());
            assert_eq!(pips.len(), if rank.number() <= 10 { usize::from(rank.number()) } else { 0 });
            assert!(pips.iter().all(|([x, y], _)| (10.0..53.0).contains(x) && (10.0..78.0).contains(y)));
        }
    }

    #[test]
    fn every_face_is_printed_and_no_two_alike() {
        let suits = Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.map(|rank| StandardCard::Pip(rank, suit)));
        let faces: Vec<_> =
            suits.chain([StandardCard::Joker]).map(|card| raster(&standard_face(card, IndexSet::English), 1.0).unwrap()).collect();
        for (i, face) in faces.iter().enumerate() {
            assert!(faces[i + 1..].iter().all(|other| other != face), "face {i}");
            let red = face.pixels().filter(|p| p.0[0] > 120 && p.0[1] < 80).count();
            assert_eq!(red > 20, (13..39).contains(&i), "face {i}: {red} red pixels");
        }
    }
}
