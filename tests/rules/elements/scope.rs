//! Elements, Magic Rules, Scope.

use super::prelude::*;

#[test]
fn no_magic_upon_a_body_not_even_ones_own() {
    let game = mages(3);
    assert_eq!(verdict(&game, "P1 magic body P2"), "bodily-magic");
    assert_eq!(verdict(&game, "P1 magic body P1"), "bodily-magic");
}

#[test]
fn no_act_causes_harm_or_pain_or_the_illusion_of_it() {
    let game = mages(3);
    for text in ["P1 magic mind P2 harmful", "P1 magic illusion ocean harmful", "P1 magic body P2 harmful", "P1 magic flip ocean harmful"] {
        assert_eq!(verdict(&game, text), "harm", "{text}");
    }
}

#[test]
fn no_mind_is_affected_beyond_the_round() {
    assert_eq!(verdict(&mages(3), "P1 magic mind P2 lasting"), "lasting-mind");
    assert_eq!(verdict(&mages(3), "P1 magic mind P1 lasting"), "lasting-mind");
}

#[test]
fn no_will_is_constrained_but_perceptions_may_be_altered() {
    let game = mages(3);
    assert_eq!(verdict(&game, "P1 magic mind P2 compelling"), "compulsion");
    assert_eq!(says(&game, "P1 magic mind P2 compelling"), "P1 constrained P2's free will");
    // The rule speaks of other players.
    assert_eq!(verdict(&game, "P1 magic mind P1 compelling"), "ok");
    assert_eq!(verdict(&game, "P1 magic mind P2"), "ok");
}

#[test]
fn to_guard_against_mental_effects_is_ones_own_affair() {
    let game = play(mages(3), &["P1 magic mind P2 continuing", "P2 touch ocean"]);
    assert_eq!((due(&game, "P1").as_str(), due(&game, "P2").as_str()), ("", ""));
}

#[test]
fn nobody_else_affects_or_sees_an_island() {
    let game = mages(3);
    for text in
        ["P1 magic scry P2.island", "P1 magic illusion P2.island", "P1 look P2.island", "P1 touch P2.island", "P1 arrange P2.island"]
    {
        assert_eq!(verdict(&game, text), "others-island", "{text}");
    }
    assert_eq!(verdict(&game, "P1 take P2.island ?"), "others-island");
    assert_eq!(verdict(&game, "P1 move ocean > P2.island ?"), "others-island");
    for text in ["P1 magic scry P1.island", "P1 look P1.island", "P1 arrange P1.island"] {
        assert_eq!(verdict(&game, text), "ok", "{text}");
    }
}

#[test]
fn nobody_else_affects_a_flame_but_all_may_see_it() {
    let game = play(mages(3), &["P2 move ocean > P2.flame 4c"]);
    for text in ["P1 magic illusion P2.flame", "P1 magic transform P2.flame 4c > 4h", "P1 touch P2.flame", "P1 take P2.flame 4c"] {
        assert_eq!(verdict(&game, text), "others-flame", "{text}");
    }
    assert_eq!(verdict(&game, "P1 magic scry P2.flame"), "ok");
}

#[test]
fn nobody_else_affects_a_claimed_card() {
    let game = play(mages(3), &["P2 magic flip ocean", "P2 touch ocean 4c"]);
    assert_eq!(verdict(&game, "P1 magic push ocean 4c"), "others-claim");
    assert_eq!(verdict(&game, "P2 magic push ocean 4c"), "ok");
    let game = play(game, &["P2 take ocean 4c"]);
    assert_eq!(verdict(&game, "P1 magic illusion P2.hand 4c"), "others-claim");
    assert_eq!(verdict(&game, "P2 magic illusion hand 4c"), "ok");
}

#[test]
fn magic_that_goes_on_is_stopped_when_another_claims_the_card() {
    let game = play(mages(3), &["P1 magic hide ocean continuing", "P2 touch ocean 4c"]);
    assert_eq!(game.must_stop(seat("P1")).into_iter().collect::<Vec<_>>(), [card("4c")]);
    assert_eq!(due(&game, "P1"), "P1 must stop the magic on 4c");
    assert_eq!(verdict(&game, "P1 touch ocean 9d"), "effect-not-stopped");
    let game = play(game, &["P1 stop 4c"]);
    assert_eq!(verdict(&game, "P1 touch ocean 9d"), "ok");
    // It goes on elsewhere.
    let game = play(game, &["P3 touch ocean Kh"]);
    assert_eq!(due(&game, "P1"), "P1 must stop the magic on Kh");
    assert_eq!(due(&play(game, &["P1 stop"]), "P1"), "");
}

#[test]
fn magic_on_one_card_is_stopped_when_another_claims_that_one() {
    let game = play(mages(3), &["P2 touch ocean 4c", "P2 release", "P1 magic illusion ocean 4c continuing", "P2 touch ocean 9d"]);
    assert_eq!(due(&game, "P1"), "");
    let game = play(game, &["P2 touch ocean 4c"]);
    assert_eq!((due(&game, "P1").as_str(), verdict(&game, "P1 stop 4c")), ("P1 must stop the magic on 4c", "ok"));
}

#[test]
fn anybody_may_affect_unclaimed_ocean_cards_at_any_time_in_any_number() {
    let game = mages(4);
    for text in ["P1 magic push ocean", "P2 magic push ocean", "P3 magic shuffle ocean", "P4 magic push ocean 4c"] {
        assert_eq!(verdict(&game, text), "ok", "{text}");
    }
    play(game, &["P1 magic push ocean continuing", "P2 magic draw ocean continuing", "P1 magic hide ocean"]);
}

#[test]
fn a_card_in_the_play_hand_is_no_hindrance_to_magic_in_the_ocean() {
    let game = play(mages(3), &["P1 take ocean 4c"]);
    assert_eq!(verdict(&game, "P1 magic draw ocean"), "ok");
}
