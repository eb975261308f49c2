//! Judges an act.

use super::capture::pressure;
use super::frame::{Frame, Stage};
use super::setup::{DesignNumber, SEATS, opponent};
use super::state::{Phase, Step};
use super::text::Doing;
use super::values::Values;
use super::wants::{MOST_ANSWER, Want};
use super::{Arrow, Carry, Cell, Lies, Move, Objection, Place, Use, Zone};
use crate::cards::CardId;
use crate::table::Seat;
use std::borrow::Cow;

impl Arrow {
    /// The state in which an act is legal: this one, or one in which events that nobody reacts to have passed.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub(super) fn judged(&self, seat: Seat, action: &Move) -> Result<Cow<'_, Self>, Objection> {
        if !SEATS.contains(&seat) {
            return Err(Objection::NotSeated { seat });
        }
        if matches!(self.phase, Phase::Over { .. }) {
            return Err(Objection::AfterEnd);
        }
        let mut settled = Cow::Borrowed(self);
        for state in self.layers() {
            if let Move::Use(used) = action {
                match state.reaction(seat, used) {
                    Ok(_) => return Ok(state),
                    Err(objection @ Objection::ReactedAlready { .. }) => return Err(objection),
                    Err(_) => {}
                }
            }
            settled = state;
        }
        settled.judge(seat, action)?;
        Ok(settled)
    }

    /// This state, then those in which nobody has reacted to the events at hand, until there are none.
    pub(super) fn layers(&self) -> impl Iterator<Item = Cow<'_, Self>> {
        std::iter::successors(Some(Cow::Borrowed(self)), |state| state.passed_over().map(Cow::Owned))
    }

    /// The state once nobody reacts to anything at hand.
    pub(super) fn settled(&self) -> Cow<'_, Self> {
        self.layers().last().unwrap_or(Cow::Borrowed(self))
    }

    /// The state once nobody reacts to the events at hand; `None` when there are none.
    fn passed_over(&self) -> Option<Self> {
        let Some(Frame::Window { .. }) = self.stack.last() else { return None };
        let mut next = self.clone();
        next.stack.pop();
        next.advance();
        Some(next)
    }

    /// Whose action is awaited.
    pub(super) fn acting(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat, step: Step::Action } if self.stack.is_empty() => Some(seat),
            _ => None,
        }
    }

    fn judge(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        match action {
            Move::Pass => self.judge_pass(seat),
            Move::Carry(carry) => self.judge_carry(seat, carry),
            Move::Use(used) => self.judge_use(seat, used),
            Move::Done => {
                let may_stop = self.awaited().may_stop == Some(seat);
                if may_stop { Ok(()) } else { Err(self.unfinished_or(Objection::NothingTo { what: "leave" })) }
            }
            Move::Choose { at, card } => {
                let fits = |want: &Want| matches!(want, Want::Choose { seat: by, card: wanted } if *by == seat && wanted.is_named(&self.setup, *at, card.as_ref()));
                self.wanted(fits, "choose")
            }
            Move::Spend { at, card } => {
                let fits = |want: &Want| matches!(want, Want::Spend { seat: by, card: wanted } if *by == seat && wanted.is_named(&self.setup, *at, card.as_ref()));
                self.wanted(fits, "pay for with a charge counter")
            }
            Move::Answer(number) => {
                self.wanted(|want| matches!(want, Want::Answer { seat: by } if *by == seat && *number <= MOST_ANSWER), "answer")
            }
            Move::Throw(winner) => self.wanted(|want| *want == Want::Throw && SEATS.contains(winner), "throw for"),
            Move::TakeOff(button) => self.wanted(|want| *want == Want::Button { seat, number: *button, on: false }, "take off"),
            Move::PutOn(button) => self.wanted(|want| *want == Want::Button { seat, number: *button, on: true }, "put on"),
        }
    }

    fn wanted(&self, fits: impl Fn(&Want) -> bool, what: &'static str) -> Result<(), Objection> {
        if self.awaited().wants.iter().any(fits) { Ok(()) } else { Err(self.unfinished_or(Objection::NothingTo { what })) }
    }

    /// What must be done first, or else this.
    pub(super) fn unfinished_or(&self, otherwise: Objection) -> Objection {
        let awaited = self.awaited();
        if awaited.wants.is_empty() { otherwise } else { self.due_first(&awaited.wants) }
    }

    /// The objection that something else is due.
    fn due_first(&self, wants: &[Want]) -> Objection {
        match &self.phase {
            Phase::Turn { step: Step::Collect { .. }, .. } if self.stack.is_empty() => self.missed_capture(),
            Phase::Turn { seat, step: Step::Draw } if self.stack.is_empty() => Objection::NotDrawn { seat: *seat },
            _ => Objection::Unfinished { awaited: wants.first().map_or_else(String::new, |want| self.shown_want(want)) },
        }
    }

    fn missed_capture(&self) -> Objection {
        let Phase::Turn { step: Step::Collect { due, .. }, .. } = &self.phase else { return Objection::AfterEnd };
        let due: Vec<_> = due.iter().filter_map(|id| self.by_id(*id)).collect();
        let by = due.first().map_or(Seat::P1, |card| opponent(card.owner));
        let of_one = due.iter().filter(|card| opponent(card.owner) == by);
        Objection::MissedCapture { cards: of_one.map(|card| format!("{} on {}", self.title(card.design), card.place)).collect(), by }
    }

    fn judge_pass(&self, seat: Seat) -> Result<(), Objection> {
        match self.acting() {
            Some(turn) if turn == seat => Ok(()),
            Some(turn) => Err(Objection::OutOfTurn { seat, turn }),
            None => Err(self.unfinished_or(Objection::NothingTo { what: "pass" })),
        }
    }

    fn judge_use(&self, seat: Seat, used: &Use) -> Result<(), Objection> {
        let names = |card: &super::Source| card.is_named(&self.setup, used.at, used.card.as_ref());
        let awaited = self.awaited();
        let activates = |want: &Want| match want {
            Want::Activate { seat: by, card, text } if *by == seat && *text == used.text && names(card) => Some(*card),
            _ => None,
        };
        if let Some(card) = awaited.wants.iter().find_map(activates) {
            return self.run(seat, card, used, None).map(drop);
        }
        match self.acting() {
            Some(turn) if turn == seat => match self.action(seat, used) {
                // Its own objection says more of a reaction.
                Err(Objection::NothingToReactTo { .. }) => self.reaction(seat, used).map(drop),
                judged => judged.map(drop),
            },
            acting => match self.reaction(seat, used) {
                // No reaction at all.
                Err(Objection::NotNow { .. }) => Err(match acting {
                    Some(turn) => Objection::OutOfTurn { seat, turn },
                    None => self.unfinished_or(Objection::NothingTo { what: "activate" }),
                }),
                judged => judged.map(drop),
            },
        }
    }

    fn judge_carry(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let awaited = self.awaited();
        if awaited.wants.contains(&Want::Cover { seat }) && *carry == Carry::cover(seat) {
            return Ok(());
        }
        let number = carry.card.as_ref().map(|card| self.number_of(card)).transpose()?;
        if awaited.wants.iter().any(|want| fits(want, seat, carry, number)) {
            let drawn = number.filter(|_| matches!(carry.from, Place::On(Zone::Deck(_))));
            return match drawn.filter(|design| self.hidden_copies(seat, *design) == 0) {
                Some(design) => Err(self.cannot_hold(seat, design)),
                None => self.lies_right(seat, carry),
            };
        }
        if let Some(design) = number
            && let (Place::On(Zone::Cell(cell)), Place::On(pile @ (Zone::Victory(_) | Zone::Discard(_)))) = (carry.from, carry.to)
            && (matches!(pile, Zone::Victory(_)) || self.is_captured(cell))
        {
            return Err(self.wrong_capture(cell, design, carry.to));
        }
        if carry.from == Place::Hand && carry.to.zone().is_some() && self.is_due_from_hand(seat, carry, &awaited.wants) {
            // What was not read may be what is awaited.
            return number.map_or_else(|| self.lies_right(seat, carry), |design| Err(self.cannot_hold(seat, design)));
        }
        match (&self.phase, self.acting()) {
            (_, Some(turn)) if turn == seat => self.judge_action(seat, carry, number),
            (_, Some(turn)) => Err(self.out_of_turn(seat, turn)),
            (Phase::Starting, None) if carry.from == Place::Hand && carry.to.cell() != Some(Cell::start(seat)) => {
                Err(Objection::NotTheStart { at: carry.to, wanted: Cell::start(seat) })
            }
            (Phase::Turn { seat: turn, step: Step::Draw }, None) if *turn != seat && self.stack.is_empty() => {
                Err(self.out_of_turn(seat, *turn))
            }
            _ if awaited.wants.is_empty() => Err(Objection::NothingTo { what: "carry" }),
            _ => Err(self.due_first(&awaited.wants)),
        }
    }

    fn out_of_turn(&self, seat: Seat, turn: Seat) -> Objection {
        let before = self.side(seat).turns > 0 && matches!(self.phase, Phase::Turn { step: Step::Draw, .. });
        if before { Objection::SecondAction { seat, turn } } else { Objection::OutOfTurn { seat, turn } }
    }

    /// Whether a card of the hand is awaited at this place, only not this one.
    fn is_due_from_hand(&self, seat: Seat, carry: &Carry, wants: &[Want]) -> bool {
        let there = |want: &Want| matches!(want, Want::FromHand { seat: by, to, .. } if *by == seat && to.contains(&carry.to));
        let leaving = matches!(self.stack.last(), Some(Frame::Run(run)) if run.stage == Stage::Leaving);
        !leaving && wants.iter().any(there)
    }

    fn judge_action(&self, seat: Seat, carry: &Carry, number: Option<DesignNumber>) -> Result<(), Objection> {
        match (carry.from, carry.to) {
            (Place::Hand, Place::On(Zone::Cell(cell))) => {
                let design = self.held(seat, carry, number)?;
                if let Some(there) = self.at(cell) {
                    return Err(Objection::Occupied { at: cell, there: self.title(there.design) });
                }
                if cell.neighbours().all(|near| self.board.is_free(near)) {
                    return Err(Objection::NotTouching { card: self.title(Some(design)), at: cell });
                }
                self.lies_right(seat, carry)
            }
            (Place::Hand, Place::On(Zone::Persistent(owner))) => {
                let design = self.held(seat, carry, number)?;
                let face = self.setup.face(design);
                if owner != seat {
                    return Err(Objection::NotYours { seat, owner, what: "the Persistent Area".into() });
                }
                if !face.is_persistent() {
                    return Err(Objection::NotPersistent { card: face.name.clone() });
                }
                if self.side(seat).persistent.iter().any(|piece| self.setup.face(piece.design).name == face.name) {
                    return Err(Objection::SameNameThere { seat, card: face.name.clone() });
                }
                self.lies_right(seat, carry)
            }
            (Place::On(Zone::Deck(owner)), Place::Hand) if owner == seat => Err(Objection::DrawnAlready { seat }),
            (from, to) => match from.zone().and_then(Zone::owner).filter(|owner| *owner != seat) {
                Some(owner) => Err(Objection::NotYours { seat, owner, what: from.to_string() }),
                None => Err(Objection::Unfounded { card: self.title(number), from, to }),
            },
        }
    }

    fn held(&self, seat: Seat, carry: &Carry, number: Option<DesignNumber>) -> Result<DesignNumber, Objection> {
        let design = number.ok_or(if carry.lies == Lies::FaceDown {
            Objection::FaceDown { at: carry.to }
        } else {
            Objection::Unread { at: carry.to }
        })?;
        if self.could_hold(seat, design) { Ok(design) } else { Err(self.cannot_hold(seat, design)) }
    }

    fn lies_right(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        let card = || self.shown(carry.card.as_ref());
        // Whose top points away from whom matters on the grid alone.
        match (carry.lies, carry.to) {
            (Lies::FaceDown, Place::On(_)) => Err(Objection::FaceDown { at: carry.to }),
            (Lies::Sideways, Place::On(Zone::Cell(_))) => Err(Objection::Sideways { card: card() }),
            (Lies::Turned, Place::On(Zone::Cell(_))) => {
                let owner = carry.from.cell().and_then(|cell| self.board.get(cell)).map_or(seat, |piece| piece.owner);
                Err(Objection::WrongWayRound { card: card(), seat: owner, owner: opponent(owner) })
            }
            _ => Ok(()),
        }
    }

    fn number_of(&self, card: &CardId) -> Result<DesignNumber, Objection> {
        self.setup.number(card).ok_or_else(|| Objection::Foreign { card: card.to_string() })
    }

    pub(super) fn cannot_hold(&self, seat: Seat, design: DesignNumber) -> Objection {
        let why = match (self.setup.copies(seat, design), self.hidden_copies(seat, design)) {
            (0, _) => "the deck has none",
            (_, 0) => "every copy lies elsewhere",
            _ => "every card of the hand is known to be another",
        };
        Objection::CannotHold { seat, card: self.title(Some(design)), why }
    }

    /// Whether the card there has been captured and is to be collected.
    fn is_captured(&self, at: Cell) -> bool {
        let Phase::Turn { step: Step::Collect { due, .. }, .. } = &self.phase else { return false };
        self.at(at).is_some_and(|there| due.contains(&there.id))
    }

    fn wrong_capture(&self, at: Cell, design: DesignNumber, to: Place) -> Objection {
        let card = self.title(Some(design));
        let Some(there) = self.at(at).filter(|there| there.design == Some(design)) else {
            return Objection::NotThere { card, at: at.into() };
        };
        if self.is_captured(at) {
            return Objection::WrongPile { card, by: opponent(there.owner), to };
        }
        let values = Values::of(self);
        let defense = values.get(at).map_or(0, |value| value.defense);
        let why = match pressure(&self.board, &values, at) {
            _ if values.get(at).is_some_and(|value| value.cannot_be(Doing::Captured)) => "a text forbids it".to_owned(),
            None => "no superior arrow points at it".to_owned(),
            Some(sum) if sum < i32::from(defense) => format!("{sum} Strength bears on its Defense of {defense}"),
            Some(_) => "the Capture Step has not come".to_owned(),
        };
        Objection::WrongCapture { card, at, why }
    }
}

/// Whether a carry is one that is awaited.
fn fits(want: &Want, seat: Seat, carry: &Carry, number: Option<DesignNumber>) -> bool {
    match want {
        Want::Carry { seat: by, from, to, design } => {
            let same = match design {
                Some(_) => *design == number,
                // A draw stays hidden, or is shown by who plays with open cards.
                None => true,
            };
            (*by, *from, *to) == (seat, carry.from, carry.to) && same
        }
        Want::FromHand { seat: by, to, designs } => {
            *by == seat && carry.from == Place::Hand && to.contains(&carry.to) && number.is_some_and(|design| designs.contains(&design))
        }
        _ => false,
    }
}
