//! How fast ConCardia Arrow is placed and resolved, without texts, on one core.
//!
//!     cargo run --release --no-default-features --example arrow_speed -- SECONDS
//!
//! Boards are filled from the middle outwards with random text-free cards; after each placement all captures are worked out and the
//! captured cards taken off. `board` is that alone; `game` is the whole engine: judging and applying each draw, placement and capture.

use kibitzer::cards::{Deck, Design};
use kibitzer::games::arrow::{Arrow, Arrows, Cell, Direction, Face, Move, Phase, Place, Setup, Sign, Step, Zone};
use kibitzer::games::{Act, Game};
use kibitzer::table::{Seat, Stamp};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

fn deck(rng: &mut Pcg64Mcg) -> Result<Deck<Face>, Box<dyn std::error::Error>> {
    let mut designs = Vec::new();
    for number in 0..30 {
        let face = Face {
            name: format!("c{number}"),
            set: "Trial".into(),
            types: Vec::new(),
            sign: *Sign::ALL.choose(rng).unwrap_or(&Sign::Rock),
            strength: rng.random_range(1..5),
            defense: rng.random_range(2..8),
            points: 0,
            arrows: Direction::ALL.into_iter().filter(|_| rng.random_range(0..2) == 0).collect::<Arrows>(),
            texts: Vec::new(),
        };
        designs.push(Design { card: format!("x/c{number}").parse()?, face, copies: 30 });
    }
    Ok(Deck::new("x".parse()?, "X".into(), designs)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds: u64 = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let deck = deck(&mut rng)?;
    let start = Arrow::new(Setup::new([&deck, &deck])?)?;
    let numbers: Vec<_> = start.setup().designs.iter().filter_map(|printed| start.setup().number(&printed.card)).collect();
    let until = |from: Instant| from.elapsed() < Duration::from_secs(seconds);
    let (mut placed, mut captured, from) = (0u64, 0u64, Instant::now());
    while until(from) {
        let mut game = start.clone();
        for _ in 0..40 {
            let Some(cell) = game.board().open().next().or_else(|| Cell::all().nth(14)) else { break };
            let seat = if placed % 2 == 0 { Seat::P1 } else { Seat::P2 };
            captured += game.place_and_resolve(cell, numbers[rng.random_range(0..numbers.len())], seat) as u64;
            placed += 1;
        }
    }
    let rate = |count: u64, from: Instant| count as f64 / from.elapsed().as_secs_f64();
    println!(
        "board: {:.2} million placed and resolved a second ({:.2} captures each)",
        rate(placed, from) / 1e6,
        captured as f64 / placed as f64
    );
    let (mut placed, mut acts, from) = (0u64, 0u64, Instant::now());
    while until(from) {
        let mut game = start.clone();
        for _ in 0..400 {
            let Some(act) = next(&game, &mut rng) else { break };
            if game.check(&act).is_ok() {
                game.apply(&act);
                placed += u64::from(matches!(&act.action, Move::Carry(carry) if carry.to.cell().is_some()));
                acts += 1;
            }
        }
    }
    println!("game: {:.2} million placements a second among {:.2} million acts", rate(placed, from) / 1e6, rate(acts, from) / 1e6);
    Ok(())
}

/// An act that is legal more often than not, found without listing all.
fn next(game: &Arrow, rng: &mut Pcg64Mcg) -> Option<Act<Move>> {
    let card = |rng: &mut Pcg64Mcg| game.setup().designs.choose(rng).map(|printed| printed.card.clone());
    let (seat, action) = match game.phase() {
        Phase::Starting => {
            let seat = if game.board().is_free(Cell::start(Seat::P1)) { Seat::P1 } else { Seat::P2 };
            (seat, Move::place(Cell::start(seat), card(rng)?))
        }
        Phase::Throw => (Seat::P1, Move::Throw(Seat::P1)),
        Phase::Turn { seat, step: Step::Draw } => (*seat, Move::draw(*seat)),
        Phase::Turn { step: Step::Collect { .. }, .. } => {
            let cell = game.would_be_captured().into_iter().next().or_else(|| game.board().iter().next().map(|(cell, _)| cell))?;
            let piece = game.board().get(cell)?;
            let by = if piece.owner == Seat::P1 { Seat::P2 } else { Seat::P1 };
            (by, Move::carry(Place::from(cell), Zone::Victory(by), Some(game.setup().card(piece.design).clone())))
        }
        Phase::Turn { seat, .. } => {
            let open = game.board().open().next();
            (*seat, open.map_or(Some(Move::Pass), |cell| card(rng).map(|card| Move::place(cell, card)))?)
        }
        Phase::Over { .. } => return None,
    };
    Some(Act { seat, action, stamp: Stamp::default() })
}
