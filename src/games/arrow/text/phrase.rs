//! Parses the parts of a sentence: cards, amounts, arrows.

use super::cursor::{Cursor, Parsed};
use super::{Amount, Area, Filter, Measure, Name, Near, Noticed, Outside, Side, Space, Stat, Subject, Target, Who};
use crate::games::arrow::{Arrows, Direction, Sign};

const SIGNS: [(&str, Sign); 3] = [("Rock", Sign::Rock), ("Paper", Sign::Paper), ("Scissors", Sign::Scissors)];
const CARD: [&str; 2] = ["card", "cards"];
const WAYS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

impl Cursor<'_> {
    /// `friendly Beast cards with a charge counter`, without article or number.
    pub(super) fn filter(&mut self) -> Parsed<Filter> {
        let mut filter = Filter { other: self.word("other"), ..Filter::default() };
        self.rest_of_filter(&mut filter)?;
        Ok(filter)
    }

    fn rest_of_filter(&mut self, filter: &mut Filter) -> Parsed<()> {
        filter.side = if self.word("friendly") {
            Some(Side::Friendly)
        } else if self.word("opposing") {
            Some(Side::Opposing)
        } else {
            None
        };
        filter.near = self.word("adjacent").then_some(Near::This);
        filter.sign = SIGNS.iter().find(|(word, _)| self.word(word)).map(|(_, sign)| *sign);
        filter.kind = self.type_name().map(Into::into);
        self.need_either(CARD)?;
        loop {
            if filter.name.is_none() && self.word("named") {
                filter.name = Some(Name::Is(self.need_quoted()?.into()));
            } else if filter.name.is_none() && self.word("that") {
                self.need_either(["are", "is"])?;
                self.need(&["the", "same", "as", "this", "card"])?;
                filter.name = Some(Name::Same);
            } else if !filter.charged && self.word("with") {
                self.need(&["a", "charge", "counter"])?;
                filter.charged = true;
            } else if filter.area == Area::Play && self.word("in") {
                self.need(&["a", "Persistent", "Area"])?;
                filter.area = Area::Persistent;
            } else if filter.area == Area::Play && self.word("on") {
                self.need(&["the", "Board"])?;
                filter.area = Area::Board;
            } else if filter.near.is_none() && self.word("adjacent") {
                self.need(&["to"])?;
                let near = self.need_one_of(&["this", "that"])?;
                self.need(&["card"])?;
                filter.near = Some(if near == 0 { Near::This } else { Near::That });
            } else {
                return Ok(());
            }
        }
    }

    /// `an opposing card`, `another friendly card`.
    pub(super) fn one_card(&mut self) -> Parsed<Filter> {
        if self.word("another") {
            let mut filter = Filter { other: true, ..Filter::default() };
            self.rest_of_filter(&mut filter)?;
            return Ok(filter);
        }
        self.need_either(["a", "an"])?;
        self.filter()
    }

    /// `friendly Beast cards`, `all other cards`.
    pub(super) fn all_cards(&mut self) -> Parsed<Filter> {
        self.word("all");
        self.filter()
    }

    pub(super) fn subject(&mut self) -> Parsed<Subject> {
        if self.word("this") {
            self.need(&["card"])?;
            return Ok(Subject::This);
        }
        Ok(Subject::All(self.all_cards()?))
    }

    pub(super) fn noticed(&mut self) -> Parsed<Noticed> {
        if self.word("this") {
            self.need(&["card"])?;
            return Ok(Noticed::This);
        }
        Ok(Noticed::A(self.one_card()?))
    }

    pub(super) fn target(&mut self) -> Parsed<Target> {
        if self.word("this") {
            self.need(&["card"])?;
            return Ok(Target::This);
        }
        if self.word("that") {
            self.need(&["card"])?;
            return Ok(Target::That);
        }
        if self.word("each") {
            return Ok(Target::Each(self.filter()?));
        }
        if self.word("another") {
            let mut of = Filter { other: true, ..Filter::default() };
            self.rest_of_filter(&mut of)?;
            return Ok(Target::Some { count: Amount { times: 1, of: Measure::One }, up_to: false, of });
        }
        let up_to = self.word("up");
        if up_to {
            self.need(&["to"])?;
        }
        let count = self.count()?;
        Ok(Target::Some { count, up_to, of: self.filter()? })
    }

    /// `a`, `3`, `X` or `2X`.
    pub(super) fn count(&mut self) -> Parsed<Amount> {
        if self.either(["a", "an"]) {
            return Ok(Amount { times: 1, of: Measure::One });
        }
        self.number_or_x()
    }

    fn number_or_x(&mut self) -> Parsed<Amount> {
        if self.word("X") {
            return Ok(Amount { times: 1, of: Measure::X });
        }
        let times = i16::from(self.need_number()?);
        let of = if self.word("X") { Measure::X } else { Measure::One };
        Ok(Amount { times, of })
    }

    /// `for each adjacent Rock card`, which may follow the thing that is counted.
    pub(super) fn for_each(&mut self, amount: &mut Amount) -> Parsed<()> {
        if amount.of != Measure::One || !self.word("for") {
            return Ok(());
        }
        self.need(&["each"])?;
        amount.of = if self.word("Power") {
            Measure::Power
        } else if self.word("charge") {
            self.need(&["counter", "on", "this", "card"])?;
            Measure::Counters
        } else if let Some(outside) = self.quoted() {
            Measure::Outside(outside.into())
        } else {
            Measure::Cards(self.filter()?)
        };
        Ok(())
    }

    /// The `for each` of the cards that a sentence is about.
    pub(super) fn targets_for_each(&mut self, target: &mut Target) -> Parsed<()> {
        match target {
            Target::Some { count, .. } => self.for_each(count),
            _ => Ok(()),
        }
    }

    /// `+1 Strength`; its `for each` comes later in the sentence.
    pub(super) fn change(&mut self) -> Parsed<(Stat, Amount)> {
        let negative = if self.mark('+') {
            false
        } else {
            self.need_mark('-')?;
            true
        };
        let mut amount = self.number_or_x()?;
        if negative {
            amount.times = -amount.times;
        }
        let stat = if self.need_one_of(&["Strength", "Defense"])? == 0 { Stat::Strength } else { Stat::Defense };
        Ok((stat, amount))
    }

    /// `2 more points`, after `worth`.
    pub(super) fn worth(&mut self) -> Parsed<Amount> {
        let mut amount = self.number_or_x()?;
        if self.need_one_of(&["more", "fewer"])? == 1 {
            amount.times = -amount.times;
        }
        self.need_either(["point", "points"])?;
        Ok(amount)
    }

    /// `arrows N, E and S`, `arrow N` or `all arrows`.
    pub(super) fn arrows(&mut self) -> Parsed<Arrows> {
        if self.word("all") {
            self.need(&["arrows"])?;
            return Ok(Arrows::ALL);
        }
        self.need_either(["arrow", "arrows"])?;
        let mut arrows = Arrows::NONE;
        loop {
            let way = Direction::ALL[self.need_one_of(&WAYS)?];
            if arrows.has(way) {
                let span = self.end() - way.to_string().len()..self.end();
                return Err(self.error(span, format!("the arrow {way} is named twice: leave one out")));
            }
            arrows = arrows.with(way.into());
            if !self.mark(',') && !self.word("and") {
                return Ok(arrows);
            }
        }
    }

    pub(super) fn sign(&mut self) -> Option<Sign> {
        SIGNS.iter().find(|(word, _)| self.word(word)).map(|(_, sign)| *sign)
    }

    /// Where a card is moved to, after `to`.
    pub(super) fn space(&mut self) -> Parsed<Space> {
        self.need(&["an", "empty", "space"])?;
        if !self.word("adjacent") {
            return Ok(Space::Any);
        }
        self.need(&["to"])?;
        if self.word("this") {
            self.need(&["card"])?;
            return Ok(Space::BesideThis);
        }
        Ok(Space::Beside(self.one_card()?))
    }

    pub(super) fn outside(&mut self) -> Option<Outside> {
        self.quoted().map(Into::into)
    }

    /// `your opponent` or `both players`, if one comes next.
    pub(super) fn others(&mut self) -> Parsed<Option<Who>> {
        if self.word("your") {
            self.need(&["opponent"])?;
            Ok(Some(Who::Opponent))
        } else if self.word("both") {
            self.need(&["players"])?;
            Ok(Some(Who::Both))
        } else {
            Ok(None)
        }
    }
}
