use super::HandSettings;
use super::shape::Found;

/// Time constant with which open table is followed, in milliseconds.
const OPEN_MS: f64 = 3000.0;
/// Time constant where a shadow or glare lies: it may be there to stay.
const SHADED_MS: f64 = 15_000.0;
/// Time constant of the short memory by which stillness is judged.
const RECENT_MS: f64 = 120.0;
/// Largest difference, in grey levels, that noise of sensor and compression makes.
const NOISE: f32 = 14.0;
/// Largest change between frames of something that is still, in grey levels.
const STILL: f32 = 12.0;
/// More light than before by up to this factor is glare or a lamp, when the colour stays.
const BRIGHTEST: f32 = 1.35;
/// Part of the table that may differ before it is another light and not a hand.
const UPHEAVAL: f64 = 0.65;
/// How many times as long as other things what comes over the edge must be still to belong to the table.
const DOUBTFUL: f64 = 3.0;
/// Every so many pixels one is asked how bright the light is.
const GAIN_STRIDE: usize = 7;

/// What a pixel shows against the table without hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pixel {
    /// The table.
    Open,
    /// The table, darker or brighter.
    Shaded,
    /// Something else.
    Other,
}

/// The first frames, from which the table without what only passes over it is taken.
#[derive(Debug, Default)]
pub(super) struct FirstLook {
    frames: Vec<Vec<u8>>,
}

/// More frames than these say nothing new about the middle.
const FIRST_FRAMES: usize = 15;

impl FirstLook {
    pub fn add(&mut self, seen: Vec<u8>) {
        if self.frames.len() < FIRST_FRAMES {
            self.frames.push(seen);
        }
    }

    /// The middle value of each pixel over time.
    pub fn into_background(self) -> Background {
        let length = self.frames.iter().map(Vec::len).min().unwrap_or(0);
        let mut values = Vec::with_capacity(self.frames.len());
        let middle = (0..length).map(|k| {
            values.clear();
            values.extend(self.frames.iter().filter_map(|f| f.get(k)));
            let half = values.len() / 2;
            if values.is_empty() { 0 } else { *values.select_nth_unstable(half).1 }
        });
        let seen: Vec<u8> = middle.collect();
        Background::new(&seen)
    }
}

/// What the table looks like without hands, and for how long each pixel has not changed.
#[derive(Debug)]
pub(super) struct Background {
    table: Vec<[f32; 3]>,
    recent: Vec<[f32; 3]>,
    still_ms: Vec<f32>,
    /// Light now against the light in which `table` was learnt, for each colour.
    gain: [f32; 3],
    other: Vec<bool>,
    upheaval_ms: f64,
}

impl Background {
    /// Starts with what is seen.
    fn new(seen: &[u8]) -> Self {
        let table: Vec<[f32; 3]> = colours(seen).collect();
        let pixels = table.len();
        Self { recent: table.clone(), table, still_ms: vec![0.0; pixels], gain: [1.0; 3], other: vec![false; pixels], upheaval_ms: 0.0 }
    }

    /// What each pixel shows; `None` while the light is too different to tell.
    pub fn compare(&mut self, seen: &[u8], visible: &[bool], settings: &HandSettings, elapsed_ms: f64) -> Option<Vec<Pixel>> {
        self.gain = self.measure_gain(seen, visible);
        let difference: Vec<Pixel> = colours(seen)
            .zip(&self.table)
            .zip(visible)
            .map(|((now, table), seen)| if *seen { judge(now, scaled(*table, self.gain), settings) } else { Pixel::Open })
            .collect();
        let (mut other, mut all) = (0_usize, 0_usize);
        for (pixel, _) in difference.iter().zip(visible).filter(|(_, seen)| **seen) {
            all += 1;
            other += usize::from(*pixel == Pixel::Other);
        }
        if other as f64 <= UPHEAVAL * all as f64 {
            self.upheaval_ms = 0.0;
            return Some(difference);
        }
        self.upheaval_ms += elapsed_ms;
        if self.upheaval_ms > settings.settled_for_ms {
            *self = Self::new(seen);
        }
        None
    }

    /// How the light changed, by the middle ratio over pixels that were open table: hands take less than half of it.
    fn measure_gain(&self, seen: &[u8], visible: &[bool]) -> [f32; 3] {
        let mut ratios: [Vec<f32>; 3] = Default::default();
        let pixels = colours(seen).zip(&self.table).zip(visible.iter().zip(&self.other)).step_by(GAIN_STRIDE);
        for ((now, table), (visible, other)) in pixels {
            if !*visible || *other {
                continue;
            }
            for ((list, now), table) in ratios.iter_mut().zip(now).zip(table) {
                // Dark and blown-out pixels tell nothing.
                if *table > 25.0 && *table < 245.0 && now < 250.0 {
                    list.push(now / table);
                }
            }
        }
        let mut gain = self.gain;
        for (gain, list) in gain.iter_mut().zip(&mut ratios) {
            if list.len() >= 50 {
                let middle = list.len() / 2;
                *gain = list.select_nth_unstable_by(middle, f32::total_cmp).1.clamp(0.4, 2.5);
            }
        }
        gain
    }

    /// The table without hands in the light of now: red, green and blue for each pixel, row by row.
    pub fn in_this_light(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        self.table.iter().map(|rgb| scaled(*rgb, self.gain))
    }

