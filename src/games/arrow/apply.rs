//! Carries out what happened.

use super::board::Piece;
use super::frame::{Frame, Happening, Kind, Run, Stage};
use super::setup::DesignNumber;
use super::state::{Phase, Step, Won};
use super::text::Effect;
use super::values::Values;
use super::wants::target;
use super::{Arrow, Carry, Cell, Move, Place, Sign, Source, Use, Zone};
use crate::table::Seat;

impl Arrow {
    pub(super) fn carry_out(&mut self, seat: Seat, action: &Move) {
        match self.judged(seat, action).map(std::borrow::Cow::into_owned) {
            Ok(state) => {
                *self = state;
                self.play(seat, action);
                self.advance();
            }
            Err(_) => self.happen(seat, action),
        }
    }

    /// What an act that breaks a rule physically does. Whoever draws or places in the other's stead goes on as if it were right, so that
    /// a table that lets it stand can play on.
    fn happen(&mut self, seat: Seat, action: &Move) {
        if matches!(self.phase, Phase::Over { .. }) || seat.index() > 1 {
            return;
        }
        *self = self.settled().into_owned();
        let Move::Carry(carry) = action else { return };
        if self.carry(seat, carry).is_none() {
            return;
        }
        self.stack.clear();
        let playing = matches!(self.phase, Phase::Turn { .. });
        match (carry.from, carry.to) {
            (Place::On(Zone::Deck(owner)), Place::Hand) if playing && owner == seat => {
                self.phase = Phase::Turn { seat, step: Step::Persistent };
            }
            (Place::Hand, Place::On(Zone::Cell(_) | Zone::Persistent(_))) if playing => {
                self.passes = 0;
                self.phase = Phase::Turn { seat, step: Step::Capture { told: Vec::new() } };
            }
            _ => {}
        }
        if let Phase::Turn { step: Step::Collect { due, .. }, .. } = &mut self.phase {
            let lying: Vec<u16> = self.board.iter().map(|(_, piece)| piece.id).collect();
            due.retain(|id| lying.contains(id));
        }
        self.starting_cards();
        self.advance();
    }

    /// A legal act, in the state that it is legal in.
    fn play(&mut self, seat: Seat, action: &Move) {
        match action {
            Move::Pass => {
                // Whoever declines another action has had one.
                if self.acted.is_empty() {
                    self.passes = self.passes.saturating_add(1);
                }
                self.phase = Phase::Turn { seat, step: Step::Capture { told: Vec::new() } };
            }
            Move::Done => {
                if let Some(Frame::Run(run)) = self.stack.last().cloned()
                    && let Stage::Doing { step, .. } = run.stage
                {
                    self.next_step(run, step);
                }
            }
            Move::Carry(carry) => self.play_carry(seat, carry),
            Move::Use(used) => self.activate(seat, used),
            Move::Choose { at, .. } => self.with_chosen(*at, |game, run, step, card| {
                if let Some(sentence) = game.sentence(run, step).cloned() {
                    game.affect(run, step, &sentence, card);
                }
            }),
            Move::Spend { at, card } => {
                let named = |piece: &Source| piece.is_named(&self.setup, *at, card.as_ref());
                let id = self.pieces().find(named).map_or(0, |piece| piece.id);
                if let Some(piece) = self.piece_mut(id) {
                    piece.counters = piece.counters.saturating_sub(1);
                    self.paid_one();
                }
            }
            Move::Answer(number) => {
                if let Some(Frame::Run(run)) = self.stack.last_mut() {
                    run.answer = Some(*number);
                }
            }
            Move::Throw(winner) => self.begin_with(*winner),
            Move::TakeOff(number) | Move::PutOn(number) => {
                let on = matches!(action, Move::PutOn(_));
                if let Some(worn) = self.side_mut(seat).worn.get_mut(usize::from(*number).saturating_sub(1)) {
                    *worn = on;
                }
                self.did(seat, None);
            }
        }
    }

