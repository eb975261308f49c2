mod fans;
mod inferred;
mod laden;
mod misread;
mod order;

use super::*;
use crate::cards::{CardId, Face};
use crate::games::elements::{Zone as Place, mat};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Identity, Seat, SeenCard, SeenHand, SeenTouch};

const FRAME_MS: u64 = 33;

fn seat(number: usize) -> Seat {
    Seat::from_index(number - 1).unwrap()
}

fn id(name: &str) -> CardId {
    format!("standard/{name}").parse().unwrap()
}

fn card(name: &str, x: f64, y: f64) -> SeenCard {
    SeenCard { quad: Quad::placed(Point::new(x, y), 63.0, 88.0, 0.3), face: Face::Up, identity: Identity::certain(id(name)), score: 0.9 }
}

/// P1's hand, which comes over the South edge.
fn hand(x: f64, y: f64) -> SeenHand {
    let entry = Point::<Table>::new(x, 660.0);
    let region = Polygon {
        vertices: vec![Point::new(x - 8.0, y), Point::new(x + 8.0, y), Point::new(x + 12.0, 660.0), Point::new(x - 12.0, 660.0)],
    };
    SeenHand { region, entry, tip: Point::new(x, y), tip_seen: true, seat: Some(seat(1)), perhaps: None, confidence: 1.0 }
}

struct Film {
    tracker: AtOnceTracker<Place>,
    frame: u64,
    /// What all frames show of cards on others, from now on.
    overlaps: Vec<(usize, usize)>,
    facts: Vec<Fact<Place>>,
}

impl Film {
    /// A table that has been looked at.
    fn over(cards: &[SeenCard]) -> Self {
        Self::over_seen(cards, Vec::new())
    }

    /// The same, of which frames show that cards lie on others.
    fn over_seen(cards: &[SeenCard], overlaps: Vec<(usize, usize)>) -> Self {
        let tracker = AtOnceTracker::new(mat(4.try_into().unwrap()), AtOnceConfig::default());
        let mut film = Self { tracker, frame: 0, overlaps, facts: Vec::new() };
        film.show(45, cards, &[]);
        assert!(matches!(film.facts.as_slice(), [Fact::Settled { .. }]), "{:?}", film.facts);
        film.facts.clear();
        film
    }

    fn show(&mut self, frames: u64, cards: &[SeenCard], hands: &[SeenHand]) {
        for _ in 0..frames {
            self.see(cards, hands, Vec::new());
        }
    }

    fn see(&mut self, cards: &[SeenCard], hands: &[SeenHand], touches: Vec<SeenTouch>) {
        let stamp = Stamp::from_ms(self.frame * FRAME_MS);
        let (cards, overlaps) = (cards.to_vec(), self.overlaps.clone());
        let seen = Observation { frame: self.frame, stamp, cards, overlaps, hands: hands.to_vec(), touches };
        self.facts.extend(self.tracker.observe(&seen));
        self.frame += 1;
    }

    /// P1's finger came down three frames ago.
    fn touch(&mut self, cards: &[SeenCard], x: f64, y: f64) {
        let touch = self.touch_at(x, y);
        self.see(cards, &[hand(x, y)], vec![touch]);
    }

    fn touch_at(&self, x: f64, y: f64) -> SeenTouch {
        let with = self.frame - 3;
        let stamp = |frame: u64| Stamp::from_ms(frame * FRAME_MS);
        SeenTouch {
            seat: Some(seat(1)),
            perhaps: None,
            entry: Point::new(x, 660.0),
            tip: Point::new(x, y),
            after: stamp(with - 1),
            by: stamp(with),
            without: with - 1,
            with,
            confidence: 0.9,
        }
    }

    /// P1 has touched the four of hearts, which lies beside the nine of clubs.
    fn touched() -> (Self, [SeenCard; 2]) {
        let cards = two();
        let mut film = Self::over(&cards);
        film.show(4, &cards, &[hand(400.0, 310.0)]);
        film.touch(&cards, 400.0, 310.0);
        (film, cards)
    }

