use super::sink::save_jpeg;
use super::{Args, Outcome, Output, progress};
use crate::cards::{Deck, Work};
use crate::games::canon::{self, Canon, Setup, Zone};
use crate::games::{Game, ScoreSheet};
use crate::simulate::play::canon::finished_table;
use crate::simulate::props::canon_props;
use crate::simulate::render::View;
use crate::simulate::truth::{CameraTruth, CardTruth, cards_truth};
use crate::simulate::views::{Variety, random_view};
use crate::simulate::{Renderer, Stage};
use crate::table::Mat;
use anyhow::Context;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Pixels a millimetre of the printed things.
const PX_PER_MM: f64 = 6.0;

/// What a photo shows.
#[derive(Serialize)]
struct PhotoTruth<'a> {
    file: &'a str,
    game: &'static str,
    deck: String,
    players: u8,
    camera: CameraTruth,
    cards: Vec<CardTruth>,
    scores: ScoreSheet,
}

pub(super) fn run(args: &Args, decks: &[Deck<Work>], setup: &Setup, count: usize, output: Output) -> anyhow::Result<Outcome> {
    anyhow::ensure!((1..=99_999).contains(&count), "--photos {count} cannot be: give 1 to 99999");
    let mat = canon::mat(setup.seats);
    let props = Arc::new(canon_props(decks, &mat, args.style(), args.variant(), PX_PER_MM)?);
    let bar = progress(count as u64, "photos");
    for number in 0..count {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        // Without a wish, tables from nearly bare to full.
        let moves = args.moves.unwrap_or(12 + (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize * 2);
        let (table, game) = finished_table(setup.clone(), seed, Some(moves))?;
        let view = random_view(seed, Variety::Photo, args.size, props.mat_mm, setup.seats.count());
        let stage = Stage::new(mat.clone(), &view.camera, props.card_mm, table, Vec::new());
        let mut renderer = Renderer::new(view, Arc::clone(&props));
        let name = format!("photo-{:03}.jpg", number + 1);
        save_jpeg(&renderer.frame(&stage.scene(&props), number as u64), &args.out.join(&name))?;
        let path = args.out.join(format!("photo-{:03}.json", number + 1));
        write_truth(&path, &name, &stage, &mat, &game, renderer.view())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    // A reader who has left is no error.
    let mut out = std::io::stdout().lock();
    if output.json {
        let _ = writeln!(out, "{}", serde_json::json!({ "out": args.out, "photos": count }));
    } else {
        let _ = writeln!(out, "{}: {count} photos with their truth", args.out.display());
    }
    Ok(Outcome::Fine)
}

pub(super) fn write_truth(path: &Path, file: &str, stage: &Stage<Zone>, mat: &Mat<Zone>, game: &Canon, view: &View) -> anyhow::Result<()> {
    let cards = cards_truth(stage.table(), mat, stage.card_mm(), &view.camera);
    let camera = CameraTruth::of(&view.camera)?;
    let deck = game.setup().decks.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
    let truth = PhotoTruth { file, game: "canon", deck, players: game.seats().into(), camera, cards, scores: game.scores() };
    let mut text = serde_json::to_string_pretty(&truth)?;
    text.push('\n');
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
