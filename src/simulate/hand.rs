//! A hand with its sleeve: a skeleton of round bones, melted together, looked at once from above and kept as a picture with normals.
//!
//! Hand space, in mm: the wrist is the origin, `y` runs towards the fingertips, `x` to the right, heights up, palm down. It is a
//! right hand; a left one is its mirror image.

use super::noise::{fractal, value};
use super::texture::linear_rgb;
use image::RgbaImage;

/// Texels a millimetre.
const DENSITY: f32 = 1.5;
/// Left edge, and half the width, mm.
const HALF_WIDTH: f32 = 84.0;
/// Lowest row of the picture: below it the sleeve repeats, mirrored.
const Y_LOW: f32 = -120.0;
/// Highest row, mm.
const Y_HIGH: f32 = 196.0;
/// Where the sleeve starts.
const CUFF: f32 = -34.0;
/// Below this the sleeve has no cuff and can be repeated.
const SLEEVE: f32 = -52.0;
/// How many steps from an open hand to a pinch.
pub const GRIPS: usize = 4;
/// Height of the hand's plane at the tip, and its rise for each mm towards the wrist.
pub(super) const TIP_HEIGHT: f64 = 6.0;
pub(super) const RISE: f64 = 0.17;

type V = [f32; 3];

fn add(a: V, b: V, t: f32) -> V {
    [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t]
}

fn dot(a: V, b: V) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(a: V) -> V {
    let l = dot(a, a).sqrt().max(1e-6);
    a.map(|c| c / l)
}

/// A bone with flesh: a line whose radius changes from end to end.
#[derive(Debug, Clone, Copy)]
struct Bone {
    a: V,
    b: V,
    ra: f32,
    rb: f32,
}

impl Bone {
    /// Distance to its surface and the place along it, 0..=1.
    fn distance(&self, p: V) -> (f32, f32) {
        let (along, to) = (add(self.b, self.a, -1.0), add(p, self.a, -1.0));
        let h = (dot(to, along) / dot(along, along).max(1e-6)).clamp(0.0, 1.0);
        let off = add(to, along, -h);
        (dot(off, off).sqrt() - (self.ra + (self.rb - self.ra) * h), h)
    }
}

