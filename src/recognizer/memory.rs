//! What the last frame showed, so that a card which did not change is not read again.

use super::backs::Print;
use super::decode::Detection;
use super::doubles::is_sure;
use super::pixels;
use super::rectify::rectify;
use super::{FoundCard, Holding};
use crate::cards::CardId;
use crate::geometry::{Image, Point, Quad};
use image::RgbImage;
use opencv::prelude::*;
use std::collections::BTreeMap;

/// Cells of a thumbnail's side, in crop pixels.
const CELL: usize = 8;

/// A crop in a few hundred numbers, enough to see whether it changed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Thumbnail(Vec<f32>);

impl Thumbnail {
    pub(super) fn of(crop: &RgbImage) -> Self {
        let (columns, rows) = (crop.width() as usize / CELL, crop.height() as usize / CELL);
        let mut sums = vec![0.0; columns * rows * 3];
        for (x, y, pixel) in crop.enumerate_pixels() {
            let cell = (y as usize / CELL) * columns + x as usize / CELL;
            for (channel, value) in pixel.0.into_iter().enumerate() {
                if let Some(sum) = sums.get_mut(cell * 3 + channel) {
                    *sum += f32::from(value) / (CELL * CELL) as f32;
                }
            }
        }
        Self(sums)
    }

    /// Mean difference of a value, in grey levels of 255, once the light is made equal.
    fn difference(&self, other: &Self) -> f32 {
        let n = self.0.len().min(other.0.len()).max(1) as f32;
        let shift = (self.0.iter().sum::<f32>() - other.0.iter().sum::<f32>()) / n;
        self.0.iter().zip(&other.0).map(|(a, b)| (a - b - shift).abs()).sum::<f32>() / n
    }

    /// Whether nothing changed.
    fn is_like(&self, other: &Self) -> bool {
        self.difference(other) < CHANGED && self.largest_difference(other) < CELL_CHANGED
    }

    /// Largest such difference in any one cell: a thumb at the edge moves the mean little.
    fn largest_difference(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }
}

/// A place of the last frame: the outline that was looked at, its look, and what was there (`None`: no card).
#[derive(Debug, Clone)]
pub(super) struct Remembered {
    pub outline: Quad<Image>,
    pub look: Thumbnail,
    pub found: Option<FoundCard>,
    pub origin: Origin,
    /// What may have been a back.
    pub print: Option<Print>,
    /// What its outline holds, where the verifier was asked.
    pub holding: Option<Holding>,
    /// In how many frames it looked like this.
    pub stood: u32,
    /// In how many frames something else has been there since.
    pub hidden: u32,
}

/// Why a place was looked at: an absent card is only remembered where one was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The detector saw an outline there.
    Detected,
    /// Cards often lie there.
    Place,
}

/// Corners may move by this fraction of the card's height and the card still counts as unmoved.
const MOVED: f64 = 0.02;
/// Mean grey-level difference above which a look counts as changed, and the same for a single cell.
const CHANGED: f32 = 5.0;
const CELL_CHANGED: f32 = 40.0;

/// A whole frame in cells of a few pixels, enough to see whether anything on it changed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Glance(Vec<u8>);

impl Glance {
    const CELL_PX: u32 = 8;
    /// A cell that differs by more than this many grey levels has changed: sensor noise, averaged over a cell, differs by less.
    const CHANGED: u8 = 8;

    /// # Errors
    /// When OpenCV refuses.
    pub(super) fn of(picture: &RgbImage) -> opencv::Result<Self> {
        let [columns, rows] = [picture.width(), picture.height()].map(|side| side.div_ceil(Self::CELL_PX));
        let [half_width, half_height] = [columns, rows].map(|cells| cells * Self::CELL_PX / 2);
        // The first step, which sees every pixel, takes both threads where the picture is large.
        let half = pixels::resized(&pixels::view(picture)?, picture.width(), half_width, half_height)?;
        let small = pixels::resized(&half, half_width, columns, rows)?;
        Ok(Self(small.data_bytes()?.to_vec()))
    }

    fn is_like(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.abs_diff(*b) <= Self::CHANGED)
    }
}