    /// What came to pass beside hovers.
    fn told(&self) -> Vec<String> {
        let place = |zone: &Option<Place>| zone.map_or("hand".to_owned(), |zone| zone.to_string());
        let name = |card: &Identity| card.card().map_or("?".to_owned(), |card| card.name().to_owned());
        let tell = |fact: &Fact<Place>| {
            Some(match fact {
                Fact::Settled { .. } => "settled".to_owned(),
                Fact::Hovered { .. } => return None,
                Fact::Touched { seat, zone, card, bare, .. } => {
                    format!("{seat} touched {zone} {}", if *bare { "bare".into() } else { name(card) })
                }
                Fact::Released { seat, zone, .. } => format!("{seat} left {zone}"),
                Fact::Moved { seat, from, to, card, .. } => format!("{seat} {} > {} {}", place(from), place(to), name(card)),
            })
        };
        self.facts.iter().filter_map(tell).collect()
    }
}

fn two() -> [SeenCard; 2] {
    [card("4h", 400.0, 300.0), card("9c", 560.0, 320.0)]
}

#[test]
fn a_card_is_touched_taken_and_brought_off_the_table() {
    let (mut film, [_, nine]) = Film::touched();
    // The card goes along with the hand, which then is gone.
    for step in 0..6 {
        let y = 330.0 + 55.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[hand(400.0, y)], Vec::new());
    }
    film.show(15, &[nine], &[]);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > hand 4h"]);
}

#[test]
fn a_hand_that_leaves_a_card_lying_lets_go_of_it() {
    let (mut film, cards) = Film::touched();
    film.show(7, &cards, &[hand(400.0, 450.0)]);
    film.show(10, &cards, &[]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 left ocean"]);
}

#[test]
fn missed_and_wrong_readings_of_a_card_that_lies_are_no_facts() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    film.show(3, &[four.clone(), nine.clone()], &[hand(400.0, 330.0)]);
    for k in 0..40 {
        let wrong = card("Kd", 400.5, 299.5);
        let seen = match k % 5 {
            0 => vec![nine.clone()],
            1 => vec![wrong, nine.clone()],
            _ => vec![four.clone(), nine.clone()],
        };
        film.see(&seen, &[hand(400.0, 330.0)], Vec::new());
    }
    film.show(30, &[four, nine], &[]);
    assert_eq!(film.told(), Vec::<String>::new());
}

#[test]
fn a_card_that_is_only_hidden_is_still_there() {
    let [four, nine] = two();
    let mut film = Film::over(&[four.clone(), nine.clone()]);
    // The arm lies over the first card for two seconds, on its way to the other side.
    film.show(60, std::slice::from_ref(&nine), &[hand(400.0, 200.0)]);
    film.show(20, &[four, nine], &[]);
    assert_eq!(film.told(), Vec::<String>::new());
}

#[test]
fn a_card_out_of_a_hand_is_laid_once_the_fingers_are_gone() {
    let cards = two();
    let mut film = Film::over(&cards);
    let laid = [cards[0].clone(), cards[1].clone(), card("Js", 650.0, 400.0)];
    film.show(8, &laid, &[hand(650.0, 420.0)]);
    assert_eq!(film.told(), Vec::<String>::new(), "a card held still is not laid");
    film.show(12, &laid, &[]);
    assert_eq!(film.told(), ["P1 hand > ocean Js"]);
    assert_eq!(hovers(&film), Vec::<String>::new(), "the card tells what the hand was there for");
}

fn hovers(film: &Film) -> Vec<String> {
    let hover = |fact: &Fact<Place>| match fact {
        Fact::Hovered { seat, zone, .. } => Some(format!("{seat} {zone}")),
        _ => None,
    };
    film.facts.iter().filter_map(hover).collect()
}

#[test]
fn a_stay_of_a_hand_that_may_be_another_seats_says_so() {
    let cards = two();
    let neighbours = |perhaps: Option<Seat>| {
        let mut film = Film::over(&cards);
        film.show(20, &cards, &[SeenHand { perhaps, ..hand(400.0, 310.0) }]);
        film.show(20, &cards, &[]);
        let neighbour = |fact: &Fact<Place>| if let Fact::Hovered { neighbour, .. } = fact { Some(*neighbour) } else { None };
        film.facts.iter().filter_map(neighbour).collect::<Vec<_>>()
    };
    assert_eq!(neighbours(None), [None]);
    assert_eq!(neighbours(Some(seat(3))), [Some(seat(3))]);
}

