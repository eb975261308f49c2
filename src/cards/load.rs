use super::{CANON_DECKS, Deck, DeckError, Work, builtin_canon, read_canon};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why what was typed gives no deck.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The deck itself is wrong.
    #[error("{reason} (in {name})")]
    Deck {
        /// The id or path of the deck.
        name: String,
        /// What is wrong with it.
        reason: Box<DeckError>,
    },
    /// No such built-in deck, and no file of that name.
    #[error("{0}")]
    Unknown(Box<DeckError>),
    /// The file cannot be read.
    #[error("the deck file cannot be read: {reason}: {}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
}

/// The Canon deck that a text names: a built-in id (`canon-nt`), the path of a TOML file, or several of them joined by `+`,
/// shuffled together.
///
/// # Errors
/// When a part is no deck, cannot be read, or the parts cannot be joined.
pub fn load_canon(text: &str) -> Result<Deck<Work>, LoadError> {
    let mut parts = load_canon_parts(text)?.into_iter();
    let first = parts.next().ok_or_else(|| LoadError::Unknown(Box::new(DeckError::Empty)))?;
    parts.try_fold(first, Deck::mixed_with).map_err(|source| LoadError::Deck { name: text.into(), reason: Box::new(source) })
}

/// The decks that a text names, one by one, as they are printed.
///
/// # Errors
/// As for [`load_canon`].
pub fn load_canon_parts(text: &str) -> Result<Vec<Deck<Work>>, LoadError> {
    // A file may have a plus in its name.
    if Path::new(text).is_file() {
        return Ok(vec![read_file(Path::new(text))?]);
    }
    text.split('+').map(|part| load_one(part.trim())).collect()
}

fn load_one(name: &str) -> Result<Deck<Work>, LoadError> {
    let is_builtin = CANON_DECKS.iter().any(|(id, _)| *id == name);
    let looks_like_a_path = name.contains(['/', '\\', '.']);
    match Path::new(name) {
        path if !is_builtin && (looks_like_a_path || path.is_file()) => read_file(path),
        _ => builtin_canon(name).map_err(|source| match source {
            DeckError::Unknown { .. } => LoadError::Unknown(Box::new(source)),
            _ => LoadError::Deck { name: name.into(), reason: Box::new(source) },
        }),
    }
}

fn read_file(path: &Path) -> Result<Deck<Work>, LoadError> {
    let text = std::fs::read_to_string(path).map_err(|reason| LoadError::Read { path: path.into(), reason })?;
    read_canon(&text).map_err(|source| LoadError::Deck { name: path.display().to_string(), reason: Box::new(source) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_paths_and_mixtures_load() {
        assert_eq!(load_canon("canon-nt").unwrap().card_count(), 108);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a+b.toml");
        std::fs::write(&path, CANON_DECKS[2].1).unwrap();
        assert_eq!(load_canon(path.to_str().unwrap()).unwrap().id.as_str(), "canon-ot");
        let mixed = "canon-nt + canon-af";
        assert_eq!(load_canon(mixed).unwrap().id.as_str(), "canon-nt-and-canon-af");
        assert_eq!(load_canon_parts(mixed).unwrap().iter().map(|d| d.designs().len()).sum::<usize>(), 28 + 30);
    }

    #[test]
    fn what_is_no_deck_is_named_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("twice.toml");
        let card = "[[card]]\nid='a'\ntitle='A'\nshort='A'\ntradition='x'\ncopies=1\n";
        std::fs::write(&path, format!("format=1\nid='x'\ngame='canon'\ntitle='X'\n{card}{card}")).unwrap();
        let said = load_canon(path.to_str().unwrap()).unwrap_err().to_string();
        assert!(said.starts_with("two cards are named 'A'") && said.contains("twice.toml") && !said.contains('\n'), "{said}");
        std::fs::write(&path, "format = 1\n[[card]]\nid = 3\n").unwrap();
        let said = load_canon(path.to_str().unwrap()).unwrap_err().to_string();
        assert!(said.starts_with("line 3 of the deck file does not parse: invalid type") && !said.contains('\n'), "{said}");
        assert!(load_canon("nowhere/deck.toml").unwrap_err().to_string().ends_with("nowhere/deck.toml"));
        assert!(load_canon("canon-xx").unwrap_err().to_string().contains("canon-nt2"));
    }
}
