//! How large a still picture is looked at: for close-ups, as usual, and closer where cards are a small part of what it shows, or their indices lie
//! close together.

use super::average::median;
use super::decode::{Detection, STRIDE};

/// Longer sides at which every still is looked at, in pixels: close-ups, the usual, and small cards.
const USUAL_PX: [u32; 3] = [256, 512, 1024];
/// So much larger than the last of these is the look for indices that lie close together, as in a fan.
const FOR_INDICES: f64 = 1.75;
/// What is no larger than so many times the picture shows more than a smaller look: enlarging it farther adds nothing but where indices are crowded.
const ENLARGED: f64 = 1.25;
/// A still in which most cards are lower than this in the last of the usual looks is looked at closer, so that they are as high as that, in pixels.
const SMALL_PX: f64 = 60.0;
const CLOSE_PX: f64 = 90.0;
/// The longer side of the closest look, in pixels: it takes a second.
pub(super) const CLOSEST_PX: f64 = 4096.0;

/// How closely a still is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Looks {
    /// The closest look at cards, as a part of the picture's own size; `None` where the usual ones do.
    closest: Option<f64>,
}

impl Looks {
    /// Those that show the cards of most stills well.
    pub(super) const USUAL: Self = Self { closest: None };

    /// Whether a picture with this longer side may show cards that are too small for the usual looks: all of smaller ones is seen in the look for
    /// indices.
    pub(super) fn may_be_too_few(longer_px: u32) -> bool {
        f64::from(longer_px) > ENLARGED * FOR_INDICES * usual_px()
    }

    /// Those that show these cards well, which the usual looks found in a picture with this longer side.
    pub(super) fn at(cards: &[Detection], longer_px: u32) -> Self {
        let part = usual_px() / f64::from(longer_px);
        let high = part * median(&mut cards.iter().map(Detection::height_px).collect::<Vec<_>>());
        let closest = (high > 0.0 && high < SMALL_PX).then(|| (part * CLOSE_PX / high).min(1.0));
        Self { closest }
    }

    /// The longer sides at which to look for cards, in pixels, smallest first.
    pub(super) fn for_cards(self, longer_px: u32) -> Vec<u32> {
        let [near, middle, far] = USUAL_PX;
        let small = Some(far).filter(|&px| shows_more(px, longer_px));
        let closest = self.closest_px(longer_px).map(|px| px.round() as u32);
        [near, middle].into_iter().chain(small).chain(closest).collect()
    }

    /// The longer side at which to look once more for indices, in pixels; `None` where that shows no more than the looks for cards.
    pub(super) fn for_indices(self, longer_px: u32) -> Option<u32> {
        let Some(closest) = self.closest_px(longer_px) else {
            return Some((FOR_INDICES * usual_px()) as u32).filter(|&px| shows_more(px, longer_px));
        };
        let px = (FOR_INDICES * closest).min(f64::from(longer_px)).min(CLOSEST_PX);
        (px > ENLARGED * closest).then_some(px.round() as u32)
    }

    /// The longer side at which the cards are looked at last, in pixels.
    pub(super) fn last_for_cards(self, longer_px: u32) -> u32 {
        self.for_cards(longer_px).last().copied().unwrap_or(longer_px)
    }

    fn closest_px(self, longer_px: u32) -> Option<f64> {
        self.closest.map(|part| (part * f64::from(longer_px)).min(CLOSEST_PX))
    }
}

/// The longer side at which to look once more for indices, in pixels, where most of those that a look at `seen_px` showed lie close together, as in a
/// deck that is spread in one row: of neighbours that melt into each other only one is seen.
pub(super) fn for_crowded(indices: &[Detection], seen_px: u32, longer_px: u32) -> Option<u32> {
    /// Peaks no farther apart are of one index, in the pixels of the look.
    const ONE_PX: f64 = 2.0 * STRIDE as f64;
    /// Indices nearer to another than this are crowded, and are looked at so that they are as far apart as that.
    const CROWDED_PX: f64 = 32.0;
    const APART_PX: f64 = 44.0;
    /// Fewer are a fan, which the usual looks show well.
    const FEW: usize = 6;
    /// The closest look, as a part of the picture: enlarging helps to tell neighbours apart, since the network answers for squares of some pixels.
    const LARGEST: f64 = 1.5;
    let scale = f64::from(seen_px) / f64::from(longer_px);
    let nearest = |index: &Detection| {
        let others = indices.iter().map(|other| scale * other.peak.distance(index.peak));
        others.filter(|apart| *apart > ONE_PX).min_by(f64::total_cmp)
    };
    let mut crowded: Vec<f64> = indices.iter().filter_map(nearest).filter(|apart| *apart < CROWDED_PX).collect();
    if crowded.len() < FEW || 2 * crowded.len() < indices.len() {
        return None;
    }
    let apart = f64::from(seen_px) * APART_PX / median(&mut crowded);
    let px = apart.min(LARGEST * f64::from(longer_px)).min(CLOSEST_PX);
    (px > ENLARGED * f64::from(seen_px)).then_some(px.round() as u32)
}

