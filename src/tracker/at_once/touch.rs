//! Touches, and hands that let go.

use super::AtOnceTracker;
use super::card::{Fingers, Lying};
use super::hand::{Bundle, Hand, Held, Rest, doubtful};
use super::stray::{LEAST_FRAMES, Stray};
use crate::cards::CardId;
use crate::geometry::{Quad, Table};
use crate::table::{Fact, Identity, Seat, SeenTouch, Stamp, Zone};
use crate::tracker::reach::near_zone;

/// A fingertip that came back to the bare table within this has not left it.
const SAME_SPOT_MM: f64 = 60.0;

/// Touches of one fingertip are told within so much of each other.
const SAME_TIP_MM: f64 = 10.0;
const SAME_TIP_MS: f64 = 15.0;

/// Fingers may be read so far beside the card that they lay, in millimetres.
pub(super) const LAID_BESIDE_MM: f64 = 70.0;
/// Fingers let go of a card they laid within this.
const JUST_LAID_MS: f64 = 350.0;

/// A touch so near to where a hand was is its, if its seat's own hand was three times as far.
const CROSSED_MM: f64 = 22.0;

/// One that comes down and goes on with its card does so within this.
const CARRIES_ON_WITHIN_MS: f64 = 1200.0;
/// It is seen to do so for so long: where arms cross, a hand is now and then read elsewhere for a frame.
const CARRIED_FOR_MS: f64 = 60.0;
/// Its hand moves it about there for so long at most.
const ARRANGES_WITHIN_MS: f64 = 3500.0;
/// What was swept up is spread within this once it was seen to lie.
const SPREADS_WITHIN_MS: f64 = 1200.0;

/// A fingertip is now and then read elsewhere, for a frame or a few: one that has been away for so long has let go.
const LEFT_FOR_MS: f64 = 170.0;
/// The same where no fingertip is read, and an outline's end may be another hand's.
const LEFT_UNREAD_FOR_MS: f64 = 400.0;
/// A hand that hides the card on which it rests does so within this.
const HIDES_WITHIN_MS: f64 = 200.0;

/// A hand that holds a card and comes down lays it within this, or touches another one.
const LAYS_WITHIN_MS: f64 = 700.0;

/// A touch of a hand that came down with a card.
#[derive(Debug, Clone)]
pub(super) struct Laden {
    touch: SeenTouch,
    by: Option<u64>,
    /// Since when the hand has been seen to carry its card on.
    carried: Option<Stamp>,
}

impl<Z: Zone> AtOnceTracker<Z> {
    /// Fingertips came down: those of hands that hold a card may only have laid it, and are waited for.
    pub(super) fn touches(&mut self, seen: &[SeenTouch]) {
        let waiting = std::mem::take(&mut self.waiting);
        let own = seen.iter().filter(|touch| !self.is_anothers(touch, seen));
        let new = own.map(|touch| (touch.clone(), self.touching(touch))).collect::<Vec<_>>();
        for (touch, by) in waiting.into_iter().chain(new) {
            let hand = by.and_then(|by| self.hands.get(by));
            if hand.is_some_and(|hand| Self::only_passes(hand, &touch) || Self::is_part_of_taking(hand, &touch)) {
                continue;
            }
            let soon = self.now.ms_since(touch.by) < LAYS_WITHIN_MS;
            let waits = soon && hand.is_some_and(|hand| self.may_lay(hand, &touch) || self.may_take(hand, &touch));
            if !waits {
                self.touch(&touch, by);
            } else if !by.is_some_and(|by| self.lays_there(by, &touch)) {
                self.waiting.push((touch, by));
            } else if touch.is_sure() {
                self.laden.push(Laden { touch, by, carried: None });
            }
        }
        self.touches_laden();
    }

    /// Whether it is of a fingertip that was taken for two seats', and its seat has none there now.
    fn is_anothers(&self, touch: &SeenTouch, all: &[SeenTouch]) -> bool {
        let is_there = |seat: Seat| self.hands.here().any(|hand| hand.seat == Some(seat) && hand.tip.distance(touch.tip) < SAME_SPOT_MM);
        let same = |other: &SeenTouch| other.tip.distance(touch.tip) < SAME_TIP_MM && other.by.ms_since(touch.by).abs() < SAME_TIP_MS;
        let others = all.iter().filter(|other| other.seat != touch.seat && same(other)).filter_map(|other| other.seat);
        touch.seat.is_some_and(|seat| !is_there(seat)) && others.into_iter().any(is_there)
    }

