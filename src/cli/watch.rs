use super::session::{Plan, Session, score_text};
use super::{Outcome, Output};
use crate::games::{GameKind, Narrate};
use crate::pipeline::{Call, LineOptions, MoveLine, MoveStatus, News, line_texts, start};
use crate::referee::EntryOf;
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write as _;
use std::path::PathBuf;

/// Referee a game as it is played.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  kibitzer watch 0 --players 2 --deck canon-nt --log evening.jsonl
  kibitzer watch game.mp4 --players 3 --deck canon-ot --table calibration/club.toml --headless
  kibitzer watch 0 --game elements --players 4 --log round.jsonl
  kibitzer watch 0 --game arrow --deck arrow-harbour,arrow-workshop --log duel.jsonl
  kibitzer watch 0 --game nomic --players 4 --log evening.jsonl
  kibitzer watch http://camera.local:8080/video --players 2 --headless --json")]
pub(crate) struct Args {
    #[command(flatten)]
    plan: Plan,
    /// Open no window: print moves and rulings as they fall, then the scores.
    #[arg(long)]
    headless: bool,
    /// Show a recording at this multiple of its own pace.
    #[arg(long, default_value_t = 1.0, value_name = "FACTOR")]
    speed: f64,
    /// Write a picture of the window to this PNG file, then close it.
    #[arg(long, value_name = "PNG", hide = true)]
    screenshot: Option<PathBuf>,
    /// When to take the picture, in seconds after the window opened.
    #[arg(long, default_value_t = 10.0, hide = true)]
    screenshot_after: f64,
    /// Begin with light colours.
    #[arg(long, hide = true)]
    light: bool,
}

/// Referee a recorded game as fast as it goes, with a progress bar.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  kibitzer record game.mp4 --players 2 --deck canon-nt --log game.jsonl")]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    plan: Plan,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    if args.headless {
        return without_window(&args.plan, output, false);
    }
    windowed(args)
}

fn without_window(plan: &Plan, output: Output, with_bar: bool) -> anyhow::Result<Outcome> {
    match plan.game {
        GameKind::Canon => headless(plan, plan.open_canon()?, output, with_bar),
        GameKind::Elements => headless(plan, plan.open_elements()?, output, with_bar),
        GameKind::Arrow => headless(plan, plan.open_arrow()?, output, with_bar),
        GameKind::Nomic => headless(plan, plan.open_nomic()?, output, with_bar),
    }
}

pub(crate) fn record(args: &RecordArgs, output: Output) -> anyhow::Result<Outcome> {
    without_window(&args.plan, output, true)
}

/// The last line of `--json`.
#[derive(Serialize)]
struct Final<'a> {
    line: &'static str,
    over: bool,
    #[serde(flatten)]
    scores: &'a crate::games::ScoreSheet,
}

fn headless<G: Narrate>(plan: &Plan, session: Session<G>, output: Output, with_bar: bool) -> anyhow::Result<Outcome>
where
    EntryOf<G>: Serialize,
{
    let Session { source, eye, desk, presenter } = session;
    let bar = match source.description().frames_total {
        Some(total) if with_bar => {
            ProgressBar::new(total).with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} frames  {per_sec}  {eta} left")?)
        }
        _ => ProgressBar::hidden(),
    };
    let mut observations = match &plan.observations {
        Some(path) => {
            let file = std::fs::File::create(path).with_context(|| format!("observations cannot be written to {}", path.display()))?;
            Some(std::io::BufWriter::new(file))
        }
        None => None,
    };
    let told = {
        let bar = bar.clone();
        move |news: News<'_, G>| match news {
            News::Seen(seen) => {
                bar.set_position(seen.frame + 1);
                if let Some(file) = &mut observations
                    && let Err(error) =
                        serde_json::to_writer(&mut *file, seen).map_err(std::io::Error::from).and_then(|()| file.write_all(b"\n"))
                {
                    bar.suspend(|| eprintln!("kibitzer: observations are no longer written: {error}"));
                    observations = None;
                }
            }
            News::Remark(text) => bar.suspend(|| eprintln!("kibitzer: {text}")),
            News::Entry(entry, desk) => {
                let text = if output.json {
                    serde_json::to_string(entry).map(|json| vec![json]).unwrap_or_default()
                } else {
                    line_texts(desk.referee().game(), entry).iter().map(plain).collect()
                };
                bar.suspend(|| {
                    let mut out = std::io::stdout().lock();
                    for line in text {
                        // A reader that went away must not stop the game.
                        let _ = writeln!(out, "{line}");
                    }
                });
            }
        }
    };
    let options = LineOptions { speed: None, stay: false };
    let line = start(source, eye, desk, presenter, options, told);
    let calls = line.calls.clone();
    // Ctrl-C ends the game as Quit does: what is pending is judged, and the scores are told.
    ctrlc::set_handler(move || drop(calls.try_send(Call::Quit))).context("Ctrl-C cannot be listened for")?;
    let desk = line.join()?;
    bar.finish_and_clear();
    let game = desk.referee().game();
    if output.json {
        println!(
            "{}",
            serde_json::to_string(&Final {
                line: "scores",
                over: crate::games::Game::is_over(game),
                scores: &crate::games::Game::scores(game)
            })?
        );
    } else {
        println!("{}", score_text(game));
    }
    Ok(Outcome::Fine)
}

