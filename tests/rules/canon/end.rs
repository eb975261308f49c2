use super::prelude::*;

/// Ten cards are dealt, two are left.
fn short(words: &str) -> Canon {
    small_game(2, &[6, 6], words)
}

#[test]
fn when_the_draw_pile_is_empty_each_has_one_more_move_the_drawer_last() {
    let game = play(short(""), &["P1 draw", "P2 draw"]);
    assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P1"), seat("P2")] });
    assert_eq!(verdict(&game, "P1 draw"), "draw-empty");
    assert_eq!(says(&game, "P1 draw"), "the draw pile is empty");
    let game = play(game, &["P1 play centre1 x/a"]);
    assert_eq!(verdict(&game, "P1 play centre1 x/a"), "second-move");
    let game = play(game, &["P2 discard x/a"]);
    assert!(game.is_over() && game.to_act().is_empty());
}

#[test]
fn the_last_move_may_be_any_of_the_others() {
    let game = play(short(""), &["P1 play centre1 x/a", "P2 draw", "P1 draw"]);
    let game = play(game, &["P2 take centre1 x/a", "P1 pass"]);
    assert!(game.is_over());
}

#[test]
fn with_play_only_the_last_move_is_a_card_from_the_hand() {
    let game = play(short("final_move=play_only"), &["P1 play centre1 x/a", "P2 draw", "P1 draw"]);
    assert_eq!(verdict(&game, "P2 take centre1 x/a"), "final-play-only");
    for text in ["P2 play centre1 x/a", "P2 play P2.canon1 x/b", "P2 discard x/b", "P2 pass"] {
        assert_eq!(verdict(&game, text), "ok", "{text}");
    }
    let drawing = play(small_game(2, &[30], "end=first_empty_hand final_move=play_only"), &["P1 discard x/a"]);
    assert_eq!(verdict(&drawing, "P2 draw"), "ok");
    let plays = ["P2 pass", "P1 discard x/a"].repeat(4);
    let drawing = play(drawing, &plays);
    assert_eq!(verdict(&drawing, "P2 draw"), "final-play-only");
}

#[test]
fn after_the_end_hands_go_to_the_discard_pile_without_penalty() {
    let game = play(short(""), &["P1 draw", "P2 draw", "P1 play P1.canon1 x/a", "P2 play centre1 x/a"]);
    let scores = game.scores();
    assert_eq!(totals(&game), [1, 0]);
    for text in ["P1 draw", "P1 pass", "P2 play centre1 x/a", "P1 take centre1 x/a"] {
        assert_eq!(verdict(&game, text), "after-end", "{text}");
    }
    let game = play(game, &["P2 discard x/b", "P1 discard x/b", "P1 discard x/b"]);
    assert_eq!(game.scores(), scores);
    assert!(game.is_over());
    assert_eq!(says(&game, "P1 draw"), "the game is over: P1 can only lay the rest of the hand on the discard pile");
}
