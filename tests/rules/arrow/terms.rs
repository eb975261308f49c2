//! Special Terms but for costs and reactions, each by name, and Repeating an Action.

use super::prelude::*;

fn goes(game: &Arrow, acts: &[&str]) -> Vec<String> {
    board(&play(game.clone(), acts))
}

#[test]
pub(super) fn activate_what_responds_to_it_happens_even_if_it_is_cancelled() {
    let cards = [
        "well rock 1/3; Device; Action: Draw 2 cards.",
        "veto rock 1/3; Tide; Hand Reaction: When your opponent activates an Action, cancel it.",
        "echo rock 1/3; Tide; Play Reaction: When you activate an Action, draw a card.",
    ];
    let game = play(holding(&cards), &["P1 place b2 x/echo"]);
    let game =
        play(play(game, &REST), &["P1 use c2 x/well 1", "P2 use hand x/veto 1", "P2 move hand > P2.discard x/veto", "P1 use b2 x/echo 1"]);
    // The Action is cancelled and draws nothing; what answered its activation does.
    let game = play(game, &[DRAW[0]]);
    assert_eq!(verdict(&game, DRAW[1]), "ok");
}

#[test]
pub(super) fn adjacent_is_next_to_it_orthogonally_or_diagonally() {
    let game = holding(&["aura rock 1/3; Device; Play: Adjacent cards have +1 Defense."]);
    let game = play(game, &["P1 place b1 x/w", DRAW[1], "P2 place e5 x/w"]);
    let values = Values::of(&game);
    let defense = ["c3", "b1", "d4", "e5"].map(|cell| values.get(cell.parse().unwrap()).unwrap().defense);
    assert_eq!(defense, [10, 10, 9, 9]);
}

#[test]
pub(super) fn the_board_is_the_play_area_and_the_persistent_areas() {
    let cards = ["sweep rock 1/3; Tide; Action: Remove a card on the Board.", "lamp rock 1/3; Device; Persistent."];
    let game = play(holding(&cards), &["P1 use c2 x/sweep 1"]);
    assert_eq!(verdict(&game, "P2 move d4 > P2.discard x/w"), "ok");
    let with_lamp = play(play(holding(&cards), &["P1 move hand > P1.persistent x/lamp"]), &REST);
    let game = play(with_lamp, &["P1 use c2 x/sweep 1"]);
    assert_eq!(verdict(&game, "P1 move P1.persistent > P1.discard x/lamp"), "ok");
}

#[test]
pub(super) fn jump_goes_over_a_card_to_the_free_space_behind_it() {
    let game = play(holding(&["frog rock 1/3; Beast; Action: Make this card jump."]), &["P1 use c2 x/frog 1"]);
    let to: Vec<String> = game.legal_moves(seat("P1")).iter().map(ToString::to_string).collect();
    // Over its own wall on c3; no other card is beside it.
    assert_eq!(to, ["move c2 > c4 x/frog"]);
    assert_eq!(verdict(&game, "P1 move c2 > b2 x/frog"), "unfinished");
}

#[test]
pub(super) fn move_goes_where_the_text_says() {
    let game = play(
        holding(&["boat rock 1/3; Device; Action: Move a friendly card to an empty space adjacent to this card."]),
        &["P1 use c2 x/boat 1"],
    );
    assert_eq!(verdict(&game, "P1 move c3 > b1 x/w"), "ok");
    assert_eq!(verdict(&game, "P1 move c3 > a1 x/w"), "unfinished");
    assert_eq!(verdict(&game, "P2 move d4 > b1 x/w"), "unfinished");
}

#[test]
pub(super) fn play_takes_a_card_from_the_hand_to_a_space_beside_a_card() {
    let game = play(holding(&["herald rock 1/3; Person; Action: Play a Person card from your hand."]), &["P1 use c2 x/herald 1"]);
    assert_eq!(verdict(&game, "P1 place b2 x/herald"), "ok");
    assert_eq!(verdict(&game, "P1 place a6 x/herald"), "unfinished");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "cannot-hold");
}

