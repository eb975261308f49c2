//! Each sentence of each base rule.

use super::prelude::*;
use kibitzer::games::nomic::CARDS;

/// P1's proposition under vote, the for pile started and its card replaced.
fn opened(players: u8) -> Nomic {
    play(nomic(players), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"])
}

// Rule 1

#[test]
fn rule_1_the_52_cards_lie_face_down_in_the_centre() {
    let game = nomic(3);
    assert_eq!(cards_in_play(&game), usize::from(CARDS));
    assert_eq!(game.expected().zones[&Zone::Draw], Pile::Squared { card: None, face: Face::Down });
}

#[test]
fn rule_1_this_pile_is_the_draw_pile() {
    for players in 2..=8 {
        assert_eq!(nomic(players).draw_count(), 52 - 5 * u16::from(players));
    }
}

#[test]
fn rule_1_each_player_draws_five_cards_that_nobody_else_sees() {
    let game = nomic(4);
    for seat in game.seats().iter() {
        let hand = game.hand(seat).unwrap();
        assert_eq!((hand.count(), hand.unknown()), (5, 5));
    }
}

#[test]
fn rule_1_one_player_chosen_beforehand_has_the_token() {
    let game = Nomic::new(Setup::new(seats(3), seat("P2")).unwrap()).unwrap();
    assert_eq!(game.token(), seat("P2"));
    assert_eq!(game.expected().zones[&Zone::Token(seat("P2"))], Pile::Squared { card: Some(card("standard/joker")), face: Face::Up });
    assert!(Setup::new(seats(3), seat("P4")).unwrap_err().to_string().starts_with("P4 cannot have the token"));
}

// Rule 2

#[test]
fn rule_2_the_discard_pile_begins_with_no_cards() {
    let game = nomic(3);
    assert!(game.discard().is_empty() && !game.expected().zones.contains_key(&Zone::Discard));
}

// Rule 3

#[test]
fn rule_3_a_proposition_adds_removes_or_changes_one_rule() {
    let game = nomic(3);
    for text in ["P1 propose ties-ratify", "P1 propose faces-ten", "P1 propose {\"action\":\"remove\",\"rule\":9}"] {
        assert_eq!(verdict(&game, text), "ok", "{text}");
    }
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"remove\",\"rule\":19}"), "no-such-rule");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"change\",\"rule\":40,\"text\":\"x\"}"), "no-such-rule");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"add\",\"text\":\"  \"}"), "bad-text");
    let same = game.rulebook().rule(14).unwrap().clone();
    let same = Change::Change { rule: 14, wording: Wording { text: same.text, hooks: same.hooks, program: same.program } };
    assert_eq!(verdict(&game, &proposing(same)), "says-that");
}

#[test]
fn rule_3_the_change_takes_effect_only_when_it_is_ratified() {
    let mut game = nomic(2);
    let before = game.rulebook().rule(8).cloned();
    for text in ["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 9h"] {
        game = play(game, &[text]);
        assert_eq!(game.rulebook().rule(8).cloned(), before, "{text}");
    }
    game = play(game, &["P1 announce 9 0"]);
    assert_ne!(game.rulebook().rule(8).cloned(), before);
}

#[test]
fn rule_3_until_it_is_decided_it_is_under_vote() {
    let game = play(nomic(2), &["P1 propose ties-ratify"]);
    assert_eq!(game.vote().unwrap().proposition.title, "Ties ratify");
    let game = play(game, &["P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 9h", "P1 announce 9 0"]);
    assert_eq!(game.vote(), None);
}

#[test]
fn rule_3_a_rule_may_keep_propositions_from_some_changes() {
    let kept = add(&[Hook::MayChange], "fn may_change(table, change) { if change.rule == 19 && change.action != \"add\" { false } }");
    let game = changed(2, [kept]);
    let text = "P1 propose {\"action\":\"remove\",\"rule\":19}";
    assert_eq!(verdict(&game, text), "change-forbidden");
    assert_eq!(says(&game, text), "the rules forbid this change: see rule 19");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"remove\",\"rule\":18}"), "ok");
}

