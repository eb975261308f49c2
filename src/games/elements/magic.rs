//! Whether a declared magical act is legal (Elements, Magic Rules; Rulings, Elements 4).

use super::{Card, Elements, Guise, Objection, Place, Spell, Target, Trait, Work};
use crate::table::Seat;

impl Elements {
    pub(super) fn judge_spell(&self, seat: Seat, spell: &Spell) -> Result<(), Objection> {
        if spell.is(Trait::Harmful) {
            return Err(Objection::Harm { seat });
        }
        match spell.target {
            Target::Player(_) if spell.work == Work::Body => Err(Objection::BodilyMagic { seat }),
            Target::Player(_) if spell.is(Trait::Lasting) => Err(Objection::LastingMind { seat }),
            Target::Player(owner) if spell.is(Trait::Compelling) && owner != seat => Err(Objection::Compulsion { seat, owner }),
            Target::Player(_) => Ok(()),
            Target::Cards { at, card } => {
                self.judge_whose(seat, spell.work, at, card)?;
                if let Work::Swap(other) = spell.work
                    && let Some(there) = self.whereabouts(other)
                {
                    let there = if there == Place::Hand(seat) { Place::Play } else { there };
                    self.judge_whose(seat, spell.work, there, Some(other))?;
                    judge_beyond(seat, spell, there)?;
                }
                if spell.work == Work::Take {
                    return Err(Objection::TakenByMagic { seat });
                }
                if spell.is(Trait::Destructive) {
                    return Err(Objection::Destroyed { seat });
                }
                judge_beyond(seat, spell, at)?;
                match (spell.work, card) {
                    (Work::Transform(guise), Some(card)) => judge_face(seat, spell, card, guise),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Whose cards they are: everyone's own Island, Flame and claims are closed to the others.
    fn judge_whose(&self, seat: Seat, work: Work, at: Place, card: Option<Card>) -> Result<(), Objection> {
        let sees = work == Work::Scry;
        match at {
            Place::Island(owner) if owner != seat => Err(Objection::OthersIsland { seat, owner }),
            Place::Flame(owner) if owner != seat && !sees => Err(Objection::OthersFlame { seat, owner }),
            Place::Hand(owner) if owner != seat && !sees => Err(Objection::OthersClaim { seat, owner }),
            Place::Ocean if !sees => match card.and_then(|card| self.claimant(card)) {
                Some(owner) if owner != seat => Err(Objection::OthersClaim { seat, owner }),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// What is allowed out of the Ocean: vanity, illusions and scrying, with the cards in sight.
fn judge_beyond(seat: Seat, spell: &Spell, at: Place) -> Result<(), Objection> {
    let hides = spell.work == Work::Hide || spell.is(Trait::Hidden);
    match spell.work {
        _ if at == Place::Ocean => Ok(()),
        _ if hides => Err(Objection::Invisible { seat, at }),
        Work::Scry | Work::Illusion | Work::Transform(_) => Ok(()),
        _ => Err(Objection::BeyondOcean { seat, at }),
    }
}

/// Whether a transformed card still shows what it is.
fn judge_face(seat: Seat, spell: &Spell, card: Card, guise: Guise) -> Result<(), Objection> {
    if guise.rank != card.rank {
        return Err(Objection::ChangedType { seat, card, shown: guise.rank.symbol() });
    }
    if spell.is(Trait::Ambiguous) {
        return Err(Objection::AmbiguousType { seat });
    }
    if spell.is(Trait::Unmarked) {
        return Err(Objection::NoIdentifier { seat });
    }
    let (beard, moustache, shaven) = (spell.is(Trait::Beard), spell.is(Trait::Moustache), spell.is(Trait::Shaven));
    let wrong = match card.rank.symbol() {
        "J" => (beard || shaven).then_some("Jacks have a moustache and no beard"),
        "Q" => (beard || moustache).then_some("Queens have neither moustache nor beard"),
        "K" => (shaven || moustache && !beard).then_some("Kings have a full beard"),
        _ => None,
    };
    wrong.map_or(Ok(()), |rule| Err(Objection::CourtFace { seat, rule }))
}
