//! How many ways a game can go, to depth 4, counted twice. Games without texts by the engine and by a plain model of the rules that
//! shares no code with it; games with texts by listing the legal moves and by putting every conceivable one before the judge.

use super::oracle::{Lying, captured};
use super::prelude::*;
use kibitzer::games::arrow::{MOST_ANSWER, Use};
use std::collections::BTreeMap;

const DEPTH: usize = 4;

fn leaves(game: &Arrow, depth: usize, moves: &impl Fn(&Arrow, Seat) -> Vec<Move>) -> u64 {
    let acts: Vec<Act<Move>> = [Seat::P1, Seat::P2]
        .into_iter()
        .flat_map(|seat| moves(game, seat).into_iter().map(move |action| Act { seat, action, stamp: Stamp::default() }))
        .collect();
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

fn listed(game: &Arrow, seat: Seat) -> Vec<Move> {
    game.legal_moves(seat)
}

fn judged(game: &Arrow, seat: Seat) -> Vec<Move> {
    let mut places = vec![Place::Hand];
    places.extend(Cell::all().map(Place::from));
    for owner in [Seat::P1, Seat::P2] {
        places.extend([Zone::Deck(owner), Zone::Discard(owner), Zone::Victory(owner), Zone::Persistent(owner)].map(Place::from));
    }
    let cards: Vec<Option<CardId>> = game.setup().designs.iter().map(|printed| Some(printed.card.clone())).chain([None]).collect();
    let mut moves = vec![Move::Pass, Move::Done, Move::Throw(Seat::P1), Move::Throw(Seat::P2)];
    moves.extend((0..=MOST_ANSWER + 2).map(Move::Answer));
    for &at in &places {
        for card in &cards {
            moves.push(Move::Choose { at, card: card.clone() });
            moves.push(Move::Spend { at, card: card.clone() });
            for text in 1..=2 {
                let paid = (0..10).map(Some).chain([None]);
                moves.extend(paid.map(|x| Move::Use(Use { at, card: card.clone(), text, x })));
            }
            // A draw that shows its card is another way to tell of the same draw.
            let hidden = |to: &Place| matches!(at, Place::On(Zone::Deck(_))) && *to == Place::Hand && card.is_some();
            moves.extend(places.iter().filter(|to| !hidden(to)).map(|to| Move::carry(at, *to, card.clone())));
        }
    }
    moves.retain(|action| game.check(&Act { seat, action: action.clone(), stamp: Stamp::default() }).is_ok());
    moves
}

/// A game without texts whose hands can hold any design.
#[derive(Clone)]
struct Plain<'a> {
    faces: &'a [Face],
    /// Owner and design by file and rank.
    board: BTreeMap<(i32, i32), (Seat, usize)>,
    turn: Seat,
    step: PlainStep,
    passes: u8,
    turns: [u32; 2],
    points: [u32; 2],
    over: bool,
}

#[derive(Clone, PartialEq)]
enum PlainStep {
    Draw,
    Act,
    Collect(Vec<(i32, i32)>),
}

impl Plain<'_> {
    fn next(&self) -> Vec<Self> {
        let mut found = Vec::new();
        let step = |change: &dyn Fn(&mut Self)| {
            let mut next = self.clone();
            change(&mut next);
            next
        };
        match &self.step {
            _ if self.over => {}
            PlainStep::Draw => found.push(step(&|next| next.step = PlainStep::Act)),
            PlainStep::Act => {
                found.push(step(&|next| {
                    next.passes += 1;
                    next.look();
                }));
                for x in 0..6 {
                    for y in 0..6 {
                        let touches = self.board.keys().any(|(a, b)| (a - x).abs() <= 1 && (b - y).abs() <= 1);
                        if self.board.contains_key(&(x, y)) || !touches {
                            continue;
                        }
                        for design in 0..self.faces.len() {
                            found.push(step(&|next| {
                                next.passes = 0;
                                next.board.insert((x, y), (self.turn, design));
                                next.look();
                            }));
                        }
                    }
                }
            }
            PlainStep::Collect(due) => {
                // Either player may carry a card off.
                for at in due.iter().chain(due) {
                    found.push(step(&|next| {
                        let (owner, _) = next.board.remove(at).unwrap();
                        next.points[1 - owner.index()] += 1;
                        let left: Vec<_> = due.iter().copied().filter(|other| other != at).collect();
                        if left.is_empty() { next.end_turn() } else { next.step = PlainStep::Collect(left) }
                    }));
                }
            }
        }
        found
    }

    fn look(&mut self) {
        let lying: Vec<Lying<'_>> =
            self.board.iter().map(|(at, (owner, design))| Lying { at: *at, owner: *owner, face: &self.faces[*design] }).collect();
        let due = captured(&lying);
        if due.is_empty() { self.end_turn() } else { self.step = PlainStep::Collect(due) }
    }

    fn end_turn(&mut self) {
        let count = |seat: Seat| self.board.values().filter(|(owner, _)| *owner == seat).count();
        self.turns[self.turn.index()] += 1;
        let lost = |seat: Seat| self.turns[seat.index()] >= 3 && count(seat) == 0;
        self.over = lost(Seat::P1) || lost(Seat::P2) || self.points.iter().any(|points| *points >= 5) || self.passes >= 2;
        self.turn = if self.turn == Seat::P1 { Seat::P2 } else { Seat::P1 };
        self.step = PlainStep::Draw;
    }

    fn leaves(&self, depth: usize) -> u64 {
        let next = self.next();
        if depth == 1 { next.len() as u64 } else { next.iter().map(|next| next.leaves(depth - 1)).sum() }
    }
}

