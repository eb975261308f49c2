//! Cuts the windows that the touch model learns from out of simulated claims, by the very code that cuts them in the program.
//!
//! ```text
//! cargo run --release --example touch_windows -- CLAIMS OUT [--seed N] [--every 0.4]
//! ```
//!
//! CLAIMS is what `kibitzer simulate --game elements --claims N --out CLAIMS` wrote. OUT.u8 receives a window a row: 96×96 red, green and
//! blue, then six times 96×96 brightness. OUT.f32 receives, a row: the six times in ms, whether it touches (0 or 1), where the touching
//! point is in the window (right and ahead, mm), its height in mm, when it comes down after this frame in ms (NaN when it never does), the
//! claim's number and the frame's. Frames far from a contact are taken with the probability `--every`. The place and the direction
//! are off as those of found hands are. A few windows are cut where the hand is not, though it was or others are: nothing of it touches there.

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    windows::main()
}

#[cfg(feature = "camera")]
mod windows {
    use kibitzer::calibration::{find_markers, find_small_markers, fit_markers};
    use kibitzer::games::elements;
    use kibitzer::geometry::Point;
    use kibitzer::recognizer::{TOUCH_AROUND, TouchWindow};
    use kibitzer::simulate::claims::{ClaimTruth, FrameTruth};
    use kibitzer::source::{Event, Frame, Options, open};
    use kibitzer::touch::Patch;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use std::io::Write;
    use std::path::{Path, PathBuf};

    /// Frames nearer to a contact than this are all taken, ms.
    const NEAR_MS: f64 = 140.0;
    /// A fingertip that is only taken to be where it was is off by this much, mm.
    const FAR_OFF_MM: f64 = 22.0;
    /// A hand whose fingertip is this far from the middle is not in the window, mm; of each frame's hands so many such windows are cut
    /// for each other one that is far from a contact.
    const GONE_MM: f64 = 60.0;
    const GONE: f64 = 0.15;

