use super::describe::{Holder, Spot};
use super::{Place, Zone};
use crate::table::Seat;
use thiserror::Error;

/// Why a move of Canon is refused. Works are named by their short titles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Objection {
    /// A seat that nobody plays.
    #[error("nobody plays at {seat}: {seats} seats play")]
    NotSeated { seat: Seat, seats: usize },
    /// The game has ended.
    #[error("the game is over: {seat} can only lay the rest of the hand on the discard pile")]
    AfterEnd { seat: Seat },
    /// It is another seat's turn.
    #[error("it is {turn}'s turn, not {seat}'s")]
    OutOfTurn { seat: Seat, turn: Seat },
    /// The seat has just had its turn.
    #[error("{seat} has already moved: it is {turn}'s turn")]
    SecondMove { seat: Seat, turn: Seat },
    /// More than one card at once.
    #[error("{count} cards were moved at once: a turn moves one card")]
    MoreThanOne { count: u16 },
    /// Another player's canon.
    #[error("{seat} touched {owner}'s canon: only {owner} may change it")]
    OthersCanon { seat: Seat, owner: Seat },
    /// Between the discard pile and a canon.
    #[error("{} went directly from {} to {}: it must pass through the hand, in two turns", .work, Spot(*.from), Spot(*.to))]
    DirectDiscard { work: String, from: Place, to: Place },
    /// Between the central canon and a personal one.
    #[error("{} went directly from {} to {}: it must pass through the hand, in two turns", .work, Spot(*.from), Spot(*.to))]
    DirectCanons { work: String, from: Place, to: Place },
    /// From the draw pile to anything but the hand.
    #[error("a card went from the draw pile to {}: a drawn card goes into the hand", Spot(*.to))]
    PastHand { to: Place },
    /// Onto the draw pile.
    #[error("a card went from {} onto the draw pile: nothing goes back there", Spot(*.from))]
    OntoDraw { from: Place },
    /// From one space of a canon to another, or within a pile or a hand.
    #[error("{} went from {} to {}: moving it there is none of the seven moves", .work, Spot(*.from), Spot(*.to))]
    Rearranged { work: String, from: Place, to: Place },
    /// An eighth space.
    #[error("{work} lies beside the seven spaces of {}: there is no eighth", Holder(*.at))]
    EighthSpace { work: String, at: Place },
    /// Not face up.
    #[error("a card lies face down in {}: it must lie face up", Spot(*.at))]
    FaceDown { at: Place },
    /// Onto a different work.
    #[error("{work} was placed on {there} in {}: a space holds copies of one work", Spot(*.at))]
    DifferentWork { work: String, there: String, at: Place },
    /// A work that the hand cannot hold.
    #[error("{seat} cannot hold {work}: {why}")]
    CannotHold { seat: Seat, work: String, why: &'static str },
    /// Below the top of the discard pile.
    #[error("only the top of the discard pile is in play, not the card {depth} below it")]
    UnderTop { depth: u16 },
    /// Seven cards in the hand.
    #[error("{seat} holds {hand} cards: with seven or more in the hand no card can be taken")]
    HandFull { seat: Seat, hand: u16 },
    /// No draw pile.
    #[error("the draw pile is empty")]
    DrawEmpty,
    /// Nothing to take.
    #[error("nothing lies in {}", Spot(*.at))]
    NothingThere { at: Place },
    /// Another work than the one that should be taken.
    #[error("{work} does not lie in {}: {there} does", Spot(*.at))]
    NotThere { work: String, there: String, at: Place },
    /// A card of another deck.
    #[error("'{card}' is not in the decks of this game")]
    Foreign { card: String },
    /// A card that was not read.
    #[error("the card at {} was not read: name it, so that the move can be judged", Spot(*.at))]
    Unread { at: Place },
    /// Not from the hand, under `final_move=play_only`.
    #[error("the last move is one card played from the hand, or none: nothing may be taken")]
    FinalPlayOnly,
    /// A pile that lies like a space (a warning).
    #[error("{} lies the same way round as the spaces of the canon: turn it across them", Spot((*.pile).into()))]
    PileTurned { pile: Zone },
}

impl crate::games::Objection for Objection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "not-seated",
            Self::AfterEnd { .. } => "after-end",
            Self::OutOfTurn { .. } => "out-of-turn",
            Self::SecondMove { .. } => "second-move",
            Self::MoreThanOne { .. } => "more-than-one-card",
            Self::OthersCanon { .. } => "others-canon",
            Self::DirectDiscard { .. } => "direct-discard",
            Self::DirectCanons { .. } => "direct-canons",
            Self::PastHand { .. } => "past-hand",
            Self::OntoDraw { .. } => "onto-draw",
            Self::Rearranged { .. } => "rearranged",
            Self::EighthSpace { .. } => "eighth-space",
            Self::FaceDown { .. } => "face-down",
            Self::DifferentWork { .. } => "different-work",
            Self::CannotHold { .. } => "cannot-hold",
            Self::UnderTop { .. } => "under-top",
            Self::HandFull { .. } => "hand-full",
            Self::DrawEmpty => "draw-empty",
            Self::NothingThere { .. } => "nothing-there",
            Self::NotThere { .. } => "not-there",
            Self::Foreign { .. } => "foreign-card",
            Self::Unread { .. } => "unread",
            Self::FinalPlayOnly => "final-play-only",
            Self::PileTurned { .. } => "pile-turned",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::OutOfTurn { .. }
            | Self::SecondMove { .. }
            | Self::MoreThanOne { .. }
            | Self::DirectDiscard { .. }
            | Self::DirectCanons { .. }
            | Self::PastHand { .. }
            | Self::OntoDraw { .. }
            | Self::Rearranged { .. }
            | Self::DifferentWork { .. }
            | Self::UnderTop { .. }
            | Self::DrawEmpty
            | Self::NothingThere { .. }
            | Self::NotThere { .. } => "Canon, Possible moves",
            Self::OthersCanon { .. } | Self::EighthSpace { .. } | Self::HandFull { .. } | Self::PileTurned { .. } => "Canon, How to play",
            Self::AfterEnd { .. } | Self::FinalPlayOnly => "Canon, How to play; Rulings, Canon 7",
            Self::NotSeated { .. } | Self::Foreign { .. } => "Canon, Components",
            Self::CannotHold { .. } => "Rulings, Canon 5, 6 and 8",
            Self::FaceDown { .. } => "Rulings, Canon 6",
            Self::Unread { .. } => "Rulings, Canon 1",
        }
    }

    fn is_warning(&self) -> bool {
        matches!(self, Self::PileTurned { .. })
    }
}
