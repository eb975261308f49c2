use super::camera::Camera;
use super::hand::{GRIPS, HandLook, RISE, Shape, Sprite, TIP_HEIGHT};
use super::light::{Develop, Light, Sensor};
use super::noise::{hash, unit as unit_noise, value};
use super::scene::{Art, HandPose, Scene, SceneCard};
use super::surface::Surface;
use super::texture::Props;
use crate::geometry::{Image, Point, Polygon, Table};
use image::RgbImage;
use std::sync::{Arc, LazyLock};

static SHAPES: LazyLock<[Shape; GRIPS]> = LazyLock::new(|| std::array::from_fn(|i| Shape::bake(i as f32 / (GRIPS - 1) as f32)));

/// How dark the shadow of a card that lies flat is, and how far it reaches, mm.
const CARD_SHADOW: f32 = 0.42;
const CARD_LIFT_MM: f32 = 0.9;
/// Share of the lamp's light that a hand's or held card's shadow takes.
const CAST_SHADOW: f32 = 1.0;
/// Thickness of one card, mm.
pub const CARD_THICKNESS_MM: f64 = 0.31;

/// What a renderer looks at and how.
#[derive(Debug, Clone)]
pub struct View {
    /// Where from.
    pub camera: Camera,
    /// In what light.
    pub light: Light,
    /// With what sensor.
    pub sensor: Sensor,
    /// The table under the mat.
    pub surface: Surface,
    /// The players' hands, by number.
    pub hands: Vec<HandLook>,
}

/// Pixels of the frame: `x0..x1`, `y0..y1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Area {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

impl Area {
    const EMPTY: Self = Self { x0: usize::MAX, y0: usize::MAX, x1: 0, y1: 0 };

    const fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    fn union(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self { x0: self.x0.min(other.x0), y0: self.y0.min(other.y0), x1: self.x1.max(other.x1), y1: self.y1.max(other.y1) }
    }

    fn overlap(self, other: Self) -> Self {
        Self { x0: self.x0.max(other.x0), y0: self.y0.max(other.y0), x1: self.x1.min(other.x1), y1: self.y1.min(other.y1) }
    }

    const fn width(&self) -> usize {
        self.x1 - self.x0
    }
}

/// Draws scenes. What lies still is drawn once and kept; a frame costs what moves in it.
#[derive(Debug)]
pub struct Renderer {
    view: View,
    props: Arc<Props>,
    width: usize,
    height: usize,
    /// The table point of each pixel's centre.
    ground: Vec<[f32; 2]>,
    /// Millimetres of table a pixel, about.
    scale: Vec<f32>,
    /// Exposure and vignetting of each pixel.
    gain: Vec<f32>,
    /// Table and mat, in linear light.
    bare: Vec<[f32; 3]>,
    /// The same with the cards at rest.
    still: Vec<[f32; 3]>,
    /// The same after the tone curve.
    toned: Vec<[u16; 3]>,
    cards: Vec<SceneCard>,
    develop: Develop,
    sprites: Vec<[Sprite; GRIPS]>,
}

/// A ray over a pixel, or from the lamp to a pixel: it passes `ground + height × slope`.
#[derive(Clone, Copy)]
struct Ray {
    ground: [f32; 2],
    slope: [f32; 2],
}

impl Ray {
    fn at(&self, height: f32) -> [f32; 2] {
        [self.ground[0] + height * self.slope[0], self.ground[1] + height * self.slope[1]]
    }
}

/// A card made ready for many questions about points.
struct Flat {
    centre: [f32; 2],
    cos: f32,
    sin: f32,
    half: [f32; 2],
    corner: f32,
}

impl Flat {
    fn new(card: &SceneCard, props: &Props) -> Self {
        let (sin, cos) = card.turn.sin_cos();
        Self {
            centre: [card.centre.x as f32, card.centre.y as f32],
            cos: cos as f32,
            sin: sin as f32,
            half: [props.card_mm.0 as f32 / 2.0, props.card_mm.1 as f32 / 2.0],
            corner: props.corner_mm as f32,
        }
    }

    /// In the card's own axes, from its centre.
    fn local(&self, p: [f32; 2]) -> [f32; 2] {
        let (x, y) = (p[0] - self.centre[0], p[1] - self.centre[1]);
        [x * self.cos + y * self.sin, y * self.cos - x * self.sin]
    }

