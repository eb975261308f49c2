//! Elements, Rule Violations; Rulings, Elements 5.

use super::prelude::*;

/// P1 has taken a card of P2's Island.
fn robbed() -> Elements {
    happen(mages(3), &["P1 take P2.island ?"])
}

#[test]
fn a_violation_happens_all_the_same() {
    let game = robbed();
    assert_eq!((player(&game, "P2").island.count(), player(&game, "P1").held.len()), (5, 1));
    assert_eq!(due(&game, "P1"), "P1 must reverse a violation (others-island)");
}

#[test]
fn nothing_else_is_done_before_the_violation_is_reversed() {
    let game = robbed();
    for text in ["P1 put ocean ?", "P1 touch P1.island", "P1 magic scry ocean", "P1 fire", "P1 look P1.island"] {
        assert_eq!(verdict(&game, text), "unreversed", "{text}");
    }
    assert_eq!(verdict(&game, "P2 touch ocean"), "ok");
    let worse = happen(game, &["P1 put ocean ?"]);
    assert_eq!(player(&worse, "P1").penalty.as_ref().unwrap().offences.len(), 2);
}

#[test]
fn after_the_reversal_an_own_island_card_is_touched_and_play_goes_on() {
    let game = play(robbed(), &["P1 put P2.island ?"]);
    assert_eq!((player(&game, "P2").island.count(), due(&game, "P1").as_str()), (6, "P1 must touch the own Island"));
    assert_eq!(verdict(&game, "P1 touch ocean"), "touch-after-reversal");
    let game = play(game, &["P1 touch P1.island"]);
    assert_eq!((due(&game, "P1").as_str(), verdict(&game, "P1 touch ocean")), ("", "ok"));
}

#[test]
fn a_reversal_may_be_told_and_undoes_what_was_moved() {
    let game = non_mages(3, "", "4c 9d");
    let wrong = happen(play(game, &["P1 move ocean > P1.flame 4c"]), &["P1 move ocean > P1.flame 9d"]);
    assert_eq!(player(&wrong, "P1").flame.count(), 2);
    let right = play(wrong, &["P1 reverse", "P1 touch P1.island"]);
    assert_eq!((names(&player(&right, "P1").flame), right.ocean().up.holds(card("9d"))), (vec!["4c".to_owned()], true));
}

#[test]
fn to_let_go_reverses_a_touch() {
    let game = play(happen(mages(3), &["P1 touch P2.island"]), &["P1 release"]);
    assert_eq!(due(&game, "P1"), "P1 must touch the own Island");
    // It does not reverse anything else.
    let game = happen(play(mages(3), &["P1 touch ocean"]), &["P1 magic scry P2.island", "P1 release"]);
    assert_eq!(due(&game, "P1"), "P1 must reverse a violation (others-island)");
}

#[test]
fn what_was_added_wrongly_is_brought_straight_back_to_the_ocean() {
    let game = non_mages(3, "", "4c 9d");
    let wrong = happen(play(game, &["P1 move ocean > P1.flame 4c", "P1 take ocean 9d"]), &["P1 put P1.flame 9d"]);
    assert_eq!(verdict(&wrong, "P1 move P1.flame > ocean 4c"), "unreversed", "another card reverses nothing");
    let game = play(wrong, &["P1 move P1.flame > ocean 9d"]);
    assert_eq!((due(&game, "P1").as_str(), player(&game, "P1").held.len()), ("P1 must touch the own Island", 0));
    assert_eq!((names(&player(&game, "P1").flame), game.ocean().up.holds(card("9d"))), (vec!["4c".to_owned()], true));
}

#[test]
fn a_hand_comes_to_what_it_takes_back() {
    let full = play(non_mages(3, "", "4c"), &["P1 take ocean 4c"]);
    let wrong = happen(full, &["P1 put P1.island 4c"]);
    assert_eq!(verdict(&wrong, "P1 touch ocean Kh"), "unreversed");
    let game = play(wrong, &["P1 touch P1.island", "P1 take P1.island ?"]);
    assert_eq!(due(&game, "P1"), "P1 must touch the own Island", "the touch before the reversal does not stand for the one after it");
    // The card in the hand may be given up before.
    assert_eq!(verdict(&game, "P1 put P1.flame 4c"), "touch-after-reversal");
    let game = play(game, &["P1 put ocean 4c", "P1 touch P1.island"]);
    assert_eq!(due(&game, "P1"), "");
}

