//! How many acts are legal: counts to a depth over all seats, kept as data in `nomic.perft`, counted twice. Once by listing the legal
//! moves, once by putting every conceivable simple move before the judge, which knows nothing of that list.
//!
//! `UPDATE_EXPECTED=1 cargo test nomic::perft` writes the counts anew.

use super::prelude::*;
use kibitzer::games::nomic::Carry;
use kibitzer::games::nomic::proposition::examples;
use kibitzer::table::Seat;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/nomic.perft");

fn positions() -> Vec<(&'static str, Nomic, usize)> {
    let opened = |game| play(game, &["P1 propose {\"action\":\"remove\",\"rule\":2}", "P1 vote for", "P1 draw"]);
    let open = play(ruled(2, &["open-votes"]), &["P1 propose {\"action\":\"remove\",\"rule\":2}"]);
    let tied = voted(nomic(2), "P1 propose {\"action\":\"remove\",\"rule\":2}", "9h", &["against 9c"]);
    vec![
        ("the beginning", nomic(2), 2),
        ("a vote of two", opened(nomic(2)), 5),
        ("a vote of three", opened(nomic(3)), 4),
        ("two cards a vote", opened(ruled(2, &["two-cards-a-vote"])), 5),
        ("open votes", open, 2),
        ("a rejected proposition", tied, 3),
        ("the game is won", voted(nomic(2), "P1 propose no-more-changes", "9h", &["abstain"]), 1),
    ]
}

fn leaves(game: &Nomic, depth: usize, moves: &impl Fn(&Nomic, Seat) -> Vec<Move>) -> u64 {
    let each =
        game.seats().iter().flat_map(|seat| moves(game, seat).into_iter().map(move |action| Act { seat, action, stamp: Stamp::default() }));
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

/// Every move in its simplest form, sensible or not; of propositions the worked examples.
fn judged(game: &Nomic, seat: Seat) -> Vec<Move> {
    let places = [Place::Hand, Place::Draw, Place::Discard, Place::Votes(Ballots::For), Place::Votes(Ballots::Against)];
    let cards: Vec<Option<Card>> = Card::all().map(Some).chain([None]).collect();
    let mut moves = vec![Move::Abstain, Move::Reshuffle];
    moves.extend(examples().iter().cloned().map(Move::propose));
    moves.extend((0..8).filter_map(Seat::from_index).map(|to| Move::PassToken { to }));
    for from in places {
        for to in places {
            for card in &cards {
                for face in [Face::Up, Face::Down] {
                    moves.extend((1..4).map(|count| Carry::new(from, to, *card, face).times(count).into()));
                }
            }
        }
    }
    for pile in Ballots::BOTH {
        moves.extend((0..4).map(|count| Move::TurnUp { pile, cards: vec![None; count] }));
    }
    let counted = game.vote().and_then(|vote| vote.counted);
    for in_favour in [0, 1, 9, 13].into_iter().chain(counted.and_then(|counted| counted.in_favour)) {
        for against in [0, 1, 9, 13].into_iter().chain(counted.and_then(|counted| counted.against)) {
            // Of totals that nobody can compare, the two that stand for all.
            let stands = |counted: Option<i64>, total| counted.is_some() || total < 2;
            if counted.is_none_or(|counted| stands(counted.in_favour, in_favour) && stands(counted.against, against)) {
                moves.push(Move::Announce { in_favour, against });
            }
        }
    }
    moves.sort();
    moves.dedup();
    moves.retain(|action| game.check(&Act { seat, action: action.clone(), stamp: Stamp::default() }).is_ok());
    moves
}

#[test]
fn leaf_counts_are_as_listed_and_as_judged() {
    let mut written = "# Legal acts of all seats of Card-Based Nomic at depth 1, 2 and so on.\n".to_owned();
    for (name, game, depth) in positions() {
        let counts: Vec<u64> = (1..=depth).map(|depth| leaves(&game, depth, &|game, seat| game.legal_moves(seat))).collect();
        for depth in 1..=depth.min(2) {
            assert_eq!(counts[depth - 1], leaves(&game, depth, &judged), "{name}: listed and judged differ at depth {depth}");
        }
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        write!(written, "\nposition {name}\nleaves {}\n", counts.join(" ")).unwrap();
    }
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(FILE, written).unwrap();
    } else {
        assert_eq!(written, std::fs::read_to_string(FILE).unwrap());
    }
}
