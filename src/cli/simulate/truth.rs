use super::Args;
use crate::games::{Game, Objection};
use crate::journal::{GameSetup, Hashes, Header, SourceInfo, Writer};
use crate::referee::EntryOf;
use crate::simulate::Camera;
use crate::simulate::play::{Script, World};
use crate::simulate::truth::{CameraTruth, entries};
use anyhow::Context;
use serde::Serialize;
use std::path::Path;

/// Writes what truly happened as a journal: every act with the ruling that it deserves.
pub(super) fn write_acts<W: World, V>(path: &Path, setup: GameSetup, script: &Script<W, V>, args: &Args) -> anyhow::Result<()>
where
    EntryOf<W::Game>: Serialize,
{
    if path.exists() {
        std::fs::remove_file(path).with_context(|| format!("{} cannot be written over", path.display()))?;
    }
    let source = SourceInfo {
        description: format!("simulated, seed {}", args.seed),
        fps: Some(args.fps()),
        width: Some(args.size.0),
        height: Some(args.size.1),
    };
    let header = Header::new(setup, Default::default(), source, Hashes::default());
    let mut writer = Writer::create(path, &header)?;
    for entry in entries(&script.start, &script.acts, args.fps()) {
        writer.append(&entry)?;
    }
    writer.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct Table<'a> {
    game: String,
    deck: &'a str,
    players: u8,
    seed: u64,
    fps: f64,
    length_ms: f64,
    moves: usize,
    violations: Vec<String>,
    options: String,
    camera: CameraTruth,
}

/// Writes what is told by buttons, for games that need it.
pub(super) fn write_said<W: World, V>(path: &Path, script: &Script<W, V>) -> anyhow::Result<()> {
    let lines = script.said().iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// Writes how the film was made and from where it was seen.
pub(super) fn write_table<W: World, V>(
    path: &Path,
    script: &Script<W, V>,
    (deck, options): (&str, String),
    camera: &Camera,
    args: &Args,
) -> anyhow::Result<()> {
    let violations: Vec<String> =
        script.acts.iter().filter_map(|a| a.objection.as_ref()).map(|objection| objection.code().to_owned()).collect();
    let table = Table {
        game: args.game.to_string(),
        deck,
        players: script.start.seats().into(),
        seed: args.seed,
        fps: args.fps(),
        length_ms: script.length_ms.round(),
        moves: script.acts.len() - violations.len(),
        violations,
        options,
        camera: CameraTruth::of(camera)?,
    };
    let text = toml::to_string(&table).context("the truth about the table does not print")?;
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
