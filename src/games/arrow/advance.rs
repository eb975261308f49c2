//! What follows by itself, until somebody must act.

use super::capture::captured;
use super::frame::{Frame, Happening, Kind, Run, Stage, ability};
use super::setup::{SEATS, opponent};
use super::state::{Lasting, Phase, Step};
use super::text::{Amount, Condition, Effect, Step as Sentence, Target, Text, Who};
use super::values::Values;
use super::wants::{noticed_outside, question, target};
use super::{Arrow, Cell, Place, Source};
use crate::table::Seat;

/// Points that end the game (ConCardia Arrow, introduction).
pub const GOAL: i64 = 5;
/// Ended turns from which on a player without a card on the Board loses.
const SAFE_TURNS: u16 = 3;

impl Arrow {
    /// Goes on until something is awaited: an act, or a reaction that somebody could have.
    pub(super) fn advance(&mut self) {
        loop {
            if matches!(self.phase, Phase::Over { .. }) || self.ends_by_an_empty_board() {
                return;
            }
            let went_on = match self.stack.last() {
                Some(Frame::Window { .. }) => !self.can_be_reacted_to() && self.stack.pop().is_some(),
                Some(Frame::Run(run)) => {
                    let run = run.clone();
                    self.run_on(run)
                }
                None => self.turn_on(),
            };
            if !went_on {
                return;
            }
        }
    }

    /// Opens the events to reactions.
    pub(super) fn announce(&mut self, events: Vec<Happening>) {
        if self.has.reactions && !events.is_empty() {
            self.stack.push(Frame::Window { events, used: Vec::new() });
        }
    }

    fn turn_on(&mut self) -> bool {
        let Phase::Turn { seat, step } = &mut self.phase else { return false };
        let seat = *seat;
        match step {
            Step::Draw if self.sides[seat.index().min(1)].deck == 0 => self.draw_step_over(seat),
            Step::Draw | Step::Action => return false,
            Step::Persistent => *step = Step::Action,
            Step::Capture { told } => {
                let told = std::mem::take(told);
                self.look_for_captures(told);
            }
            Step::Collect { due, gone } if due.is_empty() => {
                let gone = std::mem::take(gone);
                *step = Step::CleanUp;
                let event = |card: Source| Happening { kind: Kind::Captured, by: opponent(card.owner), card: Some(card) };
                self.announce(gone.into_iter().map(event).collect());
            }
            Step::Collect { .. } => return false,
            Step::CleanUp => self.end_turn(seat),
        }
        true
    }

    /// The Draw Step is over: the Persistent Effects Step is announced.
    pub(super) fn draw_step_over(&mut self, seat: Seat) {
        self.phase = Phase::Turn { seat, step: Step::Persistent };
        self.announce(vec![Happening { kind: Kind::PersistentStep, card: None, by: seat }]);
    }

    /// Tells of cards that would be captured and were not yet told of; without any, they are captured.
    fn look_for_captures(&mut self, mut told: Vec<u16>) {
        let Phase::Turn { seat, .. } = self.phase else { return };
        let values = Values::of(self);
        let due: Vec<Source> = captured(&self.board, &values).filter_map(|cell| self.at(cell)).collect();
        let fresh: Vec<Source> = due.iter().filter(|card| !told.contains(&card.id)).copied().collect();
        if fresh.is_empty() || !self.has.reactions {
            let due: Vec<u16> = due.iter().map(|card| card.id).collect();
            let step = if due.is_empty() { Step::CleanUp } else { Step::Collect { due, gone: Vec::new() } };
            self.phase = Phase::Turn { seat, step };
        } else {
            told.extend(fresh.iter().map(|card| card.id));
            self.phase = Phase::Turn { seat, step: Step::Capture { told } };
            let event = |card: Source| Happening { kind: Kind::WouldBeCaptured, by: opponent(card.owner), card: Some(card) };
            self.announce(fresh.into_iter().map(event).collect());
        }
    }

    /// The card in a space.
    pub(super) fn at(&self, cell: Cell) -> Option<Source> {
        self.board.get(cell).map(|piece| Source::piece(cell, piece))
    }

    fn end_turn(&mut self, seat: Seat) {
        let side = self.side_mut(seat);
        side.turns = side.turns.saturating_add(1);
        self.lasting.clear();
        self.acted.clear();
        self.reactions = 0;
        if SEATS.into_iter().any(|seat| self.points(seat) >= GOAL) || self.passes >= 2 {
            let winner = self.leader();
            self.phase = Phase::Over { winner };
        } else {
            self.phase = Phase::Turn { seat: opponent(seat), step: Step::Draw };
        }
    }

