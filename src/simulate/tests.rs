//! Pictures against their truth.

use super::hand::{HandLook, SKINS, SLEEVES};
use super::play::canon::play;
use super::play::{Pace, ScriptOptions};
use super::render::View;
use super::surface::Surface;
use super::views::{Variety, random_view};
use super::*;
use crate::cards::{CardId, builtin_canon};
use crate::games::canon::{self, Options, Setup};
use crate::geometry::Point;
use crate::table::{Seat, Seats, Stamp};
use image::{Rgba, RgbaImage};
use std::sync::Arc;

const MAT_MM: (f64, f64) = (400.0, 300.0);

/// A grey mat of this size, faces of one colour each and a blue back.
pub(super) fn plain_props(mat_mm: (f64, f64), faces: Vec<(CardId, [u8; 3])>) -> Arc<Props> {
    let plain = |w, h, c: [u8; 3]| Texture::new(RgbaImage::from_pixel(w, h, Rgba([c[0], c[1], c[2], 255])));
    Arc::new(Props {
        mat: plain(80, 60, [120; 3]),
        mat_mm,
        faces: faces.into_iter().map(|(card, colour)| (card, plain(63, 88, colour))).collect(),
        back: plain(63, 88, [20, 20, 200]),
        card_mm: (63.0, 88.0),
        corner_mm: 3.0,
    })
}

/// One red face.
fn props() -> Arc<Props> {
    plain_props(MAT_MM, vec![("test/red".parse().unwrap(), [200, 20, 20])])
}

fn view(seed: u64) -> View {
    let mut view = random_view(seed, Variety::Film, (480, 360), MAT_MM, 2);
    view.sensor.blur_px = 0.0;
    view
}

fn card(x: f64, y: f64, turn: f64) -> SceneCard {
    SceneCard { art: Art::Face(0), centre: Point::new(x, y), turn, height_mm: 0.0, pile: false }
}

fn hand(x: f64, y: f64) -> HandPose {
    let velocity = Point::new(0.0, 0.0);
    HandPose { hand: 0, tip: Point::new(x, y), height_mm: 0.0, turn: 0.1, gesture: Gesture::Grasp(0.6), velocity, held: None }
}

fn is_red(p: &image::Rgb<u8>) -> bool {
    i32::from(p.0[0]) > 2 * i32::from(p.0[1]).max(i32::from(p.0[2])) && p.0[0] > 50
}

#[test]
fn a_cards_picture_lies_where_the_truth_says() {
    for seed in 1..=4 {
        let view = view(seed);
        let camera = view.camera.clone();
        let placed = card(150.0 + 20.0 * seed as f64, 130.0, 0.3 * seed as f64);
        let picture = Renderer::new(view, props()).frame(&Scene { cards: vec![placed], hands: vec![] }, 0);
        let quad = placed.quad((63.0, 88.0));
        for corner in quad.corners {
            for (share, inside) in [(0.90, true), (1.07, false)] {
                let p = quad.centre().lerp(corner, share);
                let seen = camera.project([p.x, p.y, 0.0]);
                assert_eq!(
                    is_red(picture.get_pixel(seen.x as u32, seen.y as u32)),
                    inside,
                    "seed {seed}, {share} of the way to {corner:?}"
                );
            }
        }
        // The outline's area, counted in pixels, is that of the projected quad.
        let red = picture.pixels().filter(|p| is_red(p)).count() as f64;
        let area = quad.map(|p| camera.project([p.x, p.y, 0.0])).area();
        assert!((red / area - 1.0).abs() < 0.03, "seed {seed}: {red} pixels of {area:.0}");
    }
}

#[test]
fn the_same_scene_and_number_give_the_same_bytes_however_it_came_about() {
    let (one, two) = (card(100.0, 100.0, 0.1), card(220.0, 150.0, 1.0));
    let end = Scene { cards: vec![one, two], hands: vec![hand(200.0, 120.0)] };
    let direct = Renderer::new(view(3), props()).frame(&end, 7);
    let mut renderer = Renderer::new(view(3), props());
    renderer.frame(&Scene { cards: vec![two], hands: vec![] }, 5);
    renderer.frame(&Scene { cards: vec![one], hands: vec![hand(90.0, 90.0)] }, 6);
    assert!(renderer.frame(&end, 7) == direct);
    assert!(renderer.frame(&end, 8) != direct, "noise has stood still");
}

