//! A table that is a small part of what a picture shows.

use crate::stage::{laid, wood};
use image::imageops::{FilterType, replace, resize};
use kibitzer::cards::{IndexSet, Rank};
use kibitzer::geometry::{Image, Point};
use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer};

#[test]
fn cards_that_are_a_small_part_of_a_large_picture_are_looked_at_closer() {
    let (near, truth) = laid(&Rank::ALL[..7], IndexSet::English);
    // Cards are 88 px high: in a picture of 1024 px 23.
    let at = Point::<Image>::new(2300.0, 1700.0);
    let mut picture = wood(4000, 3000, 11);
    replace(&mut picture, &resize(&near, near.width() / 2, near.height() / 2, FilterType::Triangle), at.x as i64, at.y as i64);
    let mut recognizer = Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap()).unwrap();
    let found = recognizer.recognize(&picture).unwrap();
    assert_eq!(found.len(), truth.len());
    for (card, quad) in &truth {
        let quad = quad.map(|p: Point<Image>| p * 0.5 + at);
        let seen = found.iter().find(|f| f.identity.card() == Some(card)).unwrap_or_else(|| panic!("{card} is not told: {found:?}"));
        assert!(seen.quad.iou(&quad) > 0.8, "{card} lies at {quad:?}, not at {:?}", seen.quad);
    }
}
