//! Sets of labelled photographs, and how well what was found agrees with their labels.

#![allow(dead_code, reason = "shared by a test binary and an example, each of which uses a part")]

use image::RgbImage;
use kibitzer::cards::Face;
use kibitzer::geometry::{Homography, Image, Point, Quad, Table, cheapest_first};
use kibitzer::recognizer::FoundCard;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where the sets are: `KIBITZER_DATA`, or `../shared/data` beside the checkout; `None` when there is nothing.
pub fn data() -> Option<PathBuf> {
    let folder = match std::env::var_os("KIBITZER_DATA") {
        Some(named) => PathBuf::from(named),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
    };
    folder.is_dir().then_some(folder)
}

/// One photograph and what is known of it.
pub struct Photograph {
    pub file: String,
    pub picture: RgbImage,
    /// Where cards lie.
    pub boxes: Vec<Labelled>,
    /// Whether every face-up card is boxed.
    pub complete: bool,
    /// Whether the boxes hold only what shows of each card, not all of it.
    pub visible_parts: bool,
    /// The cards of the photograph when it has no boxes for them.
    pub cards: Option<Vec<String>>,
    /// Whether the outlines say which end of a card is its top.
    pub oriented: bool,
    /// The frames before this one, where it is the last of a second of film.
    pub frames: Vec<RgbImage>,
    /// Where on the table its pixels lie, where that is known.
    pub table: Option<Homography<Table, Image>>,
}

/// A card that somebody labelled.
pub struct Labelled {
    /// Rank, then suit: `10h`; or `back`. `None`: nothing is asked of it.
    pub label: Option<String>,
    /// Left, top, right, bottom in pixels.
    pub bounds: [f64; 4],
    /// Its outline, where it is known.
    pub outline: Option<Quad<Image>>,
}

#[derive(Deserialize)]
struct Annotation {
    file: String,
    complete: bool,
    objects: Vec<Object>,
    #[serde(default)]
    cards: Option<Vec<String>>,
    #[serde(default)]
    oriented: bool,
    #[serde(default)]
    frames: Vec<String>,
    #[serde(default)]
    table: Option<Homography<Table, Image>>,
}

#[derive(Deserialize)]
struct Object {
    label: Option<String>,
    bbox: [f64; 4],
    #[serde(default)]
    quad: Option<[[f64; 2]; 4]>,
}

/// The photographs of a set (`edje`) or one of its splits (`edje/test`), every `step`-th one.
pub fn photographs(data: &Path, set: &str, step: usize) -> impl Iterator<Item = Photograph> {
    let (folder, split) = set.split_once('/').unwrap_or((set, ""));
    let folder = data.join(folder);
    let text = std::fs::read_to_string(folder.join("annotations.jsonl")).unwrap_or_default();
    let annotations: Vec<Annotation> = text.lines().map(|line| serde_json::from_str(line).expect("an annotation")).collect();
    let split = split.to_owned();
    let stretched = set.starts_with("rf_poker_cards");
    // This set's boxes end where another card begins.
    let visible_parts = set.starts_with("edje");
    annotations.into_iter().filter(move |a| a.file.starts_with(&split)).step_by(step).map(move |a| {
        let mut picture = kibitzer::source::photo(&folder.join(&a.file)).expect("a photograph");
        let mut squeeze = 1.0;
        if stretched {
            // The set's makers stretched 4:3 to a square.
            picture = image::imageops::resize(&picture, 640, 480, image::imageops::FilterType::Triangle);
            squeeze = 0.75;
        }
        let boxes = a.objects.into_iter().map(|o| {
            let [x, y, w, h] = o.bbox;
            let outline = o.quad.map(|corners| Quad::new(corners.map(|[x, y]| Point::new(x, y * squeeze))));
            Labelled { label: o.label, bounds: [x, y * squeeze, x + w, (y + h) * squeeze], outline }
        });
        let boxes = boxes.collect();
        let frames = a.frames.iter().map(|file| kibitzer::source::photo(&folder.join(file)).expect("a frame")).collect();
        let Annotation { file, complete, cards, oriented, table, .. } = a;
        Photograph { file, picture, boxes, complete, visible_parts, cards, oriented, frames, table }
    })
}

/// Counts over a set.
#[derive(Debug, Default)]
pub struct Tally {
    pub photographs: usize,
    pub cards: usize,
    /// Cards that some outline meets with an IoU of one half or more: of the outlines where they are known, else of the bounding boxes.
    pub found: usize,
    pub right: usize,
    pub wrong: usize,
    /// Found, but not named.
    pub unknown: usize,
    /// Outlines on no card, counted where every card is labelled, beside `complete_cards` cards.
    pub phantoms: usize,
    pub named_phantoms: usize,
    /// Backs told on no card, counted where every card is labelled.
    pub phantom_backs: usize,
    pub complete_cards: usize,
    /// Whether every card was labelled in some photograph.
    pub complete: bool,
    /// Cards whose name was told somewhere in their photograph, wherever its outline lies.
    pub told: usize,
    /// Names told that are no card's of their photograph, counted where all its cards are labelled.
    pub beyond: usize,
    /// (label, name given) of the cards named wrong.
    pub confusions: BTreeMap<(String, String), usize>,
    /// Found faces, and all labelled backs; and of how many of each the side was told right.
    pub sides: [(usize, usize); 2],
    /// Named cards that have a top, and how many lie the right way up.
    pub upright: (usize, usize),
    /// Mean distance of a found outline's corners from the true ones, in parts of the card's width.
    pub corner_errors: Vec<f64>,
    /// How sure the likeliest name of each found card was, and whether it was right.
    pub beliefs: Vec<(f32, bool)>,
}

