use super::prelude::*;

#[test]
fn an_act_out_of_turn_does_not_pass_the_turn_on() {
    let game = happen(game(3, ""), &["P2 draw"]);
    assert_eq!((game.to_act(), hand(&game, "P2"), game.draw_count()), (vec![seat("P1")], 6, 92));
}

#[test]
fn an_illegal_act_in_turn_takes_the_turn() {
    let game = happen(play(game(2, ""), &["P1 discard canon-nt/mark"]), &["P2 move discard > centre1 canon-nt/mark"]);
    assert_eq!((game.to_act(), hand(&game, "P2"), game.discard().len()), (vec![seat("P1")], 5, 0));
    assert_eq!(game.stack("centre1".parse().unwrap()).len(), 1);
}

#[test]
fn several_cards_move_when_several_were_moved() {
    let game = happen(game(2, ""), &["P1 draw x2", "P2 play centre1 canon-nt/mark x3"]);
    assert_eq!((hand(&game, "P1"), hand(&game, "P2"), game.stack("centre1".parse().unwrap()).len()), (7, 2, 3));
}

#[test]
fn of_several_cards_off_the_discard_pile_only_the_first_is_named() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
    let game = happen(game, &["P1 take discard canon-nt/luke x2"]);
    assert_eq!((game.discard().len(), hand(&game, "P1"), game.hand(seat("P1")).unwrap().known().len()), (0, 6, 2));
}

#[test]
fn the_last_card_drawn_out_of_turn_still_brings_the_end() {
    let game = happen(small_game(3, &[8, 8], ""), &["P3 draw"]);
    assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P1"), seat("P2"), seat("P3")] });
}

#[test]
fn a_card_that_the_hand_cannot_hold_came_from_elsewhere() {
    let game = happen(small_game(2, &[1, 20], ""), &["P1 play centre1 x/a", "P2 play centre1 x/a"]);
    assert_eq!((game.stack("centre1".parse().unwrap()).len(), hand(&game, "P2")), (2, 4));
    assert_eq!(verdict(&game, "P1 play centre1 x/b"), "different-work");
}

#[test]
fn a_hand_that_lost_an_unread_card_is_no_longer_known() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 take discard canon-nt/mark", "P1 pass"]);
    let game = happen(game, &["P2 play centre1 ? face-down"]);
    let hand = game.hand(seat("P2")).unwrap();
    assert_eq!((hand.known().len(), hand.unknown()), (0, 5));
}

#[test]
fn every_objection_has_its_rule() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
    for text in ["P1 draw", "P2 play centre1 canon-nt/luke", "P2 play centre8 canon-nt/luke", "P2 take P1.canon1 canon-nt/mark"] {
        let objection = game.check(&act(text)).unwrap_err();
        assert!(objection.rule().starts_with("Canon, ") && !objection.is_warning(), "{text}");
    }
}

#[test]
fn of_a_mixed_stack_the_named_card_is_taken_and_an_unread_one_only_failing_that() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
    let game = happen(game, &["P2 play centre1 ? face-down", "P1 take centre1 canon-nt/mark"]);
    let left: Vec<_> = game.stack("centre1".parse().unwrap()).iter().map(|s| s.card.clone()).collect();
    assert_eq!(left, [None]);
    let game = happen(game, &["P2 take centre1 canon-nt/luke"]);
    assert_eq!((game.spaces().len(), &game.hand(seat("P2")).unwrap().known()[&card("canon-nt/luke")]), (0, &1));
}

#[test]
fn cards_beside_the_seven_spaces_do_not_score() {
    let game =
        happen(game(2, ""), &["P1 play P1.canon1 canon-nt/mark", "P2 play centre8 canon-nt/mark", "P1 play P1.canon8 canon-nt/mark"]);
    assert_eq!(totals(&game), [-1, 0]);
}
