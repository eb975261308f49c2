//! Faces pixel by pixel: how alike a printed face and a seen card are in their detail, whatever the light on the card.
//!
//! The detail of a picture is what each pixel has beyond the mean around it, over how much that varies there: shadows, casts and
//! glare that change slowly leave it as it is. Two pictures are as alike as their details correlate. Which of two look-alikes a card is, is
//! told by the pixels in which those two differ, and by no others.

use super::gallery::dot;
use opencv::core::{BORDER_DEFAULT, Mat, Point, Scalar, Size, ToInputArray, Vec3f};
use opencv::prelude::*;
use opencv::{core, imgproc};

/// Width and height of a face that is compared, in pixels: small words can just be told apart.
pub(super) const PORTRAIT_SIZE: (u32, u32) = (100, 140);
/// Pixels at the edge that are left out: outlines are not exact, and corners are round.
const RIM: usize = 4;
/// Side of the squares over which light is even, and contrast.
const LIGHT_PX: i32 = 25;
const CONTRAST_PX: i32 = 35;
/// Contrast below which there is only noise, in grey levels.
const NOISE: f32 = 5.0;
/// How much sharper a print can be than a card that is seen of it, as Gaussian blurs of the print, in pixels.
const BLURS_PX: [f64; 4] = [0.7, 1.2, 2.0, 3.0];
/// A likeness at which no blur makes a likely face of an unlikely one.
const STRANGE: f32 = 0.25;
/// How much paler than in print a card's detail may be seen, in light in which it nearly drowns.
const PALEST: f32 = 0.4;
/// Blur of what is seen, against its noise.
const SEEN_BLUR_PX: f64 = 0.7;

/// What is left of a picture without its light: three channels for each pixel inside the rim.
#[derive(Debug, Clone)]
pub(super) struct Detail(Vec<f32>);

impl Detail {
    /// Of a card that was seen.
    pub(super) fn seen(card: &impl ToInputArray) -> opencv::Result<Self> {
        Self::blurred(card, SEEN_BLUR_PX)
    }

    /// Of a picture of [`PORTRAIT_SIZE`], three channels of eight bits, blurred before.
    pub(super) fn blurred(picture: &impl ToInputArray, blur_px: f64) -> opencv::Result<Self> {
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(picture, &mut soft, Size::new(0, 0), blur_px)?;
        let (beyond, varies) = beyond_light(&soft)?;
        let (width, height) = (PORTRAIT_SIZE.0 as usize, PORTRAIT_SIZE.1 as usize);
        let mut detail = Vec::with_capacity(3 * (width - 2 * RIM) * (height - 2 * RIM));
        let rows = beyond.data_typed::<Vec3f>()?.chunks_exact(width).zip(varies.data_typed::<f32>()?.chunks_exact(width));
        for (pixels, varies) in rows.take(height - RIM).skip(RIM) {
            for (pixel, varies) in pixels.iter().zip(varies).take(width - RIM).skip(RIM) {
                let strength = (varies + NOISE * NOISE).sqrt();
                detail.extend(pixel.0.map(|v| v / strength));
            }
        }
        Ok(Self(detail))
    }

    /// The correlation of two details, -1..=1; 0 where one of them is blank.
    pub(super) fn likeness(&self, other: &Self) -> f32 {
        let energy = (dot(&self.0, &self.0) * dot(&other.0, &other.0)).sqrt();
        if energy > f32::EPSILON { dot(&self.0, &other.0) / energy } else { 0.0 }
    }

    /// Where this lies between two others that it may be, on the line from the one to the other: 1 at `one`, -1 at `other`, however much paler
    /// it is. `None` where they do not differ.
    pub(super) fn between(&self, one: &Self, other: &Self) -> Option<f32> {
        let middle: Vec<f32> = one.0.iter().zip(&other.0).map(|(one, other)| (one + other) / 2.0).collect();
        let strength = (dot(&self.0, &middle) / dot(&middle, &middle).max(f32::EPSILON)).clamp(PALEST, 1.0);
        let (mut along, mut apart) = (0.0, 0.0);
        for (((seen, one), other), middle) in self.0.iter().zip(&one.0).zip(&other.0).zip(&middle) {
            let difference = one - other;
            along += (seen / strength - middle) * difference;
            apart += difference * difference;
        }
        (apart > f32::EPSILON).then(|| 2.0 * along / apart)
    }
}

