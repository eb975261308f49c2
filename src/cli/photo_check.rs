//! What a single photo cannot have confirmed by a second look: copies and outlines that the pixels themselves contradict.

use crate::calibration::View;
use crate::cards::Face;
use crate::geometry::{Image, Point, Polygon, Quad};
use crate::recognizer::{CROP_HEIGHT, FoundCard, crop_quad, rectify};
use image::{Luma, Pixel, RgbImage};

/// Centres of a covered copy and of the one that covers it are this far apart, in millimetres.
const STEP_MM: std::ops::Range<f64> = 8.0..32.0;
/// The part of a card that a fan lets show, in millimetres.
const STRIP_MM: f64 = 20.0;
/// Strips of two copies in one light differ by less than this on average, of 255: in rendered photos copies by up to 2.4, what lies
/// beside a single card by 11 or more.
const STRIP_DIFFERENCE: f64 = 7.0;
/// A strip is compared in this many columns and rows.
const BLOCKS: (u32, u32) = (6, 2);
/// The bare mat's brightness varies by less than this, of 255.
const BARE_DEVIATION: f64 = 12.0;
/// Points across and along a card at which it is compared with the bare mat.
const POINTS: (u32, u32) = (24, 32);

/// The cards that the pixels bear out: a copy under another shows the same strip, and what could not be read is more than bare mat.
pub(crate) fn borne_out(found: &[FoundCard], picture: &RgbImage, view: &View) -> anyhow::Result<Vec<FoundCard>> {
    let mut kept = Vec::new();
    for card in found {
        let contradicted = match (card.face, card.identity.card()) {
            (Face::Up, None) => is_bare(card, found, picture),
            (Face::Up, Some(_)) => match cover(card, found, view) {
                Some((over, step_mm)) => strips_differ(card, over, step_mm, picture)?,
                None => false,
            },
            (Face::Down, _) => false,
        };
        if contradicted {
            tracing::debug!("no card at {:?}: {:?}", card.quad.centre(), card.identity);
        } else {
            kept.push(card.clone());
        }
    }
    Ok(kept)
}

/// The copy that covers all of a card but its strip, and how far it is shifted in millimetres.
fn cover<'f>(card: &FoundCard, found: &'f [FoundCard], view: &View) -> Option<(&'f FoundCard, f64)> {
    let here = view.quad_to_table(&card.quad);
    let up = here.up();
    let length = up.dot(up).sqrt();
    let copies = found.iter().filter(|other| other.face == Face::Up && other.identity.card() == card.identity.card());
    let shifted = copies.map(|other| (other, (here.centre() - view.quad_to_table(&other.quad).centre()).dot(up) / length));
    shifted.filter(|(other, step)| STEP_MM.contains(step) && other.quad.iou(&card.quad) > 0.4).min_by(|a, b| a.1.total_cmp(&b.1))
}

fn strips_differ(card: &FoundCard, over: &FoundCard, step_mm: f64, picture: &RgbImage) -> anyhow::Result<bool> {
    let (Some(under), Some(over)) = (rectify(picture, &card.quad)?, rectify(picture, &over.quad)?) else { return Ok(false) };
    let pairs: Vec<f64> = strip(&under, step_mm).into_iter().zip(strip(&over, step_mm)).map(|(a, b)| (a - b).abs()).collect();
    Ok(pairs.iter().sum::<f64>() / pairs.len().max(1) as f64 > STRIP_DIFFERENCE)
}

/// Mean colours of the blocks of a crop's strip.
fn strip(crop: &RgbImage, step_mm: f64) -> Vec<f64> {
    let [top_left, top_right, bottom_right, _] = crop_quad().corners;
    let rows = (bottom_right.y - top_right.y) * step_mm.min(STRIP_MM) / 88.0 - 2.0;
    let (width, height) = ((top_right.x - top_left.x) * 0.88 / f64::from(BLOCKS.0), rows / f64::from(BLOCKS.1));
    let (left, top) = (top_left.x + (top_right.x - top_left.x) * 0.06, top_left.y + 1.0);
    let mut means = Vec::new();
    for (row, column) in (0..BLOCKS.1).flat_map(|row| (0..BLOCKS.0).map(move |column| (row, column))) {
        let from = (left + width * f64::from(column), top + height * f64::from(row));
        let xs = from.0 as u32..(from.0 + width) as u32;
        let ys = from.1 as u32..((from.1 + height) as u32).min(CROP_HEIGHT);
        let pixels: Vec<_> = ys.flat_map(|y| xs.clone().map(move |x| (x, y))).filter_map(|(x, y)| crop.get_pixel_checked(x, y)).collect();
        let mean = |channel: usize| {
            pixels.iter().filter_map(|p| p.channels().get(channel)).map(|v| f64::from(*v)).sum::<f64>() / pixels.len().max(1) as f64
        };
        means.extend([mean(0), mean(1), mean(2)]);
    }
    means
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
