//! Pictures as the networks of cards take them: bytes, in blocks of two by two pixels (space to depth). Light is taken out of small ones before, which
//! is a table of 256 values here and would be three passes over every pixel there.

use image::RgbImage;

/// Bytes of a pixel.
pub(super) const RGB: usize = 3;
/// Bytes of a block: its upper left pixel, the upper right one, then the lower two.
pub(super) const BLOCK: usize = 4 * RGB;

/// A byte for each byte.
type Relit = [u8; 256];

/// Contrasts are taken for this much larger than they are, so that noise is not made a picture: parts of the whole range.
const CROP_FLOOR: f64 = 0.02;
const WINDOW_FLOOR: f64 = 0.005;

/// Appends a picture as it is; both sides are even.
pub(super) fn append(rgb: &[u8], width: usize, blocks: &mut Vec<u8>) {
    append_pixels::<{ 2 * RGB }>(rgb, width, blocks);
}

/// Appends a picture freed of its light.
pub(super) fn append_relit(picture: &RgbImage, blocks: &mut Vec<u8>) {
    let relit = relit(picture.as_raw(), CROP_FLOOR);
    let pixels: Vec<u8> = picture.as_raw().iter().map(|&value| relit[usize::from(value)]).collect();
    append(&pixels, picture.width() as usize, blocks);
}

/// Appends a picture freed of its light, each of its pixels followed by the same freed of the light of the middle, half as wide and high.
pub(super) fn append_twice_relit(picture: &RgbImage, blocks: &mut Vec<u8>) {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let rows = picture.as_raw().chunks_exact(RGB * width).skip(height / 4).take(height / 2);
    let middle: Vec<u8> = rows.flat_map(|row| row.iter().skip(RGB * (width / 4)).take(RGB * (width / 2))).copied().collect();
    let lights = [relit(picture.as_raw(), WINDOW_FLOOR), relit(&middle, WINDOW_FLOOR)];
    let mut pixels = Vec::with_capacity(2 * picture.as_raw().len());
    for pixel in picture.as_raw().as_chunks::<RGB>().0 {
        lights.iter().for_each(|relit| pixels.extend(pixel.map(|value| relit[usize::from(value)])));
    }
    append_pixels::<{ 4 * RGB }>(&pixels, width, blocks);
}

/// Appends pixels in blocks, `width` of them a row; two of them are `PAIR` bytes.
fn append_pixels<const PAIR: usize>(pixels: &[u8], width: usize, blocks: &mut Vec<u8>) {
    let start = blocks.len();
    blocks.resize(start + pixels.len(), 0);
    let (_, fresh) = blocks.split_at_mut(start);
    let row = width * PAIR / 2;
    for (rows, out) in pixels.chunks_exact(2 * row).zip(fresh.chunks_exact_mut(2 * row)) {
        let (upper, lower) = rows.split_at(row);
        let pairs = upper.as_chunks::<PAIR>().0.iter().zip(lower.as_chunks::<PAIR>().0);
        for (block, (upper, lower)) in out.as_chunks_mut::<PAIR>().0.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
            *block = [*upper, *lower];
        }
    }
}

