//! What Canon makes of a settled table: the acts that could account for it.

use crate::support::{act, card, game, happen, play, seat, small_game};
use kibitzer::cards::Face;
use kibitzer::games::Game;
use kibitzer::games::canon::{Canon, Zone};
use kibitzer::table::{Alternative, Fact, Identity, LaidCard, Layout, PileChange, Stamp, Visit};

const SETTLED: Stamp = Stamp::from_ms(9000);

/// The acts that `before` proposes for the table that `after` leaves, with visits such as `P1 draw`.
fn read(before: &Canon, layout: Layout<Zone>, visits: &[&str]) -> Vec<String> {
    let visit = |(n, text): (u64, &&str)| {
        let (seat, zone) = text.split_once(' ').unwrap();
        let deepest = !zone.ends_with(" passing");
        let zone = zone.trim_end_matches(" passing").parse().unwrap();
        Visit { seat: seat.parse().unwrap(), neighbour: None, zone, from: Stamp::from_ms(n), to: Stamp::from_ms(n + 1), deepest }
    };
    let visits = (0..).zip(visits).map(visit).collect();
    let acts = before.read(&Fact::Settled { stamp: SETTLED, frame: 0, layout, visits, glimpses: Vec::new() });
    acts.into_iter().map(|act| format!("{} {}", act.seat, act.action)).collect()
}

fn after(game: &Canon, acts: &[&str]) -> Layout<Zone> {
    happen(game.clone(), acts).laid_out()
}

fn zone(text: &str) -> Zone {
    text.parse().unwrap()
}

fn laid(identity: Identity) -> LaidCard {
    LaidCard { identity, face: Face::Up, turn_deg: 0.0, change: None }
}

fn started() -> Canon {
    play(game(3, ""), &["P1 play centre1 canon-nt/mark", "P2 discard canon-nt/luke", "P3 play P3.canon1 canon-nt/john"])
}

#[test]
fn an_unchanged_table_without_visits_tells_nothing() {
    let game = started();
    assert_eq!(read(&game, game.laid_out(), &[]), [""; 0]);
}

#[test]
fn a_new_card_was_placed_by_who_reached_there_or_whose_turn_it_is() {
    let game = started();
    let table = after(&game, &["P1 play centre2 canon-nt/acts"]);
    assert_eq!(read(&game, table.clone(), &[]), ["P1 play centre2 canon-nt/acts"]);
    let expected = ["P2 play centre2 canon-nt/acts", "P1 play centre2 canon-nt/acts"];
    assert_eq!(read(&game, table, &["P2 centre2"]), expected);
}

#[test]
fn illegal_acts_are_proposed_like_any_other() {
    let game = started();
    for (text, visits) in [
        ("P1 move discard > centre2 canon-nt/luke", vec!["P1 discard", "P1 centre2"]),
        ("P1 move centre1 > P1.canon2 canon-nt/mark", vec!["P1 centre1", "P1 P1.canon2"]),
        ("P1 move centre1 > centre2 canon-nt/mark", vec![]),
        ("P1 take P3.canon1 canon-nt/john", vec!["P1 P3.canon1"]),
        ("P1 play centre1 canon-nt/acts", vec![]),
        ("P1 play centre8 canon-nt/acts", vec![]),
        ("P1 play centre2 ? face-down", vec![]),
        ("P2 draw", vec!["P2 draw"]),
        ("P1 play centre2 canon-nt/acts x2", vec![]),
        ("P1 discard canon-nt/acts face-down", vec![]),
        ("P1 move draw > centre2 canon-nt/acts", vec!["P1 draw", "P1 centre2"]),
        ("P1 move hand > draw canon-nt/acts face-up", vec![]),
    ] {
        let mut table = after(&game, &[text]);
        if text.contains("> draw") {
            table.zones.insert(Zone::Draw, vec![laid(Identity::certain(card("canon-nt/acts")))]);
        }
        let read = read(&game, table, &visits);
        // A card that lies face down may be any.
        let text = if text.ends_with("face-down") { text.replace("canon-nt/acts", "?") } else { text.to_owned() };
        assert!(read.contains(&text), "{text} is not among {read:?}");
    }
}

#[test]
fn a_new_top_of_the_discard_pile_was_placed_or_uncovered() {
    let game = play(started(), &["P1 discard canon-nt/acts", "P2 pass"]);
    assert_eq!(read(&game, after(&game, &["P3 discard canon-nt/mark"]), &[]), ["P3 discard canon-nt/mark"]);
    let uncovered = read(&game, after(&game, &["P3 take discard canon-nt/acts"]), &["P3 discard"]);
    assert_eq!(uncovered, ["P3 take discard canon-nt/acts", "P3 discard canon-nt/luke"]);
    let mut gone = game.laid_out();
    gone.zones.remove(&Zone::Discard);
    assert_eq!(read(&game, gone, &[]), ["P3 take discard canon-nt/acts", "P3 take discard canon-nt/acts x2"]);
}

