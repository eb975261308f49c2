//! Small pictures of simulated claims of Elements, with `crossing` of those in which arms cross, or with `rounds` of stretches of whole
//! rounds, with the hands in them, for training: `hand_scenes OUT COUNT SEED [WIDTHxHEIGHT] [crossing|rounds]`.
//!
//! ```text
//! cargo run --release --no-default-features --example hand_scenes -- claims 270 40001 640x480
//! ```
//!
//! Writes a file for each of them. It begins with width, height and number of pictures (little-endian u32). A picture is the table as a frame
//! shows it (RGB, 4 mm a pixel, 60 mm around the mat, black where the frame ends), the same without hands, for each pixel
//! the number of the hand that covers it (from 1), and for each of eight hands: whether it is there, its tip in pixels, the unit vector
//! towards its elbow (little-endian f32). `models/training/hand_scenes.py` reads them.

use kibitzer::cards::standard_deck;
use kibitzer::games::elements::{self, Options, Zone};
use kibitzer::geometry::{Point, Table};
use kibitzer::print::MatStyle;
use kibitzer::simulate::claims::{Claim, ClaimOptions, Kind, Recipe};
use kibitzer::simulate::props::standard_props;
use kibitzer::simulate::render::View;
use kibitzer::simulate::round::{Round, RoundOptions};
use kibitzer::simulate::{Camera, Props, Renderer, Scene};
use kibitzer::table::{Mat, Seats};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

const PIXEL_MM: f64 = 4.0;
const MARGIN_MM: f64 = 60.0;
const HANDS: usize = 8;
/// Every so many frames with a hand one is kept.
const STEP: usize = 4;
/// And of a round, which is played for so long, in seconds.
const ROUND_STEP: usize = 9;
const ROUND_S: f64 = 24.0;
/// Where a pixel of the small table is sampled, in parts of it.
const SAMPLES: [f64; 3] = [0.17, 0.5, 0.83];

struct Small<'a> {
    width: usize,
    height: usize,
    camera: &'a Camera,
}

