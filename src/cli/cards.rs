use super::look::Decks;
use super::{Outcome, Output, annotate, film};
use crate::cards::{CardId, Face};
use crate::recognizer::{FoundCard, Recognizer};
use crate::source::{self, Options};
use crate::table::{Alternative, Identity};
use anyhow::Context;
use image::RgbImage;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Find and name the cards in photos and films.
///
/// Prints a table for each photo and each second of a film, or with --json one JSON object a line: {"image", "width", "height", "cards": [{"card",
/// "face", "confidence", "quad", "alternatives"}]}; a film's lines also hold "at_ms", and tell what the frames of a second show together, where the
/// frame of that moment has it. "card" is null where the name is not certain enough or a back is seen;
/// "quad" is four [x, y] in pixels of the upright photo, clockwise from the card's own top left. "confidence" is how sure
/// the name is; without a name, how sure it is that a card lies there.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Photos: PNG, JPEG or WebP, up to 64 megapixels; they are turned upright as their EXIF data says. Films: what the machine's FFmpeg
    /// reads, or a folder of stills.
    #[arg(required = true, value_name = "PHOTO")]
    photos: Vec<PathBuf>,
    /// A deck that may lie on the table: standard (where the letters on its court cards are known standard-en, -de, -fr, -nl or -sv), a
    /// built-in deck such as canon-nt, a deck's TOML file, or a folder with a picture of each card (its face cut out, or a photo of it alone),
    /// named after it; back.jpg is the back. Give it several times for several decks.
    /// [default: standard]
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Frames a second of a folder of stills that has no times.
    #[arg(long, value_name = "FPS")]
    fps: Option<f64>,
    /// Write a copy of each photo with the cards outlined and named into this folder.
    #[arg(long, value_name = "FOLDER")]
    annotate: Option<PathBuf>,
}

/// One line of `--json`.
#[derive(Debug, Serialize)]
struct PictureLine<'a> {
    image: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_ms: Option<f64>,
    width: u32,
    height: u32,
    cards: Vec<CardLine<'a>>,
}

#[derive(Debug, Serialize)]
struct CardLine<'a> {
    card: Option<&'a CardId>,
    face: Face,
    confidence: f64,
    quad: [[f64; 2]; 4],
    alternatives: Vec<AlternativeLine<'a>>,
}

#[derive(Debug, Serialize)]
struct AlternativeLine<'a> {
    card: &'a CardId,
    confidence: f64,
}

pub(crate) fn run(args: &Args, output: Output) -> anyhow::Result<Outcome> {
    let decks = Decks::resolve(&args.decks)?;
    if let Some(folder) = &args.annotate {
        std::fs::create_dir_all(folder).with_context(|| format!("no annotated photos can be written: {}", folder.display()))?;
    }
    let mut recognizer = decks.recognizer()?;
    let mut report = Report { json: output.json, folder: args.annotate.as_deref(), taken: BTreeSet::new(), told: 0 };
    report.taken.extend(args.photos.iter().filter_map(|photo| photo.canonicalize().ok()));
    let mut outcome = Outcome::Fine;
    for path in &args.photos {
        if let Err(error) = look_at(path, args.fps, &mut recognizer, &mut report)? {
            eprintln!("{}: {error}", path.display());
            outcome = Outcome::Unreadable;
        }
    }
    Ok(outcome)
}

