//! The only way that cards change places, so that none comes or goes.

use super::penalty::{Heap, Shift};
use super::{Card, Carry, Elements, Held, Pile, Place, Player};
use crate::cards::Face;
use crate::table::{Seat, Stamp};

impl Elements {
    /// Carries one card; answers its way, or `None` when there is no such card.
    pub(super) fn shift(&mut self, card: Option<Card>, from: Heap, to: Heap, contact: Stamp) -> Option<Shift> {
        let (card, came_from) = self.lift(card, from)?;
        self.lay(card, to, came_from, contact);
        Some(Shift { card, from, to })
    }

    /// Carries a card back the way it came, if it is still there.
    pub(super) fn shift_back(&mut self, shift: &Shift, contact: Stamp) {
        self.shift(shift.card, shift.to, shift.from, contact);
    }

    /// The ways of the cards of a carry, none carried yet. Of a place that is emptied every card goes under its own name.
    pub(super) fn ways(&self, seat: Seat, carry: &Carry) -> Vec<(Option<Card>, Heap, Heap)> {
        let whole = self.pile(carry.from).filter(|pile| pile.count() == carry.count && carry.count > 1);
        let cards: Vec<Option<Card>> = match whole {
            Some(pile) => pile.known().map(Some).chain((0..pile.unknown()).map(|_| None)).collect(),
            None => std::iter::once(carry.card).chain((1..carry.count).map(|_| None)).collect(),
        };
        let way = |card| Some((card, self.heap_from(seat, carry.from, card)?, heap_to(seat, carry.to, carry.face)?));
        cards.into_iter().filter_map(way).collect()
    }

    /// The pile of a place where cards lie together: an Island or a Flame.
    pub(super) fn pile(&self, place: Place) -> Option<&Pile> {
        match place {
            Place::Island(owner) => Some(&self.player(owner)?.island),
            Place::Flame(owner) => Some(&self.player(owner)?.flame),
            Place::Play | Place::Ocean | Place::Centre | Place::Hand(_) => None,
        }
    }

    /// Where in a place a card is, or may be.
    pub(super) fn heap_from(&self, seat: Seat, place: Place, card: Option<Card>) -> Option<Heap> {
        if place != Place::Ocean {
            return heap_to(seat, place, Face::Up);
        }
        let known = |pile: &Pile| card.is_some_and(|card| pile.holds(card));
        match &self.ocean {
            ocean if known(&ocean.up) => Some(Heap::Up),
            ocean if known(&ocean.down) => Some(Heap::Down),
            // A face that is read now was up, if an unread one was; a card that shows its back was down.
            ocean if card.is_some() && ocean.up.unknown() > 0 => Some(Heap::Up),
            ocean if ocean.down.unknown() > 0 => Some(Heap::Down),
            ocean => (ocean.up.unknown() > 0).then_some(Heap::Up),
        }
    }

    fn heap_mut(&mut self, heap: Heap) -> Option<&mut Pile> {
        match heap {
            Heap::Up => Some(&mut self.ocean.up),
            Heap::Down => Some(&mut self.ocean.down),
            Heap::Island(owner) => Some(&mut self.players.get_mut(owner.index())?.island),
            Heap::Arriving(owner) => Some(&mut self.players.get_mut(owner.index())?.arriving),
            Heap::Flame(owner) => Some(&mut self.players.get_mut(owner.index())?.flame),
            Heap::Hand(_) => None,
        }
    }

    /// Lifts a card: what is known of it, and where it came from.
    fn lift(&mut self, card: Option<Card>, heap: Heap) -> Option<(Option<Card>, Place)> {
        if let Heap::Hand(owner) = heap {
            let held = &mut self.players.get_mut(owner.index())?.held;
            let same = held.iter().position(|held| held.card == card);
            let unread = || held.iter().position(|held| held.card.is_none() || card.is_none());
            let lifted = held.remove(same.or_else(unread)?);
            return Some((lifted.card.or(card), lifted.from));
        }
        let taken = self.heap_mut(heap)?.remove(card);
        if let Heap::Flame(owner) = heap {
            self.players.get_mut(owner.index())?.relight();
        }
        let from = match heap {
            Heap::Up | Heap::Down => Place::Ocean,
            Heap::Island(owner) | Heap::Arriving(owner) => Place::Island(owner),
            Heap::Flame(owner) => Place::Flame(owner),
            Heap::Hand(owner) => Place::Hand(owner),
        };
        if let (Heap::Flame(owner), Some(card)) = (heap, card)
            && let Some(player) = self.players.get_mut(owner.index())
            && player.flame.count() > 0
            && player.lit.is_none()
        {
            // The others are of the type that came out.
            player.lit = Some(card.rank);
        }
        taken.then_some((card, from))
    }

    fn lay(&mut self, card: Option<Card>, heap: Heap, from: Place, contact: Stamp) {
        if let Heap::Hand(owner) = heap {
            if let Some(player) = self.players.get_mut(owner.index()) {
                player.held.push(Held { card, from, contact });
            }
            return;
        }
        if let Some(pile) = self.heap_mut(heap) {
            pile.add(card);
        }
        if let Heap::Flame(owner) = heap
            && let Some(player) = self.players.get_mut(owner.index())
        {
            player.relight();
        }
    }
}

impl Player {
    /// Keeps the Flame's type true to its cards: the first that was read decides, and an empty Flame has none.
    pub(super) fn relight(&mut self) {
        let Self { flame, lit, .. } = self;
        if flame.count() == 0 {
            *lit = None;
        } else if lit.is_none() {
            *lit = flame.known().next().map(|card| card.rank);
        }
    }
}

/// Where a card carried to a place comes to lie.
fn heap_to(seat: Seat, place: Place, face: Face) -> Option<Heap> {
    match (place, face) {
        (Place::Play, _) => Some(Heap::Hand(seat)),
        (Place::Ocean, Face::Up) => Some(Heap::Up),
        (Place::Ocean, Face::Down) => Some(Heap::Down),
        (Place::Island(owner), _) => Some(Heap::Island(owner)),
        (Place::Flame(owner), _) => Some(Heap::Flame(owner)),
        (Place::Hand(owner), _) => Some(Heap::Hand(owner)),
        (Place::Centre, _) => None,
    }
}
