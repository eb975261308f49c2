use super::setup::HAND_LIMIT;
use super::{Canon, Carry, FinalMove, Move, Objection, Phase, Place, Slot};
use crate::cards::{CardId, Face};
use crate::table::Seat;

impl Canon {
    /// The first rule that forbids a move.
    pub(super) fn judge(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let seats = self.setup.seats;
        if !seats.contains(seat) {
            return Err(Objection::NotSeated { seat, seats: seats.count() });
        }
        match (self.turn(), action) {
            (None, Move::Carry(carry)) if (carry.from(), carry.to()) == (Place::Hand, Place::TOP) => {}
            (None, _) => return Err(Objection::AfterEnd { seat }),
            (Some(turn), _) if turn == seat => {}
            (Some(turn), _) if self.last == Some(seat) => return Err(Objection::SecondMove { seat, turn }),
            (Some(turn), _) => return Err(Objection::OutOfTurn { seat, turn }),
        }
        match action {
            Move::Pass => Ok(()),
            Move::Carry(carry) => self.judge_carry(seat, carry),
        }
    }

    fn judge_carry(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let (from, to) = (carry.from(), carry.to());
        if carry.count() > 1 {
            return Err(Objection::MoreThanOne { count: carry.count() });
        }
        for place in [from, to] {
            match place {
                Place::Canon(owner, _) if owner != seat => return Err(Objection::OthersCanon { seat, owner }),
                _ => {}
            }
        }
        let work = || self.setup.title(carry.card());
        match (from, to) {
            (Place::Draw, Place::Hand) => self.judge_draw(seat),
            (Place::Draw, _) => Err(Objection::PastHand { to }),
            (_, Place::Draw) => Err(Objection::OntoDraw { from }),
            (Place::Hand, Place::Hand) => Err(Objection::Rearranged { work: work(), from, to }),
            (Place::Hand, _) => self.judge_placing(seat, carry),
            (_, Place::Hand) => self.judge_taking(seat, carry),
            (Place::Discard { .. }, Place::Discard { .. }) => Err(Objection::Rearranged { work: work(), from, to }),
            (Place::Discard { .. }, _) | (_, Place::Discard { .. }) => Err(Objection::DirectDiscard { work: work(), from, to }),
            (Place::Centre(_), Place::Canon(..)) | (Place::Canon(..), Place::Centre(_)) => {
                Err(Objection::DirectCanons { work: work(), from, to })
            }
            _ => Err(Objection::Rearranged { work: work(), from, to }),
        }
    }

    fn judge_draw(&self, seat: Seat) -> Result<(), Objection> {
        self.judge_hand_takes(seat)?;
        if self.draw == 0 { Err(Objection::DrawEmpty) } else { Ok(()) }
    }

    fn judge_hand_takes(&self, seat: Seat) -> Result<(), Objection> {
        if self.setup.options.final_move == FinalMove::PlayOnly && matches!(self.phase, Phase::Final { .. }) {
            return Err(Objection::FinalPlayOnly);
        }
        match self.hand(seat).map_or(0, super::Hand::count) {
            hand if hand >= HAND_LIMIT => Err(Objection::HandFull { seat, hand }),
            _ => Ok(()),
        }
    }

    fn judge_taking(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let at = carry.from();
        if let Place::Discard { depth: depth @ 1.. } = at {
            return Err(Objection::UnderTop { depth });
        }
        let stack = match at {
            Place::Discard { .. } => self.discard.last().map_or(&[][..], std::slice::from_ref),
            _ => at.zone().map_or(&[][..], |zone| self.stack(zone)),
        };
        let Some(top) = stack.last() else { return Err(Objection::NothingThere { at }) };
        let card = carry.card().map(|card| self.own_card(card)).transpose()?;
        if !stack.iter().any(|s| s.card.as_ref() == card) {
            let Some(card) = card else { return Err(Objection::Unread { at }) };
            let [work, there] = [Some(card), top.card.as_ref()].map(|c| self.setup.title(c));
            return Err(Objection::NotThere { work, there, at });
        }
        self.judge_hand_takes(seat)
    }

    fn judge_placing(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let at = carry.to();
        let title = |card| self.setup.title(card);
        if let Place::Discard { depth: depth @ 1.. } = at {
            return Err(Objection::UnderTop { depth });
        }
        if at.slot() == Some(Slot::BEYOND) {
            return Err(Objection::EighthSpace { work: title(carry.card()), at });
        }
        if carry.face() == Face::Down {
            return Err(Objection::FaceDown { at });
        }
        let card = self.own_card(carry.card().ok_or(Objection::Unread { at })?)?;
        let stack = at.slot().and(at.zone()).map_or(&[][..], |zone| self.stack(zone));
        if let Some(other) = stack.iter().filter_map(|s| s.card.as_ref()).find(|there| *there != card) {
            return Err(Objection::DifferentWork { work: title(Some(card)), there: title(Some(other)), at });
        }
        if self.could_hold(seat, card) {
            return Ok(());
        }
        let why = match self.hand(seat) {
            Some(hand) if hand.count() == 0 => "that hand is empty",
            Some(hand) if hand.unknown() == 0 => "every card of that hand is known, and none is it",
            _ => "every copy lies elsewhere",
        };
        Err(Objection::CannotHold { seat, work: title(Some(card)), why })
    }

    /// The id that a printed card counts under.
    fn own_card<'a>(&'a self, printed: &'a CardId) -> Result<&'a CardId, Objection> {
        self.setup.resolve(printed).ok_or_else(|| Objection::Foreign { card: printed.to_string() })
    }
}
