//! Which texts can be activated, by whom and in response to what.

use super::advance::first_stage;
use super::frame::{Frame, Happening, Kind, Run, ability};
use super::select::aside;
use super::setup::reacts_from;
use super::text::{Activation, Cost, Event, Place as From, Text};
use super::values::Values;
use super::{Arrow, Objection, Place, Source, Use, Zone};
use crate::table::Seat;

/// Most reactions in a turn, so that texts that answer each other come to an end.
pub const MOST_REACTIONS: u16 = 64;
/// Most abilities and events that wait for each other.
pub const MOST_NESTED: usize = 32;

impl Arrow {
    /// Everything that a seat could activate: its cards on the Board, worn buttons, cards that have just left, cards of its Discard Pile
    /// and those that its hand may hold.
    pub(super) fn sources(&self, seat: Seat) -> impl Iterator<Item = Source> {
        let hand = self.setup.numbers().filter(move |design| !self.setup.face(*design).texts.is_empty() && self.could_hold(seat, *design));
        let hand = hand.map(move |design| Source { place: Place::Hand, owner: seat, design: Some(design), id: 0 });
        self.open_sources(seat).chain(hand)
    }

    fn open_sources(&self, seat: Seat) -> impl Iterator<Item = Source> {
        let discard = Place::On(Zone::Discard(seat));
        let mut discarded: Vec<_> = self.side(seat).discard.iter().flatten().copied().collect();
        discarded.sort_unstable();
        discarded.dedup();
        let discarded = discarded.into_iter().map(move |design| Source { place: discard, owner: seat, design: Some(design), id: 0 });
        let own = move |source: &Source| source.owner == seat;
        self.pieces().chain(self.buttons()).chain(self.just_gone()).filter(own).chain(discarded)
    }

    /// Cards that the events at hand tell have left.
    fn just_gone(&self) -> impl Iterator<Item = Source> {
        let events = match self.stack.last() {
            Some(Frame::Window { events, .. }) => &events[..],
            _ => &[],
        };
        let left = |event: &&Happening| matches!(event.kind, Kind::Captured | Kind::Removed);
        events.iter().filter(left).filter_map(|event| event.card)
    }

    /// The events at hand.
    pub(super) fn events(&self) -> (&[Happening], &[(Source, u8, u8)]) {
        match self.stack.last() {
            Some(Frame::Window { events, used }) => (events, used),
            _ => (&[], &[]),
        }
    }

    /// Whether anybody could react to the events at hand.
    pub(super) fn can_be_reacted_to(&self) -> bool {
        super::setup::SEATS.into_iter().any(|seat| self.reactions_of(seat, false).next().is_some())
    }

    /// Reactions that a seat could use now, with those to nothing in particular if `any`.
    pub(super) fn reactions_of(&self, seat: Seat, any: bool) -> impl Iterator<Item = Use> {
        let sources = self.has.reactions.then(|| self.sources(seat)).into_iter().flatten();
        let texts = sources.flat_map(|source| (1..).zip(source.texts(&self.setup)).map(move |(number, text)| (source, number, text)));
        let uses = texts.filter_map(move |(source, number, text)| match text {
            Text::Reaction { event, ability, .. } if any || !matches!(event, Event::Any | Event::Outside(_)) => {
                Some(self.payments(seat, &source, ability.cost).into_iter().map(move |x| self.as_use(&source, number, x)))
            }
            _ => None,
        });
        uses.flatten().filter(move |used| self.reaction(seat, used).is_ok())
    }

    pub(super) fn as_use(&self, source: &Source, text: u8, x: Option<u8>) -> Use {
        Use { at: source.place, card: source.design.map(|design| self.setup.card(design).clone()), text, x }
    }

    /// What a seat can say it pays: nothing where the cost is fixed.
    pub(super) fn payments(&self, seat: Seat, source: &Source, cost: Cost) -> Vec<Option<u8>> {
        let most = u8::try_from(self.purse(seat, source)).unwrap_or(u8::MAX);
        match cost {
            Cost::Fixed { or_more: false, .. } => vec![None],
            Cost::Fixed { count, or_more: true } => (count..=most).map(Some).collect(),
            Cost::X => (0..=most).map(Some).collect(),
        }
    }

    /// Most that a seat can pay: the rest of its hand, and the charge counters on its cards (Charge Counter).
    pub(super) fn purse(&self, seat: Seat, source: &Source) -> u16 {
        let hand = self.spare_cards(seat).saturating_sub(u16::from(source.place == Place::Hand));
        let counters = self.pieces().filter(|card| card.owner == seat).map(|card| self.counters(card.id));
        counters.fold(hand, u16::saturating_add)
    }

    /// The card or button that an activation names, as far as it is there.
    pub(super) fn source_of(&self, seat: Seat, used: &Use) -> Result<Source, Objection> {
        let missing = || Objection::NoSuchText { seat, what: self.shown(used.card.as_ref()), text: used.text };
        let named = |source: &Source| source.is_named(&self.setup, used.at, used.card.as_ref());
        let found = match used.at {
            Place::Hand => {
                let design = used.card.as_ref().and_then(|card| self.setup.number(card)).ok_or_else(missing)?;
                if !self.could_hold(seat, design) {
                    return Err(self.cannot_hold(seat, design));
                }
                Some(Source { place: Place::Hand, owner: seat, design: Some(design), id: 0 })
            }
            _ => self.open_sources(seat).find(named),
        };
        let source = found.ok_or_else(|| match self.pieces().find(named) {
            Some(card) => Objection::NotYours { seat, owner: card.owner, what: self.shown(used.card.as_ref()) },
            None => missing(),
        })?;
        source.text(&self.setup, used.text).ok_or_else(missing)?;
        Ok(source)
    }