/// Union that melts over a distance `k`.
fn melt(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// One finger from knuckle to tip.
#[derive(Debug, Clone, Copy)]
struct Finger {
    bones: [Bone; 3],
}

/// Knuckle, lengths of the three bones, radii, spread, then the downward angles open and pinched (degrees).
struct Anatomy {
    knuckle: V,
    lengths: V,
    radii: [f32; 4],
    spread: [f32; 2],
    open: V,
    pinch: V,
}

const FINGERS: [Anatomy; 5] = [
    // Thumb.
    Anatomy {
        knuckle: [-25.0, 24.0, 22.0],
        lengths: [42.0, 33.0, 27.0],
        radii: [13.5, 11.2, 10.2, 7.6],
        spread: [-47.0, -34.0],
        open: [8.0, 12.0, 4.0],
        pinch: [12.0, 10.0, 6.0],
    },
    // Index, middle, ring, little.
    Anatomy {
        knuckle: [-28.0, 88.0, 33.0],
        lengths: [45.0, 27.0, 20.0],
        radii: [11.0, 9.4, 8.6, 6.6],
        spread: [-9.0, -3.0],
        open: [4.0, 20.0, 26.0],
        pinch: [24.0, 42.0, 46.0],
    },
    Anatomy {
        knuckle: [-7.0, 94.0, 35.0],
        lengths: [50.0, 31.0, 21.0],
        radii: [11.2, 9.6, 8.8, 6.8],
        spread: [-2.0, -4.0],
        open: [5.0, 19.0, 25.0],
        pinch: [26.0, 44.0, 46.0],
    },
    Anatomy {
        knuckle: [13.0, 90.0, 33.0],
        lengths: [46.0, 29.0, 20.0],
        radii: [10.6, 9.0, 8.2, 6.4],
        spread: [6.0, -1.0],
        open: [6.0, 22.0, 27.0],
        pinch: [32.0, 56.0, 50.0],
    },
    Anatomy {
        knuckle: [31.0, 79.0, 29.0],
        lengths: [36.0, 21.0, 18.0],
        radii: [9.6, 7.8, 7.0, 5.6],
        spread: [16.0, 4.0],
        open: [6.0, 22.0, 27.0],
        pinch: [34.0, 58.0, 50.0],
    },
];

fn finger(anatomy: &Anatomy, grip: f32) -> Finger {
    let between = |a: f32, b: f32| a + (b - a) * grip;
    let yaw = between(anatomy.spread[0], anatomy.spread[1]).to_radians();
    let mut at = anatomy.knuckle;
    let mut pitch = 0.0;
    let bones = std::array::from_fn(|i| {
        pitch += between(anatomy.open[i], anatomy.pinch[i]);
        // The thumb's outer bones swing in towards the index finger.
        let turn = yaw + if anatomy.knuckle[1] < 50.0 { [0.0, 0.42, 0.72][i] * (0.6 + 0.5 * grip) } else { 0.0 };
        let (s, c) = pitch.to_radians().sin_cos();
        let direction = [c * turn.sin(), c * turn.cos(), -s];
        let mut end = add(at, direction, anatomy.lengths[i]);
        // The table stops a fingertip.
        end[2] = end[2].max(anatomy.radii[i + 1] * 0.7);
        let bone = Bone { a: at, b: end, ra: anatomy.radii[i], rb: anatomy.radii[i + 1] };
        at = end;
        bone
    });
    Finger { bones }
}

/// The solid hand of one pose.
struct Solid {
    fingers: [Finger; 5],
    palm: Vec<Bone>,
    tendons: Vec<Bone>,
    forearm: Bone,
}

const SLEEVE_RADIUS: f32 = 43.0;

impl Solid {
    fn new(grip: f32) -> Self {
        let fingers = std::array::from_fn(|i| finger(&FINGERS[i], grip));
        let bone = |a: V, b: V, ra: f32, rb: f32| Bone { a, b, ra, rb };
        let palm = vec![
            bone([-9.0, 2.0, 25.0], [-25.0, 84.0, 27.0], 18.0, 13.5),
            bone([-2.0, 0.0, 26.0], [-6.0, 90.0, 29.0], 19.0, 13.5),
            bone([6.0, 0.0, 26.0], [13.0, 86.0, 28.0], 18.5, 13.0),
            bone([12.0, 2.0, 24.0], [30.0, 75.0, 24.0], 17.0, 12.0),
            bone([-16.0, 14.0, 21.0], [-30.0, 52.0, 19.0], 16.0, 13.0),
        ];
        let tendons = [1, 2, 3, 4]
            .map(|i: usize| {
                let k = FINGERS[i].knuckle;
                bone([k[0] * 0.25, 10.0, 43.5], add(k, [0.0, -4.0, 6.4], 1.0), 1.6, 3.0)
            })
            .to_vec();
        Self { fingers, palm, tendons, forearm: bone([0.0, 4.0, 26.0], [0.0, -400.0, 30.0], 20.5, 30.0) }
    }

    /// Distance to the skin.
    fn skin(&self, p: V) -> f32 {
        let palm = self.palm.iter().map(|b| b.distance(p).0).reduce(|a, b| melt(a, b, 9.0)).unwrap_or(f32::MAX);
        // A wrist is wider than high.
        let wide = [p[0] * 0.8, p[1], p[2]];
        let palm = melt(palm, self.forearm.distance(wide).0, 14.0);
        let palm = if palm < 8.0 { self.tendons.iter().fold(palm, |d, t| melt(d, t.distance(p).0, 6.0)) } else { palm };
        let mut whole = f32::MAX;
        for (i, finger) in self.fingers.iter().enumerate() {
            let bones = finger.bones.iter().map(|b| b.distance(p).0);
            let joint = bones.reduce(|a, b| melt(a, b, 4.0)).unwrap_or(f32::MAX);
            let rooted = melt(palm, joint, if i == 0 { 16.0 } else { 8.0 });
            whole = whole.min(rooted);
        }
        whole
    }

    fn sleeve(&self, p: V) -> f32 {
        // An ellipse, flattened, with slack folds around it and a hem.
        let slack = 2.6 * (fractal(p[1] * 0.055, p[0] * 0.02, 2, 71) - 0.5) + 1.5 * (p[1] * 0.13 + 0.9 * (p[0] * 0.05).sin()).sin();
        let hem = if p[1] > CUFF - 9.0 { 1.8 } else { 0.0 };
        let radius = SLEEVE_RADIUS + slack + hem - 4.0 * ((p[1] - SLEEVE) / 18.0).clamp(0.0, 1.0);
        let d = (p[0] * p[0] + ((p[2] - 31.0) * 1.35).powi(2)).sqrt() - radius;
        (d * 0.7).max((p[1] - CUFF) * 0.7)
    }

    fn distance(&self, p: V) -> f32 {
        let skin = if p[1] < CUFF - 25.0 { f32::MAX } else { self.skin(p) };
        if p[1] > CUFF + 60.0 { skin } else { skin.min(self.sleeve(p)) }
    }

    fn normal(&self, p: V) -> V {
        let e = 0.35;
        let k = [[1.0, -1.0, -1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, 1.0, 1.0]];
        unit(k.iter().fold([0.0; 3], |sum, d| add(sum, *d, self.distance(add(p, *d, e)))))
    }
}

/// What a texel of the baked hand is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stuff {
    Skin,
    Nail,
    Cloth,
}

