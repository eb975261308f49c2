use crate::cards::{CardId, Face};
use crate::games::arrow::{Arrow, DEALT, DesignNumber, Lies, Move, Place, Setup, SetupError, Zone, card_place};
use crate::games::{Act, Game};
use crate::geometry::{Quad, Table};
use crate::simulate::play::{self, Way, shuffle};
use crate::table::{Mat, Seat};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{FRAC_PI_2, PI};

/// A game with nothing hidden: the engine's view, both hands and the order of both decks.
#[derive(Debug, Clone)]
pub struct World {
    /// The game as the table knows it.
    pub game: Arrow,
    /// P1's and P2's hand.
    hands: [Vec<CardId>; 2],
    /// P1's and P2's deck, bottom to top.
    decks: [Vec<CardId>; 2],
}

impl World {
    /// Shuffles and deals.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn deal(setup: Setup, rng: &mut Pcg64Mcg) -> Result<Self, SetupError> {
        let mut decks = setup.decks.clone().map(|deck| -> Vec<CardId> {
            deck.into_iter().flat_map(|(card, copies)| std::iter::repeat_n(card, usize::from(copies))).collect()
        });
        decks.iter_mut().for_each(|deck| shuffle(deck, rng));
        let game = Arrow::new(setup)?;
        let hands = decks.each_mut().map(|deck| deck.split_off(deck.len().saturating_sub(usize::from(DEALT))));
        Ok(Self { game, hands, decks })
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> &[CardId] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The moves that a seat can make with what it really holds and that the rules allow.
    pub fn moves(&self, seat: Seat) -> Vec<Move> {
        let held = |card: &Option<CardId>| card.as_ref().is_some_and(|card| self.hand(seat).contains(card));
        let possible = |action: &Move| match action {
            Move::Carry(carry) if carry.from == Place::Hand => held(&carry.card),
            Move::Use(used) if used.at == Place::Hand => held(&used.card),
            _ => true,
        };
        self.game.legal_moves(seat).into_iter().filter(possible).collect()
    }
}

impl play::World for World {
    type Game = Arrow;

    fn game(&self) -> &Arrow {
        &self.game
    }

    fn apply(&mut self, act: &Act<Move>) {
        if let (Move::Carry(carry), Some(way)) = (&act.action, self.way(act)) {
            if let Some(Zone::Deck(owner)) = carry.from.zone()
                && let Some(deck) = self.decks.get_mut(owner.index())
            {
                deck.pop();
            }
            if let Some(hand) = self.hands.get_mut(act.seat.index()) {
                if carry.from == Place::Hand
                    && let Some(at) = hand.iter().position(|card| *card == way.card)
                {
                    hand.remove(at);
                }
                if carry.to == Place::Hand {
                    hand.push(way.card);
                }
            }
        }
        self.game.apply(act);
    }

    fn way(&self, act: &Act<Move>) -> Option<Way<Zone>> {
        let Move::Carry(carry) = &act.action else { return None };
        let drawn = match carry.from.zone() {
            Some(Zone::Deck(owner)) => Some(self.decks.get(owner.index())?.last()?.clone()),
            _ => None,
        };
        let shown = if drawn.is_some() { Face::Down } else { Face::Up };
        let card = drawn.or_else(|| carry.card.clone())?;
        // Also from under others the very card is taken.
        let is_it = |design: DesignNumber| *self.game.setup().card(design) == card;
        let above = match carry.from.zone() {
            Some(Zone::Persistent(seat)) => self.game.side(seat).persistent.iter().rev().position(|piece| is_it(piece.design)),
            Some(Zone::Discard(seat)) => self.game.side(seat).discard.iter().rev().position(|design| design.is_some_and(is_it)),
            _ => None,
        };
        let owner = carry.from.cell().and_then(|cell| self.game.board().get(cell)).map_or(act.seat, |piece| piece.owner);
        let own = if carry.to.cell().is_some() && owner == Seat::P2 { PI } else { 0.0 };
        let off = match carry.lies {
            Lies::Straight | Lies::FaceDown => 0.0,
            Lies::Turned => PI,
            Lies::Sideways => FRAC_PI_2,
        };
        let face = if carry.lies == Lies::FaceDown { Face::Down } else { Face::Up };
        Some(Way {
            card,
            along: Vec::new(),
            shown,
            face,
            from: carry.from.zone().map(|zone| (zone, above.unwrap_or(0))),
            to: carry.to.zone(),
            turn: own + off,
        })
    }

    fn place(mat: &Mat<Zone>, zone: Zone, number: usize) -> Option<Quad<Table>> {
        card_place(mat, zone, number)
    }

    fn piles(&self) -> Vec<(Zone, Face, Vec<CardId>)> {
        let seats = [Seat::P1, Seat::P2].into_iter();
        seats.zip(&self.decks).map(|(seat, deck)| (Zone::Deck(seat), Face::Down, deck.clone())).collect()
    }
}
