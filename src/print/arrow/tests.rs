use super::*;
use crate::games::arrow::{builtin_deck, read_deck};
use crate::print::{back, raster};
use image::RgbaImage;

fn set() -> Deck<Face> {
    builtin_deck("arrow").unwrap()
}

fn pictures(deck: &Deck<Face>, px_per_mm: f64) -> Vec<(&Design<Face>, RgbaImage)> {
    deck.designs().iter().map(|design| (design, raster(&arrow_face(design, deck, None), px_per_mm).unwrap())).collect()
}

/// Mean lightness about a place, 0 to 1.
fn light(picture: &RgbaImage, [x, y]: [f64; 2], px_per_mm: f64) -> f64 {
    let pixel = |d: [f64; 2]| picture.get_pixel(((x + d[0]) * px_per_mm) as u32, ((y + d[1]) * px_per_mm) as u32).0;
    let around = [[0.0, 0.0], [0.3, 0.0], [-0.3, 0.0], [0.0, 0.3], [0.0, -0.3]];
    around.into_iter().map(|d| pixel(d)[..3].iter().map(|c| f64::from(*c)).sum::<f64>() / 765.0).sum::<f64>() / 5.0
}

#[test]
fn each_edge_and_corner_is_black_where_the_arrow_is_and_white_where_none_is() {
    // 2.4 px/mm: a card 150 px wide.
    for (design, picture) in pictures(&set(), 2.4) {
        assert_eq!(picture.width(), 151);
        for way in Direction::ALL {
            let (right, up) = way.step();
            let place = |side: f64, step: i8| match step {
                0 => side / 2.0,
                1 => side - 3.9,
                _ => 3.9,
            };
            let light = light(&picture, [place(WIDTH, right), place(HEIGHT, -up)], 2.4);
            let has = design.face.arrows.has(way);
            assert!(if has { light < 0.2 } else { light > 0.95 }, "{} {way}: {light:.2}", design.card);
        }
    }
}

#[test]
fn the_top_has_the_signs_colour_and_the_bottom_has_not() {
    for (design, picture) in pictures(&set(), 2.0) {
        let hex = colours(design.face.sign).0;
        let colour = [1, 3, 5].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        let share = |top: u32| {
            let pixels = (0..126).flat_map(|x| (0..40).map(move |y| (x, y + top))).map(|(x, y)| picture.get_pixel(x, y).0);
            pixels.filter(|p| p[..3].iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 8)).count() as f64 / (126.0 * 40.0)
        };
        let (top, bottom) = (share(8), share(176 - 48));
        assert!(top > 0.15 && bottom < 0.05, "{}: {top:.2} and {bottom:.2}", design.card);
    }
}

/// Mean difference of two pictures' channels, 0 to 255.
fn difference<'a>(a: &RgbaImage, b: impl Iterator<Item = &'a u8>) -> f64 {
    a.as_raw().iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.as_raw().len() as f64
}

#[test]
fn no_two_cards_look_alike_even_one_of_them_upside_down() {
    let deck = set();
    let mut all: Vec<(&str, RgbaImage)> = pictures(&deck, 1.0).into_iter().map(|(design, picture)| (design.card.name(), picture)).collect();
    all.push(("back", raster(&back(&deck), 1.0).unwrap()));
    let mut closest = (f64::INFINITY, "", "");
    for (i, (name, a)) in all.iter().enumerate() {
        for (other, b) in &all[i + 1..] {
            let turned = image::imageops::rotate180(b);
            let apart = difference(a, b.as_raw().iter()).min(difference(a, turned.as_raw().iter()));
            if apart < closest.0 {
                closest = (apart, name, other);
            }
        }
    }
    println!("closest: {} and {}, {:.1} of 255 apart", closest.1, closest.2, closest.0);
    assert!(closest.0 > 10.0, "{closest:?}");
}

#[test]
fn the_words_lie_within_the_panel_and_apart_from_the_arrows() {
    let deck = set();
    let px_per_mm = 96.0 / 25.4;
    for design in deck.designs() {
        let tree = resvg::usvg::Tree::from_str(&arrow_face(design, &deck, None), &crate::print::fonts::options()).unwrap();
        let mut count = 0;
        visit(tree.root(), &mut |text| {
            let bounds = text.abs_bounding_box();
            let [left, top, width, height] = PANEL.map(|mm| mm as f32 * px_per_mm as f32);
            let inside = bounds.left() > left && bounds.right() < left + width && bounds.top() > top && bounds.bottom() < top + height;
            assert!(inside, "{}: {bounds:?}", design.card);
            count += 1;
        });
        assert!(count >= 5, "{}: {count}", design.card);
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
fn every_card_of_the_set_has_a_silhouette_of_its_own() {
    let mut seen = std::collections::BTreeMap::new();
    for design in set().designs() {
        let motif = motif::Motif::of(&design.face.name).map(|motif| format!("{motif:?}"));
        assert!(motif.is_some(), "{}", design.card);
        assert_eq!(seen.insert(motif, design.card.clone()), None, "{}", design.card);
    }
}

#[test]
fn a_picture_that_was_brought_takes_the_place_of_the_drawn_one() {
    let card = "[[card]]\nid='a'\nname='Nobody Knows It'\nsign='rock'\nstrength=12\ndefense=99\npoints=2\narrows='N'\n";
    let deck = read_deck(&format!("format=1\nid='my'\ngame='arrow'\ntitle='My'\n{card}")).unwrap();
    let mut png = Vec::new();
    let green = RgbaImage::from_pixel(30, 20, image::Rgba([0, 200, 0, 255]));
    green.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).unwrap();
    let picture = Picture::read(&png).unwrap();
    let greens = |picture: Option<&Picture>| {
        let image = raster(&arrow_face(&deck.designs()[0], &deck, picture), 2.0).unwrap();
        image.pixels().filter(|p| p.0 == [0, 200, 0, 255]).count()
    };
    assert!(greens(None) == 0 && greens(Some(&picture)) > 5000);
}
