use super::least_squares::minimise;
use super::{CalibrationError, Lens, RESIDUAL_LIMIT_MM, View};
use crate::geometry::{Homography, Image, Point, Quad, Table};
use nalgebra::DVector;

/// Width and height of a poker card, in millimetres.
pub const CARD_MM: (f64, f64) = (63.0, 88.0);
/// Rounds of the solver after each card that is added, and at the end.
const ROUNDS: (usize, usize) = (8, 60);

/// A view whose plane is taken from cards alone. Where the table's origin lies, and how it is turned, is a matter of choice.
#[derive(Debug, Clone, PartialEq)]
pub struct CardsFit {
    /// The view. The table's x axis runs to the right in the middle of the picture, where the mat's centre is put.
    pub view: View,
    /// How far the corners of the cards used miss their rectangles, root mean square in millimetres.
    pub residual_mm: f64,
    /// For each card given, whether it was used; the others contradict them.
    pub used: Vec<bool>,
}

/// The plane on which every quad is a card of the given size, and the mat's centre lies in the middle of the picture.
///
/// One card fixes the plane, badly far from itself; several apart fix it well. Cards that contradict the rest are left out.
///
/// # Errors
/// When there is no convex quad, or no plane makes cards of them.
pub fn fit_cards(
    cards: &[Quad<Image>],
    card_mm: (f64, f64),
    mat_mm: (f64, f64),
    (width, height): (u32, u32),
    lens: Option<Lens>,
) -> Result<CardsFit, CalibrationError> {
    let ideal: Vec<Quad<Image>> = cards.iter().map(|q| q.map(|p| lens.map_or(p, |l| l.undistort(p)))).collect();
    let mut used: Vec<usize> = (0..ideal.len()).filter(|&i| ideal.get(i).is_some_and(Quad::is_convex)).collect();
    let scale = f64::from(width.max(height));
    let (plane, residual_mm) = loop {
        let quads: Vec<Quad<Image>> = used.iter().filter_map(|&i| ideal.get(i).copied()).collect();
        let plane = plane_of(&quads, card_mm, scale)?;
        let misses: Vec<f64> = quads.iter().map(|q| miss(&plane.apply_quad(q), card_mm)).collect();
        let residual_mm = (misses.iter().map(|m| m * m).sum::<f64>() / misses.len() as f64).sqrt();
        let worst = misses.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, m)| (i, *m));
        match worst {
            Some((i, miss)) if miss > RESIDUAL_LIMIT_MM && used.len() > 2 => {
                used.remove(i);
            }
            Some((_, miss)) if miss > RESIDUAL_LIMIT_MM => {
                let advice = "lay a few cards of one size flat and apart, and none half covered";
                return Err(CalibrationError::Disagree { what: "the cards".into(), residual_mm, limit_mm: RESIDUAL_LIMIT_MM, advice });
            }
            _ => break (plane, residual_mm),
        }
    };
    let middle = Point::new(f64::from(width) / 2.0, f64::from(height) / 2.0);
    let placed = place(&plane, middle, (mat_mm.0 / 2.0, mat_mm.1 / 2.0))?;
    let used = (0..cards.len()).map(|i| used.contains(&i)).collect();
    Ok(CardsFit { view: View::new(lens, placed)?, residual_mm, used })
}

fn rectangle((width, height): (f64, f64)) -> Quad<Table> {
    Quad::placed(Point::new(0.0, 0.0), width, height, 0.0)
}

/// The plane with the first corner of the largest card's frame as its own frame.
fn plane_of(quads: &[Quad<Image>], card_mm: (f64, f64), scale: f64) -> Result<Homography<Table, Image>, CalibrationError> {
    let mut left: Vec<Quad<Image>> = quads.to_vec();
    left.sort_by(|a, b| b.area().total_cmp(&a.area()));
    if left.is_empty() {
        return Err(CalibrationError::NoCards);
    }
    let mut taken = vec![left.remove(0)];
    let mut plane: Homography<Table, Image> =
        Homography::between(&taken.iter().copied().next().ok_or(CalibrationError::NoCards)?, &rectangle(card_mm))?;
    while !left.is_empty() {
        // From near to far: what is known reaches a little further each time.
        let distance = |q: &Quad<Image>| taken.iter().map(|t| t.centre().distance(q.centre())).fold(f64::INFINITY, f64::min);
        let next = left.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).map_or(0, |(i, _)| i);
        taken.push(left.remove(next));
        let rounds = if left.is_empty() { ROUNDS.1 } else { ROUNDS.0 };
        plane = refine(&plane, &taken, card_mm, scale, rounds)?;
    }
    Ok(plane)
}

