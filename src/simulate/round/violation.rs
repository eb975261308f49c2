use crate::simulate::play::violation::{prints_as_code, some};

/// A way of breaking the rules of Elements that a camera can see, or everybody can hear. Prints and parses as the objection's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// An Ocean card touched on "go", before one of the own Island.
    IslandFirst,
    /// A card put in the Ocean and touched again, before one of the own Island.
    Retouched,
    /// A card of another's Island touched.
    OthersIsland,
    /// A second card touched while the Play Hand holds one.
    SecondCard,
    /// A card taken that another touched first.
    Claimed,
    /// A card brought to a Flame of another type.
    WrongType,
    /// A card added to a full Island.
    IslandFull,
    /// "Fire!" called without four of a kind.
    FalseFire,
    /// A Whirlwind called with an empty Flame.
    FlameEmpty,
    /// Playing on before the violation is reversed; another violation comes before it.
    Unreversed,
    /// Playing on after the reversal, before a card of the own Island is touched; another violation comes before it.
    TouchAfterReversal,
    /// An Ocean card touched in a Whirlwind, before the own Island has been passed.
    PassFirst,
    /// A card touched after the call of Fire.
    PlayStopped,
}

impl Violation {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::IslandFirst,
        Self::Retouched,
        Self::OthersIsland,
        Self::SecondCard,
        Self::Claimed,
        Self::WrongType,
        Self::IslandFull,
        Self::FalseFire,
        Self::FlameEmpty,
        Self::Unreversed,
        Self::TouchAfterReversal,
        Self::PassFirst,
        Self::PlayStopped,
    ];

    /// So many different kinds in a random order, and the same again once all are used.
    pub fn some(count: usize, seed: u64) -> Vec<Self> {
        some(Self::ALL.to_vec(), count, seed)
    }

    /// The code of the objection that it meets.
    pub const fn code(self) -> &'static str {
        match self {
            Self::IslandFirst => "island-first",
            Self::Retouched => "retouched",
            Self::OthersIsland => "others-island",
            Self::SecondCard => "second-card",
            Self::Claimed => "claimed",
            Self::WrongType => "wrong-type",
            Self::IslandFull => "island-full",
            Self::FalseFire => "false-fire",
            Self::FlameEmpty => "flame-empty",
            Self::Unreversed => "unreversed",
            Self::TouchAfterReversal => "touch-after-reversal",
            Self::PassFirst => "pass-first",
            Self::PlayStopped => "play-stopped",
        }
    }
}

prints_as_code!(Violation);