    /// Fingertips came down with a card, which they would lay; but some go on with it, and have touched what they came down on.
    fn touches_laden(&mut self) {
        for laden in std::mem::take(&mut self.laden) {
            let Laden { touch, by, carried } = laden;
            let carries_on = by.is_some_and(|by| self.carries_on(by, &touch));
            let carried = carries_on.then_some(carried.unwrap_or(self.now));
            if carried.is_some_and(|since| self.now.ms_since(since) >= CARRIED_FOR_MS) {
                self.touch(&touch, by);
            } else if self.now.ms_since(touch.by) < CARRIES_ON_WITHIN_MS {
                self.laden.push(Laden { touch, by, carried });
            }
        }
    }

    /// Whether a hand is seen to carry the card that it holds away from where it came down.
    fn carries_on(&self, by: u64, touch: &SeenTouch) -> bool {
        let sure = self.config.known_from;
        let Some(hand) = self.hands.get(by).filter(|hand| hand.here && hand.tip.distance(touch.tip) > self.config.away_mm) else {
            return false;
        };
        let holds = |name: &CardId| hand.holds.iter().any(|held| held.sight.sure(sure) == Some(name));
        let carried = |stray: &Stray| {
            let away = stray.quad.polygon().distance(touch.tip) > LAID_BESIDE_MM;
            stray.in_hand && stray.last == self.now && away && stray.sight.sure(sure).is_some_and(holds)
        };
        !hand.passed(touch.tip, touch.by) && self.strays.all.iter().any(carried)
    }

    /// Whether a touch's hand may hold a card that it is about to lay: one that it took, or touched and that was not seen since.
    fn may_lay(&self, hand: &Hand<Z>, touch: &SeenTouch) -> bool {
        let away = |card: &Lying<Z>| !card.in_sight() && card.quad.polygon().distance(touch.tip) > self.config.away_mm;
        let touched = hand.rest.as_ref().and_then(|rest| self.cards.get(rest.card?));
        // What it held when it left may yet be found where it laid it.
        !hand.holds.is_empty() || !hand.left && (hand.has_swept() || touched.is_some_and(away))
    }

    /// Whether a touch that is not sure is of a fingertip that did not stay there.
    fn only_passes(hand: &Hand<Z>, touch: &SeenTouch) -> bool {
        !touch.is_sure() && hand.passed(touch.tip, touch.by)
    }

    /// Whether a touch's hand rests on another card, which it may be about to take: then it has not touched this one.
    fn may_take(&self, hand: &Hand<Z>, touch: &SeenTouch) -> bool {
        let card = hand.rest.as_ref().and_then(|rest| self.cards.get(rest.card?));
        let other =
            |card: &Lying<Z>| self.cards.under(touch.tip, touch.by, self.config.touch_margin_mm).is_none_or(|under| under.id != card.id);
        !hand.left && card.is_some_and(|card| card.quad.polygon().distance(touch.tip) < self.config.away_mm && other(card))
    }

    /// Whether a touch's hand took the card that it rested on after this.
    fn is_part_of_taking(hand: &Hand<Z>, touch: &SeenTouch) -> bool {
        let lifted = || hand.bundle.iter().flat_map(|bundle| &bundle.cards);
        let taken = |card: u64| hand.holds.iter().chain(lifted()).find(|held| held.card == card).map(|held| held.since);
        hand.rest.as_ref().and_then(|rest| taken(rest.card?)).is_some_and(|since| since > touch.after)
    }

    /// Tells the touches that still wait.
    pub(super) fn tell_waiting(&mut self) {
        std::mem::take(&mut self.waiting).into_iter().for_each(|(touch, by)| self.touch(&touch, by));
    }

    /// The hand that a touch is of: its seat's, but where arms cross one may be taken for another seat's.
    fn touching(&self, touch: &SeenTouch) -> Option<u64> {
        let far = |hand: &Hand<Z>| hand.was_from(touch.tip, touch.by);
        let nearest = self.hands.all.iter().filter(|hand| !hand.left).min_by(|a, b| far(a).total_cmp(&far(b)));
        let Some(seat) = touch.seat else { return nearest.map(|hand| hand.id) };
        let own = self.hands.nearest_of(seat, touch.tip).filter(|own| !own.stayed_elsewhere(touch.tip, touch.after, touch.by));
        let other =
            nearest.filter(|hand| hand.seat.is_some() && far(hand) < CROSSED_MM && own.is_some_and(|own| far(own) > 3.0 * CROSSED_MM));
        other.or(own).map(|hand| hand.id)
    }

