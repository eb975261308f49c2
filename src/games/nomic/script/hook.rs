use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A question that the game asks the rulebook. A program answers it with a function of this name.
///
/// Every question is put to the rules that declare its hook, the highest number first; the first that answers anything but `()`
/// decides. Points are the exception: the answers of all rules add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[allow(missing_docs, reason = "the table of signatures says what each asks")]
pub enum Hook {
    Deal,
    MayChange,
    MayPropose,
    MayPass,
    NextToken,
    OpeningVotes,
    OpeningDraws,
    MostVotes,
    VoteDraws,
    MayAbstain,
    AbstainDraws,
    VotesFaceUp,
    HandLimit,
    Refill,
    Value,
    Total,
    Ratified,
    DiscardFaceUp,
    LimitSeconds,
    TakesEffect,
    AfterRatified,
    AfterRejected,
    Points,
    MayResolve,
    Winner,
}

/// What a hook is asked about, beside the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The table alone.
    Table,
    /// A seat.
    Seat,
    /// A change of the rulebook.
    Change,
    /// A card.
    Card,
    /// A pile of cards, each with its value.
    Cards,
    /// The votes as counted.
    Tally,
    /// The votes as counted, and a seat.
    TallyAndSeat,
}

/// What a hook may answer, beside `()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number between these two.
    Number(i64, i64),
    /// The number of a seat that plays.
    Seat,
}

/// What a hook asks, of what, and what holds when no rule answers.
pub struct Signature {
    /// Which.
    pub hook: Hook,
    /// The function's name.
    pub name: &'static str,
    /// What it is about.
    pub about: About,
    /// What it may answer.
    pub kind: Kind,
    /// The question, for a reader.
    pub meaning: &'static str,
    /// What holds when no rule answers.
    pub default: &'static str,
}

/// A word that names no hook.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no hook: there are {list}", list = Hook::ALL.map(Hook::name).join(", "))]
pub struct HookError(pub String);

const COUNT: Kind = Kind::Number(0, 52);
const SCORE: Kind = Kind::Number(-1_000_000, 1_000_000);

const fn row(hook: Hook, name: &'static str, about: About, kind: Kind, meaning: &'static str, default: &'static str) -> Signature {
    Signature { hook, name, about, kind, meaning, default }
}