// Rule 4

#[test]
fn rule_4_only_the_player_with_the_token_creates_a_proposition() {
    let game = nomic(3);
    assert_eq!(verdict(&game, "P2 propose ties-ratify"), "may-not-propose");
    assert_eq!(says(&game, "P2 propose ties-ratify"), "P2 may not create a proposition: P1 has the token");
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "ok");
}

#[test]
fn rule_4_the_player_with_the_token_must_create_one_or_pass() {
    let game = nomic(3);
    assert_eq!(game.to_act(), [seat("P1")]);
    assert!(game.legal_moves(seat("P1")).iter().all(|action| matches!(action, Move::Propose(_) | Move::PassToken { .. })));
    for text in ["P1 draw", "P1 vote for", "P1 abstain", "P1 announce 1 0"] {
        assert_ne!(verdict(&game, text), "ok", "{text}");
    }
    assert_eq!(Narrate::phase(&game), "P1 to create a proposition or pass the token");
}

#[test]
fn rule_4_the_token_is_passed_clockwise() {
    let game = nomic(3);
    assert_eq!(verdict(&game, "P1 pass-token P3"), "wrong-way");
    assert_eq!(verdict(&game, "P1 pass-token P1"), "wrong-way");
    assert_eq!(verdict(&game, "P2 pass-token P3"), "may-not-pass");
    let game = play(game, &["P1 pass-token P2", "P2 pass-token P3", "P3 pass-token P1"]);
    assert_eq!(game.token(), seat("P1"));
}

#[test]
fn rule_4_holds_only_while_no_proposition_is_under_vote() {
    let game = opened(3);
    assert_eq!(verdict(&game, "P1 pass-token P2"), "token-under-vote");
    assert_eq!(verdict(&game, "P1 propose faces-ten"), "under-vote");
    assert_eq!(
        says(&game, "P1 propose faces-ten"),
        "'Ties ratify (change rule 8)' is under vote: it must be decided before another proposition is created"
    );
}

// Rule 5

#[test]
fn rule_5_the_proposer_starts_the_for_pile_with_a_card_face_down() {
    let game = play(nomic(3), &["P1 propose ties-ratify"]);
    assert_eq!(verdict(&game, "P1 vote against"), "proposer-against");
    assert_eq!(verdict(&game, "P1 abstain"), "proposer-abstains");
    assert_eq!(verdict(&game, "P1 vote for 9h face-up"), "vote-face");
    assert!(!game.is_started());
    let game = play(game, &["P1 vote for"]);
    assert!(game.is_started());
    assert_eq!((hand(&game, "P1"), game.votes(Ballots::For).len()), (4, 1));
    assert_eq!(game.expected().zones[&Zone::For], Pile::Squared { card: None, face: Face::Down });
    assert_eq!(verdict(&game, "P1 vote for"), "too-many-votes");
}

#[test]
fn rule_5_the_proposer_draws_one_card_to_replace_it() {
    let game = play(nomic(2), &["P1 propose ties-ratify"]);
    assert_eq!(verdict(&game, "P1 draw"), "undue-draw");
    let game = play(game, &["P1 vote for", "P1 draw"]);
    assert_eq!((hand(&game, "P1"), game.draw_count()), (5, 41));
    assert_eq!(verdict(&game, "P1 draw"), "undue-draw");
    let missed = play(nomic(2), &["P1 propose ties-ratify", "P1 vote for", "P2 abstain"]);
    assert_eq!(verdict(&missed, "P1 turn-up for 9h"), "missed-draw");
    assert_eq!(says(&missed, "P1 turn-up for 9h"), "P1 has yet to draw 1 card");
}

// Rule 6

#[test]
fn rule_6_the_others_vote_once_the_for_pile_is_started() {
    let game = play(nomic(3), &["P1 propose ties-ratify"]);
    for text in ["P2 vote for", "P2 vote against", "P2 abstain"] {
        assert_eq!(verdict(&game, text), "not-started", "{text}");
        assert_eq!(verdict(&opened(3), text), "ok", "{text}");
        assert_eq!(verdict(&nomic(3), text), "no-proposition", "{text}");
    }
}

