//! Cuts the windows that the touch model learns from out of simulated hands, by the very code that cuts them in the program.
//!
//! ```text
//! cargo run --release --example touch_windows -- OUT --claims N|--rounds N [--hovers|--crossing] [--seed S] [--size WxH] [--fps F] [--every 0.4]
//! ```
//!
//! Claims are short scenes about one card (`--hovers`: only those in which a hand stops over it, `--crossing`: in which arms cross);
//! rounds are a stretch of play each, with Islands touched and cards carried. Both at tables of three to six, half of them through a video file, as films come. OUT.u8 receives a
//! window a row: 96×96 red, green and blue, then six times 96×96 brightness. OUT.f32 receives, a row: the six times in ms, whether it
//! touches (0 or 1), where the touching point is in the window (right and ahead, mm), its height in mm, when it comes down after this frame
//! in ms, or came down nearest to it (NaN for a hand that only hovers), the scene's number and the frame's. Frames far from a contact are taken with the
//! probability `--every`. The place and the direction are off as those of found hands are. A few windows are cut where the hand is not, though it was
//! or others are: nothing of it touches there.

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    windows::main()
}

#[cfg(feature = "camera")]
mod windows {
    use image::RgbImage;
    use kibitzer::calibration::{View, find_markers, find_small_markers, fit_markers};
    use kibitzer::cards::standard_deck;
    use kibitzer::games::elements::{Options as Rules, Zone};
    use kibitzer::geometry::{Image, Point};
    use kibitzer::print::MatStyle;
    use kibitzer::recognizer::{TOUCH_AROUND, TouchWindow};
    use kibitzer::simulate::claims::{Claim, ClaimOptions, Kind, Reaching, Recipe, TipTruth};
    use kibitzer::simulate::props::standard_props;
    use kibitzer::simulate::render::View as Eye;
    use kibitzer::simulate::round::{Doing, Round, RoundOptions, Stop};
    use kibitzer::simulate::{Props, Renderer, Scene};
    use kibitzer::source::{Event, Options, VideoFile, open};
    use kibitzer::table::{Mat, Seat, Seats};
    use kibitzer::touch::Patch;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;
    use std::io::{BufWriter, Write};
    use std::path::PathBuf;
    use std::sync::Arc;

    type Failure = Box<dyn std::error::Error>;

    /// Frames nearer to a contact than this are all taken, ms.
    const NEAR_MS: f64 = 140.0;
    /// A fingertip that is only taken to be where it was is off by this much, mm.
    const FAR_OFF_MM: f64 = 22.0;
    /// A hand whose fingertip is this far from the middle is not in the window, mm; of each frame's hands so many such windows are cut
    /// for each other one that is far from a contact.
    const GONE_MM: f64 = 60.0;
    const GONE: f64 = 0.15;
    /// How long a round is filmed, s.
    const ROUND_S: f64 = 24.0;
    /// A stop at which a card is laid is neither touch nor none; so near to it nothing is asked, ms.
    const LAYING_MS: f64 = 60.0;

    /// A fingertip in one frame.
    struct Tip {
        truth: TipTruth,
        /// The nearest contact of its hand, ms after the frame; NaN for a hand that hovers.
        contact_ms: f64,
        /// Whether it can be said that it touches, or that it does not.
        is_clear: bool,
    }

    /// What was filmed.
    struct Film {
        frames: Vec<RgbImage>,
        at_us: Vec<u64>,
        tips: Vec<Vec<Tip>>,
        mat: Mat<Zone>,
    }

    struct Args {
        out: PathBuf,
        claims: usize,
        rounds: usize,
        /// Claims of these kinds alone, if any are named.
        kinds: &'static [Kind],
        seed: u64,
        size: (u32, u32),
        fps: f64,
        every: f64,
    }

