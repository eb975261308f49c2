use crate::geometry::{Image, Point, Quad};
use crate::table::Seat;
use image::RgbImage;
use serde::Serialize;
use std::sync::Arc;

/// Touches of one card within a short time, and what was ruled on them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClaimView {
    /// The entry of the last touch.
    pub entry: u64,
    /// The card's short title.
    pub card: String,
    /// Who touched it, in the order in which it was heard.
    pub contacts: Vec<ContactView>,
    /// What was ruled, in a reader's words.
    pub ruling: String,
    /// Where in the picture it is.
    pub centre: Point<Image>,
    /// The card's outline in the picture, when it was seen.
    pub outline: Option<Quad<Image>>,
    /// The frames about it, oldest first.
    pub frames: Vec<ClaimFrame>,
}

#[cfg(feature = "camera")]
impl ClaimView {
    /// The last frame with a first contact.
    pub(super) fn last_with(&self) -> u64 {
        self.contacts.iter().map(|contact| contact.with).max().unwrap_or(0)
    }

    /// When the last contact surely was, in milliseconds.
    pub(super) fn last_by(&self) -> f64 {
        self.contacts.iter().map(|contact| contact.by_ms).fold(0.0, f64::max)
    }
}

/// A seat's touch of a claimed card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContactView {
    /// Its entry.
    pub entry: u64,
    /// Whose hand.
    pub seat: Seat,
    /// The latest moment at which it surely did not touch yet, in milliseconds since the source began.
    pub after_ms: f64,
    /// The first moment at which it surely touched.
    pub by_ms: f64,
    /// The point in the picture, when it is known.
    pub tip: Option<Point<Image>>,
    /// The first frame that shows the contact.
    pub with: u64,
}

/// What a frame shows about a claim.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimFrame {
    /// The part of the frame about the card.
    #[serde(skip)]
    pub image: Arc<RgbImage>,
    /// Where in the whole picture its top left corner is.
    pub origin: Point<Image>,
    /// The frame's number.
    pub frame: u64,
    /// When it was taken, in milliseconds since the source began.
    pub at_ms: f64,
}

impl PartialEq for ClaimFrame {
    /// Told apart by frame and place, not pixel by pixel.
    fn eq(&self, other: &Self) -> bool {
        self.frame == other.frame && self.origin == other.origin
    }
}
