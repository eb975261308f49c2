//! Referees recorded observations again, without looking at a picture: `rehear OBSERVATIONS JOURNAL`, where the journal's
//! header tells the game. `WEIGHTS='{"illegal_act": 2}'` weighs otherwise than the referee does. Prints the rulings, and compares them with the journal's.

use kibitzer::games::canon::{Canon, mat};
use kibitzer::journal::{GameSetup, Journal, align, read};
use kibitzer::pipeline::{Desk, line_texts};
use kibitzer::referee::Weights;
use kibitzer::table::Observation;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(observations), Some(truth)) = (args.next(), args.next()) else { return Err("usage: rehear OBSERVATIONS JOURNAL".into()) };
    let truth: Journal<GameSetup, Canon> = read(Path::new(&truth))?;
    let GameSetup::Canon(setup) = truth.header.setup.clone() else { return Err("this example is for games of Canon".into()) };
    let seats = setup.seats;
    let weights = std::env::var("WEIGHTS").map_or_else(|_| Ok(Weights::default()), |text| serde_json::from_str(&text))?;
    let mut desk = Desk::new(Canon::new(setup)?, mat(seats), weights, None);
    for line in std::fs::read_to_string(observations)?.lines() {
        let seen: Observation = serde_json::from_str(line)?;
        let ruled = desk.observe(&seen);
        ruled.entries.iter().for_each(|entry| tell(&desk, entry));
    }
    let ruled = desk.finish();
    ruled.entries.iter().for_each(|entry| tell(&desk, entry));
    let alignment = align(&truth.entries, desk.referee().entries());
    println!("{}", serde_json::to_string_pretty(&alignment)?);
    Ok(())
}

fn tell(desk: &Desk<Canon>, entry: &kibitzer::referee::EntryOf<Canon>) {
    if let kibitzer::referee::Input::Seen(kibitzer::table::Fact::Settled { visits, .. }) = &entry.input {
        let visits: Vec<String> = visits.iter().map(|v| format!("{}@{}{}", v.seat, v.zone, if v.deepest { "!" } else { "" })).collect();
        println!("{:8.1}  [{}]", entry.stamp.ms() / 1000.0, visits.join(" "));
    }
    for line in line_texts(desk.referee().game(), entry) {
        println!("          {:?} {} {}", line.status, line.text, line.reason.unwrap_or_default());
        for choice in line.choices {
            println!("             - {choice}");
        }
    }
}
