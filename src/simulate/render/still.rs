//! What lies still: table, mat and cards, drawn once and kept.

use super::rays::{Area, Flat, Ray, dot, normalised, ramp};
use super::{CARD_THICKNESS_MM, Renderer};
use crate::geometry::{Image, Point};
use crate::simulate::noise::{hash, unit as unit_noise, value};
use crate::simulate::scene::{Art, SceneCard};

/// How dark the shadow of a card that lies flat is, and how far it reaches, mm.
const CARD_SHADOW: f32 = 0.42;
const CARD_LIFT_MM: f32 = 0.9;
/// Four places in a pixel, in units of its footprint.
const SUBSAMPLES: [(f32, f32); 4] = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)];

impl Renderer {
    pub(super) fn draw_bare(&mut self) {
        let soft = 1.0 + self.view.sensor.blur_px;
        let (mw, mh) = (self.props.mat_mm.0 as f32, self.props.mat_mm.1 as f32);
        let texels_per_mm = self.props.mat.size().0 as f32 / mw;
        let slope = self.view.light.slope();
        for y in 0..self.height {
            for x in 0..self.width {
                let i = y * self.width + x;
                let (p, dx, dy) = self.footprint(x, y, soft);
                let mm = self.scale[i] * soft;
                let mut sum = [0.0f32; 3];
                for (a, b) in SUBSAMPLES {
                    let q = [p[0] + a * dx[0] + b * dy[0], p[1] + a * dx[1] + b * dy[1]];
                    let colour = if q[0] >= 0.0 && q[1] >= 0.0 && q[0] <= mw && q[1] <= mh {
                        let [r, g, b, alpha] = self.props.mat.sample(q[0] / mw, q[1] / mh, texels_per_mm * mm * 0.5);
                        let weave = 0.965 + 0.05 * value(q[0] * 0.9, q[1] * 0.9, 17);
                        let bare = 1.0 - alpha;
                        [r, g, b].map(|c| (c + bare * 0.85) * weave * 0.92)
                    } else {
                        // The mat is a little thick: it shades the table beside it.
                        let s = [q[0] + slope[0] * 2.0 - mw / 2.0, q[1] + slope[1] * 2.0 - mh / 2.0];
                        let away = (s[0].abs() - mw / 2.0).max(s[1].abs() - mh / 2.0);
                        let shade = 1.0 - 0.45 * (1.0 - ramp(-1.0, 5.0, away));
                        self.view.surface.colour(q[0], q[1]).map(|c| c * shade)
                    };
                    for c in 0..3 {
                        sum[c] += colour[c] * 0.25;
                    }
                }
                let light = self.view.light.at(p[0], p[1]);
                let gloss = 0.05 * self.mirror(p);
                self.bare[i] = sum.map(|c| (c + gloss) * light);
            }
        }
    }

    /// How strongly the lamp mirrors in a flat surface at a point, 0..=1.
    pub(super) fn mirror(&self, p: [f32; 2]) -> f32 {
        let eye = self.view.camera.eye_mm.map(|c| c as f32);
        let out = normalised([p[0] - eye[0], p[1] - eye[1], eye[2]]);
        dot(out, self.view.light.towards).max(0.0).powi(48)
    }

    /// A pixel's table point and the vectors to its right and lower neighbour, widened by `soft`.
    pub(super) fn footprint(&self, x: usize, y: usize, soft: f32) -> ([f32; 2], [f32; 2], [f32; 2]) {
        let at = |x: usize, y: usize| self.ground[y * self.width + x];
        let p = at(x, y);
        let (xa, xb) = if x + 1 < self.width { (x, x + 1) } else { (x - 1, x) };
        let (ya, yb) = if y + 1 < self.height { (y, y + 1) } else { (y - 1, y) };
        let (a, b, c, d) = (at(xa, y), at(xb, y), at(x, ya), at(x, yb));
        (p, [(b[0] - a[0]) * soft, (b[1] - a[1]) * soft], [(d[0] - c[0]) * soft, (d[1] - c[1]) * soft])
    }