/// One texel: how much of it is hand, its normal, the light that reaches it, its stuff and colour modulation.
#[derive(Debug, Clone, Copy)]
struct Texel {
    alpha: f32,
    normal: V,
    open: f32,
    stuff: Stuff,
    /// Redness (skin) and darkness, both about 0.
    red: f32,
    dark: f32,
}

/// The shape of a hand at one grip, without colours.
#[derive(Debug)]
pub(super) struct Shape {
    width: usize,
    height: usize,
    texels: Vec<Option<Texel>>,
    /// Where thumb and finger meet, hand space x and y.
    pub tip: [f32; 2],
}

/// How one player's hands look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandLook {
    /// Skin, sRGB.
    pub skin: [u8; 3],
    /// Sleeve, sRGB.
    pub sleeve: [u8; 3],
    /// Whether the sleeve is striped.
    pub striped: bool,
    /// Size, 1 for a large grown-up's hand.
    pub size: f64,
    /// A left hand.
    pub left: bool,
}

/// Skin tones from light to dark, and sleeves.
pub const SKINS: [[u8; 3]; 6] = [[236, 196, 172], [222, 172, 140], [200, 146, 112], [168, 112, 80], [124, 80, 56], [86, 56, 42]];
/// Colours of sleeves.
pub const SLEEVES: [[u8; 3]; 8] =
    [[44, 62, 102], [150, 48, 44], [58, 92, 66], [206, 200, 186], [64, 62, 66], [188, 138, 60], [92, 62, 104], [70, 120, 134]];

impl Shape {
    /// Looks at the solid from above.
    pub(super) fn bake(grip: f32) -> Self {
        let solid = Solid::new(grip);
        let (width, height) = ((2.0 * HALF_WIDTH * DENSITY) as usize, ((Y_HIGH - Y_LOW) * DENSITY) as usize);
        let mut texels = Vec::with_capacity(width * height);
        for row in 0..height {
            let y = Y_HIGH - (row as f32 + 0.5) / DENSITY;
            for column in 0..width {
                let x = (column as f32 + 0.5) / DENSITY - HALF_WIDTH;
                texels.push(texel(&solid, x, y));
            }
        }
        let ends = [0, 1].map(|i: usize| solid.fingers[i].bones[2].b);
        let pads = [0, 1].map(|i: usize| solid.fingers[i].bones[2].rb);
        // Between the pads, a little short of their ends.
        let tip = [(ends[0][0] + ends[1][0]) / 2.0 + 2.0, ends[1][1].max(ends[0][1]) + (pads[0] + pads[1]) * 0.1];
        Self { width, height, texels, tip }
    }

