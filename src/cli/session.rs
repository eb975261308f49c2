//! A game to be watched, from what was typed to a line that is ready to start: everything that can fail for outside reasons
//! fails here, before the first frame.

use super::arrow_decks::ArrowDecks;
use super::look::Decks;
use super::placed::Placement;
use crate::calibration::Plane;
use crate::cards::{CardId, Deck, IndexSet, Work, load_canon_parts, standard_deck};
use crate::games::arrow::{self, Arrow};
use crate::games::canon::{self, Canon};
use crate::games::elements::{self, Elements};
use crate::games::nomic::{self, Nomic};
use crate::games::{GameKind, Narrate, ScoreSheet};
use crate::geometry::{Quad, Table as TableSpace};
use crate::hands::{HandFinder, HandSettings};
use crate::journal::{GameSetup, Hashes, Header, Said, SourceInfo, Writer, read_said};
use crate::pipeline::{Desk, Eye, Look, Presenter};
use crate::print;
use crate::recognizer::{HandReader, ModelFolder, Recognizer, TouchReader};
use crate::referee::{EntryOf, Weights};
use crate::source::Source;
use crate::table::{Mat, Seat, Seats};
use crate::touch::TouchFinder;
use anyhow::Context;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// Frames are searched for cards at this size, longer side.
const SEARCH_PX: u32 = 960;

/// Canon's deck when nothing is said.
const CANON_DECK: &str = "canon-nt";

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
    /// Canon's deck: a built-in one's id, the path of a TOML file, or several joined with + when they are shuffled together; canon-nt
    /// without it. Of Arrow P1's and P2's, with a comma between; arrow-harbour,arrow-workshop without it. Of Elements and Nomic the letters on
    /// its court cards: standard-en, -de, -fr, -nl or -sv; standard, which is any, without it.
    #[arg(long)]
    pub deck: Option<String>,
    /// The table's calibration; without one the mat is found by its markers.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Write the game's journal to this new file.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// A rule option, such as end=first_empty_hand, final_move=play_only, remove_random=10 or half_deck=yes; of Elements rules=mage, double_islands=yes or shrink_after_whirlwind=yes.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Who moves first; in Elements, who deals; in Nomic, who has the token.
    #[arg(long, default_value = "P1")]
    pub first: Seat,
    /// The players' names, P1 first.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Without a window: write what each frame shows, in millimetres, to this file as JSON Lines.
    #[arg(long, value_name = "FILE")]
    pub observations: Option<PathBuf>,
    /// What was said at the table of a recording, or told by buttons, in Elements, Arrow and Nomic: JSON Lines such as {"ms":5800,"seat":"P1","text":"go"}.
    #[arg(long, value_name = "FILE")]
    pub said: Option<PathBuf>,
    /// Evenly spaced times for a folder of stills without times.csv, in frames a second.
    #[arg(long)]
    pub fps: Option<f64>,
}

/// A game, ready to be watched.
pub(crate) struct Session<G: Narrate> {
    pub source: Box<dyn Source>,
    pub eye: Eye,
    pub desk: Desk<G>,
    pub presenter: Presenter,
}

/// What a game needs to be seen and recorded, beside its rules.
struct Table<'a, G: Narrate> {
    game: G,
    setup: GameSetup,
    mat: Mat<G::Zone>,
    recognizer: Recognizer,
    /// For games in which touches matter.
    touches: Option<TouchReader>,
    /// Hash of the deck's contents.
    deck: String,
    places: Vec<Quad<TableSpace>>,
    look: Look,
    said: Vec<Said>,
    plan: &'a Plan,
}

impl Plan {
    /// Opens the source, the models, the table and the journal, for a game of Canon.
    pub fn open_canon(&self) -> anyhow::Result<Session<Canon>> {
        anyhow::ensure!(self.said.is_none(), "--said is for games in which something is told: add --game elements, arrow or nomic");
        let parts = load_canon_parts(self.canon_deck())?;
        let mut options = canon::Options::default();
        for word in &self.options {
            options.set(word)?;
        }
        let setup = canon::Setup::new(parts.clone(), self.players, self.first, options)?;
        let mat = canon::mat(self.players);
        let table = Table {
            game: Canon::new(setup.clone())?,
            places: canon::card_places(&mat),
            mat,
            recognizer: Decks::of_canon(parts.clone())?.recognizer()?,
            touches: None,
            deck: hash(&serde_json::to_vec(&setup.pool)?),
            setup: GameSetup::Canon(setup),
            look: self.look(&parts),
            said: Vec::new(),
            plan: self,
        };
        table.open()
    }

    /// The same for a game of Elements, which is played with standard cards.
    pub fn open_elements(&self) -> anyhow::Result<Session<Elements>> {
        let mut options = elements::Options::default();
        for word in &self.options {
            options.set(word)?;
        }
        let setup = elements::Setup::new(self.players, self.first, options)?;
        let table = Table {
            game: Elements::new(setup.clone())?,
            mat: elements::mat(self.players),
            recognizer: Decks::of_standard(self.standard_deck()?).without_jokers().recognizer()?,
            touches: Some(TouchReader::open(&ModelFolder::find()?)?),
            deck: standard_deck_hash()?,
            places: Vec::new(),
            setup: GameSetup::Elements(setup),
            look: Look { game: "Elements".into(), names: self.names.clone(), ..Look::default() },
            said: self.said()?,
            plan: self,
        };
        table.open()
    }

