//! Which card each touch came upon, and which touches belong together, from what frames show.
//!
//! Cards are remembered while hands hide them. Touches of one card within a while are one claim to it.

use super::TrackerConfig;
use super::known::Known;
use super::order::Order;
use crate::cards::Face;
use crate::geometry::{Point, Quad, Table};
use crate::table::{Identity, Observation, Seat, SeenHand, SeenTouch, Stamp};
use std::collections::VecDeque;

/// Frames that must show a card before it is believed.
const BELIEVED: u32 = 2;
/// Frames that may show a place bare before the card there is gone.
const BARE: u32 = 8;
/// A fingertip this far beside a card still touches it, in millimetres: it is wider than its middle.
const BESIDE_MM: f64 = 3.0;
/// A card that came to lie within this distance of where it was is still the same one, in millimetres: a hand may push it.
const PUSHED_MM: f64 = 40.0;
/// Touches of one card further apart than this are claims of their own, in milliseconds.
const APART_MS: f64 = 2000.0;
/// How long it is remembered where hands were, in milliseconds: longer than a claim stays open after its first touch.
const REMEMBERED_MS: f64 = 4000.0;
/// A card was not there yet where no hand was in so many looks that did not show it.
const LOOKS: usize = 3;
/// Fingertips this near to each other are side by side, in millimetres.
const SIDE_BY_SIDE_MM: f64 = 25.0;
/// An outline this near to the middle of a card lies over it, in millimetres.
const OVER_MM: f64 = 20.0;

/// The touches of one card within a while.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// Which card it is.
    pub card: Identity,
    /// Where it lay before hands were near it, if that is where it was touched first; else where it lies.
    pub quad: Quad<Table>,
    /// Which side is up.
    pub face: Face,
    /// In the order in which they were decided.
    pub touches: Vec<SeenTouch>,
    /// When a hand of whom lay over the card without its fingertip being seen, or its fingertip lay beside the one that touched first, and none
    /// of its own touches was seen: it may have touched.
    pub hidden: Vec<(Seat, Stamp)>,
}

/// Follows the cards and the touches of a table.
#[derive(Debug, Clone)]
pub struct ClaimWatch {
    config: TrackerConfig,
    cards: Vec<Known>,
    open: Vec<(u64, Claimed)>,
    next: u64,
    /// Touches of no card that was known then.
    bare: Vec<SeenTouch>,
    /// Which of them lies on which.
    order: Order,
    /// The hands of the last looks.
    looks: VecDeque<(Stamp, Vec<SeenHand>)>,
}

impl ClaimWatch {
    /// A watch of a table of which nothing is known yet.
    pub const fn new(config: TrackerConfig) -> Self {
        Self { config, cards: Vec::new(), open: Vec::new(), next: 0, bare: Vec::new(), order: Order::new(), looks: VecDeque::new() }
    }

    /// Takes what the next frame shows; answers the claims that are over.
    pub fn see(&mut self, seen: &Observation) -> Vec<Claimed> {
        self.remember(seen);
        self.looks.push_back((seen.stamp, seen.hands.clone()));
        while self.looks.front().is_some_and(|(stamp, _)| seen.stamp.ms_since(*stamp) > REMEMBERED_MS) {
            self.looks.pop_front();
        }
        let bare = std::mem::take(&mut self.bare);
        bare.iter().filter(|touch| seen.stamp.ms_since(touch.by) <= APART_MS).chain(&seen.touches).for_each(|touch| self.touch(touch));
        let over = |claim: &Claimed| claim.touches.iter().all(|touch| seen.stamp.ms_since(touch.by) > APART_MS);
        let (ended, open) = std::mem::take(&mut self.open).into_iter().partition(|(_, claim)| over(claim));
        self.open = open;
        let ended: Vec<(u64, Claimed)> = ended;
        ended.into_iter().map(|(_, claim)| self.with_hidden(claim)).collect()
    }

    fn with_hidden(&self, claim: Claimed) -> Claimed {
        let centre = claim.quad.centre();
        let first = claim.touches.iter().min_by_key(|touch| touch.by);
        // Of fingers side by side one is not always seen to come down.
        let beside = |hand: &SeenHand| {
            let touches = claim.touches.iter().any(|touch| touch.seat == hand.seat);
            !touches && first.is_some_and(|first| hand.tip.distance(first.tip) < SIDE_BY_SIDE_MM)
        };
        let over = |hand: &&SeenHand| beside(hand) || !hand.tip_seen && hand.region.distance(centre) < OVER_MM;
        let seats = |(stamp, hands): &(Stamp, Vec<SeenHand>)| -> Vec<(Seat, Stamp)> {
            hands.iter().filter(over).filter_map(|hand| Some((hand.seat?, *stamp))).collect()
        };
        Claimed { hidden: self.looks.iter().flat_map(seats).collect(), ..claim }
    }

