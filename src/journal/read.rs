use super::{FORMAT, Header, JournalError};
use crate::games::Game;
use crate::referee::Entry;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::fmt;
use std::fs;
use std::path::Path;

/// A journal that was read: `S` is the setup in its header, `G` the game whose entries it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Journal<S, G: Game> {
    /// Its first line.
    pub header: Header<S>,
    /// Its entries, numbered from 1 without gaps.
    pub entries: Vec<Entry<G::Zone, G::Move>>,
    /// The last line, when it was cut off and left out.
    pub torn: Option<Torn>,
    /// Length of the whole lines, in bytes.
    pub(super) whole_bytes: u64,
    /// Whether the last whole line lacks its line feed.
    pub(super) open_ended: bool,
}

/// A last line that was cut off, as by a crash or a full disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Torn {
    /// Its number, from 1 for the header.
    pub line: usize,
    /// How much of it is there.
    pub bytes: usize,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, the last, is cut off after {} bytes and was left out", self.line, self.bytes)
    }
}

/// Reads a journal.
///
/// # Errors
/// When the file cannot be read, is no journal of this format, or holds a wrong line that is not a torn last one.
pub fn read<S: DeserializeOwned, G: Game>(path: &Path) -> Result<Journal<S, G>, JournalError> {
    parse(&bytes_of(path)?, path)
}

/// Reads a journal's header alone: it tells which game the entries belong to.
///
/// # Errors
/// As [`read`], but for the entries.
pub fn read_header<S: DeserializeOwned>(path: &Path) -> Result<Header<S>, JournalError> {
    let bytes = bytes_of(path)?;
    header(Lines::new(&bytes).next(), path)
}

/// Reads a journal from a file's bytes; `path` is for the messages.
///
/// # Errors
/// As [`read`].
pub fn parse<S: DeserializeOwned, G: Game>(bytes: &[u8], path: &Path) -> Result<Journal<S, G>, JournalError> {
    let mut lines = Lines::new(bytes);
    let mut journal =
        Journal { header: header(lines.next(), path)?, entries: Vec::new(), torn: None, whole_bytes: 0, open_ended: lines.open_ended() };
    journal.whole_bytes = lines.taken();
    while let Some(Line { number, text, last, .. }) = lines.next() {
        let entry: Entry<G::Zone, G::Move> = match serde_json::from_slice(text) {
            Ok(entry) => entry,
            Err(error) if last && matches!(error.classify(), Category::Eof | Category::Syntax) => {
                journal.torn = Some(Torn { line: number, bytes: text.len() });
                journal.open_ended = false;
                break;
            }
            Err(error) => return Err(JournalError::Entry { line: number, why: error.to_string(), path: path.into() }),
        };
        let expected = journal.entries.len() as u64 + 1;
        if entry.entry != expected {
            return Err(JournalError::Gap { line: number, found: entry.entry, expected, path: path.into() });
        }
        journal.entries.push(entry);
        journal.whole_bytes = lines.taken();
    }
    Ok(journal)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, JournalError> {
    fs::read(path).map_err(|source| JournalError::Open { path: path.into(), source })
}

/// How the header of a journal begins.
const OPENING: &[u8] = br#"{"kibitzer":"journal""#;

/// What any header of any format says about itself.
#[derive(Deserialize)]
struct Label {
    kibitzer: String,
    format: u64,
}

fn header<S: DeserializeOwned>(line: Option<Line<'_>>, path: &Path) -> Result<Header<S>, JournalError> {
    let path = || path.to_path_buf();
    let Some(Line { text, last, ended, .. }) = line else { return Err(JournalError::Empty { path: path() }) };
    match serde_json::from_slice::<Label>(text) {
        Err(_) if last && !ended && text.iter().zip(OPENING).all(|(a, b)| a == b) => Err(JournalError::Empty { path: path() }),
        Ok(label) if label.kibitzer == "journal" && label.format == u64::from(FORMAT) => {
            serde_json::from_slice(text).map_err(|error| JournalError::Header { why: error.to_string(), path: path() })
        }
        Ok(label) if label.kibitzer == "journal" => Err(JournalError::Format { found: label.format, path: path() }),
        _ => Err(JournalError::NotAJournal { path: path() }),
    }
}

struct Line<'a> {
    /// From 1.
    number: usize,
    /// Without its line feed.
    text: &'a [u8],
    /// Whether nothing follows.
    last: bool,
    /// Whether a line feed ends it.
    ended: bool,
}

struct Lines<'a> {
    rest: &'a [u8],
    length: usize,
    number: usize,
    ends_with_feed: bool,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, length: bytes.len(), number: 0, ends_with_feed: bytes.ends_with(b"\n") }
    }

    /// Bytes of the lines given out so far.
    fn taken(&self) -> u64 {
        (self.length - self.rest.len()) as u64
    }

    fn open_ended(&self) -> bool {
        !self.ends_with_feed
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;
    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let mut parts = self.rest.splitn(2, |&byte| byte == b'\n');
        let text = parts.next().unwrap_or_default();
        let tail = parts.next();
        self.rest = tail.unwrap_or_default();
        self.number += 1;
        Some(Line { number: self.number, text, last: self.rest.is_empty(), ended: tail.is_some() })
    }
}
