use super::{CardFinder, HandOutline, Outline, Picture, Recognition, StageTime, TouchMark, View, ZoneOutline, on_table};
use crate::calibration::{self, CalibrationError, Look, Plane};
use crate::cards::Face;
use crate::geometry::{Polygon, Quad, Table};
use crate::hands::{HandError, HandFinder};
use crate::recognizer::{FoundCard, Recognizer, RecognizerError, overlaps};
use crate::source::Frame;
use crate::table::{Observation, SeenCard, SeenHand, SeenTouch};
use crate::touch::TouchFinder;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// From a frame to an observation: keeps the view of the table true, finds and names the cards, finds the hands, and their
/// touches where they matter.
pub struct Eye {
    plane: Plane,
    cards: CardFinder,
    hands: HandFinder,
    touches: Option<TouchFinder>,
    zones: Vec<(String, Polygon<Table>)>,
    longer_side_px: u32,
    /// Where cards lay when they were looked for last.
    lay: Vec<Quad<Table>>,
    /// Frames since then, and what was told in them.
    followed: Vec<Picture>,
    touched: Vec<SeenTouch>,
}

/// Why a frame could not be looked at.
#[derive(Debug, Error)]
pub enum EyeError {
    /// A model failed.
    #[error(transparent)]
    Recognizer(#[from] RecognizerError),
    /// The markers could not be looked for.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    /// The hands could not be looked for.
    #[error(transparent)]
    Hands(#[from] HandError),
}

/// What a frame shows.
#[derive(Debug, Clone)]
pub struct Looked {
    /// On the table, in millimetres.
    pub observation: Observation,
    /// In the picture, in pixels.
    pub view: View,
    /// How the camera sees the table.
    pub table: calibration::View,
    /// The frames before it in which hands alone were followed.
    pub followed: Vec<Picture>,
    /// How long each stage took.
    pub stages: Vec<StageTime>,
    /// News of the camera, for a reader.
    pub remark: Option<String>,
}

/// So many frames that came in time are kept for an eye that is behind: about a second, and 200 MB of full HD.
pub const WAITING: usize = 30;

/// At least one in so many frames is looked at whole while no more than a few wait; where more do, a whole look would put the eye further
/// behind, and is put off.
const FOLLOWED: usize = 8;
const FEW: usize = 3;
const FOLLOWED_AT_MOST: usize = 24;

/// Straight lines of the table are drawn in steps of this length, since a lens bends them.
const ZONE_STEP_MM: f64 = 25.0;

impl Eye {
    /// An eye on a table seen by `plane`; `zones` are the mat's outlines with their names, to be drawn, `places` where single cards
    /// would lie by the mat, and `longer_side_px` the size at which frames are searched for cards.
    pub const fn new(
        plane: Plane,
        recognizer: Recognizer,
        hands: HandFinder,
        zones: Vec<(String, Polygon<Table>)>,
        places: Vec<Quad<Table>>,
        longer_side_px: u32,
    ) -> Self {
        let cards = CardFinder::new(recognizer, places);
        Self { plane, cards, hands, touches: None, zones, longer_side_px, lay: Vec::new(), followed: Vec::new(), touched: Vec::new() }
    }

    /// The same eye, which also tells touches.
    pub fn with_touches(self, touches: TouchFinder) -> Self {
        Self { touches: Some(touches), ..self }
    }

    /// The touches that were not decided when the source ended.
    ///
    /// # Errors
    /// When the model fails.
    pub fn finish(&mut self) -> Result<Vec<SeenTouch>, EyeError> {
        let mut touches = std::mem::take(&mut self.touched);
        touches.extend(self.touches.as_mut().map(TouchFinder::finish).transpose()?.unwrap_or_default());
        Ok(touches)
    }

    /// Whether it tells touches, for which every frame counts.
    pub const fn tells_touches(&self) -> bool {
        self.touches.is_some()
    }

    /// Looks at the next frame of a camera, behind which so many others wait already: while there are any, hands alone are followed, so that
    /// no frame is lost to touches. Once they have told one, and now and then, the next frame is looked at whole; what they told comes with it.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn keep_up(&mut self, frame: Frame, waiting: usize) -> Result<Option<Looked>, EyeError> {
        if is_due(self.followed.len(), waiting) || !self.touched.is_empty() || !self.tells_touches() {
            return self.look(frame).map(Some);
        }
        self.plane.look(&frame)?;
        let (table, quads) = (*self.plane.view(), std::mem::take(&mut self.lay));
        let hands = self.hands.find(&frame.image, frame.stamp, &table, &quads)?;
        self.lay = quads;
        let picture = Picture { image: Arc::new(frame.image), frame: frame.index, stamp: frame.stamp };
        self.touch(&picture, &table, &hands)?;
        self.followed.push(picture);
        Ok(None)
    }

    /// Looks whether a hand of this frame touches.
    fn touch(&mut self, picture: &Picture, table: &calibration::View, hands: &[SeenHand]) -> Result<(), EyeError> {
        if let Some(finder) = &mut self.touches {
            self.touched.extend(finder.look(picture.frame, picture.stamp, &picture.image, table, hands)?);
        }
        Ok(())
    }

    /// Looks at the next frame.
    ///
    /// # Errors
    /// When a model or OpenCV fails.
    pub fn look(&mut self, frame: Frame) -> Result<Looked, EyeError> {
        let mut watch = Stopwatch::start();
        let remark = match self.plane.look(&frame)? {
            Look::Moved { by_px, .. } => Some(format!("the camera or the mat moved by {by_px:.0} px; the view was found again")),
            _ => None,
        };
        watch.lap("plane");
        let table = *self.plane.view();
        let found = self.cards.find(&frame.image, &table, self.longer_side_px)?;
        // Which of two cards is touched is all that asks.
        let overlaps = if self.tells_touches() { overlaps(&frame.image, &found) } else { Vec::new() };
        watch.lap("cards");
        let cards: Vec<SeenCard> = found.iter().map(|card| on_table(card, &table)).collect();
        self.lay = cards.iter().map(|card| card.quad).collect();
        let hands = self.hands.find(&frame.image, frame.stamp, &table, &self.lay)?;
        watch.lap("hands");
        let picture = Picture { image: Arc::new(frame.image), frame: frame.index, stamp: frame.stamp };
        self.touch(&picture, &table, &hands)?;
        if self.tells_touches() {
            watch.lap("touches");
        }
        let touches = std::mem::take(&mut self.touched);
        let followed = std::mem::take(&mut self.followed);

        let zones = self.zones.iter().map(|(label, outline)| ZoneOutline {
            label: label.clone(),
            polygon: table.polygon_to_image(outline, ZONE_STEP_MM),
            occupied: self.lay.iter().any(|quad| outline.contains(quad.centre())),
        });
        let zones = zones.collect();
        let outlines = found.iter().map(outline).collect();
        let hand = |hand: &SeenHand| HandOutline { polygon: table.polygon_to_image(&hand.region, ZONE_STEP_MM), seat: hand.seat };
        let hand_outlines = hands.iter().map(hand).collect();
        let mark = |touch: &SeenTouch| TouchMark { seat: touch.seat, tip: table.to_image(touch.tip), with: touch.with };
        let marks = touches.iter().map(mark).collect();
        let observation = Observation { frame: picture.frame, stamp: picture.stamp, cards, overlaps, hands, touches };
        let view = View { picture: Some(picture), outlines, zones, hands: hand_outlines, touches: marks };
        Ok(Looked { observation, view, table, followed, stages: watch.laps, remark })
    }
}

/// Whether a frame behind which so many wait is looked at whole, after so many of which hands alone were followed.
const fn is_due(followed: usize, waiting: usize) -> bool {
    waiting == 0 || followed + 1 >= if waiting <= FEW { FOLLOWED } else { FOLLOWED_AT_MOST }
}

fn outline(card: &FoundCard) -> Outline {
    let known = card.identity.card();
    let (label, recognition) = match (card.face, known) {
        (Face::Down, _) => (String::new(), Recognition::Known),
        (Face::Up, Some(id)) => (id.name().to_owned(), Recognition::Known),
        (Face::Up, None) => ("?".to_owned(), Recognition::Unknown),
    };
    let confidence = known.map_or(card.score, |id| card.identity.probability(id));
    Outline { quad: card.quad, label, confidence, face: card.face, recognition }
}

struct Stopwatch {
    last: Instant,
    laps: Vec<StageTime>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, stage: &str) {
        let now = Instant::now();
        self.laps.push(StageTime { stage: stage.into(), ms: milliseconds(now - self.last) });
        self.last = now;
    }
}

pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many frames of a camera wait after some seconds, and how many of them are looked at whole a second, when a whole look and
    /// following hands take so long and so many waited at first.
    fn waiting_after(seconds: usize, (whole_ms, hands_ms): (f64, f64), at_first: usize) -> (usize, usize) {
        let frame_ms = 1000.0 / 30.0;
        let (mut now_ms, mut followed, mut waiting, mut whole) = (at_first as f64 * frame_ms, 0, 0, 0);
        for frame in 0..30 * seconds {
            let came_ms = frame as f64 * frame_ms;
            now_ms = came_ms.max(now_ms);
            waiting = ((now_ms - came_ms) / frame_ms) as usize;
            let due = is_due(followed, waiting);
            (now_ms, followed, whole) = if due { (now_ms + whole_ms, 0, whole + 1) } else { (now_ms + hands_ms, followed + 1, whole) };
        }
        (waiting, whole / seconds)
    }

    #[test]
    fn an_eye_that_is_behind_catches_up_and_looks_whole_as_often_as_it_can() {
        assert_eq!(waiting_after(10, (25.0, 15.0), 0), (0, 30));
        let (waiting, whole) = waiting_after(10, (90.0, 20.0), WAITING);
        assert!(waiting <= FEW && whole >= 3, "{waiting} {whole}");
        // One in eight would be more than it has time for.
        let (waiting, whole) = waiting_after(20, (150.0, 22.0), WAITING);
        assert!(waiting <= 2 * FEW && whole >= 1, "{waiting} {whole}");
    }
}
