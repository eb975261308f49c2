//! Has simulated claims ruled and compares the rulings with the truth, by how long after the first touch the second one came.
//!
//! ```text
//! cargo run --release --example claims -- CLAIMS [--skip N] [--take N] [--live | --behind]
//! ```
//!
//! CLAIMS is what `kibitzer simulate --game elements --claims N --out CLAIMS` wrote. Only the frames and the number of players are read
//! to rule; everything else of the truth is for the comparison. `--live` shows the frames as a camera would, decoded as they come: while this
//! machine is behind only hands are followed, and how long after each contact it is told is measured. Before them the first one is shown for
//! three seconds, so that nothing is measured of the models' first steps. `--behind` looks at the frames as a machine does behind which a frame
//! always waits, at one in eight whole: several times as fast.

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    table::main()
}

#[cfg(feature = "camera")]
mod table {
    use kibitzer::calibration::{find_markers, find_small_markers, fit_markers, steady_markers};
    use kibitzer::games::elements::{self, ClaimRuling};
    use kibitzer::pipeline::{ClaimLine, Latest, Looked, StageTime, WAITING, ruling_on};
    use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer};
    use kibitzer::simulate::claims::{ClaimTruth, Verdict};
    use kibitzer::source::{Event, Frame, Options, SourceError, open};
    use kibitzer::table::{SeenHand, SeenTouch, Stamp};
    use kibitzer::tracker::Claimed;
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    type Failure = Box<dyn std::error::Error>;

    /// A touch told this far from the true one is not that touch, ms.
    const SAME_MS: f64 = 120.0;

    /// How long the table is shown first, live, in microseconds and in frames.
    const LEAD_US: u64 = 3_000_000;
    const LEAD_FRAMES: u64 = 45;

    #[derive(Default)]
    struct Row {
        claims: usize,
        right: usize,
        close: usize,
        wrong: usize,
        missed: usize,
    }

    #[derive(Default)]
    struct Sums {
        by_gap: BTreeMap<(u32, String), Row>,
        contacts: usize,
        found: usize,
        off_ms: Vec<f64>,
        half_ms: Vec<f64>,
        within: usize,
        tip_mm: Vec<f64>,
        sure: Vec<f64>,
        hovers: usize,
        hovers_told: usize,
        elsewhere: usize,
        late_ms: Vec<f64>,
        stages: BTreeMap<String, Vec<f64>>,
        followed: usize,
        lost: usize,
        frames: usize,
    }

    #[derive(Default)]
    struct Ruled {
        claims: Vec<Claimed>,
        hands: Vec<(Stamp, Vec<SeenHand>)>,
        stages: Vec<StageTime>,
        /// Each touch with when it was told, by a clock that runs as the camera's.
        told: Vec<(SeenTouch, f64)>,
        frames: usize,
        followed: usize,
        lost: usize,
    }

    pub fn main() -> Result<(), Failure> {
        let (mut folder, mut skip, mut take, mut live, mut waiting) = (None, 0, usize::MAX, false, 0);
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--skip" => skip = words.next().ok_or("--skip needs a number")?.parse()?,
                "--take" => take = words.next().ok_or("--take needs a number")?.parse()?,
                "--live" => live = true,
                "--behind" => waiting = 1,
                _ => folder = Some(PathBuf::from(word)),
            }
        }
        let folder = folder.ok_or("give a folder of claims")?;
        let mut claims: Vec<PathBuf> = folder.read_dir()?.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_dir()).collect();
        claims.sort();
        let models = ModelFolder::find()?;
        let (mut sums, mut unseen) = (Sums::default(), 0);
        for path in claims.iter().skip(skip).take(take) {
            let mut truth: ClaimTruth = serde_json::from_slice(&std::fs::read(path.join("truth.json"))?)?;
            if live {
                truth.frames.iter_mut().for_each(|frame| frame.at_us += LEAD_US);
                truth.hands.iter_mut().filter_map(|hand| hand.contact_us.as_mut()).for_each(|at| *at += LEAD_US);
            }
            match ruled(path, &truth, &models, (live, waiting))? {
                Some(ruled) => sums.add(path, &truth, &ruled),
                None => unseen += 1,
            }
        }
        sums.print(unseen);
        Ok(())
    }

    fn ruled(path: &Path, truth: &ClaimTruth, models: &ModelFolder, (live, waiting): (bool, usize)) -> Result<Option<Ruled>, Failure> {
        let mut source = open(path.to_str().ok_or("a folder's name cannot be read")?, &Options::default())?;
        let mut frames: Vec<Frame> = Vec::new();
        while let Some(event) = source.next()? {
            if let Event::Frame(frame) = event {
                frames.push(frame);
            }
        }
        let mat = elements::mat(truth.players);
        let looks = |find: &dyn Fn(&image::RgbImage) -> _| frames.iter().take(12).map(|f| find(&f.image)).collect::<Result<Vec<_>, _>>();
        let fit = |looks: Vec<Vec<_>>| fit_markers(&steady_markers(&looks), &mat.markers, (mat.width_mm, mat.height_mm), None);
        let Ok((fit, _)) = fit(looks(&find_markers)?).or_else(|_| fit(looks(&find_small_markers)?)) else { return Ok(None) };
        let cards = Recognizer::open(models, Candidates::standard()?.without_jokers())?;
        let mut line = ClaimLine::new(fit.view, &mat, cards, models)?;
        let mut ruled = Ruled { frames: frames.len(), ..Ruled::default() };
        if live {
            ruled.watch(&mut line, path, frames.swap_remove(0))?;
        } else {
            for frame in frames {
                let began = Instant::now();
                let Some((looked, over)) = line.keep_up(frame, waiting)? else { continue };
                let took_ms = began.elapsed().as_secs_f64() * 1000.0;
                let at_ms = looked.observation.stamp.ms() + took_ms;
                ruled.take(looked, over, at_ms);
            }
        }
        ruled.claims.extend(line.finish()?.1);
        Ok(Some(ruled))
    }

    impl Ruled {
        /// Watches the frames as they would come from a camera.
        fn watch(&mut self, line: &mut ClaimLine, path: &Path, first: Frame) -> Result<(), Failure> {
            let camera: Latest<Frame> = Latest::keeping(WAITING);
            let (began, shown) = (Instant::now(), camera.clone());
            let folder = path.to_str().ok_or("a folder's name cannot be read")?.to_owned();
            let showing = std::thread::spawn(move || -> Result<(), SourceError> {
                let put = |frame: Frame| {
                    let due = began + Duration::from_micros(frame.stamp.at_us);
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                    shown.put(frame);
                };
                for k in 0..LEAD_FRAMES {
                    put(Frame { index: k, stamp: Stamp { at_us: k * LEAD_US / LEAD_FRAMES, ..first.stamp }, image: first.image.clone() });
                }
                let mut source = open(&folder, &Options::default())?;
                while let Some(event) = source.next()? {
                    if let Event::Frame(frame) = event {
                        let stamp = Stamp { at_us: frame.stamp.at_us + LEAD_US, ..frame.stamp };
                        put(Frame { index: frame.index + LEAD_FRAMES, stamp, ..frame });
                    }
                }
                shown.close();
                Ok(())
            });
            while let Some(frame) = camera.wait() {
                if let Some((looked, over)) = line.keep_up(frame, camera.waiting())? {
                    self.take(looked, over, began.elapsed().as_secs_f64() * 1000.0);
                }
            }
            self.lost = usize::try_from(camera.dropped())?;
            showing.join().map_err(|_| "the camera's thread stopped")??;
            Ok(())
        }

        fn take(&mut self, looked: Looked, over: Vec<Claimed>, clock_ms: f64) {
            self.followed += looked.followed.len();
            self.told.extend(looked.observation.touches.iter().map(|touch| (touch.clone(), clock_ms)));
            self.stages.extend(looked.stages);
            self.claims.extend(over);
            self.hands.push((looked.observation.stamp, looked.observation.hands));
        }
    }

    fn middle_ms(touch: &SeenTouch) -> f64 {
        (touch.after.ms() + touch.by.ms()) / 2.0
    }

    impl Sums {
        fn add(&mut self, path: &Path, truth: &ClaimTruth, ruled: &Ruled) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let times: Vec<f64> = truth.frames.iter().map(|f| f.at_us as f64 / 1000.0).collect();
            let interval = {
                let mut steps: Vec<f64> = times.windows(2).map(|w| w[1] - w[0]).collect();
                steps.sort_by(f64::total_cmp);
                steps[steps.len() / 2]
            };
            let touches: Vec<&SeenTouch> = ruled.claims.iter().flat_map(|c| &c.touches).collect();
            for hand in &truth.hands {
                let of_hand = || touches.iter().filter(|t| t.seat == Some(hand.seat));
                let Some(contact_us) = hand.contact_us else {
                    self.hovers += 1;
                    if let Some(touch) = of_hand().next() {
                        self.hovers_told += 1;
                        println!("{name}: the hover of {} is told as a touch, {:.2} sure", hand.seat, touch.confidence);
                    }
                    continue;
                };
                self.contacts += 1;
                let at = contact_us as f64 / 1000.0;
                let nearest = of_hand().min_by(|a, b| (middle_ms(a) - at).abs().total_cmp(&(middle_ms(b) - at).abs()));
                match nearest.filter(|t| (middle_ms(t) - at).abs() < SAME_MS) {
                    Some(touch) => {
                        self.found += 1;
                        self.off_ms.push((middle_ms(touch) - at).abs());
                        self.late_ms.extend(ruled.told.iter().find(|(told, _)| told == *touch).map(|(_, clock_ms)| clock_ms - at));
                        self.half_ms.push((touch.by.ms() - touch.after.ms()) / 2.0);
                        self.sure.push(touch.confidence.into());
                        self.within += usize::from(touch.after.ms() <= at && at <= touch.by.ms());
                        let on = ruled.claims.iter().find(|c| c.touches.contains(touch)).and_then(|c| c.card.card());
                        self.elsewhere += usize::from(on.is_some_and(|card| *card != hand.over));
                        let shown = truth.frames.iter().find(|f| f.at_us as f64 / 1000.0 >= at);
                        if let Some(tip) = shown.and_then(|f| f.tips.iter().find(|t| t.seat == hand.seat)) {
                            self.tip_mm.push(touch.tip.distance(tip.tip_mm));
                        }
                    }
                    None => {
                        let (frame, hands) = ruled
                            .hands
                            .iter()
                            .min_by(|a, b| (a.0.ms() - at).abs().total_cmp(&(b.0.ms() - at).abs()))
                            .map_or((0.0, String::new()), |(stamp, hands)| {
                                let each = hands
                                    .iter()
                                    .map(|h| format!("{} at {:.0} {:.0}", h.seat.map_or("?".into(), |s| s.to_string()), h.tip.x, h.tip.y));
                                (stamp.ms(), each.collect::<Vec<_>>().join(", "))
                            });
                        println!(
                            "{name}: the touch of {} at {at:.0} ms is missed ({:?}; hands at {frame:.0}: {hands})",
                            hand.seat, hand.sleeve
                        );
                    }
                }
            }
            // The card in question lay where somebody reached for it.
            let at_card = truth.hands.iter().find(|h| h.reaches_for == truth.card).map(|h| h.outline_mm.centre());
            let near = |c: &&Claimed| c.card.card() == Some(&truth.card) || at_card.is_some_and(|p| c.quad.centre().distance(p) < 15.0);
            let ruling = ruled.claims.iter().find(near).map_or(ClaimRuling::Nobody, ruling_on);
            let (order, title) = match &truth.verdict {
                Verdict::Nobody => (0, "nobody".to_owned()),
                Verdict::Alone { .. } => (1, "one alone".to_owned()),
                Verdict::Tie { .. } => (2, "gap 0".to_owned()),
                Verdict::First { margin_us, .. } => {
                    let gap = *margin_us as f64 / 1000.0 / interval;
                    [
                        (0.5, "gap to ½ interval"),
                        (1.0, "gap ½ to 1"),
                        (1.5, "gap 1 to 1½"),
                        (2.0, "gap 1½ to 2"),
                        (3.0, "gap 2 to 3"),
                        (f64::MAX, "gap over 3"),
                    ]
                    .iter()
                    .zip(3..)
                    .find(|((most, _), _)| gap <= *most)
                    .map_or((9, String::new()), |((_, title), order)| (order, (*title).to_owned()))
                }
            };
            let row = self.by_gap.entry((order, title)).or_default();
            row.claims += 1;
            let right = match (&truth.verdict, &ruling) {
                (Verdict::Nobody, ClaimRuling::Nobody) => true,
                (Verdict::Alone { seat } | Verdict::First { seat, .. }, ClaimRuling::First { seat: told, .. }) => seat == told,
                _ => false,
            };
            match &ruling {
                _ if right => row.right += 1,
                ClaimRuling::TooClose { .. } => row.close += 1,
                ClaimRuling::Nobody => row.missed += 1,
                _ => row.wrong += 1,
            }
            if !right && !matches!(ruling, ClaimRuling::TooClose { .. }) {
                println!("{name} ({:?}): {:?}, ruled: {ruling}", truth.kind, truth.verdict);
            }
            for lap in &ruled.stages {
                self.stages.entry(lap.stage.clone()).or_default().push(lap.ms);
            }
            self.lost += ruled.lost;
            self.followed += ruled.followed;
            self.frames += ruled.frames;
        }

        fn print(&self, unseen: usize) {
            println!("\n| second touch after the first | claims | right | too close | wrong | missed |\n|---|---|---|---|---|---|");
            for ((_, title), row) in &self.by_gap {
                println!("| {title} | {} | {} | {} | {} | {} |", row.claims, row.right, row.close, row.wrong, row.missed);
            }
            let quantile = |values: &[f64], part: f64| {
                let mut sorted = values.to_vec();
                sorted.sort_by(f64::total_cmp);
                sorted.get(((sorted.len() as f64 - 1.0) * part).round().max(0.0) as usize).copied().unwrap_or(f64::NAN)
            };
            println!(
                "\n{} contacts, {} found, {} on another card; their middle is off by {:.1} ms in the median, {:.1} at 90 %, {:.1} at 98 %; brackets ± {:.1} ms in the median, {} hold the true time",
                self.contacts,
                self.found,
                self.elsewhere,
                quantile(&self.off_ms, 0.5),
                quantile(&self.off_ms, 0.9),
                quantile(&self.off_ms, 0.98),
                quantile(&self.half_ms, 0.5),
                self.within
            );
            println!(
                "fingertips at the touch: {:.1} mm off in the median, {:.1} at 90 %; touches are {:.2} sure in the median, {:.2} at 5 %, {:.2} at 2 %",
                quantile(&self.tip_mm, 0.5),
                quantile(&self.tip_mm, 0.9),
                quantile(&self.sure, 0.5),
                quantile(&self.sure, 0.05),
                quantile(&self.sure, 0.02)
            );
            println!("{} hovers, {} told as touches; {unseen} claims without a mat that is found", self.hovers, self.hovers_told);
            let stages = self.stages.iter().map(|(stage, ms)| {
                let mean = ms.iter().sum::<f64>() / ms.len() as f64;
                format!("{stage} {:.1} in the median, {mean:.1} in the mean, {:.1} at 90 %", quantile(ms, 0.5), quantile(ms, 0.9))
            });
            println!("ms a frame: {}", stages.collect::<Vec<_>>().join("; "));
            println!(
                "{} of {} frames lost, of {} only the hands followed; from a contact until it is told {:.0} ms in the median, {:.0} at 99 %",
                self.lost,
                self.frames,
                self.followed,
                quantile(&self.late_ms, 0.5),
                quantile(&self.late_ms, 0.99)
            );
        }
    }
}

#[cfg(not(feature = "camera"))]
fn main() {
    println!("skipped: this build cannot see; leave the feature 'camera' on");
}