    /// Who has most points, and among equals most cards in play (Rulings, ConCardia Arrow 6).
    pub(super) fn leader(&self) -> Option<Seat> {
        let [south, north] = SEATS.map(|seat| (self.points(seat), self.on_the_board(seat)));
        match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(Seat::P1),
            std::cmp::Ordering::Less => Some(Seat::P2),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether cards leave together, some of which still lie there.
    fn is_amid(&self) -> bool {
        let unfinished = |frame: &Frame| matches!(frame, Frame::Run(Run { stage: Stage::Doing { left, .. }, .. }) if *left != [0, 0]);
        let collecting = matches!(&self.phase, Phase::Turn { step: Step::Collect { due, .. }, .. } if !due.is_empty());
        collecting || self.stack.iter().any(unfinished)
    }

    /// Whether somebody has lost by having no card on the Board at any time after the third turn, and be it before others can react.
    fn ends_by_an_empty_board(&mut self) -> bool {
        let lost = SEATS.map(|seat| self.side(seat).turns >= SAFE_TURNS && self.on_the_board(seat) == 0);
        let winner = match lost {
            [false, false] => return false,
            _ if self.is_amid() => return false,
            [true, false] => Some(Seat::P2),
            [false, true] => Some(Seat::P1),
            [true, true] => self.leader(),
        };
        self.stack.clear();
        self.phase = Phase::Over { winner };
        true
    }

    /// Puts an ability that goes on back on top of the stack.
    pub(super) fn set_run(&mut self, run: Run) {
        if let Some(top @ Frame::Run(_)) = self.stack.last_mut() {
            *top = Frame::Run(run);
        }
    }

    fn run_on(&mut self, mut run: Run) -> bool {
        match run.stage {
            Stage::Asking => match run.answer.take() {
                None => return false,
                Some(0) => {
                    self.stack.pop();
                }
                Some(_) => {
                    run.stage = Stage::Paying;
                    self.set_run(run);
                }
            },
            Stage::Paying if run.unpaid > 0 => return false,
            Stage::Paying => {
                run.stage = Stage::Next { step: 0 };
                let event = Happening { kind: Kind::Activated(run.text), card: Some(run.source), by: run.seat };
                self.set_run(run);
                self.announce(vec![event]);
            }
            Stage::Next { step } => return self.begin(run, step),
            Stage::Doing { step, left, ref among } => {
                let over = left == [0, 0]
                    || self.sentence(&run, step).is_none_or(|sentence| self.wants_of(&run, sentence, left, among).is_empty());
                if !over {
                    return false;
                }
                self.next_step(run, step);
            }
            Stage::Leaving => {
                if run.source.place == Place::Hand {
                    return false;
                }
                self.stack.pop();
            }
        }
        true
    }

    /// Goes on with the step behind this one.
    pub(super) fn next_step(&mut self, mut run: Run, step: u8) {
        run.answer = None;
        run.stage = Stage::Next { step: step.saturating_add(1) };
        self.set_run(run);
    }

    /// Looks at a step: asks what it must ask, does at once what needs no act, and else says what is left to do.
    fn begin(&mut self, mut run: Run, step: u8) -> bool {
        let setup = std::sync::Arc::clone(&self.setup);
        let steps = run.source.text(&setup, run.text).and_then(ability).map_or(&[][..], |(ability, _)| &ability.steps);
        let Some(sentence) = steps.get(usize::from(step)).filter(|_| !run.cancelled) else {
            run.stage = Stage::Leaving;
            self.set_run(run);
            return true;
        };
        if question(sentence).is_some() && run.answer.is_none() {
            return false;
        }
        if !self.holds(&run, sentence.condition.as_ref()) {
            self.next_step(run, step);
            return true;
        }
        let among = self.candidates(&run, sentence);
        let left = self.quota(&run, &sentence.effect, among.len());
        if needs_no_act(sentence) {
            self.do_at_once(&mut run, step, sentence, &among);
            self.next_step(run, step);
        } else {
            run.stage = Stage::Doing { step, left, among };
            self.set_run(run);
        }
        true
    }

    fn holds(&self, run: &Run, condition: Option<&Condition>) -> bool {
        let values = Values::of(self);
        condition.is_none_or(|condition| run.view(self, &values).holds(condition))
    }

    fn amount(&self, run: &Run, amount: &Amount) -> i16 {
        let values = Values::of(self);
        run.view(self, &values).amount(amount)
    }

    /// How often South and North have to do what an effect says.
    fn quota(&self, run: &Run, effect: &Effect, candidates: usize) -> [u16; 2] {
        let candidates = u16::try_from(candidates).unwrap_or(u16::MAX);
        let count = |amount: &Amount| u16::try_from(self.amount(run, amount)).unwrap_or(0);
        let mut left = [0, 0];
        let mut give = |who: Who, most: &dyn Fn(Seat) -> u16| {
            for seat in SEATS.into_iter().filter(|seat| who == Who::Both || (who == Who::You) == (*seat == run.seat)) {
                left[seat.index()] = most(seat);
            }
        };
        let wearing = |seat, on| u16::try_from(self.side(seat).worn.iter().filter(|worn| **worn != on).count()).unwrap_or(u16::MAX).min(1);
        match effect {
            Effect::Draw(who, amount) => give(*who, &|seat| count(amount).min(self.side(seat).deck)),
            Effect::Discard(who, amount) => {
                give(*who, &|seat| count(amount).min(self.spare_cards(seat)));
            }
            Effect::Recover(amount) => {
                give(Who::You, &|seat| count(amount).min(self.side(seat).discard.len().try_into().unwrap_or(u16::MAX)))
            }
            Effect::TakeOff(who) => give(*who, &|seat| wearing(seat, false)),
            Effect::PutOn(who) => give(*who, &|seat| wearing(seat, true)),
            Effect::Play(_) | Effect::PlayThis => give(Who::You, &|_| 1),
            effect => match target(effect) {
                Some(Target::Some { count: wanted, .. }) => give(Who::You, &|_| count(wanted).min(candidates)),
                _ => give(Who::You, &|_| candidates),
            },
        }
        left
    }

    /// What no act is needed for.
    fn do_at_once(&mut self, run: &mut Run, step: u8, sentence: &Sentence, among: &[u16]) {
        match &sentence.effect {
            Effect::Cancel => self.cancel(),
            Effect::ActAgain => {
                if let Phase::Turn { seat, step: turn @ Step::Capture { .. } } = &mut self.phase
                    && *seat == run.seat
                {
                    *turn = Step::Action;
                }
            }
            _ => among.iter().for_each(|id| self.affect(run, step, sentence, *id)),
        }
    }

    /// Does to a card what a step does to each of its cards without moving it.
    pub(super) fn affect(&mut self, run: &Run, step: u8, sentence: &Sentence, id: u16) {
        match &sentence.effect {
            Effect::Charge(_, amount) | Effect::Discharge(_, amount) => {
                let amount = i32::from(self.amount(run, amount).max(0));
                let by = if matches!(sentence.effect, Effect::Charge(..)) { amount } else { -amount };
                if let Some(piece) = self.piece_mut(id) {
                    piece.counters = u16::try_from((i32::from(piece.counters) + by).max(0)).unwrap_or(u16::MAX);
                }
            }
            Effect::Gain(_, _, amount) => {
                let amount = self.amount(run, amount);
                self.lasting.push(Lasting { id, by: run.source, text: run.text, step, amount });
            }
            Effect::Superior(..) => self.lasting.push(Lasting { id, by: run.source, text: run.text, step, amount: 0 }),
            _ => {}
        }
    }

    /// Cancels the ability that is being reacted to: the one below the window below the reaction.
    fn cancel(&mut self) {
        let mut below = self.stack.iter_mut().rev().skip(1);
        if let (Some(Frame::Window { .. }), Some(Frame::Run(run))) = (below.next(), below.next()) {
            run.cancelled = true;
        }
    }
}

/// Whether a step is carried out without an act: what concerns cards that nobody has to choose, and does not move them.
fn needs_no_act(sentence: &Sentence) -> bool {
    let unchosen = |target: &Target| !matches!(target, Target::Some { .. });
    match &sentence.effect {
        Effect::Cancel | Effect::ActAgain => true,
        Effect::Charge(target, _) | Effect::Discharge(target, _) | Effect::Gain(target, ..) | Effect::Superior(target, _) => {
            unchosen(target) && !sentence.may
        }
        _ => false,
    }
}

/// How an ability begins.
pub(super) fn first_stage(text: &Text) -> Stage {
    if noticed_outside(text).is_some() { Stage::Asking } else { Stage::Paying }
}