#[test]
pub(super) fn remove_goes_to_its_owners_discard_pile() {
    let game = play(holding(&["axe rock 1/3; Device; Action: Remove an opposing card."]), &["P1 use c2 x/axe 1"]);
    assert_eq!(verdict(&game, "P1 move c3 > P1.discard x/w"), "unfinished");
    let game = play(game, &["P2 move d4 > P2.discard x/w"]);
    assert_eq!((game.side(seat("P2")).discard.len(), game.points(seat("P1"))), (1, 0));
}

#[test]
pub(super) fn remove_leaves_the_persistent_area_alone_unless_it_says_so() {
    let cards = ["axe rock 1/3; Device; Action: Remove a friendly Device card.", "lamp rock 1/3; Device; Persistent."];
    let game = play(play(holding(&cards), &["P1 move hand > P1.persistent x/lamp"]), &REST);
    let game = play(game, &["P1 use c2 x/axe 1"]);
    assert_eq!(verdict(&game, "P1 move P1.persistent > P1.discard x/lamp"), "unfinished");
    assert_eq!(verdict(&game, "P1 move c2 > P1.discard x/axe"), "ok");
}

#[test]
pub(super) fn cards_are_the_same_by_name_and_set() {
    let game =
        holding(&["twin rock 1/3; Person; Play: Other cards that are the same as this card have +2 Defense.", "other rock 1/3; Person"]);
    let game = play(game, &["P1 place b2 x/twin", DRAW[1], "P2 pass", DRAW[0], "P1 place d2 x/other"]);
    let values = Values::of(&game);
    let defense = ["c2", "b2", "d2"].map(|cell| values.get(cell.parse().unwrap()).unwrap().defense);
    assert_eq!(defense, [5, 5, 3]);
}

#[test]
pub(super) fn slide_goes_one_space_unless_it_says_otherwise() {
    let one = play(holding(&["fox rock 1/3; Beast; Action: Slide this card."]), &["P1 use c2 x/fox 1"]);
    for (to, said) in [("b1", "ok"), ("d3", "ok"), ("c3", "unfinished"), ("a1", "unfinished")] {
        assert_eq!(verdict(&one, &format!("P1 move c2 > {to} x/fox")), said, "{to}");
    }
    let two = play(holding(&["fox rock 1/3; Beast; Action: Slide this card 2 spaces."]), &["P1 use c2 x/fox 1"]);
    assert_eq!(verdict(&two, "P1 move c2 > a1 x/fox"), "ok");
    assert_eq!(goes(&two, &["P1 move c2 > e2 x/fox"]), ["e2 P1 fox", "c3 P1 w", "d4 P2 w"]);
}

#[test]
pub(super) fn superior_by_a_text_captures_what_its_sign_would_not() {
    let cards = ["hero rock 9/3 NE; Person; Play: This card is superior to Rock cards.", "v rock 1/3 all"];
    let game = play(with(&cards), &["P1 pass", DRAW[1], "P2 place d3 x/v", DRAW[0], "P1 place c2 x/hero"]);
    assert_eq!(verdict(&game, "P1 move d3 > P1.victory x/v"), "ok");
    // The other cards keep what they can do.
    let others = ["hero scissors 1/3; Person; Play: This card is superior to Rock cards.", "v rock 9/3 all"];
    let game = play(with(&others), &["P1 pass", DRAW[1], "P2 place d3 x/v", DRAW[0], "P1 place c2 x/hero"]);
    assert_eq!(verdict(&game, "P2 move c2 > P2.victory x/hero"), "ok");
}

#[test]
pub(super) fn two_cards_superior_to_each_other_capture_each_other() {
    let duel = ["hero rock 9/3 all; Person; Play: This card is superior to Rock cards.", "w2 rock 1/9"];
    let game = play(with(&duel), &["P1 place c2 x/hero", DRAW[1], "P2 place d3 x/hero"]);
    assert_eq!(verdict(&game, "P1 move d3 > P1.victory x/hero"), "ok");
    assert_eq!(verdict(&game, "P2 move c2 > P2.victory x/hero"), "ok");
}

#[test]
pub(super) fn another_action_follows_but_not_the_same_one() {
    let cards = ["relay rock 1/3; Device; Action: Put a charge counter on this card. Take another action."];
    let game = play(holding(&cards), &["P1 use c2 x/relay 1"]);
    assert_eq!(verdict(&game, "P1 use c2 x/relay 1"), "repeated-action");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
    // In the next turn it may be performed again.
    let game = play(play(game, &["P1 place b2 x/w"]), &REST);
    assert_eq!(verdict(&game, "P1 use c2 x/relay 1"), "ok");
}

