//! Games without turns: while hands are at work everywhere, each touch and each card's way is told by itself.
//!
//! A card that lies keeps its place in memory while hands or other cards hide it. It was taken once it is missing in plain sight, or
//! seen in a hand (there is one card of each design); it was laid once it lies still and no fingers are near.
//!
//! Where arms cross, much is not seen, and is told by what became of the cards: what was taken was touched; what was touched, and not seen
//! since its hand left, went with it; a fan of which nothing shows while its hand goes to another one was swept up. Each seat has one hand.

mod card;
mod config;
mod hand;
mod order;
mod phantom;
mod sight;
mod stay;
mod stray;
mod sweep;
#[cfg(test)]
mod tests;
mod touch;
mod ways;

pub use config::AtOnceConfig;

use super::place;
use crate::cards::CardId;
use crate::table::{Fact, LaidCard, Layout, Mat, Observation, Seat, SeenTouch, Stamp, Zone};
use card::Cards;
use hand::Hands;
use sight::{Sight, identities};
use std::collections::BTreeMap;
use stray::Strays;

/// Follows a table where all act at once.
#[derive(Debug, Clone)]
pub struct AtOnceTracker<Z> {
    mat: Mat<Z>,
    config: AtOnceConfig,
    hands: Hands<Z>,
    cards: Cards<Z>,
    strays: Strays,
    /// Touches that may have laid a card, each with its hand.
    waiting: Vec<(SeenTouch, Option<u64>)>,
    /// Touches of hands with a card, that they may carry on.
    laden: Vec<touch::Laden>,
    /// The faces that hands took off the table, each with its hand's seat.
    off_table: BTreeMap<CardId, Seat>,
    facts: Vec<Fact<Z>>,
    /// The newest frame and its time.
    now: Stamp,
    frame: u64,
    began: Option<Stamp>,
    /// When a card last came, went, or was in doubt.
    stirred: Stamp,
    /// The table as it was last told to rest, and when.
    settled: Option<(Layout<Z>, Stamp)>,
}

/// The table is told to rest no more often than this, since hands may be at work all the time.
const SETTLE_EVERY_MS: f64 = 2000.0;
/// So many frames make a doubt.
const DOUBT_FRAMES: u32 = 3;
/// The table as dealt is looked at for so long at least.
const LEAST_LOOK_MS: f64 = 700.0;

impl<Z: Zone> AtOnceTracker<Z> {
    /// A tracker for a table with this mat.
    pub fn new(mat: Mat<Z>, config: AtOnceConfig) -> Self {
        Self {
            mat,
            config,
            hands: Hands::default(),
            cards: Cards::default(),
            strays: Strays::default(),
            waiting: Vec::new(),
            laden: Vec::new(),
            off_table: BTreeMap::new(),
            facts: Vec::new(),
            now: Stamp::default(),
            frame: 0,
            began: None,
            stirred: Stamp::default(),
            settled: None,
        }
    }

    /// The mat it places cards on.
    pub fn mat(&self) -> &Mat<Z> {
        &self.mat
    }

    /// Takes the next observation, in order of time, and answers what came to pass.
    pub fn observe(&mut self, seen: &Observation) -> Vec<Fact<Z>> {
        (self.now, self.frame) = (seen.stamp, seen.frame);
        self.began.get_or_insert(seen.stamp);
        self.hands.follow(seen, &self.config);
        let left = self.cards.see(seen, &self.config);
        self.strays.follow(&left, &self.hands, self.now, &self.config);
        self.cards.note_fingers(&self.hands, self.now, &self.config);
        let fans = self.fans();
        for (card, hand) in self.cards.taken(&self.hands, &fans, self.now, &self.config) {
            if !self.lies_beside(card) {
                self.take(card, hand);
            }
        }
        self.take_what_is_held();
        self.take_what_left();
        self.sweep();
        self.lay_what_rests();
        self.touches(&seen.touches);
        self.note_stays();
        self.release();
        self.flush_bundles();
        self.leave();
        self.hands.forget(self.now, &self.config);
        self.settle();
        std::mem::take(&mut self.facts)
    }

    /// Ends the source: touches that waited are told, and hands that were over the table count as gone.
    pub fn finish(&mut self) -> Vec<Fact<Z>> {
        self.tell_waiting();
        self.leave();
        self.settle();
        std::mem::take(&mut self.facts)
    }

