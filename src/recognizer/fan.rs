//! Fanned stacks: where the next copy of a stack would lie, and whether its strip shows there.
//!
//! A strip is a fifth of a card, so it is hard to detect. But once the top of a stack is named, it is known where the strip
//! of a copy below it would be and how it would look.

use super::decode::Detection;
use super::rectify::{Crop, crop_quad, picture_from_crop};
use super::{Candidates, FoundCard, Reading};
use crate::cards::Face;
use crate::geometry::{Image, Point, Quad};
use image::RgbImage;

/// Copies looked for above one card.
pub(super) const MOST_COPIES: usize = 8;
/// Outlines that share more are one card; neighbours in a fan share about 0.63.
const SAME_IOU: f64 = 0.75;

/// Where a copy lies that this card covers but for its strip; `None` for cards that are not fanned.
pub(super) fn copy_above(card: &FoundCard, candidates: &Candidates) -> Option<Detection> {
    let shown = candidates.faces()?.shown_in_fan(card.identity.card()?)?;
    if card.face == Face::Down {
        return None;
    }
    let to_picture = picture_from_crop(&card.quad)?;
    let (here, height) = (crop_quad(), crop_quad().height());
    let quad = to_picture.apply_quad(&here.map(|p| Point::<Crop>::new(p.x, p.y - shown * height)));
    let strip: Quad<Crop> = here.map(|p| Point::new(p.x, if p.y > height / 2.0 { here.corners[0].y } else { p.y - shown * height }));
    let finite = quad.corners.iter().all(|p| p.x.is_finite() && p.y.is_finite());
    (finite && quad.is_convex()).then(|| Detection { quad, peak: to_picture.apply_quad(&strip).centre(), score: card.score })
}

/// Whether nothing was found at this place yet.
pub(super) fn is_free<'f>(place: &Quad<Image>, mut found: impl Iterator<Item = &'f FoundCard>) -> bool {
    found.all(|card| card.quad.iou(place) < SAME_IOU)
}

/// Likeness from which a strip is one, and how far it must be ahead of every other design's: a strip shows little.
const STRIP_LIKENESS: f32 = 0.82;
const STRIP_LEAD: f32 = 0.06;

/// Whether what was read is clearly the strip of a covered card, the right way up.
pub(super) fn shows_a_strip(reading: &Reading, candidates: &Candidates) -> bool {
    let Some(faces) = candidates.faces() else { return false };
    let matches = faces.matches(reading);
    let second = matches.get(1).map_or(0.0, |m| m.similarity);
    let clear = |best: &&super::Match<'_>| best.similarity >= STRIP_LIKENESS && best.similarity - second >= STRIP_LEAD;
    matches.first().filter(clear).is_some_and(|best| best.fanned && !best.half_turned)
}

/// Whether the card's top edge is in the picture: beyond it, the border goes on and could be taken for a strip.
pub(super) fn is_inside(card: &FoundCard, picture: &RgbImage) -> bool {
    let [left, right, ..] = card.quad.corners;
    let top = left.lerp(right, 0.5);
    top.x >= 0.0 && top.y >= 0.0 && top.x < f64::from(picture.width()) && top.y < f64::from(picture.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizer::Gallery;
    use crate::table::Identity;

    #[test]
    fn the_copy_above_lies_one_strip_towards_the_cards_own_top() {
        let card: crate::cards::CardId = "d/a".parse().unwrap();
        let candidates = Candidates::gallery(Gallery::of_one_fanned(card.clone(), 20.0 / 88.0));
        let on_table = |x: f64, y: f64| Quad::<Image>::placed(Point::new(x, y), 63.0, 88.0, std::f64::consts::FRAC_PI_2);
        let quad = on_table(300.0, 200.0);
        let top = FoundCard { quad, face: Face::Up, identity: Identity::certain(card), score: 0.9 };
        let above = copy_above(&top, &candidates).unwrap();
        // Turned by a quarter, its own top is to the right.
        assert!(above.quad.centre().distance(Point::new(320.0, 200.0)) < 1e-6, "{:?}", above.quad);
        assert!(above.peak.distance(Point::new(354.0, 200.0)) < 0.5, "{:?}", above.peak);
        assert!(is_free(&above.quad, [&top].into_iter()));
        let beside = FoundCard { quad: on_table(321.0, 201.0), ..top.clone() };
        assert!(!is_free(&above.quad, [&beside].into_iter()));
        assert!(copy_above(&FoundCard { face: Face::Down, ..top.clone() }, &candidates).is_none());
        assert!(copy_above(&FoundCard { identity: Identity::certain("d/b".parse().unwrap()), ..top }, &candidates).is_none());
    }
}
