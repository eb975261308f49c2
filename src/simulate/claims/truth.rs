//! What a claim really shows, as data.

use super::claim::{CARD_MM, Claim};
use super::hand::{Ending, Reaching};
use super::kind::{Kind, Sleeve};
use crate::cards::CardId;
use crate::games::GameKind;
use crate::geometry::{FitError, Image, Point, Quad, Table};
use crate::simulate::camera::Camera;
use crate::simulate::hand::TIP_HEIGHT;
use crate::simulate::stage::arms::Arms;
use crate::simulate::truth::{CameraTruth, CardTruth, card_truth};
use crate::table::{Seat, Seats};
use serde::{Deserialize, Serialize};

/// All that is true of a claim. Times are microseconds since the source began; places are on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimTruth {
    /// The game.
    pub game: GameKind,
    /// What is scripted.
    pub kind: Kind,
    /// Its own seed.
    pub seed: u64,
    /// How many sit at the table.
    pub players: Seats,
    /// Frames a second, about; the frames say when each was really taken.
    pub fps: f64,
    /// The camera, to measure the stills in mm.
    pub camera: CameraTruth,
    /// The card in question.
    pub card: CardId,
    /// Who has a right to it.
    pub verdict: Verdict,
    /// The hands, in order of their arrival.
    pub hands: Vec<HandTruth>,
    /// Every card as it lies at the start, each over those before it in its zone.
    pub cards: Vec<CardTruth>,
    /// Every frame that is there, in order of time.
    pub frames: Vec<FrameTruth>,
}

/// Who touched the card in question first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Verdict {
    /// Nobody touched it.
    Nobody,
    /// One hand alone touched it.
    Alone {
        /// Whose.
        seat: Seat,
    },
    /// One hand touched it before all others.
    First {
        /// Whose.
        seat: Seat,
        /// Whose came next.
        next: Seat,
        /// By how much it was first, in microseconds.
        margin_us: u64,
    },
    /// Several touched it at the very same moment, before all others.
    Tie {
        /// Whose hands, in the order of the seats.
        seats: Vec<Seat>,
    },
}

/// What one hand does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandTruth {
    /// Whose.
    pub seat: Seat,
    /// The card that it is after.
    pub reaches_for: CardId,
    /// That card's outline before anything moves, mm.
    pub outline_mm: Quad<Table>,
    /// The card that it comes down on or stops over.
    pub over: CardId,
    /// What it does there.
    pub ending: Ending,
    /// When its fingertip touches that card; `None` when it only hovers.
    pub contact_us: Option<u64>,
    /// When it sets out from out of sight.
    pub set_out_us: u64,
    /// When it sets out for the way back.
    pub leave_us: u64,
    /// When it is out of sight again.
    pub gone_us: u64,
    /// What covers the arm.
    pub sleeve: Sleeve,
    /// Colour of the skin, sRGB.
    pub skin: [u8; 3],
}

/// What one frame shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameTruth {
    /// When it was taken: the middle of the exposure.
    pub at_us: u64,
    /// The fingertips of the hands that are on their way, seen or still beyond the picture's edge.
    pub tips: Vec<TipTruth>,
    /// Cards that are not where they lay at the start.
    pub moved: Vec<MovedTruth>,
}

/// The touching finger of a hand in one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TipTruth {
    /// Whose hand.
    pub seat: Seat,
    /// The point of the fingertip that touches: the point of the table under it, mm. The finger goes on for about 6 mm.
    pub tip_mm: Point<Table>,
    /// How high that point is above the cards, mm.
    pub height_mm: f64,
    /// Where the middle of the fingertip is seen, pixels.
    pub tip_px: Point<Image>,
    /// Where the arm crosses the mat's edge, mm.
    pub entry_mm: Point<Table>,
    /// Whether it rests on a card.
    pub touching: bool,
}

