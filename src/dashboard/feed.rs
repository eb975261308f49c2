use super::Snapshot;
use crate::pipeline::Call;
use crate::table::Seat;
use crossbeam_channel::Sender;
use std::sync::Arc;

/// Gives the newest snapshot since it was last asked, or `None` when there is no newer one. It must not block.
pub type Snapshots = Box<dyn FnMut() -> Option<Arc<Snapshot>> + Send>;

/// Says whether a text is an act in the game's notation that this seat could be told to have made; if not, why, in one line.
pub type NotationCheck = Box<dyn Fn(Seat, &str) -> Result<(), String> + Send>;

/// A running game as the window sees it.
pub struct Feed {
    pub(super) snapshots: Snapshots,
    pub(super) calls: Sender<Call>,
    pub(super) check: Option<NotationCheck>,
    pub(super) notation: String,
}

impl Feed {
    /// A game that is seen through `snapshots` and told through `calls`. The window never waits for a full channel.
    pub fn new(snapshots: impl FnMut() -> Option<Arc<Snapshot>> + Send + 'static, calls: Sender<Call>) -> Self {
        Self { snapshots: Box::new(snapshots), calls, check: None, notation: String::new() }
    }

    /// Checks an act while it is typed.
    #[must_use]
    pub fn checking(mut self, check: impl Fn(Seat, &str) -> Result<(), String> + Send + 'static) -> Self {
        self.check = Some(Box::new(check));
        self
    }

    /// An example of the game's notation, shown in the empty field.
    #[must_use]
    pub fn with_notation(mut self, example: &str) -> Self {
        self.notation = example.into();
        self
    }
}
