//! What frames leave in doubt is looked at closer.

use crate::stage::{laid, wood};
use kibitzer::cards::{IndexSet, Rank};
use kibitzer::geometry::{Image, Point, Quad};
use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer, Scene};

/// An outline turned about its centre.
fn turned(outline: &Quad<Image>, by: f64) -> Quad<Image> {
    let (centre, (sin, cos)) = (outline.centre(), by.sin_cos());
    outline.map(|p| {
        let out = p - centre;
        centre + Point::new(cos * out.x - sin * out.y, sin * out.x + cos * out.y)
    })
}

#[test]
fn cards_that_every_frame_outlines_badly_are_read_in_the_end() {
    let (picture, truth) = laid(Rank::ALL.get(6..8).unwrap(), IndexSet::English);
    let mut recognizer = Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap()).unwrap();
    let scene = Scene { shape: &|outline| Some(turned(outline, 0.3)), ..Scene::UNKNOWN };
    // The first frame of a film is looked at as a still is: it shows no card.
    recognizer.recognize_frame(&wood(1280, 900, 11), 960, &scene).unwrap();
    let mut unread = |frames: usize| {
        let found = (0..frames).map(|_| recognizer.recognize_frame(&picture, 960, &scene).unwrap()).last().unwrap();
        found.iter().filter(|card| card.identity.card().is_none()).count()
    };
    let (first, then) = (unread(1), unread(150));
    println!("{first} of {} outlines unread, {then} a little later", truth.len());
    assert!(first >= 4 && then * 4 <= first, "{first} {then}");
}
