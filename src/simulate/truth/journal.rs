use crate::games::{Act, Game};
use crate::referee::{EntryOf, Input, InputOf, Reason, Ruling, Told, state_hash};
use crate::simulate::play::{Fate, Played};
use crate::table::Stamp;

/// What truly happened as the entries of a journal: each act with the ruling that it deserves. Frames are counted at `fps`.
pub fn entries<G: Game>(start: &G, acts: &[Played<G>], fps: f64) -> Vec<EntryOf<G>> {
    let mut game = start.clone();
    let mut entries: Vec<EntryOf<G>> = Vec::new();
    let mut standing: Option<(u64, Act<G::Move>)> = None;
    for played in acts {
        let act = &played.act;
        let number = entries.len() as u64 + 1;
        let mut rulings = Vec::new();
        // What was left lying counts once play has gone on.
        if let Some((entry, act)) = standing.take() {
            rulings.push(Ruling::Stood { act, entry });
        }
        match &played.objection {
            None => rulings.push(Ruling::Accepted { act: act.clone(), warning: None }),
            Some(objection) => rulings.push(Ruling::Rejected { act: act.clone(), reason: Reason::of(objection) }),
        }
        if !matches!(played.fate, Fate::TakenBack { .. }) {
            game.apply(act);
        }
        if played.fate == Fate::Stands {
            standing = Some((number, act.clone()));
        }
        if played.fate == Fate::Counts && game.is_over() {
            rulings.push(Ruling::Ended { scores: game.scores() });
        }
        let told = Input::Told(Told::Act { act: act.clone() });
        entries.push(entry(number, act.stamp, fps, told, rulings, &game));
        if let Fate::TakenBack { stamp } = played.fate {
            let note = Input::Told(Told::Note { text: format!("{} takes it back", act.seat) });
            let back = Ruling::TakenBack { act: act.clone(), entry: number };
            entries.push(entry(number + 1, stamp, fps, note, vec![back], &game));
        }
    }
    if let (Some((of, act)), Some(last)) = (standing, entries.last()) {
        let (stamp, number) = (last.stamp, last.entry + 1);
        let note = Input::Told(Told::Note { text: "left to stand".into() });
        entries.push(entry(number, stamp, fps, note, vec![Ruling::Stood { act, entry: of }], &game));
    }
    entries
}

fn entry<G: Game>(number: u64, stamp: Stamp, fps: f64, input: InputOf<G>, rulings: Vec<Ruling<G::Move>>, game: &G) -> EntryOf<G> {
    let frame = Some((stamp.ms() / 1000.0 * fps).ceil() as u64);
    EntryOf::<G> { entry: number, stamp, frame, input, rulings, state: state_hash(game) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::builtin_canon;
    use crate::games::canon::{Options, Setup};
    use crate::journal::{Verdict, judged};
    use crate::simulate::play::canon::{Violation, play};
    use crate::simulate::play::{Pace, ScriptOptions};
    use crate::table::{Seat, Seats};

    #[test]
    fn the_truth_says_of_every_act_what_became_of_it() {
        let mut options = Options::default();
        options.set("remove_random=70").unwrap();
        let deck = builtin_canon("canon-nt").unwrap();
        let setup = Setup::new(vec![deck], Seats::try_from(2).unwrap(), Seat::from_index(0).unwrap(), options).unwrap();
        for stand in [false, true] {
            let violations = Violation::some(3, 2, 4);
            let script = play(setup.clone(), &ScriptOptions { seed: 4, moves: None, violations, stand, pace: Pace::default() }).unwrap();
            let entries = entries(&script.start, &script.acts, 12.0);
            assert!(entries.iter().enumerate().all(|(i, e)| e.entry == i as u64 + 1));
            // A violation is rejected first, and then taken back or left.
            let expected = script.acts.iter().flat_map(|played| {
                let verdicts: &[Verdict] = match played.fate {
                    Fate::Counts => &[Verdict::Accepted],
                    Fate::TakenBack { .. } => &[Verdict::Rejected, Verdict::TakenBack],
                    Fate::Stands => &[Verdict::Rejected, Verdict::Stood],
                };
                verdicts.iter().map(|verdict| (played.act.clone(), *verdict))
            });
            let said: Vec<_> = judged(&entries).into_iter().map(|said| (said.act, said.verdict)).collect();
            assert_eq!(said, expected.collect::<Vec<_>>());
            assert_eq!(entries.last().unwrap().state, state_hash(&script.end.game));
            assert!(entries.iter().flat_map(|e| &e.rulings).any(|r| matches!(r, Ruling::Ended { .. })));
        }
    }
}
