use crate::geometry::{Point, Table, cheapest_first};
use crate::table::{Seat, Stamp};
use std::collections::BTreeMap;

/// How far tip and entry of a hand may move between two looks, in millimetres together.
const NEAR_MM: f64 = 250.0;
/// How long a hand may be missed, in milliseconds.
const MISSED_MS: f64 = 400.0;

/// Whose each hand is, over time: a hand does not change its owner, and where it came in counts more than where it is now.
#[derive(Debug, Default)]
pub(super) struct Follower {
    hands: Vec<Followed>,
}

#[derive(Debug)]
struct Followed {
    entry: Point<Table>,
    tip: Point<Table>,
    born: Stamp,
    last: Stamp,
    /// How much speaks for each seat.
    votes: BTreeMap<Seat, f64>,
}

/// A hand as one frame shows it: how much of the way in lies nearest to each seat.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sighting {
    pub entry: Point<Table>,
    pub tip: Point<Table>,
    pub shares: BTreeMap<Seat, f64>,
}

impl Follower {
    /// The seat of each hand of a frame.
    pub fn seats(&mut self, sightings: &[Sighting], at: Stamp) -> Vec<Option<Seat>> {
        self.hands.retain(|h| at.ms_since(h.last) <= MISSED_MS);
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (s, sighting) in sightings.iter().enumerate() {
            for (h, hand) in self.hands.iter().enumerate() {
                let moved = sighting.tip.distance(hand.tip) + sighting.entry.distance(hand.entry);
                if moved < NEAR_MM {
                    pairs.push((moved, s, h));
                }
            }
        }
        let of = cheapest_first(pairs, sightings.len());
        sightings.iter().zip(of).map(|(sighting, known)| self.vote(sighting, known, at)).collect()
    }

    fn vote(&mut self, sighting: &Sighting, known: Option<usize>, at: Stamp) -> Option<Seat> {
        let new = || Followed { entry: sighting.entry, tip: sighting.tip, born: at, last: at, votes: BTreeMap::new() };
        let index = known.unwrap_or_else(|| {
            self.hands.push(new());
            self.hands.len() - 1
        });
        let hand = self.hands.get_mut(index)?;
        (hand.entry, hand.tip, hand.last) = (sighting.entry, sighting.tip, at);
        let weight = 1.0 / (1.0 + at.ms_since(hand.born) / 1000.0);
        for (seat, share) in &sighting.shares {
            *hand.votes.entry(*seat).or_default() += share * weight;
        }
        hand.votes.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(seat, _)| *seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(x: f64, first: f64) -> Sighting {
        let seats = [0, 1].map(|i| Seat::from_index(i).unwrap());
        let shares = [(seats[0], first), (seats[1], 1.0 - first)].into();
        Sighting { entry: Point::new(x, 0.0), tip: Point::new(x, 200.0), shares }
    }

    #[test]
    fn a_hand_keeps_the_owner_who_brought_it_in() {
        let mut follower = Follower::default();
        for ms in (0..400).step_by(40) {
            assert_eq!(follower.seats(&[seen(ms as f64, 0.9)], Stamp::from_ms(ms))[0], Seat::from_index(0));
        }
        for ms in (400..700).step_by(40) {
            assert_eq!(follower.seats(&[seen(ms as f64, 0.1)], Stamp::from_ms(ms))[0], Seat::from_index(0));
        }
        // Gone, then another.
        assert_eq!(follower.seats(&[seen(700.0, 0.1)], Stamp::from_ms(2000))[0], Seat::from_index(1));
    }

    #[test]
    fn two_hands_are_told_apart() {
        let mut follower = Follower::default();
        for (ms, x) in [(0, 0.0), (40, 20.0), (80, 40.0)] {
            let seats = follower.seats(&[seen(600.0 - x, 0.0), seen(x, 1.0)], Stamp::from_ms(ms));
            assert_eq!(seats, [Seat::from_index(1), Seat::from_index(0)]);
        }
    }
}
