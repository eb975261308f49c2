//! Each act's own rules, and what earns a warning.

use super::claim::ClaimRuling;
use super::{Card, Carry, Elements, Move, Objection, Place, Player, Touch};
use crate::games::Act;
use crate::table::{Seat, Stamp};
use std::collections::BTreeSet;

impl Elements {
    /// The rules of Elements, Hand Rules, Magic Rules, Gameplay and Adaptation for Non-Mages on an act.
    pub(super) fn judge_rules(&self, act: &Act<Move>) -> Result<(), Objection> {
        let seat = act.seat;
        let Some(player) = self.player(seat) else { return Ok(()) };
        let others = |owner: Seat| if owner == seat { Ok(()) } else { Err(Objection::OthersIsland { seat, owner }) };
        let empty = || if player.held.is_empty() { Ok(()) } else { Err(Objection::SecondCard { seat }) };
        // Whoever undoes a violation does what would be one else.
        if self.reverses(seat, &act.action) || self.reaches_back(seat, &act.action) {
            return Ok(());
        }
        match &act.action {
            Move::Touch(touch) => self.judge_touch(seat, touch),
            Move::Carry(carry) => self.judge_carry(seat, carry, act.stamp),
            Move::Turn { card, .. } => {
                empty()?;
                card.map_or(Ok(()), |card| self.judge_claim(seat, card, act.stamp))
            }
            Move::Rearrange { count, .. } => {
                empty()?;
                if self.setup.is_mage() && *count > 1 { Err(Objection::SeveralCards { seat, count: *count }) } else { Ok(()) }
            }
            Move::Look { island } => others(*island),
            Move::Arrange { island } => {
                others(*island)?;
                empty()
            }
            Move::Whirlwind { cards } => self.judge_whirlwind(seat, *cards),
            Move::PassIsland { to, cards } => {
                let (left, count) = (self.setup.seats.after(seat), player.island.count());
                empty()?;
                match cards {
                    _ if player.to_pass == 0 => Err(Objection::NoWhirlwind { seat }),
                    _ if to.is_some_and(|to| to != left) => Err(Objection::WrongNeighbour { seat, left }),
                    Some(cards) if *cards < count => Err(Objection::IslandNotWhole { seat, left: count - cards }),
                    _ => Ok(()),
                }
            }
            Move::Fire if !self.may_burn(seat) => {
                let why = match player.flame.count() {
                    4 => "the Flame cannot hold four of one type".to_owned(),
                    n => format!("the Flame holds {n} cards"),
                };
                Err(Objection::FalseFire { seat, why })
            }
            Move::Magic(spell) => self.judge_spell(seat, spell),
            _ => Ok(()),
        }
    }

    fn judge_touch(&self, seat: Seat, touch: &Touch) -> Result<(), Objection> {
        if touch.flame_hand {
            return Err(Objection::FlameHand { seat });
        }
        others(seat, touch.at)?;
        if touch.count > 1 {
            return Err(Objection::SeveralCards { seat, count: touch.count });
        }
        // The touches that a start and a penalty demand are made with a full hand as well.
        let demanded = |player: &Player| touch.at == Place::Island(seat) && (player.opening || player.penalty.is_some());
        if self.player(seat).is_some_and(|player| !player.held.is_empty() && !demanded(player)) {
            return Err(Objection::SecondCard { seat });
        }
        match (touch.at, touch.card) {
            (Place::Ocean, Some(card)) => self.judge_retouch(seat, card),
            _ => Ok(()),
        }
    }

    fn judge_retouch(&self, seat: Seat, card: Card) -> Result<(), Objection> {
        let discarded = self.player(seat).is_some_and(|player| player.discarded.contains(&card));
        if discarded { Err(Objection::Retouched { seat, card }) } else { Ok(()) }
    }

    /// Whether a seat may take or turn a card of the Ocean.
    fn judge_claim(&self, seat: Seat, card: Card, stamp: Stamp) -> Result<(), Objection> {
        self.judge_retouch(seat, card)?;
        match self.claim_with(seat, card, stamp) {
            ClaimRuling::First { seat: holder, .. } if holder != seat => Err(Objection::Claimed { seat, card, holder }),
            ClaimRuling::TooClose { seats, .. } if !seats.contains(&seat) => {
                Err(Objection::Claimed { seat, card, holder: seats.first().copied().unwrap_or(seat) })
            }
            _ => Ok(()),
        }
    }

    fn judge_carry(&self, seat: Seat, carry: &Carry, stamp: Stamp) -> Result<(), Objection> {
        let Some(player) = self.player(seat) else { return Ok(()) };
        if carry.flame_hand {
            return Err(Objection::FlameHand { seat });
        }
        others(seat, carry.from)?;
        if let Place::Hand(_) | Place::Island(_) | Place::Flame(_) = carry.to
            && carry.to.owner() != Some(seat)
        {
            return match carry.to {
                Place::Hand(_) => Err(Objection::GaveAway { seat, card: crate::games::card::Named(carry.card).to_string(), to: carry.to }),
                to => others(seat, to),
            };
        }
        let whole_flame = (carry.from, carry.to) == (Place::Flame(seat), Place::Ocean) && carry.count == player.flame.count();
        if carry.count > 1 && !whole_flame {
            return Err(Objection::SeveralCards { seat, count: carry.count });
        }
        if carry.from != Place::Play && !player.held.is_empty() {
            return Err(Objection::SecondCard { seat });
        }
        let held = player.holding().filter(|_| carry.from == Place::Play);
        let card = held.and_then(|held| held.card).or(carry.card);
        if carry.from == Place::Ocean
            && let Some(card) = card
        {
            self.judge_claim(seat, card, stamp)?;
        }
        let came_from = held.map_or(carry.from, |held| held.from);
        match carry.to {
            Place::Flame(_) | Place::Island(_) if came_from == Place::Flame(seat) => Err(Objection::FromFlame { seat }),
            Place::Flame(_) => self.judge_flame(seat, player, card),
            Place::Island(_) if player.island.count() >= self.island_size => {
                Err(Objection::IslandFull { seat, size: player.island.count() })
            }
            _ => Ok(()),
        }
    }