    fn args() -> Result<Args, Failure> {
        let mut args = Args { out: PathBuf::new(), claims: 0, rounds: 0, kinds: &[], seed: 1, size: (640, 480), fps: 30.0, every: 0.4 };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--claims" => args.claims = next()?.parse()?,
                "--rounds" => args.rounds = next()?.parse()?,
                "--hovers" => args.kinds = &[Kind::Hover, Kind::HoverBeside],
                "--crossing" => args.kinds = &[Kind::Crossing],
                "--seed" => args.seed = next()?.parse()?,
                "--fps" => args.fps = next()?.parse()?,
                "--every" => args.every = next()?.parse()?,
                "--size" => {
                    let size = next()?;
                    let (width, height) = size.split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
                    args.size = (width.parse()?, height.parse()?);
                }
                _ => args.out = word.into(),
            }
        }
        if args.out.as_os_str().is_empty() || args.claims + args.rounds == 0 {
            return Err("give an output, and --claims or --rounds".into());
        }
        Ok(args)
    }

    pub fn main() -> Result<(), Failure> {
        let args = args()?;
        let create = |ending| Ok::<_, Failure>(BufWriter::new(std::fs::File::create(args.out.with_extension(ending))?));
        let (mut pixels, mut labels) = (create("u8")?, create("f32")?);
        let mut rng = Pcg64Mcg::seed_from_u64(args.seed);
        let wanted = |number: &usize| args.kinds.is_empty() || args.kinds.contains(&Recipe::of(*number).kind);
        let claims = (0..).filter(wanted).take(args.claims);
        let mut told = (0, 0, 0);
        for (number, is_round) in claims.map(|n| (n, false)).chain((0..args.rounds).map(|n| (n, true))) {
            let film = if is_round { round(&args, number)? } else { claim(&args, number)? };
            told.0 += 1;
            match cut(&film, number, args.every, &mut rng, &mut pixels, &mut labels)? {
                Some(count) => told.1 += count,
                None => told.2 += 1,
            }
        }
        println!("{}: {} windows of {} films, {} left out: their mat is not found", args.out.display(), told.1, told.0, told.2);
        Ok(())
    }

    /// Films a scene; every other one goes through a video file.
    fn filmed(args: &Args, number: usize, mut renderer: Renderer, scenes: impl Iterator<Item = Scene>) -> Result<Vec<RgbImage>, Failure> {
        let rendered = scenes.enumerate().map(|(k, scene)| renderer.frame(&scene, k as u64));
        if number.is_multiple_of(2) {
            return Ok(rendered.collect());
        }
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("film.mp4");
        let mut file = VideoFile::create(&path, args.size, args.fps)?;
        for frame in rendered {
            file.put(&frame)?;
        }
        file.finish()?;
        let mut source = open(path.to_str().ok_or("a folder's name cannot be read")?, &Options::default())?;
        let mut frames = Vec::new();
        while let Some(event) = source.next()? {
            if let Event::Frame(frame) = event {
                frames.push(frame.image);
            }
        }
        Ok(frames)
    }

    fn renderer(number: usize, mat: &Mat<Zone>, view: &Eye, size: (u32, u32)) -> Result<(Renderer, Arc<Props>), Failure> {
        let style = [MatStyle::Felt, MatStyle::White][number / 3 % 2];
        let scale = (2.0 * f64::from(size.0) / mat.width_mm).clamp(1.5, 4.0);
        let props = Arc::new(standard_props(&standard_deck()?, mat, style, scale)?);
        Ok((Renderer::new(view.clone(), Arc::clone(&props)), props))
    }

    fn seats(number: usize) -> Result<Seats, Failure> {
        Ok(Seats::try_from([4, 3, 5, 4, 6, 4][number % 6])?)
    }

    fn claim(args: &Args, number: usize) -> Result<Film, Failure> {
        let seats = if number % 3 == 2 { Some(seats(number / 3)?) } else { None };
        let options = ClaimOptions { seed: args.seed, seats, size: args.size, fps: args.fps, leads_ms: None };
        let claim = Claim::new(&options, number)?;
        let (renderer, props) = renderer(number, &claim.mat, &claim.view, args.size)?;
        let frames = filmed(args, number, renderer, claim.frames_us.iter().map(|at| claim.scene(*at, &props)))?;
        let truth = claim.truth()?;
        let tips = truth.frames.iter().map(|frame| {
            let tip = |truth: &TipTruth| {
                let contact_us = claim.hands.iter().find(|hand| hand.seat == truth.seat).and_then(Reaching::contact_us);
                let contact_ms = contact_us.map_or(f64::NAN, |at| (at as f64 - frame.at_us as f64) / 1000.0);
                Tip { truth: truth.clone(), contact_ms, is_clear: true }
            };
            frame.tips.iter().map(tip).collect()
        });
        Ok(Film { frames, at_us: claim.frames_us.clone(), tips: tips.collect(), mat: claim.mat.clone() })
    }

    fn round(args: &Args, number: usize) -> Result<Film, Failure> {
        let seed = args.seed.wrapping_mul(1009).wrapping_add(number as u64);
        let options = RoundOptions {
            seed,
            seats: seats(number)?,
            options: Rules::default(),
            size: args.size,
            seconds: ROUND_S,
            violations: Vec::new(),
        };
        let round = Round::new(&options)?;
        let (renderer, props) = renderer(number, &round.mat, &round.view, args.size)?;
        // Nothing moves at first.
        let at_us: Vec<u64> = round.frames_us(args.fps).into_iter().filter(|at| *at > 3_000_000).collect();
        let frames = filmed(args, number, renderer, at_us.iter().map(|at| round.scene(*at, &props)))?;
        let tips = at_us.iter().map(|at| {
            let ms = |us: u64| (us as f64 - *at as f64) / 1000.0;
            let tip = |truth: TipTruth| {
                let of = round.trips.iter().filter(|trip| trip.seat == truth.seat && trip.is_out(*at));
                let (lays, touches): (Vec<&Stop>, Vec<&Stop>) = of.flat_map(|trip| &trip.stops).partition(|stop| stop.doing == Doing::Lay);
                let near = |stop: &Stop| ms(stop.arrive_us) < LAYING_MS && ms(stop.leave_us) > -LAYING_MS;
                let contacts = touches.iter().map(|stop| ms(stop.arrive_us));
                let contact_ms = contacts.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(f64::INFINITY);
                Tip { truth, contact_ms, is_clear: !lays.iter().any(|stop| near(stop)) }
            };
            round.tips(*at).into_iter().map(tip).collect()
        });
        let tips = tips.collect();
        Ok(Film { frames, at_us, tips, mat: round.mat.clone() })
    }

    /// About a normal deviate: the sum of twelve even ones.
    fn normal(rng: &mut Pcg64Mcg) -> f64 {
        (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
    }

    fn cut(
        film: &Film,
        number: usize,
        every: f64,
        rng: &mut Pcg64Mcg,
        pixels: &mut impl Write,
        labels: &mut impl Write,
    ) -> Result<Option<usize>, Failure> {
        let fit = |markers: &[_]| fit_markers(markers, &film.mat.markers, (film.mat.width_mm, film.mat.height_mm), None);
        let first = film.frames.first().ok_or("a film without frames")?;
        let Ok((fit, _)) = fit(&find_markers(first)?).or_else(|_| fit(&find_small_markers(first)?)) else { return Ok(None) };
        let view: View = fit.view;
        let mut rows = 0;
        for (k, ((frame, at_us), tips)) in film.frames.iter().zip(&film.at_us).zip(&film.tips).enumerate() {
            let (before, after) = TOUCH_AROUND;
            let around: Vec<_> = (0..=before + after)
                .filter(|i| *i != before)
                .map(|i| match (k + i).checked_sub(before).and_then(|n| film.frames.get(n).zip(film.at_us.get(n))) {
                    Some((other, at)) => (other, (*at as f64 - *at_us as f64) / 1000.0),
                    None => (frame, 0.0),
                })
                .collect();
            let mut write = |patch: &Patch, told: [f64; 5]| -> Result<(), Failure> {
                let Some(window) = TouchWindow::cut(frame, &around, &patch.outline(&view))? else { return Ok(()) };
                pixels.write_all(&window.now)?;
                for (grey, _) in &window.others {
                    pixels.write_all(grey)?;
                }
                let times = window.others.iter().map(|(_, ms)| *ms);
                for value in times.chain(told).chain([number as f64, k as f64]) {
                    labels.write_all(&(value as f32).to_le_bytes())?;
                }
                rows += 1;
                Ok(())
            };
            let inside = |p: Point<Image>| p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(frame.width()) && p.y < f64::from(frame.height());
            for Tip { truth: tip, contact_ms, .. } in tips.iter().filter(|tip| tip.is_clear && inside(tip.truth.tip_px)) {
                let far = contact_ms.is_nan() || contact_ms.abs() > NEAR_MS;
                if far && !rng.random_bool(every) {
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
                let centre = view.to_table(tip.tip_px) + Point::new(normal(rng), normal(rng)) * off;
                let entry = tip.entry_mm + Point::new(normal(rng), normal(rng)) * 25.0;
                let patch = Patch::new(centre, entry);
                let (right, ahead) = patch.offset(tip.tip_mm);
                write(&patch, [f64::from(u8::from(tip.touching)), right, ahead, tip.height_mm, *contact_ms])?;
            }
            // Where a hand has been or others are, and it is not.
            let seats: BTreeSet<Seat> = film.tips.iter().flatten().map(|tip| tip.truth.seat).collect();
            for seat in seats {
                if !rng.random_bool(GONE * every) {
                    continue;
                }
                let of = |tips: &'_ [Tip]| tips.iter().map(|tip| &tip.truth).find(|tip| tip.seat == seat).cloned();
                let once = film.tips.get(rng.random_range(0..film.tips.len())).and_then(|tips| of(tips));
                let (Some(then), now) = (once, of(tips)) else { continue };
                let others: Vec<&TipTruth> = tips.iter().map(|tip| &tip.truth).filter(|tip| tip.seat != seat).collect();
                let at = match others.len() {
                    1.. if rng.random_bool(0.5) => others[rng.random_range(0..others.len())],
                    _ => &then,
                };
                let centre = view.to_table(at.tip_px) + Point::new(normal(rng), normal(rng)) * 10.0;
                if now.is_some_and(|tip| view.to_table(tip.tip_px).distance(centre) < GONE_MM) {
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
