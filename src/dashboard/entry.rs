use crate::pipeline::{Call, MoveLine, MoveStatus};

/// What a person may do about an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub accept: bool,
    pub reject: bool,
    pub retract: bool,
}

impl Open {
    /// What this entry's status leaves open.
    pub fn of(line: &MoveLine) -> Self {
        let (accept, reject, retract) = match line.status {
            MoveStatus::Accepted | MoveStatus::Told => (false, false, true),
            MoveStatus::Rejected => (true, true, false),
            MoveStatus::Undecided | MoveStatus::Unexplained => (!line.choices.is_empty(), true, false),
            MoveStatus::Retracted => (false, false, false),
        };
        Self { accept, reject, retract }
    }
}

/// Accepting an entry, or one of its choices; `None` where that is not open.
pub(super) fn accept(line: &MoveLine, choice: usize) -> Option<Call> {
    let choice = if line.choices.is_empty() { None } else { Some(choice) };
    let exists = choice.is_none_or(|c| c < line.choices.len());
    (exists && Open::of(line).accept).then_some(Call::Accept { entry: line.entry, choice })
}

/// Rejecting an entry; `None` where that is not open.
pub(super) fn reject(line: &MoveLine) -> Option<Call> {
    Open::of(line).reject.then_some(Call::Reject { entry: line.entry })
}

/// Taking an entry back; `None` where that is not open.
pub(super) fn retract(line: &MoveLine) -> Option<Call> {
    Open::of(line).retract.then_some(Call::Retract { entry: line.entry })
}

/// A status in a word.
pub(super) const fn word(status: MoveStatus) -> &'static str {
    match status {
        MoveStatus::Accepted => "Legal",
        MoveStatus::Rejected => "Illegal",
        MoveStatus::Undecided => "Which?",
        MoveStatus::Unexplained => "Unclear",
        MoveStatus::Retracted => "Undone",
        MoveStatus::Told => "Told",
    }
}

/// Milliseconds as minutes and seconds, such as `3:05`.
pub(super) fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    if seconds < 3600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_minutes_and_hours() {
        assert_eq!((clock(0), clock(185_999), clock(3_600_000)), ("0:00".into(), "3:05".into(), "1:00:00".into()));
    }
}
