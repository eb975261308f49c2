//! What a sentence may speak of, by the text that it stands in.

use super::check::{Checked, number, quotation, refuse};
use super::words::is_type;
use super::{Amount, Area, Condition, Cost, Effect, Event, Filter, Measure, Name, Near, Noticed, Place, Space, Step, Target, Text};
use crate::games::arrow::SIDE;

/// Where the card of the text is when it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Here {
    /// In the Play Area, or it may be.
    OnGrid,
    /// In a Persistent Area.
    Persistent,
    /// In a hand or a pile.
    Away,
}

/// A place in a text.
pub(super) struct Scope<'a> {
    here: Here,
    /// The text of an ability; none for an ongoing one.
    text: Option<&'a Text>,
}

impl<'a> Scope<'a> {
    /// In a text that holds.
    pub(super) const fn standing() -> Self {
        Self { here: Here::OnGrid, text: None }
    }

    /// In a text that is activated, at its beginning.
    pub(super) const fn of(text: &'a Text) -> Self {
        let here = match text {
            Text::Immediate(_) | Text::Reaction { from: Some(Place::Hand | Place::Discard), .. } => Here::Away,
            Text::Reaction { from: Some(Place::Persistent), .. } => Here::Persistent,
            _ => Here::OnGrid,
        };
        Self { here, text: Some(text) }
    }

    const fn reaction(&self) -> Option<(&'a Event, Option<Place>)> {
        match self.text {
            Some(Text::Reaction { event, from, .. }) => Some((event, *from)),
            _ => None,
        }
    }

