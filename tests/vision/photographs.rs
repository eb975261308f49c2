//! Sets of labelled photographs, and how well what was found agrees with their labels.

#![allow(dead_code, reason = "shared by a test binary and an example, each of which uses a part")]

use image::RgbImage;
use kibitzer::cards::Face;
use kibitzer::geometry::{Image, Point, Quad};
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
}

/// A card that somebody labelled.
pub struct Labelled {
    /// Rank, then suit: `10h`.
    pub label: String,
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
}

#[derive(Deserialize)]
struct Object {
    label: String,
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
        Photograph { file: a.file, picture, boxes: boxes.collect(), complete: a.complete, visible_parts, cards: a.cards }
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
    pub complete_cards: usize,
    /// (label, name given) of the cards named wrong.
    pub confusions: BTreeMap<(String, String), usize>,
}

impl Tally {
    /// Counts one photograph.
    pub fn add(&mut self, photograph: &Photograph, found: &[FoundCard]) {
        self.photographs += 1;
        match &photograph.cards {
            Some(cards) => self.add_listed(cards, found),
            None => self.add_boxed(photograph, found),
        }
    }

    fn add_boxed(&mut self, photograph: &Photograph, found: &[FoundCard]) {
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
        let mut pairs: Vec<_> = pairs.map(|(i, k, truth, card)| (overlap(truth, card), i, k)).filter(|(met, ..)| *met >= 0.5).collect();
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut of, mut taken) = (vec![None; photograph.boxes.len()], vec![false; found.len()]);
        for (_, i, k) in pairs {
            if of[i].is_none() && !taken[k] {
                (of[i], taken[k]) = (Some(k), true);
            }
        }
        self.cards += photograph.boxes.len();
        for (truth, k) in photograph.boxes.iter().zip(of) {
            if let Some(k) = k {
                self.found += 1;
                self.judge(&truth.label, name(&found[k]));
            }
        }
        let mut left: Vec<&FoundCard> = found.iter().zip(taken).filter(|(_, taken)| !taken).map(|(card, _)| card).collect();
        if photograph.complete {
            self.complete_cards += photograph.boxes.len();
            // Backs are not labelled.
            left.retain(|card| card.face == Face::Up);
            self.phantoms += left.len();
            self.named_phantoms += left.iter().filter(|card| name(card).is_some()).count();
        }
    }

    fn add_listed(&mut self, cards: &[String], found: &[FoundCard]) {
        let mut names: Vec<&str> = found.iter().filter_map(name).collect();
        self.cards += cards.len();
        self.found += found.len().min(cards.len());
        let mut unread = Vec::new();
        for label in cards {
            match names.iter().position(|name| name == label) {
                Some(at) => {
                    names.swap_remove(at);
                    self.right += 1;
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

    fn judge(&mut self, label: &str, named: Option<&str>) {
        let Some(named) = named else {
            self.unknown += 1;
            return;
        };
        // `10?`: only the rank is labelled.
        let same = match label.strip_suffix('?') {
            Some(rank) => named.strip_suffix(['c', 'd', 'h', 's']) == Some(rank),
            None => named == label,
        };
        if same {
            self.right += 1;
        } else {
            self.wrong += 1;
            *self.confusions.entry((label.into(), named.into())).or_default() += 1;
        }
    }

    /// `of` as a part of all cards.
    pub fn share(&self, of: usize) -> f64 {
        of as f64 / self.cards.max(1) as f64
    }
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