    /// Takes touches that were decided when the source had ended, and ends all claims, in order of their first touch.
    pub fn finish(&mut self, touches: &[SeenTouch]) -> Vec<Claimed> {
        std::mem::take(&mut self.bare).iter().chain(touches).for_each(|touch| self.touch(touch));
        let mut rest: Vec<Claimed> = std::mem::take(&mut self.open).into_iter().map(|(_, claim)| self.with_hidden(claim)).collect();
        rest.sort_by_key(|claim| claim.touches.iter().map(|touch| touch.by).min().unwrap_or(Stamp::default()));
        rest
    }

    fn remember(&mut self, seen: &Observation) {
        let mut of: Vec<Option<u64>> = vec![None; seen.cards.len()];
        for known in &mut self.cards {
            let centre = known.quad.centre();
            let is_near_hand = seen.hands.iter().any(|hand| hand.region.distance(centre) < PUSHED_MM);
            let near = seen
                .cards
                .iter()
                .enumerate()
                .filter(|(i, _)| of.get(*i) == Some(&None))
                .map(|(i, card)| (card.quad.centre().distance(centre), i, card))
                .filter(|(far, _, card)| *far < if known.is(card) { PUSHED_MM } else { self.config.same_card_mm })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            match near {
                Some((_, i, card)) => {
                    if card.quad.centre().distance(centre) > OVER_MM {
                        self.order.forget(known.number);
                    }
                    known.add(card);
                    if !is_near_hand {
                        known.clear = known.quad;
                    }
                    of.get_mut(i).into_iter().for_each(|of| *of = Some(known.number));
                }
                None if is_near_hand => {}
                None => known.bare += 1,
            }
        }
        self.cards.retain(|known| known.bare < if known.seen < BELIEVED { 2 } else { BARE });
        self.order.see(seen, |card| of.get(card).copied().flatten());
        for (card, _) in seen.cards.iter().zip(of).filter(|(_, of)| of.is_none()) {
            self.cards.push(Known::new(self.next, card, seen.stamp));
            self.next += 1;
        }
    }

    /// Whether the first of two cards is rather touched, each with how far beside it the fingertip is: of those under it the one on top.
    fn is_above(&self, (off, card): &(f64, &Known), (other_off, other): &(f64, &Known)) -> bool {
        if off < other_off || other_off < off {
            return off < other_off;
        }
        let seen_over = self.order.is_over(card.number, other.number);
        // Where no edge tells, what is seen best lies on top.
        seen_over || !self.order.is_over(other.number, card.number) && card.best > other.best
    }

    /// Whether no hand was near a card's place in several looks before a touch. If the card was found there only afterwards, it was laid there.
    fn was_bare(&self, place: Point<Table>, touch: &SeenTouch) -> bool {
        let clear = |(_, hands): &&(Stamp, Vec<SeenHand>)| hands.iter().all(|hand| hand.region.distance(place) > PUSHED_MM);
        self.looks.iter().filter(|(stamp, _)| *stamp <= touch.after).filter(clear).count() >= LOOKS
    }

