//! What cannot have happened, or does not count: such an act changes nothing.

use super::claim::ClaimRuling;
use super::{Card, Carry, Elements, Move, Objection, Phase, Pile, Place, Spell, Target, Touch, Work};
use crate::cards::Face;
use crate::games::Act;
use crate::table::{Seat, Stamp};

/// How much a place holds.
#[derive(Default)]
struct Contents {
    /// Whether the card in question is known to be there.
    has_it: bool,
    /// Cards that were not read.
    unknown: u16,
    /// All cards.
    count: u16,
}

impl Elements {
    /// Refuses what cannot be, by where the cards are known to lie.
    pub(super) fn judge_possible(&self, act: &Act<Move>) -> Result<(), Objection> {
        let seat = act.seat;
        let not_now = |why| Err(Objection::NotNow { why });
        match &act.action {
            Move::Touch(touch) => self.touch_possible(seat, touch, act.stamp),
            Move::Release => {
                let centre =
                    matches!(&self.phase, Phase::Dealt { at_centre } | Phase::Halted { at_centre, .. } if at_centre.contains(&seat));
                let touches = self.player(seat).is_some_and(|player| player.touching.is_some());
                if centre || touches || self.reverses(seat, &Move::Release) { Ok(()) } else { Err(Objection::HandEmpty { seat }) }
            }
            Move::Carry(carry) => self.carry_possible(seat, carry),
            Move::Turn { card, face } => self.turn_possible(*card, *face),
            Move::Rearrange { count, .. } if *count > self.ocean.up.count() + self.ocean.down.count() => {
                Err(Objection::NothingThere { at: Place::Ocean })
            }
            Move::Look { island } | Move::Arrange { island } => self.any_there(Place::Island(*island), 1),
            Move::Whirlwind { cards: Some(cards) } => self.any_there(Place::Flame(seat), *cards),
            Move::PassIsland { to: Some(to), .. } if *to == seat || !self.setup.seats.contains(*to) => {
                Err(Objection::NoPile { at: Place::Island(*to) })
            }
            Move::PassIsland { cards, .. } => self.any_there(Place::Island(seat), cards.unwrap_or(1)),
            Move::Dibs { card, .. } => self.dibs_possible(seat, *card, act.stamp),
            Move::Award { card } if !self.open.get(card).is_some_and(|seats| seats.contains(&seat)) => {
                Err(Objection::NothingOpen { card: *card })
            }
            Move::Go => self.go_possible(seat),
            Move::Reverse if !self.reverses(seat, &Move::Reverse) => Err(Objection::NothingToReverse { seat }),
            Move::Show { cards } => match cards.iter().find_map(|card| Some((*card, self.whereabouts(*card)?))) {
                Some((_, Place::Ocean)) => not_now("that card was read already"),
                Some((card, there)) => Err(Objection::Elsewhere { card, at: Place::Ocean, there }),
                None if cards.is_empty() || cards.len() > usize::from(self.ocean.up.unknown()) => {
                    Err(Objection::NothingThere { at: Place::Ocean })
                }
                None => Ok(()),
            },
            Move::Magic(spell) => self.spell_possible(seat, spell),
            Move::Stop { card } => {
                let mut own = self.effects.iter().filter(|effect| effect.seat == seat);
                if own.any(|effect| card.is_none_or(|card| effect.covers(card))) {
                    Ok(())
                } else {
                    not_now("this seat has no magic to stop there")
                }
            }
            Move::Rearrange { .. } | Move::Whirlwind { .. } | Move::Award { .. } | Move::Reverse => Ok(()),
            Move::Fire | Move::Verify { .. } | Move::Halt { .. } | Move::Deal => Ok(()),
        }
    }

    fn any_there(&self, at: Place, count: u16) -> Result<(), Objection> {
        let enough = self.pile(at).is_some_and(|pile| pile.count() >= count);
        if enough { Ok(()) } else { Err(Objection::NothingThere { at }) }
    }

