use crate::cards::CardId;
use crate::table::Seat;
use serde::{Deserialize, Serialize};

/// Every seat's score, P1 first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreSheet {
    /// One row a seat.
    pub seats: Vec<SeatScore>,
}

/// A seat's score with every term of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatScore {
    /// Whose.
    pub seat: Seat,
    /// Sum of the terms.
    pub total: i64,
    /// Place among the seats, 1 for the best; ties share a place.
    pub rank: usize,
    /// What the total is made of.
    pub terms: Vec<Term>,
}

/// One term of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The card it is about, when it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardId>,
    /// How it comes about, such as `2 own × 3 central`.
    pub reason: String,
    /// Its points.
    pub points: i64,
}

impl ScoreSheet {
    /// A sheet from each seat's terms, with totals and ranks worked out.
    pub fn from_terms(terms: Vec<(Seat, Vec<Term>)>) -> Self {
        let totals: Vec<i64> = terms.iter().map(|(_, t)| t.iter().map(|t| t.points).sum()).collect();
        let rank = |total: i64| 1 + totals.iter().filter(|&&t| t > total).count();
        let seats =
            terms.into_iter().zip(&totals).map(|((seat, terms), &total)| SeatScore { seat, total, rank: rank(total), terms }).collect();
        Self { seats }
    }
}
