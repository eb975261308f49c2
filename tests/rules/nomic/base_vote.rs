//! Each sentence of the base rules 5 to 9: the vote.

use super::prelude::*;

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
    assert_eq!(game.expected().zones[&Zone::For], Pile::Heaped(1));
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
    assert_eq!(game.expected().zones[&Zone::Against], Pile::Heaped(1));
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
    assert_eq!(game.expected().zones[&Zone::Against], Pile::Strewn { faces: vec![card("standard/8h")], unread: 0, backs: 0 });
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
