use super::{Judged, Verdict, judged};
use crate::referee::{Entry, Ruling};
use serde::Serialize;
use std::fmt::{self, Display};

/// How a refereed log compares with the truth, act by act.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(bound(serialize = "M: Display"))]
pub struct Alignment<M> {
    /// Acts on which both say the same.
    pub agreed: usize,
    /// The others, in order.
    pub differences: Vec<Difference<M>>,
    /// Entries of the log that nothing decided.
    pub undecided: usize,
    /// Entries of the log that nothing explained.
    pub unexplained: usize,
}

/// One act on which two journals differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "difference", rename_all = "kebab-case", bound(serialize = "M: Display"))]
pub enum Difference<M> {
    /// It happened, and the log does not have it.
    Missing {
        /// In the truth.
        truth: Judged<M>,
    },
    /// The log has it, and it did not happen.
    Invented {
        /// In the log.
        log: Judged<M>,
    },
    /// Both reject it, for different rules; or both accept it, and warn of different rules.
    WrongReason {
        /// In the truth.
        truth: Judged<M>,
        /// In the log.
        log: Judged<M>,
    },
    /// It happened, and the log says otherwise whether it was legal.
    WrongVerdict {
        /// In the truth.
        truth: Judged<M>,
        /// In the log.
        log: Judged<M>,
    },
}

/// How many differences there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    /// Not in the log.
    pub missing: usize,
    /// Not in the truth.
    pub invented: usize,
    /// Other rule.
    pub wrong_reason: usize,
    /// Other verdict.
    pub wrong_verdict: usize,
}

impl<M> Alignment<M> {
    /// Whether the log says what happened and nothing else.
    pub const fn is_equal(&self) -> bool {
        self.differences.is_empty()
    }

    /// Acts that the log calls illegal and the truth does not, or for another rule: silent errors against a player.
    pub fn false_accusations(&self) -> usize {
        let accused = |difference: &&Difference<M>| match difference {
            Difference::Missing { .. } => false,
            Difference::Invented { log } | Difference::WrongReason { log, .. } | Difference::WrongVerdict { log, .. } => {
                log.verdict == Verdict::Rejected
            }
        };
        self.differences.iter().filter(accused).count()
    }

    /// How many differences there are of each kind.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for difference in &self.differences {
            match difference {
                Difference::Missing { .. } => counts.missing += 1,
                Difference::Invented { .. } => counts.invented += 1,
                Difference::WrongReason { .. } => counts.wrong_reason += 1,
                Difference::WrongVerdict { .. } => counts.wrong_verdict += 1,
            }
        }
        counts
    }
}

impl<M> Display for Alignment<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { missing, invented, wrong_reason, wrong_verdict } = self.counts();
        write!(
            f,
            "{} acts agree, {missing} missing, {invented} invented, {wrong_reason} with a wrong reason, {wrong_verdict} with a wrong verdict; \
             {} entries undecided, {} unexplained",
            self.agreed, self.undecided, self.unexplained
        )
    }
}

/// Aligns what a log finally says with the truth, in order, so that as many acts as can be agree; of the others, the same act
/// with another reason or verdict counts as one difference and not as two.
pub fn align<Z, M: Clone + PartialEq>(truth: &[Entry<Z, M>], log: &[Entry<Z, M>]) -> Alignment<M> {
    let (undecided, unexplained) = open(log);
    let pairs = pair_up(judged(truth), judged(log));
    let total = pairs.len();
    let differences: Vec<_> = pairs.into_iter().filter_map(difference).collect();
    Alignment { agreed: total - differences.len(), differences, undecided, unexplained }
}

/// As [`align`], for games in which all act at once: each seat's acts are aligned by themselves, since who was heard first decides nothing
/// but claims, and those are told in the rulings. What happened at one moment may be told in any order, and of a tie either touch as the
/// second one.
pub fn align_at_once<Z, M: Clone + PartialEq>(truth: &[Entry<Z, M>], log: &[Entry<Z, M>]) -> Alignment<M> {
    let (undecided, unexplained) = open(log);
    let (mut truth, mut log) = (judged(truth), judged(log));
    let mut differences = Vec::new();
    let mut agreed = 0;
    while let Some(seat) = truth.first().or(log.first()).map(|said| said.act.seat) {
        let own = |said: &mut Vec<Judged<M>>| -> Vec<Judged<M>> { said.extract_if(.., |said| said.act.seat == seat).collect() };
        let pairs = pair_up(own(&mut truth), own(&mut log));
        agreed += pairs.len();
        differences.extend(pairs.into_iter().filter_map(difference));
    }
    agreed -= differences.len();
    agreed += join(&mut differences, same_moment) + 2 * join(&mut differences, same_tie);
    Alignment { agreed, differences, undecided, unexplained }
}