/// Looks at a photo or a film; the inner error is that of a file which cannot be read, after which others can.
fn look_at(path: &Path, fps: Option<f64>, recognizer: &mut Recognizer, report: &mut Report<'_>) -> anyhow::Result<Result<(), String>> {
    let seen = |recognizer: &mut Recognizer, picture: &RgbImage| {
        recognizer.recognize(picture).with_context(|| format!("{} cannot be looked at", path.display()))
    };
    let is_photo = !path.exists() || path.is_file() && source::is_picture(path).unwrap_or(true);
    if is_photo {
        return match source::photo(path) {
            Ok(picture) => {
                let found = seen(recognizer, &picture)?;
                report.tell(path, None, &picture, &found).map(Ok)
            }
            Err(error) => Ok(Err(error.to_string())),
        };
    }
    let mut source = match source::open(&path.to_string_lossy(), &Options { fps, ..Options::default() }) {
        Ok(source) => source,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let flaws = film::seconds(source.as_mut(), recognizer, |second| report.tell(path, Some(second.at_ms), &second.picture, &second.cards))?;
    Ok(flaws.first().map_or(Ok(()), |flaw| Err(flaw.to_string())))
}

/// What was found, as it is told.
struct Report<'a> {
    json: bool,
    /// Where annotated copies go.
    folder: Option<&'a Path>,
    /// The files given and the copies made.
    taken: BTreeSet<PathBuf>,
    /// Pictures told of.
    told: usize,
}

impl Report<'_> {
    fn tell(&mut self, path: &Path, at_ms: Option<f64>, picture: &RgbImage, found: &[FoundCard]) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let name = path.to_string_lossy();
        if self.json {
            let cards = found.iter().map(CardLine::of).collect();
            let line = PictureLine { image: &name, at_ms, width: picture.width(), height: picture.height(), cards };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            if self.told > 0 {
                writeln!(out)?;
            }
            let name = at_ms.map_or(name.to_string(), |ms| format!("{name} at {:.1} s", ms / 1000.0));
            write!(out, "{}", table(&name, picture.dimensions(), found))?;
        }
        out.flush()?;
        self.told += 1;
        if let Some(folder) = self.folder {
            let copy = annotated_path(folder, path, &mut self.taken);
            annotate::drawn(picture, found)?.save(&copy).with_context(|| format!("cannot be written: {}", copy.display()))?;
        }
        Ok(())
    }
}

impl<'a> CardLine<'a> {
    fn of(found: &'a FoundCard) -> Self {
        let (card, confidence) = match &found.identity {
            Identity::Known { card, confidence, .. } => (Some(card), *confidence),
            Identity::Unknown { .. } => (None, found.score),
        };
        let quad = found.quad.corners.map(|p| [rounded(p.x, 10.0), rounded(p.y, 10.0)]);
        let alternatives = found.identity.alternatives().iter();
        let alternatives =
            alternatives.map(|a| AlternativeLine { card: &a.card, confidence: rounded(f64::from(a.confidence), 1e4) }).collect();
        Self { card, face: found.face, confidence: rounded(f64::from(confidence), 1e4), quad, alternatives }
    }
}

fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

/// A heading and a row for each card, top row first, in the order in which one reads.
fn table(name: &str, (width, height): (u32, u32), found: &[FoundCard]) -> String {
    let count = match found.len() {
        0 => "no card found".into(),
        1 => "1 card".into(),
        n => format!("{n} cards"),
    };
    let mut rows: Vec<[String; 5]> = vec![["", "card", "side", "sure", "centre"].map(String::from)];
    let mut order: Vec<&FoundCard> = found.iter().collect();
    let row_height = found.iter().map(|f| f.quad.height()).fold(0.0, f64::max).max(1.0) * 0.75;
    order.sort_by(|a, b| {
        let key = |f: &FoundCard| ((f.quad.centre().y / row_height).floor(), f.quad.centre().x);
        key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
    });
    for (index, card) in order.iter().enumerate() {
        let centre = card.quad.centre();
        let (label, sure) = match (&card.identity, card.face) {
            (Identity::Known { card, confidence, .. }, _) => (card.to_string(), percent(*confidence)),
            (Identity::Unknown { .. }, Face::Down) => ("(back)".into(), percent(card.score)),
            (Identity::Unknown { alternatives }, Face::Up) => (format!("unknown{}", perhaps(alternatives)), "-".into()),
        };
        let side = if card.face == Face::Up { "up" } else { "down" };
        rows.push([(index + 1).to_string(), label, side.into(), sure, format!("({:.0}, {:.0})", centre.x, centre.y)]);
    }
    let mut text = format!("{name}  {width}×{height}  {count}\n");
    if rows.len() > 1 {
        let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let [number, card, side, sure] = [0, 1, 2, 3].map(width);
        for [n, c, d, s, at] in &rows {
            text.push_str(format!("  {n:>number$}  {c:<card$}  {d:<side$}  {s:>sure$}  {at}").trim_end());
            text.push('\n');
        }
    }
    text
}

