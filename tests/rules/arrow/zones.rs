//! The zones: Persistent Area, Discard Pile, Hand, Deck and Victory Pile.

use super::prelude::*;
use kibitzer::referee::{Input, Referee, Ruling, Weights};
use kibitzer::table::{Fact, Glimpse, Visit};

#[test]
pub(super) fn two_persistent_cards_of_one_name_cannot_lie_in_one_area() {
    let game = begun(&["w rock 1/9", "lamp rock 1/3; Device; Persistent."]);
    let game = play(game, &["P1 move hand > P1.persistent x/lamp", DRAW[1]]);
    // The other player has an area of their own.
    assert_eq!(verdict(&game, "P2 move hand > P2.persistent x/lamp"), "ok");
    assert_eq!(verdict(&game, "P2 move hand > P1.persistent x/lamp"), "not-yours");
    let game = play(game, &["P2 pass", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 move hand > P1.persistent x/lamp"), "same-name-there");
    assert_eq!(verdict(&game, "P1 place c2 x/lamp"), "ok");
}

#[test]
pub(super) fn new_cards_go_on_top_of_the_discard_pile_and_come_back_from_there() {
    let cards = ["w rock 1/9", "dig rock 1/3; Tide; Immediate (Cost 2): Take the top card of your Discard Pile into your hand."];
    let game = play(begun(&cards), &["P1 use hand x/dig 1", "P1 move hand > P1.discard x/w", "P1 move hand > P1.discard x/dig"]);
    assert_eq!(verdict(&game, "P1 move P1.discard > hand x/w"), "unfinished");
    let game = play(game, &["P1 move P1.discard > hand x/dig", "P1 move hand > P1.discard x/dig"]);
    assert_eq!(game.side(seat("P1")).discard.len(), 2);
}

#[test]
pub(super) fn there_is_no_hand_limit() {
    let mut game = begun(&["w rock 1/9", "well rock 1/3; Device; Immediate: Draw 3 cards."]);
    for _ in 0..2 {
        game = play(game, &["P1 use hand x/well 1", DRAW[0], DRAW[0], DRAW[0], "P1 move hand > P1.discard x/well", DRAW[1]]);
        let free = game.board().open().next().unwrap();
        game = play(game, &[&format!("P2 place {free} x/w"), DRAW[0]]);
    }
    // Each time three come, the card itself goes and one is drawn.
    assert_eq!(game.side(seat("P1")).hand.count(), 7 + 2 * 3);
}

#[test]
pub(super) fn a_captured_card_is_worth_a_point_or_what_it_says() {
    let cards = ["w rock 1/9", "r rock 9/9 all", "prize scissors 1/1; Beast; Play: This card is worth 2 more points."];
    let game =
        play(dealt(&cards), &["P1 place c3 x/r", "P2 place d4 x/prize", DRAW[1], "P2 place e5 x/w", "P1 move d4 > P1.victory x/prize"]);
    assert_eq!(game.points(seat("P1")), 3);
    let sheet = game.scores();
    assert_eq!((sheet.seats[0].total, sheet.seats[1].total, sheet.seats[0].rank), (3, 0, 1));
}

#[test]
pub(super) fn what_a_table_never_says_is_refused() {
    let game = begun(PLAIN);
    for (act, code) in [
        ("P1 move c3 > b2 x/w", "unfounded"),
        ("P1 move d4 > P1.victory x/w", "wrong-capture"),
        ("P1 move P2.deck > hand ?", "not-yours"),
        ("P1 move hand > P1.discard x/r", "unfounded"),
        ("P1 move d4 > P1.victory x/r", "not-there"),
        ("P3 pass", "not-seated"),
        ("P1 done", "nothing-to-do"),
        ("P1 answer 1", "nothing-to-do"),
        ("P1 use c3 x/w 1", "no-such-text"),
    ] {
        assert_eq!(verdict(&game, act), code, "{act}");
    }
}

#[test]
pub(super) fn the_play_area_is_common_and_every_other_zone_a_players_own() {
    let cards = ["lamp rock 1/3; Device; Persistent.", "one rock 1/3; Tide; Immediate (Cost 1): Draw a card."];
    let game = with(&cards);
    // Beside the other player's card alone.
    assert_eq!(verdict(&game, "P1 place e5 x/w"), "ok");
    assert_eq!(verdict(&game, "P1 move hand > P2.persistent x/lamp"), "not-yours");
    let game = play(game, &["P1 use hand x/one 1"]);
    assert_eq!(verdict(&game, "P1 move hand > P2.discard x/w"), "unfinished");
    assert_eq!(verdict(&game, "P2 move hand > P2.discard x/w"), "unfinished");
    let game = play(game, &["P1 move hand > P1.discard x/w"]);
    assert_eq!(verdict(&game, "P1 move P2.deck > hand ?"), "unfinished");
    assert_eq!(verdict(&game, DRAW[0]), "ok");
}

#[test]
pub(super) fn discarded_cards_are_not_played_and_have_no_effect() {
    let cards = ["flag rock 1/3; Device; Play: Friendly cards have +1 Defense.", "well rock 1/3; Device; Action: Draw a card."];
    let game = happen(with(&cards), &["P1 move hand > P1.discard x/well", "P1 move hand > P1.discard x/flag"]);
    assert_eq!(defense(&game, "c3"), 9);
    assert_eq!(verdict(&game, "P1 use P1.discard x/well 1"), "wrong-zone");
    assert_eq!(verdict(&game, "P1 move P1.discard > c2 x/flag"), "unfounded");
    assert_eq!(verdict(&game, "P1 move P1.discard > hand x/flag"), "unfounded");
}

#[test]
pub(super) fn what_is_played_for_its_ability_or_removed_goes_to_the_discard_pile_and_what_is_captured_does_not() {
    let cards = [
        "axe rock 1/3; Tide; Immediate: Remove an opposing card.",
        "veto rock 1/3; Tide; Hand Reaction: When an opposing card is removed, draw a card.",
    ];
    let game = play(with(&cards), &["P1 place b2 x/w", DRAW[1], "P2 place e5 x/w", DRAW[0], "P1 use hand x/axe 1"]);
    assert_eq!(verdict(&game, "P1 move d4 > P1.victory x/w"), "wrong-capture");
    let game = play(game, &["P1 move d4 > P2.discard x/w", "P1 use hand x/veto 1", DRAW[0], "P1 move hand > P1.discard x/veto"]);
    let game = play(game, &["P1 move hand > P1.discard x/axe"]);
    assert_eq!((game.side(seat("P1")).discard.len(), game.side(seat("P2")).discard.len()), (2, 1));
}

#[test]
pub(super) fn a_deck_is_shuffled_and_lies_face_down() {
    let game = with(&["r rock 2/3"]);
    let down = kibitzer::table::Pile::Squared { card: None, face: kibitzer::cards::Face::Down };
    for owner in [Seat::P1, Seat::P2] {
        assert_eq!(game.expected().zones[&Zone::Deck(owner)], down);
    }
    // Whatever is drawn next may be any card.
    let game = play(game, &["P1 place c2 x/w"]);
    for drawn in ["w", "r"] {
        assert_eq!(verdict(&game, &format!("P2 move P2.deck > hand x/{drawn}")), "ok");
    }
}

#[test]
pub(super) fn any_card_of_the_hand_may_be_played_and_no_other() {
    let (mut one, mut walls) = (design("one rock 1/1"), design("w rock 1/9"));
    (one.copies, walls.copies) = (1, 6);
    let seven = Deck::new("x".parse().unwrap(), "X".into(), vec![one, walls]).unwrap();
    let game = Arrow::new(Setup::new([&seven, &seven]).unwrap()).unwrap();
    let game = play(game, &["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"]);
    assert_eq!(verdict(&game, "P1 place c2 x/one"), "ok");
    let game = play(game, &["P1 place c2 x/one", "P2 pass"]);
    assert_eq!(verdict(&game, "P1 place b2 x/one"), "cannot-hold");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
pub(super) fn what_went_to_a_pile_before_its_top_stays_unread_and_is_not_taken_for_the_top() {
    let cards = ["flood rock 1/3; Tide; Immediate (Cost 2): Draw a card.", "other paper 1/3"];
    let game = play(with(&cards), &["P1 use hand x/flood 1"]);
    let after = play(game.clone(), &["P1 move hand > P1.discard x/other", "P1 move hand > P1.discard x/w"]);
    let zone = "P1.discard".parse().unwrap();
    let visits =
        [1000, 3000].map(Stamp::from_ms).map(|at| Visit { seat: seat("P1"), neighbour: None, zone, from: at, to: at, deepest: true });
    let stamp = Stamp::from_ms(4000);
    let glimpse = Glimpse { zone, card: card("x/other"), stamp, faint: false };
    for (glimpses, lower) in [(Vec::new(), "P1 move hand > P1.discard ?"), (vec![glimpse], "P1 move hand > P1.discard x/other")] {
        let fact = Fact::Settled { stamp, frame: 40, layout: after.laid_out(), visits: visits.clone().into(), glimpses };
        let mut referee = Referee::new(game.clone(), Weights::default());
        let rulings = referee.hear(Input::Seen(fact), stamp, Some(40)).rulings;
        let acts: Vec<String> = rulings
            .iter()
            .flat_map(|ruling| match ruling {
                Ruling::Accepted { act, .. } => vec![act.clone()],
                // Asked, it is the likeliest.
                Ruling::Undecided { choices } => choices[0].acts.clone(),
                other => panic!("{other:?}"),
            })
            .map(|act| format!("{} {}", act.seat, act.action))
            .collect();
        assert_eq!(acts, [lower, "P1 move hand > P1.discard x/w"]);
    }
}
