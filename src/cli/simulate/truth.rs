use super::Args;
use crate::games::canon::{Canon, Move, Zone};
use crate::games::{Act, Game};
use crate::journal::{GameSetup, Hashes, Header, SourceInfo, Writer};
use crate::referee::{Entry, Input, Reason, Ruling, Told, state_hash};
use crate::simulate::Camera;
use crate::simulate::play::{Fate, Script};
use crate::simulate::truth::CameraTruth;
use crate::table::Stamp;
use anyhow::Context;
use serde::Serialize;
use std::path::Path;

/// Writes what truly happened as a journal: every act with the ruling that it deserves.
pub(super) fn write_acts(path: &Path, script: &Script, args: &Args) -> anyhow::Result<()> {
    if path.exists() {
        std::fs::remove_file(path).with_context(|| format!("{} cannot be written over", path.display()))?;
    }
    let source = SourceInfo {
        description: format!("simulated, seed {}", args.seed),
        fps: Some(args.fps),
        width: Some(args.size.0),
        height: Some(args.size.1),
    };
    let header = Header::new(GameSetup::Canon(script.setup.clone()), Default::default(), source, Hashes::default());
    let mut writer = Writer::create(path, &header)?;
    for entry in entries(script, args.fps)? {
        writer.append(&entry)?;
    }
    writer.flush()?;
    Ok(())
}

/// The entries of a script's truth.
pub(super) fn entries(script: &Script, fps: f64) -> anyhow::Result<Vec<Entry<Zone, Move>>> {
    let mut game = Canon::new(script.setup.clone())?;
    let mut entries: Vec<Entry<Zone, Move>> = Vec::new();
    let mut standing: Option<(u64, Act<Move>)> = None;
    for played in &script.acts {
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
    Ok(entries)
}

fn entry(number: u64, stamp: Stamp, fps: f64, input: Input<Zone, Move>, rulings: Vec<Ruling<Move>>, game: &Canon) -> Entry<Zone, Move> {
    let frame = Some((stamp.ms() / 1000.0 * fps).ceil() as u64);
    Entry { entry: number, stamp, frame, input, rulings, state: state_hash(game) }
}

#[derive(Serialize)]
struct Table<'a> {
    game: &'static str,
    deck: &'a str,
    players: u8,
    seed: u64,
    fps: f64,
    length_ms: f64,
    moves: usize,
    violations: Vec<String>,
    options: String,
    camera: CameraTruth,
}

/// Writes how the film was made and from where it was seen.
pub(super) fn write_table(path: &Path, script: &Script, camera: &Camera, args: &Args) -> anyhow::Result<()> {
    use crate::games::Objection;
    let violations: Vec<String> =
        script.acts.iter().filter_map(|a| a.objection.as_ref()).map(|objection| objection.code().to_owned()).collect();
    let table = Table {
        game: "canon",
        deck: &args.deck,
        players: args.players,
        seed: args.seed,
        fps: args.fps,
        length_ms: script.length_ms.round(),
        moves: script.acts.len() - violations.len(),
        violations,
        options: script.setup.options.to_string(),
        camera: CameraTruth::of(camera)?,
    };
    let text = toml::to_string(&table).context("the truth about the table does not print")?;
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::builtin_canon;
    use crate::games::canon::{Options, Setup};
    use crate::journal::{Verdict, judged};
    use crate::simulate::play::{Pace, ScriptOptions, Violation, play};
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
            let entries = entries(&script, 12.0).unwrap();
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
