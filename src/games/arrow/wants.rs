//! What is awaited of whom.

use super::frame::{Frame, Run, Stage, ability};
use super::select::aside;
use super::setup::{DesignNumber, SEATS};
use super::state::{Phase, Step};
use super::text::{Condition, Doing, Effect, Event, Measure, Space, Step as Sentence, Target, Text};
use super::values::Values;
use super::{Arrow, Cell, Direction, Place, Source, Zone};
use crate::table::Seat;

/// Largest number that the operator can answer.
pub const MOST_ANSWER: u16 = 20;

/// Something that a seat can do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Want {
    /// A card from one place to another; `None` for one that stays hidden.
    Carry { seat: Seat, from: Place, to: Place, design: Option<DesignNumber> },
    /// A card from the hand, one of these, to one of these places.
    FromHand { seat: Seat, to: Vec<Place>, designs: Vec<DesignNumber> },
    /// A starting card, face down.
    Cover { seat: Seat },
    /// A card of the Board.
    Choose { seat: Seat, card: Source },
    /// A charge counter of a card of the Board.
    Spend { seat: Seat, card: Source },
    /// An Action of a card.
    Activate { seat: Seat, card: Source, text: u8 },
    /// A button to take off, or to put on.
    Button { seat: Seat, number: u8, on: bool },
    /// The operator's answer, given for the seat that asks.
    Answer { seat: Seat },
    /// The winner of a Rock Paper Scissors that is played out.
    Throw,
}

/// What is awaited while no event waits for reactions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Awaited {
    pub wants: Vec<Want>,
    /// Who may do no more of it.
    pub may_stop: Option<Seat>,
}

impl Arrow {
    /// What is awaited, but for the choice of an action.
    pub(super) fn awaited(&self) -> Awaited {
        if let Some(Frame::Run(run)) = self.stack.last() {
            return self.awaited_by(run);
        }
        let wants = match &self.phase {
            Phase::Starting => SEATS.into_iter().flat_map(|seat| self.starting(seat)).collect(),
            Phase::Throw => vec![Want::Throw],
            Phase::Turn { seat, step: Step::Draw } => vec![self.drawing(*seat)],
            Phase::Turn { step: Step::Collect { due, .. }, .. } => due.iter().flat_map(|id| self.collecting(*id)).collect(),
            Phase::Turn { .. } | Phase::Over { .. } => Vec::new(),
        };
        Awaited { wants, may_stop: None }
    }

    /// A starting card may be laid face down first; then it is not turned up before the other one lies.
    fn starting(&self, seat: Seat) -> Vec<Want> {
        let is_up = |seat: Seat| !self.board.is_free(Cell::start(seat));
        let is_covered = |seat: Seat| self.covered[seat.index().min(1)];
        let other = super::setup::opponent(seat);
        let up = Want::FromHand { seat, to: vec![Cell::start(seat).into()], designs: self.holdable(seat, |_| true) };
        match (is_up(seat), is_covered(seat)) {
            (true, _) => Vec::new(),
            (false, false) => vec![up, Want::Cover { seat }],
            (false, true) if is_up(other) || is_covered(other) => vec![up],
            (false, true) => Vec::new(),
        }
    }

    fn drawing(&self, seat: Seat) -> Want {
        Want::Carry { seat, from: Zone::Deck(seat).into(), to: Place::Hand, design: None }
    }

    /// A captured card goes to its captor's pile, whoever's hand carries it.
    fn collecting(&self, id: u16) -> impl Iterator<Item = Want> {
        self.by_id(id).into_iter().flat_map(|card| {
            let captor = super::setup::opponent(card.owner);
            let to = Zone::Victory(captor).into();
            [captor, card.owner].map(|seat| Want::Carry { seat, from: card.place, to, design: card.design })
        })
    }

    /// Designs that a seat may hold and that fit.
    pub(super) fn holdable(&self, seat: Seat, fits: impl Fn(DesignNumber) -> bool) -> Vec<DesignNumber> {
        self.setup.numbers().filter(|design| fits(*design) && self.could_hold(seat, *design)).collect()
    }

    fn awaited_by(&self, run: &Run) -> Awaited {
        let seat = run.seat;
        let wants = match &run.stage {
            Stage::Asking => vec![Want::Answer { seat }],
            Stage::Paying => {
                let discards = Want::FromHand { seat, to: vec![Zone::Discard(seat).into()], designs: self.holdable(seat, |_| true) };
                let counters = self.pieces().filter(|card| card.owner == seat && self.counters(card.id) > 0);
                std::iter::once(discards).chain(counters.map(|card| Want::Spend { seat, card })).collect()
            }
            Stage::Next { .. } => vec![Want::Answer { seat }],
            Stage::Leaving => {
                let to = Zone::Discard(seat).into();
                vec![Want::FromHand { seat, to: vec![to], designs: run.source.design.into_iter().collect() }]
            }
            Stage::Doing { step, left, among } => {
                let Some(sentence) = self.sentence(run, *step) else { return Awaited::default() };
                let may_stop = Some(seat).filter(|_| may_stop(sentence));
                return Awaited { wants: self.wants_of(run, sentence, *left, among), may_stop };
            }
        };
        Awaited { wants, may_stop: None }
    }

