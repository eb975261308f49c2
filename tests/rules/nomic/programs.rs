//! What a program must be before it can be voted on, and how several rules combine.

use super::prelude::*;
use kibitzer::games::nomic::script::{LONGEST_PROGRAM, vet};

fn fault(hooks: &[Hook], source: &str) -> String {
    vet(hooks, Some(source)).unwrap_err().to_string()
}

#[test]
fn a_program_declares_its_hooks_and_defines_each() {
    assert_eq!(
        fault(&[], "fn value(table, card) { 1 }"),
        "the program declares no hook, so that nothing would ever call it: name its hooks"
    );
    assert_eq!(fault(&[Hook::Value], "fn valeu(table, card) { 1 }"), "the program declares value, but defines no fn value(table, card)");
    assert_eq!(fault(&[Hook::Value], "fn value(card) { 1 }"), "fn value has 1 parameters: it must be fn value(table, card)");
    let undeclared = "fn value(table, card) { 1 } fn deal(table) { 5 }";
    assert_eq!(fault(&[Hook::Value], undeclared), "the program defines fn deal(table), which is a hook: declare it");
    assert_eq!(vet(&[Hook::Value, Hook::Deal], Some(undeclared)), Ok(()));
    assert_eq!(vet(&[Hook::Value], None).unwrap_err().to_string(), "value is declared as a hook, but there is no program");
    assert_eq!(vet(&[], None), Ok(()));
}

#[test]
fn a_program_may_have_functions_of_its_own() {
    assert_eq!(vet(&[Hook::Value], Some("fn twice(n) { 2 * n } fn value(table, card) { twice(card.rank) }")), Ok(()));
}

#[test]
fn a_program_answers_in_kind_on_every_sample() {
    let only_hearts = "fn value(table, card) { if card.suit == \"hearts\" { \"much\" } else { 1 } }";
    assert!(fault(&[Hook::Value], only_hearts).starts_with("value answers a value of the type string: it must answer a whole number from"));
    let beyond = "fn next_token(table, seat) { seat + 1 }";
    assert_eq!(fault(&[Hook::NextToken], beyond), "next_token answers 3: it must answer the number of a seat that plays or ()");
    let no_votes_against = "fn ratified(table, tally) { tally.for_total / tally.against_total > 1 }";
    assert!(fault(&[Hook::Ratified], no_votes_against).contains("Division by zero"));
}

#[test]
fn a_program_has_a_longest_length() {
    let long = format!("fn value(table, card) {{ 1 }} // {}", "x".repeat(LONGEST_PROGRAM));
    assert!(fault(&[Hook::Value], &long).ends_with(&format!("a program has at most {LONGEST_PROGRAM}")));
}

#[test]
fn faults_name_the_place_in_the_program() {
    assert_eq!(fault(&[Hook::Value], "fn value(table, card) {\n    card.rank +\n}"), "line 3, column 1 of the program: Unexpected '}'");
    let run = fault(&[Hook::Value], "fn value(table, card) {\n    card.rank + table\n}");
    assert!(run.starts_with("value, line 2, column 15 of the program: Function not found: + (i64, map)"), "{run}");
}

#[test]
fn faults_quote_no_program_at_length() {
    let long = fault(&[Hook::Value], &format!("fn value(table, card) {{ {} }}", "x".repeat(5000)));
    assert!(long.ends_with("xxx…") && long.chars().count() < 250, "{long}");
}

#[test]
fn of_several_rules_with_a_hook_the_highest_number_decides() {
    let twenty = add(&[Hook::Value], "fn value(table, card) { if card.rank == 13 { 20 } }");
    let thirty = add(&[Hook::Value], "fn value(table, card) { if card.rank == 13 { 30 } }");
    let game = voted(changed(2, [twenty, thirty]), "P1 propose ties-ratify", "Kh", &["abstain"]);
    assert_eq!(game.decided()[0].tally.for_total, 30);
}

#[test]
fn a_rule_that_answers_nothing_leaves_it_to_the_next() {
    let game = voted(ruled(2, &["faces-ten"]), "P1 propose ties-ratify", "9h", &["against Qs"]);
    let tally = &game.decided()[0].tally;
    assert_eq!((tally.for_total, tally.against_total), (9, 10));
}

#[test]
fn the_points_of_all_rules_add_up() {
    let of = |n| add(&[Hook::Points], &format!("fn points(table, tally, seat) {{ if seat == 2 {{ {n} }} }}"));
    let game = voted(changed(3, [of(4), of(-1)]), "P1 propose ties-ratify", "9h", &["abstain", "abstain"]);
    assert_eq!(game.points(), [0, 3, 0]);
    assert_eq!(game.scores().seats[1].total, 3);
}

#[test]
fn what_no_rule_decides_falls_back_on_the_documented_default() {
    let without = |rules: &[u16]| changed(3, rules.iter().map(|rule| Change::Remove { rule: *rule }));
    // Nobody says who may create a proposition, so anybody may.
    assert_eq!(verdict(&without(&[4]), "P3 propose ties-ratify"), "ok");
    // No for pile to start, no limit of cards, nothing to draw.
    let free = play(without(&[5, 6]), &["P1 propose ties-ratify", "P2 vote for", "P2 vote for", "P2 vote against", "P2 abstain"]);
    assert_eq!(verdict(&free, "P2 draw"), "undue-draw");
    // Nothing is worth anything, and nothing is summed.
    let game =
        play(without(&[8, 12]), &["P1 propose faces-ten", "P1 vote for", "P1 draw", "P2 abstain", "P3 abstain", "P1 turn-up for 9h"]);
    assert_eq!(game.vote().unwrap().counted.unwrap().in_favour, None);
    let game = play(game, &["P1 announce 99 0"]);
    assert!(!was_ratified(&game), "no rule says what ratifies");
    let game = voted(without(&[12]), "P1 propose ties-ratify", "9h", &["abstain", "abstain"]);
    assert_eq!(game.decided()[0].tally.for_total, 0);
    // Nobody must pass the token, and no limit can be created, and no consensus makes rules.
    let game = cleared(voted(without(&[9, 11, 17]), "P1 propose ties-ratify", "2h", &["against 3h", "abstain"]));
    assert_eq!((was_ratified(&game), verdict(&game, "P1 propose ties-ratify")), (false, "ok"));
    assert_eq!(verdict(&play(game.clone(), &["P1 propose ties-ratify"]), "P1 limit"), "no-limit");
    assert_eq!(verdict(&game, "P1 resolve open-votes"), "no-consensus");
    // No cards are dealt.
    assert_eq!(hand(&without(&[1]), "P1"), 0);
}
