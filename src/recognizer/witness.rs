//! What bodies and indices say of each standard card, taken together. A pack holds it once, so all that bears its name tells where it lies; of a
//! covered card the body and several indices in several looks may speak, and not all of them lie.

use super::FoundCard;
use super::above::Above;
use super::doubles::{self, is_sure, sureness};
use super::lone::{self, Told};
use super::{format, rows};
use crate::cards::{CardId, Face};
use crate::geometry::{Image, Point, Quad};
use crate::table::Identity;

/// How far from its place an index may be and still be that card's, in parts of the card's width.
const NEAR: f64 = 0.11;

/// Whether another outline lies on a good part of this one of them, so that it may be badly outlined, or read from its neighbour's print.
fn is_crowded(card: &FoundCard, all: &[FoundCard]) -> bool {
    doubles::is_crowded(&card.quad, all.iter().map(|other| &other.quad))
}

/// Cards, and which of them need no further witness.
pub(super) struct Bodies<'f> {
    found: &'f [FoundCard],
    plain: Vec<bool>,
}

impl<'f> Bodies<'f> {
    /// Plain is a card that has a name beyond doubt and that nothing lies on, as the others say or, if these meet it, its edges (`framed`).
    pub(super) fn of(found: &'f [FoundCard], framed: impl Fn(&Quad<Image>) -> bool) -> Self {
        let is_plain = |card: &FoundCard| is_sure(card) && (!is_crowded(card, found) || framed(&card.quad));
        Self { found, plain: found.iter().map(is_plain).collect() }
    }

    /// Whether this index is a plain card's own.
    pub(super) fn explain(&self, index: Point<Image>) -> bool {
        let mut plain = self.found.iter().zip(&self.plain).filter(|(_, plain)| **plain);
        plain.any(|(card, _)| lone::is_near(lone::places(&card.quad), &card.quad, index, NEAR))
    }
}

/// What says that a card of one name lies somewhere.
#[derive(Clone, Copy)]
struct Witness<'c> {
    card: &'c FoundCard,
    /// Its index where it is told by one.
    index: Option<Point<Image>>,
    weight: f64,
}

/// A card as its witnesses tell it.
struct Joined {
    card: FoundCard,
    /// Whether only indices tell it: its body, if seen at all, could not be read.
    bodiless: bool,
    indices: Vec<Point<Image>>,
    weight: f64,
}

impl<'c> Witness<'c> {
    /// How much a body counts beside an index: of a covered card it is read through its neighbour's print more often.
    const BODY: f64 = 0.7;
    /// How sure a body must be read beside others where no index says the same.
    const ALONE: f32 = 0.75;

    fn body(card: &'c FoundCard) -> Self {
        Self { card, index: None, weight: Self::BODY * f64::from(sureness(card) * card.score) }
    }

    /// Whether it is to be believed where it is alone: a body that something lies on may be read from its neighbour's print.
    fn stands_alone(&self, all: &[FoundCard]) -> bool {
        self.index.is_some() || sureness(self.card) >= Self::ALONE || !is_crowded(self.card, all)
    }

    fn index(told: &'c Told) -> Self {
        Self { card: &told.card, index: Some(told.index), weight: f64::from(sureness(&told.card) * told.card.score) }
    }
}

impl Joined {
    /// Outlines that share more than this (intersection over union) tell one place.
    const SAME_PLACE: f64 = 0.5;
    /// A body's outline is kept where it shares so much with what all tell: the picture's edges were looked for on all its sides.
    const AGREES: f64 = 0.9;

