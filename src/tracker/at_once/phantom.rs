//! What is seen where no card lay and is none: fingers, or what shows of a card that lies.

use super::AtOnceTracker;
use super::card::{Lying, around};
use super::stray::Stray;
use crate::cards::{CardId, Face};
use crate::table::Zone;

/// What shows of a hidden card lies so much where that does.
const HALF_HIDDEN: f64 = 0.3;
/// What covers so much of a card that lies, and came there from nowhere, may be that card.
const SAME_PLACE: f64 = 0.6;

impl<Z: Zone> AtOnceTracker<Z> {
    /// Whether it surely is a card: fingers themselves are now and then taken for one, which then has no name, or that of one that lies.
    pub(super) fn is_card(&self, stray: &Stray) -> bool {
        let sure = self.config.known_from;
        // One that this hand touched may have gone with it, though an arm hides where it lay.
        let stays = |card: &Lying<Z>| card.in_sight() || card.missing.is_none() && !stray.hand.is_some_and(|hand| card.is_touched_by(hand));
        let lies = |name| self.cards.all.iter().any(|card| stays(card) && !card.is_back() && card.sight.sure(sure) == Some(name));
        match stray.sight.face() {
            Face::Down => !self.is_half_hidden(stray),
            Face::Up => stray.sight.sure(sure).is_some_and(|name| !lies(name) && !self.went_on(stray, name)),
        }
    }

    /// Whether a card that was seen here has been seen elsewhere since: there is one of each design.
    fn went_on(&self, stray: &Stray, name: &CardId) -> bool {
        let sure = self.config.known_from;
        let since = |other: &Stray| other.last > stray.last && other.frames >= 2 && other.sight.sure(sure) == Some(name);
        self.strays.all.iter().any(since)
    }

    /// Whether it may be what shows beside an arm of a back that lies there.
    pub(super) fn is_half_hidden(&self, stray: &Stray) -> bool {
        let around = around(&stray.quad).polygon();
        self.hands.regions().any(|region| region.clipped_to(&around).area() > 0.0) && self.is_of_a_back(stray)
    }

    /// Whether it lies over a back, and may be what was read of that.
    pub(super) fn is_of_a_back(&self, stray: &Stray) -> bool {
        self.cards.all.iter().any(|card| card.is_back() && stray.part_over(&card.quad) > HALF_HIDDEN)
    }

    /// Whether it may be another outline of what lies there, a card or two backs beside each other: it turned up where that is, and stays there.
    pub(super) fn is_of_another(&self, stray: &Stray) -> bool {
        let same_side = self.cards.all.iter().filter(|card| card.sight.face() == stray.sight.face());
        let parts = same_side.map(|card| stray.part_over(&card.quad));
        let covered = if stray.sight.face() == Face::Down { parts.sum() } else { parts.fold(0.0, f64::max) };
        stray.turned_up(&self.config) && covered > SAME_PLACE
    }
}
