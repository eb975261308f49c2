//! Repeatable noise from integer hashes: no state, so that pixels can be made in any order.

/// A well mixed hash of two lattice coordinates and a seed.
pub(super) fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = seed ^ 0x9e37_79b9;
    for v in [x as u32, y as u32] {
        h = (h ^ v).wrapping_mul(0x85eb_ca6b);
        h ^= h >> 13;
        h = h.wrapping_mul(0xc2b2_ae35);
        h ^= h >> 16;
    }
    h
}

/// A number in 0..1 for a lattice point.
pub(super) fn unit(x: i32, y: i32, seed: u32) -> f32 {
    (hash(x, y, seed) >> 8) as f32 / (1 << 24) as f32
}

/// Smooth value noise with features about one unit wide, in 0..1.
pub(super) fn value(x: f32, y: f32, seed: u32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = (fx as i32, fy as i32);
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (smooth(x - fx), smooth(y - fy));
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let top = mix(unit(ix, iy, seed), unit(ix.wrapping_add(1), iy, seed), tx);
    let bottom = mix(unit(ix, iy.wrapping_add(1), seed), unit(ix.wrapping_add(1), iy.wrapping_add(1), seed), tx);
    mix(top, bottom, ty)
}

/// Fractal sum of `octaves` of value noise, in 0..1.
pub(super) fn fractal(x: f32, y: f32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut scale, mut total) = (0.0, 0.5, 1.0, 0.0);
    for octave in 0..octaves {
        sum += weight * value(x * scale, y * scale, seed.wrapping_add(octave * 101));
        total += weight;
        weight *= 0.5;
        scale *= 2.03;
    }
    sum / total
}

/// A table of values with a normal distribution, mean 0 and standard deviation 1.
pub(super) fn gaussian_table(length: usize, seed: u32) -> Vec<f32> {
    let pair = |i: usize| {
        let a = unit(i as i32, 1, seed).max(1e-7);
        let b = unit(i as i32, 2, seed);
        (-2.0 * a.ln()).sqrt() * (std::f32::consts::TAU * b).cos()
    };
    (0..length).map(pair).collect()
}
