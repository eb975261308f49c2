//! Capturing: the introduction, Card Attributes and Special Rules for Capturing; Rulings, ConCardia Arrow 3 and 4.

use super::prelude::*;
use kibitzer::games::arrow::{Board, Piece};

/// P1 lays a rock beside P2's scissors.
fn attack(attacker: &str, victim: &str) -> Arrow {
    let deck = [attacker, victim, "w rock 1/9"];
    let name = |line: &str| line.split(' ').next().unwrap().to_owned();
    let game = play(dealt(&deck), &["P1 place c3 x/w", &format!("P2 place d4 x/{}", name(victim))]);
    let game = if *game.phase() == Phase::Throw { play(game, &["P1 throw P1"]) } else { game };
    let game = match draws(&game) {
        Some(first) if first == seat("P2") => play(game, &["P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?"]),
        _ => play(game, &["P1 move P1.deck > hand ?"]),
    };
    play(game, &[&format!("P1 place d3 x/{}", name(attacker))])
}

fn is_due(game: &Arrow) -> bool {
    verdict(game, "P1 move d4 > P1.victory x/v") == "ok"
}

#[test]
pub(super) fn strength_must_reach_the_defense() {
    assert!(is_due(&attack("a rock 3/3 N", "v scissors 1/3")));
    assert!(!is_due(&attack("a rock 2/3 N", "v scissors 1/3")));
    assert!(is_due(&attack("a rock 4/3 N", "v scissors 1/3")));
}

#[test]
pub(super) fn the_attacker_must_be_superior() {
    assert!(!is_due(&attack("a rock 9/9 N", "v rock 1/3")));
    assert!(!is_due(&attack("a rock 9/9 N", "v paper 1/3")));
    assert!(is_due(&attack("a paper 9/9 N", "v rock 1/3")));
    assert!(is_due(&attack("a scissors 9/9 N", "v paper 1/3")));
}

#[test]
pub(super) fn an_arrow_must_point_at_the_card() {
    for wrong in ["NE", "E", "SE", "S", "SW", "W", "NW", "none"] {
        assert!(!is_due(&attack(&format!("a rock 9/9 {wrong}"), "v scissors 1/3")), "{wrong}");
    }
}

