//! Buttons and Accessories.

use super::prelude::*;
use kibitzer::games::arrow::{Button, Values};

const DRAW: [&str; 2] = ["P1 move P1.deck > hand ?", "P2 move P2.deck > hand ?"];

/// P1 wears a button with this text.
fn wearing(text: &str, cards: &[&'static str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9"].into_iter().chain(cards.iter().copied()).collect();
    let deck = deck(&lines);
    let mut setup = Setup::new([&deck, &deck]).unwrap();
    setup.buttons[0] = vec![Button { name: "Badge".into(), texts: vec![text.parse().unwrap()] }];
    play(Arrow::new(setup).unwrap(), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1", DRAW[0]])
}

fn defense(game: &Arrow) -> i16 {
    Values::of(game).get("c3".parse().unwrap()).unwrap().defense
}

#[test]
fn a_worn_buttons_text_works_as_if_it_were_in_play() {
    assert_eq!(defense(&wearing("Play: Friendly cards have +2 Defense.", &[])), 11);
    let game = play(wearing("Action: Draw a card.", &[]), &["P1 use button1 ? 1", DRAW[0]]);
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
fn a_button_is_its_wearers() {
    let game = play(wearing("Action: Draw a card.", &[]), &["P1 pass", DRAW[1]]);
    assert_eq!(verdict(&game, "P2 use button1 ? 1"), "no-such-text");
}

#[test]
fn a_button_that_is_taken_off_has_no_effect_until_a_text_puts_it_on_again() {
    let cards =
        ["strip rock 1/3; Tide; Immediate: Your opponent takes off a button.", "dress rock 1/3; Tide; Immediate: Put a button back on."];
    let game = play(wearing("Play: Friendly cards have +2 Defense.", &cards), &["P1 pass", DRAW[1], "P2 use hand x/strip 1"]);
    assert_eq!(verdict(&game, "P1 put-on 1"), "unfinished");
    let game = play(game, &["P1 take-off 1", "P2 move hand > P2.discard x/strip", DRAW[0]]);
    assert_eq!(defense(&game), 9);
    assert_eq!(verdict(&game, "P1 put-on 1"), "nothing-to-do");
    let game = play(game, &["P1 use hand x/dress 1", "P1 put-on 1"]);
    assert_eq!(defense(&game), 11);
}
