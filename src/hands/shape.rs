use super::background::{Against, Pixel};
use super::credible::Lately;
use super::crossing::{self, Crossing, FOREARM_MM};
use super::fingertips::{Fingertips, Tip};
use super::follow::{self, Sighting};
use super::rectify::{PIXEL_MM, SmallTable};
use super::{HandError, HandSettings, arms};
use crate::geometry::{Point, Polygon, Table};
use crate::table::{Edge, SeenHand};
use opencv::core::{Mat, MatTraitConstManual, Point as Anchor, Size, Vector};
use opencv::imgproc;
use std::collections::VecDeque;

/// Specks up to this many pixels across are noise.
const SPECK: i32 = 3;
/// Gaps up to this many pixels across are bridged: a ring, a pale cuff, a card in the hand.
const GAP: i32 = 7;
/// Holes up to this many pixels across do not count when thickness is measured.
const HOLE: i32 = 9;
/// Part of a blob that may be card before it is a card and no hand.
const MOSTLY_CARD: f64 = 0.7;
/// The tip is the middle of this many of the furthest pixels.
const TIP_PIXELS: usize = 25;
/// How far the outline may be from the pixels, in pixels.
const OUTLINE: f64 = 1.5;

/// What was found among what differs.
pub(super) struct Found {
    /// Without their seats.
    pub hands: Vec<SeenHand>,
    /// The same hands, with what speaks for each seat.
    pub sightings: Vec<Sighting>,
    /// The arms that the hands are at the ends of.
    pub arms: Vec<Arm>,
    /// Every pixel that belongs to a hand.
    pub pixels: Vec<bool>,
    /// Every pixel of what comes over the edge but has not the shape of a hand: perhaps a part of one.
    pub doubtful: Vec<bool>,
    /// Every pixel of what looks like a hand but is none: it has not moved for long, or is a place that a hand has left.
    pub frozen: Vec<bool>,
}

/// What a frame shows beside the table without hands.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub difference: &'a [Pixel],
    /// Which pixels are cards, now or a frame ago.
    pub cards: &'a [bool],
    pub against: &'a Against<'a>,
    /// What was read, where there is a model.
    pub fingertips: Option<&'a Fingertips>,
    pub lately: &'a Lately,
    /// Time since hands were last looked for.
    pub since_ms: f64,
}

/// Part of an arm that does not move, from which on the arm is no arm: even a resting one stirs at its outline.
const FROZEN: f64 = 0.85;

/// How long the place that a hand has left shows nothing new before it is told to be one, in milliseconds.
const GHOST_MS: f64 = 200.0;

/// A hand whose fingertip is read may be still for so many times as long as another before it is none.
const READ: f64 = 4.0;

