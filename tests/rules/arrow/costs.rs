//! Special Terms: Cancel, Charge Counter, Cost and Power; Rulings, ConCardia Arrow 7.

use super::prelude::*;

#[test]
pub(super) fn cancel_leaves_the_costs_paid_and_the_action_used() {
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
pub(super) fn charge_counters_pay_in_place_of_cards_one_for_one_and_mixed() {
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
pub(super) fn charge_counters_do_not_answer_a_discard_that_an_opponents_effect_asks_for() {
    let cards = [
        "battery rock 1/3; Device; Action: Put 2 charge counters on this card.",
        "thief rock 1/3; Tide; Immediate: Your opponent discards a card.",
    ];
    let game = play(holding(&cards), &["P1 use c2 x/battery 1", DRAW[1], "P2 use hand x/thief 1"]);
    assert_eq!(verdict(&game, "P1 spend c2 x/battery"), "unfinished");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/w"), "ok");
}

#[test]
pub(super) fn counters_may_be_taken_off() {
    let cards = ["cell rock 1/3; Device; Action: Put 3 charge counters on this card. Take a charge counter off this card."];
    let game = play(holding(&cards), &["P1 use c2 x/cell 1"]);
    assert_eq!(game.board().get("c2".parse().unwrap()).unwrap().counters, 2);
}

#[test]
pub(super) fn a_cost_must_be_paid_and_nothing_more() {
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
pub(super) fn a_cost_may_be_overpaid_if_the_card_says_so_and_counts_as_power() {
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
pub(super) fn x_is_chosen_on_activation() {
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
pub(super) fn a_cancelled_ability_does_nothing_at_all() {
    let cards = [
        "relay rock 1/3; Device; Action: Put a charge counter on this card. Take another action.",
        "veto rock 1/3; Tide; Hand Reaction: When your opponent activates an Action, cancel it.",
    ];
    let game = play(holding(&cards), &["P1 use c2 x/relay 1"]);
    // Nobody has to cancel it; to go on is to let it happen.
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "ok");
    let game = play(game, &["P2 use hand x/veto 1", "P2 move hand > P2.discard x/veto"]);
    assert_eq!(game.board().get("c2".parse().unwrap()).unwrap().counters, 0);
    // It was the action of the turn all the same.
    assert_eq!(verdict(&game, DRAW[1]), "ok");
    assert_eq!(verdict(&game, "P1 place b2 x/w"), "second-action");
}

#[test]
pub(super) fn counters_lie_on_a_card_until_they_are_spent() {
    let cards =
        ["battery rock 1/3; Device; Action: Put 2 charge counters on this card.", "flood rock 1/3; Tide; Immediate (Cost 1): Draw a card."];
    let counters = |game: &Arrow| game.board().get("c2".parse().unwrap()).unwrap().counters;
    let game = play(holding(&cards), &["P1 use c2 x/battery 1"]);
    assert_eq!(counters(&game), 2);
    let game = play(game, &[DRAW[1], "P2 use hand x/flood 1"]);
    // They pay for their owner alone.
    assert_eq!(verdict(&game, "P2 spend c2 x/battery"), "unfinished");
    let game = play(game, &["P2 move hand > P2.discard x/w", DRAW[1], "P2 move hand > P2.discard x/flood", DRAW[0]]);
    assert_eq!(counters(&play(game, &["P1 use hand x/flood 1", "P1 spend c2 x/battery"])), 1);
}

#[test]
pub(super) fn charge_counters_pay_costs_alone() {
    let cards = [
        "battery rock 1/3; Device; Action: Put 2 charge counters on this card. Discard a card.",
        "pump rock 1/3; Device; Reaction (Cost 1): Draw a card.",
    ];
    let game = play(holding(&cards), &["P1 use c2 x/battery 1"]);
    assert_eq!(verdict(&game, "P1 spend c2 x/battery"), "unfinished");
    let game = play(play(play(game, &["P1 move hand > P1.discard x/w"]), &REST), &["P1 place b2 x/pump"]);
    // Of a reaction, too.
    assert_eq!(verdict(&play(game, &["P1 use b2 x/pump 1", "P1 spend c2 x/battery"]), DRAW[0]), "ok");
}

#[test]
pub(super) fn a_cost_of_four_takes_four_cards_and_counters_together() {
    let cards =
        ["battery rock 1/3; Device; Action: Put 2 charge counters on this card.", "four rock 1/3; Tide; Immediate (Cost 4): Draw a card."];
    let game = play(play(holding(&cards), &["P1 use c2 x/battery 1"]), &REST);
    let [counter, discard] = ["P1 spend c2 x/battery", "P1 move hand > P1.discard x/w"];
    for paid in [[discard; 4], [counter, discard, discard, discard], [counter, counter, discard, discard]] {
        let mut game = play(game.clone(), &["P1 use hand x/four 1"]);
        for pay in paid {
            assert_eq!(verdict(&game, DRAW[0]), "unfinished", "{paid:?}");
            game = play(game, &[pay]);
        }
        assert_eq!(verdict(&game, discard), "unfinished", "{paid:?}");
        assert_eq!(verdict(&game, DRAW[0]), "ok", "{paid:?}");
    }
}

#[test]
pub(super) fn a_card_does_not_pay_for_itself_to_be_discarded() {
    let (mut three, mut walls) = (design("three rock 1/3; Tide; Immediate (Cost 3): Draw a card."), design("w rock 1/9"));
    (three.copies, walls.copies) = (1, 20);
    let rich = Deck::new("x".parse().unwrap(), "X".into(), vec![three.clone(), walls.clone()]).unwrap();
    walls.copies = 3;
    let poor = Deck::new("x".parse().unwrap(), "X".into(), vec![three, walls]).unwrap();
    let open = ["P1 place c3 x/w", "P2 place d4 x/w", "P1 throw P1"];
    let game = play(play(Arrow::new(Setup::new([&rich, &rich]).unwrap()).unwrap(), &open), &[DRAW[0], "P1 use hand x/three 1"]);
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/three"), "cannot-hold");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/w"), "ok");
    // Three cards are in the hand, and the card itself is one of them.
    let game = play(Arrow::new(Setup::new([&poor, &rich]).unwrap()).unwrap(), &open);
    assert_eq!(verdict(&game, "P1 use hand x/three 1"), "cannot-pay");
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/three"), "unfounded");
}

#[test]
pub(super) fn power_is_what_is_paid_and_the_card_of_an_immediate() {
    let text = "(Cost 1 or more): If the Power is 2 or more, draw a card.";
    for (x, drawn) in [(1, false), (2, true)] {
        let game = play(holding(&[&format!("drum rock 1/3; Device; Action {text}")]), &[&format!("P1 use c2 x/drum 1 x={x}")]);
        let game = play(game, &vec!["P1 move hand > P1.discard x/w"; x]);
        assert_eq!(draws(&game).is_none(), drawn, "{x}");
    }
    let game = play(with(&[&format!("cake rock 1/3; Tide; Immediate {text}")]), &["P1 use hand x/cake 1 x=1"]);
    assert_eq!(verdict(&play(game, &["P1 move hand > P1.discard x/w"]), "P1 move hand > P1.discard x/cake"), "unfinished");
}

#[test]
pub(super) fn the_card_of_a_reaction_adds_no_power() {
    let cheer = "cheer rock 1/3; Tide; Hand Reaction (Cost 1): When an opposing card is played, if the Power is 2 or more, draw a card.";
    let game = play(with(&[cheer]), &["P1 pass", DRAW[1], "P2 place e5 x/w", "P1 use hand x/cheer 1", "P1 move hand > P1.discard x/w"]);
    assert_eq!(verdict(&game, "P1 move hand > P1.discard x/cheer"), "ok");
}
