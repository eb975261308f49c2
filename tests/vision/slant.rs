//! A camera that looks at the table from the side.

use crate::stage::{lay, leaning_camera, standard_printed, wood};
use kibitzer::cards::{IndexSet, Rank, StandardCard, Suit};
use kibitzer::geometry::{Point, Quad, Table};
use kibitzer::recognizer::{Candidates, FoundCard, ModelFolder, Recognizer, Scene};

#[test]
fn a_table_seen_aslant_is_searched_from_straight_above() {
    let camera = leaning_camera(1280, 900, 2.0, f64::to_radians(50.0));
    let mut picture = wood(1280, 900, 23);
    let mut truth = Vec::new();
    for (row, suit) in Suit::ALL.into_iter().enumerate() {
        for (column, rank) in Rank::ALL.into_iter().take(5).enumerate() {
            // A fan in each row: of all but its last card a strip is seen.
            let place = Point::new(-180.0 + 24.0 * column as f64 + 170.0 * (row % 2) as f64, -155.0 + 100.0 * row as f64);
            let card = StandardCard::Pip(rank, suit);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, 0.04 * (column + row) as f64));
            lay(&mut picture, &standard_printed(card, IndexSet::English), &quad);
            truth.push((card.id().unwrap(), quad));
        }
    }
    let looked = |scene: &Scene<'_>| {
        let mut recognizer = Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap()).unwrap();
        // Of a table that was empty before, nothing is remembered.
        recognizer.recognize_frame(&wood(1280, 900, 23), 960, scene).unwrap();
        recognizer.recognize_frame(&picture, 960, scene).unwrap()
    };
    let far = |found: &[FoundCard]| {
        let named = |(card, quad): &(_, Quad<_>)| {
            found.iter().find(|seen| seen.identity.card() == Some(card)).map(|seen| seen.quad.farthest(quad) / quad.width())
        };
        let mut far: Vec<f64> = truth.iter().filter_map(named).collect();
        far.sort_by(f64::total_cmp);
        far
    };
    let aslant = far(&looked(&Scene::UNKNOWN));
    let above = far(&looked(&Scene { table: Some(camera.inverse().unwrap()), ..Scene::UNKNOWN }));
    let median = |far: &[f64]| far.get(far.len() / 2).copied().unwrap_or(f64::INFINITY);
    println!("named {} and from above {}, off by {:.3} and {:.3}", aslant.len(), above.len(), median(&aslant), median(&above));
    assert!(above.len() >= aslant.len() && above.len() + 1 >= truth.len(), "{} and {} named", aslant.len(), above.len());
    assert!(median(&above) < 0.8 * median(&aslant), "{} and {}", median(&aslant), median(&above));
}
