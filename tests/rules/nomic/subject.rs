//! What the conformance harness is told about Card-Based Nomic.

use super::prelude::*;
use crate::conformance::{Subject, settled};
use kibitzer::games::nomic::Carry;
use kibitzer::games::nomic::proposition::examples;
use kibitzer::table::{Fact, Visit};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

fn any_seat(rng: &mut Pcg64Mcg) -> kibitzer::table::Seat {
    kibitzer::table::Seat::from_index(rng.random_range(0..3)).unwrap()
}

fn any_place(rng: &mut Pcg64Mcg) -> Place {
    let places = [Place::Hand, Place::Hand, Place::Draw, Place::Discard, Place::Votes(Ballots::For), Place::Votes(Ballots::Against)];
    *places.choose(rng).unwrap()
}

/// No card that lies read elsewhere is named, since a list of what the unread could be names none of them.
fn any_card(rng: &mut Pcg64Mcg) -> Option<Card> {
    let cards: Vec<Card> = Card::all().collect();
    cards.choose(rng).copied().filter(|_| rng.random_bool(0.5))
}

impl Subject for Nomic {
    fn openings() -> Vec<Self> {
        let mut openings: Vec<Self> = (2..=8).map(nomic).collect();
        openings.push(ruled(3, &["open-votes"]));
        openings.push(ruled(4, &["draw-two", "hand-of-seven", "two-cards-a-vote", "abstainers-draw"]));
        openings.push(ruled(3, &["points-to-100", "counter-clockwise", "majority-of-voters"]));
        openings
    }

    fn any_move(&self, rng: &mut Pcg64Mcg) -> Move {
        let pile = *Ballots::BOTH.choose(rng).unwrap();
        match rng.random_range(0..14) {
            0 | 1 => Move::propose(examples().choose(rng).unwrap().clone()),
            2 => Move::Abstain,
            3 => Move::PassToken { to: any_seat(rng) },
            4 => Move::Reshuffle,
            5 | 6 => Move::TurnUp { pile, cards: vec![None; rng.random_range(0..3)] },
            7 => {
                let counted = self.vote().and_then(|vote| vote.counted);
                let (in_favour, against) = (counted.and_then(|c| c.in_favour), counted.and_then(|c| c.against));
                let mut any = |total: Option<i64>| total.filter(|_| rng.random_bool(0.8)).unwrap_or(rng.random_range(0..2));
                Move::Announce { in_favour: any(in_favour), against: any(against) }
            }
            8 => Move::vote(pile),
            9 => Move::draw(rng.random_range(1..3)),
            10 => Move::clear(pile, self.votes(pile).len() as u16, if rng.random_bool(0.8) { Face::Down } else { Face::Up }),
            _ => {
                let face = if rng.random_bool(0.5) { Face::Up } else { Face::Down };
                let carry = Carry::new(any_place(rng), any_place(rng), any_card(rng), face);
                carry.times(if rng.random_bool(0.1) { 2 } else { 1 }).into()
            }
        }
    }

    fn laid_out(&self) -> Layout<Zone> {
        self.expected().as_layout()
    }

    fn assert_sound(&self) {
        assert_eq!(cards_in_play(self), 52, "cards came or went");
        assert!(self.rulebook().history().iter().all(|amendment| amendment.cause != Cause::Failure));
        let mut read: Vec<Card> = Ballots::BOTH.into_iter().flat_map(|pile| self.votes(pile)).filter_map(|lying| lying.card).collect();
        read.extend(self.discard().iter().filter_map(|lying| lying.card));
        read.extend(self.seats().iter().flat_map(|seat| self.hand(seat).unwrap().known().clone()));
        let all = read.len();
        read.sort();
        read.dedup();
        assert_eq!(read.len(), all, "a card lies in two places");
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

    fn may_be_idle(_: &Move) -> bool {
        false
    }
}
