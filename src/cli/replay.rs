use super::{Outcome, Output};
use crate::games::{Game, Narrate, ScoreSheet, arrow, canon, elements, nomic};
use crate::journal::{self, Alignment, GameSetup, Header, Journal, Record, Report, export};
use anyhow::{Context, bail};
use clap::ValueEnum;
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Where the journal is and what to make of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The journal of a game.
    journal: PathBuf,
    /// Replay it both ways: fold its rulings, and hear its inputs again; exit 1 where that differs from what was recorded.
    #[arg(long)]
    verify: bool,
    /// Compare it, act by act, with this journal, which is held to be true; exit 1 where they differ.
    #[arg(long, value_name = "TRUTH")]
    against: Option<PathBuf>,
    /// Write the game in another format.
    #[arg(long, value_enum, conflicts_with_all = ["verify", "against"])]
    export: Option<Format>,
    /// Write to this file instead of standard output; an older one is replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A row for each ruling, with every seat's total after it.
    Csv,
    /// A game record with its score table, as Markdown.
    Md,
    /// Subtitles for the video that was refereed.
    Srt,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let header: Header<GameSetup> = journal::read_header(&args.journal)?;
    let wrong = || format!("the game in {} cannot be set up", args.journal.display());
    match header.setup {
        GameSetup::Canon(setup) => replay(&canon::Canon::new(setup).with_context(wrong)?, args, output),
        GameSetup::Elements(setup) => replay(&elements::Elements::new(setup).with_context(wrong)?, args, output),
        GameSetup::Arrow(setup) => replay(&arrow::Arrow::new(setup).with_context(wrong)?, args, output),
        GameSetup::Nomic(setup) => replay(&nomic::Nomic::new(setup).with_context(wrong)?, args, output),
    }
}

/// What a reader is told, and how the command ends.
struct Answer {
    text: String,
    outcome: Outcome,
}

fn replay<G: Narrate>(game: &G, args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let journal: Journal<GameSetup, G> = read(&args.journal)?;
    let mut answer = Answer { text: String::new(), outcome: Outcome::Fine };
    if args.verify {
        answer.report(&journal::verify(game, journal.header.weights, &journal.entries), output.json)?;
    }
    if let Some(path) = &args.against {
        let truth: Journal<GameSetup, G> = read(path)?;
        if truth.header.setup != journal.header.setup {
            bail!(
                "the games were set up differently: {} and {}: compare journals of the same game",
                path.display(),
                args.journal.display()
            );
        }
        let align = if G::keeps_offences() { journal::align_at_once } else { journal::align };
        answer.alignment(&align(&truth.entries, &journal.entries), game, output.json)?;
    }
    if !args.verify && args.against.is_none() {
        let record = journal::record(game, &journal.entries);
        answer.text = match args.export {
            None if output.json => lines(&record)?,
            None => export::text(&record),
            Some(Format::Csv) => export::csv(&record)?,
            Some(Format::Md) => export::markdown(&record, &format!("A game of {}", title(&journal)), &remarks(&journal, game)),
            Some(Format::Srt) => export::subtitles(&record),
        };
    }
    answer.write(args)
}

/// A game's journal, with a warning where its end is torn off.
pub(super) fn read<G: Game>(path: &Path) -> anyhow::Result<Journal<GameSetup, G>> {
    let journal: Journal<GameSetup, G> = journal::read(path)?;
    if let Some(torn) = journal.torn {
        tracing::warn!("{}: {torn}", path.display());
    }
    Ok(journal)
}

fn title<G: Game>(journal: &Journal<GameSetup, G>) -> String {
    let name = journal.header.setup.kind().to_string();
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn remarks<G: Game>(journal: &Journal<GameSetup, G>, game: &G) -> Vec<String> {
    let header = &journal.header;
    let watched = (!header.source.description.is_empty()).then(|| format!("Watched: {}", header.source.description));
    let players = format!("Players: {}", game.seats().count());
    let program = format!("Refereed by Kibitzer {}", header.program);
    [Some(players), watched, Some(program)].into_iter().flatten().chain(journal.torn.map(|torn| torn.to_string())).collect()
}

/// One line of `--json`: what it is about, and the value itself.
#[derive(Serialize)]
struct Line<'a, T> {
    line: &'static str,
    #[serde(flatten)]
    value: &'a T,
}

#[derive(Serialize)]
struct Score<'a> {
    #[serde(rename = "final")]
    over: bool,
    #[serde(flatten)]
    scores: &'a ScoreSheet,
}

fn json<T: Serialize>(line: &'static str, value: &T) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&Line { line, value })? + "\n")
}

fn lines(record: &Record) -> anyhow::Result<String> {
    let rows = record.rows.iter().map(|row| json("ruling", row));
    rows.chain([json("score", &Score { over: record.over, scores: &record.scores })]).collect()
}

impl Answer {
    fn report<M: Display>(&mut self, report: &Report<M>, as_json: bool) -> anyhow::Result<()> {
        if !report.is_ok() {
            self.outcome = Outcome::Problems;
        }
        if as_json {
            self.text += &json("verify", report)?;
            return Ok(());
        }
        let entries = report.entries;
        match report.state_differs {
            None => writeln!(self.text, "folded: {entries} entries give the recorded states")?,
            Some(entry) => writeln!(self.text, "folded: after entry {entry} the state differs from what was recorded")?,
        }
        match &report.ruling_differs {
            None => writeln!(self.text, "heard again: {entries} entries are ruled as was recorded")?,
            Some(differs) => {
                writeln!(self.text, "heard again: entry {} is ruled otherwise than was recorded", differs.entry)?;
                writeln!(self.text, "  recorded: {}", serde_json::to_string(&differs.recorded)?)?;
                writeln!(self.text, "  now:      {}", serde_json::to_string(&differs.reheard)?)?;
            }
        }
        Ok(())
    }

    fn alignment<G: Narrate>(&mut self, alignment: &Alignment<G::Move>, game: &G, as_json: bool) -> anyhow::Result<()> {
        if !alignment.is_equal() {
            self.outcome = Outcome::Problems;
        }
        if as_json {
            self.text += &json("compare", alignment)?;
            return Ok(());
        }
        for difference in &alignment.differences {
            writeln!(self.text, "{}", export::difference(difference, |act| game.describe(act)))?;
        }
        writeln!(self.text, "{alignment}")?;
        Ok(())
    }

    fn write(self, args: &Args) -> anyhow::Result<Outcome> {
        let Some(path) = &args.out else {
            return match io::stdout().lock().write_all(self.text.as_bytes()) {
                // Whoever reads has read enough.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(self.outcome),
                written => written.context("standard output takes no more").map(|()| self.outcome),
            };
        };
        let same = |path: &Path| path.canonicalize().ok();
        if [Some(&args.journal), args.against.as_ref()].into_iter().flatten().any(|input| same(input) == same(path) && same(path).is_some())
        {
            bail!("--out names a journal that is being read: {}: give another name", path.display());
        }
        std::fs::write(path, self.text).with_context(|| format!("the file cannot be written: {}", path.display()))?;
        Ok(self.outcome)
    }
}
