//! Which designs a command looks for, and the recognizer that looks for them.

use super::arrow_decks::{self, ArrowDecks};
use super::deck::load::{self, load};
use crate::cards::{CardId, Deck, DeckId, IndexSet, Work};
use crate::print::{self, Variant};
use crate::recognizer::{BACK, Candidates, Detector, Gallery, Identifier, IndexReader, ModelFolder, Recognizer, Verifier};
use anyhow::Context;
use image::{Rgb, RgbImage};
use std::path::{Path, PathBuf};

/// How finely faces are drawn to be enrolled: about as large as a card on a photo.
const FACE_PX_PER_MM: f64 = 4.0;

/// The part of a card that shows in a fanned stack: the title strip, 20 of 88 mm.
const FANNED_PART: f64 = 20.0 / 88.0;

/// The decks that may lie on the table.
#[derive(Debug, Default)]
pub(crate) struct Decks {
    standard: Option<IndexSet>,
    is_without_jokers: bool,
    printed: Vec<Print>,
    pictured: Vec<(DeckId, PathBuf)>,
}

/// A printed card: a drawing, what it counts as, and whether only its title strip may show.
#[derive(Debug)]
struct Print {
    card: CardId,
    drawing: String,
    is_fanned: bool,
}

impl Decks {
    /// These decks and no others.
    pub(crate) fn of_canon(decks: Vec<Deck<Work>>) -> anyhow::Result<Self> {
        Ok(Self { printed: canon_prints(&decks)?, ..Self::default() })
    }

    /// Both players' decks and no others.
    pub(crate) fn of_arrow(decks: &ArrowDecks) -> anyhow::Result<Self> {
        let prints = decks.own().iter().map(arrow_prints).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self { printed: prints.into_iter().flatten().collect(), ..Self::default() })
    }

    /// A standard deck alone: of these letters, or of any.
    pub(crate) fn of_standard(indices: IndexSet) -> Self {
        Self { standard: Some(indices), ..Self::default() }
    }

    /// The same without jokers.
    pub(crate) fn without_jokers(self) -> Self {
        Self { is_without_jokers: true, ..self }
    }

    /// Reads what was typed: `standard` or one of its languages, a built-in Canon or Arrow deck, the path of a deck's TOML file, or a folder of
    /// pictures. Nothing typed is the standard deck.
    pub(crate) fn resolve(names: &[String]) -> anyhow::Result<Self> {
        let mut decks = Self { standard: names.is_empty().then_some(IndexSet::Any), ..Self::default() };
        let mut works: Vec<Deck<Work>> = Vec::new();
        for name in names {
            if name.starts_with(IndexSet::Any.deck()) && !Path::new(name).exists() {
                let set = name.parse()?;
                // Two decks of different letters on one table may bear any.
                decks.standard = Some(if decks.standard.is_none_or(|known| known == set) { set } else { IndexSet::Any });
            } else if Path::new(name).is_dir() {
                decks.pictured.push((deck_of_folder(Path::new(name))?, name.into()));
            } else {
                match load(name)? {
                    load::Decks::Canon(parts) => {
                        let new = parts.into_iter().filter(|deck| !works.iter().any(|known| known.id == deck.id)).collect::<Vec<_>>();
                        works.extend(new);
                    }
                    load::Decks::Arrow(parts) => {
                        for part in &parts {
                            decks.printed.extend(arrow_prints(part)?);
                        }
                    }
                }
            }
        }
        decks.printed.extend(canon_prints(&works)?);
        Ok(decks)
    }

    /// The recognizer for these decks, its models and its gallery ready.
    pub(crate) fn recognizer(&self) -> anyhow::Result<Recognizer> {
        let folder = ModelFolder::find()?;
        let (mut detector, mut identifier) = (Detector::open(&folder)?, Identifier::open(&folder)?);
        let standard = match self.standard {
            Some(indices) if self.is_without_jokers => Some(Candidates::standard()?.with_indices(indices).without_jokers()),
            Some(indices) => Some(Candidates::standard()?.with_indices(indices)),
            None => None,
        };
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
        Ok(Recognizer::new(detector, identifier, IndexReader::open(&folder)?, Verifier::open(&folder)?, candidates))
    }

    fn gallery(&self, identifier: &mut Identifier) -> anyhow::Result<Gallery> {
        let mut gallery = Gallery::empty(identifier);
        for Print { card, drawing, is_fanned } in &self.printed {
            let picture = on_paper(&print::raster(drawing, FACE_PX_PER_MM)?);
            gallery.add(identifier, card.clone(), &picture)?;
            if *is_fanned {
                gallery.add_fanned(identifier, card.clone(), &picture, FANNED_PART)?;
            }
        }
        Ok(gallery)
    }
}

/// Every face in both prints. The same work in two decks counts under the first one's id (Rulings, Canon 1).
fn canon_prints(decks: &[Deck<Work>]) -> anyhow::Result<Vec<Print>> {
    let counted_as = |name: &str| decks.iter().flat_map(Deck::designs).map(|design| &design.card).find(|card| card.name() == name);
    let mut prints = Vec::new();
    for deck in decks {
        prints.push(Print { card: deck.id.card(BACK)?, drawing: print::back(deck), is_fanned: false });
        for design in deck.designs() {
            let card = counted_as(design.card.name()).unwrap_or(&design.card);
            let both = [Variant::WithObjections, Variant::WithoutObjections];
            prints.extend(both.map(|variant| Print { card: card.clone(), drawing: print::face(design, deck, variant), is_fanned: true }));
        }
    }
    Ok(prints)
}

/// Every face and the back.
fn arrow_prints(own: &load::Arrow) -> anyhow::Result<Vec<Print>> {
    let back = Print { card: own.deck.id.card(BACK)?, drawing: print::back(&own.deck), is_fanned: false };
    let face = |(card, drawing)| Print { card, drawing, is_fanned: false };
    Ok(std::iter::once(back).chain(arrow_decks::faces(own).map(face)).collect())
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
