//! A game of one pile: seats add 1 to 3 in turn, and whoever reaches 10 ends it.

use kibitzer::games::{Act, Game, Objection, ScoreSheet, Term};
use kibitzer::referee::{Entry, Input, Reason, Ruling, Told, state_hash};
use kibitzer::table::{Expected, Fact, Seat, Seats, Stamp};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Toy {
    seats: Seats,
    next: Seat,
    added: Vec<(Seat, u8)>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("it is {0}'s turn")]
    OutOfTurn(Seat),
    #[error("{0} is too many: add 1 to 3")]
    TooMany(u8),
}

impl Objection for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::OutOfTurn(_) => "out-of-turn",
            Self::TooMany(_) => "too-many",
        }
    }
    fn rule(&self) -> &'static str {
        "Toy, Turns"
    }
}

pub type Line = Entry<kibitzer::games::canon::Zone, u8>;

impl Game for Toy {
    type Zone = kibitzer::games::canon::Zone;
    type Move = u8;
    type Objection = Refusal;

    fn seats(&self) -> Seats {
        self.seats
    }
    fn to_act(&self) -> Vec<Seat> {
        if self.added.iter().map(|a| u32::from(a.1)).sum::<u32>() < 10 { vec![self.next] } else { Vec::new() }
    }
    fn legal_moves(&self, seat: Seat) -> Vec<u8> {
        if self.to_act().contains(&seat) { vec![1, 2, 3] } else { Vec::new() }
    }
    fn check(&self, act: &Act<u8>) -> Result<(), Refusal> {
        match act.action {
            _ if act.seat != self.next => Err(Refusal::OutOfTurn(self.next)),
            1..=3 => Ok(()),
            n => Err(Refusal::TooMany(n)),
        }
    }
    fn apply(&mut self, act: &Act<u8>) {
        self.added.push((act.seat, act.action));
        self.next = self.seats.after(act.seat);
    }
    fn expected(&self) -> Expected<Self::Zone> {
        Expected { zones: BTreeMap::new() }
    }
    fn reaches(&self, _: Seat, _: &u8) -> Vec<Self::Zone> {
        Vec::new()
    }
    fn read(&self, _: &Fact<Self::Zone>) -> Vec<Act<u8>> {
        Vec::new()
    }
    fn scores(&self) -> ScoreSheet {
        let term = |(_, n): &(Seat, u8)| Term { card: None, reason: "added".into(), points: i64::from(*n) };
        ScoreSheet::from_terms(self.seats.iter().map(|s| (s, self.added.iter().filter(|a| a.0 == s).map(term).collect())).collect())
    }
}

impl Toy {
    pub fn start(seats: u8) -> Self {
        Self { seats: seats.try_into().unwrap(), next: "P1".parse().unwrap(), added: Vec::new() }
    }
}

pub fn act(seat: &str, n: u8, ms: u64) -> Act<u8> {
    Act { seat: seat.parse().unwrap(), action: n, stamp: Stamp::from_ms(ms) }
}

/// Judges told acts one after another, in the plainest way.
pub fn refereed(acts: &[Act<u8>]) -> Vec<Line> {
    let mut game = Toy::start(2);
    let judge = |(i, act): (usize, &Act<u8>)| {
        let ruling = match game.check(act) {
            Ok(()) => {
                game.apply(act);
                Ruling::Accepted { act: act.clone(), warning: None }
            }
            Err(objection) => Ruling::Rejected { act: act.clone(), reason: Reason::of(&objection) },
        };
        line(i as u64 + 1, act.clone(), vec![ruling], &game)
    };
    acts.iter().enumerate().map(judge).collect()
}

pub fn line(entry: u64, act: Act<u8>, rulings: Vec<Ruling<u8>>, after: &Toy) -> Line {
    Entry { entry, stamp: act.stamp, frame: Some(entry * 30), input: Input::Told(Told::Act { act }), rulings, state: state_hash(after) }
}
