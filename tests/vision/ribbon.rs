//! A deck spread in one row, of which hardly more than the indices show.

use crate::stage::{lay, reading, standard_printed, wood};
use kibitzer::cards::{IndexSet, Rank, StandardCard, Suit};
use kibitzer::geometry::{Image, Point, Quad};

#[test]
fn a_deck_spread_in_one_row_is_read() {
    // Of each card 17 of its 96 px show.
    const STEP_PX: f64 = 17.0;
    let mut picture = wood(1600, 900, 5);
    let mut truth = Vec::new();
    let cards = Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.map(|rank| StandardCard::Pip(rank, suit)));
    for (i, card) in cards.enumerate() {
        let along = i as f64 - 25.5;
        let (x, turn) = (800.0 + STEP_PX * along, 0.008 * along);
        let quad = Quad::<Image>::placed(Point::new(x, 380.0 + 0.07 * along * along), 96.0, 134.0, turn);
        lay(&mut picture, &standard_printed(card, IndexSet::English), &quad);
        truth.push((card.id().unwrap(), quad));
    }
    let mut recognizer = reading(IndexSet::Any);
    let found = recognizer.recognize(&picture).unwrap();
    let names: Vec<_> = found.iter().filter_map(|f| Some((f.identity.card()?, f.quad))).collect();
    let told = truth.iter().filter(|(card, _)| names.iter().any(|(name, _)| *name == card)).count();
    let placed = truth.iter().filter(|(card, quad)| names.iter().any(|(name, at)| *name == card && at.iou(quad) > 0.7)).count();
    assert!(told >= 45 && placed >= 43 && names.len() == told, "{told} {placed} {}", names.len());
}
