//! Each sentence of the base rules 1 to 4: the beginning, propositions and the token.

use super::prelude::*;
use kibitzer::games::nomic::CARDS;

// Rule 1

#[test]
fn rule_1_the_52_cards_lie_face_down_in_the_centre() {
    let game = nomic(3);
    assert_eq!(cards_in_play(&game), usize::from(CARDS));
    assert_eq!(game.expected().zones[&Zone::Draw], Pile::Squared { card: None, face: Face::Down });
}

#[test]
fn rule_1_this_pile_is_the_draw_pile() {
    for players in 2..=8 {
        assert_eq!(nomic(players).draw_count(), 52 - 5 * u16::from(players));
    }
}

#[test]
fn rule_1_each_player_draws_five_cards_that_nobody_else_sees() {
    let game = nomic(4);
    for seat in game.seats().iter() {
        let hand = game.hand(seat).unwrap();
        assert_eq!((hand.count(), hand.unknown()), (5, 5));
    }
}

#[test]
fn rule_1_one_player_chosen_beforehand_has_the_token() {
    let game = Nomic::new(Setup::new(seats(3), seat("P2")).unwrap()).unwrap();
    assert_eq!(game.token(), seat("P2"));
    assert_eq!(game.expected().zones[&Zone::Token(seat("P2"))], Pile::Counted(1));
    assert!(Setup::new(seats(3), seat("P4")).unwrap_err().to_string().starts_with("P4 cannot have the token"));
}

// Rule 2

#[test]
fn rule_2_the_discard_pile_begins_with_no_cards() {
    let game = nomic(3);
    assert!(game.discard().is_empty() && !game.expected().zones.contains_key(&Zone::Discard));
}

// Rule 3

#[test]
fn rule_3_a_proposition_adds_removes_or_changes_one_rule() {
    let game = nomic(3);
    for text in ["P1 propose ties-ratify", "P1 propose faces-ten", "P1 propose {\"action\":\"remove\",\"rule\":9}"] {
        assert_eq!(verdict(&game, text), "ok", "{text}");
    }
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"remove\",\"rule\":19}"), "no-such-rule");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"change\",\"rule\":40,\"text\":\"x\"}"), "no-such-rule");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"add\",\"text\":\"  \"}"), "bad-text");
    let same = game.rulebook().rule(14).unwrap().clone();
    let same = Change::Change { rule: 14, wording: Wording { text: same.text, hooks: same.hooks, program: same.program } };
    assert_eq!(verdict(&game, &proposing(same)), "says-that");
}

#[test]
fn rule_3_the_change_takes_effect_only_when_it_is_ratified() {
    let mut game = nomic(2);
    let before = game.rulebook().rule(8).cloned();
    for text in ["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 9h"] {
        game = play(game, &[text]);
        assert_eq!(game.rulebook().rule(8).cloned(), before, "{text}");
    }
    game = play(game, &["P1 announce 9 0"]);
    assert_ne!(game.rulebook().rule(8).cloned(), before);
}

#[test]
fn rule_3_until_it_is_decided_it_is_under_vote() {
    let game = play(nomic(2), &["P1 propose ties-ratify"]);
    assert_eq!(game.vote().unwrap().proposition.title, "Ties ratify");
    let game = play(game, &["P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 9h", "P1 announce 9 0"]);
    assert_eq!(game.vote(), None);
}

#[test]
fn rule_3_a_rule_may_keep_propositions_from_some_changes() {
    let kept = add(&[Hook::MayChange], "fn may_change(table, change) { if change.rule == 19 && change.action != \"add\" { false } }");
    let game = changed(2, [kept]);
    let text = "P1 propose {\"action\":\"remove\",\"rule\":19}";
    assert_eq!(verdict(&game, text), "change-forbidden");
    assert_eq!(says(&game, text), "the rules forbid this change: see rule 19");
    assert_eq!(verdict(&game, "P1 propose {\"action\":\"remove\",\"rule\":18}"), "ok");
}

// Rule 4

#[test]
fn rule_4_only_the_player_with_the_token_creates_a_proposition() {
    let game = nomic(3);
    assert_eq!(verdict(&game, "P2 propose ties-ratify"), "may-not-propose");
    assert_eq!(says(&game, "P2 propose ties-ratify"), "P2 may not create a proposition: P1 has the token");
    assert_eq!(verdict(&game, "P1 propose ties-ratify"), "ok");
}

#[test]
fn rule_4_the_player_with_the_token_must_create_one_or_pass() {
    let game = nomic(3);
    assert_eq!(game.to_act(), [seat("P1")]);
    assert!(game.legal_moves(seat("P1")).iter().all(|action| matches!(action, Move::Propose(_) | Move::PassToken { .. })));
    for text in ["P1 draw", "P1 vote for", "P1 abstain", "P1 announce 1 0"] {
        assert_ne!(verdict(&game, text), "ok", "{text}");
    }
    assert_eq!(Narrate::phase(&game), "P1 to create a proposition or pass the token");
}

#[test]
fn rule_4_the_token_is_passed_clockwise() {
    let game = nomic(3);
    assert_eq!(verdict(&game, "P1 pass-token P3"), "wrong-way");
    assert_eq!(verdict(&game, "P1 pass-token P1"), "wrong-way");
    assert_eq!(verdict(&game, "P2 pass-token P3"), "may-not-pass");
    let game = play(game, &["P1 pass-token P2", "P2 pass-token P3", "P3 pass-token P1"]);
    assert_eq!(game.token(), seat("P1"));
}

#[test]
fn rule_4_holds_only_while_no_proposition_is_under_vote() {
    let game = opened(3);
    assert_eq!(verdict(&game, "P1 pass-token P2"), "token-under-vote");
    assert_eq!(verdict(&game, "P1 propose faces-ten"), "under-vote");
    assert_eq!(
        says(&game, "P1 propose faces-ten"),
        "'Ties ratify (change rule 8)' is under vote: it must be decided before another proposition is created"
    );
}