    /// The hands that are at work on fans.
    fn fans(&self) -> BTreeMap<Z, u64> {
        let is_fan = |zone: &Z| self.mat.fan_direction(*zone).is_some();
        let touched = self.hands.all.iter().filter_map(|hand| Some((hand.rest.as_ref()?.zone, hand.id)));
        // One that laid what it swept up, and left, is done there.
        let at_work = self.hands.all.iter().filter(|hand| !hand.left || hand.has_swept());
        let lifted = at_work.filter_map(|hand| Some((hand.bundle.as_ref()?.from, hand.id)));
        lifted.chain(touched).filter(|(zone, _)| is_fan(zone)).collect()
    }

    /// What a card on the table is, with what all other cards are taken into account.
    fn name(&self, card: u64) -> crate::table::Identity {
        let place = self.cards.all.iter().position(|lying| lying.id == card);
        let mut named = self.names(None);
        match place {
            Some(k) if k < named.len() => named.swap_remove(k),
            _ => crate::table::Identity::UNKNOWN,
        }
    }

    /// What a card is that does not lie on the table, beside those that do.
    fn name_of(&self, sight: &Sight) -> crate::table::Identity {
        self.names(Some(sight)).pop().unwrap_or(crate::table::Identity::UNKNOWN)
    }

    /// What all cards on the table and in hands are, those on the table first, then `more`; backs have no name.
    fn names(&self, more: Option<&Sight>) -> Vec<crate::table::Identity> {
        let blank = Sight::default();
        let lying = self.cards.all.iter().map(|card| if card.is_back() { &blank } else { &card.sight });
        let held = self.hands.all.iter().flat_map(|hand| hand.holds.iter().map(|held| &held.sight));
        // What is asked about stands before what hands hold, which may be the same card.
        let sights: Vec<&Sight> = match more {
            Some(sight) => lying.chain([sight]).collect(),
            None => lying.chain(held).collect(),
        };
        identities(&sights, self.config.known_from)
    }

    fn stir(&mut self) {
        self.stirred = self.now;
    }

    /// Tells how the table rests, once nothing is in doubt.
    fn settle(&mut self) {
        let (now, config) = (self.now, &self.config);
        // What a frame or two miss or make up is no doubt.
        let doubt = self.cards.all.iter().any(|card| card.missing.is_some_and(|(_, frames)| frames >= DOUBT_FRAMES))
            || self.strays.all.iter().any(|stray| !stray.in_hand && stray.frames >= DOUBT_FRAMES)
            || self.hands.all.iter().any(|hand| hand.bundle.is_some());
        if doubt {
            return self.stir();
        }
        if now.ms_since(self.stirred) < config.still_for_ms || self.cards.all.is_empty() {
            return;
        }
        let names = self.names(None);
        match &self.settled {
            Some((_, when)) if now.ms_since(*when) < SETTLE_EVERY_MS => return,
            Some(_) => {}
            None => {
                let looked = self.began.map_or(0.0, |began| now.ms_since(began));
                let unread = self.cards.all.iter().zip(&names).any(|(card, name)| !card.is_back() && name.card().is_none());
                if looked < LEAST_LOOK_MS || unread && looked < config.first_look_ms {
                    return;
                }
                self.cards.sort_by_sight();
            }
        }
        let layout = self.layout();
        if self.settled.as_ref().is_some_and(|(last, _)| !place::differs(last, &layout)) {
            return;
        }
        self.settled = Some((layout.clone(), now));
        self.facts.push(Fact::Settled { stamp: now, frame: self.frame, layout, visits: Vec::new(), glimpses: Vec::new() });
    }

    /// The table as it is remembered.
    fn layout(&self) -> Layout<Z> {
        let mut zones: BTreeMap<Z, Vec<LaidCard>> = BTreeMap::new();
        let mut loose = Vec::new();
        for (card, identity) in self.cards.all.iter().zip(self.names(None)) {
            let laid = LaidCard { identity, face: card.sight.face(), turn_deg: card.quad.turn().to_degrees() as f32, change: None };
            match card.zone {
                Some(zone) => zones.entry(zone).or_default().push(laid),
                None => loose.push(laid),
            }
        }
        Layout { zones, loose }
    }
}
