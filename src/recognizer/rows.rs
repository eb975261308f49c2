//! Cards laid over each other in a row show strips of the same side. Where a deck has an index in every corner, a strip alone does not tell
//! whether it is the left or the right of its card; its row does.

use super::FoundCard;
use super::lone::{self, Told};
use crate::geometry::{Image, Point};

/// Cards in a row are turned at most so far from each other, in radians.
const TURN: f64 = 0.21;
/// Their middles lie at most so far apart along their height, in parts of it, and their strips across, in parts of their width.
const ALONG: f64 = 0.4;
const ACROSS: f64 = 0.9;
/// Their widths differ at most by this factor.
const ALIKE: f64 = 1.4;
/// Fewer cards are no row.
const FEWEST: usize = 3;
/// So many cards must show their index in both corners of a side, or the deck has it only in two.
const FOUR_CORNERED: usize = 2;
/// Strips of one side must be so many times as many as those of the other.
const MAJORITY: f64 = 1.5;
/// Cards whose strips lie nearer to each other than this in the mean, in parts of their width, cover each other.
const OVERLAPPING: f64 = 0.7;

/// Which of a card's long sides, as it lies along the row, shows an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

/// A card with what shows of its indices.
struct Strip {
    /// Its number among the cards.
    card: usize,
    /// The direction of its top, of length 1, pointing to the right (or down).
    across: Point<Image>,
    width: f64,
    height: f64,
    centre: Point<Image>,
    /// The middle of its indices that show, or of the card.
    seen_at: Point<Image>,
    /// The only side on which an index shows.
    side: Option<Side>,
    /// Whether indices show on both sides.
    shows_both: bool,
    /// Whether indices show in corners that do not lie opposite each other.
    four_cornered: bool,
    /// From its first side to its second.
    to_other: Point<Image>,
}

impl Strip {
    fn of(number: usize, card: &FoundCard, told: &[Told]) -> Option<Self> {
        if !card.is_named() {
            return None;
        }
        let quad = card.quad;
        let centre = quad.centre();
        let to_other = lone::other_side(&quad);
        let to_other = if to_other.x < 0.0 || to_other.x == 0.0 && to_other.y < 0.0 { to_other * -1.0 } else { to_other };
        let across = to_other * (1.0 / to_other.length().max(f64::MIN_POSITIVE));
        let own = lone::shown(card, told);
        let side_of = |index: Point<Image>| if (index - centre).dot(across) > 0.0 { Side::Second } else { Side::First };
        let seen_at = Point::mean(own.iter().map(|index| index.at));
        let mut sides = own.iter().map(|index| side_of(index.at));
        let first = sides.next();
        let side = first.filter(|first| sides.all(|side| side == *first));
        Some(Self {
            card: number,
            across,
            width: quad.width(),
            height: quad.height(),
            centre,
            seen_at: if own.is_empty() { centre } else { seen_at },
            side,
            shows_both: side.is_none() && !own.is_empty(),
            four_cornered: own.iter().any(|index| index.usual) && own.iter().any(|index| index.other),
            to_other,
        })
    }

    /// Whether the other lies beside it in one row.
    fn is_beside(&self, other: &Self) -> bool {
        let turn = self.across.cross(other.across).abs();
        let times = self.width / other.width.max(f64::MIN_POSITIVE);
        let down = Point::new(-self.across.y, self.across.x);
        turn < TURN.sin()
            && (ALIKE.recip()..ALIKE).contains(&times)
            && (self.centre - other.centre).dot(down).abs() < ALONG * self.height
            && (self.seen_at - other.seen_at).dot(self.across).abs() < ACROSS * self.width
    }
}

/// Moves the cards of each row to the side of their strips to which most cards of the row lie.
pub(super) fn to_one_side(cards: &mut [FoundCard], told: &[Told]) {
    let mut left: Vec<Strip> = cards.iter().enumerate().filter_map(|(number, card)| Strip::of(number, card, told)).collect();
    if left.iter().filter(|strip| strip.four_cornered).count() < FOUR_CORNERED {
        return;
    }
    while let Some(first) = left.pop() {
        let row = row_of(first, &mut left);
        let showing = |side| row.iter().filter(move |strip| strip.side == Some(side));
        let (first, second) = (showing(Side::First).count() as f64, showing(Side::Second).count() as f64);
        let wrong = match (topmost(&row), first >= MAJORITY * second, second >= MAJORITY * first) {
            _ if row.len() < FEWEST => continue,
            (Some(end), ..) => end,
            (_, true, _) => Side::Second,
            (_, _, true) => Side::First,
            _ => continue,
        };
        for strip in showing(wrong).filter(|strip| !is_last(strip, &row, wrong)) {
            // The index stays where it is seen, on the other side of its card.
            let by = strip.to_other * if wrong == Side::Second { 1.0 } else { -1.0 };
            if let Some(card) = cards.get_mut(strip.card) {
                card.quad = card.quad.map(|p| p + by);
            }
        }
    }
}

/// The end of a row at which the only card lies that shows both its sides: it lies on all others, and they show their sides away from it.
fn topmost(row: &[Strip]) -> Option<Side> {
    let mut whole = row.iter().filter(|strip| strip.shows_both);
    let (top, None) = (whole.next()?, whole.next()) else { return None };
    let far = |strip: &Strip| (strip.seen_at - top.seen_at).dot(top.across);
    let (least, most) = row.iter().map(far).fold((0.0_f64, 0.0_f64), |(least, most), far| (least.min(far), most.max(far)));
    let steps = row.len().saturating_sub(1).max(1) as f64;
    let covered = most - least < OVERLAPPING * top.width * steps;
    let end = [Side::First, Side::Second].into_iter().find(|end| is_last(top, row, *end));
    end.filter(|_| covered)
}

