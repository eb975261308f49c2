//! The view of the rules: the rulebook and its history, the vote, and a proposition being written.

use crate::helper::{Window, calm, seat};
use egui::Key;
use egui_kittest::kittest::Queryable;
use kibitzer::games::nomic::{Nomic, Setup};
use kibitzer::games::{Act, Game, Narrate};
use kibitzer::pipeline::{Call, Snapshot};
use kibitzer::table::{Seats, Stamp};
use std::sync::Arc;

const TIES: &str = include_str!("../../src/games/nomic/proposition/examples/ties-ratify.toml");

fn proposing(file: &str) -> String {
    format!("propose {}", kibitzer::games::nomic::proposition::read_proposition(file).unwrap())
}

/// A game of two after these acts, each by a seat's number at a millisecond.
fn played(acts: &[(usize, u64, &str)]) -> Nomic {
    let mut game = Nomic::new(Setup::new(Seats::try_from(2).unwrap(), seat(1)).unwrap()).unwrap();
    for (by, ms, text) in acts {
        let act = Act { seat: seat(*by), action: text.parse().unwrap(), stamp: Stamp::from_ms(*ms) };
        assert_eq!(game.check(&act), Ok(()), "{text}");
        game.apply(&act);
    }
    game
}

fn shown(game: &Nomic, draft: Option<&str>) -> Snapshot {
    let now = Stamp::from_ms(20_000);
    Snapshot {
        game: "Nomic".into(),
        council: game.council(now).map(Arc::new),
        draft: draft.and_then(|draft| game.weigh(draft)).map(Arc::new),
        ..calm()
    }
}

fn open(game: &Nomic) -> Window {
    let mut window = Window::over(shown(game, None));
    window.harness.run();
    click(&mut window, "Rules");
    window
}

fn click(window: &mut Window, label: &str) {
    window.harness.get_by_label(label).click();
    window.harness.run();
}

/// Types a file into the field and lets the game answer; what was told beside the drafts.
fn write(window: &mut Window, game: &Nomic, text: &str) -> Vec<Call> {
    let field = window.harness.get_by_label("Proposition");
    field.focus();
    window.harness.run();
    window.harness.get_by_label("Proposition").type_text(text);
    window.harness.run();
    window.harness.run();
    let told = window.told();
    assert!(told.contains(&Call::Draft(text.into())), "{told:?}");
    window.shows(shown(game, Some(text)));
    told.into_iter().filter(|call| !matches!(call, Call::Draft(_))).collect()
}

fn ratified() -> Nomic {
    let propose = proposing(TIES);
    let acts = [
        (1, 1000, propose.as_str()),
        (1, 2000, "vote for"),
        (1, 3000, "draw"),
        (2, 4000, "abstain"),
        (1, 5000, "turn-up for 9h"),
        (1, 65_000, "announce 9 0"),
        (1, 66_000, "clear for"),
    ];
    played(&acts)
}

#[test]
fn only_a_game_whose_rules_change_has_the_view() {
    let mut window = Window::over(calm());
    window.harness.run();
    assert!(window.harness.query_by_label("Rules").is_none());
    // V goes round without it.
    (0..4).for_each(|_| window.press(Key::V));
    window.harness.get_by_label_contains("Scores over time");
    let mut window = Window::over(shown(&played(&[]), None));
    (0..4).for_each(|_| window.press(Key::V));
    window.harness.get_by_label("Edition: As it is now");
}

#[test]
fn a_rule_opens_into_its_program_and_starts_a_draft() {
    let game = played(&[]);
    let mut window = open(&game);
    window.harness.get_by_label_contains("Rule 1: The game begins with the 52 cards").click();
    window.harness.run();
    window.harness.get_by_label("Kept by its program");
    window.harness.get_by_label("Answers deal");
    window.harness.get_by_label_contains("fn deal(table) { 5 }");
    click(&mut window, "Draft its removal");
    assert_eq!(window.told(), [Call::Draft("action = \"remove 1\"\n".into())]);
    window.harness.get_by_label_contains("Checking");
}

