//! What a screen is shown of the rules and the vote: everything that a table can know, and never a card that lies face down.

use super::prelude::*;
use kibitzer::games::{Council, DiffLine, Keeper, Standing};

fn council(game: &Nomic, now_ms: u64) -> Council {
    game.council(Stamp::from_ms(now_ms)).unwrap()
}

fn standings(game: &Nomic) -> Vec<(Standing, u16, u16)> {
    council(game, 0).vote.unwrap().ballots.iter().map(|ballot| (ballot.standing, ballot.placed, ballot.owes)).collect()
}

/// The names that a reader sees of votes.
fn named(council: &Council) -> Vec<String> {
    let votes = council.vote.iter().flat_map(|vote| &vote.piles);
    let verdict = council.verdict.iter().flat_map(|verdict| &verdict.piles);
    votes.chain(verdict).flat_map(|pile| &pile.cards).filter_map(|voted| voted.name.clone()).collect()
}

#[test]
fn before_any_vote_there_is_the_rulebook_alone() {
    let council = council(&nomic(3), 0);
    assert_eq!((council.editions.len(), council.vote, council.verdict), (1, None, None));
    let rules = &council.editions[0].rules;
    assert_eq!(rules.iter().map(|rule| rule.number).collect::<Vec<_>>(), (1..=18).collect::<Vec<_>>());
    let keeper = |number: usize| rules[number - 1].keeper.clone();
    assert_eq!((keeper(8), keeper(2)), (Keeper::Program, Keeper::Table));
    assert!(rules[7].hooks.contains(&"ratified".to_owned()) && rules[7].program.is_some());
    // A new rule, and every worked example.
    assert_eq!(council.starters.len(), EXAMPLES.len() + 1);
    assert!(council.starters.iter().any(|starter| starter.title == "Ties ratify (change rule 8)"));
}

#[test]
fn what_is_under_vote_is_told_whole() {
    let vote = council(&opened(3), 0).vote.unwrap();
    let proposal = vote.proposal;
    assert_eq!((proposal.title.as_str(), proposal.action.as_str(), vote.proposer), ("Ties ratify", "change rule 8", seat("P1")));
    assert!(proposal.text.unwrap().contains("unless the against pile is worth more"));
    assert_eq!(proposal.hooks, ["total", "ratified", "discard_face_up"]);
    assert!(proposal.program.unwrap().contains(">="));
    let has = |wanted: fn(&DiffLine) -> bool| proposal.difference.iter().any(wanted);
    assert!(has(|line| matches!(line, DiffLine::Removed(text) if text.contains("tally.for_total > tally.against_total"))));
    assert!(has(|line| matches!(line, DiffLine::Added(text) if text.contains(">="))));
    assert!(has(|line| matches!(line, DiffLine::Kept(text) if text.contains("let sum = 0"))));
}

#[test]
fn it_is_told_who_has_voted_who_owes_a_draw_who_will_not_and_who_is_awaited() {
    use Standing::{Awaited, Declined, Voted, Waits};
    let game = play(nomic(4), &["P1 propose ties-ratify"]);
    assert_eq!(standings(&game), [(Awaited, 0, 0), (Waits, 0, 0), (Waits, 0, 0), (Waits, 0, 0)]);
    let game = play(game, &["P1 vote for"]);
    assert_eq!(standings(&game), [(Voted, 1, 1), (Awaited, 0, 0), (Awaited, 0, 0), (Awaited, 0, 0)]);
    let game = play(game, &["P1 draw", "P2 vote against", "P3 abstain"]);
    assert_eq!(standings(&game), [(Voted, 1, 0), (Voted, 1, 1), (Declined, 0, 0), (Awaited, 0, 0)]);
}

