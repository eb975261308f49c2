//! Elements, Magic Rules, Cards.

use super::prelude::*;
use kibitzer::table::Pile as Shown;

/// Mages with four fours, a jack, a queen and a king known to lie in the Ocean.
fn court() -> Elements {
    let game = mages(3);
    ["4c", "4d", "4h", "4s", "Js", "Qs", "Ks", "5c"]
        .iter()
        .fold(game, |game, card| play(game, &[&format!("P3 touch ocean {card}"), "P3 release", &format!("P3 turn-up {card}")]))
}

#[test]
fn there_are_52_cards_at_all_times() {
    let game = happen(court(), &["P1 take P2.island ?", "P1 touch ocean", "P2 take ocean 4c x3", "P3 put P1.hand 4d", "P2 fire"]);
    assert_eq!(game.audit(), []);
}

#[test]
fn no_card_becomes_one_of_another_type() {
    let game = court();
    assert_eq!(verdict(&game, "P1 magic transform ocean 4s > 5s"), "changed-type");
    assert_eq!(says(&game, "P1 magic transform ocean 4s > 5s"), "P1 transformed 4s into type 5: a card keeps its type");
}

#[test]
fn every_four_may_be_the_four_of_hearts_and_a_jack_one_of_dragons() {
    let game = court();
    let game = play(game, &["P1 magic transform ocean 4c > 4h", "P1 magic transform ocean 4d > 4h", "P1 magic transform ocean Js > J*"]);
    let expected = game.expected();
    let Shown::Strewn { faces, unread, .. } = &expected.zones[&Zone::Ocean] else { panic!() };
    assert_eq!(faces.iter().filter(|face| face.name() == "4h").count(), 3);
    assert_eq!((faces.iter().any(|face| face.name() == "Js"), *unread), (false, 1));
    assert_eq!(game.shown(card("Js")).to_string(), "J*");
    assert_eq!(game.audit(), []);
}

#[test]
fn two_cards_may_be_swapped_if_no_other_rule_is_broken() {
    let game = play(court(), &["P1 turn-down 5c"]);
    assert_eq!(verdict(&game, "P1 magic swap ocean 4s > 5c"), "ok");
    let swapped = play(game.clone(), &["P1 magic swap ocean 4s > 5c"]);
    assert!(swapped.ocean().up.holds(card("5c")) && swapped.ocean().down.holds(card("4s")));
    let held = play(game, &["P2 take ocean 5c"]);
    assert_eq!(verdict(&held, "P1 magic swap ocean 4s > 5c"), "others-claim");
    assert_eq!(verdict(&held, "P2 magic swap ocean 4s > 5c"), "beyond-ocean");
}

#[test]
fn the_type_stays_unambiguous_and_an_identifier_legible() {
    let game = court();
    assert_eq!(verdict(&game, "P1 magic transform ocean 4s > 4* ambiguous"), "ambiguous-type");
    assert_eq!(verdict(&game, "P1 magic transform ocean 4s > 4* unmarked"), "no-identifier");
}

#[test]
fn jacks_have_moustaches_kings_beards_and_queens_neither() {
    let game = court();
    for (text, is) in [
        ("Js > J* moustache", "ok"),
        ("Js > J*", "ok"),
        ("Js > J* beard", "court-face"),
        ("Js > J* moustache beard", "court-face"),
        ("Js > J* shaven", "court-face"),
        ("Ks > K* beard", "ok"),
        ("Ks > K* moustache beard", "ok"),
        ("Ks > K* moustache", "court-face"),
        ("Ks > K* shaven", "court-face"),
        ("Qs > Q* shaven", "ok"),
        ("Qs > Q* moustache", "court-face"),
        ("Qs > Q* beard", "court-face"),
        ("4s > 4* beard", "ok"),
    ] {
        assert_eq!(verdict(&game, &format!("P1 magic transform ocean {text}")), is, "{text}");
    }
}

#[test]
fn ocean_cards_leave_only_by_a_play_hands_claim() {
    let game = court();
    assert_eq!(verdict(&game, "P1 magic take ocean 4s"), "taken-by-magic");
    assert_eq!(verdict(&game, "P1 take ocean 4s flame-hand"), "flame-hand");
    assert_eq!(verdict(&game, "P1 take ocean 4s"), "ok");
}

#[test]
fn ocean_cards_may_be_affected_in_any_way_that_destroys_nothing() {
    let game = court();
    for work in ["scry", "illusion", "flip", "shuffle", "draw", "push", "hide"] {
        assert_eq!(verdict(&game, &format!("P1 magic {work} ocean 4s")), "ok", "{work}");
        assert_eq!(verdict(&game, &format!("P1 magic {work} ocean 4s destructive")), "destroyed", "{work}");
    }
    let flipped = play(game, &["P1 magic flip ocean 4s"]);
    assert!(flipped.ocean().down.holds(card("4s")));
}

#[test]
fn other_cards_are_moved_by_the_play_hand_alone_and_know_only_vanity_illusion_and_scrying() {
    let game = play(court(), &["P1 move P1.island > ocean ?", "P1 move ocean > P1.island 4s", "P1 move ocean > P1.flame 5c"]);
    for work in ["push", "draw", "flip", "shuffle"] {
        assert_eq!(verdict(&game, &format!("P1 magic {work} P1.island")), "beyond-ocean", "{work}");
        assert_eq!(verdict(&game, &format!("P1 magic {work} P1.flame")), "beyond-ocean", "{work}");
    }
    assert_eq!(verdict(&game, "P1 magic take P1.island 4s"), "taken-by-magic");
    for text in ["scry P1.island", "illusion P1.island", "transform P1.island 4s > 4*", "transform P1.flame 5c > 5h", "scry P1.flame"] {
        assert_eq!(verdict(&game, &format!("P1 magic {text}")), "ok", "{text}");
    }
}

#[test]
fn other_cards_remain_visible() {
    let game = mages(3);
    assert_eq!(verdict(&game, "P1 magic hide P1.island"), "invisible");
    assert_eq!(verdict(&game, "P1 magic illusion P1.island hidden"), "invisible");
    assert_eq!(verdict(&game, "P1 magic illusion ocean hidden"), "ok");
}
