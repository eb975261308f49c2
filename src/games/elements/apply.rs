//! Carrying out what happened, legal or not. A violation happens too, and opens its author's penalty.

use super::penalty::{Heap, Offence, Penalty, Shift};
use super::{Card, Carry, Dibs, Elements, Move, Objection, Phase, Pile, Place, Shed, Touch, Touching};
use crate::cards::Face;
use crate::games::Act;
use crate::table::{Seat, Stamp};
use std::collections::BTreeSet;

impl Elements {
    /// Carries out an act; one that cannot have happened changes nothing.
    pub(super) fn carry_out(&mut self, act: &Act<Move>) {
        let objection = self.judge(act).err();
        if objection.as_ref().is_some_and(Objection::is_impossible) {
            return;
        }
        let offence = objection.as_ref().filter(|objection| objection.is_offence()).cloned();
        let (seat, stamp) = (act.seat, act.stamp);
        if offence.is_none() && self.reverses(seat, &act.action) {
            return self.reverse(seat, &act.action, stamp);
        }
        let mut done = Offence { is_touch: matches!(act.action, Move::Touch(_)), ..Offence::default() };
        match &act.action {
            Move::Touch(touch) => self.touch(seat, touch, stamp, objection.as_ref()),
            Move::Release => self.release(seat),
            Move::Carry(carry) => done.shifts = self.carry(seat, carry, stamp),
            Move::Turn { card, face } => done.shifts = self.turn(*card, *face, stamp),
            Move::Whirlwind { .. } => done.shifts = self.whirlwind(seat, &act.action, stamp),
            Move::PassIsland { to, cards } => done.shifts = self.pass_island(seat, *to, *cards, offence.is_some(), stamp),
            Move::Dibs { card, .. } => self.call(seat, *card, stamp),
            Move::Award { card } => self.award(seat, *card),
            Move::Fire if offence.is_none() => {
                self.phase = Phase::Fire { by: seat };
                self.effects.clear();
                self.guises.clear();
            }
            Move::Verify { cards } => self.verified(seat, cards, offence.is_none()),
            Move::Go => self.start(),
            Move::Halt { disputed } => self.phase = Phase::Halted { at_centre: BTreeSet::new(), disputed: *disputed },
            Move::Show { cards } => cards.iter().for_each(|card| _ = self.ocean.up.read(*card)),
            Move::Deal => *self = Self::dealt(self.setup.clone(), std::mem::take(&mut self.points)),
            Move::Magic(spell) => self.enchant(seat, spell, &mut done),
            Move::Stop { card } => self.stop(seat, *card),
            Move::Fire | Move::Rearrange { .. } | Move::Look { .. } | Move::Arrange { .. } | Move::Reverse => {}
        }
        self.aftermath(seat, &act.action, offence.is_some());
        if let (Some(objection), Some(player)) = (offence, self.players.get_mut(seat.index())) {
            use crate::games::Objection as _;
            // The penalty demands the same touch, after the reversal.
            player.opening &= !matches!(objection, Objection::IslandFirst { .. });
            done.code = objection.code().into();
            player.penalty.get_or_insert_with(Penalty::default).offences.push(done);
        }
    }

    /// What every act leaves behind: the start's first touch, dues that a touch of the own Island settles, broken runs.
    fn aftermath(&mut self, seat: Seat, action: &Move, offends: bool) {
        let passes = matches!(action, Move::PassIsland { .. });
        let sheds = matches!(action, Move::Carry(carry) if (carry.from, carry.to) == (Place::Flame(seat), Place::Ocean));
        let Some(player) = self.players.get_mut(seat.index()) else { return };
        if !sheds && !action.is_about_the_game() {
            player.shed = None;
        }
        if (action.touches_island_of(seat) || passes) && !offends {
            player.discarded.clear();
            // The first touch after a restart comes before the reversal, and does not stand for the touch after it.
            let opened = std::mem::take(&mut player.opening);
            if !opened && player.penalty.as_ref().is_some_and(|penalty| penalty.offences.is_empty()) {
                player.penalty = None;
            }
        }
    }

    fn reverse(&mut self, seat: Seat, action: &Move, stamp: Stamp) {
        let Some(player) = self.players.get_mut(seat.index()) else { return };
        let Some(offence) = player.penalty.as_mut().and_then(|penalty| penalty.offences.pop()) else { return };
        player.touching = None;
        for shift in offence.shifts.iter().rev() {
            self.shift_back(shift, stamp);
        }
        for (card, guise) in offence.guises {
            self.show_as(card, guise);
        }
        if let Some(effect) = offence.effect {
            self.effects.retain(|other| *other != effect);
        }
        if let (Move::Carry(carry), [shift]) = (action, offence.shifts.as_slice()) {
            self.carry_on(seat, carry, shift, stamp);
            self.turn_as_laid(carry, shift, stamp);
        }
        if let Some(player) = self.players.get_mut(seat.index()) {
            // Without a card in the Island the touch cannot be owed.
            let settled = player.island.count() == 0 && player.penalty.as_ref().is_some_and(|penalty| penalty.offences.is_empty());
            player.penalty.take_if(|_| settled);
        }
    }

