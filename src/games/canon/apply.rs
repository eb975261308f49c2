use super::{Canon, Carry, End, Move, Phase, Place, StackCard};
use crate::cards::CardId;
use crate::table::Seat;

impl Canon {
    /// Carries out what happened on the table, legal or not; what cannot happen changes nothing.
    pub(super) fn carry_out(&mut self, seat: Seat, action: &Move) {
        let happened = match action {
            _ if !self.setup.seats.contains(seat) => false,
            Move::Pass => true,
            // Not `any`: each of the cards is carried.
            Move::Carry(carry) => (0..carry.count()).filter(|&nth| self.carry_one(seat, carry, nth)).count() > 0,
        };
        if happened {
            self.pass_the_turn(seat);
        }
    }

    /// Carries the nth of the cards, from zero. Of cards taken off the discard pile together only the first is named.
    fn carry_one(&mut self, seat: Seat, carry: &Carry, nth: u16) -> bool {
        let is_named = nth == 0 || !matches!(carry.from(), Place::Discard { .. });
        let named = carry.card().filter(|_| is_named).map(|card| self.setup.counts_as(card).clone());
        match self.lift(seat, carry.from(), named) {
            Some(card) => {
                self.lay(seat, carry, card);
                true
            }
            None => false,
        }
    }

    /// Lifts a card: `None` when there is none, else the work, when it is known.
    fn lift(&mut self, seat: Seat, from: Place, named: Option<CardId>) -> Option<Option<CardId>> {
        let fits = |s: &StackCard| named.is_none() || s.card.is_none() || s.card == named;
        let lifted = match from {
            Place::Hand => {
                self.hands.get_mut(seat.index())?.remove(named.as_ref());
                return Some(named);
            }
            Place::Draw => {
                self.draw = self.draw.checked_sub(1)?;
                return Some(named);
            }
            Place::Discard { depth } => {
                let index = self.discard.len().checked_sub(1 + usize::from(depth))?;
                self.discard.get(index).filter(|s| fits(s))?;
                self.discard.remove(index)
            }
            Place::Centre(_) | Place::Canon(..) => {
                let zone = from.zone()?;
                let stack = self.spaces.get_mut(&zone)?;
                let exact = stack.iter().rposition(|s| s.card == named);
                let lifted = stack.remove(exact.or_else(|| stack.iter().rposition(fits))?);
                if stack.is_empty() {
                    self.spaces.remove(&zone);
                }
                lifted
            }
        };
        Some(lifted.card.or(named))
    }

    fn lay(&mut self, seat: Seat, carry: &Carry, card: Option<CardId>) {
        let laid = StackCard { card, face: carry.face() };
        match carry.to() {
            Place::Hand => {
                if let Some(hand) = self.hands.get_mut(seat.index()) {
                    hand.add(laid.card);
                }
            }
            Place::Draw => self.draw = self.draw.saturating_add(1),
            Place::Discard { depth } => {
                let index = self.discard.len().saturating_sub(usize::from(depth));
                self.discard.insert(index, laid);
            }
            to @ (Place::Centre(_) | Place::Canon(..)) => {
                if let Some(zone) = to.zone() {
                    self.spaces.entry(zone).or_default().push(laid);
                }
            }
        }
    }

    /// Passes the turn on when it was this seat's, and brings the end about.
    fn pass_the_turn(&mut self, seat: Seat) {
        if self.turn() == Some(seat) {
            self.last = Some(seat);
            match &mut self.phase {
                Phase::Playing { turn } => *turn = self.setup.seats.after(seat),
                Phase::Final { to_move } => {
                    to_move.remove(0);
                    if to_move.is_empty() {
                        self.phase = Phase::Over;
                    }
                }
                Phase::Over => {}
            }
        }
        if let Phase::Playing { turn } = self.phase
            && let Some(to_move) = self.last_movers(turn)
        {
            self.phase = if to_move.is_empty() { Phase::Over } else { Phase::Final { to_move } };
        }
    }

    /// Who has one more move, once the end has come (Rulings, Canon 7).
    fn last_movers(&self, next: Seat) -> Option<Vec<Seat>> {
        let seats = self.setup.seats;
        let all_from_next = || std::iter::successors(Some(next), |seat| Some(seats.after(*seat))).take(seats.count()).collect();
        let holders = || seats.iter().zip(&self.hands).filter(|(_, hand)| hand.count() > 0).map(|(seat, _)| seat);
        match self.setup.options.end {
            End::DrawPile => (self.draw == 0).then(all_from_next),
            End::FirstEmptyHand => (holders().count() < seats.count()).then(all_from_next),
            End::LastHolder => (holders().count() <= 1).then(|| holders().collect()),
        }
    }
}