/// The hands among what differs: blobs that come over the edge, are large enough and reach far enough.
pub(super) fn hands(
    table: &SmallTable,
    frame: &Shown<'_>,
    before: &[Arm],
    edges: &[Edge],
    settings: &HandSettings,
) -> Result<Found, HandError> {
    let Shown { difference, cards, against, fingertips, .. } = *frame;
    let read = |index: usize| fingertips.is_some_and(|seen| seen.is_arm(table, index));
    let may_be = |index: usize| fingertips.is_none_or(|seen| seen.may_be_arm(table, index));
    let differs = |index: usize| difference.get(index) == Some(&Pixel::Other);
    let mask = cleaned(table, |index| read(index) || differs(index) && may_be(index))?;
    let mut found = Found {
        hands: Vec::new(),
        sightings: Vec::new(),
        arms: Vec::new(),
        pixels: vec![false; mask.len()],
        doubtful: vec![false; mask.len()],
        frozen: vec![false; mask.len()],
    };
    let mut taken = vec![false; mask.len()];
    for start in 0..mask.len() {
        if mask.get(start) != Some(&true) || taken.get(start) != Some(&false) {
            continue;
        }
        let blob = flood(table, &mask, &mut taken, vec![start]);
        let over_mat = blob.iter().filter(|i| table.is_over_mat(**i)).count() as f64 * PIXEL_MM * PIXEL_MM;
        let card = blob.iter().filter(|i| cards.get(**i) == Some(&true)).count();
        let small = over_mat < settings.least_area_mm2 || card as f64 > MOSTLY_CARD * blob.len() as f64;
        // A finger alone is little, and may show over a card only.
        if small && !fingertips.is_some_and(|seen| seen.any_sure_among(table, &blob)) {
            continue;
        }
        let crossings = crossing::of(table, &blob, (difference, cards), fingertips, before, settings);
        if crossings.is_empty() {
            continue;
        }
        mark(&mut found.doubtful, &blob);
        let arms = match fingertips.map(|seen| arms::reaching(table, &blob, &crossings, seen, before)).filter(|arms| !arms.is_empty()) {
            Some(arms) => arms,
            None if mostly_read(&blob, difference) || thickness_mm(table, &blob)? > settings.thickest_mm => continue,
            None => crossing::of_known_arms(table, &blob, crossings, before).into_iter().map(Arm::unread).collect(),
        };
        for arm in shared_out(table, &blob, arms) {
            let way_in = fingertips.and_then(|seen| arm.way_in(table, seen)).unwrap_or_else(|| arm.crossing.edge.clone());
            let Some(hand) = hand(table, &arm, &way_in, difference, settings)? else { continue };
            // What surely has a fingertip is no place that a hand has left, and may rest for longer.
            let sure = arm.tip.is_some_and(|tip| tip.sure);
            let patience_ms = match (small, sure) {
                // A print may look like fingers, and lies still; fingers that lie on a card at the edge do so for a while.
                (true, false) => settings.settled_for_ms,
                (true, true) | (false, false) => settings.forgotten_for_ms,
                (false, true) => READ * settings.forgotten_for_ms,
            };
            let still_for = |ms: f64| {
                let still = arm.pixels.iter().filter(|i| against.still_ms(**i) > ms).count();
                still as f64 >= FROZEN * arm.pixels.len() as f64
            };
            // A hand that comes in over a card hides outlines too, but moves.
            let frozen =
                still_for(patience_ms) || !sure && still_for(GHOST_MS) && against.is_ghost(&border(table, &arm.pixels), table.width);
            // Asked of few arms: most are known.
            let whole = || {
                let changed = cleaned(table, |index| read(index) || differs(index))?;
                Ok(flood(table, &changed, &mut vec![false; changed.len()], arm.pixels.clone()))
            };
            if let (false, Some(seen)) = (frozen, fingertips)
                && !frame.lately.believes(table, &arm, whole, frame, seen)?
            {
                continue;
            }
            let marked = if frozen { &mut found.frozen } else { &mut found.pixels };
            mark(marked, &arm.pixels);
            if !frozen {
                let under = |i: &usize| table.under_arm(table.place(*i));
                let (crossing, pixels) = (way_in.iter().map(under), arm.pixels.iter().map(under));
                found.sightings.push(Sighting { entry: hand.entry, tip: hand.tip, shares: follow::shares(crossing, pixels, edges) });
                found.hands.push(hand);
                found.arms.push(arm);
            }
        }
    }
    Ok(found)
}

fn mark(mask: &mut [bool], pixels: &[usize]) {
    for &i in pixels {
        mask.get_mut(i).into_iter().for_each(|pixel| *pixel = true);
    }
}

/// The pixels that are meant, without specks and with small gaps bridged.
fn cleaned(table: &SmallTable, meant: impl Fn(usize) -> bool) -> Result<Vec<bool>, HandError> {
    let bytes: Vec<u8> = (0..table.width * table.height).map(|index| if meant(index) { 255 } else { 0 }).collect();
    let raw = Mat::new_rows_cols_with_bytes::<u8>(table.height as i32, table.width as i32, &bytes)?;
    let brush = |side: i32| imgproc::get_structuring_element(imgproc::MORPH_ELLIPSE, Size::new(side, side), Anchor::new(-1, -1));
    let border = imgproc::morphology_default_border_value()?;
    let (mut opened, mut closed) = (Mat::default(), Mat::default());
    let same = opencv::core::BORDER_CONSTANT;
    imgproc::morphology_ex(&raw, &mut opened, imgproc::MORPH_OPEN, &brush(SPECK)?, Anchor::new(-1, -1), 1, same, border)?;
    imgproc::morphology_ex(&opened, &mut closed, imgproc::MORPH_CLOSE, &brush(GAP)?, Anchor::new(-1, -1), 1, same, border)?;
    Ok(closed.data_bytes()?.iter().zip(table.visible()).map(|(b, visible)| *b != 0 && *visible).collect())
}

/// Whether most of a blob is arm only by what was read, which without a fingertip may be a shadow.
fn mostly_read(blob: &[usize], difference: &[Pixel]) -> bool {
    2 * blob.iter().filter(|i| difference.get(**i) == Some(&Pixel::Other)).count() < blob.len()
}