    fn touch_possible(&self, seat: Seat, touch: &Touch, stamp: Stamp) -> Result<(), Objection> {
        let at = touch.at;
        match (at, touch.card) {
            (Place::Centre, None) if touch.count == 1 => Ok(()),
            (Place::Centre, _) => Err(Objection::NoPile { at }),
            (Place::Play, _) => Err(Objection::NoPile { at }),
            (Place::Hand(owner), _) if owner == seat => Err(Objection::NoPile { at }),
            (Place::Ocean, Some(card)) => match self.whereabouts(card) {
                // A touch that was seen late may have been first.
                Some(Place::Hand(holder)) if holder != seat && !self.contacts(card).is_empty() => {
                    let ruling = self.claim_with(seat, card, stamp);
                    let may = ruling.is_first(seat) || ruling.may_be_first(seat);
                    if may { Ok(()) } else { Err(Objection::Elsewhere { card, at, there: Place::Hand(holder) }) }
                }
                _ => self.may_hold(seat, at, Some(card), touch.count),
            },
            (Place::Ocean, None) => self.may_hold(seat, at, None, touch.count),
            (_, None) => match at {
                Place::Hand(owner) if self.player(owner).is_none_or(|player| player.held.is_empty()) => Err(Objection::NothingThere { at }),
                Place::Hand(_) => Ok(()),
                _ => self.any_there(at, touch.count),
            },
            (_, card) => self.may_hold(seat, at, card, touch.count),
        }
    }

    fn carry_possible(&self, seat: Seat, carry: &Carry) -> Result<(), Objection> {
        for at in [carry.from, carry.to] {
            let nobody = at.owner().is_some_and(|owner| !self.setup.seats.contains(owner));
            if at == Place::Centre || at == Place::Hand(seat) || nobody {
                return Err(Objection::NoPile { at });
            }
        }
        if carry.from == carry.to {
            return Err(Objection::NoPile { at: carry.to });
        }
        self.may_hold(seat, carry.from, carry.card, carry.count)
    }

    /// Whether a place may hold this card, and so many together with it.
    fn may_hold(&self, seat: Seat, at: Place, card: Option<Card>, count: u16) -> Result<(), Objection> {
        let contents = self.contents(seat, at, card);
        if contents.count < count.max(1) {
            return Err(if at == Place::Play { Objection::HandEmpty { seat } } else { Objection::NothingThere { at } });
        }
        let in_a_hand = matches!(at, Place::Play | Place::Hand(_));
        match card {
            // Whichever it is, it is the one in the hand.
            None if in_a_hand => Ok(()),
            None if contents.unknown == 0 && contents.count != count => Err(Objection::Unread { at }),
            None => Ok(()),
            Some(_) if contents.has_it => Ok(()),
            Some(card) if contents.unknown == 0 && at == Place::Play => Err(Objection::NotHeld { seat, card }),
            Some(card) => match self.whereabouts(card) {
                Some(there) => Err(Objection::Elsewhere { card, at, there }),
                None if contents.unknown == 0 => Err(Objection::NotThere { card, at }),
                None => Ok(()),
            },
        }
    }

    /// What a place holds, and whether this card is known to be part of it.
    fn contents(&self, seat: Seat, at: Place, card: Option<Card>) -> Contents {
        let of = |piles: &[&Pile]| Contents {
            has_it: card.is_some_and(|card| piles.iter().any(|pile| pile.holds(card))),
            unknown: piles.iter().map(|pile| pile.unknown()).sum(),
            count: piles.iter().map(|pile| pile.count()).sum(),
        };
        match at {
            Place::Ocean => of(&[&self.ocean.up, &self.ocean.down]),
            Place::Play | Place::Hand(_) => {
                let held = self.player(at.owner().unwrap_or(seat)).map_or(&[][..], |player| &player.held);
                Contents {
                    has_it: card.is_some() && held.iter().any(|held| held.card == card),
                    unknown: held.iter().filter(|held| held.card.is_none()).count() as u16,
                    count: held.len() as u16,
                }
            }
            _ => self.pile(at).map_or_else(Contents::default, |pile| of(&[pile])),
        }
    }