#[test]
fn no_card_of_a_vote_that_lies_face_down_is_told() {
    let game = play(opened(3), &["P2 vote against", "P2 draw", "P3 vote for"]);
    let shown = council(&game, 0);
    assert_eq!(shown.vote.as_ref().unwrap().piles, []);
    // Nor on which pile a seat placed it.
    let other = council(&play(opened(3), &["P2 vote for", "P2 draw", "P3 vote against"]), 0);
    assert_eq!(shown, other);
    // A card that was seen before it was turned down is known to the game, and still told to nobody.
    let known = |card: &str| happen(opened(3), &[&format!("P2 vote for {card} face-up"), "P2 move for > against ?"]);
    let games = ["Qs", "9h"].map(known);
    assert!(games[0].votes(Ballots::Against).iter().any(|lying| lying.face == Face::Down && lying.card.is_some()));
    let shown = games.each_ref().map(|game| council(game, 0));
    assert_eq!(named(&shown[0]), Vec::<String>::new());
    assert_eq!(shown[0], shown[1], "the card makes a difference");
}

#[test]
fn of_piles_only_what_lies_face_up_is_named() {
    let game = play(opened(2), &["P2 vote against", "P2 draw", "P1 turn-up for 10h"]);
    let piles = council(&game, 0).vote.unwrap().piles;
    let [in_favour, against] = piles.as_slice() else { panic!("two piles") };
    assert_eq!((in_favour.cards[0].name.as_deref(), in_favour.cards[0].value, in_favour.face_down), (Some("10h"), Some(10), 0));
    assert_eq!((against.cards.len(), against.face_down, against.total), (0, 1, None));
    let game = play(game, &["P1 turn-up against ?"]);
    let piles = council(&game, 0).vote.unwrap().piles;
    assert_eq!((piles[0].total, piles[1].total), (Some(10), None));
    assert_eq!((piles[1].cards[0].name.clone(), piles[1].cards[0].value), (None, None));
}

