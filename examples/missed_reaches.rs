//! What one overlooked hand costs: takes each reach over the table in turn out of recorded observations, referees them again, and
//! counts what the rulings then say wrongly: `missed_reaches OBSERVATIONS JOURNAL [OBSERVATIONS JOURNAL ...]`.
//!
//! `WEIGHTS='{"illegal_act": 2}'` weighs otherwise than the referee does. The journal is the truth, and its header tells the game. An accusation is false where the truth has none for the act, or
//! another rule; a violation is waved through where the truth has one and the log says the act was legal; it is left open where
//! the log says nothing of it.

use kibitzer::games::canon::{Canon, mat};
use kibitzer::journal::{Alignment, Difference, GameSetup, Journal, Verdict, align, read};
use kibitzer::pipeline::Desk;
use kibitzer::referee::Weights;
use kibitzer::table::Observation;
use std::error::Error;
use std::ops::{AddAssign, Range};
use std::path::Path;

/// Hands that are away for less long belong to one reach.
const GAP_MS: f64 = 700.0;

#[derive(Default, Clone, Copy)]
struct Tally {
    games: usize,
    flawless: usize,
    agreed: usize,
    falsely_accused: usize,
    games_accused: usize,
    waved_through: usize,
    left_open: usize,
    missing: usize,
    undecided: usize,
}

impl Tally {
    fn of<M>(alignment: &Alignment<M>) -> Self {
        let mut tally = Self {
            games: 1,
            flawless: usize::from(alignment.is_equal()),
            agreed: alignment.agreed,
            undecided: alignment.undecided,
            falsely_accused: alignment.false_accusations(),
            ..Self::default()
        };
        let accuses = |verdict: Verdict| verdict == Verdict::Rejected;
        for difference in &alignment.differences {
            match difference {
                Difference::Missing { truth } if accuses(truth.verdict) => tally.left_open += 1,
                Difference::Missing { .. } => tally.missing += 1,
                Difference::Invented { .. } | Difference::WrongReason { .. } => {}
                Difference::WrongVerdict { truth, log } => {
                    tally.waved_through += usize::from(accuses(truth.verdict) && log.verdict == Verdict::Accepted);
                }
            }
        }
        tally.games_accused = usize::from(tally.falsely_accused > 0);
        tally
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.flawless += other.flawless;
        self.agreed += other.agreed;
        self.falsely_accused += other.falsely_accused;
        self.games_accused += other.games_accused;
        self.waved_through += other.waved_through;
        self.left_open += other.left_open;
        self.missing += other.missing;
        self.undecided += other.undecided;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, flawless, agreed, falsely_accused, games_accused, waved_through, left_open, missing, undecided } = self;
        write!(
            f,
            "{games} runs, {flawless} flawless; {agreed} acts agree, {missing} missing, {undecided} entries undecided; \
             {falsely_accused} false accusations in {games_accused} runs, {waved_through} violations waved through, {left_open} left open"
        )
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let (games, []) = files.as_chunks::<2>() else { return Err("usage: missed_reaches OBSERVATIONS JOURNAL [...]".into()) };
    let weights: Weights = std::env::var("WEIGHTS").map_or_else(|_| Ok(Weights::default()), |text| serde_json::from_str(&text))?;
    let mut all = Tally::default();
    for [observations, truth] in games {
        let truth: Journal<GameSetup, Canon> = read(Path::new(truth))?;
        let seen: Vec<Observation> =
            std::fs::read_to_string(observations)?.lines().map(serde_json::from_str).collect::<Result<_, serde_json::Error>>()?;
        let mut here = Tally::default();
        for reach in reaches(&seen) {
            let tally = Tally::of(&without(&seen, &reach, &truth, weights)?);
            if tally.falsely_accused + tally.waved_through > 0 {
                let seconds = seen.get(reach.start).map_or(0.0, |o| o.stamp.ms() / 1000.0);
                println!("  {observations} without the reach at {seconds:.1} s: {tally}");
            }
            here += tally;
        }
        println!("{observations}: {here}");
        all += here;
    }
    println!("all: {all}");
    Ok(())
}

/// Frames from the first to the last of each time that hands are over the table.
fn reaches(seen: &[Observation]) -> Vec<Range<usize>> {
    let mut reaches: Vec<Range<usize>> = Vec::new();
    for (i, o) in seen.iter().enumerate().filter(|(_, o)| !o.hands.is_empty()) {
        let near = |reach: &Range<usize>| seen.get(reach.end - 1).is_some_and(|last| o.stamp.ms_since(last.stamp) < GAP_MS);
        match reaches.last_mut().filter(|reach| near(reach)) {
            Some(reach) => reach.end = i + 1,
            None => reaches.push(i..i + 1),
        }
    }
    reaches
}

type Compared = Alignment<<Canon as kibitzer::games::Game>::Move>;

fn without(
    seen: &[Observation],
    reach: &Range<usize>,
    truth: &Journal<GameSetup, Canon>,
    weights: Weights,
) -> Result<Compared, Box<dyn Error>> {
    let GameSetup::Canon(setup) = truth.header.setup.clone() else { return Err("this example is for games of Canon".into()) };
    let seats = setup.seats;
    let mut desk = Desk::new(Canon::new(setup)?, mat(seats), weights, None);
    for (i, o) in seen.iter().enumerate() {
        if reach.contains(&i) {
            desk.observe(&Observation { hands: Vec::new(), ..o.clone() });
        } else {
            desk.observe(o);
        }
    }
    desk.finish();
    Ok(align(&truth.entries, desk.referee().entries()))
}
