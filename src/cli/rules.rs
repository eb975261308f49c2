//! `kibitzer rules`: the rulebook of Card-Based Nomic, and propositions to change it.

use super::{Outcome, Output};
use crate::games::nomic::proposition::{EXAMPLES, TEMPLATES, read_proposition};
use crate::games::nomic::rulebook::{Amendment, Effect};
use crate::games::nomic::script::reference;
use crate::games::nomic::{self, Nomic, Proposition, Rulebook, Setup, Trial};
use crate::journal::{self, GameSetup, Header, Journal};
use crate::referee::fold;
use crate::table::{Seat, Seats};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `rules`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  kibitzer rules show --log evening.jsonl --step 3
  kibitzer rules template change > mine.toml
  kibitzer rules check mine.toml --log evening.jsonl")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the rules in force, each with who keeps it: the base rules, or those of a game.
    Show {
        /// The journal of a game.
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// The rules as they were after so many steps of the game's history, 0 for those that it began with.
        #[arg(long, value_name = "N", requires = "log")]
        step: Option<usize>,
    },
    /// Print how a game's rules came to be, step by step.
    History {
        /// The journal of a game.
        #[arg(value_name = "FILE")]
        log: PathBuf,
    },
    /// Check a proposition: what it would change, line by line, and what the last votes would have given under it.
    Check {
        /// The proposition, a TOML file.
        #[arg(value_name = "FILE")]
        proposition: PathBuf,
        /// The journal of the game that it is meant for; the base rules without it.
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// How many of the last votes to try it on.
        #[arg(long, value_name = "N", default_value_t = 5)]
        votes: usize,
    },
    /// Print a file to start from: add, change or remove, or a worked example by its name.
    Template {
        /// Which; all names without it.
        name: Option<String>,
    },
    /// Print the questions that a rule's program can answer, and what it is given.
    Hooks,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::Show { log, step } => show(log.as_deref(), *step, output),
        Command::History { log } => history(&game(Some(log))?, output),
        Command::Check { proposition, log, votes } => check(proposition, &game(log.as_deref())?, *votes, output),
        Command::Template { name } => template(name.as_deref(), output),
        Command::Hooks => output.line(reference().trim_end()).map(|()| Outcome::Fine).map_err(Into::into),
    }
}

/// A game as its journal leaves it; without one, a game that has not begun.
fn game(log: Option<&Path>) -> anyhow::Result<Nomic> {
    let Some(log) = log else { return Ok(Nomic::new(Setup::new(Seats::TWO, Seat::P1)?)?) };
    let header: Header<GameSetup> = journal::read_header(log)?;
    let GameSetup::Nomic(setup) = header.setup else {
        bail!("{} is the journal of a game of {}: give one of nomic", log.display(), header.setup.kind());
    };
    let journal: Journal<GameSetup, Nomic> = super::replay::read(log)?;
    let start = Nomic::new(setup).with_context(|| format!("the game in {} cannot be set up", log.display()))?;
    let (position, _) = fold(&start, &journal.entries);
    Ok(position.game().clone())
}

fn show(log: Option<&Path>, step: Option<usize>, output: Output) -> anyhow::Result<Outcome> {
    let game = game(log)?;
    let now = game.rulebook();
    let steps = now.history().len();
    if let Some(step) = step.filter(|step| *step > steps) {
        bail!("there is no step {step}: the rules changed {steps} times");
    }
    let rulebook: Rulebook = step.map_or_else(|| now.clone(), |step| now.after_steps(step));
    for rule in rulebook.rules() {
        let kept = rulebook.enforcement(rule.number).map(|kept| kept.to_string()).unwrap_or_default();
        if output.json {
            output.line(json!({"rule": rule.number, "text": rule.text, "hooks": rule.hooks, "program": rule.program, "kept": kept}))?;
        } else {
            output.line(format_args!("{:>4}. {}\n      [{kept}]", rule.number, rule.text.trim()))?;
        }
    }
    Ok(Outcome::Fine)
}

fn history(game: &Nomic, output: Output) -> anyhow::Result<Outcome> {
    let rulebook = game.rulebook();
    if output.json {
        for amendment in rulebook.history() {
            output.line(serde_json::to_string(amendment)?)?;
        }
        return Ok(Outcome::Fine);
    }
    for (nth, amendment) in rulebook.history().iter().enumerate() {
        let Amendment { stamp, cause, effect } = amendment;
        output.line(format_args!("step {}, {:.1} s: {cause}", nth + 1, stamp.ms() / 1000.0))?;
        match effect {
            Effect::Change(change) => output.line(rulebook.after_steps(nth).difference(change).to_string().trim_end())?,
            Effect::SetAside { rule, why } => output.line(format_args!("  rule {rule} is enforced by the table from here on: {why}"))?,
        }
    }
    if rulebook.history().is_empty() {
        output.line("the rules have not changed")?;
    }
    Ok(Outcome::Fine)
}

fn check(path: &Path, game: &Nomic, votes: usize, output: Output) -> anyhow::Result<Outcome> {
    let text = std::fs::read_to_string(path).with_context(|| format!("the proposition cannot be read: {}", path.display()))?;
    let proposition: Proposition = read_proposition(&text).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    let change = &proposition.change;
    let trials = game.dry_run(change, votes).with_context(|| format!("{} cannot be voted on", path.display()))?;
    if output.json {
        output.line(json!({"name": proposition.name(), "difference": game.rulebook().difference(change).to_string(), "notation": format!("propose {proposition}")}))?;
        for trial in &trials {
            let side = |outcome: &nomic::Outcome| json!({"for": outcome.in_favour, "against": outcome.against, "ratified": outcome.ratified, "points": outcome.points});
            output.line(json!({"vote": trial.vote, "was": side(&trial.was), "would": side(&trial.would), "faults": trial.faults}))?;
        }
        return Ok(Outcome::Fine);
    }
    output.line(proposition.name())?;
    output.line(game.rulebook().difference(change).to_string().trim_end())?;
    for trial in &trials {
        output.line(told(trial))?;
    }
    Ok(Outcome::Fine)
}

/// A vote as it went and as it would have gone.
fn told(trial: &Trial) -> String {
    let side = |outcome: &nomic::Outcome| {
        let decided = if outcome.ratified { "ratified" } else { "rejected" };
        format!("{} to {}, {decided}", outcome.in_favour, outcome.against)
    };
    let mut text = format!("vote {:>2} was {}; it would be {}", trial.vote, side(&trial.was), side(&trial.would));
    if trial.was.points != trial.would.points {
        text.push_str(&format!(", points {:?}", trial.would.points));
    }
    for (rule, fault) in &trial.faults {
        text.push_str(&format!("\n        rule {rule} fails: {fault}"));
    }
    text
}

fn template(name: Option<&str>, output: Output) -> anyhow::Result<Outcome> {
    let all = || TEMPLATES.into_iter().chain(EXAMPLES);
    match name {
        None => all().try_for_each(|(name, _)| output.line(name))?,
        Some(wanted) => {
            let names = || all().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            let (_, text) = all()
                .find(|(name, _)| *name == wanted)
                .with_context(|| format!("no template is called '{wanted}': there are {}", names()))?;
            output.line(text.trim_end())?;
        }
    }
    Ok(Outcome::Fine)
}
