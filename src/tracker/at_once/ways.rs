//! Cards that hands take, lay, and bring off the table.

use super::AtOnceTracker;
use super::card::Lying;
use super::hand::{Bundle, Hand, Held};
use super::stray::{HALF_READ, Stray};
use crate::cards::Face;
use crate::geometry::{Point, Table};
use crate::table::{Fact, Identity, SeenTouch, Stamp, Zone};
use crate::tracker::reach::near_zone;

/// A hand may be so far from the card that it carries, as they are seen where hands meet.
const MEET_MM: f64 = 150.0;
/// A card under one that was taken shows this part of itself there.
const REVEALED: f64 = 0.08;
/// It had not been seen before: so much of it was covered.
const WAS_COVERED: f64 = 0.5;
/// A card that was touched and is not seen for so long after its hand left has gone with it.
const UNSEEN_FOR_MS: f64 = 2000.0;
/// A hand with a card pauses no longer than this.
const PAUSES_FOR_MS: f64 = 1000.0;
/// What a hand held that left may lie hidden for so long.
const HIDDEN_FOR_MS: f64 = 2000.0;
/// What has been hidden is seen to lie so long after nothing hides it any more.
const SHOWS_AFTER_MS: f64 = 400.0;
/// A card that was seen to lie so shortly before is not the one in a hand that was not near it, in milliseconds: that is misread.
const HELD_UNSEEN_MS: f64 = 90.0;
/// A hand that holds a card shows another one only if it is read this well.
const SECOND_READ: f32 = 0.7;
/// Cards that a hand brings back together lie so far from each other at most, and come to lie within so long.
const TOGETHER_MM: f64 = 90.0;
const TOGETHER_MS: f64 = 500.0;
/// Long enough to believe that a card lies, when its hand touches another already.
const RESTS_BEFORE_TOUCH_MS: f64 = 70.0;

impl<Z: Zone> AtOnceTracker<Z> {
    /// A hand took a card.
    pub(super) fn take(&mut self, id: u64, by: u64) {
        let identity = self.name(id);
        let Some(card) = self.cards.remove(id, self.now) else { return };
        self.stir();
        let (from, face) = (card.zone, card.sight.face());
        let (now, frame) = (self.now, self.frame);
        let left = self.hands.get(by).filter(|hand| hand.left).map_or(now, |hand| hand.last);
        let since = card.missing.map_or(left, |(since, _)| since);
        // It seemed to lie while its hand paused: it never left it.
        let paused = |(hand, at): (u64, Stamp)| hand == by && now.ms_since(at) < PAUSES_FOR_MS && !card.was_touched_by(by);
        let told = from.filter(|_| face == Face::Up && card.laid.is_some_and(paused));
        let held = Held { card: id, sight: card.sight.clone(), from, since, told };
        let fan = from.filter(|zone| face == Face::Down && self.mat.fan_direction(*zone).is_some());
        let other =
            self.hands.get(by).and_then(|hand| hand.bundle.as_ref()).is_some_and(|bundle| fan.is_some() && Some(bundle.from) != fan);
        if other {
            self.flush_bundle(by);
        }
        let Some(hand) = self.hands.get_mut(by) else { return };
        if let Some(from) = fan {
            let bundle = hand.bundle.get_or_insert_with(|| Bundle { from, cards: Vec::new(), last: now, laid: None });
            bundle.last = now;
            return bundle.cards.push(held);
        }
        hand.holds.push(held);
        let seat = hand.seat;
        if told.is_some() {
            return;
        }
        self.touch_unseen(by, &card, since);
        if let (Some(seat), Some(_)) = (seat, from) {
            let stamp = Stamp::between(card.seen, since);
            self.facts.push(Fact::Moved { seat, from, to: None, card: identity, face, stamp, frame });
        }
    }

    /// Whether a missing card lies beside where it was, out of hands: it was pushed, or shows more of itself now.
    pub(super) fn lies_beside(&self, id: u64) -> bool {
        let (sure, now) = (self.config.known_from, self.now);
        let Some(card) = self.cards.get(id) else { return false };
        let Some(name) = card.sight.sure(sure).filter(|_| !card.is_back()) else { return false };
        let same = |stray: &Stray| stray.sight.sure(sure) == Some(name) && !stray.in_hand && stray.last == now;
        let near = |stray: &Stray| stray.quad.centre().distance(card.quad.centre()) < self.config.nudge_mm;
        self.strays.all.iter().any(|stray| same(stray) && near(stray))
    }

