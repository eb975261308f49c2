use crate::cards::{CardId, Face};
use crate::games::{Act, Game};
use crate::geometry::{Quad, Table};
use crate::table::Mat;

/// A card's way over the table, or a stack's, with nothing hidden.
#[derive(Debug, Clone, PartialEq)]
pub struct Way<Z> {
    /// Which card, also where the table cannot see it; of a stack the bottom one.
    pub card: CardId,
    /// The rest of the stack, bottom to top.
    pub along: Vec<CardId>,
    /// Which side shows on the way.
    pub shown: Face,
    /// Which side is up where it comes to lie.
    pub face: Face,
    /// Where from, with how many cards lie on it (or on the whole stack) there; `None` for out of a hand.
    pub from: Option<(Z, usize)>,
    /// Where to; `None` for into a hand.
    pub to: Option<Z>,
    /// Clockwise turn against how cards of that zone lie, radians.
    pub turn: f64,
}

/// A game with nothing hidden: the engine's view, every hand and the order of every pile.
pub trait World: Clone {
    /// Its rules.
    type Game: Game;

    /// The game as the table knows it.
    fn game(&self) -> &Self::Game;
    /// Carries an act out, here and in the engine.
    fn apply(&mut self, act: &Act<<Self::Game as Game>::Move>);
    /// The card that an act carries; `None` of what no camera sees.
    fn way(&self, act: &Act<<Self::Game as Game>::Move>) -> Option<Way<<Self::Game as Game>::Zone>>;
    /// An act as the table can know it.
    fn as_seen(action: <Self::Game as Game>::Move) -> <Self::Game as Game>::Move {
        action
    }
    /// Where the card of this number (from zero, the first laid) of a zone goes.
    fn place(mat: &Mat<<Self::Game as Game>::Zone>, zone: <Self::Game as Game>::Zone, number: usize) -> Option<Quad<Table>>;
    /// The piles that lie there before the first act, each with the side that is up, bottom to top.
    fn piles(&self) -> Vec<(<Self::Game as Game>::Zone, Face, Vec<CardId>)>;
}
