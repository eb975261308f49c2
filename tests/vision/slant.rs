//! A camera that looks at the table from the side.

use crate::stage::{lay, leaning_camera, reading, standard_printed, wood};
use image::RgbImage;
use kibitzer::cards::{CardId, IndexSet, Rank, StandardCard, Suit};
use kibitzer::geometry::{Homography, Image, Point, Quad, Table};
use kibitzer::recognizer::{FoundCard, Scene};

/// Fans on a table, where their cards lie, and where on the table a pixel does.
struct Aslant {
    picture: RgbImage,
    truth: Vec<(CardId, Quad<Image>)>,
    table: Homography<Table, Image>,
}

fn aslant(fans: usize, degrees: f64) -> Aslant {
    let camera = leaning_camera(1280, 900, 2.0, degrees.to_radians());
    let mut picture = wood(1280, 900, 23);
    let mut truth = Vec::new();
    for (row, suit) in Suit::ALL.into_iter().take(fans).enumerate() {
        for (column, rank) in Rank::ALL.into_iter().take(5).enumerate() {
            // A fan in each row: of all but its last card a strip is seen.
            let place = Point::new(-180.0 + 24.0 * column as f64 + 170.0 * (row % 2) as f64, -155.0 + 100.0 * row as f64);
            let card = StandardCard::Pip(rank, suit);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, 0.04 * (column + row) as f64));
            lay(&mut picture, &standard_printed(card, IndexSet::English), &quad);
            truth.push((card.id().unwrap(), quad));
        }
    }
    Aslant { picture, truth, table: camera.inverse().unwrap() }
}

impl Aslant {
    /// How far off the named cards were outlined, in parts of their width, from the least on.
    fn far(&self, found: &[FoundCard]) -> Vec<f64> {
        let named = |(card, quad): &(_, Quad<_>)| {
            found.iter().find(|seen| seen.identity.card() == Some(card)).map(|seen| seen.quad.farthest(quad) / quad.width())
        };
        let mut far: Vec<f64> = self.truth.iter().filter_map(named).collect();
        far.sort_by(f64::total_cmp);
        far
    }
}

fn median(far: &[f64]) -> f64 {
    far.get(far.len() / 2).copied().unwrap_or(f64::INFINITY)
}

#[test]
fn a_table_seen_aslant_is_searched_from_straight_above() {
    let scene = aslant(4, 50.0);
    let looked = |known: &Scene<'_>| {
        let mut recognizer = reading(IndexSet::Any);
        // Of a table that was empty before, nothing is remembered.
        recognizer.recognize_frame(&wood(1280, 900, 23), 960, known).unwrap();
        recognizer.recognize_frame(&scene.picture, 960, known).unwrap()
    };
    let aslant = scene.far(&looked(&Scene::UNKNOWN));
    let above = scene.far(&looked(&Scene { table: Some(scene.table), ..Scene::UNKNOWN }));
    println!("named {} and from above {}, off by {:.3} and {:.3}", aslant.len(), above.len(), median(&aslant), median(&above));
    assert!(above.len() >= aslant.len() && above.len() + 1 >= scene.truth.len(), "{} and {} named", aslant.len(), above.len());
    assert!(median(&above) < 0.8 * median(&aslant), "{} and {}", median(&aslant), median(&above));
}

#[test]
fn a_still_of_a_known_table_is_looked_at_from_straight_above() {
    // Five cards so far aslant tell less well how the camera stands.
    let scene = aslant(1, 61.0);
    let [guessed, known] =
        [None, Some(&scene.table)].map(|table| scene.far(&reading(IndexSet::Any).recognize_still(&scene.picture, table).unwrap()));
    println!("named {} and from above {}, off by {:.3} and {:.3}", guessed.len(), known.len(), median(&guessed), median(&known));
    assert_eq!(known.len(), scene.truth.len());
    assert!(median(&known) < 0.5 * median(&guessed) && median(&known) < 0.02, "{} and {}", median(&guessed), median(&known));
}
