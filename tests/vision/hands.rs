//! Hands: in real clips from above where those are present, and in renders whose truth is known.

use kibitzer::calibration::View;
use kibitzer::geometry::{Homography, Point, Quad, Table};
use kibitzer::hands::{HandFinder, HandSettings};
use kibitzer::recognizer::{HandReader, ModelFolder};
use kibitzer::simulate::{Camera, Framing};
use kibitzer::source::{Event, Options, open};
use kibitzer::table::{Edge, Seat, SeenHand, Stamp};
use std::path::PathBuf;

/// Real recordings lie beside the project; without them these tests say so and check nothing.
fn clip(name: &str) -> Option<PathBuf> {
    let data =
        std::env::var_os("KIBITZER_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"), PathBuf::from);
    let path = data.join("hands").join(name);
    if !path.exists() {
        println!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

fn seat(index: usize) -> Seat {
    Seat::from_index(index).unwrap()
}

/// South, West, North and East of a table of this size, clockwise.
fn four_sides((w, h): (f64, f64)) -> Vec<Edge> {
    let corners = [(w, h), (0.0, h), (0.0, 0.0), (w, 0.0), (w, h)].map(|(x, y)| Point::new(x, y));
    (0..4).map(|i| Edge { seat: seat(i), from: corners[i], to: corners[i + 1] }).collect()
}

/// What the program finds hands with.
fn finder(mat_mm: (f64, f64)) -> HandFinder {
    let reader = HandReader::open(&ModelFolder::find().unwrap()).unwrap();
    HandFinder::new(mat_mm, four_sides(mat_mm), HandSettings::default()).with_fingertips(reader)
}

/// The whole picture as the table, a pixel a millimetre at 640 pixels' width.
fn whole_picture(size: (u32, u32)) -> (View, (f64, f64)) {
    let (w, h) = (640.0, 640.0 * f64::from(size.1) / f64::from(size.0));
    let scale = 640.0 / f64::from(size.0);
    let plane = Homography::try_from([[scale, 0.0, 0.0], [0.0, scale, 0.0], [0.0, 0.0, 1.0]]).unwrap();
    (View::new(None, plane).unwrap(), (w, h))
}

/// The hands of every frame of a clip.
fn hands_in(path: &std::path::Path) -> Vec<Vec<SeenHand>> {
    let mut source = open(path.to_str().unwrap(), &Options::default()).unwrap();
    let (view, mat_mm) = whole_picture(source.description().size);
    let mut finder = finder(mat_mm);
    let mut found = Vec::new();
    let mut spent = std::time::Duration::ZERO;
    while let Some(event) = source.next().unwrap() {
        if let Event::Frame(frame) = event {
            let began = std::time::Instant::now();
            found.push(finder.find(&frame.image, frame.stamp, &view, &[]).unwrap());
            spent += began.elapsed();
        }
    }
    println!("{:.1} ms a frame", spent.as_secs_f64() * 1000.0 / found.len() as f64);
    found
}

const SIDES: [&str; 4] = ["bottom", "left", "top", "right"];

fn print_table(found: &[Vec<SeenHand>]) {
    for (i, hands) in found.iter().enumerate().filter(|(_, hands)| !hands.is_empty()) {
        let each = hands.iter().map(|h| {
            let side = h.seat.map_or("nowhere", |s| SIDES[s.index()]);
            format!(
                "{side} ({:.0}, {:.0}) to ({:.0}, {:.0}), {:.0} cm², {:.2}",
                h.entry.x,
                h.entry.y,
                h.tip.x,
                h.tip.y,
                h.region.area() / 100.0,
                h.confidence
            )
        });
        println!("frame {i:3}: {}", each.collect::<Vec<_>>().join("; "));
    }
}

/// The part of some frames that shows a hand like this.
fn share(found: &[Vec<SeenHand>], frames: std::ops::RangeInclusive<usize>, like: impl Fn(&SeenHand) -> bool) -> f64 {
    let shown = found[frames.clone()].iter().filter(|hands| hands.iter().any(&like)).count();
    let part = shown as f64 / frames.clone().count() as f64;
    println!("frames {frames:?}: {:.0}%", 100.0 * part);
    part
}

#[test]
fn hands_come_over_the_right_edge_at_the_right_time() {
    let Some(path) = clip("top_down_hands.avi") else { return };
    let found = hands_in(&path);
    print_table(&found);
    assert_eq!(found.len(), 144);
    let whole = |h: &SeenHand| h.region.area() > 6000.0;
    // The first arm comes over the top right corner, so its side is not asked, nor while the third reaches along the top.
    assert!(share(&found, 34..=43, |h| whole(h) && h.entry.x > 540.0) >= 0.9);
    // In its first two frames the second is one with a body that leans against that side.
    assert!(share(&found, 46..=58, |h| whole(h) && h.seat == Some(seat(1))) >= 0.9);
    assert!(share(&found, 62..=71, |h| h.seat == Some(seat(3))) >= 0.9);
    // The third then lies along the top, and little but its shadow over the table.
    assert!(share(&found, 72..=83, |h| h.entry.x > 540.0 || h.entry.x > 350.0 && h.entry.y < 1.0) >= 0.5);
    assert!(share(&found, 88..=106, |h| whole(h) && h.seat == Some(seat(1))) >= 0.9);
    // Each reach begins when it is seen to.
    for (begins, is_right) in [(29, true), (44, false), (63, true), (88, false)] {
        // A body leans against the left edge, and reaches nowhere.
        let over = |h: &SeenHand| whole(h) && if is_right { h.entry.x > 540.0 } else { h.entry.x < 100.0 && h.tip.x > 50.0 };
        let told = (begins - 8..begins + 8).find(|frame| found[*frame].iter().any(over));
        assert!(told.is_some_and(|told: usize| told.abs_diff(begins) <= 3), "{told:?} instead of {begins}");
    }
    // Nobody, and at the beginning a head that darkens half of the table.
    assert!(share(&found, 110..=141, |_| true) == 0.0);
    assert!(share(&found, 0..=27, whole) <= 0.2);
}

#[test]
fn a_table_without_hands_shows_none() {
    let Some(path) = clip("top_down_empty.avi") else { return };
    let found = hands_in(&path);
    print_table(&found);
    assert!(found.len() > 40 && found.iter().all(Vec::is_empty));
}

/// Moments of chess under a robot's gripper: from one to the next the board lies elsewhere, a lamp is lit, a chest is moved.
#[test]
fn what_is_moved_or_lit_at_once_is_hardly_ever_a_hand() {
    let Some(path) = clip("top_down_not_a_hand.avi") else { return };
    let found = hands_in(&path);
    print_table(&found);
    assert_eq!(found.len(), 503);
    // Something red that reaches in at the top, and a forearm over the right edge.
    let is_real = |frame: usize| frame == 11 || (391..=392).contains(&frame);
    let untrue = found.iter().enumerate().filter(|(frame, hands)| !hands.is_empty() && !is_real(*frame)).count();
    println!("untrue in {untrue} frames");
    assert!(untrue <= 14, "{untrue}");
}

const SIZE: (u32, u32) = (1280, 720);
const MAT_MM: (f64, f64) = (800.0, 450.0);

/// A camera straight above that shows 60 mm around the mat.
fn above() -> View {
    let mm = (MAT_MM.0 + 120.0) / f64::from(SIZE.0);
    let down = 360.0 * mm - MAT_MM.1 / 2.0;
    View::new(None, Homography::try_from([[mm, 0.0, -60.0], [0.0, mm, -down], [0.0, 0.0, 1.0]]).unwrap()).unwrap()
}

/// A table that is drawn: arms from one point to the tip of a pointing finger, shadows as thick as arms, and cards, under some light.
#[derive(Clone, Default)]
struct Scene {
    arms: Vec<(Point<Table>, Point<Table>, [f32; 3])>,
    boards: Vec<(Point<Table>, Point<Table>)>,
    shadows: Vec<(Point<Table>, Point<Table>)>,
    cards: Vec<Quad<Table>>,
    light: f32,
}

const SKIN: [f32; 3] = [205.0, 160.0, 135.0];
const DARK_SKIN: [f32; 3] = [98.0, 66.0, 50.0];
const SLEEVE: [f32; 3] = [30.0, 34.0, 46.0];

fn near(p: Point<Table>, (a, b): (Point<Table>, Point<Table>), radius: f64) -> bool {
    let t = ((p - a).dot(b - a) / (b - a).dot(b - a)).clamp(0.0, 1.0);
    p.distance(a.lerp(b, t)) < radius
}

/// The colour of an arm at a point: a forearm of this colour, the back of a hand, a thumb, and a finger that points at `tip`. What is
/// dressed has a hand of its own colour. Darker towards its sides, as what is round.
fn arm_at(p: Point<Table>, (from, tip, dress): (Point<Table>, Point<Table>, [f32; 3])) -> Option<[f32; 3]> {
    let along = (tip - from) * (1.0 / tip.distance(from).max(1e-9));
    let local = at((tip - p).dot(along), (p - tip).dot(Point::new(-along.y, along.x)));
    let thick = |a: (f64, f64), b: (f64, f64), radius: f64| near(local, (at(a.0, a.1), at(b.0, b.1)), radius);
    let finger = thick((8.0, 0.0), (70.0, 4.0), 8.5);
    let hand = thick((92.0, -12.0), (105.0, 16.0), 28.0) || thick((62.0, 46.0), (105.0, 30.0), 10.0);
    let is_forearm = local.x > 115.0 && local.y.abs() < 29.0 + (0.05 * (local.x - 115.0)).min(9.0);
    let is_dressed = is_forearm && local.x > 150.0;
    let colour = if dress == SLEEVE && !is_dressed { SKIN } else { dress };
    let round = if finger { local.y / 8.5 } else { local.y / 42.0 };
    (finger || hand || is_forearm).then(|| colour.map(|c| c * (1.0 - 0.3 * round * round).max(0.6) as f32))
}

/// Repeatable noise for a pixel of a frame, within ±1.
fn noise(x: u32, y: u32, seed: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    ((h ^ (h >> 15)) & 0xFFFF) as f32 / 32768.0 - 1.0
}

impl Scene {
    fn draw(&self, view: &View, number: u32) -> image::RgbImage {
        image::RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
            let p = view.to_table(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            let on_mat = p.x >= 0.0 && p.y >= 0.0 && p.x < MAT_MM.0 && p.y < MAT_MM.1;
            // Pale paper with printed lines on brown wood with grain.
            let printed = on_mat && (p.x.rem_euclid(76.0) < 2.0 || p.y.rem_euclid(110.0) < 2.0);
            let grain = 12.0 * ((p.y * 0.35 + (p.x * 0.02).sin() * 3.0).sin() as f32);
            let mut colour = match (on_mat, printed) {
                (_, true) => [60.0, 60.0, 64.0],
                (true, _) => [226.0, 224.0, 214.0],
                _ => [150.0 + grain, 104.0 + grain, 66.0 + grain],
            };
            if self.cards.iter().any(|c| c.polygon().contains(p)) {
                colour = if (p.x + p.y).rem_euclid(24.0) < 8.0 { [190.0, 40.0, 40.0] } else { [245.0, 245.0, 240.0] };
            }
            if self.shadows.iter().any(|s| near(p, *s, 55.0)) {
                colour = colour.map(|c| c * 0.62);
            }
            if self.boards.iter().any(|board| near(p, *board, 38.0)) {
                colour = SLEEVE;
            }
            for arm in &self.arms {
                colour = arm_at(p, *arm).unwrap_or(colour);
            }
            let light = 1.0 + self.light;
            let level = |c: f32, k: u32| (c * light + 5.0 * noise(x, y, number * 3 + k)).clamp(0.0, 255.0) as u8;
            image::Rgb([level(colour[0], 0), level(colour[1], 1), level(colour[2], 2)])
        })
    }
}

