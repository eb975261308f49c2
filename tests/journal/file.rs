use crate::toy::{Line, Toy, act, refereed};
use kibitzer::games::canon::Zone;
use kibitzer::journal::{Header, Journal, JournalError, Writer, parse, read, read_header};
use kibitzer::referee::{Entry, Input, Ruling};
use kibitzer::table::{Fact, LaidCard, Layout, Stamp, Visit};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

type Read = Journal<String, Toy>;

fn header() -> Header<String> {
    Header::new("toy of two".into(), Default::default(), Default::default(), Default::default())
}

/// A told entry, a seen one and a note of what the table held.
fn entries() -> Vec<Line> {
    let mut lines = refereed(&[act("P1", 2, 1000), act("P1", 1, 1500), act("P2", 3, 2000)]);
    let card = LaidCard {
        identity: kibitzer::table::Identity::certain("canon-nt/mark".parse().unwrap()),
        face: kibitzer::cards::Face::Up,
        change: None,
        turn_deg: -7.1,
    };
    let zone: Zone = "P2.canon3".parse().unwrap();
    let visits =
        vec![Visit { seat: "P2".parse().unwrap(), neighbour: None, zone, from: Stamp::from_ms(5), to: Stamp::from_ms(6), deepest: true }];
    let layout = Layout { zones: [(zone, vec![card])].into(), loose: Vec::new() };
    let seen = Input::Seen(Fact::Settled { stamp: Stamp::from_ms(2500), frame: 75, layout, visits, glimpses: Vec::new() });
    let unexplained = Ruling::Unexplained { differences: vec!["a \"new\" card\nand a line feed — naïve".into()] };
    lines.push(Entry {
        entry: 4,
        stamp: Stamp::from_ms(2500),
        frame: Some(75),
        input: seen,
        rulings: vec![unexplained],
        state: "0".into(),
    });
    lines
}

fn written(folder: &Path, entries: &[Line]) -> PathBuf {
    let path = folder.join("game.jsonl");
    let mut writer = Writer::create(&path, &header()).unwrap();
    for entry in entries {
        writer.append(entry).unwrap();
    }
    path
}

#[test]
fn what_is_written_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &entries());
    let journal: Read = read(&path).unwrap();
    assert_eq!((journal.header, journal.entries, journal.torn), (header(), entries(), None));
    assert_eq!(read_header::<String>(&path).unwrap(), header());
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &entries());
    let before = fs::read(&path).unwrap();
    let error = Writer::create(&path, &header()).unwrap_err();
    assert!(matches!(error, JournalError::Exists { .. }) && error.to_string().contains("another name"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn two_writers_of_one_journal_exclude_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &[]);
    let first = Writer::resume::<String, Toy>(&path).unwrap();
    assert!(matches!(Writer::resume::<String, Toy>(&path), Err(JournalError::Busy { .. })));
    drop(first);
    Writer::resume::<String, Toy>(&path).unwrap();
}

#[test]
fn an_entry_out_of_order_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), &entries()[..2]);
    let (mut writer, _) = Writer::resume::<String, Toy>(&path).unwrap();
    assert!(matches!(writer.append(&entries()[3]), Err(JournalError::Order { found: 4, last: 2, .. })));
    writer.append(&entries()[2]).unwrap();
    assert_eq!(read::<String, Toy>(&path).unwrap().entries, entries()[..3]);
}

/// Whole lines of a text that begin before `cut` and whose last byte but the line feed lies before it.
fn whole_lines(bytes: &[u8], cut: usize) -> usize {
    let feeds = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at);
    feeds.filter(|feed| *feed <= cut).count()
}

#[test]
fn cut_at_every_byte_it_reads_back_to_the_last_whole_entry() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(written(folder.path(), &entries())).unwrap();
    for cut in 0..=bytes.len() {
        let whole = whole_lines(&bytes, cut);
        match parse::<String, Toy>(&bytes[..cut], Path::new("cut.jsonl")) {
            Err(error) => assert!(whole == 0 && matches!(error, JournalError::Empty { .. }), "{cut}: {error}"),
            Ok(journal) => {
                assert_eq!(journal.entries, entries()[..whole - 1], "{cut}");
                let ends_whole = cut == 0 || bytes[cut - 1] == b'\n' || bytes.get(cut).is_none_or(|b| *b == b'\n');
                assert_eq!(journal.torn.is_none(), ends_whole, "{cut}");
            }
        }
    }
}