impl Tally {
    /// Counts one photograph.
    pub fn add(&mut self, photograph: &Photograph, found: &[FoundCard]) {
        self.photographs += 1;
        match &photograph.cards {
            Some(cards) => self.add_listed(cards, found, photograph.picture.dimensions()),
            None => self.add_boxed(photograph, found),
        }
    }

    fn add_boxed(&mut self, photograph: &Photograph, found: &[FoundCard]) {
        self.add_names(photograph, found);
        let size = photograph.picture.dimensions();
        let overlap = |truth: &Labelled, card: &FoundCard| {
            if let Some(outline) = &truth.outline {
                return outline.iou(&card.quad);
            }
            let whole = box_iou(bounds(&card.quad, size), truth.bounds);
            if photograph.visible_parts { whole.max(box_iou(bounds_beside(card, found, size), truth.bounds)) } else { whole }
        };
        // Those that meet best belong together first: in a fan an outline meets its neighbours' places too.
        let pairs =
            photograph.boxes.iter().enumerate().flat_map(|(i, truth)| found.iter().enumerate().map(move |(k, card)| (i, k, truth, card)));
        let pairs = pairs.map(|(i, k, truth, card)| (-overlap(truth, card), i, k)).filter(|(met, ..)| -*met >= 0.5);
        let of = cheapest_first(pairs.collect(), photograph.boxes.len());
        for (truth, k) in photograph.boxes.iter().zip(&of) {
            let Some(label) = &truth.label else { continue };
            self.judge(label, truth, k.map(|k| &found[k]), photograph.oriented);
        }
        // What nothing is asked of may be outlined badly.
        let asked_nothing = |card: &FoundCard| photograph.boxes.iter().any(|b| b.label.is_none() && overlap(b, card) > 0.1);
        let left = found.iter().enumerate().filter(|(k, _)| !of.contains(&Some(*k)));
        let mut left: Vec<&FoundCard> = left.map(|(_, card)| card).collect();
        if photograph.complete {
            self.complete = true;
            self.complete_cards += photograph.boxes.iter().filter(|b| b.label.is_some()).count();
            left.retain(|card| !asked_nothing(card));
            let (faces, backs): (Vec<&FoundCard>, Vec<&FoundCard>) = left.into_iter().partition(|card| card.face == Face::Up);
            self.phantom_backs += backs.len();
            self.phantoms += faces.len();
            self.named_phantoms += faces.iter().filter(|card| name(card).is_some()).count();
        }
    }

    fn add_names(&mut self, photograph: &Photograph, found: &[FoundCard]) {
        let mut names: Vec<&str> = found.iter().filter_map(name).collect();
        let all_known = photograph.complete && photograph.boxes.iter().all(|truth| truth.label.is_some());
        for label in photograph.boxes.iter().filter_map(|truth| truth.label.as_deref()) {
            if let Some(at) = names.iter().position(|name| is_called(label, name)) {
                names.swap_remove(at);
                self.told += 1;
            }
        }
        self.beyond += if all_known { names.len() } else { 0 };
    }

    fn add_listed(&mut self, cards: &[String], found: &[FoundCard], (width, height): (u32, u32)) {
        // Cards that the picture's edge cuts off are on no list.
        let (right, bottom) = (f64::from(width), f64::from(height));
        let inside = |card: &&FoundCard| card.quad.corners.iter().all(|p| (0.0..right).contains(&p.x) && (0.0..bottom).contains(&p.y));
        let mut names: Vec<&str> = found.iter().filter(inside).filter_map(name).collect();
        self.cards += cards.len();
        self.found += found.len().min(cards.len());
        let mut unread = Vec::new();
        for label in cards {
            match names.iter().position(|name| name == label) {
                Some(at) => {
                    names.swap_remove(at);
                    self.right += 1;
                    self.told += 1;
                }
                None => unread.push(label),
            }
        }
        self.unknown += unread.len().saturating_sub(names.len());
        for (index, name) in names.iter().enumerate() {
            let label = unread.get(index).map_or("nothing", |label| label.as_str());
            self.wrong += 1;
            *self.confusions.entry((label.into(), (*name).into())).or_default() += 1;
        }
    }