/// Shows scenes at 25 frames a second.
struct Show {
    finder: HandFinder,
    view: View,
    frame: u32,
}

impl Show {
    /// After a second of the bare table with these cards on it.
    fn begin(cards: &[Quad<Table>]) -> Self {
        Self::begin_from(above(), cards)
    }

    /// The same, seen like this.
    fn begin_from(view: View, cards: &[Quad<Table>]) -> Self {
        let mut show = Self { finder: finder(MAT_MM), view, frame: 0 };
        let scene = Scene { cards: cards.to_vec(), ..Scene::default() };
        assert!(show.play(&scene, 15).is_empty());
        show
    }

    /// The hands of the last of some frames of a scene, after its arms have reached in as fast as hands do.
    fn reach(&mut self, scene: &Scene, frames: u32) -> Vec<SeenHand> {
        for part in (1..8).map(|eighth| f64::from(eighth) / 8.0) {
            let arms = scene.arms.iter().map(|(from, to, skin)| (*from, from.lerp(*to, part), *skin)).collect();
            self.play(&Scene { arms, ..scene.clone() }, 1);
        }
        self.play(scene, frames)
    }

    /// The hands of the last of some frames of a scene.
    fn play(&mut self, scene: &Scene, frames: u32) -> Vec<SeenHand> {
        (0..frames).map(|_| self.find(scene, &scene.cards)).last().unwrap_or_default()
    }

