//! Elements, Summary, Requirements, Objective, Players and The Elements.

use super::prelude::*;
use kibitzer::cards::{CardId, Rank};

#[test]
fn three_to_seven_play() {
    for players in 3..=7 {
        assert_eq!(dealt(players, "").seats().count(), usize::from(players));
    }
    for players in [2, 8] {
        let error = Setup::new(seats(players), seat("P1"), Options::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("{players} players cannot play Elements: give 3 to 7"));
    }
}

#[test]
fn all_play_at_the_same_time() {
    let game = mages(7);
    assert_eq!(game.to_act().len(), 7);
    let game = play(game, &["P3 touch ocean", "P1 touch ocean", "P3 take ocean ?", "P7 touch ocean"]);
    assert_eq!(game.to_act().len(), 7);
}

#[test]
fn one_deck_of_52_without_jokers_or_other_decks() {
    let all: Vec<Card> = Card::all().collect();
    assert_eq!(all.len(), 52);
    for rank in Rank::ALL {
        assert_eq!(all.iter().filter(|card| card.rank == rank).count(), 4);
    }
    let of = |text: &str| Card::of(&text.parse::<CardId>().unwrap());
    assert_eq!((of("standard/10h"), of("standard/joker"), of("tarot/10h")), (Some(card("10h")), None, None));
    assert!("P1 touch ocean joker".parse::<Move>().is_err());
    for players in 3..=7 {
        assert_eq!(dealt(players, "").audit(), []);
    }
}

#[test]
fn four_of_one_type_in_the_flame_wins_the_round_whatever_their_suits() {
    let game = non_mages(3, "", "4c 4d 4h 4s");
    let game = play(game, &["P2 move ocean > P2.flame 4c", "P2 move ocean > P2.flame 4s", "P2 move ocean > P2.flame 4h"]);
    assert_eq!(verdict(&game, "P2 fire"), "false-fire");
    let game = play(game, &["P2 move ocean > P2.flame 4d", "P2 fire", "P2 verify 4c 4d 4h 4s"]);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P2") });
    assert!(game.is_over());
}

#[test]
fn islands_are_of_equal_size_by_the_number_of_players() {
    for (players, size) in [(3, 6), (4, 4), (5, 3), (6, 2), (7, 2)] {
        let game = dealt(players, "");
        assert!(game.seats().iter().all(|seat| game.player(seat).unwrap().island.count() == size), "{players}");
        assert_eq!(game.ocean().up.count(), 52 - size * u16::from(players));
    }
}

#[test]
fn a_flame_has_one_type_at_a_time() {
    let game = non_mages(3, "", "4c 9d 9h");
    let game = play(game, &["P1 move ocean > P1.flame 4c"]);
    assert_eq!(verdict(&game, "P1 move ocean > P1.flame 9d"), "wrong-type");
    let game = play(game, &["P1 move P1.flame > ocean 4c"]);
    assert_eq!(verdict(&game, "P1 move ocean > P1.flame 9d"), "ok");
}

#[test]
fn all_other_cards_are_in_the_ocean_between_the_islands() {
    let game = mages(5);
    assert_eq!((game.ocean().down.count(), game.ocean().up.count()), (52 - 15, 0));
    let mat = kibitzer::games::elements::mat(seats(5));
    assert!(mat.zone(Zone::Ocean).is_some() && mat.zone(Zone::Centre).is_none());
    assert!(game.seats().iter().all(|seat| mat.zone(Zone::Island(seat)).is_some()));
}

#[test]
fn air_makes_players_exchange_their_islands() {
    let game = play(mages(3), &["P1 move ocean > P1.flame 4c", "P1 whirlwind"]);
    assert!(game.seats().iter().all(|seat| game.player(seat).unwrap().to_pass == 1));
}
