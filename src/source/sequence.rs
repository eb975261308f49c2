use super::photo::{photo_size, read_photo};
use super::{Description, Event, Flaw, Frame, Pace, Source, SourceError};
use crate::table::Stamp;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The file beside the stills that says when each was taken.
const TIMES: &str = "times.csv";

/// A folder of stills in the order of their names.
pub(super) struct Sequence {
    description: Description,
    left: VecDeque<(PathBuf, Stamp)>,
    read: u64,
}

/// One row of `times.csv`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    file: String,
    ms: f64,
}

impl Sequence {
    pub(super) fn open(folder: &Path, fps: Option<f64>) -> Result<Self, SourceError> {
        let stills = stills_in(folder)?;
        let stamps = match fps {
            Some(fps) if fps > 0.0 && fps <= 1000.0 => (0..stills.len()).map(|i| stamp_at(i as f64 * 1000.0 / fps)).collect(),
            Some(fps) => return Err(SourceError::BadRate(fps)),
            None => read_times(folder, &stills)?,
        };
        let left: VecDeque<_> = stills.into_iter().zip(stamps).collect();
        let size = one_size(left.iter().map(|(path, _)| path.as_path()))?;
        let description = Description {
            name: format!("stills {}", folder.display()),
            pace: Pace::Recorded,
            size,
            fps,
            frames_total: Some(left.len() as u64),
        };
        Ok(Self { description, left, read: 0 })
    }
}

impl Source for Sequence {
    fn description(&self) -> &Description {
        &self.description
    }

    fn next(&mut self) -> Result<Option<Event>, SourceError> {
        let Some((path, stamp)) = self.left.pop_front() else { return Ok(None) };
        let index = self.read;
        self.read += 1;
        Ok(Some(match read_photo(&path) {
            Ok(image) => Event::Frame(Frame { index, stamp, image }),
            Err(SourceError::BadPicture { reason, path }) => Event::Flaw(Flaw::BadStill { reason, path }),
            Err(error) => Event::Flaw(Flaw::BadStill { reason: error.to_string(), path }),
        }))
    }
}

/// The pictures of a folder by name; other files are none of ours.
fn stills_in(folder: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let io = |source| SourceError::Io { source, path: folder.into() };
    let mut stills = Vec::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        if matches!(extension.as_str(), "png" | "jpg" | "jpeg" | "webp") && path.is_file() {
            stills.push(path);
        }
    }
    if stills.is_empty() {
        return Err(SourceError::NoStills(folder.into()));
    }
    stills.sort();
    Ok(stills)
}

/// A stamp for each still, from the folder's times.
fn read_times(folder: &Path, stills: &[PathBuf]) -> Result<Vec<Stamp>, SourceError> {
    let path = folder.join(TIMES);
    if !path.is_file() {
        return Err(SourceError::NoTimes { stills: stills.len(), path });
    }
    let bad = |row: usize, what: String| SourceError::BadTimes { what, row, path: path.clone() };
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(&path).map_err(|e| bad(1, e.to_string()))?;
    let mut names = stills.iter().map(|p| p.file_name().and_then(OsStr::to_str).unwrap_or_default()).peekable();
    let mut stamps: Vec<Stamp> = Vec::with_capacity(stills.len());
    let mut last = (f64::NEG_INFINITY, String::new());
    for (i, row) in reader.deserialize::<Row>().enumerate() {
        let at = i + 2;
        let row = row.map_err(|_| bad(at, "this is not 'file,ms' such as 'still-001.jpg,1250'".into()))?;
        if !row.ms.is_finite() || row.ms < 0.0 {
            return Err(bad(at, format!("{} is no time: give milliseconds since the first still", row.ms)));
        }
        if row.ms <= last.0 {
            return Err(bad(
                at,
                format!("{} at {} ms does not come after {} at {} ms: order the times as the names", row.file, row.ms, last.1, last.0),
            ));
        }
        match names.next() {
            Some(name) if name == row.file => stamps.push(stamp_at(row.ms)),
            _ if stills.iter().any(|p| p.file_name() == Some(OsStr::new(&row.file))) => {
                let what =
                    format!("{} stands out of the order of the names, or twice: sort the rows by name, one for each still", row.file);
                return Err(bad(at, what));
            }
            _ => return Err(bad(at, format!("{} is not in the folder: remove the row or add the still", row.file))),
        }
        last = (row.ms, row.file);
    }
    if let Some(first) = names.peek() {
        return Err(SourceError::MissingTimes { count: stills.len() - stamps.len(), first: (*first).into(), path });
    }
    Ok(stamps)
}

/// Times are written to the millisecond, so half of one is the doubt.
fn stamp_at(ms: f64) -> Stamp {
    Stamp { at_us: (ms * 1000.0).round() as u64, tolerance_us: 500 }
}

/// The size that all stills share.
fn one_size<'a>(stills: impl Iterator<Item = &'a Path>) -> Result<(u32, u32), SourceError> {
    let mut first = None;
    for (index, path) in stills.enumerate() {
        let now = match photo_size(path) {
            Ok(size) => size,
            // A torn still is left out when its turn comes; it does not spoil the others.
            Err(SourceError::BadPicture { .. } | SourceError::Empty(_)) => continue,
            Err(error) => return Err(error),
        };
        match first {
            None => first = Some(now),
            Some(first) if first != now => {
                return Err(SourceError::SizeChanged { first, now, index: index as u64, name: path.display().to_string() });
            }
            Some(_) => {}
        }
    }
    first.ok_or_else(|| SourceError::NoFrame { reason: "none of the stills can be decoded".into(), name: "the folder".into() })
}
