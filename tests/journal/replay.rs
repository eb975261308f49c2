//! The command, run as a program on journals of told games of Canon.

use crate::program;
use kibitzer::cards::builtin_canon;
use kibitzer::games::Act;
use kibitzer::games::canon::{Canon, Move, Options, Setup};
use kibitzer::journal::{GameSetup, Header, Writer};
use kibitzer::referee::{Entry, Input, InputOf, Referee, Ruling, Told, Weights};
use kibitzer::table::Stamp;
use std::fs;
use std::path::{Path, PathBuf};

type Line = Entry<kibitzer::games::canon::Zone, Move>;

fn setup() -> Setup {
    let deck = builtin_canon("canon-nt").unwrap();
    Setup::new(vec![deck], 2u8.try_into().unwrap(), "P1".parse().unwrap(), Options::default()).unwrap()
}

fn act(ms: u64, seat: &str, action: &str) -> (u64, Told<Move>) {
    let act = Act { seat: seat.parse().unwrap(), action: action.parse().unwrap(), stamp: Stamp::from_ms(ms) };
    (ms, Told::Act { act })
}

fn played(told: Vec<(u64, Told<Move>)>) -> Vec<Line> {
    let mut referee = Referee::new(Canon::new(setup()).unwrap(), Weights::default());
    let mut hear = |(ms, told)| referee.hear(InputOf::<Canon>::Told(told), Stamp::from_ms(ms), Some(ms / 40));
    told.into_iter().map(&mut hear).collect()
}

/// P1 opens the canon with Mark, then tries to move again; P2 follows.
fn game() -> Vec<Line> {
    played(vec![
        act(2000, "P1", "play centre1 canon-nt/mark"),
        act(2400, "P1", "draw"),
        act(9000, "P2", "play P2.canon1 canon-nt/mark"),
        (9500, Told::Note { text: "tea | biscuits".into() }),
        (12_000, Told::End),
    ])
}

fn write(path: &Path, entries: &[Line]) {
    let header = Header::new(GameSetup::Canon(setup()), Weights::default(), Default::default(), Default::default());
    let mut writer = Writer::create(path, &header).unwrap();
    for entry in entries {
        writer.append(entry).unwrap();
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn journal(&self, name: &str, entries: &[Line]) -> &Self {
        write(&self.path(name), entries);
        self
    }

    /// Exit code, standard output, standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        program::run(&[&["replay"], arguments].concat(), self.0.path())
    }
}

#[test]
fn a_game_is_told_move_by_move_with_its_score() {
    let folder = Folder::new();
    let (code, out, err) = folder.journal("game.jsonl", &game()).run(&["game.jsonl"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with(" 0:02.0   P1 places Mark in the central canon, space 1") && lines[0].ends_with("accepted"), "{out}");
    assert!(lines[1].starts_with(" 0:02.4 ✗ P1 draws a card") && lines[1].contains("rejected: ") && lines[1].contains("(Canon, "), "{out}");
    assert!(out.contains("note: tea | biscuits") && out.contains("Final score"), "{out}");
}

#[test]
fn json_lines_hold_every_ruling_and_the_score() {
    let folder = Folder::new();
    let (code, out, _) = folder.journal("game.jsonl", &game()).run(&["game.jsonl", "--json"]);
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (0, 6), "{out}");
    assert_eq!((&lines[1]["ruling"], &lines[1]["move"], &lines[1]["frame"]), (&"rejected".into(), &"draw".into(), &60.into()));
    assert_eq!((&lines[5]["line"], &lines[5]["final"], &lines[5]["seats"][0]["seat"]), (&"score".into(), &true.into(), &"P1".into()));
}

#[test]
fn tables_hold_a_row_for_each_ruling() {
    let folder = Folder::new();
    let (code, out, _) = folder.journal("game.jsonl", &game()).run(&["game.jsonl", "--export", "csv"]);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let fields = ["entry", "time_ms", "frame", "seat", "move", "ruling", "code", "rule", "text", "P1_total", "P2_total"];
    assert_eq!(reader.headers().unwrap(), &fields.to_vec());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!((code, rows.len()), (0, 5), "{out}");
    let row: Vec<&str> = rows[0].iter().take(8).collect();
    assert_eq!(row, ["1", "2000.000", "50", "P1", "play centre1 canon-nt/mark", "accepted", "", ""]);
    assert_eq!((&rows[1][5], &rows[1][9]), ("rejected", "0"));
}

#[test]
fn subtitles_follow_the_times_and_mark_violations() {
    let folder = Folder::new();
    let (code, out, _) = folder.journal("game.jsonl", &game()).run(&["game.jsonl", "--export", "srt"]);
    let cues: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!((code, cues.len()), (0, 3), "{out}");
    let first: Vec<&str> = cues[0].lines().collect();
    assert_eq!(first[..3], ["1", "00:00:02,000 --> 00:00:05,000", "✓ P1 places Mark in the central canon, space 1"]);
    assert!(first[3].starts_with("<b>✗ P1 draws a card: rejected: "), "{out}");
    assert!(cues[1].starts_with("2\n00:00:09,000 --> 00:00:12,000\n") && cues[1].ends_with("tea | biscuits"), "{out}");
}