#[test]
fn cut_at_every_byte_it_can_be_resumed_and_comes_out_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(written(folder.path(), &entries())).unwrap();
    let path = folder.path().join("cut.jsonl");
    for cut in whole_lines_start(&bytes)..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (mut writer, journal) = Writer::resume::<String, Toy>(&path).unwrap();
        for entry in &entries()[journal.entries.len()..] {
            writer.append(entry).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{cut}");
    }
}

fn whole_lines_start(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| *b == b'\n').unwrap()
}

fn with_line(change: impl Fn(&mut Vec<String>)) -> Result<Read, JournalError> {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(written(folder.path(), &entries())).unwrap();
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    change(&mut lines);
    parse((lines.join("\n") + "\n").as_bytes(), Path::new("changed.jsonl"))
}

#[test]
fn what_is_wrong_in_the_middle_is_named_with_its_line() {
    let missing = with_line(|lines| drop(lines.remove(2))).unwrap_err();
    assert!(matches!(missing, JournalError::Gap { line: 3, found: 3, expected: 2, .. }), "{missing}");
    let garbage = with_line(|lines| lines[2] = "{".into()).unwrap_err();
    assert!(matches!(garbage, JournalError::Entry { line: 3, .. }), "{garbage}");
    let blank = with_line(|lines| lines.insert(2, String::new())).unwrap_err();
    assert!(matches!(blank, JournalError::Entry { line: 3, .. }), "{blank}");
    let other_game = with_line(|lines| lines[1] = lines[1].replace(r#""move":"2""#, r#""move":"two""#)).unwrap_err();
    assert!(matches!(other_game, JournalError::Entry { line: 2, .. }), "{other_game}");
    let last_of_other_game = with_line(|lines| lines[4] = lines[4].replace("P2.canon3", "attic")).unwrap_err();
    assert!(matches!(last_of_other_game, JournalError::Entry { line: 5, .. }), "{last_of_other_game}");
}

#[test]
fn a_garbled_last_line_is_left_out_with_a_warning() {
    let journal = with_line(|lines| lines[4] = "\0\0\0".into()).unwrap();
    assert_eq!(journal.entries, entries()[..3]);
    assert_eq!(journal.torn.unwrap().to_string(), "line 5, the last, is cut off after 3 bytes and was left out");
}

#[test]
fn other_files_and_formats_are_told_apart() {
    let parse = |text: &str| parse::<String, Toy>(text.as_bytes(), Path::new("x")).unwrap_err();
    assert!(matches!(parse(""), JournalError::Empty { .. }));
    assert!(matches!(parse("hello\n"), JournalError::NotAJournal { .. }));
    assert!(matches!(parse("{\"a\":1}\n"), JournalError::NotAJournal { .. }));
    assert!(matches!(parse("\u{7f}ELF\0"), JournalError::NotAJournal { .. }));
    assert!(matches!(parse("{\"kibitzer\":\"journal\",\"format\":2}\n"), JournalError::Format { found: 2, .. }));
    assert!(matches!(parse("{\"kibitzer\":\"journal\",\"format\":1}\n"), JournalError::Header { .. }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_told_game_reads_back(moves in prop::collection::vec((1..=2usize, 0u8..6, 0u64..u64::MAX / 2000), 0..20)) {
        let acts: Vec<_> = moves.iter().map(|(seat, n, ms)| act(["P1", "P2"][seat - 1], *n, *ms)).collect();
        let lines = refereed(&acts);
        let folder = tempfile::tempdir().unwrap();
        let journal: Read = read(&written(folder.path(), &lines)).unwrap();
        prop_assert_eq!(journal.entries, lines);
    }
}
