use crate::table::{Seat, Stamp};
use serde::{Deserialize, Serialize};

/// What a person tells the referee, as plain data. Entries are named by their number in the journal, [`super::MoveLine::entry`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Call {
    /// The seat passes: no camera can see that.
    Pass(Seat),
    /// The seat did this, though no camera saw it or the camera saw it wrongly.
    Act {
        /// Who acted.
        seat: Seat,
        /// The act in the game's own notation, not yet checked.
        text: String,
    },
    /// The seat did this at that moment, such as a card's name that had been said.
    ActAt {
        /// Who acted.
        seat: Seat,
        /// The act in the game's own notation, not yet checked.
        text: String,
        /// When, in the source's time.
        at: Stamp,
    },
    /// This is what happened: settles an undecided entry, or overrules the refusal of a rejected one.
    Accept {
        /// The entry.
        entry: u64,
        /// Which of its choices, from zero; `None` when the entry offers none.
        choice: Option<usize>,
    },
    /// This did not happen, or does not count.
    Reject {
        /// The entry.
        entry: u64,
    },
    /// Takes an accepted entry back; what follows it is judged anew.
    Retract {
        /// The entry.
        entry: u64,
    },
    /// The game is over.
    End,
    /// A remark for the journal; it changes nothing.
    Note(String),
    /// Somebody is writing this proposition: say what would come of it. The referee does not hear it.
    Draft(String),
    /// Stop reading frames until [`Call::Resume`].
    Pause,
    /// Read frames again.
    Resume,
    /// Close the journal and stop.
    Quit,
}
