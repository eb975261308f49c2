//! Judging: what cannot have happened, then what the round and the seat's dues forbid, then the act's own rules, then warnings.

use super::{Elements, Move, Objection, Phase, Place};
use crate::games::Act;
use crate::table::Seat;

impl Elements {
    /// The first rule that speaks against an act.
    pub(super) fn judge(&self, act: &Act<Move>) -> Result<(), Objection> {
        let (seat, seats) = (act.seat, self.setup.seats);
        if !seats.contains(seat) {
            return Err(Objection::NotSeated { seat, seats: seats.count() });
        }
        self.judge_round(seat, &act.action)?;
        self.judge_possible(act)?;
        self.judge_start(seat, &act.action)?;
        if self.phase == Phase::Playing && !act.action.is_about_the_game() {
            self.judge_dues(seat, &act.action)?;
        }
        if self.phase == Phase::Playing || act.action.is_of_the_island() {
            self.judge_rules(act)?;
        }
        self.judge_verification(act)?;
        self.judge_warnings(act)
    }

    /// Acts that mean nothing at this point of the round.
    fn judge_round(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let not_now = |why| Err(Objection::NotNow { why });
        let starting = matches!(self.phase, Phase::Dealt { .. } | Phase::Halted { .. });
        match action {
            Move::Deal => match self.phase {
                Phase::Over { .. } if seat == self.setup.dealer => Ok(()),
                Phase::Over { .. } => Err(Objection::NotDealer { seat, dealer: self.setup.dealer }),
                _ => not_now("a new round is dealt when this one is won"),
            },
            _ if matches!(self.phase, Phase::Over { .. }) => Err(Objection::AfterEnd { seat }),
            Move::Go if !starting => not_now("play has started already"),
            Move::Touch(touch) if touch.at == Place::Centre && !starting => {
                not_now("the middle of the Ocean is touched only to start play")
            }
            Move::Verify { .. } if self.phase != (Phase::Fire { by: seat }) => not_now("this seat has not called Fire"),
            Move::Halt { .. } | Move::Dibs { .. } if self.phase != Phase::Playing => not_now("that has a meaning only during play"),
            Move::Release | Move::Show { .. } if matches!(self.phase, Phase::Fire { .. }) => {
                not_now("play has stopped for the verification")
            }
            Move::Award { .. } if !matches!(self.phase, Phase::Playing | Phase::Halted { .. }) => {
                not_now("a claim is awarded during play or a halt")
            }
            _ => Ok(()),
        }
    }

    /// Acts before the start, in a halt and after the call of Fire (Elements, Setup; Rule Violations; Gameplay).
    fn judge_start(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let centre = if let Move::Touch(touch) = action { Some(touch).filter(|touch| touch.at == Place::Centre) } else { None };
        if centre.is_some_and(|touch| touch.flame_hand) {
            return Err(Objection::FlameHand { seat });
        }
        if centre.is_some() || action.is_about_the_game() {
            return Ok(());
        }
        let reverses = self.reverses(seat, action);
        match &self.phase {
            Phase::Playing | Phase::Over { .. } => Ok(()),
            Phase::Dealt { .. } if reverses => Ok(()),
            Phase::Dealt { .. } if action.sees_an_island() && self.setup.is_mage() => Err(Objection::LookedEarly { seat }),
            Phase::Dealt { .. } if action.is_of_the_island() => Ok(()),
            Phase::Dealt { .. } => Err(Objection::BeforeStart { seat }),
            Phase::Halted { disputed: true, .. } if reverses => Ok(()),
            Phase::Halted { .. } if reverses => Err(Objection::FixedInHalt { seat }),
            Phase::Halted { .. } => Err(Objection::Halted { seat }),
            Phase::Fire { .. } => Err(Objection::PlayStopped { seat }),
        }
    }

    /// What a seat owes before it may act freely.
    fn judge_dues(&self, seat: Seat, action: &Move) -> Result<(), Objection> {
        let Some(player) = self.player(seat) else { return Ok(()) };
        let touches_island = action.touches_island_of(seat);
        let gives_up = matches!(action, Move::Carry(carry) if (carry.from, carry.to) == (Place::Play, Place::Ocean));
        if player.opening {
            return if touches_island { Ok(()) } else { Err(Objection::IslandFirst { seat }) };
        }
        if let Some(penalty) = &player.penalty {
            return match penalty.offences.last() {
                Some(_) if self.reverses(seat, action) || self.reaches_back(seat, action) => Ok(()),
                Some(offence) => Err(Objection::Unreversed { seat, offence: offence.code.clone() }),
                // What the hand still has may be given up first.
                None if touches_island || gives_up => Ok(()),
                None => Err(Objection::TouchAfterReversal { seat }),
            };
        }
        let calls = matches!(action, Move::Whirlwind { .. });
        if player.shed.as_ref().is_some_and(|shed| shed.together && shed.cards == shed.of) && !calls {
            return Err(Objection::Unannounced { seat });
        }
        let wrongly_held = player.held.iter().filter_map(|held| held.card);
        let mut owed = wrongly_held.filter_map(|card| Some((card, *self.owed.get(&card)?)));
        if let Some((card, rightful)) = owed.find(|(_, rightful)| *rightful != seat && !gives_up) {
            return Err(Objection::RightfulClaim { seat, card, rightful });
        }
        if player.to_pass > 0 && action.claims_or_moves(seat) {
            return Err(Objection::PassFirst { seat });
        }
        if let Some(card) = self.must_stop(seat).into_iter().next()
            && !matches!(action, Move::Stop { .. })
        {
            return Err(Objection::EffectNotStopped { seat, card });
        }
        if player.island.count() > self.island_size && action.claims_in_the_ocean() {
            return Err(Objection::ShrinkFirst { seat, size: self.island_size });
        }
        match self.must_give_up(seat) {
            Some(card) if matches!(action, Move::Magic(_)) => Err(Objection::Delays { seat, card }),
            _ => Ok(()),
        }
    }

