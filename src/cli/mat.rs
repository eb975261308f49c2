use super::{Outcome, Output};
use crate::games::GameKind;
use crate::games::{arrow, canon, elements, nomic};
use crate::print::{self, MatStyle, Paper, PrintedZone};
use crate::table::{Mat, Seats, Zone};
use anyhow::Context;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `mat`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print a mat's measures in millimetres; with --json all of its geometry.
    Show(Which),
    /// Print a mat, or with --board a calibration board, as PDF or picture.
    Print(PrintArgs),
}

/// Which mat.
#[derive(Debug, clap::Args)]
struct Which {
    /// The game it is for.
    #[arg(long, default_value = "canon", value_parser = super::game)]
    game: GameKind,
    /// How many play, 2 to 8.
    #[arg(long, value_name = "N", default_value = "2", value_parser = super::seats)]
    players: Seats,
}

#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("target").required(true).multiple(true).args(["pdf", "png"])))]
struct PrintArgs {
    #[command(flatten)]
    which: Which,
    /// A chessboard for measuring a lens instead of a mat.
    #[arg(long, conflicts_with_all = ["game", "players"])]
    board: bool,
    /// Write a PDF.
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Pages to glue together, or one sheet of the mat's own size.
    #[arg(long, value_enum, default_value_t = PaperArg::A4)]
    paper: PaperArg,
    /// Grey-green ground, or white to save ink.
    #[arg(long, value_enum, default_value_t = StyleArg::Felt)]
    style: StyleArg,
    /// Write a picture.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Dots for each inch of the picture.
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    dpi: f64,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum PaperArg {
    A4,
    Letter,
    Sheet,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum StyleArg {
    Felt,
    White,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::Show(which) => match which.game {
            GameKind::Canon => show(&canon::mat(which.players), output),
            GameKind::Elements => show(&elements::mat(elements::playable(which.players)?), output),
            GameKind::Arrow => arrow::playable(which.players).map(|_| show(&arrow::mat(), output))?,
            GameKind::Nomic => show(&nomic::mat(which.players), output),
        },
        Command::Print(args) => match args.which.game {
            GameKind::Canon => print(args, &canon::mat(args.which.players), output),
            GameKind::Elements => print(args, &elements::mat(elements::playable(args.which.players)?), output),
            GameKind::Arrow => arrow::playable(args.which.players).map(|_| print(args, &arrow::mat(), output))?,
            GameKind::Nomic => print(args, &nomic::mat(args.which.players), output),
        },
    }
}

fn show<Z: Zone + Serialize>(mat: &Mat<Z>, output: Output) -> anyhow::Result<Outcome> {
    if output.json {
        output.line(serde_json::to_string(mat)?)?;
        return Ok(Outcome::Fine);
    }
    output.line(format_args!("mat     {:.0} × {:.0} mm, a fan's cards {:.0} mm apart", mat.width_mm, mat.height_mm, mat.fan_step_mm))?;
    for edge in &mat.edges {
        output.line(format_args!("seat    {:<10} edge {:?} to {:?}", edge.seat.to_string(), edge.from, edge.to))?;
    }
    for marker in &mat.markers {
        output.line(format_args!("marker  {:<10} centre {:?}, side {:.0} mm", marker.id, marker.centre, marker.side_mm))?;
    }
    for (zone, polygon) in &mat.zones {
        let corners = polygon.vertices.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>().join(" ");
        output.line(format_args!("zone    {:<10} {corners}", zone.to_string()))?;
    }
    Ok(Outcome::Fine)
}

fn print<Z: PrintedZone>(args: &PrintArgs, mat: &Mat<Z>, output: Output) -> anyhow::Result<Outcome> {
    let style = match args.style {
        StyleArg::Felt => MatStyle::Felt,
        StyleArg::White => MatStyle::White,
    };
    let paper = match args.paper {
        PaperArg::A4 => Some(Paper::A4),
        PaperArg::Letter => Some(Paper::Letter),
        PaperArg::Sheet => None,
    };
    if let Some(path) = &args.pdf {
        let bytes = match (args.board, paper) {
            (true, Some(paper)) => print::board_pdf(paper)?,
            (true, None) => anyhow::bail!("a calibration board has no sheet size: give --paper a4 or letter"),
            (false, Some(paper)) => print::mat_tiles_pdf(mat, style, paper)?,
            (false, None) => print::mat_sheet_pdf(mat, style)?,
        };
        std::fs::write(path, bytes).with_context(|| format!("the PDF cannot be written: {}", path.display()))?;
        say(output, path)?;
    }
    if let Some(path) = &args.png {
        let svg = if args.board { print::board_svg(paper.unwrap_or_default()) } else { print::mat_svg(mat, style) };
        let picture = print::raster(&svg, args.dpi / 25.4)?;
        picture.save(path).with_context(|| format!("the picture cannot be written: {}", path.display()))?;
        say(output, path)?;
    }
    Ok(Outcome::Fine)
}

fn say(output: Output, path: &Path) -> anyhow::Result<()> {
    if output.json {
        output.line(json!({"wrote": path}))?;
    } else {
        output.line(format_args!("wrote {}", path.display()))?;
    }
    Ok(())
}
