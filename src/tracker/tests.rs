use super::*;
use crate::cards::{CardId, Face};
use crate::games::canon::{Slot, Zone as Place};
use crate::geometry::{Point, Polygon, Quad, Table};
use crate::table::{Edge, Identity, Seat, SeenCard, SeenHand};

fn mat() -> Mat<Place> {
    let slot = |n: u8| Place::Centre(Slot::new(n).unwrap());
    let zones = vec![
        (slot(1), Polygon::rectangle(0.0, 0.0, 100.0, 200.0)),
        (slot(2), Polygon::rectangle(110.0, 0.0, 100.0, 200.0)),
        (Place::Draw, Polygon::rectangle(220.0, 0.0, 100.0, 100.0)),
    ];
    let down = Point::new(0.0, 1.0);
    let corners = [(400.0, 300.0), (0.0, 300.0), (0.0, 0.0)].map(|(x, y)| Point::new(x, y));
    let edge = |seat| Edge { seat: Seat::from_index(seat).unwrap(), from: corners[seat], to: corners[seat + 1] };
    let edges = [0, 1].map(edge).to_vec();
    let fan = vec![(slot(1), down), (slot(2), down)];
    Mat { width_mm: 400.0, height_mm: 300.0, zones, edges, markers: vec![], fan, fan_step_mm: 20.0 }
}

fn id(name: &str) -> CardId {
    format!("t/{name}").parse().unwrap()
}

fn card(name: &str, x: f64, y: f64) -> SeenCard {
    SeenCard { quad: Quad::placed(Point::new(x, y), 63.0, 88.0, 0.0), face: Face::Up, identity: Identity::certain(id(name)), score: 0.9 }
}

fn hand(x: f64, y: f64) -> SeenHand {
    let entry = Point::<Table>::new(x, 300.0);
    let region = Polygon { vertices: vec![entry, Point::new(x + 20.0, 300.0), Point::new(x, y)] };
    SeenHand { region, entry, tip: Point::new(x, y), tip_seen: true, seat: Seat::from_index(0), perhaps: None, confidence: 1.0 }
}

/// Feeds frames every 50 ms; each is (cards, hands).
fn facts(frames: Vec<(Vec<SeenCard>, Vec<SeenHand>)>) -> Vec<Fact<Place>> {
    let mut tracker = Tracker::new(mat(), TrackerConfig::default());
    let mut found = Vec::new();
    for (i, (cards, hands)) in frames.into_iter().enumerate() {
        let seen =
            Observation { frame: i as u64, stamp: Stamp::from_ms(50 * i as u64), cards, overlaps: Vec::new(), hands, touches: Vec::new() };
        found.extend(tracker.observe(&seen));
    }
    found.extend(tracker.finish());
    found
}

fn shown(fact: &Fact<Place>) -> Vec<(String, Vec<String>)> {
    let Fact::Settled { layout, .. } = fact else { panic!("the table did not settle") };
    let name = |card: &crate::table::LaidCard| card.identity.card().map_or("?".into(), |c| c.name().to_owned());
    layout.zones.iter().map(|(zone, cards)| (zone.to_string(), cards.iter().map(name).collect())).collect()
}

fn visited(fact: &Fact<Place>) -> Vec<String> {
    let Fact::Settled { visits, .. } = fact else { panic!("the table did not settle") };
    visits.iter().filter(|v| v.deepest).map(|v| format!("{} {}", v.seat, v.zone)).collect()
}

/// A still table, a reach to (x, y), and a still table that may differ.
fn reach(before: &[SeenCard], x: f64, y: f64, after: &[SeenCard]) -> Vec<(Vec<SeenCard>, Vec<SeenHand>)> {
    let mut frames = vec![(before.to_vec(), vec![]); 20];
    for step in 0..8 {
        frames.push((before.to_vec(), vec![hand(x, 300.0 - (300.0 - y) * f64::from(step) / 7.0)]));
    }
    for step in (0..8).rev() {
        frames.push((after.to_vec(), vec![hand(x, 300.0 - (300.0 - y) * f64::from(step) / 7.0)]));
    }
    frames.extend(vec![(after.to_vec(), vec![]); 30]);
    frames
}

#[test]
fn a_placed_card_settles_once_with_the_visit() {
    let found = facts(reach(&[], 50.0, 60.0, &[card("mark", 50.0, 60.0)]));
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(shown(&found[1]), [("centre1".to_owned(), vec!["mark".to_owned()])]);
    assert_eq!(visited(&found[1]), ["P1 centre1"]);
}

#[test]
fn a_draw_changes_nothing_and_is_known_by_its_visit() {
    let pile = SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("x", 270.0, 50.0) };
    let found = facts(reach(std::slice::from_ref(&pile), 270.0, 50.0, std::slice::from_ref(&pile)));
    assert_eq!(found.len(), 2);
    assert_eq!(visited(&found[1]), ["P1 draw"]);
}

