//! Captures against another way to work them out, on random boards.

use super::prelude::*;
use kibitzer::games::arrow::{Board, Piece};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A card on a board of text-free cards, by file and rank from zero.
pub struct Lying<'a> {
    pub at: (i32, i32),
    pub owner: Seat,
    pub face: &'a Face,
}

/// By the words of the rules alone: for each card, every other card is asked whether it stands next to it, points at it, beats it and
/// belongs to the other player.
pub fn captured(cards: &[Lying<'_>]) -> Vec<(i32, i32)> {
    let beats = |a: Sign, b: Sign| (a as i32 - b as i32).rem_euclid(3) == 1;
    let taken = cards.iter().filter(|victim| {
        let mut strength = None;
        for other in cards.iter().filter(|other| other.owner != victim.owner) {
            let (dx, dy) = (victim.at.0 - other.at.0, victim.at.1 - other.at.1);
            if dx.abs() > 1 || dy.abs() > 1 {
                continue;
            }
            // A card of North's lies the other way round.
            let (dx, dy) = if other.owner == Seat::P1 { (dx, dy) } else { (-dx, -dy) };
            let name = format!("{}{}", ["S", "", "N"][(dy + 1) as usize], ["W", "", "E"][(dx + 1) as usize]);
            let points = other.face.arrows.to_string().split(' ').any(|arrow| arrow == name);
            if points && beats(other.face.sign, victim.face.sign) {
                *strength.get_or_insert(0) += i32::from(other.face.strength);
            }
        }
        strength.is_some_and(|strength| strength >= i32::from(victim.face.defense))
    });
    let mut taken: Vec<_> = taken.map(|card| card.at).collect();
    taken.sort_by_key(|(x, y)| (*y, *x));
    taken
}

fn designs(rng: &mut Pcg64Mcg) -> Vec<String> {
    let arrows = |rng: &mut Pcg64Mcg| {
        let ways = Direction::ALL.into_iter().filter(|_| rng.random_range(0..2) == 0);
        ways.map(|way| way.to_string()).collect::<Vec<_>>().join(" ")
    };
    let line = |n: usize, rng: &mut Pcg64Mcg| {
        let sign = ["rock", "paper", "scissors"][n % 3];
        let (strength, defense) = (rng.random_range(-1..6), rng.random_range(-1..8));
        format!("c{n} {sign} {strength}/{defense} {}", arrows(rng))
    };
    (0..30).map(|n| line(n, rng)).collect()
}

#[test]
pub(super) fn captures_agree_with_the_oracle_on_a_hundred_thousand_boards() {
    let mut rng = Pcg64Mcg::seed_from_u64(20);
    let mut captures = 0;
    for _ in 0..100 {
        let lines = designs(&mut rng);
        let game = dealt(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        for _ in 0..1000 {
            let mut cells: Vec<Cell> = Cell::all().collect();
            cells.shuffle(&mut rng);
            let count = rng.random_range(2..=30);
            let board: std::collections::BTreeMap<Cell, (Seat, usize)> = cells[..count]
                .iter()
                .map(|cell| (*cell, (*[Seat::P1, Seat::P2].choose(&mut rng).unwrap(), rng.random_range(0..30))))
                .collect();
            let pieces = board.iter().zip(1u16..).map(|((cell, (owner, design)), id)| {
                let piece: Piece = serde_json::from_value(serde_json::json!({ "design": design, "owner": owner, "id": id })).unwrap();
                (*cell, piece)
            });
            let mut with = game.clone();
            with.set_board(Board::from(pieces.collect::<std::collections::BTreeMap<_, _>>()));
            let lying: Vec<Lying<'_>> = board
                .iter()
                .map(|(cell, (owner, design))| {
                    let (file, rank) = cell.file_and_rank();
                    Lying { at: (file.into(), rank.into()), owner: *owner, face: &game.setup().designs[*design].face }
                })
                .collect();
            let found: Vec<(i32, i32)> =
                with.would_be_captured().into_iter().map(|cell| cell.file_and_rank()).map(|(x, y)| (x.into(), y.into())).collect();
            assert_eq!(found, captured(&lying), "{lines:?} {board:?}");
            captures += found.len();
        }
    }
    assert!(captures > 10_000, "{captures}");
}
