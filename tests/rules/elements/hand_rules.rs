//! Elements, Hand Rules.

use super::prelude::*;
use kibitzer::games::elements::Side;

#[test]
fn the_flame_hand_does_nothing_but_hold_the_flame_even_when_it_is_empty() {
    let game = mages(3);
    for text in ["P1 touch ocean flame-hand", "P1 take ocean 4h flame-hand", "P1 touch P1.island flame-hand"] {
        assert_eq!(verdict(&game, text), "flame-hand", "{text}");
    }
    assert_eq!(verdict(&dealt(3, ""), "P1 touch centre flame-hand"), "flame-hand");
    assert_eq!(says(&game, "P1 touch ocean flame-hand"), "P1 used the Flame Hand: it holds the Flame and nothing else");
}

#[test]
fn every_player_has_two_hands_of_which_one_plays() {
    let setup = Setup::new(seats(3), seat("P1"), Options::default()).unwrap();
    assert_eq!(setup.play_hands, [Side::Right; 3]);
    let left = Setup { play_hands: vec![Side::Left, Side::Right, Side::Left], ..setup.clone() };
    assert!(left.validate().is_ok());
    assert_eq!(left.play_hands[0].other(), Side::Right);
    let three = Setup { play_hands: vec![Side::Left; 4], ..setup };
    assert_eq!(three.validate().unwrap_err().to_string(), "4 Play Hands are named for 3 players: say left or right once for each");
}

#[test]
fn the_play_hand_touches_one_card_at_a_time() {
    let game = non_mages(3, "", "4c 9d");
    assert_eq!(verdict(&game, "P1 touch ocean 4c x2"), "several-cards");
    assert_eq!(verdict(&game, "P1 take ocean 4c x2"), "several-cards");
    let game = play(game, &["P1 take ocean 4c"]);
    assert_eq!(verdict(&game, "P1 touch ocean 9d"), "second-card");
    assert_eq!(verdict(&game, "P1 take P1.island ?"), "second-card");
    assert_eq!(verdict(&game, "P1 touch P1.island"), "second-card");
}

#[test]
fn a_hand_that_comes_upon_another_card_has_left_the_first() {
    let game = play(non_mages(3, "", "4c 9d"), &["P1 touch ocean 4c", "P1 touch ocean 9d", "P2 touch ocean 4c"]);
    assert_eq!((game.claimant(card("4c")), game.claimant(card("9d"))), (Some(seat("P2")), Some(seat("P1"))));
}

#[test]
fn whoever_touches_first_claims_and_alone_controls_the_card() {
    let game = play(non_mages(3, "", "4c 9d"), &["P1 touch ocean 4c @ 1000"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P1")));
    assert_eq!(verdict(&game, "P2 touch ocean 4c @ 1040"), "late-touch");
    assert_eq!(says(&game, "P2 touch ocean 4c @ 1040"), "the claim to 4c is not this seat's: P1 was first, 40.0 ms (± 0.0) before P2");
    assert_eq!(verdict(&game, "P2 take ocean 4c @ 1040"), "claimed");
    assert_eq!(verdict(&game, "P2 turn-down 4c @ 1040"), "claimed");
    let game = happen(game, &["P2 touch ocean 4c @ 1040"]);
    assert_eq!((game.claimant(card("4c")), due(&game, "P2").as_str()), (Some(seat("P1")), ""));
}

#[test]
fn a_claim_ends_in_the_flame_in_the_island_or_when_it_is_let_go() {
    let game = non_mages(3, "", "4c 9d");
    let held = play(game.clone(), &["P1 touch ocean 4c", "P1 take ocean 4c"]);
    assert_eq!(verdict(&held, "P2 touch P1.hand"), "others-claim");
    assert_eq!(verdict(&held, "P2 take P1.hand 4c"), "others-claim");
    let flame = play(held.clone(), &["P1 put P1.flame 4c"]);
    assert_eq!(names(&player(&flame, "P1").flame), ["4c"]);
    let island =
        play(held, &["P1 put ocean 4c", "P1 move P1.island > ocean ?", "P1 touch ocean 9d", "P1 take ocean 9d", "P1 put P1.island 9d"]);
    assert_eq!(names(&player(&island, "P1").island), ["9d"]);
    let released = play(game, &["P1 touch ocean 4c", "P1 release"]);
    assert_eq!(released.claimant(card("4c")), None);
    assert_eq!(verdict(&released, "P2 touch ocean 4c"), "ok");
}

#[test]
fn a_claimed_card_goes_to_nobody_else() {
    let game = play(non_mages(3, "", "4c"), &["P1 take ocean 4c"]);
    assert_eq!(verdict(&game, "P1 put P2.hand 4c"), "gave-away");
    assert_eq!(verdict(&game, "P1 put P2.island 4c"), "others-island");
    assert_eq!(verdict(&game, "P1 put P2.flame 4c"), "others-flame");
}

#[test]
fn a_card_that_fits_neither_flame_nor_island_is_given_up_at_once() {
    let game = play(mages(3), &["P1 move ocean > P1.flame 4c", "P1 take ocean 9d"]);
    assert_eq!(game.must_give_up(seat("P1")), Some(card("9d")));
    assert_eq!(due(&game, "P1"), "P1 must give up 9d");
    assert_eq!(verdict(&game, "P1 magic scry ocean"), "delays");
    assert_eq!(verdict(&game, "P1 put P1.flame 9d"), "wrong-type");
    assert_eq!(verdict(&game, "P1 put P1.island 9d"), "island-full");
    let game = play(game, &["P1 put ocean 9d"]);
    assert_eq!((due(&game, "P1").as_str(), verdict(&game, "P1 magic scry ocean")), ("", "ok"));
}

#[test]
fn a_card_that_fits_may_be_held() {
    let game = play(mages(3), &["P1 take ocean 9d"]);
    assert_eq!((game.must_give_up(seat("P1")), verdict(&game, "P1 magic scry ocean")), (None, "ok"));
}
