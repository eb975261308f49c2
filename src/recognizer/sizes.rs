//! All cards of a table are of one size.

use super::FoundCard;
use super::average::median;
use super::decode::height_px;
use super::doubles::is_sure;
use super::lone::nearest;

/// So many of the nearest such cards tell the size: a camera at a slant shows those far away smaller.
const ASKED: usize = 5;
/// What has no name may be so many times as high as they are, or as low.
const TIMES: f64 = 1.8;

/// Those that have a name, and those that are as large as the named cards around them: a remote control is no back, nor are the fields of a board.
/// Where no card has a sure name, all of them.
pub(super) fn of_one_size(mut found: Vec<FoundCard>) -> Vec<FoundCard> {
    let sure: Vec<FoundCard> = found.iter().filter(|card| is_sure(card)).cloned().collect();
    let fits = |card: &FoundCard| {
        let near = nearest(sure.iter(), card.quad.centre(), ASKED);
        let mut heights: Vec<f64> = near.into_iter().map(|card| height_px(&card.quad)).collect();
        heights.is_empty() || (TIMES.recip()..=TIMES).contains(&(height_px(&card.quad) / median(&mut heights)))
    };
    found.retain(|card| card.is_named() || fits(card));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::geometry::{Image, Point, Quad};
    use crate::table::Identity;

    fn card(x: f64, times: f64, name: Option<&str>) -> FoundCard {
        let identity = name.map_or(Identity::UNKNOWN, |name| Identity::Known {
            card: format!("standard/{name}").parse().unwrap(),
            confidence: 0.97,
            alternatives: Vec::new(),
        });
        let face = if name.is_some() { Face::Up } else { Face::Down };
        FoundCard { quad: Quad::<Image>::placed(Point::new(x, 100.0), 63.0 * times, 88.0 * times, 0.2), face, identity, score: 0.8 }
    }

    #[test]
    fn what_has_no_name_has_the_size_of_the_named_cards_around_it() {
        let (ace, far) = (card(100.0, 1.0, Some("Ac")), card(2000.0, 0.5, Some("2h")));
        let found = vec![ace.clone(), far, card(200.0, 1.1, None), card(210.0, 0.4, None), card(150.0, 2.0, None)];
        assert_eq!(of_one_size(found.clone()), found.get(..3).unwrap());
        let nameless = vec![card(200.0, 1.1, None), card(210.0, 0.4, None)];
        assert_eq!(of_one_size(nameless.clone()), nameless, "nothing tells the size");
        let named = vec![ace, card(300.0, 0.3, Some("3d"))];
        assert_eq!(of_one_size(named.clone()), named, "a name outweighs it");
    }
}
