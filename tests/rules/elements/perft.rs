//! How many acts are legal: counts to a depth over all seats, kept as data in `elements.perft`, counted twice. Once by listing the
//! legal moves, once by putting every conceivable simple move before the judge, which knows nothing of that list.
//!
//! `UPDATE_EXPECTED=1 cargo test elements::perft` writes the counts anew.

use super::prelude::*;
use kibitzer::cards::{Face, Rank, Suit};
use kibitzer::games::elements::{Carry, Guise, Spell, Target, Touch, Work};
use kibitzer::table::Seat;
use std::collections::BTreeSet;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/elements.perft");

/// Later than all that came before.
const NOW: Stamp = Stamp::from_ms(1_000_000);

fn positions() -> Vec<(&'static str, Elements, usize)> {
    let fours = ["P2 move ocean > P2.flame 4c", "P2 move ocean > P2.flame 4d", "P2 move ocean > P2.flame 4h"];
    let nearly = play(non_mages(3, "", "4c 4d 4h 4s Kh"), &fours);
    let fire = play(nearly.clone(), &["P2 move ocean > P2.flame 4s", "P2 fire"]);
    vec![
        ("non-mages before the start", dealt(3, ""), 1),
        ("mages before the start", dealt(3, "rules=mage"), 1),
        ("all at the centre", play(dealt(3, "rules=mage"), &["P1 touch centre", "P2 touch centre", "P3 touch centre"]), 1),
        ("mages in play", mages(3), 1),
        ("seven non-mages in play", non_mages(7, "", ""), 1),
        ("three fours in a Flame", nearly.clone(), 1),
        ("a card in a Play Hand", play(nearly.clone(), &["P1 take ocean Kh"]), 1),
        ("a Whirlwind", play(nearly.clone(), &["P2 whirlwind"]), 1),
        ("a penalty", happen(nearly.clone(), &["P1 take P2.flame 4c"]), 1),
        ("a halt", play(nearly, &["P1 halt"]), 1),
        ("Fire", fire.clone(), 2),
        ("a round that is over", play(fire, &["P2 verify 4c 4d 4h 4s"]), 1),
    ]
}

fn leaves(game: &Elements, depth: usize, moves: &impl Fn(&Elements, Seat) -> Vec<Move>) -> u64 {
    let each = game.seats().iter().flat_map(|seat| moves(game, seat).into_iter().map(move |action| Act { seat, action, stamp: NOW }));
    let acts: Vec<Act<Move>> = each.collect();
    if depth == 1 {
        return acts.len() as u64;
    }
    let next = |act: &Act<Move>| {
        let mut next = game.clone();
        next.apply(act);
        leaves(&next, depth - 1, moves)
    };
    acts.iter().map(next).sum()
}

/// Every move in its simplest form, sensible or not.
fn judged(game: &Elements, seat: Seat) -> Vec<Move> {
    let seats: Vec<Seat> = game.seats().iter().collect();
    let cards: Vec<Option<Card>> = Card::all().map(Some).chain([None]).collect();
    let mut places = vec![Place::Play, Place::Ocean, Place::Centre];
    places.extend(seats.iter().flat_map(|seat| [Place::Island(*seat), Place::Flame(*seat), Place::Hand(*seat)]));
    let mut moves = vec![Move::Release, Move::Fire, Move::Go, Move::Reverse, Move::Deal];
    moves.extend([false, true].map(|disputed| Move::Halt { disputed }));
    for &card in &cards {
        moves.extend([Face::Up, Face::Down].map(|face| Move::Turn { card, face }));
        moves.push(Move::Stop { card });
        moves.extend(card.map(|card| Move::Dibs { card, took_ms: 0 }));
        moves.extend(card.map(|card| Move::Award { card }));
        moves.extend(card.map(|card| Move::Show { cards: BTreeSet::from([card]) }));
        for &at in &places {
            moves.push(Move::Touch(Touch::new(at, card)));
            moves.push(Move::Touch(Touch { count: 2, ..Touch::new(at, card) }));
            for &to in &places {
                for count in 1..=4 {
                    let carry = Carry { count, ..Carry::new(at, to, card) };
                    moves.extend([Face::Down, Face::Up].map(|face| Move::Carry(carry.clone().facing(face))));
                }
            }
        }
    }
    moves.extend((1..=52).flat_map(|count| [false, true].map(|stacked| Move::Rearrange { count, stacked })));
    moves.extend(seats.iter().flat_map(|&island| [Move::Look { island }, Move::Arrange { island }]));
    let counts: Vec<Option<u16>> = (1..=12).map(Some).chain([None]).collect();
    moves.extend(counts.iter().map(|&cards| Move::Whirlwind { cards }));
    let to: Vec<Option<Seat>> = seats.iter().copied().map(Some).chain([None]).collect();
    moves.extend(to.iter().flat_map(|&to| counts.iter().map(move |&cards| Move::PassIsland { to, cards })));
    for rank in Rank::ALL {
        let four: BTreeSet<Card> = Suit::ALL.into_iter().map(|suit| Card { rank, suit }).collect();
        moves.push(Move::Verify { cards: four.iter().copied().skip(1).collect() });
        moves.push(Move::Verify { cards: four });
    }
    let lying: Vec<Card> = Card::all().filter(|card| game.whereabouts(*card).is_some()).collect();
    let mut targets: Vec<Target> = seats.iter().map(|seat| Target::Player(*seat)).collect();
    targets.extend(places.iter().flat_map(|&at| lying.iter().copied().map(Some).chain([None]).map(move |card| Target::Cards { at, card })));
    for target in targets {
        let guises =
            Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.map(Some).into_iter().chain([None]).map(move |suit| Guise { rank, suit }));
        let works = Work::PLAIN.into_iter().chain(guises.map(Work::Transform)).chain(Card::all().map(Work::Swap));
        moves.extend(works.map(|work| Move::Magic(Spell::new(work, target))));
    }
    // A carry elsewhere than to the Ocean has no face: one move may have been built in several ways.
    moves.retain(|action| game.check(&Act { seat, action: action.clone(), stamp: NOW }).is_ok());
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn leaf_counts_are_as_listed_and_as_judged() {
    let mut written = "# Legal acts of all seats of Elements at depth 1, 2 and so on.\n".to_owned();
    for (name, game, depth) in positions() {
        let listed = |game: &Elements, seat: Seat| game.legal_moves(seat);
        for seat in game.seats().iter() {
            let (mut one, other) = (game.legal_moves(seat), judged(&game, seat));
            one.sort();
            assert_eq!(one, other, "{name}: {seat}");
        }
        let counts: Vec<String> = (1..=depth).map(|depth| leaves(&game, depth, &listed).to_string()).collect();
        write!(written, "\nposition {name}\nleaves {}\n", counts.join(" ")).unwrap();
    }
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(FILE, written).unwrap();
    } else {
        assert_eq!(written, std::fs::read_to_string(FILE).unwrap());
    }
}
