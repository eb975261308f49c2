//! The tree of a card text. Section names in brackets are those of the ConCardia Arrow rules.

use crate::games::arrow::{Arrows, Sign};
use std::sync::Arc;

/// One paragraph of a card's special text (Special Text).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Text {
    /// `Play: …`: holds while the card is in the Play Area.
    Play(Vec<Standing>),
    /// `Persistent: …`, or `Persistent.` alone: the card may lie in the Persistent Area; what is said holds there and in the Play Area.
    Persistent(Vec<Standing>),
    /// `Action: …`: activated instead of another action while the card is on the Board.
    Action(Ability),
    /// `Immediate: …`: activated from the hand; the card then goes to the Discard Pile.
    Immediate(Ability),
    /// `Reaction: …`, `Hand Reaction: …`: activated in response, without being an action.
    Reaction {
        /// Where the card must be; `None` when the situation alone says so.
        from: Option<Place>,
        /// What it responds to.
        event: Event,
        /// What it does.
        ability: Ability,
    },
}

/// Where a card must be for a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In the Play Area.
    Play,
    /// In its owner's hand.
    Hand,
    /// In its owner's Discard Pile.
    Discard,
    /// In its owner's Persistent Area.
    Persistent,
}

/// What is activated: steps in order, for a cost (Cost).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ability {
    /// What it costs.
    pub cost: Cost,
    /// What it does.
    pub steps: Vec<Step>,
}

/// Cards to discard, or charge counters to remove in their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    /// `(Cost 2)`; 0 when nothing is said. `(Cost 2 or more)` may be overpaid for more Power.
    Fixed {
        /// How many.
        count: u8,
        /// Whether more may be paid.
        or_more: bool,
    },
    /// `(Cost X)`: chosen on activation.
    X,
}

/// One sentence of an ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// `If …,`: else the sentence does nothing.
    pub condition: Option<Condition>,
    /// `you may`: else it is done as far as it can be.
    pub may: bool,
    /// What is done.
    pub effect: Effect,
}

/// What a sentence of an ability does (Special Terms).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Draws from the own deck.
    Draw(Who, Amount),
    /// Discards from the own hand, as its owner chooses.
    Discard(Who, Amount),
    /// Takes from the top of the own Discard Pile into the hand.
    Recover(Amount),
    /// Moves this many spaces, orthogonally or diagonally, each onto an empty one.
    Slide(Target, u8),
    /// Moves over an adjacent card to the empty space behind it.
    Jump(Target),
    /// Moves to another space.
    Move(Target, Space),
    /// Off the table, onto its owner's Discard Pile.
    Remove(Target),
    /// Off the table, into its owner's hand.
    Return(Target),
    /// A card from the own hand into the Play Area, as in an action.
    Play(Filter),
    /// This card, from the hand into the Play Area.
    PlayThis,
    /// Puts charge counters on.
    Charge(Target, Amount),
    /// Takes charge counters off, as far as there are any.
    Discharge(Target, Amount),
    /// Changes a value until the end of the turn.
    Gain(Target, Stat, Amount),
    /// Makes superior to others until the end of the turn (Superior).
    Superior(Target, Filter),
    /// Cancels the ability that is reacted to (Cancel).
    Cancel,
    /// Activates an Action of a card, without it being an action (Repeating an Action).
    Activate(Target),
    /// Allows another action, not the same one (Repeating an Action).
    ActAgain,
    /// A worn button is taken off for the rest of the game (Buttons and Accessories).
    TakeOff(Who),
    /// A button that was taken off is put on again.
    PutOn(Who),
}

/// A sentence of an ongoing text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Standing {
    /// `If …,`: holds only while this does.
    pub condition: Option<Condition>,
    /// What holds.
    pub rule: Rule,
}

/// What an ongoing text says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `Friendly People cards have +1 Defense`.
    Value(Subject, Stat, Amount),
    /// `This card is superior to other Rock cards`.
    Superior(Subject, Filter),
    /// `This card has arrows N and S`: besides its own.
    Arrows(Subject, Arrows),
    /// `Opposing cards lose arrows N and S`.
    LoseArrows(Subject, Arrows),
    /// `Adjacent cards are Rock`.
    Sign(Subject, Sign),
    /// `This card cannot be captured`.
    Cannot(Subject, Doing),
}

/// What can be forbidden to happen to a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doing {
    /// To be captured.
    Captured,
    /// To slide, jump or move.
    Moved,
    /// To be removed.
    Removed,
}

