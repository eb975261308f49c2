//! Measures recognition on sets of labelled photographs.
//!
//! ```text
//! cargo run --release --example accuracy -- [--data ../shared/data] [--every N] [--once PX] [--calibrated] [--deck standard-nl]
//!     [--faces FOLDER] [--confusions] [--each] [--label TEXT] [SET...]
//! ```
//!
//! Sets are folders of DATA, as `models/training/rendered.py` or the makers of the photographs wrote them. A set with a folder `faces` is asked of
//! a custom deck, enrolled from those pictures. What is given in frames is asked of all of them together.
//!
//! With `--deck` the letters on the court cards are declared; without it they may be of any language.
//!
//! With `--faces FOLDER` the custom deck is enrolled from that folder instead: of another deck, so that whatever is named is named wrong.
//!
//! With `--once PX` a picture is looked at as a frame of a film is: once, its longer side at about PX pixels, each card read in two steps.
//! With `--calibrated` the camera is one of which it is known how it sees the table, as the sets that were rendered say.
//!
//! `--each` also tells of every photograph how many of its cards were named, and `--label` comes before each set's name in the table, which is Markdown.
//!
//! A card counts as found when an outline's bounding box meets its box with an IoU of one half or more; where the boxes hold only
//! what shows of a card (`edje`), the bounds of the part that it shares with no other outline may meet it instead; where outlines are
//! known, these must meet. `told` asks for the names alone: cards whose name was told in their photograph, wherever it was outlined, and in
//! brackets the names told that no card there has (where all are labelled). Shares are of all labelled cards. Phantoms are outlines of
//! faces on no card, counted where every card is labelled.
//! `corners` is the median over found cards of the mean distance of their corners, in percent of the card's width; `top-1` how often the
//! likeliest name of a found face is right, named or not; `ECE` the expected calibration error of that name in ten bins; `faces` the found
//! faces not taken for backs, `backs` the labelled backs found and taken for backs, and in brackets backs
//! told on no card; `upright` the named cards with a top whose outline starts
//! there; `ms` the time that a photograph took in the mean.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // shares its reading of the photographs with the tests

