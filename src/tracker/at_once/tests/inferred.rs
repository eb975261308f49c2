//! What nobody saw, told by what became of the cards; and what was seen and was not.

use super::*;

#[test]
fn a_card_that_is_taken_was_touched_though_no_touch_was_seen() {
    let cards = two();
    let mut film = Film::over(&cards);
    film.show(8, &cards, &[hand(400.0, 310.0)]);
    for step in 0..8 {
        let y = 330.0 + 55.0 * f64::from(step);
        film.see(&cards[1..], &[hand(400.0, y)], Vec::new());
    }
    film.show(12, &cards[1..], &[]);
    assert_eq!(film.told()[..2], ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
}

#[test]
fn a_touched_card_that_is_not_seen_after_its_hand_left_went_with_it() {
    let (mut film, [_, nine]) = Film::touched();
    let nine = std::slice::from_ref(&nine);
    // Another arm lies over its place from when the hand leaves until another card lies there.
    let arm = |tip_y: f64| SeenHand { tip: Point::new(430.0, tip_y), ..second_hand(470.0, 300.0) };
    let wide = |mut arm: SeenHand| {
        arm.region.vertices = vec![Point::new(350.0, 230.0), Point::new(470.0, 230.0), Point::new(470.0, 370.0), Point::new(350.0, 370.0)];
        arm
    };
    film.show(12, nine, &[wide(arm(460.0)), hand(400.0, 640.0)]);
    film.show(20, nine, &[wide(arm(460.0))]);
    assert_eq!(film.told(), ["P1 touched ocean 4h"], "it may lie there yet");
    let laid = [nine[0].clone(), card("Js", 405.0, 310.0)];
    film.show(3, &laid, &[second_hand(405.0, 320.0)]);
    film.show(20, &laid, &[]);
    assert!(film.told().contains(&"P1 ocean > hand 4h".to_owned()), "{:?}", film.told());
}

#[test]
fn what_one_frame_alone_showed_in_a_hand_does_not_keep_it() {
    let (mut film, [_, nine]) = Film::touched();
    let unread = SeenCard { identity: Identity::UNKNOWN, ..card("Js", 250.0, 420.0) };
    let nine = std::slice::from_ref(&nine);
    film.see(&[nine[0].clone(), unread], &[hand(250.0, 440.0)], Vec::new());
    // Another arm lies over where that was when the hand is gone with the four.
    let mut arm = second_hand(470.0, 440.0);
    arm.region.vertices = vec![Point::new(0.0, 360.0), Point::new(470.0, 360.0), Point::new(470.0, 480.0), Point::new(0.0, 480.0)];
    film.show(4, nine, &[hand(250.0, 600.0), arm.clone()]);
    film.show(30, nine, &[arm]);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > hand 4h"]);
}

#[test]
fn a_finger_that_is_seen_beside_the_card_that_it_takes_has_touched_no_other() {
    let [four, _] = two();
    let beside = card("9c", 450.0, 300.0);
    let all = [four.clone(), beside.clone()];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(400.0, 310.0)]);
    film.touch(&all, 400.0, 310.0);
    film.show(4, &all, &[hand(445.0, 320.0)]);
    film.touch(&all, 445.0, 320.0);
    let left = [beside];
    film.show(8, &left, &[hand(400.0, 450.0)]);
    film.show(30, &left, &[]);
    assert_eq!(film.told()[..2], ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
    assert!(!film.told().iter().any(|told| told.contains("touched ocean 9c")), "{:?}", film.told());
}

#[test]
fn a_touch_that_is_found_after_its_finger_left_is_no_new_one() {
    let (mut film, cards) = Film::touched();
    film.show(4, &cards, &[hand(400.0, 310.0)]);
    film.show(2, &cards, &[hand(400.0, 450.0)]);
    film.touch(&cards, 402.0, 312.0);
    film.show(30, &cards, &[]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 left ocean"]);
}

#[test]
fn an_unsure_touch_of_a_finger_that_only_passes_is_none() {
    let cards = two();
    let told = |confidence: f32| {
        let mut film = Film::over(&cards);
        for y in [500.0, 440.0, 380.0, 320.0, 260.0, 200.0] {
            film.see(&cards, &[hand(400.0, y)], Vec::new());
        }
        let [after, by] = [film.frame - 4, film.frame - 3].map(|frame| Stamp::from_ms(frame * FRAME_MS));
        let touch = SeenTouch { after, by, confidence, ..film.touch_at(400.0, 320.0) };
        film.see(&cards, &[hand(400.0, 140.0)], vec![touch]);
        film.told()
    };
    assert_eq!(told(0.5), Vec::<String>::new());
    assert_eq!(told(0.9)[..1], ["P1 touched ocean 4h"]);
}

#[test]
fn a_card_is_laid_by_the_hand_that_may_have_had_it_and_not_by_one_that_passes() {
    let [four, nine] = two();
    let all = [four.clone(), nine.clone(), super::fans::back(390.0), super::fans::back(460.0)];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(460.0, 600.0)]);
    film.touch(&all, 460.0, 600.0);
    let left = &all[..3];
    film.show(2, left, &[hand(470.0, 500.0)]);
    film.show(5, left, &[hand(480.0, 440.0)]);
    // P2's fingers come by as P1's leave.
    let laid = [four, nine, super::fans::back(390.0), card("Kd", 480.0, 420.0)];
    film.show(2, &laid, &[hand(500.0, 480.0), second_hand(470.0, 420.0)]);
    film.show(20, &laid, &[second_hand(300.0, 300.0)]);
    assert_eq!(film.told()[..3], ["P1 touched P1.island ?", "P1 P1.island > hand ?", "P1 hand > ocean Kd"]);
}

