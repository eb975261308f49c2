use super::{CardId, Deck, DeckError, Design};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Rank of a standard card. The number is its order, ace low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rank(u8);

/// Suit of a standard card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

/// The face of a card of the standard deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StandardCard {
    /// One of the 52.
    Pip(Rank, Suit),
    /// Any joker.
    Joker,
}

impl Rank {
    /// All thirteen, ace first.
    pub const ALL: [Self; 13] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9), Self(10), Self(11), Self(12), Self(13)];

    /// 1 for an ace to 13 for a king.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// `A`, `2` to `10`, `J`, `Q`, `K`.
    pub const fn symbol(self) -> &'static str {
        match self.0 {
            1 => "A",
            2 => "2",
            3 => "3",
            4 => "4",
            5 => "5",
            6 => "6",
            7 => "7",
            8 => "8",
            9 => "9",
            10 => "10",
            11 => "J",
            12 => "Q",
            _ => "K",
        }
    }
}

impl Suit {
    /// All four, in the order clubs, diamonds, hearts, spades.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// `c`, `d`, `h` or `s`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Clubs => "c",
            Self::Diamonds => "d",
            Self::Hearts => "h",
            Self::Spades => "s",
        }
    }
}

impl fmt::Display for StandardCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pip(rank, suit) => write!(f, "{}{}", rank.symbol(), suit.letter()),
            Self::Joker => f.write_str("joker"),
        }
    }
}

impl FromStr for StandardCard {
    type Err = super::IdError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "joker" {
            return Ok(Self::Joker);
        }
        let wrong = || super::IdError::Card(text.into());
        let (rank, suit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
        let rank = Rank::ALL.into_iter().find(|r| r.symbol() == rank).ok_or_else(wrong)?;
        let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit).ok_or_else(wrong)?;
        Ok(Self::Pip(rank, suit))
    }
}

impl StandardCard {
    /// `standard/10h`, `standard/joker`.
    ///
    /// # Errors
    /// Never in practice: every face prints as a card name.
    pub fn id(self) -> Result<CardId, super::IdError> {
        format!("standard/{self}").parse()
    }
}

/// The 52 cards and two jokers.
///
/// # Errors
/// Never in practice; the ids are well formed.
pub fn standard_deck() -> Result<Deck<StandardCard>, DeckError> {
    let mut designs = Vec::new();
    for suit in Suit::ALL {
        for rank in Rank::ALL {
            let face = StandardCard::Pip(rank, suit);
            designs.push(Design { card: face.id()?, face, copies: 1 });
        }
    }
    designs.push(Design { card: StandardCard::Joker.id()?, face: StandardCard::Joker, copies: 2 });
    Deck::new("standard".parse()?, "Standard 52".into(), designs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_two_and_two_jokers_print_and_parse() {
        let deck = standard_deck().unwrap();
        assert_eq!(deck.card_count(), 54);
        for design in deck.designs() {
            assert_eq!(design.card.name().parse::<StandardCard>().unwrap(), design.face);
        }
        assert!("1h".parse::<StandardCard>().is_err() && "".parse::<StandardCard>().is_err());
    }
}
