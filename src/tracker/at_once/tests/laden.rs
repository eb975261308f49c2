//! Hands that come down with a card: most lay it, some go on with it.

use super::*;

/// P1 has taken the four of hearts and comes to the nine of clubs with it.
fn laden() -> (Film, SeenCard) {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..10 {
        let (x, y) = (410.0 + 15.0 * f64::from(step), 330.0 + 2.0 * f64::from(step));
        film.see(&[nine.clone(), card("4h", x, y - 10.0)], &[hand(x, y)], Vec::new());
    }
    (film, nine)
}

#[test]
fn a_hand_that_goes_on_with_its_card_has_touched_a_second_one_and_lets_go_of_it_before_it_lays_the_first() {
    let (mut film, nine) = laden();
    let at = (560.0, 340.0);
    film.show(8, &[nine.clone(), card("4h", 565.0, 345.0)], &[hand(at.0, at.1)]);
    let touch = film.touch_at(at.0, at.1);
    film.see(&[nine.clone(), card("4h", 565.0, 345.0)], &[hand(at.0, at.1)], vec![touch]);
    for step in 0..6 {
        let x = 590.0 + 40.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", x, 350.0)], &[hand(x, 350.0)], Vec::new());
    }
    let laid = [nine, card("4h", 790.0, 350.0)];
    film.show(20, &laid, &[hand(790.0, 500.0)]);
    film.show(20, &laid, &[]);
    let told = ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 touched ocean 9c", "P1 left ocean", "P1 hand > ocean 4h"];
    assert_eq!(film.told()[..5], told);
}

#[test]
fn a_hand_that_is_read_elsewhere_for_a_frame_does_not_go_on_with_its_card() {
    let (mut film, nine) = laden();
    let here = [nine.clone(), card("4h", 565.0, 345.0)];
    film.show(8, &here, &[hand(560.0, 340.0)]);
    let touch = film.touch_at(560.0, 340.0);
    film.see(&here, &[hand(560.0, 340.0)], vec![touch]);
    film.see(&[nine.clone(), card("4h", 710.0, 350.0)], &[hand(710.0, 350.0)], Vec::new());
    film.show(6, &here, &[hand(560.0, 340.0)]);
    let laid = [nine, card("4h", 560.0, 430.0)];
    film.show(20, &laid, &[hand(560.0, 640.0)]);
    film.show(20, &laid, &[]);
    assert!(!film.told().contains(&"P1 touched ocean 9c".to_owned()), "{:?}", film.told());
}

#[test]
fn a_hand_that_left_has_laid_its_card_where_another_is_by_then() {
    let (mut film, nine) = laden();
    let only = std::slice::from_ref(&nine);
    film.show(8, only, &[hand(560.0, 360.0)]);
    film.touch(only, 560.0, 360.0);
    film.show(3, only, &[hand(560.0, 640.0)]);
    // The card shows only when another hand is beside it.
    let laid = [nine.clone(), card("4h", 560.0, 430.0)];
    film.show(12, &laid, &[second_hand(530.0, 430.0)]);
    film.show(20, &laid, &[]);
    assert!(!film.told().contains(&"P1 touched ocean 9c".to_owned()), "{:?}", film.told());
}

#[test]
fn a_card_that_nobody_was_seen_to_lay_was_not_laid_by_a_hand_that_comes_later() {
    let cards = two();
    let mut film = Film::over(&cards);
    let more = [cards[0].clone(), cards[1].clone(), card("Js", 650.0, 400.0)];
    film.show(30, &more, &[]);
    film.show(8, &more, &[hand(650.0, 420.0)]);
    film.show(30, &more, &[]);
    assert_eq!(film.told(), ["settled"]);
}

#[test]
fn of_hands_that_meet_one_that_holds_another_card_has_laid_none() {
    let (mut film, [_, nine]) = Film::touched();
    let taken = |x: f64, y: f64| [nine.clone(), card("4h", x, y)];
    film.show(10, &taken(500.0, 450.0), &[hand(500.0, 455.0)]);
    // P2 brings a card out of the Flame, and lays it beside P1's hand.
    let laid = [nine.clone(), card("4h", 500.0, 450.0), card("Js", 470.0, 520.0)];
    film.show(4, &laid, &[hand(500.0, 455.0), second_hand(450.0, 520.0)]);
    film.show(20, &laid, &[hand(500.0, 455.0)]);
    assert!(film.told().contains(&"P2 hand > ocean Js".to_owned()), "{:?}", film.told());
}

#[test]
fn cards_that_come_back_together_are_laid_by_the_hand_that_lies_on_one_of_them() {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..6 {
        let y = 330.0 + 55.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[hand(400.0, y)], Vec::new());
    }
    film.show(15, std::slice::from_ref(&nine), &[]);
    let away = film.told().len();
    let first = [nine.clone(), card("Js", 650.0, 400.0)];
    film.show(6, &first, &[hand(640.0, 420.0)]);
    let both = [nine, card("Js", 650.0, 400.0), card("4h", 715.0, 380.0)];
    film.show(2, &both, &[hand(600.0, 480.0)]);
    film.show(15, &both, &[]);
    assert_eq!(film.told()[away..], ["P1 hand > ocean Js", "P1 hand > ocean 4h"]);
}

#[test]
fn a_hand_that_stays_long_with_its_card_on_another_and_goes_on_unseen_has_touched_that() {
    let (mut film, nine) = laden();
    let here = [nine.clone(), card("4h", 565.0, 345.0)];
    film.show(8, &here, &[hand(560.0, 340.0)]);
    let touch = film.touch_at(560.0, 340.0);
    film.see(&here, &[hand(560.0, 340.0)], vec![touch]);
    film.show(4, &here, &[hand(560.0, 340.0)]);
    // The card blurs on its way.
    for step in 0..6 {
        film.see(std::slice::from_ref(&nine), &[hand(600.0 + 30.0 * f64::from(step), 345.0)], Vec::new());
    }
    film.show(4, &[nine.clone(), card("4h", 790.0, 350.0)], &[hand(785.0, 350.0)]);
    let laid = [nine, card("4h", 790.0, 350.0)];
    film.show(20, &laid, &[hand(790.0, 500.0)]);
    film.show(20, &laid, &[]);
    let told = ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 touched ocean 9c", "P1 left ocean", "P1 hand > ocean 4h"];
    assert_eq!(film.told()[..5], told);
}
