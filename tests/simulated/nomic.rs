//! Whole games of Card-Based Nomic: what the tracker and the referee make of every frame's truth and of what is told by buttons.

use crate::shown;
use kibitzer::games::Objection;
use kibitzer::games::nomic::{self, Move, Setup};
use kibitzer::journal::Alignment;
use kibitzer::simulate::play::nomic::{Violation, play};
use kibitzer::simulate::play::{Pace, ScriptOptions};
use kibitzer::table::{Seat, Seats};

/// Plays and referees a game of twenty propositions; answers how log and truth compare, and the rules that were broken.
fn refereed(players: u8, seed: u64, violations: Vec<Violation>) -> (Alignment<Move>, Vec<&'static str>) {
    let seats = Seats::try_from(players).unwrap();
    let wish = ScriptOptions { seed, moves: None, violations, stand: false, pace: Pace::default() };
    let script = play(Setup::new(seats, Seat::P1).unwrap(), &wish).unwrap();
    let broken = script.acts.iter().filter_map(|played| played.objection.as_ref()).map(Objection::code).collect();
    (shown(&script, nomic::mat(seats), seed), broken)
}

#[test]
fn games_that_are_seen_perfectly_are_refereed_without_a_fault() {
    let (mut agreed, mut broken) = (0, Vec::new());
    let half = Violation::ALL.len() / 2;
    let [first, second] = [&Violation::ALL[..half], &Violation::ALL[half..]].map(<[Violation]>::to_vec);
    for (players, seed, violations) in [(4, 1, first), (4, 2, second), (4, 3, Violation::some(4, 3)), (2, 4, Vec::new())] {
        let (game, codes) = refereed(players, seed, violations);
        assert!(game.is_equal(), "{players} players, seed {seed}: {game}");
        agreed += game.agreed;
        broken.extend(codes);
    }
    println!("{agreed} acts agree, {} of them break rules", broken.len());
    // Most kinds of violations were among them.
    let kinds = Violation::ALL.iter().filter(|kind| broken.contains(&kind.code())).count();
    assert!(kinds >= 9, "{broken:?}");
}
