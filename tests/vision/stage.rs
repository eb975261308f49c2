//! Pictures with a known truth: printed faces laid on a table by a known homography.

use image::{Rgb, RgbImage};
use kibitzer::cards::{CardId, Deck, Design, IndexSet, Rank, StandardCard, Suit, Work};
use kibitzer::geometry::{Homography, Image, Point, Quad, Table};
use kibitzer::print::{self, Variant};
use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A card's printed face, edge to edge.
pub fn printed(design: &Design<Work>, deck: &Deck<Work>, variant: Variant) -> RgbImage {
    on_white(&print::face(design, deck, variant))
}

/// A standard card's printed face with these letters, edge to edge.
pub fn standard_printed(card: StandardCard, letters: IndexSet) -> RgbImage {
    on_white(&print::standard_face(card, letters))
}

fn on_white(drawing: &str) -> RgbImage {
    let face = print::raster(drawing, 4.0).unwrap();
    RgbImage::from_fn(face.width(), face.height(), |x, y| {
        let [r, g, b, a] = face.get_pixel(x, y).0.map(u32::from);
        Rgb([r, g, b].map(|v| ((v * a + 245 * (255 - a)) / 255) as u8))
    })
}

/// A wooden table: long grain, knots of light, a little noise.
pub fn wood(width: u32, height: u32, seed: u64) -> RgbImage {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let waves: Vec<[f64; 4]> = (0..9)
        .map(|_| {
            [
                random.random_range(0.002..0.01),
                random.random_range(0.02..0.25),
                random.random_range(0.0..6.3),
                random.random_range(2.0..9.0),
            ]
        })
        .collect();
    RgbImage::from_fn(width, height, |x, y| {
        let grain: f64 = waves.iter().map(|[fx, fy, phase, size]| size * (fx * f64::from(x) + fy * f64::from(y) + phase).sin()).sum();
        let noise: f64 = random.random_range(-4.0..4.0);
        Rgb([118.0, 82.0, 52.0].map(|base: f64| (base + grain + noise).clamp(0.0, 255.0) as u8))
    })
}

/// Lays a face on the picture; `quad` is where its corners go, clockwise from its own top left.
pub fn lay(picture: &mut RgbImage, face: &RgbImage, quad: &Quad<Image>) {
    let (w, h) = (f64::from(face.width()), f64::from(face.height()));
    // The face's own pixels stand for millimetres here.
    let paper = Quad::<Table>::new([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]].map(Point::from));
    let face_from_picture = Homography::between(quad, &paper).unwrap();
    const FINE: u32 = 3;
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (mut sum, mut inside) = ([0.0; 3], 0.0);
        for sub in 0..FINE * FINE {
            let offset = |i: u32| (f64::from(i) + 0.5) / f64::from(FINE);
            let at = face_from_picture.apply(Point::new(f64::from(x) + offset(sub % FINE), f64::from(y) + offset(sub / FINE)));
            if at.x >= 0.0 && at.y >= 0.0 && at.x < w && at.y < h {
                let ink = face.get_pixel(at.x as u32, at.y as u32).0;
                sum.iter_mut().zip(ink).for_each(|(s, v)| *s += f64::from(v));
                inside += 1.0;
            }
        }
        let all = f64::from(FINE * FINE);
        for (value, sum) in pixel.0.iter_mut().zip(sum) {
            *value = ((sum + f64::from(*value) * (all - inside)) / all) as u8;
        }
    }
}

/// A camera that looks down at a slant: table millimetres to pixels, about `px_per_mm` in the middle.
pub fn slanted_camera(width: u32, height: u32, px_per_mm: f64) -> Homography<Image, Table> {
    let (w, h) = (f64::from(width) / px_per_mm, f64::from(height) / px_per_mm);
    let table = Quad::<Table>::new([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]].map(Point::from));
    let (w, h) = (f64::from(width), f64::from(height));
    let image = Quad::new([[0.06 * w, 0.05 * h], [0.94 * w, 0.03 * h], [1.03 * w, h], [-0.02 * w, 0.98 * h]].map(Point::from));
    Homography::between(&table, &image).unwrap()
}

/// A camera that leans back from the table by this angle, in radians, from looking straight down: table millimetres, from what its axis meets, to
/// pixels, `px_per_mm` there.
pub fn leaning_camera(width: u32, height: u32, px_per_mm: f64, tilt: f64) -> Homography<Image, Table> {
    let ((sin, cos), far_mm) = (tilt.sin_cos(), f64::from(width) / px_per_mm);
    let (x, y) = (0.5 * f64::from(width), 0.5 * f64::from(height));
    // What is higher in the picture is farther away.
    let nearness = -sin / far_mm;
    Homography::try_from([[px_per_mm, x * nearness, x], [0.0, px_per_mm * cos + y * nearness, y], [0.0, nearness, 1.0]]).unwrap()
}

/// A table with cards of these ranks, one suit a row, and where they lie.
pub fn laid(ranks: &[Rank], letters: IndexSet) -> (RgbImage, Vec<(CardId, Quad<Image>)>) {
    let camera = slanted_camera(1280, 900, 2.0);
    let mut picture = wood(1280, 900, 11);
    let mut truth = Vec::new();
    for (row, suit) in Suit::ALL.into_iter().enumerate() {
        for (column, rank) in ranks.iter().enumerate() {
            let card = StandardCard::Pip(*rank, suit);
            let place = Point::new(80.0 + 90.0 * column as f64, 60.0 + 108.0 * row as f64);
            let quad = camera.apply_quad(&Quad::<Table>::placed(place, 63.0, 88.0, 0.03 * (row + column) as f64));
            lay(&mut picture, &standard_printed(card, letters), &quad);
            truth.push((card.id().unwrap(), quad));
        }
    }
    (picture, truth)
}

/// A recognizer of standard cards whose court cards bear these letters.
pub fn reading(letters: IndexSet) -> Recognizer {
    Recognizer::open(&ModelFolder::find().unwrap(), Candidates::standard().unwrap().with_indices(letters)).unwrap()
}
