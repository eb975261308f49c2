//! Plays ConCardia Arrow against itself, to see whether decks are balanced.
//!
//!     cargo run --release --no-default-features --example arrow_selfplay -- DECK DECK GAMES random|greedy
//!
//! Each game has its own shuffle, and the decks change seats from game to game. `random` plays any legal move; `greedy` looks one move
//! ahead at points, what would be captured and cards in play. Prints who wins by seat, by who goes first and by deck.

use kibitzer::cards::CardId;
use kibitzer::games::arrow::{Arrow, DEALT, Move, Phase, Place, Setup, Use, Zone, builtin_deck};
use kibitzer::games::play::random_act;
use kibitzer::games::{Act, Game};
use kibitzer::table::{Seat, Stamp};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

const SEATS: [Seat; 2] = [Seat::P1, Seat::P2];
/// A game that goes on for longer is given up and counted apart.
const MOST_ACTS: usize = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, games, policy] = args.as_slice() else { return Err("give DECK DECK GAMES random|greedy".into()) };
    let decks = [builtin_deck(one)?, builtin_deck(other)?];
    let greedy = match policy.as_str() {
        "random" => false,
        "greedy" => true,
        other => return Err(format!("'{other}' is no policy: write random or greedy").into()),
    };
    let mut tally = Tally::default();
    for number in 0..games.parse::<u64>()? {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let swapped = number % 2 == 1;
        let (south, north) = if swapped { (&decks[1], &decks[0]) } else { (&decks[0], &decks[1]) };
        tally.add(&play(Arrow::new(Setup::new([south, north])?)?, greedy, &mut rng), swapped);
    }
    println!("{policy} {one} against {other}");
    tally.print();
    Ok(())
}

/// How a game went.
struct Played {
    first: Option<Seat>,
    winner: Option<Seat>,
    acts: usize,
    turns: u16,
    by_points: bool,
}

fn play(mut game: Arrow, greedy: bool, rng: &mut Pcg64Mcg) -> Played {
    let mut decks = SEATS.map(|seat| {
        let mut cards: Vec<CardId> = game.setup().decks[seat.index()]
            .iter()
            .flat_map(|(card, copies)| std::iter::repeat_n(card.clone(), (*copies).into()))
            .collect();
        cards.shuffle(rng);
        cards
    });
    for seat in SEATS {
        let deck = &mut decks[seat.index()];
        let hand = deck.split_off(deck.len() - usize::from(DEALT));
        game.show_hand(seat, &hand);
    }
    let (mut first, mut acts) = (None, 0);
    while !game.is_over() && acts < MOST_ACTS {
        first = first.or(game.turn());
        let act = if greedy { greedy_act(&game, rng) } else { random_act(&game, rng, Stamp::default()) };
        let Some(mut act) = act else { break };
        if let Move::Carry(carry) = &mut act.action
            && let Place::On(Zone::Deck(seat)) = carry.from
        {
            carry.card = decks[seat.index()].pop();
        }
        game.apply(&act);
        acts += 1;
    }
    let winner = if let Phase::Over { winner } = game.phase() { *winner } else { None };
    let by_points = SEATS.iter().any(|seat| game.points(*seat) >= kibitzer::games::arrow::GOAL);
    Played { first, winner, acts, turns: SEATS.map(|seat| game.side(seat).turns).iter().sum(), by_points }
}

/// The move after which the table looks best for its player; a random one among the best.
fn greedy_act(game: &Arrow, rng: &mut Pcg64Mcg) -> Option<Act<Move>> {
    let seat = *game.to_act().choose(rng)?;
    let mut best = (i64::MIN, Vec::new());
    for action in game.legal_moves(seat) {
        let act = Act { seat, action, stamp: Stamp::default() };
        let mut after = game.clone();
        after.apply(&act);
        let value = worth(&after, seat) - cost(&act.action);
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(act);
        }
    }
    best.1.choose(rng).cloned()
}

/// A card that is used up is worth something itself.
fn cost(action: &Move) -> i64 {
    match action {
        Move::Use(Use { x, .. }) => 3 + 6 * i64::from(x.unwrap_or(0)),
        Move::Pass => 5,
        _ => 0,
    }
}

/// How good a table is for a player.
fn worth(game: &Arrow, seat: Seat) -> i64 {
    let other = if seat == Seat::P1 { Seat::P2 } else { Seat::P1 };
    if let Phase::Over { winner } = game.phase() {
        return winner.map_or(0, |winner| if winner == seat { 10_000 } else { -10_000 });
    }
    let due: i64 = game
        .would_be_captured()
        .into_iter()
        .filter_map(|cell| game.board().get(cell))
        .map(|piece| if piece.owner == other { 90 } else { -90 })
        .sum();
    let side = |seat: Seat| {
        let hand = game.side(seat).hand.count();
        100 * game.points(seat) + 12 * game.on_the_board(seat) as i64 + 6 * i64::from(hand)
    };
    side(seat) - side(other) + due
}

#[derive(Default)]
struct Tally {
    games: usize,
    won_by_first: usize,
    won_by_second: usize,
    won_by_south: usize,
    won_by_one: usize,
    won_by_other: usize,
    drawn: usize,
    given_up: usize,
    by_points: usize,
    acts: usize,
    turns: usize,
}

impl Tally {
    fn add(&mut self, played: &Played, swapped: bool) {
        self.games += 1;
        self.acts += played.acts;
        self.turns += usize::from(played.turns);
        self.by_points += usize::from(played.by_points);
        match played.winner {
            None if played.acts >= MOST_ACTS => self.given_up += 1,
            None => self.drawn += 1,
            Some(winner) => {
                let first = played.first == Some(winner);
                self.won_by_first += usize::from(first);
                self.won_by_second += usize::from(!first);
                self.won_by_south += usize::from(winner == Seat::P1);
                let one = (winner == Seat::P1) != swapped;
                self.won_by_one += usize::from(one);
                self.won_by_other += usize::from(!one);
            }
        }
    }

    fn print(&self) {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let decided = self.won_by_first + self.won_by_second;
        println!("games {}, decided {decided}, drawn {}, given up {}", self.games, self.drawn, self.given_up);
        println!(
            "first player wins {:.1} % of those decided, South {:.1} %",
            share(self.won_by_first, decided),
            share(self.won_by_south, decided)
        );
        println!("first deck wins {:.1} %, second deck {:.1} %", share(self.won_by_one, decided), share(self.won_by_other, decided));
        println!("ended by five points {:.1} %", share(self.by_points, self.games));
        println!(
            "{:.1} turns and {:.1} acts a game",
            self.turns as f64 / self.games.max(1) as f64,
            self.acts as f64 / self.games.max(1) as f64
        );
    }
}
