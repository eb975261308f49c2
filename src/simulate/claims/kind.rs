use serde::{Deserialize, Serialize};

/// What a claim shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One hand touches the card.
    One,
    /// Two hands touch it, one after the other.
    Two,
    /// Three hands touch it.
    Three,
    /// Four hands touch it, at a table of four; at one of three, three do.
    Four,
    /// A hand stops over the card and goes away; nobody touches it.
    Hover,
    /// One hand touches the card while another stops over it.
    HoverBeside,
    /// One hand touches the card; another passes over that one to a card beyond.
    Crossing,
    /// One hand touches the card; another that meant to lands on the card beside it.
    Neighbour,
    /// Two hands touch the card; the first pushes it a little.
    Slid,
    /// Two hands touch the card; the first lifts it and takes it away.
    Taken,
}

/// How a claim of some number comes to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// What it shows.
    pub kind: Kind,
    /// From the first touch to the second, in microseconds; `None` for a small one by chance.
    pub gap_us: Option<u64>,
}

const fn two(gap_ms: u64) -> Recipe {
    Recipe { kind: Kind::Two, gap_us: Some(1000 * gap_ms) }
}

const fn some(kind: Kind) -> Recipe {
    Recipe { kind, gap_us: None }
}

/// All that is shown, in turn: as many claims show each in equal parts. Neighbours in the list are unlike.
pub const RECIPES: [Recipe; 27] = [
    two(25),
    some(Kind::Hover),
    two(120),
    some(Kind::Three),
    some(Kind::Taken),
    two(0),
    some(Kind::Crossing),
    some(Kind::Neighbour),
    two(500),
    some(Kind::Four),
    some(Kind::Slid),
    two(5),
    some(Kind::HoverBeside),
    two(70),
    some(Kind::One),
    two(15),
    some(Kind::Three),
    some(Kind::Hover),
    two(250),
    some(Kind::Crossing),
    some(Kind::Taken),
    two(40),
    some(Kind::Neighbour),
    some(Kind::Four),
    some(Kind::HoverBeside),
    some(Kind::Two),
    some(Kind::Slid),
];

impl Recipe {
    /// Two hands go for the card, the second some time after the first.
    pub const RACE: Self = some(Kind::Two);

    /// The recipe of a claim, by its number from zero.
    pub fn of(number: usize) -> Self {
        RECIPES.get(number % RECIPES.len()).copied().unwrap_or(some(Kind::Two))
    }
}

/// What covers an arm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sleeve {
    /// A sleeve of some colour.
    Long,
    /// Nothing as far as the arm is seen.
    Short,
    /// A nearly black sleeve.
    Dark,
    /// A sleeve of the colour of the mat or of the table under it.
    LikeTable,
}

impl Sleeve {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Long, Self::Short, Self::Dark, Self::LikeTable];
}