#[test]
pub(super) fn an_action_that_another_card_activates_is_not_performed_normally() {
    let cards = [
        "puppet rock 1/3; Person; Action: Activate an Action of another friendly card. Take another action.",
        "relay rock 1/3; Device; Action: Put a charge counter on this card. Take another action.",
    ];
    let game = play(play(holding(&cards), &["P1 place b2 x/relay"]), &REST);
    let game = play(game, &["P1 use b2 x/relay 1", "P1 use c2 x/puppet 1", "P1 use b2 x/relay 1"]);
    assert_eq!(game.board().get("b2".parse().unwrap()).unwrap().counters, 2);
    assert_eq!(verdict(&game, "P1 use c2 x/puppet 1"), "repeated-action");
}

#[test]
pub(super) fn an_ability_is_activated_as_soon_as_it_is_declared() {
    let cards = [
        "well rock 1/3; Device; Action: Draw 2 cards.",
        "spy rock 1/3; Tide; Hand Reaction: When your opponent activates an ability, draw a card.",
    ];
    let game = holding(&cards);
    assert_eq!(verdict(&game, "P2 use hand x/spy 1"), "nothing-to-react-to");
    let game = play(game, &["P1 use c2 x/well 1"]);
    assert_eq!(verdict(&game, "P2 use hand x/spy 1"), "ok");
    // Once it is carried out, it is too late.
    assert_eq!(verdict(&play(game, &[DRAW[0]]), "P2 use hand x/spy 1"), "nothing-to-react-to");
}

#[test]
pub(super) fn jump_goes_any_of_eight_ways_over_anybodys_card() {
    let game = holding(&["frog rock 1/3; Beast; Action: Make this card jump."]);
    let game = play(game, &["P1 use c2 x/frog 1", "P1 move c2 > c4 x/frog", DRAW[1], "P2 place c5 x/w", DRAW[0], "P1 use c4 x/frog 1"]);
    let to: Vec<String> = game.legal_moves(seat("P1")).iter().map(ToString::to_string).collect();
    // Over its own wall, the other player's on d4 and the one on c5; nowhere else is a card between.
    assert_eq!(to, ["move c4 > c2 x/frog", "move c4 > e4 x/frog", "move c4 > c6 x/frog"]);
    let game = play(holding(&["frog rock 1/3; Beast; Action: Make this card jump."]), &["P1 place b2 x/frog", DRAW[1], "P2 pass", DRAW[0]]);
    let game = play(game, &["P1 use b2 x/frog 1"]);
    // Over c3 in a slant there lies d4; the other way round nothing is on a1.
    assert_eq!(verdict(&game, "P1 move b2 > d4 x/frog"), "unfinished");
    assert_eq!(verdict(&game, "P1 move b2 > d2 x/frog"), "ok");
    let game = play(holding(&["frog rock 1/3; Beast; Action: Make this card jump."]), &["P1 place d2 x/frog", DRAW[1], "P2 pass", DRAW[0]]);
    assert_eq!(verdict(&play(game, &["P1 use d2 x/frog 1"]), "P1 move d2 > b4 x/frog"), "ok");
}

#[test]
pub(super) fn a_moved_card_is_the_same_card_on_a_new_space() {
    let cards = ["boat rock 1/3; Device; Action: Put a charge counter on this card. Move a card to an empty space."];
    let game = play(holding(&cards), &["P1 use c2 x/boat 1"]);
    assert_eq!(verdict(&game, "P1 move c2 > c3 x/boat"), "unfinished");
    assert_eq!(verdict(&game, "P1 move c2 > c2 x/boat"), "unfinished");
    let game = play(game, &["P1 move c2 > f1 x/boat"]);
    assert_eq!(board(&game), ["f1 P1 boat", "c3 P1 w", "d4 P2 w"]);
    assert_eq!(game.board().get("f1".parse().unwrap()).unwrap().counters, 1);
}

