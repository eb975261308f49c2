use super::session::{Plan, Session};
use super::{Outcome, Output};
use crate::games::canon::{self, Canon, Setup};
use crate::games::{Game, GameKind, play};
use crate::pipeline::{LineOptions, milliseconds as ms, start};
use crate::source::{self, Event, Options};
use crate::table::Stamp;
use anyhow::{Context, bail};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// Measure how fast this machine referees a recorded game.
///
/// Looks at the first frames one by one and tells the milliseconds of each stage; referees the whole recording, and decodes it
/// without looking, and tells the ratio; plays random games for the engine's speed. Figures of one run compare with each other; those
/// of two runs only on an idle machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  kibitzer bench fixtures/canon-2p/video.mp4 --set remove_random=72
  kibitzer simulate --seed 5 --moves 12 --size 1920x1080 --out hd && kibitzer bench hd/video.mp4")]
pub(crate) struct Args {
    #[command(flatten)]
    plan: Plan,
    /// Frames that are looked at one by one.
    #[arg(long, default_value_t = 240)]
    frames: usize,
    /// Leave out the whole recording, and decoding it.
    #[arg(long)]
    quick: bool,
}

/// How long the engine plays, in seconds.
const ENGINE_S: f64 = 2.0;

#[derive(Serialize)]
struct Report {
    source: String,
    width: u32,
    height: u32,
    frames: usize,
    cores: usize,
    /// In the order of the line; milliseconds a frame.
    stages: Vec<Stage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recording: Option<Recording>,
    engine_moves_per_s: f64,
    /// Largest resident memory of the process, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_memory_mib: Option<f64>,
}

#[derive(Serialize)]
struct Stage {
    stage: String,
    median_ms: f64,
    p95_ms: f64,
    longest_ms: f64,
}

#[derive(Serialize)]
struct Recording {
    record_s: f64,
    decode_s: f64,
    ratio: f64,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    if args.plan.log.is_some() || args.plan.observations.is_some() {
        bail!("a bench keeps nothing: leave out --log and --observations");
    }
    anyhow::ensure!(args.plan.game == GameKind::Canon, "a bench needs a recording of canon: leave out --game");
    let (stages, (width, height), frames) = stages(args)?;
    let recording = if args.quick { None } else { Some(recording(args)?) };
    let report = Report {
        source: args.plan.source.clone(),
        width,
        height,
        frames,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        stages,
        recording,
        engine_moves_per_s: engine(args)?,
        peak_memory_mib: peak_memory_mib(),
    };
    if output.json {
        output.line(serde_json::to_string(&report)?)?;
        return Ok(Outcome::Fine);
    }
    output.line(format!("{}: {width}×{height}, {frames} frames one by one, {} cores", report.source, report.cores))?;
    output.line(format!("{:<10}{:>10}{:>10}{:>10}   ms a frame", "stage", "median", "95%", "longest"))?;
    for Stage { stage, median_ms, p95_ms, longest_ms } in &report.stages {
        output.line(format!("{stage:<10}{median_ms:>10.1}{p95_ms:>10.1}{longest_ms:>10.1}"))?;
    }
    if let Some(Recording { record_s, decode_s, ratio }) = report.recording {
        output.line(format!(
            "the whole recording: refereed in {record_s:.1} s, decoded alone in {decode_s:.1} s: {ratio:.1} times as long"
        ))?;
    }
    output.line(format!("engine: {:.0} moves a second, drawn from all legal ones, judged and applied", report.engine_moves_per_s))?;
    if let Some(mib) = report.peak_memory_mib {
        output.line(format!("peak memory: {mib:.0} MiB"))?;
    }
    Ok(Outcome::Fine)
}

/// Looks at the first frames on one thread, stage after stage, as the line does on three.
fn stages(args: &Args) -> anyhow::Result<(Vec<Stage>, (u32, u32), usize)> {
    let Session { mut source, mut eye, mut desk, .. } = args.plan.open_canon()?;
    let size = source.description().size;
    let (mut order, mut laps) = (Vec::<String>::new(), BTreeMap::<String, Vec<f64>>::new());
    let mut lap = |stage: &str, ms: f64| {
        if !laps.contains_key(stage) {
            order.push(stage.to_owned());
        }
        laps.entry(stage.to_owned()).or_default().push(ms);
    };
    let mut frames = 0;
    while frames < args.frames {
        let began = Instant::now();
        let frame = match source.next()? {
            Some(Event::Frame(frame)) => frame,
            Some(_) => continue,
            None => break,
        };
        lap("decode", ms(began.elapsed()));
        let looking = Instant::now();
        let looked = eye.look(frame)?;
        for stage in &looked.stages {
            lap(&stage.stage, stage.ms);
        }
        lap("look", ms(looking.elapsed()));
        let judging = Instant::now();
        desk.observe(&looked.observation);
        lap("referee", ms(judging.elapsed()));
        lap("all", ms(began.elapsed()));
        frames += 1;
    }
    if frames == 0 {
        bail!("{} holds no frame", args.plan.source);
    }
    let stage = |stage: String| {
        let mut times = laps.remove(&stage).unwrap_or_default();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times.get((part * (times.len().saturating_sub(1)) as f64).round() as usize).copied().unwrap_or(0.0);
        Stage { stage, median_ms: at(0.5), p95_ms: at(0.95), longest_ms: at(1.0) }
    };
    Ok((order.into_iter().map(stage).collect(), size, frames))
}

/// The whole recording as `record` referees it, without a journal, and the same frames only decoded.
fn recording(args: &Args) -> anyhow::Result<Recording> {
    let Session { source, eye, desk, presenter } = args.plan.open_canon()?;
    let began = Instant::now();
    start(source, eye, desk, presenter, LineOptions { speed: None, stay: false }, |_| {}).join()?;
    let record_s = began.elapsed().as_secs_f64();
    let mut source = source::open(&args.plan.source, &Options { fps: args.plan.fps, ..Options::default() })?;
    let began = Instant::now();
    while source.next()?.is_some() {}
    let decode_s = began.elapsed().as_secs_f64();
    Ok(Recording { record_s, decode_s, ratio: record_s / decode_s.max(1e-9) })
}

/// Random legal moves a second, game after game.
fn engine(args: &Args) -> anyhow::Result<f64> {
    let parts = crate::cards::load_canon_parts(args.plan.canon_deck())?;
    let setup = Setup::new(parts, args.plan.players, args.plan.first, canon::Options::default())?;
    let fresh = Canon::new(setup)?;
    let mut rng = Pcg64::seed_from_u64(1);
    let (mut game, mut moves, began) = (fresh.clone(), 0_u64, Instant::now());
    while began.elapsed().as_secs_f64() < ENGINE_S {
        match play::random_act(&game, &mut rng, Stamp::default()) {
            Some(act) => {
                game.check(&act).with_context(|| format!("the engine calls its own move illegal: {}", act.action))?;
                game.apply(&act);
                moves += 1;
            }
            None => game = fresh.clone(),
        }
    }
    Ok(moves as f64 / began.elapsed().as_secs_f64())
}

/// `VmHWM` of this process.
fn peak_memory_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}
