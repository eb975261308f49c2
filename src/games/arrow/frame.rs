//! What lies on the stack: abilities that run, and events that can be reacted to.

use super::select::{Numbers, View};
use super::setup::Setup;
use super::text::{Ability, Activation, Event, Noticed, Text, Who};
use super::values::Values;
use super::{Arrow, Source};
use crate::table::Seat;
use serde::{Deserialize, Serialize};

/// An entry of the stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Frame {
    /// Events that can be reacted to until somebody goes on.
    Window {
        events: Vec<Happening>,
        /// Who has reacted to which of them, with which text: once per event (Special Terms, Reaction).
        used: Vec<(Source, u8, u8)>,
    },
    /// An ability.
    Run(Run),
}

/// Something that texts can respond to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Happening {
    pub kind: Kind,
    /// The card that it is about, or that was activated.
    pub card: Option<Source>,
    /// Who did it.
    pub by: Seat,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    WouldBeCaptured,
    Captured,
    Played,
    Moved,
    Removed,
    /// One of its texts was activated.
    Activated(u8),
    PersistentStep,
}

/// An ability that was activated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    pub source: Source,
    /// Which of its texts, counted from one.
    pub text: u8,
    /// Who activated it.
    pub seat: Seat,
    /// The chosen X, 0 without one.
    pub x: u16,
    /// Cards and counters paid.
    pub paid: u16,
    /// Still to be paid.
    pub unpaid: u16,
    /// The card that it responds to.
    pub that: Option<Source>,
    pub stage: Stage,
    /// The operator's answer to the question at hand.
    pub answer: Option<u16>,
    pub cancelled: bool,
}

/// How far an ability is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Stage {
    /// The operator is asked whether what it responds to has happened.
    Asking,
    /// The cost is paid.
    Paying,
    /// A step, counted from zero, that has not been looked at.
    Next { step: u8 },
    /// A step whose condition holds and that goes on.
    Doing {
        step: u8,
        /// What is left to do, by South and by North.
        left: [u16; 2],
        /// Ids of the cards that may still be chosen.
        among: Vec<u16>,
    },
    /// Its card goes from the hand to the Discard Pile.
    Leaving,
}

impl Run {
    /// Power: what was paid, and the card itself of an Immediate (Special Terms, Power).
    pub fn power(&self, setup: &Setup) -> u16 {
        let used_up = matches!(self.source.text(setup, self.text), Some(Text::Immediate(_)));
        self.paid + u16::from(used_up)
    }

    fn numbers(&self, setup: &Setup) -> Numbers {
        Numbers { x: self.x, power: self.power(setup), answer: self.answer.unwrap_or(0) }
    }

    /// The table as it sees it.
    pub fn view<'a>(&self, game: &'a Arrow, values: &'a Values) -> View<'a> {
        View::ability(game, values, self.seat, self.source, self.that, self.numbers(&game.setup))
    }
}

/// What a text activates, if it can be activated.
pub(super) const fn ability(text: &Text) -> Option<(&Ability, Activation)> {
    match text {
        Text::Action(ability) => Some((ability, Activation::Action)),
        Text::Immediate(ability) => Some((ability, Activation::Immediate)),
        Text::Reaction { ability, .. } => Some((ability, Activation::Reaction)),
        Text::Play(_) | Text::Persistent(_) => None,
    }
}

impl Happening {
    /// Whether a reaction of a player speaks of this.
    pub fn concerns(&self, event: &Event, seat: Seat, source: Source, game: &Arrow, values: &Values) -> bool {
        let view = View::ability(game, values, seat, source, None, Numbers::default());
        let card = |noticed: &Noticed| self.card.is_some_and(|card| view.notices(noticed, &card));
        let by = |who: Who| who == Who::Both || (who == Who::You) == (self.by == seat);
        match (event, self.kind) {
            (Event::WouldBeCaptured(noticed), Kind::WouldBeCaptured)
            | (Event::Captured(noticed), Kind::Captured)
            | (Event::Played(noticed), Kind::Played)
            | (Event::Moved(noticed), Kind::Moved)
            | (Event::Removed(noticed), Kind::Removed) => card(noticed),
            (Event::Activated(who, wanted), Kind::Activated(text)) => {
                let activated = self.card.and_then(|card| card.text(&game.setup, text)).and_then(ability);
                by(*who) && activated.is_some_and(|(_, kind)| *wanted == Activation::Any || *wanted == kind)
            }
            (Event::PersistentStep(who), Kind::PersistentStep) => by(*who),
            _ => false,
        }
    }
}
