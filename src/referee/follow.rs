//! Following what a person says.

use super::hear::EntryOf;
use super::hypothesis::judged;
use super::position::broken_by;
use super::{Choice, Input, Reason, Referee, Ruling, Told};
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
        if let Some(rulings) = self.decided_by(act) {
            return rulings;
        }
        match self.excuse(act).or_else(|| self.unseen(act)) {
            Some(choice) => {
                let accusing = Choice { acts: vec![act.clone()], reasons: vec![Some(reason)], weight: choice.weight };
                vec![Ruling::Undecided { choices: vec![choice.clone(), accusing] }, Ruling::Presumed { entry: number, choice }]
            }
            None => self.doubt(act).unwrap_or_else(|| vec![judged(act, Some((&reason, false)))]),
        }
    }

    /// What may have happened unseen so that a word was true: who says it knows more than a camera.
    fn unseen(&self, act: &Act<G::Move>) -> Option<Choice<G::Move>> {
        let lawful = |unseen: &Vec<Act<G::Move>>| {
            let mut game = self.game().clone();
            unseen.iter().chain([act]).all(|each| {
                let broken = broken_by(&game, each).is_some();
                game.apply(each);
                !broken
            })
        };
        let unseen = self.game().unseen_before(act).into_iter().find(lawful)?;
        Some(Choice::innocent(unseen.into_iter().chain([act.clone()]).collect(), 0.5))
    }

    /// What is told, and can only be said if an earlier word of the same seat that is still open was wrong, decides that.
    fn decided_by(&self, act: &Act<G::Move>) -> Option<Vec<Ruling<G::Move>>> {
        let told = |entry: &&EntryOf<G>| matches!(&entry.input, Input::Told(Told::Act { act: word }) if word.seat == act.seat);
        let (entry, choices) =
            self.entries.iter().rev().filter(told).find_map(|entry| Some((entry.entry, self.position.open(entry.entry)?)))?;
        let decides = |choice: &&Choice<G::Move>| {
            let mut position = self.position.clone();
            position.fold(entry, &Ruling::Resolved { entry, choice: (*choice).clone() });
            broken_by(position.game(), act).is_none()
        };
        let choice = choices.iter().find(decides)?.clone();
        Some(vec![Ruling::Resolved { entry, choice }, judged(act, None)])
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
