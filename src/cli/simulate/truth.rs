use super::Args;
use crate::journal::{GameSetup, Hashes, Header, SourceInfo, Writer};
use crate::simulate::Camera;
use crate::simulate::play::Script;
use crate::simulate::truth::{CameraTruth, entries};
use anyhow::Context;
use serde::Serialize;
use std::path::Path;

/// Writes what truly happened as a journal: every act with the ruling that it deserves.
pub(super) fn write_acts(path: &Path, script: &Script, args: &Args) -> anyhow::Result<()> {
    if path.exists() {
        std::fs::remove_file(path).with_context(|| format!("{} cannot be written over", path.display()))?;
    }
    let source = SourceInfo {
        description: format!("simulated, seed {}", args.seed),
        fps: Some(args.fps()),
        width: Some(args.size.0),
        height: Some(args.size.1),
    };
    let header = Header::new(GameSetup::Canon(script.setup.clone()), Default::default(), source, Hashes::default());
    let mut writer = Writer::create(path, &header)?;
    for entry in entries(script, args.fps()) {
        writer.append(&entry)?;
    }
    writer.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct Table<'a> {
    game: &'static str,
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

/// Writes how the film was made and from where it was seen.
pub(super) fn write_table(path: &Path, script: &Script, camera: &Camera, args: &Args) -> anyhow::Result<()> {
    use crate::games::Objection;
    let violations: Vec<String> =
        script.acts.iter().filter_map(|a| a.objection.as_ref()).map(|objection| objection.code().to_owned()).collect();
    let table = Table {
        game: "canon",
        deck: &args.deck,
        players: args.players(),
        seed: args.seed,
        fps: args.fps(),
        length_ms: script.length_ms.round(),
        moves: script.acts.len() - violations.len(),
        violations,
        options: script.setup.options.to_string(),
        camera: CameraTruth::of(camera)?,
    };
    let text = toml::to_string(&table).context("the truth about the table does not print")?;
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
