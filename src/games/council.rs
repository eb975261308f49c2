//! What a game whose rules change shows of them: the rulebook as it is and was, what is under vote, and how that stands. Plain words
//! and numbers; a card that nobody may see is in none of them.

use crate::table::Seat;
use serde::Serialize;
use std::sync::Arc;

/// The rules of a game, and the vote on them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Council {
    /// The rulebook after each step of its history: first the one that the game began with, last the one in force.
    pub editions: Vec<Edition>,
    /// What is under vote.
    pub vote: Option<VoteView>,
    /// What was decided last.
    pub verdict: Option<Verdict>,
    /// Texts to start a proposition from.
    pub starters: Arc<Vec<Starter>>,
}

/// A rulebook as it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edition {
    /// The step that led to it; `None` for the one that the game began with.
    pub step: Option<Step>,
    /// Its rules, by their numbers. Those that a step leaves alone are shared.
    pub rules: Vec<Arc<RuleView>>,
}

/// A step of the rulebook's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// When it came into effect, in milliseconds since the source began.
    pub at_ms: u64,
    /// What it did, such as `change rule 8`.
    pub effect: String,
    /// What brought it about, such as `ratified, proposed by P2`.
    pub cause: String,
    /// What the proposition was called; may be empty.
    pub title: String,
    /// The rule that it is about.
    pub rule: u16,
    /// What it did to that rule; nothing when it only set a program aside.
    pub difference: Vec<DiffLine>,
}

/// A numbered rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleView {
    /// Its number.
    pub number: u16,
    /// What it says.
    pub text: String,
    /// Who sees to it that it is kept.
    pub keeper: Keeper,
    /// The questions that its program answers.
    pub hooks: Vec<String>,
    /// Its program.
    pub program: Option<String>,
    /// A proposition to change it, as a file with its wording filled in.
    pub change: String,
    /// A proposition to remove it, as a file.
    pub removal: String,
}

/// Who sees to it that a rule is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Keeper {
    /// Its program.
    Program,
    /// The players.
    Table,
    /// The players, because its program failed like this.
    SetAside(String),
}

/// A line of what a change does to a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each with the line")]
pub enum DiffLine {
    Kept(String),
    Removed(String),
    Added(String),
}

/// A proposition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Proposal {
    /// What it is called; may be empty.
    pub title: String,
    /// What it does, such as `change rule 8`.
    pub action: String,
    /// What the rule shall say; `None` for a removal.
    pub text: Option<String>,
    /// The questions that the program answers.
    pub hooks: Vec<String>,
    /// The program.
    pub program: Option<String>,
    /// What it would do to the rule, line by line.
    pub difference: Vec<DiffLine>,
}

/// A proposition under vote, and how the vote stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VoteView {
    /// What is voted on.
    pub proposal: Proposal,
    /// Who created it.
    pub proposer: Seat,
    /// Who has voted, P1 first; never what.
    pub ballots: Vec<BallotView>,
    /// When the time limit is up, once there is one, in microseconds since the source began.
    pub deadline_us: Option<u64>,
    /// Whether it is surely up.
    pub time_up: bool,
    /// The for and the against pile, as far as their cards lie face up; empty while all votes lie face down.
    pub piles: Vec<PileView>,
}

/// What a seat has done in a vote, without what it voted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BallotView {
    /// Whose.
    pub seat: Seat,
    /// Cards placed.
    pub placed: u16,
    /// Cards that it has yet to draw.
    pub owes: u16,
    /// How far it is.
    pub standing: Standing,
}

/// How far a seat is in a vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It waits until the for pile is started.
    Waits,
    /// It has yet to vote or to choose not to.
    Awaited,
    /// It has voted.
    Voted,
    /// It chose to place no card, or no more.
    Declined,
    /// The time limit was up before it was done.
    TimeUp,
    /// It has no card to vote with.
    NoCard,
}

/// A pile of votes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PileView {
    /// Its name, such as `for`.
    pub name: String,
    /// The cards that lie face up, bottom to top.
    pub cards: Vec<VotedCard>,
    /// How many lie face down.
    pub face_down: u16,
    /// Their sum by the rules; `None` while votes lie face down, when a card was not read or no rule sums them.
    pub total: Option<i64>,
}

/// A vote that lies face up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VotedCard {
    /// Its name; `None` when it was not read.
    pub name: Option<String>,
    /// Its value by the rules.
    pub value: Option<i64>,
}

/// A vote that was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What was voted on, such as `Ties ratify (change rule 8)`.
    pub name: String,
    /// Who created it.
    pub proposer: Seat,
    /// When the totals were announced, in milliseconds since the source began.
    pub at_ms: u64,
    /// The for and the against pile, with the values by the rules then in force.
    pub piles: Vec<PileView>,
    /// The totals as announced, the for pile's first.
    pub announced: (i64, i64),
    /// Whether it was ratified.
    pub ratified: bool,
    /// Whether the rulebook was changed by it.
    pub took_effect: bool,
    /// Points that it brought each seat, P1 first.
    pub points: Vec<i64>,
}

/// A text to start a proposition from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Starter {
    /// What it is.
    pub title: String,
    /// The file.
    pub text: String,
}

/// What would come of a proposition that somebody is writing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DraftView {
    /// The file that this is about.
    pub text: String,
    /// What is wrong with the file.
    pub fault: Option<DraftFault>,
    /// What it is called and does; empty when the file cannot be read.
    pub name: String,
    /// Why the change cannot be made to the rulebook as it is.
    pub impossible: Option<String>,
    /// What it would do to the rule, line by line.
    pub difference: Vec<DiffLine>,
    /// What the last votes would have given under it, oldest first.
    pub trials: Vec<TrialView>,
    /// The act that creates it, in the game's notation.
    pub propose: String,
    /// Who may do that now, the holder of the token first.
    pub proposers: Vec<Seat>,
    /// Why nobody may.
    pub no_proposal: Option<String>,
    /// The act by which the players agree on it at once.
    pub resolve: String,
    /// Why that cannot be.
    pub no_resolution: Option<String>,
}

/// What is wrong with a file, and where. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DraftFault {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// What is wrong, and what to write.
    pub what: String,
}

/// What a past vote gave, and what it would have given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrialView {
    /// Which of the votes, from 1.
    pub vote: usize,
    /// What was voted on.
    pub name: String,
    /// What it gave.
    pub was: OutcomeView,
    /// What it would have given.
    pub would: OutcomeView,
    /// Rules whose program would fail on it, and how.
    pub faults: Vec<String>,
}

/// What a vote gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutcomeView {
    /// The for pile's total.
    pub in_favour: i64,
    /// The against pile's total.
    pub against: i64,
    /// Whether the proposition is ratified.
    pub ratified: bool,
    /// Points that it brings each seat, P1 first.
    pub points: Vec<i64>,
}
