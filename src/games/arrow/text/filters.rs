use super::{Condition, Effect, Event, Filter, Measure, Name, Noticed, Rule, Space, Subject, Target, Text};

impl Filter {
    /// The name that a card must have, where one is written out.
    pub fn named(&self) -> Option<&str> {
        match &self.name {
            Some(Name::Is(name)) => Some(name),
            _ => None,
        }
    }
}

impl Text {
    /// Every group of cards that it speaks of.
    pub fn filters(&self) -> Vec<&Filter> {
        let mut found = Vec::new();
        match self {
            Self::Play(rules) | Self::Persistent(rules) => {
                for standing in rules {
                    condition(standing.condition.as_ref(), &mut found);
                    rule(&standing.rule, &mut found);
                }
            }
            Self::Action(ability) | Self::Immediate(ability) | Self::Reaction { ability, .. } => {
                if let Self::Reaction { event, .. } = self {
                    found.extend(noticed(event));
                }
                for step in &ability.steps {
                    condition(step.condition.as_ref(), &mut found);
                    effect(&step.effect, &mut found);
                }
            }
        }
        found
    }
}

const fn noticed(event: &Event) -> Option<&Filter> {
    match event {
        Event::WouldBeCaptured(Noticed::A(filter))
        | Event::Captured(Noticed::A(filter))
        | Event::Played(Noticed::A(filter))
        | Event::Moved(Noticed::A(filter))
        | Event::Removed(Noticed::A(filter)) => Some(filter),
        _ => None,
    }
}

fn condition<'a>(condition: Option<&'a Condition>, found: &mut Vec<&'a Filter>) {
    if let Some(Condition::Cards { of, .. }) = condition {
        found.push(of);
    }
}

fn measure<'a>(measure: &'a Measure, found: &mut Vec<&'a Filter>) {
    if let Measure::Cards(filter) = measure {
        found.push(filter);
    }
}

fn target<'a>(target: &'a Target, found: &mut Vec<&'a Filter>) {
    match target {
        Target::This | Target::That => {}
        Target::Some { count, of, .. } => {
            measure(&count.of, found);
            found.push(of);
        }
        Target::Each(filter) => found.push(filter),
    }
}

fn rule<'a>(rule: &'a Rule, found: &mut Vec<&'a Filter>) {
    let subject = match rule {
        Rule::Value(subject, _, amount) => {
            measure(&amount.of, found);
            subject
        }
        Rule::Superior(subject, others) => {
            found.push(others);
            subject
        }
        Rule::Arrows(subject, _) | Rule::LoseArrows(subject, _) | Rule::Sign(subject, _) | Rule::Cannot(subject, _) => subject,
    };
    if let Subject::All(filter) = subject {
        found.push(filter);
    }
}

fn effect<'a>(effect: &'a Effect, found: &mut Vec<&'a Filter>) {
    match effect {
        Effect::Draw(_, amount) | Effect::Discard(_, amount) | Effect::Recover(amount) => measure(&amount.of, found),
        Effect::Slide(on, _) | Effect::Jump(on) | Effect::Remove(on) | Effect::Return(on) | Effect::Activate(on) => target(on, found),
        Effect::Move(on, space) => {
            target(on, found);
            if let Space::Beside(filter) = space {
                found.push(filter);
            }
        }
        Effect::Play(filter) => found.push(filter),
        Effect::Charge(on, amount) | Effect::Discharge(on, amount) | Effect::Gain(on, _, amount) => {
            target(on, found);
            measure(&amount.of, found);
        }
        Effect::Superior(on, others) => {
            target(on, found);
            found.push(others);
        }
        Effect::PlayThis | Effect::Cancel | Effect::ActAgain | Effect::TakeOff(_) | Effect::PutOn(_) => {}
    }
}
