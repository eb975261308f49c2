use super::sink::Sink;
use super::{Args, Outcome, Output, progress};
use crate::cards::standard_deck;
use crate::games::elements::Options;
use crate::journal::{GameSetup, Hashes, Header, SourceInfo, Writer};
use crate::simulate::Renderer;
use crate::simulate::props::standard_props;
use crate::simulate::round::{Broken, Round, RoundOptions, Truth, Violation, What};
use crate::simulate::truth::CameraTruth;
use crate::table::Seats;
use anyhow::Context;
use serde::Serialize;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// Players, frames a second, and how long they play, in seconds, when nothing is said.
const PLAYERS: u8 = 4;
const FPS: f64 = 30.0;
const SECONDS: f64 = 60.0;
/// Pixels a millimetre of the printed things: twice what a frame shows.
const PX_PER_MM: f64 = 4.0;

/// How the film was made and from where it was seen.
#[derive(Serialize)]
struct About {
    game: &'static str,
    players: u8,
    seed: u64,
    fps: f64,
    length_ms: f64,
    winner: String,
    options: String,
    camera: CameraTruth,
    violations: Vec<Violated>,
}

/// Who broke which rule, about when, whatever the referee makes of it.
#[derive(Serialize)]
struct Violated {
    at_ms: f64,
    seat: String,
    code: &'static str,
}

pub(super) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let fps = args.fps.unwrap_or(FPS);
    anyhow::ensure!((5.0..=120.0).contains(&fps), "--fps {fps} cannot be: give 5 to 120");
    let mut options = Options::default();
    for word in &args.set {
        options.set(word)?;
    }
    let seats = Seats::try_from(args.players.unwrap_or(PLAYERS))?;
    let seconds = args.seconds.unwrap_or(SECONDS);
    anyhow::ensure!((20.0..=1800.0).contains(&seconds), "--seconds {seconds} cannot be: give 20 to 1800");
    let violations = args.violations(|count| Violation::some(count, args.seed))?;
    let round = Round::new(&RoundOptions { seed: args.seed, seats, options, size: args.size, seconds, violations })?;
    anyhow::ensure!(!round.setup.is_mage(), "mages cannot be simulated: no camera sees magic");
    super::prepare(&args.out, args.force)?;
    let frames_us = round.frames_us(fps);
    let truth = round.truth(&frames_us)?;
    write_truth(args, &round, &truth, fps)?;
    if !args.no_pictures || args.observations {
        film(args, &round, &frames_us, fps)?;
    }
    report(args, &round, truth.entries.len(), frames_us.len(), output);
    Ok(Outcome::Fine)
}

fn report(args: &Args, round: &Round, entries: usize, frames: usize, output: Output) {
    let touches = round.happenings.iter().filter(|happening| matches!(happening.what, What::Touch { .. })).count();
    let unplayed: Vec<String> = round.unplayed.iter().map(Violation::to_string).collect();
    // A reader who has left is no error.
    let mut out = std::io::stdout().lock();
    let (seconds, broken) = (round.seconds(), round.broken.len());
    if output.json {
        let line = json!({
            "out": args.out, "frames": frames, "seconds": seconds, "entries": entries, "touches": touches, "violations": broken,
            "unplayed": unplayed, "winner": round.winner,
        });
        let _ = writeln!(out, "{line}");
        return;
    }
    let _ = writeln!(
        out,
        "{}: {entries} entries, {touches} touches and {broken} violations in {seconds:.0} s, {frames} frames; {} wins",
        args.out.display(),
        round.winner
    );
    if !unplayed.is_empty() {
        let _ = writeln!(out, "no occasion came for: {}", unplayed.join(", "));
    }
}

fn write_truth(args: &Args, round: &Round, truth: &Truth, fps: f64) -> anyhow::Result<()> {
    let path = args.out.join("truth.jsonl");
    if path.exists() {
        std::fs::remove_file(&path).with_context(|| format!("{} cannot be written over", path.display()))?;
    }
    let (width, height) = (Some(args.size.0), Some(args.size.1));
    let source = SourceInfo { description: format!("simulated, seed {}", args.seed), fps: Some(fps), width, height };
    let header = Header::new(GameSetup::Elements(round.setup.clone()), Default::default(), source, Hashes::default());
    let mut writer = Writer::create(&path, &header)?;
    truth.entries.iter().try_for_each(|entry| writer.append(entry))?;
    writer.flush()?;
    let mut said = create(&args.out.join("said.jsonl"))?;
    for word in &truth.said {
        serde_json::to_writer(&mut said, word)?;
        said.write_all(b"\n")?;
    }
    said.flush()?;
    let violated =
        |broken: &Broken| Violated { at_ms: broken.at_us as f64 / 1000.0, seat: broken.seat.to_string(), code: broken.kind.code() };
    let about = About {
        game: "elements",
        players: round.setup.seats.into(),
        seed: args.seed,
        fps,
        length_ms: round.length_us as f64 / 1000.0,
        winner: round.winner.to_string(),
        options: round.setup.options.to_string(),
        camera: CameraTruth::of(&round.view.camera)?,
        violations: round.broken.iter().map(violated).collect(),
    };
    let text = toml::to_string(&about).context("the truth about the table does not print")?;
    let path = args.out.join("truth.toml");
    std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
}

fn film(args: &Args, round: &Round, frames_us: &[u64], fps: f64) -> anyhow::Result<()> {
    let props = Arc::new(standard_props(&standard_deck()?, &round.mat, args.style(), PX_PER_MM)?);
    let mut renderer = Renderer::new(round.view.clone(), Arc::clone(&props));
    let mut sink = if args.no_pictures { None } else { Some(Sink::create(&args.out, args.size, fps, args.stills)?) };
    let mut seen = if args.observations { Some(create(&args.out.join("observations.jsonl"))?) } else { None };
    let bar = progress(frames_us.len() as u64, "frames");
    for (frame, at_us) in frames_us.iter().enumerate() {
        let scene = round.scene(*at_us, &props);
        if let Some(seen) = &mut seen {
            serde_json::to_writer(&mut *seen, &round.observation(frames_us, frame, &renderer, &scene))?;
            seen.write_all(b"\n")?;
        }
        if let Some(sink) = &mut sink {
            let number = frame as u64;
            sink.put(&renderer.frame(&scene, number), number, *at_us as f64 / 1000.0)?;
        }
        bar.inc(1);
    }
    if let Some(mut seen) = seen {
        seen.flush()?;
    }
    if let Some(sink) = sink {
        sink.finish()?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("{} cannot be written", path.display()))?))
}
