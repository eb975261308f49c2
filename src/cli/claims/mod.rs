//! `kibitzer claims`: who touched each card first, from pictures.

mod evidence;
mod scene;

use super::look::Decks;
use super::placed::Placement;
use super::{Outcome, Output};
use crate::cards::{CardId, IndexSet};
use crate::games::GameKind;
use crate::games::elements::{self, CLAIM_RULE, ClaimRuling, FEWEST_PLAYERS, MOST_PLAYERS, SetupError};
use crate::geometry::{Quad, Table};
use crate::pipeline::{ClaimLine, ruling_on};
use crate::recognizer::ModelFolder;
use crate::source::{Event, Source};
use crate::table::{Seats, SeenTouch};
use crate::tracker::Claimed;
use anyhow::{Context, bail};
use scene::{Album, Scene};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Rule who touched a card first, from a folder of stills or a video of Elements.
///
/// A touch lies between the last moment without contact and the first moment with it. Touches of one card whose brackets overlap are
/// too close to call. Prints a ruling for each card that was touched. The first moments should show the table without hands, with the
/// markers of its mat.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  kibitzer claims claim-01 --players 4 --evidence proof
  kibitzer claims table.mp4 --players 3 --json")]
pub(crate) struct Args {
    /// Folder of stills with times.csv, or video.
    source: String,
    /// How many sit at the table.
    #[arg(long, default_value = "4", value_parser = super::seats)]
    players: Seats,
    /// The letters on the court cards: standard-en, -de, -fr, -nl or -sv; standard for any.
    #[arg(long, default_value = "standard")]
    deck: IndexSet,
    /// The table's calibration; without one the mat is found by its markers.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Write a picture of each ruling to this folder: the frames either side of each touch, the card, the fingertips, the margin.
    #[arg(long, value_name = "FOLDER")]
    evidence: Option<PathBuf>,
    /// Evenly spaced times for a folder of stills without times.csv, in frames a second.
    #[arg(long)]
    fps: Option<f64>,
}

/// What `--json` prints for each claim.
#[derive(Serialize)]
struct Report<'a> {
    card: Option<&'a CardId>,
    quad_mm: &'a Quad<Table>,
    ruling: &'a ClaimRuling,
    text: String,
    rule: &'static str,
    touches: &'a [SeenTouch],
    evidence: Option<&'a Path>,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let count = args.players.count();
    if !(FEWEST_PLAYERS..=MOST_PLAYERS).contains(&count) {
        return Err(SetupError::Players(count).into());
    }
    let mat = elements::mat(args.players);
    let placement = Placement { game: GameKind::Elements, players: args.players, table: args.table.as_deref() };
    let (mut source, view) = placement.open(&args.source, args.fps, &mat)?;
    let line = ClaimLine::new(view, &mat, Decks::of_standard(args.deck).without_jokers().recognizer()?, &ModelFolder::find()?)?;
    if let Some(folder) = &args.evidence {
        std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    let mut clerk = Clerk { args, output, album: Album::default(), ruled: 0 };
    watch(source.as_mut(), line, &mut clerk)?;
    if clerk.ruled == 0 && !output.json {
        output.line("no card was touched")?;
    }
    Ok(Outcome::Fine)
}

/// Looks at every frame and has each claim ruled when it is over.
fn watch(source: &mut dyn Source, mut line: ClaimLine, clerk: &mut Clerk<'_>) -> anyhow::Result<()> {
    let mut frames = 0;
    while let Some(event) = source.next()? {
        match event {
            Event::Frame(frame) => {
                let (looked, claims) = line.look(frame)?;
                frames += 1;
                clerk.album.keep(&looked);
                claims.iter().try_for_each(|claim| clerk.rule(claim))?;
            }
            Event::Flaw(flaw) => eprintln!("kibitzer: {flaw}"),
            Event::Lost { reason, .. } => bail!("{}: {reason}", source.description().name),
            Event::Back { .. } => {}
        }
    }
    anyhow::ensure!(frames > 0, "{} shows no frame that can be read", source.description().name);
    let (late, claims) = line.finish()?;
    clerk.album.hold(&late);
    claims.iter().try_for_each(|claim| clerk.rule(claim))
}

/// Rules claims and puts the rulings on record.
struct Clerk<'a> {
    args: &'a Args,
    output: Output,
    album: Album,
    ruled: usize,
}

impl Clerk<'_> {
    fn rule(&mut self, claim: &Claimed) -> anyhow::Result<()> {
        let ruling = ruling_on(claim);
        self.ruled += 1;
        let scene = Scene { claim, ruling: &ruling };
        let evidence = match &self.args.evidence {
            Some(folder) => {
                let path = folder.join(format!("claim-{:03}.png", self.ruled));
                evidence::drawn(&scene, &self.album)?.save(&path).with_context(|| format!("cannot be written: {}", path.display()))?;
                Some(path)
            }
            None => None,
        };
        self.album.forget(&claim.touches);
        let evidence = evidence.as_deref();
        if self.output.json {
            let report = Report {
                card: claim.card.card(),
                quad_mm: &claim.quad,
                ruling: &ruling,
                text: scene.headline(),
                rule: CLAIM_RULE,
                touches: &claim.touches,
                evidence,
            };
            self.output.line(serde_json::to_string(&report)?)?;
            return Ok(());
        }
        self.output.line(scene.headline())?;
        for touch in scene.in_order() {
            self.output.line(format!("    {}", scene::bracket(touch)))?;
        }
        self.output.line(format!("    rule: {CLAIM_RULE}"))?;
        if let Some(path) = evidence {
            self.output.line(format!("    evidence: {}", path.display()))?;
        }
        Ok(())
    }
}