#[test]
fn a_hand_seen_for_one_frame_counts_where_something_changed() {
    let frames = |after: &[SeenCard]| {
        let mut frames = vec![(vec![], vec![]); 20];
        frames.push((vec![], vec![hand(50.0, 150.0)]));
        frames.extend(vec![(after.to_vec(), vec![]); 60]);
        frames
    };
    let found = facts(frames(&[card("mark", 50.0, 60.0)]));
    assert_eq!(visited(found.last().unwrap()), ["P1 centre1"]);
    assert_eq!(facts(frames(&[])).len(), 1);
}

#[test]
fn a_zone_passed_on_the_way_out_and_back_does_not_swallow_the_one_beyond() {
    let pile = SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("x", 270.0, 50.0) };
    let at = |x: f64| SeenHand { entry: Point::new(0.0, 50.0), ..hand(x, 50.0) };
    let tips = [60.0, 150.0, 190.0, 226.0, 228.0, 230.0, 228.0, 190.0, 150.0, 60.0];
    let still = vec![(vec![pile.clone()], vec![]); 20];
    let reach = tips.iter().map(|x| (vec![pile.clone()], vec![at(*x)]));
    let found = facts(still.clone().into_iter().chain(reach).chain(still).collect());
    assert_eq!(visited(found.last().unwrap()), ["P1 draw"]);
}

#[test]
fn an_arm_whose_fingers_come_to_another_edge_is_still_the_same() {
    let pile = SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("x", 270.0, 50.0) };
    let other =
        |x: f64, y: f64| SeenHand { seat: Seat::from_index(1), entry: Point::new(x, 10.0), tip: Point::new(x, 250.0), ..hand(x, y) };
    let still = vec![(vec![pile.clone()], vec![]); 20];
    let reach = [250.0, 150.0, 60.0].map(|y| (vec![pile.clone()], vec![hand(270.0, y)]));
    let turned = vec![(vec![pile.clone()], vec![other(270.0, 50.0)]); 5];
    let back = [60.0, 150.0, 250.0].map(|y| (vec![pile.clone()], vec![hand(270.0, y)]));
    let found = facts(still.clone().into_iter().chain(reach).chain(turned).chain(back).chain(still).collect());
    assert_eq!(visited(found.last().unwrap()), ["P1 draw"]);
}

#[test]
fn a_part_of_an_arm_that_looks_like_another_seats_hand_visits_nothing() {
    let pile = SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("x", 270.0, 50.0) };
    let arm = |y: f64| hand(270.0, y);
    let part = SeenHand { seat: Seat::from_index(1), entry: Point::new(400.0, 20.0), tip: Point::new(275.0, 90.0), ..arm(100.0) };
    let look = |hands: Vec<SeenHand>| (vec![pile.clone()], hands);
    let still = vec![look(vec![]); 20];
    let reach = vec![look(vec![arm(150.0)]), look(vec![arm(50.0)])];
    let split = vec![look(vec![arm(50.0), part]); 5];
    let found = facts([still.clone(), reach, split, vec![look(vec![arm(150.0)])], still].concat());
    assert_eq!(visited(found.last().unwrap()), ["P1 draw"]);
}

#[test]
fn a_hand_that_comes_in_where_two_seats_meet_may_be_either_s() {
    let pile = SeenCard { face: Face::Down, identity: Identity::UNKNOWN, ..card("x", 270.0, 50.0) };
    let neighbour = |x: f64| {
        let found = facts(reach(std::slice::from_ref(&pile), x, 60.0, std::slice::from_ref(&pile)));
        let Fact::Settled { visits, .. } = found.last().unwrap() else { panic!("the table did not settle") };
        visits.first().unwrap().neighbour
    };
    assert_eq!([20.0, 80.0, 270.0].map(neighbour), [Seat::from_index(1), None, None]);
}

#[test]
fn trembling_below_the_threshold_is_no_news() {
    let frames = (0..60).map(|i| (vec![card("mark", 50.0 + f64::from(i % 3), 60.0 - f64::from(i % 2))], vec![])).collect();
    assert_eq!(facts(frames).len(), 1);
}

#[test]
fn a_flicker_of_a_card_or_a_phantom_is_no_news() {
    let table = [card("mark", 50.0, 60.0), card("john", 160.0, 60.0)];
    let mut frames = vec![(table.to_vec(), vec![]); 60];
    frames[30].0.pop();
    frames[35].0.push(card("luke", 270.0, 250.0));
    assert_eq!(facts(frames).len(), 1);
}

#[test]
fn a_misreading_in_a_few_frames_is_outvoted() {
    let mut frames = vec![(vec![card("mark", 50.0, 60.0)], vec![]); 40];
    for frame in frames.iter_mut().skip(2).step_by(4) {
        frame.0 = vec![card("luke", 50.0, 60.0)];
    }
    let found = facts(frames);
    assert_eq!(found.len(), 1);
    assert_eq!(shown(&found[0]), [("centre1".to_owned(), vec!["mark".to_owned()])]);
}

#[test]
fn a_fan_is_read_from_the_bottom_up_whatever_the_order_of_detections() {
    let fan = vec![card("c", 50.0, 100.0), card("a", 50.0, 60.0), card("b", 50.0, 80.0)];
    let found = facts(vec![(fan, vec![]); 20]);
    assert_eq!(shown(&found[0]), [("centre1".to_owned(), vec!["a".to_owned(), "b".to_owned(), "c".to_owned()])]);
}