    /// The card where most of these witnesses, which all tell one name, have it, among all that indices told.
    fn of(witnesses: &[Witness<'_>], told: &[Told]) -> Option<Self> {
        let around = |one: &Witness<'_>| -> (f64, Vec<Witness<'_>>) {
            let met = witnesses.iter().map(|other| (other.card.quad.iou(&one.card.quad), *other));
            let met: Vec<_> = met.filter(|(iou, _)| *iou > Self::SAME_PLACE).collect();
            (met.iter().map(|(iou, other)| iou * other.weight).sum(), met.into_iter().map(|(_, other)| other).collect())
        };
        let placed = witnesses.iter().map(|one| (one, around(one)));
        let (leader, (weight, place)) = placed.max_by(|(_, (a, _)), (_, (b, _))| a.total_cmp(b))?;
        let outlines: Vec<Quad<Image>> = place.iter().map(|each| as_turned(&each.card.quad, &leader.card.quad)).collect();
        let middle = lone::middle(&outlines)?;
        let bodies = place.iter().filter(|each| each.index.is_none() && each.card.quad.iou(&middle) > Self::AGREES);
        let quad = bodies.max_by(|a, b| a.weight.total_cmp(&b.weight)).map_or(middle, |body| body.card.quad);
        let surest = place.iter().max_by(|a, b| sureness(a.card).total_cmp(&sureness(b.card)))?;
        let score = place.iter().map(|each| each.card.score).fold(0.0, f32::max);
        let indices: Vec<Point<Image>> = place.iter().filter_map(|each| each.index).collect();
        let mut others = told.iter().filter(|told| told.card.identity.card() != surest.card.identity.card());
        let is_near = |told: &Told| indices.iter().any(|index| lone::is_near([told.index], &quad, *index, NEAR));
        let is_disputed = others.any(|other| is_near(other) || other.card.quad.iou(&quad) > doubles::FANNED);
        let more = if is_disputed { 0 } else { indices.len() - usize::from(surest.index.is_some()) };
        let card = FoundCard { quad, score, face: Face::Up, identity: confirmed(&surest.card.identity, more) };
        Some(Self { card, bodiless: indices.len() == place.len(), indices, weight })
    }

    /// Whether this is what a stronger card was taken for.
    fn is_part_of(&self, stronger: &Self) -> bool {
        /// Outlines that share more than this lie on each other: only one of them can be right.
        const SAME: f64 = 0.85;
        let is_own = || 2.0 * self.weight < stronger.weight && stronger.has_a_place_at(&self.indices);
        // Read from a body alone, where an index tells another name.
        let is_misread = || self.indices.is_empty() && self.has_a_place_at(&stronger.indices);
        self.card.quad.iou(&stronger.card.quad) > SAME || is_own() || is_misread()
    }

    /// Whether one of these indices lies where this card has its own.
    fn has_a_place_at(&self, indices: &[Point<Image>]) -> bool {
        /// So near a card's own place an index is that card's: strips of a fan are hardly narrower.
        const OWN: f64 = 0.07;
        let quad = &self.card.quad;
        indices.iter().any(|index| lone::is_near(lone::places(quad), quad, *index, OWN))
    }
}

/// A name that so many indices more bear, where none is read otherwise: it is surer, unless the doubt is what a V means, which is the same in all of
/// them.
fn confirmed(identity: &Identity, more: usize) -> Identity {
    /// The part of the doubt that one more index leaves: looks at one index mostly err alike.
    const LEFT: f32 = 0.8;
    /// What may be a jack or a queen is at least this likely to be the other.
    const EITHER: f32 = 0.05;
    let mut confirmed = identity.clone();
    if let Identity::Known { card, confidence, alternatives } = &mut confirmed {
        let rank = |card: &CardId| card.name().chars().next();
        let is_other = |other: &CardId| matches!((rank(card), rank(other)), (Some('J'), Some('Q')) | (Some('Q'), Some('J')));
        let is_either = alternatives.iter().any(|other| other.confidence > EITHER && is_other(&other.card));
        if !is_either {
            let doubt = (0..more).fold(1.0 - *confidence, |doubt, _| LEFT * doubt);
            *confidence = 1.0 - doubt;
        }
    }
    confirmed
}

/// The outline from the corner from which it lies as `other` does.
pub(super) fn as_turned(quad: &Quad<Image>, other: &Quad<Image>) -> Quad<Image> {
    let turned = quad.half_turned();
    if turned.farthest(other) < quad.farthest(other) { turned } else { *quad }
}