    /// The same for a game of Arrow.
    pub fn open_arrow(&self) -> anyhow::Result<Session<Arrow>> {
        anyhow::ensure!(self.options.is_empty(), "Arrow has no rule options: leave out --set");
        arrow::playable(self.players)?;
        let decks = ArrowDecks::load(self.deck.as_deref())?;
        let setup = arrow::Setup::new(decks.each())?;
        let mat = arrow::mat();
        let colour = |printed: &arrow::Printed| (printed.card.clone(), print::sign_colour(printed.face.sign));
        let table = Table {
            game: Arrow::new(setup.clone())?,
            places: arrow::card_places(&mat),
            mat,
            recognizer: Decks::of_arrow(&decks)?.recognizer()?,
            touches: None,
            deck: hash(&serde_json::to_vec(&setup)?),
            look: Look {
                game: "Arrow".into(),
                deck: decks.title(),
                palette: setup.designs.iter().map(colour).collect(),
                names: self.names.clone(),
            },
            setup: GameSetup::Arrow(setup),
            said: self.said()?,
            plan: self,
        };
        table.open()
    }

    /// The same for a game of Card-Based Nomic, which is played with standard cards.
    pub fn open_nomic(&self) -> anyhow::Result<Session<Nomic>> {
        anyhow::ensure!(self.options.is_empty(), "Card-Based Nomic has no rule options but its rules: leave out --set, and propose");
        let setup = nomic::Setup::new(self.players, self.first)?;
        let mat = nomic::mat(self.players);
        let table = Table {
            game: Nomic::new(setup.clone())?,
            places: mat.zones.iter().filter_map(|(zone, _)| nomic::card_place(&mat, *zone, 0)).collect(),
            mat,
            recognizer: Decks::of_standard(self.standard_deck()?).recognizer()?,
            touches: None,
            deck: standard_deck_hash()?,
            look: Look { game: "Card-Based Nomic".into(), names: self.names.clone(), ..Look::default() },
            setup: GameSetup::Nomic(setup),
            said: self.said()?,
            plan: self,
        };
        table.open()
    }

    /// The letters on the cards of a game that is played with standard cards.
    fn standard_deck(&self) -> anyhow::Result<IndexSet> {
        Ok(self.deck.as_deref().map(str::parse).transpose()?.unwrap_or_default())
    }

    /// The deck of a game of Canon.
    pub fn canon_deck(&self) -> &str {
        self.deck.as_deref().unwrap_or(CANON_DECK)
    }

    fn said(&self) -> anyhow::Result<Vec<Said>> {
        Ok(self.said.as_deref().map_or_else(|| Ok(Vec::new()), read_said)?)
    }

    fn look(&self, parts: &[Deck<Work>]) -> Look {
        let palette =
            parts.iter().flat_map(|deck| deck.designs().iter().map(|d| (d.card.clone(), print::tradition_colour(deck, &d.face.tradition))));
        let deck = parts.iter().map(|deck| deck.title.clone()).collect::<Vec<_>>().join(" + ");
        Look { game: "Canon".into(), deck, palette: palette.collect(), names: self.names.clone() }
    }
}

impl<G: Narrate> Table<'_, G>
where
    EntryOf<G>: Serialize,
{
    fn open(self) -> anyhow::Result<Session<G>> {
        let Self { game, setup, mat, recognizer, touches, deck, places, look, said, plan } = self;
        let placement = Placement { game: plan.game, players: plan.players, table: plan.table.as_deref() };
        let (source, view) = placement.open(&plan.source, plan.fps, &mat)?;
        let fingertips = HandReader::open(&ModelFolder::find()?)?;
        let touch = touches.as_ref().map(|reader| ("touch", reader.sha256()));
        let readers = [("hands", fingertips.sha256())].into_iter().chain(touch);
        let models = recognizer.models().into_iter().chain(readers).map(|(role, hash)| (role.to_owned(), hash.to_owned())).collect();
        let size = (mat.width_mm, mat.height_mm);
        let plane = Plane::new(view, mat.markers.clone(), size);
        let hands = HandFinder::new(size, mat.edges.clone(), HandSettings::default()).with_fingertips(fingertips);
        let zones = mat.zones.iter().map(|(zone, outline)| (zone.to_string(), outline.clone())).collect();
        let mut eye = Eye::new(plane, recognizer, hands, zones, places, SEARCH_PX);
        if let Some(reader) = touches {
            eye = eye.with_touches(TouchFinder::new(reader));
        }
        let about = source.description();
        let info = SourceInfo { description: about.name.clone(), fps: about.fps, width: Some(about.size.0), height: Some(about.size.1) };
        let calibration = match &plan.table {
            Some(path) => Some(hash(&std::fs::read(path).with_context(|| format!("the table file cannot be read: {}", path.display()))?)),
            None => None,
        };
        let hashes = Hashes { models, deck: Some(deck), calibration };
        let weights = Weights::default();
        let header = Header::new(setup, weights, info, hashes);
        let journal = plan.log.as_deref().map(|path| Writer::create(path, &header)).transpose()?;
        let desk = Desk::new(game, mat, weights, journal).with_said(said);
        Ok(Session { source, eye, desk, presenter: Presenter::new(look) })
    }
}

fn standard_deck_hash() -> anyhow::Result<String> {
    let deck = standard_deck()?;
    let names: Vec<String> = deck.designs().iter().map(|design| design.card.to_string()).collect();
    Ok(hash(names.join(" ").as_bytes()))
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
