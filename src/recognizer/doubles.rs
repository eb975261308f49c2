//! Several outlines of one card, and several cards of one name: which of them to believe.

use super::FoundCard;
use super::lone::sides;
use crate::cards::{CardId, Face};
use crate::geometry::{Image, Quad};

/// Of overlapping outlines with the same name the best: a pack holds each card once. Only where `single` says so of a card.
pub(super) fn once(mut found: Vec<FoundCard>, single: impl Fn(&CardId) -> bool) -> Vec<FoundCard> {
    /// Part of the smaller outline that two outlines of one card share at least.
    const SHARED: f64 = 0.25;
    found.sort_by(|a, b| (sureness(b) * b.score).total_cmp(&(sureness(a) * a.score)));
    let mut kept: Vec<FoundCard> = Vec::with_capacity(found.len());
    for card in found {
        let twin = |other: &FoundCard| {
            let least = other.quad.area().min(card.quad.area());
            other.identity.card() == card.identity.card() && other.quad.intersection_area(&card.quad) > SHARED * least
        };
        if !(card.identity.card().is_some_and(&single) && kept.iter().any(twin)) {
            kept.push(card);
        }
    }
    kept
}

/// Best seen first, without outlines that came to lie on a better one when they were aligned: these share more than `same_iou`.
pub(super) fn apart(mut found: Vec<FoundCard>, same_iou: f64) -> Vec<FoundCard> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<FoundCard> = Vec::with_capacity(found.len());
    for card in found {
        if !kept.iter().any(|better| better.quad.iou(&card.quad) > same_iou) {
            kept.push(card);
        }
    }
    kept
}

/// Without backs of which a better seen one hides more than a card may be hidden, two outlines of one back, of which nothing else tells; and those of
/// them that are backs all the same: in a row a sure one may be hidden farther. These are outlined too badly to tell anything about other cards.
pub(super) fn backs_apart(found: Vec<FoundCard>) -> (Vec<FoundCard>, Vec<FoundCard>) {
    /// Intersection over union of two backs of which both can be seen, at most.
    const BOTH_SEEN: f64 = 0.45;
    const SURE: f32 = 0.95;
    let (mut backs, mut kept): (Vec<FoundCard>, Vec<FoundCard>) = found.into_iter().partition(|card| card.face == Face::Down);
    backs.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (first, mut next) = (kept.len(), Vec::new());
    for back in backs {
        let better = kept.iter().skip(first).chain(&next);
        let hiding: Vec<&FoundCard> = better.filter(|better| better.quad.iou(&back.quad) > BOTH_SEEN).collect();
        if hiding.is_empty() {
            kept.push(back);
        } else if back.score > SURE && hiding.iter().all(|better| lie_in_a_row(&better.quad, &back.quad)) {
            next.push(back);
        }
    }
    (kept, next)
}

/// Whether cards of one size lie the same way with these outlines, one of them shifted across the other.
fn lie_in_a_row(one: &Quad<Image>, other: &Quad<Image>) -> bool {
    /// They are shifted by more than this part of their width, and by less than this of their height.
    const ACROSS: f64 = 0.18;
    const ALONG: f64 = 0.06;
    /// They are turned less from each other, in radians, and differ less in area than by this factor.
    const TURN: f64 = 0.14;
    const ALIKE: f64 = 1.3;
    let ((right, down), (other_right, _)) = (sides(one), sides(other));
    let (by, area) = (other.centre() - one.centre(), right.cross(down));
    let (across, along) = (by.cross(down) / area, right.cross(by) / area);
    let turn = right.cross(other_right).abs() / (right.length() * other_right.length());
    let is_shifted = across.abs() > ACROSS && along.abs() < ALONG;
    is_shifted && turn < TURN.sin() && (ALIKE.recip()..ALIKE).contains(&(other.area() / one.area()))
}

/// Whether another outline lies on a good part of this one of them: something may cover it.
pub(super) fn is_crowded<'q>(outline: &Quad<Image>, all: impl IntoIterator<Item = &'q Quad<Image>>) -> bool {
    /// The part.
    const CROWDED: f64 = 0.1;
    let (reach, least) = (outline.width() + outline.height(), CROWDED * outline.area());
    let meets = |other: &&Quad<Image>| other.centre().distance(outline.centre()) < reach && other.intersection_area(outline) > least;
    // It meets itself.
    all.into_iter().filter(meets).nth(1).is_some()
}

/// Part of an outline that lies on other cards at least, where it is only a part of these.
const SHARED: f64 = 0.5;

