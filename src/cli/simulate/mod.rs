//! `kibitzer simulate`: a played game as a film, as stills or as photos, rounds or claims of Elements, with the truth beside it.

mod arrow;
mod canon;
mod claims;
mod film;
mod nomic;
mod photos;
mod round;
mod sink;
mod truth;

use super::{Outcome, Output};
use crate::games::GameKind;
use crate::print::{MatStyle, Variant};
use crate::simulate::play::Pace;
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Play a game by itself and show it as a camera would see it, with the truth beside it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    #[arg(long, value_parser = super::game, default_value = "canon")]
    game: GameKind,
    /// A built-in deck, the path of a TOML deck, or several joined by `+` and shuffled together; canon-nt without it. Of Arrow P1's and
    /// P2's, with a comma between; arrow-harbour,arrow-workshop without it.
    #[arg(long)]
    deck: Option<String>,
    /// How many play; 2 without it, in Elements and Nomic 4, and for claims 3 and 4.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Everything follows from it: the deal, the play, the hands, the room.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write; made when it is not there.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Write over what a run before left in the folder.
    #[arg(long)]
    force: bool,
    /// Moves to play at most; without it the game is played to its end, of Nomic for 20 propositions.
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    /// How long the players of Elements play at least, in seconds; 60 without it.
    #[arg(long, value_name = "S", conflicts_with = "claims")]
    seconds: Option<f64>,
    /// How many rules to break, or which: such as 3, or eighth-space,others-canon.
    #[arg(long, value_name = "N|KINDS")]
    violations: Option<String>,
    /// Leave violations on the table instead of taking them back.
    #[arg(long)]
    stand: bool,
    /// Set an option of the game, such as remove_random=80; may be given again.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Pixels of a frame.
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1280x720")]
    size: (u32, u32),
    /// Frames a second; 12 without it, in Elements 30.
    #[arg(long, value_name = "N")]
    fps: Option<f64>,
    /// Speed of the hands; 1 is unhurried.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    speed: f64,
    /// Shortest and longest rest between moves, in milliseconds.
    #[arg(long, value_name = "LOW-HIGH", value_parser = span, default_value = "650-1500")]
    rest: (f64, f64),
    /// Print the cards without what was said against each work.
    #[arg(long)]
    without_objections: bool,
    /// Lay out the white mat instead of the felt one.
    #[arg(long)]
    white_mat: bool,
    /// Write stills and their times instead of a video.
    #[arg(long)]
    stills: bool,
    /// Write what each frame truly shows to observations.jsonl.
    #[arg(long)]
    observations: bool,
    /// Write only the truth, no picture.
    #[arg(long, conflicts_with_all = ["stills", "single_photo", "photos"])]
    no_pictures: bool,
    /// Write one photo of the table as it lies at the end, instead of a film.
    #[arg(long, conflicts_with_all = ["stills", "photos"])]
    single_photo: bool,
    /// Write this many photos of as many tables, each in another room, instead of a film.
    #[arg(long, value_name = "K", conflicts_with_all = ["stills", "violations"])]
    photos: Option<usize>,
    /// Write this many short scenes of Elements in which hands come for a card, each as stills in a folder of its own.
    #[arg(long, value_name = "N", conflicts_with_all = [
        "deck", "moves", "violations", "stand", "set", "speed", "rest", "without_objections", "stills", "observations", "no_pictures",
        "single_photo", "photos",
    ])]
    claims: Option<usize>,
    /// Let two hands go for the card in every claim, the second up to so many milliseconds after the first, evenly spread.
    #[arg(long, value_name = "MS", requires = "claims")]
    leads: Option<f64>,
}

/// Frames a second of a game with turns, when nothing is said.
const FPS: f64 = 12.0;
/// Most rules that can be broken in one game.
const MOST_VIOLATIONS: usize = 200;

fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once('x').and_then(|(w, h)| Some((w.parse::<u32>().ok()?, h.parse::<u32>().ok()?)));
    match parsed {
        Some((w, h)) if (160..=4096).contains(&w) && (120..=4096).contains(&h) && w % 2 == 0 && h % 2 == 0 => Ok((w, h)),
        _ => Err("write even numbers of pixels as WIDTHxHEIGHT, such as 1280x720, from 160x120 to 4096x4096".into()),
    }
}

fn span(text: &str) -> Result<(f64, f64), String> {
    let parsed = text.split_once('-').and_then(|(low, high)| Some((low.parse::<f64>().ok()?, high.parse::<f64>().ok()?)));
    match parsed {
        Some((low, high)) if (0.0..=60_000.0).contains(&low) && (low..=60_000.0).contains(&high) => Ok((low, high)),
        _ => Err("write two numbers of milliseconds, the smaller first, such as 650-1500".into()),
    }
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    match (args.game, args.claims) {
        (GameKind::Elements, Some(count)) => return claims::run(args, count, output),
        (GameKind::Elements, None) => return round::run(args, output),
        (game, Some(_)) => anyhow::bail!("{game} has no claims: add --game elements"),
        (GameKind::Canon | GameKind::Arrow | GameKind::Nomic, None) => {}
    }
    let fps = args.fps();
    anyhow::ensure!((1.0..=60.0).contains(&fps), "--fps {fps} cannot be: give 1 to 60");
    anyhow::ensure!((0.2..=5.0).contains(&args.speed), "--speed {} cannot be: give 0.2 to 5", args.speed);
    match args.game {
        GameKind::Arrow => arrow::run(args, output),
        GameKind::Nomic => nomic::run(args, output),
        GameKind::Canon | GameKind::Elements => canon::run(args, output),
    }
}

/// Makes the folder; refuses one that holds an earlier run.
fn prepare(folder: &Path, force: bool) -> anyhow::Result<()> {
    let left = ["video.mp4", "stills", "truth.jsonl", "photo-001.jpg", "photo.jpg"].iter().find(|name| folder.join(name).exists());
    if let Some(name) = left
        && !force
    {
        anyhow::bail!("{name} is already in {}: choose another folder, or add --force to write over it", folder.display());
    }
    std::fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))
}

impl Args {
    /// The rules to break: those that are named, or so many of `some`.
    fn violations<V: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
        &self,
        some: impl FnOnce(usize) -> Vec<V>,
    ) -> anyhow::Result<Vec<V>> {
        let Some(text) = &self.violations else { return Ok(Vec::new()) };
        match text.parse::<usize>() {
            Ok(count) => {
                anyhow::ensure!(count <= MOST_VIOLATIONS, "{count} violations are too many: give at most {MOST_VIOLATIONS}");
                Ok(some(count))
            }
            Err(_) => Ok(text.split(',').map(|word| word.trim().parse::<V>()).collect::<Result<_, _>>()?),
        }
    }

    const fn pace(&self) -> Pace {
        Pace { speed: self.speed, rest_ms: self.rest }
    }

    fn fps(&self) -> f64 {
        self.fps.unwrap_or(FPS)
    }

    const fn style(&self) -> MatStyle {
        if self.white_mat { MatStyle::White } else { MatStyle::Felt }
    }

    const fn variant(&self) -> Variant {
        if self.without_objections { Variant::WithoutObjections } else { Variant::WithObjections }
    }
}

/// A bar on standard error for so many steps.
fn progress(steps: u64, what: &'static str) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(steps).with_message(what);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    bar
}
