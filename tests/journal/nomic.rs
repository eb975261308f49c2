//! The commands on games of Card-Based Nomic: replayed, verified; the rulebook at every step, and propositions.

use crate::program::run;
use kibitzer::games::nomic::{Nomic, Setup};
use kibitzer::journal::{GameSetup, Header, Writer};
use kibitzer::referee::{Input, Referee, Told, Weights};
use kibitzer::simulate::play::nomic::{Violation, play};
use kibitzer::simulate::play::{Pace, ScriptOptions};
use kibitzer::table::{Seat, Seats};
use std::path::Path;

/// A whole game with a rule broken in it, told act by act, written to a journal; answers its entries and the game at its end.
fn journal(folder: &Path) -> (usize, Nomic) {
    let setup = Setup::new(Seats::try_from(4).unwrap(), Seat::P1).unwrap();
    let options = ScriptOptions { seed: 3, moves: None, violations: vec![Violation::WrongTotal], stand: false, pace: Pace::default() };
    let script = play(setup.clone(), &options).unwrap();
    let header = Header::new(GameSetup::Nomic(setup.clone()), Weights::default(), Default::default(), Default::default());
    let mut writer = Writer::create(&folder.join("game.jsonl"), &header).unwrap();
    let mut referee = Referee::new(Nomic::new(setup).unwrap(), Weights::default());
    for played in &script.acts {
        let told = Input::Told(Told::Act { act: played.act.clone() });
        writer.append(&referee.hear(told, played.act.stamp, None)).unwrap();
    }
    writer.flush().unwrap();
    (script.acts.len(), referee.game().clone())
}

#[test]
fn a_game_is_told_and_verified_with_the_rule_that_was_broken() {
    let folder = tempfile::tempdir().unwrap();
    let (entries, _) = journal(folder.path());
    let (code, out, err) = run(&["replay", "game.jsonl"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("P1 creates a proposition") && out.contains("(Card-Based Nomic, rule 8)"), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--verify"], folder.path());
    assert_eq!((code, out.matches(&format!("{entries} entries")).count()), (0, 2), "{out}");
}

#[test]
fn the_rules_of_every_step_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_, game) = journal(folder.path());
    let rulebook = game.rulebook();
    assert!(rulebook.history().len() >= 5);
    for step in 0..=rulebook.history().len() {
        let (code, out, _) = run(&["rules", "show", "--log", "game.jsonl", "--step", &step.to_string()], folder.path());
        assert_eq!(code, 0, "{out}");
        let past = rulebook.after_steps(step);
        assert_eq!(out.matches("[enforced by").count(), past.rules().count(), "step {step}");
        assert!(past.rules().all(|rule| out.contains(rule.text.trim())), "step {step}");
    }
    let (code, out, _) = run(&["rules", "history", "game.jsonl"], folder.path());
    assert_eq!((code, out.lines().filter(|line| line.starts_with("step ")).count()), (0, rulebook.history().len()), "{out}");
    let (code, _, err) = run(&["rules", "show", "--log", "game.jsonl", "--step", "99"], folder.path());
    assert!(code == 2 && err.contains("there is no step 99"), "{err}");
}

#[test]
fn a_proposition_is_checked_and_tried_on_the_last_votes() {
    let folder = tempfile::tempdir().unwrap();
    let (_, game) = journal(folder.path());
    let (code, example, _) = run(&["rules", "template", "aces-fourteen"], folder.path());
    assert_eq!(code, 0, "{example}");
    let write = |text: &str| std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    write(&example.replace("14", "13"));
    let (code, out, err) = run(&["rules", "check", "mine.toml", "--log", "game.jsonl", "--votes", "3"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.lines().any(|line| line.starts_with("+ ")) && out.lines().any(|line| line.starts_with("- ")), "{out}");
    assert_eq!(out.matches("it would be").count(), game.decided().len().min(3), "{out}");
    write("action = \"change 99\"\ntext = \"What it shall say.\"\n");
    let (code, _, err) = run(&["rules", "check", "mine.toml", "--log", "game.jsonl"], folder.path());
    assert!(code == 2 && err.contains("there is no rule 99"), "{err}");
    write("action = \"add\"\ntext = \"A rule\"\nhooks = [\"valeu\"]\n");
    let (code, _, err) = run(&["rules", "check", "mine.toml"], folder.path());
    assert!(code == 2 && err.contains("line 3, column 10"), "{err}");
    let (code, _, err) = run(&["rules", "template", "nothing"], folder.path());
    assert!(code == 2 && err.contains("ties-ratify"), "{err}");
    let (code, out, _) = run(&["rules", "hooks"], folder.path());
    assert!(code == 0 && out.contains("fn ratified("), "{out}");
}

#[test]
fn the_mat_is_measured_and_printed_for_every_number_of_players() {
    let folder = tempfile::tempdir().unwrap();
    for players in 2..=8 {
        let (code, out, err) = run(&["mat", "show", "--game", "nomic", "--players", &players.to_string()], folder.path());
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert_eq!(out.lines().filter(|line| line.starts_with("zone")).count(), 4 + players, "{out}");
    }
    let (code, _, err) = run(&["mat", "print", "--game", "nomic", "--players", "4", "--pdf", "mat.pdf"], folder.path());
    assert!(code == 0 && folder.path().join("mat.pdf").is_file(), "{err}");
}
