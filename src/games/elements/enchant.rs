//! What declared magic leaves behind.

use super::penalty::{Heap, Offence};
use super::{Card, Effect, Elements, Guise, Place, Spell, Target, Trait, Work};
use crate::table::{Seat, Stamp};
use std::collections::BTreeSet;

impl Elements {
    pub(super) fn enchant(&mut self, seat: Seat, spell: &Spell, done: &mut Offence) {
        if spell.is(Trait::Continuing) {
            let effect = Effect { seat, target: spell.target, except: BTreeSet::new() };
            if !self.effects.contains(&effect) {
                self.effects.push(effect.clone());
                done.effect = Some(effect);
            }
        }
        let Target::Cards { at, card } = spell.target else { return };
        match (spell.work, card) {
            (Work::Transform(guise), Some(card)) => {
                done.guises.push((card, self.shown(card)));
                self.show_as(card, guise);
            }
            (Work::Swap(other), Some(card)) => self.swap(card, other, done),
            // Of cards that are turned over unnamed nobody knows which.
            (Work::Flip, Some(card)) if at == Place::Ocean => done.shifts.extend(self.flip(card)),
            _ => {}
        }
    }

    fn flip(&mut self, card: Card) -> Option<super::Shift> {
        let from = self.ocean_heap(card)?;
        let to = if from == Heap::Up { Heap::Down } else { Heap::Up };
        self.shift(Some(card), from, to, Stamp::default())
    }

    /// Two cards of the Ocean change places, and so the sides that are up.
    fn swap(&mut self, card: Card, other: Card, done: &mut Offence) {
        let (Some(one), Some(two)) = (self.ocean_heap(card), self.ocean_heap(other)) else { return };
        if one != two {
            let both = [self.shift(Some(card), one, two, Stamp::default()), self.shift(Some(other), two, one, Stamp::default())];
            done.shifts.extend(both.into_iter().flatten());
        }
    }

    fn ocean_heap(&self, card: Card) -> Option<Heap> {
        match &self.ocean {
            ocean if ocean.up.holds(card) => Some(Heap::Up),
            ocean if ocean.down.holds(card) => Some(Heap::Down),
            _ => None,
        }
    }

    pub(super) fn show_as(&mut self, card: Card, guise: Guise) {
        if guise == (Guise { rank: card.rank, suit: Some(card.suit) }) {
            self.guises.remove(&card);
        } else {
            self.guises.insert(card, guise);
        }
    }

    /// Ends a seat's continuing magic, on one card or all of it.
    pub(super) fn stop(&mut self, seat: Seat, card: Option<Card>) {
        let Some(card) = card else { return self.effects.retain(|effect| effect.seat != seat) };
        let on_it = Target::Cards { at: Place::Ocean, card: Some(card) };
        self.effects.retain(|effect| effect.seat != seat || effect.target != on_it);
        let wide = |effect: &&mut Effect| effect.seat == seat && matches!(effect.target, Target::Cards { card: None, .. });
        self.effects.iter_mut().filter(wide).for_each(|effect| _ = effect.except.insert(card));
    }
}