#[test]
fn a_stay_without_a_touch_is_told_and_one_with_it_or_a_way_past_is_not() {
    let cards = two();
    let film = |hands: &[(f64, u64)], touch: bool| {
        let mut film = Film::over(&cards);
        for (y, frames) in hands {
            film.show(*frames, &cards, &[hand(400.0, *y)]);
        }
        if touch {
            film.touch(&cards, 400.0, hands[hands.len() - 1].0);
        }
        film.show(20, &cards, &[]);
        hovers(&film)
    };
    let past = [(640.0, 1), (590.0, 1), (530.0, 1), (470.0, 1), (410.0, 1), (350.0, 1)];
    assert_eq!(film(&past, false), Vec::<String>::new());
    assert_eq!(film(&[(640.0, 1), (590.0, 5), (500.0, 1)], false), ["P1 P1.island"]);
    assert_eq!(film(&[(590.0, 1), (450.0, 1), (310.0, 6)], true), Vec::<String>::new());
    assert_eq!(film(&[(590.0, 1), (450.0, 1), (310.0, 25)], false), ["P1 ocean"], "told once, though it goes on");
}

/// P2's hand, which comes over the West edge.
fn second_hand(x: f64, y: f64) -> SeenHand {
    let vertices = vec![Point::new(x, y - 8.0), Point::new(x, y + 8.0), Point::new(0.0, y + 12.0), Point::new(0.0, y - 12.0)];
    SeenHand { region: Polygon { vertices }, entry: Point::new(0.0, y), tip: Point::new(x, y), seat: Some(seat(2)), ..hand(x, y) }
}

#[test]
fn fingers_that_lay_a_card_touch_none_beside_it() {
    let [four, nine] = two();
    let all = [four, nine, card("Js", 650.0, 400.0)];
    let mut film = Film::over(&all);
    film.show(4, &all, &[hand(650.0, 420.0)]);
    film.touch(&all, 650.0, 420.0);
    // The knave is carried to a place near the nine.
    let without = &all[..2];
    film.see(&[all[0].clone(), all[1].clone(), card("Js", 600.0, 470.0)], &[hand(600.0, 480.0)], Vec::new());
    film.show(9, without, &[hand(560.0, 400.0)]);
    film.touch(without, 560.0, 360.0);
    let laid = [all[0].clone(), all[1].clone(), card("Js", 560.0, 425.0)];
    film.show(12, &laid, &[hand(560.0, 600.0)]);
    film.show(20, &laid, &[]);
    assert_eq!(film.told(), ["P1 touched ocean Js", "P1 ocean > hand Js", "P1 hand > ocean Js"]);
}

#[test]
fn a_touch_that_waits_is_told_when_the_source_ends() {
    let (mut film, [_, nine]) = Film::touched();
    for step in 0..4 {
        let y = 330.0 + 20.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[hand(400.0, y)], Vec::new());
    }
    film.show(4, std::slice::from_ref(&nine), &[hand(560.0, 330.0)]);
    film.touch(&[nine], 560.0, 330.0);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
    film.facts = film.tracker.finish();
    assert!(film.told().contains(&"P1 touched ocean 9c".to_owned()), "{:?}", film.told());
}

#[test]
fn of_hands_that_meet_the_one_that_touched_a_card_has_it() {
    let (mut film, [_, nine]) = Film::touched();
    // P2's fingers are nearer to the card that P1 carries away than P1's own.
    for step in 0..6 {
        let y = 380.0 + 30.0 * f64::from(step);
        film.see(&[nine.clone(), card("4h", 400.0, y - 60.0)], &[hand(400.0, y), second_hand(395.0, y - 60.0)], Vec::new());
    }
    film.show(15, &[nine], &[]);
    assert_eq!(film.told()[..2], ["P1 touched ocean 4h", "P1 ocean > hand 4h"]);
}

