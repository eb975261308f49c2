//! Measures how long a frame takes, by stage.
//!
//! ```text
//! cargo run --release --example speed -- PICTURE [--side 960] [--times 30]
//! ```
//!
//! A frame is looked at as in a film of standard cards: as the first one, with the care of a still; cold, after a blank one of which nothing is
//! known; and again unchanged. The stages are taken one by one on the outlines that the detector gives. Decoding is apart. Medians; compare figures of one run only.

#[cfg(feature = "camera")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use kibitzer::recognizer::{Candidates, Detector, Identifier, IndexReader, ModelFolder, Recognizer, Scene, rectify};
    use std::time::Instant;

    let (mut path, mut side, mut times) = (None, 960, 30);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--side" => side = words.next().ok_or("--side needs a number")?.parse()?,
            "--times" => times = words.next().ok_or("--times needs a number")?.parse::<usize>()?.max(1),
            _ => path = Some(word),
        }
    }
    let path = path.ok_or("give a picture")?;
    let picture = kibitzer::source::photo(path.as_ref())?;
    let models = ModelFolder::find()?;
    let (mut detector, mut identifier, mut indices) = (Detector::open(&models)?, Identifier::open(&models)?, IndexReader::open(&models)?);
    let mut recognizer = Recognizer::open(&models, Candidates::standard()?)?;
    let blank = image::RgbImage::from_pixel(picture.width(), picture.height(), image::Rgb([90; 3]));
    let (mut stages, mut outlines, mut cards) = ([(); 7].map(|()| Vec::new()), 0, 0);
    for _ in 0..times {
        let mut clock = Instant::now();
        let mut lap = |stage: usize| {
            stages[stage].push(clock.elapsed().as_secs_f64() * 1000.0);
            clock = Instant::now();
        };
        let found = detector.detect(&picture, side)?.cards;
        lap(0);
        let quads: Vec<_> = found.iter().map(|d| d.quad).collect();
        let mut crops = Vec::new();
        for quad in &quads {
            crops.extend(rectify(&picture, quad)?);
        }
        lap(1);
        identifier.read(&crops)?;
        lap(2);
        indices.read(&picture, &quads)?;
        lap(3);
        outlines = quads.len();
        recognizer.look_for(Candidates::standard()?);
        recognizer.recognize_frame(&picture, side, &Scene::UNKNOWN)?;
        lap(4);
        recognizer.look_for(Candidates::standard()?);
        recognizer.recognize_frame(&blank, side, &Scene::UNKNOWN)?;
        clock = Instant::now();
        let seen = recognizer.recognize_frame(&picture, side, &Scene::UNKNOWN)?;
        stages[5].push(clock.elapsed().as_secs_f64() * 1000.0);
        clock = Instant::now();
        recognizer.recognize_frame(&picture, side, &Scene::UNKNOWN)?;
        stages[6].push(clock.elapsed().as_secs_f64() * 1000.0);
        cards = seen.len();
    }
    println!(
        "{path}: {}×{}, {outlines} outlines, {cards} cards; {times} times, milliseconds in the median",
        picture.width(),
        picture.height()
    );
    let names =
        ["detector", "crops", "identifier, both ways up", "indices", "the first frame of a film", "a cold frame in all", "nothing moved"];
    for (name, mut spent) in names.into_iter().zip(stages) {
        spent.sort_by(f64::total_cmp);
        println!("{name:<27} {:>7.1}", spent.get(spent.len() / 2).copied().unwrap_or(0.0));
    }
    Ok(())
}

#[cfg(not(feature = "camera"))]
fn main() {
    println!("skipped: this build cannot see; leave the feature 'camera' on");
}
