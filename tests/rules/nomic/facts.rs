//! Card-Based Nomic as a referee sees it: tables at rest, with the hands that were there.

use super::prelude::*;
use kibitzer::referee::{Input, Referee, Ruling, Told, Weights};
use kibitzer::table::{Fact, PileChange, Visit};

/// A game watched by a referee, each act seen without any doubt or, where no camera sees it, told.
struct Watched {
    referee: Referee<Nomic>,
    now_ms: u64,
}

impl Watched {
    fn new(game: Nomic) -> Self {
        Self { referee: Referee::new(game, Weights::default()), now_ms: 0 }
    }

    /// What is ruled when this happens.
    fn happens(&mut self, text: &str) -> Vec<String> {
        self.now_ms += 5000;
        let stamp = Stamp::from_ms(self.now_ms);
        let act = Act { stamp, ..act(text) };
        let (before, mut after) = (self.referee.game().clone(), self.referee.game().clone());
        after.apply(&act);
        let zones = before.reaches(act.seat, &act.action);
        if zones.is_empty() {
            return said(&self.referee.hear(Input::Told(Told::Act { act }), stamp, None).rulings);
        }
        let last = zones.len() - 1;
        let visit = |(at, zone)| Visit { seat: act.seat, neighbour: None, zone, from: stamp, to: stamp, deepest: at == last };
        let mut layout = after.expected().as_layout();
        for pile in Ballots::BOTH {
            // A face laid on backs covers them.
            if let Some(cards) = layout.zones.get_mut(&pile.zone()).filter(|cards| cards.iter().any(|laid| laid.face == Face::Up)) {
                cards.retain(|laid| laid.face == Face::Up);
            }
            if let Some(top) = layout.zones.get_mut(&pile.zone()).and_then(|cards| cards.last_mut()) {
                let grown = after.votes(pile).len() > before.votes(pile).len();
                top.change = Some(if grown { PileChange::Laid } else { PileChange::Unmoved });
            }
        }
        let visits = zones.into_iter().enumerate().map(visit).collect();
        let fact = Fact::Settled { stamp, frame: self.now_ms / 100, layout, visits, glimpses: Vec::new() };
        said(&self.referee.hear(Input::Seen(fact), stamp, Some(self.now_ms / 100)).rulings)
    }
}

