//! A card's picture: a silhouette before a scene, or what the deck's maker brought.

use super::motif::{Colours, Motif};
use crate::games::arrow::Face;
use crate::print::PrintError;
use crate::print::emblem::Emblem;
use crate::print::palette::{EMBLEMS, Pair};
use crate::print::svg::Svg;
use image::ImageFormat;
use std::io::Cursor;

/// Longest side at which a picture that was brought is kept, in pixels: enough at 300 dots an inch.
const MOST_SIDE_PX: u32 = 800;

/// A picture that takes the place of the drawn one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// As SVG holds it.
    data_uri: String,
}

impl Picture {
    /// Reads a PNG, JPEG or WebP file's bytes.
    ///
    /// # Errors
    /// When they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, PrintError> {
        let wrong = |error: image::ImageError| PrintError::Picture(error.to_string());
        let mut picture = image::load_from_memory(bytes).map_err(wrong)?;
        if picture.width().max(picture.height()) > MOST_SIDE_PX {
            picture = picture.resize(MOST_SIDE_PX, MOST_SIDE_PX, image::imageops::FilterType::Triangle);
        }
        let mut png = Vec::new();
        picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).map_err(wrong)?;
        Ok(Self { data_uri: format!("data:image/png;base64,{}", base64(&png)) })
    }

    /// Fills a rectangle; what is too long is cut off evenly.
    pub(super) fn draw(&self, svg: &mut Svg, [x, y, w, h]: [f64; 4]) {
        let uri = &self.data_uri;
        svg.raw(format_args!(r#"<image x="{x}" y="{y}" width="{w}" height="{h}" preserveAspectRatio="xMidYMid slice" href="{uri}"/>"#));
    }
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |k: usize| u32::from(chunk.get(k).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

/// What lies behind a silhouette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scene {
    Sea,
    Hills,
    Planks,
    Stars,
    Bunting,
    Rays,
}

impl Scene {
    /// By what kind of thing the card shows; else by its place.
    fn of(face: &Face, place: usize) -> Self {
        let is = |words: &[&str]| face.types.iter().any(|kind| words.contains(&kind.as_ref()));
        if is(&["Boat", "Sea", "Sailor", "Cargo"]) {
            Self::Sea
        } else if is(&["Beast", "Bird"]) {
            Self::Hills
        } else if is(&["Tool", "Maker", "Plan"]) {
            Self::Planks
        } else if is(&["Weather"]) {
            Self::Stars
        } else if is(&["Fair", "Folk"]) {
            Self::Bunting
        } else if is(&["Machine", "Toy", "Gear"]) {
            Self::Rays
        } else {
            [Self::Rays, Self::Hills, Self::Stars, Self::Planks, Self::Sea, Self::Bunting][place % 6]
        }
    }
}

/// Draws the picture of the design at this place of a deck into a rectangle.
pub(super) fn draw(svg: &mut Svg, face: &Face, place: usize, [x, y, w, h]: [f64; 4]) {
    // 3 and 8 share no factor, so neighbours run through all colours; light and dark take turns after them.
    let Pair { dark, light, accent } = EMBLEMS[3 * place % EMBLEMS.len()];
    let bright = (place + place / EMBLEMS.len()).is_multiple_of(2);
    let (field, ink) = if bright { (light, dark) } else { (dark, light) };
    svg.rect([x, y, w, h], 0.0, &format!(r#"fill="{field}""#));
    scene(svg, Scene::of(face, place), [x, y, w, h], ink);
    let centre = [x + w / 2.0, y + h / 2.0];
    let side = (h - 2.0).min(w - 4.0);
    match Motif::of(&face.name) {
        Some(motif) => motif.draw(svg, centre, side, Colours { ink, accent, field }),
        None => Emblem::of(0, place).draw(svg, centre, side / 2.0),
    }
}

/// Faint, so that the silhouette stands out.
fn scene(svg: &mut Svg, scene: Scene, [x, y, w, h]: [f64; 4], ink: &str) {
    let fill = |opacity: f64| format!(r#"fill="{ink}" fill-opacity="{opacity}""#);
    let pen = |width: f64| format!(r#"stroke="{ink}" stroke-opacity="0.22" stroke-width="{width}""#);
    match scene {
        Scene::Sea => {
            for row in 0..3 {
                let level = y + h * (0.62 + 0.15 * f64::from(row));
                let wave =
                    (0..=48).map(|k| f64::from(k) / 48.0).map(|t| [x + w * t, level + 0.9 * (t * 40.0 + f64::from(row) * 2.0).sin()]);
                svg.polygon(wave.chain([[x + w, y + h], [x, y + h]]), &fill(0.12));
            }
            svg.circle([x + 0.84 * w, y + 0.22 * h], 0.11 * h, &fill(0.3));
        }
        Scene::Hills => {
            svg.circle([x + 0.08 * w, y + 1.05 * h], 0.48 * h, &fill(0.14));
            svg.circle([x + 0.5 * w, y + 1.3 * h], 0.62 * h, &fill(0.14));
            svg.circle([x + 0.95 * w, y + 1.1 * h], 0.6 * h, &fill(0.14));
        }
        Scene::Planks => {
            let rows = (h / 6.5).round().max(2.0);
            for row in 0..rows as usize {
                let top = y + h * row as f64 / rows;
                svg.line([[x, top], [x + w, top]], &pen(0.5));
                let joint = x + w * if row.is_multiple_of(2) { 0.14 } else { 0.86 };
                svg.line([[joint, top], [joint, top + h / rows]], &pen(0.5));
            }
        }
        Scene::Stars => {
            for k in 0..28_u32 {
                // Steps by the golden ratio spread evenly.
                let at = |share: f64| (f64::from(k) * share).fract();
                svg.circle([x + w * at(0.618_034), y + h * at(0.754_878)], 0.35 + 0.5 * at(0.414), &fill(0.4));
            }
        }
        Scene::Bunting => {
            let flags = 9;
            for k in 0..flags {
                let at = |k: i32| x + w * f64::from(k) / f64::from(flags);
                svg.polygon(
                    [[at(k), y], [at(k + 1), y], [(at(k) + at(k + 1)) / 2.0, y + 5.0]],
                    &fill(if k % 2 == 0 { 0.35 } else { 0.15 }),
                );
            }
            svg.rect([x, y + 0.86 * h, w, 0.14 * h], 0.0, &fill(0.14));
        }
        Scene::Rays => {
            let centre = [x + w / 2.0, y + h / 2.0];
            for k in 0..12 {
                let ray = |k: f64| {
                    let angle = std::f64::consts::TAU * k / 24.0;
                    [centre[0] + w * angle.sin(), centre[1] - w * angle.cos()]
                };
                svg.polygon([centre, ray(2.0 * f64::from(k)), ray(2.0 * f64::from(k) + 1.0)], &fill(0.12));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_rfc_4648_says() {
        let known = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (n, text) in known.iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..n]), *text);
        }
    }

    #[test]
    fn what_is_no_picture_is_refused_and_large_ones_shrink() {
        assert!(matches!(Picture::read(b"no picture"), Err(PrintError::Picture(_))));
        let mut png = Vec::new();
        image::RgbImage::new(1600, 20).write_to(&mut Cursor::new(&mut png), ImageFormat::Png).unwrap();
        assert!(Picture::read(&png).unwrap().data_uri.len() < 2000);
    }
}
