use crate::pipeline::{Council, DraftView, Edition, Snapshot};
use std::sync::Arc;

/// Longest file of a proposition that can be written here, in characters; what is read has fewer.
pub(super) const LONGEST_DRAFT: usize = 32 * 1024;

/// What stands beside the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Page {
    #[default]
    Vote,
    History,
    Draft,
}

impl Page {
    pub const ALL: [Self; 3] = [Self::Vote, Self::History, Self::Draft];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Vote => "Vote",
            Self::History => "History",
            Self::Draft => "Draft",
        }
    }
}

/// What painting the rules asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RulesCommand {
    /// Show this beside the rulebook.
    Turn(Page),
    /// Read the rulebook as it was after so many steps; `None` for the one in force.
    Read(Option<usize>),
    /// Open this rule, or close it.
    Open(Option<u16>),
    /// The draft reads so now.
    Write(String),
    /// Begin a draft with this file.
    Begin(String),
}

/// What the window remembers of a game whose rules change.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub page: Page,
    edition: Option<usize>,
    pub open: Option<u16>,
    /// The proposition that is being written.
    pub draft: String,
    /// How much of it the game was last told.
    sent: String,
}

impl Rules {
    pub fn carry_out(&mut self, command: RulesCommand) {
        match command {
            RulesCommand::Turn(page) => self.page = page,
            RulesCommand::Read(edition) => self.edition = edition,
            RulesCommand::Open(rule) => self.open = rule,
            RulesCommand::Write(text) => self.draft = text,
            RulesCommand::Begin(text) => (self.draft, self.page) = (text, Page::Draft),
        }
    }

    /// The rulebook that is read, with how many steps led to it.
    pub fn edition<'c>(&self, council: &'c Council) -> Option<(usize, &'c Edition)> {
        let last = council.editions.len().checked_sub(1)?;
        let number = self.edition.map_or(last, |edition| edition.min(last));
        Some((number, council.editions.get(number)?))
    }

    /// The draft, when the game is to be told of it: it has changed, and what was told before is answered.
    pub fn unsent(&self, snapshot: &Snapshot) -> Option<String> {
        let is_answered = self.sent.trim().is_empty() || snapshot.draft.as_ref().is_some_and(|draft| draft.text == self.sent);
        (self.draft != self.sent && is_answered).then(|| self.draft.clone())
    }

    pub fn sent(&mut self, draft: String) {
        self.sent = draft;
    }

    /// What would come of the draft as it reads now; `None` until the game has said so.
    pub fn weighed<'s>(&self, snapshot: &'s Snapshot) -> Option<&'s Arc<DraftView>> {
        snapshot.draft.as_ref().filter(|draft| draft.text == self.draft)
    }
}