/// A move in a line of text: time, what happened, and what was wrong with it.
fn plain(line: &MoveLine) -> String {
    let seconds = line.at_ms as f64 / 1000.0;
    let time = format!("{:>3}:{:04.1}", (seconds / 60.0) as u64, seconds % 60.0);
    let mark = match line.status {
        MoveStatus::Rejected => "ILLEGAL  ",
        MoveStatus::Undecided => "UNDECIDED  ",
        MoveStatus::Unexplained => "UNEXPLAINED  ",
        MoveStatus::Accepted | MoveStatus::Retracted | MoveStatus::Told => "",
    };
    let mut text = format!("{time}  {mark}{}", line.text);
    if let (Some(reason), Some(rule)) = (&line.reason, &line.rule) {
        text.push_str(&format!(": {reason} [{rule}]"));
    }
    for (i, choice) in line.choices.iter().enumerate() {
        text.push_str(&format!("\n          {}. {choice}", i + 1));
    }
    text
}

#[cfg(feature = "dashboard")]
fn windowed(args: &Args) -> anyhow::Result<Outcome> {
    match args.plan.game {
        GameKind::Canon => {
            let (feed, line) = super::window::open(args.plan.open_canon()?, args.speed, "play centre3 canon-nt/mark")?;
            windowed_over(args, feed, line)
        }
        GameKind::Elements => {
            let (feed, line) = super::window::open(args.plan.open_elements()?, args.speed, "touch ocean 4h")?;
            windowed_over(args, feed, line)
        }
        GameKind::Arrow => {
            let (feed, line) = super::window::open(args.plan.open_arrow()?, args.speed, "place e4 arrow/crab")?;
            windowed_over(args, feed, line)
        }
        GameKind::Nomic => {
            let (feed, line) = super::window::open(args.plan.open_nomic()?, args.speed, "vote for")?;
            windowed_over(args, feed, line)
        }
    }
}

#[cfg(feature = "dashboard")]
fn windowed_over<G: Narrate>(args: &Args, feed: crate::dashboard::Feed, line: crate::pipeline::Line<G>) -> anyhow::Result<Outcome> {
    use crate::dashboard::{Appearance, Dashboard};
    let mut window = Dashboard::watching(feed);
    if args.light {
        window = window.with_appearance(Appearance::Light);
    }
    if let Some(path) = &args.screenshot {
        window = window.screenshot_to(path.clone(), std::time::Duration::from_secs_f64(args.screenshot_after.max(0.0)));
    }
    window.run("Kibitzer")?;
    let desk = line.join()?;
    println!("{}", score_text(desk.referee().game()));
    Ok(Outcome::Fine)
}

#[cfg(not(feature = "dashboard"))]
fn windowed(_: &Args) -> anyhow::Result<Outcome> {
    anyhow::bail!("this build has no window: add --headless")
}
