//! Joins what the frames of a film show, so that a card is named by all of them: a hand-held or dim film shows a card clearly only now and then.

use super::doubles::{conserved, once};
use super::{FoundCard, IdentitySettings};
use crate::cards::{CardId, Face};
use crate::geometry::{Image, Point, cheapest_first};
use crate::table::{Alternative, Identity};
use std::collections::BTreeMap;

/// The cards of some frames of a film in which cards lie still and the camera may move a little.
#[derive(Debug, Clone)]
pub struct Average {
    settings: IdentitySettings,
    /// Cards that a pack holds only once.
    singles: Vec<CardId>,
    frames: usize,
    tracks: Vec<Track>,
}

/// One card, followed from frame to frame.
#[derive(Debug, Clone)]
struct Track {
    /// As last seen.
    card: FoundCard,
    seen: usize,
    face_down: usize,
    score: f32,
    /// How likely each design was in each frame in which it was thought of.
    likely: BTreeMap<CardId, Vec<f32>>,
    /// How likely all others were together, in each frame that showed the face.
    others: Vec<f32>,
}

impl Average {
    /// Outlines of one card in two frames share at least this much (intersection over union), the camera's motion aside.
    const SAME_IOU: f64 = 0.3;
    /// A card shows in at least this part of the frames.
    const LEAST_SEEN: f32 = 0.3;
    /// Frames are alike, so that many of them say no more than this many that are not.
    const WORTH: f32 = 3.0;
    /// How likely a design is in a frame in which it was not thought of.
    const UNTHOUGHT: f32 = 0.01;

    /// An average of no frame yet, which names cards as the identifier's settings say, `singles` only once.
    pub(super) const fn new(settings: IdentitySettings, singles: Vec<CardId>) -> Self {
        Self { settings, singles, frames: 0, tracks: Vec::new() }
    }

    /// Adds what the next frame shows.
    pub fn add(&mut self, found: Vec<FoundCard>) {
        self.frames += 1;
        let motion = self.motion(&found);
        let overlap = |track: &Track, card: &FoundCard| track.card.quad.map(|p| p + motion).iou(&card.quad);
        let pairs =
            self.tracks.iter().enumerate().flat_map(|(t, track)| found.iter().enumerate().map(move |(k, card)| (track, card, t, k)));
        let pairs = pairs.map(|(track, card, t, k)| (-overlap(track, card), k, t)).filter(|pair| -pair.0 > Self::SAME_IOU);
        let met = cheapest_first(pairs.collect(), found.len());
        for track in &mut self.tracks {
            track.card.quad = track.card.quad.map(|p| p + motion);
        }
        for (card, track) in found.into_iter().zip(met) {
            match track.and_then(|track| self.tracks.get_mut(track)) {
                Some(track) => track.see(card),
                None => self.tracks.push(Track::new(card)),
            }
        }
    }

    /// The cards seen in enough frames, as all frames name them, where they were last seen; best seen first.
    pub fn cards(&self) -> Vec<FoundCard> {
        let least = (Self::LEAST_SEEN * self.frames as f32).ceil() as usize;
        let kept = self.tracks.iter().filter(|track| track.seen >= least);
        let single = |card: &CardId| self.singles.contains(card);
        let mut cards = once(kept.map(|track| track.joined(&self.settings)).collect(), single);
        conserved(&mut cards, single);
        cards.sort_by(|a, b| b.score.total_cmp(&a.score));
        cards.into_iter().map(|card| card.doubted_below(self.settings.told, single)).collect()
    }

    /// How far the camera moved the picture since the last frame: what the cards say in the median whose name one card has in both.
    fn motion(&self, found: &[FoundCard]) -> Point<Image> {
        let before = named_once(self.tracks.iter().map(|track| &track.card));
        let moves = named_once(found.iter()).into_iter().filter_map(|(name, at)| Some(at - *before.get(name)?));
        let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = moves.map(|p| (p.x, p.y)).unzip();
        Point::new(median(&mut xs), median(&mut ys))
    }
}

/// Where the cards lie whose name no other card has.
fn named_once<'c>(cards: impl Iterator<Item = &'c FoundCard>) -> BTreeMap<&'c CardId, Point<Image>> {
    let mut places: BTreeMap<&CardId, Vec<Point<Image>>> = BTreeMap::new();
    for (name, at) in cards.filter_map(|card| Some((card.identity.card()?, card.quad.centre()))) {
        places.entry(name).or_default().push(at);
    }
    places.into_iter().filter_map(|(name, at)| if let [at] = at[..] { Some((name, at)) } else { None }).collect()
}

impl Track {
    fn new(card: FoundCard) -> Self {
        let mut track = Self { card: card.clone(), seen: 0, face_down: 0, score: 0.0, likely: BTreeMap::new(), others: Vec::new() };
        track.see(card);
        track
    }

