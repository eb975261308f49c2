//! Which designs a command looks for, and the recognizer that looks for them.

use crate::cards::{Deck, DeckId, Work, load_canon_parts};
use crate::print::{self, Variant};
use crate::recognizer::{BACK, Candidates, Detector, Gallery, Identifier, IndexReader, ModelFolder, Recognizer};
use anyhow::Context;
use image::{Rgb, RgbImage};
use std::path::{Path, PathBuf};

/// How finely faces are drawn to be enrolled: about as large as a card on a photo.
const FACE_PX_PER_MM: f64 = 4.0;

/// The part of a card that shows in a fanned stack: the title strip, 20 of 88 mm.
const FANNED_PART: f64 = 20.0 / 88.0;

/// The decks that may lie on the table.
#[derive(Debug)]
pub(crate) struct Decks {
    standard: bool,
    printed: Vec<Deck<Work>>,
    pictured: Vec<(DeckId, PathBuf)>,
}

impl Decks {
    /// These decks and no others.
    pub(crate) const fn of_canon(printed: Vec<Deck<Work>>) -> Self {
        Self { standard: false, printed, pictured: Vec::new() }
    }

    /// The standard deck alone.
    pub(crate) const fn of_standard() -> Self {
        Self { standard: true, printed: Vec::new(), pictured: Vec::new() }
    }

    /// Reads what was typed: `standard`, a built-in Canon deck, the path of a deck's TOML file, or a folder of pictures. Nothing typed is
    /// the standard deck.
    pub(crate) fn resolve(names: &[String]) -> anyhow::Result<Self> {
        let mut decks = Self { standard: names.is_empty(), printed: Vec::new(), pictured: Vec::new() };
        for name in names {
            if name == "standard" {
                decks.standard = true;
            } else if Path::new(name).is_dir() {
                decks.pictured.push((deck_of_folder(Path::new(name))?, name.into()));
            } else {
                for deck in load_canon_parts(name)? {
                    if !decks.printed.iter().any(|known| known.id == deck.id) {
                        decks.printed.push(deck);
                    }
                }
            }
        }
        Ok(decks)
    }

    /// The recognizer for these decks, its models and its gallery ready.
    pub(crate) fn recognizer(&self) -> anyhow::Result<Recognizer> {
        let folder = ModelFolder::find()?;
        let (mut detector, mut identifier) = (Detector::open(&folder)?, Identifier::open(&folder)?);
        let standard = if self.standard { Some(Candidates::standard()?) } else { None };
        let mut gallery = if self.printed.is_empty() { None } else { Some(self.gallery(&mut identifier)?) };
        for (deck, folder) in &self.pictured {
            let faces = Gallery::enrol_folder(&mut detector, &mut identifier, deck, folder)?;
            gallery.get_or_insert_with(|| Gallery::empty(&identifier)).extend(faces)?;
        }
        let candidates = match (standard, gallery) {
            (Some(standard), Some(gallery)) => standard.with_gallery(gallery),
            (Some(standard), None) => standard,
            (None, Some(gallery)) => Candidates::gallery(gallery),
            (None, None) => Candidates::standard()?,
        };
        Ok(Recognizer::new(detector, identifier, IndexReader::open(&folder)?, candidates))
    }

    /// Every face in both prints. The same work in two decks counts under the first one's id (Rulings, Canon 1).
    fn gallery(&self, identifier: &mut Identifier) -> anyhow::Result<Gallery> {
        let mut gallery = Gallery::empty(identifier);
        for deck in &self.printed {
            let back = print::raster(&print::back(deck), FACE_PX_PER_MM)?;
            gallery.add(identifier, deck.id.card(BACK)?, &on_paper(&back))?;
            for design in deck.designs() {
                let card = self.counted_as(design.card.name()).unwrap_or(&design.card);
                for variant in [Variant::WithObjections, Variant::WithoutObjections] {
                    let face = print::raster(&print::face(design, deck, variant), FACE_PX_PER_MM)?;
                    let face = on_paper(&face);
                    gallery.add(identifier, card.clone(), &face)?;
                    gallery.add_fanned(identifier, card.clone(), &face, FANNED_PART)?;
                }
            }
        }
        Ok(gallery)
    }

    fn counted_as(&self, name: &str) -> Option<&crate::cards::CardId> {
        self.printed.iter().flat_map(Deck::designs).map(|design| &design.card).find(|card| card.name() == name)
    }
}

/// The id of a deck that is a folder of pictures: the folder's name, as far as ids allow.
fn deck_of_folder(folder: &Path) -> anyhow::Result<DeckId> {
    let folder = folder.canonicalize().with_context(|| format!("no deck can be read from {}", folder.display()))?;
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(64).collect();
    Ok(word.parse()?)
}

/// The drawing without its transparency: what is not printed on is pale like paper.
fn on_paper(face: &image::RgbaImage) -> RgbImage {
    RgbImage::from_fn(face.width(), face.height(), |x, y| {
        let [r, g, b, a] = face.get_pixel(x, y).0;
        let over = |v: u8| ((u16::from(v) * u16::from(a) + 245 * (255 - u16::from(a))) / 255) as u8;
        Rgb([r, g, b].map(over))
    })
}