#[test]
fn a_vote_once_decided_is_told_with_the_values_that_decided_it() {
    let game = voted(nomic(2), "P1 propose aces-fourteen", "Ah", &["abstain"]);
    let verdict = council(&game, 0).verdict.unwrap();
    assert_eq!((verdict.name.as_str(), verdict.ratified, verdict.took_effect), ("Aces are 14 (change rule 13)", true, true));
    assert_eq!((verdict.announced, verdict.piles[0].cards[0].value, verdict.piles[0].total), ((1, 0), Some(1), Some(1)));
    // Under the rule that it made, the same card is worth more.
    let game = play(cleared(game), &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for Ad"]);
    assert_eq!(council(&game, 0).vote.unwrap().piles[0].total, Some(14));
    let lost = council(&rejected(nomic(2), "P1 propose ties-ratify", 3), 0).verdict.unwrap();
    assert_eq!((lost.ratified, lost.took_effect), (false, false));
}

#[test]
fn every_rulebook_that_there_was_can_be_read_with_what_led_to_the_next() {
    let game = cleared(voted(nomic(2), "P1 propose aces-fourteen @ 60000", "9h", &["abstain"]));
    let remove = proposing(Change::Remove { rule: 13 });
    let game = cleared(voted(game, &remove, "9d", &["abstain"]));
    let council = council(&game, 0);
    let editions = &council.editions;
    let text = |edition: usize| editions[edition].rules.iter().find(|rule| rule.number == 13).map(|rule| rule.text.clone());
    assert_eq!(editions.len(), 3);
    assert_eq!(text(0), Rulebook::base().unwrap().rule(13).map(|rule| rule.text.clone()));
    assert_eq!((text(1).as_deref(), text(2)), (Some("An ace is worth 14."), None));
    let steps: Vec<_> = editions.iter().filter_map(|edition| edition.step.as_ref()).collect();
    assert_eq!((steps[0].effect.as_str(), steps[0].title.as_str()), ("change rule 13", "Aces are 14"));
    assert_eq!((steps[0].cause.as_str(), steps[0].rule), ("ratified, proposed by P1", 13));
    assert!(steps[0].difference.contains(&DiffLine::Added("13. An ace is worth 14.".into())));
    assert!(steps[1].difference.iter().all(|line| matches!(line, DiffLine::Removed(_))));
}

#[test]
fn a_program_that_fails_is_told_with_why() {
    let failing = add(&[Hook::Total], "fn total(table, cards) { if table.decided == 1 { 1 / 0 } }");
    let game = cleared(voted(nomic(2), &proposing(failing), "9h", &["abstain"]));
    let game = play(game, &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 abstain", "P1 turn-up for 8h"]);
    let council = council(&game, 0);
    let last = council.editions.last().unwrap();
    let rule = last.rules.iter().find(|rule| rule.number == 19).unwrap();
    assert!(matches!(&rule.keeper, Keeper::SetAside(why) if why.contains("Division by zero")), "{:?}", rule.keeper);
    let step = last.step.as_ref().unwrap();
    assert!(step.effect.starts_with("the program of rule 19 set aside: ") && step.difference.is_empty());
    assert_eq!((step.cause.as_str(), rule.program.is_some()), ("its program failed", true));
}

#[test]
fn a_time_limit_is_told_and_closes_the_vote_when_it_is_up() {
    let game = play(opened(2), &["P2 limit @ 10000"]);
    let before = council(&game, 309_000).vote.unwrap();
    assert_eq!((before.deadline_us, before.time_up, before.ballots[1].standing), (Some(310_000_000), false, Standing::Awaited));
    let after = council(&game, 310_000).vote.unwrap();
    assert_eq!((after.time_up, after.ballots[1].standing), (true, Standing::TimeUp));
}

#[test]
fn a_draft_is_told_what_is_wrong_with_it_by_line_and_column() {
    let game = nomic(2);
    let weighed = game.weigh("action = \"add\"\ntext = \"x\"\nhooks = [\"valeu\"]").unwrap();
    let fault = weighed.fault.unwrap();
    assert_eq!((fault.line, fault.column), (3, 10));
    assert!(fault.what.starts_with("'valeu' is no hook"));
    assert_eq!((weighed.name.as_str(), weighed.propose.as_str(), weighed.proposers), ("", "", vec![]));
    let gone = game.weigh("action = \"remove 77\"").unwrap();
    assert_eq!((gone.fault, gone.impossible.as_deref()), (None, Some("there is no rule 77")));
    assert_eq!((gone.proposers, gone.difference), (vec![], vec![]));
}

#[test]
fn a_rule_as_it_is_says_nothing_new_until_it_is_edited() {
    let game = nomic(3);
    let file = council(&game, 0).editions[0].rules[15].change.clone();
    assert_eq!(game.weigh(&file).unwrap().impossible.as_deref(), Some("rule 16 says that already"));
    let weighed = game.weigh(&file.replace("13", "20")).unwrap();
    assert_eq!((weighed.impossible, weighed.proposers), (None, vec![seat("P1")]));
    let removal = game.weigh(&council(&game, 0).editions[0].rules[15].removal).unwrap();
    assert_eq!(removal.name, "remove rule 16");
}

#[test]
fn a_draft_is_an_act_for_who_may_tell_it() {
    let file = EXAMPLES.iter().find(|(name, _)| *name == "points-to-100").unwrap().1;
    let weighed = nomic(3).weigh(file).unwrap();
    let told = act(&format!("P1 {}", weighed.propose));
    assert_eq!(told.action, Move::propose(read_proposition(file).unwrap()));
    assert_eq!((weighed.proposers, weighed.no_proposal, weighed.no_resolution), (vec![seat("P1")], None, None));
    let agreed = act(&format!("P2 {}", weighed.resolve));
    assert_eq!(nomic(3).check(&agreed), Ok(()));
    // While a proposition is under vote, and of what is no new rule.
    let busy = opened(3).weigh(EXAMPLES[0].1).unwrap();
    assert!(busy.no_proposal.unwrap().contains("is under vote") && busy.proposers.is_empty());
    assert!(busy.no_resolution.unwrap().contains("new rule"));
}

#[test]
fn a_draft_is_tried_on_the_last_votes() {
    let game = rejected(nomic(2), "P1 propose speak-in-rhyme", 0);
    let weighed = game.weigh(EXAMPLES.iter().find(|(name, _)| *name == "aces-fourteen").unwrap().1).unwrap();
    let [trial] = weighed.trials.as_slice() else { panic!("{:?}", weighed.trials) };
    assert_eq!((trial.vote, trial.name.as_str()), (1, "Speak in rhyme (add a rule)"));
    assert_eq!((trial.was.in_favour, trial.was.against, trial.was.ratified), (1, 2, false));
    assert_eq!((trial.would.in_favour, trial.would.against, trial.would.ratified), (14, 2, true));
}
