use crate::games::Game;
use crate::referee::{Choice, EntryOf, Referee, Ruling, Weights, fold};
use serde::Serialize;
use std::fmt::Display;

/// What came of replaying a journal in both ways.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(bound(serialize = "M: Display"))]
pub struct Report<M> {
    /// How many entries were replayed.
    pub entries: usize,
    /// The first entry after which the folded rulings give another state than was recorded.
    pub state_differs: Option<u64>,
    /// The first entry on which the referee, hearing everything again, rules otherwise than was recorded.
    pub ruling_differs: Option<RulingDiffers<M>>,
}

/// An entry that was ruled otherwise when it was heard again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(bound(serialize = "M: Display"))]
pub struct RulingDiffers<M> {
    /// Its number.
    pub entry: u64,
    /// What the journal says.
    pub recorded: Vec<Ruling<M>>,
    /// What the referee says now.
    pub reheard: Vec<Ruling<M>>,
}

impl<M> Report<M> {
    /// Whether both replays gave what was recorded.
    pub const fn is_ok(&self) -> bool {
        self.state_differs.is_none() && self.ruling_differs.is_none()
    }
}

/// Replays entries in both ways: folds their rulings, which must give the recorded states, and lets a referee hear their inputs
/// again, which must give the recorded rulings.
pub fn verify<G: Game>(initial: &G, weights: Weights, entries: &[EntryOf<G>]) -> Report<G::Move> {
    let (_, state_differs) = fold(initial, entries);
    let mut referee = Referee::new(initial.clone(), weights);
    let ruling_differs = entries.iter().find_map(|recorded| {
        let reheard = referee.hear(recorded.input.clone(), recorded.stamp, recorded.frame);
        let differs = !same(&recorded.rulings, &reheard.rulings);
        differs.then(|| RulingDiffers { entry: recorded.entry, recorded: recorded.rulings.clone(), reheard: reheard.rulings })
    });
    Report { entries: entries.len(), state_differs, ruling_differs }
}

/// How far the weight of a choice may differ: logarithms round differently on other machines.
const WEIGHT_TOLERANCE: f32 = 1e-4;

fn same<M: PartialEq + Clone>(recorded: &[Ruling<M>], reheard: &[Ruling<M>]) -> bool {
    let choice =
        |a: &Choice<M>, b: &Choice<M>| a.acts == b.acts && a.reasons == b.reasons && (a.weight - b.weight).abs() <= WEIGHT_TOLERANCE;
    let ruling = |a: &Ruling<M>, b: &Ruling<M>| match (a, b) {
        (Ruling::Undecided { choices: a }, Ruling::Undecided { choices: b }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| choice(a, b))
        }
        (Ruling::Resolved { entry: m, choice: a }, Ruling::Resolved { entry: n, choice: b })
        | (Ruling::Presumed { entry: m, choice: a }, Ruling::Presumed { entry: n, choice: b }) => m == n && choice(a, b),
        (a, b) => a == b,
    };
    recorded.len() == reheard.len() && recorded.iter().zip(reheard).all(|(a, b)| ruling(a, b))
}
