use crate::cards::{CardId, Face};
use crate::games::canon::{Canon, Carry, DEALT, FAN_COPIES, Move, Place, Setup, SetupError, Slot, Zone, card_place};
use crate::games::{Act, Game};
use crate::geometry::{Point, Quad, Table};
use crate::simulate::play::{self, Way, shuffle};
use crate::table::{Mat, Seat, Stamp};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

/// A game with nothing hidden: the engine's view, every hand and the order of the draw pile.
#[derive(Debug, Clone)]
pub struct World {
    /// The game as the table knows it.
    pub game: Canon,
    /// Each seat's hand, P1 first.
    pub hands: Vec<Vec<CardId>>,
    /// The draw pile, bottom to top.
    pub draw: Vec<CardId>,
}

impl World {
    /// Shuffles and deals.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn deal(setup: Setup, rng: &mut Pcg64Mcg) -> Result<Self, SetupError> {
        let mut deck: Vec<CardId> =
            setup.pool.iter().flat_map(|(card, work)| std::iter::repeat_n(card.clone(), usize::from(work.copies))).collect();
        shuffle(&mut deck, rng);
        let game = Canon::new(setup)?;
        let seats = game.seats().count();
        // What is taken out unseen lies at the bottom of a shuffled deck as well as anywhere.
        let in_play = game.draw_count() as usize + usize::from(DEALT) * seats;
        let mut draw = deck.split_off(deck.len().saturating_sub(in_play));
        let hands = (0..seats).map(|_| draw.split_off(draw.len().saturating_sub(usize::from(DEALT)))).collect();
        Ok(Self { game, hands, draw })
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> &[CardId] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The top of a zone that lies face up.
    pub fn top(&self, zone: Zone) -> Option<CardId> {
        match zone {
            Zone::Draw => None,
            Zone::Discard => self.game.discard().last()?.card.clone(),
            _ => self.game.stack(zone).last()?.card.clone(),
        }
    }

    /// The card that a move carries, also where the table cannot see it.
    pub fn card_of(&self, carry: &Carry) -> Option<CardId> {
        match carry.from() {
            Place::Draw => self.draw.last().cloned(),
            _ => carry.card().cloned(),
        }
    }

    /// The moves that a seat can make with what it really holds and that the rules allow; no passes.
    pub fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.draw.is_empty() {
            moves.push(Move::draw());
        }
        moves.extend(self.top(Zone::Discard).map(|card| Move::take(Zone::Discard, card)));
        let spaces: Vec<Zone> = Slot::SEVEN.into_iter().flat_map(|slot| [Zone::Centre(slot), Zone::Canon(seat, slot)]).collect();
        moves.extend(spaces.iter().filter_map(|zone| self.top(*zone).map(|card| Move::take(*zone, card))));
        let works: BTreeSet<&CardId> = self.hand(seat).iter().collect();
        for card in works {
            for own in [false, true] {
                let row = |slot| if own { Zone::Canon(seat, slot) } else { Zone::Centre(slot) };
                let same = Slot::SEVEN.into_iter().map(row).find(|zone| self.top(*zone).as_ref() == Some(card));
                let free = || Slot::SEVEN.into_iter().map(row).find(|zone| self.top(*zone).is_none());
                moves.extend(same.or_else(free).map(|zone| Move::play(zone, card.clone())));
            }
            moves.push(Move::discard(card.clone()));
        }
        moves.retain(|m| self.game.check(&Act { seat, action: m.clone(), stamp: Stamp::default() }).is_ok());
        moves
    }
}

/// A full fan grows by less than a strip, so as not to leave its space, mm.
const BEYOND_MM: f64 = 4.0;

impl play::World for World {
    type Game = Canon;

    fn game(&self) -> &Canon {
        &self.game
    }

    fn apply(&mut self, act: &Act<Move>) {
        if let Some(carry) = act.action.carry()
            && let Some(card) = self.card_of(carry)
        {
            let hand = self.hands.get_mut(act.seat.index());
            match (carry.from(), carry.to()) {
                (Place::Hand, _) => {
                    if let Some(hand) = hand
                        && let Some(at) = hand.iter().position(|c| *c == card)
                    {
                        hand.remove(at);
                    }
                }
                (from, to) => {
                    if from == Place::Draw {
                        self.draw.pop();
                    }
                    if let (Place::Hand, Some(hand)) = (to, hand) {
                        hand.push(card);
                    }
                }
            }
        }
        self.game.apply(&Act { action: Self::as_seen(act.action.clone()), ..*act });
    }

    fn way(&self, act: &Act<Move>) -> Option<Way<Zone>> {
        let carry = act.action.carry()?;
        let depth = if let Place::Discard { depth } = carry.from() { usize::from(depth) } else { 0 };
        let shown = if carry.from() == Place::Draw { Face::Down } else { carry.face() };
        let from = carry.from().zone().map(|zone| (zone, depth));
        Some(Way { card: self.card_of(carry)?, along: Vec::new(), shown, face: carry.face(), from, to: carry.to().zone(), turn: 0.0 })
    }

    /// Nobody reads a card that is laid face down.
    fn as_seen(action: Move) -> Move {
        match action.carry() {
            Some(carry) if carry.from() == Place::Hand && carry.face() == Face::Down => {
                Carry::new(carry.from(), carry.to(), None).facing(Face::Down).into()
            }
            _ => action,
        }
    }

    fn place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
        let room = FAN_COPIES - 1;
        let beyond = number.saturating_sub(room) as f64 * BEYOND_MM;
        let shift = mat.fan_direction(zone).unwrap_or(Point::new(0.0, 0.0)) * beyond;
        Some(card_place(mat, zone, number.min(room))?.map(|corner| corner + shift))
    }

    fn piles(&self) -> Vec<(Zone, Face, Vec<CardId>)> {
        vec![(Zone::Draw, Face::Down, self.draw.clone())]
    }
}
