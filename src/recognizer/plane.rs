//! The plane of the table, as the cards on it tell it: those seen whole are rectangles of one size there, and the corners of covered ones are right.
//!
//! Metric rectification by what is known of lengths and angles (Hartley and Zisserman, Multiple View Geometry, 2.7), by least squares in which what
//! does not fit counts for little (Cauchy's measure).

use super::above::Above;
use super::average::median;
use super::corner::Corner;
use super::rectangle::Shape;
use crate::calibration::{CARD_MM, minimise};
use crate::geometry::{Homography, Image, Point, Quad, Table};
use nalgebra::DVector;

/// What cards tell of the plane that they lie on.
#[derive(Default)]
pub(super) struct Witnesses {
    /// Outlines of cards that are seen whole.
    pub whole: Vec<Quad<Image>>,
    /// Outlines of covered ones, which are guessed.
    pub covered: Vec<Quad<Image>>,
    /// Corners of covered ones.
    pub corners: Vec<Corner>,
}

/// The plane, and the size that cards have on it, in its unit: about a millimetre.
pub(super) struct TablePlane {
    table_from_picture: Homography<Table, Image>,
    picture_from_table: Homography<Image, Table>,
    width: f64,
    height: f64,
}

/// Stretch and shear of the view, how it falls away to the right and down (for as much as FALL units), logarithms of a card's width and height.
type Parameters = [f64; 6];
const FALL: f64 = 400.0;
/// How far stretch and shear are from a view from above in the mean, and by how much of a picture's longer side the view falls away along it: near cards
/// more than far ones. Of width and height, the logarithm of a card's format.
const SPREAD: f64 = 0.15;
const FALLS: f64 = 0.27;
const FORMAT: (f64, f64) = (0.36, 0.06);
/// How far outlines of whole cards are off a rectangle, in parts of their size, and the sides of covered ones off theirs: these are sized by the same
/// few cards, so that they err alike, and all of them tell little more than one.
const WHOLE_OFF: f64 = 0.01;
const COVERED_OFF: f64 = 0.2;
/// A Laplace distribution's standard deviation, for its scale.
const DEVIATION: f64 = std::f64::consts::SQRT_2;

impl TablePlane {
    /// The plane of these cards in a picture whose longer side has so many pixels, `above` how it is seen where that is known about; `None` where nothing
    /// tells.
    pub(super) fn of(seen: &Witnesses, longer: f64, above: Option<&Above>) -> Option<Self> {
        /// Rounds of the solver, and what is off by more than so many deviations counts for little: at first hardly anything fits.
        const COURSE: [(usize, f64); 2] = [(8, 16.0), (24, 2.0)];
        const STEP: f64 = 1e-5;
        let view = View::of(seen, above)?;
        let falls = FALLS * FALL * view.px / longer;
        let mut found = DVector::from_vec(vec![0.0, 0.0, 0.0, 0.0, CARD_MM.0.ln(), CARD_MM.1.ln()]);
        for (rounds, fitting) in COURSE {
            let residuals = |p: &DVector<f64>| {
                let p: Parameters = std::array::from_fn(|k| p[k]);
                DVector::from_vec(view.map(&p).and_then(|map| misfits(seen, &map, &p, falls, fitting)).unwrap_or_else(|| vec![f64::NAN]))
            };
            found = minimise(found, &DVector::from_element(6, STEP), rounds, residuals);
        }
        let parameters: Parameters = std::array::from_fn(|k| found[k]);
        let table_from_picture = view.map(&parameters)?;
        let [.., width, height] = parameters.map(f64::exp);
        Some(Self { table_from_picture, picture_from_table: table_from_picture.inverse().ok()?, width, height })
    }

    /// Width and height of a card there.
    pub(super) const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// A card that lies so.
    pub(super) fn placed(&self, middle: Point<Table>, turn: f64) -> Quad<Table> {
        Quad::placed(middle, self.width, self.height, turn)
    }

    pub(super) fn place(&self, at: Point<Image>) -> Point<Table> {
        self.table_from_picture.apply(at)
    }

    pub(super) fn on_table(&self, outline: &Quad<Image>) -> Quad<Table> {
        self.table_from_picture.apply_quad(outline)
    }

