use super::{Header, Journal, JournalError, read};
use crate::games::Game;
use crate::referee::Entry;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Appends entries to a journal, each in one write.
///
/// When a write fails, the file is cut back to its last whole line and the entry waits in memory for the next
/// [`append`](Self::append) or [`flush`](Self::flush). What was appended survives the end of the program in any way; a power cut
/// may take what the system had not yet brought to the disk. The file is locked against a second writer.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    tail: Tail<File>,
    /// Number of the last entry written or waiting.
    last: u64,
}

impl Writer {
    /// Starts a new journal.
    ///
    /// # Errors
    /// When a file of that name exists, or the header cannot be written; then no file is left behind.
    pub fn create<S: Serialize>(path: &Path, header: &Header<S>) -> Result<Self, JournalError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists { path: path.into() },
            _ => JournalError::Open { path: path.into(), source },
        })?;
        lock(&file, path)?;
        let line = line_of(header).map_err(|error| JournalError::Header { why: error.to_string(), path: path.into() })?;
        let mut tail = Tail::after(0, file);
        tail.push(&line);
        if let Err(source) = tail.write() {
            // Best effort: the first error is the one that tells what to mend.
            let _ = fs::remove_file(path);
            return Err(JournalError::Open { path: path.into(), source });
        }
        Ok(Self { path: path.into(), tail, last: 0 })
    }

    /// Continues a journal after its last whole line, and answers what it holds. A torn last line is cut off.
    ///
    /// # Errors
    /// As [`read()`](super::read()); also when the file is being written, or cannot be.
    pub fn resume<S: DeserializeOwned, G: Game>(path: &Path) -> Result<(Self, Journal<S, G>), JournalError> {
        let wrong = |source| JournalError::Open { path: path.into(), source };
        let file = OpenOptions::new().append(true).open(path).map_err(wrong)?;
        lock(&file, path)?;
        let journal: Journal<S, G> = read(path)?;
        let mut tail = Tail::after(journal.whole_bytes, file);
        if journal.open_ended {
            tail.push(b"\n");
        }
        tail.write().map_err(wrong)?;
        let last = journal.entries.len() as u64;
        Ok((Self { path: path.into(), tail, last }, journal))
    }

    /// Appends an entry, after those that still wait.
    ///
    /// # Errors
    /// When the entry's number does not follow, or the file takes no more; in the latter case the entry waits.
    pub fn append<Z, M>(&mut self, entry: &Entry<Z, M>) -> Result<(), JournalError>
    where
        Entry<Z, M>: Serialize,
    {
        if entry.entry != self.last + 1 {
            return Err(JournalError::Order { found: entry.entry, last: self.last, path: self.path.clone() });
        }
        let line = line_of(entry).map_err(|source| JournalError::Encode { entry: entry.entry, path: self.path.clone(), source })?;
        self.last = entry.entry;
        self.tail.push(&line);
        self.flush()
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// When the file still takes no more.
    pub fn flush(&mut self) -> Result<(), JournalError> {
        let written = self.tail.write();
        written.map_err(|source| JournalError::Write { path: self.path.clone(), waiting: self.tail.count, source })
    }

    /// Entries that wait because the file took no more.
    pub const fn waiting(&self) -> usize {
        self.tail.count
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Writer {
    /// A last try to write what waits, and an end to the lock: a process that is just being started may hold a copy of the file.
    fn drop(&mut self) {
        if self.waiting() > 0 {
            let _ = self.flush();
        }
        let _ = self.tail.sink.unlock();
    }
}

fn line_of<T: Serialize>(value: &T) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy { path: path.into() }),
        // Not every file system has locks; a journal without one is better than none.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// What lines are appended to.
trait Sink {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()>;
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Sink for File {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// The end of a file that only ever holds whole lines, and the lines that it has not taken yet.
#[derive(Debug)]
struct Tail<K> {
    sink: K,
    /// Length of the whole lines.
    length: u64,
    /// Whether part of a line may stand after them.
    torn: bool,
    waiting: Vec<u8>,
    count: usize,
}

impl<K: Sink> Tail<K> {
    const fn after(length: u64, sink: K) -> Self {
        Self { sink, length, torn: true, waiting: Vec::new(), count: 0 }
    }

    fn push(&mut self, line: &[u8]) {
        self.waiting.extend_from_slice(line);
        self.count += 1;
    }

    fn write(&mut self) -> io::Result<()> {
        if self.torn {
            self.sink.cut(self.length)?;
            self.torn = false;
        }
        if self.waiting.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.sink.put(&self.waiting) {
            // Where even cutting fails, the next write tries again.
            self.torn = self.sink.cut(self.length).is_err();
            return Err(error);
        }
        self.length += self.waiting.len() as u64;
        self.waiting.clear();
        self.count = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for so many bytes.
    struct Disk {
        held: Vec<u8>,
        room: usize,
    }

    impl Sink for Disk {
        fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
            let fits = bytes.len().min(self.room - self.held.len());
            self.held.extend_from_slice(&bytes[..fits]);
            if fits == bytes.len() { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            self.held.truncate(length as usize);
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_keeps_whole_lines_and_takes_the_rest_once_there_is_room() {
        let mut tail = Tail::after(0, Disk { held: Vec::new(), room: 10 });
        tail.push(b"first\n");
        tail.write().unwrap();
        for (line, waiting) in [(b"second\n".as_slice(), 1), (b"third\n", 2)] {
            tail.push(line);
            assert_eq!(tail.write().unwrap_err().kind(), io::ErrorKind::StorageFull);
            assert_eq!((tail.sink.held.as_slice(), tail.count), (b"first\n".as_slice(), waiting));
        }
        tail.sink.room = 100;
        tail.write().unwrap();
        assert_eq!((tail.sink.held.as_slice(), tail.count), (b"first\nsecond\nthird\n".as_slice(), 0));
    }
}