#[test]
fn several_cards_taken_off_the_discard_pile_at_once_are_counted() {
    let game = play(game(3, ""), &["P1 discard canon-nt/mark", "P2 discard canon-nt/luke", "P3 discard canon-nt/acts"]);
    let read = read(&game, after(&game, &["P1 take discard canon-nt/acts x2"]), &["P1 discard"]);
    assert!(read.contains(&"P1 take discard canon-nt/acts x2".to_owned()), "{read:?}");
}

#[test]
fn a_second_copy_on_the_discard_pile_shows_only_in_a_visit() {
    let game = started();
    let table = after(&game, &["P1 discard canon-nt/luke"]);
    assert_eq!(read(&game, table.clone(), &[]), [""; 0]);
    assert_eq!(read(&game, table, &["P1 discard"]), ["P1 discard canon-nt/luke"]);
}

#[test]
fn the_pose_of_the_top_tells_a_second_copy_without_a_visit() {
    let game = play(started(), &["P1 discard canon-nt/luke"]);
    let mut table = game.laid_out();
    for (change, expected) in [
        (PileChange::Unmoved, None),
        (PileChange::Laid, Some("P2 discard canon-nt/luke")),
        (PileChange::Uncovered, Some("P2 take discard canon-nt/luke")),
    ] {
        table.zones.get_mut(&Zone::Discard).unwrap()[0].change = Some(change);
        assert_eq!(read(&game, table.clone(), &[]), Vec::from_iter(expected));
    }
    // Nothing of the kind lies below the only card.
    let mut single = started().laid_out();
    single.zones.get_mut(&Zone::Discard).unwrap()[0].change = Some(PileChange::Uncovered);
    assert_eq!(read(&started(), single, &[]), [""; 0]);
}

#[test]
fn a_draw_shows_only_in_a_visit() {
    let game = started();
    let read = read(&game, after(&game, &["P1 draw"]), &["P2 draw passing", "P1 draw"]);
    assert_eq!(read, ["P1 draw", "P2 draw"]);
}

#[test]
fn the_last_draw_shows_in_the_vanished_pile() {
    let game = play(small_game(2, &[12], ""), &["P1 draw"]);
    assert_eq!(read(&game, after(&game, &["P2 draw"]), &[]), ["P2 draw"]);
    let two_left = small_game(2, &[12], "");
    let read = read(&two_left, after(&two_left, &["P1 draw x2"]), &["P1 draw"]);
    assert_eq!(read, ["P1 draw", "P1 draw x2"]);
}

#[test]
fn a_card_on_the_empty_draw_place_was_put_there() {
    let game = play(small_game(2, &[11], ""), &["P1 draw"]);
    assert_eq!(read(&game, after(&game, &["P2 move hand > draw ?"]), &[]), ["P2 move hand > draw ?"]);
}

#[test]
fn what_a_card_may_have_been_misread_as_is_proposed_too() {
    let game = started();
    let mut table = game.laid_out();
    let alternatives = vec![Alternative { card: card("canon-nt/mark"), confidence: 0.2 }];
    let acts = Identity::Known { card: card("canon-nt/acts"), confidence: 0.7, alternatives: alternatives.clone() };
    table.zones.get_mut(&zone("centre1")).unwrap().push(laid(acts));
    assert_eq!(read(&game, table.clone(), &[]), ["P1 play centre1 canon-nt/acts", "P1 play centre1 canon-nt/mark"]);
    let cards = table.zones.get_mut(&zone("centre1")).unwrap();
    cards[1] = laid(Identity::Unknown { alternatives });
    assert_eq!(read(&game, table, &[]), ["P1 play centre1 canon-nt/mark"]);
}

#[test]
fn an_unread_card_is_taken_for_the_one_that_should_lie_there() {
    let game = started();
    let mut table = game.laid_out();
    *table.zones.get_mut(&zone("centre1")).unwrap() = vec![laid(Identity::UNKNOWN)];
    *table.zones.get_mut(&Zone::Discard).unwrap() = vec![laid(Identity::UNKNOWN)];
    assert_eq!(read(&game, table.clone(), &[]), [""; 0]);
    // One more of them, in a space that holds a work, is another copy; in an empty space it tells nothing.
    table.zones.get_mut(&zone("centre1")).unwrap().push(laid(Identity::UNKNOWN));
    table.zones.insert(zone("centre2"), vec![laid(Identity::UNKNOWN)]);
    assert_eq!(read(&game, table, &[]), ["P1 play centre1 canon-nt/mark"]);
}