    pub(super) fn update_still(&mut self, cards: &[SceneCard]) {
        if self.cards == cards {
            return;
        }
        let mut changed = Area::EMPTY;
        let mut old = self.cards.iter().filter(|c| !cards.contains(c)).collect::<Vec<_>>();
        old.extend(cards.iter().filter(|c| !self.cards.contains(c)));
        for card in old {
            changed = changed.union(self.card_area(card));
        }
        self.cards = cards.to_vec();
        if changed.is_empty() {
            // The same cards in another order: overlaps may differ anywhere.
            changed = self.everything();
        }
        self.settle(changed);
    }

    /// Draws the cards at rest again within an area.
    pub(super) fn settle(&mut self, area: Area) {
        for y in area.y0..area.y1 {
            let row = y * self.width + area.x0..y * self.width + area.x1;
            self.still[row.clone()].copy_from_slice(&self.bare[row]);
        }
        for i in 0..self.cards.len() {
            let card = self.cards[i];
            let part = self.card_area(&card).overlap(area);
            if !part.is_empty() {
                self.draw_card(&card, part);
            }
        }
        for y in area.y0..area.y1 {
            for x in area.x0..area.x1 {
                let i = y * self.width + x;
                self.toned[i] = self.tone(i, self.still[i]);
            }
        }
    }

    pub(super) fn tone(&self, i: usize, lit: [f32; 3]) -> [u16; 3] {
        let cast = self.view.sensor.cast;
        std::array::from_fn(|c| self.develop.tone(lit[c] * self.gain[i] * cast[c]))
    }

    pub(super) fn tone_area(&self, area: Area, lit: &[[f32; 3]]) -> Vec<[u16; 3]> {
        let width = area.width();
        lit.iter().enumerate().map(|(k, &c)| self.tone((area.y0 + k / width) * self.width + area.x0 + k % width, c)).collect()
    }

    /// Pixels that a card and its shadow can touch.
    pub(super) fn card_area(&self, card: &SceneCard) -> Area {
        let outline = card.quad(self.props.card_mm);
        let slope = self.view.light.slope();
        let top = card.height_mm;
        let mut points = Vec::new();
        for corner in outline.corners {
            let out = corner + (corner - card.centre) * 0.12;
            points.push(self.view.camera.project([out.x, out.y, 0.0]));
            points.push(self.view.camera.project([out.x, out.y, top + 1.0]));
            let (sx, sy) = (f64::from(slope[0]) * (top + 2.0), f64::from(slope[1]) * (top + 2.0));
            points.push(self.view.camera.project([out.x - sx, out.y - sy, 0.0]));
        }
        self.bounds(&points, 3.0)
    }

    pub(super) fn bounds(&self, points: &[Point<Image>], pad: f64) -> Area {
        let low = points.iter().fold((f64::MAX, f64::MAX), |m, p| (m.0.min(p.x), m.1.min(p.y)));
        let high = points.iter().fold((f64::MIN, f64::MIN), |m, p| (m.0.max(p.x), m.1.max(p.y)));
        let clamp = |v: f64, max: usize| v.clamp(0.0, max as f64) as usize;
        Area {
            x0: clamp(low.0 - pad, self.width),
            y0: clamp(low.1 - pad, self.height),
            x1: clamp(high.0 + pad + 1.0, self.width),
            y1: clamp(high.1 + pad + 1.0, self.height),
        }
    }

    pub(super) fn slope_to_eye(&self, p: [f32; 2]) -> [f32; 2] {
        let eye = self.view.camera.eye_mm;
        [(eye[0] as f32 - p[0]) / eye[2] as f32, (eye[1] as f32 - p[1]) / eye[2] as f32]
    }

