//! Following what a person says.

use super::hypothesis::judged;
use super::{Choice, Reason, Referee, Ruling, Told};
use crate::games::{Act, Game, Objection};

impl<G: Game> Referee<G> {
    /// Rules on a person's word and takes the hypotheses along.
    pub(super) fn follow(&mut self, told: &Told<G::Move>, number: u64) -> Vec<Ruling<G::Move>> {
        let refused = |why: String| vec![Ruling::Refused { why }];
        let mut decided = Vec::new();
        let rulings = match told {
            Told::Act { act } => {
                let objection = self.hypotheses.heard(act, &self.weights);
                decided = self.hypotheses.decide(&self.weights);
                match objection {
                    None => self.replaced_by(act).into_iter().chain([judged(act, None)]).collect(),
                    Some(objection) => self.judge_told(act, &objection, number),
                }
            }
            Told::Accept { entry, choice } => {
                let standing: Vec<_> = self.position.standing().iter().filter(|(n, _)| n == entry).cloned().collect();
                if !standing.is_empty() {
                    standing.into_iter().map(|(entry, act)| Ruling::Stood { act, entry }).collect()
                } else {
                    match self.position.open(*entry).map(|choices| choices.get(*choice).cloned()) {
                        Some(Some(choice)) if self.hypotheses.differ_on(*entry) => return self.hypotheses.settle(*entry, &choice),
                        Some(Some(choice)) => vec![Ruling::Resolved { entry: *entry, choice }],
                        Some(None) => refused(format!("entry {entry} has no choice {choice}")),
                        None => refused(format!("entry {entry} asks nothing: only an undecided or rejected entry can be accepted")),
                    }
                }
            }
            Told::Reject { entry } | Told::Retract { entry } | Told::Correct { entry, .. } if *entry == 0 || *entry >= number => {
                refused(format!("there is no entry {entry} yet"))
            }
            Told::Reject { entry } | Told::Retract { entry } => {
                vec![Ruling::Retracted { entry: *entry, now_illegal: self.position.illegal_after(*entry, None) }]
            }
            Told::Correct { entry, acts } => {
                vec![Ruling::Corrected { entry: *entry, acts: acts.clone(), now_illegal: self.position.illegal_after(*entry, Some(acts)) }]
            }
            Told::End => {
                self.ended = true;
                vec![Ruling::Ended { scores: self.game().scores() }]
            }
            Told::Note { .. } => Vec::new(),
        };
        self.hypotheses.told(number, &rulings);
        // What is decided about earlier entries happened earlier.
        decided.into_iter().chain(rulings).collect()
    }

    /// Rules on an act that a person says happened, against which something speaks.
    fn judge_told(&self, act: &Act<G::Move>, objection: &G::Objection, number: u64) -> Vec<Ruling<G::Move>> {
        let reason = Reason::of(objection);
        if objection.is_warning() || !G::keeps_offences() {
            return vec![judged(act, Some((&reason, objection.is_warning())))];
        }
        match self.excuse(act) {
            Some(choice) => {
                let accusing = Choice { acts: vec![act.clone()], reasons: vec![Some(reason)], weight: choice.weight };
                vec![Ruling::Undecided { choices: vec![choice.clone(), accusing] }, Ruling::Presumed { entry: number, choice }]
            }
            None => self.doubt(act).unwrap_or_else(|| vec![judged(act, Some((&reason, false)))]),
        }
    }

    /// Whether an act that is told would be refused as the game most likely stands.
    pub fn refuses(&self, act: &Act<G::Move>) -> bool {
        self.likeliest().check(act).is_err()
    }

    /// Takes back what was told, rejected, and can have no effect any more once other words are accepted.
    fn replaced_by(&self, act: &Act<G::Move>) -> Vec<Ruling<G::Move>> {
        let mut after = self.game().clone();
        after.apply(act);
        let is_void = |standing: &&(u64, Act<G::Move>)| {
            let mut again = after.clone();
            again.apply(&standing.1);
            after.reaches(standing.1.seat, &standing.1.action).is_empty() && again == after
        };
        let void = self.position.standing().iter().filter(is_void);
        void.map(|(entry, act)| Ruling::TakenBack { act: act.clone(), entry: *entry }).collect()
    }

    /// The game as it most likely stands, undecided entries included.
    fn likeliest(&self) -> &G {
        self.hypotheses.likeliest().map_or(self.game(), |best| best.position.game())
    }
}