/// A frame that was looked at, and what was found on it.
#[derive(Debug)]
struct Looked {
    glance: Glance,
    found: Vec<FoundCard>,
    repeats: u32,
}

/// The cards of the last frame.
#[derive(Debug, Default)]
pub(super) struct Memory {
    places: Vec<Remembered>,
    /// Backs that were seen twice at once, the latest last.
    backs: Vec<Print>,
    frame: Option<Looked>,
    /// Whether something of this frame is yet to be looked at.
    unfinished: bool,
}

impl Memory {
    /// Frames in a row that are taken for the one before: what was overlooked or made up in one frame does not stay for long.
    const REPEATS: u32 = 5;
    /// A card that was hidden for so many frames is not waited for any more.
    const HIDDEN: u32 = 90;
    /// Two outlines of one card share at least this.
    const SAME_IOU: f64 = 0.5;
    /// Looks of backs that are known: all backs of a deck are alike.
    const BACKS: usize = 8;

    /// What was found on the last frame that was looked at, if this one looks the same.
    pub(super) fn unchanged(&mut self, glance: &Glance) -> Option<Vec<FoundCard>> {
        let last = self.frame.as_mut().filter(|last| last.repeats < Self::REPEATS && last.glance.is_like(glance))?;
        last.repeats += 1;
        Some(last.found.clone())
    }

    /// The same card in the last frame, if it neither moved nor changed.
    pub(super) fn recall(&self, detection: &Detection, look: &Thumbnail, origin: Origin) -> Option<&Remembered> {
        let limit = MOVED * detection.quad.height();
        self.places
            .iter()
            .find(|r| r.hidden == 0 && r.origin == origin && r.outline.farthest(&detection.quad) < limit && r.look.is_like(look))
    }

    /// The cards that were named beyond doubt, of which a pack holds one as `single` says, where none of `now` was looked at: each with whether
    /// its place looks as it did, and nobody else surely bears its name. Those that something has hidden for long are forgotten.
    ///
    /// # Errors
    /// When OpenCV refuses.
    pub(super) fn unseen(
        &self,
        picture: &RgbImage,
        now: &[Remembered],
        single: impl Fn(&CardId) -> bool,
    ) -> opencv::Result<Vec<(Remembered, bool)>> {
        let mut places: BTreeMap<&CardId, &Remembered> = BTreeMap::new();
        for place in self.places.iter().filter(|place| now.iter().all(|other| other.outline != place.outline)) {
            let Some(name) = place.sure_name().filter(|name| single(name)) else { continue };
            let moved = |other: &Remembered| other.sure_name() == Some(name) && other.outline.iou(&place.outline) < Self::SAME_IOU;
            // Beside an arm a card looks otherwise for a while: how it looked longest is what it looks like.
            if !now.iter().any(moved) && places.get(name).is_none_or(|known| known.stood < place.stood) {
                places.insert(name, place);
            }
        }
        let mut unseen = Vec::new();
        for (name, place) in places {
            let look = rectify(picture, &place.outline)?.map(|crop| Thumbnail::of(&crop));
            let same = look.is_some_and(|look| place.look.is_like(&look));
            let hidden = if same { 0 } else { place.hidden + 1 };
            if hidden < Self::HIDDEN {
                let alone = now.iter().all(|other| other.sure_name() != Some(name));
                unseen.push((Remembered { hidden, ..place.clone() }, same && alone));
            }
        }
        Ok(unseen)
    }

    /// Whether a card lay there beyond doubt of which a pack holds one as `single` says.
    pub(super) fn shows_single(&self, single: impl Fn(&CardId) -> bool) -> bool {
        self.places.iter().any(|place| place.sure_name().is_some_and(&single))
    }

    /// What may have been backs.
    pub(super) fn prints(&self) -> Vec<&Print> {
        self.places.iter().filter_map(|place| place.print.as_ref()).chain(&self.backs).collect()
    }

    /// Takes out what the last frame showed; the backs stay known.
    pub(super) fn take(&mut self) -> Self {
        let backs = self.backs.clone();
        std::mem::replace(self, Self { backs, ..Self::default() })
    }

