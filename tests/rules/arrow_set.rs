//! The project's own set: two decks that are even, and every construct of the language on at least two cards.

use kibitzer::cards::{Deck, Design};
use kibitzer::games::arrow::text::{
    Ability, Activation, Amount, Area, Condition, Cost, Doing, Effect, Event, Filter, Measure, Name, Near, Noticed, Outside, Place, Rule,
    Side, Space, Stat, Subject, Target, Text, Who,
};
use kibitzer::games::arrow::{ARROW_SETS, Arrows, Face, Set, Sign, builtin_deck, read_set};
use std::collections::{BTreeMap, BTreeSet};

fn set() -> Set {
    read_set(ARROW_SETS[0].1).unwrap()
}

/// The constructs that a card's texts use.
#[derive(Default)]
struct Constructs(BTreeSet<&'static str>);

impl Constructs {
    fn of(face: &Face) -> BTreeSet<&'static str> {
        let mut found = Self::default();
        face.texts.iter().for_each(|text| found.text(text));
        found.0
    }

    fn say(&mut self, what: &'static str) {
        self.0.insert(what);
    }

    // Each match names every case, so that a new one does not compile before it is counted.

    fn text(&mut self, text: &Text) {
        match text {
            Text::Play(rules) => {
                self.say("text Play");
                rules.iter().for_each(|rule| self.standing(rule.condition.as_ref(), &rule.rule));
            }
            Text::Persistent(rules) => {
                self.say(if rules.is_empty() { "text Persistent alone" } else { "text Persistent" });
                rules.iter().for_each(|rule| self.standing(rule.condition.as_ref(), &rule.rule));
            }
            Text::Action(ability) => {
                self.say("text Action");
                self.ability(ability);
            }
            Text::Immediate(ability) => {
                self.say("text Immediate");
                self.ability(ability);
            }
            Text::Reaction { from, event, ability } => {
                self.say(match from {
                    None => "reaction anywhere",
                    Some(Place::Play) => "reaction in the Play Area",
                    Some(Place::Hand) => "reaction in the hand",
                    Some(Place::Discard) => "reaction in the Discard Pile",
                    Some(Place::Persistent) => "reaction in the Persistent Area",
                });
                self.event(event);
                self.ability(ability);
            }
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::WouldBeCaptured(card) => self.noticed("event would be captured", card),
            Event::Captured(card) => self.noticed("event captured", card),
            Event::Played(card) => self.noticed("event played", card),
            Event::Moved(card) => self.noticed("event moved", card),
            Event::Removed(card) => self.noticed("event removed", card),
            Event::Activated(who, what) => {
                self.say("event activated");
                self.who(*who);
                self.say(match what {
                    Activation::Action => "activation Action",
                    Activation::Immediate => "activation Immediate",
                    Activation::Reaction => "activation Reaction",
                    Activation::Any => "activation of any",
                });
            }
            Event::PersistentStep(who) => {
                self.say("event Persistent Effects Step");
                self.who(*who);
            }
            Event::Outside(said) => self.outside("event outside", said),
            Event::Any => self.say("event any"),
        }
    }

    fn noticed(&mut self, event: &'static str, card: &Noticed) {
        self.say(event);
        match card {
            Noticed::This => self.say("noticed this"),
            Noticed::A(filter) => {
                self.say("noticed a card");
                self.filter(filter);
            }
        }
    }

    fn who(&mut self, who: Who) {
        self.say(match who {
            Who::You => "who you",
            Who::Opponent => "who opponent",
            Who::Both => "who both",
        });
    }

    fn ability(&mut self, ability: &Ability) {
        self.say(match ability.cost {
            Cost::Fixed { count: 0, or_more: false } => "cost none",
            Cost::Fixed { or_more: false, .. } => "cost a number",
            Cost::Fixed { or_more: true, .. } => "cost a number or more",
            Cost::X => "cost X",
        });
        for step in &ability.steps {
            self.condition(step.condition.as_ref());
            self.say(if step.may { "may" } else { "must" });
            self.effect(&step.effect);
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Draw(who, amount) => self.asks("effect draw", *who, Some(amount)),
            Effect::Discard(who, amount) => self.asks("effect discard", *who, Some(amount)),
            Effect::Recover(amount) => {
                self.say("effect recover");
                self.amount(amount);
            }
            Effect::Slide(target, spaces) => self.does(if *spaces == 1 { "effect slide" } else { "effect slide far" }, target),
            Effect::Jump(target) => self.does("effect jump", target),
            Effect::Move(target, space) => {
                self.does("effect move", target);
                match space {
                    Space::Any => self.say("space any"),
                    Space::BesideThis => self.say("space beside this"),
                    Space::Beside(filter) => {
                        self.say("space beside a card");
                        self.filter(filter);
                    }
                }
            }
            Effect::Remove(target) => self.does("effect remove", target),
            Effect::Return(target) => self.does("effect return", target),
            Effect::Play(filter) => {
                self.say("effect play");
                self.filter(filter);
            }
            Effect::PlayThis => self.say("effect play this"),
            Effect::Charge(target, amount) => {
                self.does("effect charge", target);
                self.amount(amount);
            }
            Effect::Discharge(target, amount) => {
                self.does("effect discharge", target);
                self.amount(amount);
            }
            Effect::Gain(target, stat, amount) => {
                self.does(
                    match stat {
                        Stat::Strength => "effect gain Strength",
                        Stat::Defense => "effect gain Defense",
                        Stat::Points => "effect gain points",
                    },
                    target,
                );
                self.amount(amount);
            }
            Effect::Superior(target, filter) => {
                self.does("effect superior", target);
                self.filter(filter);
            }
            Effect::Cancel => self.say("effect cancel"),
            Effect::Activate(target) => self.does("effect activate", target),
            Effect::ActAgain => self.say("effect act again"),
            Effect::TakeOff(who) => self.asks("effect take off a button", *who, None),
            Effect::PutOn(who) => self.asks("effect put a button on", *who, None),
        }
    }

    fn asks(&mut self, effect: &'static str, who: Who, amount: Option<&Amount>) {
        self.say(effect);
        self.who(who);
        amount.into_iter().for_each(|amount| self.amount(amount));
    }

    fn does(&mut self, effect: &'static str, target: &Target) {
        self.say(effect);
        match target {
            Target::This => self.say("target this"),
            Target::That => self.say("target that"),
            Target::Some { count, up_to, of } => {
                self.say(if *up_to { "target up to some" } else { "target some" });
                self.amount(count);
                self.filter(of);
            }
            Target::Each(filter) => {
                self.say("target each");
                self.filter(filter);
            }
        }
    }

    fn standing(&mut self, condition: Option<&Condition>, rule: &Rule) {
        self.condition(condition);
        let subject = match rule {
            Rule::Value(subject, stat, amount) => {
                self.say(match stat {
                    Stat::Strength => "rule Strength",
                    Stat::Defense => "rule Defense",
                    Stat::Points => "rule points",
                });
                self.amount(amount);
                subject
            }
            Rule::Superior(subject, filter) => {
                self.say("rule superior");
                self.filter(filter);
                subject
            }
            Rule::Arrows(subject, _) => {
                self.say("rule arrows");
                subject
            }
            Rule::LoseArrows(subject, _) => {
                self.say("rule lose arrows");
                subject
            }
            Rule::Sign(subject, _) => {
                self.say("rule sign");
                subject
            }
            Rule::Cannot(subject, doing) => {
                self.say(match doing {
                    Doing::Captured => "cannot be captured",
                    Doing::Moved => "cannot be moved",
                    Doing::Removed => "cannot be removed",
                });
                subject
            }
        };
        match subject {
            Subject::This => self.say("subject this"),
            Subject::All(filter) => {
                self.say("subject all");
                self.filter(filter);
            }
        }
    }

    fn condition(&mut self, condition: Option<&Condition>) {
        match condition {
            None => {}
            Some(Condition::Cards { of, .. }) => {
                self.say("condition cards");
                self.filter(of);
            }
            Some(Condition::Counters(_)) => self.say("condition counters"),
            Some(Condition::Power(_)) => self.say("condition Power"),
            Some(Condition::Outside(said)) => self.outside("condition outside", said),
        }
    }

    fn amount(&mut self, amount: &Amount) {
        match &amount.of {
            Measure::One => self.say("amount a number"),
            Measure::X => self.say("amount X"),
            Measure::Power => self.say("amount for each Power"),
            Measure::Cards(filter) => {
                self.say("amount for each card");
                self.filter(filter);
            }
            Measure::Counters => self.say("amount for each counter"),
            Measure::Outside(said) => self.outside("amount outside", said),
        }
        self.say(if amount.times < 0 { "amount down" } else { "amount up" });
    }

    fn outside(&mut self, what: &'static str, _: &Outside) {
        self.say(what);
    }

    fn filter(&mut self, filter: &Filter) {
        let Filter { other, side, sign, kind, name, area, near, charged } = filter;
        let mut when = |holds: bool, what| {
            if holds {
                self.say(what);
            }
        };
        when(*other, "cards other");
        when(*side == Some(Side::Friendly), "cards friendly");
        when(*side == Some(Side::Opposing), "cards opposing");
        when(sign.is_some(), "cards of a sign");
        when(kind.is_some(), "cards of a type");
        when(matches!(name, Some(Name::Is(_))), "cards of a name");
        when(*name == Some(Name::Same), "cards the same");
        when(*area == Area::Persistent, "cards in a Persistent Area");
        when(*area == Area::Board, "cards on the Board");
        when(*near == Some(Near::This), "cards near this");
        when(*near == Some(Near::That), "cards near that");
        when(*charged, "cards charged");
    }
}

