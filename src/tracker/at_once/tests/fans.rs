//! Backs of Islands: taken one by one, hidden, and swept up.

use super::*;

pub(super) fn back(x: f64) -> SeenCard {
    SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("4h", x, 600.0) }
}

#[test]
fn an_arm_taken_for_two_goes_on_as_one() {
    let [four, nine] = two();
    let island = [four.clone(), nine.clone(), back(390.0), back(460.0)];
    let mut film = Film::over(&island);
    film.show(4, &island, &[hand(460.0, 600.0)]);
    film.touch(&island, 460.0, 600.0);
    // Its fingers, which hold the card, are seen as an arm of their own, and then are all that is seen of it, over where the card lay.
    let left = &island[..3];
    let fingers = |y: f64| SeenHand { entry: Point::new(150.0, 660.0), ..hand(470.0, y) };
    film.show(2, left, &[hand(440.0, 560.0), fingers(500.0)]);
    film.show(6, left, &[fingers(440.0)]);
    let laid = [four, nine, back(390.0), card("Kd", 470.0, 420.0)];
    film.show(3, &laid, &[fingers(440.0)]);
    film.show(20, &laid, &[hand(470.0, 640.0)]);
    film.show(30, &laid, &[]);
    assert_eq!(film.told()[..3], ["P1 touched P1.island ?", "P1 P1.island > hand ?", "P1 hand > ocean Kd"]);
}

#[test]
fn a_back_that_an_arm_hides_in_part_is_no_other_one() {
    let island = [back(390.0), back(460.0), back(530.0)];
    let mut film = Film::over(&island);
    // An arm beside the second back makes it look narrower, and that narrow part like a card of its own.
    film.show(60, &[back(390.0), back(478.0), back(530.0)], &[hand(440.0, 300.0)]);
    film.show(10, &island, &[]);
    film.show(4, &island, &[hand(490.0, 600.0)]);
    film.touch(&island, 490.0, 600.0);
    film.show(20, &island, &[]);
    assert_eq!(film.told(), ["P1 touched P1.island ?", "P1 left P1.island"]);
}

/// P1 has touched its Island of three.
fn touched_island() -> (Film, [SeenCard; 3]) {
    let island = [back(390.0), back(460.0), back(530.0)];
    let mut film = Film::over(&island);
    film.show(4, &island, &[hand(460.0, 600.0)]);
    film.touch(&island, 460.0, 600.0);
    (film, island)
}

/// P1's hand over its own fan, which it hides whole.
fn over_the_fan() -> SeenHand {
    let vertices = vec![Point::new(340.0, 540.0), Point::new(580.0, 540.0), Point::new(580.0, 660.0), Point::new(340.0, 660.0)];
    SeenHand { region: Polygon { vertices }, ..hand(460.0, 600.0) }
}

#[test]
fn a_fan_that_was_swept_up_under_a_hand_comes_to_lie_where_it_goes_though_others_lie_there_by_then() {
    let (mut film, island) = touched_island();
    film.show(20, &[], &[over_the_fan()]);
    film.show(4, &[], &[hand(300.0, 450.0)]);
    // Its arm still reaches over its own Island, where another seat lays the same number of cards.
    let to = SeenHand { tip: Point::new(60.0, 340.0), ..over_the_fan() };
    film.show(2, &[], std::slice::from_ref(&to));
    film.show(20, &island, &[to]);
    film.show(40, &island, &[]);
    assert_eq!(film.told()[..2], ["P1 touched P1.island ?", "P1 P1.island > P2.island ?"]);
}

