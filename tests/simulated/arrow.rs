//! Whole games of Arrow: what the tracker and the referee make of every frame's truth and of what is told by buttons.

use crate::shown;
use kibitzer::games::arrow::{self, Move, Setup, builtin_deck};
use kibitzer::journal::Alignment;
use kibitzer::simulate::play::arrow::{Violation, play};
use kibitzer::simulate::play::{Pace, ScriptOptions};

/// Share of acts on which log and truth must agree; it only ever rises.
const FLOOR: f64 = 0.99;
/// Games that are played.
const GAMES: u64 = 20;

fn refereed(seed: u64, violations: Vec<Violation>) -> Alignment<Move> {
    let [harbour, workshop] = ["arrow-harbour", "arrow-workshop"].map(|id| builtin_deck(id).unwrap());
    let setup = Setup::new([&harbour, &workshop]).unwrap();
    let wish = ScriptOptions { seed, moves: None, violations, stand: false, pace: Pace::default() };
    shown(&play(setup, &wish).unwrap(), arrow::mat(), seed)
}

#[test]
fn games_that_are_seen_perfectly_are_refereed_without_a_false_accusation() {
    let (mut agreed, mut differ, mut accused, mut equal) = (0, 0, 0, 0);
    for seed in 1..=GAMES {
        // Games by the rules, and games with three of them broken.
        let violations = if seed % 4 == 0 { Vec::new() } else { Violation::some(3, seed) };
        let game = refereed(seed, violations);
        agreed += game.agreed;
        differ += game.differences.len();
        accused += game.false_accusations();
        equal += usize::from(game.is_equal());
    }
    println!("{agreed} acts agree, {differ} differ, {accused} are false accusations; {equal} of {GAMES} games are told without a fault");
    assert!(agreed as f64 / (agreed + differ) as f64 > FLOOR, "{agreed} acts agree, {differ} differ");
    assert_eq!(accused, 0);
}
