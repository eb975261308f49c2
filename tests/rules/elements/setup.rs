//! Elements, Setup.

use super::prelude::*;

#[test]
fn all_flames_start_empty() {
    let game = dealt(4, "rules=mage");
    assert!(game.seats().iter().all(|seat| game.player(seat).unwrap().flame.count() == 0));
}

#[test]
fn islands_and_ocean_lie_face_down_and_unread() {
    let game = dealt(4, "rules=mage");
    assert!(game.seats().iter().all(|seat| game.player(seat).unwrap().island.unknown() == 4));
    assert_eq!((game.ocean().down.unknown(), game.ocean().up.count()), (36, 0));
}

#[test]
fn nobody_looks_at_an_island_before_the_game_with_eyes_or_otherwise() {
    let game = dealt(3, "rules=mage");
    for text in ["P1 look P1.island", "P1 look P2.island", "P1 arrange P1.island", "P2 magic scry P2.island"] {
        assert_eq!(verdict(&game, text), "looked-early", "{text}");
    }
    assert_eq!(verdict(&mages(3), "P1 look P1.island"), "ok");
    assert_eq!(verdict(&mages(3), "P1 magic scry P1.island"), "ok");
}

#[test]
fn play_starts_when_all_touch_the_centre_and_the_dealer_says_go() {
    let game = play(dealt(3, ""), &["P1 touch centre", "P3 touch centre"]);
    assert_eq!(says(&game, "P1 go"), "play cannot start before everybody touches the middle of the Ocean: P2 does not");
    let game = play(game, &["P2 touch centre"]);
    assert_eq!(verdict(&game, "P2 go"), "not-dealer");
    assert_eq!(verdict(&play(game.clone(), &["P3 release"]), "P1 go"), "not-at-centre");
    assert_eq!(*play(game, &["P1 go"]).phase(), Phase::Playing);
}

#[test]
fn nobody_acts_before_go() {
    let game = play(dealt(3, "rules=mage"), &["P1 touch centre", "P2 touch centre"]);
    for text in ["P3 touch ocean", "P3 take ocean ?", "P3 touch P3.island", "P3 whirlwind", "P3 magic push ocean", "P3 fire"] {
        assert_eq!(verdict(&game, text), "before-start", "{text}");
    }
    assert_eq!(verdict(&mages(3), "P1 touch centre"), "not-now");
    assert_eq!(verdict(&mages(3), "P1 go"), "not-now");
}

#[test]
fn everyones_first_action_is_to_touch_the_own_island() {
    let game = play(dealt(3, "rules=mage"), &["P1 touch centre", "P2 touch centre", "P3 touch centre", "P1 go"]);
    for text in ["P2 touch ocean", "P2 take ocean ?", "P2 magic scry ocean", "P2 touch P1.island", "P2 fire"] {
        assert_eq!(verdict(&game, text), "island-first", "{text}");
    }
    assert_eq!(due(&game, "P2"), "P2 must touch the own Island first");
    let game = play(game, &["P2 touch P2.island", "P2 touch ocean"]);
    assert_eq!((verdict(&game, "P1 touch ocean"), verdict(&game, "P1 take P1.island ?")), ("island-first", "ok"));
}

#[test]
fn a_wrong_first_action_is_reversed_and_the_island_touched_after_all() {
    let game = play(dealt(3, "rules=mage"), &["P1 touch centre", "P2 touch centre", "P3 touch centre", "P1 go"]);
    let game = happen(game, &["P2 take ocean ?"]);
    assert_eq!(due(&game, "P2"), "P2 must reverse a violation (island-first)");
    let game = play(game, &["P2 put ocean ?", "P2 touch P2.island"]);
    assert_eq!((due(&game, "P2").as_str(), verdict(&game, "P2 touch ocean")), ("", "ok"));
}

#[test]
fn a_restart_is_done_like_the_start() {
    let game = play(mages(3), &["P2 halt", "P1 touch centre", "P2 touch centre"]);
    assert_eq!(verdict(&game, "P1 go"), "not-at-centre");
    let game = play(game, &["P3 touch centre", "P1 go"]);
    assert_eq!(verdict(&game, "P3 touch ocean"), "island-first");
    assert_eq!(verdict(&game, "P3 touch P3.island"), "ok");
}

#[test]
fn impossible_set_ups_are_refused_with_what_to_do() {
    let refusal = |dealer: &str, words: &str| Setup::new(seats(3), seat(dealer), options(words)).unwrap_err().to_string();
    assert_eq!(refusal("P4", ""), "P4 cannot deal: only P1 to P3 play");
    assert_eq!(
        refusal("P1", "rules=mage double_islands=yes"),
        "double_islands belongs to the rules for non-mages: give rules=non_mage, or leave it out"
    );
    assert_eq!(
        refusal("P1", "rules=mage shrink_after_whirlwind=yes"),
        "shrink_after_whirlwind belongs to the rules for non-mages: give rules=non_mage, or leave it out"
    );
}

#[test]
fn a_setup_read_from_a_file_is_validated_again() {
    let setup = Setup::new(seats(3), seat("P1"), options("double_islands=yes")).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    let bad: Setup = serde_json::from_str(&text.replace("\"seats\":3", "\"seats\":8")).unwrap();
    assert_eq!(Elements::new(bad).unwrap_err().to_string(), "8 players cannot play Elements: give 3 to 7");
    assert!(serde_json::from_str::<Setup>(&text.replace("\"dealer\"", "\"leader\"")).is_err());
}

#[test]
fn options_are_words() {
    let words = "rules=mage double_islands=no shrink_after_whirlwind=no";
    assert_eq!(options(words).to_string(), words);
    assert_eq!(options("double_islands=yes").to_string(), "rules=non_mage double_islands=yes shrink_after_whirlwind=no");
    for (word, says) in [
        ("mage", "'mage' is no option: write key=value, with one of the keys rules, double_islands, shrink_after_whirlwind"),
        ("islands=2", "Elements has no option 'islands': there are rules, double_islands and shrink_after_whirlwind"),
        ("rules=muggle", "'muggle' is no value of rules: write mage or non_mage"),
        ("double_islands=2", "'2' is no value of double_islands: write yes or no"),
    ] {
        assert_eq!(Options::default().set(word).unwrap_err().to_string(), says);
    }
}