#[test]
pub(super) fn arrows_point_as_the_card_lies_for_its_owner() {
    // North's card lies the other way round: its own `N` points South.
    let game = dealt(&["a rock 9/9 N", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/v", "P2 place d4 x/w", "P1 move P1.deck > hand ?", "P1 pass", "P2 move P2.deck > hand ?"]);
    assert_eq!(verdict(&play(game.clone(), &["P2 place c4 x/a"]), "P2 move c3 > P2.victory x/v"), "ok");
    assert_eq!(draws(&play(game, &["P2 place c2 x/a"])), Some(seat("P1")));
}

#[test]
pub(super) fn arrows_reach_neighbours_alone() {
    let game = dealt(&["a rock 9/9 NE", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/w", "P2 place d4 x/v", "P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?"]);
    assert_eq!(draws(&play(game, &["P1 place b2 x/a"])), Some(seat("P2")));
}

#[test]
pub(super) fn strengths_add_up() {
    let game = attack("a rock 2/9 N W", "v scissors 1/4");
    assert_eq!(draws(&game), Some(seat("P2")));
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?", "P1 place e4 x/a"]);
    assert!(is_due(&game));
}

#[test]
pub(super) fn own_cards_capture_nothing_of_ones_own() {
    let game = dealt(&["a rock 9/9 all", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/v", "P2 place d4 x/w", "P1 move P1.deck > hand ?", "P1 place c2 x/a"]);
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
pub(super) fn without_defense_a_superior_arrow_is_still_needed() {
    assert!(is_due(&attack("a rock 0/3 N", "v scissors 1/0")));
    assert!(is_due(&attack("a rock 0/3 N", "v scissors 1/-2")));
    assert!(!is_due(&attack("a rock 5/3 S", "v scissors 1/0")));
    assert!(!is_due(&attack("a rock 5/3 N", "v paper 1/0")));
}

#[test]
pub(super) fn all_captures_happen_at_once_on_both_sides() {
    // Each of the two rocks and scissors is beaten by what beats it, though one of them takes part in the other's capture.
    let deck = ["r rock 9/3 all", "s scissors 9/3 all", "p paper 9/3 all", "w rock 1/99"];
    let game =
        play(dealt(&deck), &["P1 place c3 x/w", "P2 place d4 x/s", "P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?"]);
    let game = play(game, &["P1 place e5 x/w", "P2 move P2.deck > hand ?", "P2 place c5 x/w", "P1 move P1.deck > hand ?", "P1 pass"]);
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 place e4 x/p", "P1 move P1.deck > hand ?"]);
    let game = play(game, &["P1 place d3 x/r"]);
    // The rock beats the scissors, the paper beats the rock.
    let cells: Vec<String> = game.would_be_captured().iter().map(Cell::to_string).collect();
    assert_eq!(cells, ["d3", "d4"]);
    let game = play(game, &["P1 move d4 > P1.victory x/s", "P2 move d3 > P2.victory x/r"]);
    assert_eq!((game.points(seat("P1")), game.points(seat("P2"))), (1, 1));
}

#[test]
pub(super) fn captured_cards_leave_before_play_goes_on() {
    let game = attack("a rock 3/3 N", "v scissors 1/3");
    assert_eq!(verdict(&game, "P2 move P2.deck > hand ?"), "missed-capture");
    assert_eq!(says(&game, "P2 move P2.deck > hand ?"), "v on d4 is captured: it must go to P1's Victory Pile first");
    let game = play(game, &["P1 move d4 > P1.victory x/v"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(game.points(seat("P1")), 1);
}

#[test]
pub(super) fn what_is_not_captured_stays() {
    let game = attack("a rock 2/3 N", "v scissors 1/3");
    assert_eq!(says(&game, "P1 move d4 > P1.victory x/v"), "v on d4 is not captured: 2 Strength bears on its Defense of 3");
    let aside = attack("a rock 2/3 S", "v scissors 1/3");
    assert_eq!(says(&aside, "P1 move d4 > P1.victory x/v"), "v on d4 is not captured: no superior arrow points at it");
}

#[test]
pub(super) fn captured_cards_go_to_the_capturers_victory_pile() {
    let game = attack("a rock 3/3 N", "v scissors 1/3");
    assert_eq!(verdict(&game, "P2 move d4 > P2.victory x/v"), "wrong-pile");
    assert_eq!(verdict(&game, "P2 move d4 > P2.discard x/v"), "wrong-pile");
    // Whoever's hand carries it there.
    assert_eq!(verdict(&game, "P2 move d4 > P1.victory x/v"), "ok");
}

#[test]
pub(super) fn five_points_end_the_game_in_the_clean_up_step() {
    let deck = ["a rock 9/9 all", "v scissors 1/1", "w rock 1/99"];
    let game = play(dealt(&deck), &["P1 place c3 x/a", "P2 place d4 x/v"]);
    let mut game = play(game, &["P2 move P2.deck > hand ?", "P2 place e5 x/w", "P1 move d4 > P1.victory x/v"]);
    for points in 1..5 {
        assert_eq!(game.points(seat("P1")), points);
        assert!(!game.is_over());
        game = play(game, &["P1 move P1.deck > hand ?", "P1 pass", "P2 move P2.deck > hand ?", "P2 place d4 x/v"]);
        game = play(game, &["P1 move d4 > P1.victory x/v"]);
    }
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P1")) });
    assert_eq!(game.points(seat("P1")), 5);
}

/// These cards, without texts, and no others: each with its space, its owner and the number of its design.
fn falling(lines: &[&str], cards: &[(&str, Seat, usize)]) -> Vec<String> {
    let piece = |((cell, owner, design), id): (&(&str, Seat, usize), u16)| -> (Cell, Piece) {
        (cell.parse().unwrap(), serde_json::from_value(serde_json::json!({ "design": design, "owner": owner, "id": id })).unwrap())
    };
    let mut game = dealt(lines);
    game.set_board(Board::from(cards.iter().zip(1..).map(piece).collect::<std::collections::BTreeMap<_, _>>()));
    game.would_be_captured().iter().map(Cell::to_string).collect()
}

const AROUND: [&str; 8] = ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"];

#[test]
pub(super) fn an_arrow_points_in_any_of_eight_directions() {
    let c3: Cell = "c3".parse().unwrap();
    for way in Direction::ALL {
        let mut cards = vec![("c3", Seat::P1, 0)];
        cards.extend(AROUND.map(|cell| (cell, Seat::P2, 1)));
        assert_eq!(falling(&[&format!("a rock 3/9 {way}"), "v scissors 1/3"], &cards), [c3.towards(way).unwrap().to_string()]);
    }
}

#[test]
pub(super) fn an_arrow_has_no_effect_beyond_the_card_next_to_it() {
    let far = ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"];
    let mut cards = vec![("c3", Seat::P1, 0)];
    cards.extend(far.map(|cell| (cell, Seat::P2, 1)));
    assert_eq!(falling(&["a rock 9/9 all", "v scissors 1/0"], &cards), Vec::<String>::new());
}

#[test]
pub(super) fn each_arrow_bears_with_the_whole_strength() {
    let mut cards = vec![("c3", Seat::P1, 0)];
    cards.extend(AROUND.map(|cell| (cell, Seat::P2, 1)));
    assert_eq!(falling(&["a rock 3/9 all", "v scissors 1/3"], &cards), AROUND);
}

#[test]
pub(super) fn superior_arrows_alone_add_up() {
    let lines = ["a rock 2/9 all", "big paper 9/9 all", "v scissors 1/4", "away rock 9/9 N"];
    for (second, falls) in [(0, true), (1, false), (3, false)] {
        for [one, other] in [["b3", "d3"], ["d3", "b3"]] {
            let found = falling(&lines, &[("c3", Seat::P2, 2), (one, Seat::P1, 0), (other, Seat::P1, second)]);
            assert_eq!(found.contains(&"c3".to_owned()), falls, "{} on {other}", lines[second]);
        }
    }
}

#[test]
pub(super) fn captures_wait_for_the_capture_step() {
    let runner = "runner rock 9/9 N; Beast; Action: Slide this card. Draw a card.";
    let game = play(dealt(&["w rock 1/9", runner, "v scissors 1/3"]), &["P1 place c3 x/runner", "P2 place d4 x/v", DRAW[1]]);
    let game = play(game, &["P2 place e5 x/w", DRAW[0], "P1 use c3 x/runner 1", "P1 move c3 > d3 x/runner"]);
    assert_eq!(says(&game, "P1 move d4 > P1.victory x/v"), "v on d4 is not captured: the Capture Step has not come");
    assert_eq!(draws(&play(game, &[DRAW[0], "P1 move d4 > P1.victory x/v"])), Some(seat("P2")));
}

#[test]
pub(super) fn the_capture_step_comes_after_a_pass_too() {
    let game = play(dealt(&["a rock 9/9 all", "v scissors 1/1"]), &["P1 place c3 x/a", "P2 place d4 x/v", DRAW[1]]);
    assert_eq!(verdict(&game, "P1 move d4 > P1.victory x/v"), "wrong-capture");
    assert_eq!(verdict(&play(game, &["P2 pass"]), "P1 move d4 > P1.victory x/v"), "ok");
}

/// P1 is about to take a prize of five points.
fn prized(text: &str) -> Arrow {
    let prize = "prize scissors 1/1; Beast; Play: This card is worth 4 more points.";
    let game = play(dealt(&["w rock 1/9", &format!("a rock 9/9 all{text}"), prize]), &["P1 place c3 x/a", "P2 place d4 x/prize", DRAW[1]]);
    play(game, &["P2 place e5 x/w"])
}

#[test]
pub(super) fn points_count_and_not_cards() {
    let game = play(prized(""), &["P1 move d4 > P1.victory x/prize"]);
    assert_eq!((game.points(seat("P1")), game.side(seat("P1")).victory.len()), (5, 1));
    assert_eq!(*game.phase(), Phase::Over { winner: Some(seat("P1")) });
}

#[test]
pub(super) fn victory_is_checked_after_all_that_a_capture_brings() {
    let game = prized("; Beast; Play Reaction: When an opposing card is captured, draw a card.");
    let game = play(game, &["P1 move d4 > P1.victory x/prize", "P1 use c3 x/a 1"]);
    assert!(!game.is_over());
    assert_eq!(*play(game, &[DRAW[0]]).phase(), Phase::Over { winner: Some(seat("P1")) });
}