#[test]
fn a_hand_touches_nothing_where_it_spreads_a_fan_and_does_when_it_comes_again() {
    let (mut film, _) = touched_island();
    film.show(20, &[], &[over_the_fan()]);
    film.show(4, &[], &[hand(300.0, 450.0)]);
    let backs = [280.0, 345.0, 410.0].map(|y| SeenCard { quad: Quad::placed(Point::new(55.0, y), 63.0, 88.0, 1.57), ..back(0.0) });
    let to = hand(60.0, 340.0);
    film.show(45, &backs, std::slice::from_ref(&to));
    let touch = |film: &mut Film| {
        let touch = film.touch_at(60.0, 340.0);
        film.see(&backs, std::slice::from_ref(&to), vec![touch]);
        film.show(10, &backs, std::slice::from_ref(&to));
    };
    touch(&mut film);
    film.show(2, &backs, &[hand(300.0, 640.0)]);
    film.show(30, &backs, &[]);
    let touched = |film: &Film| film.told().iter().filter(|told| *told == "P1 touched P2.island ?").count();
    assert_eq!(touched(&film), 0, "{:?}", film.told());
    film.show(4, &backs, std::slice::from_ref(&to));
    touch(&mut film);
    assert_eq!(touched(&film), 1, "{:?}", film.told());
}

#[test]
fn what_another_hand_lays_where_a_fan_was_spread_is_not_of_that_fan() {
    let [four, nine] = two();
    let with = |backs: &[SeenCard]| [&[four.clone(), nine.clone()], backs].concat();
    let island = with(&[back(390.0), back(460.0), back(530.0)]);
    let mut film = Film::over(&island);
    film.show(4, &island, &[hand(460.0, 600.0)]);
    film.touch(&island, 460.0, 600.0);
    film.show(20, &with(&[]), &[over_the_fan()]);
    film.show(4, &with(&[]), &[hand(300.0, 450.0)]);
    let at = |y: f64| SeenCard { quad: Quad::placed(Point::new(55.0, y), 63.0, 88.0, 1.57), ..back(0.0) };
    let spread = [280.0, 345.0, 410.0].map(at);
    film.show(45, &with(&spread), &[hand(60.0, 340.0)]);
    film.show(20, &with(&spread), &[]);
    // P2 takes the nine, and lays it beside them.
    let other = |x: f64, y: f64| SeenHand { seat: Some(seat(2)), entry: Point::new(0.0, y), ..hand(x, y) };
    film.show(4, &with(&spread), &[other(560.0, 320.0)]);
    let touch = SeenTouch { seat: Some(seat(2)), ..film.touch_at(560.0, 320.0) };
    film.see(&with(&spread), &[other(560.0, 320.0)], vec![touch]);
    let without: Vec<SeenCard> = [std::slice::from_ref(&four), &spread[..]].concat();
    film.show(12, &without, &[other(300.0, 250.0)]);
    let laid = [&without[..], &[at(312.0)]].concat();
    film.show(6, &laid, &[other(60.0, 300.0)]);
    film.show(20, &laid, &[]);
    assert!(film.told().contains(&"P2 hand > P2.island 9c".to_owned()), "{:?}", film.told());
}

#[test]
fn a_hand_that_comes_to_another_fan_with_one_card_has_swept_nothing_up() {
    let (mut film, _) = touched_island();
    let left = [back(390.0), back(530.0)];
    film.show(6, &left, &[hand(300.0, 450.0)]);
    film.show(20, &left, &[hand(60.0, 340.0)]);
    assert!(!film.told().contains(&"P1 P1.island > P2.island ?".to_owned()), "{:?}", film.told());
}

#[test]
fn what_a_hand_laid_was_the_card_it_touched_and_not_the_one_it_laid_it_over() {
    let [four, nine] = two();
    let all = [four.clone(), nine.clone(), back(390.0), back(460.0)];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(460.0, 600.0)]);
    film.touch(&all, 460.0, 600.0);
    // Another arm hides where the card lay until it has been laid over the nine.
    let arm = SeenHand { seat: Some(seat(3)), ..over_the_fan() };
    film.show(2, &all[..3], &[hand(500.0, 460.0)]);
    film.show(12, &all[..1], &[hand(560.0, 330.0), arm.clone()]);
    let laid = [four, card("Kd", 565.0, 300.0)];
    film.show(3, &laid, &[hand(560.0, 340.0), arm.clone()]);
    film.show(20, &laid, &[hand(900.0, 500.0), arm]);
    assert_eq!(film.told()[..3], ["P1 touched P1.island ?", "P1 P1.island > hand ?", "P1 hand > ocean Kd"]);
}