#[test]
fn a_card_that_another_was_laid_partly_over_is_hidden_and_not_taken() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    film.show(4, &[four.clone(), nine.clone()], &[hand(450.0, 320.0)]);
    let laid = [nine, card("Js", 435.0, 340.0)];
    film.show(3, &laid, &[hand(450.0, 380.0)]);
    film.show(60, &laid, &[]);
    assert_eq!(film.told(), ["P1 hand > ocean Js"]);
}

#[test]
fn what_an_arm_may_hide_did_not_go_with_the_hand_that_left() {
    let [four, nine] = two();
    let all = [four.clone(), nine.clone(), super::fans::back(390.0), super::fans::back(460.0)];
    let left = &all[..3];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(460.0, 600.0)]);
    film.touch(&all, 460.0, 600.0);
    film.show(2, left, &[hand(470.0, 500.0)]);
    film.show(5, left, &[hand(480.0, 440.0)]);
    // P2's arm comes over it, and both have one outline.
    let arm = |bottom: f64| {
        let corners = [(0.0, 380.0), (560.0, 380.0), (560.0, bottom), (0.0, bottom)];
        let vertices = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        SeenHand { region: Polygon { vertices }, ..second_hand(560.0, 430.0) }
    };
    film.show(10, left, &[arm(660.0)]);
    film.show(24, left, &[arm(480.0)]);
    assert_eq!(film.told(), ["P1 touched P1.island ?", "P1 P1.island > hand ?"], "it may lie there yet");
    let laid = [four, nine, super::fans::back(390.0), card("Kd", 480.0, 420.0)];
    film.show(2, &laid, &[second_hand(430.0, 430.0)]);
    film.show(20, &laid, &[second_hand(40.0, 430.0)]);
    let told: Vec<String> = film.told().into_iter().skip(2).filter(|told| told != "settled").collect();
    assert_eq!(told, ["P1 hand > ocean Kd"]);
}

#[test]
fn what_a_hand_lays_that_lay_nowhere_is_the_back_beside_which_it_stayed() {
    let [four, nine] = two();
    let all = [four.clone(), nine.clone(), super::fans::back(390.0), super::fans::back(460.0)];
    let told = |stays: u64| {
        let mut film = Film::over(&all);
        // Its fingertip is told 20 mm beside the card that it takes, which its arm then hides.
        film.show(stays, &all[..3], &[hand(510.0, 600.0)]);
        film.show(2, &all[..3], &[hand(480.0, 500.0)]);
        let laid = [four.clone(), nine.clone(), super::fans::back(390.0), card("Kd", 480.0, 420.0)];
        film.show(2, &laid, &[hand(480.0, 430.0)]);
        film.show(7, &laid, &[hand(470.0, 520.0)]);
        film.told()
    };
    assert_eq!(told(5), ["P1 P1.island > hand ?", "P1 hand > ocean Kd"]);
    assert_eq!(told(1), ["P1 hand > ocean Kd"], "it only passed");
}

#[test]
fn a_card_with_which_its_hand_only_paused_is_not_taken_again() {
    let (mut film, [_, nine]) = Film::touched();
    // Its fingertip is told beside the card, but as it goes on.
    let mut show = |frames, (x, y), below| {
        film.show(frames, &[nine.clone(), card("4h", x, y)], &[hand(x, y + below)]);
        film.told()
    };
    show(1, (410.0, 340.0), 100.0);
    show(1, (420.0, 380.0), 100.0);
    let once = ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > ocean 4h"];
    assert_eq!(show(10, (430.0, 400.0), 100.0), once);
    show(3, (430.0, 400.0), 20.0);
    show(2, (300.0, 420.0), 20.0);
    show(16, (280.0, 420.0), 100.0);
    film.show(20, &[nine.clone(), card("4h", 280.0, 420.0)], &[]);
    assert_eq!(film.told()[..], [&once[..], &["settled"]].concat());
}

