//! What a single photo cannot have confirmed by a second look: outlines in which there is nothing but mat.

use crate::cards::Face;
use crate::geometry::{Image, Point, Polygon, Quad};
use crate::recognizer::FoundCard;
use image::{Luma, Pixel, RgbImage};

/// The bare mat's brightness varies by less than this, of 255.
const BARE_DEVIATION: f64 = 12.0;
/// Points across and along a card at which it is compared with the bare mat.
const POINTS: (u32, u32) = (24, 32);

/// The cards without those that could not be read and show no more than bare mat.
pub(crate) fn without_bare(found: &[FoundCard], picture: &RgbImage) -> Vec<FoundCard> {
    let bare = |card: &FoundCard| card.face == Face::Up && card.identity.card().is_none() && is_bare(card, found, picture);
    found.iter().filter(|card| !bare(card)).cloned().collect()
}

/// Whether an outline holds nothing but plain mat where no named card lies.
fn is_bare(card: &FoundCard, found: &[FoundCard], picture: &RgbImage) -> bool {
    // A little larger, for outlines are not exact.
    let grown = |quad: &Quad<Image>| {
        let centre = quad.centre();
        quad.map(|p| centre + (p - centre) * 1.06).polygon()
    };
    let named = found.iter().filter(|other| other.identity.card().is_some() || other.face == Face::Down);
    let named: Vec<Polygon<Image>> = named.map(|other| grown(&other.quad)).collect();
    let lies_on = |p: Point<Image>| named.iter().any(|outline| outline.contains(p));
    let points = (0..POINTS.0).flat_map(|i| (0..POINTS.1).map(move |j| (i, j)));
    let inside =
        points.map(|(i, j)| at(&card.quad, (f64::from(i) + 0.5) / f64::from(POINTS.0), (f64::from(j) + 0.5) / f64::from(POINTS.1)));
    let seen = inside.filter(|p| p.x >= 0.0 && p.y >= 0.0 && !lies_on(*p)).filter_map(|p| {
        let pixel = picture.get_pixel_checked(p.x as u32, p.y as u32)?;
        let Luma([brightness]) = pixel.to_luma();
        Some(f64::from(brightness))
    });
    let seen: Vec<f64> = seen.collect();
    let count = seen.len().max(1) as f64;
    let mean = seen.iter().sum::<f64>() / count;
    (seen.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / count).sqrt() < BARE_DEVIATION
}

/// The point at these parts of a quad's width and height.
fn at(quad: &Quad<Image>, across: f64, along: f64) -> Point<Image> {
    let [a, b, c, d] = quad.corners;
    a.lerp(b, across).lerp(d.lerp(c, across), along)
}
