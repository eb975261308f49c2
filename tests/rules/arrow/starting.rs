//! Starting The Game, and the introduction; Rulings, ConCardia Arrow 1 and 2.

use super::prelude::*;
use crate::support::parsed;
use kibitzer::referee::{Input, Referee, Ruling, Weights};
use kibitzer::table::{Fact, Visit};

#[test]
pub(super) fn each_player_starts_with_seven_cards() {
    let game = dealt(PLAIN);
    for player in ["P1", "P2"] {
        assert_eq!((game.side(seat(player)).hand.count(), game.side(seat(player)).deck), (7, 33));
    }
}

#[test]
pub(super) fn starting_cards_lie_left_of_the_middle_and_touch_by_a_corner_alone() {
    let game = dealt(PLAIN);
    assert_eq!(verdict(&game, "P1 place c3 x/r"), "ok");
    assert_eq!(verdict(&game, "P2 place d4 x/r"), "ok");
    for wrong in ["P1 place d3 x/r", "P1 place d4 x/r", "P2 place c4 x/r", "P2 place c3 x/r"] {
        assert_eq!(verdict(&game, wrong), "not-the-start", "{wrong}");
    }
}

#[test]
pub(super) fn both_place_before_anybody_draws_whichever_is_first() {
    let game = play(dealt(PLAIN), &["P2 place d4 x/r"]);
    for draw in ["P1 move P1.deck > hand ?", "P2 move P2.deck > hand ?"] {
        assert_eq!(verdict(&game, draw), "unfinished");
    }
    assert_eq!(game.to_act(), [seat("P1")]);
}

#[test]
pub(super) fn a_starting_card_lies_face_down_until_both_are_turned_up() {
    let game = play(dealt(PLAIN), &["P1 place c3 ? face-down"]);
    assert_eq!(verdict(&game, "P2 place c4 ? face-down"), "not-the-start");
    // It waits for the other one.
    for early in ["P1 place c3 x/r", "P1 place c3 ? face-down"] {
        assert_eq!(says(&game, early), "P2 places a card on d4 first", "{early}");
    }
    let game = play(game, &["P2 place d4 ? face-down"]);
    let back = kibitzer::table::Pile::Squared { card: None, face: kibitzer::cards::Face::Down };
    for start in ["c3", "d4"] {
        assert_eq!(game.expected().zones[&start.parse().unwrap()], back);
    }
    let game = play(game, &["P1 place c3 x/r"]);
    assert_eq!(verdict(&game, DRAW[0]), "unfinished");
    let game = play(game, &["P2 place d4 x/s"]);
    assert_eq!((draws(&game), game.side(seat("P1")).hand.count()), (Some(seat("P2")), 6));
}

#[test]
pub(super) fn a_referee_sees_starting_cards_laid_face_down_and_turned_up() {
    let game = dealt(PLAIN);
    let acts = ["P1 place c3 ? face-down", "P2 place d4 ? face-down", "P1 place c3 x/r", "P2 place d4 x/s"];
    let mut referee = Referee::new(game.clone(), Weights::default());
    let mut said = Vec::new();
    let mut done = game;
    for (at, act) in (1..).zip(acts) {
        let act: Act<Move> = parsed(act);
        done = play(done, &[acts[at as usize - 1]]);
        let stamp = Stamp::from_ms(1000 * at);
        let visits = done.reaches(act.seat, &act.action).into_iter();
        let visits = visits.map(|zone| Visit { seat: act.seat, neighbour: None, zone, from: stamp, to: stamp, deepest: true }).collect();
        let fact = Fact::Settled { stamp, frame: at, layout: done.laid_out(), visits, glimpses: Vec::new() };
        said.extend(referee.hear(Input::Seen(fact), stamp, Some(at)).rulings);
    }
    let accepted = |ruling: &Ruling<Move>| matches!(ruling, Ruling::Accepted { warning: None, .. });
    assert!(said.len() == 4 && said.iter().all(accepted), "{said:?}");
    assert_eq!(*referee.game(), done);
}

fn first(south: &str, north: &str, extra: &[&str]) -> Option<Seat> {
    let deck: Vec<&str> = PLAIN.iter().chain(extra).copied().collect();
    draws(&play(dealt(&deck), &[&format!("P1 place c3 x/{south}"), &format!("P2 place d4 x/{north}")]))
}

#[test]
pub(super) fn who_loses_rock_paper_scissors_goes_first() {
    assert_eq!(first("r", "p", &[]), Some(seat("P1")));
    assert_eq!(first("r", "s", &[]), Some(seat("P2")));
    assert_eq!(first("s", "p", &[]), Some(seat("P2")));
}

#[test]
pub(super) fn a_tie_goes_to_the_lower_defense_then_to_the_lower_strength() {
    assert_eq!(first("w", "r", &[]), Some(seat("P2")));
    assert_eq!(first("r", "w", &[]), Some(seat("P1")));
    assert_eq!(first("r", "weak", &["weak rock 1/3 N"]), Some(seat("P2")));
}

#[test]
pub(super) fn a_tie_in_all_is_played_out_and_its_winner_goes_first() {
    for winner in ["P1", "P2"] {
        let game = play(dealt(PLAIN), &["P1 place c3 x/r", "P2 place d4 x/r"]);
        assert_eq!(*game.phase(), Phase::Throw);
        assert_eq!(verdict(&game, "P1 move P1.deck > hand ?"), "unfinished");
        assert_eq!(draws(&play(game, &[&format!("P1 throw {winner}")])), Some(seat(winner)));
    }
}

#[test]
pub(super) fn a_deck_may_be_smaller_than_a_hand_and_is_dealt_whole() {
    let mut small = design(PLAIN[0]);
    small.copies = 3;
    let small = Deck::new("x".parse().unwrap(), "X".into(), vec![small]).unwrap();
    let mut setup = Setup::new([&deck(PLAIN), &small]).unwrap();
    let game = Arrow::new(setup.clone()).unwrap();
    assert_eq!((game.side(seat("P2")).hand.count(), game.side(seat("P2")).deck), (3, 0));
    let turn = [DRAW[0], "P1 pass"];
    let game = play(play(game, &["P1 place c3 x/p", "P2 place d4 x/r", "P2 place e5 x/r"]), &turn);
    let game = play(play(game, &["P2 place e4 x/r"]), &turn);
    // Without cards, nothing is left but to pass.
    assert_eq!(game.legal_moves(seat("P2")), [Move::Pass]);
    // Without one at all, there is no starting card.
    setup.decks[1].clear();
    let said = Arrow::new(setup).unwrap_err().to_string();
    assert!(said.starts_with("P2's deck is empty"), "{said}");
}
