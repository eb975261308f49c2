//! Turn Sequence, and what is placed where; Rulings, ConCardia Arrow 9.

use super::prelude::*;

#[test]
pub(super) fn the_active_player_draws_first() {
    let game = play(dealt(PLAIN), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 place c4 x/r"), "not-drawn");
    assert_eq!(verdict(&game, "P1 pass"), "not-drawn");
    let game = play(game, &["P1 move P1.deck > hand ?"]);
    assert_eq!(game.side(seat("P1")).hand.count(), 7);
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "drawn-already");
}

#[test]
pub(super) fn one_action_a_turn_in_turn() {
    let game = begun(PLAIN);
    assert_eq!(verdict(&game, "P2 place c4 x/r"), "out-of-turn");
    let game = play(game, &["P1 place c2 x/w"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(verdict(&game, "P1 place b2 x/r"), "second-action");
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "second-action");
}

#[test]
pub(super) fn a_card_touches_another_orthogonally_or_diagonally() {
    let game = begun(PLAIN);
    for touching in ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "e5", "e4"] {
        assert_eq!(verdict(&game, &format!("P1 place {touching} x/r")), "ok", "{touching}");
    }
    for apart in ["a1", "f6", "a3", "c1", "f4"] {
        assert_eq!(verdict(&game, &format!("P1 place {apart} x/r")), "not-touching", "{apart}");
    }
}

#[test]
pub(super) fn a_space_holds_one_card() {
    assert_eq!(verdict(&begun(PLAIN), "P1 place d4 x/r"), "occupied");
}

#[test]
pub(super) fn cards_lie_face_up_with_their_tops_away_from_their_owner() {
    let game = begun(PLAIN);
    assert_eq!(verdict(&game, "P1 place c4 x/r turned"), "wrong-way-round");
    assert_eq!(verdict(&game, "P1 place c4 x/r sideways"), "sideways");
    assert_eq!(verdict(&game, "P1 place c4 ? face-down"), "face-down");
    assert_eq!(verdict(&game, "P1 place c4 ?"), "unread");
}

#[test]
pub(super) fn a_card_comes_from_the_own_deck() {
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
pub(super) fn an_empty_deck_is_no_loss_and_nothing_is_drawn() {
    let mut seven = design("w rock 1/9");
    seven.copies = 7;
    let seven = Deck::new("x".parse().unwrap(), "X".into(), vec![seven]).unwrap();
    let game = Arrow::new(Setup::new([&seven, &deck(PLAIN)]).unwrap()).unwrap();
    let game = play(game, &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "drawn-already");
    assert_eq!(verdict(&game, "P1 place c2 x/w"), "ok");
}

#[test]
pub(super) fn the_grid_has_six_by_six_spaces() {
    assert_eq!(Cell::all().count(), 36);
    let mut game = begun(PLAIN);
    for (south, north) in [("b2", "e5"), ("a1", "f6")] {
        game = play(game, &[&format!("P1 place {south} x/w"), DRAW[1], &format!("P2 place {north} x/w"), DRAW[0]]);
    }
    for beyond in ["g6", "f7", "a0"] {
        assert!(format!("place {beyond} x/w").parse::<Move>().is_err(), "{beyond}");
    }
    // Nothing is beyond the corner.
    assert_eq!(
        game.board().open().filter(|cell| cell.is_beside("f6".parse().unwrap())).map(|cell| cell.to_string()).collect::<Vec<_>>(),
        ["f5", "e6"]
    );
}

#[test]
pub(super) fn one_card_is_drawn_from_the_own_deck() {
    let game = play(dealt(PLAIN), &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 move P2.deck > hand ?"), "not-drawn");
    assert_eq!(verdict(&game, "P2 move P2.deck > hand ?"), "out-of-turn");
    let game = play(game, &[DRAW[0]]);
    assert_eq!((game.side(seat("P1")).deck, game.side(seat("P2")).deck), (32, 33));
    assert_eq!(verdict(&game, "P1 move P2.deck > hand ?"), "not-yours");
}

#[test]
pub(super) fn every_kind_of_action_is_the_one_of_the_turn() {
    let cards = ["well rock 1/3; Device; Persistent.; Action: Draw a card.", "gift rock 1/3; Tide; Immediate: Draw a card."];
    let lying = play(holding(&cards), &["P1 move hand > P1.persistent x/well", DRAW[1], "P2 place e5 x/w", DRAW[0]]);
    let kinds: [&[&str]; 6] = [
        &["P1 place b2 x/w"],
        &["P1 use hand x/gift 1", DRAW[0], "P1 move hand > P1.discard x/gift"],
        &["P1 use c2 x/well 2", DRAW[0]],
        &["P1 use P1.persistent x/well 2", DRAW[0]],
        &["P1 pass"],
        &["P1 move hand > P1.persistent x/well"],
    ];
    for acts in kinds {
        let from = if acts == kinds[5] { holding(&cards) } else { lying.clone() };
        let game = play(from, acts);
        assert_eq!(draws(&game), Some(seat("P2")), "{acts:?}");
        for second in ["P1 place b1 x/w", "P1 move hand > P1.persistent x/well"] {
            assert_eq!(verdict(&game, second), "second-action", "{acts:?}");
        }
        for second in ["P1 use c2 x/well 2", "P1 use hand x/gift 1", "P1 pass"] {
            assert_eq!(verdict(&game, second), "not-drawn", "{acts:?}");
        }
    }
}
