mod arrow;
pub(super) mod load;

use super::{Outcome, Output};
use crate::cards::{CANON_DECKS, Deck, Design, Work, builtin_canon, load_canon};
use crate::games::arrow::builtin_decks;
use crate::print::{self, Paper, Variant};
use anyhow::{Context, bail};
use load::{Arrow, Decks, load};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Arguments of `deck`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the built-in decks.
    List,
    /// Show every card of a deck with its copies.
    Show {
        /// A built-in id, the path of a TOML deck, or several joined by `+`.
        deck: String,
    },
    /// Check a deck file and print its totals; exit 1 when something would print badly.
    Check {
        /// A built-in id, the path of a TOML deck, or several joined by `+`.
        deck: String,
    },
    /// Print a deck as pictures.
    Print(PrintArgs),
}

#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("target").required(true).multiple(true).args(["pdf", "png"])))]
struct PrintArgs {
    /// A built-in id, the path of a TOML deck, or several joined by `+`, which are printed one after another.
    deck: String,
    /// Write a PDF with nine cards a page and crop marks, backs on every other page. Of several decks each gets a file of its own,
    /// its id put before the ending.
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// The PDF's pages.
    #[arg(long, value_enum, default_value_t = PaperArg::A4)]
    paper: PaperArg,
    /// Write each face as FOLDER/<card>.png, and back.png. Of several decks each gets a folder within.
    #[arg(long, value_name = "FOLDER")]
    png: Option<PathBuf>,
    /// Leave out what was said against each work of a Canon deck.
    #[arg(long)]
    without_objections: bool,
    /// Pixels for each millimetre of the pictures.
    #[arg(long, value_name = "N", default_value_t = 8.0)]
    px_per_mm: f64,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum PaperArg {
    A4,
    Letter,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::List => list(output),
        Command::Show { deck } => match load(deck)? {
            Decks::Canon(_) => show(deck, output),
            Decks::Arrow(decks) => arrow::show(&decks, output).map(|()| Outcome::Fine),
        },
        Command::Check { deck } => match load(deck)? {
            Decks::Canon(parts) => check(deck, &parts, output),
            Decks::Arrow(decks) => arrow::check(&decks, output),
        },
        Command::Print(args) => print(args, output),
    }
}

fn list(output: Output) -> anyhow::Result<Outcome> {
    for (id, _) in CANON_DECKS {
        list_one(&builtin_canon(id)?, "canon", "works", output)?;
    }
    for deck in builtin_decks()? {
        list_one(&deck, "arrow", "designs", output)?;
    }
    Ok(Outcome::Fine)
}

fn list_one<F>(deck: &Deck<F>, game: &str, designs: &str, output: Output) -> anyhow::Result<()> {
    let (id, title, count, cards) = (&deck.id, &deck.title, deck.designs().len(), deck.card_count());
    if output.json {
        output.line(json!({"deck": id, "game": game, "title": title, "designs": count, "cards": cards}))?;
    } else {
        output.line(format_args!("{:<14} {count:>3} {designs:<7} {cards:>4} cards  {title}", id.as_str()))?;
    }
    Ok(())
}

fn show(name: &str, output: Output) -> anyhow::Result<Outcome> {
    let deck = load_canon(name)?;
    if !output.json {
        output.line(format_args!("{}: {}, {} works, {} cards", deck.id, deck.title, deck.designs().len(), deck.card_count()))?;
    }
    for design in deck.designs() {
        let Work { title, short, tradition, date, objection } = &design.face;
        if output.json {
            let face = json!({"title": title, "short": short, "tradition": tradition, "date": date, "objection": objection});
            output.line(json!({"card": design.card, "copies": design.copies, "face": face}))?;
        } else {
            output.line(format_args!(
                "{:>3} × {short:<9}  {title} ({tradition}{}{date})",
                design.copies,
                if date.is_empty() { "" } else { ", " }
            ))?;
        }
    }
    Ok(Outcome::Fine)
}

fn check(name: &str, parts: &[Deck<Work>], output: Output) -> anyhow::Result<Outcome> {
    let deck = load_canon(name)?;
    let traditions: BTreeSet<_> = deck.designs().iter().map(|d| d.face.tradition.as_str()).collect();
    let (fewest, most) = deck.designs().iter().fold((u16::MAX, 0), |(low, high), d| (low.min(d.copies), high.max(d.copies)));
    let longest = deck.designs().iter().map(|d| d.face.short.chars().count()).max().unwrap_or_default();
    // Each player starts with five cards and something must be left to draw (Canon, How to play).
    let players = (deck.card_count().saturating_sub(1) / 5).min(8);
    let mut problems: Vec<String> = parts.iter().flat_map(problems).collect();
    if players < 2 {
        problems.push(format!("{} cards are too few for two players: give at least 11", deck.card_count()));
    }
    if output.json {
        let totals = json!({
            "deck": deck.id, "designs": deck.designs().len(), "cards": deck.card_count(), "traditions": traditions,
            "fewest_copies": fewest, "most_copies": most, "longest_short_title": longest, "most_players": players, "problems": problems,
        });
        output.line(totals)?;
    } else {
        output.line(format_args!("{}: {}", deck.id, deck.title))?;
        output.line(format_args!("works       {:>4}", deck.designs().len()))?;
        output.line(format_args!("cards       {:>4}  enough for {players} players (5 cards each and a draw pile)", deck.card_count()))?;
        output.line(format_args!("copies      {fewest:>4}  at least, {most} at most of one work"))?;
        output.line(format_args!("short title {longest:>4}  characters at most (limit 9)"))?;
        output.line(format_args!("traditions  {:>4}  {}", traditions.len(), traditions.iter().copied().collect::<Vec<_>>().join(", ")))?;
        for problem in &problems {
            output.line(format_args!("problem: {problem}"))?;
        }
    }
    Ok(if problems.is_empty() { Outcome::Fine } else { Outcome::Problems })
}

