//! Elements, Gameplay.

use super::prelude::*;

#[test]
fn there_are_no_turns_and_no_waiting() {
    play(
        non_mages(3, "", "4c 9d Kh"),
        &["P2 touch ocean 4c", "P2 take ocean 4c", "P2 put P2.flame 4c", "P2 move ocean > P2.flame 4d", "P1 touch ocean 9d"],
    );
}

#[test]
fn cards_leave_an_island_for_the_flame_or_the_ocean() {
    let game = non_mages(3, "", "");
    play(game.clone(), &["P1 take P1.island ?", "P1 put P1.flame 4c"]);
    play(game.clone(), &["P1 take P1.island ?", "P1 put ocean 4c"]);
    play(game.clone(), &["P1 move P1.island > P1.flame ?"]);
    assert_eq!(verdict(&game, "P1 move P1.island > P2.island ?"), "others-island");
}

#[test]
fn an_island_may_have_fewer_cards_but_never_more() {
    let game = non_mages(3, "", "4c 9d");
    assert_eq!(says(&game, "P1 move ocean > P1.island 4c"), "P1's Island holds 6 cards already: one must leave it before another is added");
    let game = play(game, &["P1 move P1.island > ocean Kh", "P1 move ocean > P1.island 4c"]);
    assert_eq!(verdict(&game, "P1 move ocean > P1.island 9d"), "island-full");
}

#[test]
fn a_full_island_needs_a_card_moved_out_first() {
    let game = play(non_mages(3, "", "4c"), &["P1 take ocean 4c"]);
    assert_eq!(verdict(&game, "P1 put P1.island 4c"), "island-full");
    let game = play(game, &["P1 put ocean 4c", "P1 move P1.island > P1.flame Kh", "P1 take ocean 4c", "P1 put P1.island 4c"]);
    assert_eq!(player(&game, "P1").island.count(), 6);
}

#[test]
fn what_leaves_the_flame_goes_to_the_ocean() {
    let game = play(non_mages(3, "", "4c 4d"), &["P1 move P1.island > ocean ?", "P1 move ocean > P1.flame 4c"]);
    assert_eq!(verdict(&game, "P1 move P1.flame > P1.island 4c"), "from-flame");
    assert_eq!(verdict(&game, "P1 move P1.flame > ocean 4c"), "ok");
    let game = play(game, &["P1 take P1.flame 4c"]);
    assert_eq!((verdict(&game, "P1 put P1.island 4c"), verdict(&game, "P1 put P1.flame 4c")), ("from-flame", "from-flame"));
    assert_eq!(game.must_give_up(seat("P1")), Some(card("4c")));
    play(game, &["P1 put ocean 4c"]);
}

#[test]
fn a_flame_is_lit_with_any_card_and_grows_by_its_type_alone() {
    let game = non_mages(3, "", "4c 4d 9d");
    assert_eq!((verdict(&game, "P1 move ocean > P1.flame 9d"), verdict(&game, "P1 move ocean > P1.flame 4c")), ("ok", "ok"));
    let game = play(game, &["P1 move ocean > P1.flame 4c"]);
    assert_eq!(says(&game, "P1 move ocean > P1.flame 9d"), "P1 added 9d to a Flame of type 4");
    assert_eq!(verdict(&game, "P1 move ocean > P1.flame 4d"), "ok");
}

#[test]
fn an_unread_flame_is_held_against_nobody_until_no_deal_could_have_made_it() {
    let game = play(mages(3), &["P1 move ocean > P1.flame ?", "P1 move ocean > P1.flame ?"]);
    assert_eq!((game.lit(seat("P1")), verdict(&game, "P1 move ocean > P1.flame 4c")), (None, "ok"));
    // Three of the fours are known to be elsewhere.
    let game = play(game, &["P2 move ocean > P2.flame 4d", "P2 move ocean > P2.flame 4h", "P2 move ocean > P2.flame 4s"]);
    assert_eq!(verdict(&game, "P1 move ocean > P1.flame 4c"), "wrong-type");
}