    /// What is seen in a hand does not lie on the table any more: there is one card of each design.
    pub(super) fn take_what_is_held(&mut self) {
        let sure = self.config.known_from;
        let mut taken = Vec::new();
        let held = |stray: &&Stray| stray.frames >= 2 && stray.in_hand && !self.is_of_another(stray);
        for stray in self.strays.all.iter().filter(held) {
            let (Some(hand), Some(name)) = (stray.hand, stray.sight.sure(sure)) else { continue };
            if stray.sight.share(name) < SECOND_READ && self.hands.get(hand).is_some_and(|hand| !hand.holds.is_empty()) {
                continue;
            }
            let was_near = |card: &Lying<Z>| card.fingers_since(hand).is_some() || card.laid.is_some_and(|(by, _)| by == hand);
            let may_be = |card: &Lying<Z>| !card.in_sight() && (was_near(card) || self.now.ms_since(card.seen) > HELD_UNSEEN_MS);
            let same = self.cards.all.iter().find(|card| may_be(card) && !card.is_back() && card.sight.sure(sure) == Some(name));
            let far = |at: Point<Table>| at.distance(stray.quad.centre()) > self.config.nudge_mm;
            let Some(card) = same.filter(|card| far(card.quad.centre())) else { continue };
            // Of hands that meet, one that touched it has it.
            let far = |hand: &Hand<Z>| stray.quad.polygon().distance(hand.tip);
            let came = self.hands.all.iter().filter(|hand| !hand.left && card.was_touched_by(hand.id) && far(hand) < MEET_MM);
            let came = came.min_by(|a, b| far(a).total_cmp(&far(b))).map(|hand| hand.id);
            // One that was never near it has not.
            let near = || if card.fingers_since(hand).is_some() { Some(hand) } else { card.taker(true) };
            taken.push((card.id, came.or_else(near).unwrap_or(hand)));
        }
        for (card, hand) in taken {
            self.take(card, hand);
        }
    }

    /// What a hand touched, that has left, and was not seen since, went with it: when another card is laid where it lay, when its hand comes
    /// again, or after a while.
    pub(super) fn take_what_left(&mut self) {
        let due = |card: &Lying<Z>, by: u64| {
            let hand = self.hands.get(by).filter(|hand| hand.left)?;
            let again = self.hands.here().any(|other| other.seat == hand.seat);
            let late = self.now.ms_since(hand.last) > UNSEEN_FOR_MS;
            (again || late || self.cards.is_laid_over(card)).then_some((card.id, by))
        };
        let gone: Vec<(u64, u64)> = self.cards.unseen_since_touched().filter_map(|(card, by)| due(card, by)).collect();
        for (card, by) in gone {
            self.take(card, by);
        }
    }

    /// Cards that came to rest were laid.
    pub(super) fn lay_what_rests(&mut self) {
        let (now, config) = (self.now, self.config);
        let first = self.settled.is_none();
        let mut k = 0;
        while let Some(stray) = self.strays.all.get(k) {
            let by = || {
                let other = || self.other_holder(None, stray).filter(|_| !self.is_of_a_back(stray));
                stray.hand.or_else(|| self.holder(stray)).or_else(other).or_else(|| self.brought_with(stray))
            };
            let laid = self.is_card(stray) && by().is_some();
            let long = laid || first || stray.rests(now, config.drift_for_ms) && !self.is_half_hidden(stray);
            if stray.rests(now, config.rest_ms) && long {
                let stray = self.strays.all.remove(k);
                // Twice in one place is one card seen twice.
                let double = |card: &Lying<Z>| card.in_sight() && card.quad.centre().distance(stray.anchor) < config.same_card_mm;
                if !self.cards.all.iter().any(double) {
                    self.lay(stray);
                }
            } else {
                k += 1;
            }
        }
    }