/// What brings these values to mean 0 and a contrast of .3, as bytes around 128 that reach to ±1.5.
fn relit(values: &[u8], floor: f64) -> Relit {
    const MIDDLE: f64 = 128.0;
    const STEPS: f64 = 127.0 / 1.5;
    const CONTRAST: f64 = 0.3;
    let count = values.len().max(1) as f64;
    let (sum, squares) =
        values.iter().fold((0_u64, 0_u64), |(sum, squares), &v| (sum + u64::from(v), squares + u64::from(v) * u64::from(v)));
    let mean = sum as f64 / count;
    let deviation = (squares as f64 / count - mean * mean).max(0.0).sqrt();
    let step = STEPS * CONTRAST / (deviation + 255.0 * floor);
    std::array::from_fn(|value| ((value as f64 - mean) * step + MIDDLE).round().clamp(1.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Four by two pixels, each named by its red.
    fn numbered() -> RgbImage {
        RgbImage::from_fn(4, 2, |x, y| Rgb([(4 * y + x) as u8, 100, 200]))
    }

    #[test]
    fn blocks_hold_two_pixels_of_each_row_and_follow_what_was_there() {
        let mut blocks = vec![9];
        append(numbered().as_raw(), 4, &mut blocks);
        assert_eq!(blocks.len(), 1 + 2 * BLOCK);
        let reds: Vec<u8> = blocks[1..].chunks(RGB).map(|pixel| pixel[0]).collect();
        assert_eq!(reds, [0, 1, 4, 5, 2, 3, 6, 7]);
        assert!(blocks[1..].chunks(RGB).all(|pixel| pixel[1..] == [100, 200]));
    }

    #[test]
    fn the_networks_get_what_the_training_code_hands_them() {
        #[derive(serde::Deserialize)]
        struct Golden {
            fed: Fed,
        }
        #[derive(serde::Deserialize)]
        struct Fed {
            width: usize,
            pixels: Vec<u8>,
            detector: Vec<u8>,
            identifier: Vec<u8>,
            verifier: Vec<u8>,
        }
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/models/golden.json")).unwrap();
        let Golden { fed } = serde_json::from_str(&text).unwrap();
        let height = fed.pixels.len() / RGB / fed.width;
        let picture = RgbImage::from_raw(fed.width as u32, height as u32, fed.pixels.clone()).unwrap();
        let mut blocks: [Vec<u8>; 3] = Default::default();
        let [detector, identifier, verifier] = &mut blocks;
        append(&fed.pixels, fed.width, detector);
        append_relit(&picture, identifier);
        append_twice_relit(&picture, verifier);
        assert_eq!(blocks, [fed.detector, fed.identifier, fed.verifier]);
    }

    #[test]
    fn pixels_turned_about_are_the_picture_turned_by_half_a_turn() {
        let (mut blocks, mut turned) = (Vec::new(), Vec::new());
        append(numbered().as_raw(), 4, &mut blocks);
        append(image::imageops::rotate180(&numbered()).as_raw(), 4, &mut turned);
        blocks.as_chunks_mut::<RGB>().0.reverse();
        assert_eq!(blocks, turned);
    }

    #[test]
    fn the_same_picture_in_half_the_light_is_nearly_the_same_relit() {
        let bright = RgbImage::from_fn(16, 16, |x, y| Rgb([(x * 15) as u8, (y * 15) as u8, 120]));
        let mut dim = bright.clone();
        dim.iter_mut().for_each(|v| *v /= 2);
        let [bright, dim] = [bright, dim].map(|picture| {
            let mut blocks = Vec::new();
            append_relit(&picture, &mut blocks);
            blocks
        });
        let off = bright.iter().zip(&dim).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(off < 6, "{off}");
        let mean = bright.iter().map(|&v| f64::from(v)).sum::<f64>() / bright.len() as f64;
        assert!((mean - 128.0).abs() < 1.0, "{mean}");
    }

    #[test]
    fn the_middle_has_a_light_of_its_own() {
        // A dark card on a white cloth: its own light leaves its print more contrast than that of the whole.
        let card = |x: u32, y: u32| (2..6).contains(&x) && (2..6).contains(&y);
        let picture = RgbImage::from_fn(8, 8, |x, y| Rgb(if card(x, y) { [20 + 10 * (y % 2) as u8; 3] } else { [240; 3] }));
        let mut blocks = Vec::new();
        append_twice_relit(&picture, &mut blocks);
        assert_eq!(blocks.len(), 2 * 16 * BLOCK);
        let [whole, middle]: [Vec<u8>; 2] = [0, RGB].map(|at| blocks.chunks(2 * RGB).map(|pixel| pixel[at]).collect());
        // The second block of the second row of blocks, its upper left pixel and the one below.
        let contrast = |seen: &[u8]| seen[4 * 5].abs_diff(seen[4 * 5 + 2]);
        assert!(contrast(&middle) > 3 * contrast(&whole), "{} {}", contrast(&middle), contrast(&whole));
        assert_eq!(*middle.iter().max().unwrap(), 255, "what is far brighter than the card is as bright as can be");
    }
}
