//! The referee over whole games: what was done on the table, legal or not, is what it rules.

use kibitzer::cards::builtin_canon;
use kibitzer::games::canon::{Canon, Move, Options, Place, Setup, Slot, Zone};
use kibitzer::games::{Act, Game};
use kibitzer::referee::{Input, Referee, Ruling, Weights, fold};
use kibitzer::table::{Fact, PileChange, Seat, Stamp, Visit};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64;
use std::cmp::Ordering;

fn game(players: u8) -> Canon {
    let deck = builtin_canon("canon-nt").unwrap();
    Canon::new(Setup::new(vec![deck], players.try_into().unwrap(), Seat::from_index(0).unwrap(), Options::default()).unwrap()).unwrap()
}

/// The table after an act, as a perfect eye reports it: the act's seat was seen at each place it reached.
fn settled(before: &Canon, after: &Canon, act: &Act<Move>, reversed: bool) -> Fact<Zone> {
    let mut zones = before.reaches(act.seat, &act.action);
    if reversed {
        zones.reverse();
    }
    let last = zones.len().saturating_sub(1);
    let visit = |(i, zone)| Visit { seat: act.seat, zone, from: act.stamp, to: act.stamp, deepest: i == last };
    let mut layout = after.laid_out();
    if let Some(top) = layout.zones.get_mut(&Zone::Discard).and_then(|pile| pile.last_mut()) {
        let (now, then) = (after.discard().len(), before.discard().len());
        top.change = Some(match (now.cmp(&then), reversed) {
            (_, true) | (Ordering::Equal, _) => PileChange::Unmoved,
            (Ordering::Greater, false) => PileChange::Laid,
            (Ordering::Less, false) => PileChange::Uncovered,
        });
    }
    let visits = zones.into_iter().enumerate().map(visit).collect();
    Fact::Settled { stamp: act.stamp, frame: act.stamp.at_us / 100_000, layout, visits, glimpses: Vec::new() }
}

fn hear(referee: &mut Referee<Canon>, fact: Fact<Zone>) -> Vec<Ruling<Move>> {
    let Fact::Settled { stamp, frame, .. } = &fact;
    let (stamp, frame) = (*stamp, *frame);
    referee.hear(Input::Seen(fact), stamp, Some(frame)).rulings
}

/// A legal move that a camera can see and a table would play: draws and plays weighed so that canons fill up.
fn legal(rng: &mut Pcg64, game: &Canon, seat: Seat) -> Option<Move> {
    let moves: Vec<Move> = game.legal_moves(seat).into_iter().filter(|m| !game.reaches(seat, m).is_empty()).collect();
    moves.choose(rng).cloned()
}

/// An act that the rules forbid and a camera can see.
fn forbidden(rng: &mut Pcg64, game: &Canon) -> Option<Act<Move>> {
    let seats: Vec<Seat> = game.seats().iter().collect();
    let turn = game.turn()?;
    let stamp = Stamp::default();
    let slot = *Slot::SEVEN.choose(rng)?;
    let candidates: Vec<Act<Move>> = seats
        .iter()
        .flat_map(|&seat| {
            let mut acts: Vec<Move> = game.legal_moves(turn);
            if let Some(other) = seats.iter().find(|s| **s != seat) {
                let stack = game.stack(Zone::Canon(*other, slot));
                acts.extend(stack.last().and_then(|top| top.card.clone()).map(|card| Move::take(Place::Canon(*other, slot), card)));
            }
            acts.into_iter().map(move |action| Act { seat, action, stamp })
        })
        .filter(|act| !game.reaches(act.seat, &act.action).is_empty())
        .filter(|act| game.check(act).is_err_and(|o| !kibitzer::games::Objection::is_warning(&o)))
        .collect();
    candidates.choose(rng).cloned()
}

#[derive(Default, Debug)]
struct Tally {
    acts: usize,
    violations: usize,
    wrong: Vec<String>,
}

/// Plays a game with some violations, each taken back or left to stand, and compares what the referee says.
fn play(seed: u64, players: u8, acts: usize) -> Tally {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut truth = game(players);
    let mut referee = Referee::new(truth.clone(), Weights::default());
    let mut tally = Tally::default();
    let mut ms = 0;
    hear(&mut referee, Fact::Settled { stamp: Stamp::from_ms(0), frame: 0, layout: truth.laid_out(), visits: vec![], glimpses: vec![] });
    while tally.acts < acts {
        let Some(turn) = truth.turn() else { break };
        ms += 3000;
        let stamp = Stamp::from_ms(ms);
        let violation = if rng.random_bool(0.12) { forbidden(&mut rng, &truth) } else { None };
        let before = truth.clone();
        match violation {
            Some(act) => {
                tally.violations += 1;
                let act = Act { stamp, ..act };
                let code = kibitzer::games::Objection::code(&truth.check(&act).unwrap_err());
                let mut done = truth.clone();
                done.apply(&act);
                let rulings = hear(&mut referee, settled(&before, &done, &act, false));
                let right = matches!(rulings.as_slice(), [Ruling::Stood { .. } | Ruling::TakenBack { .. }, Ruling::Rejected { act: a, reason }] | [Ruling::Rejected { act: a, reason }]
                    if a.seat == act.seat && a.action == act.action && reason.code == code);
                if !right {
                    tally.wrong.push(format!("seed {seed} at {ms}: {} {} ({code}) was ruled {rulings:?}", act.seat, act.action));
                }
                if rng.random_bool(0.7) {
                    ms += 2000;
                    let back = Act { stamp: Stamp::from_ms(ms), ..act };
                    let rulings = hear(&mut referee, settled(&before, &before, &back, true));
                    if !matches!(rulings.as_slice(), [Ruling::TakenBack { .. }]) {
                        tally.wrong.push(format!("seed {seed} at {ms}: {} {} taken back was ruled {rulings:?}", back.seat, back.action));
                    }
                } else {
                    truth = done;
                }
            }
            None => {
                let Some(action) = legal(&mut rng, &truth, turn) else { break };
                let act = Act { seat: turn, action, stamp };
                truth.apply(&act);
                let rulings = hear(&mut referee, settled(&before, &truth, &act, false));
                let right = rulings
                    .iter()
                    .any(|r| matches!(r, Ruling::Accepted { act: a, warning: None } if a.seat == act.seat && a.action == act.action));
                let only = rulings.iter().all(|r| matches!(r, Ruling::Accepted { .. } | Ruling::Stood { .. } | Ruling::Ended { .. }));
                if !right || !only {
                    tally.wrong.push(format!("seed {seed} at {ms}: {} {} was ruled {rulings:?}", act.seat, act.action));
                    // What follows would be judged from another game.
                    break;
                }
            }
        }
        tally.acts += 1;
    }
    let (position, mismatch) = fold(&game(players), referee.entries());
    assert_eq!(mismatch, None);
    assert_eq!(position.game(), referee.game());
    tally
}

#[test]
fn a_perfectly_seen_game_is_ruled_as_it_was_played() {
    let mut all = Tally::default();
    for seed in 0..24 {
        let tally = play(seed, 2 + (seed % 7) as u8, 80);
        all.acts += tally.acts;
        all.violations += tally.violations;
        all.wrong.extend(tally.wrong);
    }
    println!("{} acts, {} violations, {} ruled wrong", all.acts, all.violations, all.wrong.len());
    for line in all.wrong.iter().take(12) {
        println!("  {line}");
    }
    assert!(all.violations > 50);
    assert!(all.wrong.is_empty());
}
