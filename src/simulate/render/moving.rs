//! What moves: hands, the cards they hold, and the shadows of both.

use super::Renderer;
use super::rays::{Area, Flat, HandFrame, Ray, dot, normalised, ramp, shape_number};
use crate::geometry::{Image, Point, Table};
use crate::simulate::hand::SpriteTexel;
use crate::simulate::scene::HandPose;

/// Share of the lamp's light that a hand's or held card's shadow takes.
const CAST_SHADOW: f32 = 1.0;

/// The lit picture of an area.
pub(super) type Layer = (Area, Vec<[f32; 3]>);

impl Renderer {
    /// Pixels that a hand, its card and their shadows can touch.
    pub(super) fn hand_area(&self, pose: &HandPose) -> Area {
        let frame = HandFrame::new(pose, &self.view.hands);
        let slope = self.view.light.slope();
        let camera = &self.view.camera;
        let mut points = Vec::new();
        let mut add = |p: Point<Table>, height: f64| {
            points.push(camera.project([p.x, p.y, height]));
            let (sx, sy) = (f64::from(slope[0]) * height, f64::from(slope[1]) * height);
            points.push(camera.project([p.x - sx, p.y - sy, 0.0]));
        };
        let mut y = 200.0;
        while y > -1500.0 {
            let mut inside = false;
            for x in [-90.0, 90.0] {
                let (p, height) = frame.table(x, y);
                // Behind or beside the camera nothing more is seen.
                if height > camera.eye_mm[2] * 0.6 {
                    continue;
                }
                let seen = camera.project([p.x, p.y, height]);
                let ahead = camera.ground(seen).is_some_and(|g| g.distance(p) < 3.0 * height + 60.0);
                let wide = (-0.6..1.6).contains(&(seen.x / self.width as f64)) && (-0.6..1.6).contains(&(seen.y / self.height as f64));
                if ahead && wide {
                    inside = true;
                    add(p, height);
                }
            }
            if !inside && y < 0.0 {
                break;
            }
            y -= 25.0;
        }
        if let Some(card) = &pose.held {
            for corner in card.quad(self.props.card_mm).corners {
                add(corner, card.height_mm);
            }
        }
        if points.is_empty() {
            return Area::EMPTY;
        }
        self.bounds(&points, 12.0 + self.smear(pose).length())
    }

    /// How far the hand's tip moves over the frame while the shutter is open, in pixels.
    pub(super) fn smear(&self, pose: &HandPose) -> Point<Image> {
        let camera = &self.view.camera;
        let moved = pose.tip + pose.velocity * self.view.sensor.shutter_s;
        camera.project([moved.x, moved.y, pose.height_mm]) - camera.project([pose.tip.x, pose.tip.y, pose.height_mm])
    }

    /// Paints a hand in the shape of a pose, unless that was done before.
    pub(super) fn paint(&mut self, pose: &HandPose) {
        let shape = shape_number(pose, &self.view.hands);
        if let Some(look) = self.view.hands.get(pose.hand) {
            self.sprites.entry((pose.hand, shape)).or_insert_with(|| shape.shape().painted(look));
        }
    }

