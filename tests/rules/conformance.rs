//! What every game must keep, tried by random play.

use kibitzer::games::arrow::Arrow;
use kibitzer::games::canon::{Canon, Carry, Move, Place, Slot, Zone};
use kibitzer::games::elements::Elements;
use kibitzer::games::nomic::Nomic;
use kibitzer::games::play::random_act;
use kibitzer::games::{Act, Game};
use kibitzer::table::{Fact, Layout, Seat, Stamp, Visit};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What the harness must be told about a game.
pub trait Subject: Game + DeserializeOwned {
    /// Games to start from.
    fn openings() -> Vec<Self>;
    /// A move that may well be illegal.
    fn any_move(&self, rng: &mut Pcg64Mcg) -> Self::Move;
    /// The table as it should lie.
    fn laid_out(&self) -> Layout<Self::Zone>;
    /// What legal play keeps.
    fn assert_sound(&self);
    /// What a perfect eye reports of an act; `None` when no camera can tell it from others.
    fn seen(&self, act: &Act<Self::Move>) -> Option<Fact<Self::Zone>>;
    /// Whether a move may leave the game as it was.
    fn may_be_idle(action: &Self::Move) -> bool;
}

/// Ends random games that would not end by themselves.
const MOST_ACTS: usize = 400;

#[test]
fn canon_keeps_the_laws() {
    laws::<Canon>();
}

#[test]
fn elements_keeps_the_laws() {
    laws::<Elements>();
}

#[test]
fn arrow_keeps_the_laws() {
    laws::<Arrow>();
}

#[test]
fn nomic_keeps_the_laws() {
    laws::<Nomic>();
}

fn laws<G: Subject>() {
    let mut ended = 0;
    for (number, opening) in (0..).zip(G::openings()) {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let mut game = opening;
        for step in 0..MOST_ACTS {
            let stamp = Stamp::from_ms(1000 * step as u64);
            check_agrees_with_legal_moves(&game, &mut rng, stamp);
            if step % 10 == 0 {
                reading_undoes_acting(&game, stamp);
            }
            state_survives_json(&game);
            let Some(act) = random_act(&game, &mut rng, stamp) else { break };
            notation_survives(&act);
            let (mut once, mut twice) = (game.clone(), game.clone());
            once.apply(&act);
            twice.apply(&act);
            assert_eq!(once, twice, "{act:?}");
            game = once;
            game.assert_sound();
        }
        ended += usize::from(game.is_over());
        assert_eq!(game.scores().seats.len(), game.seats().count());
    }
    assert!(ended > 0, "no game came to its end");
}

#[test]
fn canon_survives_any_acts() {
    survives::<Canon>(3000, |_| {});
}

#[test]
fn elements_survives_any_acts_and_keeps_its_52_cards() {
    survives::<Elements>(1500, |game| assert_eq!(game.audit(), []));
}

#[test]
fn arrow_survives_any_acts() {
    survives::<Arrow>(1500, |_| {});
}

#[test]
fn nomic_survives_any_acts_and_keeps_its_52_cards() {
    survives::<Nomic>(800, Nomic::assert_sound);
}

fn survives<G: Subject>(steps: u64, keeps: impl Fn(&G)) {
    for (number, mut game) in (0..).zip(G::openings()) {
        let mut rng = Pcg64Mcg::seed_from_u64(100 + number);
        for step in 0..steps {
            let seat = Seat::from_index(rng.random_range(0..8)).unwrap();
            let act = Act { seat, action: game.any_move(&mut rng), stamp: Stamp::from_ms(step) };
            notation_survives(&act);
            let (legal, before) = (game.check(&act).is_ok(), game.clone());
            game.apply(&act);
            assert!(!legal || game != before || G::may_be_idle(&act.action), "legal but without effect: {act:?}");
            keeps(&game);
            if step % 50 == 0 {
                state_survives_json(&game);
                game.scores();
                for seat in game.seats().iter() {
                    let legal = game.legal_moves(seat);
                    assert!(legal.iter().all(|action| game.check(&Act { seat, action: action.clone(), stamp: act.stamp }).is_ok()));
                }
                game.read(&settled(Layout::empty(), vec![], act.stamp));
                game.read(&settled(game.laid_out(), vec![], act.stamp));
            }
        }
    }
}

fn check_agrees_with_legal_moves<G: Subject>(game: &G, rng: &mut Pcg64Mcg, stamp: Stamp) {
    for seat in game.seats().iter() {
        let legal = game.legal_moves(seat);
        let listed_once = legal.iter().enumerate().all(|(i, a)| legal.iter().skip(i + 1).all(|b| a != b));
        assert!(listed_once, "{seat}: {legal:?}");
        let judge = |action: &G::Move| game.check(&Act { seat, action: action.clone(), stamp });
        for action in &legal {
            assert!(judge(action).is_ok(), "{seat} {action}: {:?}", judge(action));
        }
        assert!(game.to_act().contains(&seat) || game.is_over() || legal.is_empty());
        for _ in 0..20 {
            let action = game.any_move(rng);
            assert_eq!(judge(&action).is_ok(), legal.contains(&action), "{seat} {action}");
        }
    }
}