#[test]
fn the_order_of_detections_and_a_dropped_frame_do_not_change_the_facts() {
    let table = [card("mark", 50.0, 60.0), card("john", 160.0, 60.0)];
    let frames = reach(&table[..1], 160.0, 60.0, &table);
    let mut other: Vec<_> = frames
        .iter()
        .cloned()
        .map(|(mut cards, hands)| {
            cards.reverse();
            (cards, hands)
        })
        .collect();
    other[24] = other[23].clone();
    let said = |frames| facts(frames).iter().map(|f| (shown(f), visited(f))).collect::<Vec<_>>();
    assert_eq!(said(frames), said(other));
}

#[test]
fn a_hand_that_comes_to_rest_hides_its_zone_and_does_not_stop_the_game() {
    let table = [card("mark", 50.0, 60.0)];
    let mut frames = vec![(table.to_vec(), vec![]); 20];
    frames.extend(vec![(vec![], vec![hand(50.0, 60.0)]); 80]);
    let after = [card("john", 160.0, 60.0)];
    frames.extend(vec![(after.to_vec(), vec![hand(50.0, 60.0)]); 60]);
    let found = facts(frames);
    let last = found.last().unwrap();
    assert!(shown(last).contains(&("centre1".to_owned(), vec!["mark".to_owned()])), "{:?}", shown(last));
    assert!(shown(last).contains(&("centre2".to_owned(), vec!["john".to_owned()])), "{:?}", shown(last));
}

#[test]
fn a_pile_tells_a_card_laid_on_it_from_one_uncovered() {
    let at = |name: &str, dx: f64| card(name, 270.0 + dx, 50.0);
    let (low, top) = (at("luke", 0.0), at("mark", 3.0));
    let mut frames = reach(&[], 270.0, 50.0, std::slice::from_ref(&low));
    frames.extend(reach(std::slice::from_ref(&low), 270.0, 50.0, std::slice::from_ref(&top)).split_off(20));
    frames.extend(reach(std::slice::from_ref(&top), 270.0, 50.0, std::slice::from_ref(&low)).split_off(20));
    let changes: Vec<_> = facts(frames)
        .iter()
        .filter_map(|fact| {
            let Fact::Settled { layout, .. } = fact else { panic!("the table did not settle") };
            layout.cards(&Place::Draw).last().map(|top| top.change)
        })
        .collect();
    use crate::table::PileChange::{Laid, Uncovered};
    assert_eq!(changes, [Some(Laid), Some(Laid), Some(Uncovered)]);
}

#[test]
fn a_covered_copy_of_a_fan_is_still_there_until_its_place_shows_bare() {
    let (low, high) = (card("mark", 50.0, 60.0), card("mark", 50.0, 80.0));
    let mut frames = reach(&[], 50.0, 60.0, std::slice::from_ref(&low));
    frames.extend(reach(std::slice::from_ref(&low), 50.0, 80.0, std::slice::from_ref(&high)).split_off(20));
    frames.extend(reach(std::slice::from_ref(&high), 50.0, 80.0, std::slice::from_ref(&low)).split_off(20));
    frames.extend(reach(std::slice::from_ref(&low), 50.0, 60.0, &[]).split_off(20));
    let counts: Vec<_> = facts(frames).iter().map(|fact| shown(fact).first().map_or(0, |(_, cards)| cards.len())).collect();
    assert_eq!(counts, [0, 1, 2, 1, 0]);
}

#[test]
fn one_look_is_sorted_into_zones_and_fans_without_a_past() {
    let unread = SeenCard { identity: Identity::UNKNOWN, ..card("mark", 150.0, 50.0) };
    let seen = [card("luke", 50.0, 70.0), card("mark", 50.0, 50.0), unread, card("john", 370.0, 250.0)];
    let layout = layout_of(&seen, &mat(), &TrackerConfig::default());
    let names = |zone: &str| layout.zones[&zone.parse().unwrap()].iter().map(|c| c.identity.card().cloned()).collect::<Vec<_>>();
    assert_eq!(names("centre1"), [Some(id("mark")), Some(id("luke"))]);
    assert_eq!(names("centre2"), [None]);
    assert_eq!((layout.zones.len(), layout.loose.len()), (2, 1));
}

#[test]
fn an_arm_that_is_taken_for_two_for_a_moment_visits_once() {
    let other = || SeenHand { entry: Point::new(0.0, 20.0), ..hand(60.0, 110.0) };
    let table = vec![card("4h", 50.0, 100.0)];
    let still = |n| vec![(table.clone(), vec![]); n];
    let frames = [still(20), vec![(table.clone(), vec![hand(50.0, 100.0)]); 6], vec![(table.clone(), vec![hand(50.0, 100.0), other()]); 2]];
    let facts = facts([frames.concat(), vec![(table.clone(), vec![other()]); 3], still(20)].concat());
    assert_eq!(visited(facts.last().unwrap()).len(), 1, "{facts:?}");
}
