use crate::cards::{CANON_DECKS, CardId, Deck, DeckError, LoadError, Work, load_canon_parts};
use crate::games::arrow::{Face, builtin_decks, read_set};
use crate::print::Picture;
use anyhow::{Context, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Decks of one game, as they are printed.
#[derive(Debug)]
pub(in crate::cli) enum Decks {
    Canon(Vec<Deck<Work>>),
    Arrow(Vec<Arrow>),
}

/// A deck of Arrow cards, and the pictures that were brought with it.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Arrow {
    pub(in crate::cli) deck: Deck<Face>,
    pub(in crate::cli) pictures: BTreeMap<CardId, Picture>,
}

/// The decks that a text names: built-in ids or paths of TOML files, joined by `+`. Of a file with lists, `FILE#LIST` names one.
pub(in crate::cli) fn load(text: &str) -> anyhow::Result<Decks> {
    let parts: Vec<&str> = if Path::new(text).is_file() { vec![text] } else { text.split('+').map(str::trim).collect() };
    let arrow = parts.iter().map(|part| load_arrow(part)).collect::<anyhow::Result<Vec<_>>>()?;
    let count = arrow.iter().flatten().count();
    if count == parts.len() {
        return Ok(Decks::Arrow(arrow.into_iter().flatten().collect()));
    }
    if count > 0 {
        bail!("'{text}' joins decks of two games: name those of one game");
    }
    match load_canon_parts(text) {
        Err(LoadError::Unknown(wrong)) => match *wrong {
            DeckError::Unknown { name, .. } => {
                let arrow = builtin_decks()?;
                let known = CANON_DECKS.iter().map(|(id, _)| *id).chain(arrow.iter().map(|deck| deck.id.as_str()));
                let known = known.collect::<Vec<_>>().join(", ");
                Err(DeckError::Unknown { name, known }.into())
            }
            wrong => Err(wrong.into()),
        },
        decks => Ok(Decks::Canon(decks?)),
    }
}

/// The Arrow deck of this name; `None` for what is none.
fn load_arrow(name: &str) -> anyhow::Result<Option<Arrow>> {
    if let Some(deck) = builtin_decks()?.into_iter().find(|deck| deck.id.as_str() == name) {
        return Ok(Some(Arrow { deck, pictures: BTreeMap::new() }));
    }
    let (path, list) = match name.rsplit_once('#') {
        Some((path, list)) if !Path::new(name).is_file() => (Path::new(path), Some(list)),
        _ => (Path::new(name), None),
    };
    // What cannot be read is told by the other games' loader.
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(None) };
    if !is_arrow(&text) {
        return Ok(None);
    }
    let place = || format!("in {}", path.display());
    let set = read_set(&text).with_context(place)?;
    let deck = match list {
        None => set.deck.clone(),
        Some(list) => set.deck(list).cloned().with_context(|| format!("the file has no list '{list}': {}", path.display()))?,
    };
    let mut pictures = BTreeMap::new();
    for (card, file) in set.art.iter().filter(|(card, _)| deck.design(card).is_some()) {
        let file = path.parent().unwrap_or(Path::new("")).join(file);
        let what = || format!("card '{}': its picture cannot be read: {}", card.name(), file.display());
        let bytes = std::fs::read(&file).with_context(what)?;
        pictures.insert(card.clone(), Picture::read(&bytes).with_context(what)?);
    }
    Ok(Some(Arrow { deck, pictures }))
}

/// Whether a deck's file says that it is of this game.
fn is_arrow(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        game: String,
    }
    toml::from_str(text).is_ok_and(|head: Head| head.game == "arrow")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str) -> String {
        load(name).err().map(|error| format!("{error:#}")).unwrap_or_default()
    }

    #[test]
    fn decks_of_both_games_load_and_do_not_mix() {
        assert!(matches!(load("canon-nt + canon-af").unwrap(), Decks::Canon(decks) if decks.len() == 2));
        assert!(
            matches!(load("arrow-harbour+arrow-workshop").unwrap(), Decks::Arrow(decks) if decks.iter().all(|d| d.deck.card_count() == 30))
        );
        assert!(said("arrow+canon-nt").contains("two games"));
        assert!(said("nowhere").contains("canon-nt2") && said("nowhere").contains("arrow-harbour"));
    }

    #[test]
    fn pictures_are_brought_and_missed_by_their_card() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.toml");
        let card = "[[card]]\nid='a'\nname='A'\nsign='rock'\nstrength=1\ndefense=2\narrows='N'\nart='a.png'\n";
        let list = "[[list]]\nid='small'\ntitle='Small'\n[list.cards]\na = 7\n";
        std::fs::write(&path, format!("format=1\nid='my'\ngame='arrow'\ntitle='My'\n{list}{card}")).unwrap();
        let name = path.to_str().unwrap();
        assert!(said(name).starts_with("card 'a': its picture cannot be read") && said(name).contains("a.png"), "{}", said(name));
        std::fs::write(folder.path().join("a.png"), "no picture").unwrap();
        assert!(said(name).contains("no picture that can be read"), "{}", said(name));
        image::RgbImage::new(4, 4).save(folder.path().join("a.png")).unwrap();
        for (name, cards) in [(name.to_owned(), 1), (format!("{name}#small"), 7)] {
            let Decks::Arrow(decks) = load(&name).unwrap() else { panic!("{name}") };
            assert_eq!((decks[0].deck.card_count(), decks[0].pictures.len()), (cards, 1));
        }
        assert!(said(&format!("{name}#large")).contains("no list 'large'"));
    }
}