/// The fact that an act leaves behind, read with the state before it, must bring up that act with the time of its last visit.
fn reading_undoes_acting<G: Subject>(game: &G, stamp: Stamp) {
    for seat in game.to_act() {
        for action in game.legal_moves(seat) {
            let act = Act { seat, action, stamp };
            let Some(fact) = game.seen(&act) else { continue };
            let read = game.read(&fact);
            let told = |read: &Act<G::Move>| (read.seat, &read.action, read.stamp) == (seat, &act.action, stamp);
            assert!(read.iter().any(told), "{seat} {} is not among {}", act.action, shown(&read));
            let again = read.iter().enumerate().find(|(i, a)| read.iter().skip(i + 1).any(|b| a == &b));
            assert!(again.is_none(), "proposed twice: {again:?}");
        }
    }
}

fn shown<M: ToString>(acts: &[Act<M>]) -> String {
    acts.iter().map(|act| format!("{} {}", act.seat, act.action.to_string())).collect::<Vec<_>>().join(", ")
}

pub fn settled<Z>(layout: Layout<Z>, visits: Vec<Visit<Z>>, stamp: Stamp) -> Fact<Z> {
    Fact::Settled { stamp, frame: 0, layout, visits, glimpses: Vec::new() }
}

fn state_survives_json<G: Subject>(game: &G) {
    let text = serde_json::to_string(game).unwrap();
    let back: G = serde_json::from_str(&text).unwrap();
    assert_eq!(*game, back);
    assert_eq!(text, serde_json::to_string(&back).unwrap());
}

fn notation_survives<M>(act: &Act<M>)
where
    M: Clone + Eq + Debug + std::fmt::Display + std::str::FromStr<Err: std::fmt::Display>,
{
    let text = serde_json::to_string(act).unwrap();
    assert_eq!(serde_json::from_str::<Act<M>>(&text).unwrap(), *act);
}

impl Subject for Canon {
    fn openings() -> Vec<Self> {
        use crate::support::{game, small_game};
        let mut openings: Vec<Canon> = (2..=8).map(|players| game(players, "")).collect();
        openings.push(game(2, "end=first_empty_hand remove_random=10"));
        openings.push(game(3, "end=last_holder"));
        openings.push(game(4, "final_move=play_only"));
        for end in ["draw_pile", "first_empty_hand", "last_holder"] {
            openings.push(small_game(2, &[6, 5, 4], &format!("end={end} final_move=play_only")));
            openings.push(small_game(3, &[1, 2, 3, 4, 5, 6], &format!("end={end} remove_random=2")));
        }
        openings
    }

    fn seen(&self, act: &Act<Move>) -> Option<Fact<Zone>> {
        let reached = self.reaches(act.seat, &act.action);
        let visit = |zone| Visit { seat: act.seat, neighbour: None, zone, from: act.stamp, to: act.stamp, deepest: true };
        let visits: Vec<_> = reached.into_iter().map(visit).collect();
        let mut after = self.clone();
        after.apply(act);
        let stamp = Stamp { at_us: act.stamp.at_us + 500_000, ..act.stamp };
        (!visits.is_empty()).then(|| settled(after.laid_out(), visits, stamp))
    }

    fn may_be_idle(action: &Move) -> bool {
        *action == Move::Pass
    }

    fn any_move(&self, rng: &mut Pcg64Mcg) -> Move {
        if rng.random_range(0..20) == 0 {
            return Move::Pass;
        }
        let place = |rng: &mut Pcg64Mcg| {
            // Low numbers, so that a place is often one in use.
            let slot = Slot::new(rng.random_range(1..=8).min(rng.random_range(1..=8))).unwrap();
            match rng.random_range(0..10) {
                0..=3 => Place::Hand,
                4 => Place::Draw,
                5 => Place::Discard { depth: rng.random_range(0..3) * rng.random_range(0..2) },
                6 | 7 => Place::Centre(slot),
                _ => Place::Canon(Seat::from_index(rng.random_range(0..3)).unwrap(), slot),
            }
        };
        let works: Vec<_> = self.setup().pool.keys().collect();
        let card = Some((*works.choose(rng).unwrap()).clone()).filter(|_| rng.random_range(0..8) > 0);
        let carry = Carry::new(place(rng), place(rng), card);
        let carry = if rng.random_range(0..10) == 0 { carry.facing(kibitzer::cards::Face::Down) } else { carry };
        carry.times(if rng.random_range(0..10) == 0 { 2 } else { 1 }).into()
    }

    fn laid_out(&self) -> Layout<Self::Zone> {
        Self::laid_out(self)
    }

    fn assert_sound(&self) {
        let setup = self.setup();
        let hands: u32 = setup.seats.iter().map(|seat| u32::from(self.hand(seat).unwrap().count())).sum();
        let table = self.discard().len() + self.spaces().values().map(Vec::len).sum::<usize>();
        let dealt = 5 * setup.seats.count() as u32;
        assert_eq!(self.draw_count() + hands + table as u32, setup.draw_pile() + dealt, "cards came or went");
        assert!(setup.seats.iter().all(|seat| self.hand(seat).unwrap().count() <= 7));
        for (card, work) in &setup.pool {
            let known = setup.seats.iter().filter_map(|seat| self.hand(seat).unwrap().known().get(card)).sum::<u16>();
            let lying = self.spaces().values().flatten().chain(self.discard()).filter(|s| s.card.as_ref() == Some(card)).count();
            assert!(known as usize + lying <= usize::from(work.copies), "{card}");
        }
        assert!(self.spaces().values().all(|stack| stack.windows(2).all(|two| two[0] == two[1])));
    }
}
