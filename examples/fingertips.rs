//! Compares the fingertips that were told of a film with where a simulated round truly has them: `fingertips SEEN TRUTH PLAYERS`.
//!
//! ```text
//! kibitzer simulate --game elements … --out FILM; kibitzer record FILM/video.mp4 … --observations SEEN.obs
//! kibitzer simulate --game elements … --observations --no-pictures --out T   → T/observations.jsonl
//! cargo run --release --no-default-features --example fingertips -- SEEN.obs T/observations.jsonl 4
//! ```
//!
//! A hand counts when its fingertip is at least 25 mm inside the mat, though another's arm may hide it. Of the hands that are told of its seat
//! the nearest one's is its fingertip. One at rest has moved by less than 4 mm since the last frame.

use kibitzer::games::elements::mat;
use kibitzer::geometry::{Point, Polygon, Table};
use kibitzer::table::{Observation, Seat, Seats};
use std::collections::BTreeMap;
use std::error::Error;

const INSIDE_MM: f64 = 25.0;
const AT_REST_MM: f64 = 4.0;
/// The table is learnt before.
const LEARN_US: u64 = 500_000;
/// A fingertip told so near is that finger's, and so near still the same hand's.
const NEAR_MM: [f64; 2] = [12.0, 40.0];

/// Hands by how far off they are told: near, nearby, elsewhere, and not at all.
#[derive(Default)]
struct Tally([usize; 4]);

impl Tally {
    fn add(&mut self, off_mm: Option<f64>) {
        let kind = off_mm.map_or(3, |off| NEAR_MM.iter().position(|near| off < *near).unwrap_or(2));
        self.0.get_mut(kind).into_iter().for_each(|count| *count += 1);
    }

    fn print(&self, name: &str) {
        let all: usize = self.0.iter().sum();
        let shares = self.0.map(|count| format!("{:>9.1}%", 100.0 * count as f64 / all.max(1) as f64));
        println!("{name:<10} {all:>7} {}", shares.join(" "));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(seen), Some(truth), Some(players)) = (words.next(), words.next(), words.next()) else {
        return Err("usage: fingertips SEEN TRUTH PLAYERS".into());
    };
    let mat = mat(Seats::try_from(players.parse::<u8>()?)?);
    let (width, height) = (mat.width_mm - 2.0 * INSIDE_MM, mat.height_mm - 2.0 * INSIDE_MM);
    let inner = Polygon::<Table>::rectangle(INSIDE_MM, INSIDE_MM, width, height);
    let seen: BTreeMap<u64, Observation> = read(&seen)?.into_iter().map(|o| (o.frame, o)).collect();
    let (mut rests, mut moves) = (Tally::default(), Tally::default());
    let mut before: BTreeMap<Seat, Point<Table>> = BTreeMap::new();
    for truth in read(&truth)? {
        let Some(seen) = seen.get(&truth.frame).filter(|_| truth.stamp.at_us > LEARN_US) else { continue };
        let tips: BTreeMap<Seat, Point<Table>> = truth.hands.iter().filter_map(|hand| Some((hand.seat?, hand.tip))).collect();
        for (seat, tip) in tips.iter().filter(|(_, tip)| inner.contains(**tip)) {
            let own = seen.hands.iter().filter(|hand| hand.seat == Some(*seat));
            let off_mm = own.map(|hand| hand.tip.distance(*tip)).min_by(f64::total_cmp);
            let at_rest = before.get(seat).is_some_and(|was| was.distance(*tip) < AT_REST_MM);
            if at_rest { &mut rests } else { &mut moves }.add(off_mm);
        }
        before = tips;
    }
    let [near, nearby] = NEAR_MM;
    println!(
        "{:<10} {:>7} {:>10} {:>10} {:>10} {:>10}",
        "hands",
        "all",
        format!("< {near} mm"),
        format!("to {nearby} mm"),
        "farther",
        "not told"
    );
    rests.print("at rest");
    moves.print("moving");
    Ok(())
}

fn read(path: &str) -> Result<Vec<Observation>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}