    /// A fingertip came down.
    fn touch(&mut self, touch: &SeenTouch, hand: Option<u64>) {
        let Some(seat) = hand.and_then(|hand| self.hands.get(hand)?.seat).or(touch.seat) else { return };
        // What the hand did before comes before.
        if let Some(hand) = hand {
            self.finish_before(hand, touch);
        }
        let under = self.cards.under(touch.tip, touch.by, self.config.touch_margin_mm);
        let (card, zone) = match under {
            Some(card) => (Some(card.id), card.zone),
            None => (None, near_zone(&self.mat, touch.tip, 0.0)),
        };
        let Some(zone) = zone else { return };
        // Fingers that come down with a card, or still let go of it, touch nothing else.
        let lays = hand.is_some_and(|hand| self.lays_there(hand, touch));
        if lays {
            return;
        }
        if let Some(hand) = hand.and_then(|id| self.hands.get_mut(id)) {
            hand.no_hover(zone, touch.by);
        }
        let rests = hand.and_then(|id| self.hands.get(id)).and_then(|hand| hand.rest.as_ref());
        // Fingers that have not left one back of a fan are still at work there on the next.
        let is_fan = under.is_some_and(Lying::is_back) && self.mat.fan_direction(zone).is_some();
        let again = rests.is_some_and(|rest| match (rest.card, card) {
            // Its card was taken from under it.
            (Some(old), Some(_)) if self.cards.get(old).is_none() => rest.at.distance(touch.tip) < SAME_SPOT_MM,
            (Some(old), Some(new)) => old == new || is_fan && rest.zone == zone && rest.away.is_none(),
            (None, None) => rest.at.distance(touch.tip) < SAME_SPOT_MM,
            _ => false,
        });
        // A touch is found later than the hand is seen to leave.
        let before = hand.and_then(|hand| self.hands.get(hand)?.released).is_some_and(|(left, at)| Some(left) == card && touch.by <= at);
        if again {
            // It had not left, then.
            hand.and_then(|id| self.hands.get_mut(id)?.rest.as_mut()).into_iter().for_each(|rest| rest.away = None);
        }
        if again || before {
            return;
        }
        let identity = match under {
            Some(card) if card.is_back() => Identity::UNKNOWN,
            Some(card) if self.cards.get(card.id).is_some() => self.name(card.id),
            Some(gone) => self.name_of(&gone.sight),
            None => Identity::UNKNOWN,
        };
        if let (Some(id), Some(hand)) = (card, hand)
            && let Some(card) = self.cards.get_mut(id)
        {
            card.finger(hand, touch.by, Fingers::Touched);
        }
        if let Some(hand) = hand.and_then(|id| self.hands.get_mut(id)) {
            hand.rest = Some(Rest { card, at: touch.tip, zone, away: None });
            hand.touched.extend(card.map(|card| (card, Some(zone))));
        }
        let neighbour = touch.perhaps.or_else(|| doubtful(seat, touch.entry, &self.mat, &self.config));
        let (after, by, frame) = (touch.after, touch.by, touch.with);
        self.facts.push(Fact::Touched { seat, neighbour, zone, card: identity, bare: card.is_none(), after, by, frame });
    }

    /// A hand took a card that it was not seen to touch: it did, between its coming there and this.
    pub(super) fn touch_unseen(&mut self, by: u64, card: &Lying<Z>, gone: Stamp) {
        let Some(hand) = self.hands.get(by) else { return };
        let told = |(id, zone): &(u64, Option<Z>)| *id == card.id || card.is_back() && *zone == card.zone;
        let (Some(seat), Some(zone), Some(came)) = (hand.seat, card.zone, card.fingers_since(by)) else { return };
        if hand.touched.iter().any(told) || came > gone {
            return;
        }
        let identity = if card.is_back() { Identity::UNKNOWN } else { self.name_of(&card.sight) };
        let neighbour = hand.neighbour(&self.mat, &self.config);
        let frame = self.frame;
        self.facts.push(Fact::Touched { seat, neighbour, zone, card: identity, bare: false, after: came, by: gone, frame });
        if let Some(hand) = self.hands.get_mut(by) {
            hand.no_hover(zone, gone);
            hand.touched.push((card.id, Some(zone)));
        }
    }

    fn lays_there(&self, by: u64, touch: &SeenTouch) -> bool {
        let seat = |id: u64| self.hands.get(id).and_then(|hand| hand.seat);
        // A hand that was lost for a while is followed as another one.
        let same = |other: u64| other == by || seat(other).is_some() && seat(other) == seat(by);
        let spread = |bundle: &Bundle<Z>| bundle.laid.is_some_and(|(_, at)| touch.after.ms_since(at) > SPREADS_WITHIN_MS);
        let lifted =
            |hand: &Hand<Z>| same(hand.id) && hand.bundle.as_ref().is_some_and(|bundle| self.goes_on(bundle, touch.tip) && !spread(bundle));
        // What it touched before it laid what it swept up was a part of that.
        let swept =
            |hand: &Hand<Z>| same(hand.id) && hand.bundle.as_ref().and_then(|bundle| bundle.laid).is_some_and(|(_, at)| touch.by < at);
        // One that is still where it spread cards arranges them.
        let spreads = |hand: &Hand<Z>| {
            let there = |(fan, at): (Z, Stamp)| self.fan_at(touch.tip) == Some(fan) && touch.by.ms_since(at) < ARRANGES_WITHIN_MS;
            hand.id == by && !hand.left && hand.spread.is_some_and(there)
        };
        if self.hands.all.iter().any(|hand| lifted(hand) || swept(hand) || spreads(hand)) {
            return true;
        }
        let near = |quad: &Quad<Table>| quad.polygon().distance(touch.tip) < LAID_BESIDE_MM;
        let laid = |card: &Lying<Z>| card.laid.is_some_and(|(by, at)| same(by) && touch.after.ms_since(at) < JUST_LAID_MS);
        // Another card's corner is now and then read as a card, for a frame or two.
        let is_card = |stray: &Stray| self.is_card(stray) && !self.is_of_another(stray);
        let held = |stray: &Stray| {
            let holder = self.holder(stray);
            stray.hand.into_iter().chain(holder).any(same) && (holder.is_some() || stray.frames >= LEAST_FRAMES) && is_card(stray)
        };
        self.cards.all.iter().any(|card| laid(card) && near(&card.quad))
            || self.strays.all.iter().any(|stray| held(stray) && near(&stray.quad))
    }