#[test]
pub(super) fn move_takes_cards_in_play_alone() {
    let cards = ["boat rock 1/3; Device; Action: Move a friendly Lamp card to an empty space.", "lamp rock 1/3; Lamp; Persistent."];
    let game = play(play(holding(&cards), &["P1 move hand > P1.persistent x/lamp"]), &REST);
    let game = play(play(game, &["P1 place b2 x/lamp"]), &REST);
    let game = play(game, &["P1 use c2 x/boat 1"]);
    assert_eq!(verdict(&game, "P1 move P1.persistent > a1 x/lamp"), "unfinished");
    assert_eq!(verdict(&game, "P1 move hand > a1 x/lamp"), "unfinished");
    assert_eq!(verdict(&game, "P1 move b2 > a1 x/lamp"), "ok");
}

#[test]
pub(super) fn remove_takes_from_the_persistent_area_when_it_says_so() {
    let cards = ["broom rock 1/3; Tool; Action: Remove an opposing card in a Persistent Area.", "lamp rock 1/3; Device; Persistent."];
    let game = play(holding(&cards), &["P1 place b2 x/w", DRAW[1], "P2 move hand > P2.persistent x/lamp", DRAW[0], "P1 use c2 x/broom 1"]);
    assert_eq!(verdict(&game, "P2 move d4 > P2.discard x/w"), "unfinished");
    let game = play(game, &["P1 move P2.persistent > P2.discard x/lamp"]);
    assert_eq!((game.side(seat("P2")).persistent.len(), game.side(seat("P2")).discard.len()), (0, 1));
}

#[test]
pub(super) fn cards_of_one_name_from_two_sets_are_not_the_same() {
    let twin = design("twin rock 1/3; Person; Play: Other cards that are the same as this card have +2 Defense.");
    let [mut reprint, mut namesake] = [twin.clone(), twin.clone()];
    (reprint.card, namesake.card) = (card("x/reprint"), card("x/namesake"));
    namesake.face.set = "Another".into();
    let deck = Deck::new("x".parse().unwrap(), "X".into(), vec![design("w rock 1/9"), twin, reprint, namesake]).unwrap();
    let game = Arrow::new(Setup::new([&deck, &deck]).unwrap()).unwrap();
    let game = play(game, &["P1 place c3 x/twin", "P2 place d4 x/w", DRAW[0], "P1 place c2 x/reprint", DRAW[1], "P2 pass", DRAW[0]]);
    let game = play(game, &["P1 place b2 x/namesake"]);
    assert_eq!(["c3", "c2", "b2"].map(|cell| defense(&game, cell)), [5, 5, 3]);
}

#[test]
pub(super) fn a_superior_card_takes_part_with_others_and_is_no_safer_itself() {
    let cards = ["hero rock 2/3 all; Person; Play: This card is superior to all cards.", "p paper 2/9 all", "v rock 1/4"];
    let game = play(with(&cards), &["P1 place c2 x/hero", DRAW[1], "P2 place d3 x/v", DRAW[0]]);
    // Neither would take it alone, and the hero still falls to paper.
    assert_eq!(draws(&play(game.clone(), &["P1 place b3 x/w"])), Some(seat("P2")));
    assert_eq!(verdict(&play(game.clone(), &["P1 place e3 x/p"]), "P1 move d3 > P1.victory x/v"), "ok");
    let game = play(game, &["P1 place b3 x/w", DRAW[1], "P2 place d2 x/p", DRAW[0], "P1 place a2 x/w", DRAW[1]]);
    assert_eq!(verdict(&play(game, &["P2 place d1 x/p"]), "P2 move c2 > P2.victory x/hero"), "ok");
}

#[test]
pub(super) fn a_slide_is_a_move() {
    let cards = ["fox rock 1/3; Beast; Action: Slide this card.", "spy rock 1/3; Person; Play Reaction: When a card moves, draw a card."];
    let game = play(play(holding(&cards), &["P1 place b2 x/spy"]), &REST);
    let game = play(game, &["P1 use c2 x/fox 1", "P1 move c2 > c1 x/fox"]);
    assert_eq!(verdict(&game, "P1 use b2 x/spy 1"), "ok");
    let stuck = ["fox rock 1/3; Beast; Action: Slide this card.", "glue rock 1/3; Gear; Play: Friendly Beast cards cannot be moved."];
    let game = play(play(holding(&stuck), &["P1 place b2 x/glue"]), &REST);
    assert_eq!(draws(&play(game, &["P1 use c2 x/fox 1"])), Some(seat("P2")));
}