    fn judge(&mut self, label: &str, truth: &Labelled, found: Option<&FoundCard>, oriented: bool) {
        let is_back = label == "back";
        if is_back {
            self.sides[1].0 += 1;
        } else {
            self.cards += 1;
        }
        let Some(found) = found else { return };
        if let Some(outline) = &truth.outline {
            self.corner_errors.push(corner_error(outline, &found.quad));
        }
        if is_back {
            self.sides[1].1 += usize::from(found.face == Face::Down);
            return;
        }
        self.found += 1;
        self.sides[0].0 += 1;
        self.sides[0].1 += usize::from(found.face == Face::Up);
        if found.face == Face::Up {
            self.beliefs.extend(found.identity.designs().next().map(|(card, p)| (p, is_called(label, card.name()))));
        }
        let Some(named) = name(found) else {
            self.unknown += 1;
            return;
        };
        if is_called(label, named) {
            self.right += 1;
            if let Some(outline) = truth.outline.as_ref().filter(|_| oriented) {
                self.upright.0 += 1;
                self.upright.1 += usize::from(far(outline, &found.quad) <= far(outline, &found.quad.half_turned()));
            }
        } else {
            self.wrong += 1;
            *self.confusions.entry((label.into(), named.into())).or_default() += 1;
        }
    }

    /// `of` as a part of all cards.
    pub fn share(&self, of: usize) -> f64 {
        of as f64 / self.cards.max(1) as f64
    }

    /// How often the likeliest name of a found face is right.
    pub fn top_1(&self) -> Option<f64> {
        let right = self.beliefs.iter().filter(|(_, right)| *right).count();
        (!self.beliefs.is_empty()).then(|| right as f64 / self.beliefs.len() as f64)
    }

    /// Expected calibration error (Guo et al. 2017) over ten bins of equal width; `None` where nothing was believed.
    pub fn calibration_error(&self) -> Option<f64> {
        const BINS: usize = 10;
        let mut bins = [(0.0, 0.0, 0.0); BINS];
        for (p, right) in &self.beliefs {
            let bin = &mut bins[((p * BINS as f32) as usize).min(BINS - 1)];
            *bin = (bin.0 + 1.0, bin.1 + f64::from(*p), bin.2 + f64::from(u8::from(*right)));
        }
        let n: f64 = bins.iter().map(|bin| bin.0).sum();
        (n > 0.0).then(|| bins.iter().map(|(_, sure, right)| (sure - right).abs()).sum::<f64>() / n)
    }

    /// Median error of the corners, in parts of the card's width.
    pub fn corner_error(&self) -> Option<f64> {
        let mut errors = self.corner_errors.clone();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).copied()
    }
}

/// Whether a card of this name is the one labelled. `10?`: only the rank is labelled.
fn is_called(label: &str, name: &str) -> bool {
    match label.strip_suffix('?') {
        Some(rank) => name.strip_suffix(['c', 'd', 'h', 's']) == Some(rank),
        None => name == label,
    }
}

/// Mean distance of the corners in pixels, one by one.
fn far(truth: &Quad<Image>, found: &Quad<Image>) -> f64 {
    truth.corners.iter().zip(found.corners).map(|(a, b)| a.distance(b)).sum::<f64>() / 4.0
}

/// Mean distance of the corners in parts of the card's width, whichever end is up.
fn corner_error(truth: &Quad<Image>, found: &Quad<Image>) -> f64 {
    far(truth, found).min(far(truth, &found.half_turned())) / truth.width()
}

fn name(card: &FoundCard) -> Option<&str> {
    card.identity.card().map(|card| card.name())
}

/// Left, top, right, bottom of the part of the outline that is in the picture.
fn bounds(quad: &Quad<Image>, (width, height): (u32, u32)) -> [f64; 4] {
    let (xs, ys) = (quad.corners.map(|p| p.x), quad.corners.map(|p| p.y));
    let least = |v: [f64; 4]| v.into_iter().fold(f64::INFINITY, f64::min).max(0.0);
    let most = |v: [f64; 4], limit: u32| v.into_iter().fold(f64::NEG_INFINITY, f64::max).min(f64::from(limit));
    [least(xs), least(ys), most(xs, width), most(ys, height)]
}

/// The bounds of what no other found card shares with this one, as if all the others lay on it.
fn bounds_beside(card: &FoundCard, found: &[FoundCard], (width, height): (u32, u32)) -> [f64; 4] {
    const STEPS: u32 = 48;
    let others: Vec<_> = found.iter().filter(|other| *other != card).map(|other| other.quad.polygon()).collect();
    let [a, b, c, d] = card.quad.corners;
    let parts = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| (f64::from(i) / f64::from(STEPS), f64::from(j) / f64::from(STEPS))));
    let points = parts.map(|(across, along)| a.lerp(b, across).lerp(d.lerp(c, across), along));
    let beside = points.filter(|p| others.iter().all(|other| !other.contains(*p)));
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let [x0, y0, x1, y1] = beside.fold(none, |[x0, y0, x1, y1], p| [x0.min(p.x), y0.min(p.y), x1.max(p.x), y1.max(p.y)]);
    [x0.max(0.0), y0.max(0.0), x1.min(f64::from(width)), y1.min(f64::from(height))]
}

fn box_iou(a: [f64; 4], b: [f64; 4]) -> f64 {
    let area = |[x0, y0, x1, y1]: [f64; 4]| (x1 - x0).max(0.0) * (y1 - y0).max(0.0);
    let shared = area([a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]);
    shared / (area(a) + area(b) - shared).max(1e-9)
}
