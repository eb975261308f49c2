//! Buttons and Accessories.

use super::prelude::*;
use kibitzer::games::arrow::Button;

/// P1 wears a button with this text.
fn wearing(text: &str, cards: &[&'static str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9"].into_iter().chain(cards.iter().copied()).collect();
    let deck = deck(&lines);
    let mut setup = Setup::new([&deck, &deck]).unwrap();
    setup.buttons[0] = vec![Button { name: "Badge".into(), texts: vec![text.parse().unwrap()] }];
    play(Arrow::new(setup).unwrap(), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1", DRAW[0]])
}

#[test]
pub(super) fn a_worn_buttons_text_works_as_if_it_were_in_play() {
    assert_eq!(defense(&wearing("Play: Friendly cards have +2 Defense.", &[]), "c3"), 11);
    let game = play(wearing("Action: Draw a card.", &[]), &["P1 use button1 ? 1", DRAW[0]]);
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
pub(super) fn a_button_is_its_wearers() {
    let game = play(wearing("Action: Draw a card.", &[]), &["P1 pass", DRAW[1]]);
    assert_eq!(verdict(&game, "P2 use button1 ? 1"), "no-such-text");
}

#[test]
pub(super) fn a_button_that_is_taken_off_has_no_effect_until_a_text_puts_it_on_again() {
    let cards =
        ["strip rock 1/3; Tide; Immediate: Your opponent takes off a button.", "dress rock 1/3; Tide; Immediate: Put a button back on."];
    let game = play(wearing("Play: Friendly cards have +2 Defense.", &cards), &["P1 pass", DRAW[1], "P2 use hand x/strip 1"]);
    assert_eq!(verdict(&game, "P1 put-on 1"), "unfinished");
    let game = play(game, &["P1 take-off 1", "P2 move hand > P2.discard x/strip", DRAW[0]]);
    assert_eq!(defense(&game, "c3"), 9);
    assert_eq!(verdict(&game, "P1 put-on 1"), "nothing-to-do");
    let game = play(game, &["P1 use hand x/dress 1", "P1 put-on 1"]);
    assert_eq!(defense(&game, "c3"), 11);
}

#[test]
pub(super) fn an_action_on_a_button_is_the_action_of_a_turn() {
    let game = wearing("Action: Draw a card.", &[]);
    let used = play(game.clone(), &["P1 use button1 ? 1", DRAW[0]]);
    assert_eq!(verdict(&used, "P1 place c2 x/w"), "second-action");
    assert_eq!(verdict(&play(game, &["P1 place c2 x/w", DRAW[1]]), "P1 use button1 ? 1"), "out-of-turn");
}

#[test]
pub(super) fn a_buttons_text_works_as_on_an_object_in_play() {
    assert_eq!(verdict(&wearing("Immediate: Draw a card.", &[]), "P1 use button1 ? 1"), "wrong-zone");
    assert_eq!(defense(&wearing("Persistent: Friendly cards have +2 Defense.", &[]), "c3"), 11);
    for (text, said) in [("Play", "ok"), ("Hand", "wrong-zone"), ("Discard", "wrong-zone")] {
        let game = wearing(&format!("{text} Reaction: When an opposing card is played, draw a card."), &[]);
        let game = play(game, &["P1 pass", DRAW[1], "P2 place e5 x/w"]);
        assert_eq!(verdict(&game, "P1 use button1 ? 1"), said, "{text}");
    }
}

#[test]
pub(super) fn a_button_that_is_not_worn_cannot_be_used() {
    let strip = ["strip rock 1/3; Tide; Immediate: Your opponent takes off a button."];
    let game = play(wearing("Action: Draw a card.", &strip), &["P1 pass", DRAW[1], "P2 use hand x/strip 1"]);
    let game = play(game, &["P1 take-off 1", "P2 move hand > P2.discard x/strip", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use button1 ? 1"), "no-such-text");
    assert_eq!(verdict(&game, "P1 take-off 1"), "nothing-to-do");
}
