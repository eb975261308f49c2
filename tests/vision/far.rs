//! A table that is a small part of what a picture shows.

use crate::stage::{laid, reading, wood};
use image::imageops::{FilterType, replace, resize};
use kibitzer::cards::{IndexSet, Rank};
use kibitzer::geometry::{Image, Point};

#[test]
fn cards_that_are_a_small_part_of_a_large_picture_are_looked_at_closer() {
    // Cards are 53 px high: of 28 the usual looks tell 13.
    const BY: f64 = 0.3;
    let (near, truth) = laid(&Rank::ALL[..7], IndexSet::English);
    let [width, height] = [near.width(), near.height()].map(|side| (f64::from(side) * BY) as u32);
    let at = Point::<Image>::new(2300.0, 1700.0);
    let mut picture = wood(4000, 3000, 11);
    replace(&mut picture, &resize(&near, width, height, FilterType::Triangle), at.x as i64, at.y as i64);
    let mut recognizer = reading(IndexSet::Any);
    let found = recognizer.recognize(&picture).unwrap();
    assert_eq!(found.len(), truth.len());
    for (card, quad) in &truth {
        let quad = quad.map(|p: Point<Image>| p * BY + at);
        let seen = found.iter().find(|f| f.identity.card() == Some(card)).unwrap_or_else(|| panic!("{card} is not told: {found:?}"));
        assert!(seen.quad.iou(&quad) > 0.7, "{card} lies at {quad:?}, not at {:?}", seen.quad);
    }
}
