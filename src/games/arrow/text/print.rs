//! Prints a tree as the sentences that a card shows.

use super::words::{article, capitalised};
use super::{
    Ability, Activation, Amount, Area, Condition, Cost, Doing, Effect, Event, Filter, Measure, Name, Near, Noticed, Place, Rule, Side,
    Space, Standing, Stat, Step, Subject, Target, Text, Who,
};
use crate::games::arrow::{Arrows, Direction};
use std::fmt::{self, Display};

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(rules) => write!(f, "Play: {}", standings(rules)),
            Self::Persistent(rules) if rules.is_empty() => f.write_str("Persistent."),
            Self::Persistent(rules) => write!(f, "Persistent: {}", standings(rules)),
            Self::Action(ability) => write!(f, "Action{}: {}", ability.cost, steps("", ability)),
            Self::Immediate(ability) => write!(f, "Immediate{}: {}", ability.cost, steps("", ability)),
            Self::Reaction { from, event, ability } => {
                f.write_str(match from {
                    Some(Place::Play) => "Play ",
                    Some(Place::Hand) => "Hand ",
                    Some(Place::Discard) => "Discard ",
                    Some(Place::Persistent) => "Persistent ",
                    None => "",
                })?;
                write!(f, "Reaction{}: {}", ability.cost, steps(&self::event(event), ability))
            }
        }
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed { count: 0, or_more: false } => Ok(()),
            Self::Fixed { count, or_more: false } => write!(f, " (Cost {count})"),
            Self::Fixed { count, or_more: true } => write!(f, " (Cost {count} or more)"),
            Self::X => f.write_str(" (Cost X)"),
        }
    }
}