    pub(super) fn draw_card(&mut self, card: &SceneCard, area: Area) {
        let flat = Flat::new(card, &self.props);
        let soft = 1.0 + self.view.sensor.blur_px;
        let light_slope = self.view.light.slope();
        let top = card.height_mm as f32;
        let levels = if card.pile { (top / CARD_THICKNESS_MM as f32).round() as i32 } else { 0 };
        let seed = hash(card.centre.x as i32, card.centre.y as i32, 3);
        for y in area.y0..area.y1 {
            for x in area.x0..area.x1 {
                let i = y * self.width + x;
                let p = self.ground[i];
                let away = flat.local(p);
                let reach = flat.half[0].hypot(flat.half[1]) + top * 2.5 + 8.0;
                if away[0] * away[0] + away[1] * away[1] > reach * reach {
                    continue;
                }
                let mm = self.scale[i] * soft;
                let mut shade = 1.0f32;
                // Shadow: that of a thin lifted edge, and of a pile's height.
                let lifts: &[f32] = if card.pile { &[0.15, 0.4, 0.7, 1.0] } else { &[0.0] };
                for lift in lifts {
                    let height = top * lift + CARD_LIFT_MM;
                    let q = Ray { ground: p, slope: light_slope }.at(height);
                    let d = flat.outside(flat.local(q));
                    let blur = 0.9 + 0.35 * height * self.view.light.softness * 4.0;
                    shade = shade.min(1.0 - CARD_SHADOW * (1.0 - ramp(-blur, blur, d)));
                }
                let mut colour = self.still[i].map(|c| c * shade);
                let ray = Ray { ground: p, slope: self.slope_to_eye(p) };
                if levels > 0 {
                    // Edges of the cards below, each a little out of line.
                    let near = flat.outside(flat.local(ray.at(top * 0.5)));
                    if near < top + 4.0 && flat.outside(flat.local(ray.at(top))) > -2.0 {
                        for level in 0..levels {
                            let jitter = |k: i32| unit_noise(level, k, seed) - 0.5;
                            let q = ray.at(level as f32 * CARD_THICKNESS_MM as f32);
                            let q = [q[0] + 0.9 * jitter(1), q[1] + 0.9 * jitter(2)];
                            let cover = (0.5 - flat.outside(flat.local(q)) / mm).clamp(0.0, 1.0);
                            let paper = 0.50 + 0.20 * unit_noise(level, 3, seed);
                            let lit = paper * self.view.light.at(p[0], p[1]);
                            for (c, tint) in [1.0, 0.98, 0.93].into_iter().enumerate() {
                                colour[c] += cover * (lit * tint - colour[c]);
                            }
                        }
                    }
                }
                if let Some((rgb, cover)) = self.card_colour(card, &flat, x, y, soft) {
                    for c in 0..3 {
                        colour[c] += cover * (rgb[c] - colour[c]);
                    }
                }
                self.still[i] = colour;
            }
        }
    }

    /// Lit colour and coverage of a card at a pixel.
    pub(super) fn card_colour(&self, card: &SceneCard, flat: &Flat, x: usize, y: usize, soft: f32) -> Option<([f32; 3], f32)> {
        let i = y * self.width + x;
        let (p, dx, dy) = self.footprint(x, y, soft);
        let slope = self.slope_to_eye(p);
        let at = Ray { ground: p, slope }.at(card.height_mm as f32);
        let mm = self.scale[i] * soft;
        let local = flat.local(at);
        let cover = (0.5 - flat.outside(local) / mm).clamp(0.0, 1.0);
        if cover <= 0.0 {
            return None;
        }
        let texture = match card.art {
            Art::Face(n) => &self.props.faces.get(n)?.1,
            Art::Back => &self.props.back,
        };
        let (w, h) = (flat.half[0] * 2.0, flat.half[1] * 2.0);
        let texels = texture.size().0 as f32 / w * mm * 0.5;
        let mut sum = [0.0f32; 3];
        for (a, b) in SUBSAMPLES {
            let q = flat.local([at[0] + a * dx[0] + b * dy[0], at[1] + a * dx[1] + b * dy[1]]);
            let [r, g, b, alpha] = texture.sample((q[0] / w + 0.5).clamp(0.0, 1.0), (q[1] / h + 0.5).clamp(0.0, 1.0), texels);
            // Where the print leaves the corner out, the rounded outline does the cutting.
            let paper = (1.0 - alpha) * 0.9;
            for (sum, c) in sum.iter_mut().zip([r, g, b]) {
                *sum += 0.25 * (c + paper);
            }
        }
        // Cut edges catch a little light on the lamp's side and lose it on the other.
        let toward = flat.local([flat.centre[0] + self.view.light.towards[0], flat.centre[1] + self.view.light.towards[1]]);
        let edge = (1.0 + flat.outside(local) / mm).clamp(0.0, 1.0);
        let facing = (local[0] / flat.half[0] * toward[0] + local[1] / flat.half[1] * toward[1]) * 0.16 * edge;
        let light = self.view.light.at(at[0], at[1]);
        let gloss = 0.10 * self.mirror(at);
        Some((sum.map(|c| (c * 0.88 * (1.0 + facing) + gloss) * light), cover))
    }
}
