//! Special Text: Play, Action, Immediate and Persistent; Card Attributes, Type.

use super::prelude::*;

#[test]
pub(super) fn a_type_matters_to_texts_alone() {
    let game =
        with(&["guard rock 1/3; Person; Play: Friendly Person cards have +2 Defense.", "dog rock 1/3; Beast", "ann rock 1/3; Person"]);
    let game =
        play(game, &["P1 place c2 x/guard", DRAW[1], "P2 place e5 x/ann", DRAW[0], "P1 place b2 x/ann", DRAW[1], "P2 pass", DRAW[0]]);
    let game = play(game, &["P1 place b3 x/dog"]);
    // The card itself is one of them; the other player's are not.
    assert_eq!(["c2", "b2", "b3", "e5"].map(|cell| defense(&game, cell)), [5, 5, 3, 3]);
}

#[test]
pub(super) fn a_play_text_holds_while_the_card_is_in_the_play_area() {
    let game = with(&["flag rock 9/3 N; Device; Play: Friendly cards have +1 Defense.", "s scissors 1/3 S", "take paper 9/9 all"]);
    assert_eq!(defense(&game, "c3"), 9);
    let game = play(game, &["P1 place c2 x/flag"]);
    assert_eq!(defense(&game, "c3"), 10);
    let game = play(game, &[DRAW[1], "P2 place c1 x/take", "P2 move c2 > P2.victory x/flag"]);
    assert_eq!(defense(&game, "c3"), 9);
}

