use super::prelude::*;

#[test]
fn ten_cards_removed_at_random_leave_fewer_to_draw() {
    assert_eq!(game(2, "remove_random=10").draw_count(), 88);
}

#[test]
fn until_the_first_empty_hand_then_one_more_move_each() {
    let mut game = small_game(2, &[30], "end=first_empty_hand");
    for _ in 0..4 {
        game = play(game, &["P1 discard x/a", "P2 pass"]);
    }
    game = play(game, &["P1 discard x/a"]);
    assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P2"), seat("P1")] });
    assert_eq!(verdict(&game, "P2 draw"), "ok");
    assert!(play(game, &["P2 draw", "P1 take discard x/a"]).is_over());
}

#[test]
fn an_empty_draw_pile_does_not_end_a_game_to_the_first_empty_hand() {
    let game = play(small_game(2, &[6, 6], "end=first_empty_hand"), &["P1 draw", "P2 draw"]);
    assert_eq!(*game.phase(), Phase::Playing { turn: seat("P1") });
    assert_eq!(verdict(&game, "P1 draw"), "draw-empty");
}

#[test]
fn until_one_holds_cards_who_makes_one_final_move() {
    let mut game = small_game(3, &[40], "end=last_holder");
    for _ in 0..5 {
        game = play(game, &["P1 discard x/a", "P2 pass", "P3 discard x/a"]);
    }
    assert_eq!(*game.phase(), Phase::Final { to_move: vec![seat("P2")] });
    assert_eq!(verdict(&game, "P1 take discard x/a"), "out-of-turn");
    assert!(play(game, &["P2 play centre1 x/a"]).is_over());
}

#[test]
fn a_player_without_cards_goes_on_until_only_one_holds_any() {
    let mut game = small_game(3, &[40], "end=last_holder");
    for _ in 0..5 {
        game = play(game, &["P1 discard x/a", "P2 pass", "P3 pass"]);
    }
    assert_eq!((hand(&game, "P1"), game.to_act()), (0, vec![seat("P1")]));
    play(game, &["P1 take discard x/a", "P2 pass"]);
}
