//! The rulebook as it was after every step, for a reader.

use super::proposition::{Proposition, write_proposition};
use super::rulebook::{Amendment, Cause, Change, Difference, Effect, Enforcement, Line, Rule, Rulebook, Wording};
use super::{Decided, Nomic};
use crate::games::{DiffLine, Edition, Keeper, RuleView, Step};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Nomic {
    pub(super) fn editions(&self) -> Vec<Edition> {
        let mut book = self.rulebook.after_steps(0);
        let mut rules: BTreeMap<u16, Arc<RuleView>> = book.rules().map(|rule| (rule.number, rule_view(&book, rule))).collect();
        let edition = |step, rules: &BTreeMap<u16, Arc<RuleView>>| Edition { step, rules: rules.values().map(Arc::clone).collect() };
        let mut editions = vec![edition(None, &rules)];
        for amendment in self.rulebook.history() {
            let step = self.step(&book, amendment);
            book.amend(amendment.clone());
            match book.rule(step.rule) {
                Some(rule) => _ = rules.insert(step.rule, rule_view(&book, rule)),
                None => _ = rules.remove(&step.rule),
            }
            editions.push(edition(Some(step), &rules));
        }
        editions
    }

    fn step(&self, before: &Rulebook, amendment: &Amendment) -> Step {
        let (effect, rule, difference) = match &amendment.effect {
            Effect::Change(change) => (change.to_string(), change.number(before), diff_lines(before.difference(change))),
            Effect::SetAside { rule, why } => (format!("the program of rule {rule} set aside: {why}"), *rule, Vec::new()),
        };
        let decided = self.decided.iter().find(|decided| made(decided, amendment));
        let title = decided.map(|decided| decided.proposition.title.clone()).unwrap_or_default();
        Step { at_ms: amendment.stamp.at_us / 1000, effect, cause: amendment.cause.to_string(), title, rule, difference }
    }

    /// The rulebook by which a vote was counted, and whether the vote changed it.
    pub(super) fn rulebook_of(&self, decided: &Decided) -> (Rulebook, bool) {
        let history = self.rulebook.history();
        match history.iter().position(|amendment| made(decided, amendment)) {
            Some(step) => (self.rulebook.after_steps(step), true),
            None => {
                let steps = history.iter().take_while(|amendment| amendment.stamp <= decided.stamp).count();
                (self.rulebook.after_steps(steps), false)
            }
        }
    }
}

/// Whether an amendment is what a vote ratified.
fn made(decided: &Decided, amendment: &Amendment) -> bool {
    let Effect::Change(change) = &amendment.effect else { return false };
    amendment.cause == Cause::Ratified(decided.tally.proposer)
        && amendment.stamp == decided.stamp
        && decided.tally.ratified == Some(true)
        && *change == decided.proposition.change
}

fn rule_view(book: &Rulebook, rule: &Rule) -> Arc<RuleView> {
    let keeper = match book.enforcement(rule.number) {
        Some(Enforcement::Program) => Keeper::Program,
        Some(Enforcement::SetAside(why)) => Keeper::SetAside(why.to_owned()),
        Some(Enforcement::Table) | None => Keeper::Table,
    };
    let wording = Wording { text: rule.text.clone(), hooks: rule.hooks.clone(), program: rule.program.clone() };
    let file = |change| write_proposition(&Proposition { title: String::new(), change });
    Arc::new(RuleView {
        number: rule.number,
        text: rule.text.trim().to_owned(),
        keeper,
        hooks: rule.hooks.iter().map(|hook| hook.name().to_owned()).collect(),
        program: rule.program.clone(),
        change: file(Change::Change { rule: rule.number, wording }),
        removal: file(Change::Remove { rule: rule.number }),
    })
}

pub(super) fn diff_lines(difference: Difference) -> Vec<DiffLine> {
    let line = |line| match line {
        Line::Kept(line) => DiffLine::Kept(line),
        Line::Removed(line) => DiffLine::Removed(line),
        Line::Added(line) => DiffLine::Added(line),
    };
    difference.lines.into_iter().map(line).collect()
}
