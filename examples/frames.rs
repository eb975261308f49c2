//! Compares what was seen of each frame with what a simulated film truly shows: `frames SEEN TRUTH PLAYERS`.
//!
//! ```text
//! kibitzer simulate --game canon --seed 12 … --observations --no-pictures --out T   → T/observations.jsonl
//! kibitzer watch VIDEO … --headless --observations SEEN.jsonl
//! cargo run --release --no-default-features --example frames -- SEEN.jsonl T/observations.jsonl 2
//! ```
//!
//! Counted in frames without a hand, of cards on the mat. A card counts as found within 20 mm of where it lies; one of which a copy covers more than half
//! counts apart, since nothing but its title shows.

use kibitzer::cards::Face;
use kibitzer::games::canon::mat;
use kibitzer::geometry::Point;
use kibitzer::table::{Observation, Seats, SeenCard};
use std::collections::BTreeMap;
use std::error::Error;

/// A seen card this far from a true one is that card.
const NEAR_MM: f64 = 20.0;
/// A card of which another covers more than this shows nothing but its title.
const COVERED: f64 = 0.5;

#[derive(Default)]
struct Tally {
    all: usize,
    right: usize,
    wrong: usize,
    wrong_side: usize,
    unknown: usize,
    missed: usize,
}

impl Tally {
    fn add(&mut self, truth: &SeenCard, seen: Option<&SeenCard>) {
        self.all += 1;
        let Some(seen) = seen else {
            self.missed += 1;
            return;
        };
        let count = match (seen.face == truth.face, truth.face, seen.identity.card()) {
            (false, _, _) => &mut self.wrong_side,
            (true, Face::Down, _) => &mut self.right,
            (true, Face::Up, None) => &mut self.unknown,
            (true, Face::Up, named) if named == truth.identity.card() => &mut self.right,
            (true, Face::Up, Some(_)) => &mut self.wrong,
        };
        *count += 1;
    }

    fn print(&self, name: &str) {
        let Self { all, right, wrong, wrong_side, unknown, missed } = self;
        let share = 100.0 * *right as f64 / (*all).max(1) as f64;
        println!("{name:<22} {all:>7} {right:>7} ({share:.2}%) {wrong:>6} {wrong_side:>11} {unknown:>8} {missed:>7}");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(seen), Some(truth), Some(players)) = (words.next(), words.next(), words.next()) else {
        return Err("usage: frames SEEN TRUTH PLAYERS".into());
    };
    let mat = mat(Seats::try_from(players.parse::<u8>()?)?);
    let seen: BTreeMap<u64, Observation> = read(&seen)?.into_iter().map(|o| (o.frame, o)).collect();
    let (mut whole, mut covered, mut phantoms, mut frames) = (Tally::default(), Tally::default(), 0, 0);
    for truth in read(&truth)?.iter().filter(|o| o.hands.is_empty()) {
        let Some(seen) = seen.get(&truth.frame) else { continue };
        frames += 1;
        let mut left: Vec<&SeenCard> = seen.cards.iter().collect();
        // Whole cards choose first.
        let under = |i: usize, card: &SeenCard| {
            truth.cards.iter().skip(i + 1).any(|over| over.quad.intersection_area(&card.quad) > COVERED * card.quad.area())
        };
        let (hidden, shown): (Vec<_>, Vec<_>) = truth.cards.iter().enumerate().partition(|(i, card)| under(*i, card));
        for (tally, cards) in [(&mut whole, shown), (&mut covered, hidden)] {
            for (_, card) in cards {
                let Point { x, y, .. } = card.quad.centre();
                if !(0.0..=mat.width_mm).contains(&x) || !(0.0..=mat.height_mm).contains(&y) {
                    continue;
                }
                let far = |other: &&SeenCard| other.quad.centre().distance(card.quad.centre());
                let nearest =
                    left.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1))).filter(|(_, other)| far(other) < NEAR_MM);
                let found = nearest.map(|(i, _)| i).map(|i| left.swap_remove(i));
                tally.add(card, found);
            }
        }
        phantoms += left.len();
    }
    println!("{frames} frames without a hand");
    println!("{:<22} {:>7} {:>16} {:>6} {:>11} {:>8} {:>7}", "cards", "all", "right", "wrong", "wrong side", "unknown", "missed");
    whole.print("whole or partly");
    covered.print("covered but for title");
    println!("outlines on no card: {phantoms}");
    Ok(())
}

fn read(path: &str) -> Result<Vec<Observation>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}
