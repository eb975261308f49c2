//! Measures recognition on sets of labelled photographs.
//!
//! ```text
//! cargo run --release --example accuracy -- [--data ../shared/data] [--every N] [--confusions] [SET...]
//! ```
//!
//! A card counts as found when an outline's bounding box meets its box with an IoU of one half or more; where the boxes hold only
//! what shows of a card (`edje`), the bounds of the part that it shares with no other outline may meet it instead. Shares are of all
//! labelled cards. Phantoms are outlines of faces on no card, counted where every card is labelled.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // shares its reading of the photographs with the tests

#[cfg(feature = "camera")]
#[path = "../tests/vision/photographs.rs"]
mod photographs;

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use kibitzer::recognizer::{Candidates, ModelFolder, Recognizer};
    use photographs::{Tally, data, photographs};
    use std::time::{Duration, Instant};

    const SETS: [(&str, &str); 3] = [
        ("rf_poker_cards/test", "one deck; its train split was trained on"),
        ("edje/test", "rank only; a deck and rooms not trained on"),
        ("validation_foltysm", "single cards, hard light; never trained on"),
    ];
    let (mut folder, mut every, mut confusions, mut sets) = (data(), 1, false, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--data" => folder = words.next().map(Into::into),
            "--every" => every = words.next().ok_or("--every needs a number")?.parse::<usize>()?.max(1),
            "--confusions" => confusions = true,
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
    let mut recognizer = Recognizer::open(&ModelFolder::find()?, Candidates::standard()?)?;
    println!(
        "{:<22} {:>6} {:>6} {:>7} {:>7} {:>7} {:>8} {:>16} {:>9}",
        "set", "photos", "cards", "found", "right", "wrong", "unknown", "phantoms (named)", "ms/photo"
    );
    for set in sets {
        let (mut tally, mut spent) = (Tally::default(), Duration::ZERO);
        for photograph in photographs(&folder, &set, every) {
            if photograph.boxes.is_empty() && photograph.cards.is_none() {
                continue;
            }
            let start = Instant::now();
            let found = recognizer.recognize(&photograph.picture)?;
            spent += start.elapsed();
            tally.add(&photograph, &found);
        }
        if tally.photographs == 0 {
            println!("{set:<22} skipped: no such set in {}", folder.display());
            continue;
        }
        let percent = |of: usize| format!("{:.1}%", 100.0 * tally.share(of));
        println!(
            "{set:<22} {:>6} {:>6} {:>7} {:>7} {:>7} {:>8} {:>16} {:>9.0}",
            tally.photographs,
            tally.cards,
            percent(tally.found),
            percent(tally.right),
            percent(tally.wrong),
            percent(tally.unknown),
            format!("{} ({}) in {}", tally.phantoms, tally.named_phantoms, tally.complete_cards),
            spent.as_secs_f64() * 1000.0 / tally.photographs as f64
        );
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
