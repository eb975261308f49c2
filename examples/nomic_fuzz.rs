//! Torments the reader of propositions and the programs of Card-Based Nomic for some minutes, and says what was tried, that nothing broke
//! and how long the slowest program ran: `cargo run --no-default-features --example nomic_fuzz -- 30`.
//!
//! Without minutes it runs each program of `tests/rules/nomic/hostile.toml` once and says how long it took to be stopped.

use kibitzer::games::nomic::proposition::{EXAMPLES, TEMPLATES, read_proposition};
use kibitzer::games::nomic::rulebook::{Change, Rulebook, Wording};
use kibitzer::games::nomic::script::{LONGEST_PROGRAM, vet};
use kibitzer::games::nomic::{Ballots, Hook, Nomic, Setup};
use kibitzer::games::play::random_act;
use kibitzer::games::{Act, Game};
use kibitzer::table::{Seat, Seats, Stamp};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct Hostile {
    program: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    name: String,
    source: String,
}

fn main() -> anyhow::Result<()> {
    let hostile: Hostile = toml::from_str(include_str!("../tests/rules/nomic/hostile.toml"))?;
    match std::env::args().nth(1) {
        Some(minutes) => torment(&hostile.program, Duration::from_secs_f64(60.0 * minutes.parse::<f64>()?)),
        None => stop_each(&hostile.program),
    }
}

/// How long each program takes: to be refused before a vote, and in a game that it got into all the same.
fn stop_each(programs: &[Program]) -> anyhow::Result<()> {
    let mut slowest = Duration::ZERO;
    for Program { name, source } in programs.iter().chain(&longest_programs()) {
        // The first time, so that nothing is remembered.
        let before = Instant::now();
        let fault = vet(&[Hook::Value], Some(source)).err();
        let refused = before.elapsed();
        let in_play = in_play(source)?;
        slowest = slowest.max(refused).max(in_play);
        println!(
            "{:7.3} ms refused, {:7.3} ms an act  {name}: {}",
            ms(refused),
            ms(in_play),
            fault.map_or("can be used".into(), |f| f.to_string())
        );
    }
    println!("slowest {:.3} ms", ms(slowest));
    base_rules()
}

/// How long acts take under the base rules, and asking who may do what.
fn base_rules() -> anyhow::Result<()> {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut game = Nomic::new(Setup::new(Seats::try_from(8)?, first())?)?;
    let (mut acts, mut longest, mut all, mut asked) = (0u32, Duration::ZERO, Duration::ZERO, Duration::ZERO);
    while acts < 2000 {
        let before = Instant::now();
        let Some(act) = random_act(&game, &mut rng, Stamp::from_ms(u64::from(acts))) else {
            game = Nomic::new(Setup::new(Seats::try_from(8)?, first())?)?;
            continue;
        };
        asked += before.elapsed();
        let before = Instant::now();
        game.apply(&act);
        let took = before.elapsed();
        (acts, all, longest) = (acts + 1, all + took, longest.max(took));
    }
    let mean = |time: Duration| ms(time) / f64::from(acts);
    println!("{acts} acts of eight players: {:.3} ms each, at most {:.3} ms; finding one {:.3} ms", mean(all), ms(longest), mean(asked));
    Ok(())
}

/// Programs as long as one may be, that are dear to read or to run once.
fn longest_programs() -> Vec<Program> {
    let filled = |name: &str, before: &str, piece: &str, after: &str| {
        let room = LONGEST_PROGRAM - before.len() - after.len();
        Program { name: name.into(), source: [before, &piece.repeat(room / piece.len()), after].concat() }
    };
    vec![
        filled("a long sum", "fn value(table, card) { 1", "+1", "}"),
        filled("a long list of statements", "fn value(table, card) { let x = 1;", "x+=1;", "}"),
        filled("a long array", "fn value(table, card) { [", "1,", "1]}"),
        filled("many functions", "fn value(table, card) { 1 }", "fn f(){}", ""),
        filled("many variables", "fn value(table, card) {", "let a=1;", "}"),
        filled("many cases", "fn value(table, card) { switch card.rank {", "0..9999=>1,", "_=>1}}"),
        filled("many conditions", "fn value(table, card) {", "if true{}", "}"),
        filled("many blocks in each other", "fn value(table, card) {", "{", ""),
        filled("a long name", "fn value(table, card) {", "x", "}"),
        filled("long strings in each other", "fn value(table, card) {", "`${", "}"),
        filled("a long comment in a comment", "fn value(table, card) { 1 }", "/*", ""),
    ]
}

/// The longest act of a vote under a rulebook with this program.
fn in_play(source: &str) -> anyhow::Result<Duration> {
    let add = Change::Add { wording: Wording { text: "Harm.".into(), hooks: vec![Hook::Value], program: Some(source.into()) } };
    let proposition = serde_json::to_string(&add)?;
    let mut game = Nomic::new(Setup::new(Seats::try_from(2)?, first())?)?;
    let mut longest = Duration::ZERO;
    let acts = [
        format!("P1 resolve {proposition}"),
        "P1 propose {\"action\":\"remove\",\"rule\":9}".into(),
        "P1 vote for".into(),
        "P1 draw".into(),
        "P2 abstain".into(),
        "P1 turn-up for Kh".into(),
        "P1 announce 13 0".into(),
    ];
    for text in acts {
        let (seat, action) = text.split_once(' ').unwrap_or_default();
        let act = Act { seat: seat.parse()?, action: action.parse().map_err(anyhow::Error::new)?, stamp: Stamp::default() };
        let before = Instant::now();
        game.apply(&act);
        longest = longest.max(before.elapsed());
    }
    anyhow::ensure!(cards_in_play(&game) == 52 && game.decided().len() == 1, "the game did not survive {source}");
    Ok(longest)
}