/// What does not hinder reading a deck but printing it well.
fn problems(deck: &Deck<Work>) -> Vec<String> {
    let mut found = Vec::new();
    let traditions: BTreeSet<_> = deck.designs().iter().map(|d| d.face.tradition.as_str()).collect();
    if traditions.len() > print::MOST_TRADITIONS {
        found.push(format!("{} traditions share {} colours: join some of them", traditions.len(), print::MOST_TRADITIONS));
    }
    for design in deck.designs() {
        let empty = |what: &str, text: &str| text.trim().is_empty().then(|| format!("card '{}' has no {what}", design.card.name()));
        let Work { title, short, tradition, .. } = &design.face;
        found.extend([("title", title), ("short title", short), ("tradition", tradition)].into_iter().filter_map(|(w, t)| empty(w, t)));
        for (what, text, limit) in [("title", title, 60), ("objection", &design.face.objection, 110)] {
            let length = text.chars().count();
            if length > limit {
                found.push(format!(
                    "card '{}': its {what} of {length} characters prints too small to read: use at most {limit}",
                    design.card.name()
                ));
            }
        }
    }
    found
}

fn print(args: &PrintArgs, output: Output) -> anyhow::Result<Outcome> {
    match load(&args.deck)? {
        Decks::Canon(decks) => {
            let variant = if args.without_objections { Variant::WithoutObjections } else { Variant::WithObjections };
            for deck in &decks {
                print_deck(args, deck, decks.len() > 1, |design| print::face(design, deck, variant), output)?;
            }
        }
        Decks::Arrow(_) if args.without_objections => bail!("--without-objections is for Canon decks: leave it out"),
        Decks::Arrow(decks) => {
            for Arrow { deck, pictures } in &decks {
                let face = |design: &Design<_>| print::arrow_face(&design.face, pictures.get(&design.card));
                print_deck(args, deck, decks.len() > 1, face, output)?;
            }
        }
    }
    Ok(Outcome::Fine)
}

/// Prints one deck; of several, each into a file and a folder of its own.
fn print_deck<F>(
    args: &PrintArgs,
    deck: &Deck<F>,
    of_several: bool,
    face: impl Fn(&Design<F>) -> String,
    output: Output,
) -> anyhow::Result<()> {
    if let Some(path) = &args.pdf {
        let paper = match args.paper {
            PaperArg::A4 => Paper::A4,
            PaperArg::Letter => Paper::Letter,
        };
        let path = if of_several { path.with_extension(format!("{}.pdf", deck.id)) } else { path.clone() };
        let bytes = print::deck_pdf(deck, &face, paper)?;
        std::fs::write(&path, bytes).with_context(|| format!("the PDF cannot be written: {}", path.display()))?;
        say(output, deck, &path, &format!("{} cards", deck.card_count()))?;
    }
    if let Some(folder) = &args.png {
        // Two decks may hold the same card in two designs, so each has its own folder.
        let folder = if of_several { folder.join(deck.id.as_str()) } else { folder.clone() };
        let count = print_png(deck, &face, args.px_per_mm, &folder)?;
        say(output, deck, &folder, &format!("{count} pictures"))?;
    }
    Ok(())
}

fn say<F>(output: Output, deck: &Deck<F>, path: &Path, what: &str) -> anyhow::Result<()> {
    if output.json {
        output.line(json!({"deck": deck.id, "wrote": path, "what": what}))?;
    } else {
        output.line(format_args!("{}: {what} in {}", deck.id, path.display()))?;
    }
    Ok(())
}

fn print_png<F>(deck: &Deck<F>, face: impl Fn(&Design<F>) -> String, px_per_mm: f64, folder: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| format!("the folder cannot be made: {}", folder.display()))?;
    let save = |svg: &str, name: &str| -> anyhow::Result<()> {
        let path = folder.join(format!("{name}.png"));
        print::raster(svg, px_per_mm)?.save(&path).with_context(|| format!("the picture cannot be written: {}", path.display()))
    };
    for design in deck.designs() {
        save(&face(design), design.card.name())?;
    }
    save(&print::back(deck), "back")?;
    Ok(deck.designs().len() + 1)
}