    /// The hands of a frame in which these cards were recognized.
    fn find(&mut self, scene: &Scene, cards: &[Quad<Table>]) -> Vec<SeenHand> {
        let at = Stamp::from_ms(u64::from(self.frame) * 40);
        self.frame += 1;
        self.finder.find(&scene.draw(&self.view, self.frame - 1), at, &self.view, cards).unwrap()
    }
}

fn at(x: f64, y: f64) -> Point<Table> {
    Point::new(x, y)
}

#[test]
fn an_arm_is_found_with_its_seat_and_its_tip() {
    for skin in [SKIN, DARK_SKIN, SLEEVE] {
        let mut show = Show::begin(&[]);
        for (outside, tip, side) in
            [(at(250.0, 520.0), at(300.0, 200.0), 0), (at(-70.0, 300.0), at(350.0, 250.0), 1), (at(600.0, -60.0), at(500.0, 300.0), 2)]
        {
            let arm = Scene { arms: vec![(outside, tip, skin)], ..Scene::default() };
            let hands = show.reach(&arm, 3);
            let [hand] = &hands[..] else { panic!("{skin:?} over {}: {hands:?}", SIDES[side]) };
            assert_eq!(hand.seat, Some(seat(side)), "{hands:?}");
            assert!(hand.tip.distance(tip) < 45.0 && hand.region.contains(outside.lerp(tip, 0.8)), "{hand:?}");
            assert!(show.play(&Scene::default(), 3).is_empty(), "{skin:?} left something behind");
        }
    }
}

