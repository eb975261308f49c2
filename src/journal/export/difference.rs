use super::clock;
use crate::games::Act;
use crate::journal::{Difference, Judged};

/// A difference between two journals in a line for a reader; `words` tells who did what.
pub fn difference<M>(difference: &Difference<M>, words: impl Fn(&Act<M>) -> String) -> String {
    let act = |judged: &Judged<M>| format!("{:>7}  {}", clock(judged.stamp), words(&judged.act));
    let verdict = |judged: &Judged<M>| match judged.code() {
        Some(code) => format!("{} ({code})", judged.verdict),
        None => judged.verdict.to_string(),
    };
    match difference {
        Difference::Missing { truth } => format!("{}: {} in the truth, not in the journal", act(truth), verdict(truth)),
        Difference::Invented { log } => format!("{}: {} in the journal, not in the truth", act(log), verdict(log)),
        Difference::WrongReason { truth, log } | Difference::WrongVerdict { truth, log } => {
            format!("{}: {} in the truth, {} in the journal", act(log), verdict(truth), verdict(log))
        }
    }
}