    fn touch(&mut self, touch: &SeenTouch) {
        let under = self
            .cards
            .iter()
            .filter(|known| known.seen >= BELIEVED && (known.first <= touch.by || !self.was_bare(known.quad.centre(), touch)))
            .map(|known| (known.quad.polygon().distance(touch.tip), known))
            .filter(|(off, _)| *off < BESIDE_MM)
            .reduce(|one, other| if self.is_above(&other, &one) { other } else { one });
        let Some((_, known)) = under else {
            self.bare.push(touch.clone());
            return;
        };
        if let Some((_, claim)) = self.open.iter_mut().find(|(number, _)| *number == known.number) {
            claim.touches.push(touch.clone());
            return;
        }
        let claim = Claimed {
            card: known.identity(&self.config),
            quad: if known.clear.polygon().distance(touch.tip) < BESIDE_MM { known.clear } else { known.quad },
            face: known.face(),
            touches: vec![touch.clone()],
            hidden: Vec::new(),
        };
        self.open.push((known.number, claim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardId;
    use crate::geometry::Polygon;
    use crate::table::SeenCard;

    fn card(name: &str, x: f64, y: f64) -> SeenCard {
        let identity = Identity::certain(format!("standard/{name}").parse().unwrap());
        SeenCard { quad: Quad::placed(Point::new(x, y), 63.0, 88.0, 0.3), face: Face::Up, identity, score: 0.9 }
    }

    fn hand(x: f64, y: f64) -> SeenHand {
        let region = Polygon::rectangle(x - 40.0, y - 40.0, 80.0, 400.0);
        SeenHand {
            region,
            entry: Point::new(x, 600.0),
            tip: Point::new(x, y),
            tip_seen: true,
            seat: Seat::from_index(0),
            perhaps: None,
            confidence: 0.9,
        }
    }

    fn touch(seat: usize, x: f64, y: f64, ms: u64) -> SeenTouch {
        let (after, by) = (Stamp::from_ms(ms - 20), Stamp::from_ms(ms));
        SeenTouch {
            seat: Seat::from_index(seat),
            perhaps: None,
            entry: Point::new(x, 600.0),
            tip: Point::new(x, y),
            after,
            by,
            without: ms / 33 - 1,
            with: ms / 33,
            confidence: 0.9,
        }
    }

    /// Shows a frame every 33 ms from `from_ms` on; answers the claims that end meanwhile.
    fn shown(
        watch: &mut ClaimWatch,
        from_ms: u64,
        frames: u64,
        cards: &[SeenCard],
        hands: &[SeenHand],
        touches: &[SeenTouch],
    ) -> Vec<Claimed> {
        let look = |k: u64| Observation {
            frame: from_ms / 33 + k,
            stamp: Stamp::from_ms(from_ms + 33 * k),
            cards: cards.to_vec(),
            overlaps: Vec::new(),
            hands: hands.to_vec(),
            touches: if k == 0 { touches.to_vec() } else { Vec::new() },
        };
        (0..frames).flat_map(|k| watch.see(&look(k))).collect()
    }

    fn name(claim: &Claimed) -> &str {
        claim.card.card().map_or("?", CardId::name)
    }

    #[test]
    fn a_card_that_hands_hide_is_still_touched_and_both_touches_are_one_claim() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        let (there, beside) = (card("10h", 300.0, 300.0), card("2c", 390.0, 300.0));
        shown(&mut watch, 0, 10, &[there, beside.clone()], &[], &[]);
        shown(&mut watch, 330, 20, std::slice::from_ref(&beside), &[hand(300.0, 300.0)], &[]);
        let ended =
            shown(&mut watch, 990, 5, &[beside], &[hand(300.0, 300.0)], &[touch(0, 300.0, 310.0, 800), touch(2, 310.0, 290.0, 850)]);
        assert!(ended.is_empty());
        let claims = watch.finish(&[]);
        let [claim] = claims.as_slice() else { panic!("{claims:?}") };
        assert_eq!((name(claim), claim.touches.len()), ("10h", 2));
    }

    #[test]
    fn a_touch_beside_every_card_is_no_claim_and_one_on_the_neighbour_is_the_neighbours() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        let cards = [card("10h", 300.0, 300.0), card("2c", 390.0, 300.0)];
        shown(&mut watch, 0, 10, &cards, &[], &[]);
        let claims = watch.finish(&[touch(0, 300.0, 500.0, 300), touch(1, 385.0, 310.0, 320)]);
        assert_eq!(claims.iter().map(name).collect::<Vec<_>>(), ["2c"]);
    }

    #[test]
    fn a_finger_beside_the_one_that_touches_may_touch_too() {
        let hidden_at = |tip: f64, touches: &[SeenTouch]| {
            let mut watch = ClaimWatch::new(TrackerConfig::default());
            shown(&mut watch, 0, 10, &[card("10h", 300.0, 300.0)], &[], &[]);
            shown(&mut watch, 330, 5, &[card("10h", 300.0, 300.0)], &[hand(tip, 300.0)], &[]);
            watch.finish(touches).remove(0).hidden.len()
        };
        let of_another = touch(1, 300.0, 310.0, 400);
        assert_eq!(hidden_at(320.0, std::slice::from_ref(&of_another)), 5);
        assert_eq!(hidden_at(340.0, std::slice::from_ref(&of_another)), 0, "apart");
        assert_eq!(hidden_at(320.0, &[of_another, touch(0, 320.0, 300.0, 500)]), 0, "it was seen to come down");
    }

    #[test]
    fn a_card_that_is_found_late_was_touched_if_its_place_was_not_seen_bare_before() {
        let found_after = |looks: u64| {
            let mut watch = ClaimWatch::new(TrackerConfig::default());
            shown(&mut watch, 0, looks, &[], &[], &[]);
            let at = 33 * looks;
            shown(&mut watch, at, 2, &[], &[hand(300.0, 300.0)], &[touch(0, 300.0, 310.0, at + 30)]);
            shown(&mut watch, at + 66, 3, &[card("10h", 300.0, 300.0)], &[], &[]);
            watch.finish(&[touch(2, 310.0, 290.0, at + 165)]).iter().map(|claim| claim.touches.len()).collect::<Vec<_>>()
        };
        assert_eq!(found_after(2), [2], "overlooked");
        assert_eq!(found_after(30), [1], "laid");
    }

    #[test]
    fn the_top_one_of_two_cards_over_each_other_is_touched() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        let below = SeenCard { score: 0.6, ..card("10h", 300.0, 300.0) };
        shown(&mut watch, 0, 10, &[below, card("2c", 330.0, 300.0)], &[], &[]);
        let claims = watch.finish(&[touch(0, 318.0, 300.0, 300), touch(1, 275.0, 300.0, 320)]);
        assert_eq!(claims.iter().map(name).collect::<Vec<_>>(), ["2c", "10h"]);
    }

