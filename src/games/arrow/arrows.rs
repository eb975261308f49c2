use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of the eight ways to a neighbouring space. On a card, `N` is towards its own top; on the board, away from South.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards the top.
    N,
    /// Towards the top right corner.
    NE,
    /// Towards the right.
    E,
    /// Towards the bottom right corner.
    SE,
    /// Towards the bottom.
    S,
    /// Towards the bottom left corner.
    SW,
    /// Towards the left.
    W,
    /// Towards the top left corner.
    NW,
}

impl Direction {
    /// Clockwise from the top.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// Its number clockwise from the top.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other way round.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self.index() + 4) % 8]
    }

    /// Files to the right and ranks upwards.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::N => (0, 1),
            Self::NE => (1, 1),
            Self::E => (1, 0),
            Self::SE => (1, -1),
            Self::S => (0, -1),
            Self::SW => (-1, -1),
            Self::W => (-1, 0),
            Self::NW => (-1, 1),
        }
    }

    const fn word(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self.index()]
    }
}

/// A card's arrows, as a set of directions. Prints and parses as `N NE W`, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Arrows(u8);

/// A word that is no direction.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no arrow: write N NE E SE S SW W NW, with spaces between, or none")]
pub struct ArrowsError(pub String);

impl Arrows {
    /// No arrow.
    pub const NONE: Self = Self(0);
    /// All eight.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether there is one this way.
    pub const fn has(self, way: Direction) -> bool {
        self.0 >> way.index() & 1 == 1
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Without those.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// As they point when the card lies upside down.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(self.0.rotate_left(4))
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Clockwise from the top.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |way| self.has(*way))
    }
}

impl From<Direction> for Arrows {
    fn from(way: Direction) -> Self {
        Self(1 << way.index())
    }
}

impl FromIterator<Direction> for Arrows {
    fn from_iter<I: IntoIterator<Item = Direction>>(ways: I) -> Self {
        ways.into_iter().fold(Self::NONE, |all, way| all.with(way.into()))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Direction {
    type Err = ArrowsError;
    fn from_str(text: &str) -> Result<Self, ArrowsError> {
        Self::ALL.into_iter().find(|way| way.word() == text).ok_or_else(|| ArrowsError(text.into()))
    }
}

impl fmt::Display for Arrows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        f.write_str(&self.iter().map(Direction::word).collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for Arrows {
    type Err = ArrowsError;
    fn from_str(text: &str) -> Result<Self, ArrowsError> {
        if text == "none" { Ok(Self::NONE) } else { text.split_whitespace().map(str::parse::<Direction>).collect() }
    }
}

impl TryFrom<String> for Arrows {
    type Error = ArrowsError;
    fn try_from(text: String) -> Result<Self, ArrowsError> {
        text.parse()
    }
}

impl From<Arrows> for String {
    fn from(arrows: Arrows) -> Self {
        arrows.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_print_parse_and_turn() {
        for bits in 0..=u8::MAX {
            let arrows = Arrows(bits);
            assert_eq!(arrows.to_string().parse(), Ok(arrows));
            assert_eq!(arrows.turned().turned(), arrows);
            for way in Direction::ALL {
                assert_eq!(arrows.has(way), arrows.turned().has(way.opposite()));
                let ((x, y), (u, v)) = (way.step(), way.opposite().step());
                assert_eq!((x + u, y + v), (0, 0));
            }
        }
        assert!("N UP".parse::<Arrows>().is_err());
    }
}
