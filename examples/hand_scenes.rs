//! Small pictures of simulated claims of Elements, with the hands in them, for training: `hand_scenes OUT COUNT SEED [WIDTHxHEIGHT]`.
//!
//! ```text
//! cargo run --release --no-default-features --example hand_scenes -- claims 270 40001 640x480
//! ```
//!
//! Writes a file for each claim. It begins with width, height and number of pictures (little-endian u32). A picture is the table as a frame
//! shows it (RGB, 4 mm a pixel, 60 mm around the mat, black where the frame ends), the same without hands at the claim's start, for each pixel
//! the number of the hand that covers it (from 1), and for each of four hands: whether it is there, its tip in pixels, the unit vector
//! towards its elbow (little-endian f32). `models/training/hand_scenes.py` reads them.

use kibitzer::cards::standard_deck;
use kibitzer::games::elements;
use kibitzer::geometry::{Point, Table};
use kibitzer::print::MatStyle;
use kibitzer::simulate::claims::{Claim, ClaimOptions};
use kibitzer::simulate::props::elements_props;
use kibitzer::simulate::{Camera, Renderer};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

const PIXEL_MM: f64 = 4.0;
const MARGIN_MM: f64 = 60.0;
const HANDS: usize = 4;
/// Every so many frames with a hand one is kept.
const STEP: usize = 4;
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
        return Err("say: hand_scenes OUT COUNT SEED [WIDTHxHEIGHT]".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let size = rest.first().map_or("640x480", String::as_str).split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
    let size: (u32, u32) = (size.0.parse()?, size.1.parse()?);
    std::fs::create_dir_all(out)?;
    let options = ClaimOptions { seed, seats: None, size, fps: 30.0 };
    let deck = standard_deck()?;
    for number in 0..count {
        let claim = Claim::new(&options, number)?;
        let mat = elements::mat(claim.seats);
        let style = [MatStyle::Felt, MatStyle::White][number / 3 % 2];
        let props = Arc::new(elements_props(&deck, &mat, style, (2.0 * f64::from(size.0) / mat.width_mm).clamp(1.5, 3.0))?);
        let mut renderer = Renderer::new(claim.view.clone(), Arc::clone(&props));
        let cells = |mm: f64| ((mm + 2.0 * MARGIN_MM) / PIXEL_MM).ceil() as usize;
        let camera = claim.view.camera.clone();
        let small = Small { width: cells(mat.width_mm), height: cells(mat.height_mm), camera: &camera };
        let table = small.picture(&renderer.frame(&claim.scene(0, &props), 900_000));
        let with_hands: Vec<u64> = claim.frames_us.iter().copied().filter(|at| claim.hands.iter().any(|hand| hand.is_out(*at))).collect();
        let after = claim.frames_us.last().copied();
        let kept: Vec<u64> = with_hands.into_iter().skip(number % STEP).step_by(STEP).chain(after).collect();
        let mut bytes: Vec<u8> = [small.width, small.height, kept.len()].iter().flat_map(|n| (*n as u32).to_le_bytes()).collect();
        for (k, at) in kept.iter().enumerate() {
            let scene = claim.scene(*at, &props);
            bytes.extend(small.picture(&renderer.frame(&scene, k as u64)));
            bytes.extend(&table);
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
        std::fs::write(Path::new(out).join(format!("claim-{seed}-{number:04}.bin")), bytes)?;
    }
    Ok(())
}