    /// Signed distance of a local point to the rounded outline, negative inside.
    fn outside(&self, p: [f32; 2]) -> f32 {
        let (qx, qy) = (p[0].abs() - self.half[0] + self.corner, p[1].abs() - self.half[1] + self.corner);
        qx.max(0.0).hypot(qy.max(0.0)) + qx.max(qy).min(0.0) - self.corner
    }
}

fn ramp(low: f32, high: f32, v: f32) -> f32 {
    let t = ((v - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn normalised(a: [f32; 3]) -> [f32; 3] {
    let l = dot(a, a).sqrt().max(1e-6);
    a.map(|c| c / l)
}

impl Renderer {
    /// Makes ready to draw a view with these printed things.
    pub fn new(view: View, props: Arc<Props>) -> Self {
        let (width, height) = (view.camera.width as usize, view.camera.height as usize);
        let far = Point::new(1e6, 1e6);
        let table = |x: f64, y: f64| view.camera.ground(Point::<Image>::new(x, y)).unwrap_or(far);
        let mut ground = Vec::with_capacity(width * height);
        let mut scale = Vec::with_capacity(width * height);
        let mut gain = Vec::with_capacity(width * height);
        let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
        for y in 0..height {
            for x in 0..width {
                let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
                let p = table(px, py);
                ground.push([p.x as f32, p.y as f32]);
                let area = (table(px + 1.0, py) - p).cross(table(px, py + 1.0) - p).abs();
                scale.push(area.sqrt() as f32);
                let r2 = ((x as f32 - cx).powi(2) + (y as f32 - cy).powi(2)) / (cx * cx + cy * cy);
                gain.push(view.sensor.exposure * (1.0 - view.sensor.vignetting * r2 * (0.6 + 0.4 * r2)));
            }
        }
        let develop = Develop::new(&view.sensor);
        let sprites = view.hands.iter().map(|look| std::array::from_fn(|i| SHAPES[i].painted(look))).collect();
        let blank = vec![[0.0; 3]; width * height];
        let mut renderer = Self {
            view,
            props,
            width,
            height,
            ground,
            scale,
            gain,
            bare: blank.clone(),
            still: blank,
            toned: vec![[0; 3]; width * height],
            cards: Vec::new(),
            develop,
            sprites,
        };
        renderer.draw_bare();
        renderer.settle(renderer.everything());
        renderer
    }

    /// The view that it draws.
    pub const fn view(&self) -> &View {
        &self.view
    }

    const fn everything(&self) -> Area {
        Area { x0: 0, y0: 0, x1: self.width, y1: self.height }
    }

    /// Draws a scene. `number` chooses the noise.
    pub fn frame(&mut self, scene: &Scene, number: u64) -> RgbImage {
        self.update_still(&scene.cards);
        let mut picture = RgbImage::new(self.width as u32, self.height as u32);
        let mut movers: Vec<(Area, Vec<[u16; 3]>)> = Vec::new();
        let mut under: Option<(Area, Vec<[f32; 3]>)> = None;
        for (i, pose) in scene.hands.iter().enumerate() {
            let area = self.hand_area(pose);
            if area.is_empty() {
                continue;
            }
            // A second hand is drawn over the first one's light.
            let lit = self.over(area, pose, under.as_ref());
            movers.push((area, self.tone_area(area, &lit)));
            if i + 1 < scene.hands.len() {
                under = Some((area, lit));
            }
        }
        let rows = picture.as_mut();
        let mut line = vec![[0u16; 3]; self.width];
        for y in 0..self.height {
            line.copy_from_slice(&self.toned[y * self.width..(y + 1) * self.width]);
            for (area, toned) in &movers {
                if (area.y0..area.y1).contains(&y) {
                    let w = area.width();
                    line[area.x0..area.x1].copy_from_slice(&toned[(y - area.y0) * w..(y - area.y0 + 1) * w]);
                }
            }
            let offset = hash(y as i32, number as i32, self.view.sensor.seed) as usize;
            let bytes = &mut rows[3 * y * self.width..3 * (y + 1) * self.width];
            self.develop.expose(&line, bytes, offset);
        }
        picture
    }

    /// Where on the table the outline of a hand and its tip appear.
    pub fn hand_outline(&self, pose: &HandPose) -> (Polygon<Table>, Point<Table>) {
        let frame = HandFrame::new(pose, &self.view.hands);
        let spans = SHAPES[grip_level(pose.grip)].spans();
        let camera = &self.view.camera;
        let seen = |hx: f32, hy: f32| {
            let (p, height) = frame.table(hx, hy);
            camera.apparent(p, height)
        };
        let mut left = Vec::new();
        let mut right = Vec::new();
        for &(low, high, y) in &spans {
            left.push(seen(low, y));
            right.push(seen(high, y));
        }
        // The sleeve goes on as wide as its last row.
        if let Some(&(low, high, _)) = spans.last() {
            for y in [-300.0, -600.0, -900.0] {
                left.push(seen(low, y));
                right.push(seen(high, y));
            }
        }
        right.extend(left.into_iter().rev());
        let mut outline = Polygon { vertices: right };
        if outline.signed_area() < 0.0 {
            outline.vertices.reverse();
        }
        (outline, camera.apparent(pose.tip, pose.height_mm + TIP_HEIGHT))
    }

    // ---- what lies still ----

    fn draw_bare(&mut self) {
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
    fn mirror(&self, p: [f32; 2]) -> f32 {
        let eye = self.view.camera.eye_mm.map(|c| c as f32);
        let out = normalised([p[0] - eye[0], p[1] - eye[1], eye[2]]);
        dot(out, self.view.light.towards).max(0.0).powi(48)
    }

    /// A pixel's table point and the vectors to its right and lower neighbour, widened by `soft`.
    fn footprint(&self, x: usize, y: usize, soft: f32) -> ([f32; 2], [f32; 2], [f32; 2]) {
        let at = |x: usize, y: usize| self.ground[y * self.width + x];
        let p = at(x, y);
        let (xa, xb) = if x + 1 < self.width { (x, x + 1) } else { (x - 1, x) };
        let (ya, yb) = if y + 1 < self.height { (y, y + 1) } else { (y - 1, y) };
        let (a, b, c, d) = (at(xa, y), at(xb, y), at(x, ya), at(x, yb));
        (p, [(b[0] - a[0]) * soft, (b[1] - a[1]) * soft], [(d[0] - c[0]) * soft, (d[1] - c[1]) * soft])
    }

    fn update_still(&mut self, cards: &[SceneCard]) {
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
    fn settle(&mut self, area: Area) {
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

    fn tone(&self, i: usize, lit: [f32; 3]) -> [u16; 3] {
        let cast = self.view.sensor.cast;
        std::array::from_fn(|c| self.develop.tone(lit[c] * self.gain[i] * cast[c]))
    }

    fn tone_area(&self, area: Area, lit: &[[f32; 3]]) -> Vec<[u16; 3]> {
        let width = area.width();
        lit.iter().enumerate().map(|(k, &c)| self.tone((area.y0 + k / width) * self.width + area.x0 + k % width, c)).collect()
    }

    /// Pixels that a card and its shadow can touch.
    fn card_area(&self, card: &SceneCard) -> Area {
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

    fn bounds(&self, points: &[Point<Image>], pad: f64) -> Area {
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

    fn slope_to_eye(&self, p: [f32; 2]) -> [f32; 2] {
        let eye = self.view.camera.eye_mm;
        [(eye[0] as f32 - p[0]) / eye[2] as f32, (eye[1] as f32 - p[1]) / eye[2] as f32]
    }

    fn draw_card(&mut self, card: &SceneCard, area: Area) {
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
    fn card_colour(&self, card: &SceneCard, flat: &Flat, x: usize, y: usize, soft: f32) -> Option<([f32; 3], f32)> {
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

    // ---- what moves ----

    /// Pixels that a hand, its card and their shadows can touch.
    fn hand_area(&self, pose: &HandPose) -> Area {
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
    fn smear(&self, pose: &HandPose) -> Point<Image> {
        let camera = &self.view.camera;
        let moved = pose.tip + pose.velocity * self.view.sensor.shutter_s;
        camera.project([moved.x, moved.y, pose.height_mm]) - camera.project([pose.tip.x, pose.tip.y, pose.height_mm])
    }

    /// The lit picture of an area with a hand over it.
    fn over(&self, area: Area, pose: &HandPose, under: Option<&(Area, Vec<[f32; 3]>)>) -> Vec<[f32; 3]> {
        let frame = HandFrame::new(pose, &self.view.hands);
        let Some(sprite) = self.sprites.get(pose.hand).map(|s| &s[grip_level(pose.grip)]) else { return Vec::new() };
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
            let below = match under {
                Some((a, pixels)) if (a.x0..a.x1).contains(&x) && (a.y0..a.y1).contains(&y) => pixels[(y - a.y0) * a.width() + x - a.x0],
                _ => self.still[i],
            };
            let dim = (1.0 - takes * shade) * (1.0 - colour[3]);
            lit.push(std::array::from_fn(|c| below[c] * dim + colour[c]));
        }
        lit
    }

    /// Light that a texel of a hand sends to the camera, weighted by its alpha.
    fn skin_light(&self, frame: &HandFrame, texel: &super::hand::SpriteTexel, ground: [f32; 2]) -> [f32; 3] {
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

/// Four places in a pixel, in units of its footprint.
const SUBSAMPLES: [(f32, f32); 4] = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)];

fn grip_level(grip: f64) -> usize {
    ((grip * (GRIPS - 1) as f64).round().max(0.0) as usize).min(GRIPS - 1)
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

/// Where a posed hand's own axes lie on the table.
struct HandFrame {
    tip: [f32; 2],
    forward: [f32; 2],
    right: [f32; 2],
    anchor: [f32; 2],
    height: f32,
    size: f32,
}

impl HandFrame {
    fn new(pose: &HandPose, looks: &[HandLook]) -> Self {
        let (sin, cos) = pose.turn.sin_cos();
        let (sin, cos) = (sin as f32, cos as f32);
        let (size, left) = looks.get(pose.hand).map_or((1.0, false), |l| (l.size as f32, l.left));
        let flip = if left { -1.0 } else { 1.0 };
        Self {
            tip: [pose.tip.x as f32, pose.tip.y as f32],
            forward: [sin, -cos],
            right: [cos * flip, sin * flip],
            anchor: SHAPES[grip_level(pose.grip)].tip,
            height: (pose.height_mm + TIP_HEIGHT) as f32,
            size,
        }
    }

    /// Where a ray meets the hand's slanting plane: hand space x and y, and the height there.
    fn hit(&self, ray: Ray) -> (f32, f32, f32) {
        let rise = RISE as f32;
        let to = [ray.ground[0] - self.tip[0], ray.ground[1] - self.tip[1]];
        // The plane falls along `forward`; along the ray both change with height.
        let start = to[0] * self.forward[0] + to[1] * self.forward[1];
        let drift = ray.slope[0] * self.forward[0] + ray.slope[1] * self.forward[1];
        let height = (self.height - rise * start) / (1.0 + rise * drift);
        let p = [to[0] + height * ray.slope[0], to[1] + height * ray.slope[1]];
        let x = (p[0] * self.right[0] + p[1] * self.right[1]) / self.size + self.anchor[0];
        let y = (p[0] * self.forward[0] + p[1] * self.forward[1]) / self.size + self.anchor[1];
        (x, y, height.max(0.0))
    }

    /// The table point under a point of the hand, and its height.
    fn table(&self, x: f32, y: f32) -> (Point<Table>, f64) {
        let (dx, dy) = ((x - self.anchor[0]) * self.size, (y - self.anchor[1]) * self.size);
        let p = [0, 1].map(|k: usize| self.tip[k] + dx * self.right[k] + dy * self.forward[k]);
        (Point::new(f64::from(p[0]), f64::from(p[1])), f64::from((self.height - RISE as f32 * dy).max(0.0)))
    }

    /// Whether nothing of the hand is that far to the side.
    fn misses(&self, x: f32) -> bool {
        x.abs() > 88.0
    }

    /// A direction of hand space on the table.
    fn world(&self, n: [f32; 3]) -> [f32; 3] {
        [n[0] * self.right[0] + n[1] * self.forward[0], n[0] * self.right[1] + n[1] * self.forward[1], n[2]]
    }
}