    /// A hand that lays what it held elsewhere has let go of what it touched since.
    pub(super) fn release_before_laying(&mut self, by: u64, laid: &Held<Z>, at: Stamp) {
        let Some(hand) = self.hands.get(by) else { return };
        let Some(rest) = hand.rest.as_ref().filter(|rest| rest.card != Some(laid.card)) else { return };
        let lies = |card: &Lying<Z>| card.quad.polygon().distance(hand.tip) > self.config.away_mm;
        let Some(card) = rest.card.filter(|card| self.cards.get(*card).is_some_and(lies)) else { return };
        let (seat, zone) = (hand.seat, rest.zone);
        if let Some(hand) = self.hands.get_mut(by) {
            hand.rest = None;
            hand.released = Some((card, at));
        }
        if let Some(card) = self.cards.get_mut(card) {
            card.let_go(by);
        }
        if let Some(seat) = seat {
            self.facts.push(Fact::Released { seat, zone, stamp: at, frame: self.frame });
        }
    }

    /// Tells of hands that left what they touched, and left it there.
    pub(super) fn release(&mut self) {
        let now = self.now;
        for k in 0..self.hands.all.len() {
            let told = self.hands.all.get(k).and_then(|hand| self.lets_go(hand));
            let Some(hand) = self.hands.all.get_mut(k) else { continue };
            let (id, seat, left, here) = (hand.id, hand.seat, hand.left, hand.here);
            let patience_ms = if hand.is_tip_seen(now) { LEFT_FOR_MS } else { LEFT_UNREAD_FOR_MS };
            let Some(rest) = &mut hand.rest else { continue };
            let Some(told) = told else {
                // Unseen it is where it was.
                rest.away = rest.away.filter(|_| !here);
                continue;
            };
            let (card, zone, since) = (rest.card, rest.zone, *rest.away.get_or_insert(now));
            if told && !left && now.ms_since(since) < patience_ms {
                continue;
            }
            hand.rest = None;
            hand.released = card.map(|card| (card, since));
            if let Some(card) = card.and_then(|card| self.cards.get_mut(card)) {
                card.let_go(id);
            }
            if let (true, Some(seat)) = (told, seat) {
                self.facts.push(Fact::Released { seat, zone, stamp: since, frame: self.frame });
            }
        }
    }

    /// Whether a hand that rests on something seems to have left it: `Some(true)` when it left it there.
    fn lets_go(&self, hand: &Hand<Z>) -> Option<bool> {
        let rest = hand.rest.as_ref()?;
        let away = |far: f64| hand.left || hand.here && far > self.config.away_mm;
        match rest.card {
            None => away(hand.tip.distance(rest.at) - 15.0).then_some(true),
            Some(card) => match self.cards.get(card) {
                // It was taken: by this hand, or from under it.
                None => Some(hand.holds.iter().all(|held| held.card != card) && away(f64::MAX)),
                Some(card) if away(card.quad.polygon().distance(hand.tip)) => {
                    (card.in_sight() || self.is_under_another(card, hand.id)).then_some(true)
                }
                Some(_) => None,
            },
        }
    }

    /// Whether a card is hidden by another hand that rests on it, and this one is not seen with it.
    fn is_under_another(&self, card: &Lying<Z>, hand: u64) -> bool {
        // Not by one on which it was seen for a while.
        let hides = |other: &Hand<Z>| card.fingers_since(other.id).is_none_or(|since| card.seen.ms_since(since) < HIDES_WITHIN_MS);
        let rests = |other: &Hand<Z>| other.rests_on(card.id) && other.was_just_here(self.now) && hides(other);
        let resting = self.hands.all.iter().any(|other| other.id != hand && rests(other));
        resting && !self.strays.follows(hand, self.now)
    }
}