    #[test]
    fn a_card_whose_edge_is_seen_on_another_is_touched_where_both_are() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        let cards = vec![SeenCard { score: 0.6, ..card("10h", 300.0, 300.0) }, card("2c", 330.0, 300.0)];
        for k in 0..10 {
            let stamp = Stamp::from_ms(33 * k);
            watch.see(&Observation {
                frame: k,
                stamp,
                cards: cards.clone(),
                overlaps: vec![(0, 1)],
                hands: Vec::new(),
                touches: Vec::new(),
            });
        }
        let claims = watch.finish(&[touch(0, 318.0, 300.0, 300)]);
        assert_eq!(claims.iter().map(name).collect::<Vec<_>>(), ["10h"]);
    }

    #[test]
    fn a_pushed_card_stays_itself_and_a_claim_is_over_after_a_while() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        shown(&mut watch, 0, 10, &[card("10h", 300.0, 300.0)], &[], &[]);
        shown(&mut watch, 330, 5, &[card("10h", 312.0, 296.0)], &[], &[touch(0, 300.0, 300.0, 300)]);
        let ended = shown(&mut watch, 495, 100, &[card("10h", 312.0, 296.0)], &[], &[touch(1, 330.0, 300.0, 480)]);
        let [claim] = ended.as_slice() else { panic!("{ended:?}") };
        assert_eq!((name(claim), claim.touches.len()), ("10h", 2));
        let again = watch.finish(&[touch(1, 312.0, 296.0, 3800)]);
        assert_eq!(again.iter().map(|claim| claim.touches.len()).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_card_is_outlined_where_it_lay_when_it_was_touched() {
        let outlined = |tip: f64| {
            let mut watch = ClaimWatch::new(TrackerConfig::default());
            shown(&mut watch, 0, 10, &[card("10h", 300.0, 300.0)], &[], &[]);
            shown(&mut watch, 330, 5, &[card("10h", 330.0, 300.0)], &[hand(330.0, 300.0)], &[]);
            watch.finish(&[touch(0, tip, 300.0, 480)]).remove(0).quad.centre().x
        };
        assert!((outlined(310.0) - 300.0).abs() < 1e-9, "then it was pushed");
        assert!((outlined(355.0) - 330.0).abs() < 1e-9, "it had been pushed by then");
    }

    #[test]
    fn a_card_that_was_taken_away_is_touched_no_more() {
        let mut watch = ClaimWatch::new(TrackerConfig::default());
        shown(&mut watch, 0, 10, &[card("10h", 300.0, 300.0)], &[], &[]);
        shown(&mut watch, 330, 20, &[], &[], &[]);
        assert!(watch.finish(&[touch(0, 300.0, 300.0, 900)]).is_empty());
    }
}
