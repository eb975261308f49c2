use super::calibrate::card_px;
use super::look::Decks;
use super::photo_check::without_bare;
use super::placed::Placement;
use super::session::sheet_text;
use super::{Outcome, Output};
use crate::calibration::{View, find_markers, find_small_markers, fit_markers};
use crate::cards::{load_canon, load_canon_parts};
use crate::games::canon::score::from_layout;
use crate::games::canon::{self, Zone};
use crate::games::{GameKind, ScoreSheet};
use crate::pipeline::{CardFinder, on_table};
use crate::recognizer::with_copies;
use crate::source;
use crate::table::{Layout, Mat, Seats, SeenCard};
use crate::tracker::{TrackerConfig, layout_of};
use anyhow::{Context, bail};
use image::RgbImage;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How wide a card shows in the picture that is searched, where the photo is fine enough.
const CARD_PX: f64 = 90.0;

/// Score a finished table from one photo.
///
/// The photo shows the whole mat with its markers. Stacks are fanned so that each copy shows, or their copies are given with
/// --copies. Prints each player's points with every term, or all that stands in the way of a score and exit code 1. With --json one
/// object: {"image", "seats": [{"seat", "total", "rank", "terms"}], "layout"} or {"image", "problems": ["..."], "layout"}.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  kibitzer score table.jpg --deck canon-nt --players 3
  kibitzer score table.jpg --deck canon-nt --copies P1.canon3=2 --copies centre2=3")]
pub(crate) struct Args {
    /// The photo: PNG, JPEG or WebP, up to 64 megapixels.
    photo: PathBuf,
    /// The game that was played.
    #[arg(long, default_value = "canon", value_parser = super::game)]
    game: GameKind,
    /// The deck: a built-in one's id, the path of a TOML file, or several joined with + when they were shuffled together.
    #[arg(long, default_value = "canon-nt")]
    deck: String,
    /// How many played.
    #[arg(long, default_value = "2", value_parser = super::seats)]
    players: Seats,
    /// The table's calibration; without one the mat is found by its markers.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// How many copies lie in a space whose stack does not show them all.
    #[arg(long, value_name = "ZONE=N", value_parser = copies)]
    copies: Vec<(Zone, u16)>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    image: &'a str,
    #[serde(flatten)]
    result: Scored,
    layout: &'a Layout<Zone>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Scored {
    Sheet(ScoreSheet),
    Problems { problems: Vec<String> },
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    anyhow::ensure!(args.game == GameKind::Canon, "a photo of {} has no score: only canon is scored from its table", args.game);
    let mut copies = BTreeMap::new();
    for &(zone, count) in &args.copies {
        if copies.insert(zone, count).is_some() {
            bail!("--copies is given twice for {zone}: give it once");
        }
    }
    let (deck, parts) = (load_canon(&args.deck)?, load_canon_parts(&args.deck)?);
    let mat = canon::mat(args.players);
    let picture = source::photo(&args.photo)?;
    let view = args.view(&picture, &mat)?;
    let finder = CardFinder::new(Decks::of_canon(parts)?.recognizer()?, canon::card_places(&mat));
    let cards = cards_of(finder, &picture, &view, &mat).with_context(|| format!("{} cannot be looked at", args.photo.display()))?;
    let layout = layout_of(&cards, &mat, &TrackerConfig::default());

    let image = args.photo.to_string_lossy();
    let (result, outcome) = match from_layout(&layout, args.players, &deck, &copies) {
        Ok(sheet) => (Scored::Sheet(sheet), Outcome::Fine),
        Err(problems) => (Scored::Problems { problems: problems.iter().map(ToString::to_string).collect() }, Outcome::Problems),
    };
    if output.json {
        output.line(serde_json::to_string(&Report { image: &image, result, layout: &layout })?)?;
        return Ok(outcome);
    }
    match result {
        Scored::Sheet(sheet) => {
            let title = |card: &_| deck.design(card).map_or_else(|| card.to_string(), |design| design.face.short.clone());
            output.line(sheet_text(sheet, title).trim_end())?;
        }
        Scored::Problems { problems } => problems.iter().for_each(|problem| eprintln!("{image}: {problem}")),
    }
    Ok(outcome)
}

impl Args {
    /// Where the table is in the photo.
    fn view(&self, picture: &RgbImage, mat: &Mat<Zone>) -> anyhow::Result<View> {
        let name = self.photo.display().to_string();
        if let Some(path) = &self.table {
            let placement = Placement { game: self.game, players: self.players, table: Some(path) };
            return placement.view_of(path, mat, (picture.dimensions(), &name));
        }
        let fit = |markers: &[_]| fit_markers(markers, &mat.markers, (mat.width_mm, mat.height_mm), None);
        let (fit, _) = fit(&find_markers(picture)?)
            .or_else(|_| fit(&find_small_markers(picture)?))
            .with_context(|| format!("the mat for {} is not found in {name}: show all of it, or give --table", self.players.count()))?;
        Ok(fit.view)
    }
}

/// The cards of a photo, in millimetres on the table.
fn cards_of(mut finder: CardFinder, picture: &RgbImage, view: &View, mat: &Mat<Zone>) -> anyhow::Result<Vec<SeenCard>> {
    let longer_side_px = search_px(picture.width().max(picture.height()), card_px(view, (mat.width_mm, mat.height_mm)));
    let found = with_copies(finder.find(picture, view, longer_side_px)?, picture, |_| true)?;
    let found = without_bare(&found, picture);
    Ok(found.iter().map(|card| on_table(card, view)).collect())
}

/// The longer side at which a picture is searched: cards come to the size that is told apart best, and nothing is enlarged.
fn search_px(longer_side_px: u32, card_px: f64) -> u32 {
    let part = (CARD_PX / card_px).min(1.0);
    (f64::from(longer_side_px) * part).round() as u32
}

fn copies(text: &str) -> Result<(Zone, u16), String> {
    let wrong = || format!("'{text}' gives no copies: write a space and a number, such as P1.canon3=2");
    let (zone, count) = text.split_once('=').ok_or_else(wrong)?;
    let count = count.parse().ok().filter(|count| *count > 0).ok_or_else(wrong)?;
    Ok((zone.parse().map_err(|error: canon::SlotError| error.to_string())?, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_name_a_space_and_a_number() {
        assert_eq!(copies("P1.canon3=2"), Ok(("P1.canon3".parse().unwrap(), 2)));
        assert_eq!(copies("centre2=3"), Ok(("centre2".parse().unwrap(), 3)));
        for text in ["centre2", "centre2=", "centre2=0", "centre2=-1", "centre9=2", "P1.canon3=many", "=2"] {
            assert!(copies(text).is_err(), "{text}");
        }
    }

    #[test]
    fn fine_photos_are_searched_smaller_and_coarse_ones_as_they_are() {
        assert_eq!(search_px(4000, 300.0), 1200);
        assert_eq!(search_px(1280, 60.0), 1280);
    }
}