    /// The lit picture of an area with a hand over it, and over what lies `under` it: lit areas, each over those before it.
    pub(super) fn over(&self, area: Area, pose: &HandPose, under: &[Layer]) -> Vec<[f32; 3]> {
        let frame = HandFrame::new(pose, &self.view.hands);
        let Some(sprite) = self.sprites.get(&(pose.hand, shape_number(pose, &self.view.hands))) else { return Vec::new() };
        let width = area.width();
        let soft = 1.0 + self.view.sensor.blur_px;
        let lamp = self.view.light.slope();
        let takes = CAST_SHADOW * (1.0 - self.view.light.ambient);
        let held = pose.held.as_ref().map(|card| (card, Flat::new(card, &self.props)));
        let count = width * (area.y1 - area.y0);
        let mut shades = Vec::with_capacity(count);
        let mut layer = Vec::with_capacity(count);
        for y in area.y0..area.y1 {
            for x in area.x0..area.x1 {
                let ground = self.ground[y * self.width + x];
                let (hx, hy, height) = frame.hit(Ray { ground, slope: lamp });
                let mut shade = if frame.misses(hx) { 0.0 } else { sprite.shade(hx, hy, 1.0 + self.view.light.softness * 1.3 * height) };
                let mut colour = [0.0f32; 4];
                if let Some((card, flat)) = &held {
                    let height = card.height_mm as f32;
                    let q = Ray { ground, slope: lamp }.at(height);
                    let blur = 0.8 + self.view.light.softness * height;
                    let d = flat.outside(flat.local(q));
                    shade = shade.max(1.0 - ramp(-blur, blur, d));
                    if let Some((rgb, cover)) = self.card_colour(card, flat, x, y, soft) {
                        // The hand shades the card it holds.
                        let (cx, cy, _) =
                            frame.hit(Ray { ground: Ray { ground, slope: self.slope_to_eye(ground) }.at(height), slope: lamp });
                        let dim = 1.0 - takes * 0.8 * sprite.shade(cx, cy, 5.0);
                        colour = [rgb[0] * cover * dim, rgb[1] * cover * dim, rgb[2] * cover * dim, cover];
                    }
                }
                let ray = Ray { ground, slope: self.slope_to_eye(ground) };
                let (hx, hy, _) = frame.hit(ray);
                if !frame.misses(hx) {
                    let texel = sprite.sample(hx, hy);
                    if texel.alpha > 0.003 {
                        let lit = self.skin_light(&frame, &texel, ground);
                        for c in 0..3 {
                            colour[c] = colour[c] * (1.0 - texel.alpha) + lit[c];
                        }
                        colour[3] = colour[3] * (1.0 - texel.alpha) + texel.alpha;
                    }
                }
                shades.push(shade);
                layer.push(colour);
            }
        }
        let smear = self.smear(pose);
        let taps = (smear.length() / 1.6).ceil().clamp(1.0, 14.0) as usize;
        let offsets: Vec<(isize, isize)> = (0..taps)
            .map(|k| {
                let t = (k as f64 + 0.5) / taps as f64 - 0.5;
                ((smear.x * t).round() as isize, (smear.y * t).round() as isize)
            })
            .collect();
        let (layer, shades) =
            if taps > 1 { (smeared(&layer, width, &offsets), smeared(&shades, width, &offsets)) } else { (layer, shades) };
        let mut lit = Vec::with_capacity(count);
        for (k, (colour, shade)) in layer.iter().zip(&shades).enumerate() {
            let (x, y) = (area.x0 + k % width, area.y0 + k / width);
            let i = y * self.width + x;
            let below = match under.iter().rfind(|(a, _)| (a.x0..a.x1).contains(&x) && (a.y0..a.y1).contains(&y)) {
                Some((a, pixels)) => pixels[(y - a.y0) * a.width() + x - a.x0],
                None => self.still[i],
            };
            let dim = (1.0 - takes * shade) * (1.0 - colour[3]);
            lit.push(std::array::from_fn(|c| below[c] * dim + colour[c]));
        }
        lit
    }

    /// Light that a texel of a hand sends to the camera, weighted by its alpha.
    pub(super) fn skin_light(&self, frame: &HandFrame, texel: &SpriteTexel, ground: [f32; 2]) -> [f32; 3] {
        let light = &self.view.light;
        let n = frame.world(normalised(texel.normal));
        let facing = dot(n, light.towards);
        let sky = 0.55 + 0.45 * n[2];
        let direct = |wrap: f32| ((facing + wrap) / (1.0 + wrap)).max(0.0) / ((light.towards[2] + wrap) / (1.0 + wrap));
        let eye = self.view.camera.eye_mm.map(|c| c as f32);
        let out = normalised([eye[0] - ground[0], eye[1] - ground[1], eye[2]]);
        let half = normalised(std::array::from_fn(|c| out[c] + light.towards[c]));
        let shine = texel.gloss * dot(n, half).max(0.0).powi(22) * (1.0 - light.ambient);
        let level = light.at(ground[0], ground[1]);
        // Light wanders under the skin: red reaches further round than blue.
        let wraps = [0.42, 0.26, 0.20];
        std::array::from_fn(|c| {
            let lit = light.ambient * sky + (1.0 - light.ambient) * direct(wraps[c]);
            (texel.colour[c] * lit * 0.95 + shine) * level
        })
    }
}

/// Values that can be averaged.
trait Blend: Copy + Default {
    fn plus(self, other: Self) -> Self;
    fn times(self, k: f32) -> Self;
}

impl Blend for f32 {
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn times(self, k: f32) -> Self {
        self * k
    }
}

impl Blend for [f32; 4] {
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
    fn times(self, k: f32) -> Self {
        self.map(|c| c * k)
    }
}

/// Averages each value with its neighbours at the offsets; the border counts as its own neighbour.
fn smeared<T: Blend>(values: &[T], width: usize, offsets: &[(isize, isize)]) -> Vec<T> {
    let height = values.len() / width.max(1);
    let share = 1.0 / offsets.len() as f32;
    let mut out = vec![T::default(); values.len()];
    for &(dx, dy) in offsets {
        for y in 0..height {
            let from = (y as isize + dy).clamp(0, height as isize - 1) as usize;
            let (source, target) = (&values[from * width..(from + 1) * width], &mut out[y * width..(y + 1) * width]);
            for (x, t) in target.iter_mut().enumerate() {
                let sx = (x as isize + dx).clamp(0, width as isize - 1) as usize;
                *t = t.plus(source[sx]);
            }
        }
    }
    for t in &mut out {
        *t = t.times(share);
    }
    out
}