#[test]
pub(super) fn an_action_is_activated_instead_of_another_action() {
    let game = with(&["well rock 1/3; Device; Action: Draw 2 cards."]);
    assert_eq!(verdict(&game, "P1 use hand x/well 1"), "wrong-zone");
    let game = play(game, &["P1 place c2 x/well", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use c2 x/well 1"), "out-of-turn");
    let game = play(game, &["P2 pass", DRAW[0], "P1 use c2 x/well 1"]);
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "unfinished");
    assert_eq!(says(&game, "P1 place b2 x/w"), "P1 draws first");
    let game = play(game, &[DRAW[0], DRAW[0]]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(game.side(seat("P1")).hand.count(), 7 + 2);
}

#[test]
pub(super) fn an_action_is_its_owners_to_use() {
    let game = play(with(&["well rock 1/3; Device; Action: Draw 2 cards."]), &["P1 place c2 x/well", DRAW[1]]);
    assert_eq!(verdict(&game, "P2 use c2 x/well 1"), "not-yours");
}

#[test]
pub(super) fn an_immediate_is_an_action_and_the_card_then_goes_to_the_discard_pile() {
    let game = with(&["gift rock 1/3; Tide; Immediate: Draw a card."]);
    let game = play(game, &["P1 use hand x/gift 1", DRAW[0]]);
    assert_eq!(verdict(&game, DRAW[1]), "unfinished");
    let game = play(game, &["P1 move hand > P1.discard x/gift"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(game.side(seat("P1")).discard.len(), 1);
}

#[test]
pub(super) fn an_immediate_on_the_board_has_no_effect() {
    let game = play(with(&["gift rock 1/3; Tide; Immediate: Draw a card."]), &["P1 place c2 x/gift", DRAW[1], "P2 pass", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/gift 1"), "wrong-zone");
}

#[test]
pub(super) fn a_play_text_has_no_effect_while_its_card_is_used_for_its_immediate() {
    let game =
        with(&["two rock 1/3; Tide; Play: Friendly cards have +3 Defense.; Immediate: Give each friendly card +1 Defense this turn."]);
    let game = play(game, &["P1 use hand x/two 2"]);
    assert_eq!(defense(&game, "c3"), 10);
    assert_eq!(verdict(&with(&["two rock 1/3; Tide; Play: Friendly cards have +3 Defense."]), "P1 use hand x/two 1"), "not-now");
}

#[test]
pub(super) fn a_persistent_card_may_lie_in_either_area_and_works_in_both() {
    let lamp = "lamp rock 1/3; Device; Persistent: Friendly cards have +1 Defense.; Action: Draw a card.";
    for (place, at) in [("P1 place c2 x/lamp", "c2"), ("P1 move hand > P1.persistent x/lamp", "P1.persistent")] {
        let game = play(with(&[lamp]), &[place]);
        assert_eq!(defense(&game, "c3"), 10, "{place}");
        let game = play(game, &[DRAW[1], "P2 pass", DRAW[0], &format!("P1 use {at} x/lamp 2"), DRAW[0]]);
        assert_eq!(draws(&game), Some(seat("P2")), "{place}");
    }
}

#[test]
pub(super) fn a_card_that_is_not_persistent_cannot_lie_in_the_persistent_area() {
    let game = with(&["well rock 1/3; Device; Action: Draw 2 cards."]);
    assert_eq!(verdict(&game, "P1 move hand > P1.persistent x/well"), "not-persistent");
}

#[test]
pub(super) fn a_play_text_does_not_hold_in_the_persistent_area() {
    let game = with(&["half rock 1/3; Device; Persistent.; Play: Friendly cards have +1 Defense."]);
    assert_eq!(defense(&play(game.clone(), &["P1 move hand > P1.persistent x/half"]), "c3"), 9);
    assert_eq!(defense(&play(game, &["P1 place c2 x/half"]), "c3"), 10);
}

#[test]
pub(super) fn the_persistent_effects_step_comes_before_the_action() {
    let dawn = "dawn rock 1/3; Device; Persistent.; Persistent Reaction: At your Persistent Effects Step, draw a card.";
    let game = play(with(&[dawn]), &["P1 move hand > P1.persistent x/dawn", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use P1.persistent x/dawn 2"), "nothing-to-react-to");
    let game = play(game, &["P2 pass", DRAW[0], "P1 use P1.persistent x/dawn 2", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use P1.persistent x/dawn 2"), "nothing-to-react-to");
    assert_eq!(verdict(&game, "P1 place c2 x/w"), "ok");
}

#[test]
pub(super) fn an_immediate_leaves_when_its_ability_is_over_and_not_before() {
    let game = play(with(&["gift rock 1/3; Tide; Immediate: Draw 2 cards."]), &["P1 use hand x/gift 1", DRAW[0]]);
    for early in ["P1 move hand > P1.discard x/gift", "P1 place c2 x/gift"] {
        assert_eq!(verdict(&game, early), "unfinished");
    }
    let game = play(game, &[DRAW[0]]);
    assert_eq!(verdict(&game, "P1 move hand > P2.discard x/gift"), "unfinished");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/gift"), "ok");
}

#[test]
pub(super) fn a_text_changes_how_its_card_or_the_game_works() {
    let game = with(&["odd rock 1/3 N; Tide; Play: This card has arrow S. This card is Paper. Opposing cards cannot be captured."]);
    let game = play(game, &["P1 place c2 x/odd"]);
    let values = Values::of(&game);
    let odd = values.get("c2".parse().unwrap()).unwrap();
    assert_eq!((odd.sign, odd.arrows.to_string().as_str()), (Sign::Paper, "N S"));
    let cannot = |cell: &str| values.get(cell.parse().unwrap()).unwrap().cannot_be(kibitzer::games::arrow::text::Doing::Captured);
    assert_eq!(["c3", "d4"].map(cannot), [false, true]);
}

#[test]
pub(super) fn a_persistent_text_holds_in_both_areas_at_once() {
    let lamp = "lamp rock 1/3; Device; Persistent: Friendly cards have +1 Defense.";
    let game = play(holding(&[lamp]), &["P1 move hand > P1.persistent x/lamp"]);
    assert_eq!([defense(&game, "c3"), defense(&game, "d4")], [11, 9]);
}
