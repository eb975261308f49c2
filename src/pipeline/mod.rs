//! The line from frames to rulings, on its threads, and what crosses to the screen and back.
//!
//! The source, the eye and the desk run on a thread each; the caller keeps its own. Recorded frames wait for each other, so
//! every one counts; of live frames the newest wins, and the dropped ones are counted. Absent on purpose: locks on the game.

mod call;
mod desk;
mod latest;
mod present;
mod snapshot;

pub use call::Call;
pub use desk::Desk;
pub use latest::Latest;
pub use present::{Look, Presenter, choice_text, result_text};
pub use snapshot::{
    Alert, HandOutline, Health, MoveLine, MoveStatus, Outline, Picture, Recognition, ScorePoint, ScoreTerm, SeatLine, Severity, Snapshot,
    SourceState, StackCard, StageTime, TableView, TableZone, View, ZoneOutline,
};
