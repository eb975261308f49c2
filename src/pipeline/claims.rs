//! The claims of a game without turns for the screen: who touched a card when, what was ruled, and the frames about it.

use super::{ClaimFrame, ClaimView, ContactView, Picture, TouchMark, View};
use crate::games::Narrate;
use crate::geometry::{Image, Point};
use crate::referee::{EntryOf, Input, Ruling};
use crate::table::Fact;
use image::imageops::crop_imm;
use std::collections::VecDeque;
use std::sync::Arc;

/// Frames that are kept in case a touch is told of them.
const RECENT: usize = 18;
/// Frames before the first touch of a claim and after the last that belong to it.
const BEFORE: u64 = 6;
const AFTER: u64 = 8;
/// Side of what is cut out of a frame about a touch, as a share of the frame's width.
const CUT: f64 = 0.17;
/// Touches of one card within this are one claim.
const TOGETHER_MS: f64 = 2000.0;
/// Claims that are kept for the screen.
const KEPT: usize = 40;

/// Claims, and the newest frames.
#[derive(Debug, Default)]
pub(super) struct Claims {
    recent: VecDeque<Picture>,
    touches: Vec<TouchMark>,
    all: Arc<Vec<ClaimView>>,
}

impl Claims {
    /// All claims so far, oldest first.
    pub fn all(&self) -> Arc<Vec<ClaimView>> {
        Arc::clone(&self.all)
    }

    /// Takes a frame and those in which hands alone were followed before it, before what they led to.
    pub fn look(&mut self, followed: &[Picture], view: &View) {
        self.touches.clone_from(&view.touches);
        followed.iter().chain(&view.picture).for_each(|picture| self.keep(picture));
    }

    fn keep(&mut self, picture: &Picture) {
        let claims = Arc::make_mut(&mut self.all);
        for claim in claims.iter_mut().rev().take(4).filter(|claim| claim.last_with() + AFTER >= picture.frame) {
            claim.frames.extend(cut(picture, claim.centre));
        }
        self.recent.push_back(picture.clone());
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Takes an entry: a touch of a card that all share opens a claim, or belongs to one.
    pub fn enter<G: Narrate>(&mut self, game: &G, entry: &EntryOf<G>, view: &View) {
        let Input::Seen(Fact::Touched { seat, zone, card, bare: false, after, by, frame, .. }) = &entry.input else { return };
        let acts = entry.rulings.iter().find_map(|ruling| match ruling {
            Ruling::Accepted { act, warning } => Some((act, warning.as_ref())),
            Ruling::Rejected { act, reason } => Some((act, Some(reason))),
            _ => None,
        });
        let (Some((act, reason)), None, Some(card)) = (acts, G::owner(*zone), card.card()) else { return };
        let mark = self.touches.iter().find(|mark| mark.seat == Some(*seat) && mark.with == *frame);
        let card = game.title(card);
        let text = reason.map_or_else(|| game.describe(act), |reason| reason.text.clone());
        let contact = ContactView {
            entry: entry.entry,
            seat: *seat,
            after_ms: after.ms(),
            by_ms: by.ms(),
            tip: mark.map(|mark| mark.tip),
            with: *frame,
        };
        let claims = Arc::make_mut(&mut self.all);
        if let Some(claim) = claims.iter_mut().rev().find(|claim| claim.card == card && by.ms() - claim.last_by() < TOGETHER_MS) {
            claim.contacts.push(contact);
            (claim.ruling, claim.entry) = (text, entry.entry);
            return;
        }
        let Some(centre) = contact.tip.or_else(|| self.recent.back().map(middle)) else { return };
        let first = frame.saturating_sub(BEFORE);
        let frames = self.recent.iter().filter(|picture| picture.frame >= first).filter_map(|picture| cut(picture, centre)).collect();
        let outline = view.outlines.iter().find(|outline| outline.label == card || outline.quad.polygon().contains(centre));
        let outline = outline.map(|outline| outline.quad);
        claims.push(ClaimView { entry: entry.entry, card, contacts: vec![contact], ruling: text, centre, outline, frames });
        let old = claims.len().saturating_sub(KEPT);
        claims.drain(..old);
    }
}

fn middle(picture: &Picture) -> Point<Image> {
    Point::new(f64::from(picture.image.width()) / 2.0, f64::from(picture.image.height()) / 2.0)
}

/// The part of a frame about a point.
fn cut(picture: &Picture, centre: Point<Image>) -> Option<ClaimFrame> {
    let (width, height) = picture.image.dimensions();
    let side = ((f64::from(width) * CUT) as u32).clamp(1, height.max(1));
    let from = |at: f64, whole: u32| (at - f64::from(side) / 2.0).clamp(0.0, f64::from(whole.saturating_sub(side))) as u32;
    let (x, y) = (from(centre.x, width), from(centre.y, height));
    let image = crop_imm(&*picture.image, x, y, side, side).to_image();
    let origin = Point::new(f64::from(x), f64::from(y));
    Some(ClaimFrame { image: Arc::new(image), origin, frame: picture.frame, at_ms: picture.stamp.ms() })
}
