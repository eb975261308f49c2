//! Reactions: Special Text, Special Terms and Special Rules for Capturing; Rulings, ConCardia Arrow 5 and 8.

use super::prelude::*;
use kibitzer::games::arrow::MOST_REACTIONS;

#[test]
pub(super) fn a_reaction_takes_no_action() {
    let game = with(&["spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card."]);
    let game = play(game, &["P1 place c2 x/spy", DRAW[1], "P2 place e5 x/w", "P1 use c2 x/spy 1", DRAW[0]]);
    // P1's own turn comes as if nothing had been used.
    let game = play(game, &[DRAW[0]]);
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
pub(super) fn a_reaction_answers_what_has_just_happened_and_nothing_else() {
    let game = with(&["spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card."]);
    let game = play(game, &["P1 place c2 x/spy", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "nothing-to-react-to");
    // Going on passes over it.
    let game = play(game, &["P2 place e5 x/w", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "nothing-to-react-to");
}

#[test]
pub(super) fn the_zone_before_a_reaction_says_where_its_card_must_be() {
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
pub(super) fn a_bare_reaction_works_where_its_ability_makes_sense() {
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
pub(super) fn captures_are_worked_out_before_anybody_reacts_and_again_after() {
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
pub(super) fn reactions_to_a_capture_come_after_the_cards_are_removed_also_of_a_captured_card() {
    let game = under_attack("Play Reaction: When this card is captured, draw a card.");
    assert_eq!(verdict(&game, "P1 use c3 x/prey 1"), "nothing-to-react-to");
    let game = play(game, &["P2 move c3 > P2.victory x/prey", "P1 use c3 x/prey 1", DRAW[0], DRAW[0]]);
    // Seven, two of them placed, and three drawn.
    assert_eq!(game.side(seat("P1")).hand.count(), 8);
}

#[test]
pub(super) fn a_reaction_is_used_once_per_event() {
    let spy = "spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card.";
    let game = play(holding(&[spy]), &["P1 place b2 x/spy", DRAW[1], "P2 place e5 x/w", "P1 use c2 x/spy 1", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "reacted-already");
    // The other one has not answered it yet.
    assert_eq!(verdict(&game, "P1 use b2 x/spy 1"), "ok");
}

#[test]
pub(super) fn a_reaction_without_an_event_may_be_used_again_and_again() {
    let game = holding(&["pump rock 1/3; Device; Reaction (Cost 1): Draw a card."]);
    let once = ["P1 use c2 x/pump 1", "P1 move hand > P1.discard x/w", DRAW[0]];
    let game = play(play(game, &once), &once);
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
pub(super) fn reactions_without_end_are_stopped() {
    let mut game = holding(&["loop rock 1/3; Device; Reaction: Put a charge counter on this card."]);
    for _ in 0..MOST_REACTIONS {
        game = play(game, &["P1 use c2 x/loop 1"]);
    }
    assert_eq!(verdict(&game, "P1 use c2 x/loop 1"), "reaction-loop");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
pub(super) fn what_lies_outside_the_table_is_asked_of_the_operator_once_per_use() {
    let cards = [
        "hat rock 1/3; Person; Action: Draw a card for each \"player with a hat\".",
        "sneeze rock 1/3; Tide; Reaction: When \"your opponent sneezes\", you may play this card.",
    ];
    let game = play(holding(&cards), &["P1 use c2 x/hat 1"]);
    assert_eq!(game.question(), Some("player with a hat"));
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "unfinished");
    let game = play(game, &["P1 answer 2", DRAW[0], DRAW[0]]);
    assert_eq!(draws(&game), Some(seat("P2")));
    let asked = play(game, &["P1 use hand x/sneeze 1"]);
    assert_eq!(asked.question(), Some("your opponent sneezes"));
    assert_eq!(verdict(&play(asked.clone(), &["P1 answer 1"]), "P1 place b2 x/sneeze"), "ok");
    assert_eq!(verdict(&play(asked, &["P1 answer 0"]), DRAW[1]), "ok");
}

#[test]
pub(super) fn a_reaction_to_captures_is_used_once_for_each_card() {
    let lines = [
        "w rock 1/9",
        "r rock 9/9 all",
        "prey scissors 1/2",
        "guard rock 1/9; Person; Play Reaction: When a friendly card would be captured, give that card +9 Defense this turn.",
    ];
    let game = play(dealt(&lines), &["P1 place c3 x/prey", "P2 place d4 x/w", DRAW[0], "P1 place b3 x/prey", DRAW[1], "P2 pass"]);
    let game = play(game, &[DRAW[0], "P1 place a2 x/guard", DRAW[1], "P2 place c4 x/r", "P1 use a2 x/guard 1"]);
    // One of the two is safe by now, the other one is not.
    assert_eq!(verdict(&game, "P2 move b3 > P2.victory x/prey"), "wrong-capture");
    assert_eq!(verdict(&game, "P2 move c3 > P2.victory x/prey"), "ok");
    let game = play(game, &["P1 use a2 x/guard 1"]);
    assert_eq!(verdict(&game, "P1 use a2 x/guard 1"), "nothing-to-react-to");
    assert_eq!(draws(&game), Some(seat("P1")));
}

#[test]
pub(super) fn cards_captured_together_react_to_each_others_capture() {
    let twin = "twin scissors 1/2; Beast; Play Reaction: When another friendly card is captured, draw a card.";
    let game = play(dealt(&["w rock 1/9", "r rock 9/9 all", twin]), &["P1 place c3 x/twin", "P2 place d4 x/w", DRAW[0]]);
    let game = play(game, &["P1 place b3 x/twin", DRAW[1], "P2 place c4 x/r", "P2 move b3 > P2.victory x/twin"]);
    // Not before all have been removed.
    assert_eq!(verdict(&game, "P1 use c3 x/twin 1"), "nothing-to-react-to");
    let game = play(game, &["P2 move c3 > P2.victory x/twin", "P1 use c3 x/twin 1", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c3 x/twin 1"), "reacted-already");
    assert_eq!(draws(&play(game, &["P1 use b3 x/twin 1", DRAW[0]])), Some(seat("P1")));
}

#[test]
pub(super) fn another_card_like_it_may_answer_the_same_event() {
    let game = with(&["late rock 1/3; Person; Hand Reaction: When an opposing card is played, you may play this card."]);
    let game = play(game, &["P1 pass", DRAW[1], "P2 place e5 x/w"]);
    let game = play(game, &["P1 use hand x/late 1", "P1 place b2 x/late", "P1 use hand x/late 1", "P1 place b3 x/late"]);
    assert_eq!(board(&game), ["b2 P1 late", "b3 P1 late", "c3 P1 w", "d4 P2 w", "e5 P2 w"]);
}

/// P2 has placed a card while these, bottom to top, lie on P1's Discard Pile.
fn discarded(bottle: &str, pile: &[&str]) -> Arrow {
    let carried: Vec<String> = pile.iter().map(|name| format!("P1 move hand > P1.discard x/{name}")).collect();
    let game = happen(with(&[bottle]), &carried.iter().map(String::as_str).collect::<Vec<_>>());
    play(game, &["P1 pass", DRAW[1], "P2 place e5 x/w"])
}

#[test]
pub(super) fn a_discard_reaction_plays_its_own_card_out_of_the_pile() {
    let bottle = "bottle paper 1/3; Cargo; Discard Reaction: When an opposing card is played, you may play this card.";
    let use_it = ["P1 use P1.discard x/bottle 1", "P1 move P1.discard > b2 x/bottle"];
    let game = play(discarded(bottle, &["bottle", "w"]), &use_it);
    assert_eq!(board(&game), ["b2 P1 bottle", "c3 P1 w", "d4 P2 w", "e5 P2 w"]);
    assert_eq!(game.side(seat("P1")).discard.len(), 1);
    let game = play(discarded(bottle, &["bottle", "bottle"]), &use_it);
    assert_eq!(verdict(&play(game, &[use_it[0]]), "P1 move P1.discard > b3 x/bottle"), "ok");
}

#[test]
pub(super) fn each_card_of_the_discard_pile_reacts_once() {
    let ghost = "ghost paper 1/3; Tide; Discard Reaction: When an opposing card is played, draw a card.";
    let use_it = ["P1 use P1.discard x/ghost 1", DRAW[0]];
    let game = play(discarded(ghost, &["ghost"]), &use_it);
    assert_eq!(verdict(&game, use_it[0]), "nothing-to-react-to");
    let game = play(play(discarded(ghost, &["ghost", "w", "ghost"]), &use_it), &use_it);
    assert_eq!(verdict(&game, use_it[0]), "nothing-to-react-to");
}

#[test]
pub(super) fn a_bare_reaction_that_plays_its_card_works_from_the_hand_alone() {
    for (event, happens) in [
        ("\"your opponent sneezes\"", &["P2 place e5 x/w"][..]),
        ("an opposing card is played", &["P2 place e5 x/w"]),
        ("an opposing card is captured", &["P2 place c4 x/v", "P1 move c4 > P1.victory x/v"]),
    ] {
        let sneeze = format!("sneeze rock 9/9 all; Person; Reaction: When {event}, you may play this card.");
        let game = play(with(&[&sneeze, "v scissors 1/1"]), &["P1 place c2 x/sneeze", DRAW[1], "P2 pass", DRAW[0], "P1 place b4 x/sneeze"]);
        let game = play(play(game, &[DRAW[1]]), happens);
        assert_eq!(verdict(&game, "P1 use c2 x/sneeze 1"), "wrong-zone", "{event}");
        let game = play(game, &["P1 use hand x/sneeze 1"]);
        let game = if game.question().is_some() { play(game, &["P1 answer 1"]) } else { game };
        assert_eq!(verdict(&game, "P1 place b2 x/sneeze"), "ok", "{event}");
    }
}

#[test]
pub(super) fn a_reaction_without_an_event_may_be_used_in_either_turn() {
    let game = holding(&["pump rock 1/3; Device; Reaction: Draw a card."]);
    let game = play(game, &["P1 use c2 x/pump 1", DRAW[0], "P1 place b2 x/w", "P1 use c2 x/pump 1", DRAW[0], DRAW[1]]);
    let game = play(game, &["P1 use c2 x/pump 1", DRAW[0]]);
    assert_eq!(verdict(&game, "P2 place e5 x/w"), "ok");
    assert_eq!(verdict(&game, "P2 use c2 x/pump 1"), "not-yours");
}

#[test]
pub(super) fn a_reaction_is_used_in_the_other_players_turn() {
    let spy = "spy rock 1/3; Person; Reaction: When your opponent activates an Action, draw a card.";
    let game = play(holding(&[spy, "well rock 1/3; Device; Action: Discard a card."]), &["P1 place b2 x/w", DRAW[1], "P2 place e5 x/well"]);
    let game = play(game, &[DRAW[0], "P1 pass", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "nothing-to-react-to");
    let game = play(game, &["P2 use e5 x/well 1", "P1 use c2 x/spy 1", DRAW[0], "P2 move hand > P2.discard x/w"]);
    assert_eq!(draws(&game), Some(seat("P1")));
}

#[test]
pub(super) fn a_card_that_a_reaction_endangers_may_be_reacted_to() {
    let lines = [
        "w rock 1/9",
        "r rock 2/9 all",
        "prey scissors 1/2",
        "martyr rock 1/9; Person; Play Reaction: When another card would be captured, give each other friendly card -9 Defense this turn.",
        "shell scissors 1/9; Beast; Play Reaction: When this card would be captured, give this card +9 Defense this turn.",
    ];
    let game = play(dealt(&lines), &["P1 place c3 x/prey", "P2 place d4 x/w", DRAW[0], "P1 place b2 x/martyr", DRAW[1], "P2 pass"]);
    let game = play(game, &[DRAW[0], "P1 place b3 x/shell", DRAW[1], "P2 place c4 x/r"]);
    // The shell is safe until the other reaction.
    assert_eq!(verdict(&game, "P1 use b3 x/shell 1"), "nothing-to-react-to");
    let game = play(game, &["P1 use b2 x/martyr 1"]);
    assert_eq!(verdict(&game, "P2 move b3 > P2.victory x/shell"), "ok");
    let game = play(game, &["P1 use b3 x/shell 1"]);
    assert_eq!(verdict(&game, "P2 move b3 > P2.victory x/shell"), "wrong-capture");
    assert_eq!(verdict(&game, "P2 move c3 > P2.victory x/prey"), "ok");
}