    fn lay(&mut self, stray: Stray) {
        let (now, frame, config) = (self.now, self.frame, self.config);
        let zone = near_zone(&self.mat, stray.anchor, config.zone_margin_mm);
        self.stir();
        if self.nudged(&stray, zone) {
            return;
        }
        let by = self.holder(&stray).or(stray.hand).or_else(|| self.brought_with(&stray)).filter(|_| self.settled.is_some());
        let by = self.sweeper(&stray, zone).or_else(|| self.carrier(&stray)).or_else(|| self.other_holder(by, &stray)).or(by);
        let by = by.and_then(|id| self.hands.get(id)).map(|hand| hand.id);
        if let Some(by) = by {
            self.take_what_it_touched(by, &stray);
        }
        if let (Some(by), Some(zone)) = (by, zone)
            && self.lay_of_bundle(by, &stray, zone)
        {
            self.cards.add(stray.quad, stray.sight, Some(zone), stray.score, now);
            return;
        }
        let held = by.and_then(|by| self.out_of(by, &stray));
        if let (Some(by), Some(held)) = (by, &held) {
            self.release_before_laying(by, held, stray.still_since);
        }
        let mut sight = stray.sight.clone();
        let known_otherwise = sight.sure(config.known_from).is_some();
        if let Some(held) = &held
            && !known_otherwise
        {
            sight.absorb(&held.sight);
        }
        let was_off = sight.sure(config.known_from).is_some_and(|name| self.off_table.contains_key(name));
        let revealed = held.is_none() && !was_off && stray.turned_up(&config) && self.was_under(&stray);
        let identity = self.name_of(&sight);
        let seat = by.and_then(|by| self.hands.get(by)).and_then(|hand| hand.seat);
        let face = stray.sight.face();
        if let Some(name) = sight.sure(config.known_from) {
            self.off_table.remove(name);
        }
        let lies = if face == Face::Up { sight } else { stray.sight };
        let id = self.cards.add(stray.quad, lies, zone, stray.score, now);
        if let (Some(by), Some(card)) = (by, self.cards.get_mut(id)) {
            card.laid = Some((by, stray.still_since));
        }
        if let (Some(hand), Some(zone)) = (by.and_then(|by| self.hands.get_mut(by)), zone) {
            hand.no_hover(zone, stray.still_since);
        }
        let told = held.and_then(|held| held.told);
        if let (Some(seat), Some(from)) = (seat, told.filter(|told| Some(*told) != zone)) {
            self.facts.push(Fact::Moved { seat, from: Some(from), to: None, card: identity.clone(), face, stamp: now, frame });
        }
        if let (Some(seat), Some(zone), false) = (seat, zone.filter(|zone| Some(*zone) != told), revealed) {
            // It may have lain there, under the fingers, since they came.
            let came = by.and_then(|by| self.hands.get(by)).and_then(|hand| hand.came_to_lay(&stray.quad, stray.still_since));
            let lain = Stamp::between(came.unwrap_or(stray.still_since), stray.still_since);
            let stamp = Stamp { tolerance_us: lain.tolerance_us + (config.at_once_ms * 500.0) as u32, ..lain };
            self.facts.push(Fact::Moved { seat, from: None, to: Some(zone), card: identity, face, stamp, frame });
        }
    }

    /// The hand that held a card of this name: there is one of each design.
    pub(super) fn holder(&self, stray: &Stray) -> Option<u64> {
        let sure = self.config.known_from;
        let name = stray.sight.sure(sure).filter(|_| stray.sight.face() == Face::Up)?;
        let holds = |hand: &&Hand<Z>| hand.holds.iter().any(|held| held.sight.sure(sure) == Some(name));
        self.hands.all.iter().find(holds).map(|hand| hand.id)
    }

    /// The hand that laid another card beside this one at that time, where this one had been carried off the table: several cards that are
    /// brought back together show when they are spread, and not under the fingertip.
    fn brought_with(&self, stray: &Stray) -> Option<u64> {
        stray.sight.sure(self.config.known_from).filter(|name| self.off_table.contains_key(*name))?;
        let beside = |card: &&Lying<Z>| card.quad.centre().distance(stray.anchor) < TOGETHER_MM;
        let mut laid = self.cards.all.iter().filter(beside).filter_map(|card| card.laid);
        laid.find(|(_, at)| stray.still_since.ms_since(*at).abs() < TOGETHER_MS).map(|(by, _)| by)
    }

    /// The hand that came to lay a card and is of the seat that carried it off the table: nobody else has it.
    fn carrier(&self, stray: &Stray) -> Option<u64> {
        let seat = self.off_table.get(stray.sight.sure(self.config.known_from)?)?;
        let came = |hand: &&Hand<Z>| hand.seat == Some(*seat) && hand.came_to_lay(&stray.quad, stray.still_since).is_some();
        self.hands.all.iter().rev().find(came).map(|hand| hand.id)
    }