fn perhaps(alternatives: &[Alternative]) -> String {
    let told: Vec<String> = alternatives.iter().take(2).map(|a| format!("{} {}", a.card.name(), percent(a.confidence))).collect();
    if told.is_empty() { String::new() } else { format!(", perhaps {}", told.join(" or ")) }
}

fn percent(confidence: f32) -> String {
    format!("{:.0}%", confidence * 100.0)
}

/// Where a photo's annotated copy goes: never onto a file of `taken` (the photos given and the copies made), which it joins.
fn annotated_path(folder: &Path, photo: &Path, taken: &mut BTreeSet<PathBuf>) -> PathBuf {
    let stem = photo.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}-cards{suffix}.jpg"));
        // A photo may be given by another path than its copy would have.
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !taken.contains(&real) && taken.insert(path.clone()) {
            return path;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Quad};

    fn found(identity: Identity, face: Face, x: f64) -> FoundCard {
        FoundCard { quad: Quad::placed(Point::new(x, 100.0), 63.0, 88.0, 0.0), face, identity, score: 0.87 }
    }

    #[test]
    fn the_table_reads_from_left_to_right_and_says_what_is_unsure() {
        let ten = "standard/10h".parse::<CardId>().unwrap();
        let doubtful = Identity::Unknown { alternatives: vec![Alternative { card: ten.clone(), confidence: 0.48 }] };
        let cards = [
            found(Identity::UNKNOWN, Face::Down, 300.0),
            found(doubtful, Face::Up, 200.0),
            found(Identity::Known { card: ten, confidence: 0.97, alternatives: vec![] }, Face::Up, 100.0),
        ];
        let text = table("p.jpg", (640, 480), &cards);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "p.jpg  640×480  3 cards");
        assert!(lines[2].contains("standard/10h") && lines[2].contains("97%") && lines[2].ends_with("(100, 100)"), "{text}");
        assert!(lines[3].contains("unknown, perhaps 10h 48%"), "{text}");
        assert!(lines[4].contains("(back)") && lines[4].contains("down") && lines[4].contains("87%"), "{text}");
        assert_eq!(table("p.jpg", (640, 480), &[]), "p.jpg  640×480  no card found\n");
    }

    #[test]
    fn a_copy_never_lands_on_a_photo_or_on_another_copy() {
        let folder = tempfile::tempdir().unwrap();
        let given = folder.path().join("a-cards.jpg");
        std::fs::write(&given, "photo").unwrap();
        let photos = [PathBuf::from("x/a.png"), PathBuf::from("y/a.png"), given.clone()];
        let mut taken: BTreeSet<PathBuf> = photos.iter().filter_map(|p| p.canonicalize().ok()).collect();
        let copies: Vec<PathBuf> = photos.iter().map(|p| annotated_path(folder.path(), p, &mut taken)).collect();
        assert!(!copies.contains(&given), "{copies:?}");
        assert_eq!(copies.iter().collect::<BTreeSet<_>>().len(), 3, "{copies:?}");
    }

    #[test]
    fn a_line_of_json_has_the_promised_fields() {
        let card = found(Identity::certain("standard/10h".parse().unwrap()), Face::Up, 100.0);
        let line = PictureLine { image: "p.jpg", at_ms: None, width: 640, height: 480, cards: vec![CardLine::of(&card)] };
        assert_eq!(
            serde_json::to_string(&line).unwrap(),
            r#"{"image":"p.jpg","width":640,"height":480,"cards":[{"card":"standard/10h","face":"up","confidence":1.0,"quad":[[68.5,56.0],[131.5,56.0],[131.5,144.0],[68.5,144.0]],"alternatives":[]}]}"#
        );
    }
}
