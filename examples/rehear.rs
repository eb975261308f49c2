//! Referees recorded observations again, without looking at a picture: `rehear OBSERVATIONS JOURNAL [SAID]`, where the journal's
//! header tells the game, and SAID what was said at the table. `WEIGHTS='{"illegal_act": 2}'` weighs otherwise than the referee does.
//! Prints the rulings, and compares them with the journal's.

use kibitzer::games::Narrate;
use kibitzer::games::arrow::{self, Arrow};
use kibitzer::games::canon::{self, Canon};
use kibitzer::games::elements::{self, Elements};
use kibitzer::games::nomic::{self, Nomic};
use kibitzer::journal::{self, Alignment, GameSetup, Header, Journal, Said, read_said};
use kibitzer::pipeline::{Desk, line_texts};
use kibitzer::referee::{EntryOf, Input, Weights};
use kibitzer::table::{Fact, Mat, Observation};
use serde::Serialize;
use std::error::Error;
use std::fmt::Display;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [observations, truth, rest @ ..] = args.as_slice() else { return Err("usage: rehear OBSERVATIONS JOURNAL [SAID]".into()) };
    let said = rest.first().map_or_else(|| Ok(Vec::new()), |path| read_said(Path::new(path)))?;
    let (observations, truth) = (Path::new(observations), Path::new(truth));
    let header: Header<GameSetup> = journal::read_header(truth)?;
    match header.setup {
        GameSetup::Canon(setup) => rehear(canon::mat(setup.seats), Canon::new(setup)?, said, observations, truth),
        GameSetup::Arrow(setup) => rehear(arrow::mat(), Arrow::new(setup)?, said, observations, truth),
        GameSetup::Nomic(setup) => rehear(nomic::mat(setup.seats), Nomic::new(setup)?, said, observations, truth),
        GameSetup::Elements(setup) => rehear(elements::mat(setup.seats), Elements::new(setup)?, said, observations, truth),
    }
}

fn rehear<G: Narrate>(mat: Mat<G::Zone>, game: G, said: Vec<Said>, observations: &Path, truth: &Path) -> Result<(), Box<dyn Error>>
where
    EntryOf<G>: Serialize,
{
    let weights = std::env::var("WEIGHTS").map_or_else(|_| Ok(Weights::default()), |text| serde_json::from_str(&text))?;
    let truth: Journal<GameSetup, G> = journal::read(truth)?;
    let mut desk = Desk::new(game, mat, weights, None).with_said(said);
    for line in std::fs::read_to_string(observations)?.lines() {
        let seen: Observation = serde_json::from_str(line)?;
        let ruled = desk.observe(&seen);
        ruled.entries.iter().for_each(|entry| tell(&desk, entry));
    }
    let ruled = desk.finish();
    ruled.entries.iter().for_each(|entry| tell(&desk, entry));
    let entries = desk.referee().entries();
    let alignment =
        if G::keeps_offences() { journal::align_at_once(&truth.entries, entries) } else { journal::align(&truth.entries, entries) };
    print(&alignment)
}

fn print<M: Display>(alignment: &Alignment<M>) -> Result<(), Box<dyn Error>> {
    println!("{}", serde_json::to_string_pretty(alignment)?);
    println!("{alignment}");
    Ok(())
}

fn tell<G: Narrate>(desk: &Desk<G>, entry: &EntryOf<G>)
where
    EntryOf<G>: Serialize,
{
    match &entry.input {
        Input::Seen(Fact::Settled { visits, .. }) => {
            let visits: Vec<String> = visits.iter().map(|v| format!("{}@{}{}", v.seat, v.zone, if v.deepest { "!" } else { "" })).collect();
            println!("{:8.1}  [{}]", entry.stamp.ms() / 1000.0, visits.join(" "));
        }
        Input::Seen(fact) => println!("{:8.2}  {}", fact.stamp().ms() / 1000.0, serde_json::to_string(fact).unwrap_or_default()),
        Input::Told(_) => println!("{:8.2}", entry.stamp.ms() / 1000.0),
    }
    for line in line_texts(desk.referee().game(), entry) {
        println!("          {:?} {} {}", line.status, line.text, line.reason.unwrap_or_default());
        for choice in line.choices {
            println!("             - {choice}");
        }
    }
}
