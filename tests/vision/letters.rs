//! Court cards of decks in other languages.

use crate::stage::{lay, slanted_camera, standard_printed, wood};
use image::RgbImage;
use kibitzer::cards::{CardId, IndexSet, Rank, StandardCard, Suit};
use kibitzer::geometry::{Image, Point, Quad, Table};
use kibitzer::recognizer::{Candidates, FoundCard, ModelFolder, Recognizer, Scene};

/// A table with cards of these ranks, one suit a row, and where they lie.
fn laid(ranks: &[Rank], letters: IndexSet) -> (RgbImage, Vec<(CardId, Quad<Image>)>) {
    let camera = slanted_camera(1280, 900, 2.0);
    let mut picture = wood(1280, 900, 11);
    let mut truth = Vec::new();
    for (row, suit) in Suit::ALL.into_iter().enumerate() {
        for (column, rank) in ranks.iter().enumerate() {
            let card = StandardCard::Pip(*rank, suit);
            let place = Point::new(80.0 + 90.0 * column as f64, 60.0 + 108.0 * row as f64);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, 0.03 * (row + column) as f64));
            lay(&mut picture, &standard_printed(card, letters), &quad);
            truth.push((card.id().unwrap(), quad));
        }
    }
    (picture, truth)
}

/// How many are named as they are, and the ranks of what is named as something else.
fn named(found: &[FoundCard], truth: &[(CardId, Quad<Image>)]) -> (usize, Vec<(CardId, CardId)>) {
    let at = |quad: &Quad<Image>| found.iter().find(|card| card.quad.iou(quad) > 0.5).and_then(|card| card.identity.card());
    let (right, wrong): (Vec<_>, Vec<_>) =
        truth.iter().filter_map(|(card, quad)| Some((card.clone(), at(quad)?.clone()))).partition(|(card, name)| card == name);
    (right.len(), wrong)
}

fn reading(letters: IndexSet) -> Recognizer {
    Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap().with_indices(letters)).unwrap()
}

#[test]
fn court_cards_are_named_by_what_their_letters_mean_in_every_language() {
    let courts = Rank::ALL.split_at(9).1;
    for letters in IndexSet::DECLARED {
        let (picture, truth) = laid(courts, letters);
        for declared in [IndexSet::Any, letters] {
            let (right, wrong) = named(&reading(declared).recognize(&picture).unwrap(), &truth);
            println!("{letters:?} read as {declared:?}: {right} of {} named right, wrong {wrong:?}", truth.len());
            assert!(wrong.is_empty() && right + 1 >= truth.len(), "{letters:?} read as {declared:?}: {right} right, {wrong:?}");
        }
    }
}

#[test]
fn what_a_lone_v_means_is_declared() {
    let (jacks, queens) = (&Rank::ALL[10..11], &Rank::ALL[11..12]);
    for (printed, ranks) in [(IndexSet::French, jacks), (IndexSet::Dutch, queens)] {
        let (picture, truth) = laid(ranks, printed);
        let (right, wrong) = named(&reading(printed).recognize(&picture).unwrap(), &truth);
        assert!(wrong.is_empty() && right + 1 >= truth.len(), "{printed:?}: {right} right, {wrong:?}");
        // A film keeps what it has been told.
        let found = reading(printed).recognize_frame(&picture, 960, &Scene::UNKNOWN).unwrap();
        assert!(named(&found, &truth).1.is_empty(), "{found:?}");
    }
}
