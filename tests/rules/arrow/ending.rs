//! The end of the game; Rulings, ConCardia Arrow 6.

use super::prelude::*;

#[test]
pub(super) fn a_player_may_pass_and_two_passes_in_a_row_end_the_game() {
    let game = play(begun(PLAIN), &["P1 pass", "P2 move P2.deck > hand ?", "P2 place e5 x/w", "P1 move P1.deck > hand ?", "P1 pass"]);
    assert!(!game.is_over());
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 pass"]);
    // Nobody has a point, and P2 has more cards in play.
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P2")) });
    assert_eq!(verdict(&game, "P1 pass"), "after-end");
}

#[test]
pub(super) fn who_declines_another_action_has_not_passed() {
    let game = holding(&["relay rock 1/3; Device; Action: Put a charge counter on this card. Take another action."]);
    let game = play(game, &["P1 use c2 x/relay 1", "P1 pass", DRAW[1], "P2 pass"]);
    assert!(!game.is_over());
    assert!(play(game, &[DRAW[0], "P1 pass"]).is_over());
}

#[test]
pub(super) fn most_points_win_whatever_lies_on_the_board() {
    let game = play(dealt(&["a rock 9/9 all", "v scissors 1/1", "w rock 1/99"]), &["P1 place c3 x/a", "P2 place d4 x/v", DRAW[1]]);
    let game = play(game, &["P2 place e5 x/w", "P1 move d4 > P1.victory x/v", DRAW[0], "P1 pass", DRAW[1], "P2 place e4 x/w"]);
    let game = play(game, &[DRAW[0], "P1 pass", DRAW[1], "P2 pass"]);
    assert_eq!(board(&game), ["c3 P1 a", "e4 P2 w", "e5 P2 w"]);
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P1")) });
}

#[test]
pub(super) fn a_tie_in_points_and_cards_is_a_draw() {
    let game = play(begun(PLAIN), &["P1 pass", "P2 move P2.deck > hand ?", "P2 pass"]);
    assert_eq!(*game.phase(), Phase::Over { winner: None });
}

#[test]
pub(super) fn a_tie_in_points_goes_to_most_cards_on_the_board_with_its_persistent_areas() {
    let game = with(&["lamp rock 1/3; Device; Persistent."]);
    let game = play(game, &["P1 move hand > P1.persistent x/lamp", DRAW[1], "P2 pass", DRAW[0], "P1 pass"]);
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P1")) });
}

/// P1's prey, on c3 alone, is taken by a rock after P1 has passed in so many turns.
fn hunted(turns: usize, texts: &[&str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9", "prey scissors 1/2", "r rock 9/9 all"].into_iter().chain(texts.iter().copied()).collect();
    let mut game = play(dealt(&lines), &["P1 place c3 x/prey", "P2 place d4 x/w"]);
    let quiet = ["e5", "e4", "f5", "f4"].map(|cell| format!("P2 place {cell} x/w"));
    for (turn, place) in (1..=turns).zip(&quiet) {
        game = play(game, &[DRAW[0], "P1 pass", DRAW[1], if turn < turns { place } else { "P2 place c4 x/r" }]);
    }
    play(game, &["P2 move c3 > P2.victory x/prey"])
}

#[test]
pub(super) fn who_has_no_card_on_the_board_after_the_third_turn_loses() {
    // The first three turns are safe: the loss comes with the end of the third.
    let game = hunted(2, &[]);
    assert_eq!((game.side(seat("P1")).turns, game.on_the_board(seat("P1"))), (2, 0));
    let game = play(game, &[DRAW[0]]);
    assert!(!game.is_over());
    let lost = Phase::Over { winner: Some(seat("P2")) };
    assert_eq!(*play(game.clone(), &["P1 pass"]).phase(), lost);
    assert!(!play(game, &["P1 place b3 x/w"]).is_over());
    assert_eq!(*hunted(3, &[]).phase(), lost);
}

#[test]
pub(super) fn a_card_in_the_persistent_area_is_one_on_the_board() {
    let game = play(hunted(2, &["lamp rock 1/3; Device; Persistent."]), &[DRAW[0], "P1 move hand > P1.persistent x/lamp"]);
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
pub(super) fn the_loss_of_the_last_card_comes_before_anybody_reacts() {
    let heir = ["heir rock 1/3; Person; Hand Reaction: When a friendly card is captured, you may play this card."];
    assert_eq!(verdict(&hunted(2, &heir), "P1 use hand x/heir 1"), "ok");
    assert_eq!(verdict(&hunted(3, &heir), "P1 use hand x/heir 1"), "after-end");
}

#[test]
pub(super) fn the_loss_of_the_last_card_comes_at_any_time_even_within_an_ability() {
    let bow = "bow paper 1/3; Tide; Action: Return each friendly card to its owner's hand. Play a Rock card from your hand.";
    let returned = |turns: usize| {
        let mut game = play(dealt(&["w rock 1/9", bow]), &["P1 place c3 x/bow", "P2 place d4 x/w"]);
        for place in &["P2 place e5 x/w", "P2 place e4 x/w", "P2 place f5 x/w", "P2 place f4 x/w"][..turns] {
            game = play(game, &[DRAW[1], place, DRAW[0], "P1 pass"]);
        }
        play(game, &[DRAW[1], "P2 place f6 x/w", DRAW[0], "P1 use c3 x/bow 1", "P1 move c3 > hand x/bow"])
    };
    assert_eq!(verdict(&returned(2), "P1 place c3 x/w"), "ok");
    assert_eq!(*returned(3).phase(), Phase::Over { winner: Some(seat("P2")) });
}

#[test]
pub(super) fn every_card_is_known_as_its_owners_to_the_end() {
    let lines = ["a rock 9/9 all", "v scissors 1/1", "w rock 1/99", "axe rock 1/9; Device; Immediate: Remove an opposing card."];
    let game = play(dealt(&lines), &["P1 place c3 x/a", "P2 place d4 x/v", DRAW[1], "P2 place e5 x/w", "P1 move d4 > P1.victory x/v"]);
    let game = play(game, &[DRAW[0], "P1 use hand x/axe 1", "P1 move e5 > P2.discard x/w", "P1 move hand > P1.discard x/axe"]);
    let game = play(game, &[DRAW[1], "P2 pass", DRAW[0], "P1 pass"]);
    assert!(game.is_over());
    for owner in [Seat::P1, Seat::P2] {
        let side = game.side(owner);
        let won = [Seat::P1, Seat::P2].map(|seat| game.side(seat).victory.iter().filter(|won| won.owner == owner).count());
        let found = usize::from(side.deck + side.hand.count()) + side.discard.len() + game.on_the_board(owner) + won[0] + won[1];
        assert_eq!(found, 40, "{owner}");
    }
    assert_eq!(game.side(Seat::P1).victory[0].owner, Seat::P2);
}