    /// A hand that held nothing known laid a card: it is what the hand touched before, whose place its arm still hides.
    fn take_what_it_touched(&mut self, by: u64, stray: &Stray) {
        let empty = self.hands.get(by).is_some_and(|hand| hand.holds.is_empty() && hand.bundle.is_none());
        let card = || {
            let touched = self.may_have_taken(by, stray).or_else(|| self.back_it_stayed_at(by, stray));
            // No back comes from nowhere.
            let back = stray.sight.face() == Face::Down;
            touched.or_else(|| self.cards.passed_unseen(by).filter(|card| back && !card.is_back()).map(|card| card.id))
        };
        if let Some(card) = empty.then(card).flatten() {
            self.take(card, by);
        }
    }

    /// The card that a hand touched and that may be this one.
    fn may_have_taken(&self, by: u64, stray: &Stray) -> Option<u64> {
        let sure = self.config.known_from;
        let may_be = |card: &Lying<Z>| match (card.sight.sure(sure), stray.sight.sure(sure)) {
            (Some(a), Some(b)) if !card.is_back() => a == b,
            _ => true,
        };
        self.cards.under_fingers(by, may_be).map(|card| card.id)
    }

    /// The back that shows no more and beside which its fingers stayed, when a hand laid a card that was nowhere: it was that one.
    fn back_it_stayed_at(&self, by: u64, stray: &Stray) -> Option<u64> {
        let (sure, beside) = (self.config.known_from, self.config.finger_mm);
        let name = stray.sight.sure(sure).filter(|_| stray.sight.face() == Face::Up)?;
        let known = |card: &Lying<Z>| !card.is_back() && card.sight.sure(sure) == Some(name);
        if self.off_table.contains_key(name) || self.cards.all.iter().any(known) {
            return None;
        }
        let hand = self.hands.get(by)?;
        let far = |card: &Lying<Z>| hand.stayed_from(&card.quad, card.seen);
        let hidden = self.cards.all.iter().filter(|card| card.is_back() && !card.in_sight());
        let near = hidden.filter_map(|card| Some((far(card).filter(|far| *far < beside)?, card.id)));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, card)| card)
    }

    /// Where the hand that seems to have laid a card can have none, or no fingers were read near it, one that was there and may have had it.
    fn other_holder(&self, by: Option<u64>, stray: &Stray) -> Option<u64> {
        let sure = self.config.known_from;
        let may_be = |held: &Held<Z>| match (held.sight.sure(sure), stray.sight.sure(sure)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        let may_lay = |hand: &Hand<Z>| hand.holds.iter().any(may_be) || hand.has_swept() || self.may_have_taken(hand.id, stray).is_some();
        if self.settled.is_none() || by.is_some_and(|by| self.hands.get(by).is_none_or(may_lay)) {
            return None;
        }
        let was_there = |hand: &&Hand<Z>| hand.came_to_lay(&stray.quad, stray.still_since).is_some();
        let mut others = self.hands.all.iter().filter(|hand| Some(hand.id) != by && may_lay(hand)).filter(was_there);
        others.next().map(|hand| hand.id)
    }

    /// A card that lies still near to where it lay, and is not there any more, has only been nudged.
    fn nudged(&mut self, stray: &Stray, zone: Option<Z>) -> bool {
        let sure = self.config.known_from;
        let same = |card: &Lying<Z>| match (card.sight.sure(sure), stray.sight.sure(sure)) {
            _ if card.sight.face() != stray.sight.face() || card.zone != zone => false,
            (Some(a), Some(b)) => a == b,
            (None, None) => true,
            // What shows of a card beside a hand is read badly, and lies off its middle.
            (Some(a), None) => stray.sight.share(a) > HALF_READ,
            (None, Some(b)) => card.sight.share(b) > HALF_READ,
        };
        let limit = self.config.nudge_mm;
        let far = |card: &Lying<Z>| card.quad.centre().distance(stray.anchor);
        let near = self.cards.all.iter_mut().filter(|card| !card.in_sight() && same(card) && far(card) < limit);
        let Some(card) = near.min_by(|a, b| far(a).total_cmp(&far(b))) else { return false };
        (card.quad, card.seen, card.missing, card.sights) = (stray.quad, stray.last, None, 1);
        card.sight.absorb(&stray.sight);
        let id = card.id;
        self.cards.order.forget(id);
        true
    }

    /// Whether it lay under a card that was taken just now.
    fn was_under(&self, stray: &Stray) -> bool {
        let part = |card: &Lying<Z>| stray.part_over(&card.quad);
        let gone: f64 = self.cards.gone.iter().map(|gone| part(&gone.card)).sum();
        let still: f64 = self.cards.all.iter().map(part).sum();
        gone > REVEALED && gone + still > WAS_COVERED
    }

    /// What a hand held that may be the card it laid.
    fn out_of(&mut self, hand: u64, stray: &Stray) -> Option<Held<Z>> {
        let sure = self.config.known_from;
        let name = stray.sight.sure(sure);
        let hand = self.hands.get_mut(hand)?;
        let same = hand.holds.iter().position(|held| name.is_some() && held.sight.sure(sure) == name);
        let unread = || hand.holds.iter().rposition(|held| name.is_none() || held.sight.sure(sure).is_none());
        let k = same.or_else(unread)?;
        Some(hand.holds.remove(k))
    }

    /// A hand is about to touch something: what it laid before is laid, and what it took is taken.
    pub(super) fn finish_before(&mut self, hand: u64, touch: &SeenTouch) {
        let tip = touch.tip;
        let now = self.now;
        let seat = self.hands.get(hand).and_then(|hand| hand.seat);
        let rests = |stray: &Stray| {
            let under = stray.quad.polygon().contains(tip);
            let own = stray.hand.and_then(|id| self.hands.get(id)).is_some_and(|by| by.seat.is_some() && by.seat == seat);
            // What shows of a back beside an arm may be any of those that lie there.
            let shows = self.is_card(stray) && (stray.sight.face() == Face::Up || stray.last == now);
            let before = stray.still_since < touch.by && now.ms_since(stray.still_since) >= RESTS_BEFORE_TOUCH_MS;
            (own || under) && shows && stray.frames >= 2 && before
        };
        let (laid, left): (Vec<Stray>, _) = self.strays.all.iter().cloned().partition(rests);
        self.strays.all = left;
        laid.into_iter().for_each(|stray| self.lay(stray));
        let over = |bundle: &Bundle<Z>| bundle.laid.map_or(bundle.cards.len() == 1, |(_, at)| at < touch.by) && !self.goes_on(bundle, tip);
        if self.hands.get(hand).and_then(|hand| hand.bundle.as_ref()).is_some_and(over) {
            self.flush_bundle(hand);
        }
    }

    /// Whether what a hand that left held may yet turn up, where another's arm hid it: it has not gone with the hand then.
    fn may_turn_up(&self, hand: &Hand<Z>) -> bool {
        let again = self.hands.here().any(|other| other.seat == hand.seat);
        let soon = |since: Stamp, within_ms: f64| self.now.ms_since(since) < within_ms;
        !again && soon(hand.last, HIDDEN_FOR_MS) && hand.hidden.is_some_and(|hidden| soon(hidden, SHOWS_AFTER_MS))
    }

    /// Hands that are gone took what they held off the table.
    pub(super) fn leave(&mut self) {
        let (now, config) = (self.now, self.config);
        for k in 0..self.hands.all.len() {
            let sure = config.known_from;
            let waits = self.hands.all.get(k).is_some_and(|hand| {
                let shows = |held: &Held<Z>| held.sight.sure(sure).is_some_and(|name| self.strays.shows(name, now));
                self.strays.follows(hand.id, now) || hand.holds.iter().any(shows)
            });
            let Some(hand) = self.hands.all.get_mut(k) else { continue };
            if waits || !hand.left && !hand.is_gone(now, &config) {
                continue;
            }
            hand.left = true;
            if hand.holds.is_empty() {
                continue;
            }
            if self.hands.all.get(k).is_some_and(|hand| hand.may_have_stayed_under(self.hands.regions())) {
                self.hands.all.get_mut(k).into_iter().for_each(|hand| hand.hidden = Some(now));
            }
            if self.hands.all.get(k).is_some_and(|hand| self.may_turn_up(hand)) {
                continue;
            }
            let Some(hand) = self.hands.all.get_mut(k) else { continue };
            let (seat, last, frame) = (hand.seat, hand.last, hand.frame);
            for held in std::mem::take(&mut hand.holds) {
                let Some(seat) = seat.filter(|_| held.from.is_some()) else { continue };
                let face = held.sight.face();
                self.off_table.extend(held.sight.sure(sure).cloned().map(|name| (name, seat)));
                let card = match face {
                    Face::Down => Identity::UNKNOWN,
                    Face::Up => self.name_of(&held.sight),
                };
                if held.told.is_some() {
                    self.facts.push(Fact::Moved { seat, from: held.told, to: None, card: card.clone(), face, stamp: held.since, frame });
                }
                self.facts.push(Fact::Moved { seat, from: None, to: None, card, face, stamp: last, frame });
            }
        }
    }
}