#[test]
fn a_hand_that_is_taken_for_another_seats_goes_on_as_it_was() {
    let (mut film, [_, nine]) = Film::touched();
    // Where P1 takes the card, P2's arm crosses: for a while both are seen as P2's.
    for step in 0..6 {
        let y = 330.0 + 10.0 * f64::from(step);
        let mistaken = SeenHand { seat: Some(seat(2)), ..hand(400.0, y) };
        film.see(&[nine.clone(), card("4h", 400.0, y - 10.0)], &[second_hand(330.0, 300.0), mistaken], Vec::new());
    }
    let laid = [nine, card("4h", 450.0, 460.0)];
    film.show(4, &laid, &[hand(450.0, 470.0), second_hand(300.0, 300.0)]);
    film.show(20, &laid, &[second_hand(100.0, 300.0)]);
    assert_eq!(film.told()[..3], ["P1 touched ocean 4h", "P1 ocean > hand 4h", "P1 hand > ocean 4h"]);
}

#[test]
fn what_fingers_may_have_laid_before_it_showed_may_have_lain_since_they_came() {
    let cards = two();
    let mut film = Film::over(&cards);
    film.show(10, &cards, &[hand(650.0, 420.0)]);
    let came = film.frame - 10;
    let laid = [cards[0].clone(), cards[1].clone(), card("Js", 650.0, 400.0)];
    film.show(3, &laid, &[hand(650.0, 440.0)]);
    film.show(12, &laid, &[]);
    let moved = film.facts.iter().find(|fact| matches!(fact, Fact::Moved { .. })).unwrap();
    assert!(moved.stamp().earliest_us() <= Stamp::from_ms(came * FRAME_MS).at_us, "{moved:?}");
}

#[test]
fn a_finger_that_is_felt_again_where_it_was_has_not_left() {
    let (mut film, cards) = Film::touched();
    // Where arms cross, its tip is read elsewhere meanwhile.
    film.show(4, &cards, &[hand(400.0, 398.0)]);
    film.touch(&cards, 400.0, 310.0);
    film.show(3, &cards, &[hand(400.0, 398.0)]);
    film.show(8, &cards, &[hand(400.0, 310.0)]);
    assert_eq!(film.told(), ["P1 touched ocean 4h"]);
    film.show(7, &cards, &[hand(400.0, 450.0)]);
    film.show(10, &cards, &[]);
    assert_eq!(film.told(), ["P1 touched ocean 4h", "P1 left ocean"]);
}

#[test]
fn a_fingertip_that_was_taken_for_two_seats_touches_for_the_one_whose_hand_is_there() {
    let cards = two();
    let touched = |hands: &[SeenHand]| {
        let mut film = Film::over(&cards);
        film.show(4, &cards, hands);
        let touch = film.touch_at(400.0, 310.0);
        let twin = SeenTouch { seat: Some(seat(2)), tip: Point::new(402.0, 309.0), ..touch.clone() };
        film.see(&cards, hands, vec![twin, touch]);
        film.told().join(", ")
    };
    assert_eq!(touched(&[hand(400.0, 310.0)]), "P1 touched ocean 4h");
    assert_eq!(touched(&[second_hand(402.0, 309.0)]), "P2 touched ocean 4h");
    let both = touched(&[hand(400.0, 310.0), second_hand(402.0, 309.0)]);
    assert!(both.contains("P1 touched ocean 4h") && both.contains("P2 touched ocean 4h"), "{both}");
}

#[test]
fn a_hand_that_went_over_the_edge_under_anothers_arm_is_another_one_when_it_comes_again() {
    let (mut film, [_, nine]) = Film::touched();
    let only = std::slice::from_ref(&nine);
    // Another's arm lies over the four, and over where P1's goes out.
    let arm = |x: f64| SeenHand { region: Polygon::rectangle(340.0, 250.0, 120.0, 410.0), ..second_hand(x, 500.0) };
    for step in 0..5 {
        film.see(only, &[hand(400.0, 330.0 + 70.0 * f64::from(step)), arm(300.0)], Vec::new());
    }
    film.show(40, only, &[arm(300.0)]);
    film.show(3, only, &[hand(560.0, 500.0), arm(300.0)]);
    film.show(4, only, &[hand(560.0, 330.0), arm(300.0)]);
    let told = film.told();
    let touch = film.touch_at(560.0, 330.0);
    film.see(only, &[hand(560.0, 330.0), arm(300.0)], vec![touch]);
    assert_eq!(film.told().last().unwrap(), "P1 touched ocean 9c", "{told:?}");
    assert!(film.told().contains(&"P1 hand > hand 4h".to_owned()), "{:?}", film.told());
}
