//! A [`Record`](super::Record) as text in several formats.

mod csv;
mod difference;
mod markdown;
mod subtitles;
mod text;

pub use csv::csv;
pub use difference::difference;
pub use markdown::markdown;
pub use subtitles::subtitles;
pub use text::text;

use crate::table::Stamp;

/// Minutes, seconds and tenths: `3:07.4`.
fn clock(stamp: Stamp) -> String {
    let tenths = (stamp.at_us + 50_000) / 100_000;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}
