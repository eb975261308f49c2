use super::prelude::*;
use crate::support::options;

fn refusal(copies: &[u16], players: u8, first: &str, words: &str) -> String {
    Setup::new(vec![small_deck(copies)], seats(players), seat(first), options(words)).unwrap_err().to_string()
}

#[test]
fn impossible_games_are_refused_with_what_to_do() {
    assert_eq!(
        refusal(&[10], 2, "P1", ""),
        "10 cards are in play, too few for 2 players: 5 each and a draw pile take 11 or more; add a deck or take out fewer"
    );
    assert_eq!(
        refusal(&[60], 2, "P1", "remove_random=100"),
        "0 cards are in play, too few for 2 players: 5 each and a draw pile take 11 or more; add a deck or take out fewer"
    );
    assert_eq!(refusal(&[60], 2, "P3", ""), "P3 cannot move first: only P1 to P2 play");
    assert_eq!(
        refusal(&[60], 2, "P1", "half_deck=yes"),
        "half_deck is for decks shuffled together: give two decks or more, or half_deck=no"
    );
    assert_eq!(
        Setup::new(vec![], seats(2), seat("P1"), Options::default()).unwrap_err().to_string(),
        "no deck to play with: give at least one"
    );
}

#[test]
fn a_setup_read_from_a_file_is_validated_again() {
    let setup = Setup::new(vec![small_deck(&[60])], seats(2), seat("P1"), Options::default()).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
    let bad = text.replace("\"copies\":60", "\"copies\":0");
    let error = Canon::new(serde_json::from_str(&bad).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the pool lists 'x/a' with no copy: give 1 or more, or leave it out");
    assert!(serde_json::from_str::<Setup>(&text.replace("\"first\"", "\"second\"")).is_err());
    let mut astray = setup;
    astray.aliases.insert(card("y/a"), card("y/b"));
    let error = Canon::new(astray).unwrap_err();
    assert_eq!(error.to_string(), "'y/a' is said to be 'y/b', which the pool does not list");
}

#[test]
fn options_are_words() {
    let words = "end=last_holder final_move=play_only remove_random=10 half_deck=yes";
    assert_eq!(options(words).to_string(), words);
    assert_eq!(options("").to_string(), "end=draw_pile final_move=any remove_random=0 half_deck=no");
    for (word, says) in [
        ("end", "'end' is no option: write key=value, with one of the keys end, final_move, remove_random, half_deck"),
        ("ends=x", "Canon has no option 'ends': there are end, final_move, remove_random and half_deck"),
        ("end=now", "'now' is no value of end: write draw_pile, first_empty_hand or last_holder"),
        ("final_move=none", "'none' is no value of final_move: write any or play_only"),
        ("remove_random=-1", "'-1' is no value of remove_random: write a number of cards, 0 to 65535"),
        ("half_deck=maybe", "'maybe' is no value of half_deck: write yes or no"),
    ] {
        assert_eq!(Options::default().set(word).unwrap_err().to_string(), says);
    }
}

#[test]
fn whoever_is_first_moves_first() {
    let setup = Setup::new(vec![small_deck(&[60])], seats(3), seat("P2"), Options::default()).unwrap();
    let game = Canon::new(setup).unwrap();
    assert_eq!(verdict(&game, "P1 draw"), "out-of-turn");
    assert_eq!(play(game, &["P2 draw", "P3 draw", "P1 draw"]).to_act(), [seat("P2")]);
}
