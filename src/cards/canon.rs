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
pub const CANON_DECKS: &[(&str, &str)] = &[
    ("canon-nt", include_str!("decks/canon-nt.toml")),
    ("canon-nt2", include_str!("decks/canon-nt2.toml")),
    ("canon-ot", include_str!("decks/canon-ot.toml")),
    ("canon-af", include_str!("decks/canon-af.toml")),
    ("canon-jp", include_str!("decks/canon-jp.toml")),
    ("canon-fandom", include_str!("decks/canon-fandom.toml")),
];

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
    let file: DeckFile = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        DeckError::Parse { line: before.matches('\n').count() + 1, what: error.message().replace('\n', " ") }
    })?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn six_decks_of_108_whose_shared_works_are_the_same() {
        let mut works = BTreeMap::new();
        assert_eq!(CANON_DECKS.len(), 6);
        for (id, _) in CANON_DECKS {
            let deck = builtin_canon(id).unwrap();
            assert_eq!((deck.id.as_str(), deck.card_count()), (*id, 108));
            for design in deck.designs() {
                let first = works.entry(design.card.name().to_owned()).or_insert_with(|| design.face.clone());
                assert_eq!(*first, design.face, "{}", design.card);
            }
        }
    }

    #[test]
    fn decks_shuffled_together_count_the_same_work_once() {
        let mixed = builtin_canon("canon-nt").unwrap().mixed_with(builtin_canon("canon-af").unwrap()).unwrap();
        assert_eq!(mixed.card_count(), 216);
        let other: crate::cards::CardId = "canon-af/didache".parse().unwrap();
        assert_eq!(mixed.resolve(&other).unwrap().as_str(), "canon-nt/didache");
    }

    #[test]
    fn two_cards_of_one_name_are_refused() {
        let card = "[[card]]\nid='a'\ntitle='A'\nshort='A'\ntradition='x'\ncopies=1\n";
        let text = format!("format=1\nid='x'\ngame='canon'\ntitle='X'\n{card}{card}");
        assert!(matches!(read_canon(&text), Err(DeckError::Twice(_))));
    }
}
