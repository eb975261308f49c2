use super::{Hook, Rule, Rulebook, script::Fault};
use crate::table::{Seat, Seats};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Cards in play (Card-Based Nomic, rule 1).
pub const CARDS: u16 = 52;

/// All that a game of Card-Based Nomic starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play.
    pub seats: Seats,
    /// Who has the token first (Card-Based Nomic, rule 1).
    pub first: Seat,
    /// The rules that the game begins with.
    pub rules: Vec<Rule>,
}

/// Why a game cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum SetupError {
    /// The built-in rules cannot be read.
    #[error("the base rules cannot be read: {0}")]
    Base(String),
    /// The first holder of the token has no seat.
    #[error("{first} cannot have the token: only P1 to P{seats} play")]
    First { first: Seat, seats: usize },
    /// Two rules of one number.
    #[error("two rules have the number {0}: give each its own")]
    Twice(u16),
    /// A program that cannot be used.
    #[error("rule {rule}: {fault}")]
    Program { rule: u16, fault: Fault },
    /// More cards to deal than there are.
    #[error("{seats} players with {hand} cards each need {need}: there are {CARDS}; change the rule with the hook {}", Hook::Deal)]
    TooMany { seats: usize, hand: u16, need: usize },
}

impl Setup {
    /// A game with the base rules.
    ///
    /// # Errors
    /// When the first holder of the token does not play.
    pub fn new(seats: Seats, first: Seat) -> Result<Self, SetupError> {
        let rulebook = Rulebook::base().map_err(|error| SetupError::Base(error.to_string()))?;
        Self::with_rules(seats, first, rulebook.rules().cloned().collect())
    }

    /// A game with other rules.
    ///
    /// # Errors
    /// When the first holder of the token does not play, two rules share a number or a program cannot be used.
    pub fn with_rules(seats: Seats, first: Seat, rules: Vec<Rule>) -> Result<Self, SetupError> {
        let setup = Self { seats, first, rules };
        setup.validate()?;
        Ok(setup)
    }

    /// Says whether the game can be set up, but for the number of cards to deal.
    ///
    /// # Errors
    /// The first thing that stands in the way.
    pub fn validate(&self) -> Result<(), SetupError> {
        if !self.seats.contains(self.first) {
            return Err(SetupError::First { first: self.first, seats: self.seats.count() });
        }
        for (at, rule) in self.rules.iter().enumerate() {
            if self.rules.iter().take(at).any(|other| other.number == rule.number) {
                return Err(SetupError::Twice(rule.number));
            }
            rule.vet().map_err(|fault| SetupError::Program { rule: rule.number, fault })?;
        }
        Ok(())
    }
}
