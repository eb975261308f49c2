//! How a round goes, from the start to the Fire.

use super::errand::Step;
use super::happening::What;
use super::place::Pose;
use super::plan::{LEAD_IN_US, Planner};
use crate::cards::{Face, Rank};
use crate::games::elements::Zone;
use crate::geometry::Point;
use crate::table::Seat;
use rand::RngExt;

/// From the first touch of a card to the next one's, ms: clear, and too close to call, in turn.
const GAPS_MS: [f64; 8] = [260.0, 5.0, 150.0, 420.0, 9.0, 200.0, 3.0, 320.0];
/// Most cards in the Flame of one who does not win.
const MOST_OF_LOSERS: usize = 2;
/// Share of the time after which the Whirlwind blows.
const WHIRLWIND_AT: f64 = 0.5;

/// What goes on over the whole round.
struct Course {
    winner: Seat,
    rank: Option<Rank>,
    end_us: u64,
    blown: bool,
    gaps: usize,
    called: bool,
}

impl Planner {
    /// Plays for so long; answers who wins, and when the Fire is verified.
    pub(super) fn play(&mut self, length_us: u64) -> (Seat, u64) {
        let seats: Vec<Seat> = self.setup.seats.iter().collect();
        let winner = seats.get(self.rng.random_range(0..seats.len())).copied().unwrap_or(self.setup.dealer);
        let free = self.claimable(0);
        let whole = |rank: &Rank| free.iter().filter(|card| self.rank(**card) == Some(*rank)).count();
        let all =
            |rank: &Rank| (0..self.cards.len()).filter(|card| self.rank(*card) == Some(*rank) && self.lies_in_ocean(*card, 0)).count();
        let rank = Rank::ALL.into_iter().max_by_key(|rank| (all(rank), whole(rank), rank.symbol()));
        self.start(&seats);
        let mut course = Course { winner, rank, end_us: length_us, blown: false, gaps: 0, called: false };
        while let Some(seat) = self.next(&seats).filter(|seat| self.free_of(*seat) < course.end_us) {
            let now = self.free_of(seat);
            let blows = !course.blown && now as f64 > WHIRLWIND_AT * length_us as f64;
            if blows && self.all_owe_nothing() && seats.iter().any(|seat| self.can_blow(*seat, winner)) {
                course.blown = true;
                self.whirlwind(&seats, winner);
            } else {
                self.one_errand(seat, &seats, &mut course);
            }
        }
        // What is owed is done before the end.
        while let Some(seat) = seats.iter().copied().filter(|seat| !self.owes_nothing(*seat)).min_by_key(|seat| self.free_of(*seat)) {
            self.one_errand(seat, &seats, &mut course);
        }
        self.fire(&seats, &course)
    }

    fn free_of(&self, seat: Seat) -> u64 {
        self.players.get(seat.index()).map_or(u64::MAX, |player| player.free_us)
    }

    fn next(&self, seats: &[Seat]) -> Option<Seat> {
        seats.iter().copied().min_by_key(|seat| self.free_of(*seat))
    }