#[test]
fn of_two_hands_on_a_card_the_one_that_goes_takes_it_when_the_other_never_hid_it() {
    let (mut film, cards) = Film::touched();
    let first = hand(400.0, 310.0);
    film.show(25, &cards, std::slice::from_ref(&first));
    let both = [first.clone(), second_hand(390.0, 290.0)];
    film.show(6, &cards, &both);
    let touch = SeenTouch { seat: Some(seat(2)), entry: Point::new(0.0, 290.0), ..film.touch_at(390.0, 290.0) };
    film.see(&cards, &both, vec![touch]);
    film.show(10, &cards, &both);
    // The card is not seen on its way.
    let [_, nine] = cards;
    for step in (1..=6).map(f64::from) {
        film.see(std::slice::from_ref(&nine), &[first.clone(), second_hand(390.0 - 40.0 * step, 290.0 + 35.0 * step)], Vec::new());
    }
    let laid = [nine, card("4h", 160.0, 495.0)];
    film.show(12, &laid, &[first.clone(), second_hand(150.0, 500.0)]);
    film.show(12, &laid, &[first]);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P2 touched ocean 4h", "P2 ocean > hand 4h"]);
}

#[test]
fn a_card_comes_back_with_a_hand_of_the_seat_that_carried_it_off() {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..6 {
        let y = 330.0 + 55.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[hand(400.0, y)], Vec::new());
    }
    film.show(15, std::slice::from_ref(&nine), &[]);
    let away = film.told().len();
    // P2's fingertip is read nearer to it, until that hand goes on.
    let back = [nine.clone(), card("4h", 650.0, 400.0)];
    film.show(2, std::slice::from_ref(&nine), &[hand(680.0, 500.0), second_hand(640.0, 420.0)]);
    film.show(3, &back, &[hand(680.0, 490.0), second_hand(640.0, 420.0)]);
    film.show(8, &back, &[hand(660.0, 440.0), second_hand(500.0, 420.0)]);
    film.show(20, &back, &[]);
    assert_eq!(film.told()[away..away + 1], ["P1 hand > ocean 4h"]);
}

#[test]
fn a_card_that_was_carried_off_comes_back_where_another_was_taken() {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..6 {
        let y = 330.0 + 55.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[hand(400.0, y)], Vec::new());
    }
    film.show(15, std::slice::from_ref(&nine), &[second_hand(550.0, 320.0)]);
    for step in 0..6 {
        let x = 560.0 - 95.0 * f64::from(step);
        film.see(&[card("9c", x, 320.0)], &[second_hand(x - 10.0, 320.0)], Vec::new());
    }
    film.show(12, &[], &[]);
    let away = film.told();
    assert_eq!(away.last().map(String::as_str), Some("P2 hand > hand 9c"), "{away:?}");
    let back = [card("4h", 562.0, 324.0)];
    film.show(2, &[], &[hand(560.0, 420.0)]);
    film.show(8, &back, &[hand(560.0, 380.0)]);
    film.show(8, &back, &[hand(560.0, 520.0)]);
    assert_eq!(film.told()[away.len()..], ["P1 hand > ocean 4h"]);
}

#[test]
fn a_back_that_is_seen_after_the_fingers_on_it_went_away_was_left_there() {
    let [four, nine] = two();
    let all = [four, nine, super::fans::back(390.0), super::fans::back(460.0)];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(460.0, 600.0)]);
    film.touch(&all, 460.0, 600.0);
    film.show(3, &all, &[hand(460.0, 600.0)]);
    film.show(2, &all, &[hand(660.0, 560.0)]);
    film.show(1, &all, &[hand(700.0, 640.0)]);
    // P2's arm hides it before its hand counts as gone, and until P1's comes again.
    let at = |x, y| Point::new(x, y);
    let region = Polygon { vertices: vec![at(720.0, 540.0), at(720.0, 660.0), at(0.0, 660.0), at(0.0, 540.0)] };
    let arm = SeenHand { region, ..second_hand(720.0, 560.0) };
    film.show(12, &all[..2], std::slice::from_ref(&arm));
    film.show(8, &all[..2], &[arm, hand(850.0, 500.0)]);
    assert_eq!(film.told(), ["P1 touched P1.island ?"]);
}

#[test]
fn a_back_that_one_frame_alone_shows_while_its_hand_is_elsewhere_may_be_in_that_hand() {
    let [four, nine] = two();
    let left = vec![four, nine, super::fans::back(390.0)];
    let with = |card: SeenCard| left.iter().cloned().chain([card]).collect::<Vec<_>>();
    let all = with(super::fans::back(460.0));
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(460.0, 600.0)]);
    film.touch(&all, 460.0, 600.0);
    film.show(3, &all, &[hand(460.0, 600.0)]);
    film.show(3, &left, &[hand(460.0, 430.0)]);
    // A second outline of the one beside it.
    film.show(1, &with(super::fans::back(442.0)), &[hand(460.0, 430.0)]);
    film.show(3, &left, &[hand(460.0, 430.0)]);
    let laid = with(card("Js", 460.0, 380.0));
    film.show(4, &laid, &[hand(460.0, 410.0)]);
    film.show(12, &laid, &[hand(460.0, 470.0)]);
    assert_eq!(film.told()[..3], ["P1 touched P1.island ?", "P1 P1.island > hand ?", "P1 hand > ocean Js"]);
}
