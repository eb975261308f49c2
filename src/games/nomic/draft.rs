//! What would come of a proposition that somebody is writing.

use super::editions::diff_lines;
use super::proposition::read_proposition;
use super::{Move, Nomic, Outcome, Proposition, Trial};
use crate::games::{DraftFault, DraftView, OutcomeView, TrialView};
use crate::table::Seat;
use std::sync::Arc;

/// Past votes that a draft is tried on.
const TRIALS: usize = 8;

impl Nomic {
    pub(super) fn weigh_draft(&self, text: &str) -> DraftView {
        let blank = DraftView { text: text.to_owned(), ..DraftView::default() };
        match read_proposition(text) {
            Ok(proposition) => self.weigh_proposition(Arc::new(proposition), blank),
            Err(error) => DraftView { fault: Some(DraftFault { line: error.line, column: error.column, what: error.what }), ..blank },
        }
    }

    fn weigh_proposition(&self, proposition: Arc<Proposition>, blank: DraftView) -> DraftView {
        let (propose, resolve) = (Move::Propose(Arc::clone(&proposition)), Move::Resolve(Arc::clone(&proposition)));
        let weighed = DraftView { name: proposition.name(), propose: propose.to_string(), resolve: resolve.to_string(), ..blank };
        let trials = match self.dry_run(&proposition.change, TRIALS) {
            Ok(trials) => trials,
            Err(error) => return DraftView { impossible: Some(error.to_string()), ..weighed },
        };
        let mut proposers: Vec<Seat> = self.setup.seats.iter().filter(|seat| self.judge_now(*seat, &propose).is_ok()).collect();
        proposers.sort_by_key(|seat| *seat != self.token);
        let why_not = |action| self.judge_now(self.token, action).err().map(|objection| objection.to_string());
        DraftView {
            difference: diff_lines(self.rulebook.difference(&proposition.change)),
            trials: trials.into_iter().map(|trial| self.trial_view(trial)).collect(),
            no_proposal: if proposers.is_empty() { why_not(&propose) } else { None },
            proposers,
            no_resolution: why_not(&resolve),
            ..weighed
        }
    }

    fn trial_view(&self, trial: Trial) -> TrialView {
        let decided = trial.vote.checked_sub(1).and_then(|at| self.decided.get(at));
        TrialView {
            vote: trial.vote,
            name: decided.map(|decided| decided.proposition.name()).unwrap_or_default(),
            was: outcome_view(trial.was),
            would: outcome_view(trial.would),
            faults: trial
                .faults
                .into_iter()
                .map(|(rule, fault)| format!("the program of rule {rule} would be set aside: {fault}"))
                .collect(),
        }
    }
}

fn outcome_view(Outcome { in_favour, against, ratified, points }: Outcome) -> OutcomeView {
    OutcomeView { in_favour, against, ratified, points }
}