impl TipTruth {
    /// A seat's fingertip at this place and height, as this camera sees it.
    pub(in crate::simulate) fn seen(camera: &Camera, arms: &Arms, seat: Seat, tip: (Point<Table>, f64), touching: bool) -> Self {
        let (tip_mm, height_mm) = tip;
        let tip_px = camera.project([tip_mm.x, tip_mm.y, height_mm + TIP_HEIGHT]);
        Self { seat, tip_mm, height_mm, tip_px, entry_mm: arms.entry(seat, tip_mm), touching }
    }
}

/// A card that a hand has moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovedTruth {
    /// Which.
    pub card: CardId,
    /// Its outline on a plane parallel to the table, mm.
    pub quad_mm: Quad<Table>,
    /// Height of that plane above the cards, mm.
    pub height_mm: f64,
    /// Who holds it.
    pub held_by: Option<Seat>,
}

impl Claim {
    /// The whole truth about it.
    ///
    /// # Errors
    /// When the camera looks along the table.
    pub fn truth(&self) -> Result<ClaimTruth, FitError> {
        // Every card is there by its number; a claim without cards would be about none.
        let card = |number: usize| self.cards.get(number).map(|card| card.lying.card.clone());
        let question = card(self.question).ok_or(FitError::TooFew(0))?;
        let hand = |hand: &Reaching| {
            let look = self.view.hands.get(hand.seat.index())?;
            Some(HandTruth {
                seat: hand.seat,
                reaches_for: card(hand.goal)?,
                outline_mm: self.quad(hand.goal)?,
                over: card(hand.over)?,
                ending: hand.ending,
                contact_us: hand.contact_us(),
                set_out_us: hand.set_out_us,
                leave_us: hand.leave_us,
                gone_us: hand.gone_us,
                sleeve: *self.sleeves.get(hand.seat.index())?,
                skin: look.skin,
            })
        };
        let quads: Vec<Quad<Table>> = self.cards.iter().map(|card| card.quad(CARD_MM)).collect();
        let cards = self.cards.iter().zip(&quads).enumerate().map(|(k, (card, quad))| {
            let over = quads.get(k + 1..).unwrap_or(&[]);
            card_truth(&card.lying, &card.zone, card.number, (*quad, 0.0), over, &self.view.camera)
        });
        Ok(ClaimTruth {
            game: GameKind::Elements,
            kind: self.kind,
            seed: self.seed,
            players: self.seats,
            fps: self.fps,
            camera: CameraTruth::of(&self.view.camera)?,
            card: question,
            verdict: self.verdict(),
            hands: self.hands.iter().filter_map(hand).collect(),
            cards: cards.collect(),
            frames: self.frames_us.iter().map(|at_us| self.frame(*at_us)).collect(),
        })
    }

    fn frame(&self, at_us: u64) -> FrameTruth {
        let tip = |hand: &Reaching| {
            TipTruth::seen(&self.view.camera, &self.arms, hand.seat, hand.tip(at_us as f64 / 1000.0), hand.is_touching(at_us))
        };
        let moved = self.displaced(at_us).into_iter().filter_map(|moved| {
            let card = self.cards.get(moved.number)?.lying.card.clone();
            let quad_mm = Quad::placed(moved.centre, CARD_MM.0, CARD_MM.1, moved.turn);
            Some(MovedTruth { card, quad_mm, height_mm: moved.height_mm, held_by: moved.held_by })
        });
        FrameTruth { at_us, tips: self.hands.iter().filter(|hand| hand.is_out(at_us)).map(tip).collect(), moved: moved.collect() }
    }

    /// Whose the card in question is, by the order in which the hands are scripted.
    fn verdict(&self) -> Verdict {
        let touches = self.hands.iter().filter(|hand| hand.over == self.question).filter_map(|hand| Some((hand.contact_us()?, hand.seat)));
        let touches: Vec<(u64, Seat)> = touches.collect();
        match touches.as_slice() {
            [] => Verdict::Nobody,
            [(_, seat)] => Verdict::Alone { seat: *seat },
            [(at, seat), (then, next), ..] if at < then => Verdict::First { seat: *seat, next: *next, margin_us: then - at },
            [(at, _), ..] => Verdict::Tie { seats: touches.iter().filter(|(then, _)| then == at).map(|(_, seat)| *seat).collect() },
        }
    }
}