/// An arm is above the table: seen aslant it shows further off, beyond a corner over the neighbour's edge.
#[test]
fn an_arm_beside_a_corner_belongs_to_the_seat_under_it() {
    let framing =
        Framing { size: SIZE, tilt_deg: 32.0, yaw_deg: 0.0, roll_deg: 0.0, view_deg: 60.0, k1: 0.0, margin_mm: 60.0, shift: (0.0, 0.0) };
    let camera = Camera::framing(&framing, MAT_MM);
    let view = View::new(None, camera.table_from_image().unwrap()).unwrap();
    for (outside, tip, side) in
        [(at(930.0, 62.0), at(680.0, 80.0), 3), (at(-130.0, 62.0), at(120.0, 80.0), 1), (at(690.0, -130.0), at(650.0, 200.0), 2)]
    {
        let mut show = Show::begin_from(view, &[]);
        let shown = [outside, tip].map(|p| camera.apparent(p, 55.0));
        let arm = Scene { arms: vec![(shown[0], shown[1], SLEEVE)], ..Scene::default() };
        let hands = show.reach(&arm, 3);
        let [hand] = &hands[..] else { panic!("over {}: {hands:?}", SIDES[side]) };
        assert_eq!(hand.seat, Some(seat(side)), "{hand:?}");
    }
}

#[test]
fn two_arms_at_once_are_two_hands() {
    let mut show = Show::begin(&[]);
    let (south, north) = ((at(200.0, 520.0), at(250.0, 240.0), SKIN), (at(600.0, -60.0), at(560.0, 200.0), SLEEVE));
    let hands = show.reach(&Scene { arms: vec![south, north], ..Scene::default() }, 3);
    let mut seats: Vec<_> = hands.iter().filter_map(|h| h.seat).collect();
    seats.sort();
    assert_eq!(seats, [seat(0), seat(2)]);
    // Where they touch, each keeps its own side.
    let crossing = (at(600.0, -60.0), at(300.0, 240.0), SLEEVE);
    show.play(&Scene::default(), 3);
    let hands = show.reach(&Scene { arms: vec![south, crossing], ..Scene::default() }, 3);
    assert_eq!(hands.len(), 2, "{hands:?}");
}

