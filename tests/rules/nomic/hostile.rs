use super::prelude::*;
use kibitzer::games::nomic::script::{Fault, vet};
use serde::Deserialize;

#[derive(Deserialize)]
struct Hostile {
    program: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    name: String,
    stopped: String,
    source: String,
}

fn programs() -> Vec<Program> {
    toml::from_str::<Hostile>(include_str!("hostile.toml")).unwrap().program
}

#[test]
fn each_hostile_program_is_stopped_where_it_should_be_before_it_can_be_voted_on() {
    for Program { name, stopped, source } in programs() {
        let fault = vet(&[Hook::Value], Some(&source)).unwrap_err();
        let stage = match fault {
            Fault::Syntax { .. } => "compile",
            Fault::Run { .. } | Fault::Stopped { .. } => "run",
            Fault::Answer { .. } => "answer",
            other => panic!("{name}: {other}"),
        };
        assert_eq!(stage, stopped, "{name}");
        let refused = proposing(add(&[Hook::Value], &source));
        assert_eq!(verdict(&nomic(3), &refused), "program-fault", "{name}");
    }
}

#[test]
fn each_hostile_program_let_into_a_game_is_set_aside_when_it_fails_and_the_game_goes_on() {
    for Program { name, source, .. } in programs() {
        let let_in = proposing(add(&[Hook::Value], &source)).replace(" propose ", " resolve ");
        let game = happen(nomic(2), &[&let_in]);
        let game = voted(game, "P1 propose speak-in-rhyme", "Kh", &["against 9c"]);
        let tally = &game.decided().last().unwrap().tally;
        assert_eq!((tally.for_total, tally.against_total, tally.ratified), (13, 9, Some(true)), "{name}");
        assert!(matches!(game.rulebook().enforcement(19), Some(Enforcement::SetAside(_))), "{name}");
        let reported = game.rulebook().history().iter().filter(|amendment| amendment.cause == Cause::Failure).count();
        assert_eq!((reported, cards_in_play(&game)), (1, 52), "{name}");
        assert_eq!(game.rulebook().rule(20).unwrap().text, example("speak-in-rhyme").change.wording().unwrap().text);
    }
}

/// Passes the samples, and fails when the table has seen ten propositions.
const LATE: &str = "fn may_propose(table, seat) { if table.decided > 9 { table.hands[99] } else { true } }";

#[test]
fn a_program_that_fails_in_play_is_reported_and_set_aside_and_the_next_rule_decides() {
    let mut game = play(nomic(2), &[]);
    assert_eq!(verdict(&game, &proposing(add(&[Hook::MayPropose], LATE))), "ok");
    game = cleared(voted(game, &proposing(add(&[Hook::MayPropose], LATE)), "Kh", &["abstain"]));
    assert_eq!(verdict(&game, "P2 propose ties-ratify"), "ok", "anybody may propose now");
    for nth in 0..9 {
        game = rejected(game, "P1 propose {\"action\":\"remove\",\"rule\":2}", nth);
        game = play(game, &["P1 pass-token P2", "P2 pass-token P1"]);
    }
    let why = match game.rulebook().enforcement(19) {
        Some(Enforcement::SetAside(why)) => why.to_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(why, "may_propose, line 1, column 66 of the program: Array index 99 out of bounds: only 2 elements in array");
    assert_eq!(verdict(&game, "P2 propose ties-ratify"), "may-not-propose", "rule 4 decides again");
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "ok");
    let mended = proposing(Change::Change { rule: 19, wording: example("counter-clockwise").change.wording().unwrap().clone() });
    let game = cleared(voted(game, &mended, "Qh", &["abstain"]));
    assert_eq!(game.rulebook().enforcement(19), Some(Enforcement::Program), "a new wording is tried anew");
}

#[test]
fn a_failing_program_of_points_brings_nobody_anything() {
    let partial = add(&[Hook::Points], "fn points(table, tally, seat) { if seat == 2 && table.decided > 9 { seat / 0 } else { 5 } }");
    let mut game = changed(2, [partial]);
    for n in 0..10 {
        game = rejected(game, "P1 propose {\"action\":\"remove\",\"rule\":2}", n);
        game = play(game, &["P1 pass-token P2", "P2 pass-token P1"]);
        assert_eq!(game.points(), [5 * (n as i64 + 1); 2]);
    }
    let game = rejected(game, "P1 propose {\"action\":\"remove\",\"rule\":2}", 10);
    assert_eq!(game.points(), [50, 50]);
    assert!(matches!(game.rulebook().enforcement(19), Some(Enforcement::SetAside(_))));
}

#[test]
fn steps_of_many_calls_in_one_act_add_up() {
    // Each call is short enough by itself; with eight seats they are too many.
    let slow = "fn next_token(table, seat) { for i in 0..900 { } if table.players > 7 { for i in 0..900 { } } seat }";
    assert_eq!(vet(&[Hook::NextToken], Some(slow)).unwrap_err().to_string(), "next_token is stopped: it runs too long");
}
