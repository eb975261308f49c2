//! Measures what is found of the hands of simulated claims: `hands CLAIMS… [--pairs FILE] [--outlines]`.
//!
//! ```text
//! kibitzer simulate --game elements --claims 27 --seed 77 --size 640x480 --out C
//! cargo run --release --example hands -- C
//! ```
//!
//! A hand is there when its fingertip shows at least 25 mm inside the mat. It is found when a hand is told whose fingertip is within 100 mm of
//! where the true one shows; errors are those of found ones, on the table's plane. Doubted are hands told with a second seat, of those whose first is right and
//! of the others. `--pairs` writes, for each hand whose fingertip was read, its confidence
//! and whether it is one (`models/training/fit_hands.py`). `--outlines` leaves the model out. The first 500 ms of each claim, when the table is learnt, do not count.

#[cfg(feature = "camera")]
use kibitzer::calibration::{Lens, View};
#[cfg(feature = "camera")]
use kibitzer::simulate::claims::ClaimTruth;

#[cfg(feature = "camera")]
#[derive(Default)]
struct Tally {
    there: usize,
    found: usize,
    untrue: usize,
    seats: usize,
    /// Of the hands whose seat is right, and of the others: to how many another seat is told beside it.
    doubted: [usize; 2],
    errors_mm: Vec<f64>,
    told: Vec<(f32, bool)>,
    ms: Vec<f64>,
}

#[cfg(feature = "camera")]
impl Tally {
    fn print(&mut self, name: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let mut at = |part: f64| {
            self.errors_mm.sort_by(f64::total_cmp);
            self.errors_mm.get((part * self.errors_mm.len() as f64) as usize).copied().unwrap_or(f64::NAN)
        };
        let (median, high) = (at(0.5), at(0.9));
        self.ms.sort_by(f64::total_cmp);
        println!(
            "{name:<22} {:>6} {:>6} ({:.1}%) {:>6} {:>6.1}% {:>5}/{:<3} {median:>7.1} {high:>7.1} {:>7.3} {:>7.1}",
            self.there,
            self.found,
            share(self.found, self.there),
            self.untrue,
            share(self.seats, self.found),
            self.doubted[0],
            self.doubted[1],
            calibration_error(&self.told),
            self.ms.get(self.ms.len() / 2).copied().unwrap_or(f64::NAN),
        );
    }
}

/// Expected calibration error over ten bins (Naeini, Cooper and Hauskrecht, 2015).
#[cfg(feature = "camera")]
fn calibration_error(told: &[(f32, bool)]) -> f64 {
    let bin = |c: f32| ((c * 10.0) as usize).min(9);
    let gap = |b: usize| {
        let within: Vec<_> = told.iter().filter(|(c, _)| bin(*c) == b).collect();
        let (sum, right) = within.iter().fold((0.0, 0.0), |(sum, right), (c, t)| (sum + f64::from(*c), right + f64::from(u8::from(*t))));
        f64::abs(sum - right)
    };
    (0..10).map(gap).sum::<f64>() / told.len().max(1) as f64
}