    /// A step of an ability.
    pub(super) fn sentence(&self, run: &Run, step: u8) -> Option<&Sentence> {
        let (ability, _) = run.source.text(&self.setup, run.text).and_then(ability)?;
        ability.steps.get(usize::from(step))
    }

    pub(super) fn wants_of(&self, run: &Run, sentence: &Sentence, left: [u16; 2], among: &[u16]) -> Vec<Want> {
        let values = Values::of(self);
        let view = run.view(self, &values);
        let seat = run.seat;
        // Whoever has something left, who activated it first.
        let next = [seat, super::setup::opponent(seat)].into_iter().find(|seat| left[seat.index().min(1)] > 0);
        let Some(next) = next else { return Vec::new() };
        let cards = || among.iter().filter_map(|id| self.by_id(*id));
        let movable = || {
            cards().filter(|card| card.place.cell().and_then(|cell| values.get(cell)).is_some_and(|value| !value.cannot_be(Doing::Moved)))
        };
        let carried = |card: Source, to: Place| Want::Carry { seat: next, from: card.place, to, design: card.design };
        let moved = |card: Source, to: Vec<Cell>| to.into_iter().map(move |cell| carried(card, cell.into())).collect::<Vec<_>>();
        match &sentence.effect {
            Effect::Draw(..) => vec![self.drawing(next)],
            Effect::Discard(..) => {
                vec![Want::FromHand { seat: next, to: vec![Zone::Discard(next).into()], designs: self.holdable(next, |_| true) }]
            }
            Effect::Recover(_) => {
                let from = Zone::Discard(next).into();
                self.side(next)
                    .discard
                    .last()
                    .map(|top| Want::Carry { seat: next, from, to: Place::Hand, design: *top })
                    .into_iter()
                    .collect()
            }
            Effect::Slide(_, spaces) => movable().flat_map(|card| moved(card, self.slides(card, *spaces))).collect(),
            Effect::Jump(_) => movable().flat_map(|card| moved(card, self.jumps(card))).collect(),
            Effect::Move(_, space) => {
                let free = Cell::all().filter(|cell| self.board.is_free(*cell));
                let beside = |cell: &Cell, card: &Source| card.place.cell().is_some_and(|other| cell.is_beside(other));
                let to: Vec<Cell> = match space {
                    Space::Any => free.collect(),
                    Space::BesideThis => free.filter(|cell| view.this().is_some_and(|this| beside(cell, &this))).collect(),
                    Space::Beside(filter) => free.filter(|cell| view.all(filter).any(|card| beside(cell, &card))).collect(),
                };
                movable().flat_map(|card| moved(card, to.clone())).collect()
            }
            // Onto its owner's pile, whoever's hand carries it.
            Effect::Remove(_) => {
                let carried =
                    |card: Source, seat| Want::Carry { seat, from: card.place, to: Zone::Discard(card.owner).into(), design: card.design };
                cards().flat_map(|card| SEATS.map(|seat| carried(card, seat))).collect()
            }
            Effect::Return(_) => {
                cards().map(|card| Want::Carry { seat: card.owner, from: card.place, to: Place::Hand, design: card.design }).collect()
            }
            Effect::Play(filter) => {
                let fits = |design| view.fits(filter, &Source { place: Place::Hand, owner: seat, design: Some(design), id: 0 });
                let designs = self.holdable(seat, fits);
                let to: Vec<Place> = self.board.open().map(Place::from).collect();
                if to.is_empty() || designs.is_empty() { Vec::new() } else { vec![Want::FromHand { seat, to, designs }] }
            }
            Effect::PlayThis => {
                let Some(design) = run.source.design else { return Vec::new() };
                let to: Vec<Place> = self.board.open().map(Place::from).collect();
                // A card that has just been removed lies on its owner's Discard Pile.
                let pile = Zone::Discard(run.source.owner);
                let removed =
                    run.source.id > 0 && self.by_id(run.source.id).is_none() && self.side(run.source.owner).discard.contains(&Some(design));
                let place = if removed { pile.into() } else { run.source.place };
                match place {
                    Place::Hand if !to.is_empty() => vec![Want::FromHand { seat, to, designs: vec![design] }],
                    Place::On(from @ Zone::Discard(_)) => {
                        to.into_iter().map(|to| Want::Carry { seat, from: from.into(), to, design: Some(design) }).collect()
                    }
                    _ => Vec::new(),
                }
            }
            Effect::Charge(..) | Effect::Discharge(..) | Effect::Gain(..) | Effect::Superior(..) => {
                cards().map(|card| Want::Choose { seat, card }).collect()
            }
            Effect::Activate(_) => {
                cards().flat_map(|card| self.actions_of(card).map(move |text| Want::Activate { seat, card, text })).collect()
            }
            Effect::TakeOff(_) | Effect::PutOn(_) => {
                let on = matches!(sentence.effect, Effect::PutOn(_));
                let buttons = (1..).zip(&self.side(next).worn).filter(|(_, worn)| **worn != on);
                buttons.map(|(number, _)| Want::Button { seat: next, number, on }).collect()
            }
            Effect::Cancel | Effect::ActAgain => Vec::new(),
        }
    }

