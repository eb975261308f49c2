//! Fanned stacks: copies of one design, each covering all of the one below it but for a strip.
//!
//! A strip is a fifth of a card, too little to be found or read for certain. But once the top of a stack is named, what a copy
//! below it shows is known to the pixel: the top's own title once more, a little shifted and turned. So copies are told by matching
//! the title (normalised cross-correlation), not by reading.

use super::rectify::{Crop, crop_quad, picture_from_crop};
use super::{FoundCard, RecognizerError, pixels};
use crate::calibration::CARD_MM;
use crate::cards::{CardId, Face};
use crate::geometry::{Homography, Image, Point, Quad};
use image::RgbImage;
use opencv::core::{BORDER_REPLICATE, Mat, Point2f, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;
use std::ops::RangeInclusive;

/// Copies looked for below one card.
const MOST_COPIES: usize = 8;
/// Outlines that share more are one card; neighbours in a fan share about 0.63.
const SAME_IOU: f64 = 0.75;
/// Outlines of a copy, found and told by its title, share at least this.
const SAME_COPY_IOU: f64 = 0.5;
/// Resolution at which titles are matched, in pixels a millimetre.
const SCALE: f64 = 3.0;
/// What is looked at around the middle of a card's top edge: this far to either side, above and below, in millimetres.
const AROUND_MM: (f64, f64, f64) = (43.5, 32.0, 16.0);
/// Parts of the title that are matched: their middles below the top edge, since outlines are not exact; half their width and height.
/// In millimetres.
const DEPTHS_MM: [f64; 3] = [5.0, 7.0, 9.0];
const TITLE_MM: (f64, f64) = (26.0, 3.5);
/// How much of a covered copy shows, in millimetres.
const SHOWN_MM: RangeInclusive<f64> = 11.0..=28.0;
/// How far to the side a copy may lie, in millimetres.
const ASIDE_MM: f64 = 9.0;
/// Angles by which copies may be turned against each other, in degrees: from the first to the last in steps.
const TURNS_DEG: (f64, f64, f64) = (-6.0, 6.0, 1.5);
/// Correlation from which a title is the same: in 18 rendered photos, 0.97 or more at 26 copies with outlines off by up to 2% of
/// the card's height, and 0.76 or less above some hundred single cards.
const ALIKE: f32 = 0.83;

/// The found cards with the copies that they cover, and without named ones that the pixels contradict. Only what is `fanned` lies
/// in stacks of copies.
///
/// # Errors
/// When OpenCV refuses.
pub fn with_copies(found: Vec<FoundCard>, picture: &RgbImage, fanned: impl Fn(&CardId) -> bool) -> Result<Vec<FoundCard>, RecognizerError> {
    let (covered, tops): (Vec<_>, Vec<_>) = {
        let stacked = |card: &FoundCard| card.identity.card().is_some_and(&fanned);
        found.iter().cloned().partition(|card| stacked(card) && found.iter().any(|other| covers(other, card)))
    };
    let mut all = tops.clone();
    for top in tops.iter().filter(|card| card.face == Face::Up && card.identity.card().is_some_and(&fanned)) {
        let mut above = top.clone();
        for _ in 0..MOST_COPIES {
            let Some(copy) = copy_below(&above, picture)?.filter(|copy| is_inside(copy, picture)) else { break };
            // What could not be read there, or was read as something else, is this copy.
            all.retain(|card| {
                tops.iter().any(|top| top == card && top.identity.card().is_some()) || is_free(&copy.quad, [card].into_iter())
            });
            all.push(copy.clone());
            above = copy;
        }
    }
    // A copy that was found and not borne out is kept where a second card lies on it, so that its title cannot be judged.
    for card in covered {
        let doubted = tops.iter().filter(|top| top.quad.iou(&card.quad) > 0.1).count() > 1;
        if doubted && is_free(&card.quad, all.iter()) {
            all.push(card);
        }
    }
    Ok(all)
}

/// Those of the `asked` that bear the name of the card on them and do not show its title: they were read off that card.
///
/// # Errors
/// When OpenCV refuses.
pub fn misread(asked: &[FoundCard], found: &[FoundCard], picture: &RgbImage) -> Result<Vec<FoundCard>, RecognizerError> {
    let mut misread = Vec::new();
    for card in asked {
        let distance = |over: &&FoundCard| over.quad.centre().distance(card.quad.centre());
        let over = found.iter().filter(|over| covers(over, card)).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(over) = over else { continue };
        if copy_below(over, picture)?.is_none_or(|copy| copy.quad.iou(&card.quad) < SAME_COPY_IOU) {
            misread.push(card.clone());
        }
    }
    Ok(misread)
}

/// Whether a card is a copy of another one that it covers all of but its strip.
fn covers(over: &FoundCard, under: &FoundCard) -> bool {
    let same =
        over.face == Face::Up && under.face == Face::Up && over.identity.card().is_some() && over.identity.card() == under.identity.card();
    if !same || over.quad.iou(&under.quad) < 0.4 {
        return false;
    }
    let up = over.quad.up();
    let step = (under.quad.centre() - over.quad.centre()).dot(up) / up.dot(up).max(1e-9);
    step > 0.08
}

/// The copy that a card covers but for its title.
fn copy_below(card: &FoundCard, picture: &RgbImage) -> Result<Option<FoundCard>, RecognizerError> {
    let Some((around, to_picture)) = around_top(card, picture)? else { return Ok(None) };
    let (side, above, _) = AROUND_MM;
    let mut best: Option<Likeness> = None;
    for depth_mm in DEPTHS_MM {
        let likeness = most_alike(&around, (side * SCALE, (above + depth_mm) * SCALE))?;
        if likeness.as_ref().is_some_and(|new| best.as_ref().is_none_or(|known| new.value > known.value)) {
            best = likeness;
        }
    }
    let Some(Likeness { value, turn, shift }) = best else { return Ok(None) };
    tracing::debug!("below {:?} at {:?}: likeness {value} at {shift:?}", card.identity.card().map(|c| c.name()), card.quad.centre());
    if value < ALIKE {
        return Ok(None);
    }
    let rows = turn.data_typed::<f64>()?;
    let [a, b, c, d, e, f] = *rows else { return Ok(None) };
    let (card_width, card_height) = (CARD_MM.0 * SCALE, CARD_MM.1 * SCALE);
    let (left, top) = (side * SCALE - card_width / 2.0, above * SCALE);
    let corners = [(left, top), (left + card_width, top), (left + card_width, top + card_height), (left, top + card_height)];
    let quad = Quad::<Crop>::new(corners.map(|(x, y)| Point::new(a * x + b * y + c + shift.0, d * x + e * y + f + shift.1)));
    let quad = to_picture.apply_quad(&quad);
    let usable = quad.corners.iter().all(|p| p.x.is_finite() && p.y.is_finite()) && quad.is_convex();
    Ok(usable.then(|| FoundCard { quad, ..card.clone() }))
}

/// How a part of a title shows once more above it.
struct Likeness {
    value: f32,
    /// Affine: turns it about its middle.
    turn: Mat,
    /// Moves it there, in pixels of [`SCALE`].
    shift: (f64, f64),
}

/// Where the part of a title around this point shows once more above it.
fn most_alike(around: &Mat, middle: (f64, f64)) -> opencv::Result<Option<Likeness>> {
    let (width, height) = (TITLE_MM.0 * SCALE, TITLE_MM.1 * SCALE);
    let cut = |of: &Mat, left: f64, top: f64, right: f64, bottom: f64| {
        let [x, y, to_x, to_y] = [left, top, right, bottom].map(|v| v as i32);
        Mat::roi(of, Rect::new(x, y, to_x - x, to_y - y)).and_then(|cut| cut.try_clone())
    };
    let (from_x, from_y) = (middle.0 - width - ASIDE_MM * SCALE, middle.1 - height - SHOWN_MM.end() * SCALE);
    let (to_x, to_y) = (middle.0 + width + ASIDE_MM * SCALE, middle.1 + height - SHOWN_MM.start() * SCALE);
    let search = cut(around, from_x, from_y, to_x, to_y)?;
    let mut best: Option<Likeness> = None;
    let (first, last, step) = TURNS_DEG;
    for k in 0..=((last - first) / step).round() as u32 {
        let turn = imgproc::get_rotation_matrix_2d(Point2f::new(middle.0 as f32, middle.1 as f32), first + f64::from(k) * step, 1.0)?;
        let mut turned = Mat::default();
        imgproc::warp_affine(around, &mut turned, &turn, around.size()?, imgproc::INTER_LINEAR, BORDER_REPLICATE, Scalar::default())?;
        let title = cut(&turned, middle.0 - width, middle.1 - height, middle.0 + width, middle.1 + height)?;
        let mut likeness = Mat::default();
        imgproc::match_template(&search, &title, &mut likeness, imgproc::TM_CCOEFF_NORMED, &opencv::core::no_array())?;
        let (columns, values) = (likeness.cols() as usize, likeness.data_typed::<f32>()?);
        let top = values.iter().copied().enumerate().filter(|(_, v)| v.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((index, value)) = top.filter(|(_, value)| best.as_ref().is_none_or(|known| *value > known.value)) {
            let (x, y) = ((index % columns) as f64 + from_x.trunc(), (index / columns) as f64 + from_y.trunc());
            best = Some(Likeness { value, turn, shift: (x - (middle.0 - width).trunc(), y - (middle.1 - height).trunc()) });
        }
    }
    Ok(best)
}

/// From pixels of [`SCALE`] around a card's top edge to the picture.
type FromAround = Homography<Image, Crop>;

/// The picture around a card's top edge, at [`SCALE`], and the way back.
fn around_top(card: &FoundCard, picture: &RgbImage) -> Result<Option<(Mat, FromAround)>, RecognizerError> {
    let Some(from_crop) = picture_from_crop(&card.quad) else { return Ok(None) };
    let here = crop_quad();
    let (mm_x, mm_y) = (here.width() / CARD_MM.0, here.height() / CARD_MM.1);
    let (side, above, below) = AROUND_MM;
    let [left, right, ..] = here.corners;
    let middle = left.lerp(right, 0.5);
    let spots = [(-side, -above), (side, -above), (side, below), (-side, below)];
    let seen: Quad<Image> =
        from_crop.apply_quad(&Quad::new(spots.map(|(x, y)| Point::<Crop>::new(middle.x + x * mm_x, middle.y + y * mm_y))));
    if !seen.is_convex() || seen.corners.iter().any(|p| !p.x.is_finite() || !p.y.is_finite()) {
        return Ok(None);
    }
    let (width, height) = (2.0 * side * SCALE, (above + below) * SCALE);
    let laid = Quad::<Crop>::new([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| Point::new(x, y)));
    let (Ok(back), Ok(there)) = (Homography::between(&laid, &seen), Homography::between(&seen, &laid)) else { return Ok(None) };
    let (mut warped, mut smooth) = (Mat::default(), Mat::default());
    let matrix = Mat::from_slice_2d(&there.rows())?;
    let size = Size::new(width as i32, height as i32);
    imgproc::warp_perspective(
        &pixels::view(picture)?,
        &mut warped,
        &matrix,
        size,
        imgproc::INTER_LINEAR,
        BORDER_REPLICATE,
        Scalar::default(),
    )?;
    imgproc::gaussian_blur_def(&warped, &mut smooth, Size::new(0, 0), 1.0)?;
    Ok(Some((smooth, back)))
}

/// Whether nothing was found at this place yet.
pub(super) fn is_free<'f>(place: &Quad<Image>, mut found: impl Iterator<Item = &'f FoundCard>) -> bool {
    found.all(|card| card.quad.iou(place) < SAME_IOU)
}

/// Whether the card's top edge is in the picture: beyond it, the border goes on and could be taken for a strip.
fn is_inside(card: &FoundCard, picture: &RgbImage) -> bool {
    let [left, right, ..] = card.quad.corners;
    let top = left.lerp(right, 0.5);
    top.x >= 0.0 && top.y >= 0.0 && top.x < f64::from(picture.width()) && top.y < f64::from(picture.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Identity;
    use image::Rgb;

    /// A print with a title of bars and a plain body, drawn as if it lay at this place; copies only show what is not covered.
    fn draw(picture: &mut RgbImage, left: u32, top: u32, seed: u32) {
        for (x, y) in (0..63).flat_map(|x| (0..88).map(move |y| (x, y))) {
            let ink = (2..10).contains(&y) && ((x / 3) * (y / 3 + 3) * (seed + 7)).wrapping_mul(2_654_435_761) >> 31 == 1;
            picture.put_pixel(left + x, top + y, if ink { Rgb([30, 40, 120]) } else { Rgb([230, 225, 210]) });
        }
    }

    fn found(left: u32, top: u32) -> FoundCard {
        let quad = Quad::placed(Point::new(f64::from(left) + 31.5, f64::from(top) + 44.0), 63.0, 88.0, 0.0);
        FoundCard { quad, face: Face::Up, identity: Identity::certain("d/a".parse().unwrap()), score: 0.9 }
    }

    #[test]
    fn a_covered_card_named_like_its_cover_without_its_title_was_read_off_the_cover() {
        for (below, is_misread) in [(7, false), (3, true)] {
            let mut picture = RgbImage::from_pixel(300, 300, Rgb([60, 110, 80]));
            draw(&mut picture, 100, 80, below);
            draw(&mut picture, 100, 100, 7);
            let (under, over) = (found(100, 80), found(100, 100));
            let misread = misread(std::slice::from_ref(&under), &[over, under.clone()], &picture).unwrap();
            assert_eq!(misread == [under], is_misread, "print {below} below");
        }
    }

    #[test]
    fn each_copy_below_a_top_is_told_by_its_strip() {
        let mut picture = RgbImage::from_pixel(300, 300, Rgb([60, 110, 80]));
        for top in [100, 116, 134] {
            draw(&mut picture, 100, top, 7);
        }
        let all = with_copies(vec![found(100, 134)], &picture, |_| true).unwrap();
        let mut tops: Vec<f64> = all.iter().map(|card| card.quad.corners[0].y).collect();
        tops.sort_by(f64::total_cmp);
        assert_eq!(tops.len(), 3, "{tops:?}");
        assert!(tops.iter().zip([100.0, 116.0, 134.0]).all(|(a, b)| (a - b).abs() < 1.5), "{tops:?}");
    }

    #[test]
    fn another_print_above_a_card_is_no_copy_and_neither_is_the_mat() {
        let mut picture = RgbImage::from_pixel(300, 300, Rgb([60, 110, 80]));
        draw(&mut picture, 100, 116, 3);
        draw(&mut picture, 100, 134, 9);
        assert_eq!(with_copies(vec![found(100, 134)], &picture, |_| true).unwrap().len(), 1);
    }

    #[test]
    fn a_copy_that_was_read_where_only_the_mat_shows_is_dropped() {
        let mut picture = RgbImage::from_pixel(300, 300, Rgb([60, 110, 80]));
        draw(&mut picture, 100, 134, 7);
        assert_eq!(with_copies(vec![found(100, 134), found(100, 116)], &picture, |_| true).unwrap(), [found(100, 134)]);
    }
}
