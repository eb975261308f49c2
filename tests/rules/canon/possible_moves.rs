use super::prelude::*;

#[test]
fn take_a_card_from_the_draw_pile_into_the_hand() {
    let game = play(game(2, ""), &["P1 draw"]);
    assert_eq!((hand(&game, "P1"), game.draw_count()), (6, 97));
    assert_eq!(game.hand(seat("P1")).unwrap().known().len(), 0);
}

#[test]
fn take_the_visible_card_of_the_discard_pile_into_the_hand() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 take discard canon-nt/mark"]);
    assert_eq!((hand(&game, "P1"), hand(&game, "P2"), game.discard().len()), (4, 6, 0));
    assert_eq!(game.hand(seat("P2")).unwrap().known()[&card(MARK)], 1);
}

#[test]
fn place_a_card_from_the_hand_into_the_central_canon_and_take_it_back() {
    let game = play(game(2, ""), &["P1 play centre3 canon-nt/mark"]);
    let centre3 = "centre3".parse().unwrap();
    assert_eq!((hand(&game, "P1"), game.stack(centre3).len()), (4, 1));
    let game = play(game, &["P2 pass", "P1 take centre3 canon-nt/mark"]);
    assert_eq!((hand(&game, "P1"), game.stack(centre3).len()), (5, 0));
}

#[test]
fn place_a_card_from_the_hand_into_the_personal_canon_and_take_it_back() {
    let game = play(game(2, ""), &["P1 play P1.canon7 canon-nt/mark"]);
    let space = "P1.canon7".parse().unwrap();
    assert_eq!((hand(&game, "P1"), game.stack(space).len()), (4, 1));
    let game = play(game, &["P2 pass", "P1 take P1.canon7 canon-nt/mark"]);
    assert_eq!((hand(&game, "P1"), game.stack(space).len()), (5, 0));
}

#[test]
fn place_a_card_from_the_hand_on_top_of_the_discard_pile() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
    assert_eq!(game.discard().last().unwrap().card, Some(card("canon-nt/luke")));
}

#[test]
fn a_turn_is_one_move() {
    let game = play(game(3, ""), &["P1 draw"]);
    assert_eq!(verdict(&game, "P1 draw"), "second-move");
    assert_eq!(says(&game, "P1 draw"), "P1 has already moved: it is P2's turn");
    assert_eq!(verdict(&game, "P1 pass"), "second-move");
}

#[test]
fn a_player_moves_in_turn() {
    let game = play(game(3, ""), &["P1 draw"]);
    assert_eq!(verdict(&game, "P3 draw"), "out-of-turn");
    assert_eq!(says(&game, "P3 draw"), "it is P2's turn, not P3's");
    assert_eq!(game.to_act(), [seat("P2")]);
    assert_eq!(play(game, &["P2 draw", "P3 draw"]).to_act(), [seat("P1")]);
}

#[test]
fn a_move_is_one_card() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
    for text in ["P1 draw x2", "P1 take centre1 canon-nt/mark x2", "P1 play centre1 canon-nt/mark x2", "P1 discard canon-nt/luke x2"] {
        assert_eq!(verdict(&game, text), "more-than-one-card", "{text}");
    }
    assert_eq!(says(&game, "P1 draw x2"), "2 cards were moved at once: a turn moves one card");
}

#[test]
fn no_card_goes_directly_between_the_discard_pile_and_a_canon() {
    let game =
        play(game(2, ""), &["P1 discard canon-nt/mark", "P2 play centre1 canon-nt/luke", "P1 play P1.canon1 canon-nt/luke", "P2 pass"]);
    for text in [
        "P1 move discard > centre3 canon-nt/mark",
        "P1 move discard > P1.canon2 canon-nt/mark",
        "P1 move centre1 > discard canon-nt/luke",
        "P1 move P1.canon1 > discard canon-nt/luke",
    ] {
        assert_eq!(verdict(&game, text), "direct-discard", "{text}");
    }
    assert_eq!(
        says(&game, "P1 move discard > centre3 canon-nt/mark"),
        "Mark went directly from the discard pile to the central canon, space 3: it must pass through the hand, in two turns"
    );
}