    /// Remembers these places too.
    pub(super) fn add(&mut self, places: Vec<Remembered>) {
        self.places.extend(places);
    }

    /// Leaves something of this frame for the next, even if that looks the same.
    pub(super) const fn leave_unfinished(&mut self) {
        self.unfinished = true;
    }

    /// Keeps this frame in place of the last.
    pub(super) fn replace(&mut self, places: Vec<Remembered>, glance: Glance, found: Vec<FoundCard>) {
        self.places = places;
        let repeats = if self.unfinished { Self::REPEATS } else { 0 };
        self.frame = Some(Looked { glance, found, repeats });
    }

    /// Whether no frame was looked at yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.frame.is_none()
    }

    /// Knows these backs from now on.
    pub(super) fn learn(&mut self, backs: impl IntoIterator<Item = Print>) {
        for back in backs {
            if !self.backs.iter().any(|known| known.is_twin(&back)) {
                self.backs.push(back);
            }
        }
        self.backs.drain(..self.backs.len().saturating_sub(Self::BACKS));
    }
}

impl Remembered {
    /// The name that the card was given beyond doubt.
    fn sure_name(&self) -> Option<&CardId> {
        self.found.as_ref().filter(|card| is_sure(card))?.identity.card()
    }

    /// What was found then, moved with the outline. A card that was not read is to be looked at again.
    pub(super) fn found_at(&self, outline: &Quad<Image>) -> Option<Option<FoundCard>> {
        let Some(found) = &self.found else { return Some(None) };
        if found.is_unread() {
            return None;
        }
        let moved = outline.centre() - self.outline.centre();
        Some(Some(FoundCard { quad: found.quad.map(|p: Point<Image>| p + moved), ..found.clone() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Face;
    use crate::table::Identity;
    use image::Rgb;

    fn crop(value: u8) -> RgbImage {
        RgbImage::from_fn(112, 160, |x, _| Rgb([if x < 56 { value } else { 200 }; 3]))
    }

    fn detection(x: f64) -> Detection {
        Detection { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0), peak: Point::new(x, 100.0), score: 0.9 }
    }

    fn remembering(identity: Identity) -> Memory {
        let d = detection(100.0);
        let found = FoundCard { quad: d.quad, face: Face::Up, identity, score: 0.9 };
        let mut memory = Memory::default();
        let place = Remembered {
            outline: d.quad,
            look: Thumbnail::of(&crop(50)),
            found: Some(found.clone()),
            origin: Origin::Detected,
            print: None,
            holding: None,
            stood: 0,
            hidden: 0,
        };
        memory.replace(vec![place], Glance::of(&crop(50)).unwrap(), vec![found]);
        memory
    }

    #[test]
    fn an_unchanged_card_is_recalled_and_a_moved_or_changed_one_is_not() {
        let memory = remembering(Identity::certain("standard/10h".parse().unwrap()));
        let same = Thumbnail::of(&crop(52));
        let recalled =
            memory.recall(&detection(101.0), &same, Origin::Detected).and_then(|r| r.found_at(&detection(101.0).quad)).flatten().unwrap();
        assert!((recalled.quad.centre().x - 101.0).abs() < 1e-9);
        assert!(memory.recall(&detection(105.0), &same, Origin::Detected).is_none(), "moved");
        assert!(memory.recall(&detection(100.0), &Thumbnail::of(&crop(120)), Origin::Detected).is_none(), "changed");
    }

    #[test]
    fn a_frame_like_the_last_is_not_looked_at_again_for_a_while_and_one_that_changed_anywhere_is() {
        let mut memory = remembering(Identity::UNKNOWN);
        let mut touched = crop(50);
        for (x, y) in (80..90).flat_map(|x| (40..50).map(move |y| (x, y))) {
            touched.put_pixel(x, y, Rgb([120; 3]));
        }
        assert_eq!(memory.unchanged(&Glance::of(&touched).unwrap()), None);
        let same = Glance::of(&crop(53)).unwrap();
        assert!((0..Memory::REPEATS).all(|_| memory.unchanged(&same).is_some_and(|found| found.len() == 1)));
        assert_eq!(memory.unchanged(&same), None);
    }

    #[test]
    fn a_named_card_is_still_where_nothing_changed_and_back_where_nothing_hides_it_any_more() {
        let mut picture = RgbImage::from_fn(200, 200, |x, y| Rgb([(x + y) as u8 / 2; 3]));
        let name: CardId = "standard/10h".parse().unwrap();
        let mut memory = remembering(Identity::certain(name.clone()));
        let outline = memory.places[0].outline;
        memory.places[0].look = Thumbnail::of(&rectify(&picture, &outline).unwrap().unwrap());
        let same = |memory: &Memory, picture: &RgbImage, now: &[Remembered]| {
            memory.unseen(picture, now, |_| true).unwrap().iter().map(|(_, same)| *same).collect::<Vec<_>>()
        };
        assert_eq!(same(&memory, &picture, &[]), [true]);
        assert_eq!(same(&memory, &picture, &memory.places), Vec::<bool>::new(), "it was looked at");
        let mut elsewhere = memory.places[0].clone();
        elsewhere.outline = elsewhere.outline.map(|p| p + Point::new(80.0, 0.0));
        assert_eq!(same(&memory, &picture, &[elsewhere.clone()]), Vec::<bool>::new(), "it has moved");
        let mut doubted = memory.places[0].clone();
        doubted.outline = doubted.outline.map(|p| p + Point::new(3.0, 0.0));
        for mut place in [elsewhere, doubted] {
            let identity = Identity::Known { card: name.clone(), confidence: 0.6, alternatives: vec![] };
            place.found.iter_mut().for_each(|card| card.identity = identity.clone());
            assert_eq!(same(&memory, &picture, &[place]), [true], "what bears its name is in doubt");
        }
        let bare = picture.clone();
        (60..140).flat_map(|y| (80..120).map(move |x| (x, y))).for_each(|(x, y)| picture.put_pixel(x, y, Rgb([255; 3])));
        let hidden = memory.unseen(&picture, &[], |_| true).unwrap();
        assert_eq!((hidden.len(), hidden[0].1, hidden[0].0.hidden), (1, false, 1));
        let after = Memory { places: hidden.into_iter().map(|(place, _)| place).collect(), ..Memory::default() };
        assert_eq!(same(&after, &bare, &[]), [true], "the arm is gone");
        let long = Memory { places: vec![Remembered { hidden: Memory::HIDDEN, ..after.places[0].clone() }], ..Memory::default() };
        assert_eq!(same(&long, &picture, &[]), Vec::<bool>::new(), "hidden for too long");
    }

    #[test]
    fn only_a_card_that_is_beyond_doubt_one_of_a_pack_shows_that_cards_are_played_here() {
        let name: CardId = "standard/10h".parse().unwrap();
        let memory = remembering(Identity::certain(name.clone()));
        assert!(memory.shows_single(|_| true) && !memory.shows_single(|_| false));
        let doubted = Identity::Known { card: name, confidence: 0.6, alternatives: vec![] };
        assert!(!remembering(doubted).shows_single(|_| true));
    }

    #[test]
    fn a_frame_that_looks_the_same_is_looked_at_where_something_of_the_last_one_was_left() {
        let glance = || Glance::of(&crop(50)).unwrap();
        let mut memory = Memory::default();
        memory.replace(Vec::new(), glance(), Vec::new());
        assert!(memory.unchanged(&glance()).is_some());
        memory.leave_unfinished();
        memory.replace(Vec::new(), glance(), Vec::new());
        assert!(memory.unchanged(&glance()).is_none());
        memory.take();
        assert!(!memory.unfinished, "the next one leaves nothing until it says so");
    }

    #[test]
    fn an_unread_card_is_looked_at_again() {
        let memory = remembering(Identity::UNKNOWN);
        let d = detection(100.0);
        assert!(memory.recall(&d, &Thumbnail::of(&crop(50)), Origin::Detected).unwrap().found_at(&d.quad).is_none());
    }
}
