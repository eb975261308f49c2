use super::{Cell, Place, Zone};
use crate::table::Seat;
use thiserror::Error;

/// Why a move of Arrow is refused. Cards are named as they are printed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Objection {
    #[error("nobody plays at {seat}: only P1 and P2 do")]
    NotSeated { seat: Seat },
    #[error("the game is over")]
    AfterEnd,
    #[error("it is {turn}'s turn, not {seat}'s")]
    OutOfTurn { seat: Seat, turn: Seat },
    #[error("{seat} has had the action of this turn: it is {turn}'s turn")]
    SecondAction { seat: Seat, turn: Seat },
    #[error("{seat} must draw a card first")]
    NotDrawn { seat: Seat },
    #[error("{seat} has drawn already: one card is drawn at the start of a turn")]
    DrawnAlready { seat: Seat },
    #[error("{seat}'s deck is empty")]
    DeckEmpty { seat: Seat },
    #[error("{} captured: it must go to {by}'s Victory Pile first", are(.cards))]
    MissedCapture { cards: Vec<String>, by: Seat },
    #[error("{card} on {at} is not captured: {why}")]
    WrongCapture { card: String, at: Cell, why: String },
    #[error("{card} was captured by {by}: it goes to {by}'s Victory Pile, not to {to}")]
    WrongPile { card: String, by: Seat, to: Place },
    #[error("{card} was placed on {at}, which touches no card: it must touch one, orthogonally or diagonally")]
    NotTouching { card: String, at: Cell },
    #[error("{at} is taken by {there}")]
    Occupied { at: Cell, there: String },
    #[error("a starting card goes to {wanted}, not to {at}")]
    NotTheStart { at: Place, wanted: Cell },
    #[error("{card} lies as {owner}'s: turn it so that its top points away from {seat}")]
    WrongWayRound { card: String, seat: Seat, owner: Seat },
    #[error("{card} lies across: turn its top away from its owner")]
    Sideways { card: String },
    #[error("a card lies face down on {at}: cards are played face up")]
    FaceDown { at: Place },
    #[error("{card} is not persistent: it cannot go to a Persistent Area")]
    NotPersistent { card: String },
    #[error("{seat}'s Persistent Area holds {card} already: two of one name may not lie there")]
    SameNameThere { seat: Seat, card: String },
    #[error("{seat} reached for what is {owner}'s: {what}")]
    NotYours { seat: Seat, owner: Seat, what: String },
    #[error("{seat} cannot hold {card}: {why}")]
    CannotHold { seat: Seat, card: String, why: &'static str },
    #[error("'{card}' is in neither deck of this game")]
    Foreign { card: String },
    #[error("the card at {at} was not read: name it, so that the move can be judged")]
    Unread { at: Place },
    #[error("{card} does not lie at {at}")]
    NotThere { card: String, at: Place },
    #[error("{card} went from {from} to {to}, and nothing that was played says so")]
    Unfounded { card: String, from: Place, to: Place },
    #[error("{what} has no text {text} that {seat} could activate")]
    NoSuchText { seat: Seat, what: String, text: u8 },
    #[error("text {text} of {what} cannot be activated now")]
    NotNow { what: String, text: u8 },
    #[error("{what} does nothing from {at}: its text works elsewhere")]
    WrongZone { what: String, at: Place },
    #[error("nothing has happened that text {text} of {what} responds to")]
    NothingToReactTo { what: String, text: u8 },
    #[error("{what} has responded to this: a reaction is used once per event")]
    ReactedAlready { what: String },
    #[error("{most} reactions were used in this turn: no more can be")]
    ReactionLoop { most: u16 },
    #[error("too many abilities wait for each other: {what} cannot be activated")]
    TooDeep { what: String },
    #[error("this Action of {what} was performed in this turn: another one may be")]
    Repeated { what: String },
    #[error("{what} costs {cost}: {paid} cannot be paid for it")]
    WrongPayment { what: String, cost: u8, paid: u8 },
    #[error("{what} costs as much as is chosen: say how much")]
    NoX { what: String },
    #[error("{seat} cannot pay {cost} for {what}: {purse} cards and charge counters are there")]
    CannotPay { seat: Seat, what: String, cost: u16, purse: u16 },
    #[error("{awaited} first")]
    Unfinished { awaited: String },
    #[error("there is nothing to {what} now")]
    NothingTo { what: &'static str },
}

fn are(cards: &[String]) -> String {
    match cards {
        [card] => format!("{card} is"),
        [others @ .., last] => format!("{} and {last} are", others.join(", ")),
        [] => "nothing is".into(),
    }
}

impl crate::games::Objection for Objection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "not-seated",
            Self::AfterEnd => "after-end",
            Self::OutOfTurn { .. } => "out-of-turn",
            Self::SecondAction { .. } => "second-action",
            Self::NotDrawn { .. } => "not-drawn",
            Self::DrawnAlready { .. } => "drawn-already",
            Self::DeckEmpty { .. } => "deck-empty",
            Self::MissedCapture { .. } => "missed-capture",
            Self::WrongCapture { .. } => "wrong-capture",
            Self::WrongPile { .. } => "wrong-pile",
            Self::NotTouching { .. } => "not-touching",
            Self::Occupied { .. } => "occupied",
            Self::NotTheStart { .. } => "not-the-start",
            Self::WrongWayRound { .. } => "wrong-way-round",
            Self::Sideways { .. } => "sideways",
            Self::FaceDown { .. } => "face-down",
            Self::NotPersistent { .. } => "not-persistent",
            Self::SameNameThere { .. } => "same-name-there",
            Self::NotYours { .. } => "not-yours",
            Self::CannotHold { .. } => "cannot-hold",
            Self::Foreign { .. } => "foreign-card",
            Self::Unread { .. } => "unread",
            Self::NotThere { .. } => "not-there",
            Self::Unfounded { .. } => "unfounded",
            Self::NoSuchText { .. } => "no-such-text",
            Self::NotNow { .. } => "not-now",
            Self::WrongZone { .. } => "wrong-zone",
            Self::NothingToReactTo { .. } => "nothing-to-react-to",
            Self::ReactedAlready { .. } => "reacted-already",
            Self::ReactionLoop { .. } => "reaction-loop",
            Self::TooDeep { .. } => "too-deep",
            Self::Repeated { .. } => "repeated-action",
            Self::WrongPayment { .. } => "wrong-payment",
            Self::NoX { .. } => "no-x",
            Self::CannotPay { .. } => "cannot-pay",
            Self::Unfinished { .. } => "unfinished",
            Self::NothingTo { .. } => "nothing-to-do",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } | Self::Foreign { .. } | Self::NotTouching { .. } | Self::Occupied { .. } => {
                "ConCardia Arrow, introduction"
            }
            Self::AfterEnd => "ConCardia Arrow, Special Rules for Capturing; Rulings, ConCardia Arrow 6",
            Self::NotTheStart { .. } => "ConCardia Arrow, Starting The Game; Rulings, ConCardia Arrow 1",
            Self::OutOfTurn { .. }
            | Self::SecondAction { .. }
            | Self::NotDrawn { .. }
            | Self::DrawnAlready { .. }
            | Self::DeckEmpty { .. }
            | Self::Unfinished { .. }
            | Self::NothingTo { .. }
            | Self::Unfounded { .. } => "ConCardia Arrow, Turn Sequence",
            Self::MissedCapture { .. } | Self::WrongCapture { .. } => {
                "ConCardia Arrow, Special Rules for Capturing; Rulings, ConCardia Arrow 3"
            }
            Self::WrongPile { .. } => "Rulings, ConCardia Arrow 4",
            Self::WrongWayRound { .. } | Self::Sideways { .. } => "Rulings, ConCardia Arrow 9",
            Self::FaceDown { .. } => "ConCardia Arrow, introduction",
            Self::NotPersistent { .. } | Self::WrongZone { .. } | Self::NoSuchText { .. } | Self::NotNow { .. } => {
                "ConCardia Arrow, Special Text"
            }
            Self::SameNameThere { .. } | Self::NotYours { .. } => "ConCardia Arrow, Persistent Area",
            Self::CannotHold { .. } | Self::NotThere { .. } | Self::Unread { .. } => "ConCardia Arrow, Hand",
            Self::NothingToReactTo { .. } | Self::ReactedAlready { .. } => "ConCardia Arrow, Special Terms, Reaction",
            Self::ReactionLoop { .. } | Self::TooDeep { .. } => "this program's bound on texts that answer each other",
            Self::Repeated { .. } => "ConCardia Arrow, Repeating an Action",
            Self::WrongPayment { .. } | Self::NoX { .. } | Self::CannotPay { .. } => {
                "ConCardia Arrow, Special Terms, Cost; Rulings, ConCardia Arrow 7"
            }
        }
    }

    /// A card that went unread to a Discard Pile is nobody's fault.
    fn is_warning(&self) -> bool {
        matches!(self, Self::Unread { at: Place::On(Zone::Discard(_)) })
    }
}
