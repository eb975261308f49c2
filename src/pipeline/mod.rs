//! What crosses between the referee and the screen, as plain data: a [`Snapshot`] one way, a [`Call`] the other.

mod call;
mod snapshot;

pub use call::Call;
pub use snapshot::{
    Alert, HandOutline, Health, MoveLine, MoveStatus, Outline, Picture, Recognition, ScorePoint, ScoreTerm, SeatLine, Severity, Snapshot,
    SourceState, StackCard, StageTime, TableView, TableZone, View, ZoneOutline,
};
