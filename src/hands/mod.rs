//! Finds what reaches over the table and is no card: hands, with the edge that they come over.
//!
//! ```text
//! picture ─rectify─▶ small table ─background─▶ what differs ─shape─▶ hands
//!  (RGB)   (view)    (2 mm a pixel)  (learnt)   and is no shadow      (entry, tip, outline)
//!                        └───── HandReader (ONNX) ─▶ arms, fingertips ──┘
//! ```
//!
//! Everything happens on a small picture of the table seen from above, so that a hand is as large in a near camera as in
//! a far one. The table's look is learnt as it goes: slowly where it lies open, at once where a card came to rest, and never under
//! a hand. Darker of the same colour is a shadow.
//!
//! The model tells the fingertips of hands that melt into one outline; where it tells none, the outline decides. What the model reads hardly
//! any arm in, or what lay there from one frame to the next, is a board that was moved or the light of a lamp, and no hand.
//!
//! Absent on purpose: whose turn it is, which zone a tip is in. Conventions: as in [`crate::geometry`].

mod arms;
mod background;
mod credible;
mod crossing;
mod fingertips;
mod follow;
mod pairing;
mod rectify;
mod shape;

use crate::calibration::View;
use crate::geometry::{FitError, Quad, Table};
use crate::recognizer::{HandReader, RecognizerError};
use crate::table::{Edge, SeenHand, Stamp};
use background::{Background, FirstLook};
use credible::Lately;
use fingertips::Fingertips;
use follow::Follower;
use image::RgbImage;
use rectify::SmallTable;
use shape::{Arm, Shown};
use thiserror::Error;