fn standings(rules: &[Standing]) -> String {
    let sentence =
        |rule: &Standing| format!("{}.", capitalised(&format!("{}{}", condition(rule.condition.as_ref()), self::rule(&rule.rule))));
    rules.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

/// The sentences of an ability; the first goes on from its event.
fn steps(event: &str, ability: &Ability) -> String {
    let sentence = |(number, step): (usize, &Step)| {
        let event = if number == 0 { event } else { "" };
        format!("{}.", capitalised(&format!("{event}{}{}", condition(step.condition.as_ref()), effect(step))))
    };
    ability.steps.iter().enumerate().map(sentence).collect::<Vec<_>>().join(" ")
}

fn condition(condition: Option<&Condition>) -> String {
    match condition {
        None => String::new(),
        Some(Condition::Cards { at_least: 1, of }) => format!("if there is {}, ", one(of)),
        Some(Condition::Cards { at_least, of }) => format!("if there are {at_least} or more {}, ", cards(of, true)),
        Some(Condition::Counters(1)) => "if this card has a charge counter, ".into(),
        Some(Condition::Counters(n)) => format!("if this card has {n} or more charge counters, "),
        Some(Condition::Power(n)) => format!("if the Power is {n} or more, "),
        Some(Condition::Outside(said)) => format!("if \"{said}\", "),
    }
}

fn event(event: &Event) -> String {
    let noticed = |noticed: &Noticed| match noticed {
        Noticed::This => "this card".into(),
        Noticed::A(filter) => one(filter),
    };
    match event {
        Event::WouldBeCaptured(card) => format!("when {} would be captured, ", noticed(card)),
        Event::Captured(card) => format!("when {} is captured, ", noticed(card)),
        Event::Played(card) => format!("when {} is played, ", noticed(card)),
        Event::Moved(card) => format!("when {} moves, ", noticed(card)),
        Event::Removed(card) => format!("when {} is removed, ", noticed(card)),
        Event::Activated(who, what) => {
            let who = match who {
                Who::You => "you activate",
                Who::Opponent => "your opponent activates",
                Who::Both => "either player activates",
            };
            let what = match what {
                Activation::Action => "an Action",
                Activation::Immediate => "an Immediate",
                Activation::Reaction => "a Reaction",
                Activation::Any => "an ability",
            };
            format!("when {who} {what}, ")
        }
        Event::PersistentStep(who) => {
            let whose = match who {
                Who::You => "your",
                Who::Opponent => "your opponent's",
                Who::Both => "each",
            };
            format!("at {whose} Persistent Effects Step, ")
        }
        Event::Outside(said) => format!("when \"{said}\", "),
        Event::Any => String::new(),
    }
}

fn rule(rule: &Rule) -> String {
    let said = |subject: &Subject, verb: [&str; 2], rest: String| match subject {
        Subject::This => format!("this card {} {rest}", verb[0]),
        Subject::All(filter) => format!("{} {} {rest}", all(filter), verb[1]),
    };
    match rule {
        Rule::Value(subject, Stat::Points, amount) => said(subject, ["is", "are"], format!("{}{}", worth(amount), for_each(amount))),
        Rule::Value(subject, stat, amount) => said(subject, ["has", "have"], format!("{}{}", change(*stat, amount), for_each(amount))),
        Rule::Superior(subject, filter) => said(subject, ["is", "are"], format!("superior to {}", all(filter))),
        Rule::Arrows(subject, ways) => said(subject, ["has", "have"], arrows(*ways)),
        Rule::LoseArrows(subject, ways) => said(subject, ["loses", "lose"], arrows(*ways)),
        Rule::Sign(subject, sign) => said(subject, ["is", "are"], sign.to_string()),
        Rule::Cannot(subject, doing) => {
            let doing = match doing {
                Doing::Captured => "captured",
                Doing::Moved => "moved",
                Doing::Removed => "removed",
            };
            said(subject, ["cannot", "cannot"], format!("be {doing}"))
        }
    }
}

fn arrows(ways: Arrows) -> String {
    let names: Vec<String> = ways.iter().map(|way: Direction| way.to_string()).collect();
    match names.as_slice() {
        _ if ways == Arrows::ALL => "all arrows".into(),
        [only] => format!("arrow {only}"),
        [first @ .., last] => format!("arrows {} and {last}", first.join(", ")),
        [] => "arrows".into(),
    }
}

fn effect(step: &Step) -> String {
    let you = |verb: &str, rest: String| format!("{}{verb} {rest}", if step.may { "you may " } else { "" });
    // What another player does takes the verb's third person, but after "have" the plain one.
    let asked = |who: Who, verbs: [&str; 2], rest: String| match (who, step.may) {
        (Who::You, _) => you(verbs[0], rest),
        (Who::Opponent, true) => format!("you may have your opponent {} {rest}", verbs[0]),
        (Who::Opponent, false) => format!("your opponent {} {rest}", verbs[1]),
        (Who::Both, true) => format!("you may have both players {} {rest}", verbs[0]),
        (Who::Both, false) => format!("both players {} {rest}", verbs[0]),
    };
    let some_cards = |amount: &Amount| format!("{}{}", counted(amount, ["card", "cards"]), for_each(amount));
    match &step.effect {
        Effect::Draw(who, amount) => asked(*who, ["draw", "draws"], some_cards(amount)),
        Effect::Discard(who, amount) => asked(*who, ["discard", "discards"], some_cards(amount)),
        Effect::Recover(amount) => {
            let top = if is_one(amount) { "card".into() } else { counted(amount, ["card", "cards"]) };
            you("take", format!("the top {top} of your Discard Pile into your hand{}", for_each(amount)))
        }
        Effect::Slide(target, 1) => you("slide", format!("{}{}", self::target(target), targets_for_each(target))),
        Effect::Slide(target, spaces) => you("slide", format!("{} {spaces} spaces{}", self::target(target), targets_for_each(target))),
        Effect::Jump(target) => you("make", format!("{} jump{}", self::target(target), targets_for_each(target))),
        Effect::Move(target, space) => {
            let space = match space {
                Space::Any => String::new(),
                Space::BesideThis => " adjacent to this card".into(),
                Space::Beside(filter) => format!(" adjacent to {}", one(filter)),
            };
            you("move", format!("{} to an empty space{space}{}", self::target(target), targets_for_each(target)))
        }
        Effect::Remove(target) => you("remove", format!("{}{}", self::target(target), targets_for_each(target))),
        Effect::Return(target) => {
            let hand = if is_plural(target) { "their owners' hands" } else { "its owner's hand" };
            you("return", format!("{} to {hand}{}", self::target(target), targets_for_each(target)))
        }
        Effect::Play(filter) => you("play", format!("{} from your hand", one(filter))),
        Effect::PlayThis => you("play", "this card".into()),
        Effect::Charge(target, amount) => you("put", format!("{} on {}{}", counters(amount), self::target(target), for_each(amount))),
        Effect::Discharge(target, amount) => you("take", format!("{} off {}{}", counters(amount), self::target(target), for_each(amount))),
        Effect::Gain(target, Stat::Points, amount) => {
            you("make", format!("{} {} this turn{}", self::target(target), worth(amount), for_each(amount)))
        }
        Effect::Gain(target, stat, amount) => {
            you("give", format!("{} {} this turn{}", self::target(target), change(*stat, amount), for_each(amount)))
        }
        Effect::Superior(target, filter) => {
            you("make", format!("{} superior to {} this turn{}", self::target(target), all(filter), targets_for_each(target)))
        }
        Effect::Cancel => you("cancel", "it".into()),
        Effect::Activate(target) => you("activate", format!("an Action of {}{}", self::target(target), targets_for_each(target))),
        Effect::ActAgain => you("take", "another action".into()),
        Effect::TakeOff(who) => asked(*who, ["take", "takes"], "off a button".into()),
        Effect::PutOn(who) => asked(*who, ["put", "puts"], "a button back on".into()),
    }
}

fn is_one(amount: &Amount) -> bool {
    amount.times == 1 && amount.of != Measure::X
}

/// `3`, `X` or `2X`, without its sign.
fn number(amount: &Amount) -> String {
    match (amount.times.unsigned_abs(), &amount.of) {
        (1, Measure::X) => "X".into(),
        (times, Measure::X) => format!("{times}X"),
        (times, _) => times.to_string(),
    }
}

fn counted(amount: &Amount, noun: [&str; 2]) -> String {
    if is_one(amount) { format!("a {}", noun[0]) } else { format!("{} {}", number(amount), noun[1]) }
}

fn counters(amount: &Amount) -> String {
    counted(amount, ["charge counter", "charge counters"])
}

/// `+1 Strength`.
fn change(stat: Stat, amount: &Amount) -> String {
    let sign = if amount.times < 0 { '-' } else { '+' };
    let stat = match stat {
        Stat::Strength => "Strength",
        Stat::Defense => "Defense",
        Stat::Points => "points",
    };
    format!("{sign}{} {stat}", number(amount))
}

/// `worth 1 more point`.
fn worth(amount: &Amount) -> String {
    let more = if amount.times < 0 { "fewer" } else { "more" };
    let points = if amount.times.unsigned_abs() == 1 && amount.of != Measure::X { "point" } else { "points" };
    format!("worth {} {more} {points}", number(amount))
}

fn for_each(amount: &Amount) -> String {
    match &amount.of {
        Measure::One | Measure::X => String::new(),
        Measure::Power => " for each Power".into(),
        Measure::Cards(filter) => format!(" for each {}", cards(filter, false)),
        Measure::Counters => " for each charge counter on this card".into(),
        Measure::Outside(said) => format!(" for each \"{said}\""),
    }
}

fn targets_for_each(target: &Target) -> String {
    match target {
        Target::Some { count, .. } => for_each(count),
        _ => String::new(),
    }
}

fn is_plural(target: &Target) -> bool {
    matches!(target, Target::Some { count, .. } if !is_one(count))
}

fn target(target: &Target) -> String {
    match target {
        Target::This => "this card".into(),
        Target::That => "that card".into(),
        Target::Each(filter) => format!("each {}", cards(filter, false)),
        Target::Some { count, up_to: false, of } if is_one(count) => one(of),
        Target::Some { count, up_to, of } => {
            format!("{}{} {}", if *up_to { "up to " } else { "" }, number(count), cards(of, !is_one(count)))
        }
    }
}

/// `an opposing card`, `another card`.
fn one(filter: &Filter) -> String {
    let cards = cards(filter, false);
    match cards.strip_prefix("other ") {
        Some(rest) if filter.other => format!("another {rest}"),
        _ => format!("{} {cards}", article(&cards)),
    }
}

/// `all other cards`, `friendly cards`: all of them.
fn all(filter: &Filter) -> String {
    let bare = filter.side.is_none() && filter.near != Some(Near::This) && filter.sign.is_none() && filter.kind.is_none();
    format!("{}{}", if bare { "all " } else { "" }, cards(filter, true))
}

fn cards(filter: &Filter, plural: bool) -> String {
    let mut said = String::from(if filter.other { "other " } else { "" });
    said += match filter.side {
        Some(Side::Friendly) => "friendly ",
        Some(Side::Opposing) => "opposing ",
        None => "",
    };
    said += if filter.near == Some(Near::This) { "adjacent " } else { "" };
    if let Some(sign) = filter.sign {
        said += &format!("{sign} ");
    }
    if let Some(kind) = &filter.kind {
        said += &format!("{kind} ");
    }
    said += if plural { "cards" } else { "card" };
    match &filter.name {
        Some(Name::Is(name)) => said += &format!(" named \"{name}\""),
        Some(Name::Same) => said += if plural { " that are the same as this card" } else { " that is the same as this card" },
        None => {}
    }
    said += if filter.charged { " with a charge counter" } else { "" };
    said += match filter.area {
        Area::Play => "",
        Area::Persistent => " in a Persistent Area",
        Area::Board => " on the Board",
    };
    said += if filter.near == Some(Near::That) { " adjacent to that card" } else { "" };
    said
}
