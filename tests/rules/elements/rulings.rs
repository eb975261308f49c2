//! The rulings on Elements.

use super::prelude::*;
use kibitzer::games::elements::{ClaimRuling, Contact, Fault, claim::first_touch};

#[test]
fn ruling_1_touches_whose_brackets_overlap_are_too_close_to_call() {
    let game = play(non_mages(3, "", "4c"), &["P1 touch ocean 4c @ 1000 17"]);
    let late = "P2 touch ocean 4c @ 1020 17";
    assert_eq!(verdict(&game, late), "too-close");
    assert_eq!(says(&game, late), "the claim to 4c stays open: too close to call between P1 and P2: their times overlap by 14.0 ms");
    assert_eq!(verdict(&game, "P2 touch ocean 4c @ 1035 17"), "late-touch");
    let game = happen(game, &[late]);
    assert_eq!(game.claimant(card("4c")), None);
    // Whoever takes it does so at the risk of the judge's ruling.
    assert_eq!(verdict(&game, "P1 take ocean 4c @ 1200"), "open-claim");
    let awarded = play(game.clone(), &["P2 award 4c"]);
    assert_eq!(awarded.claimant(card("4c")), Some(seat("P2")));
    assert_eq!(verdict(&awarded, "P1 take ocean 4c @ 1200"), "claimed");
    let taken = play(happen(game, &["P1 take ocean 4c @ 1200"]), &["P2 award 4c"]);
    assert_eq!(verdict(&taken, "P1 put P1.flame 4c"), "rightful-claim");
    play(taken, &["P1 put ocean 4c", "P2 touch ocean 4c @ 2000"]);
}

