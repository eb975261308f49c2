//! Parses what a sentence of an ability does.

use super::cursor::{Cursor, Parsed};
use super::{Amount, Effect, Measure, Stat, Who};

/// The verbs, in the order in which [`Cursor::effect`] knows them.
const VERBS: [&str; 13] =
    ["draw", "discard", "take", "slide", "make", "move", "remove", "return", "play", "put", "give", "cancel", "activate"];

impl Cursor<'_> {
    /// What the player who activated it does.
    pub(super) fn effect(&mut self) -> Parsed<Effect> {
        match self.need_one_of(&VERBS)? {
            0 => self.cards().map(|amount| Effect::Draw(Who::You, amount)),
            1 => self.cards().map(|amount| Effect::Discard(Who::You, amount)),
            2 => self.taking(),
            3 => {
                let mut target = self.target()?;
                let spaces = self.number();
                if spaces.is_some() {
                    self.need_either(["space", "spaces"])?;
                }
                self.targets_for_each(&mut target)?;
                Ok(Effect::Slide(target, spaces.unwrap_or(1)))
            }
            4 => self.making(),
            5 => {
                let mut target = self.target()?;
                self.need(&["to"])?;
                let space = self.space()?;
                self.targets_for_each(&mut target)?;
                Ok(Effect::Move(target, space))
            }
            6 => {
                let mut target = self.target()?;
                self.targets_for_each(&mut target)?;
                Ok(Effect::Remove(target))
            }
            7 => {
                let mut target = self.target()?;
                self.need(&["to"])?;
                self.need_either(["its", "their"])?;
                self.need_either(["owner's", "owners'"])?;
                self.need_either(["hand", "hands"])?;
                self.targets_for_each(&mut target)?;
                Ok(Effect::Return(target))
            }
            8 => {
                if self.word("this") {
                    self.need(&["card"])?;
                    return Ok(Effect::PlayThis);
                }
                let filter = self.one_card()?;
                self.need(&["from", "your", "hand"])?;
                Ok(Effect::Play(filter))
            }
            9 => self.putting(),
            10 => {
                let target = self.target()?;
                let (stat, mut amount) = self.change()?;
                self.need(&["this", "turn"])?;
                self.for_each(&mut amount)?;
                Ok(Effect::Gain(target, stat, amount))
            }
            11 => self.need(&["it"]).map(|()| Effect::Cancel),
            _ => {
                self.need(&["an", "Action", "of"])?;
                let mut target = self.target()?;
                self.targets_for_each(&mut target)?;
                Ok(Effect::Activate(target))
            }
        }
    }

    /// `2 cards for each …`, which are drawn or discarded.
    pub(super) fn cards(&mut self) -> Parsed<Amount> {
        let mut amount = self.count()?;
        self.need_either(["card", "cards"])?;
        self.for_each(&mut amount)?;
        Ok(amount)
    }

    /// `take the top card …`, `take off a button`, `take another action`, `take a charge counter off …`.
    fn taking(&mut self) -> Parsed<Effect> {
        if self.word("another") {
            return self.need(&["action"]).map(|()| Effect::ActAgain);
        }
        if self.word("off") {
            return self.need(&["a", "button"]).map(|()| Effect::TakeOff(Who::You));
        }
        if self.word("the") {
            self.need(&["top"])?;
            let mut amount = if self.either(["card", "cards"]) { Amount { times: 1, of: Measure::One } } else { self.recovered()? };
            self.need(&["of", "your", "Discard", "Pile", "into", "your", "hand"])?;
            self.for_each(&mut amount)?;
            return Ok(Effect::Recover(amount));
        }
        let mut amount = self.counters()?;
        self.need(&["off"])?;
        let target = self.target()?;
        self.for_each(&mut amount)?;
        Ok(Effect::Discharge(target, amount))
    }

    fn recovered(&mut self) -> Parsed<Amount> {
        let amount = self.count()?;
        self.need_either(["card", "cards"])?;
        Ok(amount)
    }

    /// `a charge counter`, `X charge counters`.
    fn counters(&mut self) -> Parsed<Amount> {
        let amount = self.count()?;
        self.need(&["charge"])?;
        self.need_either(["counter", "counters"])?;
        Ok(amount)
    }

    /// `put a charge counter on …` or `put a button back on`.
    fn putting(&mut self) -> Parsed<Effect> {
        let mut amount = self.count()?;
        if (amount == Amount { times: 1, of: Measure::One }) && self.word("button") {
            return self.need(&["back", "on"]).map(|()| Effect::PutOn(Who::You));
        }
        self.need(&["charge"])?;
        self.need_either(["counter", "counters"])?;
        self.need(&["on"])?;
        let target = self.target()?;
        self.for_each(&mut amount)?;
        Ok(Effect::Charge(target, amount))
    }

    /// `make … jump`, `make … superior to … this turn` or `make … worth … this turn`.
    fn making(&mut self) -> Parsed<Effect> {
        let mut target = self.target()?;
        match self.need_one_of(&["jump", "superior", "worth"])? {
            0 => {
                self.targets_for_each(&mut target)?;
                Ok(Effect::Jump(target))
            }
            1 => {
                self.need(&["to"])?;
                let others = self.all_cards()?;
                self.need(&["this", "turn"])?;
                self.targets_for_each(&mut target)?;
                Ok(Effect::Superior(target, others))
            }
            _ => {
                let mut amount = self.worth()?;
                self.need(&["this", "turn"])?;
                self.for_each(&mut amount)?;
                Ok(Effect::Gain(target, Stat::Points, amount))
            }
        }
    }
}