    fn activate(&mut self, seat: Seat, used: &Use) {
        if let Some(design) = used.card.as_ref().filter(|_| used.at == Place::Hand).and_then(|card| self.setup.number(card)) {
            // It is shown, so from now on all know it.
            let hand = &mut self.side_mut(seat).hand;
            if !hand.known().contains_key(&design) {
                hand.reveal(design);
            }
        }
        if let Ok((run, event)) = self.reaction(seat, used) {
            self.reactions = self.reactions.saturating_add(1);
            if let (Some(event), Some(Frame::Window { used, .. })) = (event, self.stack.last_mut()) {
                used.push((run.source, run.text, event));
            }
            self.stack.push(Frame::Run(run));
            return;
        }
        if self.acting() == Some(seat) {
            if let Ok(run) = self.action(seat, used) {
                self.passes = 0;
                self.acted.push((run.source, run.text));
                self.phase = Phase::Turn { seat, step: Step::Capture { told: Vec::new() } };
                self.stack.push(Frame::Run(run));
            }
        } else if let Ok(source) = self.source_of(seat, used).or_else(|objection| {
            // An Action of the other player's card.
            let named = |card: &Source| card.is_named(&self.setup, used.at, used.card.as_ref());
            self.pieces().find(named).ok_or(objection)
        }) && let Ok(run) = self.run(seat, source, used, None)
        {
            self.did(seat, Some(source.id));
            self.stack.push(Frame::Run(run));
        }
    }

    fn play_carry(&mut self, seat: Seat, carry: &Carry) {
        if self.phase == Phase::Starting && *carry == Carry::cover(seat) {
            self.covered[seat.index().min(1)] = true;
            return;
        }
        let Some(moved) = self.carry(seat, carry) else { return };
        let here = |kind| Happening { kind, card: Some(moved), by: seat };
        match self.stack.last().cloned() {
            Some(Frame::Run(run)) => self.carried_for(run, seat, carry, moved),
            _ => match self.phase.clone() {
                Phase::Starting => self.starting_cards(),
                Phase::Turn { seat, step: Step::Draw } => self.draw_step_over(seat),
                Phase::Turn { seat: turn, step: Step::Collect { mut due, mut gone } } => {
                    due.retain(|id| *id != moved.id);
                    // It is told of where it lay.
                    gone.push(Source { place: carry.from, ..moved });
                    self.phase = Phase::Turn { seat: turn, step: Step::Collect { due, gone } };
                }
                Phase::Turn { seat: turn, .. } => {
                    self.passes = 0;
                    self.phase = Phase::Turn { seat: turn, step: Step::Capture { told: Vec::new() } };
                    if carry.to.cell().is_some() {
                        self.announce(vec![here(Kind::Played)]);
                    }
                }
                Phase::Throw | Phase::Over { .. } => {}
            },
        }
    }

    /// A card was carried for an ability.
    fn carried_for(&mut self, mut run: Run, seat: Seat, carry: &Carry, moved: Source) {
        match run.stage {
            Stage::Paying => self.paid_one(),
            Stage::Leaving => {
                self.stack.pop();
            }
            Stage::Doing { step, .. } => {
                let effect = self.sentence(&run, step).map(|sentence| sentence.effect.clone());
                if effect == Some(Effect::PlayThis) {
                    self.used_by(run.source, moved);
                    run.source = moved;
                    self.set_run(run);
                }
                let kind = match effect {
                    Some(Effect::Slide(..) | Effect::Jump(_) | Effect::Move(..)) => Some(Kind::Moved),
                    Some(Effect::Remove(_)) => Some(Kind::Removed),
                    Some(Effect::Play(_) | Effect::PlayThis) => Some(Kind::Played),
                    _ => None,
                };
                let chosen = effect.as_ref().and_then(target).map(|_| moved.id);
                self.did(seat, chosen);
                if let Some(kind) = kind {
                    // A removed card is told of where it lay.
                    let place = if kind == Kind::Removed { carry.from } else { moved.place };
                    self.announce(vec![Happening { kind, card: Some(Source { place, ..moved }), by: seat }]);
                }
            }
            Stage::Asking | Stage::Next { .. } => {}
        }
    }