    pub fn main() -> Result<(), Box<dyn std::error::Error>> {
        let (mut paths, mut seed, mut every) = (Vec::<PathBuf>::new(), 1, 0.4);
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--seed" => seed = words.next().ok_or("--seed needs a number")?.parse()?,
                "--every" => every = words.next().ok_or("--every needs a number")?.parse()?,
                _ => paths.push(word.into()),
            }
        }
        let [claims, out] = paths.as_slice() else { return Err("give a folder of claims and an output".into()) };
        let mut pixels = std::io::BufWriter::new(std::fs::File::create(out.with_extension("u8"))?);
        let mut labels = std::io::BufWriter::new(std::fs::File::create(out.with_extension("f32"))?);
        let mut folders: Vec<PathBuf> = claims.read_dir()?.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_dir()).collect();
        folders.sort();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let (mut rows, mut skipped) = (0, 0);
        for (number, folder) in folders.iter().enumerate() {
            match claim(folder, number, every, &mut rng, &mut pixels, &mut labels)? {
                Some(count) => rows += count,
                None => skipped += 1,
            }
        }
        println!("{}: {rows} windows of {} claims, {skipped} left out: their mat is not found", out.display(), folders.len());
        Ok(())
    }

    /// About a normal deviate: the sum of twelve even ones.
    fn normal(rng: &mut Pcg64Mcg) -> f64 {
        (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
    }

    fn claim(
        folder: &Path,
        number: usize,
        every: f64,
        rng: &mut Pcg64Mcg,
        pixels: &mut impl Write,
        labels: &mut impl Write,
    ) -> Result<Option<usize>, Box<dyn std::error::Error>> {
        let truth: ClaimTruth = serde_json::from_slice(&std::fs::read(folder.join("truth.json"))?)?;
        let mut frames: Vec<Frame> = Vec::new();
        let mut source = open(folder.to_str().ok_or("a folder's name cannot be read")?, &Options::default())?;
        while let Some(event) = source.next()? {
            if let Event::Frame(frame) = event {
                frames.push(frame);
            }
        }
        let mat = elements::mat(truth.players);
        let fit = |markers: &[_]| fit_markers(markers, &mat.markers, (mat.width_mm, mat.height_mm), None);
        let first = &frames[0].image;
        let Ok((fit, _)) = fit(&find_markers(first)?).or_else(|_| fit(&find_small_markers(first)?)) else { return Ok(None) };
        let mut rows = 0;
        for (k, (frame, shown)) in frames.iter().zip(&truth.frames).enumerate() {
            let (before, after) = TOUCH_AROUND;
            let around: Vec<_> = (0..=before + after)
                .filter(|i| *i != before)
                .map(|i| match (k + i).checked_sub(before).and_then(|n| frames.get(n)) {
                    Some(other) => (&other.image, (other.stamp.at_us as f64 - frame.stamp.at_us as f64) / 1000.0),
                    None => (&frame.image, 0.0),
                })
                .collect();
            let mut write = |patch: &Patch, told: [f64; 5]| -> Result<(), Box<dyn std::error::Error>> {
                let Some(window) = TouchWindow::cut(&frame.image, &around, &patch.outline(&fit.view))? else { return Ok(()) };
                pixels.write_all(&window.now)?;
                for (grey, _) in &window.others {
                    pixels.write_all(grey)?;
                }
                let times = window.others.iter().map(|(_, ms)| *ms);
                for value in times.chain(told).chain([number as f64, frame.index as f64]) {
                    labels.write_all(&(value as f32).to_le_bytes())?;
                }
                rows += 1;
                Ok(())
            };
            for tip in &shown.tips {
                let inside = |p: f64, size: u32| p >= 0.0 && p < f64::from(size);
                if !inside(tip.tip_px.x, truth.camera.width) || !inside(tip.tip_px.y, truth.camera.height) {
                    continue;
                }
                let hand = truth.hands.iter().find(|hand| hand.seat == tip.seat).ok_or("a tip without a hand")?;
                let contact_ms = hand.contact_us.map(|at| (at as f64 - shown.at_us as f64) / 1000.0);
                if contact_ms.is_none_or(|ms| ms.abs() > NEAR_MS) && !rng.random_bool(every) {
                    continue;
                }
                let off = if rng.random_bool(0.05) {
                    FAR_OFF_MM
                } else if rng.random_bool(0.15) {
                    12.0
                } else {
                    5.0
                };
                // What is seen of a raised finger lies where it hides the table.
                let seen = fit.view.to_table(tip.tip_px);
                let centre = seen + Point::new(normal(rng), normal(rng)) * off;
                let entry = tip.entry_mm + Point::new(normal(rng), normal(rng)) * 25.0;
                let patch = Patch::new(centre, entry);
                let (right, ahead) = patch.offset(tip.tip_mm);
                let touching = f64::from(u8::from(tip.touching));
                write(&patch, [touching, right, ahead, tip.height_mm, contact_ms.unwrap_or(f64::NAN)])?;
            }
            // Where a hand has been or others are, and it is not.
            for hand in &truth.hands {
                if !rng.random_bool(GONE * every) {
                    continue;
                }
                let once = &truth.frames[rng.random_range(0..truth.frames.len())];
                let of = |frame: &'_ FrameTruth| frame.tips.iter().find(|tip| tip.seat == hand.seat).cloned();
                let (Some(then), now) = (of(once), of(shown)) else { continue };
                let others: Vec<_> = shown.tips.iter().filter(|tip| tip.seat != hand.seat).collect();
                let at = if others.is_empty() || rng.random_bool(0.5) {
                    fit.view.to_table(then.tip_px)
                } else {
                    fit.view.to_table(others[rng.random_range(0..others.len())].tip_px)
                };
                let centre = at + Point::new(normal(rng), normal(rng)) * 10.0;
                if now.is_some_and(|tip| fit.view.to_table(tip.tip_px).distance(centre) < GONE_MM) {
                    continue;
                }
                write(&Patch::new(centre, then.entry_mm), [0.0, 0.0, 0.0, GONE_MM, f64::NAN])?;
            }
        }
        Ok(Some(rows))
    }
}

#[cfg(not(feature = "camera"))]
fn main() {}
