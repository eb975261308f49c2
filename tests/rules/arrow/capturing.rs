//! Capturing: the introduction, Card Attributes and Special Rules for Capturing; Rulings, ConCardia Arrow 3 and 4.

use super::prelude::*;

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
fn strength_must_reach_the_defense() {
    assert!(is_due(&attack("a rock 3/3 N", "v scissors 1/3")));
    assert!(!is_due(&attack("a rock 2/3 N", "v scissors 1/3")));
    assert!(is_due(&attack("a rock 4/3 N", "v scissors 1/3")));
}

#[test]
fn the_attacker_must_be_superior() {
    assert!(!is_due(&attack("a rock 9/9 N", "v rock 1/3")));
    assert!(!is_due(&attack("a rock 9/9 N", "v paper 1/3")));
    assert!(is_due(&attack("a paper 9/9 N", "v rock 1/3")));
    assert!(is_due(&attack("a scissors 9/9 N", "v paper 1/3")));
}

#[test]
fn an_arrow_must_point_at_the_card() {
    for wrong in ["NE", "E", "SE", "S", "SW", "W", "NW", "none"] {
        assert!(!is_due(&attack(&format!("a rock 9/9 {wrong}"), "v scissors 1/3")), "{wrong}");
    }
}

#[test]
fn arrows_point_as_the_card_lies_for_its_owner() {
    // North's card lies the other way round: its own `N` points South.
    let game = dealt(&["a rock 9/9 N", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/v", "P2 place d4 x/w", "P1 move P1.deck > hand ?", "P1 pass", "P2 move P2.deck > hand ?"]);
    assert_eq!(verdict(&play(game.clone(), &["P2 place c4 x/a"]), "P2 move c3 > P2.victory x/v"), "ok");
    assert_eq!(draws(&play(game, &["P2 place c2 x/a"])), Some(seat("P1")));
}

#[test]
fn arrows_reach_neighbours_alone() {
    let game = dealt(&["a rock 9/9 NE", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/w", "P2 place d4 x/v", "P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?"]);
    assert_eq!(draws(&play(game, &["P1 place b2 x/a"])), Some(seat("P2")));
}

#[test]
fn strengths_add_up() {
    let game = attack("a rock 2/9 N W", "v scissors 1/4");
    assert_eq!(draws(&game), Some(seat("P2")));
    let game = play(game, &["P2 move P2.deck > hand ?", "P2 pass", "P1 move P1.deck > hand ?", "P1 place e4 x/a"]);
    assert!(is_due(&game));
}

#[test]
fn own_cards_capture_nothing_of_ones_own() {
    let game = dealt(&["a rock 9/9 all", "v scissors 1/3", "w rock 1/9"]);
    let game = play(game, &["P1 place c3 x/v", "P2 place d4 x/w", "P1 move P1.deck > hand ?", "P1 place c2 x/a"]);
    assert_eq!(draws(&game), Some(seat("P2")));
}

#[test]
fn without_defense_a_superior_arrow_is_still_needed() {
    assert!(is_due(&attack("a rock 0/3 N", "v scissors 1/0")));
    assert!(is_due(&attack("a rock 0/3 N", "v scissors 1/-2")));
    assert!(!is_due(&attack("a rock 5/3 S", "v scissors 1/0")));
    assert!(!is_due(&attack("a rock 5/3 N", "v paper 1/0")));
}

#[test]
fn all_captures_happen_at_once_on_both_sides() {
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
fn captured_cards_leave_before_play_goes_on() {
    let game = attack("a rock 3/3 N", "v scissors 1/3");
    assert_eq!(verdict(&game, "P2 move P2.deck > hand ?"), "missed-capture");
    assert_eq!(says(&game, "P2 move P2.deck > hand ?"), "v on d4 is captured: it must go to P1's Victory Pile first");
    let game = play(game, &["P1 move d4 > P1.victory x/v"]);
    assert_eq!(draws(&game), Some(seat("P2")));
    assert_eq!(game.points(seat("P1")), 1);
}

#[test]
fn what_is_not_captured_stays() {
    let game = attack("a rock 2/3 N", "v scissors 1/3");
    assert_eq!(says(&game, "P1 move d4 > P1.victory x/v"), "v on d4 is not captured: 2 Strength bears on its Defense of 3");
    let aside = attack("a rock 2/3 S", "v scissors 1/3");
    assert_eq!(says(&aside, "P1 move d4 > P1.victory x/v"), "v on d4 is not captured: no superior arrow points at it");
}

#[test]
fn captured_cards_go_to_the_capturers_victory_pile() {
    let game = attack("a rock 3/3 N", "v scissors 1/3");
    assert_eq!(verdict(&game, "P2 move d4 > P2.victory x/v"), "wrong-pile");
    assert_eq!(verdict(&game, "P2 move d4 > P2.discard x/v"), "wrong-pile");
    // Whoever's hand carries it there.
    assert_eq!(verdict(&game, "P2 move d4 > P1.victory x/v"), "ok");
}

#[test]
fn five_points_end_the_game_in_the_clean_up_step() {
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