    /// Whether a touch may begin the reversal of the seat's latest violation: it is of a card that must be carried back.
    pub(super) fn reaches_back(&self, seat: Seat, action: &Move) -> bool {
        let penalty = self.player(seat).and_then(|player| player.penalty.as_ref());
        let (Some(offence), Move::Touch(touch)) = (penalty.and_then(|penalty| penalty.offences.last()), action) else { return false };
        let there = |shift: &super::penalty::Shift| {
            shift.to.place(seat) == touch.at && (touch.card.is_none() || shift.card.is_none() || touch.card == shift.card)
        };
        touch.count == 1 && !touch.flame_hand && offence.shifts.iter().any(there)
    }

    /// Whether an act reverses the seat's latest violation: declared, or by letting go, stopping the magic, or carrying back what was
    /// moved.
    pub(super) fn reverses(&self, seat: Seat, action: &Move) -> bool {
        let penalty = self.player(seat).and_then(|player| player.penalty.as_ref());
        let Some(offence) = penalty.and_then(|penalty| penalty.offences.last()) else { return false };
        match action {
            Move::Reverse => true,
            Move::Carry(carry) => {
                let back = offence.shifts.iter().all(|shift| {
                    let card = carry.card.is_none() || shift.card.is_none() || carry.card == shift.card;
                    let (from, to) = (shift.to.place(seat), shift.from.place(seat));
                    // What went out of the hand may go on to the Ocean, from where the hand had it or not.
                    card && carry.from == from && (carry.to == to || to == Place::Play && carry.to == Place::Ocean)
                });
                back && !carry.flame_hand && offence.shifts.len() == usize::from(carry.count)
            }
            Move::Stop { .. } => offence.effect.is_some(),
            Move::Release => offence.is_touch && !matches!(self.phase, Phase::Halted { .. }),
            _ => false,
        }
    }
}

impl Move {
    /// Whether it says something about the game and is no action in it.
    pub(super) const fn is_about_the_game(&self) -> bool {
        matches!(
            self,
            Self::Release | Self::Go | Self::Halt { .. } | Self::Show { .. } | Self::Award { .. } | Self::Verify { .. } | Self::Deal
        )
    }

    /// Whether it looks at or arranges an Island, which may be done before the start.
    const fn is_of_the_island(&self) -> bool {
        matches!(self, Self::Look { .. } | Self::Arrange { .. })
    }

    fn sees_an_island(&self) -> bool {
        let scries = |spell: &super::Spell| {
            spell.work == super::Work::Scry && matches!(spell.target, super::Target::Cards { at: Place::Island(_), .. })
        };
        self.is_of_the_island() || matches!(self, Self::Magic(spell) if scries(spell))
    }

    /// Whether the Play Hand touches a card of the seat's own Island with it.
    pub(super) fn touches_island_of(&self, seat: Seat) -> bool {
        let own = Place::Island(seat);
        match self {
            Self::Touch(touch) => touch.at == own && !touch.flame_hand && touch.count == 1,
            Self::Carry(carry) => carry.from == own && !carry.flame_hand && carry.count == 1,
            Self::Arrange { island } => *island == seat,
            _ => false,
        }
    }

    /// Whether it claims or moves a card, other than out of a busy Play Hand.
    fn claims_or_moves(&self, seat: Seat) -> bool {
        match self {
            Self::Touch(touch) => touch.at != Place::Island(seat),
            Self::Carry(carry) => carry.from != Place::Play,
            Self::Turn { .. } | Self::Rearrange { .. } | Self::Dibs { .. } | Self::Whirlwind { .. } | Self::Arrange { .. } => true,
            _ => false,
        }
    }

    fn claims_in_the_ocean(&self) -> bool {
        match self {
            Self::Touch(touch) => touch.at == Place::Ocean,
            Self::Carry(carry) => carry.from == Place::Ocean,
            Self::Dibs { .. } => true,
            _ => false,
        }
    }
}