/// Whether an outline lies, for the most part, on a card whose print was seen: it is what stands out there. A card that lies on so much of another
/// hides its print.
pub(super) fn is_part_of(outline: &Quad<Image>, print: &FoundCard) -> bool {
    print.quad.intersection_area(outline) > SHARED * outline.area()
}

/// Without what could not be read and lies, for the most part, on cards that could: outlines across two of them, and what stands out in a print. What
/// lies on so much of a card, or under it, leaves one of the two unread.
pub(super) fn clear(mut found: Vec<FoundCard>) -> Vec<FoundCard> {
    let told: Vec<FoundCard> = found.iter().filter(|card| !card.is_unread()).cloned().collect();
    found.retain(|card| !card.is_unread() || !lies_on(&card.quad, &told));
    found
}

/// Intersection over union of two cards of a close fan, at most.
pub(super) const FANNED: f64 = 0.75;

/// Without what could not be read and lies just where a card does that could: two outlines of one small card, of which one was read.
pub(super) fn without_twins(mut found: Vec<FoundCard>) -> Vec<FoundCard> {
    let told: Vec<Quad<Image>> = found.iter().filter(|card| card.is_named()).map(|card| card.quad).collect();
    found.retain(|card| !card.is_unread() || told.iter().all(|quad| quad.iou(&card.quad) < FANNED));
    found
}

/// Whether an outline lies, for the most part, on cards that could be read.
pub(super) fn lies_on(outline: &Quad<Image>, cards: &[FoundCard]) -> bool {
    let shared: f64 = cards.iter().filter(|card| !card.is_unread()).map(|card| card.quad.intersection_area(outline)).sum();
    shared > SHARED * outline.area()
}

/// Whether a print was seen where the likelier one of another card lies: one of the two is what shows of the other, since a card that is half
/// covered is not seen whole.
pub(super) fn is_outdone(card: &FoundCard, prints: &[FoundCard]) -> bool {
    let better = |other: &&FoundCard| other.identity.card() != card.identity.card() && sureness(other) > sureness(card);
    prints.iter().filter(better).any(|other| is_part_of(&card.quad, other))
}

/// How sure a card's name is; a back has none to be unsure of.
pub(super) fn sureness(card: &FoundCard) -> f32 {
    card.identity.card().map_or(1.0, |id| card.identity.probability(id))
}

/// Whether a card has a name that is beyond doubt.
pub(super) fn is_sure(card: &FoundCard) -> bool {
    const SURE: f32 = 0.9;
    card.is_named() && sureness(card) >= SURE
}

