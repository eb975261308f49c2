use super::eye::{Eye, EyeError, Looked};
use crate::calibration::{Plane, View};
use crate::games::elements::{ClaimRuling, Contact, first_touch};
use crate::hands::{HandFinder, HandSettings};
use crate::recognizer::{HandReader, ModelFolder, Recognizer, RecognizerError, TouchReader};
use crate::source::Frame;
use crate::table::{Mat, Seat, SeenTouch, Stamp, Zone};
use crate::touch::TouchFinder;
use crate::tracker::{ClaimWatch, Claimed, TrackerConfig};

/// Frames are searched for cards at this size, longer side.
const SEARCH_PX: u32 = 1280;

/// From frames to claims: what each card's touches were.
pub struct ClaimLine {
    eye: Eye,
    watch: ClaimWatch,
}

impl ClaimLine {
    /// A line for a table of this mat, where these cards may lie.
    ///
    /// # Errors
    /// When the hand or touch model is missing or is not the one described.
    pub fn new<Z: Zone>(view: View, mat: &Mat<Z>, cards: Recognizer, models: &ModelFolder) -> Result<Self, RecognizerError> {
        let size = (mat.width_mm, mat.height_mm);
        let plane = Plane::new(view, mat.markers.clone(), size);
        let hands = HandFinder::new(size, mat.edges.clone(), HandSettings::default()).with_fingertips(HandReader::open(models)?);
        let eye = Eye::new(plane, cards, hands, Vec::new(), Vec::new(), SEARCH_PX);
        let eye = eye.with_touches(TouchFinder::new(TouchReader::open(models)?));
        Ok(Self { eye, watch: ClaimWatch::new(TrackerConfig::default()) })
    }

    /// Looks at the next frame: what it shows, and the claims that are over.
    ///
    /// # Errors
    /// When a model or OpenCV fails.
    pub fn look(&mut self, frame: Frame) -> Result<(Looked, Vec<Claimed>), EyeError> {
        let looked = self.eye.look(frame)?;
        let claims = self.watch.see(&looked.observation);
        Ok((looked, claims))
    }

    /// Looks at the next frame of a camera as [`Eye::keep_up`] does.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn keep_up(&mut self, frame: Frame, waiting: usize) -> Result<Option<(Looked, Vec<Claimed>)>, EyeError> {
        let Some(looked) = self.eye.keep_up(frame, waiting)? else { return Ok(None) };
        let claims = self.watch.see(&looked.observation);
        Ok(Some((looked, claims)))
    }

    /// Ends the source: the touches that were not decided yet, and the claims that were not over.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn finish(&mut self) -> Result<(Vec<SeenTouch>, Vec<Claimed>), EyeError> {
        let late = self.eye.finish()?;
        let claims = self.watch.finish(&late);
        Ok((late, claims))
    }
}

/// A hand whose fingertip was not seen so shortly before the first touch may have touched before it, in microseconds.
const UNSEEN_US: u64 = 100_000;

/// Who has the claim, by the times of the touches. A touch of a hand whose seat is not known counts for nobody, and one that is not sure
/// may have come as late as the last. A hand that lay over the card at the time of the first touch, and whose fingertip was not seen, may
/// have touched it as early. A touch of a hand that may be a neighbour's is both's, unless the neighbour surely touched with another.
pub fn ruling_on(claim: &Claimed) -> ClaimRuling {
    let last = claim.touches.iter().map(|touch| touch.by).max();
    // A hand that only stopped over the card may have come down later.
    let by = |touch: &SeenTouch| last.filter(|_| !touch.is_sure()).unwrap_or(touch.by);
    let contact = |touch: &SeenTouch, seat: Option<Seat>| Some(Contact { seat: seat?, after: touch.after, by: by(touch) });
    // Nobody claims one card with two hands.
    let elsewhere = |seat: &Seat| claim.touches.iter().any(|touch| touch.seat == Some(*seat) && touch.perhaps.is_none());
    let of = |touch: &SeenTouch| [contact(touch, touch.seat), contact(touch, touch.perhaps.filter(|seat| !elsewhere(seat)))];
    let mut contacts: Vec<Contact> = claim.touches.iter().flat_map(of).flatten().collect();
    let Some(first) = contacts.iter().min_by_key(|contact| contact.by).copied() else { return first_touch(&contacts) };
    let doubtful = |stamp: Stamp| stamp <= first.by && stamp.at_us + UNSEEN_US >= first.after.at_us;
    let unseen = claim.hidden.iter().filter(|(seat, stamp)| *seat != first.seat && doubtful(*stamp));
    contacts.extend(unseen.map(|(seat, _)| Contact { seat: *seat, ..first }));
    first_touch(&contacts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::geometry::{Point, Quad};
    use crate::table::Identity;

    fn touch(seat: usize, at_ms: u64, confidence: f32) -> SeenTouch {
        let (entry, tip) = (Point::new(0.0, 600.0), Point::new(0.0, 0.0));
        let (after, by) = (Stamp::from_ms(at_ms), Stamp::from_ms(at_ms + 33));
        SeenTouch { seat: Seat::from_index(seat), perhaps: None, entry, tip, after, by, without: 0, with: 1, confidence }
    }

    fn ruled(touches: &[SeenTouch]) -> String {
        let quad = Quad::placed(Point::new(0.0, 0.0), 63.0, 88.0, 0.0);
        ruling_on(&Claimed { card: Identity::UNKNOWN, quad, face: Face::Up, touches: touches.to_vec(), hidden: Vec::new() }).to_string()
    }

    #[test]
    fn a_touch_that_may_have_been_a_hover_takes_no_claim_from_another() {
        let (early, late) = (touch(0, 100, 0.6), touch(1, 200, 0.95));
        assert!(ruled(&[touch(0, 100, 0.95), late.clone()]).starts_with("P1 was first"));
        assert!(ruled(&[early.clone(), late]).starts_with("too close to call between P1 and P2"));
        assert!(ruled(&[touch(1, 50, 0.95), early.clone()]).starts_with("P2 was first"), "it came later anyway");
        assert_eq!(ruled(&[early]), "P1 alone touched it");
    }

    #[test]
    fn a_touch_of_a_hand_that_may_be_a_neighbours_is_no_claim_over_the_neighbour() {
        let whose = |seat| SeenTouch { perhaps: Seat::from_index(seat), ..touch(0, 100, 0.95) };
        assert!(ruled(&[whose(1)]).starts_with("too close to call between P1 and P2"));
        assert!(ruled(&[whose(1), touch(2, 300, 0.95)]).starts_with("too close to call between P1 and P2"));
        assert!(ruled(&[whose(1), touch(1, 300, 0.95)]).starts_with("P1 was first"), "the neighbour touched with another hand");
    }
}
