//! Draws what was found onto a copy of a photo.

use crate::cards::{CardId, Face};
use crate::geometry::{Image, Point, Polygon, Quad};
use crate::print;
use crate::recognizer::FoundCard;
use crate::table::Identity;
use image::RgbImage;
use std::fmt::Write;

/// CSS pixels a millimetre: an overlay in millimetres drawn at this resolution has the photo's pixels.
const PX_PER_MM: f64 = 96.0 / 25.4;

/// The photo with every card outlined and named.
///
/// # Errors
/// When the overlay cannot be drawn.
pub(crate) fn drawn(photo: &RgbImage, found: &[FoundCard]) -> Result<RgbImage, print::PrintError> {
    let mut copy = photo.clone();
    draw_over(&mut copy, &overlay(photo.dimensions(), found))?;
    Ok(copy)
}

/// Draws an overlay over a picture; it has the picture's size, a pixel a CSS pixel.
///
/// # Errors
/// When the overlay cannot be drawn.
pub(super) fn draw_over(picture: &mut RgbImage, overlay: &str) -> Result<(), print::PrintError> {
    let overlay = print::raster(overlay, PX_PER_MM)?;
    for (pixel, over) in picture.pixels_mut().zip(overlay.pixels()) {
        let [r, g, b, a] = over.0.map(u16::from);
        for (value, ink) in pixel.0.iter_mut().zip([r, g, b]) {
            *value = ((u16::from(*value) * (255 - a) + ink * a + 127) / 255) as u8;
        }
    }
    Ok(())
}

/// The head of an overlay for a picture of this size; `</svg>` ends it.
pub(super) fn overlay_head((width, height): (u32, u32)) -> String {
    let (w, h) = (f64::from(width), f64::from(height));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" height="{}mm" viewBox="0 0 {w} {h}" font-family="DejaVu Sans" font-weight="bold">"#,
        w / PX_PER_MM,
        h / PX_PER_MM
    )
}

/// How a card is drawn: by how sure its name is, in colours that also the colour-blind tell apart.
struct Look {
    colour: &'static str,
    dashes: &'static str,
    label: String,
}

impl Look {
    fn of(card: &FoundCard) -> Self {
        match (&card.identity, card.face) {
            (Identity::Known { card, confidence, .. }, _) => {
                let colour = if *confidence >= 0.9 { "#00c389" } else { "#ffb000" };
                Self { colour, dashes: "", label: format!("{} {:.0}%", short(card), confidence * 100.0) }
            }
            (Identity::Unknown { .. }, Face::Down) => Self { colour: "#4aa3ff", dashes: "", label: "back".into() },
            (Identity::Unknown { .. }, Face::Up) => Self { colour: "#ff4d6d", dashes: "3 2", label: "unknown".into() },
        }
    }
}

/// `10♥` for a standard card, else the card's name within its deck.
pub(super) fn short(card: &CardId) -> String {
    let name = card.name();
    if card.deck() != "standard" || card.is_joker() {
        return name.into();
    }
    let mut text = name.to_owned();
    let suit = match text.pop() {
        Some('c') => '♣',
        Some('d') => '♦',
        Some('h') => '♥',
        _ => '♠',
    };
    text.push(suit);
    text
}

fn overlay((width, height): (u32, u32), found: &[FoundCard]) -> String {
    let (w, h) = (f64::from(width), f64::from(height));
    let stroke = (w.max(h) / 450.0).max(1.5);
    let mut svg = overlay_head((width, height));
    for card in found {
        outline(&mut svg, &card.quad, &Look::of(card), stroke);
    }
    let mut taken: Vec<Polygon<Image>> = Vec::new();
    for card in found {
        label(&mut svg, card, stroke, &mut taken);
    }
    svg.push_str("</svg>");
    svg
}

