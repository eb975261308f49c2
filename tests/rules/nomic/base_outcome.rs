//! Each sentence of the base rules 10 to 18: what a vote brings, and what cards are worth.

use super::prelude::*;

// Rules 10 and 11

#[test]
fn rule_10_a_ratified_change_is_in_force_at_once_and_play_goes_on() {
    let game = voted(nomic(2), "P1 propose aces-fourteen", "9h", &["abstain"]);
    assert_eq!(game.rulebook().rule(13).unwrap().text, "An ace is worth 14.");
    assert_eq!(game.rulebook().history()[0].cause, Cause::Ratified(seat("P1")));
    let game = cleared(game);
    assert_eq!((game.token(), game.must_pass()), (seat("P1"), None));
    let game = voted(game, "P1 propose faces-ten", "As", &["against 2h"]);
    assert_eq!(game.decided()[1].tally.for_total, 14);
}

#[test]
fn rule_11_after_a_rejection_the_proposer_must_pass_the_token_clockwise() {
    let game = cleared(voted(nomic(3), "P1 propose faces-ten", "2h", &["against 3h", "abstain"]));
    assert_eq!(game.must_pass(), Some(seat("P2")));
    assert_eq!(verdict(&game, "P1 propose faces-ten"), "token-owed");
    assert_eq!(verdict(&game, "P1 pass-token P3"), "wrong-way");
    assert_eq!(Narrate::phase(&game), "P1 to pass the token to P2");
    let game = play(game, &["P1 pass-token P2"]);
    assert_eq!((game.token(), game.must_pass()), (seat("P2"), None));
    assert_eq!(verdict(&game, "P2 propose faces-ten"), "ok");
}

#[test]
fn rule_11_a_rejected_change_is_not_made() {
    let game = voted(nomic(2), "P1 propose aces-fourteen", "2h", &["against 2s"]);
    assert_eq!(game.rulebook(), nomic(2).rulebook());
}

// Rules 12 to 16

fn worth(card: &str) -> i64 {
    voted(nomic(2), "P1 propose ties-ratify", card, &["abstain"]).decided()[0].tally.for_total
}

#[test]
fn rule_12_a_number_card_is_worth_its_number() {
    for number in 2..=10 {
        for suit in ["c", "d", "h", "s"] {
            assert_eq!(worth(&format!("{number}{suit}")), number);
        }
    }
}

#[test]
fn rule_13_an_ace_is_worth_1() {
    assert_eq!(worth("Ah"), 1);
}

#[test]
fn rule_14_a_jack_is_worth_11() {
    assert_eq!(worth("Jc"), 11);
}

#[test]
fn rule_15_a_queen_is_worth_12() {
    assert_eq!(worth("Qd"), 12);
}

#[test]
fn rule_16_a_king_is_worth_13() {
    assert_eq!(worth("Ks"), 13);
}

// Rule 17

#[test]
fn rule_17_a_consensus_makes_a_new_rule_at_once() {
    let game = play(opened(3), &["P2 resolve faces-ten"]);
    assert_eq!(game.rulebook().rule(19).unwrap().text, "Jacks, queens and kings are worth 10.");
    assert_eq!(game.rulebook().history()[0].cause, Cause::Consensus);
    assert!(game.vote().is_some(), "the vote goes on under it");
    let game = play(game, &["P2 abstain", "P3 abstain", "P1 turn-up for Kh"]);
    assert_eq!(verdict(&game, "P1 announce 13 0"), "wrong-total");
    assert_eq!(verdict(&game, "P1 announce 10 0"), "ok");
}

#[test]
fn rule_17_it_is_a_new_rule_that_is_made() {
    assert_eq!(verdict(&nomic(2), "P1 resolve ties-ratify"), "no-consensus");
    assert_eq!(verdict(&nomic(2), "P1 resolve {\"action\":\"remove\",\"rule\":9}"), "no-consensus");
    let faulty = proposing(add(&[Hook::Value], "fn value(table, card) { loop { } }")).replace("propose", "resolve");
    assert_eq!(verdict(&nomic(2), &faulty), "program-fault");
}

// Rule 18

#[test]
fn rule_18_who_created_a_ratified_proposition_that_prevents_further_modification_wins() {
    let game = play(nomic(3), &["P1 pass-token P2"]);
    let game = play(game, &["P2 propose no-more-changes", "P2 vote for", "P2 draw", "P1 abstain", "P3 vote against", "P3 draw"]);
    let game = play(game, &["P2 turn-up for 9h", "P2 turn-up against 2h", "P2 announce 9 2"]);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P2"), rule: Some(18) });
    assert!(game.is_over());
    assert_eq!(Narrate::phase(&game), "P2 has won by rule 18");
    assert_eq!(verdict(&game, "P2 propose ties-ratify"), "after-end");
    assert_eq!(verdict(&game, "P2 clear for"), "ok");
}

#[test]
fn rule_18_does_not_give_a_rejected_proposition_the_game() {
    let game = voted(nomic(2), "P1 propose no-more-changes", "2h", &["against 3h"]);
    assert!(!game.is_over() && !game.is_frozen());
}

#[test]
fn rule_18_the_table_confirms_what_no_program_shows() {
    let told = "P1 propose {\"action\":\"add\",\"text\":\"From now on the rules stay as they are.\"}";
    assert_eq!(verdict(&nomic(2), "P1 frozen"), "not-ratified");
    let rejected = voted(nomic(2), told, "2h", &["against 3h"]);
    assert_eq!(verdict(&rejected, "P1 frozen"), "not-ratified");
    let game = voted(nomic(2), told, "9h", &["abstain"]);
    assert!(!game.is_over());
    let game = play(game, &["P2 frozen"]);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P1"), rule: Some(18) });
}

#[test]
fn rule_18_gives_nothing_for_what_another_rule_prevents_already() {
    let game = play(opened(2), &["P2 resolve no-more-changes", "P2 abstain", "P1 turn-up for 9h", "P1 announce 9 0"]);
    assert!(was_ratified(&game) && !game.is_over() && !game.is_frozen());
    assert_eq!(verdict(&cleared(game), "P1 propose faces-ten"), "change-forbidden");
}

#[test]
fn rule_18_can_itself_be_taken_away() {
    let game = changed(2, [Change::Remove { rule: 18 }]);
    let game = cleared(voted(game, "P1 propose no-more-changes", "9h", &["abstain"]));
    assert!(game.is_frozen() && !game.is_over());
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "change-forbidden");
    assert_eq!(verdict(&game, "P1 pass-token P2"), "ok");
}