/// A value of a card (Card Attributes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stat {
    /// Strength Value.
    Strength,
    /// Defense Value.
    Defense,
    /// Points in a Victory Pile.
    Points,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `If there are 3 or more friendly Beast cards`.
    Cards {
        /// At least so many.
        at_least: u8,
        /// Of these.
        of: Filter,
    },
    /// `If this card has 2 or more charge counters`.
    Counters(u8),
    /// `If the Power is 3 or more`.
    Power(u8),
    /// `If "you are wearing a hat"`: the operator says.
    Outside(Outside),
}

/// Something about the world outside the table, in quotation marks on the card (Rulings, ConCardia Arrow 8).
pub type Outside = Arc<str>;

/// A number of something: `times` for each of `of`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Amount {
    /// How many for each; negative in `-1 Defense`.
    pub times: i16,
    /// For each of what.
    pub of: Measure,
}

/// What an amount counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Just the number.
    One,
    /// The X of the cost.
    X,
    /// `for each Power` (Power).
    Power,
    /// `for each adjacent Rock card`.
    Cards(Filter),
    /// `for each charge counter on this card`.
    Counters,
    /// `for each "player wearing a hat"`: the operator says.
    Outside(Outside),
}

/// Whom an effect asks to do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// Who activated it.
    You,
    /// The other player.
    Opponent,
    /// Both, its activator first.
    Both,
}

/// Cards an ongoing rule is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// `this card`.
    This,
    /// `friendly Beast cards`: all of them.
    All(Filter),
}

/// Cards that an effect is done to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// `this card`.
    This,
    /// `that card`: the one of the event.
    That,
    /// `an opposing Rock card`, `2 opposing cards`, `up to X adjacent cards`.
    Some {
        /// How many.
        count: Amount,
        /// Whether fewer may be chosen.
        up_to: bool,
        /// Among these.
        of: Filter,
    },
    /// `each adjacent card`.
    Each(Filter),
}

/// Where a moved card may come to lie; always an empty space.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Space {
    /// `to an empty space`.
    Any,
    /// `to an empty space adjacent to this card`.
    BesideThis,
    /// `to an empty space adjacent to a friendly card`.
    Beside(Filter),
}

/// Which cards; everything that is said must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Filter {
    /// `other`: not this card.
    pub other: bool,
    /// `friendly` or `opposing`.
    pub side: Option<Side>,
    /// `Rock`, `Paper` or `Scissors`.
    pub sign: Option<Sign>,
    /// A type such as `People`.
    pub kind: Option<Arc<str>>,
    /// A name, or this card's.
    pub name: Option<Name>,
    /// Where; the Play Area unless something else is said.
    pub area: Area,
    /// `adjacent to this card` or `adjacent to that card`.
    pub near: Option<Near>,
    /// `with a charge counter`.
    pub charged: bool,
}

/// Whose a card is, seen from who plays the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// One's own.
    Friendly,
    /// The other player's.
    Opposing,
}

/// Which name a card must have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Name {
    /// `named "Fox"`.
    Is(Arc<str>),
    /// `that are the same as this card`: of the same name and set (Same Card).
    Same,
}

/// Where a card must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Area {
    /// On the grid.
    #[default]
    Play,
    /// `in a Persistent Area`.
    Persistent,
    /// `on the Board`: either (Board).
    Board,
}

/// Beside what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Near {
    /// This card.
    This,
    /// The card of the event.
    That,
}

/// What a reaction responds to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// `When an opposing card would be captured,`.
    WouldBeCaptured(Noticed),
    /// `When this card is captured,`.
    Captured(Noticed),
    /// `When an opposing card is played,`.
    Played(Noticed),
    /// `When this card moves,`: slides, jumps or moves.
    Moved(Noticed),
    /// `When a friendly card is removed,`.
    Removed(Noticed),
    /// `When your opponent activates an Action,`.
    Activated(Who, Activation),
    /// `At your Persistent Effects Step,` (Turn Sequence 2).
    PersistentStep(Who),
    /// `When "your opponent sneezes",`: the operator says.
    Outside(Outside),
    /// Nothing is said: at any time, any number of times (Reaction).
    Any,
}

/// The card that an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Noticed {
    /// `this card`.
    This,
    /// `an opposing Rock card`.
    A(Filter),
}

/// What was activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Activation {
    /// `an Action`.
    Action,
    /// `an Immediate`.
    Immediate,
    /// `a Reaction`.
    Reaction,
    /// `an ability`: any of them.
    Any,
}