fn usual_px() -> f64 {
    let [.., last] = USUAL_PX;
    f64::from(last)
}

fn shows_more(px: u32, longer_px: u32) -> bool {
    f64::from(px) <= ENLARGED * f64::from(longer_px)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};

    fn seen(height: f64) -> Detection {
        let quad = Quad::placed(Point::new(900.0, 700.0), 0.68 * height, height, 0.3);
        Detection { quad, peak: quad.centre(), score: 0.9 }
    }

    #[test]
    fn small_cards_of_a_large_picture_are_looked_at_closer() {
        assert!(Looks::may_be_too_few(4000) && !Looks::may_be_too_few(1920));
        // A card of 100 pixels in a telephone's picture is 26 high in the last of the usual looks.
        let far = Looks::at(&[100.0, 104.0, 98.0, 700.0].map(seen), 4000);
        let looks = far.for_cards(4000);
        assert_eq!(looks.get(..3), Some(&USUAL_PX[..]));
        let high = 104.0 * f64::from(looks[3]) / 4000.0;
        assert!((high - CLOSE_PX).abs() < 1.0, "{looks:?}");
        assert_eq!(far.for_indices(4000), None, "the picture has no more pixels");
        let nearer = Looks::at(&[seen(200.0)], 4000);
        assert_eq!((nearer.for_cards(4000), nearer.for_indices(4000)), (vec![256, 512, 1024, 1800], Some(3150)));
    }

    #[test]
    fn a_deck_spread_in_one_row_is_looked_at_closer() {
        let row = |apart: f64, count: u8| -> Vec<Detection> {
            let at = |i: u8| Detection { peak: Point::new(300.0 + apart * f64::from(i), 700.0), ..seen(170.0) };
            // Each is seen twice, in the picture as it is and in the picture turned.
            (0..count).flat_map(|i| [at(i), at(i)]).collect()
        };
        assert_eq!(for_crowded(&row(18.0, 40), 1792, 1600), Some(2400), "no more than half as large again");
        assert_eq!(for_crowded(&row(30.0, 40), 1792, 3200), Some(4096), "nor than the closest look");
        assert_eq!(for_crowded(&row(50.0, 40), 1792, 1600), None, "they lie apart");
        assert_eq!(for_crowded(&row(18.0, 2), 1792, 1600), None, "a fan");
        let few = [row(60.0, 40), row(18.0, 9)].concat();
        assert_eq!(for_crowded(&few, 1792, 1600), None, "most lie apart");
        assert_eq!(for_crowded(&[], 1792, 1600), None);
    }

    #[test]
    fn the_closest_look_is_no_larger_than_the_picture_and_bounded() {
        assert_eq!(Looks::at(&[seen(40.0)], 3000).for_cards(3000), [256, 512, 1024, 3000]);
        assert_eq!(Looks::at(&[seen(40.0)], 9000).for_cards(9000), [256, 512, 1024, 4096]);
    }

    #[test]
    fn all_else_is_looked_at_as_usual() {
        for high in [240.0, 900.0] {
            assert_eq!(Looks::at(&[seen(high)], 4000), Looks::USUAL);
        }
        assert_eq!(Looks::at(&[], 4000), Looks::USUAL, "nothing tells how large cards are");
        assert_eq!((Looks::USUAL.for_cards(4000), Looks::USUAL.for_indices(4000)), (vec![256, 512, 1024], Some(1792)));
        assert_eq!((Looks::USUAL.for_cards(1400), Looks::USUAL.for_indices(1400)), (vec![256, 512, 1024], None));
        assert_eq!(Looks::USUAL.for_cards(640), [256, 512]);
    }
}