/// The cards that these outlines and indices tell. Of those whose name a pack holds once (`single`) each is told by all that bears its name;
/// what cannot be read where one of them shows its index is a part of it.
pub(super) fn joined(seen: &Bodies<'_>, told: &[Told], above: Option<&Above>, single: impl Fn(&CardId) -> bool) -> Vec<FoundCard> {
    /// An unread outline is the card's whose index it holds when it shares so much with that.
    const UNREAD_IOU: f64 = 0.25;
    let bears = |card: &FoundCard, name: &CardId| card.identity.card() == Some(name);
    let found = seen.found;
    let is_body = |card: &FoundCard| card.identity.card().is_some_and(&single);
    let bodies: Vec<(&FoundCard, bool)> = found.iter().zip(seen.plain.iter().copied()).filter(|(card, _)| is_body(card)).collect();
    let named = bodies.iter().map(|(card, _)| *card).chain(told.iter().map(|told| &told.card));
    let mut names: Vec<&CardId> = named.filter_map(|card| card.identity.card()).collect();
    names.sort();
    names.dedup();
    let mut others: Vec<FoundCard> = found.iter().filter(|card| !is_body(card)).cloned().collect();
    let mut cards: Vec<Joined> = Vec::with_capacity(names.len());
    for name in names {
        let of_name = || bodies.iter().copied().filter(|(body, _)| bears(body, name));
        let plain = of_name().filter(|(_, plain)| *plain).map(|(body, _)| body).max_by(|a, b| sureness(a).total_cmp(&sureness(b)));
        let bodies: Vec<&FoundCard> = of_name().map(|(body, _)| body).collect();
        let by_index = told.iter().filter(|told| bears(&told.card, name)).map(Witness::index);
        let witnesses: Vec<Witness<'_>> = bodies.iter().copied().map(Witness::body).chain(by_index).collect();
        let joined = match plain {
            Some(body) => Some(Joined { card: body.clone(), bodiless: false, indices: Vec::new(), weight: f64::INFINITY }),
            None if witnesses.iter().any(|each| each.stands_alone(found)) => Joined::of(&witnesses, told),
            None => None,
        };
        let Some(joined) = joined else {
            others.extend(bodies.into_iter().map(FoundCard::unnamed));
            continue;
        };
        // What bears the name elsewhere, and is surely a card, is another one, misread.
        let misread = bodies.into_iter().filter(|body| body.quad.iou(&joined.card.quad) <= Joined::SAME_PLACE && !is_crowded(body, found));
        others.extend(misread.map(FoundCard::unnamed));
        cards.push(joined);
    }
    cards.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut kept: Vec<Joined> = Vec::with_capacity(cards.len());
    for card in cards {
        if !kept.iter().any(|stronger| card.is_part_of(stronger)) {
            kept.push(card);
        }
    }
    let holds = |outline: &Quad<Image>, card: &Joined| {
        card.bodiless && outline.iou(&card.card.quad) > UNREAD_IOU && card.indices.iter().any(|index| outline.polygon().contains(*index))
    };
    others.retain(|other| !(other.is_unread() && kept.iter().any(|card| holds(&other.quad, card))));
    let mut outlined: Vec<(&mut FoundCard, bool)> = kept.iter_mut().map(|joined| (&mut joined.card, joined.weight.is_infinite())).collect();
    format::to_one_format(&mut outlined, told, above);
    rows::to_one_side(&mut outlined, &others, told);
    let mut cards: Vec<FoundCard> = kept.into_iter().map(|joined| joined.card).collect();
    cards.extend(others);
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Alternative;

    fn card(name: &str, confidence: f32, x: f64) -> FoundCard {
        let identity = Identity::Known { card: format!("standard/{name}").parse().unwrap(), confidence, alternatives: vec![] };
        FoundCard { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0), face: Face::Up, identity, score: 0.9 }
    }

    fn unread(x: f64) -> FoundCard {
        FoundCard { identity: Identity::UNKNOWN, ..card("2c", 0.5, x) }
    }

    /// Told by the index beside its first corner.
    fn told(card: FoundCard) -> Told {
        let [index, _] = lone::places(&card.quad);
        Told { card, index }
    }

    /// (name, x of the middle) of all, by name.
    fn together(found: &[FoundCard], told: &[Told]) -> Vec<(Option<String>, f64)> {
        let cards = joined(&Bodies::of(found, |_| false), told, None, |card| !card.is_joker());
        let mut cards: Vec<_> =
            cards.iter().map(|card| (card.identity.card().map(|id| id.name().to_owned()), card.quad.centre().x.round())).collect();
        cards.sort_by(|a, b| a.partial_cmp(b).unwrap());
        cards
    }

    fn named(names: &[(&str, f64)]) -> Vec<(Option<String>, f64)> {
        names.iter().map(|(name, x)| (Some((*name).to_owned()), *x)).collect()
    }

    #[test]
    fn a_name_that_more_indices_bear_is_surer_unless_all_of_them_may_bear_a_v() {
        let sureness_with = |name: &str, other: &str, more| {
            let card = |name: &str| format!("standard/{name}").parse::<CardId>().unwrap();
            let alternatives = vec![Alternative { card: card(other), confidence: 0.12 }];
            let identity = Identity::Known { card: card(name), confidence: 0.85, alternatives };
            confirmed(&identity, more).probability(&card(name))
        };
        assert!((sureness_with("Kd", "Kh", 0) - 0.85).abs() < 1e-6);
        assert!((0.85..0.9).contains(&sureness_with("Kd", "Kh", 1)) && (0.9..0.95).contains(&sureness_with("Kd", "Kh", 2)));
        assert!(sureness_with("Js", "Jc", 5) > 0.9);
        assert!((sureness_with("Js", "Qs", 5) - 0.85).abs() < 1e-6);
    }

    #[test]
    fn an_index_that_is_read_otherwise_too_confirms_no_name() {
        let three = |name, confidence| told(card(name, confidence, 100.0));
        let mut seen = vec![three("3s", 0.85), three("3s", 0.84), three("3s", 0.83)];
        let told_as = |seen: &[Told]| joined(&Bodies::of(&[], |_| false), seen, None, |_| true).iter().map(sureness).collect::<Vec<_>>();
        assert!(matches!(told_as(&seen)[..], [sure] if sure > 0.9));
        seen.push(three("3c", 0.9));
        assert!(matches!(told_as(&seen)[..], [doubted] if doubted < 0.86));
    }

    #[test]
    fn a_covered_card_joins_and_what_could_not_be_read_there_was_a_part_of_it() {
        let (top, below) = (card("10h", 0.95, 100.0), card("Kc", 0.95, 80.0));
        let both = named(&[("10h", 100.0), ("Kc", 80.0)]);
        assert_eq!(together(std::slice::from_ref(&top), &[told(below.clone())]), both);
        assert_eq!(together(&[top.clone(), unread(76.0)], &[told(below)]), both);
        assert_eq!(together(&[top.clone(), unread(300.0)], &[]), [(None, 300.0), both[0].clone()], "nothing tells that it is a part");
        let own = told(top.clone());
        assert_eq!(together(&[top, unread(76.0)], &[own]), [(None, 76.0), both[0].clone()], "another card lies over its index");
    }

    #[test]
    fn in_a_fan_each_card_is_told_by_its_own_index() {
        // A fifth of a card's width apart: each index lies far inside other outlines.
        let fan: Vec<FoundCard> =
            ["2c", "3c", "4c", "5c", "6c"].iter().zip(0_u8..).map(|(name, i)| card(name, 0.9, 100.0 - 12.6 * f64::from(i))).collect();
        let others: Vec<Told> = fan.iter().skip(1).cloned().map(told).collect();
        assert_eq!(together(&fan[..1], &others).len(), 5);
    }

    #[test]
    fn a_card_lies_where_most_that_bears_its_name_tells_it() {
        let neighbours = [card("2c", 0.95, 110.0), card("3c", 0.95, 90.0)];
        let astray = [&neighbours[..], &[card("5s", 0.9, 60.0)]].concat();
        let looks = [101.0, 102.0, 104.0].map(|x| told(card("5s", 0.8, x)));
        assert!(together(&astray, &looks).contains(&(Some("5s".to_owned()), 102.0)));
        assert!(together(&astray, &looks[..0]).contains(&(Some("5s".to_owned()), 60.0)));
    }

    #[test]
    fn a_body_beside_others_keeps_a_doubtful_name_only_where_an_index_says_it_too() {
        let beside = card("2c", 0.95, 130.0);
        let doubtful = card("5s", 0.5, 100.0);
        assert_eq!(together(&[beside.clone(), doubtful.clone()], &[]), [(None, 100.0), named(&[("2c", 130.0)])[0].clone()]);
        let index = told(card("5s", 0.8, 101.0));
        assert_eq!(together(&[beside, doubtful.clone()], &[index]), named(&[("2c", 130.0), ("5s", 100.0)]));
        assert_eq!(together(&[doubtful], &[]), named(&[("5s", 100.0)]));
    }

    #[test]
    fn a_covered_body_is_no_card_where_its_index_would_be_and_tells_another() {
        let (beside, body, told_by) = (card("2c", 0.95, 140.0), card("Kh", 0.9, 100.0), told(card("9h", 0.99, 120.0)));
        let both = named(&[("2c", 140.0), ("9h", 120.0)]);
        let here = Told { index: told(body.clone()).index, ..told_by.clone() };
        assert_eq!(together(&[beside.clone(), body.clone()], &[here]), both);
        assert_eq!(together(&[beside, body], &[told_by]), [&both[..], &named(&[("Kh", 100.0)])[..]].concat());
    }

    #[test]
    fn of_two_cards_of_one_name_the_other_is_unread() {
        let twice = [card("5s", 0.92, 100.0), card("5s", 0.95, 300.0)];
        assert_eq!(together(&twice, &[]), [(None, 100.0), named(&[("5s", 300.0)])[0].clone()]);
    }

    #[test]
    fn a_card_that_nothing_lies_on_stays_where_its_edges_are() {
        let alone = card("5s", 0.95, 100.0);
        let corners = [90.0, 90.0, 90.0].map(|x| told(card("5s", 0.99, x)));
        assert_eq!(together(std::slice::from_ref(&alone), &corners), named(&[("5s", 100.0)]));
        assert!(Bodies::of(std::slice::from_ref(&alone), |_| false).explain(told(alone.clone()).index));
        let covered = [alone.clone(), card("2c", 0.95, 130.0)];
        let index = told(alone).index;
        assert!(!Bodies::of(&covered, |_| false).explain(index), "it may be the other's print that was read");
        assert!(Bodies::of(&covered, |_| true).explain(index), "it lies on the other");
    }

    #[test]
    fn a_sure_index_corrects_a_doubtful_name_and_no_sure_one() {
        for (sure, name) in [(0.7, "9h"), (0.95, "Kc")] {
            assert_eq!(together(&[card("Kc", sure, 100.0)], &[told(card("9h", 0.97, 101.0))]).first().unwrap().0.as_deref(), Some(name));
            assert_eq!(together(&[card("Kc", sure, 100.0)], &[told(card("9h", 0.97, 101.0))]).len(), 1);
        }
    }

    #[test]
    fn a_scrap_of_a_sure_card_is_no_card() {
        let top = card("6d", 0.95, 100.0);
        let scrap = Told { index: told(top.clone()).index, card: card("9d", 0.76, 140.0) };
        assert_eq!(together(std::slice::from_ref(&top), &[scrap]).len(), 1);
        let its_own = told(card("9d", 0.76, 140.0));
        assert_eq!(together(&[top], &[its_own]).len(), 2);
    }
}
