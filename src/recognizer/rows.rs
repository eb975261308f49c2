//! Cards laid over each other in a row show strips of the same side. Where a deck has an index in every corner, a strip alone does not tell
//! whether it is the left or the right of its card; its row does.

use super::FoundCard;
use super::lone::{self, Told};
use crate::cards::CardId;
use crate::geometry::{Image, Point};

/// Cards in a row are turned at most so far from each other, in radians.
const TURN: f64 = 0.21;
/// Their middles lie at most so far apart along their height, in parts of it, and their strips across, in parts of their width.
const ALONG: f64 = 0.4;
const ACROSS: f64 = 0.9;
/// Their widths differ at most by this factor.
const ALIKE: f64 = 1.4;
/// From the strip next to it to the middle of an outline that covers the end of a row, at most, in parts of a card's width.
const COVERING: f64 = 1.0;
/// Fewer cards are no row.
const FEWEST: usize = 3;
/// So many cards must show their index in both corners of a side, or the deck has it only in two.
const FOUR_CORNERED: usize = 2;
/// Strips of one side must be so many times as many as those of the other.
const MAJORITY: f64 = 1.5;
/// Cards whose strips lie nearer to each other than this in the mean, in parts of their width, cover each other.
const OVERLAPPING: f64 = 0.7;
/// The same of cards that a plain card on top tells of: where strips are wider it may be one itself, outlined together with its neighbour's.
const DENSE: f64 = 0.33;

/// Which of a card's long sides, as it lies along the row, shows an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

impl Side {
    /// What a strip shows that shows an index on this side alone.
    const fn alone(self) -> [bool; 2] {
        match self {
            Self::First => [true, false],
            Self::Second => [false, true],
        }
    }

    /// The way from the other side to this one, along the row.
    const fn sign(self) -> f64 {
        match self {
            Self::First => -1.0,
            Self::Second => 1.0,
        }
    }
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
    /// Whether an index shows on its first side, and on its second. Those of a plain card are not told: they show.
    shows: [bool; 2],
    plain: bool,
    /// Whether indices show in corners that do not lie opposite each other.
    four_cornered: bool,
    /// From its first side to its second.
    to_other: Point<Image>,
}

impl Strip {
    fn of(number: usize, card: &FoundCard, plain: bool, told: &[Told]) -> Option<Self> {
        if !card.is_named() {
            return None;
        }
        let quad = card.quad;
        let centre = quad.centre();
        let to_other = lone::other_side(&quad);
        let to_other = if to_other.x < 0.0 || to_other.x == 0.0 && to_other.y < 0.0 { to_other * -1.0 } else { to_other };
        let across = direction(to_other);
        let own = lone::shown(card, told);
        let on_second: Vec<bool> = own.iter().map(|index| (index.at - centre).dot(across) > 0.0).collect();
        let seen_at = Point::mean(own.iter().map(|index| index.at));
        Some(Self {
            card: number,
            across,
            width: quad.width(),
            height: quad.height(),
            centre,
            seen_at: if own.is_empty() { centre } else { seen_at },
            shows: [plain || on_second.contains(&false), plain || on_second.contains(&true)],
            plain,
            four_cornered: own.iter().any(|index| index.usual) && own.iter().any(|index| index.other),
            to_other,
        })
    }

    /// Whether it shows indices on both sides.
    fn is_whole(&self) -> bool {
        self.shows == [true, true]
    }

    /// Whether the other lies beside it in one row.
    fn is_beside(&self, other: &Self) -> bool {
        let apart = (self.seen_at - other.seen_at).dot(self.across).abs() - self.half_seen() - other.half_seen();
        self.is_in_line_with(other.centre, other.across, other.width) && apart < ACROSS * self.width
    }

    /// From the middle of its indices to those at its sides.
    fn half_seen(&self) -> f64 {
        if self.is_whole() { 0.5 * self.to_other.length() } else { 0.0 }
    }

