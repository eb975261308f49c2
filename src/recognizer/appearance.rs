//! What a crop looks like, cell by cell: beside the learnt embedding, which forgives much, this tells printed faces apart that
//! differ in colour or in where their shapes stand. It only helps where crops are well aligned.

use super::{CROP_HEIGHT, CROP_WIDTH};
use image::RgbImage;

/// Side of a cell in crop pixels.
const CELL: u32 = 8;
const COLUMNS: u32 = CROP_WIDTH / CELL;
const ROWS: u32 = CROP_HEIGHT / CELL;
/// Numbers that tell an appearance.
pub(super) const APPEARANCE: usize = (COLUMNS * ROWS * 3) as usize;

/// The mean colour of each cell, row by row, each channel made free of the light's level and all of its strength; unit length.
pub(super) fn appearance(crop: &RgbImage) -> Vec<f32> {
    let mut cells = vec![0.0_f32; APPEARANCE];
    for (x, y, pixel) in crop.enumerate_pixels() {
        let (column, row) = (x / CELL, y / CELL);
        if column >= COLUMNS || row >= ROWS {
            continue;
        }
        for (channel, value) in pixel.0.into_iter().enumerate() {
            if let Some(cell) = cells.get_mut((row * COLUMNS + column) as usize * 3 + channel) {
                *cell += f32::from(value);
            }
        }
    }
    let cell_count = (COLUMNS * ROWS) as f32;
    for channel in 0..3 {
        let mean = cells.iter().skip(channel).step_by(3).sum::<f32>() / cell_count;
        cells.iter_mut().skip(channel).step_by(3).for_each(|value| *value -= mean);
    }
    let length = cells.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
    cells.iter_mut().for_each(|value| *value /= length);
    cells
}

/// The appearance of the same crop turned by half a turn.
pub(super) fn half_turned(appearance: &[f32]) -> Vec<f32> {
    appearance.chunks(3).rev().flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn light_changes_nothing_and_turning_twice_gives_back() {
        let crop = RgbImage::from_fn(CROP_WIDTH, CROP_HEIGHT, |x, y| Rgb([(x % 90) as u8, (y % 80) as u8, ((x + y) % 70) as u8]));
        let brighter = RgbImage::from_fn(CROP_WIDTH, CROP_HEIGHT, |x, y| Rgb(crop.get_pixel(x, y).0.map(|v| v * 2 + 20)));
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let look = appearance(&crop);
        assert!(dot(&look, &appearance(&brighter)) > 0.999);
        assert!((dot(&look, &half_turned(&half_turned(&look))) - 1.0).abs() < 1e-4);
        assert!(dot(&look, &half_turned(&look)) < 0.9);
    }
}