/// Why hands cannot be looked for.
#[derive(Debug, Error)]
pub enum HandError {
    /// The view shows next to nothing of the table.
    #[error("the picture shows less than a tenth of the mat: point the camera at the table and run kibitzer calibrate")]
    OutOfSight,
    /// The view cannot be used.
    #[error(transparent)]
    View(#[from] FitError),
    /// OpenCV refused an operation that should not fail.
    #[error("the picture library failed: {0}")]
    OpenCv(#[from] opencv::Error),
    /// The model failed.
    #[error(transparent)]
    Reader(#[from] RecognizerError),
}

/// What is taken for a hand. Lengths are on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandSettings {
    /// Smallest area over the mat, in square millimetres. Less finds fingertips at the edge and more noise.
    pub least_area_mm2: f64,
    /// How far over the edge something must reach, in millimetres. Less reacts to sleeves and shadows at the edge.
    pub least_reach_mm: f64,
    /// Width of the narrowest wrist or finger that crosses the edge, in millimetres.
    pub least_entry_mm: f64,
    /// How dark a shadow may be, as a part of the light without it. Less takes dark sleeves for shadows, more takes deep shadows for hands.
    pub darkest_shadow: f32,
    /// How much colour a shadow may change, in grey levels of 255.
    pub shadow_colour: f32,
    /// Time after which something that came to rest and is no hand belongs to the table, in milliseconds.
    pub settled_for_ms: f64,
    /// Time after which even what reaches over the edge belongs to the table when nothing of it moves, in milliseconds.
    pub forgotten_for_ms: f64,
    /// The thickest arm, in millimetres: a head over the table is thicker, and so is its shadow.
    pub thickest_mm: f64,
    /// How far a hand reaches at least, as a part of the width over which it comes in: what only lies along the edge is none.
    pub least_slenderness: f64,
    /// How long the table is looked at before the first hand is told from it, in milliseconds.
    pub learn_for_ms: f64,
}

impl Default for HandSettings {
    fn default() -> Self {
        Self {
            least_area_mm2: 2000.0,
            least_reach_mm: 40.0,
            least_entry_mm: 16.0,
            darkest_shadow: 0.35,
            shadow_colour: 14.0,
            settled_for_ms: 500.0,
            forgotten_for_ms: 2500.0,
            thickest_mm: 160.0,
            least_slenderness: 0.3,
            learn_for_ms: 400.0,
        }
    }
}

/// Finds hands in frames of one camera, and remembers what the table looks like without them.
pub struct HandFinder {
    mat_mm: (f64, f64),
    edges: Vec<Edge>,
    settings: HandSettings,
    reader: Option<HandReader>,
    seen: Option<Memory>,
}

/// What is remembered for one view.
#[derive(Debug)]
struct Memory {
    view: View,
    table: SmallTable,
    /// `None` while the table is looked at for the first time.
    background: Option<Background>,
    first: FirstLook,
    follower: Follower,
    /// The arms of the last frame.
    before: Vec<Arm>,
    lately: Lately,
    began: Stamp,
    cards: Vec<Quad<Table>>,
    last: Stamp,
    /// When hands were last looked for: not under another light.
    looked: Stamp,
}

impl HandFinder {
    /// A finder over a mat of this width and height, whose seats reach in over these edges.
    pub const fn new(mat_mm: (f64, f64), edges: Vec<Edge>, settings: HandSettings) -> Self {
        Self { mat_mm, edges, settings, reader: None, seen: None }
    }

    /// The same finder, which also reads fingertips with this model: those of hands that meet, and of arms that cross.
    pub fn with_fingertips(self, reader: HandReader) -> Self {
        Self { reader: Some(reader), ..self }
    }

    /// Forgets what the table looks like, as after a break.
    pub fn forget(&mut self) {
        self.seen = None;
    }

    /// The hands in a frame. There are none while the table is looked at for the first time, or anew because the view changed.
    ///
    /// `cards` are all cards that are seen now, in hands too: they are no hands by themselves.
    ///
    /// # Errors
    /// When the view does not show the mat.
    pub fn find(&mut self, picture: &RgbImage, at: Stamp, view: &View, cards: &[Quad<Table>]) -> Result<Vec<SeenHand>, HandError> {
        let memory = match self.seen.take().filter(|m| m.view == *view && m.table.takes(picture)) {
            Some(memory) => self.seen.insert(memory),
            None => {
                let table = SmallTable::new(view, picture.dimensions(), self.mat_mm)?;
                let (first, follower) = (FirstLook::default(), Follower::default());
                let cards = Vec::new();
                self.seen.insert(Memory {
                    view: *view,
                    table,
                    background: None,
                    first,
                    follower,
                    before: Vec::new(),
                    lately: Lately::default(),
                    began: at,
                    cards,
                    last: at,
                    looked: at,
                })
            }
        };
        let small = memory.table.rectify(picture)?;
        let elapsed_ms = at.ms_since(memory.last).min(1000.0);
        memory.last = at;
        let Some(background) = memory.background.as_mut() else {
            memory.first.add(small);
            if at.ms_since(memory.began) >= self.settings.learn_for_ms {
                memory.background = Some(std::mem::take(&mut memory.first).into_background());
            }
            memory.cards = cards.to_vec();
            memory.looked = at;
            return Ok(Vec::new());
        };
        let cards_now = memory.table.mask_of(cards)?;
        let mut covered = memory.table.mask_of(&memory.cards)?;
        for (before, now) in covered.iter_mut().zip(&cards_now) {
            *before |= now;
        }
        memory.cards = cards.to_vec();
        // Under another light nothing can be told until the table has been learnt anew.
        let Some(difference) = background.compare(&small, memory.table.visible(), &self.settings, elapsed_ms) else {
            return Ok(Vec::new());
        };
        let fingertips = match &mut self.reader {
            Some(reader) => {
                let before: Vec<_> = memory.before.iter().filter_map(|arm| arm.tip).collect();
                Some(Fingertips::read(reader, &memory.table, &small, background.in_this_light(), &before)?)
            }
            None => None,
        };
        let against = background.against(&small);
        let (lately, since_ms) = (&memory.lately, at.ms_since(memory.looked));
        let shown =
            Shown { difference: &difference, cards: &covered, against: &against, fingertips: fingertips.as_ref(), lately, since_ms };
        let found = shape::hands(&memory.table, &shown, &memory.before, &self.edges, &self.settings)?;
        background.learn(&small, &difference, &found, &cards_now, &self.settings, elapsed_ms);
        memory.lately.note(&memory.table, &found.arms, since_ms);
        memory.looked = at;
        memory.before = found.arms;
        let seats = memory.follower.seats(&found.sightings, at);
        Ok(found.hands.into_iter().zip(seats).map(|(hand, whose)| SeenHand { seat: whose.seat, perhaps: whose.perhaps, ..hand }).collect())
    }
}
