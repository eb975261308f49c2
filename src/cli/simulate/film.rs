use super::sink::Sink;
use super::{Args, Outcome, Output, progress, truth};
use crate::games::{Game, Narrate};
use crate::journal::GameSetup;
use crate::referee::EntryOf;
use crate::simulate::play::{Script, World};
use crate::simulate::texture::Props;
use crate::simulate::views::{Variety, random_view};
use crate::simulate::{Renderer, Stage};
use crate::table::{Mat, Stamp};
use anyhow::Context;
use serde::Serialize;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Pixels a millimetre of the printed things: twice what a frame shows.
pub(super) const PX_PER_MM: f64 = 5.0;

/// What was played, and on what.
pub(super) struct Film<W: World, V> {
    pub script: Script<W, V>,
    pub mat: Mat<<W::Game as Game>::Zone>,
    pub setup: GameSetup,
    /// The decks' names, and the rule options.
    pub about: (String, String),
}

/// The truth about a table as one photo shows it, to be written beside it.
pub(super) type PhotoTruth<'a, W> =
    &'a dyn Fn(&Stage<<<W as World>::Game as Game>::Zone>, &crate::simulate::render::View) -> anyhow::Result<()>;

impl<W: World<Game: Narrate>, V: std::fmt::Display> Film<W, V>
where
    EntryOf<W::Game>: Serialize,
{
    /// Writes the truth, and the pictures unless none are wanted. The printed things are drawn when they are needed.
    pub(super) fn write(
        self,
        args: &Args,
        props: impl FnOnce(&Mat<<W::Game as Game>::Zone>) -> anyhow::Result<Props>,
        photo: Option<PhotoTruth<'_, W>>,
        output: Output,
    ) -> anyhow::Result<Outcome> {
        let Self { script, mat, setup, about: (deck, options) } = self;
        let mat_mm = (mat.width_mm, mat.height_mm);
        let view = random_view(args.seed, Variety::Film, args.size, mat_mm, script.start.seats().count());
        truth::write_acts(&args.out.join("truth.jsonl"), setup, &script, args)?;
        truth::write_table(&args.out.join("truth.toml"), &script, (&deck, options), &view.camera, args)?;
        if args.game != crate::games::GameKind::Canon {
            truth::write_said(&args.out.join("said.jsonl"), &script)?;
        }
        let mut frames = 0;
        if !args.no_pictures || args.observations {
            let props = Arc::new(props(&mat)?);
            let mut stage = Stage::new(mat, &view.camera, props.card_mm, script.table.clone(), script.reaches.clone());
            let mut renderer = Renderer::new(view, Arc::clone(&props));
            if args.single_photo {
                stage.advance(script.length_ms);
                let picture = renderer.frame(&stage.scene(&props), 0);
                super::sink::save_jpeg(&picture, &args.out.join("photo.jpg"))?;
                photo.map_or(Ok(()), |photo| photo(&stage, renderer.view()))?;
                frames = 1;
            } else {
                frames = film(args, script.length_ms, &mut stage, &mut renderer, &props)?;
            }
        }
        report(args, &script, frames, output);
        Ok(Outcome::Fine)
    }
}

fn film<Z: crate::table::Zone>(
    args: &Args,
    length_ms: f64,
    stage: &mut Stage<Z>,
    renderer: &mut Renderer,
    props: &Props,
) -> anyhow::Result<u64> {
    let total = (length_ms / 1000.0 * args.fps()).ceil() as u64;
    let mut sink = if args.no_pictures { None } else { Some(Sink::create(&args.out, args.size, args.fps(), args.stills)?) };
    let mut seen = match args.observations {
        true => Some(create(&args.out.join("observations.jsonl"))?),
        false => None,
    };
    let bar = progress(total, "frames");
    for frame in 0..total {
        let ms = frame as f64 * 1000.0 / args.fps();
        stage.advance(ms);
        let scene = stage.scene(props);
        if let Some(seen) = &mut seen {
            let stamp = Stamp { at_us: (ms * 1000.0).round() as u64, tolerance_us: 0 };
            serde_json::to_writer(&mut *seen, &stage.observation(frame, stamp, renderer, &scene))?;
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
    Ok(total)
}

fn create(path: &std::path::Path) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(path).with_context(|| format!("{} cannot be written", path.display()))?))
}

fn report<W: World, V: std::fmt::Display>(args: &Args, script: &Script<W, V>, frames: u64, output: Output) {
    // A reader who has left is no error.
    let mut out = std::io::stdout().lock();
    let broken: Vec<_> = script.acts.iter().filter(|a| a.objection.is_some()).collect();
    let moves = script.acts.len() - broken.len();
    let over = script.end.game().is_over();
    let scores = script.end.game().scores();
    let unplayed: Vec<String> = script.unplayed.iter().map(V::to_string).collect();
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
