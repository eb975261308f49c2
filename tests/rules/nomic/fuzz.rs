//! Whatever is written or told, the game stays whole.

use super::prelude::*;
use crate::conformance::Subject;
use kibitzer::games::nomic::proposition::examples;
use kibitzer::games::nomic::script::vet;
use kibitzer::games::play::random_act;
use kibitzer::table::Seat;
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// Pieces of programs, sensible and not.
const PIECES: [&str; 40] = [
    "fn value(table, card) {",
    "fn ratified(table, tally) {",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    ";",
    "loop {",
    "while true {",
    "for i in 0..9999999 {",
    "let x = ",
    "x",
    "x += 1;",
    "card.rank",
    "table.hands",
    "tally.for_cards",
    "table",
    "card",
    "true",
    "false",
    "()",
    "1",
    "-1",
    "9223372036854775807",
    "\"text\"",
    "`${table}`",
    "+",
    "-",
    "/",
    "<<",
    "==",
    "return",
    "break;",
    "if",
    "else",
    "x.push(x);",
    "value(table, card)",
    "throw",
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused_with_a_place_in_it(text in "\\PC{0,200}") {
        if let Err(error) = read_proposition(&text) {
            prop_assert!(error.line <= text.lines().count().max(1) + 1 && error.column >= 1 && error.span.end <= text.len() + 1);
        }
    }

    #[test]
    fn a_worked_example_with_a_piece_changed_is_read_or_refused(which in 0..EXAMPLES.len(), at in 0.0..1.0f64, cut in 0..30usize, put in "\\PC{0,10}") {
        let mut chars: Vec<char> = EXAMPLES[which].1.chars().collect();
        let at = (chars.len() as f64 * at) as usize;
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, put.chars());
        let text: String = chars.into_iter().collect();
        match read_proposition(&text) {
            Ok(read) => prop_assert_eq!(read.to_string().parse::<Proposition>().unwrap(), read),
            Err(error) => prop_assert!(error.line >= 1 && error.span.end <= text.len() + 1, "{}", error),
        }
    }

    #[test]
    fn any_heap_of_pieces_is_refused_or_answers_in_kind(pieces in proptest::collection::vec(0..PIECES.len(), 0..25)) {
        let body: Vec<&str> = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        let source = format!("fn value(table, card) {{ {} }}", body.join(" "));
        let verdict = vet(&[Hook::Value], Some(&source));
        prop_assert_eq!(verdict.clone(), vet(&[Hook::Value], Some(&source)));
        let let_in = Move::Resolve(Arc::new(Proposition { title: String::new(), change: add(&[Hook::Value], &source) }));
        let mut game = nomic(2);
        game.apply(&Act { seat: seat("P1"), action: let_in, stamp: Stamp::default() });
        let game = voted(game, "P1 propose speak-in-rhyme", "Kh", &["abstain"]);
        prop_assert_eq!(cards_in_play(&game), 52);
        if verdict.is_ok() {
            prop_assert_eq!(game.rulebook().enforcement(19), Some(Enforcement::Program));
        }
    }
}

/// What the table decides together, announcements out of the blue, and programs that mean harm.
fn any_word(game: &Nomic, rng: &mut Pcg64Mcg) -> Move {
    const HARM: [&str; 4] = ["loop { }", "table.hands[99]", "\"x\"", "card.rank / (card.rank - 5)"];
    let change = match rng.random_range(0..4) {
        0 => add(&[Hook::Value], &format!("fn value(table, card) {{ {} }}", HARM.choose(rng).unwrap())),
        1 => Change::Remove { rule: rng.random_range(1..25) },
        2 => Change::Change { rule: rng.random_range(1..25), wording: examples()[2].change.wording().unwrap().clone() },
        _ => examples().choose(rng).unwrap().change.clone(),
    };
    let proposition = Arc::new(Proposition { title: String::new(), change });
    match rng.random_range(0..12) {
        0 => Move::Limit,
        1 => Move::Resolve(proposition),
        2 => Move::Propose(proposition),
        3 if rng.random_bool(0.02) => Move::Frozen,
        4 if rng.random_bool(0.02) => {
            Move::Won { winner: Seat::from_index(rng.random_range(0..3)).unwrap(), rule: rng.random_range(1..25) }
        }
        5 => Move::Announce { in_favour: rng.random_range(-5..50), against: rng.random_range(-5..50) },
        _ => game.any_move(rng),
    }
}

#[test]
fn any_words_and_acts_leave_52_cards_and_a_state_that_can_be_stored() {
    let mut changed = 0;
    for number in 0..6 {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let mut game = nomic(2 + (number % 4) as u8);
        for step in 0..400 {
            let act = Act {
                seat: Seat::from_index(rng.random_range(0..4)).unwrap(),
                action: any_word(&game, &mut rng),
                stamp: Stamp::from_ms(step * 2000),
            };
            let text = serde_json::to_string(&act).unwrap();
            assert_eq!(serde_json::from_str::<Act<Move>>(&text).unwrap(), act);
            let (legal, before) = (game.check(&act).is_ok(), game.clone());
            game.apply(&act);
            assert!(!legal || game != before, "legal but without effect: {text}");
            assert_eq!(cards_in_play(&game), 52, "{text}");
            if game.is_over() {
                break;
            }
        }
        let stored = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<Nomic>(&stored).unwrap(), game);
        assert_eq!(game.rulebook().after_steps(game.rulebook().history().len()), *game.rulebook());
        changed += game.rulebook().history().len();
    }
    assert!(changed > 20, "only {changed} changes of the rules");
}

#[test]
fn random_legal_play_decides_votes_both_ways_and_changes_rules() {
    let (mut ratified, mut rejected, mut amended) = (0, 0, 0);
    for number in 0..8 {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let mut game = ruled(3, &["open-votes"]);
        for step in 0..150 {
            let Some(act) = random_act(&game, &mut rng, Stamp::from_ms(step * 1000)) else { break };
            assert_eq!(game.check(&act), Ok(()), "{}", act.action);
            game.apply(&act);
        }
        ratified += game.decided().iter().filter(|decided| decided.tally.ratified == Some(true)).count();
        rejected += game.decided().iter().filter(|decided| decided.tally.ratified == Some(false)).count();
        amended += game.rulebook().history().len();
    }
    assert!(ratified > 10 && rejected > 10 && amended > 10, "{ratified} {rejected} {amended}");
}
