use super::*;
use crate::cards::builtin_canon;
use crate::games::canon::{Canon, Options, Setup, Zone};
use crate::games::{Act, Game, Objection};
use crate::simulate::play::{Fate, Pace, ScriptOptions};
use crate::simulate::stage::Lying;
use crate::table::{Seat, Seats};
use std::collections::{BTreeMap, BTreeSet};

fn setup(players: u8, option: &str) -> Setup {
    let mut options = Options::default();
    options.set(option).unwrap();
    Setup::new(vec![builtin_canon("canon-nt").unwrap()], Seats::try_from(players).unwrap(), Seat::from_index(0).unwrap(), options).unwrap()
}

fn options(seed: u64, violations: &[Violation]) -> ScriptOptions<Violation> {
    ScriptOptions { seed, moves: None, violations: violations.to_vec(), stand: false, pace: Pace::default() }
}

/// The table after every reach.
fn at_the_end(script: &Script) -> BTreeMap<Zone, Vec<Lying>> {
    let mut table = script.table.clone();
    for reach in &script.reaches {
        if let Some((zone, number)) = reach.from {
            assert_eq!(table[&zone][number].card, reach.card);
            table.get_mut(&zone).unwrap().remove(number);
        }
        if let Some((zone, number, lying)) = &reach.to {
            table.entry(*zone).or_default().insert(*number, lying.clone());
        }
    }
    table.retain(|_, pile| !pile.is_empty());
    table
}

#[test]
fn every_act_is_legal_but_the_violations_and_those_break_the_rule_that_was_asked_for() {
    for seed in 1..=6 {
        let wanted = Violation::some(3, 3, seed);
        let script = play(setup(3, "remove_random=70"), &options(seed, &wanted)).unwrap();
        let mut game = Canon::new(script.start.setup().clone()).unwrap();
        let mut broken = Vec::new();
        for played in &script.acts {
            let objection = game.check(&played.act).err();
            assert_eq!(objection, played.objection, "seed {seed}: {}", played.act.action);
            match (&objection, played.fate) {
                (None, fate) => {
                    assert_eq!(fate, Fate::Counts);
                    game.apply(&played.act);
                }
                (Some(objection), Fate::TakenBack { stamp }) => {
                    assert!(stamp > played.act.stamp);
                    broken.push(objection.code());
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
        let missed: BTreeSet<_> = script.unplayed.iter().map(|v| v.code()).collect();
        let expected: Vec<_> = wanted.iter().map(|v| v.code()).filter(|code| !missed.contains(code)).collect();
        assert_eq!(broken, expected, "seed {seed}");
        assert!(game.is_over() && game == script.end.game, "seed {seed}");
    }
}

#[test]
fn what_the_hands_did_leaves_the_table_that_the_game_expects() {
    for (seed, stand) in [(1, false), (2, true), (3, false), (4, true)] {
        let wanted = Violation::some(4, 2, seed);
        let script = play(setup(2, "remove_random=60"), &ScriptOptions { stand, ..options(seed, &wanted) }).unwrap();
        let table = at_the_end(&script);
        let game = &script.end.game;
        for (zone, pile) in &table {
            let known = match zone {
                Zone::Draw => {
                    assert_eq!(pile.len(), game.draw_count() as usize);
                    continue;
                }
                Zone::Discard => game.discard(),
                _ => game.stack(*zone),
            };
            assert_eq!(pile.len(), known.len(), "{zone}, seed {seed}");
            for (lying, known) in pile.iter().zip(known) {
                assert_eq!(lying.face, known.face);
                // Nobody reads a card that was laid face down.
                assert!(known.card.as_ref().is_none_or(|card| *card == lying.card), "{zone}, seed {seed}");
                assert_eq!(known.card.is_some(), known.face == crate::cards::Face::Up);
            }
        }
        assert_eq!(table.keys().filter(|z| !matches!(z, Zone::Draw | Zone::Discard)).count(), game.spaces().len());
        let mut at = 0.0;
        for reach in &script.reaches {
            assert!(reach.start_ms >= at && reach.grasp_ms >= reach.start_ms && reach.release_ms >= reach.grasp_ms);
            assert!(reach.out_ms >= reach.release_ms && reach.out_ms < script.length_ms);
            at = reach.out_ms + 600.0;
        }
    }
}

#[test]
fn each_kind_of_violation_finds_its_occasion() {
    for kind in Violation::ALL {
        let played = (1..=8).find_map(|seed| {
            let script = play(setup(3, "remove_random=60"), &options(seed, &[kind])).unwrap();
            script.acts.into_iter().find(|a| a.objection.is_some())
        });
        let played = played.unwrap_or_else(|| panic!("no occasion for {kind} in eight games"));
        assert_eq!(played.objection.unwrap().code(), kind.code());
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("cheating".parse::<Violation>().is_err());
}

#[test]
fn all_seven_kinds_of_move_are_played_and_a_seed_tells_the_whole_game() {
    let script = play(setup(2, "remove_random=60"), &options(9, &[])).unwrap();
    let kinds: BTreeSet<_> = script
        .acts
        .iter()
        .map(|a| {
            let carry = a.act.action.carry().unwrap();
            let word = |zone: Option<Zone>| zone.map_or("hand".into(), |z| z.to_string().trim_end_matches(char::is_numeric).to_owned());
            let word = |zone| word(zone).split_once('.').map_or_else(|| word(zone), |(_, canon)| canon.to_owned());
            (word(carry.from().zone()), word(carry.to().zone()))
        })
        .collect();
    assert_eq!(kinds.len(), 7, "{kinds:?}");
    let again = play(setup(2, "remove_random=60"), &options(9, &[])).unwrap();
    assert!(script.acts == again.acts && script.reaches == again.reaches);
    let other = play(setup(2, "remove_random=60"), &options(10, &[])).unwrap();
    assert!(script.acts != other.acts);
}

#[test]
fn a_wished_number_of_moves_still_ends_the_game() {
    for seed in 1..=5 {
        let script = play(setup(2, "remove_random=78"), &ScriptOptions { moves: Some(60), ..options(seed, &[]) }).unwrap();
        assert!(script.acts.len() <= 60 && script.end.game.is_over(), "seed {seed}: {} moves", script.acts.len());
    }
}

#[test]
fn a_hand_holds_what_the_engine_counts() {
    let script = play(setup(4, "remove_random=40"), &options(3, &[])).unwrap();
    for seat in script.end.game.seats().iter() {
        assert_eq!(script.end.hand(seat).len(), usize::from(script.end.game.hand(seat).unwrap().count()));
    }
    let act = Act { seat: Seat::from_index(0).unwrap(), action: crate::games::canon::Move::draw(), stamp: Default::default() };
    assert_eq!(script.end.game.check(&act).unwrap_err().code(), "after-end");
}
