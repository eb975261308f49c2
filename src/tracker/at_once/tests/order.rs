//! Cards on cards: which of them a fingertip touches.

use super::*;

/// The four lies on the nine, of which more seems to be seen; and a place where both are.
fn crossed() -> ([SeenCard; 2], (f64, f64)) {
    ([SeenCard { score: 0.7, ..card("4h", 400.0, 300.0) }, card("9c", 440.0, 310.0)], (420.0, 305.0))
}

fn touched(film: &mut Film, cards: &[SeenCard], (x, y): (f64, f64)) -> String {
    film.show(4, cards, &[hand(x, y)]);
    film.touch(cards, x, y);
    film.told().last().unwrap().clone()
}

#[test]
fn a_card_whose_edge_is_seen_on_another_is_touched_where_both_are() {
    let (cards, at) = crossed();
    assert_eq!(touched(&mut Film::over(&cards), &cards, at), "P1 touched ocean 9c");
    assert_eq!(touched(&mut Film::over_seen(&cards, vec![(0, 1)]), &cards, at), "P1 touched ocean 4h");
    assert_eq!(touched(&mut Film::over_seen(&cards, vec![(1, 0)]), &cards, at), "P1 touched ocean 9c");
}

#[test]
fn what_was_seen_wrong_for_a_frame_or_beside_an_arm_turns_nothing_round() {
    let (cards, at) = crossed();
    let mut film = Film::over_seen(&cards, vec![(0, 1)]);
    film.overlaps = vec![(1, 0)];
    film.show(6, &cards, &[]);
    film.show(40, &cards, &[hand(at.0, at.1 + 20.0)]);
    film.show(4, &cards, &[]);
    assert_eq!(touched(&mut film, &cards, at), "P1 touched ocean 4h");
}

#[test]
fn what_many_frames_show_otherwise_is_believed() {
    let (cards, at) = crossed();
    let mut film = Film::over_seen(&cards, vec![(0, 1)]);
    film.overlaps = vec![(1, 0)];
    film.show(40, &cards, &[]);
    assert_eq!(touched(&mut film, &cards, at), "P1 touched ocean 9c");
}

#[test]
fn three_cards_that_frames_show_in_a_ring_are_left_in_some_order() {
    let (cards, at) = crossed();
    let cards = [&cards[..], &[card("Kd", 420.0, 280.0)]].concat();
    let mut film = Film::over_seen(&cards, vec![(0, 1), (1, 2), (2, 0)]);
    assert!(touched(&mut film, &cards, at).starts_with("P1 touched ocean"));
}

#[test]
fn a_card_that_is_outlined_beside_itself_under_an_arm_lies_where_it_lay() {
    let (cards, _) = crossed();
    let outline = cards[0].quad.polygon();
    let beside = (400..470).map(f64::from).find(|x| !outline.contains(Point::new(*x, 300.0))).unwrap();
    let at = (beside + 3.0, 300.0);
    let mut film = Film::over_seen(&cards, vec![(0, 1)]);
    let off = [SeenCard { quad: cards[0].quad.map(|p| Point::new(p.x + 8.0, p.y)), ..cards[0].clone() }, cards[1].clone()];
    film.show(12, &off, &[hand(at.0, at.1)]);
    film.touch(&off, at.0, at.1);
    assert_eq!(film.told(), ["P1 touched ocean 9c"]);
}
