use super::machine::compile;
use super::program::{Answer, answered};
use super::view::{self, ChangeView, Tally, View, seat_number};
use super::{Fault, Hook, MOST_STEPS};
use crate::games::Card;
use crate::games::nomic::{Rule, Rulebook};
use crate::table::Seat;
use rhai::Dynamic;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Puts questions to a rulebook about one table. A rule whose program fails is passed over from then on, and its fault kept.
pub struct Asker<'a> {
    rulebook: &'a Rulebook,
    players: u8,
    table: Dynamic,
    faults: RefCell<BTreeMap<u16, Fault>>,
    /// Steps that each rule has taken.
    steps: RefCell<BTreeMap<u16, u64>>,
    /// The rule that decided the last question.
    decided_by: Cell<Option<u16>>,
}

impl<'a> Asker<'a> {
    /// Questions to this rulebook, with this table.
    pub fn new(rulebook: &'a Rulebook, table: &View) -> Self {
        let (players, table) = (table.players, table.dynamic());
        Self { rulebook, players, table, faults: RefCell::default(), steps: RefCell::default(), decided_by: Cell::new(None) }
    }

    /// The rules that failed so far, each with its fault.
    pub fn into_faults(self) -> BTreeMap<u16, Fault> {
        self.faults.into_inner()
    }

    /// The rule that decided the last question; `None` when none did.
    pub fn decided_by(&self) -> Option<u16> {
        self.decided_by.get()
    }

    /// Asks about the table alone: a flag.
    pub fn flag(&self, hook: Hook, default: bool) -> bool {
        self.decide_flag(hook, None).unwrap_or(default)
    }

    /// Asks about a seat: a flag.
    pub fn flag_of(&self, hook: Hook, seat: Seat, default: bool) -> bool {
        self.decide_flag(hook, Some(seat_number(seat).into())).unwrap_or(default)
    }

    /// Asks about the table alone: a count.
    pub fn count(&self, hook: Hook) -> Option<u32> {
        self.decide_number(hook, &[]).and_then(|n| n.try_into().ok())
    }

    /// Asks about a seat: a number of cards.
    pub fn cards_of(&self, hook: Hook, seat: Seat) -> Option<u16> {
        self.decide_number(hook, &[seat_number(seat).into()]).and_then(|n| n.try_into().ok())
    }

    /// Asks about the table alone: a seat.
    pub fn seat(&self, hook: Hook) -> Option<Seat> {
        self.decide_number(hook, &[]).and_then(seat_of)
    }

    /// Asks about a seat: a seat.
    pub fn seat_of(&self, hook: Hook, seat: Seat) -> Option<Seat> {
        self.decide_number(hook, &[seat_number(seat).into()]).and_then(seat_of)
    }

    /// Whether a proposition may make a change.
    pub fn may_change(&self, change: ChangeView) -> bool {
        self.decide_flag(Hook::MayChange, Some(change.dynamic())).unwrap_or(true)
    }

    /// The value of a card.
    pub fn value(&self, card: Card) -> i64 {
        self.decide_number(Hook::Value, &[view::card(card)]).unwrap_or(0)
    }

    /// The total of a pile; `None` when no rule sums it.
    pub fn total(&self, cards: &[Card]) -> Option<i64> {
        let valued: Vec<_> = cards.iter().map(|card| (*card, self.value(*card))).collect();
        self.decide_number(Hook::Total, &[view::cards(&valued)])
    }

    /// Whether these votes ratify.
    pub fn ratified(&self, tally: &Tally) -> bool {
        let tally = tally.dynamic(&|card| self.value(card));
        self.decide_flag(Hook::Ratified, Some(tally)).unwrap_or(false)
    }

    /// The points of each of these seats, of all rules together.
    pub fn points(&self, tally: &Tally, seats: impl Iterator<Item = Seat>) -> Vec<i64> {
        let seats: Vec<Seat> = seats.collect();
        let mut sums = vec![0; seats.len()];
        for rule in self.rules(Hook::Points) {
            let tally = tally.dynamic(&|card| self.value(card));
            let of_seat = |seat: &Seat| match self.put(rule, Hook::Points, &[tally.clone(), seat_number(*seat).into()]) {
                Answer::Number(n) => n,
                Answer::Silent | Answer::Flag(_) => 0,
            };
            let points: Vec<i64> = seats.iter().map(of_seat).collect();
            // A rule that fails for one seat counts for none.
            if !self.faults.borrow().contains_key(&rule.number) {
                sums.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
            }
        }
        sums
    }

    fn decide_flag(&self, hook: Hook, about: Option<Dynamic>) -> Option<bool> {
        match self.decide(hook, about.as_slice())? {
            Answer::Flag(flag) => Some(flag),
            Answer::Silent | Answer::Number(_) => None,
        }
    }

    fn decide_number(&self, hook: Hook, about: &[Dynamic]) -> Option<i64> {
        match self.decide(hook, about)? {
            Answer::Number(n) => Some(n),
            Answer::Silent | Answer::Flag(_) => None,
        }
    }

    fn decide(&self, hook: Hook, about: &[Dynamic]) -> Option<Answer> {
        let answers = self.rules(hook).map(|rule| (rule.number, self.put(rule, hook, about)));
        let decisive = answers.into_iter().find(|(_, answer)| *answer != Answer::Silent);
        self.decided_by.set(decisive.map(|(number, _)| number));
        decisive.map(|(_, answer)| answer)
    }

    /// The rules with this hook, the highest number first.
    fn rules(&self, hook: Hook) -> impl Iterator<Item = &'a Rule> {
        self.rulebook.programmed().rev().filter(move |rule| rule.hooks.contains(&hook))
    }

    fn put(&self, rule: &Rule, hook: Hook, about: &[Dynamic]) -> Answer {
        let Some(source) = rule.program.as_deref() else { return Answer::Silent };
        if self.faults.borrow().contains_key(&rule.number) {
            return Answer::Silent;
        }
        let taken = self.steps.borrow().get(&rule.number).copied().unwrap_or(0);
        let arguments = std::iter::once(&self.table).chain(about).cloned().collect();
        let answer = compile(source).and_then(|program| {
            let (answer, more) = answered(&program, hook, arguments, self.players, MOST_STEPS.saturating_sub(taken));
            self.steps.borrow_mut().insert(rule.number, taken + more);
            answer
        });
        answer.unwrap_or_else(|fault| {
            self.faults.borrow_mut().insert(rule.number, fault);
            Answer::Silent
        })
    }
}

fn seat_of(number: i64) -> Option<Seat> {
    Seat::from_index(usize::try_from(number - 1).ok()?)
}
