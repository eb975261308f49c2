//! The rulings on the gaps of the text, and what no rule can allow.

use super::prelude::*;

#[test]
fn ruling_2_an_unread_vote_is_held_against_no_announcement() {
    let game = play(nomic(2), &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote against", "P2 draw"]);
    let game = play(game, &["P1 turn-up for ?", "P1 turn-up against 8h"]);
    assert_eq!((verdict(&game, "P1 announce 11 8"), verdict(&game, "P1 announce 11 9")), ("ok", "wrong-total"));
    assert_eq!(game.expected().zones[&Zone::For], Pile::Strewn { faces: vec![], unread: 1, backs: 0 });
}

#[test]
fn ruling_3_a_difference_is_flagged_and_the_announcement_is_never_corrected_silently() {
    let game = play(nomic(2), &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 9h"]);
    assert_eq!(verdict(&game, "P1 announce 10 0"), "wrong-total");
    assert!(game.vote().is_some());
    let stood = happen(game, &["P1 announce 10 0"]);
    assert_eq!(stood.decided()[0].tally.for_total, 10, "let stand, it counts as announced");
}

#[test]
fn ruling_4_a_rule_without_a_program_is_the_tables() {
    let game = voted(nomic(2), "P1 propose speak-in-rhyme", "9h", &["abstain"]);
    assert_eq!(game.rulebook().enforcement(19).unwrap().to_string(), "enforced by the table");
    assert_eq!(game.rulebook().enforcement(8).unwrap().to_string(), "enforced by its program");
    assert_eq!(game.rulebook().enforcement(2), Some(Enforcement::Table));
    assert_eq!(game.rulebook().enforcement(99), None);
}

#[test]
fn ruling_4_the_table_says_who_has_won_by_a_rule_of_its_own() {
    let game = cleared(voted(nomic(3), "P1 propose speak-in-rhyme", "9h", &["abstain", "abstain"]));
    assert_eq!(verdict(&game, "P1 won P3 18"), "not-the-tables");
    assert_eq!(verdict(&game, "P1 won P3 40"), "not-the-tables");
    assert_eq!(verdict(&game, "P1 won P4 19"), "not-the-tables");
    let game = play(game, &["P1 won P3 19"]);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P3"), rule: Some(19) });
}

#[test]
fn a_seat_that_nobody_plays_does_nothing() {
    let game = nomic(3);
    for text in ["P4 propose ties-ratify", "P4 vote for", "P4 limit"] {
        assert_eq!(verdict(&game, text), "not-seated", "{text}");
        assert_eq!(happen(game.clone(), &[text]), game);
    }
}

#[test]
fn a_card_cannot_be_voted_by_a_hand_that_cannot_hold_it() {
    let game = cleared(voted(ruled(2, &[]), "P1 propose open-votes", "Kh", &["against 2c"]));
    let game = play(game, &["P1 propose ties-ratify"]);
    assert_eq!(verdict(&game, "P1 vote for Kh face-up"), "cannot-hold");
    assert_eq!(says(&game, "P1 vote for Kh face-up"), "P1 cannot hold Kh: it is known to be elsewhere");
    assert_eq!(verdict(&game, "P1 vote for Qh face-up"), "ok");
}

#[test]
fn who_holds_no_card_need_not_choose() {
    let none = add(&[Hook::Deal], "fn deal(table) { if table.players == 2 { 1 } }");
    let no_draws = add(&[Hook::VoteDraws, Hook::OpeningDraws], "fn vote_draws(table, seat) { 0 } fn opening_draws(table) { 0 }");
    let game = play(
        changed(2, [none, no_draws]),
        &["P1 propose ties-ratify", "P1 vote for", "P2 vote against", "P1 turn-up for 9h", "P1 turn-up against 8c"],
    );
    let game = play(game, &["P1 announce 9 8", "P1 clear for", "P1 clear against", "P1 propose faces-ten"]);
    assert_eq!(verdict(&game, "P1 vote for"), "empty-hand");
    assert_eq!((game.is_started(), verdict(&game, "P1 announce 0 0")), (true, "ok"));
}

#[test]
fn the_last_vote_can_be_taken_back_when_it_was_let_stand() {
    let game = play(nomic(2), &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote for"]);
    let back = happen(game, &["P2 move for > hand ?"]);
    assert_eq!((back.vote().unwrap().ballot(seat("P2")).unwrap().placed(), hand(&back, "P2")), (0, 5));
    assert_eq!(verdict(&back, "P1 turn-up for 9h"), "votes-open");
}

#[test]
fn a_game_in_which_nobody_has_a_move_is_not_over() {
    let nobody = "fn may_propose(table, seat) { false } fn may_pass(table, seat) { false }";
    let game = changed(2, [add(&[Hook::MayPropose, Hook::MayPass], nobody)]);
    assert!(game.to_act().is_empty() && !game.is_over());
    assert_eq!(Narrate::phase(&game), "Nobody may create a proposition or pass the token");
    let mended = proposing(add(&[Hook::MayPropose], "fn may_propose(table, seat) { seat == 2 }")).replace("propose {", "resolve {");
    assert_eq!(play(game, &[&mended]).to_act(), [seat("P2")]);
}

#[test]
fn what_is_won_stays_won() {
    let game = voted(nomic(2), "P1 propose no-more-changes", "9h", &["abstain"]);
    for text in ["P1 announce 9 0", "P1 propose ties-ratify", "P2 frozen", "P1 won P2 2", "P2 resolve faces-ten", "P2 limit"] {
        assert_eq!(verdict(&game, text), "after-end", "{text}");
        assert_eq!(happen(game.clone(), &[text]).phase(), game.phase(), "{text}");
    }
}

#[test]
fn too_many_cards_to_deal_are_refused_at_the_beginning() {
    let seven = add(&[Hook::Deal], "fn deal(table) { 7 }");
    let rules = Rulebook::base().unwrap().with(&seven).rules().cloned().collect::<Vec<_>>();
    assert!(Nomic::new(Setup::with_rules(seats(7), seat("P1"), rules.clone()).unwrap()).is_ok());
    let error = Nomic::new(Setup::with_rules(seats(8), seat("P1"), rules.clone()).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "8 players with 7 cards each need 56: there are 52; change the rule with the hook deal");
    let twice = [rules.clone(), rules].concat();
    assert_eq!(Setup::with_rules(seats(2), seat("P1"), twice).unwrap_err().to_string(), "two rules have the number 1: give each its own");
}
