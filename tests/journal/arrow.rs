//! The commands on games of Arrow: played, replayed, verified, exported; the mat.

use crate::program::run;
use kibitzer::games::arrow::{Arrow, Setup, builtin_deck};
use kibitzer::journal::{GameSetup, Header, Writer};
use kibitzer::referee::{Input, Referee, Told, Weights};
use kibitzer::simulate::play::arrow::{Violation, play};
use kibitzer::simulate::play::{Pace, ScriptOptions};

/// A whole game with a rule broken in it, told act by act, written to a journal; answers its length in entries.
fn journal(folder: &std::path::Path) -> usize {
    let [south, north] = ["arrow-harbour", "arrow-workshop"].map(|id| builtin_deck(id).unwrap());
    let setup = Setup::new([&south, &north]).unwrap();
    let options = ScriptOptions { seed: 3, moves: None, violations: vec![Violation::NotTouching], stand: false, pace: Pace::default() };
    let script = play(setup.clone(), &options).unwrap();
    let header = Header::new(GameSetup::Arrow(setup.clone()), Weights::default(), Default::default(), Default::default());
    let mut writer = Writer::create(&folder.join("game.jsonl"), &header).unwrap();
    let mut referee = Referee::new(Arrow::new(setup).unwrap(), Weights::default());
    for played in &script.acts {
        let told = Input::Told(Told::Act { act: played.act.clone() });
        writer.append(&referee.hear(told, played.act.stamp, None)).unwrap();
    }
    writer.flush().unwrap();
    script.acts.len()
}

#[test]
fn a_game_is_told_and_verified_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let entries = journal(folder.path());
    let (code, out, err) = run(&["replay", "game.jsonl"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("P1 draws") && out.contains("it must touch one") && out.contains("(ConCardia Arrow, introduction)"), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--verify"], folder.path());
    assert_eq!((code, out.matches(&format!("{entries} entries")).count()), (0, 2), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--export", "md"], folder.path());
    assert!(code == 0 && out.contains("A game of Arrow"), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--against", "game.jsonl"], folder.path());
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_game_is_simulated_with_its_truth_and_what_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let simulate = |out: &str, more: &[&str]| {
        let args = ["simulate", "--game", "arrow", "--no-pictures", "--out", out];
        run(&[&args[..], more].concat(), folder.path())
    };
    let (code, out, err) = simulate("a", &["--seed", "4", "--violations", "2"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("and 2 violations"), "{out}");
    let said = kibitzer::journal::read_said(&folder.path().join("a/said.jsonl")).unwrap();
    assert!(!said.is_empty());
    let (code, out, _) = run(&["replay", "a/truth.jsonl"], folder.path());
    assert!(code == 0 && out.contains("taken-back"), "{out}");
    for (more, wrong) in [
        (&["--players", "3"][..], "played by two"),
        (&["--deck", "canon-nt"][..], "no deck of Arrow"),
        (&["--violations", "cheating"][..], "no violation"),
        (&["--single-photo"][..], "no photo"),
    ] {
        let (code, _, err) = if more[0] == "--single-photo" {
            run(&["simulate", "--game", "arrow", "--single-photo", "--out", "b"], folder.path())
        } else {
            simulate("b", more)
        };
        assert!(code == 2 && err.contains(wrong) && err.trim().lines().count() == 1, "{more:?}: {err}");
    }
}

#[test]
fn the_mat_is_shown_and_printed_for_two() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(&["mat", "show", "--game", "arrow"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("zone    f6") && out.contains("zone    P2.victory"), "{out}");
    let (code, out, err) = run(&["mat", "print", "--game", "arrow", "--pdf", "mat.pdf", "--png", "mat.png", "--dpi", "40"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, _, err) = run(&["mat", "show", "--game", "arrow", "--players", "3"], folder.path());
    assert!(code != 0 && err.contains("3 players cannot play Arrow"), "{err}");
}
