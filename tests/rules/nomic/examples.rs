//! Each worked example proposed, ratified and played under.

use super::prelude::*;

/// After the example was ratified, all votes discarded.
fn under(name: &str, players: u8) -> Nomic {
    let others = vec!["abstain"; usize::from(players) - 1];
    let game = cleared(voted(nomic(players), &format!("P1 propose {name}"), "Kh", &others));
    assert!(was_ratified(&game), "{name}");
    game
}

/// The totals of the last vote and whether it ratified.
fn outcome(game: &Nomic) -> (i64, i64, bool) {
    let tally = &game.decided().last().unwrap().tally;
    (tally.for_total, tally.against_total, tally.ratified.unwrap())
}

#[test]
fn ties_ratify() {
    assert_eq!(outcome(&voted(nomic(2), "P1 propose faces-ten", "9h", &["against 9c"])), (9, 9, false));
    let game = under("ties-ratify", 2);
    assert_eq!(outcome(&voted(game.clone(), "P1 propose faces-ten", "9h", &["against 9c"])), (9, 9, true));
    assert_eq!(outcome(&voted(game, "P1 propose faces-ten", "8h", &["against 9c"])), (8, 9, false));
}

#[test]
fn aces_fourteen() {
    let game = under("aces-fourteen", 2);
    assert_eq!(outcome(&voted(game, "P1 propose faces-ten", "As", &["against Kc"])), (14, 13, true));
}

#[test]
fn two_cards_a_vote() {
    let game = play(under("two-cards-a-vote", 3), &["P1 propose faces-ten", "P1 vote for", "P1 draw", "P2 vote against"]);
    assert_eq!(verdict(&game, "P1 vote for"), "too-many-votes");
    assert_eq!(verdict(&game, "P2 vote against"), "missed-draw");
    let game = play(game, &["P2 draw", "P2 vote against", "P2 draw", "P3 vote for", "P3 draw"]);
    assert_eq!(verdict(&game, "P2 vote against"), "too-many-votes");
    assert_eq!(game.undecided(), [seat("P3")]);
    let game = play(game, &["P3 abstain"]);
    assert_eq!(verdict(&game, "P3 vote for"), "has-abstained");
    let game = play(game, &["P1 turn-up for 9h Qd", "P1 turn-up against Ks Kc", "P1 announce 21 26"]);
    assert_eq!(outcome(&game), (21, 26, false));
    assert_eq!(game.decided()[1].tally.ballots, [(1, 0), (0, 2), (1, 0)]);
}

#[test]
fn open_votes() {
    let game = play(under("open-votes", 2), &["P1 propose faces-ten"]);
    assert_eq!(verdict(&game, "P1 vote for"), "vote-face");
    let game = play(game, &["P1 vote for 9h face-up", "P1 draw", "P2 vote against 8c face-up"]);
    assert_eq!(game.vote().unwrap().counted.unwrap().in_favour, Some(9), "nothing is left to turn up");
    let game = play(game, &["P2 draw", "P1 announce 9 8"]);
    assert_eq!(outcome(&game), (9, 8, true));
}

#[test]
fn points_to_100() {
    let mut game = under("points-to-100", 2);
    assert_eq!(game.points(), [0, 0], "the rule was not in force when it was voted on");
    game = cleared(voted(game, "P1 propose {\"action\":\"remove\",\"rule\":9}", "Qh", &["for Jh"]));
    assert_eq!(game.points(), [23, 0]);
    game = rejected(game, "P1 propose faces-ten", 0);
    assert_eq!(game.points(), [23, 10]);
    for nth in 1..9 {
        game = play(game, &["P1 pass-token P2", "P2 pass-token P1"]);
        assert!(!game.is_over());
        game = rejected(game, "P1 propose faces-ten", nth);
    }
    assert_eq!((game.points().to_vec(), game.is_over()), (vec![23, 90], false));
    game = play(game, &["P1 pass-token P2", "P2 pass-token P1"]);
    game = rejected(game, "P1 propose faces-ten", 9);
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P2"), rule: Some(19) });
    assert_eq!(game.scores().seats.iter().map(|row| (row.total, row.rank)).collect::<Vec<_>>(), [(23, 2), (100, 1)]);
}

#[test]
fn hearts_veto() {
    let game = under("hearts-veto", 2);
    assert_eq!(outcome(&voted(game.clone(), "P1 propose faces-ten", "Ks", &["against 2h"])), (13, 2, false));
    assert_eq!(outcome(&voted(game.clone(), "P1 propose faces-ten", "Ks", &["against 2c"])), (13, 2, true));
    assert_eq!(outcome(&voted(game, "P1 propose faces-ten", "2h", &["against 3c"])), (2, 3, false));
}

