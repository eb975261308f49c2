//! A ruled claim in words, and the frames that prove it.

use crate::cli::annotate;
use crate::games::elements::ClaimRuling;
use crate::pipeline::Looked;
use crate::table::{SeenTouch, Stamp};
use crate::tracker::Claimed;
use image::RgbImage;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Frames that are kept for touches that may still be told of them.
const KEPT: usize = 24;

/// A claim and what was ruled on it.
pub(super) struct Scene<'a> {
    pub claim: &'a Claimed,
    pub ruling: &'a ClaimRuling,
}

impl Scene<'_> {
    /// The ruling in a line.
    pub fn headline(&self) -> String {
        let name = self.claim.card.card().map_or_else(|| "an unread card".to_owned(), annotate::short);
        format!("{name}: {}", self.ruling)
    }

    /// The touches in the order in which they may have come.
    pub fn in_order(&self) -> Vec<&SeenTouch> {
        let mut touches: Vec<_> = self.claim.touches.iter().collect();
        touches.sort_by_key(|touch| (touch.by, touch.after));
        touches
    }
}

/// Whose touch it is.
pub(super) fn whose(touch: &SeenTouch) -> String {
    touch.seat.map_or_else(|| "somebody".to_owned(), |seat| seat.to_string())
}

/// When a touch was, in a line.
pub(super) fn bracket(touch: &SeenTouch) -> String {
    let s = |stamp: Stamp| stamp.ms() / 1000.0;
    let (from, to) = (s(touch.after), s(touch.by));
    format!("{} between {from:.3} s and {to:.3} s; frame {} does not touch, frame {} does", whose(touch), touch.without, touch.with)
}

/// A frame that is kept.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub image: Arc<RgbImage>,
    pub stamp: Stamp,
    pub table: crate::calibration::View,
}

/// The newest frames, and those that prove a touch.
#[derive(Debug, Default)]
pub(super) struct Album {
    newest: VecDeque<(u64, Kept)>,
    proof: BTreeMap<u64, Kept>,
}

impl Album {
    /// Keeps a frame, and those that prove the touches that were told with it.
    pub fn keep(&mut self, looked: &Looked) {
        if let Some(picture) = &looked.view.picture {
            let kept = Kept { image: Arc::clone(&picture.image), stamp: picture.stamp, table: looked.table };
            self.newest.push_back((picture.frame, kept));
        }
        if self.newest.len() > KEPT {
            self.newest.pop_front();
        }
        self.hold(&looked.observation.touches);
    }

    /// Holds on to the frames that prove these touches.
    pub fn hold(&mut self, touches: &[SeenTouch]) {
        for number in touches.iter().flat_map(|touch| [touch.without, touch.with]) {
            if let Some((_, kept)) = self.newest.iter().find(|(frame, _)| *frame == number) {
                self.proof.insert(number, kept.clone());
            }
        }
    }

    /// The frame of a number, when it is kept.
    pub fn frame(&self, number: u64) -> Option<&Kept> {
        self.proof.get(&number)
    }

    /// Lets the frames go that these touches and all before them needed.
    pub fn forget(&mut self, touches: &[SeenTouch]) {
        if let Some(last) = touches.iter().map(|touch| touch.without).min() {
            self.proof.retain(|frame, _| *frame >= last);
        }
    }
}
