use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a journal cannot be written or read.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A new journal would overwrite a file.
    #[error("a file is already there: {path}: give another name, or move it away; journals are never overwritten")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be opened, created or read.
    #[error("the journal cannot be opened: {path}: {source}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another program writes it.
    #[error("another program is writing this journal: {path}: end that game first, or give another name")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file takes no more. What it holds is whole, and nothing is lost while the program runs.
    #[error(
        "the journal cannot be written: {path}: {source}: {waiting} entries wait in memory and are written with the next one; free some space"
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// Entries that wait.
        waiting: usize,
        /// What the system says.
        source: io::Error,
    },
    /// An entry cannot be put into JSON.
    #[error("entry {entry} cannot be written as JSON: {path}: {source}")]
    Encode {
        /// The entry's number.
        entry: u64,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: serde_json::Error,
    },
    /// An entry out of order is to be appended.
    #[error("entry {found} cannot follow entry {last}: {path}: entries are numbered from 1 without gaps")]
    Order {
        /// The entry's number.
        found: u64,
        /// The last one written or waiting.
        last: u64,
        /// The file.
        path: PathBuf,
    },
    /// Not one whole line.
    #[error("the journal holds no whole line: {path}: nothing was recorded in it, so it can be deleted")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Some other kind of file.
    #[error("this is no journal: {path}: give a file that was written with --log (JSON lines, the first with \"kibitzer\":\"journal\")")]
    NotAJournal {
        /// The file.
        path: PathBuf,
    },
    /// A format from another time.
    #[error("the journal has format {found}, and this program reads format {known}: {path}: use the program that wrote it", known = super::FORMAT)]
    Format {
        /// The format it has.
        found: u64,
        /// The file.
        path: PathBuf,
    },
    /// The header's fields are wrong.
    #[error("line 1, the journal's header, cannot be read: {path}: {why}")]
    Header {
        /// What is wrong with it.
        why: String,
        /// The file.
        path: PathBuf,
    },
    /// A line in the middle is no entry of this game.
    #[error("line {line} is no entry of this game: {path}: {why}; cut the file before that line to keep what precedes it")]
    Entry {
        /// Its number, from 1 for the header.
        line: usize,
        /// What is wrong with it.
        why: String,
        /// The file.
        path: PathBuf,
    },
    /// A line of what was said is wrong.
    #[error("line {line} tells nothing that was said: {path}: {why}; write such as {{\"ms\":5800,\"seat\":\"P1\",\"text\":\"go\"}}")]
    Said {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
        /// The file.
        path: PathBuf,
    },
    /// Entries are missing or twice there.
    #[error(
        "line {line} holds entry {found} where entry {expected} belongs: {path}: lines were lost or moved; cut the file before that line to keep what precedes it"
    )]
    Gap {
        /// Its number, from 1 for the header.
        line: usize,
        /// The entry's number.
        found: u64,
        /// The number that belongs there.
        expected: u64,
        /// The file.
        path: PathBuf,
    },
}
