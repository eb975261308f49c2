//! Parses a whole text: what it is tagged, its cost, its event and its sentences.

use super::check::Fault;
use super::cursor::{Cursor, Parsed};
use super::{Ability, Activation, Condition, Cost, Effect, Event, Place, Rule, Standing, Stat, Step, Text, TextError, Who};
use std::ops::Range;
use std::str::FromStr;

impl FromStr for Text {
    type Err = TextError;

    /// A card text that means something ([`Text::check`]).
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut parser = Parser { at: Cursor::new(text)?, sentences: Vec::new() };
        let tree = parser.text()?;
        tree.check().map_err(|Fault { sentence, what }| {
            let span = sentence.and_then(|number| parser.sentences.get(number).cloned());
            TextError::new(text, span.unwrap_or(0..text.len()), what)
        })?;
        Ok(tree)
    }
}

struct Parser<'a> {
    at: Cursor<'a>,
    /// Where each sentence stands.
    sentences: Vec<Range<usize>>,
}

impl Parser<'_> {
    fn text(&mut self) -> Parsed<Text> {
        const TAGS: [&str; 7] = ["Play", "Persistent", "Action", "Immediate", "Reaction", "Hand", "Discard"];
        match self.at.need_one_of(&TAGS)? {
            0 if self.at.mark(':') => Ok(Text::Play(self.sentences(Self::standing)?)),
            0 => self.reaction_from(Place::Play),
            1 if self.at.mark('.') => self.nothing_more().map(|()| Text::Persistent(Vec::new())),
            1 if self.at.mark(':') => Ok(Text::Persistent(self.sentences(Self::standing)?)),
            1 => self.reaction_from(Place::Persistent),
            2 => self.ability().map(Text::Action),
            3 => self.ability().map(Text::Immediate),
            4 => self.reaction(None),
            5 => self.reaction_from(Place::Hand),
            _ => self.reaction_from(Place::Discard),
        }
    }

    fn reaction_from(&mut self, place: Place) -> Parsed<Text> {
        self.at.need(&["Reaction"])?;
        self.reaction(Some(place))
    }

    fn reaction(&mut self, from: Option<Place>) -> Parsed<Text> {
        let cost = self.cost()?;
        let start = self.at.start();
        let event = self.event()?;
        let steps = self.sentences(Self::step)?;
        // The first sentence begins with the event.
        if let Some(first) = self.sentences.first_mut() {
            first.start = start;
        }
        Ok(Text::Reaction { from, event, ability: Ability { cost, steps } })
    }

    fn ability(&mut self) -> Parsed<Ability> {
        Ok(Ability { cost: self.cost()?, steps: self.sentences(Self::step)? })
    }

    /// `(Cost 2):`, or the colon alone.
    fn cost(&mut self) -> Parsed<Cost> {
        let mut cost = Cost::Fixed { count: 0, or_more: false };
        if self.at.mark('(') {
            self.at.need(&["Cost"])?;
            if self.at.word("X") {
                cost = Cost::X;
            } else {
                let count = self.at.need_number()?;
                let or_more = self.at.word("or");
                if or_more {
                    self.at.need(&["more"])?;
                }
                cost = Cost::Fixed { count, or_more };
            }
            self.at.need_mark(')')?;
        }
        self.at.need_mark(':')?;
        Ok(cost)
    }

    fn nothing_more(&mut self) -> Parsed<()> {
        if self.at.is_over() {
            return Ok(());
        }
        Err(self.at.refused("nothing may follow 'Persistent.': write 'Persistent:' before what holds".into()))
    }

    /// Sentences up to the end, at least one, each with its full stop.
    fn sentences<T>(&mut self, mut sentence: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut found = Vec::new();
        loop {
            let start = self.at.start();
            found.push(sentence(self)?);
            self.at.need_mark('.')?;
            self.sentences.push(start..self.at.end());
            if self.at.is_over() {
                return Ok(found);
            }
        }
    }

    fn event(&mut self) -> Parsed<Event> {
        let event = if self.at.word("At") {
            let who = [Who::You, Who::Opponent, Who::Both];
            let mut whose = self.at.need_one_of(&["your", "each"])? * 2;
            if whose == 0 && self.at.word("opponent's") {
                whose = 1;
            }
            self.at.need(&["Persistent", "Effects", "Step"])?;
            Event::PersistentStep(who[whose])
        } else if self.at.word("When") {
            self.occasion()?
        } else {
            return Ok(Event::Any);
        };
        self.at.need_mark(',')?;
        Ok(event)
    }

    /// What follows `When`.
    fn occasion(&mut self) -> Parsed<Event> {
        if let Some(outside) = self.at.outside() {
            return Ok(Event::Outside(outside));
        }
        let who = if self.at.word("you") {
            Some(Who::You)
        } else if self.at.word("your") {
            self.at.need(&["opponent"])?;
            Some(Who::Opponent)
        } else if self.at.word("either") {
            self.at.need(&["player"])?;
            Some(Who::Both)
        } else {
            None
        };
        if let Some(who) = who {
            self.at.need_either(["activates", "activate"])?;
            self.at.need_either(["a", "an"])?;
            let what = [Activation::Action, Activation::Immediate, Activation::Reaction, Activation::Any];
            let found = self.at.need_one_of(&["Action", "Immediate", "Reaction", "ability"])?;
            return Ok(Event::Activated(who, what[found]));
        }
        let card = self.at.noticed()?;
        if self.at.word("would") {
            self.at.need(&["be", "captured"])?;
            return Ok(Event::WouldBeCaptured(card));
        }
        if self.at.word("moves") {
            return Ok(Event::Moved(card));
        }
        self.at.need(&["is"])?;
        Ok(match self.at.need_one_of(&["captured", "played", "removed"])? {
            0 => Event::Captured(card),
            1 => Event::Played(card),
            _ => Event::Removed(card),
        })
    }

    /// `If …,`, where one stands.
    fn condition(&mut self) -> Parsed<Option<Condition>> {
        if !self.at.word("If") {
            return Ok(None);
        }
        let condition = if let Some(outside) = self.at.outside() {
            Condition::Outside(outside)
        } else if self.at.word("there") {
            self.at.need_either(["are", "is"])?;
            if let Some(at_least) = self.at.number() {
                self.at.need(&["or", "more"])?;
                Condition::Cards { at_least, of: self.at.filter()? }
            } else {
                Condition::Cards { at_least: 1, of: self.at.one_card()? }
            }
        } else if self.at.word("this") {
            self.at.need(&["card", "has"])?;
            let at_least = if self.at.word("a") {
                1
            } else {
                let number = self.at.need_number()?;
                self.at.need(&["or", "more"])?;
                number
            };
            self.at.need(&["charge"])?;
            self.at.need_either(["counter", "counters"])?;
            Condition::Counters(at_least)
        } else {
            self.at.need(&["the", "Power", "is"])?;
            let at_least = self.at.need_number()?;
            self.at.need(&["or", "more"])?;
            Condition::Power(at_least)
        };
        self.at.need_mark(',')?;
        Ok(Some(condition))
    }

    fn step(&mut self) -> Parsed<Step> {
        let condition = self.condition()?;
        let may = self.at.word("you");
        if may {
            self.at.need(&["may"])?;
        }
        let who = if !may || self.at.word("have") { self.at.others()? } else { None };
        let effect = match who {
            Some(who) => self.at.asked(who)?,
            None => self.at.effect()?,
        };
        Ok(Step { condition, may, effect })
    }

    fn standing(&mut self) -> Parsed<Standing> {
        Ok(Standing { condition: self.condition()?, rule: self.rule()? })
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let subject = self.at.subject()?;
        if self.at.either(["has", "have"]) {
            if let Some(arrows) = self.at.some_arrows()? {
                return Ok(Rule::Arrows(subject, arrows));
            }
            let (stat, mut amount) = self.at.change()?;
            self.at.for_each(&mut amount)?;
            return Ok(Rule::Value(subject, stat, amount));
        }
        if self.at.either(["loses", "lose"]) {
            return Ok(Rule::LoseArrows(subject, self.at.arrows()?));
        }
        if self.at.word("cannot") {
            self.at.need(&["be"])?;
            let doing = [super::Doing::Captured, super::Doing::Moved, super::Doing::Removed];
            return Ok(Rule::Cannot(subject, doing[self.at.need_one_of(&["captured", "moved", "removed"])?]));
        }
        self.at.need_either(["is", "are"])?;
        if self.at.word("superior") {
            self.at.need(&["to"])?;
            return Ok(Rule::Superior(subject, self.at.all_cards()?));
        }
        if self.at.word("worth") {
            let mut amount = self.at.worth()?;
            self.at.for_each(&mut amount)?;
            return Ok(Rule::Value(subject, Stat::Points, amount));
        }
        match self.at.sign() {
            Some(sign) => Ok(Rule::Sign(subject, sign)),
            None => self.at.fail(),
        }
    }
}

impl Cursor<'_> {
    /// Arrows, if they come next rather than a value.
    fn some_arrows(&mut self) -> Parsed<Option<crate::games::arrow::Arrows>> {
        if self.sees(&["arrow", "arrows", "all"]) { self.arrows().map(Some) } else { Ok(None) }
    }

    /// What another player does, after `your opponent` or `both players`.
    fn asked(&mut self, who: Who) -> Parsed<Effect> {
        if self.either(["draws", "draw"]) {
            return self.cards().map(|amount| Effect::Draw(who, amount));
        }
        if self.either(["discards", "discard"]) {
            return self.cards().map(|amount| Effect::Discard(who, amount));
        }
        if self.either(["takes", "take"]) {
            self.need(&["off", "a", "button"])?;
            return Ok(Effect::TakeOff(who));
        }
        self.need_either(["puts", "put"])?;
        self.need(&["a", "button", "back", "on"])?;
        Ok(Effect::PutOn(who))
    }
}