    /// The hand is free again after a rest.
    pub(super) fn rest(&mut self, seat: Seat, gone_us: u64, low_ms: f64, high_ms: f64) {
        let free = gone_us + self.between_us(low_ms, high_ms);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.free_us = free;
        }
    }

    /// All touch the middle; on "go" each touches the own Island.
    fn start(&mut self, seats: &[Seat]) {
        let Some(middle) = self.mat.zone(Zone::Ocean).map(crate::geometry::Polygon::centre) else { return };
        let go_us = LEAD_IN_US + 2_300_000;
        for (k, seat) in seats.iter().enumerate() {
            let angle = std::f64::consts::TAU * (k as f64 + 0.5) / seats.len() as f64;
            let at = middle + Point::new(angle.cos(), angle.sin()) * 26.0;
            let arrive_us = LEAD_IN_US + self.between_us(100.0, 900.0);
            let leave_us = go_us + self.between_us(250.0, 500.0);
            let centre = Step::Touch { at, zone: Zone::Centre, card: None, dwell_us: leave_us - arrive_us };
            let dwell = self.between_us(250.0, 420.0);
            let Some(island) = self.island_step(*seat, 0, dwell) else { continue };
            let steps = match self.ocean_first(*seat, go_us) {
                Some(ocean) => vec![centre, ocean, island],
                None => vec![centre, island],
            };
            let gone = self.send(*seat, arrive_us, &steps);
            self.rest(*seat, gone, 300.0, 1500.0);
        }
        self.say(go_us, self.setup.dealer, What::Say("go".into()));
    }

    fn one_errand(&mut self, seat: Seat, seats: &[Seat], course: &mut Course) {
        let now = self.free_of(seat);
        let Some(player) = self.players.get(seat.index()).cloned() else { return };
        let is_winner = seat == course.winner;
        let lit = if is_winner { course.rank } else { player.flame.first().and_then(|card| self.rank(*card)) };
        let reserved = |card: &usize| self.rank(*card) == course.rank;
        let fresh: Vec<usize> = self.claimable(now).into_iter().filter(|card| !player.discarded.contains(card)).collect();
        let others: Vec<usize> = fresh.iter().copied().filter(|card| !reserved(card)).collect();
        let wanted: Vec<usize> = match lit {
            Some(rank) => fresh.iter().copied().filter(|card| self.rank(*card) == Some(rank)).collect(),
            None => others.clone(),
        };
        if let Some(due) = self.players.get_mut(seat.index()).and_then(|player| player.dues.pop_front()) {
            return self.pay(seat, due, &others, now);
        }
        if now < course.end_us && self.breaks_a_rule(seat, &others, now) {
            return;
        }
        // The winner's cards come evenly over the time, the last at the end.
        let due = (now as f64 / course.end_us as f64 * 4.0) as usize;
        let may_light = if is_winner { player.flame.len() < 3.min(due + 1) } else { player.flame.len() < MOST_OF_LOSERS };
        let arrive = now + 450_000;
        let dice = self.between(0.0, 1.0);
        let rivals = seats.iter().copied().filter(|other| *other != seat && self.owes_nothing(*other));
        let rivals: Vec<Seat> = rivals.filter(|other| self.free_of(*other) < now + 900_000).collect();
        let pick = |planner: &mut Self, cards: &[usize]| {
            let k = planner.rng.random_range(0..cards.len().max(1));
            cards.get(k).copied()
        };
        let gone = if dice < 0.34
            && may_light
            && let Some(card) = pick(self, &wanted)
        {
            let rivals: Vec<Seat> = rivals.into_iter().filter(|rival| !self.has_discarded(*rival, card)).collect();
            if dice < 0.22 && !rivals.is_empty() {
                self.contest(seat, &rivals, card, course)
            } else {
                self.claim(seat, card, arrive, course)
            }
        } else if dice < 0.52
            && let Some(card) = pick(self, &others)
        {
            self.forfeit(seat, card, arrive)
        } else if dice < 0.66 && player.island.len() > 2 {
            self.play_from_island(seat, arrive)
        } else if dice < 0.80
            && player.island.len() < usize::from(self.setup.island_size())
            && let Some(card) = pick(self, &others)
        {
            self.put_on_island(seat, card, arrive)
        } else if dice < 0.90
            && let Some(card) = pick(self, &others)
        {
            self.touch_and_leave(seat, card, arrive)
        } else {
            self.look(seat, arrive)
        };
        self.rest(seat, gone, 350.0, 1900.0);
    }

    /// Whether a seat has put a card in the Ocean, and touched no card of the own Island since.
    fn has_discarded(&self, seat: Seat, card: usize) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.discarded.contains(&card))
    }

    /// Keeps others from a card until a moment.
    pub(super) fn keep(&mut self, card: usize, until_us: u64) {
        if let Some(free) = self.free_us.get_mut(card) {
            *free = until_us;
        }
    }

    fn claim(&mut self, seat: Seat, card: usize, arrive: u64, course: &mut Course) -> u64 {
        if !course.called
            && let Some(name) = self.name(card)
        {
            course.called = true;
            self.say(arrive.saturating_sub(100_000), seat, What::Say(format!("dibs {name} 700ms")));
            return self.claim(seat, card, arrive + 900_000, course);
        }
        let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(330.0, 520.0));
        let gone = self.send(seat, arrive, &[Step::Take { at, card, dwell_us }]);
        self.keep(card, u64::MAX);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.flame.push(card);
        }
        gone
    }

    /// Two, or more, come for one card; the first takes it, the others let go.
    fn contest(&mut self, seat: Seat, rivals: &[Seat], card: usize, course: &mut Course) -> u64 {
        let all = rivals.iter().map(|rival| self.free_of(*rival)).max().unwrap_or(0).max(self.free_of(seat));
        let first = all + 600_000;
        let mut touch = first;
        for rival in rivals.iter().take(if course.gaps % 3 == 2 { 2 } else { 1 }) {
            let gap = GAPS_MS.get(course.gaps % GAPS_MS.len()).copied().unwrap_or(100.0);
            course.gaps += 1;
            touch += (gap * 1000.0) as u64;
            let (at, dwell_us) = (self.spot(*rival, card, touch), self.between_us(300.0, 420.0));
            let gone = self.send(*rival, touch, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
            self.rest(*rival, gone, 400.0, 1500.0);
        }
        let at = self.spot(seat, card, first);
        let dwell_us = touch - first + 1_250_000;
        let gone = self.send(seat, first, &[Step::Take { at, card, dwell_us }]);
        self.keep(card, u64::MAX);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.flame.push(card);
        }
        gone
    }

    /// Takes a card that fits nowhere, and puts it back elsewhere.
    fn forfeit(&mut self, seat: Seat, card: usize, arrive: u64) -> u64 {
        let at = self.spot(seat, card, arrive);
        let pose = self.clear_spot(arrive);
        let (dwell_us, lays_us) = (self.between_us(330.0, 480.0), self.between_us(110.0, 180.0));
        let lay = Step::Lay { card, zone: Zone::Ocean, pose, face: Face::Up, dwell_us: lays_us };
        let gone = self.send(seat, arrive, &[Step::Take { at, card, dwell_us }, lay]);
        self.keep(card, gone + 600_000);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.discarded.insert(card);
        }
        gone
    }

    fn play_from_island(&mut self, seat: Seat, arrive: u64) -> u64 {
        // Of a card that was laid there face down nobody but its player knows which of the backs it is.
        let unseen = |card: &usize| self.cards.get(*card).is_some_and(super::place::Placed::was_never_read);
        let number = self.players.get(seat.index()).and_then(|player| player.island.iter().rposition(unseen));
        let Some(number) = number else { return self.look(seat, arrive) };
        let Some(card) = self.players.get_mut(seat.index()).map(|player| player.island.remove(number)) else { return arrive };
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.discarded.clear();
        }
        self.forfeit(seat, card, arrive)
    }

    fn put_on_island(&mut self, seat: Seat, card: usize, arrive: u64) -> u64 {
        let Some((gone, _)) = self.add_to_island(seat, card, arrive) else { return arrive };
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.island.push(card);
        }
        gone
    }

    /// Takes a card of the Ocean and lays it on the own Island; answers when the hand is gone, and when it laid the card.
    pub(super) fn add_to_island(&mut self, seat: Seat, card: usize, arrive: u64) -> Option<(u64, u64)> {
        let at = self.spot(seat, card, arrive);
        let lies = |planner: &Self, number: &usize| {
            planner.cards.get(*number).and_then(|placed| placed.lies(arrive)).map(|(_, pose, ..)| pose.centre)
        };
        let own: Vec<Point<_>> =
            self.players.get(seat.index()).map(|player| player.island.iter().filter_map(|n| lies(self, n)).collect()).unwrap_or_default();
        let size = usize::from(self.setup.island_size());
        let mut slots = self.slots(seat, size);
        if own.len() >= size {
            // One too many lies over others.
            let between = |pair: &[Pose]| Some(Pose { centre: pair.first()?.centre.lerp(pair.last()?.centre, 0.5), ..*pair.first()? });
            slots.extend(slots.windows(2).filter_map(between).collect::<Vec<_>>());
        }
        let pose = slots.into_iter().max_by(|a, b| {
            let far = |pose: &Pose| own.iter().map(|p| p.distance(pose.centre)).fold(f64::MAX, f64::min);
            far(a).total_cmp(&far(b))
        })?;
        let (dwell_us, lays_us) = (self.between_us(330.0, 480.0), self.between_us(110.0, 180.0));
        let lay = Step::Lay { card, zone: Zone::Island(seat), pose, face: Face::Down, dwell_us: lays_us };
        let gone = self.send(seat, arrive, &[Step::Take { at, card, dwell_us }, lay]);
        self.keep(card, u64::MAX);
        let laid = self.trips.last().and_then(|trip| trip.stops.last()).map_or(gone, |stop| stop.arrive_us);
        Some((gone, laid))
    }

    fn touch_and_leave(&mut self, seat: Seat, card: usize, arrive: u64) -> u64 {
        let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(250.0, 600.0));
        let gone = self.send(seat, arrive, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
        self.keep(card, gone + 500_000);
        gone
    }

    pub(super) fn look(&mut self, seat: Seat, arrive: u64) -> u64 {
        let dwell = self.between_us(250.0, 500.0);
        let Some(step) = self.island_step(seat, arrive, dwell) else { return arrive };
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.discarded.clear();
        }
        self.send(seat, arrive, &[step])
    }

    fn can_blow(&self, seat: Seat, winner: Seat) -> bool {
        seat != winner && self.players.get(seat.index()).is_some_and(|player| !player.flame.is_empty())
    }

    /// One empties the Flame into the Ocean and calls it; all pass their Islands to the left.
    fn whirlwind(&mut self, seats: &[Seat], winner: Seat) {
        let fullest = |seat: &&Seat| self.players.get(seat.index()).map_or(0, |player| player.flame.len());
        let Some(caller) = seats.iter().filter(|seat| self.can_blow(**seat, winner)).max_by_key(fullest).copied() else { return };
        let start = seats.iter().map(|seat| self.free_of(*seat)).max().unwrap_or(0) + 700_000;
        let Some(cards) = self.players.get_mut(caller.index()).map(|player| std::mem::take(&mut player.flame)) else { return };
        let first = self.clear_spot(start);
        let across = Point::new(first.turn.cos(), first.turn.sin()) * 34.0;
        let poses = (0..cards.len()).map(|k| Pose { centre: first.centre + across * k as f64, ..first }).collect();
        let laid = start + 500_000;
        self.send(caller, laid, &[Step::Pour { cards: cards.clone(), poses, dwell_us: 200_000 }]);
        for card in &cards {
            self.keep(*card, laid + 1_500_000);
            if let Some(player) = self.players.get_mut(caller.index()) {
                player.discarded.insert(*card);
            }
        }
        let said = laid + 1_300_000;
        self.say(said, caller, What::Say("whirlwind".into()));
        let all_pass = self.ocean_before_passing(seats, caller, said);
        let mut passed: Vec<(Seat, Vec<usize>)> = Vec::new();
        for seat in seats {
            let Some(island) = self.players.get_mut(seat.index()).map(|player| std::mem::take(&mut player.island)) else { continue };
            let to = self.setup.seats.after(*seat);
            let zone = Zone::Island(to);
            let Some(card) = island.first().copied() else { continue };
            let arrive = all_pass + self.between_us(0.0, 300.0);
            let at = self.spot(*seat, card, arrive);
            let poses = self.slots(to, island.len());
            let Some(outline) = self.mat.zone(zone) else { continue };
            let pile = Pose { centre: outline.centre(), turn: poses.first().map_or(0.0, |pose| pose.turn), height_mm: 0.0 };
            let sweep = Step::Sweep { at, cards: island.clone(), zone: Zone::Island(*seat), dwell_us: 1_500_000 };
            let spread = Step::Spread { cards: island.clone(), zone, pile, poses, dwell_us: 620_000 };
            let gone = self.send(*seat, arrive, &[sweep, spread]);
            self.rest(*seat, gone, 700.0, 1900.0);
            if let Some(player) = self.players.get_mut(seat.index()) {
                player.discarded.clear();
            }
            passed.push((to, island));
        }
        for (to, island) in passed {
            if let Some(player) = self.players.get_mut(to.index()) {
                player.island = island;
            }
        }
    }

    /// The winner takes what is missing, calls Fire, and shows the Flame.
    fn fire(&mut self, seats: &[Seat], course: &Course) -> (Seat, u64) {
        let mut now = seats.iter().map(|seat| self.free_of(*seat)).max().unwrap_or(course.end_us) + 800_000;
        let mut course = Course { called: true, gaps: course.gaps, ..*course };
        loop {
            let flame = self.players.get(course.winner.index()).map_or(0, |player| player.flame.len());
            let wanted: Vec<usize> = (0..self.cards.len()).filter(|card| self.rank(*card) == course.rank).collect();
            let Some(card) = wanted.into_iter().find(|card| flame < 4 && self.lies_in_ocean(*card, now)) else { break };
            now = self.claim(course.winner, card, now + 500_000, &mut course) + 600_000;
        }
        let cards: Vec<String> = self
            .players
            .get(course.winner.index())
            .map(|player| player.flame.iter().filter_map(|card| self.name(*card)).map(|card| card.to_string()).collect())
            .unwrap_or_default();
        self.say(now + 600_000, course.winner, What::Say("fire".into()));
        self.touch_after_fire(seats, course.winner, now + 600_000);
        self.say(now + 3_000_000, course.winner, What::Say(format!("verify {}", cards.join(" "))));
        (course.winner, now + 3_000_000)
    }

    fn lies_in_ocean(&self, card: usize, at_us: u64) -> bool {
        self.cards.get(card).and_then(|placed| placed.lies(at_us)).is_some_and(|(zone, ..)| zone == Zone::Ocean)
    }
}