    /// A hand of this shape in a player's colours.
    pub(super) fn painted(&self, look: &HandLook) -> Sprite {
        let (skin, sleeve) = (linear_rgb(look.skin), linear_rgb(look.sleeve));
        let mut texels = Vec::with_capacity(self.texels.len());
        for (i, texel) in self.texels.iter().enumerate() {
            let y = Y_HIGH - ((i / self.width) as f32 + 0.5) / DENSITY;
            texels.push(match texel {
                None => SpriteTexel::default(),
                Some(t) => {
                    let mut colour = match t.stuff {
                        Stuff::Skin => {
                            let depth = 1.0 - t.dark;
                            [
                                skin[0] * depth * (1.0 + 0.10 * t.red),
                                skin[1] * depth * (1.0 - 0.20 * t.red),
                                skin[2] * depth * (1.0 - 0.18 * t.red),
                            ]
                        }
                        Stuff::Nail => {
                            let pale = [0.80, 0.60, 0.53];
                            std::array::from_fn(|c| (skin[c] * 0.72 + pale[c] * 0.3) * (1.0 - t.dark))
                        }
                        Stuff::Cloth => {
                            let stripe = if look.striped && (y.rem_euclid(20.0)) < 9.0 { 1.7 } else { 1.0 };
                            sleeve.map(|c| (c * stripe).min(0.85) * (1.0 - t.dark))
                        }
                    };
                    colour = colour.map(|c| c * t.open);
                    SpriteTexel {
                        colour: colour.map(|c| c * t.alpha),
                        alpha: t.alpha,
                        normal: t.normal.map(|c| c * t.alpha),
                        gloss: gloss(t.stuff) * t.alpha,
                    }
                }
            });
        }
        Sprite { width: self.width, height: self.height, shade: shade_levels(&texels, self.width, self.height), texels }
    }

    /// Left and right outline of the hand in rows from the fingertips to the sleeve: `(x low, x high, y)` in hand space.
    pub(super) fn spans(&self) -> Vec<(f32, f32, f32)> {
        let mut spans = Vec::new();
        for (row, texels) in self.texels.chunks_exact(self.width).enumerate().step_by(8) {
            let solid = |t: &Option<Texel>| t.is_some_and(|t| t.alpha > 0.5);
            let (first, last) = (texels.iter().position(solid), texels.iter().rposition(solid));
            if let (Some(first), Some(last)) = (first, last) {
                let x = |column: usize| (column as f32 + 0.5) / DENSITY - HALF_WIDTH;
                spans.push((x(first), x(last), Y_HIGH - (row as f32 + 0.5) / DENSITY));
            }
        }
        spans
    }
}

fn gloss(stuff: Stuff) -> f32 {
    match stuff {
        Stuff::Skin => 0.10,
        Stuff::Nail => 0.32,
        Stuff::Cloth => 0.0,
    }
}

