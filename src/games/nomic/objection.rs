use super::Place;
use super::rulebook::ChangeError;
use crate::games::Card;
use crate::table::Seat;
use thiserror::Error;

/// Why a move of Card-Based Nomic is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Objection {
    /// A seat that nobody plays.
    #[error("nobody plays at {seat}: {seats} seats play")]
    NotSeated { seat: Seat, seats: usize },
    /// The game is won.
    #[error("the game is over: {winner} has won")]
    AfterEnd { winner: Seat },
    /// A second proposition.
    #[error("'{name}' is under vote: it must be decided before another proposition is created")]
    UnderVote { name: String },
    /// A proposition by somebody who may not create one.
    #[error("{seat} may not create a proposition: {token} has the token")]
    MayNotPropose { seat: Seat, token: Seat },
    /// The token must be passed first.
    #[error("the token must go from {token} to {to} first")]
    TokenOwed { token: Seat, to: Seat },
    /// Votes still lie on the table.
    #[error("the votes of the last proposition still lie on the table: {proposer} must lay them on the discard pile first")]
    VotesLie { proposer: Seat },
    /// A change that cannot be made.
    #[error("the proposition cannot be voted on: {0}")]
    Change(ChangeError),
    /// A change that a rule forbids.
    #[error("the rules forbid this change{}", by(*.rule))]
    Forbidden { rule: Option<u16> },
    /// The token moved during a vote.
    #[error("the token may not move while a proposition is under vote")]
    TokenUnderVote,
    /// The token moved by somebody who may not pass it.
    #[error("{seat} may not pass the token: {token} has it")]
    MayNotPass { seat: Seat, token: Seat },
    /// The token went to another seat.
    #[error("the token went to {to}: from {token} it must go to {next}")]
    WrongWay { token: Seat, to: Seat, next: Seat },
    /// A vote without a proposition.
    #[error("no proposition is under vote: there is nothing to do that for")]
    NoProposition,
    /// A vote before the proposer's.
    #[error("{seat} must wait until {proposer} has started the for pile")]
    NotStarted { seat: Seat, proposer: Seat },
    /// The proposer's card elsewhere.
    #[error("{seat} created the proposition and must start the for pile, not vote against it")]
    ProposerAgainst { seat: Seat },
    /// More cards than allowed.
    #[error("{seat} placed {count}: {}", most_votes(*.most))]
    TooManyVotes { seat: Seat, count: u16, most: u16 },
    /// Several cards placed together.
    #[error("{seat} placed {count} cards at once: a vote is one card, and each is replaced before the next")]
    SeveralVotes { seat: Seat, count: u16 },
    /// A vote after choosing not to.
    #[error("{seat} has chosen to place no more cards in this vote")]
    HasAbstained { seat: Seat },
    /// A vote after the time limit.
    #[error("{seat} is too late: the time limit was up")]
    TimeUp { seat: Seat },
    /// A vote after the piles were turned up.
    #[error("the votes are being counted: {seat} is too late")]
    Counting { seat: Seat },
    /// A vote with the wrong side up.
    #[error("the vote lies face {is}: it must lie face {must}")]
    VoteFace { is: &'static str, must: &'static str },
    /// A hand that cannot hold the card.
    #[error("{seat} cannot hold {card}: {why}")]
    CannotHold { seat: Seat, card: Card, why: &'static str },
    /// No card in the hand.
    #[error("{seat} holds no card that could have come from there")]
    EmptyHand { seat: Seat },
    /// A replacement not drawn.
    #[error("{seat} has yet to draw {}", cards(*.owed))]
    MissedDraw { seat: Seat, owed: u16 },
    /// A card drawn that nothing entitles to.
    #[error("{seat} drew {}, but may draw {}: only a card that was voted is replaced", cards(*.count), cards(*.owed))]
    UndueDraw { seat: Seat, count: u16, owed: u16 },
    /// A full hand.
    #[error("{seat} holds {hand} cards and may hold {limit}")]
    HandFull { seat: Seat, hand: u16, limit: u16 },
    /// No card in the draw pile.
    #[error("the draw pile has {left}: {seat} must first shuffle the discard pile and lay it there")]
    DrawEmpty { seat: Seat, left: u16 },
    /// A reshuffle while there is a draw pile.
    #[error("the draw pile still has {}: it is replaced only when it is empty", cards(*.left))]
    DrawNotEmpty { left: u16 },
    /// A reshuffle without need.
    #[error("{seat} need not draw: who needs a card replaces the draw pile")]
    NeedNotDraw { seat: Seat },
    /// A reshuffle of nothing, or that no rule allows.
    #[error("the discard pile cannot replace the draw pile: {why}")]
    CannotRefill { why: &'static str },
    /// An abstention by the proposer.
    #[error("{seat} created the proposition and must start the for pile")]
    ProposerAbstains { seat: Seat },
    /// An abstention that is not allowed.
    #[error("{seat} may not choose to place no card")]
    MustVote { seat: Seat },
    /// An abstention after voting, or a second one.
    #[error("{seat} has already voted or chosen not to")]
    HasDecided { seat: Seat },
    /// The piles turned up, the totals said or the votes discarded by somebody else.
    #[error("{seat} has no part in the count: {proposer} created the proposition")]
    NotProposer { seat: Seat, proposer: Seat },
    /// The piles turned up too early.
    #[error("{} yet to vote or to choose not to", waiting(.seats))]
    VotesOpen { seats: Vec<Seat> },
    /// No votes there.
    #[error("there are no cards in {at}")]
    NothingThere { at: Place },
    /// Turned up twice.
    #[error("the votes already lie face up")]
    AlreadyUp,
    /// Other cards than were placed.
    #[error("{} lie turned up, but {} placed", cards(*.seen), were(*.placed))]
    CountDiffers { seen: usize, placed: usize },
    /// A card that is elsewhere too.
    #[error("{card} lies elsewhere, or was seen twice")]
    CardElsewhere { card: Card },
    /// Totals before the piles were turned up.
    #[error("the votes must be turned up before the totals are announced")]
    NotTurnedUp,
    /// Totals that differ from what the cards say.
    #[error("{announced_for} for and {announced_against} against were announced: the cards are worth {for_total} and {against_total}")]
    WrongTotal { announced_for: i64, announced_against: i64, for_total: String, against_total: String },
    /// Votes discarded too early.
    #[error("the totals must be announced before the votes are discarded")]
    NotAnnounced,
    /// Votes discarded with the wrong side up.
    #[error("the votes were discarded face {is}: they must lie face {must}")]
    DiscardFace { is: &'static str, must: &'static str },
    /// Votes left behind.
    #[error("{} of {} discarded: all of a pile go together", .count, were(*.lying))]
    LeftBehind { count: u16, lying: usize },
    /// A way that no rule knows.
    #[error("a card went from {from} to {to}: no rule has it go that way")]
    NoSuchWay { from: Place, to: Place },
    /// A limit that cannot be created.
    #[error("no time limit can be created: {why}")]
    NoLimit { why: &'static str },
    /// A consensus on something else than a new rule, or that no rule allows.
    #[error("a consensus cannot do that: {why}")]
    NoConsensus { why: &'static str },
    /// A confirmation of nothing.
    #[error("no proposition was just ratified that could keep the rules from being changed")]
    NotRatified,
    /// A win by a rule that is not the table's.
    #[error("the table cannot say who has won by rule {rule}: {why}")]
    NotTheTables { rule: u16, why: &'static str },
}

fn by(rule: Option<u16>) -> String {
    rule.map_or_else(String::new, |rule| format!(": see rule {rule}"))
}

fn cards(count: impl TryInto<u64>) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        0 => "no card".into(),
        1 => "1 card".into(),
        n => format!("{n} cards"),
    }
}

fn were(count: usize) -> String {
    if count == 1 { "1 was".into() } else { format!("{count} were") }
}

fn most_votes(most: u16) -> String {
    match most {
        0 => "this seat may not vote".into(),
        1 => "one card may be voted".into(),
        n => format!("{n} cards may be voted"),
    }
}

fn waiting(seats: &[Seat]) -> String {
    let names = seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" and ");
    if seats.len() == 1 { format!("{names} has") } else { format!("{names} have") }
}

impl crate::games::Objection for Objection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "not-seated",
            Self::AfterEnd { .. } => "after-end",
            Self::UnderVote { .. } => "under-vote",
            Self::MayNotPropose { .. } => "may-not-propose",
            Self::TokenOwed { .. } => "token-owed",
            Self::VotesLie { .. } => "votes-lie",
            Self::Change(ChangeError::NoSuchRule { .. }) => "no-such-rule",
            Self::Change(ChangeError::SaysThat { .. }) => "says-that",
            Self::Change(ChangeError::Program(_)) => "program-fault",
            Self::Change(_) => "bad-text",
            Self::Forbidden { .. } => "change-forbidden",
            Self::TokenUnderVote => "token-under-vote",
            Self::MayNotPass { .. } => "may-not-pass",
            Self::WrongWay { .. } => "wrong-way",
            Self::NoProposition => "no-proposition",
            Self::NotStarted { .. } => "not-started",
            Self::ProposerAgainst { .. } => "proposer-against",
            Self::TooManyVotes { .. } => "too-many-votes",
            Self::SeveralVotes { .. } => "several-votes",
            Self::HasAbstained { .. } => "has-abstained",
            Self::TimeUp { .. } => "time-up",
            Self::Counting { .. } => "counting",
            Self::VoteFace { .. } => "vote-face",
            Self::CannotHold { .. } => "cannot-hold",
            Self::EmptyHand { .. } => "empty-hand",
            Self::MissedDraw { .. } => "missed-draw",
            Self::UndueDraw { .. } => "undue-draw",
            Self::HandFull { .. } => "hand-full",
            Self::DrawEmpty { .. } => "draw-empty",
            Self::DrawNotEmpty { .. } => "draw-not-empty",
            Self::NeedNotDraw { .. } => "need-not-draw",
            Self::CannotRefill { .. } => "cannot-refill",
            Self::ProposerAbstains { .. } => "proposer-abstains",
            Self::MustVote { .. } => "must-vote",
            Self::HasDecided { .. } => "has-decided",
            Self::NotProposer { .. } => "not-proposer",
            Self::VotesOpen { .. } => "votes-open",
            Self::NothingThere { .. } => "nothing-there",
            Self::AlreadyUp => "already-up",
            Self::CountDiffers { .. } => "count-differs",
            Self::CardElsewhere { .. } => "card-elsewhere",
            Self::NotTurnedUp => "not-turned-up",
            Self::WrongTotal { .. } => "wrong-total",
            Self::NotAnnounced => "not-announced",
            Self::DiscardFace { .. } => "discard-face",
            Self::LeftBehind { .. } => "left-behind",
            Self::NoSuchWay { .. } => "no-such-way",
            Self::NoLimit { .. } => "no-limit",
            Self::NoConsensus { .. } => "no-consensus",
            Self::NotRatified => "not-ratified",
            Self::NotTheTables { .. } => "not-the-tables",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } | Self::CannotHold { .. } | Self::EmptyHand { .. } | Self::CardElsewhere { .. } => {
                "Card-Based Nomic, rule 1"
            }
            Self::Change(_) | Self::Forbidden { .. } => "Card-Based Nomic, rule 3",
            Self::UnderVote { .. } | Self::MayNotPropose { .. } | Self::TokenUnderVote | Self::MayNotPass { .. } => {
                "Card-Based Nomic, rule 4"
            }
            Self::WrongWay { .. } => "Card-Based Nomic, rules 4 and 11",
            Self::ProposerAgainst { .. } | Self::ProposerAbstains { .. } => "Card-Based Nomic, rule 5",
            Self::MissedDraw { .. } | Self::UndueDraw { .. } | Self::VoteFace { .. } => "Card-Based Nomic, rules 5 and 6",
            Self::NoProposition
            | Self::NotStarted { .. }
            | Self::TooManyVotes { .. }
            | Self::SeveralVotes { .. }
            | Self::HasAbstained { .. }
            | Self::MustVote { .. }
            | Self::HasDecided { .. }
            | Self::NoSuchWay { .. }
            | Self::HandFull { .. } => "Card-Based Nomic, rule 6",
            Self::DrawEmpty { .. } | Self::DrawNotEmpty { .. } | Self::NeedNotDraw { .. } | Self::CannotRefill { .. } => {
                "Card-Based Nomic, rule 7"
            }
            Self::Counting { .. }
            | Self::VotesLie { .. }
            | Self::NotProposer { .. }
            | Self::VotesOpen { .. }
            | Self::NothingThere { .. }
            | Self::AlreadyUp
            | Self::CountDiffers { .. }
            | Self::NotTurnedUp
            | Self::WrongTotal { .. }
            | Self::NotAnnounced
            | Self::DiscardFace { .. }
            | Self::LeftBehind { .. } => "Card-Based Nomic, rule 8",
            Self::TimeUp { .. } | Self::NoLimit { .. } => "Card-Based Nomic, rule 9",
            Self::TokenOwed { .. } => "Card-Based Nomic, rule 11",
            Self::NoConsensus { .. } => "Card-Based Nomic, rule 17",
            Self::AfterEnd { .. } | Self::NotRatified | Self::NotTheTables { .. } => "Card-Based Nomic, rule 18",
        }
    }
}
