//! The same acts lead to the same state, whatever the rules become.

use super::prelude::*;
use kibitzer::referee::{Entry, Input, Referee, Ruling, Told, Weights, fold, state_hash};

/// A game in which the rules 8, 12 and 6 are all changed, then a rule is made by consensus and one fails and is set aside.
fn acts() -> Vec<Act<Move>> {
    let doubled = Wording {
        text: "A card with a number is worth twice its number.".into(),
        hooks: vec![Hook::Value],
        program: Some("fn value(table, card) { if card.rank >= 2 && card.rank <= 10 { 2 * card.rank } }".into()),
    };
    let twelve = proposing(Change::Change { rule: 12, wording: doubled });
    let failing =
        proposing(add(&[Hook::Winner], "fn winner(table) { if table.decided == 4 { table.hands[99] } }")).replace("propose", "resolve");
    let round = |proposal: &str, own: &str, other: &str, totals: &str| {
        let acts = [proposal, "P1 vote for", "P1 draw", "P2 vote against", "P2 draw", "P3 abstain"].map(str::to_owned);
        let count = [format!("P1 turn-up for {own}"), format!("P1 turn-up against {other}"), format!("P1 announce {totals}")];
        [&acts[..], &count, &["P1 clear for".to_owned(), "P1 clear against".to_owned()]].concat()
    };
    let mut texts = round("P1 propose ties-ratify", "9h", "2c", "9 2");
    texts.extend(round(&twelve, "9c", "9d", "9 9"));
    texts.extend(round("P1 propose two-cards-a-vote", "9s", "Kc", "18 13"));
    texts.push(failing);
    let last = [
        "P1 propose faces-ten",
        "P1 vote for",
        "P1 draw",
        "P3 limit",
        "P2 vote against",
        "P2 draw",
        "P2 vote against",
        "P2 draw",
        "P3 vote for",
        "P3 draw",
    ];
    texts.extend(last.map(str::to_owned));
    let late =
        ["P1 turn-up for 10h 4h @ 400000", "P1 turn-up against Kd 8c @ 401000", "P1 announce 28 29 @ 402000", "P1 clear for x2 @ 403000"];
    texts.extend(late.map(str::to_owned));
    texts.iter().map(|text| act(text)).collect()
}

#[test]
fn a_game_whose_voting_values_and_tally_all_change_is_replayed_to_the_same_state() {
    let mut game = nomic(3);
    let (mut lines, mut hashes) = (Vec::new(), Vec::new());
    for act in acts() {
        assert_eq!(game.check(&act), Ok(()), "{}", act.action);
        game.apply(&act);
        lines.push(serde_json::to_string(&act).unwrap());
        hashes.push(state_hash(&game));
    }
    let changed: Vec<u16> = [8, 12, 6].into_iter().filter(|rule| game.rulebook().rule(*rule) != nomic(3).rulebook().rule(*rule)).collect();
    assert_eq!(changed, [8, 12, 6]);
    assert_eq!(game.decided().iter().map(|decided| decided.tally.ratified.unwrap()).collect::<Vec<_>>(), [true, true, true, false]);
    assert!(matches!(game.rulebook().enforcement(19), Some(Enforcement::SetAside(_))));
    assert_eq!(game.rulebook().history().len(), 5);

    let mut again = nomic(3);
    for (line, hash) in lines.iter().zip(&hashes) {
        assert!(!line.contains('\n'));
        let act: Act<Move> = serde_json::from_str(line).unwrap();
        again.apply(&act);
        assert_eq!(state_hash(&again), *hash, "{line}");
    }
    assert_eq!(again, game);
    let stored: Nomic = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
    assert_eq!(stored, game);
}

#[test]
fn a_state_that_was_stored_in_mid_game_goes_on_like_the_game_itself() {
    for pause in [5, 20, 33] {
        let (before, after) = acts().into_iter().enumerate().partition::<Vec<_>, _>(|(at, _)| *at < pause);
        let mut game = nomic(3);
        before.iter().for_each(|(_, act)| game.apply(act));
        let mut stored: Nomic = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
        for (_, act) in after {
            game.apply(&act);
            stored.apply(&act);
        }
        assert_eq!(stored, game, "paused after {pause}");
    }
}

#[test]
fn a_referee_accepts_it_by_word_and_its_entries_fold_to_the_same_state() {
    let mut referee = Referee::new(nomic(3), Weights::default());
    for act in acts() {
        let stamp = act.stamp;
        let entry = referee.hear(Input::Told(Told::Act { act: act.clone() }), stamp, None);
        assert!(matches!(&entry.rulings[..], [Ruling::Accepted { act: accepted, .. }] if *accepted == act), "{:?}", entry.rulings);
    }
    let lines: Vec<String> = referee.entries().iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    let entries: Vec<Entry<Zone, Move>> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (position, wrong) = fold(&nomic(3), &entries);
    assert_eq!(wrong, None);
    assert_eq!(position.game(), referee.game());
}
