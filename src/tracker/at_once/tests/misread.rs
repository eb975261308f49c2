//! Fingertips and cards that single frames read where they are not.

use super::*;

#[test]
fn a_fingertip_that_is_read_elsewhere_for_a_moment_has_not_let_go() {
    let (mut film, cards) = Film::touched();
    film.show(3, &cards, &[hand(430.0, 190.0)]);
    film.show(3, &cards, &[hand(400.0, 310.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 4h"]);
    let away = film.frame;
    film.show(8, &cards, &[hand(400.0, 450.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 left ocean"]);
    assert_eq!(film.facts.last().unwrap().stamp(), Stamp::from_ms(away * FRAME_MS), "it let go when it went");
}

#[test]
fn a_hand_whose_fingertip_is_not_read_lets_go_later() {
    let (mut film, cards) = Film::touched();
    // Its outline seems to end where another hand is.
    let unread = SeenHand { tip_seen: false, ..hand(560.0, 200.0) };
    film.show(16, &cards, std::slice::from_ref(&unread));
    film.show(4, &cards, &[hand(400.0, 310.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 4h"]);
    film.show(40, &cards, &[unread]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 left ocean"]);
}

#[test]
fn a_hand_that_was_on_its_way_out_has_gone_though_its_fingertip_was_not_read_at_the_edge() {
    let (mut film, [_, nine]) = Film::touched();
    let left = std::slice::from_ref(&nine);
    for y in [360.0, 420.0, 480.0] {
        film.show(1, left, &[hand(400.0, y)]);
    }
    film.show(1, left, &[SeenHand { tip_seen: false, ..hand(400.0, 600.0) }]);
    film.show(12, left, &[]);
    film.show(1, left, &[hand(480.0, 600.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > hand 4h"]);
}

#[test]
fn what_is_read_as_a_second_hand_for_a_moment_does_not_let_go_of_what_the_first_rests_on() {
    let (mut film, cards) = Film::touched();
    let rests = hand(400.0, 310.0);
    film.show(10, &cards, &[rests.clone(), hand(650.0, 420.0)]);
    let touch = film.touch_at(650.0, 420.0);
    film.show(2, &cards, std::slice::from_ref(&rests));
    film.see(&cards, std::slice::from_ref(&rests), vec![touch]);
    film.show(20, &cards, &[rests]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 touched ocean bare"]);
}

#[test]
fn a_second_outline_of_a_card_that_lies_is_no_card_in_a_hand() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    // An arm hides the nine; of the four a second outline is read, as the nine.
    let double = card("9c", 403.0, 309.5);
    let over = |x: f64| [hand(400.0, 320.0), SeenHand { tip: Point::new(560.0, 200.0), ..second_hand(x, 320.0) }];
    film.show(6, &[four.clone(), double], &over(640.0));
    film.show(30, &[four, nine], &[]);
    assert_eq!(film.told(), Vec::<String>::new());
}

#[test]
fn a_card_in_a_hand_that_is_read_as_one_that_lies_is_misread() {
    let (mut film, [four, nine]) = Film::touched();
    // P1 carries the four; the nine is missed in a frame in which the four is read as it.
    for step in 0..4 {
        let y = 380.0 + 50.0 * f64::from(step);
        film.see(std::slice::from_ref(&nine), &[hand(400.0, y)], Vec::new());
    }
    for (y, seen) in [(590.0, vec![card("9c", 400.0, 580.0), nine.clone()]), (600.0, vec![card("9c", 400.0, 590.0)])] {
        film.see(&seen, &[hand(400.0, y)], Vec::new());
    }
    film.show(12, &[four, nine], &[]);
    assert!(film.told().iter().all(|told| !told.contains("9c")), "{:?}", film.told());
}

#[test]
fn a_hand_that_holds_a_card_shows_another_one_only_where_it_is_read_well() {
    let shown = |confidence: f32| {
        let (mut film, [_, nine]) = Film::touched();
        for step in 0..5 {
            let y = 360.0 + 30.0 * f64::from(step);
            film.see(&[nine.clone(), card("4h", 400.0, y)], &[hand(400.0, y)], Vec::new());
        }
        // Another's arm comes to lie over the nine while the four is read as it.
        let both = |y: f64| [hand(400.0, y), second_hand(600.0, 320.0)];
        film.show(4, &[card("4h", 400.0, 480.0)], &both(480.0));
        let identity = Identity::Known { card: id("9c"), confidence, alternatives: Vec::new() };
        let misread = |y: f64| SeenCard { identity: identity.clone(), ..card("9c", 400.0, y) };
        film.show(1, &[], &both(500.0));
        film.show(1, &[misread(590.0)], &both(590.0));
        film.show(1, &[misread(595.0)], &both(595.0));
        film.show(20, &[nine], &[]);
        film.told().iter().any(|told| told.contains("9c"))
    };
    assert!(!shown(0.65) && shown(1.0));
}

#[test]
fn a_card_in_a_hand_that_was_never_near_it_was_taken_by_the_one_that_was() {
    let (mut film, [_, nine]) = Film::touched();
    // P1 goes with the card, fast and unseen, to where P2's fingers are.
    film.show(3, std::slice::from_ref(&nine), &[]);
    film.show(3, &[nine.clone(), card("4h", 300.0, 480.0)], &[second_hand(290.0, 480.0)]);
    film.show(15, &[nine], &[]);
    assert_eq!(film.told()[..2], ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
}

#[test]
fn a_card_that_was_taken_was_touched_though_the_fingers_were_only_seen_to_pass() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    film.show(1, &[four, nine.clone()], &[hand(400.0, 320.0)]);
    // Under another's arm it comes down and takes the card.
    film.show(2, std::slice::from_ref(&nine), &[second_hand(500.0, 310.0)]);
    film.show(40, &[nine], &[]);
    assert_eq!(film.told()[..2], ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
}

#[test]
fn a_card_is_taken_by_the_hand_that_rests_on_it_though_its_fingertip_is_read_beside_it() {
    let (mut film, [four, nine]) = Film::touched();
    // The whole hand closes on the card, and lifts it under another's arm, which lays its own card there.
    film.show(8, &[four, nine.clone()], &[hand(472.0, 300.0)]);
    film.show(3, std::slice::from_ref(&nine), &[hand(472.0, 400.0), second_hand(430.0, 300.0)]);
    film.show(4, std::slice::from_ref(&nine), &[second_hand(430.0, 300.0)]);
    let over = [nine, card("Js", 405.0, 310.0)];
    film.show(10, &over, &[second_hand(430.0, 300.0)]);
    film.show(30, &over, &[]);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P2 hand > ocean Js", "P1 ocean > hand 4h"]);
}

#[test]
fn a_card_that_two_frames_show_under_fingers_that_hold_none_is_not_laid_by_them() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    film.show(4, &[four.clone(), nine.clone()], &[hand(560.0, 340.0)]);
    let corner = [four.clone(), nine.clone(), card("Qh", 555.0, 370.0)];
    film.show(1, &corner, &[hand(560.0, 340.0)]);
    let touch = film.touch_at(560.0, 340.0);
    film.see(&corner, &[hand(560.0, 340.0)], vec![touch]);
    film.show(20, &[four, nine], &[hand(560.0, 340.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 9c"]);
}

#[test]
fn a_card_that_others_lie_on_and_that_is_missed_was_not_taken_by_fingers_that_only_passed() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    let over = card("Js", 430.0, 340.0);
    film.show(6, &[nine.clone(), over.clone()], &[hand(430.0, 365.0)]);
    film.show(15, &[nine.clone(), over.clone()], &[]);
    // Its indices are covered: it is only seen now and then.
    film.show(15, &[four, nine.clone(), over.clone()], &[]);
    film.show(2, &[nine.clone(), over.clone()], &[hand(370.0, 290.0)]);
    film.show(60, &[nine, over], &[]);
    assert!(film.told().iter().all(|told| !told.contains("4h")), "{:?}", film.told());
}

/// A back that lies straight in P1's Island.
fn straight(x: f64) -> SeenCard {
    SeenCard { quad: Quad::placed(Point::new(x, 622.0), 63.0, 88.0, 0.0), ..super::fans::back(x) }
}

/// One that a hand laid there.
fn askew(x: f64) -> SeenCard {
    SeenCard { quad: card("4h", x, 622.0).quad, ..super::fans::back(x) }
}

/// Four that lie straight.
fn island() -> Vec<SeenCard> {
    (0..4).map(|k| straight(390.0 + 66.0 * f64::from(k))).collect()
}

#[test]
fn fingers_that_close_on_a_back_touch_none_beside_it() {
    let cards = island();
    let mut film = Film::over(&cards);
    film.show(4, &cards, &[hand(410.0, 640.0)]);
    film.touch(&cards, 410.0, 640.0);
    film.show(4, &cards, &[hand(435.0, 640.0)]);
    film.touch(&cards, 435.0, 640.0);
    film.show(25, &cards, &[hand(435.0, 640.0)]);
    film.show(25, &cards, &[]);
    assert_eq!(film.told(), ["P1 touched P1.island ?", "P1 left P1.island"]);
}

#[test]
fn a_second_outline_of_a_back_beside_an_arm_is_none_that_the_hand_lays() {
    let cards = island();
    let mut film = Film::over(&cards);
    let twice: Vec<SeenCard> = cards.iter().cloned().chain([straight(401.0)]).collect();
    film.show(2, &twice, &[hand(420.0, 560.0)]);
    film.show(4, &cards, &[hand(462.0, 645.0)]);
    film.touch(&cards, 462.0, 645.0);
    film.show(20, &cards, &[]);
    assert_eq!(film.told()[0], "P1 touched P1.island ?", "that hand carries nothing");
}

impl Film {
    /// P1 brings the four of hearts, which P2's arm hides where it lay, into its Island as a back; there its fingers are read at `x`.
    fn lay_as_a_back(&mut self, [_, nine]: &[SeenCard; 2], x: f64) {
        let arm = second_hand(430.0, 300.0);
        self.show(2, std::slice::from_ref(nine), &[hand(400.0, 450.0), arm.clone()]);
        let laid = [nine.clone(), askew(456.0)];
        self.show(8, &laid, &[hand(x, 622.0), arm.clone()]);
        self.show(12, &laid, &[arm]);
    }
}

#[test]
fn a_back_laid_by_fingers_that_were_read_beside_it_is_the_card_that_they_touched() {
    let cards = two();
    let mut film = Film::over(&cards);
    film.show(4, &cards, &[hand(400.0, 310.0)]);
    film.touch(&cards, 400.0, 310.0);
    film.lay_as_a_back(&cards, 538.0);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > P1.island 4h"]);
}

#[test]
fn a_back_laid_by_an_empty_hand_is_the_card_that_its_fingers_passed_and_that_is_not_seen_since() {
    let cards = two();
    let mut film = Film::over(&cards);
    film.show(2, &cards, &[hand(400.0, 310.0)]);
    film.lay_as_a_back(&cards, 470.0);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > P1.island 4h"]);
}

#[test]
fn a_back_that_shows_where_an_arm_came_in_that_has_just_gone_was_laid_by_it() {
    let (mut film, [_, nine]) = Film::touched();
    let gone = SeenHand { tip: Point::new(540.0, 540.0), ..hand(440.0, 540.0) };
    film.show(6, std::slice::from_ref(&nine), &[gone]);
    let back = askew(430.0);
    film.show(15, &[nine, back], &[]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > P1.island 4h"]);
}

#[test]
fn a_hand_that_has_gone_does_not_keep_a_card_from_the_one_that_lifts_it() {
    let (mut film, cards) = Film::touched();
    let other = SeenTouch { seat: Some(seat(2)), entry: Point::new(0.0, 300.0), ..film.touch_at(400.0, 300.0) };
    film.see(&cards, &[hand(400.0, 310.0), second_hand(400.0, 300.0)], vec![other]);
    film.show(14, &cards, &[hand(400.0, 310.0)]);
    // P1 lifts it under P3's arm, and goes.
    let sleeve = [(330.0, 0.0), (470.0, 0.0), (470.0, 380.0), (330.0, 380.0)].map(|(x, y)| Point::new(x, y));
    let region = Polygon { vertices: sleeve.to_vec() };
    let arm = SeenHand { region, entry: Point::new(400.0, 0.0), tip: Point::new(640.0, 150.0), seat: Some(seat(3)), ..hand(0.0, 0.0) };
    film.show(8, &cards[1..], &[hand(400.0, 460.0), arm.clone()]);
    film.show(20, &cards[1..], std::slice::from_ref(&arm));
    film.show(30, &cards[1..], &[]);
    assert!(
        film.told().contains(&"P1 ocean > hand 4h".to_owned()) && !film.told().contains(&"P1 left ocean".to_owned()),
        "{:?}",
        film.told()
    );
}

#[test]
fn a_card_that_an_arm_hid_where_it_was_laid_and_that_is_seen_beside_that_is_not_the_arms() {
    let [four, nine] = two();
    let left = [four, nine, super::fans::back(390.0)];
    let island = [&left[..], &[super::fans::back(460.0)]].concat();
    let mut film = Film::over(&island);
    film.show(4, &island, &[hand(460.0, 600.0)]);
    film.touch(&island, 460.0, 600.0);
    film.show(3, &left, &[hand(465.0, 520.0)]);
    let laid = |x: f64| [&left[..], &[card("Kd", x, 420.0)]].concat();
    film.show(8, &laid(470.0), &[hand(470.0, 440.0)]);
    let arm = |x: f64, y: f64| {
        let vertices = vec![Point::new(430.0, 0.0), Point::new(510.0, 0.0), Point::new(510.0, y), Point::new(430.0, y)];
        SeenHand { region: Polygon { vertices }, entry: Point::new(470.0, 0.0), seat: Some(seat(3)), ..hand(x, y) }
    };
    let over = arm(500.0, 540.0);
    film.show(3, &left, &[hand(470.0, 440.0), over.clone()]);
    film.show(2, &left, &[hand(470.0, 600.0), over.clone()]);
    film.show(8, &left, &[over]);
    film.show(3, &laid(477.0), &[arm(480.0, 390.0)]);
    assert!(film.told().contains(&"P1 hand > ocean Kd".to_owned()), "before the arm has gone: {:?}", film.told());
}

#[test]
fn a_card_of_which_little_shows_under_one_that_was_laid_on_it_stays_there() {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..6 {
        let x = 400.0 + 30.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", x, 340.0)], &[hand(x, 345.0)], Vec::new());
    }
    let laid = card("4h", 605.0, 340.0);
    film.show(12, std::slice::from_ref(&laid), &[hand(565.0, 325.0)]);
    // It is made out once more as the fingers go.
    let unread = SeenCard { identity: Identity::UNKNOWN, ..nine };
    film.show(2, &[laid.clone(), unread.clone()], &[hand(650.0, 450.0)]);
    film.show(12, std::slice::from_ref(&laid), &[hand(700.0, 560.0)]);
    film.show(12, &[laid, unread], &[]);
    assert!(film.told().iter().all(|told| !told.contains("9c")), "{:?}", film.told());
}
