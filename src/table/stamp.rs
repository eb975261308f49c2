use serde::{Deserialize, Serialize};

/// A moment of the source: time since it began and how far that may be off. There is no wall clock behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Stamp {
    /// Microseconds since the source began.
    pub at_us: u64,
    /// Half-width of what the true time may differ by, in microseconds.
    #[serde(default)]
    pub tolerance_us: u32,
}

impl Stamp {
    /// The exact moment `ms` milliseconds after the source began.
    pub const fn from_ms(ms: u64) -> Self {
        Self { at_us: ms * 1000, tolerance_us: 0 }
    }

    /// A moment between two others: half way, with a tolerance that covers both with theirs.
    pub fn between(one: Self, other: Self) -> Self {
        let (first, last) = (one.earliest_us().min(other.earliest_us()), one.latest_us().max(other.latest_us()));
        let half = (last - first).div_ceil(2);
        Self { at_us: first + half, tolerance_us: u32::try_from(half).unwrap_or(u32::MAX) }
    }

    /// The earliest that the true time can be, in microseconds.
    pub const fn earliest_us(self) -> u64 {
        self.at_us.saturating_sub(self.tolerance_us as u64)
    }

    /// The latest that the true time can be, in microseconds.
    pub const fn latest_us(self) -> u64 {
        self.at_us.saturating_add(self.tolerance_us as u64)
    }

    /// Whether both may be one moment.
    pub const fn meets(self, other: Self) -> bool {
        self.earliest_us() <= other.latest_us() && other.earliest_us() <= self.latest_us()
    }

    /// Milliseconds since the source began.
    pub fn ms(self) -> f64 {
        self.at_us as f64 / 1000.0
    }

    /// Milliseconds from `earlier` to here; zero when `earlier` is later.
    pub fn ms_since(self, earlier: Self) -> f64 {
        self.at_us.saturating_sub(earlier.at_us) as f64 / 1000.0
    }
}
