use super::*;
use crate::games::arrow::{Arrow, Setup, builtin_deck};
use crate::games::{Act, Game, Objection};
use crate::simulate::play::{Fate, Pace, ScriptOptions};
use crate::table::Seat;

fn setup() -> Setup {
    let [harbour, workshop] = ["arrow-harbour", "arrow-workshop"].map(|id| builtin_deck(id).unwrap());
    Setup::new([&harbour, &workshop]).unwrap()
}

fn script(seed: u64, violations: &[Violation], stand: bool) -> Script {
    play(setup(), &ScriptOptions { seed, moves: None, violations: violations.to_vec(), stand, pace: Pace::default() }).unwrap()
}

#[test]
fn every_act_is_legal_but_the_violations_and_those_break_the_rule_that_was_asked_for() {
    let mut over = 0;
    for seed in 1..=8 {
        let wanted = Violation::some(3, seed);
        let script = script(seed, &wanted, false);
        let mut game = Arrow::new(script.start.setup().clone()).unwrap();
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
        let mut told: Vec<_> = broken.into_iter().chain(script.unplayed.iter().map(|v| v.code())).collect();
        let mut asked: Vec<_> = wanted.iter().map(|v| v.code()).collect();
        told.sort_unstable();
        asked.sort_unstable();
        assert_eq!(told, asked, "seed {seed}");
        assert_eq!(game, script.end.game, "seed {seed}");
        over += usize::from(game.is_over());
    }
    assert!(over >= 6, "{over} of 8 games came to their end");
}

#[test]
fn what_the_hands_did_leaves_the_table_and_the_hands_that_the_game_expects() {
    for (seed, stand) in [(1, false), (2, true), (3, false), (4, true)] {
        let script = script(seed, &Violation::some(4, seed), stand);
        let (table, game) = (script.table_at_the_end(), &script.end.game);
        let expected = game.expected().zones;
        assert_eq!(table.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "seed {seed}");
        for seat in [Seat::P1, Seat::P2] {
            assert_eq!(script.end.hand(seat).len(), usize::from(game.side(seat).hand.count()), "seed {seed}");
        }
        for (cell, piece) in game.board().iter() {
            let [lying] = table[&crate::games::arrow::Zone::Cell(cell)].as_slice() else { panic!("one card on {cell}") };
            assert_eq!(lying.card, *game.setup().card(piece.design));
            let looks_south = lying.turn.cos() < -0.9;
            let wrong = stand && (lying.turn.cos().abs() < 0.9 || looks_south != (piece.owner == Seat::P2));
            assert!(wrong || looks_south == (piece.owner == Seat::P2), "seed {seed}: {cell}");
        }
    }
}

#[test]
fn each_kind_of_violation_finds_its_occasion() {
    for kind in Violation::ALL {
        let played = (1..=8).find_map(|seed| script(seed, &[kind], false).acts.into_iter().find(|a| a.objection.is_some()));
        assert_eq!(played.unwrap_or_else(|| panic!("no occasion for {kind}")).objection.unwrap().code(), kind.code());
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("cheating".parse::<Violation>().is_err());
}

#[test]
fn a_seed_tells_the_whole_game_and_what_no_camera_sees_is_said() {
    let (once, again, other) = (script(9, &[], false), script(9, &[], false), script(10, &[], false));
    assert!(once.acts == again.acts && once.reaches == again.reaches && once.acts != other.acts);
    let said = [1, 2, 3, 4].map(|seed| script(seed, &[], false).said());
    for word in said.iter().flatten() {
        let action = word.text.parse().unwrap();
        let act = Act { seat: word.seat, action, stamp: Default::default() };
        assert!(once.start.reaches(act.seat, &act.action).is_empty(), "{}", word.text);
    }
    assert!(said.iter().flatten().any(|word| word.text.starts_with("use ")));
}
