//! Court cards of decks in other languages.

use crate::stage::{laid, reading};
use kibitzer::cards::{CardId, IndexSet, Rank};
use kibitzer::geometry::{Image, Quad};
use kibitzer::recognizer::{FoundCard, Scene};

/// How many are named as they are, and the ranks of what is named as something else.
pub fn named(found: &[FoundCard], truth: &[(CardId, Quad<Image>)]) -> (usize, Vec<(CardId, CardId)>) {
    let at = |quad: &Quad<Image>| found.iter().find(|card| card.quad.iou(quad) > 0.5).and_then(|card| card.identity.card());
    let (right, wrong): (Vec<_>, Vec<_>) =
        truth.iter().filter_map(|(card, quad)| Some((card.clone(), at(quad)?.clone()))).partition(|(card, name)| card == name);
    (right.len(), wrong)
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
