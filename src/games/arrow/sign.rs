use serde::{Deserialize, Serialize};
use std::fmt;

/// Rock, Paper or Scissors (ConCardia Arrow, Card Attributes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// Beats Scissors.
    Rock,
    /// Beats Rock.
    Paper,
    /// Beats Paper.
    Scissors,
}

impl Sign {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Rock, Self::Paper, Self::Scissors];

    /// Whether this is the superior one of the two.
    pub const fn beats(self, other: Self) -> bool {
        matches!((self, other), (Self::Rock, Self::Scissors) | (Self::Paper, Self::Rock) | (Self::Scissors, Self::Paper))
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rock => "Rock",
            Self::Paper => "Paper",
            Self::Scissors => "Scissors",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_beats_one_and_loses_to_one() {
        for sign in Sign::ALL {
            assert_eq!(Sign::ALL.iter().filter(|other| sign.beats(**other)).count(), 1);
            assert_eq!(Sign::ALL.iter().filter(|other| other.beats(sign)).count(), 1);
            assert!(!sign.beats(sign));
        }
    }
}
