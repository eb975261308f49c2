//! All cards of a pack have one format. Of a covered card the side that shows tells one measure, and the cards that are seen whole tell the other:
//! the networks guess it, and guess poker and bridge cards alike.

use super::FoundCard;
use super::above::Above;
use super::average::median;
use super::lone::{self, Told};
use crate::geometry::{Image, Point, Quad};

/// A camera at a slant of which no more is known squeezes cards that lie across each other in different ways: those are asked that are turned at most
/// so far, in radians.
const TURN: f64 = 0.45;
/// Where none is, so many others are.
const OTHERS: usize = 3;
/// A measure that is off by a greater factor was not guessed but misread.
const MOST: f64 = 1.35;

/// From which corners a card's width and its height grow, by which side stays: how many places these come after the first.
const WIDTH: [usize; 2] = [0, 2];
const HEIGHT: [usize; 2] = [1, 3];

/// A card and the middles of its indices that show, from above where that is known.
struct Seen {
    quad: Quad<Image>,
    indices: Vec<Point<Image>>,
    whole: bool,
}

impl Seen {
    fn of(card: &FoundCard, told: &[Told], plain: bool, above: Option<&Above>) -> Self {
        let place = |at| above.map_or(at, |above| above.place(at));
        let quad = card.quad.map(place);
        let indices: Vec<Point<Image>> = lone::shown(card, told).into_iter().map(|index| place(index.at)).collect();
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

    /// The outline in the format of these: with the worse measure as they have it or, where all is seen `level`, from above, with both.
    /// What nothing tells stays as it is.
    fn mended(&self, whole: &[&Self], level: bool) -> Quad<Image> {
        let alike: Vec<&Self> = whole.iter().copied().filter(|other| level || other.is_turned_like(self)).collect();
        let asked = if alike.is_empty() && whole.len() >= OTHERS { whole.to_vec() } else { alike };
        if asked.is_empty() {
            return self.quad;
        }
        let of = |measure: fn(&Self) -> f64| median(&mut asked.iter().map(|card| measure(card)).collect::<Vec<_>>());
        let (format, height) = (of(Self::format), of(|card| card.quad.height()));
        let (width, w, h) = (height / format, self.quad.width(), self.quad.height());
        if level {
            return self.stretched(&self.stretched(&self.quad, WIDTH, width / w), HEIGHT, height / h);
        }
        let off = |measure: f64, truth: f64| (measure / truth).ln().abs();
        let (side, times) = if off(w, width) >= off(h, height) { (WIDTH, h / format / w) } else { (HEIGHT, w * format / h) };
        self.stretched(&self.quad, side, times)
    }

    /// The card's outline with one side so many times as long, from where all of its indices lie; as it is where these do not tell that, or where the
    /// side was misread.
    fn stretched(&self, quad: &Quad<Image>, side: [usize; 2], times: f64) -> Quad<Image> {
        let stays = |turn: &usize| !self.indices.is_empty() && self.indices.iter().all(|index| is_left(*index, &turned(quad, *turn)));
        match side.into_iter().find(stays) {
            Some(turn) if (MOST.recip()..=MOST).contains(&times) => {
                let [a, b, c, d] = turned(quad, turn).corners;
                let mut corners = [a, a + (b - a) * times, d + (c - d) * times, d];
                corners.rotate_right(turn);
                Quad::new(corners)
            }
            _ => *quad,
        }
    }
}

/// The outline from the corner that comes so many places after its first.
fn turned(quad: &Quad<Image>, turn: usize) -> Quad<Image> {
    let mut corners = quad.corners;
    corners.rotate_left(turn);
    Quad::new(corners)
}

/// Whether a place lies in the left half of an outline.
fn is_left(at: Point<Image>, quad: &Quad<Image>) -> bool {
    let (right, down) = lone::sides(quad);
    (at - quad.centre()).cross(down) / right.cross(down) <= 0.0
}

/// Gives covered cards the format of those that are seen whole: the plain ones, and those of which an index shows at both ends.
pub(super) fn to_one_format(cards: &mut [(&mut FoundCard, bool)], told: &[Told], above: Option<&Above>) {
    let seen: Vec<Seen> = cards.iter().map(|(card, plain)| Seen::of(card, told, *plain, above)).collect();
    let whole: Vec<&Seen> = seen.iter().filter(|card| card.whole).collect();
    for ((card, _), seen) in cards.iter_mut().zip(&seen).filter(|(_, seen)| !seen.whole) {
        let quad = seen.mended(&whole, above.is_some());
        if quad != seen.quad {
            card.quad = above.map_or(quad, |above| above.back(&quad));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::geometry::Homography;
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
        mended_from(cards, told, None)
    }

    fn mended_from(cards: &[FoundCard], told: &[Told], above: Option<&Above>) -> Vec<FoundCard> {
        let mut cards = cards.to_vec();
        to_one_format(&mut cards.iter_mut().map(|card| (card, false)).collect::<Vec<_>>(), told, above);
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

    #[test]
    fn a_known_camera_at_a_slant_tells_both_measures_from_a_card_that_lies_across() {
        // It squeezes the table's depth.
        let above = Above::new(Homography::try_from([[1.0, 0.0, 0.0], [0.0, 1.6, 0.0], [0.0, 0.0, 1.0]]).unwrap(), (400, 400)).unwrap();
        let (mut truth, _) = fan();
        truth[5].quad = Quad::placed(Point::new(300.0, 200.0), 57.0, 89.0, 0.1 + std::f64::consts::FRAC_PI_2);
        let seen = |card: &FoundCard, quad: Quad<Image>| FoundCard { quad: above.back(&quad), ..card.clone() };
        let truth_seen: Vec<FoundCard> = truth.iter().map(|card| seen(card, card.quad)).collect();
        let index = |i: usize, end: usize| Told { card: truth_seen[i].clone(), index: lone::places(&truth_seen[i].quad)[end] };
        let told: Vec<Told> = (0..6).map(|i| index(i, 0)).chain([index(5, 1)]).collect();
        let larger = |quad: &Quad<Image>| {
            let [a, b, c, d] = quad.corners;
            let far = |corner: Point<Image>| a + (corner - a) * 1.12;
            Quad::new([a, far(b), far(c), far(d)])
        };
        let guessed: Vec<FoundCard> =
            truth.iter().take(5).map(|card| seen(card, larger(&card.quad))).chain([truth_seen[5].clone()]).collect();
        let found = mended_from(&guessed, &told, Some(&above));
        assert!(found.iter().zip(&truth_seen).all(|(card, truth)| card.quad.farthest(&truth.quad) < 0.5), "{found:?}");
        assert_eq!(mended(&guessed, &told), guessed, "no card that is turned alike is seen whole");
    }
}