/// Takes out the differences that go away in pairs; answers how many pairs.
fn join<M>(differences: &mut Vec<Difference<M>>, go_away: impl Fn(&Difference<M>, &Difference<M>) -> bool) -> usize {
    let (before, mut k) = (differences.len(), 0);
    while let Some(one) = differences.get(k) {
        match differences.iter().skip(k + 1).position(|other| go_away(one, other) || go_away(other, one)) {
            Some(after) => {
                differences.remove(k + 1 + after);
                differences.remove(k);
            }
            None => k += 1,
        }
    }
    (before - differences.len()) / 2
}

/// Whether an act is missing in one place because it was told in another, at its own moment.
fn same_moment<M: PartialEq>(one: &Difference<M>, other: &Difference<M>) -> bool {
    let (Difference::Missing { truth }, Difference::Invented { log }) = (one, other) else { return false };
    truth.agrees(log) && truth.act.stamp.meets(log.act.stamp)
}

/// Whether the same is said of two seats' same act at one moment, but of the other one.
fn same_tie<M: PartialEq>(one: &Difference<M>, other: &Difference<M>) -> bool {
    let (Difference::WrongReason { truth, log }, Difference::WrongReason { truth: truth_2, log: log_2 }) = (one, other) else {
        return false;
    };
    let swapped = truth.code() == log_2.code() && log.code() == truth_2.code() && truth.verdict == truth_2.verdict;
    swapped && truth.act.seat != truth_2.act.seat && truth.act.action == truth_2.act.action && truth.act.stamp.meets(truth_2.act.stamp)
}

/// Entries that are still undecided and unexplained at the end.
fn open<Z, M>(log: &[Entry<Z, M>]) -> (usize, usize) {
    let (mut undecided, mut unexplained) = (Vec::new(), Vec::new());
    for entry in log {
        for ruling in &entry.rulings {
            match ruling {
                Ruling::Undecided { .. } => undecided.push(entry.entry),
                Ruling::Unexplained { .. } => unexplained.push(entry.entry),
                Ruling::Resolved { entry: of, .. } | Ruling::Retracted { entry: of, .. } | Ruling::Corrected { entry: of, .. } => {
                    undecided.retain(|e| e != of);
                    unexplained.retain(|e| e != of);
                }
                _ => {}
            }
        }
    }
    (undecided.len(), unexplained.len())
}

/// In the truth and in the log.
type Pair<M> = (Option<Judged<M>>, Option<Judged<M>>);

fn difference<M: PartialEq>(pair: Pair<M>) -> Option<Difference<M>> {
    match pair {
        (Some(truth), Some(log)) if truth.agrees(&log) => None,
        (Some(truth), Some(log)) if truth.verdict == log.verdict => Some(Difference::WrongReason { truth, log }),
        (Some(truth), Some(log)) => Some(Difference::WrongVerdict { truth, log }),
        (Some(truth), None) => Some(Difference::Missing { truth }),
        (None, Some(log)) => Some(Difference::Invented { log }),
        (None, None) => None,
    }
}

/// Worth of a pair: one agreement outweighs any one pair that only names the same act.
const AGREE: u32 = 3;
const SAME_ACT: u32 = 2;

/// The alignment of greatest worth, by dynamic programming over all pairs of ends.
fn pair_up<M: PartialEq>(truth: Vec<Judged<M>>, log: Vec<Judged<M>>) -> Vec<Pair<M>> {
    let worth = |t: &Judged<M>, l: &Judged<M>| match (t.agrees(l), t.same_act(l)) {
        (true, _) => AGREE,
        (false, true) => SAME_ACT,
        (false, false) => 0,
    };
    let width = log.len() + 1;
    // best[i * width + j]: greatest worth of aligning what follows the first i acts of the truth and j of the log.
    let mut best = vec![0u32; (truth.len() + 1) * width];
    let at = |best: &[u32], i: usize, j: usize| best.get(i * width + j).copied().unwrap_or(0);
    for (i, t) in truth.iter().enumerate().rev() {
        for (j, l) in log.iter().enumerate().rev() {
            let paired = match worth(t, l) {
                0 => 0,
                worth => worth + at(&best, i + 1, j + 1),
            };
            let value = paired.max(at(&best, i + 1, j)).max(at(&best, i, j + 1));
            if let Some(cell) = best.get_mut(i * width + j) {
                *cell = value;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut truth, mut log) = (truth.into_iter().enumerate().peekable(), log.into_iter().enumerate().peekable());
    loop {
        match (truth.peek(), log.peek()) {
            (Some((i, t)), Some((j, l))) => {
                let (i, j, worth) = (*i, *j, worth(t, l));
                if worth > 0 && at(&best, i, j) == worth + at(&best, i + 1, j + 1) {
                    pairs.push((truth.next().map(|(_, t)| t), log.next().map(|(_, l)| l)));
                } else if at(&best, i, j) == at(&best, i + 1, j) {
                    pairs.push((truth.next().map(|(_, t)| t), None));
                } else {
                    pairs.push((None, log.next().map(|(_, l)| l)));
                }
            }
            (Some(_), None) => pairs.push((truth.next().map(|(_, t)| t), None)),
            (None, Some(_)) => pairs.push((None, log.next().map(|(_, l)| l))),
            (None, None) => return pairs,
        }
    }
}