fn torment(hostile: &[Program], time: Duration) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut rng = Pcg64Mcg::seed_from_u64(std::process::id().into());
    let files: Vec<&str> = EXAMPLES.iter().chain(&TEMPLATES).map(|(_, text)| *text).collect();
    let mut programs: Vec<String> = hostile.iter().map(|program| program.source.clone()).collect();
    programs.extend(files.iter().filter_map(|text| read_proposition(text).ok()?.change.wording()?.program.clone()));
    programs.extend(Rulebook::base()?.rules().filter_map(|rule| rule.program.clone()));
    let (mut read, mut could_be_read, mut vetted, mut usable, mut games, mut acts) = (0u64, 0u64, 0u64, 0u64, 0u64, 0u64);
    let mut slowest = (Duration::ZERO, String::new());
    while start.elapsed() < time {
        for _ in 0..50 {
            let text = mutated(files.choose(&mut rng).copied().unwrap_or_default(), &files, &mut rng);
            read += 1;
            could_be_read += u64::from(read_proposition(&text).is_ok());
        }
        let parts: Vec<&str> = programs.iter().map(String::as_str).collect();
        let source = mutated(parts.choose(&mut rng).copied().unwrap_or_default(), &parts, &mut rng);
        let hooks: Vec<Hook> = Hook::ALL.into_iter().filter(|hook| source.contains(&format!("fn {hook}("))).collect();
        let mut is_usable = false;
        // What was checked once is remembered: a blank more makes it new.
        let mut attempt = source.clone();
        note_time(&mut slowest, &source, || {
            is_usable = vet(&hooks, Some(&attempt)).is_ok();
            attempt.push(' ');
        });
        vetted += 1;
        usable += u64::from(is_usable);
        if (is_usable && !hooks.is_empty()) || vetted.is_multiple_of(20) {
            games += 1;
            acts += play(&source, hooks, &mut rng, &mut slowest)?;
        }
    }
    println!("{read} files, {could_be_read} could be read; {vetted} programs, {usable} usable; {games} games, {acts} acts; nothing broke");
    println!("slowest {:.3} ms: {}", ms(slowest.0), slowest.1);
    Ok(())
}

/// Does something and keeps the longest time that anything took. What seems longer is done thrice more and its shortest time
/// counts, since the machine does other things too.
fn note_time(slowest: &mut (Duration, String), source: &str, mut something: impl FnMut()) {
    let mut took = Duration::MAX;
    for _ in 0..4 {
        let before = Instant::now();
        something();
        took = took.min(before.elapsed());
        if took <= slowest.0 {
            return;
        }
    }
    *slowest = (took, source.to_owned());
}

/// A game under a rulebook with this program, played at random.
fn play(source: &str, hooks: Vec<Hook>, rng: &mut Pcg64Mcg, slowest: &mut (Duration, String)) -> anyhow::Result<u64> {
    let players = rng.random_range(2..=8);
    let mut game = Nomic::new(Setup::new(Seats::try_from(players)?, first())?)?;
    let wording = Wording { text: "Chance.".into(), hooks, program: Some(source.to_owned()) };
    let proposition = serde_json::to_string(&Change::Add { wording })?;
    let action = format!("resolve {proposition}").parse().map_err(anyhow::Error::new)?;
    game.apply(&Act { seat: first(), action, stamp: Stamp::default() });
    let mut acts = 0;
    for step in 0..60 {
        let Some(act) = random_act(&game, rng, Stamp::from_ms(step * 1000)) else { break };
        let start = game.clone();
        note_time(slowest, source, || {
            game = start.clone();
            game.apply(&act);
        });
        acts += 1;
        anyhow::ensure!(cards_in_play(&game) == 52, "cards came or went under {source}");
    }
    let text = serde_json::to_string(&game)?;
    anyhow::ensure!(serde_json::from_str::<Nomic>(&text)? == game, "the state does not survive under {source}");
    Ok(acts)
}

/// A text with a few pieces taken out, doubled, swapped with others' or replaced by odd characters.
fn mutated(text: &str, others: &[&str], rng: &mut Pcg64Mcg) -> String {
    const ODD: [&str; 24] = [
        "\"",
        "'",
        "\\",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "=",
        ";",
        "#",
        "\n",
        "\u{0}",
        "é",
        "💥",
        "loop {",
        "fn value(table, card) {",
        "'''",
        "0x",
        "-1",
        "9223372036854775807",
        ".",
        "|x| x",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..=chars.len());
        let end = (at + rng.random_range(0..12)).min(chars.len());
        let piece: Vec<char> = match rng.random_range(0..4) {
            0 => Vec::new(),
            1 => ODD.choose(rng).copied().unwrap_or_default().chars().collect(),
            2 => [&chars[at..end], &chars[at..end]].concat(),
            _ => {
                let other: Vec<char> = others.choose(rng).copied().unwrap_or_default().chars().collect();
                let from = rng.random_range(0..=other.len());
                other.into_iter().skip(from).take(rng.random_range(1..40)).collect()
            }
        };
        chars.splice(at..end, piece);
    }
    chars.into_iter().collect()
}

fn cards_in_play(game: &Nomic) -> usize {
    let hands: u16 = game.seats().iter().filter_map(|seat| game.hand(seat)).map(|hand| hand.count()).sum();
    let votes: usize = Ballots::BOTH.into_iter().map(|pile| game.votes(pile).len()).sum();
    usize::from(game.draw_count() + hands) + game.discard().len() + votes
}

fn first() -> Seat {
    Seat::from_index(0).unwrap_or_else(|| std::process::exit(2))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
