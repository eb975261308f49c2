//! Decks with an index in every corner.

use crate::stage::{lay, leaning_camera, reading, standard_printed, wood};
use image::{GenericImage, GenericImageView, RgbImage};
use kibitzer::cards::{CardId, IndexSet, Rank, StandardCard, Suit};
use kibitzer::geometry::{Point, Quad, Table};
use std::collections::BTreeSet;

/// The face with its indices also in the two other corners, upright as those beside them.
fn with_four_indices(face: &RgbImage) -> RgbImage {
    let (w, h) = face.dimensions();
    let (across, along) = (w / 5, h * 3 / 11);
    let mut out = face.clone();
    let index = face.view(w / 100, 0, across, along).to_image();
    out.copy_from(&index, w - across - w / 100, 0).unwrap();
    let index = face.view(w - across - w / 100, h - along, across, along).to_image();
    out.copy_from(&index, w / 100, h - along).unwrap();
    out
}

#[test]
fn an_index_in_a_third_or_fourth_corner_tells_no_other_card() {
    let mut recognizer = reading(IndexSet::Any);
    for (tilt, turn, suit) in [(0.0, 0.5, Suit::Hearts), (0.4, 2.8, Suit::Clubs), (0.8, 3.33, Suit::Diamonds)] {
        let camera = leaning_camera(640, 480, 0.75, tilt);
        let mut picture = wood(640, 480, 31);
        let mut truth = BTreeSet::new();
        // Sixes and nines, fives and twos are the likeliest to be taken for each other upside down.
        for (number, rank) in [1, 4, 5, 7, 8, 9].into_iter().filter_map(|i| Rank::ALL.get(i)).enumerate() {
            let place = Point::new(-110.0 + 105.0 * (number % 3) as f64, -60.0 + 115.0 * (number / 3) as f64);
            let card = StandardCard::Pip(*rank, suit);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, turn + 0.2 * number as f64));
            lay(&mut picture, &with_four_indices(&standard_printed(card, IndexSet::English)), &quad);
            truth.insert(card.id().unwrap());
        }
        let found = recognizer.recognize(&picture).unwrap();
        let told: BTreeSet<CardId> = found.iter().filter_map(|card| card.identity.card().cloned()).collect();
        assert!(told.is_subset(&truth) && told.len() + 1 >= truth.len(), "{suit:?}: {told:?}");
    }
}
