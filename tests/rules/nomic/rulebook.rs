//! Numbers, differences, the past of the rulebook, and dry runs.

use super::prelude::*;

#[test]
fn a_number_is_never_used_again() {
    let rulebook = Rulebook::base().unwrap();
    let rulebook = rulebook.with(&example("faces-ten").change).with(&Change::Remove { rule: 19 });
    assert_eq!((rulebook.next_number(), rulebook.rule(19)), (20, None));
    let rulebook = rulebook.with(&example("faces-ten").change);
    assert!(rulebook.rule(20).is_some());
    let rulebook = rulebook.with(&Change::Remove { rule: 3 });
    assert_eq!((rulebook.rules().count(), rulebook.next_number()), (18, 21));
}

#[test]
fn a_difference_shows_what_a_change_does_line_by_line() {
    let rulebook = Rulebook::base().unwrap();
    let told = |change: &Change| rulebook.difference(change).to_string();
    assert_eq!(
        told(&example("aces-fourteen").change),
        "- 13. An ace is worth 1.\n+ 13. An ace is worth 14.\n  hooks: value\n- fn value(table, card) { if card.rank == 1 { 1 } }\n+ fn value(table, card) { if card.rank == 1 { 14 } }\n"
    );
    assert_eq!(
        told(&example("open-votes").change),
        "+ 19. All votes are cast face up, the one that starts the for pile too.\n+ hooks: votes_face_up\n+ fn votes_face_up(table) { true }\n"
    );
    let removed = told(&Change::Remove { rule: 2 });
    assert!(removed.starts_with("- 2. ") && removed.lines().count() == 1);
    assert_eq!(told(&Change::Remove { rule: 40 }), "");
}

#[test]
fn every_rulebook_of_the_past_can_be_read_again() {
    let mut game = nomic(2);
    let mut past = vec![game.rulebook().rules().cloned().collect::<Vec<Rule>>()];
    let proposals = ["ties-ratify", "faces-ten", "{\"action\":\"remove\",\"rule\":9}", "aces-fourteen"];
    for (proposal, vote) in proposals.into_iter().zip(["9h", "9c", "9d", "9s"]) {
        game = cleared(voted(game, &format!("P1 propose {proposal}"), vote, &["abstain"]));
        past.push(game.rulebook().rules().cloned().collect());
    }
    game = play(game, &["P2 resolve draw-two"]);
    past.push(game.rulebook().rules().cloned().collect());
    assert_eq!(game.rulebook().history().len(), 5);
    for (steps, rules) in past.into_iter().enumerate() {
        assert!(game.rulebook().after_steps(steps).rules().eq(&rules), "after {steps} steps");
    }
    assert_eq!(game.rulebook().after_steps(5), *game.rulebook());
    assert!(game.rulebook().history().iter().all(|amendment| matches!(amendment.effect, Effect::Change(_))));
    assert_eq!(game.rulebook().history()[4].cause.to_string(), "made by consensus");
}

/// Votes that went 9 to 9, 1 to 2 and, with an unread card, 5 to 4.
fn three_votes() -> Nomic {
    let passed = ["P1 pass-token P2", "P2 pass-token P1"];
    let remove = "P1 propose {\"action\":\"remove\",\"rule\":2}";
    let game = play(cleared(voted(nomic(2), remove, "9h", &["against 9c"])), &passed);
    let game = play(cleared(voted(game, remove, "Ah", &["against 2c"])), &passed);
    let game = play(game, &[remove, "P1 vote for", "P1 draw", "P2 vote against", "P2 draw", "P1 turn-up for ?", "P1 turn-up against 4d"]);
    play(game, &["P1 announce 5 4"])
}

#[test]
fn a_dry_run_says_what_the_last_votes_would_have_given() {
    let game = three_votes();
    let totals = |name: &str| {
        let trials = game.dry_run(&example(name).change, 10).unwrap();
        trials.iter().map(|trial| (trial.vote, trial.would.in_favour, trial.would.against, trial.would.ratified)).collect::<Vec<_>>()
    };
    assert_eq!(totals("ties-ratify"), [(1, 9, 9, true), (2, 1, 2, false), (3, 5, 4, true)]);
    assert_eq!(totals("aces-fourteen"), [(1, 9, 9, false), (2, 14, 2, true), (3, 5, 4, true)]);
    assert_eq!(totals("open-votes"), [(1, 9, 9, false), (2, 1, 2, false), (3, 5, 4, true)]);
    let points = game.dry_run(&example("points-to-100").change, 1).unwrap();
    assert_eq!((points.len(), points[0].vote, points[0].would.points.clone()), (1, 3, vec![1, 0]));
    assert_eq!((points[0].was.ratified, points[0].was.points.clone()), (true, vec![0, 0]));
}

#[test]
fn a_dry_run_changes_nothing_and_reports_what_fails() {
    let game = three_votes();
    let before = game.clone();
    let late = add(&[Hook::Ratified], "fn ratified(table, tally) { if table.draw == 40 { 1 / 0 } }");
    let trials = game.dry_run(&late, 10).unwrap();
    assert_eq!(game, before);
    assert_eq!(trials[0].faults, [(19, "ratified, line 1, column 53 of the program: Division by zero: 1 / 0".to_owned())]);
    assert_eq!((trials[1].faults.len(), trials[0].would.ratified), (0, false));
    assert!(game.dry_run(&Change::Remove { rule: 77 }, 10).is_err());
}
