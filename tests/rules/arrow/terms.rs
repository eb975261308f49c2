//! Special Terms, each by name, and Repeating an Action; Rulings, ConCardia Arrow 5, 7 and 8.

use super::prelude::*;
use kibitzer::games::arrow::{MOST_REACTIONS, Values};

const DRAW: [&str; 2] = ["P1 move P1.deck > hand ?", "P2 move P2.deck > hand ?"];
/// What P2 does without a change to the table.
const REST: [&str; 3] = [DRAW[1], "P2 pass", DRAW[0]];

fn with(cards: &[&'static str]) -> Arrow {
    let lines: Vec<&str> = ["w rock 1/9"].into_iter().chain(cards.iter().copied()).collect();
    begun(&lines)
}

/// A game in which P1 has the first of these cards on c2 and is to act.
fn holding(cards: &[&'static str]) -> Arrow {
    let name = cards[0].split(' ').next().unwrap();
    play(play(with(cards), &[&format!("P1 place c2 x/{name}")]), &REST)
}

fn goes(game: &Arrow, acts: &[&str]) -> Vec<String> {
    board(&play(game.clone(), acts))
}

#[test]
fn activate_what_responds_to_it_happens_even_if_it_is_cancelled() {
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
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
fn adjacent_is_next_to_it_orthogonally_or_diagonally() {
    let game = holding(&["aura rock 1/3; Device; Play: Adjacent cards have +1 Defense."]);
    let game = play(game, &["P1 place b1 x/w", DRAW[1], "P2 place e5 x/w"]);
    let values = Values::of(&game);
    let defense = ["c3", "b1", "d4", "e5"].map(|cell| values.get(cell.parse().unwrap()).unwrap().defense);
    assert_eq!(defense, [10, 10, 9, 9]);
}

#[test]
fn the_board_is_the_play_area_and_the_persistent_areas() {
    let cards = ["sweep rock 1/3; Tide; Action: Remove a card on the Board.", "lamp rock 1/3; Device; Persistent."];
    let game = play(holding(&cards), &["P1 use c2 x/sweep 1"]);
    assert_eq!(verdict(&game, "P2 move d4 > P2.discard x/w"), "ok");
    let with_lamp = play(play(holding(&cards), &["P1 move hand > P1.persistent x/lamp"]), &REST);
    let game = play(with_lamp, &["P1 use c2 x/sweep 1"]);
    assert_eq!(verdict(&game, "P1 move P1.persistent > P1.discard x/lamp"), "ok");
}

#[test]
fn cancel_leaves_the_costs_paid_and_the_action_used() {
    let cards = [
        "flood rock 1/3; Tide; Immediate (Cost 1): Draw 2 cards.",
        "veto rock 1/3; Tide; Hand Reaction: When your opponent activates an Immediate, cancel it.",
    ];
    let game = play(
        with(&cards),
        &["P1 use hand x/flood 1", "P1 move hand > P1.discard x/w", "P2 use hand x/veto 1", "P2 move hand > P2.discard x/veto"],
    );
    assert_eq!(verdict(&game, DRAW[0]), "unfinished");
    let game = play(game, &["P1 move hand > P1.discard x/flood"]);
    assert_eq!((draws(&game), game.side(seat("P1")).discard.len()), (Some(seat("P2")), 2));
}

#[test]
fn charge_counters_pay_in_place_of_cards_one_for_one_and_mixed() {
    let cards =
        ["battery rock 1/3; Device; Action: Put 2 charge counters on this card.", "flood rock 1/3; Tide; Immediate (Cost 2): Draw a card."];
    let game = play(play(holding(&cards), &["P1 use c2 x/battery 1"]), &REST);
    let game = play(game, &["P1 use hand x/flood 1"]);
    for paid in [["P1 spend c2 x/battery", "P1 spend c2 x/battery"], ["P1 spend c2 x/battery", "P1 move hand > P1.discard x/w"]] {
        let game = play(play(game.clone(), &paid), &[DRAW[0], "P1 move hand > P1.discard x/flood"]);
        assert_eq!(draws(&game), Some(seat("P2")), "{paid:?}");
    }
}

#[test]
fn charge_counters_do_not_answer_a_discard_that_an_opponents_effect_asks_for() {
    let cards = [
        "battery rock 1/3; Device; Action: Put 2 charge counters on this card.",
        "thief rock 1/3; Tide; Immediate: Your opponent discards a card.",
    ];
    let game = play(holding(&cards), &["P1 use c2 x/battery 1", DRAW[1], "P2 use hand x/thief 1"]);
    assert_eq!(verdict(&game, "P1 spend c2 x/battery"), "unfinished");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/w"), "ok");
}

#[test]
fn counters_may_be_taken_off() {
    let cards = ["cell rock 1/3; Device; Action: Put 3 charge counters on this card. Take a charge counter off this card."];
    let game = play(holding(&cards), &["P1 use c2 x/cell 1"]);
    assert_eq!(game.board().get("c2".parse().unwrap()).unwrap().counters, 2);
}

#[test]
fn a_cost_must_be_paid_and_nothing_more() {
    let cards = ["four rock 1/3; Tide; Immediate (Cost 7): Draw a card.", "one rock 1/3; Tide; Immediate (Cost 1): Draw a card."];
    let game = with(&cards);
    // Seven cards are in the hand, and one of them is the card itself.
    assert_eq!(says(&game, "P1 use hand x/four 1"), "P1 cannot pay 7 for four: 6 cards and charge counters are there");
    assert_eq!(verdict(&game, "P1 use hand x/one 1 x=2"), "wrong-payment");
    let game = play(game, &["P1 use hand x/one 1"]);
    assert_eq!(verdict(&game, DRAW[0]), "unfinished");
    let game = play(game, &["P1 move hand > P1.discard x/w"]);
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/w"), "unfinished");
}

#[test]
fn a_cost_may_be_overpaid_if_the_card_says_so_and_counts_as_power() {
    let cards = ["more rock 1/3; Tide; Immediate (Cost 1 or more): If the Power is 3 or more, draw 2 cards."];
    for (paid, drawn) in [(1, false), (2, true)] {
        let discards = vec!["P1 move hand > P1.discard x/w"; paid];
        let game = play(with(&cards), &[&format!("P1 use hand x/more 1 x={paid}")]);
        // Power is what was paid and the card itself.
        assert_eq!(verdict(&play(game, &discards), DRAW[0]) == "ok", drawn, "{paid}");
    }
    assert_eq!(verdict(&with(&cards), "P1 use hand x/more 1 x=0"), "wrong-payment");
}

#[test]
fn x_is_chosen_on_activation() {
    let game = with(&["tide rock 1/3; Tide; Immediate (Cost X): Draw X cards."]);
    assert_eq!(verdict(&game, "P1 use hand x/tide 1"), "no-x");
    assert_eq!(verdict(&game, "P1 use hand x/tide 1 x=7"), "cannot-pay");
    let game =
        play(game, &["P1 use hand x/tide 1 x=2", "P1 move hand > P1.discard x/w", "P1 move hand > P1.discard x/w", DRAW[0], DRAW[0]]);
    assert_eq!(verdict(&game, DRAW[0]), "unfinished");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/tide"), "ok");
    // X may be nothing.
    assert_eq!(
        verdict(
            &play(with(&["tide rock 1/3; Tide; Immediate (Cost X): Draw X cards."]), &["P1 use hand x/tide 1 x=0"]),
            "P1 move hand > P1.discard x/tide"
        ),
        "ok"
    );
}

#[test]
fn jump_goes_over_a_card_to_the_free_space_behind_it() {
    let game = play(holding(&["frog rock 1/3; Beast; Action: Make this card jump."]), &["P1 use c2 x/frog 1"]);
    let to: Vec<String> = game.legal_moves(seat("P1")).iter().map(ToString::to_string).collect();
    // Over its own wall on c3; no other card is beside it.
    assert_eq!(to, ["move c2 > c4 x/frog"]);
    assert_eq!(verdict(&game, "P1 move c2 > b2 x/frog"), "unfinished");
}

#[test]
fn move_goes_where_the_text_says() {
    let game = play(
        holding(&["boat rock 1/3; Device; Action: Move a friendly card to an empty space adjacent to this card."]),
        &["P1 use c2 x/boat 1"],
    );
    assert_eq!(verdict(&game, "P1 move c3 > b1 x/w"), "ok");
    assert_eq!(verdict(&game, "P1 move c3 > a1 x/w"), "unfinished");
    assert_eq!(verdict(&game, "P2 move d4 > b1 x/w"), "unfinished");
}

#[test]
fn play_takes_a_card_from_the_hand_to_a_space_beside_a_card() {
    let game = play(holding(&["herald rock 1/3; Person; Action: Play a Person card from your hand."]), &["P1 use c2 x/herald 1"]);
    assert_eq!(verdict(&game, "P1 place b2 x/herald"), "ok");
    assert_eq!(verdict(&game, "P1 place a6 x/herald"), "unfinished");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "cannot-hold");
}

#[test]
fn remove_goes_to_its_owners_discard_pile() {
    let game = play(holding(&["axe rock 1/3; Device; Action: Remove an opposing card."]), &["P1 use c2 x/axe 1"]);
    assert_eq!(verdict(&game, "P1 move c3 > P1.discard x/w"), "unfinished");
    let game = play(game, &["P2 move d4 > P2.discard x/w"]);
    assert_eq!((game.side(seat("P2")).discard.len(), game.points(seat("P1"))), (1, 0));
}

#[test]
fn remove_leaves_the_persistent_area_alone_unless_it_says_so() {
    let cards = ["axe rock 1/3; Device; Action: Remove a friendly Device card.", "lamp rock 1/3; Device; Persistent."];
    let game = play(play(holding(&cards), &["P1 move hand > P1.persistent x/lamp"]), &REST);
    let game = play(game, &["P1 use c2 x/axe 1"]);
    assert_eq!(verdict(&game, "P1 move P1.persistent > P1.discard x/lamp"), "unfinished");
    assert_eq!(verdict(&game, "P1 move c2 > P1.discard x/axe"), "ok");
}

#[test]
fn a_reaction_is_used_once_per_event() {
    let spy = "spy rock 1/3; Person; Reaction: When an opposing card is played, draw a card.";
    let game = play(holding(&[spy]), &["P1 place b2 x/spy", DRAW[1], "P2 place e5 x/w", "P1 use c2 x/spy 1", DRAW[0]]);
    assert_eq!(verdict(&game, "P1 use c2 x/spy 1"), "reacted-already");
    // The other one has not answered it yet.
    assert_eq!(verdict(&game, "P1 use b2 x/spy 1"), "ok");
}

#[test]
fn a_reaction_without_an_event_may_be_used_again_and_again() {
    let game = holding(&["pump rock 1/3; Device; Reaction (Cost 1): Draw a card."]);
    let once = ["P1 use c2 x/pump 1", "P1 move hand > P1.discard x/w", DRAW[0]];
    let game = play(play(game, &once), &once);
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
fn reactions_without_end_are_stopped() {
    let mut game = holding(&["loop rock 1/3; Device; Reaction: Put a charge counter on this card."]);
    for _ in 0..MOST_REACTIONS {
        game = play(game, &["P1 use c2 x/loop 1"]);
    }
    assert_eq!(verdict(&game, "P1 use c2 x/loop 1"), "reaction-loop");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
}

#[test]
fn cards_are_the_same_by_name_and_set() {
    let game =
        holding(&["twin rock 1/3; Person; Play: Other cards that are the same as this card have +2 Defense.", "other rock 1/3; Person"]);
    let game = play(game, &["P1 place b2 x/twin", DRAW[1], "P2 pass", DRAW[0], "P1 place d2 x/other"]);
    let values = Values::of(&game);
    let defense = ["c2", "b2", "d2"].map(|cell| values.get(cell.parse().unwrap()).unwrap().defense);
    assert_eq!(defense, [5, 5, 3]);
}

#[test]
fn slide_goes_one_space_unless_it_says_otherwise() {
    let one = play(holding(&["fox rock 1/3; Beast; Action: Slide this card."]), &["P1 use c2 x/fox 1"]);
    for (to, said) in [("b1", "ok"), ("d3", "ok"), ("c3", "unfinished"), ("a1", "unfinished")] {
        assert_eq!(verdict(&one, &format!("P1 move c2 > {to} x/fox")), said, "{to}");
    }
    let two = play(holding(&["fox rock 1/3; Beast; Action: Slide this card 2 spaces."]), &["P1 use c2 x/fox 1"]);
    assert_eq!(verdict(&two, "P1 move c2 > a1 x/fox"), "ok");
    assert_eq!(goes(&two, &["P1 move c2 > e2 x/fox"]), ["e2 P1 fox", "c3 P1 w", "d4 P2 w"]);
}

#[test]
fn superior_by_a_text_captures_what_its_sign_would_not() {
    let cards = ["hero rock 9/3 NE; Person; Play: This card is superior to Rock cards.", "v rock 1/3 all"];
    let game = play(with(&cards), &["P1 pass", DRAW[1], "P2 place d3 x/v", DRAW[0], "P1 place c2 x/hero"]);
    assert_eq!(verdict(&game, "P1 move d3 > P1.victory x/v"), "ok");
    // The other cards keep what they can do.
    let others = ["hero scissors 1/3; Person; Play: This card is superior to Rock cards.", "v rock 9/3 all"];
    let game = play(with(&others), &["P1 pass", DRAW[1], "P2 place d3 x/v", DRAW[0], "P1 place c2 x/hero"]);
    assert_eq!(verdict(&game, "P2 move c2 > P2.victory x/hero"), "ok");
}

#[test]
fn two_cards_superior_to_each_other_capture_each_other() {
    let duel = ["hero rock 9/3 all; Person; Play: This card is superior to Rock cards.", "w2 rock 1/9"];
    let game = play(with(&duel), &["P1 place c2 x/hero", DRAW[1], "P2 place d3 x/hero"]);
    assert_eq!(verdict(&game, "P1 move d3 > P1.victory x/hero"), "ok");
    assert_eq!(verdict(&game, "P2 move c2 > P2.victory x/hero"), "ok");
}

#[test]
fn another_action_follows_but_not_the_same_one() {
    let cards = ["relay rock 1/3; Device; Action: Put a charge counter on this card. Take another action."];
    let game = play(holding(&cards), &["P1 use c2 x/relay 1"]);
    assert_eq!(verdict(&game, "P1 use c2 x/relay 1"), "repeated-action");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
    // In the next turn it may be performed again.
    let game = play(play(game, &["P1 place b2 x/w"]), &REST);
    assert_eq!(verdict(&game, "P1 use c2 x/relay 1"), "ok");
}

#[test]
fn an_action_that_another_card_activates_is_not_performed_normally() {
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
fn what_lies_outside_the_table_is_asked_of_the_operator_once_per_use() {
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