    fn see(&mut self, card: FoundCard) {
        self.seen += 1;
        self.score += card.score;
        if card.face == Face::Down {
            self.face_down += 1;
        } else {
            let mut left = 1.0;
            for (name, confidence) in card.identity.designs() {
                self.likely.entry(name.clone()).or_default().push(confidence);
                left -= confidence;
            }
            self.others.push(left);
        }
        self.card = card;
    }

    /// The designs' probabilities multiplied over the frames, and normalised with what was left for all others.
    fn joined(&self, settings: &IdentitySettings) -> FoundCard {
        let score = self.score / self.seen as f32;
        if 2 * self.face_down > self.seen {
            return FoundCard { face: Face::Down, identity: Identity::UNKNOWN, score, ..self.card.clone() };
        }
        let looks = (self.seen - self.face_down) as f32;
        let weight = Average::WORTH.min(looks) / looks;
        let joined = |seen: &Vec<f32>| {
            let sum: f32 = seen.iter().map(|p| p.max(Average::UNTHOUGHT).ln()).sum();
            (weight * (sum + (looks - seen.len() as f32).max(0.0) * Average::UNTHOUGHT.ln())).exp()
        };
        let raised: Vec<(&CardId, f32)> = self.likely.iter().map(|(card, seen)| (card, joined(seen))).collect();
        let none = joined(&self.others);
        let all = raised.iter().map(|(_, p)| p).sum::<f32>() + none;
        let designs = raised.into_iter().map(|(card, p)| Alternative { card: card.clone(), confidence: p / all }).collect();
        FoundCard { face: Face::Up, identity: settings.settled(designs), score, ..self.card.clone() }
    }
}

/// The middle value, the upper one of two; 0 of none. Sorts.
pub(super) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Quad;

    fn seen(x: f64, designs: &[(&str, f32)]) -> FoundCard {
        let settings = IdentitySettings::default();
        let designs =
            designs.iter().map(|(name, confidence)| Alternative { card: name.parse().unwrap(), confidence: *confidence }).collect();
        let quad = Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0);
        FoundCard { quad, face: Face::Up, identity: settings.settled(designs), score: 0.9 }
    }

    #[test]
    fn doubtful_looks_that_agree_name_a_card_and_ones_that_do_not_leave_it_unknown() {
        let mut average = Average::new(IdentitySettings::default(), Vec::new());
        for other in ["standard/8h", "standard/6d", "standard/6s", "standard/8d"] {
            average.add(vec![seen(100.0, &[("standard/6h", 0.5), (other, 0.4)])]);
        }
        let cards = average.cards();
        assert_eq!(cards.len(), 1);
        assert_eq!(cards[0].identity.card().unwrap().name(), "6h");
        let mut average = Average::new(IdentitySettings::default(), Vec::new());
        for _ in 0..6 {
            average.add(vec![seen(100.0, &[("standard/6h", 0.45), ("standard/8h", 0.44)])]);
        }
        assert_eq!(average.cards()[0].identity.card(), None);
    }

    #[test]
    fn a_name_that_is_not_sure_is_not_told_of_a_card_that_a_pack_holds_once() {
        let six: CardId = "standard/6h".parse().unwrap();
        let looks = [("standard/6h", 0.65), ("standard/8h", 0.3)];
        for (singles, name) in [(vec![six.clone()], None), (Vec::new(), Some("6h"))] {
            let mut average = Average::new(IdentitySettings::default(), singles);
            average.add(vec![seen(100.0, &looks)]);
            let card = average.cards().remove(0);
            assert_eq!(card.identity.card().map(CardId::name), name);
            assert_eq!(card.identity.designs().next().unwrap().0, &six, "still the likeliest");
            // Two frames more that say the same leave no doubt.
            average.add(vec![seen(100.0, &looks)]);
            average.add(vec![seen(100.0, &looks)]);
            assert_eq!(average.cards()[0].identity.card(), Some(&six));
        }
    }

    #[test]
    fn cards_are_followed_as_the_camera_moves_and_a_passing_outline_is_dropped() {
        let mut average = Average::new(IdentitySettings::default(), Vec::new());
        for frame in 0..6 {
            // Further than a card is wide in all.
            let at = 20.0 * f64::from(frame);
            let mut found = vec![seen(100.0 + at, &[("standard/6h", 0.95)]), seen(180.0 + at, &[("standard/Kd", 0.95)])];
            if frame == 3 {
                found.push(seen(600.0, &[("standard/2c", 0.9)]));
            }
            average.add(found);
        }
        let cards = average.cards();
        let mut names: Vec<_> = cards.iter().map(|card| (card.identity.card().unwrap().name(), card.quad.centre().x)).collect();
        names.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(names, [("6h", 200.0), ("Kd", 280.0)]);
    }
}
