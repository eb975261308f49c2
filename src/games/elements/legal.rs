use super::{Card, Carry, Elements, Guise, Move, Phase, Pile, Place, Spell, Target, Touch, Work};
use crate::cards::{Face, Rank, Suit};
use crate::games::Act;
use crate::table::{Seat, Stamp};
use std::collections::BTreeSet;

/// Later than anything that came before; far from where sums of times would overflow.
const AFTER_ALL: Stamp = Stamp { at_us: u64::MAX / 8, tolerance_us: 0 };

impl Elements {
    /// Every legal act of a seat, each in its simplest form: cards shown one by one, calls that took no time, magic of which nothing
    /// more is declared, all judged as done after what came before. What lies in no known place is listed wherever it may be.
    pub(super) fn legal(&self, seat: Seat) -> Vec<Move> {
        if self.player(seat).is_none() {
            return Vec::new();
        }
        let mut moves = vec![Move::Deal, Move::Go, Move::Release, Move::Reverse, Move::Fire, Move::touch(Place::Centre, None)];
        if !matches!(self.phase, Phase::Over { .. }) {
            moves.extend([false, true].map(|disputed| Move::Halt { disputed }));
            self.list_told(seat, &mut moves);
            self.list_handling(seat, &mut moves);
            self.list_reversals(seat, &mut moves);
            if self.setup.is_mage() {
                self.list_magic(seat, &mut moves);
            }
        }
        let legal = |action: &Move| self.judge(&Act { seat, action: action.clone(), stamp: AFTER_ALL }).is_ok();
        let mut once = BTreeSet::new();
        moves.retain(|action| legal(action) && once.insert(action.clone()));
        moves
    }

    fn list_told(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.extend(Card::all().map(|card| Move::Dibs { card, took_ms: 0 }));
        moves.extend(self.open.keys().map(|card| Move::Award { card: *card }));
        moves.extend(Card::all().map(|card| Move::Show { cards: BTreeSet::from([card]) }));
        let four = |rank| Suit::ALL.into_iter().map(|suit| Card { rank, suit }).collect();
        moves.extend(Rank::ALL.into_iter().map(|rank| Move::Verify { cards: four(rank) }));
        moves.extend(self.setup.seats.iter().flat_map(|island| [Move::Look { island }, Move::Arrange { island }]));
        let flame = self.player(seat).map_or(0, |player| player.flame.count());
        moves.extend([None, Some(flame).filter(|n| *n > 0)].map(|cards| Move::Whirlwind { cards }));
        let island = self.player(seat).map_or(0, |player| player.island.count());
        for to in [None, Some(self.setup.seats.after(seat))] {
            moves.extend([None, Some(island).filter(|n| *n > 0)].map(|cards| Move::PassIsland { to, cards }));
        }
    }

    /// Cards that may be at a place, read or not.
    fn candidates(&self, seat: Seat, at: Place) -> Vec<Option<Card>> {
        let hidden = |unknown: u16| Card::all().filter(move |card| unknown > 0 && self.whereabouts(*card).is_none());
        let of = |pile: &Pile| pile.known().chain(hidden(pile.unknown())).map(Some).collect::<Vec<_>>();
        let mut cards = match at {
            Place::Ocean => {
                let known = self.ocean.up.known().chain(self.ocean.down.known());
                known.chain(hidden(self.ocean.up.unknown() + self.ocean.down.unknown())).map(Some).collect()
            }
            Place::Play => {
                let held = self.player(seat).and_then(|player| player.holding());
                held.map_or_else(Vec::new, |held| if held.card.is_some() { vec![held.card] } else { hidden(1).map(Some).collect() })
            }
            _ => self.pile(at).map_or_else(Vec::new, of),
        };
        cards.push(None);
        cards
    }

    fn list_handling(&self, seat: Seat, moves: &mut Vec<Move>) {
        let own = [Place::Ocean, Place::Island(seat), Place::Flame(seat), Place::Play];
        let flame = self.player(seat).map_or(0, |player| player.flame.count());
        for from in own {
            for card in self.candidates(seat, from) {
                moves.push(Move::Touch(Touch::new(from, card)));
                moves.extend(own.into_iter().map(|to| Move::Carry(Carry::new(from, to, card))));
                moves.push(Move::Carry(Carry::new(from, Place::Ocean, card).facing(Face::Down)));
                if from == Place::Flame(seat) && flame > 1 {
                    let whole = Carry { count: flame, ..Carry::new(from, Place::Ocean, card) };
                    moves.extend([Face::Up, Face::Down].map(|face| Move::Carry(whole.clone().facing(face))));
                }
                if from == Place::Ocean {
                    moves.extend([Face::Up, Face::Down].map(|face| Move::Turn { card, face }));
                }
            }
        }
        let ocean = self.ocean.up.count() + self.ocean.down.count();
        moves.extend((1..=ocean).flat_map(|count| [false, true].map(|stacked| Move::Rearrange { count, stacked })));
    }

    /// The ways back of the latest violation.
    fn list_reversals(&self, seat: Seat, moves: &mut Vec<Move>) {
        let penalty = self.player(seat).and_then(|player| player.penalty.as_ref());
        let Some(offence) = penalty.and_then(|penalty| penalty.offences.last()) else { return };
        let Some(shift) = offence.shifts.first() else { return };
        let count = offence.shifts.len() as u16;
        for card in Card::all().map(Some).chain([None]) {
            let back = Carry { count, ..Carry::new(shift.to.place(seat), shift.from.place(seat), card) };
            moves.extend([Face::Up, Face::Down].map(|face| Move::Carry(back.clone().facing(face))));
        }
    }

    fn list_magic(&self, seat: Seat, moves: &mut Vec<Move>) {
        let seats = self.setup.seats;
        let mut cast = |work, target| moves.push(Move::Magic(Spell::new(work, target)));
        let spots = seats.iter().flat_map(|owner| [Place::Island(owner), Place::Flame(owner), Place::Hand(owner)]);
        seats.iter().for_each(|owner| [Work::Body, Work::Mind].into_iter().for_each(|work| cast(work, Target::Player(owner))));
        let lying: Vec<Card> = Card::all().filter(|card| self.whereabouts(*card).is_some()).collect();
        for at in spots.chain([Place::Ocean, Place::Play]) {
            let here = lying.iter().copied().filter(|card| match (self.whereabouts(*card), at) {
                (Some(Place::Hand(owner)), Place::Play) => owner == seat,
                (there, _) => there == Some(at),
            });
            for card in here.map(Some).chain([None]) {
                let target = Target::Cards { at, card };
                Work::PLAIN.into_iter().for_each(|work| cast(work, target));
                if let Some(Card { rank, .. }) = card {
                    let suits = Suit::ALL.into_iter().map(Some).chain([None]);
                    suits.for_each(|suit| cast(Work::Transform(Guise { rank, suit }), target));
                    lying.iter().for_each(|other| cast(Work::Swap(*other), target));
                }
            }
        }
        moves.push(Move::Stop { card: None });
        moves.extend(Card::all().map(|card| Move::Stop { card: Some(card) }));
    }
}