    /// The ability that an activation starts, its cost not yet paid.
    pub(super) fn run(&self, seat: Seat, source: Source, used: &Use, that: Option<Source>) -> Result<Run, Objection> {
        let missing = || Objection::NoSuchText { seat, what: self.shown(used.card.as_ref()), text: used.text };
        let text = source.text(&self.setup, used.text).ok_or_else(missing)?;
        let (ability, _) = ability(text).ok_or_else(missing)?;
        let what = || self.shown(used.card.as_ref());
        let cost = match (ability.cost, used.x) {
            (Cost::Fixed { count, or_more: false }, None) => u16::from(count),
            (Cost::Fixed { count, or_more: true }, Some(x)) if x >= count => u16::from(x),
            (Cost::Fixed { count, .. }, Some(paid)) => return Err(Objection::WrongPayment { what: what(), cost: count, paid }),
            (Cost::X, Some(x)) => u16::from(x),
            (Cost::X | Cost::Fixed { or_more: true, .. }, None) => return Err(Objection::NoX { what: what() }),
        };
        let purse = self.purse(seat, &source);
        if cost > purse {
            return Err(Objection::CannotPay { seat, what: what(), cost, purse });
        }
        if self.stack.len() >= MOST_NESTED {
            return Err(Objection::TooDeep { what: what() });
        }
        let x = if ability.cost == Cost::X { cost } else { 0 };
        let stage = first_stage(text);
        let (text, unpaid) = (used.text, cost);
        Ok(Run { source, text, seat, x, paid: 0, unpaid, that, stage, answer: None, cancelled: false })
    }

    /// A reaction as an activation, with the number of the event at hand that it answers.
    ///
    /// # Errors
    /// When the text is no reaction, its card is elsewhere than it must be, nothing happened that it speaks of, or it has been used.
    pub(super) fn reaction(&self, seat: Seat, used: &Use) -> Result<(Run, Option<u8>), Objection> {
        let source = self.source_of(seat, used)?;
        let what = || self.shown(used.card.as_ref());
        let Some(text @ Text::Reaction { from, event, .. }) = source.text(&self.setup, used.text) else {
            return Err(Objection::NotNow { what: what(), text: used.text });
        };
        let is_there = match (reacts_from(text).or(*from), source.place) {
            (Some(From::Hand), place) => place == Place::Hand,
            (Some(From::Discard), place) => matches!(place, Place::On(Zone::Discard(_))),
            (Some(From::Play), place) => matches!(place, Place::On(Zone::Cell(_)) | Place::Button(_)),
            (Some(From::Persistent), place) => aside(place).is_some(),
            (None, place) => matches!(place, Place::On(Zone::Cell(_) | Zone::Persistent(_)) | Place::Button(_)),
        };
        if !is_there {
            return Err(Objection::WrongZone { what: what(), at: used.at });
        }
        if self.reactions >= MOST_REACTIONS {
            return Err(Objection::ReactionLoop { most: MOST_REACTIONS });
        }
        if matches!(event, Event::Any | Event::Outside(_)) {
            return if self.turn().is_some() && !self.is_paying() {
                Ok((self.run(seat, source, used, None)?, None))
            } else {
                Err(Objection::NotNow { what: what(), text: used.text })
            };
        }
        let values = Values::of(self);
        let (events, before) = self.events();
        let uses = |number: u8| before.iter().filter(|(by, text, event)| by.is(&source) && (*text, *event) == (used.text, number)).count();
        let has_used = |number: u8| match source.place {
            // Whatever is used leaves the hand: another card like it may answer, too.
            Place::Hand => false,
            Place::On(Zone::Discard(pile)) => uses(number) >= self.side(pile).discard.iter().filter(|card| **card == source.design).count(),
            _ => uses(number) > 0,
        };
        let mut concerned = (0..).zip(events).filter(|(_, happening)| happening.concerns(event, seat, source, self, &values)).peekable();
        if concerned.peek().is_none() {
            return Err(Objection::NothingToReactTo { what: what(), text: used.text });
        }
        let (number, happening) =
            concerned.find(|(number, _)| !has_used(*number)).ok_or_else(|| Objection::ReactedAlready { what: what() })?;
        Ok((self.run(seat, source, used, happening.card)?, Some(number)))
    }

    fn is_paying(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Run(Run { stage: super::frame::Stage::Paying | super::frame::Stage::Asking, .. })))
    }

    /// An Action or Immediate as a turn's action.
    ///
    /// # Errors
    /// When the text is neither, its card is elsewhere than it must be, it cannot be paid, or it was performed in this turn.
    pub(super) fn action(&self, seat: Seat, used: &Use) -> Result<Run, Objection> {
        let source = self.source_of(seat, used)?;
        let what = || self.shown(used.card.as_ref());
        let kind = source.text(&self.setup, used.text).and_then(ability).map(|(_, kind)| kind);
        let in_hand = source.place == Place::Hand;
        let on_board = matches!(source.place, Place::On(Zone::Cell(_) | Zone::Persistent(_)) | Place::Button(_));
        match kind {
            Some(Activation::Action) if on_board && self.by_id(source.id).is_some() | (source.id == 0) => {}
            Some(Activation::Immediate) if in_hand => {}
            Some(Activation::Action | Activation::Immediate) => return Err(Objection::WrongZone { what: what(), at: used.at }),
            Some(Activation::Reaction | Activation::Any) => return Err(Objection::NothingToReactTo { what: what(), text: used.text }),
            None => return Err(Objection::NotNow { what: what(), text: used.text }),
        }
        if self.acted.iter().any(|(by, text)| by.is(&source) && *text == used.text && !in_hand) {
            return Err(Objection::Repeated { what: what() });
        }
        self.run(seat, source, used, None)
    }
}
