use super::Rank;
use std::str::FromStr;

/// The letters on a standard deck's aces and court cards. They differ between languages, and one means two ranks: a V is a French jack
/// (valet) and a Dutch queen (vrouw).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum IndexSet {
    /// Any of them; what a V is, the other letters on the table tell.
    #[default]
    Any,
    /// A K Q J
    English,
    /// A K D B, also of Danish decks
    German,
    /// A R D V, or 1 for the ace
    French,
    /// A H V B
    Dutch,
    /// A K D Kn, also of Norwegian decks
    Swedish,
}

/// No index set has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no standard deck: write standard for letters of any language, or {names}", names = IndexSet::names())]
pub struct UnknownIndexSet(String);

impl IndexSet {
    /// Those of one language.
    pub const DECLARED: [Self; 5] = [Self::English, Self::German, Self::French, Self::Dutch, Self::Swedish];

    /// What is printed for a rank; in English where any is allowed.
    pub const fn symbol(self, rank: Rank) -> &'static str {
        let [king, queen, jack] = match self {
            Self::Any | Self::English => ["K", "Q", "J"],
            Self::German => ["K", "D", "B"],
            Self::French => ["R", "D", "V"],
            Self::Dutch => ["H", "V", "B"],
            Self::Swedish => ["K", "D", "Kn"],
        };
        match rank.number() {
            11 => jack,
            12 => queen,
            13 => king,
            _ => rank.symbol(),
        }
    }

    /// The name of the standard deck with these indices.
    pub const fn deck(self) -> &'static str {
        match self {
            Self::Any => "standard",
            Self::English => "standard-en",
            Self::German => "standard-de",
            Self::French => "standard-fr",
            Self::Dutch => "standard-nl",
            Self::Swedish => "standard-sv",
        }
    }

    fn names() -> String {
        Self::DECLARED.map(|set| format!("{} ({})", set.deck(), Rank::ALL.map(|rank| set.symbol(rank)).split_at(10).1.join(" "))).join(", ")
    }
}

impl FromStr for IndexSet {
    type Err = UnknownIndexSet;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = [Self::Any].into_iter().chain(Self::DECLARED).find(|set| set.deck() == text);
        known.ok_or_else(|| UnknownIndexSet(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_known_by_name_and_print_thirteen_different_ranks() {
        for set in IndexSet::DECLARED.into_iter().chain([IndexSet::Any]) {
            assert_eq!(set.deck().parse(), Ok(set));
            let mut printed = Rank::ALL.map(|rank| set.symbol(rank));
            printed.sort_unstable();
            assert!(printed.windows(2).all(|pair| pair[0] != pair[1]), "{set:?}: {printed:?}");
        }
        let wrong = "standard-xx".parse::<IndexSet>().unwrap_err().to_string();
        assert!(wrong.contains("'standard-xx'") && wrong.contains("standard-nl (B V H)"), "{wrong}");
    }
}
