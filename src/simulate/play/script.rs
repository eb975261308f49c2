use super::World;
use crate::games::{Act, Game};
use crate::journal::Said;
use crate::simulate::stage::{Lying, Reach, lay, lift};
use crate::table::Stamp;
use std::collections::BTreeMap;

/// What a script is made from; `V` are a game's violations.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptOptions<V> {
    /// Everything follows from it.
    pub seed: u64,
    /// Moves to play at most, violations not counted; `None` plays to the end.
    pub moves: Option<usize>,
    /// Rules to break, spread over the game in this order.
    pub violations: Vec<V>,
    /// Whether violations are left on the table instead of being taken back.
    pub stand: bool,
    /// How fast it goes.
    pub pace: Pace,
}

/// How fast the players are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Speed of the hands, 1 for unhurried play.
    pub speed: f64,
    /// Shortest and longest rest between moves, ms.
    pub rest_ms: (f64, f64),
}

impl Default for Pace {
    fn default() -> Self {
        Self { speed: 1.0, rest_ms: (650.0, 1500.0) }
    }
}

/// What became of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is part of the game.
    Counts,
    /// It broke a rule and was undone by the same hand; the table lay still again at this moment.
    TakenBack {
        /// When.
        stamp: Stamp,
    },
    /// It broke a rule and was left lying.
    Stands,
}

/// One thing that a player did.
#[derive(Debug, Clone, PartialEq)]
pub struct Played<G: Game> {
    /// What was done; its stamp is when the hand was gone.
    pub act: Act<G::Move>,
    /// When the hand set out.
    pub start: Stamp,
    /// The rule it breaks.
    pub objection: Option<G::Objection>,
    /// What became of it.
    pub fate: Fate,
}

/// A whole game with its timing.
#[derive(Debug, Clone)]
pub struct Script<W: World, V> {
    /// The game before the first act.
    pub start: W::Game,
    /// The table before the first act.
    pub table: BTreeMap<<W::Game as Game>::Zone, Vec<Lying>>,
    /// What the hands do, in order of time.
    pub reaches: Vec<Reach<<W::Game as Game>::Zone>>,
    /// What it means, in order of time.
    pub acts: Vec<Played<W::Game>>,
    /// The game after the last act.
    pub end: W,
    /// When the film ends, ms.
    pub length_ms: f64,
    /// Violations that the game offered no occasion for.
    pub unplayed: Vec<V>,
}

impl<W: World, V> Script<W, V> {
    /// What is told by buttons, since no camera sees it.
    pub fn said(&self) -> Vec<Said> {
        let told = self.acts.iter().map(|played| &played.act).filter(|act| self.start.reaches(act.seat, &act.action).is_empty());
        told.map(|act| Said { ms: act.stamp.ms(), seat: act.seat, text: act.action.to_string() }).collect()
    }

    /// The table after the last act.
    pub fn table_at_the_end(&self) -> BTreeMap<<W::Game as Game>::Zone, Vec<Lying>> {
        let mut table = self.table.clone();
        for reach in &self.reaches {
            if let Some(from) = reach.from {
                lift(&mut table, from, 1 + reach.along.len());
            }
            if let Some((zone, number, lying)) = &reach.to {
                lay(&mut table, (*zone, *number), std::iter::once(lying).chain(&reach.along).cloned());
            }
        }
        table
    }
}
