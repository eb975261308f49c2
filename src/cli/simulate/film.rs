use super::sink::Sink;
use super::{Args, Outcome, Output, progress, truth};
use crate::cards::{Deck, Work};
use crate::games::Game;
use crate::games::canon::{self, Setup};
use crate::simulate::play::{Pace, Script, ScriptOptions, Violation, play};
use crate::simulate::props::canon_props;
use crate::simulate::views::{Variety, random_view};
use crate::simulate::{Renderer, Stage};
use crate::table::Stamp;
use anyhow::Context;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Pixels a millimetre of the printed things: twice what a frame shows.
const PX_PER_MM: f64 = 5.0;

pub(super) fn run(args: &Args, decks: &[Deck<Work>], setup: Setup, violations: Vec<Violation>, output: Output) -> anyhow::Result<Outcome> {
    let pace = Pace { speed: args.speed, rest_ms: args.rest };
    let options = ScriptOptions { seed: args.seed, moves: args.moves, violations, stand: args.stand, pace };
    let script = play(setup, &options)?;
    let seats = script.setup.seats;
    let mat = canon::mat(seats);
    let mat_mm = (mat.width_mm, mat.height_mm);
    let view = random_view(args.seed, Variety::Film, args.size, mat_mm, seats.count());
    truth::write_acts(&args.out.join("truth.jsonl"), &script, args)?;
    truth::write_table(&args.out.join("truth.toml"), &script, &view.camera, args)?;
    let mut frames = 0;
    if !args.no_pictures || args.observations {
        let props = Arc::new(canon_props(decks, &mat, args.style(), args.variant(), PX_PER_MM)?);
        let mut stage = Stage::new(mat.clone(), &view.camera, props.card_mm, script.table.clone(), script.reaches.clone());
        let mut renderer = Renderer::new(view, Arc::clone(&props));
        if args.single_photo {
            stage.advance(script.length_ms);
            let picture = renderer.frame(&stage.scene(&props), 0);
            super::sink::save_jpeg(&picture, &args.out.join("photo.jpg"))?;
            super::photos::write_truth(&args.out.join("photo.json"), "photo.jpg", &stage, &mat, &script.end.game, renderer.view())?;
            frames = 1;
        } else {
            let total = (script.length_ms / 1000.0 * args.fps()).ceil() as u64;
            let mut sink = if args.no_pictures { None } else { Some(Sink::create(&args.out, args.size, args.fps(), args.stills)?) };
            let mut seen = match args.observations {
                true => Some(create(&args.out.join("observations.jsonl"))?),
                false => None,
            };
            let bar = progress(total, "frames");
            for frame in 0..total {
                let ms = frame as f64 * 1000.0 / args.fps();
                stage.advance(ms);
                let scene = stage.scene(&props);
                if let Some(seen) = &mut seen {
                    let stamp = Stamp { at_us: (ms * 1000.0).round() as u64, tolerance_us: 0 };
                    serde_json::to_writer(&mut *seen, &stage.observation(frame, stamp, &renderer, &scene))?;
                    seen.write_all(b"\n")?;
                }
                if let Some(sink) = &mut sink {
                    sink.put(&renderer.frame(&scene, frame), frame, ms)?;
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
            frames = total;
        }
    }
    report(args, &script, frames, output);
    Ok(Outcome::Fine)
}

fn create(path: &std::path::Path) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("{} cannot be written", path.display()))?))
}

fn report(args: &Args, script: &Script, frames: u64, output: Output) {
    // A reader who has left is no error.
    let mut out = std::io::stdout().lock();
    let broken: Vec<_> = script.acts.iter().filter(|a| a.objection.is_some()).collect();
    let moves = script.acts.len() - broken.len();
    let over = script.end.game.is_over();
    let scores = script.end.game.scores();
    let unplayed: Vec<String> = script.unplayed.iter().map(Violation::to_string).collect();
    if output.json {
        let line = json!({
            "out": args.out, "frames": frames, "seconds": script.length_ms / 1000.0, "moves": moves,
            "violations": broken.len(), "unplayed": unplayed, "over": over, "scores": scores,
        });
        let _ = writeln!(out, "{line}");
        return;
    }
    let seconds = script.length_ms / 1000.0;
    let _ = writeln!(out, "{}: {moves} moves and {} violations in {seconds:.0} s, {frames} frames", args.out.display(), broken.len());
    let end = if over { "the game is over" } else { "the game is not over" };
    let scores: Vec<String> = scores.seats.iter().map(|s| format!("{} {}", s.seat, s.total)).collect();
    let _ = writeln!(out, "{end}; scores: {}", scores.join(", "));
    if !unplayed.is_empty() {
        let _ = writeln!(out, "no occasion came for: {}", unplayed.join(", "));
    }
}
