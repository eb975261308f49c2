//! The questions that no worked example changes, each answered otherwise by a new rule.

use super::prelude::*;

fn with(hook: Hook, body: &str, players: u8) -> Nomic {
    let program = format!("fn {hook}({}) {{ {body} }}", hook.parameters().join(", "));
    changed(players, [add(&[hook], &program)])
}

const REMOVE: &str = "P1 propose {\"action\":\"remove\",\"rule\":2}";

#[test]
fn deal_says_how_large_the_first_hands_are() {
    let game = with(Hook::Deal, "3", 4);
    assert_eq!((hand(&game, "P4"), game.draw_count()), (3, 40));
}

#[test]
fn may_propose_and_may_pass_say_who() {
    let game = with(Hook::MayPropose, "seat == 3", 3);
    assert_eq!((verdict(&game, "P3 propose faces-ten"), verdict(&game, "P1 propose faces-ten")), ("ok", "may-not-propose"));
    let game = with(Hook::MayPass, "seat == 2", 3);
    assert_eq!((verdict(&game, "P2 pass-token P2"), verdict(&game, "P1 pass-token P2")), ("ok", "may-not-pass"));
}

#[test]
fn opening_votes_and_draws_say_how_the_for_pile_is_started() {
    let game = play(with(Hook::OpeningVotes, "2", 2), &[REMOVE, "P1 vote for"]);
    assert_eq!((game.is_started(), verdict(&game, "P2 abstain"), verdict(&game, "P1 vote for")), (false, "not-started", "missed-draw"));
    let game = play(game, &["P1 draw", "P1 vote for", "P1 draw"]);
    assert!(game.is_started());
    let none = play(with(Hook::OpeningVotes, "0", 2), &[REMOVE, "P2 vote against", "P2 draw", "P1 turn-up against 9h", "P1 announce 0 9"]);
    assert!(!was_ratified(&none));
    let game = play(with(Hook::OpeningDraws, "0", 2), &[REMOVE, "P1 vote for"]);
    assert_eq!(verdict(&game, "P1 draw"), "undue-draw");
}

#[test]
fn most_votes_can_keep_a_seat_from_voting() {
    let game = play(with(Hook::MostVotes, "if seat == 2 { 0 }", 3), &[REMOVE, "P1 vote for", "P1 draw"]);
    assert_eq!(says(&game, "P2 vote for"), "P2 placed 1: this seat may not vote");
    assert_eq!(game.undecided(), [seat("P3")]);
}

#[test]
fn may_abstain_can_make_everybody_vote() {
    let game = play(with(Hook::MayAbstain, "false", 2), &[REMOVE, "P1 vote for", "P1 draw"]);
    assert_eq!(verdict(&game, "P2 abstain"), "must-vote");
    // But for who has voted and may vote more.
    let two = example("two-cards-a-vote").change;
    let none = add(&[Hook::MayAbstain], "fn may_abstain(table, seat) { false }");
    let game = play(changed(2, [two, none]), &[REMOVE, "P1 vote for", "P1 draw"]);
    assert_eq!(verdict(&game, "P2 abstain"), "must-vote");
    assert_eq!(verdict(&play(game, &["P2 vote for", "P2 draw"]), "P2 abstain"), "ok");
}

#[test]
fn refill_can_leave_the_draw_pile_empty() {
    let deal = add(&[Hook::Deal], "fn deal(table) { 25 }");
    let refill = add(&[Hook::Refill], "fn refill(table) { false }");
    let game = cleared(voted(changed(2, [deal, refill]), REMOVE, "2h", &["against 3h"]));
    let game = play(game, &["P1 pass-token P2", "P2 pass-token P1", REMOVE, "P1 vote for"]);
    assert_eq!((game.draw_count(), game.discard().len(), game.owes(seat("P1"))), (0, 2, 0));
    assert_eq!(verdict(&game, "P1 reshuffle"), "cannot-refill");
}

#[test]
fn total_can_count_the_best_card_alone() {
    let best = "let best = 0; for card in cards { best = max(best, card.value); } best";
    let game = voted(with(Hook::Total, best, 3), REMOVE, "2h", &["for 9h", "against Jc"]);
    let tally = &game.decided()[0].tally;
    assert_eq!((tally.for_total, tally.against_total), (9, 11));
}

#[test]
fn discard_face_up_shows_the_votes() {
    let game = voted(with(Hook::DiscardFaceUp, "true", 2), REMOVE, "9h", &["abstain"]);
    assert_eq!(says(&game, "P1 clear for"), "the votes were discarded face down: they must lie face up");
    let game = play(game, &["P1 clear for face-up"]);
    assert_eq!(game.expected().zones[&Zone::Discard], Pile::Squared { card: Some(card("standard/9h")), face: Face::Up });
}

#[test]
fn limit_seconds_says_how_long_a_limit_is() {
    let game = play(with(Hook::LimitSeconds, "60", 2), &[REMOVE, "P1 vote for", "P1 draw", "P2 limit @ 5000"]);
    assert_eq!((verdict(&game, "P2 vote for @ 64999"), verdict(&game, "P2 vote for @ 65000")), ("ok", "time-up"));
}

#[test]
fn takes_effect_can_hold_changes_back() {
    let game = voted(with(Hook::TakesEffect, "false", 2), REMOVE, "9h", &["abstain"]);
    assert!(was_ratified(&game) && game.rulebook().rule(2).is_some() && game.rulebook().history().is_empty());
}

#[test]
fn after_ratified_and_after_rejected_say_whose_the_token_must_be() {
    let game = cleared(voted(with(Hook::AfterRatified, "if table.players == 3 { 3 }", 3), REMOVE, "9h", &["abstain", "abstain"]));
    assert_eq!(
        (verdict(&game, "P1 propose faces-ten"), verdict(&game, "P1 pass-token P2"), verdict(&game, "P1 pass-token P3")),
        ("token-owed", "wrong-way", "ok")
    );
    let game = cleared(voted(with(Hook::AfterRejected, "table.token", 3), REMOVE, "9h", &["against Kh", "abstain"]));
    assert_eq!((game.must_pass(), verdict(&game, "P1 propose faces-ten")), (None, "ok"));
}

#[test]
fn may_resolve_can_forbid_the_consensus() {
    assert_eq!(says(&with(Hook::MayResolve, "false", 2), "P1 resolve faces-ten"), "a consensus cannot do that: no rule allows it");
}

#[test]
fn winner_can_look_at_hands() {
    let game = with(Hook::Winner, "for seat in 1..=table.players { if table.hands[seat - 1] < 5 { return seat; } }", 2);
    let game = play(game, &[REMOVE, "P1 vote for"]);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P1"), rule: Some(19) });
    assert!(game.to_act().is_empty());
    assert_eq!(verdict(&game, "P2 abstain"), "after-end");
    assert_eq!(verdict(&game, "P2 clear for"), "ok", "anybody may put the votes away after the end");
}
