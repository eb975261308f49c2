//! The games: rules as pure state machines over acts, each with its zones, moves and mat.
//!
//! *Propose, judge, verify*: [`Game::read`] proposes acts that could account for a fact, [`Game::check`] judges one,
//! [`Game::expected`] after [`Game::apply`] says what the table would then look like. Absent on purpose: geometry (but for
//! the mats), confidence, clocks, files.

pub mod arrow;
pub mod canon;
mod card;
mod council;
pub mod elements;
mod hand;
mod narrate;
pub mod nomic;
mod options;
pub mod play;
mod score;
mod side;

pub use card::Card;
pub use council::{
    BallotView, Council, DiffLine, DraftFault, DraftView, Edition, Keeper, OutcomeView, PileView, Proposal, RuleView, Standing, Starter,
    Step, TrialView, Verdict, VoteView, VotedCard,
};
pub use hand::Hand;
pub use narrate::{CardMarks, Narrate};
pub use options::OptionError;
pub use score::{ScoreSheet, SeatScore, Term};
pub use side::{CARD_HEIGHT_MM, CARD_WIDTH_MM};

use crate::cards::CardId;
use crate::table::{Expected, Fact, Layout, Seat, Seats, Stamp, Zone};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// A move by a seat at a moment. Time is data, so that engines need no clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act<M> {
    /// Who acts.
    pub seat: Seat,
    /// What is done; in a journal, the game's own notation.
    #[serde(rename = "move", with = "notation", bound(serialize = "M: Display", deserialize = "M: FromStr, M::Err: Display"))]
    pub action: M,
    /// When it came to rest.
    pub stamp: Stamp,
}

/// A card's way over the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried<Z> {
    /// Which card, when it can be told.
    pub card: Option<CardId>,
    /// Where from; `None` for out of a hand.
    pub from: Option<Z>,
    /// Where to; `None` for into a hand.
    pub to: Option<Z>,
    /// Whether the hand that it comes from was known to hold it.
    pub was_known: bool,
    /// Whether it comes out from under another card, so that it shows at most for a moment.
    pub was_covered: bool,
}

impl<Z: Copy> Carried<Z> {
    /// The card that comes in sight out of a hand not known to hold it, and where.
    pub fn reveals(&self) -> Option<(CardId, Z)> {
        let unforeseen = self.from.is_none() && !self.was_known;
        self.card.clone().filter(|_| unforeseen).zip(self.to)
    }

    /// The card that goes out of sight into a hand, and where from.
    pub fn hides(&self) -> Option<(CardId, Z)> {
        self.card.clone().filter(|_| self.to.is_none()).zip(self.from)
    }
}

/// A game's whole state, and its rules.
pub trait Game: Clone + Eq + Debug + Serialize + Send + 'static {
    /// Places on its mat.
    type Zone: Zone + Serialize + for<'de> Deserialize<'de>;
    /// One thing a player does that a camera can see finish. It can also say what the rules forbid.
    type Move: Clone + Eq + Debug + Display + FromStr<Err: Display> + Send;
    /// Why a move is refused, in the reader's words, with the rule.
    type Objection: Objection;

    /// How many play.
    fn seats(&self) -> Seats;
    /// Who may act now: none when the game is over.
    fn to_act(&self) -> Vec<Seat>;
    /// Every legal move of a seat. Where a hand is hidden, every move that its unknown cards could allow.
    fn legal_moves(&self, seat: Seat) -> Vec<Self::Move>;
    /// Judges an act.
    ///
    /// # Errors
    /// The first rule that forbids it.
    fn check(&self, act: &Act<Self::Move>) -> Result<(), Self::Objection>;
    /// How many offences an act is by what the table alone shows, rules broken and cards too many: several at once are rarer.
    fn offences(&self, act: &Act<Self::Move>) -> usize {
        usize::from(self.check(act).is_err())
    }
    /// Carries out what physically happened, legal or not; it decides nothing. An act that cannot happen physically
    /// (taking from an empty place) changes nothing.
    fn apply(&mut self, act: &Act<Self::Move>);
    /// What the table should look like now.
    fn expected(&self) -> Expected<Self::Zone>;
    /// The zones a hand must reach to do this, in order; empty when no camera can see it, so that it needs a button.
    fn reaches(&self, seat: Seat, action: &Self::Move) -> Vec<Self::Zone>;
    /// What an act carries, asked before it is carried out; `None` of acts that carry nothing a camera could follow.
    fn carries(&self, act: &Act<Self::Move>) -> Option<Carried<Self::Zone>> {
        let _ = act;
        None
    }
    /// Single acts, legal or not, that could account for (part of) what a fact shows of the difference from this state: over-generous, never judged.
    fn read(&self, fact: &Fact<Self::Zone>) -> Vec<Act<Self::Move>>;
    /// Legal moves that would leave the table looking as it does, so that nothing shows them but a hand, which may have been missed.
    fn traceless(&self) -> Vec<(Seat, Self::Move)> {
        Vec::new()
    }
    /// Whether an act that breaks a rule is part of the game all the same, with what its author owes for it, as in games without
    /// turns; else it waits on the table until it is undone or left to stand.
    fn keeps_offences() -> bool {
        false
    }
    /// What may have happened unseen, each a few acts in order, so that a word that is refused as the game was seen would be true.
    fn unseen_before(&self, act: &Act<Self::Move>) -> Vec<Vec<Act<Self::Move>>> {
        let _ = act;
        Vec::new()
    }
    /// Whether a seat has yet to put right what it did against a rule.
    fn owes(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }
    /// Cards that surely lie elsewhere on a resting table than the game has them.
    fn misplaced(&self, layout: &Layout<Self::Zone>) -> Vec<CardId> {
        let _ = layout;
        Vec::new()
    }
    /// What is wrong with the cards as such, such as one that lies in two places, for a reader.
    fn amiss(&self, layout: &Layout<Self::Zone>) -> Vec<String> {
        let _ = layout;
        Vec::new()
    }
    /// The scores as the table stands.
    fn scores(&self) -> ScoreSheet;
    /// Whether the game has ended.
    fn is_over(&self) -> bool {
        self.to_act().is_empty()
    }
}

/// Why a move is refused.
pub trait Objection: std::error::Error + Clone + Eq + Send + Sync + 'static {
    /// A stable word for scripts and counts, such as `out-of-turn`.
    fn code(&self) -> &'static str;
    /// Where the rule stands, such as `Canon, Possible moves`.
    fn rule(&self) -> &'static str;
    /// A warning does not stop play.
    fn is_warning(&self) -> bool {
        false
    }
}

/// The games that exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Canon: The Card Game.
    Canon,
    /// Elements.
    Elements,
    /// ConCardia, the Arrow rules.
    Arrow,
    /// Card-Based Nomic.
    Nomic,
}

impl Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canon => f.write_str("canon"),
            Self::Elements => f.write_str("elements"),
            Self::Arrow => f.write_str("arrow"),
            Self::Nomic => f.write_str("nomic"),
        }
    }
}

mod notation {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<M: Display, S: Serializer>(action: &M, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(action)
    }

    pub fn deserialize<'de, M: FromStr<Err: Display>, D: Deserializer<'de>>(deserializer: D) -> Result<M, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