/// All pixels of the mask that hang together with the first ones.
fn flood(table: &SmallTable, mask: &[bool], taken: &mut [bool], mut blob: Vec<usize>) -> Vec<usize> {
    let mut next = 0;
    mark(taken, &blob);
    while let Some(&index) = blob.get(next) {
        next += 1;
        for n in table.neighbours(index, 1) {
            if mask.get(n) == Some(&true) && taken.get(n) == Some(&false) {
                if let Some(seen) = taken.get_mut(n) {
                    *seen = true;
                }
                blob.push(n);
            }
        }
    }
    blob
}

/// The diameter of the largest circle within a blob that is taken to go on where the camera does not see.
fn thickness_mm(table: &SmallTable, blob: &[usize]) -> Result<f64, HandError> {
    let mut mask = table.painted(blob);
    for (pixel, visible) in mask.iter_mut().zip(table.visible()) {
        if !visible {
            *pixel = 255;
        }
    }
    let mask = Mat::new_rows_cols_with_bytes::<u8>(table.height as i32, table.width as i32, &mask)?;
    let (mut whole, mut distance) = (Mat::default(), Mat::default());
    // Small holes and notches, where something looks like the table by chance, do not make it slim.
    let brush = imgproc::get_structuring_element(imgproc::MORPH_ELLIPSE, Size::new(HOLE, HOLE), Anchor::new(-1, -1))?;
    let border = imgproc::morphology_default_border_value()?;
    let edge = opencv::core::BORDER_REPLICATE;
    imgproc::morphology_ex(&mask, &mut whole, imgproc::MORPH_CLOSE, &brush, Anchor::new(-1, -1), 1, edge, border)?;
    imgproc::distance_transform(&whole, &mut distance, imgproc::DIST_L2, 5, opencv::core::CV_32F)?;
    let within = distance.data_typed::<f32>()?;
    let farthest = blob.iter().filter_map(|&i| within.get(i)).copied().fold(0.0, f32::max);
    Ok(2.0 * f64::from(farthest) * PIXEL_MM)
}

/// The pixels over the mat that have a neighbour outside of the blob.
fn border(table: &SmallTable, pixels: &[usize]) -> Vec<usize> {
    let mask = table.painted(pixels);
    let inside = |i: usize| table.depth_mm().get(i).is_some_and(|d| *d > 2.0 * PIXEL_MM as f32);
    pixels.iter().copied().filter(|&i| inside(i) && table.neighbours(i, 1).any(|n| mask.get(n) == Some(&0))).collect()
}

/// The part of a blob that is nearest to one crossing, from there to its end.
#[derive(Debug)]
pub(super) struct Arm {
    pub(super) crossing: Crossing,
    /// Its fingertip, where it was read.
    pub(super) tip: Option<Tip>,
    /// In the order of their way from the crossing.
    pub(super) pixels: Vec<usize>,
}

impl Arm {
    const fn unread(crossing: Crossing) -> Self {
        Self { crossing, tip: None, pixels: Vec::new() }
    }

    /// The pixels along the edge over which it leads, by how it lies there: one that lies along a side of the mat comes in over another.
    pub(super) fn way_in(&self, table: &SmallTable, seen: &Fingertips) -> Option<Vec<usize>> {
        let (tip, middle) = (self.tip?.at, self.crossing.middle(table));
        let places = self.pixels.iter().map(|i| table.place(*i));
        let out = seen.lies(places.filter(|p| p.distance(middle) < FOREARM_MM), middle - tip)?;
        let leads = |i: &usize| table.outwards(table.place(*i)).dot(out);
        let most = self.crossing.edge.iter().map(leads).fold(0.0, f64::max);
        Some(self.crossing.edge.iter().copied().filter(|i| leads(i) >= most / 2.0).collect())
    }

    /// The pixels from which its share of a blob is reached: the crossing, and the straight way from there to the fingertip.
    fn roots(&self, table: &SmallTable) -> Vec<usize> {
        let mut roots = self.crossing.root.clone();
        if let Some(tip) = self.tip {
            roots.extend(table.between(self.crossing.start(table), tip.at));
        }
        roots
    }
}