#[test]
fn a_discarded_card_is_touched_again_only_after_an_own_island_card() {
    let game = play(non_mages(3, "", "4c 9d"), &["P1 take ocean 4c", "P1 put ocean 4c"]);
    assert_eq!(verdict(&game, "P1 touch ocean 4c"), "retouched");
    assert_eq!(verdict(&game, "P1 take ocean 4c"), "retouched");
    assert_eq!((verdict(&game, "P1 touch ocean 9d"), verdict(&game, "P2 touch ocean 4c")), ("ok", "ok"));
    let game = play(game, &["P1 touch ocean 9d", "P1 touch P1.island", "P1 touch ocean 4c"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P1")));
}

#[test]
fn every_card_from_the_flame_counts_as_discarded() {
    let game = play(non_mages(3, "", "4c 4d"), &["P1 move ocean > P1.flame 4c", "P1 move ocean > P1.flame 4d", "P1 whirlwind"]);
    assert!(player(&game, "P1").discarded.contains(&card("4c")) && player(&game, "P1").discarded.contains(&card("4d")));
    // Whoever passes the Island on touches it.
    assert!(player(&play(game, &["P1 pass-island"]), "P1").discarded.is_empty());
}

#[test]
fn magic_on_the_discarded_card_is_free() {
    let game = play(mages(3), &["P1 take ocean 4c", "P1 put ocean 4c"]);
    assert_eq!((verdict(&game, "P1 magic push ocean 4c"), verdict(&game, "P1 touch ocean 4c")), ("ok", "retouched"));
}

#[test]
fn a_whirlwind_needs_an_empty_play_hand_and_a_card_in_the_flame() {
    let game = non_mages(3, "", "4c 4d");
    assert_eq!(verdict(&game, "P1 whirlwind"), "flame-empty");
    let game = play(game, &["P1 move ocean > P1.flame 4c", "P1 touch ocean 4d"]);
    assert_eq!(verdict(&game, "P1 whirlwind"), "whirlwind-hand-busy");
    assert_eq!(verdict(&play(game.clone(), &["P1 take ocean 4d"]), "P1 whirlwind"), "whirlwind-hand-busy");
    assert_eq!(verdict(&play(game, &["P1 release"]), "P1 whirlwind"), "ok");
}

#[test]
fn a_whirlwind_takes_every_card_of_the_flame_at_once() {
    let game = play(non_mages(3, "", "4c 4d"), &["P1 move ocean > P1.flame 4c", "P1 move ocean > P1.flame 4d"]);
    assert_eq!(verdict(&game, "P1 whirlwind x1"), "flame-not-whole");
    let blown = play(game.clone(), &["P1 whirlwind"]);
    assert_eq!((player(&blown, "P1").flame.count(), blown.ocean().up.holds(card("4c"))), (0, true));
    // Cards put away before are none; seen one by one in one movement is at once.
    let slowly = play(game.clone(), &["P1 move P1.flame > ocean 4c @ 1000", "P1 move P1.flame > ocean 4d @ 2000"]);
    let later = play(slowly, &["P1 touch P1.island @ 2050"]);
    assert_eq!(verdict(&later, "P1 whirlwind @ 2100"), "flame-empty");
    let at_once = play(game, &["P1 move P1.flame > ocean 4c @ 1000 30", "P1 move P1.flame > ocean 4d @ 1020 30"]);
    assert_eq!(verdict(&at_once, "P1 whirlwind @ 1500"), "ok");
}

#[test]
fn several_cards_from_the_flame_at_once_are_a_whirlwind_and_called_at_once() {
    let game =
        play(non_mages(3, "", "4c 4d 4h"), &["P1 move ocean > P1.flame 4c", "P1 move ocean > P1.flame 4d", "P1 move ocean > P1.flame 4h"]);
    assert_eq!(verdict(&game, "P1 move P1.flame > ocean 4c x2"), "several-cards");
    let game = play(game, &["P1 move P1.flame > ocean 4c x3"]);
    assert_eq!(verdict(&game, "P1 touch P1.island"), "unannounced");
    let game = play(game, &["P1 whirlwind"]);
    assert_eq!(player(&game, "P2").to_pass, 1);
}

/// A Whirlwind blows; P2 holds a card.
fn blowing() -> Elements {
    play(mages(3), &["P1 move ocean > P1.flame 4c", "P2 take ocean 9d", "P1 whirlwind"])
}

#[test]
fn all_finish_their_action_empty_their_hands_and_pass_their_islands_left() {
    let game = blowing();
    assert_eq!(verdict(&game, "P2 pass-island"), "second-card");
    let game = play(game, &["P2 put P2.flame 9d"]);
    assert_eq!(verdict(&game, "P2 pass-island P1"), "wrong-neighbour");
    assert_eq!(verdict(&game, "P2 pass-island x2"), "island-not-whole");
    let game = play(game, &["P2 pass-island", "P3 pass-island P1", "P1 pass-island"]);
    assert!(game.seats().iter().all(|seat| game.player(seat).unwrap().island.count() == 6 && game.player(seat).unwrap().to_pass == 0));
    assert_eq!(verdict(&game, "P1 touch ocean"), "ok");
}

#[test]
fn islands_go_to_the_left_whole_and_in_any_order() {
    let game = non_mages(3, "", "4c");
    let marks = ["P1 take P1.island ?", "P1 put ocean Kc", "P1 move ocean > P1.island Kc", "P1 move ocean > P1.flame 4c", "P1 whirlwind"];
    let game = play(game, &marks[..2]);
    let game = play(play(game, &["P1 touch P1.island"]), &marks[2..]);
    for order in [["P1", "P2", "P3"], ["P3", "P2", "P1"], ["P2", "P1", "P3"]] {
        let acts = order.map(|seat| format!("{seat} pass-island"));
        let game = play(game.clone(), &acts.each_ref().map(String::as_str));
        assert_eq!(names(&player(&game, "P2").island), ["Kc"], "{order:?}");
    }
}

#[test]
fn nobody_claims_or_moves_a_card_before_the_own_island_is_passed() {
    let game = blowing();
    for text in ["P3 touch ocean", "P3 take ocean ?", "P3 take P3.island ?", "P3 turn-up ?", "P3 rearrange x1", "P3 whirlwind"] {
        assert_eq!(verdict(&game, text), "pass-first", "{text}");
    }
    let game = play(game, &["P3 pass-island"]);
    assert_eq!((verdict(&game, "P3 touch ocean"), verdict(&game, "P1 touch ocean")), ("ok", "pass-first"));
}

#[test]
fn magic_goes_on_during_a_whirlwind() {
    let game = blowing();
    assert_eq!(verdict(&game, "P3 magic push ocean continuing"), "ok");
}

#[test]
fn nobody_passes_an_island_without_a_whirlwind() {
    let game = mages(3);
    assert_eq!(verdict(&game, "P1 pass-island"), "no-whirlwind");
    let game = play(happen(game, &["P1 pass-island"]), &["P1 reverse"]);
    assert_eq!((player(&game, "P1").island.count(), player(&game, "P2").island.count()), (6, 6));
}

#[test]
fn an_island_that_a_whirlwind_makes_too_large_is_reduced_before_the_next_claim() {
    let game = play(non_mages(3, "", "4c 9d Kh"), &["P1 move ocean > P1.flame 4c", "P1 whirlwind", "P2 pass-island"]);
    let game = play(game, &["P2 move ocean > P2.island 9d", "P3 pass-island", "P1 pass-island"]);
    assert_eq!((player(&game, "P2").island.count(), due(&game, "P2").as_str()), (7, "P2 must reduce the Island"));
    assert_eq!(verdict(&game, "P2 touch ocean Kh"), "shrink-first");
    play(game, &["P2 move P2.island > ocean ?", "P2 touch ocean Kh"]);
}

#[test]
fn an_empty_island_need_not_be_passed() {
    let mut game = non_mages(6, "", "4c");
    for _ in 0..2 {
        game = play(game, &["P1 move P1.island > ocean ?"]);
    }
    let game = play(game, &["P2 move ocean > P2.flame 4c", "P2 whirlwind"]);
    assert_eq!((player(&game, "P1").to_pass, player(&game, "P6").to_pass), (0, 1));
    let game = play(game, &["P6 pass-island"]);
    assert_eq!(player(&game, "P1").island.count(), 2);
}

fn fourth(game: Elements) -> Elements {
    ["4c", "4d", "4h", "4s"].iter().fold(game, |game, card| play(game, &[&format!("P2 move ocean > P2.flame {card}")]))
}

#[test]
fn whoever_adds_the_fourth_card_says_fire() {
    let game = fourth(non_mages(3, "", "4c 4d 4h 4s"));
    assert_eq!(verdict(&game, "P2 touch ocean"), "unsaid-fire");
    assert!(game.check(&act("P2 touch ocean")).unwrap_err().is_warning());
    assert_eq!(verdict(&game, "P2 fire"), "ok");
}

#[test]
fn fire_stops_play_and_all_magic() {
    let game = happen(fourth(mages(3)), &["P1 magic hide ocean continuing", "P2 magic transform P2.flame 4c > 4h"]);
    assert_eq!(game.shown(card("4c")).to_string(), "4h");
    let game = play(game, &["P2 fire"]);
    assert_eq!(game.shown(card("4c")).to_string(), "4c");
    assert_eq!(game.to_act(), [seat("P2")]);
    for text in ["P1 touch ocean", "P3 magic push ocean", "P2 take ocean ?", "P1 put ocean ?"] {
        assert!(["play-stopped", "hand-empty"].contains(&verdict(&game, text)), "{text}");
    }
    assert!(game.must_stop(seat("P1")).is_empty());
    assert_eq!(verdict(&game, "P1 stop"), "not-now");
}

#[test]
fn a_verified_foursome_wins_and_a_new_round_begins_from_scratch() {
    let game = play(fourth(mages(3)), &["P2 fire", "P2 verify 4c 4d 4h 4s"]);
    assert_eq!(verdict(&game, "P1 touch ocean"), "after-end");
    let totals = |game: &Elements| game.scores().seats.iter().map(|seat| seat.total).collect::<Vec<_>>();
    assert_eq!(totals(&game), [0, 1, 0]);
    assert_eq!(verdict(&game, "P2 deal"), "not-dealer");
    let game = play(game, &["P1 deal"]);
    assert_eq!((totals(&game), player(&game, "P2").flame.count(), game.ocean().down.unknown()), (vec![0, 1, 0], 0, 34));
    let game = play(fourth(started(game)), &["P2 fire", "P2 verify 4c 4d 4h 4s"]);
    assert_eq!(game.scores().seats[1].terms[0].reason, "2 rounds won");
}