#[test]
fn a_markdown_record_escapes_what_would_break_its_tables() {
    let folder = Folder::new();
    let (code, out, _) = folder.journal("game.jsonl", &game()).run(&["game.jsonl", "--export", "md", "--out", "game.md"]);
    let written = fs::read_to_string(folder.path("game.md")).unwrap();
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(written.starts_with("# A game of Canon\n") && written.contains("tea \\| biscuits"), "{written}");
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let (moves, scores) = written.split_once("## Final score").unwrap();
    assert!(moves.lines().filter(|line| line.starts_with('|')).all(|line| columns(line) == 5), "{written}");
    assert!(scores.contains("| Place | Seat | Points |"), "{written}");
}

#[test]
fn a_journal_verifies_until_it_is_changed() {
    let folder = Folder::new();
    let mut changed = game();
    let Ruling::Rejected { act, .. } = changed[1].rulings[0].clone() else { panic!("P1 moves twice") };
    changed[1].rulings = vec![Ruling::Accepted { act, warning: None }];
    folder.journal("good.jsonl", &game()).journal("changed.jsonl", &changed);
    let (code, out, _) = folder.run(&["good.jsonl", "--verify"]);
    assert_eq!((code, out.as_str()), (0, "folded: 5 entries give the recorded states\nheard again: 5 entries are ruled as was recorded\n"));
    let (code, out, _) = folder.run(&["changed.jsonl", "--verify"]);
    assert!(code == 1 && out.contains("after entry 2") && out.contains("entry 2 is ruled otherwise"), "{out}");
    let (code, out, _) = folder.run(&["changed.jsonl", "--verify", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["state_differs"], &report["ruling_differs"]["entry"]), (1, &2.into(), &2.into()), "{out}");
}

#[test]
fn a_log_is_compared_with_the_truth() {
    let folder = Folder::new();
    let other = played(vec![act(2000, "P1", "play centre1 canon-nt/mark"), act(8000, "P2", "draw"), (12_000, Told::End)]);
    folder.journal("truth.jsonl", &game()).journal("log.jsonl", &other);
    let (code, out, _) = folder.run(&["truth.jsonl", "--against", "truth.jsonl"]);
    assert!(code == 0 && out.starts_with("3 acts agree, 0 missing, 0 invented"), "{out}");
    let (code, out, _) = folder.run(&["log.jsonl", "--against", "truth.jsonl"]);
    assert!(code == 1 && out.contains("1 acts agree, 2 missing, 1 invented"), "{out}");
    let (code, out, _) = folder.run(&["log.jsonl", "--against", "truth.jsonl", "--json"]);
    let compared: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &compared["agreed"], compared["differences"].as_array().unwrap().len()), (1, &1.into(), 3), "{out}");
}

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let folder = Folder::new();
    folder.journal("game.jsonl", &game());
    fs::write(folder.path("photo.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    fs::write(folder.path("old.jsonl"), "{\"kibitzer\":\"journal\",\"format\":7}\n").unwrap();
    let text = fs::read_to_string(folder.path("game.jsonl")).unwrap();
    fs::write(folder.path("gap.jsonl"), text.lines().filter(|l| !l.contains("\"entry\":2,")).collect::<Vec<_>>().join("\n")).unwrap();
    for (arguments, told) in [
        (vec!["none.jsonl"], "cannot be opened"),
        (vec!["photo.png"], "this is no journal"),
        (vec!["old.jsonl"], "format 7"),
        (vec!["gap.jsonl"], "line 3 holds entry 3 where entry 2 belongs"),
        (vec!["game.jsonl", "--against", "photo.png"], "this is no journal"),
        (vec!["game.jsonl", "--out", "game.jsonl"], "is being read"),
        (vec!["game.jsonl", "--out", "no/folder/x"], "cannot be written"),
    ] {
        let (code, out, err) = folder.run(&arguments);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{arguments:?}: {err}");
        assert!(err.starts_with("kibitzer: ") && err.contains(told), "{err}");
    }
}

#[test]
fn a_torn_journal_is_told_as_far_as_it_goes() {
    let folder = Folder::new();
    folder.journal("game.jsonl", &game());
    let bytes = fs::read(folder.path("game.jsonl")).unwrap();
    fs::write(folder.path("torn.jsonl"), &bytes[..bytes.len() - 5]).unwrap();
    let (code, out, err) = folder.run(&["torn.jsonl"]);
    assert!(code == 0 && out.contains("Score so far") && err.contains("line 6, the last, is cut off"), "{out}{err}");
}

#[test]
fn told_inputs_survive_the_file() {
    let folder = Folder::new();
    folder.journal("game.jsonl", &game());
    let journal: kibitzer::journal::Journal<GameSetup, Canon> = kibitzer::journal::read(&folder.path("game.jsonl")).unwrap();
    assert!(matches!(&journal.entries[3].input, Input::Told(Told::Note { text }) if text == "tea | biscuits"));
}
