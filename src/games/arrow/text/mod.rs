//! Card texts: a small language that reads as the rules' English and runs.
//!
//! A text parses into a tree ([`Text`]) and prints back as the sentence that a card shows; both ways lose nothing. What is written in
//! another order, or with another article, prints in the one form. Each sentence ends with a full stop:
//!
//! ```text
//! text      Play: RULE…   Persistent: RULE…   Persistent.
//!           Action (Cost 2): STEP…   Immediate (Cost 2 or more): STEP…   [Play|Hand|Discard|Persistent] Reaction (Cost X): [EVENT,] STEP…
//! rule      [If CONDITION,] CARDS have +1 Strength [FOR EACH] | are worth 2 more points [FOR EACH] | are superior to CARDS
//!           | have arrows N, E and S | lose all arrows | are Rock | cannot be captured|moved|removed
//! step      [If CONDITION,] [you may] EFFECT    [If CONDITION,] your opponent|both players|you may have … draw a card
//! effect    draw 2 cards | discard a card | take the top card of your Discard Pile into your hand | take off a button
//!           | put a button back on | slide TARGET [2 spaces] | make TARGET jump | move TARGET to an empty space [adjacent to this card]
//!           | remove TARGET | return TARGET to its owner's hand | play a CARD from your hand | play this card
//!           | put X charge counters on TARGET | take a charge counter off TARGET | give TARGET -1 Defense this turn
//!           | make TARGET worth 1 fewer point this turn | make TARGET superior to CARDS this turn | cancel it
//!           | activate an Action of TARGET | take another action
//! condition there is a CARD | there are 3 or more CARDS | this card has 2 or more charge counters | the Power is 3 or more | "…"
//! event     When a CARD would be captured|is captured|is played|moves|is removed | When "…" | At your Persistent Effects Step
//!           | When you|your opponent|either player activates an Action|an Immediate|a Reaction|an ability
//! target    this card | that card | a CARD | [up to] X CARDS | each CARD
//! cards     [other] [friendly|opposing] [adjacent] [Rock] [Type] cards [named "…"] [that are the same as this card]
//!           [with a charge counter] [in a Persistent Area|on the Board] [adjacent to that card]
//! for each  for each CARD | charge counter on this card | Power | "…"
//! ```
//!
//! Words in quotation marks are for people: what a card is named, or what the operator is asked about the world outside the table.

mod ast;
mod check;
mod cursor;
mod effect;
mod error;
mod filters;
mod lex;
mod parse;
mod phrase;
mod print;
mod scope;
mod words;

pub use ast::{
    Ability, Activation, Amount, Area, Condition, Cost, Doing, Effect, Event, Filter, Measure, Name, Near, Noticed, Outside, Place, Rule,
    Side, Space, Standing, Stat, Step, Subject, Target, Text, Who,
};
pub use check::{Fault, MOST_CHARACTERS, MOST_NUMBER};
pub use error::TextError;
pub(super) use words::is_type;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