    /// Whether a card may join the Flame. One that was not read may, while any card that fits could be it.
    fn judge_flame(&self, seat: Seat, player: &Player, card: Option<Card>) -> Result<(), Objection> {
        match (card, player.lit) {
            (Some(card), Some(lit)) if card.rank != lit => Err(Objection::WrongType { seat, card, lit: lit.symbol() }),
            // The unread cards of the Flame would have to be of this type.
            (Some(card), None) if self.left_for_flame(seat, card.rank, Some(card)) <= player.flame.count() => {
                Err(Objection::WrongType { seat, card, lit: "unlike it" })
            }
            // It cannot be: the card must be another than it was taken for.
            (None, Some(lit)) if self.left_for_flame(seat, lit, None) <= player.flame.count() => Err(Objection::Unread { at: Place::Play }),
            _ => Ok(()),
        }
    }

    fn judge_whirlwind(&self, seat: Seat, cards: Option<u16>) -> Result<(), Objection> {
        let Some(player) = self.player(seat) else { return Ok(()) };
        let flame = player.flame.count();
        if !player.held.is_empty() || player.claims_in_the_ocean() {
            return Err(Objection::WhirlwindHandBusy { seat });
        }
        match (&player.shed, cards) {
            (Some(shed), _) if flame == 0 && shed.cards == shed.of => Ok(()),
            _ if flame == 0 => Err(Objection::FlameEmpty { seat }),
            (_, Some(cards)) if cards < flame => Err(Objection::FlameNotWhole { seat, left: flame - cards }),
            _ => Ok(()),
        }
    }

    /// Whether the cards of a Flame bear out the call of Fire (Rulings, Elements 7).
    pub(super) fn judge_verification(&self, act: &Act<Move>) -> Result<(), Objection> {
        let Move::Verify { cards } = &act.action else { return Ok(()) };
        let ranks: BTreeSet<_> = cards.iter().map(|card| card.rank).collect();
        if (cards.len(), ranks.len()) == (4, 1) {
            return Ok(());
        }
        let names: Vec<String> = cards.iter().map(Card::to_string).collect();
        Err(Objection::FalseFire { seat: act.seat, why: format!("the Flame holds {}", names.join(", ")) })
    }

    /// What is no violation and yet must be said.
    pub(super) fn judge_warnings(&self, act: &Act<Move>) -> Result<(), Objection> {
        let (seat, stamp) = (act.seat, act.stamp);
        match &act.action {
            Move::Touch(touch) if touch.at == Place::Ocean => {
                if let Some(card) = touch.card {
                    self.warn_of_rivals(seat, card, stamp)?;
                }
            }
            Move::Carry(carry) if carry.from == Place::Ocean => {
                if let Some(card) = carry.card {
                    if self.open.contains_key(&card) {
                        return Err(Objection::OpenClaim { card });
                    }
                    self.warn_of_rivals(seat, card, stamp)?;
                }
            }
            Move::Dibs { card, .. } => self.warn_of_rivals(seat, *card, stamp)?,
            Move::Rearrange { stacked: true, .. } if !self.setup.is_mage() => return Err(Objection::Stacked { seat }),
            _ => {}
        }
        let burns =
            self.player(seat).is_some_and(|player| player.flame.count() == 4 && player.flame.unknown() == 0 && player.lit.is_some());
        let unsaid = burns && self.may_burn(seat) && !act.action.is_about_the_game() && act.action != Move::Fire;
        if unsaid && self.phase == super::Phase::Playing { Err(Objection::UnsaidFire { seat }) } else { Ok(()) }
    }

    fn warn_of_rivals(&self, seat: Seat, card: Card, stamp: Stamp) -> Result<(), Objection> {
        let ruling = self.claim_with(seat, card, stamp);
        match &ruling {
            ClaimRuling::First { seat: first, .. } if *first == seat => match self.whereabouts(card) {
                Some(Place::Hand(holder)) if holder != seat => Err(Objection::Outclaimed { card, holder, ruling: ruling.to_string() }),
                _ => Ok(()),
            },
            ClaimRuling::TooClose { seats, .. } if seats.contains(&seat) => Err(Objection::TooClose { card, ruling: ruling.to_string() }),
            _ => Err(Objection::LateTouch { card, ruling: ruling.to_string() }),
        }
    }
}

/// Another player's Island, Flame or Play Hand.
fn others(seat: Seat, place: Place) -> Result<(), Objection> {
    match place {
        Place::Island(owner) if owner != seat => Err(Objection::OthersIsland { seat, owner }),
        Place::Flame(owner) if owner != seat => Err(Objection::OthersFlame { seat, owner }),
        Place::Hand(owner) if owner != seat => Err(Objection::OthersClaim { seat, owner }),
        _ => Ok(()),
    }
}

impl Player {
    /// Whether the Play Hand lies on a card of the Ocean.
    pub(super) fn claims_in_the_ocean(&self) -> bool {
        self.touching.as_ref().is_some_and(|touching| touching.at == Place::Ocean)
    }
}
