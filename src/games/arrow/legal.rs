use super::frame::ability;
use super::text::{Cost, Text};
use super::wants::{MOST_ANSWER, Want};
use super::{Arrow, Carry, Lies, Move, Place, Use, Zone};
use crate::table::Seat;
use std::borrow::Cow;
use std::collections::BTreeSet;

impl Arrow {
    /// Every legal move of a seat; a draw stays hidden.
    pub(super) fn legal(&self, seat: Seat) -> Vec<Move> {
        let mut once = BTreeSet::new();
        let mut settled = Cow::Borrowed(self);
        for state in self.layers() {
            once.extend(state.reactions_of(seat, true).map(Move::Use));
            settled = state;
        }
        settled.legal_without_reactions(seat, &mut once);
        once.into_iter().collect()
    }

    fn legal_without_reactions(&self, seat: Seat, found: &mut BTreeSet<Move>) {
        let awaited = self.awaited();
        if awaited.may_stop == Some(seat) {
            found.insert(Move::Done);
        }
        for want in &awaited.wants {
            self.moves_of(seat, want, found);
        }
        if self.acting() == Some(seat) {
            found.insert(Move::Pass);
            self.placements(seat, found);
            self.activations(seat, found);
        }
    }

    fn moves_of(&self, seat: Seat, want: &Want, found: &mut BTreeSet<Move>) {
        let id = |design| self.setup.card(design).clone();
        match want {
            Want::Carry { seat: by, from, to, design } if *by == seat => {
                found.insert(Move::Carry(Carry { from: *from, to: *to, card: design.map(id), lies: Lies::Straight }));
            }
            Want::FromHand { seat: by, to, designs } if *by == seat => {
                found.extend(designs.iter().flat_map(|design| to.iter().map(|to| Move::carry(Place::Hand, *to, Some(id(*design))))));
            }
            Want::Cover { seat: by } if *by == seat => {
                found.insert(Move::Carry(Carry::cover(seat)));
            }
            Want::Choose { seat: by, card } if *by == seat => {
                found.insert(Move::Choose { at: card.place, card: card.design.map(id) });
            }
            Want::Spend { seat: by, card } if *by == seat => {
                found.insert(Move::Spend { at: card.place, card: card.design.map(id) });
            }
            Want::Activate { seat: by, card, text } if *by == seat => {
                let cost = card.text(&self.setup, *text).and_then(ability).map_or(Cost::X, |(ability, _)| ability.cost);
                let payments = self.payments(seat, card, cost).into_iter();
                let uses = payments.map(|x| self.as_use(card, *text, x)).filter(|used| self.run(seat, *card, used, None).is_ok());
                found.extend(uses.map(Move::Use));
            }
            Want::Button { seat: by, number, on } if *by == seat => {
                found.insert(if *on { Move::PutOn(*number) } else { Move::TakeOff(*number) });
            }
            Want::Answer { seat: by } if *by == seat => found.extend((0..=MOST_ANSWER).map(Move::Answer)),
            Want::Throw => found.extend(super::setup::SEATS.map(Move::Throw)),
            _ => {}
        }
    }

    fn placements(&self, seat: Seat, found: &mut BTreeSet<Move>) {
        let open: Vec<_> = self.board.open().collect();
        for design in self.holdable(seat, |_| true) {
            let card = self.setup.card(design);
            found.extend(open.iter().map(|cell| Move::place(*cell, card.clone())));
            let face = self.setup.face(design);
            let same = |piece: &super::Piece| self.setup.face(piece.design).name == face.name;
            if face.is_persistent() && !self.side(seat).persistent.iter().any(same) {
                found.insert(Move::carry(Place::Hand, Zone::Persistent(seat), Some(card.clone())));
            }
        }
    }

    fn activations(&self, seat: Seat, found: &mut BTreeSet<Move>) {
        for source in self.sources(seat) {
            for (number, text) in (1..).zip(source.texts(&self.setup)) {
                let (Text::Action(ability) | Text::Immediate(ability)) = text else { continue };
                let payments = self.payments(seat, &source, ability.cost).into_iter();
                let uses = payments.map(|x| self.as_use(&source, number, x));
                found.extend(uses.filter(|used: &Use| self.action(seat, used).is_ok()).map(Move::Use));
            }
        }
    }
}