    /// Whether a card of this width lies as it does, anywhere along its row.
    fn is_in_line_with(&self, centre: Point<Image>, across: Point<Image>, width: f64) -> bool {
        let turn = self.across.cross(across).abs();
        let times = self.width / width.max(f64::MIN_POSITIVE);
        let down = Point::new(-self.across.y, self.across.x);
        turn < TURN.sin() && (ALIKE.recip()..ALIKE).contains(&times) && (self.centre - centre).dot(down).abs() < ALONG * self.height
    }
}

/// Moves the cards of each row to the side of their strips to which the card on top tells that they lie, or most of them do. The one on top may
/// be one of these others, which bear no name. Beside each card it is told whether it is plain.
pub(super) fn to_one_side(cards: &mut [(&mut FoundCard, bool)], others: &[FoundCard], told: &[Told]) {
    let strips = cards.iter().enumerate().filter_map(|(number, (card, plain))| Strip::of(number, card, *plain, told));
    let mut left: Vec<Strip> = strips.collect();
    if left.iter().filter(|strip| strip.four_cornered).count() < FOUR_CORNERED {
        return;
    }
    while let Some(first) = left.pop() {
        let row = row_of(first, &mut left);
        if row.len() < FEWEST {
            continue;
        }
        let showing = |side: Side| row.iter().filter(move |strip| strip.shows == side.alone());
        let (first, second) = (showing(Side::First).count() as f64, showing(Side::Second).count() as f64);
        let most = [(Side::Second, first >= MAJORITY * second), (Side::First, second >= MAJORITY * first)];
        let most = most.into_iter().find_map(|(wrong, is_so)| is_so.then_some(wrong));
        let covered = covered_end(&row, others.iter());
        // A back bears no index: what shows of it may be outlined on the wrong side too.
        let under_a_joker = || covered_end(&row, others.iter().filter(|other| other.identity.card().is_some_and(CardId::is_joker)));
        let Some(wrong) = topmost(&row).or_else(under_a_joker).or(most).or(covered) else { continue };
        // The last one lies on the others, unless something lies on it.
        for strip in showing(wrong).filter(|strip| covered == Some(wrong) || !is_last(strip, &row, wrong)) {
            // The index stays where it is seen, on the other side of its card.
            let by = strip.to_other * wrong.sign();
            if let Some((card, _)) = cards.get_mut(strip.card) {
                card.quad = card.quad.map(|p| p + by);
            }
        }
    }
}

/// The end of a row at which the only card lies that shows both its sides: it lies on all others, and they show their sides away from it.
fn topmost(row: &[Strip]) -> Option<Side> {
    let mut whole = row.iter().filter(|strip| strip.is_whole());
    let (top, None) = (whole.next()?, whole.next()) else { return None };
    let end = [Side::First, Side::Second].into_iter().find(|end| is_last(top, row, *end))?;
    let near = if top.plain { DENSE } else { OVERLAPPING };
    let strips = row.iter().filter(|strip| !top.plain || strip.card != top.card);
    (apart(strips, top.across)? < near * top.width).then_some(end)
}

/// How far apart these lie along a row in the mean; `None` of fewer than two.
fn apart<'s>(strips: impl Iterator<Item = &'s Strip>, across: Point<Image>) -> Option<f64> {
    let at: Vec<f64> = strips.map(|strip| strip.seen_at.dot(across)).collect();
    let (least, most) = at.iter().fold((f64::MAX, f64::MIN), |(least, most), at| (at.min(least), at.max(most)));
    (at.len() > 1).then(|| (most - least) / (at.len() - 1) as f64)
}