#[cfg(feature = "camera")]
fn view_of(truth: &ClaimTruth) -> Result<View, Box<dyn std::error::Error>> {
    let ([[fx, _, cx], [_, fy, cy], _], [k1, k2, p1, p2, k3]) = (truth.camera.matrix, truth.camera.distortion);
    let lens = Lens { fx_px: fx, fy_px: fy, cx_px: cx, cy_px: cy, k1, k2, p1, p2, k3, rms_px: 0.0 };
    Ok(View::new(Some(lens), truth.camera.table_from_image)?)
}

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use kibitzer::games::elements;
    use kibitzer::geometry::Polygon;
    use kibitzer::hands::{HandFinder, HandSettings};
    use kibitzer::recognizer::{HandReader, ModelFolder};
    use kibitzer::simulate::claims::Kind;
    use kibitzer::table::Stamp;
    use std::collections::BTreeMap;
    use std::io::Write;

    /// The table is learnt before.
    const LEARN_US: u64 = 500_000;
    /// A fingertip this far inside the mat counts, in millimetres; less far it may be told and need not.
    const INSIDE_MM: f64 = 25.0;
    const NEAR_MM: f64 = 100.0;

    let (mut folders, mut pairs, mut outlines) = (Vec::new(), None, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--pairs" => pairs = Some(std::fs::File::create(words.next().ok_or("--pairs needs a file")?)?),
            "--outlines" => outlines = true,
            _ => folders.push(word),
        }
    }
    let models = ModelFolder::find()?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for folder in folders {
        let mut claims: Vec<_> = std::fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        claims.retain(|path| path.join("truth.json").is_file());
        claims.sort();
        for claim in claims {
            let truth: ClaimTruth = serde_json::from_slice(&std::fs::read(claim.join("truth.json"))?)?;
            let (view, mat) = (view_of(&truth)?, elements::mat(truth.players));
            let size = (mat.width_mm, mat.height_mm);
            let mut finder = HandFinder::new(size, mat.edges.clone(), HandSettings::default());
            if !outlines {
                finder = finder.with_fingertips(HandReader::open(&models)?);
            }
            let outline = Polygon::rectangle(0.0, 0.0, size.0, size.1);
            let inner = Polygon::rectangle(INSIDE_MM, INSIDE_MM, size.0 - 2.0 * INSIDE_MM, size.1 - 2.0 * INSIDE_MM);
            let group = format!("{} seats, {}×{}", truth.players.count(), truth.camera.width, truth.camera.height);
            let mut names = vec![group];
            if truth.kind == Kind::Crossing {
                names.push("crossing arms".into());
            }
            let quads: Vec<_> = truth.cards.iter().map(|c| c.quad_mm).collect();
            for (k, frame) in truth.frames.iter().enumerate() {
                let picture = kibitzer::source::photo(&claim.join(format!("frame-{k:05}.jpg")))?;
                let began = std::time::Instant::now();
                let hands = finder.find(&picture, Stamp { at_us: frame.at_us, tolerance_us: 0 }, &view, &quads)?;
                let ms = began.elapsed().as_secs_f64() * 1000.0;
                if frame.at_us < LEARN_US {
                    continue;
                }
                let shown: Vec<_> = frame.tips.iter().map(|tip| (tip.seat, view.to_table(tip.tip_px))).collect();
                let mut near: Vec<(f64, usize, usize)> = Vec::new();
                for (h, hand) in hands.iter().enumerate() {
                    near.extend(
                        shown.iter().enumerate().map(|(t, (_, tip))| (tip.distance(hand.tip), h, t)).filter(|(far, _, _)| *far < NEAR_MM),
                    );
                }
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                let (mut of_hand, mut of_tip) = (vec![None; hands.len()], vec![None; shown.len()]);
                for (far, h, t) in near {
                    if of_hand[h].is_none() && of_tip[t].is_none() {
                        (of_hand[h], of_tip[t]) = (Some(t), Some((far, h)));
                    }
                }
                for name in &names {
                    let tally = tallies.entry(name.clone()).or_default();
                    tally.ms.push(ms);
                    for ((seat, tip), matched) in shown.iter().zip(&of_tip) {
                        if !inner.contains(*tip) {
                            continue;
                        }
                        tally.there += 1;
                        if let Some((far, h)) = matched {
                            tally.found += 1;
                            tally.errors_mm.push(*far);
                            let right = hands[*h].seat == Some(*seat);
                            tally.seats += usize::from(right);
                            tally.doubted[usize::from(!right)] += usize::from(hands[*h].perhaps.is_some());
                        }
                    }
                    for (hand, matched) in hands.iter().zip(&of_hand) {
                        // A hand whose fingertip is hidden or just beyond the edge is none that was made up.
                        let arm = shown.iter().any(|(_, tip)| !outline.contains(*tip) && tip.distance(hand.tip) < 2.0 * NEAR_MM);
                        tally.untrue += usize::from(matched.is_none() && !arm);
                        tally.told.push((hand.confidence, matched.is_some()));
                    }
                }
                if let Some(file) = &mut pairs {
                    for (hand, matched) in hands.iter().zip(&of_hand).filter(|(hand, _)| hand.tip_seen) {
                        writeln!(file, "{} {}", hand.confidence, u8::from(matched.is_some()))?;
                    }
                }
            }
        }
    }
    println!(
        "{:<22} {:>6} {:>14} {:>6} {:>7} {:>9} {:>7} {:>7} {:>7} {:>7}",
        "", "there", "found", "false", "seat", "doubted", "median", "90%", "ECE", "ms"
    );
    for (name, tally) in &mut tallies {
        tally.print(name);
    }
    Ok(())
}

#[cfg(not(feature = "camera"))]
fn main() {
    println!("skipped: this build cannot see; leave the feature 'camera' on");
}
