//! Turn Sequence, and what is placed where; Rulings, ConCardia Arrow 6 and 9.

use super::prelude::*;

#[test]
fn the_active_player_draws_first() {
    let game = play(dealt(PLAIN), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 place c4 x/r"), "not-drawn");
    assert_eq!(verdict(&game, "P1 pass"), "not-drawn");
    let game = play(game, &["P1 move P1.deck > hand ?"]);
    assert_eq!(game.side(seat("P1")).hand.count(), 7);
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "drawn-already");
}

#[test]
fn one_action_a_turn_in_turn() {
    let game = begun(PLAIN);
    assert_eq!(verdict(&game, "P2 place c4 x/r"), "out-of-turn");
    let game = play(game, &["P1 place c2 x/w"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(verdict(&game, "P1 place b2 x/r"), "second-action");
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "second-action");
}

#[test]
fn a_card_touches_another_orthogonally_or_diagonally() {
    let game = begun(PLAIN);
    for touching in ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "e5", "e4"] {
        assert_eq!(verdict(&game, &format!("P1 place {touching} x/r")), "ok", "{touching}");
    }
    for apart in ["a1", "f6", "a3", "c1", "f4"] {
        assert_eq!(verdict(&game, &format!("P1 place {apart} x/r")), "not-touching", "{apart}");
    }
}

#[test]
fn a_space_holds_one_card() {
    assert_eq!(verdict(&begun(PLAIN), "P1 place d4 x/r"), "occupied");
}

#[test]
fn cards_lie_face_up_with_their_tops_away_from_their_owner() {
    let game = begun(PLAIN);
    assert_eq!(verdict(&game, "P1 place c4 x/r turned"), "wrong-way-round");
    assert_eq!(verdict(&game, "P1 place c4 x/r sideways"), "sideways");
    assert_eq!(verdict(&game, "P1 place c4 ? face-down"), "face-down");
    assert_eq!(verdict(&game, "P1 place c4 ?"), "unread");
}

#[test]
fn a_card_comes_from_the_own_deck() {
    let game = begun(PLAIN);
    assert_eq!(verdict(&game, "P1 place c4 y/other"), "foreign-card");
    let (mut one, mut nine) = (design("one rock 1/1 N"), design("w rock 1/9"));
    (one.copies, nine.copies) = (1, 20);
    let with_one = Deck::new("x".parse().unwrap(), "X".into(), vec![one, nine]).unwrap();
    let game = Arrow::new(Setup::new([&with_one, &deck(PLAIN)]).unwrap()).unwrap();
    let game = play(game, &["P1 place c3 x/one"]);
    assert_eq!(says(&game, "P2 place d4 x/one"), "P2 cannot hold one: the deck has none");
    let game = play(game, &["P2 place d4 x/w", "P1 move P1.deck > hand ?"]);
    assert_eq!(says(&game, "P1 place c4 x/one"), "P1 cannot hold one: every copy lies elsewhere");
}

#[test]
fn a_player_may_pass_and_two_passes_in_a_row_end_the_game() {
    let game = play(begun(PLAIN), &["P1 pass", "P2 move P2.deck > hand ?", "P2 place e5 x/w", "P1 move P1.deck > hand ?", "P1 pass"]);
    assert!(!game.is_over());
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 pass"]);
    // Nobody has a point, and P2 has more cards in play.
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P2")) });
    assert_eq!(verdict(&game, "P1 pass"), "after-end");
}

#[test]
fn a_tie_in_points_and_cards_is_a_draw() {
    let game = play(begun(PLAIN), &["P1 pass", "P2 move P2.deck > hand ?", "P2 pass"]);
    assert_eq!(*game.phase(), Phase::Over { winner: None });
}

#[test]
fn an_empty_deck_is_no_loss_and_nothing_is_drawn() {
    let mut seven = design("w rock 1/9");
    seven.copies = 7;
    let seven = Deck::new("x".parse().unwrap(), "X".into(), vec![seven]).unwrap();
    let game = Arrow::new(Setup::new([&seven, &deck(PLAIN)]).unwrap()).unwrap();
    let game = play(game, &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "drawn-already");
    assert_eq!(verdict(&game, "P1 place c2 x/w"), "ok");
}

#[test]
fn who_has_no_card_on_the_board_after_the_third_turn_loses() {
    // Papers take P1's only card, a rock; the first three turns are safe.
    let game = play(dealt(PLAIN), &["P1 place c3 x/r", "P2 place d4 x/p", "P1 move P1.deck > hand ?", "P1 pass"]);
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 place c4 x/p", "P2 move c3 > P2.victory x/r"]);
    let turn = ["P1 move P1.deck > hand ?", "P1 pass", "P2 move P2.deck > hand ?", "P2 place"];
    assert_eq!(game.side(seat("P1")).turns, 1);
    let game = play(game, &[turn[0], turn[1], turn[2], "P2 place e5 x/w", turn[0]]);
    assert!(!game.is_over());
    let game = play(game, &["P1 pass"]);
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P2")) });
}