/// The one end of a row of cards that cover each other over which one lies that bears no name, a back or a joker: no index shows where it lies.
fn covered_end<'c>(row: &[Strip], others: impl Iterator<Item = &'c FoundCard> + Clone) -> Option<Side> {
    let first = row.first()?;
    if apart(row.iter(), first.across)? > OVERLAPPING * first.width {
        return None;
    }
    let covers = |end: Side| {
        let last = row.iter().find(|strip| is_last(strip, row, end));
        last.is_some_and(|last| {
            others.clone().any(|other| {
                let (centre, polygon) = (other.quad.centre(), other.quad.polygon());
                let beyond = end.sign() * (centre - last.seen_at).dot(last.across);
                last.is_in_line_with(centre, direction(lone::other_side(&other.quad)), other.quad.width())
                    && (0.0..COVERING * last.width).contains(&beyond)
                    && row.iter().all(|strip| !polygon.contains(strip.seen_at))
            })
        })
    };
    match [Side::First, Side::Second].map(covers) {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}

/// The same way, of length 1.
fn direction(way: Point<Image>) -> Point<Image> {
    way * (1.0 / way.length().max(f64::MIN_POSITIVE))
}

/// Whether it is the last of its row at this end. Where the others show their other side it lies on them, and nothing covers it.
fn is_last(strip: &Strip, row: &[Strip], end: Side) -> bool {
    row.iter().all(|other| end.sign() * (other.seen_at - strip.seen_at).dot(strip.across) <= 0.0)
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
            let [top, bottom] = left(card);
            [Some(top), four_cornered.then_some(bottom)]
                .into_iter()
                .flatten()
                .map(|index| Told { card: card.clone(), index })
                .collect::<Vec<_>>()
        };
        let told = cards.iter().flat_map(indices).collect();
        (cards, told)
    }

    /// The middles of the indices on a card's left side.
    fn left(card: &FoundCard) -> [Point<Image>; 2] {
        [lone::places(&card.quad)[0], lone::other_places(&card.quad)[1]]
    }

    /// The cards moved, none of which is plain.
    fn moved(cards: Vec<FoundCard>, others: &[FoundCard], told: &[Told]) -> Vec<FoundCard> {
        moved_by(|_| false, cards, others, told)
    }

    fn moved_by(plain: impl Fn(usize) -> bool, mut cards: Vec<FoundCard>, others: &[FoundCard], told: &[Told]) -> Vec<FoundCard> {
        let mut known: Vec<_> = cards.iter_mut().enumerate().map(|(number, card)| (card, plain(number))).collect();
        to_one_side(&mut known, others, told);
        cards
    }

    /// The cards, each so many pixels farther from the one before.
    fn wider(by: f64, cards: Vec<FoundCard>) -> Vec<FoundCard> {
        let moved = |(card, i): (FoundCard, u8)| FoundCard { quad: card.quad.map(|p| p + Point::new(by * f64::from(i), 0.0)), ..card };
        cards.into_iter().zip(0..).map(moved).collect()
    }

    /// The cards, these of them outlined as if their strip were their other side.
    fn astray(truth: &[FoundCard], numbers: &[usize]) -> Vec<FoundCard> {
        let mut cards = truth.to_vec();
        for &number in numbers {
            let by = lone::other_side(&cards[number].quad);
            cards[number].quad = cards[number].quad.map(|p| p - by);
        }
        cards
    }

    fn lie_as(cards: &[FoundCard], truth: &[FoundCard]) -> bool {
        cards.iter().zip(truth).all(|(card, truth)| card.quad.farthest(&truth.quad) < 1.0)
    }

    #[test]
    fn a_strip_that_was_taken_for_the_other_side_of_its_card_is_turned_as_its_row_is() {
        let (truth, told) = fan(true);
        let cards = moved(astray(&truth, &[2]), &[], &told);
        assert!(lie_as(&cards, &truth));
    }

    #[test]
    fn the_card_on_top_tells_the_side_of_those_under_it_whatever_most_were_taken_for() {
        let (truth, mut told) = fan(true);
        let top = truth.last().unwrap();
        let ([_, bottom], [other, _]) = (lone::places(&top.quad), lone::other_places(&top.quad));
        told.extend([bottom, other].map(|index| Told { card: top.clone(), index }));
        let cards = moved(astray(&truth, &[0, 1, 3, 4]), &[], &told);
        assert!(lie_as(&cards, &truth));
    }

    #[test]
    fn a_plain_card_on_top_tells_the_side_of_those_under_it_past_some_that_are_not_read() {
        let (mut truth, mut told) = fan(true);
        told.retain(|told| told.card != truth[5]);
        assert!(lie_as(&moved_by(|number| number == 5, astray(&truth, &[0, 1, 2, 3, 4]), &[], &told), &truth));
        truth.drain(3..5);
        assert!(lie_as(&moved_by(|number| number == 3, astray(&truth, &[0, 1, 2]), &[], &told), &truth));
        assert!(!lie_as(&moved(astray(&truth, &[0, 1, 2]), &[], &told), &truth));
    }

    #[test]
    fn of_wide_strips_a_plain_card_does_not_tell_since_it_may_be_one_of_them() {
        let (dense, _) = fan(true);
        let truth = wider(16.0, dense);
        let told: Vec<Told> = truth[1..].iter().flat_map(|card| left(card).map(|index| Told { card: card.clone(), index })).collect();
        let cards = astray(&truth, &[0]);
        assert_eq!(moved_by(|number| number == 0, cards.clone(), &[], &told), cards);
    }

    #[test]
    fn a_joker_on_top_tells_the_side_of_those_under_it_and_one_that_they_cover_does_not() {
        let (truth, mut told) = fan(true);
        let (bottom, top) = (truth.first().unwrap(), truth.last().unwrap());
        told.retain(|told| told.card != *bottom && told.card != *top);
        let joker = |card: &FoundCard| FoundCard { quad: card.quad, ..self::card("joker", 0.0) };
        let led = |others: &[FoundCard]| {
            let cards = moved(astray(&truth[1..5], &[0, 1, 2, 3]), others, &told);
            lie_as(&cards, &truth[1..5])
        };
        assert!(led(&[joker(top)]) && led(&[joker(bottom), joker(top)]));
        assert!(!led(&[]) && !led(&[joker(bottom)]));
    }

    #[test]
    fn the_last_card_of_a_row_that_a_back_lies_on_is_turned_as_the_others_are() {
        let (truth, mut told) = fan(true);
        let top = truth.last().unwrap();
        told.retain(|told| told.card != *top);
        let back = FoundCard { face: Face::Down, identity: Identity::UNKNOWN, ..top.clone() };
        for (others, is_led) in [(&[][..], false), (std::slice::from_ref(&back), true)] {
            let cards = moved(astray(&truth[..5], &[4]), others, &told);
            assert_eq!(lie_as(&cards, &truth[..5]), is_led);
        }
    }

    #[test]
    fn the_card_on_top_stays_where_it_lies_whichever_of_its_indices_was_read() {
        let (truth, mut told) = fan(true);
        let top = truth.last().unwrap();
        told.retain(|told| told.card != *top);
        told.push(Told { card: top.clone(), index: lone::places(&top.quad)[1] });
        let cards = moved(truth.clone(), &[], &told);
        assert_eq!(cards, truth);
    }

    #[test]
    fn a_card_that_lies_beside_the_others_does_not_tell_their_side() {
        let (close, _) = fan(true);
        let truth = wider(34.0, close);
        let right = |card: &FoundCard| [lone::other_places(&card.quad)[0], lone::places(&card.quad)[1]];
        let told = |card: &FoundCard, at: [Point<Image>; 2]| at.map(|index| Told { card: card.clone(), index });
        let last = truth.last().unwrap();
        let told: Vec<Told> = truth.iter().flat_map(|card| told(card, right(card))).chain(told(last, left(last))).collect();
        let cards = moved(truth.clone(), &[], &told);
        assert_eq!(cards, truth);
    }

    #[test]
    fn rows_of_decks_with_two_indices_and_rows_without_a_majority_stay() {
        let (truth, told) = fan(false);
        let cards = moved(astray(&truth, &[2]), &[], &told);
        assert_eq!(cards, astray(&truth, &[2]), "each corner is told by its index");
        let (_, told) = fan(true);
        let cards = moved(astray(&truth, &[1, 3, 4]), &[], &told);
        assert_eq!(cards, astray(&truth, &[1, 3, 4]));
    }
}