/// The same position for the plain model.
fn plain<'a>(game: &Arrow, faces: &'a [Face], passes: u8) -> Plain<'a> {
    let at = |cell: Cell| (i32::from(cell.file_and_rank().0), i32::from(cell.file_and_rank().1));
    let number = |piece: &kibitzer::games::arrow::Piece| faces.iter().position(|face| *face == *game.setup().face(piece.design)).unwrap();
    let Phase::Turn { seat, step } = game.phase() else { panic!("{:?}", game.phase()) };
    let step = match step {
        Step::Draw => PlainStep::Draw,
        Step::Action => PlainStep::Act,
        Step::Collect { .. } => PlainStep::Collect(game.would_be_captured().into_iter().map(at).collect()),
        other => panic!("{other:?}"),
    };
    Plain {
        faces,
        board: game.board().iter().map(|(cell, piece)| (at(cell), (piece.owner, number(piece)))).collect(),
        turn: *seat,
        step,
        passes,
        turns: [Seat::P1, Seat::P2].map(|seat| game.side(seat).turns.into()),
        points: [Seat::P1, Seat::P2].map(|seat| game.points(seat).try_into().unwrap()),
        over: false,
    }
}

#[test]
fn games_without_texts_agree_with_a_plain_model_to_depth_four() {
    let fight: &[&str] = &["r rock 3/2 all", "s scissors 2/3 N E S W", "w rock 1/9"];
    let two: &[&str] = &["p paper 2/2 N NE NW S", "w rock 1/2 all"];
    let open = |deck: &[&str], acts: &[&str]| {
        let game = play(dealt(deck), acts);
        let draw = draws(&game).map(|seat| format!("{seat} move {seat}.deck > hand ?")).unwrap();
        play(game, &[&draw])
    };
    let turn = |game: Arrow, act: &str| {
        let game = play(game, &[act]);
        let draw = draws(&game).map(|seat| format!("{seat} move {seat}.deck > hand ?"));
        play(game, &draw.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let quiet = begun(&["a rock 2/3 N", "w rock 1/9"]);
    let fighting = open(fight, &["P1 place c3 x/s", "P2 place d4 x/w"]);
    let collecting = play(turn(fighting.clone(), "P1 place c4 x/s"), &["P2 place d3 x/r"]);
    let paired = open(two, &["P1 place c3 x/p", "P2 place d4 x/w"]);
    let ending = turn(turn(quiet.clone(), "P1 place b2 x/w"), "P2 pass");
    let positions =
        [("quiet", quiet, 0), ("fighting", fighting, 0), ("collecting", collecting, 0), ("paired", paired, 0), ("ending", ending, 1)];
    let mut counts = Vec::new();
    for (name, game, passes) in positions {
        let faces: Vec<Face> = game.setup().designs.iter().map(|printed| printed.face.clone()).collect();
        let model = plain(&game, &faces, passes);
        for depth in 1..=DEPTH {
            let (engine, plain) = (leaves(&game, depth, &listed), model.leaves(depth));
            assert_eq!(engine, plain, "{name} at depth {depth}");
            counts.push(engine);
        }
    }
    // As they were when both agreed first.
    assert_eq!(counts, COUNTS);
}

const COUNTS: [u64; 20] = [25, 25, 737, 736, 37, 37, 1621, 2048, 4, 8, 8, 248, 25, 56, 68, 1132, 33, 32, 1116, 1116];

#[test]
fn games_with_texts_are_as_listed_and_as_judged() {
    let deck =
        |names: &[&str]| -> Vec<&str> { TEXTS.iter().copied().filter(|line| names.contains(&line.split(' ').next().unwrap())).collect() };
    let draw = "P1 move P1.deck > hand ?";
    let positions = [
        ("a slide", play(dealt(&deck(&["w", "slider"])), &["P1 place c3 x/slider", "P2 place d4 x/w", draw, "P1 use c3 x/slider 1"])),
        ("a jump", play(begun(&deck(&["w", "frog"])), &["P1 place d3 x/w"])),
        ("a cost", play(begun(&deck(&["w", "flood", "veto"])), &["P1 use hand x/flood 1 x=2"])),
        ("counters", play(begun(&deck(&["w", "battery", "lamp"])), &["P1 move hand > P1.persistent x/lamp"])),
        ("an answer", play(begun(&deck(&["w", "hats", "dawn"])), &["P1 place c2 x/hats"])),
    ];
    for (name, game) in positions {
        let mut nodes = vec![game];
        for depth in 1..=DEPTH {
            let mut next = Vec::new();
            // Every seventh node, so that each depth is tried.
            for game in nodes.iter().step_by(1 + nodes.len() / 12) {
                for seat in [Seat::P1, Seat::P2] {
                    let (mut one, mut other) = (listed(game, seat), judged(game, seat));
                    one.sort();
                    other.sort();
                    assert_eq!(one, other, "{name}: {seat} at depth {depth}");
                    for action in one {
                        let mut after = game.clone();
                        after.apply(&Act { seat, action, stamp: Stamp::default() });
                        next.push(after);
                    }
                }
            }
            nodes = next;
        }
        assert!(!nodes.is_empty(), "{name} ended too soon");
    }
}