/// A pack holds some cards only once (`single`): of those that bear such a name the surest keeps it, the others are left unnamed.
pub(super) fn conserved(found: &mut [FoundCard], single: impl Fn(&CardId) -> bool) {
    let mut order: Vec<usize> = (0..found.len()).collect();
    let sure = |i: usize| found.get(i).map_or(0.0, sureness);
    order.sort_by(|&a, &b| sure(b).total_cmp(&sure(a)));
    let mut borne: Vec<CardId> = Vec::new();
    for index in order {
        let Some(card) = found.get_mut(index) else { continue };
        match card.identity.card().filter(|name| single(name)).cloned() {
            Some(name) if borne.contains(&name) => {
                *card = card.unnamed();
            }
            Some(name) => borne.push(name),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};
    use crate::table::Identity;

    fn card(name: &str, confidence: f32, x: f64) -> FoundCard {
        let identity = Identity::Known { card: name.parse().unwrap(), confidence, alternatives: vec![] };
        FoundCard { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0), face: Face::Up, identity, score: 0.9 }
    }

    #[test]
    fn two_outlines_of_one_back_are_one_and_a_back_that_is_half_seen_is_another() {
        let back = |x, score| FoundCard { face: Face::Down, identity: Identity::UNKNOWN, score, ..card("standard/6h", 0.9, x) };
        let (found, _) = backs_apart(vec![back(100.0, 0.5), back(110.0, 0.9), back(150.0, 0.4), card("standard/6h", 0.9, 112.0)]);
        let kept: Vec<_> = found.iter().map(|card| (card.face, card.quad.centre().x)).collect();
        assert_eq!(kept, [(Face::Up, 112.0), (Face::Down, 110.0), (Face::Down, 150.0)]);
    }

    #[test]
    fn a_sure_back_is_seen_beside_one_that_hides_most_of_it_in_a_row() {
        let back = |score, width, x, y, turn| {
            let quad = Quad::placed(Point::new(x, y), width, 88.0, turn);
            FoundCard { quad, face: Face::Down, identity: Identity::UNKNOWN, score }
        };
        let lies_beside = |other| {
            let (kept, next) = backs_apart(vec![back(0.99, 63.0, 100.0, 100.0, 0.0), other]);
            assert_eq!(kept.len(), 1);
            next.len() == 1
        };
        assert!(lies_beside(back(0.97, 63.0, 116.0, 101.0, 0.05)) && lies_beside(back(0.97, 63.0, 84.0, 100.0, 0.0)));
        assert!(!lies_beside(back(0.9, 63.0, 116.0, 100.0, 0.0)), "in doubt");
        assert!(!lies_beside(back(0.97, 63.0, 108.0, 100.0, 0.0)), "too near");
        assert!(!lies_beside(back(0.97, 63.0, 116.0, 110.0, 0.0)), "beside the row");
        assert!(!lies_beside(back(0.97, 63.0, 116.0, 100.0, 0.2)), "turned");
        assert!(!lies_beside(back(0.97, 46.0, 114.0, 100.0, 0.0)), "smaller");
    }

    #[test]
    fn what_could_not_be_read_where_a_card_was_is_that_card_and_beside_it_in_a_fan_another_one() {
        let unread = |x| FoundCard { identity: Identity::UNKNOWN, ..card("standard/6h", 0.9, x) };
        let found = without_twins(vec![card("standard/6h", 0.9, 100.0), unread(105.0), unread(115.0), unread(400.0), unread(401.0)]);
        assert_eq!(found.iter().map(|card| card.quad.centre().x).collect::<Vec<_>>(), [100.0, 115.0, 400.0, 401.0]);
    }

    #[test]
    fn the_surest_of_two_cards_of_one_name_keeps_it_unless_there_are_copies() {
        let mut found = [card("standard/6h", 0.6, 100.0), card("standard/6h", 0.9, 300.0), card("standard/joker", 0.9, 500.0)];
        conserved(&mut found, |name| !name.is_joker());
        assert_eq!(found.each_ref().map(|card| card.identity.card().is_some()), [false, true, true]);
        let mut copies = [card("canon-nt/mark", 0.6, 100.0), card("canon-nt/mark", 0.9, 300.0)];
        conserved(&mut copies, |_| false);
        assert!(copies.iter().all(|card| card.identity.card().is_some()));
    }

    #[test]
    fn of_overlapping_outlines_of_one_name_the_best_is_kept() {
        let found = once(vec![card("standard/6h", 0.6, 100.0), card("standard/6h", 0.9, 110.0), card("standard/6h", 0.5, 400.0)], |_| true);
        assert_eq!(found.iter().map(|card| card.quad.centre().x).collect::<Vec<_>>(), [110.0, 400.0]);
    }

    #[test]
    fn of_prints_in_one_place_the_likelier_one_is_seen() {
        let (sure, fragment, beside) = (card("standard/2c", 1.0, 100.0), card("standard/3c", 0.9, 110.0), card("standard/4c", 0.9, 160.0));
        let prints = [sure.clone(), fragment.clone(), beside.clone()];
        assert_eq!([&sure, &fragment, &beside].map(|card| is_outdone(card, &prints)), [false, true, false]);
        let copy = card("standard/2c", 0.9, 110.0);
        assert!(!is_outdone(&copy, &[sure]), "a stack of copies");
    }

    fn unread(x: f64) -> FoundCard {
        card("standard/2c", 0.5, x).unnamed()
    }

    #[test]
    fn an_outline_across_two_cards_is_none_and_a_card_beside_them_is_one() {
        let (left, right, beside, apart) = (card("standard/2c", 1.0, 100.0), card("standard/3c", 1.0, 166.0), unread(215.0), unread(400.0));
        let found = clear(vec![left.clone(), right.clone(), unread(133.0), beside.clone(), apart.clone()]);
        assert_eq!(found, [left.clone(), right, beside.clone(), apart]);
        let back = FoundCard { face: Face::Down, ..unread(110.0) };
        let down = vec![left.clone(), back.clone()];
        assert_eq!(clear(down.clone()), down, "a back needs no name");
        assert_eq!(clear(vec![back.clone(), unread(115.0)]), [back]);
        let both = vec![unread(100.0), unread(110.0)];
        assert_eq!(clear(both.clone()), both, "neither is told");
        assert!(is_part_of(&unread(110.0).quad, &left) && !is_part_of(&beside.quad, &left));
    }
}