    pub(super) fn in_picture(&self, card: &Quad<Table>) -> Quad<Image> {
        self.picture_from_table.apply_quad(card)
    }

    /// The card of which these corners show, the first and the opposite one; `None` where they do not tell it.
    pub(super) fn card(&self, shown: &[Option<Corner>; 2]) -> Option<Quad<Image>> {
        match shown {
            [Some(first), Some(last)] => Some(self.between(first, last)),
            [Some(first), None] => self.beside(first),
            [None, Some(last)] => self.beside(last).map(|quad| quad.half_turned()),
            [None, None] => None,
        }
    }

    /// The card with this first corner; `None` of one that is far from right on the table, so that one of its sides is another card's.
    fn beside(&self, corner: &Corner) -> Option<Quad<Image>> {
        /// So many times as far as they are off in the mean.
        const FAR: f64 = 4.0;
        let on_table = OnTable::of(corner, &self.table_from_picture);
        if on_table.skew().abs() > FAR * corner.skew_off() {
            return None;
        }
        let turn = corner.by_left() * on_table.left_turn() + (1.0 - corner.by_left()) * on_table.top_turn();
        let middle = on_table.at + turned(Point::new(0.5 * self.width, 0.5 * self.height), turn);
        Some(self.in_picture(&self.placed(middle, turn)))
    }

    /// The card with these opposite corners.
    fn between(&self, first: &Corner, last: &Corner) -> Quad<Image> {
        let [first, last] = [first, last].map(|corner| self.place(corner.at()));
        let across = last - first;
        let turn = across.y.atan2(across.x) - self.height.atan2(self.width);
        self.in_picture(&self.placed(first.lerp(last, 0.5), turn))
    }
}

/// How the picture lies before the plane is found.
struct View {
    from_picture: Homography<Image, Image>,
    middle: Point<Image>,
    px: f64,
}

impl View {
    fn of(seen: &Witnesses, above: Option<&Above>) -> Option<Self> {
        let from_picture = match above {
            Some(above) => *above.above_from_picture(),
            None => Homography::try_from([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).ok()?,
        };
        let cards: Vec<Quad<Image>> = seen.whole.iter().chain(&seen.covered).map(|quad| from_picture.apply_quad(quad)).collect();
        let [_, ..] = cards.as_slice() else { return None };
        let px = median(&mut cards.iter().map(Quad::height).collect::<Vec<_>>()) / CARD_MM.1;
        (px > f64::EPSILON).then(|| Self { from_picture, middle: Point::mean(cards.iter().map(Quad::centre)), px })
    }

    fn map(&self, [stretch, shear, right, down, ..]: &Parameters) -> Option<Homography<Table, Image>> {
        let (s, x, y) = (1.0 / self.px, self.middle.x, self.middle.y);
        let units = Homography::<Table, Image>::try_from([[s, 0.0, -s * x], [0.0, s, -s * y], [0.0, 0.0, 1.0]]).ok()?;
        let (wide, tall) = (stretch.exp(), (-stretch).exp());
        let seen = Homography::<Table, Table>::try_from([[wide, 0.0, 0.0], [*shear, tall, 0.0], [right / FALL, down / FALL, 1.0]]).ok()?;
        seen.after(&units).ok()?.after(&self.from_picture).ok()
    }
}

/// What is off by so many standard deviations, of which more than `fitting` count for little.
pub(super) fn cauchy(off: f64, fitting: f64) -> f64 {
    (fitting * (off / fitting).powi(2).ln_1p().sqrt()).copysign(off)
}

/// How far the cards are from what they should be on this plane, in standard deviations of which more than `fitting` count for little, and the plane
/// from what is likely (it may fall away by about `falls`); `None` where a card has no area there.
fn misfits(seen: &Witnesses, map: &Homography<Table, Image>, parameters: &Parameters, falls: f64, fitting: f64) -> Option<Vec<f64>> {
    let [stretch, shear, aside, below, width, height] = *parameters;
    let fits = |off: f64| cauchy(off, fitting);
    let shapes = |quads: &[Quad<Image>]| quads.iter().map(|quad| Shape::of(&map.apply_quad(quad))).collect::<Option<Vec<Shape>>>();
    let sides = |shape: &Shape| [shape.wide() - width, shape.tall() - height];
    let whole = shapes(&seen.whole)?.into_iter().flat_map(|shape| {
        let ([wide, tall], [across, along]) = (sides(&shape), shape.tapers);
        [wide, tall, shape.skew, across / DEVIATION, along / DEVIATION].map(|off| fits(off / WHOLE_OFF))
    });
    let covered = shapes(&seen.covered)?.into_iter().flat_map(|shape| sides(&shape).map(|off| fits(off / COVERED_OFF)));
    let corners = seen.corners.iter().map(|corner| {
        let on_table = OnTable::of(corner, map);
        fits(on_table.skew() / (DEVIATION * corner.skew_off()))
    });
    let likely = [stretch / SPREAD, shear / SPREAD, aside / falls, below / falls, (height - width - FORMAT.0) / FORMAT.1];
    Some(whole.chain(covered).chain(corners).chain(likely).collect())
}

/// A corner on the plane.
struct OnTable {
    at: Point<Table>,
    right: Point<Table>,
    down: Point<Table>,
}

impl OnTable {
    fn of(corner: &Corner, map: &Homography<Table, Image>) -> Self {
        /// In pixels.
        const ALONG: f64 = 10.0;
        let at = map.apply(corner.at());
        let way = |way: Point<Image>| map.apply(corner.at() + way * ALONG) - at;
        Self { at, right: way(corner.right()), down: way(corner.down()) }
    }

