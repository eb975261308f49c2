use super::setup::HAND_LIMIT;
use super::{Canon, Carry, FinalMove, Move, Objection, Phase, Place, Slot};
use crate::cards::{CardId, Face};
use crate::table::Seat;

impl Canon {
    /// The first rule that forbids a move. Rules that the table alone shows to be broken come before those that rest on whose turn
    /// it is, and these before those that rest on the count of a hand: an overlooked hand changes no charge that the table proves.
    pub(super) fn judge(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let seats = self.setup.seats;
        if !seats.contains(seat) {
            return Err(Objection::NotSeated { seat, seats: seats.count() });
        }
        let carry = action.carry();
        let gathers = carry.is_some_and(|carry| (carry.from(), carry.to()) == (Place::Hand, Place::TOP));
        if self.turn().is_none() && !gathers {
            return Err(Objection::AfterEnd { seat });
        }
        if let Some(shown) = self.shown_on_the_table(seat, action).next() {
            return Err(shown);
        }
        match self.turn() {
            Some(turn) if turn != seat && self.last == Some(seat) => return Err(Objection::SecondMove { seat, turn }),
            Some(turn) if turn != seat => return Err(Objection::OutOfTurn { seat, turn }),
            _ => {}
        }
        carry.map_or(Ok(()), |carry| self.judge_by_the_hand(seat, carry))
    }

    /// The rules that the table alone shows a move to break.
    pub(super) fn shown_on_the_table(&self, seat: Seat, action: &Move) -> impl Iterator<Item = Objection> {
        let carry = action.carry();
        let several = |carry: &Carry| (carry.count() > 1).then(|| Objection::MoreThanOne { count: carry.count() });
        let others = |carry: &Carry| {
            [carry.from(), carry.to()].into_iter().find_map(|place| match place {
                Place::Canon(owner, _) if owner != seat => Some(Objection::OthersCanon { seat, owner }),
                _ => None,
            })
        };
        let way = |carry: &Carry| self.judge_the_way(carry).err();
        [carry.and_then(several), carry.and_then(others), carry.and_then(way)].into_iter().flatten()
    }

    fn judge_the_way(&self, carry: &Carry) -> Result<(), Objection> {
        let (from, to) = (carry.from(), carry.to());
        let work = || self.setup.title(carry.card());
        match (from, to) {
            (Place::Draw, Place::Hand) => Ok(()),
            (Place::Draw, _) => Err(Objection::PastHand { to }),
            (_, Place::Draw) => Err(Objection::OntoDraw { from }),
            (Place::Hand, Place::Hand) => Err(Objection::Rearranged { work: work(), from, to }),
            (Place::Hand, _) => self.judge_placing(carry),
            (_, Place::Hand) => self.judge_taking(carry),
            (Place::Discard { .. }, Place::Discard { .. }) => Err(Objection::Rearranged { work: work(), from, to }),
            (Place::Discard { .. }, _) | (_, Place::Discard { .. }) => Err(Objection::DirectDiscard { work: work(), from, to }),
            (Place::Centre(_), Place::Canon(..)) | (Place::Canon(..), Place::Centre(_)) => {
                Err(Objection::DirectCanons { work: work(), from, to })
            }
            _ => Err(Objection::Rearranged { work: work(), from, to }),
        }
    }

    fn judge_by_the_hand(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let hand = self.hand(seat);
        if carry.to() == Place::Hand {
            if self.setup.options.final_move == FinalMove::PlayOnly && matches!(self.phase, Phase::Final { .. }) {
                return Err(Objection::FinalPlayOnly);
            }
            return match hand.map_or(0, crate::games::Hand::count) {
                hand if hand >= HAND_LIMIT => Err(Objection::HandFull { seat, hand }),
                _ if carry.from() == Place::Draw && self.draw == 0 => Err(Objection::DrawEmpty),
                _ => Ok(()),
            };
        }
        let Some(card) = carry.card().and_then(|card| self.setup.resolve(card)) else { return Ok(()) };
        if self.could_hold(seat, card) {
            return Ok(());
        }
        let why = match hand {
            Some(hand) if hand.count() == 0 => "that hand is empty",
            Some(hand) if hand.unknown() == 0 => "every card of that hand is known, and none is it",
            _ => "every copy lies elsewhere",
        };
        Err(Objection::CannotHold { seat, work: self.setup.title(Some(card)), why })
    }

    fn judge_taking(&self, carry: &Carry) -> Result<(), Objection> {
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
        Ok(())
    }

    fn judge_placing(&self, carry: &Carry) -> Result<(), Objection> {
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
        Ok(())
    }

    /// The id that a printed card counts under.
    fn own_card<'a>(&'a self, printed: &'a CardId) -> Result<&'a CardId, Objection> {
        self.setup.resolve(printed).ok_or_else(|| Objection::Foreign { card: printed.to_string() })
    }
}