    /// The card that the reaction is about.
    fn noticed(&self) -> Option<&'a Noticed> {
        match self.reaction()?.0 {
            Event::WouldBeCaptured(card) | Event::Captured(card) | Event::Played(card) | Event::Moved(card) | Event::Removed(card) => {
                Some(card)
            }
            _ => None,
        }
    }

    /// The event of a reaction.
    pub(super) fn event(&self) -> Checked {
        let Some((event, from)) = self.reaction() else { return Ok(()) };
        if let Event::Outside(said) = event {
            return quotation(said);
        }
        match self.noticed() {
            Some(Noticed::This) => match (event, from) {
                (Event::Removed(_), Some(Place::Discard)) | (_, None | Some(Place::Play)) => Ok(()),
                _ => refuse("this card is not in the Play Area then: write 'Play Reaction', or 'a card' instead of 'this card'"),
            },
            Some(Noticed::A(filter)) => {
                if filter.near == Some(Near::That) {
                    return refuse("there is no 'that card' yet: write 'adjacent' for cards beside this one, or leave it out");
                }
                if matches!(event, Event::Removed(_)) { self.filter(filter) } else { self.on_grid(filter) }
            }
            None => Ok(()),
        }
    }

    /// A sentence; what it does may change where the card is for those that follow.
    pub(super) fn step(&mut self, step: &Step) -> Checked {
        if let Some(condition) = &step.condition {
            self.condition(condition)?;
        }
        self.effect(&step.effect)?;
        if step.effect == Effect::PlayThis {
            self.here = Here::OnGrid;
        }
        Ok(())
    }

    fn effect(&self, effect: &Effect) -> Checked {
        match effect {
            Effect::Draw(_, amount) | Effect::Discard(_, amount) | Effect::Recover(amount) => self.amount(amount, false),
            Effect::Slide(target, spaces) => {
                if !(1..SIDE).contains(spaces) {
                    return Err(format!("a card cannot slide {spaces} spaces: write 1 to {}", SIDE - 1));
                }
                self.moved(target)
            }
            Effect::Jump(target) => self.moved(target),
            Effect::Move(target, space) => {
                self.moved(target)?;
                match space {
                    Space::Any => Ok(()),
                    Space::BesideThis => self.beside_this(),
                    Space::Beside(filter) => self.on_grid(filter),
                }
            }
            Effect::Remove(target) | Effect::Return(target) => self.target(target),
            Effect::Play(filter) => {
                let outside_a_hand = filter.side.is_some() || filter.near.is_some() || filter.charged || filter.area != Area::Play;
                if filter.other || outside_a_hand {
                    return refuse("cards in a hand have a sign, a type and a name alone: write 'a Rock card from your hand', say");
                }
                self.filter(filter)
            }
            Effect::PlayThis => self.play_this(),
            Effect::Charge(target, amount) | Effect::Discharge(target, amount) => {
                self.target_and_amount(target)?;
                self.amount(amount, false)
            }
            Effect::Gain(target, _, amount) => {
                self.target_and_amount(target)?;
                self.in_play(target)?;
                self.amount(amount, true)
            }
            Effect::Superior(target, filter) => {
                self.target(target)?;
                self.in_play(target)?;
                self.on_grid(filter)
            }
            Effect::Cancel => match self.reaction() {
                Some((Event::Activated(..), _)) => Ok(()),
                _ => refuse("there is nothing to cancel: it takes a reaction such as 'When your opponent activates an Action,'"),
            },
            Effect::Activate(Target::This) => refuse("a card that activates its own Action has no end: write 'another friendly card', say"),
            Effect::Activate(target) => self.target(target),
            Effect::ActAgain if self.reaction().is_some() => {
                refuse("a reaction is no action that another could follow: only an Action or an Immediate may allow it")
            }
            Effect::ActAgain | Effect::TakeOff(_) | Effect::PutOn(_) => Ok(()),
        }
    }

    fn play_this(&self) -> Checked {
        let in_hand = match self.reaction() {
            Some((Event::Removed(_), None)) => true,
            Some((_, None)) => self.noticed() != Some(&Noticed::This),
            Some((_, from)) => matches!(from, Some(Place::Hand | Place::Discard)),
            None => false,
        };
        if in_hand { Ok(()) } else { refuse("this card is not in a hand: it takes a Hand Reaction or a Discard Reaction to play it") }
    }

    /// A target beside which the sentence has an amount: only one of them can have the `for each`.
    fn target_and_amount(&self, target: &Target) -> Checked {
        match target {
            Target::Some { count, .. } if !matches!(count.of, Measure::One | Measure::X) => {
                refuse("both the cards and the amount would be 'for each': write a number of cards")
            }
            _ => self.target(target),
        }
    }

    /// A target that slides, jumps or moves.
    fn moved(&self, target: &Target) -> Checked {
        if *target == Target::This {
            self.beside_this()?;
        }
        self.target(target)?;
        self.in_play(target)
    }

    fn in_play(&self, target: &Target) -> Checked {
        match target {
            Target::Some { of, .. } | Target::Each(of) => self.on_grid(of),
            Target::This | Target::That => Ok(()),
        }
    }

    fn target(&self, target: &Target) -> Checked {
        match target {
            Target::This if self.here == Here::Away => {
                refuse("this card is not on the Board then: name other cards, or play this card first")
            }
            Target::This => Ok(()),
            Target::That if self.noticed().is_none() => {
                refuse("there is no 'that card': it takes a reaction to what happens to a card, such as 'When a card is played,'")
            }
            Target::That => Ok(()),
            Target::Each(of) => self.filter(of),
            Target::Some { count, of, .. } => {
                self.amount(count, false)?;
                self.filter(of)
            }
        }
    }

    /// Whether something can lie beside this card.
    fn beside_this(&self) -> Checked {
        if self.here == Here::OnGrid { Ok(()) } else { refuse("this card has no place in the Play Area then, and nothing lies beside it") }
    }

    /// Cards of the Play Area.
    pub(super) fn on_grid(&self, filter: &Filter) -> Checked {
        if filter.area != Area::Play {
            return refuse("only cards in the Play Area can do that: leave out where they are");
        }
        self.filter(filter)
    }

    pub(super) fn filter(&self, filter: &Filter) -> Checked {
        match filter.near {
            Some(Near::This) => self.beside_this()?,
            Some(Near::That) if self.noticed().is_none() => {
                return refuse("there is no 'that card' here: it takes a reaction to what happens to a card");
            }
            _ => {}
        }
        if filter.near.is_some() && filter.area != Area::Play {
            return refuse("only cards in the Play Area lie beside others: leave out where they are");
        }
        if let Some(kind) = filter.kind.as_deref().filter(|kind| !is_type(kind)) {
            return Err(format!("'{kind}' is no type: write one word of letters with a capital, not one of the language's own"));
        }
        match &filter.name {
            Some(Name::Is(name)) => quotation(name),
            _ => Ok(()),
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> Checked {
        match condition {
            Condition::Cards { at_least: 0, .. } | Condition::Counters(0) | Condition::Power(0) => {
                refuse("'0 or more' always holds: leave the condition out, or write 1 or more")
            }
            Condition::Cards { at_least, of } => {
                number(i16::from(*at_least))?;
                self.filter(of)
            }
            Condition::Counters(at_least) => {
                number(i16::from(*at_least))?;
                self.has_counters()
            }
            Condition::Power(at_least) => {
                number(i16::from(*at_least))?;
                self.has_power()
            }
            Condition::Outside(said) => quotation(said),
        }
    }

    fn has_counters(&self) -> Checked {
        if self.here == Here::Away { refuse("this card is not on the Board then, so no counter is on it") } else { Ok(()) }
    }

    fn has_power(&self) -> Checked {
        match self.text {
            None => refuse("what holds without being activated has no Power: write it as an Action, an Immediate or a Reaction"),
            Some(Text::Action(ability) | Text::Reaction { ability, .. }) if ability.cost == (Cost::Fixed { count: 0, or_more: false }) => {
                refuse("nothing is paid, so the Power is always 0: give a cost, such as (Cost 2)")
            }
            Some(_) => Ok(()),
        }
    }

    /// An amount; a change may be downwards.
    pub(super) fn amount(&self, amount: &Amount, change: bool) -> Checked {
        if amount.times == 0 || amount.times < 0 && !change {
            return refuse("an amount of 0 does nothing: write 1 or more");
        }
        number(amount.times)?;
        match &amount.of {
            Measure::One => Ok(()),
            Measure::X => {
                let costs_x = matches!(
                    self.text,
                    Some(Text::Action(ability) | Text::Immediate(ability) | Text::Reaction { ability, .. }) if ability.cost == Cost::X
                );
                if costs_x { Ok(()) } else { refuse("nothing says what X is: write (Cost X), or a number") }
            }
            Measure::Power => self.has_power(),
            Measure::Cards(filter) => self.filter(filter),
            Measure::Counters => self.has_counters(),
            Measure::Outside(said) => quotation(said),
        }
    }
}