#[test]
fn no_card_goes_directly_between_the_own_canon_and_the_central_one() {
    let game = play(game(2, ""), &["P1 play P1.canon1 canon-nt/mark", "P2 play centre1 canon-nt/mark"]);
    assert_eq!(verdict(&game, "P1 move P1.canon1 > centre1 canon-nt/mark"), "direct-canons");
    assert_eq!(verdict(&game, "P1 move centre1 > P1.canon1 canon-nt/mark"), "direct-canons");
}

#[test]
fn such_a_transfer_takes_two_turns_through_the_hand() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 pass", "P1 take discard canon-nt/mark"]);
    play(game, &["P2 pass", "P1 play centre1 canon-nt/mark"]);
}

#[test]
fn a_drawn_card_goes_into_the_hand() {
    let game = game(2, "");
    for text in ["P1 move draw > centre1 canon-nt/mark", "P1 move draw > P1.canon1 canon-nt/mark", "P1 move draw > discard canon-nt/mark"] {
        assert_eq!(verdict(&game, text), "past-hand", "{text}");
    }
}

#[test]
fn no_card_goes_onto_the_draw_pile() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 move hand > draw ?"), "onto-draw");
    assert_eq!(verdict(&game, "P1 move centre1 > draw canon-nt/mark"), "onto-draw");
}

#[test]
fn no_card_moves_within_a_canon() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 pass", "P1 play P1.canon1 canon-nt/mark", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 move centre1 > centre2 canon-nt/mark"), "rearranged");
    assert_eq!(verdict(&game, "P1 move P1.canon1 > P1.canon2 canon-nt/mark"), "rearranged");
}

#[test]
fn a_card_may_lie_on_an_identical_one() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark", "P2 play centre1 canon-nt/mark", "P1 play P1.canon1 canon-nt/mark"]);
    let game = play(game, &["P2 pass", "P1 play P1.canon1 canon-nt/mark"]);
    assert_eq!(game.expected().zones[&"P1.canon1".parse().unwrap()], Pile::Fanned(vec![card(MARK); 2]));
}

#[test]
fn a_card_may_not_lie_on_a_different_one() {
    let game = play(game(2, ""), &["P1 play centre1 canon-nt/mark"]);
    assert_eq!(verdict(&game, "P2 play centre1 canon-nt/luke"), "different-work");
    assert_eq!(
        says(&game, "P2 play centre1 canon-nt/luke"),
        "Luke was placed on Mark in the central canon, space 1: a space holds copies of one work"
    );
}

#[test]
fn on_the_discard_pile_works_mix() {
    play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke", "P1 take discard canon-nt/luke"]);
}

#[test]
fn only_the_top_of_the_discard_pile_may_be_taken() {
    let game = play(game(2, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke"]);
    assert_eq!(verdict(&game, "P1 take discard-1 canon-nt/mark"), "under-top");
    assert_eq!(verdict(&game, "P1 take discard canon-nt/mark"), "not-there");
    assert_eq!(verdict(&game, "P1 move hand > discard-1 canon-nt/mark"), "under-top");
    assert_eq!(says(&game, "P1 take discard canon-nt/mark"), "Mark does not lie in the discard pile: Luke does");
}

#[test]
fn nothing_comes_from_an_empty_place() {
    let game = game(2, "");
    for text in ["P1 take discard canon-nt/mark", "P1 take centre1 canon-nt/mark", "P1 take P1.canon1 canon-nt/mark"] {
        assert_eq!(verdict(&game, text), "nothing-there", "{text}");
        assert_eq!(happen(game.clone(), &[text]), game, "{text}");
    }
}