/// Whether it is the last of its row at this end. Where the others show their other side it lies on them, and nothing covers it.
fn is_last(strip: &Strip, row: &[Strip], end: Side) -> bool {
    let sign = if end == Side::Second { 1.0 } else { -1.0 };
    row.iter().all(|other| sign * (other.seen_at - strip.seen_at).dot(strip.across) <= 0.0)
}

/// All that lies in a row with the first strip, taken out of those that are left.
fn row_of(first: Strip, left: &mut Vec<Strip>) -> Vec<Strip> {
    let mut row = vec![first];
    let mut next = 0;
    while let Some(strip) = row.get(next) {
        let (beside, others): (Vec<Strip>, Vec<Strip>) = std::mem::take(left).into_iter().partition(|other| strip.is_beside(other));
        *left = others;
        row.extend(beside);
        next += 1;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::geometry::Quad;
    use crate::table::Identity;

    fn card(name: &str, x: f64) -> FoundCard {
        let identity = Identity::certain(format!("standard/{name}").parse().unwrap());
        FoundCard { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.1), face: Face::Up, identity, score: 0.9 }
    }

    /// Six cards a quarter of their width apart, of which only the left side shows, and their indices.
    fn fan(four_cornered: bool) -> (Vec<FoundCard>, Vec<Told>) {
        let cards: Vec<FoundCard> =
            ["2c", "3c", "4c", "5c", "6c", "7c"].iter().zip(0_u8..).map(|(name, i)| card(name, 16.0 * f64::from(i))).collect();
        let indices = |card: &FoundCard| {
            let ([top, _], [_, bottom]) = (lone::places(&card.quad), lone::other_places(&card.quad));
            [Some(top), four_cornered.then_some(bottom)]
                .into_iter()
                .flatten()
                .map(|index| Told { card: card.clone(), index })
                .collect::<Vec<_>>()
        };
        let told = cards.iter().flat_map(indices).collect();
        (cards, told)
    }

    #[test]
    fn a_strip_that_was_taken_for_the_other_side_of_its_card_is_turned_as_its_row_is() {
        let (truth, told) = fan(true);
        let mut cards = truth.clone();
        let by = lone::other_side(&cards[2].quad);
        cards[2].quad = cards[2].quad.map(|p| p - by);
        to_one_side(&mut cards, &told);
        assert!(cards.iter().zip(&truth).all(|(card, truth)| card.quad.farthest(&truth.quad) < 1.0));
    }

    #[test]
    fn the_card_on_top_tells_the_side_of_those_under_it_whatever_most_were_taken_for() {
        let (truth, mut told) = fan(true);
        let top = truth.last().unwrap();
        let ([_, bottom], [other, _]) = (lone::places(&top.quad), lone::other_places(&top.quad));
        told.extend([bottom, other].map(|index| Told { card: top.clone(), index }));
        let mut cards = truth.clone();
        for number in [0, 1, 3, 4] {
            let by = lone::other_side(&cards[number].quad);
            cards[number].quad = cards[number].quad.map(|p| p - by);
        }
        to_one_side(&mut cards, &told);
        assert!(cards.iter().zip(&truth).all(|(card, truth)| card.quad.farthest(&truth.quad) < 1.0));
    }

    #[test]
    fn the_card_on_top_stays_where_it_lies_whichever_of_its_indices_was_read() {
        let (truth, mut told) = fan(true);
        let top = truth.last().unwrap();
        told.retain(|told| told.card != *top);
        told.push(Told { card: top.clone(), index: lone::places(&top.quad)[1] });
        let mut cards = truth.clone();
        to_one_side(&mut cards, &told);
        assert_eq!(cards, truth);
    }

    #[test]
    fn a_card_that_lies_beside_the_others_does_not_tell_their_side() {
        let (close, _) = fan(true);
        let apart = |(card, i): (FoundCard, u8)| FoundCard { quad: card.quad.map(|p| p + Point::new(34.0 * f64::from(i), 0.0)), ..card };
        let truth: Vec<FoundCard> = close.into_iter().zip(0..).map(apart).collect();
        let right = |card: &FoundCard| [lone::other_places(&card.quad)[0], lone::places(&card.quad)[1]];
        let left = |card: &FoundCard| [lone::places(&card.quad)[0], lone::other_places(&card.quad)[1]];
        let told = |card: &FoundCard, at: [Point<Image>; 2]| at.map(|index| Told { card: card.clone(), index });
        let last = truth.last().unwrap();
        let told: Vec<Told> = truth.iter().flat_map(|card| told(card, right(card))).chain(told(last, left(last))).collect();
        let mut cards = truth.clone();
        to_one_side(&mut cards, &told);
        assert_eq!(cards, truth);
    }

    #[test]
    fn rows_of_decks_with_two_indices_and_rows_without_a_majority_stay() {
        let (truth, told) = fan(false);
        let astray = |numbers: &[usize]| {
            let mut cards = truth.clone();
            for &number in numbers {
                let by = lone::other_side(&cards[number].quad);
                cards[number].quad = cards[number].quad.map(|p| p - by);
            }
            cards
        };
        let mut cards = astray(&[2]);
        to_one_side(&mut cards, &told);
        assert_eq!(cards, astray(&[2]), "each corner is told by its index");
        let (_, told) = fan(true);
        let mut cards = astray(&[1, 3, 4]);
        to_one_side(&mut cards, &told);
        assert_eq!(cards, astray(&[1, 3, 4]));
    }
}
