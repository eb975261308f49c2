//! All cards of a pack have one format. Of a covered card the side that shows tells one measure, and the cards that are seen whole tell the other:
//! the networks guess it, and guess poker and bridge cards alike.

use super::FoundCard;
use super::average::median;
use super::lone::{self, Told};
use crate::geometry::{Image, Point, Quad};

/// A camera at a slant squeezes cards that lie across each other in different ways: those are asked that are turned at most so far, in radians.
const TURN: f64 = 0.45;
/// Where none is, so many others are.
const OTHERS: usize = 3;
/// A measure that is off by a greater factor was not guessed but misread.
const MOST: f64 = 1.35;

/// A card and the middles of its indices that show.
struct Seen {
    quad: Quad<Image>,
    indices: Vec<Point<Image>>,
    whole: bool,
}

impl Seen {
    fn of(card: &FoundCard, told: &[Told], plain: bool) -> Self {
        let quad = card.quad;
        let indices: Vec<Point<Image>> = lone::shown(card, told).into_iter().map(|index| index.at).collect();
        let shows = |end: Point<Image>| indices.iter().any(|index| lone::is_near([end], &quad, *index, lone::NEAR));
        let whole = plain || lone::places(&quad).into_iter().all(shows);
        Self { quad, indices, whole }
    }

    fn format(&self) -> f64 {
        self.quad.height() / self.quad.width().max(f64::MIN_POSITIVE)
    }

    fn is_turned_like(&self, other: &Self) -> bool {
        self.quad.up().cross(other.quad.up()).abs() < TURN.sin() * self.quad.up().length() * other.quad.up().length()
    }

    /// The outline with the worse measure as these have it; `None` where they tell nothing new, or nothing shows which side stays.
    fn mended(&self, whole: &[&Self]) -> Option<Quad<Image>> {
        let alike: Vec<&Self> = whole.iter().copied().filter(|other| other.is_turned_like(self)).collect();
        let asked = if alike.is_empty() && whole.len() >= OTHERS { whole.to_vec() } else { alike };
        if asked.is_empty() {
            return None;
        }
        let of = |measure: fn(&Self) -> f64| median(&mut asked.iter().map(|card| measure(card)).collect::<Vec<_>>());
        let (format, height) = (of(Self::format), of(|card| card.quad.height()));
        let (w, h) = (self.quad.width(), self.quad.height());
        let off = |measure: f64, truth: f64| (measure / truth).ln().abs();
        let is_width = off(w, height / format) >= off(h, height);
        let times = if is_width { h / format / w } else { w * format / h };
        if !(MOST.recip()..=MOST).contains(&times) {
            return None;
        }
        // From the corner above the side that stays, on which all of its indices lie.
        let turns = if is_width { [0, 2] } else { [1, 3] };
        let turn =
            turns.into_iter().find(|turn| !self.indices.is_empty() && self.indices.iter().all(|index| self.is_left(*index, *turn)))?;
        let [a, b, c, d] = self.turned(turn).corners;
        let mut corners = [a, a + (b - a) * times, d + (c - d) * times, d];
        corners.rotate_right(turn);
        Some(Quad::new(corners))
    }

    /// The outline from the corner that comes so many places after its first.
    fn turned(&self, turn: usize) -> Quad<Image> {
        let mut corners = self.quad.corners;
        corners.rotate_left(turn);
        Quad::new(corners)
    }

    /// Whether a place lies in the left half of the outline, turned so.
    fn is_left(&self, at: Point<Image>, turn: usize) -> bool {
        let (right, down) = lone::sides(&self.turned(turn));
        (at - self.quad.centre()).cross(down) / right.cross(down) <= 0.0
    }
}