impl Small<'_> {
    /// The table as a frame shows it.
    fn picture(&self, frame: &image::RgbImage) -> Vec<u8> {
        let mut out = Vec::with_capacity(3 * self.width * self.height);
        for j in 0..self.height {
            for i in 0..self.width {
                let mut sum = [0.0_f64; 3];
                let mut seen = 0.0;
                for (u, v) in SAMPLES.iter().flat_map(|u| SAMPLES.map(|v| (u, v))) {
                    let p = self.camera.project([(i as f64 + u) * PIXEL_MM - MARGIN_MM, (j as f64 + v) * PIXEL_MM - MARGIN_MM, 0.0]);
                    let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(frame.width()) && p.y < f64::from(frame.height());
                    if inside {
                        seen += 1.0;
                        let pixel = frame.get_pixel(p.x as u32, p.y as u32);
                        sum.iter_mut().zip(pixel.0).for_each(|(s, c)| *s += f64::from(c));
                    }
                }
                let part: f64 = if seen >= 5.0 { seen } else { f64::INFINITY };
                out.extend(sum.map(|s| (s / part).round() as u8));
            }
        }
        out
    }

    fn pixel(p: Point<Table>) -> [f64; 2] {
        [(p.x + MARGIN_MM) / PIXEL_MM, (p.y + MARGIN_MM) / PIXEL_MM]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [out, count, seed, rest @ ..] = words.as_slice() else {
        return Err("say: hand_scenes OUT COUNT SEED [WIDTHxHEIGHT] [crossing|rounds]".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let size = rest.first().map_or("640x480", String::as_str).split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
    let size: (u32, u32) = (size.0.parse()?, size.1.parse()?);
    std::fs::create_dir_all(out)?;
    let deck = standard_deck()?;
    let wants = |word: &str| rest.iter().any(|given| given == word);
    for number in (0..).filter(|number| !wants("crossing") || Recipe::of(*number).kind == Kind::Crossing).take(count) {
        let filmed = if wants("rounds") { round(seed, number, size)? } else { claim(seed, number, size)? };
        let style = [MatStyle::Felt, MatStyle::White][number / 3 % 2];
        let props = Arc::new(standard_props(&deck, &filmed.mat, style, (2.0 * f64::from(size.0) / filmed.mat.width_mm).clamp(1.5, 3.0))?);
        let name = format!("{}-{seed}-{number:04}.bin", if filmed.scenes.is_round() { "round" } else { "claim" });
        // A trainer may be reading along.
        let (part, whole) = (Path::new(out).join(format!("{name}.part")), Path::new(out).join(name));
        std::fs::write(&part, pictures(&filmed, &props))?;
        std::fs::rename(part, whole)?;
    }
    Ok(())
}

/// What is filmed, when, and the last moments without hands before each.
struct Filmed {
    scenes: Scenes,
    mat: Mat<Zone>,
    view: View,
    moments: Vec<Moment>,
}

struct Moment {
    at_us: u64,
    bare_us: u64,
}

enum Scenes {
    Claim(Claim),
    Round(Round),
}

impl Scenes {
    const fn is_round(&self) -> bool {
        matches!(self, Self::Round(_))
    }

    fn scene(&self, at_us: u64, props: &Props) -> Scene {
        match self {
            Self::Claim(claim) => claim.scene(at_us, props),
            Self::Round(round) => round.scene(at_us, props),
        }
    }
}

fn claim(seed: u64, number: usize, size: (u32, u32)) -> Result<Filmed, Box<dyn Error>> {
    let seats = if number % 3 == 2 { Some(Seats::try_from([4, 3, 5, 4, 6, 7][number / 3 % 6])?) } else { None };
    let claim = Claim::new(&ClaimOptions { seed, seats, size, fps: 30.0, leads_ms: None }, number)?;
    let with_hands: Vec<u64> = claim.frames_us.iter().copied().filter(|at| claim.hands.iter().any(|hand| hand.is_out(*at))).collect();
    let kept = with_hands.into_iter().skip(number % STEP).step_by(STEP).chain(claim.frames_us.last().copied());
    let moments = kept.map(|at_us| Moment { at_us, bare_us: 0 }).collect();
    Ok(Filmed { mat: elements::mat(claim.seats), view: claim.view.clone(), moments, scenes: Scenes::Claim(claim) })
}

fn round(seed: u64, number: usize, size: (u32, u32)) -> Result<Filmed, Box<dyn Error>> {
    let seats = Seats::try_from([4, 3, 5, 4, 6, 4][number % 6])?;
    let seed = seed.wrapping_mul(1009).wrapping_add(number as u64);
    let round = Round::new(&RoundOptions { seed, seats, options: Options::default(), size, seconds: ROUND_S, violations: Vec::new() })?;
    // What is known of the table is as old as the last moment without hands, or without those that are there now.
    let mut moments = Vec::new();
    for at_us in round.frames_us(30.0).into_iter().filter(|at| *at > 3_000_000).skip(number % ROUND_STEP).step_by(ROUND_STEP) {
        let out = |at: u64| round.trips.iter().filter(|trip| trip.is_out(at)).count();
        let bare_us = (0..=at_us / 50_000).rev().map(|k| k * 50_000).find(|at| out(*at) == 0).unwrap_or(0);
        if out(at_us) > 0 {
            moments.push(Moment { at_us, bare_us });
        }
    }
    Ok(Filmed { mat: round.mat.clone(), view: round.view.clone(), moments, scenes: Scenes::Round(round) })
}

fn pictures(filmed: &Filmed, props: &Arc<Props>) -> Vec<u8> {
    let mut renderer = Renderer::new(filmed.view.clone(), Arc::clone(props));
    let cells = |mm: f64| ((mm + 2.0 * MARGIN_MM) / PIXEL_MM).ceil() as usize;
    let camera = filmed.view.camera.clone();
    let small = Small { width: cells(filmed.mat.width_mm), height: cells(filmed.mat.height_mm), camera: &camera };
    let mut table = (u64::MAX, Vec::new());
    let mut bytes: Vec<u8> = [small.width, small.height, filmed.moments.len()].iter().flat_map(|n| (*n as u32).to_le_bytes()).collect();
    for (k, Moment { at_us, bare_us }) in filmed.moments.iter().enumerate() {
        if table.0 != *bare_us {
            table = (*bare_us, small.picture(&renderer.frame(&filmed.scenes.scene(*bare_us, props), 900_000 + k as u64)));
        }
        let scene = filmed.scenes.scene(*at_us, props);
        bytes.extend(small.picture(&renderer.frame(&scene, k as u64)));
        bytes.extend(&table.1);
        let mut owner = vec![0_u8; small.width * small.height];
        let mut told = [[0.0_f32; 5]; HANDS];
        for ((pose, hand), told) in scene.hands.iter().zip(1_u8..).zip(&mut told) {
            let (outline, tip) = renderer.hand_outline(pose);
            for (index, owner) in owner.iter_mut().enumerate() {
                let place = |n: usize| (n as f64 + 0.5) * PIXEL_MM - MARGIN_MM;
                if outline.contains(Point::new(place(index % small.width), place(index / small.width))) {
                    *owner = hand;
                }
            }
            let behind = pose.tip + Point::new(-pose.turn.sin(), pose.turn.cos()) * 300.0;
            let way = camera.apparent(behind, pose.height_mm + 50.0) - camera.apparent(pose.tip, pose.height_mm + 50.0);
            let way = way * (1.0 / way.length().max(1e-9));
            let [x, y] = Small::pixel(tip);
            *told = [1.0, x as f32, y as f32, way.x as f32, way.y as f32];
        }
        bytes.extend(&owner);
        bytes.extend(told.iter().flatten().flat_map(|v| v.to_le_bytes()));
    }
    bytes
}