#[test]
fn rule_6_each_places_one_card() {
    let game = play(opened(3), &["P2 vote for", "P2 draw"]);
    assert_eq!(verdict(&game, "P2 vote against"), "too-many-votes");
    assert_eq!(says(&game, "P2 vote for"), "P2 placed 2: one card may be voted");
    assert_eq!(verdict(&opened(3), "P2 vote for x2"), "several-votes");
    assert_eq!(verdict(&game, "P2 abstain"), "has-decided");
}

#[test]
fn rule_6_votes_lie_face_down() {
    assert_eq!(verdict(&opened(3), "P2 vote against 9h face-up"), "vote-face");
    assert_eq!(says(&opened(3), "P2 vote against 9h face-up"), "the vote lies face up: it must lie face down");
}

#[test]
fn rule_6_there_is_an_against_pile_only_when_somebody_places_a_card_there() {
    let game = play(opened(3), &["P2 vote for", "P2 draw"]);
    assert!(!game.expected().zones.contains_key(&Zone::Against));
    let game = play(game, &["P3 vote against"]);
    assert_eq!(game.expected().zones[&Zone::Against], Pile::Squared { card: None, face: Face::Down });
    assert_eq!(Ballots::BOTH.map(|pile| game.votes(pile).len()), [2, 1]);
}

#[test]
fn rule_6_each_then_draws_one_card_to_replace_it() {
    let game = play(opened(3), &["P2 vote for"]);
    assert_eq!((game.owes(seat("P2")), game.owes(seat("P3"))), (1, 0));
    let game = play(game, &["P2 draw"]);
    assert_eq!((hand(&game, "P2"), verdict(&game, "P2 draw"), verdict(&game, "P3 draw")), (5, "undue-draw", "undue-draw"));
    let game = play(game, &["P3 vote against"]);
    assert_eq!(verdict(&game, "P1 turn-up for 9h 8h"), "missed-draw");
}

#[test]
fn rule_6_who_places_no_card_draws_none() {
    let game = play(opened(3), &["P2 abstain"]);
    assert_eq!((hand(&game, "P2"), verdict(&game, "P2 draw")), (5, "undue-draw"));
    assert_eq!(verdict(&game, "P2 vote for"), "has-abstained");
    assert_eq!(verdict(&game, "P2 abstain"), "has-decided");
}

#[test]
fn rule_6_nothing_else_is_done_with_cards() {
    let game = play(opened(3), &["P2 vote for"]);
    for text in [
        "P2 move hand > discard 9h face-up",
        "P3 move draw > for ?",
        "P2 move for > hand ?",
        "P2 move hand > draw ?",
        "P2 move for > against ?",
    ] {
        assert_eq!(verdict(&game, text), "no-such-way", "{text}");
    }
}

// Rule 7

/// Eight players after a vote in which all took part: four cards are left to draw, eight are discarded.
fn short() -> Nomic {
    let others = ["for 2c", "for 3c", "for 4c", "for 5c", "against 2h", "against 3h", "against 4h"];
    cleared(voted(nomic(8), "P1 propose speak-in-rhyme", "Kc", &others))
}