    /// How far the card is turned, as its top tells, in radians.
    fn top_turn(&self) -> f64 {
        self.right.y.atan2(self.right.x)
    }

    /// The same, as its left side tells: within half a turn of what the top does.
    fn left_turn(&self) -> f64 {
        let top = self.top_turn();
        let off = (-self.down.x).atan2(self.down.y) - top;
        top + off.sin().atan2(off.cos())
    }

    /// How far it is from right, in radians.
    fn skew(&self) -> f64 {
        self.left_turn() - self.top_turn()
    }
}

fn turned(p: Point<Table>, turn: f64) -> Point<Table> {
    let (sin, cos) = turn.sin_cos();
    Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGER: f64 = 1000.0;

    /// A table seen at a slant; the unit is a millimetre.
    fn picture() -> Homography<Image, Table> {
        Homography::try_from([[1.5, 0.2, 300.0], [-0.1, 1.1, 250.0], [2e-4, 6e-4, 1.0]]).unwrap()
    }

    fn card(x: f64, y: f64, turn: f64) -> Quad<Image> {
        picture().apply_quad(&Quad::placed(Point::new(x, y), 60.0, 87.0, turn))
    }

    /// A fan of cards of which an end shows, and the outlines that are guessed of them.
    fn fan() -> (Vec<Quad<Image>>, Vec<Quad<Image>>) {
        let truth: Vec<Quad<Image>> = (0..9).map(|i| card(-100.0 + 20.0 * f64::from(i), 60.0, -0.5 + 0.12 * f64::from(i))).collect();
        let guessed = |(i, quad): (usize, &Quad<Image>)| {
            let ([a, b, _, d], off) = (quad.corners, 1.0 + [0.1, -0.06, 0.02][i % 3]);
            let (right, down) = ((b - a) * off, (d - a) * (2.0 - off));
            Quad::new([a, a + right, a + right + down, a + down])
        };
        let guessed = truth.iter().enumerate().map(guessed).collect();
        (truth, guessed)
    }

    #[test]
    fn covered_cards_lie_as_those_that_are_seen_whole_say() {
        let (truth, covered) = fan();
        let corners: Vec<Corner> = truth.iter().map(|quad| Corner::first_of(quad, [0.01; 2])).collect();
        // One of the whole ones is badly outlined.
        let [a, b, c, d] = card(60.0, -80.0, 0.2).corners;
        let off = Quad::new([a, a.lerp(b, 1.3), d.lerp(c, 1.3), d]);
        let whole = vec![card(-150.0, -80.0, 0.4), card(-40.0, -90.0, 1.9), off, card(150.0, 90.0, 0.1)];
        let plane = TablePlane::of(&Witnesses { whole, covered: covered.clone(), corners: corners.clone() }, LONGER, None).unwrap();
        for ((truth, guessed), corner) in truth.iter().zip(&covered).zip(&corners) {
            let laid = plane.card(&[Some(*corner), None]).unwrap();
            assert!(laid.farthest(truth) < 1.5 && guessed.farthest(truth) > 2.0, "{laid:?} for {truth:?}");
            let last = Corner::first_of(&truth.half_turned(), [0.01; 2]);
            assert!(plane.card(&[None, Some(last)]).unwrap().farthest(truth) < 1.5);
            assert!(plane.card(&[Some(*corner), Some(last)]).unwrap().farthest(truth) < 1.5);
        }
    }

    #[test]
    fn corners_alone_tell_how_the_table_lies() {
        let (truth, covered) = fan();
        let corners: Vec<Corner> = truth.iter().map(|quad| Corner::first_of(quad, [0.01; 2])).collect();
        let skew = |plane: &TablePlane| {
            let on_table = |corner| OnTable::of(corner, &plane.table_from_picture);
            corners.iter().map(|corner| on_table(corner).skew().abs()).fold(0.0, f64::max)
        };
        let untold = TablePlane::of(&Witnesses { covered: covered.clone(), ..Witnesses::default() }, LONGER, None).unwrap();
        let told = TablePlane::of(&Witnesses { covered, corners: corners.clone(), ..Witnesses::default() }, LONGER, None).unwrap();
        assert!(skew(&told) < 0.02 && skew(&untold) > 0.05, "{} and {}", skew(&told), skew(&untold));
    }

    #[test]
    fn outlines_that_one_card_sized_do_not_outweigh_corners() {
        let turn = |i: u8| -0.9 + 0.045 * f64::from(i);
        let truth: Vec<Quad<Image>> = (0..40).map(|i| card(-150.0 + 8.0 * f64::from(i), 40.0 * turn(i).powi(2), turn(i))).collect();
        let whole = truth.last().unwrap();
        let [width, height] = [whole.width(), whole.height()];
        let guessed = |quad: &Quad<Image>| {
            let [a, b, _, d] = quad.corners;
            let (right, down) = ((b - a) * (width / b.distance(a)), (d - a) * (height / d.distance(a)));
            Quad::new([a, a + right, a + right + down, a + down])
        };
        let covered: Vec<Quad<Image>> = truth.iter().map(guessed).collect();
        let corners: Vec<Corner> = truth.iter().map(|quad| Corner::first_of(quad, [0.03; 2])).collect();
        let plane =
            TablePlane::of(&Witnesses { whole: vec![*whole], covered: covered.clone(), corners: corners.clone() }, LONGER, None).unwrap();
        let (laid, off) = (plane.card(&[Some(corners[0]), None]).unwrap().farthest(&truth[0]), covered[0].farthest(&truth[0]));
        assert!(laid < 0.7 * off, "{laid} of {off}");
    }

    #[test]
    fn a_view_that_is_known_is_kept_where_nothing_else_tells() {
        let table = Homography::<Table, Image>::try_from(picture().inverse().unwrap().rows()).unwrap();
        let above = Above::of_table(&table, (600, 500), 1.0).unwrap();
        let [truth, whole] = [card(-60.0, 0.0, 0.3), card(60.0, 20.0, 1.1)];
        let seen = Witnesses { whole: vec![whole], covered: vec![truth], ..Witnesses::default() };
        let laid = |above| {
            TablePlane::of(&seen, LONGER, above)
                .unwrap()
                .card(&[Some(Corner::first_of(&truth, [0.01; 2])), None])
                .map(|quad| quad.farthest(&truth))
        };
        assert!(laid(Some(&above)).unwrap() < 1.5, "{:?}", laid(Some(&above)));
        assert!(laid(None).is_none_or(|off| off > 3.0), "{:?}", laid(None));
    }

    #[test]
    fn no_cards_tell_nothing() {
        assert!(TablePlane::of(&Witnesses::default(), LONGER, None).is_none());
    }
}