    /// A card that was carried back past the hand does not stay there.
    fn carry_on(&mut self, seat: Seat, carry: &Carry, back: &Shift, stamp: Stamp) {
        if carry.to != Place::Ocean || back.from != Heap::Hand(seat) {
            return;
        }
        self.shift(back.card, back.from, if carry.face == Face::Up { Heap::Up } else { Heap::Down }, stamp);
        if let (Some(card), Some(player)) = (back.card, self.players.get_mut(seat.index())) {
            player.discarded.insert(card);
        }
    }

    /// A card that was brought back to the Ocean lies with the side up that was seen.
    fn turn_as_laid(&mut self, carry: &Carry, back: &Shift, stamp: Stamp) {
        let laid = if carry.face == Face::Up { Heap::Up } else { Heap::Down };
        if carry.to == Place::Ocean && matches!(back.from, Heap::Up | Heap::Down) && back.from != laid {
            self.shift(back.card, back.from, laid, stamp);
        }
    }

    fn touch(&mut self, seat: Seat, touch: &Touch, stamp: Stamp, objection: Option<&Objection>) {
        if touch.flame_hand {
            return;
        }
        if touch.at == Place::Centre {
            if let Phase::Dealt { at_centre } | Phase::Halted { at_centre, .. } = &mut self.phase {
                at_centre.insert(seat);
            }
            return;
        }
        let card = touch.card.filter(|_| touch.at == Place::Ocean);
        if let Some(card) = card {
            self.claim(seat, card, stamp);
        }
        let claims = !matches!(objection, Some(Objection::LateTouch { .. } | Objection::Outclaimed { .. }));
        // An unread card of the Ocean that is read under a hand lies there face up.
        if let Some(card) = card.filter(|card| claims && self.whereabouts(*card).is_none() && self.ocean.up.unknown() > 0) {
            self.ocean.up.read(card);
        }
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.touching = claims.then_some(Touching { at: touch.at, card: touch.card, contact: stamp });
        }
    }

    /// Takes a hand's coming upon a card of the Ocean into account: later claims fall, close ones stay open.
    fn claim(&mut self, seat: Seat, card: Card, stamp: Stamp) {
        let ruling = self.claim_with(seat, card, stamp);
        // Whoever claims another card gives up a call.
        self.dibs.retain(|called, dibs| dibs.seat != seat || *called == card);
        match ruling {
            ruling if ruling.is_first(seat) => {
                self.dibs.retain(|called, dibs| *called != card || dibs.seat == seat);
                self.award(seat, card);
            }
            super::ClaimRuling::TooClose { seats, .. } if seats.contains(&seat) => {
                self.open.entry(card).or_default().extend(seats);
            }
            _ => {}
        }
    }

    /// Gives the claim to a seat: other hands must leave the card.
    fn award(&mut self, seat: Seat, card: Card) {
        self.open.remove(&card);
        self.dibs.retain(|called, dibs| *called != card || dibs.seat == seat);
        let seats = self.setup.seats;
        for (_, player) in seats.iter().zip(&mut self.players).filter(|(other, _)| *other != seat) {
            player.touching.take_if(|touching| touching.card == Some(card) && touching.at == Place::Ocean);
            if player.held.iter().any(|held| held.card == Some(card)) {
                self.owed.insert(card, seat);
            }
        }
    }

    fn release(&mut self, seat: Seat) {
        if let Phase::Dealt { at_centre } | Phase::Halted { at_centre, .. } = &mut self.phase {
            at_centre.remove(&seat);
        }
        let Some(player) = self.players.get_mut(seat.index()) else { return };
        if let Some(card) = player.touching.take().and_then(|touching| touching.card) {
            self.forget_rival(seat, card);
        }
    }

    /// Whoever lets go no longer waits for the ruling on a claim; a single one left has it.
    fn forget_rival(&mut self, seat: Seat, card: Card) {
        let Some(rivals) = self.open.get_mut(&card) else { return };
        rivals.remove(&seat);
        if let (1, Some(left)) = (rivals.len(), rivals.first().copied()) {
            self.award(left, card);
        }
    }

    fn carry(&mut self, seat: Seat, carry: &Carry, stamp: Stamp) -> Vec<Shift> {
        let contact = self.player(seat).and_then(|player| player.touching.as_ref()).filter(|touching| touching.card == carry.card);
        let contact = contact.map_or(stamp, |touching| touching.contact);
        if let (Place::Ocean, Some(card)) = (carry.from, carry.card) {
            self.claim(seat, card, contact);
        }
        let flame = self.player(seat).map_or(0, |player| player.flame.count());
        let ways = self.ways(seat, carry);
        let shifts: Vec<Shift> = ways.into_iter().filter_map(|(card, from, to)| self.shift(card, from, to, contact)).collect();
        let cards: Vec<Card> = shifts.iter().filter_map(|shift| shift.card).collect();
        for card in &cards {
            if carry.from == Place::Ocean {
                self.dibs.remove(card);
            }
            if carry.to != Place::Play {
                self.owed.remove(card);
                self.open.remove(card);
            }
        }
        let Some(player) = self.players.get_mut(seat.index()) else { return shifts };
        player.touching = None;
        if carry.to == Place::Ocean {
            player.discarded.extend(cards);
        }
        if (carry.from, carry.to) == (Place::Flame(seat), Place::Ocean) {
            let moved = shifts.len() as u16;
            let at_once = |shed: &Shed| shed.stamp.earliest_us() <= stamp.latest_us() && stamp.earliest_us() <= shed.stamp.latest_us();
            let run = player.shed.take().filter(at_once);
            let (cards, of) = run.map_or((moved, flame), |shed| (shed.cards + moved, shed.of));
            player.shed = Some(Shed { stamp, cards, of, together: carry.count > 1 });
        }
        shifts
    }

    fn turn(&mut self, card: Option<Card>, face: Face, stamp: Stamp) -> Vec<Shift> {
        let (from, to) = match face {
            Face::Up => (Heap::Down, Heap::Up),
            Face::Down => (Heap::Up, Heap::Down),
        };
        self.shift(card, from, to, stamp).into_iter().collect()
    }

    fn whirlwind(&mut self, seat: Seat, action: &Move, stamp: Stamp) -> Vec<Shift> {
        let Move::Whirlwind { cards } = action else { return Vec::new() };
        let flame = self.player(seat).map_or(0, |player| player.flame.count());
        let count = cards.unwrap_or(flame).min(flame);
        let face = if self.setup.is_mage() { Face::Down } else { Face::Up };
        let mut shifts = Vec::new();
        if count > 0 {
            let card = self.player(seat).and_then(|player| player.flame.known().next());
            shifts = self.carry(seat, &Carry { count, ..Carry::new(Place::Flame(seat), Place::Ocean, card).facing(face) }, stamp);
        }
        // The call is heard all the same, but a wrong one compels nobody.
        let whole = self.player(seat).is_some_and(|player| player.flame.count() == 0 && player.shed.is_some());
        if whole {
            self.whirlwinds = self.whirlwinds.saturating_add(1);
            let with_an_island = |player: &&mut super::Player| player.island.count() + player.arriving.count() > 0;
            self.players.iter_mut().filter(with_an_island).for_each(|player| player.to_pass = player.to_pass.saturating_add(1));
            self.calm();
        }
        shifts
    }

    fn pass_island(&mut self, seat: Seat, to: Option<Seat>, cards: Option<u16>, wrongly: bool, stamp: Stamp) -> Vec<Shift> {
        let Some(player) = self.player(seat) else { return Vec::new() };
        let count = cards.unwrap_or(u16::MAX).min(player.island.count());
        let to = to.unwrap_or_else(|| self.setup.seats.after(seat));
        let waits = self.player(to).is_some_and(|player| player.to_pass > 0) && !wrongly;
        let heap = if waits { Heap::Arriving(to) } else { Heap::Island(to) };
        let ways = self.ways(seat, &Carry { count, ..Carry::new(Place::Island(seat), Place::Island(to), None) });
        let shifts = ways.into_iter().filter_map(|(card, from, _)| self.shift(card, from, heap, stamp)).collect();
        if let Some(player) = self.players.get_mut(seat.index()).filter(|_| !wrongly) {
            player.touching = None;
            player.to_pass = player.to_pass.saturating_sub(1);
            let arrived: Pile = std::mem::take(&mut player.arriving);
            player.island.append(arrived);
            self.calm();
        }
        shifts
    }

    /// Once everybody has passed the Island on, Islands may have to become smaller (Elements, Adaptation for Non-Mages).
    fn calm(&mut self) {
        if self.players.iter().all(|player| player.to_pass == 0) {
            let blown = std::mem::take(&mut self.whirlwinds);
            if self.setup.options.shrink_after_whirlwind {
                self.island_size = self.island_size.saturating_sub(blown).max(1);
            }
        }
    }

    fn call(&mut self, seat: Seat, card: Card, stamp: Stamp) {
        self.claim(seat, card, stamp);
        self.dibs.entry(card).or_insert(Dibs { seat, said: stamp });
    }

    fn verified(&mut self, seat: Seat, cards: &BTreeSet<Card>, burns: bool) {
        if !burns {
            self.phase = Phase::Playing;
            return;
        }
        for card in cards {
            if self.whereabouts(*card).is_none()
                && let Some(player) = self.players.get_mut(seat.index())
            {
                player.flame.read(*card);
            }
        }
        self.phase = Phase::Over { winner: seat };
        if let Some(points) = self.points.get_mut(seat.index()) {
            *points = points.saturating_add(1);
        }
    }

    fn start(&mut self) {
        self.phase = Phase::Playing;
        for player in &mut self.players {
            player.touching = None;
            // Without a card in the Island there is none to touch.
            player.opening = player.island.count() > 0;
        }
        self.open.clear();
    }
}