#[test]
fn rule_7_who_must_draw_from_an_empty_draw_pile_replaces_it_by_the_shuffled_discard_pile() {
    let game = short();
    assert_eq!((game.draw_count(), game.discard().len()), (4, 8));
    let game = play(game, &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote for", "P2 draw", "P3 vote for", "P3 draw"]);
    assert_eq!(verdict(&game, "P4 reshuffle"), "draw-not-empty");
    let game = play(game, &["P4 vote for", "P4 draw", "P5 vote against"]);
    assert_eq!(verdict(&game, "P5 draw"), "draw-empty");
    assert_eq!(verdict(&game, "P6 reshuffle"), "need-not-draw");
    let game = play(game, &["P5 reshuffle"]);
    assert_eq!((game.draw_count(), game.discard().len(), cards_in_play(&game)), (8, 0, 52));
    assert!(!game.expected().zones.contains_key(&Zone::Discard));
    let game = play(game, &["P5 draw"]);
    // Nobody knows any more where the cards are that were discarded.
    assert!(game.could_hold(seat("P5"), "Kc".parse().unwrap()));
}

#[test]
fn rule_7_where_no_card_can_be_had_none_is_owed() {
    let six = Change::Change {
        rule: 1,
        wording: Wording { text: "Six cards each.".into(), hooks: vec![Hook::Deal], program: Some("fn deal(table) { 6 }".into()) },
    };
    let mut game = play(changed(8, [six]), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"]);
    for number in 2..=4 {
        game = play(game, &[&format!("P{number} vote for"), &format!("P{number} draw")]);
    }
    let game = play(game, &["P5 vote for"]);
    assert_eq!((game.draw_count(), game.owes(seat("P5"))), (0, 0));
    assert_eq!((verdict(&game, "P5 draw"), verdict(&game, "P5 reshuffle")), ("undue-draw", "cannot-refill"));
    let game = play(game, &["P6 abstain", "P7 abstain", "P8 abstain"]);
    assert_eq!(verdict(&game, "P1 turn-up for 2c 3c 4c 5c 6c"), "ok");
}

// Rule 8

#[test]
fn rule_8_the_piles_are_counted_when_all_have_voted_or_chosen_not_to() {
    let game = play(opened(3), &["P2 vote for", "P2 draw"]);
    assert_eq!(says(&game, "P1 turn-up for 9h 8h"), "P3 has yet to vote or to choose not to");
    assert_eq!(verdict(&game, "P1 announce 17 0"), "votes-open");
    let game = play(game, &["P3 abstain"]);
    assert_eq!(verdict(&game, "P1 turn-up for 9h 8h"), "ok");
}

#[test]
fn rule_8_the_proposing_player_picks_up_the_piles() {
    let game = play(opened(2), &["P2 vote against", "P2 draw"]);
    assert_eq!(verdict(&game, "P2 turn-up for 9h"), "not-proposer");
    assert_eq!(verdict(&game, "P1 turn-up for 9h 8h"), "count-differs");
    let game = play(game, &["P1 turn-up for 9h"]);
    assert_eq!(verdict(&game, "P1 turn-up for 9h"), "already-up");
    assert_eq!(verdict(&game, "P1 turn-up against 9h"), "card-elsewhere");
    assert_eq!(verdict(&game, "P1 announce 9 8"), "not-turned-up");
    let game = play(game, &["P1 turn-up against 8h"]);
    assert_eq!(game.expected().zones[&Zone::Against], Pile::Fanned(vec![card("standard/8h")]));
    let empty = play(opened(2), &["P2 abstain"]);
    assert_eq!(verdict(&empty, "P1 turn-up against"), "nothing-there");
}

#[test]
fn rule_8_no_vote_comes_after_the_piles_were_turned_up() {
    let game = play(opened(3), &["P2 abstain", "P3 abstain", "P1 turn-up for 9h"]);
    assert_eq!(verdict(&game, "P2 vote against"), "counting");
    assert_eq!(verdict(&game, "P3 abstain"), "counting");
}

#[test]
fn rule_8_the_proposer_sums_the_values_and_announces_the_totals() {
    let game = play(opened(3), &["P2 vote for", "P2 draw", "P3 vote against", "P3 draw", "P1 turn-up for 9h As", "P1 turn-up against Kd"]);
    assert_eq!(verdict(&game, "P2 announce 10 13"), "not-proposer");
    for wrong in ["P1 announce 10 12", "P1 announce 13 10", "P1 announce 11 13"] {
        assert_eq!(verdict(&game, wrong), "wrong-total", "{wrong}");
    }
    assert_eq!(says(&game, "P1 announce 10 12"), "10 for and 12 against were announced: the cards are worth 10 and 13");
    assert_eq!(verdict(&game, "P1 announce 10 13"), "ok");
}

#[test]
fn rule_8_a_strictly_greater_for_pile_ratifies() {
    for (against, ratified) in [("8c", true), ("9c", false), ("10c", false)] {
        let game = voted(nomic(2), "P1 propose faces-ten", "9h", &[&format!("against {against}")]);
        assert_eq!(was_ratified(&game), ratified, "{against}");
        assert_eq!(game.rulebook().rule(19).is_some(), ratified);
    }
}

#[test]
fn rule_8_the_proposer_then_discards_all_votes_face_down() {
    let early = play(opened(2), &["P2 abstain"]);
    assert_eq!(verdict(&early, "P1 clear for"), "not-announced");
    let game = voted(nomic(3), "P1 propose faces-ten", "9h", &["against 2c", "for 3c"]);
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "votes-lie");
    assert_eq!(verdict(&game, "P2 clear for x2"), "not-proposer");
    assert_eq!(verdict(&game, "P1 clear for x2 face-up"), "discard-face");
    assert_eq!(says(&game, "P1 clear for"), "1 of 2 were discarded: all of a pile go together");
    let game = play(game, &["P1 clear for x2", "P1 clear against"]);
    assert_eq!((game.discard().len(), verdict(&game, "P1 clear for")), (3, "nothing-there"));
    assert_eq!(game.expected().zones[&Zone::Discard], Pile::Squared { card: None, face: Face::Down });
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "ok");
}

