use super::markers::CORNER_NOISE_PX;
use super::markers::{matched, printed_corners};
use super::{CalibrationError, SeenMarker, View, find_markers, fit_markers};
use crate::geometry::{Homography, Image, Point, Polygon, Table};
use crate::source::Frame;
use crate::table::{Marker, Stamp};

/// How far, in pixels, the markers may seem to move before the camera is taken to have been bumped. Less reacts to noise
/// and to a mat that is brushed; more lets the zones drift.
const MOVED_PX: f64 = 2.5;
/// Time between looks while all is well, in milliseconds.
const EVERY_MS: f64 = 2000.0;
/// Time between looks while something seems to have moved, in milliseconds.
const AGAIN_MS: f64 = 250.0;
/// Markers must stand this still, in pixels, between two looks before they are believed.
const STEADY_PX: f64 = 1.0;
/// A turned camera moves the edge of a wide picture by up to so much more than its middle, as a part of the movement:
/// the squared tangent of half a field of view of 67°.
const UNEXPLAINED: f64 = 0.45;

/// Keeps a view true while frames come: looks at the mat's markers now and then, and follows a bumped camera.
#[derive(Debug, Clone)]
pub struct Plane {
    view: View,
    printed: Vec<Marker>,
    mat_mm: (f64, f64),
    next: Option<Stamp>,
    /// Where the markers stood at the last look, when they were not where they should be.
    suspect: Option<Vec<SeenMarker>>,
}

/// What a look at the markers says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Look {
    /// It was not time to look.
    Skipped,
    /// Nothing can be said: no marker is seen.
    Blind,
    /// The view holds.
    Steady {
        /// Markers seen.
        markers: usize,
        /// How far they are from where they should be, in pixels.
        off_px: f64,
    },
    /// Something moves; the view is doubtful until the next look.
    Moving {
        /// How far the markers are from where they should be, in pixels.
        off_px: f64,
    },
    /// The camera or the mat was moved and stands still again; the view is new.
    Moved {
        /// By how much the markers moved, in pixels.
        by_px: f64,
        /// Markers that the new view rests on.
        markers: usize,
        /// Expected error at the mat's worst corner, in millimetres.
        reach_mm: f64,
    },
}

impl Plane {
    /// Watches over a view of a mat with these markers; without any it never changes.
    pub const fn new(view: View, printed: Vec<Marker>, mat_mm: (f64, f64)) -> Self {
        Self { view, printed, mat_mm, next: None, suspect: None }
    }