#[test]
fn the_vote_says_who_is_awaited_and_how_long_and_not_what_was_voted() {
    let propose = proposing(TIES);
    let game = played(&[(1, 1000, propose.as_str()), (1, 2000, "vote for"), (1, 3000, "draw"), (2, 4000, "limit")]);
    let mut window = open(&game);
    window.harness.get_by_label("Ada: placed a card");
    window.harness.get_by_label("Ben: awaited");
    window.harness.get_by_label("To change rule 8, proposed by Ada");
    window.harness.get_by_label("4:44 left to vote");
    assert!(window.harness.query_by_label("The votes that lie face up").is_none());
    let mut late = shown(&game, None);
    late.council = game.council(Stamp::from_ms(304_000)).map(Arc::new);
    window.shows(late);
    window.harness.get_by_label("Time is up");
    window.harness.get_by_label("Ben: placed none in time");
}

#[test]
fn the_tally_and_the_verdict_are_told() {
    let mut window = open(&ratified());
    window.harness.get_by_label("Ratified");
    window.harness.get_by_label("9h = 9");
    window.harness.get_by_label("Announced: 9 for, 0 against");
    click(&mut window, "History");
    window.harness.get_by_label("Ties ratify (change rule 8)");
    window.harness.get_by_label("Ratified, proposed by P1");
    assert!(window.harness.query_all_by_label_contains("+ fn ratified(table, tally)").count() >= 1);
}

#[test]
fn the_rulebook_as_it_was_can_be_read() {
    let mut window = open(&ratified());
    assert!(window.harness.query_by_label("No longer in force").is_none());
    click(&mut window, "Edition: As it is now");
    click(&mut window, "As the game began");
    window.harness.get_by_label("No longer in force");
    assert!(window.harness.query_by_label_contains("unless the against pile is worth more").is_none());
    click(&mut window, "Back to now");
    assert!(window.harness.query_by_label("No longer in force").is_none());
}

#[test]
fn what_is_typed_into_the_draft_is_no_command_and_is_told_as_a_draft() {
    let game = played(&[]);
    let mut window = open(&game);
    click(&mut window, "Draft");
    window.harness.get_by_label("Proposition").focus();
    window.harness.run();
    for key in [Key::P, Key::A, Key::E, Key::V, Key::Space, Key::ArrowUp, Key::Num1, Key::Enter, Key::D] {
        window.press(key);
    }
    window.harness.get_by_label("Proposition");
    let told = window.told();
    assert!(told.iter().all(|call| matches!(call, Call::Draft(_))), "{told:?}");
    window.press(Key::Escape);
    window.press(Key::P);
    assert_eq!(window.told(), [Call::Pass(seat(2))]);
}

#[test]
fn a_fault_is_named_by_line_and_column_and_proposes_nothing() {
    let game = played(&[]);
    let mut window = open(&game);
    click(&mut window, "Draft");
    write(&mut window, &game, "action = \"delete 8\"");
    click(&mut window, "Line 1, column 10: 'delete 8' is no action: write add, change 8 or remove 8");
    assert!(window.harness.get_by_label("Proposition").is_focused());
    assert!(window.harness.query_by_label_contains("Propose for").is_none());
}

#[test]
fn a_draft_shows_its_change_and_its_trial_and_is_proposed_for_who_may() {
    let game = ratified();
    let mut window = open(&game);
    click(&mut window, "Draft");
    let file = "action = \"change 12\"\ntext = \"Nines are 1.\"\nhooks = [\"value\"]\nprogram = \"fn value(table, card) { 1 }\"";
    assert_eq!(write(&mut window, &game, file), []);
    window.harness.get_by_label_contains("+ 12. Nines are 1.");
    window.harness.get_by_label("9 : 0, ratified");
    window.harness.get_by_label("1 : 0, ratified");
    // The controls speak for Ben, but it is Ada who has the token.
    click(&mut window, "Propose for Ada");
    assert_eq!(window.told(), [Call::Act { seat: seat(1), text: proposing(file) }]);
    window.harness.get_by_label("Told: Ada propose …");
}

#[test]
fn a_new_rule_can_be_agreed_on_at_once_while_a_vote_is_on() {
    let propose = proposing(TIES);
    let game = played(&[(1, 1000, propose.as_str())]);
    let mut window = open(&game);
    click(&mut window, "Draft");
    let file = "action = \"add\"\ntext = \"Be kind.\"";
    write(&mut window, &game, file);
    window.harness.get_by_label_contains("Propose: not now, 'Ties ratify (change rule 8)' is under vote");
    click(&mut window, "Resolve by consensus");
    let text = format!("resolve {}", kibitzer::games::nomic::proposition::read_proposition(file).unwrap());
    assert_eq!(window.told(), [Call::Act { seat: seat(2), text }]);
}
