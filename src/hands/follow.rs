use crate::geometry::{Point, Table, cheapest_first};
use crate::table::{Edge, Seat, Stamp};
use std::collections::BTreeMap;

/// How far tip and entry of a hand may move between two looks, in millimetres together.
const NEAR_MM: f64 = 250.0;
/// How long a hand may be missed, in milliseconds.
const MISSED_MS: f64 = 400.0;

/// From this part of what speaks for anybody on, a hand may be a second seat's.
const DOUBTFUL: f64 = 0.2;
/// How far behind the edge a player's elbow is taken to be, in millimetres.
const BEHIND_MM: f64 = 250.0;
/// How much of an arm inside of the edge tells its direction, in millimetres.
const FOREARM_MM: f64 = 150.0;
/// Stretches of one side of the mat are in line but for this, in millimetres.
const SAME_SIDE_MM: f64 = 1.0;

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

/// Whose a hand is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Whose {
    pub seat: Option<Seat>,
    /// Another seat for which almost as much speaks.
    pub perhaps: Option<Seat>,
}

/// A hand as one frame shows it, with what speaks for each seat.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sighting {
    pub entry: Point<Table>,
    pub tip: Point<Table>,
    pub shares: BTreeMap<Seat, f64>,
}

impl Follower {
    /// The seat of each hand of a frame.
    pub fn seats(&mut self, sightings: &[Sighting], at: Stamp) -> Vec<Whose> {
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

    fn vote(&mut self, sighting: &Sighting, known: Option<usize>, at: Stamp) -> Whose {
        let new = || Followed { entry: sighting.entry, tip: sighting.tip, born: at, last: at, votes: BTreeMap::new() };
        let index = known.unwrap_or_else(|| {
            self.hands.push(new());
            self.hands.len() - 1
        });
        let Some(hand) = self.hands.get_mut(index) else { return Whose { seat: None, perhaps: None } };
        (hand.entry, hand.tip, hand.last) = (sighting.entry, sighting.tip, at);
        let weight = 1.0 / (1.0 + at.ms_since(hand.born) / 1000.0);
        for (seat, share) in &sighting.shares {
            *hand.votes.entry(*seat).or_default() += share * weight;
        }
        let mut votes: Vec<(Seat, f64)> = hand.votes.iter().map(|(seat, votes)| (*seat, *votes)).collect();
        votes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let all: f64 = votes.iter().map(|(_, votes)| votes).sum();
        let perhaps = votes.get(1).filter(|(_, votes)| *votes >= DOUBTFUL * all);
        Whose { seat: votes.first().map(|(seat, _)| *seat), perhaps: perhaps.map(|(seat, _)| *seat) }
    }
}

/// Which part of an arm lies before each seat, by where it crosses the edge and what else is seen of it. Of the seats of that side it is
/// the one before which the elbow is taken to be: who reaches aslant may come in over a neighbour's stretch.
pub(super) fn shares(
    crossing: impl Iterator<Item = Point<Table>> + Clone,
    arm: impl Iterator<Item = Point<Table>>,
    edges: &[Edge],
) -> BTreeMap<Seat, f64> {
    let entry = Point::mean(crossing.clone());
    // Not the fingertip, which is beside the line of the forearm.
    let back = entry - Point::mean(arm.filter(|p| p.distance(entry) < FOREARM_MM));
    // The direction of what has only just come in is not known.
    let behind = back * (BEHIND_MM / back.length().max(FOREARM_MM / 3.0));
    let sure = (back.length() / (FOREARM_MM / 2.0)).clamp(0.1, 1.0);
    let each = sure / crossing.clone().count().max(1) as f64;
    let mut shares = BTreeMap::new();
    for p in crossing {
        let owner = nearest(edges.iter(), p).and_then(|side| nearest(edges.iter().filter(|edge| is_beside(edge, side)), p + behind));
        if let Some(edge) = owner {
            *shares.entry(edge.seat).or_default() += each;
        }
    }
    shares
}

fn nearest<'a>(edges: impl Iterator<Item = &'a Edge>, p: Point<Table>) -> Option<&'a Edge> {
    edges.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
}

/// Whether two stretches are of one side of the mat.
fn is_beside(edge: &Edge, other: &Edge) -> bool {
    let along = (edge.to - edge.from) * (1.0 / edge.from.distance(edge.to).max(1e-9));
    let off = |p: Point<Table>| along.cross(p - edge.from).abs();
    off(other.from) < SAME_SIDE_MM && off(other.to) < SAME_SIDE_MM
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
            assert_eq!(follower.seats(&[seen(ms as f64, 0.9)], Stamp::from_ms(ms))[0].seat, Seat::from_index(0));
        }
        for ms in (400..700).step_by(40) {
            assert_eq!(follower.seats(&[seen(ms as f64, 0.1)], Stamp::from_ms(ms))[0].seat, Seat::from_index(0));
        }
        // Gone, then another.
        assert_eq!(follower.seats(&[seen(700.0, 0.1)], Stamp::from_ms(2000))[0].seat, Seat::from_index(1));
    }

    #[test]
    fn a_hand_for_which_two_seats_speak_may_be_either_ones() {
        let whose = |first: f64| Follower::default().seats(&[seen(0.0, first)], Stamp::from_ms(0))[0];
        let seats = [0, 1].map(Seat::from_index);
        assert_eq!(whose(0.9), Whose { seat: seats[0], perhaps: None });
        assert_eq!(whose(0.7), Whose { seat: seats[0], perhaps: seats[1] });
        assert_eq!(whose(0.4), Whose { seat: seats[1], perhaps: seats[0] });
    }

    #[test]
    fn two_hands_are_told_apart() {
        let mut follower = Follower::default();
        for (ms, x) in [(0, 0.0), (40, 20.0), (80, 40.0)] {
            let seats = follower.seats(&[seen(600.0 - x, 0.0), seen(x, 1.0)], Stamp::from_ms(ms));
            assert_eq!(seats.iter().map(|whose| whose.seat).collect::<Vec<_>>(), [Seat::from_index(1), Seat::from_index(0)]);
        }
    }

    #[test]
    fn an_arm_that_comes_in_aslant_over_a_neighbours_stretch_is_of_the_seat_behind_it() {
        let edge = |seat, from, to| Edge { seat: Seat::from_index(seat).unwrap(), from: Point::new(from, 0.0), to: Point::new(to, 0.0) };
        let edges = [edge(0, 0.0, 500.0), edge(1, 500.0, 1000.0)];
        // From (450, 0), for this long, this far to the side for each millimetre over the table.
        let arm = |long: u32, slope: f64| {
            let crossing = (0..60).map(|k| Point::new(420.0 + f64::from(k), 0.0));
            let pixels = crossing.clone().flat_map(move |p| (0..long).map(move |y| p + Point::new(slope, 1.0) * f64::from(y)));
            let shares = shares(crossing, pixels, &edges);
            shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(seat, _)| seat.index())
        };
        assert_eq!([0.0, 0.4, -0.4].map(|slope| arm(300, slope)), [Some(0), Some(0), Some(1)]);
        assert_eq!(arm(2, -0.4), Some(0), "it has only just come in");
    }
}
