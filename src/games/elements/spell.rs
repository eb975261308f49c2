use super::{Card, Place};
use crate::cards::{Rank, Suit};
use crate::table::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A magical act as a player or the judge declares it; no camera can see one (Rulings, Elements 4).
///
/// Prints as `scry P1.island`, `transform ocean 4s > 4h`, `mind P2 compelling`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spell {
    /// What it does.
    pub work: Work,
    /// To whom or what.
    pub target: Target,
    /// What is declared of it beside that.
    pub traits: BTreeSet<Trait>,
}

/// What magic is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A player.
    Player(Seat),
    /// One card, or all cards of a place; in the Ocean, all unclaimed ones.
    Cards {
        /// Where.
        at: Place,
        /// Which; `None` for all.
        card: Option<Card>,
    },
}

/// What magic does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// Acts upon a player's body.
    Body,
    /// Acts upon a player's mind.
    Mind,
    /// Sees cards from afar.
    Scry,
    /// Makes cards seem otherwise.
    Illusion,
    /// Gives a card another face.
    Transform(Guise),
    /// Lets two cards change places or faces.
    Swap(Card),
    /// Moves cards about within their place.
    Push,
    /// Moves cards nearer to the caster within their place.
    Draw,
    /// Turns cards over.
    Flip,
    /// Mixes cards.
    Shuffle,
    /// Makes cards invisible.
    Hide,
    /// Makes a card leave its place.
    Take,
}

/// A face that a card was given: its number or letter, and a suit of the deck or none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guise {
    /// The type that it shows.
    pub rank: Rank,
    /// The suit that it shows; `None` for one that no deck has, such as dragons.
    pub suit: Option<Suit>,
}

/// What may be declared of a spell. Prints as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trait {
    /// Causes harm or pain, or the illusion of it.
    Harmful,
    /// On a mind: goes on after the end of the round.
    Lasting,
    /// On a mind: constrains the will.
    Compelling,
    /// Destroys cards.
    Destructive,
    /// Leaves open which type a card is.
    Ambiguous,
    /// Leaves no legible number or letter in any corner.
    Unmarked,
    /// Keeps cards from being seen.
    Hidden,
    /// Goes on until it is stopped.
    Continuing,
    /// Faces have a moustache and no beard.
    Moustache,
    /// Faces have a full beard.
    Beard,
    /// Faces have neither.
    Shaven,
}

impl Spell {
    /// A spell of which nothing more is declared.
    pub const fn new(work: Work, target: Target) -> Self {
        Self { work, target, traits: BTreeSet::new() }
    }

    /// Whether this is declared of it.
    pub fn is(&self, which: Trait) -> bool {
        self.traits.contains(&which)
    }
}

impl Trait {
    /// Every trait.
    pub const ALL: [Self; 11] = [
        Self::Harmful,
        Self::Lasting,
        Self::Compelling,
        Self::Destructive,
        Self::Ambiguous,
        Self::Unmarked,
        Self::Hidden,
        Self::Continuing,
        Self::Moustache,
        Self::Beard,
        Self::Shaven,
    ];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Harmful => "harmful",
            Self::Lasting => "lasting",
            Self::Compelling => "compelling",
            Self::Destructive => "destructive",
            Self::Ambiguous => "ambiguous",
            Self::Unmarked => "unmarked",
            Self::Hidden => "hidden",
            Self::Continuing => "continuing",
            Self::Moustache => "moustache",
            Self::Beard => "beard",
            Self::Shaven => "shaven",
        }
    }
}

impl Work {
    /// The works that need nothing but a target.
    pub const PLAIN: [Self; 10] =
        [Self::Body, Self::Mind, Self::Scry, Self::Illusion, Self::Push, Self::Draw, Self::Flip, Self::Shuffle, Self::Hide, Self::Take];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Mind => "mind",
            Self::Scry => "scry",
            Self::Illusion => "illusion",
            Self::Transform(_) => "transform",
            Self::Swap(_) => "swap",
            Self::Push => "push",
            Self::Draw => "draw",
            Self::Flip => "flip",
            Self::Shuffle => "shuffle",
            Self::Hide => "hide",
            Self::Take => "take",
        }
    }
}
