//! A game to be watched, from what was typed to a line that is ready to start: everything that can fail for outside reasons
//! fails here, before the first frame.

use super::look::Decks;
use super::placed::Placement;
use crate::calibration::Plane;
use crate::cards::{CardId, Deck, Work, load_canon_parts};
use crate::games::canon::{self, Canon};
use crate::games::{GameKind, Narrate, ScoreSheet};
use crate::hands::{HandFinder, HandSettings};
use crate::journal::{GameSetup, Hashes, Header, SourceInfo, Writer};
use crate::pipeline::{Desk, Eye, Look, Presenter};
use crate::print;
use crate::referee::Weights;
use crate::source::Source;
use crate::table::{Seat, Seats};
use crate::tracker::TrackerConfig;
use anyhow::Context;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// Frames are searched for cards at this size, longer side.
const SEARCH_PX: u32 = 960;

/// What to watch and what game it is.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Plan {
    /// Video, folder of stills with times.csv, camera (/dev/video0 or 0) or a network stream's address.
    pub source: String,
    /// The game that is played.
    #[arg(long, default_value = "canon", value_parser = super::game)]
    pub game: GameKind,
    /// How many play.
    #[arg(long, default_value = "2", value_parser = super::seats)]
    pub players: Seats,
    /// The deck: a built-in one's id, the path of a TOML file, or several joined with + when they are shuffled together.
    #[arg(long, default_value = "canon-nt")]
    pub deck: String,
    /// The table's calibration; without one the mat is found by its markers.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Write the game's journal to this new file.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// A rule option, such as end=first_empty_hand, final_move=play_only, remove_random=10 or half_deck=yes.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Who moves first.
    #[arg(long, default_value = "P1")]
    pub first: Seat,
    /// The players' names, P1 first.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Without a window: write what each frame shows, in millimetres, to this file as JSON Lines.
    #[arg(long, value_name = "FILE")]
    pub observations: Option<PathBuf>,
    /// Evenly spaced times for a folder of stills without times.csv, in frames a second.
    #[arg(long)]
    pub fps: Option<f64>,
}

/// A game of Canon, ready to be watched.
pub(crate) struct Session {
    pub source: Box<dyn Source>,
    pub eye: Eye,
    pub desk: Desk<Canon>,
    pub presenter: Presenter,
}

impl Plan {
    /// Opens the source, the models, the table and the journal.
    pub fn open(&self) -> anyhow::Result<Session> {
        anyhow::ensure!(
            self.game == GameKind::Canon,
            "{} cannot be watched yet: kibitzer mat shows its mat, and kibitzer replay its journals",
            self.game
        );
        let parts = load_canon_parts(&self.deck)?;
        let mut options = canon::Options::default();
        for word in &self.options {
            options.set(word)?;
        }
        let setup = canon::Setup::new(parts.clone(), self.players, self.first, options)?;
        let game = Canon::new(setup.clone())?;
        let mat = canon::mat(self.players);
        let placement = Placement { game: self.game, players: self.players, table: self.table.as_deref() };
        let (source, view) = placement.open(&self.source, self.fps, &mat)?;
        let recognizer = Decks::of_canon(parts.clone()).recognizer()?;
        let models = recognizer.models().map(|(role, hash)| (role.to_owned(), hash.to_owned())).into();
        let size = (mat.width_mm, mat.height_mm);
        let plane = Plane::new(view, mat.markers.clone(), size);
        let hands = HandFinder::new(size, mat.edges.clone(), HandSettings::default());
        let zones = mat.zones.iter().map(|(zone, outline)| (zone.to_string(), outline.clone())).collect();
        let eye = Eye::new(plane, recognizer, hands, zones, canon::card_places(&mat), SEARCH_PX);

        let about = source.description();
        let info = SourceInfo { description: about.name.clone(), fps: about.fps, width: Some(about.size.0), height: Some(about.size.1) };
        let deck_hash = hash(&serde_json::to_vec(&setup.pool)?);
        let calibration = match &self.table {
            Some(path) => Some(hash(&std::fs::read(path).with_context(|| format!("the table file cannot be read: {}", path.display()))?)),
            None => None,
        };
        let hashes = Hashes { models, deck: Some(deck_hash), calibration };
        let weights = Weights::default();
        let header = Header::new(GameSetup::Canon(setup), weights, info, hashes);
        let journal = self.log.as_deref().map(|path| Writer::create(path, &header)).transpose()?;
        let desk = Desk::new(game, mat, TrackerConfig::default(), weights, journal);
        let presenter = Presenter::new(self.look(&parts));
        Ok(Session { source, eye, desk, presenter })
    }

    fn look(&self, parts: &[Deck<Work>]) -> Look {
        let palette =
            parts.iter().flat_map(|deck| deck.designs().iter().map(|d| (d.card.clone(), print::tradition_colour(deck, &d.face.tradition))));
        let deck = parts.iter().map(|deck| deck.title.clone()).collect::<Vec<_>>().join(" + ");
        Look { game: "Canon".into(), deck, palette: palette.collect(), names: self.names.clone() }
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The scores as the game stands, a line a seat with every term below it.
pub(crate) fn score_text<G: Narrate>(game: &G) -> String {
    sheet_text(game.scores(), |card| game.title(card))
}

/// A sheet, a line a seat with every term below it.
pub(crate) fn sheet_text(sheet: ScoreSheet, title: impl Fn(&CardId) -> String) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for score in sheet.seats {
        let _ = writeln!(
            text,
            "{}  {:>4} point{}  (place {})",
            score.seat,
            score.total,
            if score.total.abs() == 1 { "" } else { "s" },
            score.rank
        );
        for term in score.terms {
            let card = term.card.map_or(String::new(), |card| format!("{}: ", title(&card)));
            let _ = writeln!(text, "      {:>+4}  {card}{}", term.points, term.reason);
        }
    }
    text
}