    /// The reaction that a card has used goes with it to where it now lies.
    fn used_by(&mut self, card: Source, moved: Source) {
        let mut below = self.stack.iter_mut().rev().skip(1);
        if let Some(Frame::Window { used, .. }) = below.next()
            && let Some((by, ..)) = used.iter_mut().rfind(|(by, ..)| by.is(&card))
        {
            *by = moved;
        }
    }

    fn paid_one(&mut self) {
        if let Some(Frame::Run(run)) = self.stack.last_mut() {
            run.paid = run.paid.saturating_add(1);
            run.unpaid = run.unpaid.saturating_sub(1);
        }
    }

    /// A step has been done once, by a seat and perhaps with a card.
    fn did(&mut self, seat: Seat, chosen: Option<u16>) {
        if let Some(Frame::Run(Run { stage: Stage::Doing { left, among, .. }, seat: owner, .. })) = self.stack.last_mut() {
            let counted = if chosen.is_some() { *owner } else { seat };
            let left = &mut left[counted.index().min(1)];
            *left = left.saturating_sub(1);
            among.retain(|id| Some(*id) != chosen);
        }
    }

    /// A card of the Board was chosen for the step at hand.
    fn with_chosen(&mut self, at: Place, then: impl Fn(&mut Self, &Run, u8, u16)) {
        let Some(Frame::Run(run)) = self.stack.last().cloned() else { return };
        let Stage::Doing { step, among, .. } = &run.stage else { return };
        let Some(card) = self.pieces().find(|card| card.place == at && among.contains(&card.id)) else { return };
        self.did(run.seat, Some(card.id));
        then(self, &run, *step, card.id);
    }