/// Every construct that [`Constructs`] can find.
const CONSTRUCTS: &str = include_str!("arrow_constructs.txt");

#[test]
fn every_construct_is_on_at_least_two_cards() {
    let set = set();
    let mut cards = BTreeMap::<&str, Vec<&str>>::new();
    let source = include_str!("arrow_set.rs");
    for construct in CONSTRUCTS.lines() {
        assert!(source.contains(&format!("\"{construct}\"")), "'{construct}' is never found");
        cards.insert(construct, Vec::new());
    }
    for design in set.deck.designs() {
        for construct in Constructs::of(&design.face) {
            cards.get_mut(construct).unwrap_or_else(|| panic!("'{construct}' is not listed")).push(design.card.name());
        }
    }
    let rare: Vec<_> = cards.iter().filter(|(_, cards)| cards.len() < 2).collect();
    assert!(rare.is_empty(), "on fewer than two cards: {rare:?}");
    println!("{} constructs, the rarest on {} cards", cards.len(), cards.values().map(Vec::len).min().unwrap());
}

fn sum(deck: &Deck<Face>, value: impl Fn(&Face) -> i64) -> i64 {
    deck.designs().iter().map(|Design { face, copies, .. }| i64::from(*copies) * value(face)).sum()
}

#[test]
fn two_decks_of_thirty_are_even() {
    let set = set();
    let [harbour, workshop] = set.lists.as_slice() else { panic!("two lists") };
    for deck in &set.lists {
        assert_eq!(deck.card_count(), 30);
        for sign in Sign::ALL {
            assert_eq!(sum(deck, |face| i64::from(face.sign == sign)), 10, "{}: {sign}", deck.id);
        }
        assert_eq!(builtin_deck(deck.id.as_str()).unwrap(), *deck);
    }
    for (what, value) in [
        ("Strength", (|face| i64::from(face.strength)) as fn(&Face) -> i64),
        ("Defense", |face| i64::from(face.defense)),
        ("arrows", |face| i64::from(face.arrows.count())),
    ] {
        let (a, b) = (sum(harbour, value), sum(workshop, value));
        assert!((a - b).abs() * 20 <= a, "{what}: {a} and {b}");
    }
}