/// Adjusts the plane and the place of every card but the first until the cards' corners are seen where they are.
fn refine(
    plane: &Homography<Table, Image>,
    quads: &[Quad<Image>],
    card_mm: (f64, f64),
    scale: f64,
    rounds: usize,
) -> Result<Homography<Table, Image>, CalibrationError> {
    let shape = rectangle(card_mm);
    let mut start: Vec<f64> = plane.inverse()?.rows().concat().into_iter().take(8).collect();
    for quad in quads.iter().skip(1) {
        let (centre, turn) = pose(&plane.apply_quad(quad));
        start.extend([centre.x, centre.y, turn]);
    }
    let image_from = |p: &DVector<f64>| {
        let rows = [[p[0], p[1], p[2]], [p[3], p[4], p[5]], [p[6], p[7], 1.0]];
        Homography::<Image, Table>::try_from(rows)
    };
    let residuals = |p: &DVector<f64>| {
        let Ok(image_from_table) = image_from(p) else { return DVector::from_element(8 * quads.len(), f64::NAN) };
        let misses = quads.iter().enumerate().flat_map(|(i, quad)| {
            let placed = match i.checked_sub(1).map(|k| 8 + 3 * k) {
                Some(k) => Quad::placed(Point::new(p[k], p[k + 1]), card_mm.0, card_mm.1, p[k + 2]),
                None => shape,
            };
            let seen = image_from_table.apply_quad(&placed);
            (0..4).flat_map(move |c| {
                let off = seen.corners[c] - quad.corners[c];
                [off.x, off.y]
            })
        });
        DVector::from_iterator(8 * quads.len(), misses)
    };
    // Differences that each move a far corner by about a thousandth of a pixel to a hundredth.
    let steps = start.iter().enumerate().map(|(k, v)| match k {
        0 | 1 | 3 | 4 => 1e-5,
        2 | 5 => 1e-3,
        6 | 7 => 1e-5 / scale,
        _ if (k - 8) % 3 == 2 => 1e-5,
        _ => 1e-3 * v.abs().clamp(1.0, 10.0),
    });
    let steps = DVector::from_iterator(start.len(), steps);
    let found = minimise(DVector::from_vec(start), &steps, rounds, residuals);
    Ok(image_from(&found)?.inverse()?)
}

/// Where a card lies that looks like this quad: its centre and clockwise turn.
fn pose(quad: &Quad<Table>) -> (Point<Table>, f64) {
    let [a, b, c, d] = quad.corners;
    let across = b + c - a - d;
    // Both axes vote, the second turned back by a quarter.
    let down = c + d - a - b;
    let along = Point::<Table>::new(across.x + down.y, across.y - down.x);
    (quad.centre(), along.y.atan2(along.x))
}

/// How far the corners of a quad are from a card that lies as well as possible, root mean square in millimetres.
fn miss(quad: &Quad<Table>, card_mm: (f64, f64)) -> f64 {
    let (centre, turn) = pose(quad);
    let card = Quad::placed(centre, card_mm.0, card_mm.1, turn);
    let squares = quad.corners.into_iter().zip(card.corners).map(|(p, q)| p.distance(q).powi(2));
    (squares.sum::<f64>() / 4.0).sqrt()
}

/// Turns and shifts the plane's frame: the pixel `middle` lands on `centre`, with x to the right there.
fn place(plane: &Homography<Table, Image>, middle: Point<Image>, centre: (f64, f64)) -> Result<Homography<Table, Image>, CalibrationError> {
    let at = plane.apply(middle);
    let right = plane.apply(middle + Point::new(1.0, 0.0)) - at;
    let (cos, sin) = (right.x / right.length(), right.y / right.length());
    let rows = [[cos, sin, centre.0 - cos * at.x - sin * at.y], [-sin, cos, centre.1 + sin * at.x - cos * at.y], [0.0, 0.0, 1.0]];
    Ok(Homography::<Table, Table>::try_from(rows)?.after(plane)?)
}