#[test]
fn what_leaps_over_the_edge_is_no_hand_and_does_not_hide_one() {
    let mut show = Show::begin(&[]);
    let (outside, tip) = (at(250.0, 520.0), at(300.0, 150.0));
    let board = Scene { boards: vec![(outside, tip)], ..Scene::default() };
    let arm = Scene { arms: vec![(outside, tip, SLEEVE)], ..Scene::default() };
    assert!(show.play(&board, 10).is_empty());
    assert!(show.play(&Scene::default(), 3).is_empty());
    assert_eq!(show.reach(&arm, 2).len(), 1);
}

#[test]
fn shadows_and_lamps_are_no_hands() {
    let mut show = Show::begin(&[]);
    let shadow = Scene { shadows: vec![(at(300.0, 520.0), at(350.0, 200.0))], ..Scene::default() };
    assert!(show.play(&shadow, 5).is_empty());
    for light in [-0.25, 0.1, -0.1] {
        assert!(show.play(&Scene { light, ..Scene::default() }, 5).is_empty(), "light {light}");
        let arm = Scene { arms: vec![(at(250.0, 520.0), at(300.0, 200.0), SKIN)], light, ..Scene::default() };
        assert_eq!(show.reach(&arm, 3).len(), 1, "light {light}");
    }
}

#[test]
fn a_card_that_was_laid_is_no_hand_and_does_not_hide_one() {
    let mut show = Show::begin(&[]);
    let (by_edge, inside) = (Quad::placed(at(300.0, 404.0), 63.0, 88.0, 0.0), Quad::placed(at(420.0, 200.0), 63.0, 88.0, 0.4));
    for card in [by_edge, inside] {
        let arm = vec![(card.centre() + at(0.0, 240.0), card.centre(), SKIN)];
        show.reach(&Scene { arms: arm.clone(), ..Scene::default() }, 1);
        assert_eq!(show.play(&Scene { arms: arm.clone(), cards: vec![card], ..Scene::default() }, 5).len(), 1);
        let laid = Scene { cards: vec![card], ..Scene::default() };
        assert!(show.play(&laid, 1).is_empty(), "the card at {:?}", card.centre());
        assert!(show.play(&laid, 20).is_empty());
        let hands = show.reach(&Scene { arms: arm.clone(), cards: vec![card], ..Scene::default() }, 2);
        assert_eq!(hands.len(), 1, "over the card at {:?}", card.centre());
        assert!(show.play(&Scene::default(), 20).is_empty(), "after the card was taken");
    }
}

#[test]
fn a_hand_that_was_there_from_the_start_leaves_no_ghost() {
    let mut show = Show { finder: finder(MAT_MM), view: above(), frame: 0 };
    let arm = Scene { arms: vec![(at(250.0, 520.0), at(300.0, 200.0), SKIN)], ..Scene::default() };
    show.play(&arm, 15);
    assert!(show.play(&Scene::default(), 8).is_empty());
    assert_eq!(show.reach(&arm, 2).len(), 1);
}

#[test]
fn a_hand_that_comes_in_over_cards_leaves_them_behind() {
    // The arm's outline lies on their print, and hides it.
    let cards = [262.0, 338.0].map(|x| Quad::placed(at(x, 404.0), 63.0, 88.0, 0.0)).to_vec();
    let mut show = Show::begin(&cards);
    for depth in [380.0, 360.0, 330.0, 300.0, 200.0, 300.0, 380.0] {
        let scene = Scene { cards: cards.clone(), arms: vec![(at(300.0, 640.0), at(300.0, depth), SKIN)], ..Scene::default() };
        assert_eq!(show.find(&scene, &[]).len(), 1, "at {depth} mm");
    }
    assert!(show.find(&Scene { cards, ..Scene::default() }, &[]).is_empty());
}

#[test]
fn a_view_beside_the_table_is_refused() {
    let mut finder = HandFinder::new(MAT_MM, Vec::new(), HandSettings::default());
    let away = View::new(None, Homography::try_from([[1.0, 0.0, 5000.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).unwrap()).unwrap();
    let said = finder.find(&image::RgbImage::new(640, 480), Stamp::default(), &away, &[]).unwrap_err().to_string();
    assert!(said.starts_with("the picture shows less than a tenth of the mat"), "{said}");
}
