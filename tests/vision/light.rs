//! Cards in light that shows no colours.

use crate::letters::named;
use crate::stage::{laid, reading};
use image::{Rgb, RgbImage};
use kibitzer::cards::{IndexSet, Rank};

/// What a camera without colours sees, tinted.
fn of_one_colour(picture: &RgbImage, weights: [f32; 3], tint: [f32; 3]) -> RgbImage {
    let mut seen = picture.clone();
    for Rgb(pixel) in seen.pixels_mut() {
        let light: f32 = pixel.iter().zip(weights).map(|(&value, weight)| f32::from(value) * weight).sum();
        *pixel = tint.map(|share| (light * share) as u8);
    }
    seen
}

#[test]
fn suits_without_colours_are_told_by_their_shapes() {
    let mut recognizer = reading(IndexSet::English);
    let (mut told, mut cards) = (0, 0);
    let (low, high) = Rank::ALL.split_at(6);
    for ranks in [low, high] {
        let (picture, truth) = laid(ranks, IndexSet::English);
        for (light, weights, tint) in [
            ("black and white", [0.299, 0.587, 0.114], [1.0; 3]),
            ("a yellow lamp", [0.35, 0.5, 0.15], [1.0, 0.75, 0.25]),
            ("a blue lamp", [0.05, 0.15, 0.8], [0.3, 0.5, 1.0]),
        ] {
            let found = recognizer.recognize(&of_one_colour(&picture, weights, tint)).unwrap();
            let (right, wrong) = named(&found, &truth);
            println!("{light}: {right} of {} named right, wrong {wrong:?}", truth.len());
            assert!(wrong.is_empty(), "{light}: {wrong:?}");
            (told, cards) = (told + right, cards + truth.len());
        }
    }
    assert!(told * 10 >= cards * 9, "{told} of {cards} named right");
}
