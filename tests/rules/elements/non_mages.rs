//! Elements, Adaptation for Non-Mages.

use super::prelude::*;
use kibitzer::table::Pile as Shown;

#[test]
fn islands_are_looked_at_and_arranged_before_the_start() {
    let game = dealt(3, "");
    play(game.clone(), &["P1 look P1.island", "P2 arrange P2.island"]);
    assert_eq!(verdict(&game, "P1 look P2.island"), "others-island");
}

#[test]
fn the_ocean_starts_face_up_and_cards_may_be_turned_down() {
    let game = dealt(3, "");
    assert_eq!((game.ocean().up.unknown(), game.ocean().down.count()), (34, 0));
    let game = play(non_mages(3, "", "4c 9d"), &["P1 turn-down 4c", "P2 take ocean 9d", "P2 put ocean 9d face-down"]);
    assert_eq!(names(&game.ocean().down), ["4c", "9d"]);
    assert_eq!(verdict(&game, "P1 turn-down 4c"), "not-now");
    let game = play(game, &["P3 turn-up 4c"]);
    assert_eq!(names(&game.ocean().down), ["9d"]);
}

#[test]
fn what_lies_face_up_is_known_to_all_once_it_is_read() {
    let game = play(dealt(3, ""), &["P1 show 4c 9d"]);
    let expected = game.expected();
    let Shown::Strewn { faces, unread, backs } = &expected.zones[&Zone::Ocean] else { panic!() };
    assert_eq!((faces.len(), *unread, *backs), (2, 32, 0));
    assert_eq!(verdict(&game, "P1 show 4c"), "not-now");
}

#[test]
fn islands_may_be_doubled() {
    for (players, size) in [(3, 12), (4, 8), (5, 6), (6, 4), (7, 4)] {
        let game = dealt(players, "double_islands=yes");
        assert_eq!(player(&game, "P1").island.count(), size);
        assert_eq!(game.audit(), []);
    }
}

#[test]
fn each_whirlwind_may_make_islands_smaller_by_one() {
    let blow = |game: Elements| {
        let game = play(game, &["P1 move ocean > P1.flame 4c", "P1 whirlwind", "P1 pass-island", "P2 pass-island"]);
        assert_eq!(game.island_size(), 6);
        play(game, &["P3 pass-island"])
    };
    let game = blow(non_mages(3, "shrink_after_whirlwind=yes", "4c 9d"));
    assert_eq!(game.island_size(), 5);
    for text in ["P2 touch ocean 9d", "P2 take ocean 9d", "P2 dibs 9d 500ms"] {
        assert_eq!(verdict(&game, text), "shrink-first", "{text}");
    }
    let game = play(game, &["P2 move P2.island > ocean ?"]);
    assert_eq!((verdict(&game, "P2 touch ocean 9d"), verdict(&game, "P2 move ocean > P2.island 9d")), ("ok", "island-full"));
    assert_eq!(blow(non_mages(3, "", "4c")).island_size(), 6);
}

#[test]
fn several_ocean_cards_are_rearranged_together_while_they_stay_there() {
    let game = non_mages(3, "", "4c 9d");
    assert_eq!(verdict(&game, "P1 rearrange x7"), "ok");
    assert_eq!(verdict(&game, "P1 move ocean > P1.flame 4c x2"), "several-cards");
    assert_eq!(verdict(&play(game, &["P1 take ocean 4c"]), "P1 rearrange x7"), "second-card");
    assert_eq!(verdict(&mages(3), "P1 rearrange x7"), "several-cards");
}

#[test]
fn piling_everything_up_only_annoys() {
    let game = non_mages(3, "", "");
    let objection = game.check(&act("P1 rearrange x34 stacked")).unwrap_err();
    assert_eq!((objection.code(), objection.is_warning()), ("stacked", true));
    assert_eq!(due(&happen(game, &["P1 rearrange x34 stacked"]), "P1"), "");
}

#[test]
fn a_card_is_claimed_by_calling_its_whole_name() {
    let game = play(non_mages(3, "", "4c 9d"), &["P1 dibs 4c 600ms @ 2000"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P1")));
    assert_eq!(verdict(&game, "P2 touch ocean 4c @ 2100"), "late-touch");
    assert_eq!(verdict(&game, "P2 take ocean 4c @ 2100"), "claimed");
    let game = play(game, &["P1 take ocean 4c @ 3000", "P1 put P1.flame 4c"]);
    assert_eq!(names(&player(&game, "P1").flame), ["4c"]);
    assert!("P1 dibs 4 600ms".parse::<Move>().is_err(), "the suit is part of the name");
}

#[test]
fn a_touch_before_the_whole_name_outranks_the_call() {
    let game = play(non_mages(3, "", "4c"), &["P2 touch ocean 4c @ 1900"]);
    assert_eq!(verdict(&game, "P1 dibs 4c 600ms @ 2000"), "dibs-outranked");
    // Also when it is heard of only later.
    let game = play(non_mages(3, "", "4c"), &["P1 dibs 4c 600ms @ 2000", "P2 touch ocean 4c @ 1900"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P2")));
}

#[test]
fn of_two_calls_the_first_whole_name_counts() {
    let game = play(non_mages(3, "", "4c"), &["P1 dibs 4c 300ms @ 2000"]);
    assert_eq!(verdict(&game, "P2 dibs 4c 900ms @ 2100"), "dibs-outranked");
}

#[test]
fn a_call_needs_an_empty_play_hand_and_the_card_in_the_ocean() {
    let game = non_mages(3, "", "4c 9d");
    assert_eq!(verdict(&play(game.clone(), &["P1 take ocean 9d"]), "P1 dibs 4c 500ms"), "dibs-hand-busy");
    assert_eq!(verdict(&play(game.clone(), &["P1 touch ocean 9d"]), "P1 dibs 4c 500ms"), "dibs-hand-busy");
    let game = play(game, &["P2 move ocean > P2.flame 4c"]);
    assert_eq!(verdict(&game, "P1 dibs 4c 500ms"), "dibs-not-in-ocean");
    assert_eq!(due(&happen(game, &["P1 dibs 4c 500ms"]), "P1"), "");
}

#[test]
fn a_call_falls_when_its_caller_claims_another_card() {
    let called = |acts: &[&str]| {
        let game = play(non_mages(3, "", "4c 9d"), &["P1 dibs 4c 500ms @ 1000"]);
        play(game, acts).claimant(card("4c"))
    };
    assert_eq!(called(&["P1 dibs 9d 500ms @ 2000"]), None);
    assert_eq!(called(&["P1 touch ocean 9d @ 2000"]), None);
    assert_eq!(called(&["P1 take ocean 9d @ 2000"]), None);
    assert_eq!(called(&["P1 touch P1.island @ 2000"]), Some(seat("P1")));
}

#[test]
fn magic_has_no_place_here_and_calls_have_none_among_mages() {
    assert_eq!(verdict(&non_mages(3, "", ""), "P1 magic scry ocean"), "no-magic");
    assert_eq!(verdict(&mages(3), "P1 dibs 4c 500ms"), "no-dibs");
}