/// Shares a blob among its arms: each pixel belongs to the one from which it is reached first within the blob.
fn shared_out(table: &SmallTable, blob: &[usize], mut arms: Vec<Arm>) -> Vec<Arm> {
    const FREE: u16 = u16::MAX;
    const OUTSIDE: u16 = u16::MAX - 1;
    let mut owner = vec![OUTSIDE; table.width * table.height];
    for &i in blob {
        owner.get_mut(i).into_iter().for_each(|o| *o = FREE);
    }
    let mut queue = VecDeque::new();
    for (k, arm) in arms.iter().enumerate() {
        for i in arm.roots(table) {
            if let Some(o) = owner.get_mut(i).filter(|o| **o == FREE) {
                *o = k as u16;
                queue.push_back((i, k));
            }
        }
    }
    while let Some((index, k)) = queue.pop_front() {
        if let Some(arm) = arms.get_mut(k) {
            arm.pixels.push(index);
        }
        for n in table.neighbours(index, 1) {
            if let Some(o) = owner.get_mut(n).filter(|o| **o == FREE) {
                *o = k as u16;
                queue.push_back((n, k));
            }
        }
    }
    arms
}

/// The hand at the end of an arm, when there is enough of it.
fn hand(
    table: &SmallTable,
    arm: &Arm,
    way_in: &[usize],
    difference: &[Pixel],
    settings: &HandSettings,
) -> Result<Option<SeenHand>, HandError> {
    let entry = table.on_edge(arm.crossing.middle(table));
    let under = || table.on_edge(table.under_arm(table.middle(way_in)));
    let depth = |i: usize| table.depth_mm().get(i).copied().unwrap_or(-1.0);
    let inside: Vec<usize> = arm.pixels.iter().copied().filter(|&i| table.is_over_mat(i)).collect();
    let area_mm2 = inside.len() as f64 * PIXEL_MM * PIXEL_MM;
    let reach_mm = f64::from(inside.iter().map(|&i| depth(i)).fold(0.0, f32::max));
    let entry_mm = table.extent_mm(&arm.crossing.edge);
    let least_reach_mm = settings.least_reach_mm.max(settings.least_slenderness * entry_mm);
    if let Some(tip) = arm.tip {
        let over = table.index(tip.at).is_some_and(|i| table.is_over_mat(i));
        let region = outline(table, &arm.pixels)?;
        return Ok(over.then(|| SeenHand {
            region,
            entry: under(),
            tip: tip.at,
            tip_seen: tip.unread == 0,
            seat: None,
            perhaps: None,
            confidence: tip.confidence,
        }));
    }
    if area_mm2 < settings.least_area_mm2 || reach_mm < least_reach_mm {
        return Ok(None);
    }
    // A card in the hand counts as hand: it comes to lie where the hand reaches. What is read but does not differ says only coarsely where that is.
    let differs = inside.into_iter().filter(|&i| difference.get(i) == Some(&Pixel::Other));
    let mut ends: Vec<(f64, usize)> = differs.map(|i| (table.place(i).distance(entry), i)).collect();
    if ends.len() > TIP_PIXELS {
        ends.select_nth_unstable_by(TIP_PIXELS, |a, b| b.0.total_cmp(&a.0));
    }
    if ends.is_empty() {
        return Ok(None);
    }
    let tip = Point::mean(ends.into_iter().take(TIP_PIXELS).map(|(_, i)| table.place(i)));
    let sure = |value: f64, least: f64| ((value / least - 1.0) / 2.0).clamp(0.0, 1.0);
    let parts = [sure(area_mm2, settings.least_area_mm2), sure(reach_mm, settings.least_reach_mm), sure(entry_mm, settings.least_entry_mm)];
    let confidence = (0.4 + 0.6 * parts.iter().sum::<f64>() / 3.0) as f32;
    Ok(Some(SeenHand { region: outline(table, &arm.pixels)?, entry: under(), tip, tip_seen: false, seat: None, perhaps: None, confidence }))
}

/// The outer outline of some pixels.
fn outline(table: &SmallTable, pixels: &[usize]) -> Result<Polygon<Table>, HandError> {
    let bytes = table.painted(pixels);
    let mask = Mat::new_rows_cols_with_bytes::<u8>(table.height as i32, table.width as i32, &bytes)?;
    let mut contours = Vector::<Vector<Anchor>>::new();
    imgproc::find_contours(&mask, &mut contours, imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE, Anchor::new(0, 0))?;
    let longest = contours.iter().max_by_key(Vector::len).unwrap_or_default();
    let mut simple = Vector::<Anchor>::new();
    if !longest.is_empty() {
        imgproc::approx_poly_dp(&longest, &mut simple, OUTLINE, true)?;
    }
    Ok(Polygon {
        vertices: simple.iter().map(|p| table.place(p.y.unsigned_abs() as usize * table.width + p.x.unsigned_abs() as usize)).collect(),
    })
}