#[test]
fn draw_two() {
    let game = play(under("draw-two", 3), &["P1 propose faces-ten", "P1 vote for"]);
    assert_eq!(game.owes(seat("P1")), 2);
    let game = play(game, &["P1 draw x2", "P2 vote for", "P2 draw"]);
    assert_eq!(hand(&game, "P1"), 6);
    let game = play(game, &["P3 abstain"]);
    assert_eq!(says(&game, "P1 turn-up for 9h 8h"), "P2 has yet to draw 1 card");
    let game = play(game, &["P2 draw"]);
    assert_eq!((hand(&game, "P2"), hand(&game, "P3")), (6, 5));
}

#[test]
fn majority_of_voters() {
    let game = under("majority-of-voters", 4);
    assert_eq!(outcome(&voted(game.clone(), "P1 propose faces-ten", "2h", &["for 3h", "against Kc", "abstain"])), (5, 13, true));
    assert_eq!(outcome(&voted(game, "P1 propose faces-ten", "Kd", &["against 2c", "against 3c", "abstain"])), (13, 5, false));
}

#[test]
fn faces_ten() {
    let game = under("faces-ten", 4);
    assert_eq!(outcome(&voted(game, "P1 propose ties-ratify", "Kd", &["against Qc", "against Jc", "for 9c"])), (19, 20, false));
}

#[test]
fn counter_clockwise() {
    let game = under("counter-clockwise", 3);
    assert_eq!(verdict(&game, "P1 pass-token P2"), "wrong-way");
    let game = play(game, &["P1 pass-token P3", "P3 pass-token P2", "P2 pass-token P1"]);
    let game = cleared(voted(game, "P1 propose faces-ten", "2h", &["against 3h", "abstain"]));
    assert_eq!(game.must_pass(), Some(seat("P3")), "after a rejection too");
}

#[test]
fn abstainers_draw() {
    let game = play(under("abstainers-draw", 2), &["P1 propose faces-ten", "P1 vote for", "P1 draw", "P2 abstain"]);
    assert_eq!(verdict(&game, "P1 turn-up for 9h"), "missed-draw");
    let game = play(game, &["P2 draw"]);
    assert_eq!((hand(&game, "P2"), verdict(&game, "P2 draw")), (6, "undue-draw"));
    let game = play(under("abstainers-draw", 2), &["P1 propose faces-ten", "P1 vote for", "P1 draw", "P2 vote for", "P2 draw"]);
    assert_eq!(verdict(&game, "P2 draw"), "undue-draw");
}

#[test]
fn hand_of_seven() {
    let mut game = ruled(2, &["draw-two", "hand-of-seven"]);
    for (mine, other) in [("2h", "3h"), ("4h", "5h")] {
        game = play(game, &["P1 propose {\"action\":\"remove\",\"rule\":2}", "P1 vote for", "P1 draw x2", "P2 vote against", "P2 draw x2"]);
        game = play(game, &[&format!("P1 turn-up for {mine}"), &format!("P1 turn-up against {other}")]);
        game = play(game, &[if mine == "2h" { "P1 announce 2 3" } else { "P1 announce 4 5" }]);
        game = play(cleared(game), &["P1 pass-token P2", "P2 pass-token P1"]);
    }
    let game = play(game, &["P1 propose faces-ten", "P1 vote for"]);
    assert_eq!((hand(&game, "P1"), game.owes(seat("P1"))), (6, 1), "of two cards only one has room");
    assert_eq!(verdict(&game, "P1 draw x2"), "hand-full");
    let game = play(game, &["P1 draw"]);
    assert_eq!(says(&game, "P1 draw"), "P1 holds 7 cards and may hold 7");
    assert_eq!(verdict(&play(game, &["P2 abstain"]), "P1 turn-up for 9h"), "ok");
}

#[test]
fn no_more_changes() {
    let game = voted(nomic(2), "P1 propose no-more-changes", "9h", &["abstain"]);
    assert!(game.is_frozen());
    assert_eq!(*game.phase(), Phase::Over { winner: seat("P1"), rule: Some(18) });
}

#[test]
fn speak_in_rhyme() {
    let game = under("speak-in-rhyme", 2);
    assert_eq!(game.rulebook().enforcement(19), Some(Enforcement::Table));
}
