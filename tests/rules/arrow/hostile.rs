//! Decks made to break the engine: they end in an objection, never in a hang.

use super::prelude::*;
use kibitzer::games::arrow::MOST_NESTED;
use kibitzer::games::play::random_act;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

#[test]
fn reactions_that_answer_reactions_come_to_an_end() {
    let mirror = "mirror rock 1/3; Device; Play Reaction: When either player activates a Reaction, draw a card.";
    let spark = "spark rock 1/3; Device; Reaction: Put a charge counter on this card.";
    let mut game = play(begun(&["w rock 1/9", mirror, spark]), &["P1 place c2 x/mirror", DRAW[1], "P2 place e5 x/mirror", DRAW[0]]);
    game = play(game, &["P1 place b2 x/spark", DRAW[1], "P1 use b2 x/spark 1"]);
    let mut answers = 0;
    for depth in 0..100 {
        let act = if depth % 2 == 0 { "P1 use c2 x/mirror 1" } else { "P2 use e5 x/mirror 1" };
        if verdict(&game, act) != "ok" {
            break;
        }
        game = play(game, &[act]);
        answers += 1;
    }
    // Each answer waits for the next one.
    assert!((10..=MOST_NESTED / 2).contains(&answers), "{answers}");
    // The game goes on: what was activated is carried out, draw by draw.
    for _ in 0..200 {
        let Some(draw) = DRAW.iter().find(|draw| verdict(&game, draw) == "ok") else { break };
        game = play(game, &[draw]);
    }
    assert_eq!(verdict(&game, "P2 place f5 x/w"), "ok");
}

#[test]
fn texts_that_change_signs_in_a_circle_settle() {
    let circle = [
        "w rock 1/9",
        "a rock 1/3; Tide; Play: Scissors cards are Paper. Paper cards are Rock. Rock cards are Scissors.",
        "b paper 1/3; Tide; Play: Rock cards are Paper. Paper cards are Scissors. Scissors cards are Rock.",
    ];
    let game = play(begun(&circle), &["P1 place c2 x/a", DRAW[1], "P2 place e5 x/b", DRAW[0], "P1 place b2 x/b", DRAW[1]]);
    assert_eq!(verdict(&game, "P2 place e4 x/a"), "ok");
}

#[test]
fn costs_beyond_all_cards_cannot_be_paid() {
    let game = begun(&[
        "w rock 1/9",
        "dear rock 1/3; Tide; Immediate (Cost 36): Draw a card.",
        "any rock 1/3; Tide; Immediate (Cost X): Draw X cards.",
    ]);
    assert_eq!(verdict(&game, "P1 use hand x/dear 1"), "cannot-pay");
    assert_eq!(verdict(&game, "P1 use hand x/any 1 x=255"), "cannot-pay");
}

#[test]
fn actions_that_activate_each_other_come_to_an_end() {
    let puppet = "puppet rock 1/3; Person; Action: Activate an Action of another friendly card.";
    let game = play(begun(&["w rock 1/9", puppet]), &["P1 place c2 x/puppet", DRAW[1], "P2 pass", DRAW[0], "P1 place b2 x/puppet"]);
    let mut game = play(game, &[DRAW[1], "P2 place e5 x/w", DRAW[0], "P1 use c2 x/puppet 1"]);
    let mut said = "ok";
    for depth in 0..100 {
        let act = if depth % 2 == 0 { "P1 use b2 x/puppet 1" } else { "P1 use c2 x/puppet 1" };
        said = verdict(&game, act);
        if said != "ok" {
            break;
        }
        game = play(game, &[act]);
    }
    assert_eq!(said, "too-deep");
}

#[test]
fn random_games_with_every_kind_of_text_go_on_or_end() {
    for seed in 0..6 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut game = dealt(TEXTS);
        for step in 0..600 {
            let Some(act) = random_act(&game, &mut rng, Stamp::from_ms(step)) else { break };
            assert!(game.check(&act).is_ok(), "{act:?}");
            game.apply(&act);
            assert!(game.is_over() || !game.to_act().is_empty(), "stuck after {act:?}");
        }
    }
}
