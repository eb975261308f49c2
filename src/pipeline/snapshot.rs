use super::{ClaimView, Council, DraftView};
use crate::cards::Face;
use crate::games::CardMarks;
use crate::geometry::{Image, Point, Polygon, Quad, Table};
use crate::table::{Seat, Stamp};
use image::RgbImage;
use serde::Serialize;
use std::sync::Arc;

/// All that crosses to the screen: readable words, numbers and outlines. It holds no game's types, and nothing on the screen
/// needs more. What grows with the game is shared, so a clone costs little.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Snapshot {
    /// The game's title, such as `Canon`; empty before a game is chosen.
    pub game: String,
    /// The deck's title, such as `New Testament`; empty when the game has one deck only.
    pub deck: String,
    /// What is awaited, such as `P2 to move` or `Last round: P1 has one more move`.
    pub phase: String,
    /// How the game ended, once it has.
    pub ended: Option<String>,
    /// What the camera sees.
    pub view: View,
    /// What the engine believes lies on the table.
    pub table: TableView,
    /// Every seat, P1 first.
    pub seats: Vec<SeatLine>,
    /// The totals over time, oldest first: one point for each change.
    pub history: Arc<Vec<ScorePoint>>,
    /// The moves, oldest first.
    pub moves: Arc<Vec<MoveLine>>,
    /// Who touched a card when, oldest first, in games without turns.
    pub claims: Arc<Vec<ClaimView>>,
    /// What can be called now and no camera sees.
    pub calls: Vec<CallView>,
    /// What somebody may do now, with what would fall by it.
    pub hints: Arc<Vec<HintView>>,
    /// The rules and the vote on them, in games whose rules change.
    pub council: Option<Arc<Council>>,
    /// What would come of the proposition last drafted.
    pub draft: Option<Arc<DraftView>>,
    /// What needs a person now, oldest first. An alert goes when its entry is settled.
    pub alerts: Vec<Alert>,
    /// What is not as it should be but stops nothing, such as a camera that drops frames.
    pub warnings: Vec<String>,
    /// How the program fares.
    pub health: Health,
}

/// What the camera sees, in pixels of [`Picture::image`].
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct View {
    /// The latest frame; `None` before the first.
    pub picture: Option<Picture>,
    /// The cards.
    pub outlines: Vec<Outline>,
    /// The mat's zones.
    pub zones: Vec<ZoneOutline>,
    /// The hands over the table.
    pub hands: Vec<HandOutline>,
    /// Touches that were decided with this frame.
    pub touches: Vec<TouchMark>,
}

/// A touch in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TouchMark {
    /// Whose hand.
    pub seat: Option<Seat>,
    /// The point that is touched.
    pub tip: Point<Image>,
    /// The first frame that shows the contact.
    pub with: u64,
}

/// Something that can be called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CallView {
    /// A word for a button, such as `Whirlwind`.
    pub title: String,
    /// The act in the game's notation.
    pub text: String,
    /// Who alone can call it; `None` for everybody.
    pub seat: Option<Seat>,
}

/// An act that somebody may do, and what would fall by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HintView {
    /// The act in the game's notation.
    pub text: String,
    /// The labels of the zones whose cards would be captured.
    pub falls: Vec<String>,
}

/// A frame.
#[derive(Debug, Clone, Serialize)]
pub struct Picture {
    /// Its pixels.
    #[serde(skip)]
    pub image: Arc<RgbImage>,
    /// Its number in the source, from zero.
    pub frame: u64,
    /// When it was taken.
    pub stamp: Stamp,
}

impl PartialEq for Picture {
    /// Pictures are told apart by frame, not pixel by pixel.
    fn eq(&self, other: &Self) -> bool {
        self.frame == other.frame && self.stamp == other.stamp
    }
}

/// A card in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outline {
    /// Clockwise from the card's own top left.
    pub quad: Quad<Image>,
    /// Its short title, or what to show in place of it, such as `?`.
    pub label: String,
    /// Calibrated probability that the label is right, 0..=1.
    pub confidence: f32,
    /// Which side is seen.
    pub face: Face,
    /// How its identity is known.
    pub recognition: Recognition,
}

/// How a card's identity is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Recognition {
    /// Read in this frame.
    Known,
    /// Not read.
    Unknown,
    /// Not read in this frame, but followed from one where it was.
    Held,
}

/// A zone in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ZoneOutline {
    /// Its short name, such as `centre3`.
    pub label: String,
    /// Its outline.
    pub polygon: Polygon<Image>,
    /// Whether a card is seen in it.
    pub occupied: bool,
}

/// A hand in the picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HandOutline {
    /// Its outline.
    pub polygon: Polygon<Image>,
    /// The seat whose edge it reaches over; `None` when unclear.
    pub seat: Option<Seat>,
}