    fn turn_possible(&self, card: Option<Card>, face: Face) -> Result<(), Objection> {
        let (was, is) = match face {
            Face::Up => (&self.ocean.down, &self.ocean.up),
            Face::Down => (&self.ocean.up, &self.ocean.down),
        };
        match card {
            Some(card) if was.holds(card) => Ok(()),
            Some(card) if is.holds(card) => Err(Objection::NotNow { why: "the card lies that way already" }),
            Some(card) => match self.whereabouts(card) {
                Some(there) => Err(Objection::Elsewhere { card, at: Place::Ocean, there }),
                None if was.unknown() == 0 => Err(Objection::NotThere { card, at: Place::Ocean }),
                None => Ok(()),
            },
            None if was.unknown() == 0 => Err(Objection::Unread { at: Place::Ocean }),
            None => Ok(()),
        }
    }

    /// Whether a call of a card's name counts (Rulings, Elements 6).
    fn dibs_possible(&self, seat: Seat, card: Card, stamp: Stamp) -> Result<(), Objection> {
        if self.setup.is_mage() {
            return Err(Objection::NoDibs);
        }
        let busy = |player: &super::Player| !player.held.is_empty() || player.claims_in_the_ocean();
        if self.player(seat).is_some_and(busy) {
            return Err(Objection::DibsHandBusy { seat, card });
        }
        match self.whereabouts(card) {
            Some(Place::Ocean) => {}
            None if self.ocean.up.unknown() + self.ocean.down.unknown() > 0 => {}
            _ => return Err(Objection::DibsNotInOcean { card }),
        }
        match self.claim_with(seat, card, stamp) {
            ruling @ ClaimRuling::First { seat: first, .. } if first != seat => {
                Err(Objection::DibsOutranked { card, ruling: ruling.to_string() })
            }
            ruling @ ClaimRuling::TooClose { .. } if !ruling.may_be_first(seat) => {
                Err(Objection::DibsOutranked { card, ruling: ruling.to_string() })
            }
            _ => Ok(()),
        }
    }

    fn go_possible(&self, seat: Seat) -> Result<(), Objection> {
        let dealer = self.setup.dealer;
        let (Phase::Dealt { at_centre } | Phase::Halted { at_centre, .. }) = &self.phase else { return Ok(()) };
        if seat != dealer {
            return Err(Objection::NotDealer { seat, dealer });
        }
        let missing: Vec<Seat> = self.setup.seats.iter().filter(|seat| !at_centre.contains(seat)).collect();
        if missing.is_empty() { Ok(()) } else { Err(Objection::NotAtCentre { missing: super::Missing(missing) }) }
    }

    fn spell_possible(&self, seat: Seat, spell: &Spell) -> Result<(), Objection> {
        if !self.setup.is_mage() {
            return Err(Objection::NoMagic);
        }
        let on_players = matches!(spell.work, Work::Body | Work::Mind);
        let not_now = |why| Err(Objection::NotNow { why });
        match spell.target {
            Target::Player(_) if !on_players => not_now("that magic is done to cards: name a place"),
            Target::Player(owner) if self.setup.seats.contains(owner) => Ok(()),
            Target::Player(seat) => Err(Objection::NotSeated { seat, seats: self.setup.seats.count() }),
            Target::Cards { .. } if on_players => not_now("that magic is done to a player: name one"),
            Target::Cards { at: at @ Place::Centre, .. } => Err(Objection::NoPile { at }),
            Target::Cards { at: at @ Place::Hand(owner), .. } if owner == seat => Err(Objection::NoPile { at }),
            Target::Cards { card: None, .. } if matches!(spell.work, Work::Transform(_) | Work::Swap(_)) => {
                not_now("that magic is done to one card: name it")
            }
            Target::Cards { at, card } => {
                let all = self.contents(seat, at, None).count;
                let count = if card.is_some() { 1 } else { all.max(1) };
                self.may_hold(seat, at, card, count)?;
                match (spell.work, card) {
                    (Work::Swap(other), Some(card)) if other == card => not_now("a card cannot be swapped with itself"),
                    (Work::Swap(other), _) if self.whereabouts(other).is_none() => Err(Objection::Unread { at }),
                    _ => Ok(()),
                }
            }
        }
    }
}
