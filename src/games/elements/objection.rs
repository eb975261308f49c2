use super::describe::{Missing, Spot};
use super::{Card, Place};
use crate::table::Seat;
use thiserror::Error;

/// Why an act of Elements is refused or warned of. Cards are named by rank and suit, such as `10h`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Objection {
    /// A seat that nobody plays.
    #[error("nobody plays at {seat}: {seats} seats play")]
    NotSeated { seat: Seat, seats: usize },
    /// The round has been won.
    #[error("the round is over: {seat} can do nothing before the next one is dealt")]
    AfterEnd { seat: Seat },
    /// Nothing that this could be about.
    #[error("{why}")]
    NotNow { why: &'static str },
    /// A way that leads nowhere.
    #[error("no card can go from or to {} like that", Spot(*.at))]
    NoPile { at: Place },
    /// Nothing to take.
    #[error("nothing lies in {}", Spot(*.at))]
    NothingThere { at: Place },
    /// A card known to be elsewhere.
    #[error("{card} is not in {}: it is in {}", Spot(*.at), Spot(*.there))]
    Elsewhere { card: Card, at: Place, there: Place },
    /// A card that cannot be there.
    #[error("{card} cannot be in {}: every card there was read", Spot(*.at))]
    NotThere { card: Card, at: Place },
    /// A card that was not read, where all others were.
    #[error("the card at {} was not read: name it, so that the act can be judged", Spot(*.at))]
    Unread { at: Place },
    /// The Play Hand is empty.
    #[error("{seat}'s Play Hand has nothing in it")]
    HandEmpty { seat: Seat },
    /// Another card than the one in the Play Hand.
    #[error("{seat}'s Play Hand does not hold {card}")]
    NotHeld { seat: Seat, card: Card },
    /// The dealer's part.
    #[error("{dealer} deals, and {seat} does not")]
    NotDealer { seat: Seat, dealer: Seat },
    /// Not everybody touches the centre.
    #[error("play cannot start before everybody touches the middle of the Ocean: {missing} does not")]
    NotAtCentre { missing: Missing },
    /// No violation.
    #[error("{seat} has no violation to reverse")]
    NothingToReverse { seat: Seat },
    /// No open claim.
    #[error("nobody waits for a ruling on the claim to {card}, or not this seat")]
    NothingOpen { card: Card },
    /// Magic among non-mages.
    #[error("this table plays without magic: set rules=mage for the other rules")]
    NoMagic,
    /// Dibs among mages.
    #[error("a card can be called only by the rules for non-mages")]
    NoDibs,
    /// Dibs with a card in the Play Hand.
    #[error("{seat}'s call of {card} does not count: the Play Hand is not empty")]
    DibsHandBusy { seat: Seat, card: Card },
    /// Dibs on a card that is elsewhere.
    #[error("the call of {card} does not count: it is not in the Ocean")]
    DibsNotInOcean { card: Card },
    /// Dibs that came too late.
    #[error("the call of {card} does not count: {ruling}")]
    DibsOutranked { card: Card, ruling: String },
    /// The Flame Hand did something.
    #[error("{seat} used the Flame Hand: it holds the Flame and nothing else")]
    FlameHand { seat: Seat },
    /// A second card.
    #[error("{seat}'s Play Hand came upon a second card: it may touch one at a time")]
    SecondCard { seat: Seat },
    /// Several cards at once.
    #[error("{seat}'s Play Hand had {count} cards at once: it may touch one at a time")]
    SeveralCards { seat: Seat, count: u16 },
    /// A card that another has claimed.
    #[error("{seat} took {card}, which {holder} has claimed")]
    Claimed { seat: Seat, card: Card, holder: Seat },
    /// Handed to another player.
    #[error("{seat} brought {card} to {}: a claimed card goes to one's own Flame or Island, or is let go", Spot(*.to))]
    GaveAway { seat: Seat, card: String, to: Place },
    /// Another player's Island.
    #[error("{seat} touched, changed or saw {owner}'s Island: only {owner} may")]
    OthersIsland { seat: Seat, owner: Seat },
    /// Another player's Flame.
    #[error("{seat} touched or changed {owner}'s Flame: only {owner} may")]
    OthersFlame { seat: Seat, owner: Seat },
    /// A card in another's Play Hand.
    #[error("{seat} touched or changed a card that {owner} has claimed: only {owner} may")]
    OthersClaim { seat: Seat, owner: Seat },
    /// An Island was looked at too early.
    #[error("{seat} looked at an Island before the game began")]
    LookedEarly { seat: Seat },
    /// Play before the start.
    #[error("{seat} began before the dealer said go")]
    BeforeStart { seat: Seat },
    /// The first action is another.
    #[error("{seat} must first of all touch a card of the own Island")]
    IslandFirst { seat: Seat },
    /// Another type than the Flame's.
    #[error("{seat} added {card} to a Flame of type {lit}")]
    WrongType { seat: Seat, card: Card, lit: &'static str },
    /// An Island above its size.
    #[error("{seat}'s Island holds {size} cards already: one must leave it before another is added")]
    IslandFull { seat: Seat, size: u16 },
    /// A card from the Flame.
    #[error("{seat} put a card from the Flame elsewhere than in the Ocean")]
    FromFlame { seat: Seat },
    /// The discarded card again.
    #[error("{seat} put {card} in the Ocean and touched it again before an own Island card")]
    Retouched { seat: Seat, card: Card },
    /// A useless card is kept.
    #[error("{seat} must give {card} up at once: it fits neither Flame nor Island")]
    Delays { seat: Seat, card: Card },
    /// An act before the reversal.
    #[error("{seat} must do nothing before the violation ({offence}) is reversed")]
    Unreversed { seat: Seat, offence: String },
    /// An act before the touch after it.
    #[error("{seat} must touch a card of the own Island before playing on")]
    TouchAfterReversal { seat: Seat },
    /// An act in a halt.
    #[error("the game is halted: {seat} must wait for the restart")]
    Halted { seat: Seat },
    /// A violation put right in a halt.
    #[error("{seat} reversed a violation during the halt: that waits for the restart")]
    FixedInHalt { seat: Seat },
    /// A Whirlwind without a Flame.
    #[error("{seat} called a Whirlwind with an empty Flame")]
    FlameEmpty { seat: Seat },
    /// A Whirlwind with a busy Play Hand.
    #[error("{seat} called a Whirlwind with a card in the Play Hand")]
    WhirlwindHandBusy { seat: Seat },
    /// Part of a Flame.
    #[error("{seat} called a Whirlwind and did not put every card of the Flame in the Ocean at once: {left} stayed behind")]
    FlameNotWhole { seat: Seat, left: u16 },
    /// A Whirlwind without its call.
    #[error("{seat} put the whole Flame in the Ocean and did not call the Whirlwind at once")]
    Unannounced { seat: Seat },
    /// An act before the Island was passed.
    #[error("a Whirlwind blows: {seat} must pass the Island on before claiming or moving a card")]
    PassFirst { seat: Seat },
    /// An Island passed without need.
    #[error("{seat} passed the Island on, but no Whirlwind blows")]
    NoWhirlwind { seat: Seat },
    /// Passed the wrong way.
    #[error("{seat} must pass the Island to {left}, on the left")]
    WrongNeighbour { seat: Seat, left: Seat },
    /// Part of an Island.
    #[error("{seat} must pass the entire Island at once: {left} stayed behind")]
    IslandNotWhole { seat: Seat, left: u16 },
    /// An Island that must shrink.
    #[error("Islands have {size} cards now: {seat} must reduce the own Island first")]
    ShrinkFirst { seat: Seat, size: u16 },
    /// A false call.
    #[error("{seat} called Fire wrongly: {why}")]
    FalseFire { seat: Seat, why: String },
    /// An act after the call.
    #[error("Fire was called and play has stopped: {seat} must wait for the verification")]
    PlayStopped { seat: Seat },
    /// A card kept against the claim.
    #[error("{seat} must give {card} up: {rightful} touched it first")]
    RightfulClaim { seat: Seat, card: Card, rightful: Seat },
    /// An effect on a claimed card.
    #[error("{seat} must first stop the magic on {card}: another player has claimed it")]
    EffectNotStopped { seat: Seat, card: Card },
    /// Magic upon a body.
    #[error("{seat} used magic upon a player's body")]
    BodilyMagic { seat: Seat },
    /// Harm.
    #[error("{seat} caused harm or pain, or the illusion of it")]
    Harm { seat: Seat },
    /// Beyond the round.
    #[error("{seat} affected a mind beyond the end of the round")]
    LastingMind { seat: Seat },
    /// Against the will.
    #[error("{seat} constrained {owner}'s free will")]
    Compulsion { seat: Seat, owner: Seat },
    /// Another type.
    #[error("{seat} transformed {card} into type {shown}: a card keeps its type")]
    ChangedType { seat: Seat, card: Card, shown: &'static str },
    /// No clear type.
    #[error("{seat}'s transformation leaves a card's type open")]
    AmbiguousType { seat: Seat },
    /// No identifier.
    #[error("{seat}'s transformation leaves no legible number or letter in a corner")]
    NoIdentifier { seat: Seat },
    /// Beards and moustaches.
    #[error("{seat} gave a court card the wrong face: {rule}")]
    CourtFace { seat: Seat, rule: &'static str },
    /// Moved out by magic.
    #[error("{seat} made a card leave its place by magic: only a Play Hand may")]
    TakenByMagic { seat: Seat },
    /// Destruction.
    #[error("{seat}'s magic destroys a card")]
    Destroyed { seat: Seat },
    /// Magic on cards elsewhere.
    #[error("{seat} used magic on cards in {}: out of the Ocean only vanity, illusions and scrying are allowed", Spot(*.at))]
    BeyondOcean { seat: Seat, at: Place },
    /// Hidden cards.
    #[error("{seat} hid cards in {}: out of the Ocean they must remain visible", Spot(*.at))]
    Invisible { seat: Seat, at: Place },
    /// Another was first.
    #[error("the claim to {card} is not this seat's: {ruling}")]
    LateTouch { card: Card, ruling: String },
    /// Nobody can tell who was first.
    #[error("the claim to {card} stays open: {ruling}")]
    TooClose { card: Card, ruling: String },
    /// A card taken before the claim was settled.
    #[error("the claim to {card} is still open: the judge may award it to another")]
    OpenClaim { card: Card },
    /// A touch that was first after all.
    #[error("{holder} must give {card} up: {ruling}")]
    Outclaimed { card: Card, holder: Seat, ruling: String },
    /// A pile.
    #[error("{seat} piled the cards up: keep them evenly spread and face up")]
    Stacked { seat: Seat },
    /// Fire not called.
    #[error("{seat}'s Flame has four of a kind and \"Fire!\" has not been said")]
    UnsaidFire { seat: Seat },
}

/// What an objection amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It cannot have happened, or does not count: nothing changes.
    Impossible,
    /// It happened, against a rule, and opens a penalty.
    Offence,
    /// It happened, and play goes on.
    Warning,
}

impl Objection {
    /// Whether it is a violation, so that its author owes a reversal (Elements, Rule Violations).
    pub fn is_offence(&self) -> bool {
        self.class() == Class::Offence
    }

    /// Whether the act cannot have happened or does not count, so that nothing changes.
    pub fn is_impossible(&self) -> bool {
        self.class() == Class::Impossible
    }

    const fn class(&self) -> Class {
        match self {
            Self::NotSeated { .. }
            | Self::AfterEnd { .. }
            | Self::NotNow { .. }
            | Self::NoPile { .. }
            | Self::NothingThere { .. }
            | Self::Elsewhere { .. }
            | Self::NotThere { .. }
            | Self::Unread { .. }
            | Self::HandEmpty { .. }
            | Self::NotHeld { .. }
            | Self::NotDealer { .. }
            | Self::NotAtCentre { .. }
            | Self::NothingToReverse { .. }
            | Self::NothingOpen { .. }
            | Self::NoMagic
            | Self::NoDibs
            | Self::DibsHandBusy { .. }
            | Self::DibsNotInOcean { .. }
            | Self::DibsOutranked { .. } => Class::Impossible,
            Self::FlameHand { .. }
            | Self::SecondCard { .. }
            | Self::SeveralCards { .. }
            | Self::Claimed { .. }
            | Self::GaveAway { .. }
            | Self::OthersIsland { .. }
            | Self::OthersFlame { .. }
            | Self::OthersClaim { .. }
            | Self::LookedEarly { .. }
            | Self::BeforeStart { .. }
            | Self::IslandFirst { .. }
            | Self::WrongType { .. }
            | Self::IslandFull { .. }
            | Self::FromFlame { .. }
            | Self::Retouched { .. }
            | Self::Delays { .. }
            | Self::Unreversed { .. }
            | Self::TouchAfterReversal { .. }
            | Self::Halted { .. }
            | Self::FixedInHalt { .. }
            | Self::FlameEmpty { .. }
            | Self::WhirlwindHandBusy { .. }
            | Self::FlameNotWhole { .. }
            | Self::Unannounced { .. }
            | Self::PassFirst { .. }
            | Self::NoWhirlwind { .. }
            | Self::WrongNeighbour { .. }
            | Self::IslandNotWhole { .. }
            | Self::ShrinkFirst { .. }
            | Self::FalseFire { .. }
            | Self::PlayStopped { .. }
            | Self::RightfulClaim { .. }
            | Self::EffectNotStopped { .. }
            | Self::BodilyMagic { .. }
            | Self::Harm { .. }
            | Self::LastingMind { .. }
            | Self::Compulsion { .. }
            | Self::ChangedType { .. }
            | Self::AmbiguousType { .. }
            | Self::NoIdentifier { .. }
            | Self::CourtFace { .. }
            | Self::TakenByMagic { .. }
            | Self::Destroyed { .. }
            | Self::BeyondOcean { .. }
            | Self::Invisible { .. } => Class::Offence,
            Self::LateTouch { .. }
            | Self::TooClose { .. }
            | Self::OpenClaim { .. }
            | Self::Outclaimed { .. }
            | Self::Stacked { .. }
            | Self::UnsaidFire { .. } => Class::Warning,
        }
    }
}
