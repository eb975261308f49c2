//! The solid hand: a skeleton of round bones, melted together, and a sleeve.

use super::{CUFF, SLEEVE};
use crate::simulate::noise::fractal;
use crate::simulate::scene::Gesture;

pub(super) type V = [f32; 3];

pub(super) fn add(a: V, b: V, t: f32) -> V {
    [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t]
}

pub(super) fn dot(a: V, b: V) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn unit(a: V) -> V {
    let l = dot(a, a).sqrt().max(1e-6);
    a.map(|c| c / l)
}

/// A bone with flesh: a line whose radius changes from end to end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bone {
    pub(super) a: V,
    pub(super) b: V,
    pub(super) ra: f32,
    pub(super) rb: f32,
}

impl Bone {
    /// Distance to its surface and the place along it, 0..=1.
    pub(super) fn distance(&self, p: V) -> (f32, f32) {
        let (along, to) = (add(self.b, self.a, -1.0), add(p, self.a, -1.0));
        let h = (dot(to, along) / dot(along, along).max(1e-6)).clamp(0.0, 1.0);
        let off = add(to, along, -h);
        (dot(off, off).sqrt() - (self.ra + (self.rb - self.ra) * h), h)
    }
}

/// Union that melts over a distance `k`.
pub(super) fn melt(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// One finger from knuckle to tip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finger {
    pub(super) bones: [Bone; 3],
}

/// Knuckle, lengths of the three bones, radii, spread and downward angles open, pinched and with the index finger pointing (degrees).
pub(super) struct Anatomy {
    pub(super) knuckle: V,
    pub(super) lengths: V,
    pub(super) radii: [f32; 4],
    pub(super) spread: [f32; 3],
    pub(super) open: V,
    pub(super) pinch: V,
    pub(super) point: V,
}

pub(super) const FINGERS: [Anatomy; 5] = [
    // Thumb.
    Anatomy {
        knuckle: [-25.0, 24.0, 22.0],
        lengths: [42.0, 33.0, 27.0],
        radii: [13.5, 11.2, 10.2, 7.6],
        spread: [-47.0, -34.0, -24.0],
        open: [8.0, 12.0, 4.0],
        pinch: [12.0, 10.0, 6.0],
        point: [10.0, 8.0, 8.0],
    },
    // Index, middle, ring, little.
    Anatomy {
        knuckle: [-28.0, 88.0, 33.0],
        lengths: [45.0, 27.0, 20.0],
        radii: [11.0, 9.4, 8.6, 6.6],
        spread: [-9.0, -3.0, -1.0],
        open: [4.0, 20.0, 26.0],
        pinch: [24.0, 42.0, 46.0],
        point: [13.0, 5.0, 3.0],
    },
    Anatomy {
        knuckle: [-7.0, 94.0, 35.0],
        lengths: [50.0, 31.0, 21.0],
        radii: [11.2, 9.6, 8.8, 6.8],
        spread: [-2.0, -4.0, -2.0],
        open: [5.0, 19.0, 25.0],
        pinch: [26.0, 44.0, 46.0],
        point: [46.0, 74.0, 50.0],
    },
    Anatomy {
        knuckle: [13.0, 90.0, 33.0],
        lengths: [46.0, 29.0, 20.0],
        radii: [10.6, 9.0, 8.2, 6.4],
        spread: [6.0, -1.0, 1.0],
        open: [6.0, 22.0, 27.0],
        pinch: [32.0, 56.0, 50.0],
        point: [50.0, 76.0, 50.0],
    },
    Anatomy {
        knuckle: [31.0, 79.0, 29.0],
        lengths: [36.0, 21.0, 18.0],
        radii: [9.6, 7.8, 7.0, 5.6],
        spread: [16.0, 4.0, 5.0],
        open: [6.0, 22.0, 27.0],
        pinch: [34.0, 58.0, 50.0],
        point: [48.0, 74.0, 50.0],
    },
];

pub(super) fn finger(anatomy: &Anatomy, gesture: Gesture) -> Finger {
    let [open, pinched, pointing] = anatomy.spread;
    let (spread, angles, grip) = match gesture {
        Gesture::Grasp(grip) => {
            let grip = grip as f32;
            let between = |a: f32, b: f32| a + (b - a) * grip;
            (between(open, pinched), std::array::from_fn(|i| between(anatomy.open[i], anatomy.pinch[i])), grip)
        }
        Gesture::Point => (pointing, anatomy.point, 1.0),
    };
    let yaw = spread.to_radians();
    let mut at = anatomy.knuckle;
    let mut pitch = 0.0;
    let bones = std::array::from_fn(|i| {
        pitch += angles[i];
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
pub(super) struct Solid {
    pub(super) fingers: [Finger; 5],
    pub(super) palm: Vec<Bone>,
    pub(super) tendons: Vec<Bone>,
    pub(super) forearm: Bone,
    bare: bool,
}

pub(super) const SLEEVE_RADIUS: f32 = 43.0;

impl Solid {
    pub(super) fn new(gesture: Gesture, bare: bool) -> Self {
        let fingers = std::array::from_fn(|i| finger(&FINGERS[i], gesture));
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
        Self { fingers, palm, tendons, forearm: bone([0.0, 4.0, 26.0], [0.0, -400.0, 30.0], 20.5, 30.0), bare }
    }

    /// Distance to the skin.
    pub(super) fn skin(&self, p: V) -> f32 {
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

    /// Distance to the sleeve.
    pub(super) fn sleeve(&self, p: V) -> f32 {
        if self.bare {
            return f32::MAX;
        }
        // An ellipse, flattened, with slack folds around it and a hem.
        let slack = 2.6 * (fractal(p[1] * 0.055, p[0] * 0.02, 2, 71) - 0.5) + 1.5 * (p[1] * 0.13 + 0.9 * (p[0] * 0.05).sin()).sin();
        let hem = if p[1] > CUFF - 9.0 { 1.8 } else { 0.0 };
        let radius = SLEEVE_RADIUS + slack + hem - 4.0 * ((p[1] - SLEEVE) / 18.0).clamp(0.0, 1.0);
        let d = (p[0] * p[0] + ((p[2] - 31.0) * 1.35).powi(2)).sqrt() - radius;
        (d * 0.7).max((p[1] - CUFF) * 0.7)
    }

    pub(super) fn distance(&self, p: V) -> f32 {
        let skin = if !self.bare && p[1] < CUFF - 25.0 { f32::MAX } else { self.skin(p) };
        if p[1] > CUFF + 60.0 { skin } else { skin.min(self.sleeve(p)) }
    }

    pub(super) fn normal(&self, p: V) -> V {
        let e = 0.35;
        let k = [[1.0, -1.0, -1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, 1.0, 1.0]];
        unit(k.iter().fold([0.0; 3], |sum, d| add(sum, *d, self.distance(add(p, *d, e)))))
    }
}
