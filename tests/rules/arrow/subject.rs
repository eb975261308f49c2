//! Arrow before the harness for all games.

use super::prelude::*;
use crate::conformance::{Subject, settled};
use kibitzer::games::arrow::{Carry, Lies, MOST_ANSWER, Use};
use kibitzer::table::{Fact, Layout, Visit};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

impl Subject for Arrow {
    fn openings() -> Vec<Self> {
        vec![dealt(PLAIN), begun(PLAIN), begun(super::prelude::TEXTS), dealt(super::prelude::TEXTS)]
    }

    fn seen(&self, act: &Act<Move>) -> Option<Fact<Zone>> {
        let Move::Carry(_) = act.action else { return None };
        let visit = |zone| Visit { seat: act.seat, neighbour: None, zone, from: act.stamp, to: act.stamp, deepest: true };
        let visits: Vec<_> = self.reaches(act.seat, &act.action).into_iter().map(visit).collect();
        let mut after = self.clone();
        after.apply(act);
        let stamp = Stamp { at_us: act.stamp.at_us + 500_000, ..act.stamp };
        Some(settled(after.laid_out(), visits, stamp))
    }

    fn may_be_idle(_: &Move) -> bool {
        false
    }

    fn any_move(&self, rng: &mut Pcg64Mcg) -> Move {
        let place = |rng: &mut Pcg64Mcg| {
            let seat = *[Seat::P1, Seat::P2].choose(rng).unwrap();
            let cells: Vec<Cell> = Cell::all().collect();
            match rng.random_range(0..12) {
                0..=3 => Place::Hand,
                4 => Zone::Deck(seat).into(),
                5 => Zone::Discard(seat).into(),
                6 => Zone::Victory(seat).into(),
                7 => Zone::Persistent(seat).into(),
                _ => (*cells[7..29].choose(rng).unwrap()).into(),
            }
        };
        let designs: Vec<CardId> = self.setup().designs.iter().map(|printed| printed.card.clone()).collect();
        let card = |rng: &mut Pcg64Mcg| Some(designs.choose(rng).unwrap().clone()).filter(|_| rng.random_range(0..12) > 0);
        match rng.random_range(0..20) {
            0 => Move::Pass,
            1 => Move::Done,
            2 | 3 => {
                let x = Some(rng.random_range(0..4)).filter(|_| rng.random_range(0..3) == 0);
                Move::Use(Use { at: place(rng), card: card(rng), text: rng.random_range(0..3), x })
            }
            4 => Move::Choose { at: place(rng), card: card(rng) },
            5 => Move::Spend { at: place(rng), card: card(rng) },
            6 => Move::Answer(rng.random_range(0..MOST_ANSWER + 3)),
            7 => Move::Throw(*[Seat::P1, Seat::P2].choose(rng).unwrap()),
            8 => Move::TakeOff(rng.random_range(0..3)),
            9 => Move::PutOn(rng.random_range(0..3)),
            _ => {
                let lies =
                    *[Lies::Straight, Lies::Straight, Lies::Straight, Lies::Turned, Lies::Sideways, Lies::FaceDown].choose(rng).unwrap();
                let (from, to) = (place(rng), place(rng));
                // A draw stays hidden.
                let (card, lies) =
                    if to == Place::Hand && matches!(from, Place::On(Zone::Deck(_))) { (None, Lies::Straight) } else { (card(rng), lies) };
                // How a card lies matters in the grid; elsewhere only whether its face shows.
                let lies = match (to, lies) {
                    (Place::On(Zone::Cell(_)), lies) => lies,
                    (Place::On(_), Lies::FaceDown) => Lies::FaceDown,
                    _ => Lies::Straight,
                };
                Move::Carry(Carry { from, to, card, lies })
            }
        }
    }

    fn laid_out(&self) -> Layout<Zone> {
        Self::laid_out(self)
    }

    fn assert_sound(&self) {
        // Both together: an illegal carry may bring a card into the other player's pile.
        let mut cards = self.board().iter().count();
        for player in [Seat::P1, Seat::P2] {
            let side = self.side(player);
            cards += usize::from(side.deck + side.hand.count()) + side.discard.len() + side.persistent.len() + side.victory.len();
        }
        let decks: u16 = self.setup().decks.iter().flat_map(|deck| deck.values()).sum();
        assert_eq!(cards, usize::from(decks), "cards came or went");
    }
}