/// Walks down from above until the surface is met.
fn texel(solid: &Solid, x: f32, y: f32) -> Option<Texel> {
    let pixel = 1.0 / DENSITY;
    let mut p = [x, y, 92.0];
    let (mut nearest, mut at) = (f32::MAX, p);
    for _ in 0..90 {
        let d = solid.distance(p);
        if d < nearest {
            (nearest, at) = (d, p);
        }
        if d < 0.05 || p[2] < 0.0 {
            break;
        }
        p[2] -= d.max(0.15) * 0.9;
    }
    // A miss by less than half a texel still covers part of it.
    let alpha = if nearest < 0.08 { 1.0 } else { (0.5 - nearest / pixel).clamp(0.0, 1.0) };
    if alpha <= 0.0 {
        return None;
    }
    let mut normal = solid.normal(at);
    // Crevices see less of the room: compare the distance a little way out with that way.
    let mut open = 1.0;
    for (step, weight) in [(3.0, 0.22), (7.0, 0.16), (14.0, 0.10)] {
        let d = solid.distance(add(at, normal, step));
        open -= weight * (1.0 - (d / step).clamp(0.0, 1.0));
    }
    // Low parts sit in the hand's own shade, next to the table.
    open *= 0.80 + 0.20 * (at[2] / 22.0).clamp(0.0, 1.0);
    let sleeve = at[1] < CUFF + 1.0 && solid.sleeve(at) < solid.skin(at) + 0.05;
    if sleeve {
        let knit = value(x * 1.4, y * 1.4, 12) - 0.5;
        let hem = if (CUFF - 10.5..CUFF - 9.0).contains(&y) { 0.25 } else { 0.0 };
        return Some(Texel { alpha, normal, open, stuff: Stuff::Cloth, red: 0.0, dark: hem + 0.16 * knit });
    }
    let mut stuff = Stuff::Skin;
    let mottle = fractal(x * 0.09, y * 0.09, 3, 40) - 0.5;
    let (mut red, mut dark) = (0.5 * mottle, 0.10 * (fractal(x * 0.35, y * 0.35, 2, 41) - 0.5));
    for (i, finger) in solid.fingers.iter().enumerate() {
        for (j, bone) in finger.bones.iter().enumerate() {
            let (d, h) = bone.distance(at);
            if d > 3.0 {
                continue;
            }
            // Redder knuckles and fingertips.
            if j == 2 {
                red += 0.5 * h;
                let axis = unit(add(bone.b, bone.a, -1.0));
                let side = unit([axis[1], -axis[0], 0.0]);
                let off = add(at, bone.a, -1.0);
                let length = dot(add(bone.b, bone.a, -1.0), add(bone.b, bone.a, -1.0)).sqrt();
                let along = dot(off, axis) / length;
                let across = dot(off, side) / bone.rb;
                let (u, v) = ((along - 0.88) / 0.42, across / 0.74);
                let inside = u.powi(4) + v.powi(4);
                let facing = dot(normal, [side[1], -side[0], 0.0]).abs();
                if inside < 1.0 && normal[2] > 0.25 && facing < 2.0 {
                    stuff = Stuff::Nail;
                    dark = if inside > 0.62 { 0.14 } else { 0.0 } + if u > 0.55 { -0.10 } else { 0.0 };
                }
            }
            if j > 0 {
                // Creases across the joints: three fine lines on the back of each.
                let length = dot(add(bone.b, bone.a, -1.0), add(bone.b, bone.a, -1.0)).sqrt();
                let s = h * length;
                if s < 5.0 && i > 0 {
                    red += 0.35;
                    let line = (s * 1.9 + 0.6 * value(x * 0.5, y * 0.5, 8)).sin();
                    dark += 0.10 * line.max(0.0) * (1.0 - s / 5.0);
                }
            }
        }
        if i > 0 {
            let k = FINGERS[i].knuckle;
            let near = ((at[0] - k[0]).powi(2) + (at[1] - k[1]).powi(2)).sqrt();
            red += 0.55 * (1.0 - near / 13.0).max(0.0);
            // Wrinkles over the knuckles.
            dark += 0.05 * (1.0 - near / 11.0).max(0.0) * (at[1] * 1.7 + 2.0 * value(x * 0.3, y * 0.3, 5)).sin();
        }
    }
    // Fine skin relief.
    let bump = |dx: f32, dy: f32| fractal((x + dx) * 0.5, (y + dy) * 0.32, 3, 44);
    normal = unit(add(normal, [bump(-0.5, 0.0) - bump(0.5, 0.0), bump(0.0, -0.5) - bump(0.0, 0.5), 0.0], 0.35));
    Some(Texel { alpha, normal, open, stuff, red, dark })
}

/// One texel, weighted by its alpha.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SpriteTexel {
    /// Linear reflectance, premultiplied.
    pub colour: V,
    /// Share of the texel that is hand.
    pub alpha: f32,
    /// Normal in hand space, premultiplied.
    pub normal: V,
    /// Strength of the highlight, premultiplied.
    pub gloss: f32,
}

/// A painted hand.
#[derive(Debug)]
pub(super) struct Sprite {
    width: usize,
    height: usize,
    texels: Vec<SpriteTexel>,
    shade: Vec<(usize, usize, Vec<f32>)>,
}

/// Halved copies of the outline, for soft shadows.
fn shade_levels(texels: &[SpriteTexel], width: usize, height: usize) -> Vec<(usize, usize, Vec<f32>)> {
    let mut levels = vec![(width, height, texels.iter().map(|t| t.alpha).collect::<Vec<_>>())];
    for _ in 0..5 {
        let Some((w, h, last)) = levels.last() else { break };
        let (nw, nh) = ((w / 2).max(1), (h / 2).max(1));
        let at = |x: usize, y: usize| last.get(x.min(w - 1) + y.min(h - 1) * w).copied().unwrap_or(0.0);
        let mut half = Vec::with_capacity(nw * nh);
        for y in 0..nh {
            for x in 0..nw {
                // A wide kernel, so that a coarse copy does not show its texels.
                let mut sum = 0.0;
                for (dy, wy) in [(0usize, 1.0), (1, 3.0), (2, 3.0), (3, 1.0)] {
                    for (dx, wx) in [(0usize, 1.0), (1, 3.0), (2, 3.0), (3, 1.0)] {
                        sum += wx * wy * at((2 * x + dx).saturating_sub(1), (2 * y + dy).saturating_sub(1));
                    }
                }
                half.push(sum / 64.0);
            }
        }
        levels.push((nw, nh, half));
    }
    levels
}

