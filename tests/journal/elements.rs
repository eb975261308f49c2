//! The command on journals of Elements: replayed, verified, exported.

use crate::program::run;
use kibitzer::games::Act;
use kibitzer::games::elements::{Elements, Move, Options, Rules, Setup, Zone};
use kibitzer::journal::{GameSetup, Header, Writer};
use kibitzer::referee::{Input, Referee, Told, Weights};
use kibitzer::table::{Fact, Identity, Stamp};

/// A round's beginning with a touch that was seen, a violation and its reversal, written to a journal.
fn journal(folder: &std::path::Path) {
    let options = Options { rules: Rules::Mage, ..Options::default() };
    let setup = Setup::new(3u8.try_into().unwrap(), "P1".parse().unwrap(), options).unwrap();
    let header = Header::new(GameSetup::Elements(setup.clone()), Weights::default(), Default::default(), Default::default());
    let mut writer = Writer::create(&folder.join("game.jsonl"), &header).unwrap();
    let mut referee = Referee::new(Elements::new(setup).unwrap(), Weights::default());
    let mut hear = |input, ms| writer.append(&referee.hear(input, Stamp::from_ms(ms), Some(ms / 40))).unwrap();
    let told = |text: &str, ms| -> Input<Zone, Move> {
        let (seat, action) = text.split_once(' ').unwrap();
        let act = Act { seat: seat.parse().unwrap(), action: action.parse().unwrap(), stamp: Stamp::from_ms(ms) };
        Input::Told(Told::Act { act })
    };
    let start = ["P1 touch centre", "P2 touch centre", "P3 touch centre", "P1 go", "P1 touch P1.island", "P2 touch P2.island"];
    for (k, text) in (1..).zip(start) {
        hear(told(text, 100 * k), 100 * k);
    }
    let seen = Fact::Touched {
        seat: "P1".parse().unwrap(),
        neighbour: None,
        zone: Zone::Ocean,
        card: Identity::UNKNOWN,
        bare: false,
        after: Stamp::from_ms(1000),
        by: Stamp::from_ms(1033),
        frame: 25,
    };
    hear(Input::Seen(seen), 1033);
    for (k, text) in (20..).zip(["P2 magic scry P1.island", "P2 reverse", "P2 touch P2.island"]) {
        hear(told(text, 100 * k), 100 * k);
    }
    hear(Input::Told(Told::End), 3000);
}

#[test]
fn a_round_is_told_and_verified_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    journal(folder.path());
    let (code, out, err) = run(&["replay", "game.jsonl"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("P1 touches a card in the Ocean") && out.contains("✗ P2 scries the cards in P1's Island"), "{out}");
    assert!(out.contains("(Elements, Magic Rules, Scope)") && out.contains("Final score"), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--verify"], folder.path());
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--export", "md"], folder.path());
    assert!(code == 0 && out.contains("A game of Elements"), "{out}");
    let (code, out, _) = run(&["replay", "game.jsonl", "--against", "game.jsonl"], folder.path());
    assert_eq!(code, 0, "{out}");
}

#[test]
fn the_mat_is_shown_and_printed_for_as_many_as_can_play() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(&["mat", "show", "--game", "elements", "--players", "5"], folder.path());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("zone    ocean") && out.contains("zone    P5.island"), "{out}");
    let (code, out, err) = run(
        &["mat", "print", "--game", "elements", "--players", "7", "--pdf", "mat.pdf", "--png", "mat.png", "--dpi", "40"],
        folder.path(),
    );
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, _, err) = run(&["mat", "show", "--game", "elements", "--players", "8"], folder.path());
    assert!(code != 0 && err.contains("8 players cannot play Elements: give 3 to 7"), "{err}");
}