#[test]
fn a_print_of_a_second_deck_is_the_same_work() {
    use kibitzer::cards::builtin_canon;
    use kibitzer::games::canon::{Options, Setup};
    let decks = ["canon-nt", "canon-af"].map(|id| builtin_canon(id).unwrap()).to_vec();
    let game = Canon::new(Setup::new(decks, crate::support::seats(2), seat("P1"), Options::default()).unwrap()).unwrap();
    let mut table = game.laid_out();
    table.zones.insert(zone("centre2"), vec![laid(Identity::certain(card("canon-af/didache")))]);
    assert_eq!(read(&game, table, &[]), ["P1 play centre2 canon-nt/didache"]);
}

#[test]
fn a_card_of_another_deck_is_proposed_as_printed() {
    let game = started();
    let mut table = game.laid_out();
    table.zones.insert(zone("centre2"), vec![laid(Identity::certain(card("standard/10h")))]);
    assert_eq!(read(&game, table, &[]), ["P1 play centre2 standard/10h"]);
}

#[test]
fn when_the_game_is_over_anybody_may_have_acted() {
    let game = play(small_game(2, &[11], ""), &["P1 draw", "P2 pass", "P1 pass"]);
    assert_eq!(read(&game, after(&game, &["P2 discard x/a"]), &[]), ["P1 discard x/a", "P2 discard x/a"]);
}

#[test]
fn an_act_has_the_time_at_which_the_hand_left() {
    let game = started();
    let visit = |seat_text: &str, zone, to, deepest| Visit {
        neighbour: None,
        seat: seat(seat_text),
        zone,
        from: Stamp::from_ms(0),
        to: Stamp::from_ms(to),
        deepest,
    };
    let times = |layout, visits| {
        let acts = game.read(&Fact::Settled { stamp: SETTLED, frame: 0, layout, visits, glimpses: Vec::new() });
        acts.into_iter().map(|a| a.stamp.ms()).collect::<Vec<_>>()
    };
    let table = after(&game, &["P1 play centre2 canon-nt/acts"]);
    let centre2 = zone("centre2");
    assert_eq!(times(table.clone(), vec![]), [9000.0]);
    let visits = vec![visit("P1", centre2, 100, true), visit("P1", centre2, 200, false), visit("P2", Zone::Draw, 300, true)];
    assert_eq!(times(table, visits)[0], 100.0);
}

#[test]
fn the_whole_of_two_turns_is_read_one_after_the_other() {
    let game = started();
    let table = after(&game, &["P1 play centre2 canon-nt/acts", "P2 take discard canon-nt/luke"]);
    let visits = ["P1 centre2", "P2 discard"];
    let first = read(&game, table.clone(), &visits);
    assert!(first.contains(&"P1 play centre2 canon-nt/acts".into()) && first.contains(&"P2 take discard canon-nt/luke".into()));
    let mut next = game;
    next.apply(&act("P1 play centre2 canon-nt/acts"));
    let second = read(&next, table, &visits);
    assert!(second.contains(&"P2 take discard canon-nt/luke".into()), "{second:?}");
}

#[test]
fn a_card_read_as_another_is_proposed_as_a_swap_though_it_may_be_misread() {
    let game = started();
    let mut table = game.laid_out();
    let alternatives = vec![Alternative { card: card("canon-nt/mark"), confidence: 0.3 }];
    let acts = Identity::Known { card: card("canon-nt/acts"), confidence: 0.6, alternatives };
    table.zones.insert(zone("centre1"), vec![laid(acts)]);
    let expected = ["P1 take centre1 canon-nt/mark", "P1 play centre1 canon-nt/acts", "P1 play centre1 canon-nt/mark"];
    assert_eq!(read(&game, table, &[]), expected);
}

#[test]
fn a_change_in_a_personal_canon_may_be_its_owners_though_no_hand_was_seen() {
    let game = started();
    let table = after(&game, &["P2 play P2.canon1 canon-nt/acts"]);
    assert_eq!(read(&game, table, &[]), ["P1 play P2.canon1 canon-nt/acts", "P2 play P2.canon1 canon-nt/acts"]);
}

#[test]
fn as_many_cards_are_carried_directly_as_went_and_came() {
    let game = play(started(), &["P1 play centre1 canon-nt/mark", "P2 pass", "P3 pass"]);
    let table = after(&game, &["P1 take centre1 canon-nt/mark x2", "P1 play centre2 canon-nt/mark"]);
    let read = read(&game, table, &[]);
    let direct: Vec<&String> = read.iter().filter(|text| text.contains(" > ")).collect();
    assert_eq!(direct, ["P1 move centre1 > centre2 canon-nt/mark"]);
}