/// Gives covered cards the format of those that are seen whole: the plain ones, and those of which an index shows at both ends.
pub(super) fn to_one_format(cards: &mut [(&mut FoundCard, bool)], told: &[Told]) {
    let seen: Vec<Seen> = cards.iter().map(|(card, plain)| Seen::of(card, told, *plain)).collect();
    let whole: Vec<&Seen> = seen.iter().filter(|card| card.whole).collect();
    for ((card, _), seen) in cards.iter_mut().zip(&seen).filter(|(_, seen)| !seen.whole) {
        if let Some(quad) = seen.mended(&whole) {
            card.quad = quad;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::table::Identity;

    const NAMES: [&str; 6] = ["2c", "3c", "4c", "5c", "6c", "7c"];

    fn card(name: &str, quad: Quad<Image>) -> FoundCard {
        FoundCard { quad, face: Face::Up, identity: Identity::certain(format!("standard/{name}").parse().unwrap()), score: 0.9 }
    }

    /// Bridge cards a quarter of their width apart, of which the left sides show; of the last one all.
    fn fan() -> (Vec<FoundCard>, Vec<Told>) {
        let outline = |i: usize| Quad::placed(Point::new(100.0 + 14.0 * i as f64, 100.0), 57.0, 89.0, 0.1);
        let cards: Vec<FoundCard> = NAMES.iter().enumerate().map(|(i, name)| card(name, outline(i))).collect();
        let ends = |(i, card): (usize, &FoundCard)| {
            let [first, last] = lone::places(&card.quad);
            let shows = if i + 1 == NAMES.len() { vec![first, last] } else { vec![first] };
            shows.into_iter().map(|index| Told { card: card.clone(), index }).collect::<Vec<_>>()
        };
        let told = cards.iter().enumerate().flat_map(ends).collect();
        (cards, told)
    }

    fn mended(cards: &[FoundCard], told: &[Told]) -> Vec<FoundCard> {
        let mut cards = cards.to_vec();
        to_one_format(&mut cards.iter_mut().map(|card| (card, false)).collect::<Vec<_>>(), told);
        cards
    }

    /// The same outline, so many times as wide, from its left or right side.
    fn widened(quad: &Quad<Image>, times: f64, from_right: bool) -> Quad<Image> {
        let [a, b, c, d] = quad.corners;
        let far = |near: Point<Image>, far: Point<Image>| near + (far - near) * times;
        Quad::new(if from_right { [far(b, a), b, c, far(c, d)] } else { [a, far(a, b), far(d, c), d] })
    }

    #[test]
    fn covered_cards_become_as_wide_as_the_one_that_is_seen_whole() {
        let (truth, told) = fan();
        let mut guessed = truth.clone();
        for card in guessed.iter_mut().take(5) {
            card.quad = widened(&card.quad, 1.12, false);
        }
        let found = mended(&guessed, &told);
        assert!(found.iter().zip(&truth).all(|(card, truth)| card.quad.farthest(&truth.quad) < 0.5), "{found:?}");
        assert_eq!(mended(&truth, &told).len(), truth.len());
        assert_eq!(mended(&guessed[..5], &told), guessed[..5], "none is seen whole");
    }

    #[test]
    fn the_side_that_shows_stays() {
        let (truth, told) = fan();
        // Seen from the other end of the table.
        let turned = |card: &FoundCard| FoundCard { quad: card.quad.half_turned(), ..card.clone() };
        let mut guessed: Vec<FoundCard> = truth.iter().map(turned).collect();
        for card in guessed.iter_mut().take(5) {
            card.quad = widened(&card.quad, 0.9, true);
        }
        let found = mended(&guessed, &told);
        assert!(found.iter().zip(&truth).all(|(card, truth)| card.quad.half_turned().farthest(&truth.quad) < 0.5), "{found:?}");
    }

    #[test]
    fn the_measure_that_is_off_is_mended_and_a_misread_one_is_left() {
        let (truth, told) = fan();
        let [a, b, c, d] = truth[0].quad.corners;
        let low = |times: f64| Quad::new([a, b, b + (c - b) * times, a + (d - a) * times]);
        let guessed = |times: f64| [&[card(NAMES[0], low(times))], &truth[1..]].concat();
        assert!(mended(&guessed(1.15), &told)[0].quad.farthest(&truth[0].quad) < 0.5);
        assert_eq!(mended(&guessed(0.5), &told)[0].quad, low(0.5));
    }
}