// Rule 9

#[test]
fn rule_9_a_majority_may_create_a_five_minute_limit_while_somebody_has_yet_to_vote() {
    assert_eq!(verdict(&nomic(3), "P2 limit"), "no-proposition");
    let game = opened(3);
    for seat in ["P1", "P2", "P3"] {
        assert_eq!(verdict(&game, &format!("{seat} limit")), "ok", "also by those who have not played");
    }
    let limited = play(game, &["P2 limit @ 10000"]);
    assert_eq!(limited.vote().unwrap().deadline_us, Some(310_000_000));
    assert_eq!(verdict(&limited, "P2 limit @ 20000"), "no-limit");
    let all = play(opened(2), &["P2 abstain"]);
    assert_eq!(verdict(&all, "P1 limit"), "no-limit");
}

#[test]
fn rule_9_when_it_is_up_whoever_has_placed_no_card_has_chosen_not_to() {
    let game = play(opened(3), &["P2 limit @ 10000", "P2 vote for @ 20000", "P2 draw @ 21000"]);
    assert_eq!(verdict(&game, "P1 turn-up for 9h 8h @ 309999"), "votes-open");
    assert_eq!(verdict(&game, "P1 turn-up for 9h 8h @ 310000"), "ok");
    assert_eq!(verdict(&game, "P3 vote for @ 309999"), "ok");
    assert_eq!(verdict(&game, "P3 vote for @ 310000"), "time-up");
    assert_eq!(game.at(Stamp::from_ms(310_000)).undecided(), []);
    let game = play(game, &["P1 turn-up for 9h 8h @ 310000", "P1 announce 17 0 @ 311000"]);
    assert_eq!(game.decided()[0].tally.ballots, [(1, 0), (1, 0), (0, 0)]);
}

#[test]
fn rule_9_a_moment_too_close_to_the_limit_is_held_against_nobody() {
    let game = play(opened(2), &["P2 limit @ 10000"]);
    assert_eq!(verdict(&game, "P2 vote for @ 310010 20"), "ok");
    assert_eq!(verdict(&game, "P1 turn-up for 9h @ 309990 20"), "ok");
    let voted = play(game.clone(), &["P2 vote for @ 310010 20"]);
    assert_eq!(voted.votes(Ballots::For).len(), 2);
    let counted = play(game, &["P1 turn-up for 9h @ 309990 20"]);
    assert_eq!(counted.vote().unwrap().counted.unwrap().in_favour, Some(9));
}

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
