use super::rulebook::{Change, ChangeError};
use super::{Asker, Decided, Nomic};
use crate::games::Card;
use crate::table::Seat;

/// What a past vote gave, and what it would have given under a changed rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// Which of the votes, from 1.
    pub vote: usize,
    /// What it gave.
    pub was: Outcome,
    /// What it would have given.
    pub would: Outcome,
    /// Rules whose program fails on it, and how.
    pub faults: Vec<(u16, String)>,
}

/// What a vote gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The for pile's total.
    pub in_favour: i64,
    /// The against pile's total.
    pub against: i64,
    /// Whether the proposition is ratified.
    pub ratified: bool,
    /// Points that it brings each seat, P1 first.
    pub points: Vec<i64>,
}

impl Nomic {
    /// What the last votes, at most so many, would have given with this change. Totals of piles with an unread card, and of those that
    /// no rule sums, stay as they were announced.
    ///
    /// # Errors
    /// When the change cannot be made.
    pub fn dry_run(&self, change: &Change, most: usize) -> Result<Vec<Trial>, ChangeError> {
        change.validate(&self.rulebook)?;
        let rulebook = self.rulebook.with(change);
        let skipped = self.decided.len().saturating_sub(most);
        let trial = |(vote, decided): (usize, &Decided)| {
            let asker = Asker::new(&rulebook, &decided.table);
            let would = decided.again(&asker);
            let faults = asker.into_faults().into_iter().map(|(rule, fault)| (rule, fault.to_string())).collect();
            Trial { vote, was: decided.outcome(), would, faults }
        };
        Ok((1..).zip(&self.decided).skip(skipped).map(|(vote, decided)| trial((vote, decided))).collect())
    }
}

impl Decided {
    /// What it gave.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            in_favour: self.tally.for_total,
            against: self.tally.against_total,
            ratified: self.tally.ratified == Some(true),
            points: self.points.clone(),
        }
    }

    fn again(&self, asker: &Asker<'_>) -> Outcome {
        let total = |cards: &[Card], announced| if self.tally.has_unread { announced } else { asker.total(cards).unwrap_or(announced) };
        let mut tally = self.tally.clone();
        tally.for_total = total(&tally.for_cards, tally.for_total);
        tally.against_total = total(&tally.against_cards, tally.against_total);
        tally.ratified = None;
        let ratified = asker.ratified(&tally);
        tally.ratified = Some(ratified);
        let seats = (0..self.tally.ballots.len()).filter_map(Seat::from_index);
        Outcome { in_favour: tally.for_total, against: tally.against_total, ratified, points: asker.points(&tally, seats) }
    }
}
