//! Breaking rules, and what is owed for that: to reverse it, then to touch the own Island (Elements, Rule Violations).

use super::errand::Step;
use super::happening::What;
use super::plan::Planner;
use super::violation::Violation;
use super::whole::Broken;
use crate::cards::Face;
use crate::games::elements::Zone;
use crate::table::Seat;

/// Share of those who notice at once what they did.
const NOTICES: f64 = 0.5;
/// Who notices at once waits for so long before putting it right, ms; who does not, for so long.
const AT_ONCE_MS: (f64, f64) = (300.0, 900.0);
const LATE_MS: (f64, f64) = (1500.0, 4000.0);

/// With a card in it, a hand that touches another goes on at least so far before it lays the first, mm.
const CARRIES_ON_MM: f64 = 200.0;

/// What somebody who broke a rule does next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Due {
    /// Plays on: touches a card of the Ocean, which breaks this rule.
    PlayOn(Violation),
    /// Brings a card of the Flame back to the Ocean.
    OutOfFlame(usize),
    /// Takes a card off the Island and puts it back in the Ocean.
    OffIsland(usize),
    /// Says that a call was wrong.
    TakeBack,
    /// Touches a card of the own Island.
    TouchIsland,
}

impl Planner {
    /// Whether a seat has nothing to put right.
    pub(super) fn owes_nothing(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.dues.is_empty())
    }

    /// Whether nobody has anything to put right.
    pub(super) fn all_owe_nothing(&self) -> bool {
        self.players.iter().all(|player| player.dues.is_empty())
    }

    /// Breaks the next rule that there is an occasion for, if one is due. `others` are cards that may be handled. Whether it did.
    pub(super) fn breaks_a_rule(&mut self, seat: Seat, others: &[usize], now: u64) -> bool {
        if !self.pending.is_due((now / 1000) as usize) {
            return false;
        }
        let mut pending = std::mem::replace(&mut self.pending, crate::simulate::play::violation::Pending::new(&[], 1));
        let broke = pending.take(|kind| self.offend(kind, seat, others, now));
        self.pending = pending;
        broke.is_some()
    }

    /// Takes note of a violation and of what it entails; the hand is free again when its author has noticed.
    pub(super) fn broke(&mut self, at_us: u64, seat: Seat, kind: Violation, gone_us: u64, dues: &[Due]) {
        self.broken.push(Broken { at_us, seat, kind });
        let (low, high) = if self.between(0.0, 1.0) < NOTICES { AT_ONCE_MS } else { LATE_MS };
        let free_us = gone_us + self.between_us(low, high);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.dues = dues.iter().copied().chain(player.dues.iter().copied()).collect();
            player.free_us = free_us;
        }
    }

    /// One of these, by chance.
    fn one_of(&mut self, cards: &[usize]) -> Option<usize> {
        let k = self.between(0.0, cards.len() as f64) as usize;
        cards.get(k).copied()
    }

    /// Breaks a rule, if the table offers an occasion.
    fn offend(&mut self, kind: Violation, seat: Seat, others: &[usize], now: u64) -> Option<()> {
        let arrive = now + 450_000;
        let player = self.players.get(seat.index())?.clone();
        let lit = player.flame.first().and_then(|card| self.rank(*card));
        match kind {
            // These come at the start, in the Whirlwind and at the end.
            Violation::IslandFirst | Violation::PassFirst | Violation::PlayStopped => None,
            Violation::Retouched => {
                let open = self.claimable(now);
                let card = player.discarded.iter().copied().find(|card| open.contains(card))?;
                self.touch_wrongly(seat, card, arrive, kind, &[Due::TouchIsland]);
                Some(())
            }
            Violation::OthersIsland => self.touch_others_island(seat, arrive, &[Due::TouchIsland]),
            Violation::SecondCard => self.touch_a_second_card(seat, others, arrive),
            Violation::Claimed => self.take_what_is_claimed(seat, others, now),
            Violation::WrongType => {
                let wrong: Vec<usize> = others.iter().copied().filter(|card| self.rank(*card) != lit).collect();
                let card = self.one_of(&wrong).filter(|_| lit.is_some())?;
                let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(330.0, 520.0));
                let gone = self.send(seat, arrive, &[Step::Take { at, card, dwell_us }]);
                self.keep(card, u64::MAX);
                self.broke(gone, seat, kind, gone, &[Due::OutOfFlame(card), Due::TouchIsland]);
                Some(())
            }
            Violation::IslandFull => {
                let full = player.island.len() == usize::from(self.setup.island_size());
                let card = self.one_of(others).filter(|_| full)?;
                let (gone, laid) = self.add_to_island(seat, card, arrive)?;
                self.broke(laid, seat, kind, gone, &[Due::OffIsland(card), Due::TouchIsland]);
                Some(())
            }
            Violation::FalseFire => (1..4).contains(&player.flame.len()).then(|| self.call_wrongly(seat, now, "fire", kind)),
            Violation::FlameEmpty => player.flame.is_empty().then(|| self.call_wrongly(seat, now, "whirlwind", kind)),
            Violation::Unreversed => {
                self.offend(Violation::WrongType, seat, others, now).or_else(|| self.offend(Violation::IslandFull, seat, others, now))?;
                self.goes_on(seat, kind)
            }
            Violation::TouchAfterReversal => {
                self.touch_others_island(seat, arrive, &[Due::TouchIsland])?;
                self.goes_on(seat, kind)
            }
        }
    }

    /// Whoever broke a rule breaks this one before putting anything right.
    fn goes_on(&mut self, seat: Seat, kind: Violation) -> Option<()> {
        self.players.get_mut(seat.index())?.dues.push_front(Due::PlayOn(kind));
        Some(())
    }

    fn call_wrongly(&mut self, seat: Seat, now: u64, word: &str, kind: Violation) {
        let at_us = now + 300_000;
        self.say(at_us, seat, What::Say(word.into()));
        self.broke(at_us, seat, kind, at_us, &[Due::TakeBack, Due::TouchIsland]);
    }

    /// Touches a card of the Ocean, and leaves it.
    fn touch_wrongly(&mut self, seat: Seat, card: usize, arrive: u64, kind: Violation, dues: &[Due]) {
        let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(300.0, 600.0));
        let gone = self.send(seat, arrive, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
        self.keep(card, gone + 500_000);
        self.broke(arrive, seat, kind, gone, dues);
    }

    fn touch_others_island(&mut self, seat: Seat, arrive: u64, dues: &[Due]) -> Option<()> {
        let seats = self.setup.seats;
        let neighbours: Vec<Seat> =
            seats.iter().filter(|other| *other != seat && (seats.after(seat) == *other || seats.after(*other) == seat)).collect();
        let k = self.between(0.0, neighbours.len() as f64) as usize;
        let owner = neighbours.get(k).copied()?;
        let card = self.players.get(owner.index())?.island.first().copied()?;
        let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(300.0, 600.0));
        let gone = self.send(seat, arrive, &[Step::Touch { at, zone: Zone::Island(owner), card: Some(card), dwell_us }]);
        self.broke(arrive, seat, Violation::OthersIsland, gone, dues);
        Some(())
    }

    /// Takes a card, touches another with it in the hand, and gives it up.
    fn touch_a_second_card(&mut self, seat: Seat, others: &[usize], arrive: u64) -> Option<()> {
        let first = self.one_of(others)?;
        let pose = self.clear_spot(arrive);
        let far = |card: &usize| {
            let lies = self.cards.get(*card).and_then(|placed| placed.lies(arrive));
            lies.is_some_and(|(_, there, ..)| there.centre.distance(pose.centre) > CARRIES_ON_MM)
        };
        let rest: Vec<usize> = others.iter().copied().filter(|card| *card != first && far(card)).collect();
        let second = self.one_of(&rest)?;
        let take = Step::Take { at: self.spot(seat, first, arrive), card: first, dwell_us: self.between_us(330.0, 480.0) };
        let dwell_us = self.between_us(300.0, 450.0);
        let touch = Step::Touch { at: self.spot(seat, second, arrive), zone: Zone::Ocean, card: Some(second), dwell_us };
        let lay = Step::Lay { card: first, zone: Zone::Ocean, pose, face: Face::Up, dwell_us: self.between_us(110.0, 180.0) };
        let gone = self.send(seat, arrive, &[take, touch, lay]);
        [first, second].into_iter().for_each(|card| self.keep(card, gone + 600_000));
        let at_us = self.trips.last().and_then(|trip| trip.stops.get(1)).map_or(arrive, |stop| stop.arrive_us);
        self.broke(at_us, seat, Violation::SecondCard, gone, &[Due::TouchIsland]);
        Some(())
    }

    /// Takes a card from under another's hand, and puts it back.
    fn take_what_is_claimed(&mut self, seat: Seat, others: &[usize], now: u64) -> Option<()> {
        let soon = |rival: &Seat| self.players.get(rival.index()).is_some_and(|player| player.free_us < now + 900_000);
        let rival = self.setup.seats.iter().find(|rival| *rival != seat && soon(rival) && self.owes_nothing(*rival))?;
        let card = self.one_of(others)?;
        let first = now.max(self.players.get(rival.index())?.free_us) + 600_000;
        let arrive = first + 400_000;
        let (at, dwell_us) = (self.spot(rival, card, first), self.between_us(1500.0, 1700.0));
        let gone = self.send(rival, first, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
        self.rest(rival, gone, 600.0, 1800.0);
        let pose = self.clear_spot(arrive);
        let take = Step::Take { at: self.spot(seat, card, arrive), card, dwell_us: self.between_us(450.0, 550.0) };
        let lay = Step::Lay { card, zone: Zone::Ocean, pose, face: Face::Up, dwell_us: self.between_us(110.0, 180.0) };
        let gone = self.send(seat, arrive, &[take, lay]);
        self.keep(card, gone + 600_000);
        let at_us = self.trips.last().and_then(|trip| trip.stops.first()).map_or(arrive, |stop| stop.leave_us);
        self.broke(at_us, seat, Violation::Claimed, gone, &[Due::TouchIsland]);
        Some(())
    }

    /// Does the next thing that a seat owes.
    pub(super) fn pay(&mut self, seat: Seat, due: Due, others: &[usize], now: u64) {
        let arrive = now + 450_000;
        let (lays_us, dwell_us) = (self.between_us(110.0, 180.0), self.between_us(330.0, 480.0));
        let gone = match due {
            Due::PlayOn(kind) => match self.one_of(others) {
                Some(card) => return self.touch_wrongly(seat, card, arrive, kind, &[]),
                // Waits for a card to become free.
                None => {
                    self.players.get_mut(seat.index()).into_iter().for_each(|player| player.dues.push_front(due));
                    now
                }
            },
            Due::OutOfFlame(card) => {
                let poses = vec![self.clear_spot(arrive)];
                let gone = self.send(seat, arrive, &[Step::Pour { cards: vec![card], poses, dwell_us: lays_us }]);
                self.keep(card, gone + 600_000);
                gone
            }
            Due::OffIsland(card) => {
                let pose = self.clear_spot(arrive);
                let take = Step::Take { at: self.spot(seat, card, arrive), card, dwell_us };
                let gone = self.send(seat, arrive, &[take, Step::Lay { card, zone: Zone::Ocean, pose, face: Face::Up, dwell_us: lays_us }]);
                self.keep(card, gone + 600_000);
                gone
            }
            Due::TakeBack => {
                self.say(arrive, seat, What::Say("reverse".into()));
                arrive
            }
            Due::TouchIsland => self.look(seat, arrive),
        };
        self.rest(seat, gone, 350.0, 1900.0);
    }

    /// On "go", a card of the Ocean that a seat touches before the own Island, if one is to do so.
    pub(super) fn ocean_first(&mut self, seat: Seat, go_us: u64) -> Option<Step> {
        let open = self.claimable(go_us);
        if open.is_empty() {
            return None;
        }
        self.pending.take(|kind| (kind == Violation::IslandFirst).then_some(()))?;
        let card = self.one_of(&open)?;
        self.keep(card, go_us + 2_500_000);
        self.broken.push(Broken { at_us: go_us, seat, kind: Violation::IslandFirst });
        Some(Step::Touch { at: self.spot(seat, card, go_us), zone: Zone::Ocean, card: Some(card), dwell_us: self.between_us(250.0, 420.0) })
    }

    /// A Whirlwind has been called, and some touch cards of the Ocean first, if they are to; answers when all pass their Islands, who wait for
    /// them.
    pub(super) fn ocean_before_passing(&mut self, seats: &[Seat], caller: Seat, said: u64) -> u64 {
        let mut all_pass = said;
        for seat in seats.iter().copied().filter(|seat| *seat != caller) {
            let arrive = said + 350_000;
            let open = self.claimable(arrive);
            if open.is_empty() || self.pending.take(|kind| (kind == Violation::PassFirst).then_some(())).is_none() {
                break;
            }
            let Some(card) = self.one_of(&open) else { break };
            let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(300.0, 500.0));
            let gone = self.send(seat, arrive, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
            self.keep(card, gone + 600_000);
            self.broken.push(Broken { at_us: arrive, seat, kind: Violation::PassFirst });
            all_pass = all_pass.max(gone);
        }
        all_pass + 700_000
    }

    /// Fire was called, and others touch cards of the Ocean all the same, if they are to.
    pub(super) fn touch_after_fire(&mut self, seats: &[Seat], winner: Seat, called_us: u64) {
        for (k, seat) in seats.iter().copied().filter(|seat| *seat != winner).enumerate() {
            let arrive = called_us + 700_000 + 250_000 * k as u64;
            let open = self.claimable(arrive);
            if open.is_empty() || self.pending.take(|kind| (kind == Violation::PlayStopped).then_some(())).is_none() {
                return;
            }
            let Some(card) = self.one_of(&open) else { return };
            let (at, dwell_us) = (self.spot(seat, card, arrive), self.between_us(300.0, 500.0));
            self.send(seat, arrive, &[Step::Touch { at, zone: Zone::Ocean, card: Some(card), dwell_us }]);
            self.keep(card, u64::MAX);
            self.broken.push(Broken { at_us: arrive, seat, kind: Violation::PlayStopped });
        }
    }
}