#[test]
fn ruling_1_whoever_lets_go_leaves_the_claim_to_the_other() {
    let game = happen(non_mages(3, "", "4c"), &["P1 touch ocean 4c @ 1000 17", "P2 touch ocean 4c @ 1020 17", "P1 release"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P2")));
    assert_eq!(verdict(&game, "P1 award 4c"), "nothing-open");
}

#[test]
fn ruling_1_time_of_contact_counts_and_not_the_order_in_which_it_is_heard_of() {
    let game = play(non_mages(3, "", "4c"), &["P1 touch ocean 4c @ 1000 5", "P2 touch ocean 4c @ 950 5"]);
    assert_eq!(game.claimant(card("4c")), Some(seat("P2")));
    assert_eq!(player(&game, "P1").touching, None);
    let game = play(non_mages(3, "", "4c"), &["P1 touch ocean 4c @ 1000 5", "P1 take ocean 4c @ 1100"]);
    assert_eq!(verdict(&game, "P2 touch ocean 4c @ 950 5"), "outclaimed");
    let game = happen(game, &["P2 touch ocean 4c @ 950 5"]);
    assert_eq!(verdict(&game, "P1 put P1.flame 4c"), "rightful-claim");
}

#[test]
fn ruling_2_the_play_hand_is_declared_and_seats_are_the_layouts() {
    let text = r#"{"seats":3,"dealer":"P1","play_hands":["left","right","left"]}"#;
    let setup: Setup = serde_json::from_str(text).unwrap();
    assert!(setup.validate().is_ok());
    assert_eq!(kibitzer::games::elements::mat(setup.seats).edges.len(), 3);
}

#[test]
fn ruling_3_island_sizes_and_their_options() {
    let size = |players, words: &str| dealt(players, words).setup().island_size();
    assert_eq!([3, 4, 5, 6, 7].map(|players| size(players, "")), [6, 4, 3, 2, 2]);
    assert_eq!(size(4, "double_islands=yes"), 8);
}

#[test]
fn ruling_4_what_is_declared_is_judged_and_kept_in_mind() {
    let game = play(mages(3), &["P1 touch ocean 4s", "P1 release", "P1 magic transform ocean 4s > 4h continuing"]);
    assert_eq!(game.shown(card("4s")).to_string(), "4h");
    let game = play(game, &["P2 touch ocean 4s"]);
    assert_eq!(due(&game, "P1"), "P1 must stop the magic on 4s");
    assert!(game.reaches(seat("P1"), &act("P1 magic push ocean").action).is_empty(), "no camera sees magic");
}

#[test]
fn ruling_5_any_act_but_the_reversal_and_the_touch_is_flagged() {
    let game = happen(mages(3), &["P1 touch ocean x2"]);
    let legal: Vec<String> = game.legal_moves(seat("P1")).iter().map(ToString::to_string).collect();
    assert!(legal.contains(&"reverse".to_owned()) && !legal.iter().any(|text| text.starts_with("touch")), "{legal:?}");
    let game = play(game, &["P1 reverse"]);
    let legal: Vec<String> = game.legal_moves(seat("P1")).iter().map(ToString::to_string).collect();
    assert!(legal.contains(&"touch P1.island".to_owned()) && !legal.iter().any(|text| text.contains("touch ocean")), "{legal:?}");
}

#[test]
fn ruling_6_a_call_that_ends_while_a_hand_arrives_is_too_close_to_call() {
    let game = play(non_mages(3, "", "4c"), &["P1 dibs 4c 600ms @ 2000 50"]);
    assert_eq!(verdict(&game, "P2 touch ocean 4c @ 1960 20"), "too-close");
    let game = happen(game, &["P2 touch ocean 4c @ 1960 20"]);
    assert_eq!(play(game, &["P1 award 4c"]).claimant(card("4c")), Some(seat("P1")));
}

#[test]
fn ruling_7_fire_is_verified_and_a_false_call_is_a_violation() {
    let cards = ["4c", "4d", "4h"];
    let game = cards.iter().fold(mages(3), |game, card| play(game, &[&format!("P2 move ocean > P2.flame {card}")]));
    assert_eq!(says(&game, "P2 fire"), "P2 called Fire wrongly: the Flame holds 3 cards");
    let game = play(game, &["P2 move ocean > P2.flame ?", "P2 fire"]);
    assert_eq!(verdict(&game, "P1 verify 4c 4d 4h 4s"), "not-now");
    assert_eq!(says(&game, "P2 verify 4c 4d 4h 5s"), "P2 called Fire wrongly: the Flame holds 4c, 4d, 4h, 5s");
    let game = happen(game, &["P2 verify 4c 4d 4h 5s"]);
    assert_eq!((game.phase(), due(&game, "P2").as_str()), (&Phase::Playing, "P2 must reverse a violation (false-fire)"));
}

#[test]
fn ruling_7_the_audit_lists_what_is_missing_or_too_many() {
    let text = serde_json::to_string(&non_mages(3, "", "4c 9d")).unwrap();
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let game: Elements = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
        game.audit().iter().map(Fault::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        wrong(r#""4c":1"#, r#""4c":2"#),
        ["there are 53 cards instead of 52", "4c is there more than once: in the Ocean and in the Ocean"]
    );
    assert_eq!(wrong(r#""unknown":32"#, r#""unknown":31"#), ["there are 51 cards instead of 52"]);
    let five = wrong(r#""4c":1"#, r#""4c":1,"4d":1,"4h":1,"4s":2"#);
    assert!(five.contains(&"there are 5 cards of type 4 instead of four".to_owned()), "{five:?}");
}

#[test]
fn ruling_8_the_whirlwind_in_its_order() {
    let game = play(mages(4), &["P3 move ocean > P3.flame 4c", "P3 whirlwind"]);
    assert_eq!(verdict(&game, "P3 touch ocean"), "pass-first");
    play(game, &["P3 pass-island", "P3 touch ocean", "P4 pass-island", "P1 pass-island", "P2 pass-island", "P2 touch ocean"]);
}

#[test]
fn the_claim_ruling_can_be_asked_without_a_game() {
    let at = |name: &str, after: u64, by: u64| Contact { seat: seat(name), after: Stamp::from_ms(after), by: Stamp::from_ms(by) };
    assert_eq!(first_touch(&[]), ClaimRuling::Nobody);
    assert_eq!(first_touch(&[at("P2", 10, 20)]).to_string(), "P2 alone touched it");
    assert_eq!(first_touch(&[at("P2", 100, 133), at("P1", 34, 67)]).to_string(), "P1 was first, 66.0 ms (± 33.0) before P2");
    assert_eq!(
        first_touch(&[at("P2", 100, 133), at("P1", 110, 143), at("P3", 200, 233)]).to_string(),
        "too close to call between P1 and P2: their times overlap by 23.0 ms"
    );
}
