//! Special Text: Play, Action, Immediate, Persistent and Reactions; Special Rules for Capturing; Card Attributes, Type.

use super::prelude::*;

const DRAW: [&str; 2] = ["P1 move P1.deck > hand ?", "P2 move P2.deck > hand ?"];

/// The games's walls, with these cards.
fn with(cards: &[&'static str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9"].into_iter().chain(cards.iter().copied()).collect();
    begun(&lines)
}

fn defense(game: &Arrow, cell: &str) -> i16 {
    kibitzer::games::arrow::Values::of(game).get(cell.parse().unwrap()).unwrap().defense
}

#[test]
fn a_type_matters_to_texts_alone() {
    let game =
        with(&["guard rock 1/3; Person; Play: Friendly Person cards have +2 Defense.", "dog rock 1/3; Beast", "ann rock 1/3; Person"]);
    let game =
        play(game, &["P1 place c2 x/guard", DRAW[1], "P2 place e5 x/ann", DRAW[0], "P1 place b2 x/ann", DRAW[1], "P2 pass", DRAW[0]]);
    let game = play(game, &["P1 place b3 x/dog"]);
    // The card itself is one of them; the other player's are not.
    assert_eq!(["c2", "b2", "b3", "e5"].map(|cell| defense(&game, cell)), [5, 5, 3, 3]);
}

#[test]
fn a_play_text_holds_while_the_card_is_in_the_play_area() {
    let game = with(&["flag rock 9/3 N; Device; Play: Friendly cards have +1 Defense.", "s scissors 1/3 S", "take paper 9/9 all"]);
    assert_eq!(defense(&game, "c3"), 9);
    let game = play(game, &["P1 place c2 x/flag"]);
    assert_eq!(defense(&game, "c3"), 10);
    let game = play(game, &[DRAW[1], "P2 place c1 x/take", "P2 move c2 > P2.victory x/flag"]);
    assert_eq!(defense(&game, "c3"), 9);
}

#[test]
fn an_action_is_activated_instead_of_another_action() {
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
fn an_action_is_its_owners_to_use() {
    let game = play(with(&["well rock 1/3; Device; Action: Draw 2 cards."]), &["P1 place c2 x/well", DRAW[1]]);
    assert_eq!(verdict(&game, "P2 use c2 x/well 1"), "not-yours");
}

#[test]
fn an_immediate_is_an_action_and_the_card_then_goes_to_the_discard_pile() {
    let game = with(&["gift rock 1/3; Tide; Immediate: Draw a card."]);
    let game = play(game, &["P1 use hand x/gift 1", DRAW[0]]);
    assert_eq!(verdict(&game, DRAW[1]), "unfinished");
    let game = play(game, &["P1 move hand > P1.discard x/gift"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(game.side(seat("P1")).discard.len(), 1);
}

#[test]
fn an_immediate_on_the_board_has_no_effect() {
    let game = play(with(&["gift rock 1/3; Tide; Immediate: Draw a card."]), &["P1 place c2 x/gift", DRAW[1], "P2 pass", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/gift 1"), "wrong-zone");
}

#[test]
fn a_play_text_has_no_effect_while_its_card_is_used_for_its_immediate() {
    let game =
        with(&["two rock 1/3; Tide; Play: Friendly cards have +3 Defense.; Immediate: Give each friendly card +1 Defense this turn."]);
    let game = play(game, &["P1 use hand x/two 2"]);
    assert_eq!(defense(&game, "c3"), 10);
    assert_eq!(verdict(&with(&["two rock 1/3; Tide; Play: Friendly cards have +3 Defense."]), "P1 use hand x/two 1"), "not-now");
}

#[test]
fn a_persistent_card_may_lie_in_either_area_and_works_in_both() {
    let lamp = "lamp rock 1/3; Device; Persistent: Friendly cards have +1 Defense.; Action: Draw a card.";
    for (place, at) in [("P1 place c2 x/lamp", "c2"), ("P1 move hand > P1.persistent x/lamp", "P1.persistent")] {
        let game = play(with(&[lamp]), &[place]);
        assert_eq!(defense(&game, "c3"), 10, "{place}");
        let game = play(game, &[DRAW[1], "P2 pass", DRAW[0], &format!("P1 use {at} x/lamp 2"), DRAW[0]]);
        assert_eq!(draws(&game), Some(seat("P2")), "{place}");
    }
}

#[test]
fn a_card_that_is_not_persistent_cannot_lie_in_the_persistent_area() {
    let game = with(&["well rock 1/3; Device; Action: Draw 2 cards."]);
    assert_eq!(verdict(&game, "P1 move hand > P1.persistent x/well"), "not-persistent");
}

#[test]
fn a_play_text_does_not_hold_in_the_persistent_area() {
    let game = with(&["half rock 1/3; Device; Persistent.; Play: Friendly cards have +1 Defense."]);
    assert_eq!(defense(&play(game.clone(), &["P1 move hand > P1.persistent x/half"]), "c3"), 9);
    assert_eq!(defense(&play(game, &["P1 place c2 x/half"]), "c3"), 10);
}

#[test]
fn a_reaction_takes_no_action() {
    let game = with(&["spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card."]);
    let game = play(game, &["P1 place c2 x/spy", DRAW[1], "P2 place e5 x/w", "P1 use c2 x/spy 1", DRAW[0]]);
    // P1's own turn comes as if nothing had been used.
    let game = play(game, &[DRAW[0]]);
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
fn a_reaction_answers_what_has_just_happened_and_nothing_else() {
    let game = with(&["spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card."]);
    let game = play(game, &["P1 place c2 x/spy", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "nothing-to-react-to");
    // Going on passes over it.
    let game = play(game, &["P2 place e5 x/w", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "nothing-to-react-to");
}

#[test]
fn the_zone_before_a_reaction_says_where_its_card_must_be() {
    let cards = [
        "play rock 1/3; Person; Persistent.; Play Reaction: When an opposing card is played, draw a card.",
        "hand rock 1/3; Person; Persistent.; Hand Reaction: When an opposing card is played, draw a card.",
        "discard rock 1/3; Person; Persistent.; Discard Reaction: When an opposing card is played, draw a card.",
        "aside rock 1/3; Person; Persistent.; Persistent Reaction: When an opposing card is played, draw a card.",
    ];
    let game = with(&cards);
    let names = ["play", "hand", "discard", "aside"];
    for (which, name) in names.into_iter().enumerate() {
        let on_the_grid = play(game.clone(), &[&format!("P1 place c2 x/{name}"), DRAW[1], "P2 place e5 x/w"]);
        let aside = play(game.clone(), &[&format!("P1 move hand > P1.persistent x/{name}"), DRAW[1], "P2 place e5 x/w"]);
        let thrown = happen(game.clone(), &[&format!("P1 move hand > P1.discard x/{name}")]);
        let thrown = play(thrown, &["P1 pass", DRAW[1], "P2 place e5 x/w"]);
        let found = [
            verdict(&on_the_grid, &format!("P1 use c2 x/{name} 2")),
            verdict(&on_the_grid, &format!("P1 use hand x/{name} 2")),
            verdict(&thrown, &format!("P1 use P1.discard x/{name} 2")),
            verdict(&aside, &format!("P1 use P1.persistent x/{name} 2")),
        ];
        for (place, said) in found.into_iter().enumerate() {
            assert_eq!(said == "ok", place == which, "{name} from {}: {said}", names[place]);
        }
    }
}

#[test]
fn a_bare_reaction_works_where_its_ability_makes_sense() {
    let game = with(&["late rock 1/3; Person; Reaction: When an opposing card is played, you may play this card."]);
    let on_the_board = play(game.clone(), &["P1 place c2 x/late", DRAW[1], "P2 place e5 x/w"]);
    assert_eq!(verdict(&on_the_board, "P1 use c2 x/late 1"), "wrong-zone");
    let game = play(game, &["P1 pass", DRAW[1], "P2 place e5 x/w", "P1 use hand x/late 1", "P1 place b2 x/late"]);
    assert_eq!(board(&game), ["b2 P1 late", "c3 P1 w", "d4 P2 w", "e5 P2 w"]);
    assert_eq!(verdict(&game, DRAW[0]), "ok");
}

/// P1's scissors on d4's side are about to fall to a rock.
fn under_attack(text: &str) -> Arrow {
    let prey = format!("prey scissors 1/2; Beast; {text}");
    let lines = ["w rock 1/9", "r rock 2/9 all", &prey];
    let game = play(dealt(&lines), &["P1 place c3 x/prey", "P2 place d4 x/w", DRAW[0], "P1 place b2 x/w", DRAW[1]]);
    play(game, &["P2 place c4 x/r"])
}

#[test]
fn captures_are_worked_out_before_anybody_reacts_and_again_after() {
    let game = under_attack("Play Reaction: When this card would be captured, you may slide this card.");
    assert_eq!(verdict(&game, "P2 move c3 > P2.victory x/prey"), "ok");
    // Moved to safety, it is not captured.
    let safe = play(game.clone(), &["P1 use c3 x/prey 1", "P1 move c3 > d2 x/prey"]);
    assert_eq!(draws(&safe), Some(seat("P1")));
    // Still beside the rock, it is, and cannot react again.
    let caught = play(game, &["P1 use c3 x/prey 1", "P1 move c3 > b3 x/prey"]);
    assert_eq!(verdict(&caught, "P1 use b3 x/prey 1"), "nothing-to-react-to");
    assert_eq!(draws(&play(caught, &["P2 move b3 > P2.victory x/prey"])), Some(seat("P1")));
}

#[test]
fn reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card() {
    let game = under_attack("Play Reaction: When this card is captured, draw a card.");
    assert_eq!(verdict(&game, "P1 use c3 x/prey 1"), "nothing-to-react-to");
    let game = play(game, &["P2 move c3 > P2.victory x/prey", "P1 use c3 x/prey 1", DRAW[0], DRAW[0]]);
    // Seven, two of them placed, and three drawn.
    assert_eq!(game.side(seat("P1")).hand.count(), 8);
}

#[test]
fn the_persistent_effects_step_comes_before_the_action() {
    let dawn = "dawn rock 1/3; Device; Persistent.; Persistent Reaction: At your Persistent Effects Step, draw a card.";
    let game = play(with(&[dawn]), &["P1 move hand > P1.persistent x/dawn", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use P1.persistent x/dawn 2"), "nothing-to-react-to");
    let game = play(game, &["P2 pass", DRAW[0], "P1 use P1.persistent x/dawn 2", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use P1.persistent x/dawn 2"), "nothing-to-react-to");
    assert_eq!(verdict(&game, "P1 place c2 x/w"), "ok");
}
