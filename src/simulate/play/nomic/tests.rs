use super::*;
use crate::cards::Face;
use crate::games::nomic::{Nomic, Setup, Zone};
use crate::games::{Act, Card, Game, Objection};
use crate::simulate::play::{Fate, Pace, ScriptOptions};
use crate::table::{Pile, Seat, Seats};
use std::collections::BTreeSet;

fn script(seed: u64, violations: &[Violation], stand: bool) -> Script {
    let setup = Setup::new(Seats::try_from(4).unwrap(), Seat::P1).unwrap();
    play(setup, &ScriptOptions { seed, moves: None, violations: violations.to_vec(), stand, pace: Pace::default() }).unwrap()
}

#[test]
fn every_act_is_legal_but_the_violations_and_those_break_the_rule_that_was_asked_for() {
    for seed in 1..=4 {
        let wanted = Violation::some(4, seed);
        let script = script(seed, &wanted, false);
        let mut game = Nomic::new(script.start.setup().clone()).unwrap();
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
                    assert!(stamp >= played.act.stamp);
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
        assert!(game.decided().len() == 20 || game.is_over(), "seed {seed}: {} propositions", game.decided().len());
    }
}

#[test]
fn what_the_hands_did_leaves_the_table_that_the_game_expects_and_no_card_is_lost() {
    for (seed, stand) in [(1, false), (2, true), (3, false)] {
        let script = script(seed, &Violation::some(3, seed), stand);
        let (table, game) = (script.table_at_the_end(), &script.end.game);
        let expected = game.expected().zones;
        assert_eq!(table.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "seed {seed}");
        for (zone, pile) in &expected {
            if let Pile::Squared { card, face } = pile {
                let top = table[zone].last().unwrap();
                assert_eq!(top.face, *face, "seed {seed}: {zone}");
                assert!(card.as_ref().is_none_or(|card| *card == top.card), "seed {seed}: {zone}");
            }
        }
        let lying = table.values().flatten().filter_map(|lying| Card::of(&lying.card));
        let held = game.seats().iter().flat_map(|seat| script.end.hand(seat).to_vec());
        assert_eq!(lying.chain(held).collect::<BTreeSet<_>>().len(), 52, "seed {seed}");
        assert_eq!(table.get(&Zone::Draw).map_or(0, Vec::len), usize::from(game.draw_count()), "seed {seed}");
        assert!(table[&Zone::Token(game.token())].iter().all(|token| token.face == Face::Up));
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
    let said = once.said();
    for word in &said {
        let act = Act { seat: word.seat, action: word.text.parse().unwrap(), stamp: Default::default() };
        assert!(once.start.reaches(act.seat, &act.action).is_empty(), "{}", word.text);
    }
    assert!(["propose ", "announce "].iter().all(|verb| said.iter().filter(|word| word.text.starts_with(verb)).count() >= 15));
}