    /// The view as it is now.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Looks at a frame when it is time.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn look(&mut self, frame: &Frame) -> Result<Look, CalibrationError> {
        if self.printed.is_empty() || self.next.is_some_and(|next| frame.stamp < next) {
            return Ok(Look::Skipped);
        }
        let seen = find_markers(&frame.image)?;
        let look = self.weigh(&seen);
        let wait_ms = if matches!(look, Look::Moving { .. }) { AGAIN_MS } else { EVERY_MS };
        self.next = Some(Stamp { at_us: frame.stamp.at_us + (wait_ms * 1000.0) as u64, tolerance_us: 0 });
        Ok(look)
    }

    /// Judges the markers of one look.
    fn weigh(&mut self, seen: &[SeenMarker]) -> Look {
        let ours: Vec<SeenMarker> = matched(seen, &self.printed).map(|(s, _)| *s).collect();
        if ours.is_empty() {
            self.suspect = None;
            return Look::Blind;
        }
        let off_px = self.off_px(&ours);
        if off_px <= MOVED_PX {
            self.suspect = None;
            return Look::Steady { markers: ours.len(), off_px };
        }
        let still = self.suspect.replace(ours.clone()).is_some_and(|before| stands_still(&before, &ours));
        if !still {
            return Look::Moving { off_px };
        }
        match self.refit(&ours) {
            Some((view, reach_mm)) => {
                self.view = view;
                self.suspect = None;
                Look::Moved { by_px: off_px, markers: ours.len(), reach_mm }
            }
            None => Look::Moving { off_px },
        }
    }

    /// The middle of the markers' distances from where the view expects them: one disturbed marker does not decide.
    fn off_px(&self, ours: &[SeenMarker]) -> f64 {
        let mut off: Vec<f64> = matched(ours, &self.printed)
            .map(|(s, m)| {
                let expected = printed_corners(m).map(|p| self.view.to_image(p));
                s.corners.into_iter().zip(expected).map(|(a, b)| a.distance(b)).sum::<f64>() / 4.0
            })
            .collect();
        off.sort_by(f64::total_cmp);
        off.get((off.len().saturating_sub(1)) / 2).copied().unwrap_or(0.0)
    }

    /// A new view: from the markers alone when they fix it, else the old one carried along as the picture shifted and turned.
    fn refit(&self, ours: &[SeenMarker]) -> Option<(View, f64)> {
        let lens = self.view.lens().copied();
        if let Ok((fit, _)) = fit_markers(ours, &self.printed, self.mat_mm, lens) {
            return Some((fit.view, fit.reach_mm));
        }
        let pairs = |view: &View| -> Vec<(Point<Image>, Point<Image>)> {
            matched(ours, &self.printed)
                .flat_map(|(s, m)| {
                    let old = printed_corners(m).map(|p| view.image_from_table().apply(p));
                    s.corners.map(|p| view.undistort(p)).into_iter().zip(old)
                })
                .collect()
        };
        let old_from_new = similarity(&pairs(&self.view))?;
        let view = View::new(lens, self.view.table_from_image().after(&old_from_new).ok()?).ok()?;
        let corners: Vec<_> = matched(ours, &self.printed).flat_map(|(s, m)| s.corners.into_iter().zip(printed_corners(m))).collect();
        let miss_mm = corners.iter().map(|&(p, place)| view.to_table(p).distance(place)).fold(0.0, f64::max);
        let reach_mm = miss_mm + self.carried_reach(&pairs(&self.view))?;
        (miss_mm < super::RESIDUAL_LIMIT_MM).then_some((view, reach_mm))
    }

    /// Expected error at the mat's worst corner of a plane that was carried along: the noise of the turn, and the part of the
    /// bump that no shift and turn can explain.
    fn carried_reach(&self, pairs: &[(Point<Image>, Point<Image>)]) -> Option<f64> {
        let base = similarity(pairs)?;
        let (width, height) = self.mat_mm;
        let mut worst: f64 = 0.0;
        for corner in Polygon::<Table>::rectangle(0.0, 0.0, width, height).vertices {
            let pixel = self.view.image_from_table().apply(corner);
            let place = |h: &Homography<Image, Image>| self.view.table_from_image().apply(h.apply(pixel));
            let mut noise = 0.0;
            for i in 0..pairs.len() {
                for step in [Point::new(CORNER_NOISE_PX, 0.0), Point::new(0.0, CORNER_NOISE_PX)] {
                    let nudged: Vec<_> = pairs.iter().enumerate().map(|(k, &(p, q))| (if k == i { p + step } else { p }, q)).collect();
                    noise += place(&similarity(&nudged)?).distance(place(&base)).powi(2);
                }
            }
            let bump = place(&base).distance(corner);
            worst = worst.max(noise.sqrt() + UNEXPLAINED * bump);
        }
        Some(worst)
    }
}

/// Whether the markers seen both times are in the same places.
fn stands_still(before: &[SeenMarker], now: &[SeenMarker]) -> bool {
    let moved = |s: &SeenMarker| {
        let b = before.iter().find(|b| b.id == s.id)?;
        Some(s.corners.into_iter().zip(b.corners).map(|(p, q)| p.distance(q)).fold(0.0, f64::max))
    };
    let shared: Vec<f64> = now.iter().filter_map(moved).collect();
    !shared.is_empty() && shared.iter().all(|m| *m < STEADY_PX)
}

/// The shift, turn and scale that best take the first points to the second.
fn similarity(pairs: &[(Point<Image>, Point<Image>)]) -> Option<Homography<Image, Image>> {
    let n = pairs.len() as f64;
    let zero = Point::new(0.0, 0.0);
    let from = pairs.iter().fold(zero, |sum, p| sum + p.0) * (1.0 / n);
    let to = pairs.iter().fold(zero, |sum, p| sum + p.1) * (1.0 / n);
    let (mut dot, mut cross, mut spread) = (0.0, 0.0, 0.0);
    for &(p, q) in pairs {
        let (p, q) = (p - from, q - to);
        dot += p.dot(q);
        cross += p.cross(q);
        spread += p.dot(p);
    }
    let (a, b) = (dot / spread, cross / spread);
    Homography::try_from([[a, -b, to.x - a * from.x + b * from.y], [b, a, to.y - b * from.x - a * from.y], [0.0, 0.0, 1.0]]).ok()
}
