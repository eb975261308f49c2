use super::{Deck, DeckError, Design};
use serde::{Deserialize, Serialize};

/// The face of a Canon card: one written work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Full title.
    pub title: String,
    /// Short title, at most nine characters: the strip of a covered card.
    pub short: String,
    /// The group that the card's colour stands for.
    pub tradition: String,
    /// When it was written, as a reader would put it.
    pub date: String,
    /// What was said against it; a print variant may leave it out.
    pub objection: String,
}

/// The built-in Canon decks, as (id, TOML text).
pub const CANON_DECKS: &[(&str, &str)] = &[];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    format: u32,
    id: String,
    #[allow(dead_code)]
    game: Game,
    title: String,
    #[serde(default)]
    #[allow(dead_code)]
    language: String,
    card: Vec<CardEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Game {
    Canon,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    id: String,
    title: String,
    short: String,
    tradition: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    objection: String,
    copies: u16,
}

/// Reads a Canon deck from TOML.
///
/// # Errors
/// When the text is not the format, or a card breaks a limit; the message names the card.
pub fn read_canon(text: &str) -> Result<Deck<Work>, DeckError> {
    let file: DeckFile = toml::from_str(text)?;
    if file.format != 1 {
        return Err(DeckError::Format(file.format));
    }
    let id: super::DeckId = file.id.parse()?;
    let mut shorts = std::collections::BTreeSet::new();
    let mut designs = Vec::new();
    for entry in file.card {
        if !shorts.insert(entry.short.to_lowercase()) {
            return Err(DeckError::Twice(entry.short));
        }
        let length = entry.short.chars().count();
        if !(1..=9).contains(&length) {
            return Err(DeckError::Card { card: entry.id, what: format!("its short title has {length} characters: give 1 to 9") });
        }
        let card = id.card(&entry.id)?;
        let CardEntry { title, short, tradition, date, objection, copies, .. } = entry;
        designs.push(Design { card, face: Work { title, short, tradition, date, objection }, copies });
    }
    Deck::new(id, file.title, designs)
}

/// A built-in Canon deck by its id.
///
/// # Errors
/// When there is none of that id.
pub fn builtin_canon(id: &str) -> Result<Deck<Work>, DeckError> {
    match CANON_DECKS.iter().find(|(known, _)| *known == id) {
        Some((_, text)) => read_canon(text),
        None => {
            let known = CANON_DECKS.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
            Err(DeckError::Unknown { name: id.into(), known })
        }
    }
}