    fn actions_of(&self, card: Source) -> impl Iterator<Item = u8> {
        let texts = (1..).zip(card.texts(&self.setup));
        texts.filter(|(_, text)| matches!(text, Text::Action(_))).map(|(number, _)| number)
    }

    /// Spaces that a card reaches over free spaces in at most so many steps (Special Terms, Slide).
    fn slides(&self, card: Source, spaces: u8) -> Vec<Cell> {
        let Some(start) = card.place.cell() else { return Vec::new() };
        let mut reached = vec![start];
        let mut edge = vec![start];
        for _ in 0..spaces {
            let next: Vec<Cell> = edge.iter().flat_map(|cell| cell.neighbours()).filter(|cell| self.board.is_free(*cell)).collect();
            edge.clear();
            for cell in next {
                if !reached.contains(&cell) {
                    reached.push(cell);
                    edge.push(cell);
                }
            }
        }
        reached.split_off(1)
    }

    /// Free spaces right behind a card beside it (Special Terms, Jump).
    fn jumps(&self, card: Source) -> Vec<Cell> {
        let over = |way: Direction| {
            let behind = card.place.cell()?.towards(way).filter(|over| !self.board.is_free(*over))?.towards(way)?;
            self.board.is_free(behind).then_some(behind)
        };
        Direction::ALL.into_iter().filter_map(over).collect()
    }

    /// Ids of the cards that a target can mean, as a step begins.
    pub(super) fn candidates(&self, run: &Run, sentence: &Sentence) -> Vec<u16> {
        let values = Values::of(self);
        let view = run.view(self, &values);
        let Some(target) = target(&sentence.effect) else { return Vec::new() };
        let found: Vec<Source> = match target {
            Target::This => view.this().into_iter().collect(),
            Target::That => view.that().into_iter().collect(),
            Target::Some { of, .. } | Target::Each(of) => view.all(of).collect(),
        };
        let removable =
            |card: &Source| card.place.cell().and_then(|cell| values.get(cell)).is_none_or(|value| !value.cannot_be(Doing::Removed));
        let is_removal = matches!(sentence.effect, Effect::Remove(_));
        let only_in_play = matches!(sentence.effect, Effect::Slide(..) | Effect::Jump(_) | Effect::Move(..));
        found
            .into_iter()
            .filter(|card| (!is_removal || removable(card)) && (!only_in_play || aside(card.place).is_none()))
            .map(|card| card.id)
            .collect()
    }
}

/// Whether a sentence may be left before all of it is done.
fn may_stop(sentence: &Sentence) -> bool {
    sentence.may || matches!(target(&sentence.effect), Some(Target::Some { up_to: true, .. }))
}

/// The cards that an effect is done to.
pub(super) const fn target(effect: &Effect) -> Option<&Target> {
    match effect {
        Effect::Slide(target, _)
        | Effect::Jump(target)
        | Effect::Move(target, _)
        | Effect::Remove(target)
        | Effect::Return(target)
        | Effect::Charge(target, _)
        | Effect::Discharge(target, _)
        | Effect::Gain(target, ..)
        | Effect::Superior(target, _)
        | Effect::Activate(target) => Some(target),
        _ => None,
    }
}

/// What the operator must be asked before a sentence can be done.
pub(super) fn question(sentence: &Sentence) -> Option<&str> {
    if let Some(Condition::Outside(question)) = &sentence.condition {
        return Some(question);
    }
    let amounts = match &sentence.effect {
        Effect::Draw(_, amount) | Effect::Discard(_, amount) | Effect::Recover(amount) => Some(amount),
        Effect::Charge(_, amount) | Effect::Discharge(_, amount) | Effect::Gain(_, _, amount) => Some(amount),
        _ => None,
    };
    let counted = match target(&sentence.effect) {
        Some(Target::Some { count, .. }) => Some(count),
        _ => None,
    };
    amounts.into_iter().chain(counted).find_map(|amount| if let Measure::Outside(question) = &amount.of { Some(&**question) } else { None })
}

/// What the operator must be asked before a reaction can be used.
pub(super) fn noticed_outside(text: &Text) -> Option<&str> {
    match text {
        Text::Reaction { event: Event::Outside(question), .. } => Some(question),
        _ => None,
    }
}