/// Texel coordinates of a point in hand space; the sleeve goes on without end.
fn texel_at(x: f32, y: f32) -> (f32, f32) {
    let y = if y < SLEEVE {
        // Mirrored to and fro between SLEEVE and the picture's lower edge.
        let room = SLEEVE - Y_LOW - 1.0;
        let phase = (SLEEVE - y).rem_euclid(2.0 * room);
        SLEEVE - if phase > room { 2.0 * room - phase } else { phase }
    } else {
        y
    };
    ((x + HALF_WIDTH) * DENSITY - 0.5, (Y_HIGH - y) * DENSITY - 0.5)
}

impl Sprite {
    /// The hand at a point of hand space (right hand).
    pub(super) fn sample(&self, x: f32, y: f32) -> SpriteTexel {
        let (u, v) = texel_at(x, y);
        let (fu, fv) = (u.floor(), v.floor());
        let (iu, iv) = (fu as isize, fv as isize);
        if iu < -1 || iv < -1 || iu >= self.width as isize || iv >= self.height as isize {
            return SpriteTexel::default();
        }
        let (tu, tv) = (u - fu, v - fv);
        let mut sum = SpriteTexel::default();
        for (dx, dy, w) in [(0, 0, (1.0 - tu) * (1.0 - tv)), (1, 0, tu * (1.0 - tv)), (0, 1, (1.0 - tu) * tv), (1, 1, tu * tv)] {
            let (cx, cy) = (iu + dx, iv + dy);
            if cx < 0 || cy < 0 || cx >= self.width as isize {
                continue;
            }
            let Some(t) = self.texels.get(cx as usize + cy as usize * self.width) else { continue };
            sum.colour = add(sum.colour, t.colour, w);
            sum.normal = add(sum.normal, t.normal, w);
            sum.alpha += w * t.alpha;
            sum.gloss += w * t.gloss;
        }
        sum
    }

    /// How much of the light the hand takes at a point, averaged over `blur` mm.
    pub(super) fn shade(&self, x: f32, y: f32, blur: f32) -> f32 {
        let fine = (blur * DENSITY).max(1.0).log2().min(self.shade.len() as f32 - 1.001);
        let (low, t) = (fine.floor(), fine - fine.floor());
        let at = |level: usize| {
            let Some((w, h, data)) = self.shade.get(level) else { return 0.0 };
            let scale = 0.5f32.powi(level as i32);
            let (u, v) = texel_at(x, y);
            let (u, v) = ((u + 0.5) * scale - 0.5, (v + 0.5) * scale - 0.5);
            let (fu, fv) = (u.floor(), v.floor());
            let (tu, tv) = (u - fu, v - fv);
            let pick = |dx: isize, dy: isize| {
                let (cx, cy) = (fu as isize + dx, fv as isize + dy);
                if cx < 0 || cx >= *w as isize || cy < 0 {
                    return 0.0;
                }
                data.get(cx as usize + (cy as usize).min(h - 1) * w).copied().unwrap_or(0.0)
            };
            (pick(0, 0) * (1.0 - tu) + pick(1, 0) * tu) * (1.0 - tv) + (pick(0, 1) * (1.0 - tu) + pick(1, 1) * tu) * tv
        };
        at(low as usize) * (1.0 - t) + at(low as usize + 1) * t
    }
}

/// A picture of a painted hand from above, for a look at it alone.
pub fn portrait(look: &HandLook, grip: f32) -> RgbaImage {
    let sprite = Shape::bake(grip).painted(look);
    let light = unit([-0.4, 0.35, 0.85]);
    RgbaImage::from_fn(sprite.width as u32, sprite.height as u32, |x, y| {
        let t = sprite.texels.get(x as usize + y as usize * sprite.width).copied().unwrap_or_default();
        let lit = if t.alpha > 0.0 { 0.45 + 0.75 * dot(unit(t.normal), light).max(0.0) } else { 0.0 };
        let byte = |c: f32| (super::texture::srgb((c * lit + 0.6 * (1.0 - t.alpha)).clamp(0.0, 1.0)) * 255.0) as u8;
        image::Rgba([byte(t.colour[0]), byte(t.colour[1]), byte(t.colour[2]), 255])
    })
}