/// Every hook, in the order of [`Hook::ALL`].
const SIGNATURES: [Signature; Hook::ALL.len()] = [
    row(Hook::Deal, "deal", About::Table, COUNT, "how many cards each player draws at the beginning", "none"),
    row(Hook::MayChange, "may_change", About::Change, Kind::Flag, "whether a proposition may make this change", "it may"),
    row(Hook::MayPropose, "may_propose", About::Seat, Kind::Flag, "whether this seat may create a proposition", "it may"),
    row(Hook::MayPass, "may_pass", About::Seat, Kind::Flag, "whether this seat may pass the token", "it may"),
    row(Hook::NextToken, "next_token", About::Seat, Kind::Seat, "who gets the token from this seat", "the next clockwise"),
    row(Hook::OpeningVotes, "opening_votes", About::Table, COUNT, "cards that the proposer starts the for pile with", "none"),
    row(Hook::OpeningDraws, "opening_draws", About::Table, COUNT, "cards that the proposer draws for each of them", "none"),
    row(Hook::MostVotes, "most_votes", About::Seat, COUNT, "most cards that this seat, not the proposer's, may vote", "52"),
    row(Hook::VoteDraws, "vote_draws", About::Seat, COUNT, "cards that this seat draws for each card voted", "none"),
    row(Hook::MayAbstain, "may_abstain", About::Seat, Kind::Flag, "whether this seat may choose to place no card", "it may"),
    row(Hook::AbstainDraws, "abstain_draws", About::Seat, COUNT, "cards that this seat draws for abstaining", "none"),
    row(Hook::VotesFaceUp, "votes_face_up", About::Table, Kind::Flag, "whether votes are placed face up", "face down"),
    row(Hook::HandLimit, "hand_limit", About::Seat, COUNT, "most cards in this seat's hand", "no limit"),
    row(Hook::Refill, "refill", About::Table, Kind::Flag, "whether the discard pile replaces an empty draw pile", "it does not"),
    row(Hook::Value, "value", About::Card, SCORE, "the value of this card", "0"),
    row(Hook::Total, "total", About::Cards, SCORE, "the total of this pile", "not known: as announced"),
    row(Hook::Ratified, "ratified", About::Tally, Kind::Flag, "whether these votes ratify the proposition", "they reject it"),
    row(Hook::DiscardFaceUp, "discard_face_up", About::Table, Kind::Flag, "whether votes are discarded face up", "face down"),
    row(Hook::LimitSeconds, "limit_seconds", About::Table, Kind::Number(1, 86_400), "how long a time limit is", "there is none to create"),
    row(Hook::TakesEffect, "takes_effect", About::Table, Kind::Flag, "whether a ratified change is made at once", "it is"),
    row(Hook::AfterRatified, "after_ratified", About::Table, Kind::Seat, "who must have the token after a ratification", "it stays"),
    row(Hook::AfterRejected, "after_rejected", About::Table, Kind::Seat, "who must have the token after a rejection", "it stays"),
    row(Hook::Points, "points", About::TallyAndSeat, SCORE, "points that these votes bring this seat; of all rules together", "none"),
    row(Hook::MayResolve, "may_resolve", About::Table, Kind::Flag, "whether a consensus may make a rule at once", "it may not"),
    row(Hook::Winner, "winner", About::Table, Kind::Seat, "who has won", "nobody"),
];

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 25] = [
        Self::Deal,
        Self::MayChange,
        Self::MayPropose,
        Self::MayPass,
        Self::NextToken,
        Self::OpeningVotes,
        Self::OpeningDraws,
        Self::MostVotes,
        Self::VoteDraws,
        Self::MayAbstain,
        Self::AbstainDraws,
        Self::VotesFaceUp,
        Self::HandLimit,
        Self::Refill,
        Self::Value,
        Self::Total,
        Self::Ratified,
        Self::DiscardFaceUp,
        Self::LimitSeconds,
        Self::TakesEffect,
        Self::AfterRatified,
        Self::AfterRejected,
        Self::Points,
        Self::MayResolve,
        Self::Winner,
    ];

    /// What it asks.
    pub const fn signature(self) -> &'static Signature {
        &SIGNATURES[self as usize]
    }

    /// The function's name.
    pub const fn name(self) -> &'static str {
        self.signature().name
    }

    /// The names of the function's parameters.
    pub const fn parameters(self) -> &'static [&'static str] {
        match self.signature().about {
            About::Table => &["table"],
            About::Seat => &["table", "seat"],
            About::Change => &["table", "change"],
            About::Card => &["table", "card"],
            About::Cards => &["table", "cards"],
            About::Tally => &["table", "tally"],
            About::TallyAndSeat => &["table", "tally", "seat"],
        }
    }
}

impl fmt::Display for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Hook {
    type Err = HookError;
    fn from_str(text: &str) -> Result<Self, HookError> {
        Self::ALL.into_iter().find(|hook| hook.name() == text).ok_or_else(|| HookError(text.into()))
    }
}

impl TryFrom<String> for Hook {
    type Error = HookError;
    fn try_from(text: String) -> Result<Self, HookError> {
        text.parse()
    }
}

impl From<Hook> for String {
    fn from(hook: Hook) -> String {
        hook.to_string()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Seat => f.write_str("the number of a seat that plays"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_signatures_is_in_order() {
        for hook in Hook::ALL {
            assert_eq!((hook.signature().hook, hook.name().parse()), (hook, Ok(hook)));
        }
        assert!("valeu".parse::<Hook>().unwrap_err().to_string().starts_with("'valeu' is no hook: there are deal, may_change"));
    }
}
