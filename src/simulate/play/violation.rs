//! What the games' ways of breaking the rules share: their words, when they come, and which act does it.

use super::shuffle;
use crate::games::{Act, Game, Objection as _};
use crate::table::{Seat, Stamp};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

/// A word that names no violation of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{word}' is no violation that can be played: write {}", known.join(", "))]
pub struct ViolationError {
    /// What was written.
    pub word: String,
    /// What could have been.
    pub known: Vec<&'static str>,
}

/// A violation prints and parses as the code of the objection that it meets.
macro_rules! prints_as_code {
    ($violation:ty) => {
        impl std::fmt::Display for $violation {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.code())
            }
        }

        impl std::str::FromStr for $violation {
            type Err = $crate::simulate::play::ViolationError;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let known = || Self::ALL.iter().map(|kind| kind.code()).collect();
                Self::ALL.into_iter().find(|kind| kind.code() == word).ok_or_else(|| Self::Err { word: word.into(), known: known() })
            }
        }
    };
}
pub(in crate::simulate) use prints_as_code;

/// So many different kinds in a random order, and the same again once all are used.
pub(in crate::simulate) fn some<V: Clone>(mut kinds: Vec<V>, count: usize, seed: u64) -> Vec<V> {
    shuffle(&mut kinds, &mut Pcg64Mcg::seed_from_u64(seed ^ 0x5eed));
    kinds.into_iter().cycle().take(count).collect()
}

/// One of the acts that meets an objection with this code, with it.
pub(super) fn met<G: Game>(
    game: &G,
    mut tries: Vec<(Seat, G::Move)>,
    code: &str,
    rng: &mut Pcg64Mcg,
) -> Option<(Act<G::Move>, G::Objection)> {
    shuffle(&mut tries, rng);
    tries.into_iter().find_map(|(seat, action)| {
        let act = Act { seat, action, stamp: Stamp::default() };
        let objection = game.check(&act).err()?;
        (objection.code() == code).then_some((act, objection))
    })
}

/// The violations that a game has yet to show, spread over its length.
#[derive(Debug)]
pub(in crate::simulate) struct Pending<V> {
    kinds: Vec<V>,
    wanted: usize,
    /// Acts that the game has, about.
    length: f64,
}

impl<V: Copy> Pending<V> {
    pub fn new(kinds: &[V], length: usize) -> Self {
        Self { kinds: kinds.to_vec(), wanted: kinds.len(), length: length as f64 }
    }

    /// Whether the act of this number comes late enough for the next one.
    pub fn is_due(&self, number: usize) -> bool {
        let broken = self.wanted - self.kinds.len();
        number as f64 >= (broken as f64 + 0.55) * self.length / (self.wanted as f64 + 0.4)
    }

    /// The one that comes next.
    pub fn next(&self) -> Option<V> {
        self.kinds.first().copied()
    }

    /// Takes out the one that comes next.
    pub fn take_next(&mut self) -> Option<V> {
        self.take(Some)
    }

    /// Takes out the first one that there is an occasion for, as `find` tells.
    pub fn take<T>(&mut self, mut find: impl FnMut(V) -> Option<T>) -> Option<T> {
        let (at, found) = self.kinds.iter().enumerate().find_map(|(at, kind)| Some((at, find(*kind)?)))?;
        self.kinds.remove(at);
        Some(found)
    }

    /// Those that there was no occasion for.
    pub fn left(self) -> Vec<V> {
        self.kinds
    }
}
