use super::{Options, Rules};
use crate::table::{Seat, Seats};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Cards in play (Elements, Requirements).
pub const CARDS: u16 = 52;
/// Fewest and most who can play (Elements, Players).
pub const FEWEST_PLAYERS: usize = 3;
/// See [`FEWEST_PLAYERS`].
pub const MOST_PLAYERS: usize = 7;

/// All that a game of Elements starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: Seats,
    /// Who deals and counts down.
    pub dealer: Seat,
    /// What the table chose.
    #[serde(default)]
    pub options: Options,
    /// Which hand of each player is the Play Hand, P1 first; the other one holds the Flame (Rulings, Elements 2).
    pub play_hands: Vec<Side>,
}

/// One of a player's two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "left and right")]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// The other hand.
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Why a game cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Too few or too many.
    #[error("{0} players cannot play Elements: give {FEWEST_PLAYERS} to {MOST_PLAYERS}")]
    Players(usize),
    /// The dealer has no seat.
    #[error("{dealer} cannot deal: only P1 to P{seats} play")]
    Dealer {
        /// Who should have.
        dealer: Seat,
        /// How many play.
        seats: usize,
    },
    /// Not one Play Hand for each player.
    #[error("{given} Play Hands are named for {seats} players: say left or right once for each")]
    Hands {
        /// How many were named.
        given: usize,
        /// How many play.
        seats: usize,
    },
    /// Options of the other rule set.
    #[error("{0} belongs to the rules for non-mages: give rules=non_mage, or leave it out")]
    NonMageOnly(&'static str),
}

/// So many players, when they can play.
///
/// # Errors
/// When they are too few or too many.
pub fn playable(seats: Seats) -> Result<Seats, SetupError> {
    let count = seats.count();
    if (FEWEST_PLAYERS..=MOST_PLAYERS).contains(&count) { Ok(seats) } else { Err(SetupError::Players(count)) }
}

/// Cards of an Island that is not doubled, by how many play (Elements, The Elements; Rulings, Elements 3).
pub(super) const fn cards_of_an_island(players: usize) -> u16 {
    match players {
        ..=FEWEST_PLAYERS => 6,
        4 => 4,
        5 => 3,
        _ => 2,
    }
}

impl Setup {
    /// A game of so many players, all with the right hand as their Play Hand.
    ///
    /// # Errors
    /// When the game cannot be set up; see [`SetupError`].
    pub fn new(seats: Seats, dealer: Seat, options: Options) -> Result<Self, SetupError> {
        let setup = Self { seats, dealer, options, play_hands: vec![Side::Right; seats.count()] };
        setup.validate()?;
        Ok(setup)
    }

    /// Says whether the game can be set up.
    ///
    /// # Errors
    /// The first thing that stands in the way.
    pub fn validate(&self) -> Result<(), SetupError> {
        let seats = self.seats.count();
        playable(self.seats)?;
        if !self.seats.contains(self.dealer) {
            return Err(SetupError::Dealer { dealer: self.dealer, seats });
        }
        if self.play_hands.len() != seats {
            return Err(SetupError::Hands { given: self.play_hands.len(), seats });
        }
        if self.is_mage() && self.options.double_islands {
            return Err(SetupError::NonMageOnly("double_islands"));
        }
        if self.is_mage() && self.options.shrink_after_whirlwind {
            return Err(SetupError::NonMageOnly("shrink_after_whirlwind"));
        }
        Ok(())
    }

    /// Whether magic is part of the game.
    pub fn is_mage(&self) -> bool {
        self.options.rules == Rules::Mage
    }

    /// Cards of each Island at the deal (Elements, The Elements; Rulings, Elements 3).
    pub const fn island_size(&self) -> u16 {
        let size = cards_of_an_island(self.seats.count());
        if self.options.double_islands { 2 * size } else { size }
    }

    /// Cards of the Ocean at the deal.
    pub const fn ocean_size(&self) -> u16 {
        CARDS - self.island_size() * self.seats.count() as u16
    }
}
