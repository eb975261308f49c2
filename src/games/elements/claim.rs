//! Who touched a card first, from brackets of time.
//!
//! A camera sees a contact between the last frame without it and the first frame with it, so each contact has a bracket of
//! possible times, wider by the tolerances of its ends. The true order is known only where brackets do not overlap (Rulings,
//! Elements 1). All times are microseconds of the source. Absent on purpose: where the card lies, whether a touch is legal.

use crate::table::{Seat, Stamp};
use serde::Serialize;
use std::fmt;

/// Where the rule stands that a claim is ruled by.
pub const CLAIM_RULE: &str = "Elements, Hand Rules; Rulings, Elements 1";

/// A seat's Play Hand came upon the card in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Whose hand.
    pub seat: Seat,
    /// Last moment without contact.
    pub after: Stamp,
    /// First moment with it.
    pub by: Stamp,
}

/// Who has the claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ClaimRuling {
    /// Nobody touched the card.
    Nobody,
    /// This seat touched it first, without doubt.
    First {
        /// Who.
        seat: Seat,
        /// The next one; `None` when nobody else touched the card.
        lead: Option<Lead>,
    },
    /// Each of these may have been first.
    TooClose {
        /// Who, in the order of the seats; two or more.
        seats: Vec<Seat>,
        /// How long the brackets of all of them overlap, in microseconds: by so much it is too close.
        overlap_us: u64,
    },
}

/// By how much a seat was first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// Who came next.
    pub next: Seat,
    /// From the middle of the first bracket to the middle of the next, in microseconds.
    pub margin_us: u64,
    /// How far the margin may be off either way, in microseconds: half of both brackets; never more than the margin.
    pub uncertainty_us: u64,
}

impl Contact {
    /// A contact whose bracket is a stamp with its tolerance.
    pub const fn at(seat: Seat, stamp: Stamp) -> Self {
        Self { seat, after: stamp, by: stamp }
    }

    /// The earliest that it can have been.
    fn earliest_us(&self) -> u64 {
        self.after.earliest_us().min(self.by.earliest_us())
    }

    /// The latest that it can have been.
    fn latest_us(&self) -> u64 {
        self.after.latest_us().max(self.by.latest_us())
    }
}

/// Rules on the contacts with one card, in any order. Of several contacts of one seat the first counts.
pub fn first_touch(contacts: &[Contact]) -> ClaimRuling {
    let mut brackets: Vec<(u64, u64, Seat)> = contacts.iter().map(|c| (c.latest_us(), c.earliest_us(), c.seat)).collect();
    brackets.sort_unstable();
    let mut seen = std::collections::BTreeSet::new();
    brackets.retain(|(_, _, seat)| seen.insert(*seat));
    let Some(&(latest, earliest, seat)) = brackets.first() else { return ClaimRuling::Nobody };
    let rivals: Vec<_> = brackets.iter().filter(|(_, from, _)| *from <= latest).collect();
    if let [_, _, ..] = rivals.as_slice() {
        let mut seats: Vec<Seat> = rivals.iter().map(|(_, _, seat)| *seat).collect();
        seats.sort_unstable();
        let last_start = rivals.iter().map(|(_, from, _)| *from).max().unwrap_or(latest);
        return ClaimRuling::TooClose { seats, overlap_us: latest - last_start };
    }
    // The next is whose bracket begins next: it came nearest to being first.
    let next = brackets.iter().skip(1).map(|(to, from, seat)| (*from, *to, *seat)).min();
    let lead = next.map(|(from, to, next)| {
        let twice = |us: u64| us.div_ceil(2);
        Lead { next, margin_us: ((from + to) - (earliest + latest)) / 2, uncertainty_us: twice((latest - earliest) + (to - from)) }
    });
    ClaimRuling::First { seat, lead }
}

impl ClaimRuling {
    /// Whether this seat was first without doubt.
    pub fn is_first(&self, who: Seat) -> bool {
        matches!(self, Self::First { seat, .. } if *seat == who)
    }

    /// Whether this seat may have been first, and another too.
    pub fn may_be_first(&self, who: Seat) -> bool {
        matches!(self, Self::TooClose { seats, .. } if seats.contains(&who))
    }
}

fn ms(us: u64) -> f64 {
    us as f64 / 1000.0
}

/// For a reader: who was first and by how much, or that it is too close to call.
impl fmt::Display for ClaimRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("nobody touched it"),
            Self::First { seat, lead: None } => write!(f, "{seat} alone touched it"),
            Self::First { seat, lead: Some(lead) } => {
                write!(f, "{seat} was first, {:.1} ms (± {:.1}) before {}", ms(lead.margin_us), ms(lead.uncertainty_us), lead.next)
            }
            Self::TooClose { seats, overlap_us } => {
                let seats = seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" and ");
                write!(f, "too close to call between {seats}: their times overlap by {:.1} ms", ms(*overlap_us))
            }
        }
    }
}