/// The table as the engine knows it, seen from above with South at the bottom.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TableView {
    /// Width of the mat; 0 before there is one.
    pub width_mm: f64,
    /// Height of the mat; 0 before there is one.
    pub height_mm: f64,
    /// The mat's zones. They do not overlap.
    pub zones: Vec<TableZone>,
}

/// A zone of the mat and what lies in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableZone {
    /// Its short name.
    pub label: String,
    /// The seat it belongs to; `None` for what all share.
    pub seat: Option<Seat>,
    /// Its outline.
    pub polygon: Polygon<Table>,
    /// What lies in it, bottom to top; equal cards in a row share a line.
    pub cards: Vec<StackCard>,
    /// What is to be told of its card beside that.
    pub marks: Option<CardMarks>,
}

/// One or more equal cards of a stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StackCard {
    /// The short title; empty for a card that is not known.
    pub title: String,
    /// Red, green, blue of the card's family in print; `None` when it has none.
    pub colour: Option<[u8; 3]>,
    /// How many; `None` when that cannot be known, as for a squared-up pile.
    pub count: Option<u32>,
    /// Which side is up.
    pub face: Face,
}

/// A seat and its score as the table stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatLine {
    /// Which seat.
    pub seat: Seat,
    /// The player's name; the seat's own when none was given.
    pub name: String,
    /// Sum of the terms.
    pub total: i64,
    /// What the total is made of.
    pub terms: Vec<ScoreTerm>,
    /// Place among the seats, 1 for the best; ties share a place.
    pub rank: usize,
    /// Cards in the hand that are known, by having been taken face up.
    pub hand_known: u32,
    /// Cards in the hand that are not known.
    pub hand_unknown: u32,
    /// Whether this seat may act now.
    pub to_act: bool,
}

/// One term of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreTerm {
    /// How it comes about, such as `Mark: 2 own × 3 central`.
    pub reason: String,
    /// Its points.
    pub points: i64,
}

/// Every seat's total from a moment on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScorePoint {
    /// Milliseconds since the source began.
    pub at_ms: u64,
    /// P1 first, as many as there are seats.
    pub totals: Vec<i64>,
}

/// One line of the list of moves: something that happened on the table or was told, and what the referee made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveLine {
    /// Its number in the journal, by which a [`super::Call`] names it.
    pub entry: u64,
    /// Milliseconds since the source began.
    pub at_ms: u64,
    /// Who acted; `None` when that is unclear or it is nobody's act.
    pub seat: Option<Seat>,
    /// What happened, in a reader's words, such as `takes Mark from the centre`.
    pub text: String,
    /// What the referee made of it.
    pub status: MoveStatus,
    /// The rule behind a refusal or a warning, such as `Canon, Possible moves`.
    pub rule: Option<String>,
    /// Why, in a reader's words.
    pub reason: Option<String>,
    /// The frame that it rests on; `None` for what was told.
    pub frame: Option<u64>,
    /// What may have happened, most likely first: for an undecided entry, in a reader's words. [`super::Call::Accept`] names one by its index.
    pub choices: Vec<String>,
}

/// What the referee made of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveStatus {
    /// Seen, legal and carried out.
    Accepted,
    /// Only an act that the rules forbid accounts for what was seen.
    Rejected,
    /// Several legal acts account for it.
    Undecided,
    /// No act accounts for it.
    Unexplained,
    /// Carried out once and taken back.
    Retracted,
    /// Told by a person and carried out.
    Told,
}

/// Something that needs a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong and what to do, in a line.
    pub text: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    /// The move it is about, by [`MoveLine::entry`].
    pub entry: Option<u64>,
}

/// How much an alert matters, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Notice,
    /// Play goes on, but something needs a decision.
    Warning,
    /// A move broke a rule.
    Illegal,
}

/// How the program fares.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Health {
    /// What is watched, such as a file's name or `camera 0`.
    pub source: String,
    /// Whether it still gives frames.
    pub state: SourceState,
    /// Frames that the source gives in a second.
    pub fps_in: f64,
    /// Frames that were looked at in a second.
    pub fps_processed: f64,
    /// Frames that came too fast to be looked at, since the start.
    pub frames_dropped: u64,
    /// From a frame's capture to its snapshot, the middle value of the last few seconds, in milliseconds.
    pub latency_median_ms: f64,
    /// The same, as exceeded by one frame in a hundred.
    pub latency_p99_ms: f64,
    /// Mean time of each stage over the last few seconds, in the order in which a frame passes them.
    pub stages: Vec<StageTime>,
}

/// A stage's mean time for a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageTime {
    /// Such as `detect`.
    pub stage: String,
    /// Milliseconds.
    pub ms: f64,
}

/// Whether a source still gives frames.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceState {
    /// No frame has come yet.
    #[default]
    Starting,
    /// Frames come.
    Running,
    /// Stopped by a person.
    Paused,
    /// It broke off for the reason given; the game so far is kept.
    Lost(String),
    /// A recording came to its end.
    Ended,
}