/// The likeness of a print to what is seen of it, and the blur that makes it most alike, in pixels; `print` is its detail when it is so blurred.
pub(super) fn most_alike(seen: &Detail, print: impl Fn(f64) -> opencv::Result<Detail>) -> opencv::Result<(f32, f64)> {
    let mut best = (f32::MIN, SEEN_BLUR_PX);
    for blur_px in BLURS_PX {
        let likeness = seen.likeness(&print(blur_px)?);
        // Blurring on helps no more once it has not helped, nor what is nothing like it.
        if likeness < best.0.max(STRANGE) {
            break;
        }
        best = (likeness, blur_px);
    }
    Ok(best)
}

/// A picture in greys, eight bits, without its light, floating.
pub(super) fn without_light(grey: &Mat) -> opencv::Result<Mat> {
    let (beyond, varies) = beyond_light(grey)?;
    let (mut above_noise, mut strength, mut even) = (Mat::default(), Mat::default(), Mat::default());
    core::add_def(&varies, &Scalar::all(f64::from(NOISE * NOISE)), &mut above_noise)?;
    core::sqrt(&above_noise, &mut strength)?;
    core::divide2_def(&beyond, &strength, &mut even)?;
    Ok(even)
}

/// What each pixel has beyond the light around it, and the mean over its channels of how its surroundings vary.
fn beyond_light(picture: &Mat) -> opencv::Result<(Mat, Mat)> {
    let (mut floating, mut light, mut beyond) = (Mat::default(), Mat::default(), Mat::default());
    let (mut squares, mut square, mut varies) = (Mat::default(), Mat::default(), Mat::default());
    picture.convert_to(&mut floating, core::CV_32F, 1.0, 0.0)?;
    box_blur(&floating, &mut light, LIGHT_PX)?;
    core::subtract_def(&floating, &light, &mut beyond)?;
    core::multiply_def(&beyond, &beyond, &mut squares)?;
    let channels = beyond.channels();
    let weights = vec![1.0 / channels as f32; channels as usize];
    core::transform(&squares, &mut square, &Mat::from_slice(&weights)?)?;
    box_blur(&square, &mut varies, CONTRAST_PX)?;
    Ok((beyond, varies))
}

fn box_blur(from: &impl ToInputArray, to: &mut Mat, side_px: i32) -> opencv::Result<()> {
    imgproc::blur(from, to, Size::new(side_px, side_px), Point::new(-1, -1), BORDER_DEFAULT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizer::pixels;
    use image::{Rgb, RgbImage};

    fn face(mark: u32) -> RgbImage {
        RgbImage::from_fn(PORTRAIT_SIZE.0, PORTRAIT_SIZE.1, |x, y| {
            let inked = (x / 9 + y / 7) % 3 == 0 || ((60..72).contains(&y) && (mark..mark + 14).contains(&x));
            Rgb(if inked { [40, 30, 90] } else { [230, 225, 210] })
        })
    }

    /// In the shade from the left.
    fn shaded(face: &RgbImage) -> RgbImage {
        RgbImage::from_fn(face.width(), face.height(), |x, y| {
            let light = 0.35 + 0.4 * f64::from(x) / f64::from(face.width());
            Rgb(face.get_pixel(x, y).0.map(|v| (f64::from(v) * light) as u8 + 20))
        })
    }

    fn seen(picture: &RgbImage) -> Detail {
        Detail::seen(&pixels::view(picture).unwrap()).unwrap()
    }

    fn alike(card: &Detail, print: &RgbImage) -> f32 {
        most_alike(card, |blur_px| Detail::blurred(&pixels::view(print)?, blur_px)).unwrap().0
    }

    #[test]
    fn light_changes_no_likeness_and_look_alikes_are_told_by_where_they_differ() {
        let (one, other) = (face(20), face(60));
        let card = seen(&shaded(&one));
        assert!(alike(&card, &one) > 0.97);
        // The other one is nearly as like as a whole.
        assert!(alike(&card, &other) > 0.8);
        assert!(card.between(&seen(&one), &seen(&other)).unwrap() > 0.8);
        assert!(card.between(&seen(&other), &seen(&one)).unwrap() < -0.8);
        assert_eq!(card.between(&seen(&one), &seen(&one)), None);
        assert!(alike(&card, &image::imageops::rotate180(&one)) < 0.7);
    }
}
