use super::text::{Amount, Area, Condition, Filter, Measure, Name, Near, Noticed, Side, Subject};
use super::values::Values;
use super::{Arrow, Cell, Place, Source, Zone};
use crate::table::Seat;

/// The table as a text sees it: who plays it, the card it stands on, and the card that it responds to.
pub(super) struct View<'a> {
    game: &'a Arrow,
    values: &'a Values,
    you: Seat,
    this: Source,
    that: Option<Source>,
    /// X, Power and the operator's answer, of an ability that runs.
    numbers: Numbers,
}

/// The numbers that an ability's amounts may name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Numbers {
    pub x: u16,
    pub power: u16,
    pub answer: u16,
}

impl<'a> View<'a> {
    /// As a text that always holds sees it.
    pub fn standing(game: &'a Arrow, values: &'a Values, this: Source) -> Self {
        Self { game, values, you: this.owner, this, that: None, numbers: Numbers::default() }
    }

    /// As an ability that a player has activated sees it.
    pub fn ability(game: &'a Arrow, values: &'a Values, you: Seat, this: Source, that: Option<Source>, numbers: Numbers) -> Self {
        Self { game, values, you, this, that, numbers }
    }

    /// Whether a card fits; `card` may lie on the Board or have left it.
    pub fn fits(&self, filter: &Filter, card: &Source) -> bool {
        let Some(design) = card.design else { return false };
        let face = self.game.setup.face(design);
        let sign = card.place.cell().filter(|_| card.id > 0).and_then(|cell| self.values.get(cell)).map_or(face.sign, |value| value.sign);
        let beside = |other: &Source| matches!((card.place.cell(), other.place.cell()), (Some(a), Some(b)) if a.is_beside(b));
        (!filter.other || !card.is(&self.this))
            && filter.side.is_none_or(|side| (side == Side::Friendly) == (card.owner == self.you))
            && filter.sign.is_none_or(|wanted| wanted == sign)
            && filter.kind.as_ref().is_none_or(|kind| face.types.iter().any(|own| own == kind))
            && filter.name.as_ref().is_none_or(|name| self.is_named(name, face))
            && filter.near.is_none_or(|near| match near {
                Near::This => beside(&self.here(self.this)),
                Near::That => self.that.is_some_and(|that| beside(&self.here(that))),
            })
            && (!filter.charged || self.game.counters(card.id) > 0)
    }

    /// Where a card now lies; of one that has left, where it was.
    fn here(&self, card: Source) -> Source {
        self.game.by_id(card.id).unwrap_or(card)
    }

    fn is_named(&self, name: &Name, face: &super::Face) -> bool {
        match name {
            Name::Is(name) => face.name == **name,
            Name::Same => self.this.design.is_some_and(|design| {
                let own = self.game.setup.face(design);
                (&own.name, &own.set) == (&face.name, &face.set)
            }),
        }
    }

    /// The cards on the Board that fit.
    pub fn all<'s>(&'s self, filter: &'s Filter) -> impl Iterator<Item = Source> + 's {
        self.game.pieces().filter(move |card| {
            let in_play = card.place.cell().is_some();
            let there = match filter.area {
                Area::Play => in_play,
                Area::Persistent => !in_play,
                Area::Board => true,
            };
            there && self.fits(filter, card)
        })
    }

    /// The spaces of the cards in the Play Area that fit.
    pub fn cells<'s>(&'s self, filter: &'s Filter) -> impl Iterator<Item = Cell> + 's {
        self.all(filter).filter_map(|card| card.place.cell())
    }

    /// The spaces of the cards that an ongoing text is about.
    pub fn subject<'s>(&'s self, subject: &'s Subject) -> impl Iterator<Item = Cell> + 's {
        let (this, filter) = match subject {
            Subject::This => (self.this.place.cell(), None),
            Subject::All(filter) => (None, Some(filter)),
        };
        this.into_iter().chain(filter.into_iter().flat_map(|filter| self.cells(filter)))
    }

    /// Whether a card is the one that an event speaks of.
    pub fn notices(&self, noticed: &Noticed, card: &Source) -> bool {
        match noticed {
            Noticed::This => card.is(&self.this) && card.id > 0,
            Noticed::A(filter) => self.fits(filter, card),
        }
    }

    /// Whether a condition holds; what the operator must say counts as said with the answer at hand.
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Cards { at_least, of } => self.all(of).take(usize::from(*at_least)).count() == usize::from(*at_least),
            Condition::Counters(at_least) => self.game.counters(self.this.id) >= u16::from(*at_least),
            Condition::Power(at_least) => self.numbers.power >= u16::from(*at_least),
            Condition::Outside(_) => self.numbers.answer > 0,
        }
    }

    /// What an amount comes to.
    pub fn amount(&self, amount: &Amount) -> i16 {
        let each = match &amount.of {
            Measure::One => 1,
            Measure::X => self.numbers.x,
            Measure::Power => self.numbers.power,
            Measure::Cards(filter) => self.all(filter).count().try_into().unwrap_or(u16::MAX),
            Measure::Counters => self.game.counters(self.this.id),
            Measure::Outside(_) => self.numbers.answer,
        };
        i16::try_from(i32::from(amount.times).saturating_mul(i32::from(each))).unwrap_or(if amount.times < 0 { i16::MIN } else { i16::MAX })
    }

    /// The card a text stands on, where it now lies.
    pub fn this(&self) -> Option<Source> {
        self.game.by_id(self.this.id)
    }

    /// The card that it responds to, where it now lies.
    pub fn that(&self) -> Option<Source> {
        self.that.and_then(|that| self.game.by_id(that.id))
    }
}

/// The seat of a Persistent Area, if that is where a card lies.
pub(super) const fn aside(place: Place) -> Option<Seat> {
    match place {
        Place::On(Zone::Persistent(seat)) => Some(seat),
        _ => None,
    }
}