#[test]
fn several_violations_are_reversed_one_by_one() {
    let game = happen(robbed(), &["P1 take P3.island ?"]);
    let game = play(game, &["P1 reverse"]);
    assert_eq!((due(&game, "P1").as_str(), player(&game, "P1").held.len()), ("P1 must reverse a violation (others-island)", 1));
    let game = play(game, &["P1 reverse", "P1 touch P1.island"]);
    assert_eq!((player(&game, "P2").island.count(), player(&game, "P3").island.count()), (6, 6));
}

#[test]
fn forbidden_magic_is_reversed_too() {
    let game = play(mages(3), &["P1 touch ocean 4s", "P1 release"]);
    let game = happen(game, &["P1 magic take ocean 4s continuing"]);
    assert_eq!(due(&game, "P1"), "P1 must reverse a violation (taken-by-magic)");
    let game = play(game, &["P1 stop 4s", "P1 touch P1.island", "P2 touch ocean 4s"]);
    assert_eq!(due(&game, "P1"), "");
    let game = happen(game, &["P2 magic transform ocean 4s > 5s"]);
    assert_eq!(game.shown(card("4s")).to_string(), "5s");
    assert_eq!(play(game, &["P2 reverse"]).shown(card("4s")).to_string(), "4s");
}

#[test]
fn without_an_island_there_is_nothing_to_touch() {
    let mut game = non_mages(6, "", "");
    for _ in 0..2 {
        game = play(game, &["P1 move P1.island > ocean ?"]);
    }
    let game = play(happen(game, &["P1 touch P2.island"]), &["P1 reverse"]);
    assert_eq!(due(&game, "P1"), "");
}

#[test]
fn nothing_is_owed_where_there_was_no_violation() {
    assert_eq!(verdict(&mages(3), "P1 reverse"), "nothing-to-reverse");
    let late = happen(non_mages(3, "", "4c"), &["P1 touch ocean 4c @ 100", "P2 touch ocean 4c @ 200", "P2 release", "P3 take ocean Kh"]);
    assert_eq!((due(&late, "P2").as_str(), due(&late, "P3").as_str()), ("", ""));
}

#[test]
fn players_may_agree_to_a_halt() {
    let game = play(mages(3), &["P2 halt"]);
    for text in ["P1 touch ocean", "P1 take P1.island ?", "P1 magic scry ocean", "P3 fire"] {
        assert_eq!(verdict(&game, text), "halted", "{text}");
    }
    assert_eq!(verdict(&game, "P2 halt"), "not-now");
}

#[test]
fn nothing_is_put_right_before_the_restart() {
    let game = play(robbed(), &["P2 halt"]);
    assert_eq!(verdict(&game, "P1 reverse"), "fixed-in-halt");
    assert_eq!(verdict(&game, "P1 put P2.island ?"), "fixed-in-halt");
    let game = play(game, &["P1 touch centre", "P2 touch centre", "P3 touch centre", "P1 go"]);
    assert_eq!(verdict(&game, "P1 reverse"), "island-first");
    let game = play(game, &["P1 touch P1.island"]);
    assert_eq!(due(&game, "P1"), "P1 must reverse a violation (others-island)");
    let game = play(game, &["P1 put P2.island ?", "P1 touch P1.island"]);
    assert_eq!(due(&game, "P1"), "");
}

#[test]
fn the_touch_that_is_owed_is_made_with_a_full_hand_as_well() {
    let game = happen(play(mages(3), &["P1 take ocean 4c"]), &["P1 look P2.island"]);
    let game = play(game, &["P1 reverse", "P1 touch P1.island"]);
    assert_eq!((due(&game, "P1").as_str(), verdict(&game, "P1 touch P1.island")), ("", "second-card"));
}

#[test]
fn a_violation_whose_fault_is_disputed_is_put_right_in_the_halt() {
    let game = play(robbed(), &["P2 halt disputed"]);
    assert_eq!(verdict(&game, "P1 reverse"), "ok");
}

#[test]
fn an_impartial_judge_tells_what_no_camera_sees() {
    // What is told is an act like any other, by the seat that it is about.
    let game = happen(mages(3), &["P3 look P1.island"]);
    assert_eq!(due(&game, "P3"), "P3 must reverse a violation (others-island)");
    assert!(game.reaches(seat("P3"), &act("P3 look P1.island").action).is_empty());
}
