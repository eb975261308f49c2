//! The line from frames to rulings, on its threads, and what crosses to the screen and back.
//!
//! The source, the eye and the desk run on a thread each; the caller keeps its own. Recorded frames wait for each other, so
//! every one counts; of live frames the newest wins, and the dropped ones are counted. Absent on purpose: locks on the game.

mod call;
#[cfg(feature = "camera")]
mod card_finder;
mod chamber;
#[cfg(feature = "camera")]
mod claim_line;
mod claim_view;
#[cfg(feature = "camera")]
mod claims;
mod desk;
#[cfg(feature = "camera")]
mod eye;
#[cfg(feature = "camera")]
mod health;
mod latest;
#[cfg(feature = "camera")]
mod line;
mod present;
mod snapshot;

pub use crate::games::{
    BallotView, CardMarks, Council, DiffLine, DraftFault, DraftView, Edition, Keeper, OutcomeView, PileView, Proposal, RuleView, Standing,
    Starter, Step, TrialView, Verdict, VoteView, VotedCard,
};
pub use call::Call;
#[cfg(feature = "camera")]
pub use card_finder::{CardFinder, on_table};
#[cfg(feature = "camera")]
pub use claim_line::{ClaimLine, ruling_on};
pub use claim_view::{ClaimFrame, ClaimView, ContactView};
pub use desk::{Desk, Ruled};
#[cfg(feature = "camera")]
pub(crate) use eye::milliseconds;
#[cfg(feature = "camera")]
pub use eye::{Eye, EyeError, Looked, WAITING};
pub use latest::Latest;
#[cfg(feature = "camera")]
pub use line::{Line, LineError, LineOptions, News, start};
pub use present::{Look, Presenter, choice_text, line_texts, result_text};
pub use snapshot::{
    Alert, CallView, HandOutline, Health, HintView, MoveLine, MoveStatus, Outline, Picture, Recognition, ScorePoint, ScoreTerm, SeatLine,
    Severity, Snapshot, SourceState, StackCard, StageTime, TableView, TableZone, TouchMark, View, ZoneOutline,
};