#[test]
fn a_hand_covers_what_it_is_over_and_shades_what_is_near() {
    let mut renderer = Renderer::new(view(2), props());
    let scene = |hands| Scene { cards: vec![card(200.0, 150.0, 0.0)], hands };
    let bare = renderer.frame(&scene(vec![]), 0);
    let pose = hand(200.0, 130.0);
    let covered = renderer.frame(&scene(vec![pose]), 0);
    let (outline, tip) = renderer.hand_outline(&pose);
    let camera = &renderer.view().camera;
    let (mut inside, mut changed_inside, mut changed_far) = (0, 0, 0);
    for (x, y, p) in covered.enumerate_pixels() {
        let q = bare.get_pixel(x, y);
        let differs = p.0.iter().zip(q.0).any(|(a, b)| i32::from(*a).abs_diff(i32::from(b)) > 12);
        let ground = camera.ground(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)).unwrap();
        if outline.contains(ground) {
            inside += 1;
            changed_inside += i32::from(differs);
        } else if outline.distance(ground) > 120.0 {
            changed_far += i32::from(differs);
        }
    }
    assert!(inside > 2000 && changed_inside * 10 > inside * 8, "{changed_inside} of {inside}");
    assert_eq!(changed_far, 0);
    assert!(tip.distance(Point::new(200.0, 130.0)) < 10.0);
}

#[test]
fn hands_come_from_their_own_edge_and_the_table_rests_between_moves() {
    let seats = Seats::try_from(4).unwrap();
    let setup = Setup::new(vec![builtin_canon("canon-nt").unwrap()], seats, Seat::from_index(0).unwrap(), Options::default()).unwrap();
    let options = ScriptOptions { seed: 5, moves: Some(12), violations: vec![], stand: false, pace: Pace::default() };
    let script = play(setup, &options).unwrap();
    let mat = canon::mat(seats);
    let mm = (mat.width_mm, mat.height_mm);
    let look = HandLook { skin: SKINS[0], sleeve: SLEEVES[0], striped: false, bare: false, size: 0.9, left: false };
    let mut view = random_view(5, Variety::Film, (320, 180), mm, 4);
    view.surface = Surface::Cloth { rgb: [90; 3], seed: 1 };
    view.hands = vec![look; 4];
    let props = props();
    let mut stage = Stage::new(mat.clone(), &view.camera, (63.0, 88.0), script.table.clone(), script.reaches.clone());
    let renderer = Renderer::new(view, Arc::clone(&props));
    let mut seen = 0;
    let frames = (script.length_ms / 100.0) as u64;
    for frame in 0..frames {
        let ms = frame as f64 * 100.0;
        stage.advance(ms);
        let scene = stage.scene(&props);
        let observation = stage.observation(frame, Stamp::from_ms(ms as u64), &renderer, &scene);
        let acting = script.reaches.iter().find(|r| (r.start_ms..r.out_ms).contains(&ms));
        match (acting, observation.hands.as_slice()) {
            (_, []) => {}
            (Some(reach), [hand]) => {
                seen += 1;
                assert_eq!(hand.seat, Some(reach.seat));
                assert_eq!(mat.nearest_seats(hand.entry)[0].0, reach.seat, "at {ms} ms");
                // The arm points into the table: the tip is never further out than the entry.
                let inward = |p| mat.edges.iter().find(|e| e.seat == reach.seat).map(|e| (e.to - e.from).cross(p - e.from)).unwrap();
                assert!(inward(hand.tip) > -1e5, "at {ms} ms");
            }
            other => panic!("at {ms} ms: {other:?}"),
        }
    }
    assert!(seen > 60, "{seen}");
}
