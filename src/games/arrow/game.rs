use super::wants::Want;
use super::{Arrow, Cell, Move, Objection, Phase, Place, Zone};
use crate::cards::Face;
use crate::games::{Act, Carried, Game, ScoreSheet, Term};
use crate::table::{Expected, Fact, Layout, Pile, Seat, Seats};
use std::collections::BTreeMap;

impl Game for Arrow {
    type Zone = Zone;
    type Move = Move;
    type Objection = Objection;

    fn seats(&self) -> Seats {
        Seats::TWO
    }

    fn to_act(&self) -> Vec<Seat> {
        super::setup::SEATS.into_iter().filter(|seat| self.can_act(*seat)).collect()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        if matches!(self.phase, Phase::Over { .. }) || seat.index() > 1 { Vec::new() } else { self.legal(seat) }
    }

    fn check(&self, act: &Act<Move>) -> Result<(), Objection> {
        self.judged(act.seat, &act.action)?;
        match &act.action {
            Move::Carry(carry) if carry.from == Place::Hand && carry.card.is_none() && matches!(carry.to, Place::On(Zone::Discard(_))) => {
                Err(Objection::Unread { at: carry.to })
            }
            _ => Ok(()),
        }
    }

    fn apply(&mut self, act: &Act<Move>) {
        self.carry_out(act.seat, &act.action);
    }

    fn expected(&self) -> Expected<Zone> {
        self.expected_table()
    }

    fn reaches(&self, _: Seat, action: &Move) -> Vec<Zone> {
        match action {
            Move::Carry(carry) => [carry.from, carry.to].into_iter().filter_map(Place::zone).collect(),
            _ => Vec::new(),
        }
    }

    fn carries(&self, act: &Act<Move>) -> Option<Carried<Zone>> {
        let Move::Carry(carry) = &act.action else { return None };
        let hand = carry.card.as_ref().and_then(|card| self.setup.number(card)).filter(|_| carry.from == Place::Hand);
        let was_known = hand.is_some_and(|design| self.side(act.seat).hand.known().contains_key(&design));
        Some(Carried { card: carry.card.clone(), from: carry.from.zone(), to: carry.to.zone(), was_known, was_covered: false })
    }

    fn read(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        self.read_fact(fact)
    }

    fn traceless(&self) -> Vec<(Seat, Move)> {
        let closed = self.settled();
        let pass = closed.acting().map(|seat| (seat, Move::Pass));
        let awaited = closed.awaited();
        let done = awaited.may_stop.map(|seat| (seat, Move::Done));
        // The last card of a deck is missed there.
        let draw = |want: &Want| match want {
            Want::Carry { seat, from: Place::On(Zone::Deck(owner)), .. } if self.side(*owner).deck > 1 => Some((*seat, Move::draw(*seat))),
            _ => None,
        };
        pass.into_iter().chain(done).chain(awaited.wants.iter().filter_map(draw)).collect()
    }

    fn scores(&self) -> ScoreSheet {
        let terms = |seat: Seat| {
            let term = |won: &super::state::Won| {
                let card = won.design.map(|design| self.setup.card(design).clone());
                Term { reason: format!("captured {}", self.title(won.design)), card, points: won.points.into() }
            };
            (seat, self.side(seat).victory.iter().map(term).collect())
        };
        ScoreSheet::from_terms(super::setup::SEATS.map(terms).into())
    }
}

impl Arrow {
    fn can_act(&self, seat: Seat) -> bool {
        if matches!(self.phase, Phase::Over { .. }) {
            return false;
        }
        if self.layers().any(|state| state.reactions_of(seat, true).next().is_some()) {
            return true;
        }
        let state = self.settled();
        let awaited = state.awaited();
        let by = |want: &Want| match want {
            Want::Carry { seat, .. }
            | Want::FromHand { seat, .. }
            | Want::Cover { seat }
            | Want::Choose { seat, .. }
            | Want::Spend { seat, .. }
            | Want::Activate { seat, .. }
            | Want::Button { seat, .. }
            | Want::Answer { seat } => Some(*seat),
            Want::Throw => None,
        };
        let wanted = awaited.wants.iter().any(|want| by(want).is_none_or(|by| by == seat));
        wanted || awaited.may_stop == Some(seat) || state.acting() == Some(seat)
    }

    fn expected_table(&self) -> Expected<Zone> {
        let face_up = |design: Option<super::DesignNumber>| Pile::Squared {
            card: design.map(|design| self.setup.card(design).clone()),
            face: Face::Up,
        };
        let mut zones = BTreeMap::new();
        for (cell, piece) in self.board.iter() {
            zones.insert(Zone::Cell(cell), Pile::Fanned(vec![self.setup.card(piece.design).clone()]));
        }
        for seat in super::setup::SEATS {
            let side = self.side(seat);
            let start = Cell::start(seat);
            if self.covered[seat.index().min(1)] && self.phase == Phase::Starting && self.board.is_free(start) {
                zones.insert(Zone::Cell(start), Pile::Squared { card: None, face: Face::Down });
            }
            if side.deck > 0 {
                zones.insert(Zone::Deck(seat), Pile::Squared { card: None, face: Face::Down });
            }
            if let Some(top) = side.discard.last() {
                zones.insert(Zone::Discard(seat), face_up(*top));
            }
            if let Some(top) = side.victory.last() {
                zones.insert(Zone::Victory(seat), face_up(top.design));
            }
            if !side.persistent.is_empty() {
                let cards = side.persistent.iter().map(|piece| self.setup.card(piece.design).clone()).collect();
                zones.insert(Zone::Persistent(seat), Pile::Fanned(cards));
            }
        }
        Expected { zones }
    }

    /// The table as it should lie, every card read without doubt and turned as its owner has it.
    pub fn laid_out(&self) -> Layout<Zone> {
        let mut layout = self.expected_table().as_layout();
        for (zone, cards) in &mut layout.zones {
            let owner = match zone {
                Zone::Cell(cell) => self.board.get(*cell).map(|piece| piece.owner),
                zone => zone.owner(),
            };
            let turn_deg = if owner == Some(Seat::P2) { 180.0 } else { 0.0 };
            cards.iter_mut().for_each(|card| card.turn_deg = turn_deg);
        }
        layout
    }
}