/// The outline on a dark edge, so that it shows on every ground.
fn outline(svg: &mut String, quad: &Quad<Image>, look: &Look, stroke: f64) {
    let points = quad.corners.iter().fold(String::new(), |mut text, p| {
        let _ = write!(text, "{:.1},{:.1} ", p.x, p.y);
        text
    });
    let dashes: String = look.dashes.split_whitespace().filter_map(|d| d.parse::<f64>().ok()).fold(String::new(), |mut text, d| {
        let _ = write!(text, "{:.1} ", d * stroke);
        text
    });
    for (colour, width, opacity) in [("#000", stroke * 2.2, 0.55), (look.colour, stroke, 1.0)] {
        let dash = if width > stroke { "" } else { dashes.as_str() };
        let _ = write!(
            svg,
            r#"<g fill="none" stroke="{colour}" stroke-width="{width:.1}" stroke-opacity="{opacity}" stroke-linejoin="round"><polygon points="{points}" stroke-dasharray="{}"/></g>"#,
            if dash.is_empty() { "none" } else { dash }
        );
    }
}

/// The name on a dark plate, upright, where no other plate is: on the upper part of the card, else lower down, else beside it.
fn label(svg: &mut String, card: &FoundCard, stroke: f64, taken: &mut Vec<Polygon<Image>>) {
    let look = Look::of(card);
    let size = (card.quad.short_side() * 0.16).clamp(stroke * 5.0, stroke * 12.0);
    // DejaVu Sans Bold averages 0.7 em a letter.
    let (w, h) = (look.label.chars().count() as f64 * size * 0.7 + size * 0.6, size * 1.45);
    let centre = card.quad.centre();
    // Towards whichever short edge is higher up in the picture.
    let up = if card.quad.up().y < 0.0 { card.quad.up() } else { card.quad.up() * -1.0 };
    let plate_at = |along: f64| {
        let at: Point<Image> = centre + up * along;
        Polygon::rectangle(at.x - w / 2.0, at.y - h / 2.0, w, h)
    };
    let free = |plate: &Polygon<Image>| taken.iter().all(|other| other.clipped_to(plate).area() < 1.0);
    let plate = [0.32, 0.0, -0.32, 0.6, -0.6].into_iter().map(plate_at).find(free).unwrap_or_else(|| plate_at(0.32));
    let at = plate.centre();
    let _ = write!(
        svg,
        r##"<rect x="{:.1}" y="{:.1}" width="{w:.1}" height="{h:.1}" rx="{:.1}" fill="#101418" fill-opacity="0.82"/><text x="{:.1}" y="{:.1}" font-size="{size:.1}" text-anchor="middle" fill="{}">{}</text>"##,
        at.x - w / 2.0,
        at.y - h / 2.0,
        size * 0.3,
        at.x,
        at.y + size * 0.36,
        look.colour,
        look.label
    );
    taken.push(plate);
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn card(identity: Identity, face: Face, x: f64) -> FoundCard {
        FoundCard { quad: Quad::placed(Point::new(x, 150.0), 120.0, 168.0, 0.1), face, identity, score: 0.9 }
    }

    #[test]
    fn the_copy_has_the_photos_size_and_ink_only_near_the_cards() {
        let photo = RgbImage::from_pixel(640, 300, Rgb([90, 60, 30]));
        let found = [
            card(Identity::Known { card: "standard/10h".parse().unwrap(), confidence: 0.97, alternatives: vec![] }, Face::Up, 120.0),
            card(Identity::UNKNOWN, Face::Up, 320.0),
        ];
        let copy = drawn(&photo, &found).unwrap();
        assert_eq!(copy.dimensions(), photo.dimensions());
        let corner = found[0].quad.corners[0];
        assert_ne!(copy.get_pixel(corner.x as u32, corner.y as u32), photo.get_pixel(0, 0));
        assert_eq!(copy.get_pixel(600, 20), photo.get_pixel(600, 20));
    }

    #[test]
    fn standard_cards_are_named_with_their_suit_sign() {
        let name = |id: &str| short(&id.parse().unwrap());
        assert_eq!([name("standard/10h"), name("standard/joker"), name("canon-nt/mark")], ["10♥", "joker", "mark"]);
    }
}
