//! The record of a game: an append-only file of JSON lines, and what can be made of it.
//!
//! The first line is a [`Header`], every other one a [`referee::Entry`](crate::referee::Entry): what was heard, what was ruled
//! and a hash of the state after it. Nothing is ever rewritten; overruling appends.
//!
//! Absent on purpose: judging (that is the referee's), frames, clocks.

mod align;
mod error;
pub mod export;
mod header;
mod judged;
mod read;
mod record;
mod said;
mod setup;
mod verify;
mod write;

pub use align::{Alignment, Counts, Difference, align, align_at_once};
pub use error::JournalError;
pub use header::{FORMAT, Hashes, Header, SourceInfo};
pub use judged::{Judged, Verdict, judged};
pub use read::{Journal, Torn, parse, read, read_header};
pub use record::{Kind, Record, Row, record};
pub use said::{Said, read_said};
pub use setup::GameSetup;
pub use verify::{Report, RulingDiffers, verify};
pub use write::Writer;
