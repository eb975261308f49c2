//! Refuses trees that mean nothing.

use super::scope::Scope;
use super::{Ability, Area, Condition, Cost, Doing, Effect, Measure, Rule, Standing, Step, Subject, Target, Text};
use crate::games::arrow::Arrows;

/// Longest text, in characters: more would be too small to read on a card.
pub const MOST_CHARACTERS: usize = 240;
/// Largest number in a text: there are so many spaces.
pub const MOST_NUMBER: u8 = 36;
/// Longest quotation, in characters.
const MOST_QUOTED: usize = 60;

/// Why a tree means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The sentence's number from zero, if one is at fault rather than the whole text.
    pub sentence: Option<usize>,
    /// What is wrong and what to do, in one line.
    pub what: String,
}

pub(super) type Checked = Result<(), String>;

impl Text {
    /// Refuses a tree that means nothing, that cannot be printed, or that no card can show.
    ///
    /// # Errors
    /// Says what is wrong with which sentence.
    pub fn check(&self) -> Result<(), Fault> {
        let whole = |what: String| Fault { sentence: None, what };
        let in_sentence = |sentence| move |what| Fault { sentence: Some(sentence), what };
        match self {
            Self::Play(rules) if rules.is_empty() => return Err(whole("nothing holds: write a sentence after 'Play:'".into())),
            Self::Play(rules) | Self::Persistent(rules) => {
                rules.iter().enumerate().try_for_each(|(number, rule)| standing(rule).map_err(in_sentence(number)))?;
            }
            Self::Action(ability) | Self::Immediate(ability) | Self::Reaction { ability, .. } => {
                if ability.steps.is_empty() {
                    return Err(whole("nothing is done: write a sentence".into()));
                }
                let mut scope = Scope::of(self);
                scope.event().map_err(in_sentence(0))?;
                ability.steps.iter().enumerate().try_for_each(|(number, step)| scope.step(step).map_err(in_sentence(number)))?;
                cost(ability).map_err(whole)?;
            }
        }
        let length = self.to_string().chars().count();
        if length > MOST_CHARACTERS {
            return Err(whole(format!("the text has {length} characters: a card shows at most {MOST_CHARACTERS}")));
        }
        Ok(())
    }
}

pub(super) fn refuse(what: &str) -> Checked {
    Err(what.into())
}

fn cost(ability: &Ability) -> Checked {
    let power = ability.steps.iter().any(|step| matches!(step.condition, Some(Condition::Power(_))) || measures(step, &Measure::Power));
    match ability.cost {
        Cost::X if !power && !ability.steps.iter().any(|step| measures(step, &Measure::X)) => {
            refuse("nothing depends on the X that is paid: write X or 'for each Power' in a sentence, or a number as the cost")
        }
        Cost::Fixed { or_more: true, .. } if !power => {
            refuse("nothing depends on what is paid more: write 'for each Power' in a sentence, or leave out 'or more'")
        }
        Cost::Fixed { count, .. } => number(i16::from(count)),
        Cost::X => Ok(()),
    }
}

/// Whether an amount of the step counts this.
fn measures(step: &Step, of: &Measure) -> bool {
    let target = |target: &Target| matches!(target, Target::Some { count, .. } if count.of == *of);
    match &step.effect {
        Effect::Draw(_, amount) | Effect::Discard(_, amount) | Effect::Recover(amount) => amount.of == *of,
        Effect::Charge(on, amount) | Effect::Discharge(on, amount) | Effect::Gain(on, _, amount) => target(on) || amount.of == *of,
        Effect::Slide(on, _) | Effect::Jump(on) | Effect::Move(on, _) | Effect::Remove(on) => target(on),
        Effect::Return(on) | Effect::Superior(on, _) | Effect::Activate(on) => target(on),
        _ => false,
    }
}

pub(super) fn number(times: i16) -> Checked {
    if times.unsigned_abs() > u16::from(MOST_NUMBER) { Err(format!("{times} is too large: write at most {MOST_NUMBER}")) } else { Ok(()) }
}

pub(super) fn quotation(text: &str) -> Checked {
    let length = text.chars().count();
    if length == 0 || text.trim() != text {
        return refuse("a quotation is empty or has blanks at its ends: write words between the marks");
    }
    if text.contains(|c| super::lex::is_quote(c) || super::lex::is_invisible(c)) {
        return refuse("a quotation holds a quotation mark or an invisible character: leave it out");
    }
    if length > MOST_QUOTED { Err(format!("a quotation has {length} characters: write at most {MOST_QUOTED}")) } else { Ok(()) }
}

fn standing(standing: &Standing) -> Checked {
    let scope = Scope::standing();
    if let Some(condition) = &standing.condition {
        scope.condition(condition)?;
    }
    let areas = |subject: &Subject, also_persistent: bool| match subject {
        Subject::All(filter) if filter.area != Area::Play && !also_persistent => {
            refuse("cards in a Persistent Area have no use of this: leave out where they are")
        }
        Subject::All(filter) => scope.filter(filter),
        Subject::This => Ok(()),
    };
    match &standing.rule {
        Rule::Value(subject, _, amount) => {
            areas(subject, false)?;
            scope.amount(amount, true)
        }
        Rule::Superior(subject, others) => {
            areas(subject, false)?;
            scope.on_grid(others)
        }
        Rule::Arrows(subject, arrows) | Rule::LoseArrows(subject, arrows) => {
            areas(subject, false)?;
            if *arrows == Arrows::NONE { refuse("no arrow is named: write which, such as 'arrow N'") } else { Ok(()) }
        }
        Rule::Sign(subject, _) => areas(subject, false),
        Rule::Cannot(subject, doing) => areas(subject, *doing == Doing::Removed),
    }
}