#[cfg(feature = "camera")]
#[path = "../tests/vision/photographs.rs"]
mod photographs;

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use kibitzer::cards::IndexSet;
    use kibitzer::recognizer::{Candidates, Detector, Gallery, ModelFolder, Recognizer, Scene};
    use photographs::{Tally, data, photographs};
    use std::time::{Duration, Instant};

    const SETS: [(&str, &str); 3] = [
        ("rf_poker_cards/test", "one deck; its train split was trained on"),
        ("edje/test", "rank only; the detector, and what tells the kinds of cards, were trained on its train split"),
        ("validation_foltysm", "single cards, hard light; never trained on"),
    ];
    const COLUMNS: [&str; 16] = [
        "set",
        "photographs",
        "cards",
        "found",
        "named right",
        "wrong",
        "unknown",
        "told",
        "phantoms (named) / cards",
        "corners",
        "top-1",
        "ECE",
        "faces",
        "backs",
        "upright",
        "ms",
    ];
    let (mut folder, mut every, mut once, mut other_faces, mut label, mut sets) = (data(), 1, None, None, String::new(), Vec::new());
    let (mut calibrated, mut confusions, mut each) = (false, false, false);
    let mut indices = IndexSet::Any;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--data" => folder = words.next().map(Into::into),
            "--every" => every = words.next().ok_or("--every needs a number")?.parse::<usize>()?.max(1),
            "--calibrated" => calibrated = true,
            "--once" => once = Some(words.next().ok_or("--once needs a number of pixels")?.parse::<u32>()?),
            "--deck" => indices = words.next().ok_or("--deck needs a standard deck's name")?.parse()?,
            "--faces" => other_faces = words.next().map(std::path::PathBuf::from),
            "--label" => label = words.next().ok_or("--label needs a text")?,
            "--confusions" => confusions = true,
            "--each" => each = true,
            set => sets.push(set.to_owned()),
        }
    }
    if sets.is_empty() {
        sets = SETS.iter().map(|(set, _)| (*set).to_owned()).collect();
    }
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        println!("skipped: there are no photographs at ../shared/data; give their folder with --data or KIBITZER_DATA");
        return Ok(());
    };
    let models = ModelFolder::find()?;
    println!("| {} |", COLUMNS.join(" | "));
    println!("|{}", "---|".repeat(COLUMNS.len()));
    for set in sets {
        let mut recognizer = Recognizer::open(&models, Candidates::standard()?.with_indices(indices))?;
        let faces = other_faces.clone().unwrap_or_else(|| folder.join(&set).join("faces"));
        if faces.is_dir() {
            let gallery = Gallery::enrol_folder(&mut Detector::open(&models)?, recognizer.identifier(), &"custom".parse()?, &faces)?;
            recognizer.look_for(Candidates::gallery(gallery));
        }
        let (mut tally, mut spent) = (Tally::default(), Duration::ZERO);
        for photograph in photographs(&folder, &set, every) {
            if photograph.boxes.is_empty() && photograph.cards.is_none() && !photograph.complete {
                continue;
            }
            let start = Instant::now();
            let mut found = match once {
                Some(px) => {
                    let scene = Scene { table: photograph.table.filter(|_| calibrated), ..Scene::UNKNOWN };
                    recognizer.recognize_frame(&photograph.picture, px, &scene)?
                }
                None => recognizer.recognize_still(&photograph.picture, photograph.table.as_ref().filter(|_| calibrated))?,
            };
            spent += start.elapsed();
            if !photograph.frames.is_empty() {
                let mut average = recognizer.average();
                for frame in &photograph.frames {
                    average.add(recognizer.recognize(frame)?);
                }
                average.add(found);
                found = average.cards();
            }
            let counts = |tally: &Tally| [tally.cards, tally.found, tally.right, tally.wrong];
            let before = counts(&tally);
            tally.add(&photograph, &found);
            if each {
                let now = counts(&tally);
                let [cards, found, right, wrong] = [0, 1, 2, 3].map(|k| now[k] - before[k]);
                println!("    {}: of {cards} cards {found} found, {right} named right, {wrong} wrong", photograph.file);
            }
        }
        if tally.photographs == 0 {
            println!("{set}: skipped: no such set in {}", folder.display());
            continue;
        }
        let share = |of: usize| format!("{:.3}", tally.share(of));
        let part = |(of, told): (usize, usize)| if of == 0 { "-".into() } else { format!("{told}/{of}") };
        let figure =
            |value: Option<f64>, scale: f64| value.map_or("-".into(), |v| format!("{:.*}", if scale > 1.0 { 1 } else { 3 }, scale * v));
        let [faces, backs] = tally.sides.map(part);
        let phantoms = format!("{} ({}) / {}", tally.phantoms, tally.named_phantoms, tally.complete_cards);
        let row = [
            format!("{label} `{set}`").trim_start().to_owned(),
            tally.photographs.to_string(),
            tally.cards.to_string(),
            share(tally.found),
            share(tally.right),
            share(tally.wrong),
            share(tally.unknown),
            format!("{} ({})", share(tally.told), tally.beyond),
            if tally.complete { phantoms } else { "-".into() },
            figure(tally.corner_error(), 100.0),
            figure(tally.top_1(), 1.0),
            figure(tally.calibration_error(), 1.0),
            faces,
            format!("{backs} ({})", tally.phantom_backs),
            part(tally.upright),
            format!("{:.0}", spent.as_secs_f64() * 1000.0 / tally.photographs as f64),
        ];
        println!("| {} |", row.join(" | "));
        if confusions {
            let mut pairs: Vec<_> = tally.confusions.iter().collect();
            pairs.sort_by(|a, b| b.1.cmp(a.1));
            for ((label, name), count) in pairs.into_iter().take(20) {
                println!("    {label} taken for {name}: {count}");
            }
        }
    }
    for (set, what) in SETS {
        println!("{set}: {what}");
    }
    Ok(())
}

#[cfg(not(feature = "camera"))]
fn main() {
    println!("skipped: this build cannot see; leave the feature 'camera' on");
}
