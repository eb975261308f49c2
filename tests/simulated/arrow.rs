//! Whole games of Arrow: what the tracker and the referee make of every frame's truth and of what is told by buttons.

use crate::shown;
use kibitzer::games::Objection;
use kibitzer::games::arrow::{self, Move, Setup, builtin_deck};
use kibitzer::journal::Alignment;
use kibitzer::simulate::play::arrow::{Violation, play};
use kibitzer::simulate::play::{Pace, ScriptOptions};

/// Games that are played.
const GAMES: u64 = 20;

/// Plays and referees a game; answers how log and truth compare, and the rules that were broken.
fn refereed(seed: u64, violations: Vec<Violation>) -> (Alignment<Move>, Vec<&'static str>) {
    let [harbour, workshop] = ["arrow-harbour", "arrow-workshop"].map(|id| builtin_deck(id).unwrap());
    let setup = Setup::new([&harbour, &workshop]).unwrap();
    let wish = ScriptOptions { seed, moves: None, violations, stand: false, pace: Pace::default() };
    let script = play(setup, &wish).unwrap();
    let broken = script.acts.iter().filter_map(|played| played.objection.as_ref()).map(Objection::code).collect();
    (shown(&script, arrow::mat(), seed), broken)
}

#[test]
fn games_that_are_seen_perfectly_are_refereed_without_a_fault() {
    let (mut agreed, mut broken) = (0, Vec::new());
    for seed in 1..=GAMES {
        // Games by the rules, and games with three of them broken.
        let violations = if seed % 4 == 0 { Vec::new() } else { Violation::some(3, seed) };
        let (game, codes) = refereed(seed, violations);
        assert!(game.is_equal(), "seed {seed}: {game}");
        agreed += game.agreed;
        broken.extend(codes);
    }
    println!("{agreed} acts agree, {} of them break rules", broken.len());
    // Every kind of violation was among them.
    assert!(Violation::ALL.iter().all(|kind| broken.contains(&kind.code())), "{broken:?}");
}
