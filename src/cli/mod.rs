//! The program's words: one file a command. What was typed becomes typed and opened here, before frame one.
//!
//! Exit codes: 0 done; 1 done, and something is wrong with what was looked at (problems in a score, a journal that does not
//! verify, a failed check); 2 the command could not be done (bad arguments, unreadable input, missing model).

#[cfg(feature = "camera")]
mod annotate;
mod arrow_decks;
#[cfg(feature = "camera")]
mod bench;
#[cfg(feature = "camera")]
mod calibrate;
#[cfg(feature = "camera")]
mod cards;
#[cfg(feature = "camera")]
mod claims;
mod completions;
mod deck;
#[cfg(feature = "camera")]
mod doctor;
#[cfg(feature = "camera")]
mod film;
#[cfg(feature = "camera")]
mod look;
mod mat;
#[cfg(feature = "camera")]
mod photo_check;
#[cfg(feature = "camera")]
mod placed;
mod replay;
mod rules;
#[cfg(feature = "camera")]
mod score;
#[cfg(feature = "camera")]
mod session;
mod simulate;
#[cfg(feature = "camera")]
mod watch;
#[cfg(feature = "dashboard")]
mod window;

use crate::games::GameKind;
use crate::table::Seats;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A camera that referees a real card table.
#[derive(Debug, Parser)]
#[command(name = "kibitzer", version, about, max_term_width = 120)]
struct Cli {
    /// Print JSON Lines on standard output; logs stay on standard error.
    #[arg(long, global = true)]
    json: bool,
    /// Say more on standard error; twice for everything.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "camera")]
    Cards(cards::Args),
    /// List, check and print decks of cards.
    Deck(deck::Args),
    /// Measure and print table mats and calibration boards.
    Mat(mat::Args),
    #[cfg(feature = "camera")]
    Watch(watch::Args),
    #[cfg(feature = "camera")]
    Record(watch::RecordArgs),
    #[cfg(feature = "camera")]
    Score(score::Args),
    #[cfg(feature = "camera")]
    Claims(claims::Args),
    /// Find where the table is in a camera's picture.
    #[cfg(feature = "camera")]
    Calibrate(calibrate::Args),
    /// Tell a game from its journal: as text, as a table, as subtitles; verify it, or compare it with the truth.
    Replay(replay::Args),
    /// Card-Based Nomic: the rules in force and how they came to be, and propositions to change them.
    Rules(rules::Args),
    /// Play a game by itself and show it as a camera would see it, with the truth beside it.
    Simulate(simulate::Args),
    #[cfg(feature = "camera")]
    Doctor(doctor::Args),
    #[cfg(feature = "camera")]
    Bench(bench::Args),
    /// Print a shell completion script.
    Completions(completions::Args),
}

/// How a command that could be done ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Exit 0.
    Fine,
    /// Exit 1: something is wrong with what was looked at.
    Problems,
    /// Exit 2: part of the input could not be read; the rest was done.
    #[cfg_attr(not(feature = "camera"), allow(dead_code))]
    Unreadable,
}

/// What every command is told beside its own arguments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    /// JSON Lines on standard output instead of text.
    pub json: bool,
}

impl Output {
    /// Writes a line to standard output.
    ///
    /// # Errors
    /// When nobody reads it any more, which ends the program quietly, or it cannot be written.
    pub(crate) fn line(self, text: impl std::fmt::Display) -> std::io::Result<()> {
        use std::io::Write;
        writeln!(std::io::stdout().lock(), "{text}")
    }
}

/// Runs the program and answers its exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    start_log(cli.verbose);
    let output = Output { json: cli.json };
    match run(cli.command, output) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Problems) => ExitCode::from(1),
        Ok(Outcome::Unreadable) => ExitCode::from(2),
        // Whoever read the output, such as `head`, has had enough.
        Err(error) if error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("kibitzer: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Option<Command>, output: Output) -> anyhow::Result<Outcome> {
    match command {
        #[cfg(feature = "camera")]
        Some(Command::Cards(args)) => cards::run(&args, output),
        Some(Command::Deck(args)) => deck::run(&args, output),
        Some(Command::Mat(args)) => mat::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Calibrate(args)) => calibrate::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Watch(args)) => watch::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Record(args)) => watch::record(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Score(args)) => score::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Claims(args)) => claims::run(&args, output),
        Some(Command::Replay(args)) => replay::run(&args, output),
        Some(Command::Rules(args)) => rules::run(&args, output),
        Some(Command::Simulate(args)) => simulate::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Doctor(args)) => doctor::run(&args, output),
        #[cfg(feature = "camera")]
        Some(Command::Bench(args)) => bench::run(&args, output),
        Some(Command::Completions(args)) => completions::run(&args),
        #[cfg(feature = "dashboard")]
        None => window::start_page(),
        #[cfg(not(feature = "dashboard"))]
        None => anyhow::bail!("the dashboard is not part of this build: name a command (see kibitzer --help)"),
    }
}

/// A game by its name.
fn game(text: &str) -> Result<GameKind, String> {
    match text {
        "canon" => Ok(GameKind::Canon),
        "elements" => Ok(GameKind::Elements),
        "arrow" => Ok(GameKind::Arrow),
        "nomic" => Ok(GameKind::Nomic),
        _ => Err(format!("no game is called '{text}': there are canon, elements, arrow and nomic")),
    }
}

/// A number of players.
fn seats(text: &str) -> Result<Seats, String> {
    let count: u8 = text.parse().map_err(|_| format!("'{text}' is no number of players: give 2 to 8"))?;
    Seats::try_from(count).map_err(|e| e.to_string())
}

fn start_log(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let filter = tracing_subscriber::EnvFilter::try_from_env("KIBITZER_LOG").unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(level));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false).without_time().init();
}