fn said(rulings: &[Ruling<Move>]) -> Vec<String> {
    rulings
        .iter()
        .map(|ruling| match ruling {
            Ruling::Accepted { act, .. } => format!("{} {}", act.seat, act.action),
            Ruling::Rejected { act, reason } => format!("{} {}: {}", act.seat, act.action, reason.code),
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_whole_vote_is_seen_as_it_happens() {
    let mut watched = Watched::new(nomic(3));
    let proposal = format!("P1 propose {}", example("faces-ten"));
    let vote = ["P1 vote for", "P1 draw", "P2 vote against", "P2 draw", "P3 vote for", "P3 draw"];
    let count = ["P1 turn-up for 2h 3h", "P1 turn-up against Kd", "P1 announce 5 13", "P1 clear for x2", "P1 clear against"];
    let acts = [proposal.as_str()].into_iter().chain(vote).chain(count).chain(["P1 pass-token P2", "P2 pass-token P3"]);
    for text in acts {
        assert_eq!(watched.happens(text), [text], "{text}");
    }
    assert_eq!(watched.referee.game().token(), seat("P3"));
}

#[test]
fn open_votes_and_a_reshuffle_are_seen_as_they_happen() {
    let mut watched = Watched::new(ruled(8, &["open-votes"]));
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9"];
    for (proposal, suit, drawn) in [("faces-ten", "h", 8), ("ties-ratify", "s", 4)] {
        watched.happens(&format!("P1 propose {}", example(proposal)));
        for (number, rank) in (1..).zip(ranks) {
            let vote = format!("P{number} vote for {rank}{suit} face-up");
            assert_eq!(watched.happens(&vote), [vote.as_str()]);
            if number > drawn && watched.referee.game().draw_count() == 0 {
                let reshuffle = format!("P{number} reshuffle");
                assert_eq!(watched.happens(&reshuffle), [reshuffle.as_str()]);
            }
            let draw = format!("P{number} draw");
            assert_eq!(watched.happens(&draw), [draw.as_str()]);
        }
        for text in ["P1 announce 44 0", "P1 clear for x8"] {
            assert_eq!(watched.happens(text), [text]);
        }
    }
    assert_eq!(cards_in_play(watched.referee.game()), 52);
}

#[test]
fn a_vote_and_its_replacement_are_told_apart_in_one_rest() {
    let game = play(nomic(3), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"]);
    let acts = ["P2 vote against", "P2 draw"].map(act);
    let mut after = game.clone();
    acts.iter().for_each(|act| after.apply(act));
    let [from, to] = [1000, 3000].map(Stamp::from_ms);
    let visit = |zone, at| Visit { seat: seat("P2"), neighbour: None, zone, from: at, to: at, deepest: true };
    let visits = vec![visit(Zone::Against, from), visit(Zone::Draw, to)];
    let fact = Fact::Settled { stamp: Stamp::from_ms(5000), frame: 50, layout: after.expected().as_layout(), visits, glimpses: Vec::new() };
    let mut referee = Referee::new(game, Weights::default());
    let rulings = referee.hear(Input::Seen(fact), Stamp::from_ms(5000), Some(50)).rulings;
    assert_eq!(said(&rulings), ["P2 vote against", "P2 draw"]);
}

#[test]
fn violations_are_seen_and_named() {
    let mut watched = Watched::new(nomic(3));
    assert_eq!(watched.happens("P1 pass-token P3"), ["P1 pass-token P3: wrong-way"]);
    let opened = ["P1 propose ties-ratify", "P1 vote for", "P1 draw"];
    let voted = ["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote for", "P2 draw"];
    for (before, violation, code) in [
        (&voted[..], "P2 vote for", "too-many-votes"),
        (&voted[..], "P2 turn-up for 2h 3h", "not-proposer"),
        (&voted[..], "P1 turn-up for 2h 3h", "votes-open"),
        (&[][..], "P1 vote for", "no-proposition"),
        (&opened[..1], "P2 vote against", "not-started"),
        (&opened[..1], "P1 vote against", "proposer-against"),
        (&opened[..], "P2 vote for 9h face-up", "vote-face"),
        (&opened[..], "P1 pass-token P2", "token-under-vote"),
    ] {
        let mut watched = Watched::new(play(nomic(3), before));
        assert_eq!(watched.happens(violation), [format!("{violation}: {code}")]);
    }
}

#[test]
fn a_replacement_that_nobody_saw_drawn_is_asked_about() {
    let voted = ["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote for", "P2 draw", "P3 vote for"];
    let mut watched = Watched::new(play(nomic(3), &voted));
    let asked = watched.happens("P1 turn-up for 2h 3h 4h");
    // The hand that drew it may have been overlooked; that the votes are covered again tells that it was not.
    assert!(asked[0].starts_with("Undecided") && asked[0].contains("missed-draw"), "{asked:?}");
}

#[test]
fn of_votes_that_are_partly_covered_nobody_is_told() {
    let game = play(nomic(3), &["P1 propose ties-ratify", "P1 vote for", "P1 draw"]);
    let mut after = game.clone();
    after.apply(&act("P2 vote for"));
    let mut layout = after.expected().as_layout();
    // Of a back that another covers the eye makes a face that it cannot read.
    layout.zones.get_mut(&Zone::For).unwrap()[0].face = Face::Up;
    let stamp = Stamp::from_ms(5000);
    let visits = vec![Visit { seat: seat("P2"), neighbour: None, zone: Zone::For, from: stamp, to: stamp, deepest: true }];
    let fact = Fact::Settled { stamp, frame: 50, layout, visits, glimpses: Vec::new() };
    let mut referee = Referee::new(game, Weights::default());
    assert_eq!(said(&referee.hear(Input::Seen(fact), stamp, Some(50)).rulings), ["P2 vote for"]);
}

#[test]
fn a_wrong_total_is_void_once_the_right_one_is_told() {
    let counted =
        ["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote against", "P2 draw", "P1 turn-up for 9h", "P1 turn-up against 4c"];
    let mut watched = Watched::new(play(nomic(2), &counted));
    assert_eq!(watched.happens("P1 announce 10 4"), ["P1 announce 10 4: wrong-total"]);
    let rulings = watched.happens("P1 announce 9 4");
    assert!(rulings[0].starts_with("TakenBack") && rulings[1..] == ["P1 announce 9 4"], "{rulings:?}");
    assert!(watched.referee.position().standing().is_empty());
    assert_eq!(watched.happens("P1 clear for"), ["P1 clear for"]);
}

#[test]
fn a_card_seen_in_two_places_is_amiss() {
    let game = play(nomic(2), &["P1 propose ties-ratify", "P1 vote for", "P1 draw", "P2 vote against", "P2 draw", "P1 turn-up for 9h"]);
    let mut layout = game.expected().as_layout();
    assert_eq!(game.amiss(&layout), Vec::<String>::new());
    let copy = layout.cards(&Zone::For).to_vec();
    layout.zones.insert(Zone::Against, copy);
    assert_eq!(game.amiss(&layout), ["9h lies in against and for"]);
}
