use crate::games::Act;
use crate::referee::{Choice, Entry, Reason, Ruling};
use crate::table::Stamp;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// What a whole journal finally says about one act, overrulings included.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "M: Display", deserialize = "M: FromStr, M::Err: Display"))]
pub struct Judged<M> {
    /// The entry in whose place it counts.
    pub entry: u64,
    /// When that was ruled.
    pub stamp: Stamp,
    /// The act.
    #[serde(flatten)]
    pub act: Act<M>,
    /// What was said of it.
    pub verdict: Verdict,
    /// The rule it breaks, or with [`Verdict::Accepted`] bends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// What is said of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Part of the game.
    Accepted,
    /// Against a rule.
    Rejected,
    /// Against a rule, and left to stand.
    Stood,
    /// Against a rule, and undone.
    TakenBack,
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Stood => "left to stand",
            Self::TakenBack => "taken back",
        })
    }
}

impl<M: PartialEq> Judged<M> {
    /// Whether two journals say the same of the same act; times and words may differ.
    pub fn agrees(&self, other: &Self) -> bool {
        self.same_act(other) && self.verdict == other.verdict && self.code() == other.code()
    }

    /// Whether it is the same move by the same seat.
    pub fn same_act(&self, other: &Self) -> bool {
        self.act.seat == other.act.seat && self.act.action == other.act.action
    }
}

impl<M> Judged<M> {
    /// The stable word of the rule it breaks or bends.
    pub fn code(&self) -> Option<&str> {
        self.reason.as_ref().map(|reason| reason.code.as_str())
    }
}

/// Every act of a game with what is finally said of it, in the order in which they happened: an undecided entry counts where it
/// stood and not where it was decided, a retracted one not at all, and a corrected one as what it was corrected to.
pub fn judged<Z, M: Clone>(entries: &[Entry<Z, M>]) -> Vec<Judged<M>> {
    // Each with the entry that it falls with.
    let mut acts: Vec<(u64, Judged<M>)> = Vec::new();
    for entry in entries {
        let stamp_of = |number: u64| {
            let at = usize::try_from(number).ok().and_then(|n| n.checked_sub(1)).and_then(|n| entries.get(n));
            at.map_or(entry.stamp, |e| e.stamp)
        };
        let here = |act: &Act<M>, verdict, reason: Option<&Reason>| Judged {
            entry: entry.entry,
            stamp: entry.stamp,
            act: act.clone(),
            verdict,
            reason: reason.cloned(),
        };
        for ruling in &entry.rulings {
            match ruling {
                Ruling::Accepted { act, warning } => acts.push((entry.entry, here(act, Verdict::Accepted, warning.as_ref()))),
                Ruling::Rejected { act, reason } => acts.push((entry.entry, here(act, Verdict::Rejected, Some(reason)))),
                Ruling::TakenBack { act, entry: of } => acts.push((*of, here(act, Verdict::TakenBack, None))),
                Ruling::Stood { act, entry: of } => acts.push((*of, here(act, Verdict::Stood, None))),
                Ruling::Resolved { entry: of, choice } => {
                    acts.retain(|(with, _)| with != of);
                    acts.extend(chosen(choice, *of, stamp_of(*of)).map(|act| (*of, act)));
                }
                // Unproven accusations are none.
                Ruling::Presumed { entry: of, choice } => {
                    acts.retain(|(with, _)| with != of);
                    let presumed = chosen(choice, *of, stamp_of(*of)).filter(|act| act.verdict == Verdict::Accepted);
                    acts.extend(presumed.map(|act| (*of, act)));
                }
                Ruling::Retracted { entry: of, .. } => acts.retain(|(with, _)| with != of),
                Ruling::Corrected { entry: of, acts: instead, .. } => {
                    acts.retain(|(with, _)| with != of);
                    let stamp = stamp_of(*of);
                    acts.extend(instead.iter().map(|act| (*of, Judged { entry: *of, stamp, ..here(act, Verdict::Accepted, None) })));
                }
                Ruling::Undecided { .. }
                | Ruling::Doubted { .. }
                | Ruling::Unexplained { .. }
                | Ruling::Refused { .. }
                | Ruling::Ended { .. } => {}
            }
        }
    }
    let mut acts: Vec<_> = acts.into_iter().map(|(_, act)| act).collect();
    acts.sort_by_key(|act| act.entry);
    acts
}

/// The acts of a choice that held: those that break a rule were rejected.
fn chosen<M: Clone>(choice: &Choice<M>, entry: u64, stamp: Stamp) -> impl Iterator<Item = Judged<M>> {
    choice.judged().map(move |(act, reason)| Judged {
        entry,
        stamp,
        act: act.clone(),
        verdict: if reason.is_some() { Verdict::Rejected } else { Verdict::Accepted },
        reason: reason.cloned(),
    })
}