    /// Once both starting cards lie, says who begins (ConCardia Arrow, Starting The Game).
    fn starting_cards(&mut self) {
        let faces = [Seat::P1, Seat::P2].map(|seat| self.board.get(Cell::start(seat)).map(|piece| self.setup.face(piece.design)));
        let (Phase::Starting, [Some(south), Some(north)]) = (&self.phase, faces) else { return };
        let lower = |a: i16, b: i16| match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(Seat::P1),
            std::cmp::Ordering::Greater => Some(Seat::P2),
            std::cmp::Ordering::Equal => None,
        };
        let loser = |a: Sign, b: Sign| if a.beats(b) { Some(Seat::P2) } else { b.beats(a).then_some(Seat::P1) };
        let first =
            loser(south.sign, north.sign).or_else(|| lower(south.defense, north.defense)).or_else(|| lower(south.strength, north.strength));
        match first {
            Some(first) => self.begin_with(first),
            None => self.phase = Phase::Throw,
        }
    }

    fn begin_with(&mut self, seat: Seat) {
        self.phase = Phase::Turn { seat, step: Step::Draw };
    }

    /// Takes a card from one place to another; says which it was and where it now is. What cannot happen physically changes nothing.
    fn carry(&mut self, seat: Seat, carry: &Carry) -> Option<Source> {
        let number = match &carry.card {
            Some(card) => Some(self.setup.number(card)?),
            None => None,
        };
        if carry.to.cell().is_some_and(|cell| !self.board.is_free(cell) && carry.from.cell() != Some(cell)) || !carry.can_end(seat) {
            return None;
        }
        let values = carry.from.cell().map(|_| Values::of(self));
        let points = carry.from.cell().and_then(|cell| values.as_ref()?.get(cell)).map(|value| value.points);
        let (design, owner, piece) = self.take(seat, carry.from, number)?;
        let mut moved = Source { place: carry.to, owner, design, id: piece.map_or(0, |piece| piece.id) };
        match carry.to {
            Place::Hand => self.side_mut(seat).hand.add(design),
            Place::On(Zone::Cell(cell)) => {
                let piece = self.as_piece(piece, design, owner)?;
                moved.id = piece.id;
                self.board.put(cell, piece);
            }
            Place::On(Zone::Persistent(area)) => {
                let piece = self.as_piece(piece, design, owner)?;
                moved.id = piece.id;
                self.side_mut(area).persistent.push(piece);
            }
            Place::On(Zone::Discard(pile)) => self.side_mut(pile).discard.push(design),
            Place::On(Zone::Victory(pile)) => {
                let printed = || design.map_or(1, |design| self.setup.face(design).points);
                let points = points.unwrap_or_else(printed);
                self.side_mut(pile).victory.push(Won { design, owner, points });
            }
            Place::On(Zone::Deck(pile)) => {
                let deck = &mut self.side_mut(pile).deck;
                *deck = deck.saturating_add(1);
            }
            Place::Button(_) => {}
        }
        Some(moved)
    }

    /// The card as one of the Board, with a number of its own if it has none.
    fn as_piece(&mut self, piece: Option<Piece>, design: Option<DesignNumber>, owner: Seat) -> Option<Piece> {
        let fresh = |id| design.map(|design| Piece { design, owner, id, counters: 0 });
        piece.or_else(|| {
            let piece = fresh(self.next_id)?;
            self.next_id = self.next_id.checked_add(1)?;
            Some(piece)
        })
    }

    /// Takes a card away, with whose it is.
    fn take(&mut self, seat: Seat, from: Place, number: Option<DesignNumber>) -> Option<(Option<DesignNumber>, Seat, Option<Piece>)> {
        match from {
            Place::Hand => {
                let side = self.side_mut(seat);
                if side.hand.count() == 0 {
                    return None;
                }
                side.hand.remove(number.as_ref());
                Some((number, seat, None))
            }
            Place::On(Zone::Cell(cell)) => {
                let piece = *self.board.get(cell).filter(|piece| number.is_none_or(|number| number == piece.design))?;
                self.board.take(cell);
                Some((Some(piece.design), piece.owner, Some(piece)))
            }
            Place::On(Zone::Persistent(area)) => {
                let pile = &mut self.side_mut(area).persistent;
                let at = pile.iter().position(|piece| number.is_none_or(|number| number == piece.design))?;
                let piece = pile.remove(at);
                Some((Some(piece.design), piece.owner, Some(piece)))
            }
            Place::On(Zone::Discard(pile)) => {
                let pile_of = &mut self.side_mut(pile).discard;
                // The topmost that it can be.
                let at = pile_of.iter().rposition(|card| number.is_none() || card.is_none() || *card == number)?;
                Some((pile_of.remove(at).or(number), pile, None))
            }
            Place::On(Zone::Victory(pile)) => {
                let top = self.side_mut(pile).victory.pop()?;
                Some((top.design.or(number), top.owner, None))
            }
            Place::On(Zone::Deck(pile)) => {
                let deck = &mut self.side_mut(pile).deck;
                *deck = deck.checked_sub(1)?;
                Some((number, pile, None))
            }
            Place::Button(_) => None,
        }
    }
}

impl Carry {
    /// Whether a card can physically come to where it is said to have come.
    fn can_end(&self, seat: Seat) -> bool {
        let seated = |place: Place| place.zone().and_then(Zone::owner).is_none_or(|owner| owner.index() < 2);
        let a_button = |place: Place| matches!(place, Place::Button(_));
        let hidden_onto_the_board = self.card.is_none() && matches!(self.from, Place::Hand | Place::On(Zone::Deck(_)));
        let onto_the_board = matches!(self.to, Place::On(Zone::Cell(_) | Zone::Persistent(_)));
        seat.index() < 2
            && seated(self.from)
            && seated(self.to)
            && !a_button(self.from)
            && !a_button(self.to)
            && self.from != self.to
            && !(hidden_onto_the_board && onto_the_board)
    }
}