    /// This table beside what is seen now.
    pub fn against<'a>(&'a self, seen: &'a [u8]) -> Against<'a> {
        Against { background: self, seen: seen.as_chunks::<3>().0 }
    }

    /// Follows the table where it is open, takes in what came to rest, and leaves hands alone.
    pub fn learn(&mut self, seen: &[u8], difference: &[Pixel], found: &Found, cards: &[bool], settings: &HandSettings, elapsed_ms: f64) {
        let rate = |constant: f64| (1.0 - (-elapsed_ms / constant).exp()) as f32;
        let (open, shaded, recent_rate) = (rate(OPEN_MS), rate(SHADED_MS), rate(RECENT_MS));
        let inverse = self.gain.map(|g| 1.0 / g);
        let memory = self.table.iter_mut().zip(&mut self.recent).zip(self.still_ms.iter_mut().zip(&mut self.other));
        let judged = difference.iter().zip(found.pixels.iter().zip(found.frozen.iter().zip(&found.doubtful)).zip(cards));
        for ((((table, recent), (still_ms, other)), (pixel, ((hand, (frozen, doubtful)), card))), now) in
            memory.zip(judged).zip(colours(seen))
        {
            // In the light in which the table was learnt: a camera that adapts to a hand moves nothing.
            let now = scaled(now, inverse);
            let moved = farthest(now, *recent) > STILL;
            *still_ms = if moved { 0.0 } else { *still_ms + elapsed_ms as f32 };
            *recent = if moved { now } else { towards(*recent, now, recent_rate) };
            *other = *pixel == Pixel::Other;
            let still_ms = f64::from(*still_ms);
            let patience_ms = if *doubtful {
                DOUBTFUL * settings.settled_for_ms
            } else if *card {
                settings.settled_for_ms / 2.0
            } else {
                settings.settled_for_ms
            };
            if *hand {
                continue;
            }
            if *frozen || (*other && still_ms > patience_ms) {
                *table = *recent;
            } else if *other {
                continue;
            } else {
                *table = towards(*table, now, if *pixel == Pixel::Open { open } else { shaded });
            }
        }
    }
}

/// The learnt table beside a frame.
pub(super) struct Against<'a> {
    background: &'a Background,
    seen: &'a [[u8; 3]],
}

/// How much stronger an outline must be in the learnt table than in the frame to be a ghost's.
const GHOST: f32 = 1.4;

impl Against<'_> {
    /// For how long a pixel has not changed, in milliseconds: not at all when it changes in this very frame.
    pub fn still_ms(&self, index: usize) -> f64 {
        let inverse = self.background.gain.map(|g| 1.0 / g);
        let changes = |(now, recent): (&[u8; 3], &[f32; 3])| farthest(scaled(now.map(f32::from), inverse), *recent) > STILL;
        match self.seen.get(index).zip(self.background.recent.get(index)) {
            Some(pair) if !changes(pair) => self.background.still_ms.get(index).copied().map_or(0.0, f64::from),
            _ => 0.0,
        }
    }

    /// Whether an outline belongs to something that was learnt as table and is gone: the edges are in memory and not in the frame.
    pub fn is_ghost(&self, outline: &[usize], width: usize) -> bool {
        let now = |i: usize| self.seen.get(i).map(|rgb| rgb.map(f32::from));
        let then = |i: usize| self.background.table.get(i).map(|rgb| scaled(*rgb, self.background.gain));
        let edges = |colour: &dyn Fn(usize) -> Option<[f32; 3]>| -> f32 {
            let across = |i: usize, step: usize| Some(farthest(colour(i.checked_sub(step)?)?, colour(i + step)?));
            outline.iter().filter_map(|&i| Some(across(i, 3)? + across(i, 3 * width)?)).sum()
        };
        edges(&then) > GHOST * edges(&now)
    }
}

/// What a pixel shows, by how much brighter it is and how much its colour differs (Horprasert, Harwood and Davis, 1999).
fn judge(now: [f32; 3], table: [f32; 3], settings: &HandSettings) -> Pixel {
    if farthest(now, table) < NOISE {
        return Pixel::Open;
    }
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let light = dot(now, table) / dot(table, table).max(1.0);
    let same = scaled(table, [light; 3]);
    let colour = farthest(now, same);
    // Colour noise shrinks with the light.
    let allowed = settings.shadow_colour * light.clamp(0.5, 1.2);
    if colour < allowed && light > settings.darkest_shadow && light < BRIGHTEST { Pixel::Shaded } else { Pixel::Other }
}

fn colours(bytes: &[u8]) -> impl Iterator<Item = [f32; 3]> + '_ {
    bytes.as_chunks::<3>().0.iter().map(|rgb| rgb.map(f32::from))
}

fn scaled(a: [f32; 3], by: [f32; 3]) -> [f32; 3] {
    [a[0] * by[0], a[1] * by[1], a[2] * by[2]]
}

fn towards(a: [f32; 3], b: [f32; 3], rate: f32) -> [f32; 3] {
    [a[0] + (b[0] - a[0]) * rate, a[1] + (b[1] - a[1]) * rate, a[2] + (b[2] - a[2]) * rate]
}

fn farthest(a: [f32; 3], b: [f32; 3]) -> f32 {
    (a[0] - b[0]).abs().max((a[1] - b[1]).abs()).max((a[2] - b[2]).abs())
}