#[test]
fn the_set_is_large_and_its_texts_are_canonical() {
    let set = set();
    assert!(set.deck.designs().len() >= 60, "{}", set.deck.designs().len());
    let mut written = ARROW_SETS[0].1.to_owned();
    let types: BTreeSet<&str> = set.deck.designs().iter().flat_map(|d| d.face.types.iter().map(AsRef::as_ref)).collect();
    for Design { face, .. } in set.deck.designs() {
        assert!((1..=5).contains(&face.strength) && (2..=9).contains(&face.defense) && face.arrows != Arrows::NONE, "{}", face.name);
        for text in &face.texts {
            let printed = text.to_string();
            assert!(written.contains(&printed), "{}: prints as {printed}", face.name);
            written = written.replacen(&printed, "", 1);
            // A type that no card has is a misspelt word.
            let words = printed.split(|c: char| !c.is_alphabetic()).collect::<Vec<_>>();
            for pair in words.windows(2).filter(|pair| ["card", "cards"].contains(&pair[1])) {
                let is_type = pair[0].starts_with(char::is_uppercase) && pair[0].parse::<u8>().is_err();
                let known = types.contains(pair[0])
                    || ["Rock", "Paper", "Scissors", "X", "All", "Other", "Friendly", "Adjacent", "This", "Opposing"].contains(&pair[0]);
                assert!(!is_type || known, "{}: no card is a {}", face.name, pair[0]);
            }
        }
    }
}
