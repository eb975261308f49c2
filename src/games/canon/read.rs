use super::{Canon, Carry, Move, Place, StackCard, Zone};
use crate::cards::{CardId, Face};
use crate::games::Act;
use crate::table::{Fact, Glimpse, Identity, LaidCard, Layout, PileChange, Seat, Stamp, Visit};
use std::collections::{BTreeMap, BTreeSet};

/// Cards that a place may have lost or gained since the table was last known.
struct Change {
    place: Place,
    /// Which work; `None` for a card that shows its back.
    card: Option<CardId>,
    face: Face,
    count: u16,
    /// Whether the layout shows it. What it does not show (a draw, a second copy in the same pose on the discard pile) rests on
    /// visits alone.
    evident: bool,
}

/// The changes of all places, over-generous: what a misread card could have been is listed too.
#[derive(Default)]
struct Changes {
    lost: Vec<Change>,
    gained: Vec<Change>,
}

impl Canon {
    /// Acts that could account for (part of) what a settled table shows, those with the most direct evidence first: what the
    /// layout shows, then cards carried past the hand, then what only visits tell. What no camera can tell is not proposed:
    /// a pass, and a card drawn out from deep in the discard pile that nobody glimpsed.
    pub(super) fn read_fact(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        let Fact::Settled { stamp, layout, visits, glimpses, .. } = fact else { return Vec::new() };
        let mut changes = self.changes(layout, visits);
        changes.lost.extend(glimpses.iter().filter_map(|glimpse| self.drawn_out(glimpse)));
        changes.lost.extend(self.drawn_out_unseen(layout, visits, glimpses));
        let witnesses = Witnesses { game: self, settled: *stamp, visits };
        let mut acts = Vec::new();
        for evident in [true, false] {
            for lost in changes.lost.iter().filter(|c| c.evident == evident) {
                witnesses.testify(&[lost], Carry::new(lost.place, Place::Hand, lost.card.clone()).times(lost.count), &mut acts);
            }
            for gained in changes.gained.iter().filter(|c| c.evident == evident) {
                let carry = Carry::new(Place::Hand, gained.place, gained.card.clone()).facing(gained.face).times(gained.count);
                witnesses.testify(&[gained], carry, &mut acts);
            }
            for lost in &changes.lost {
                for gained in changes.gained.iter().filter(|gained| (lost.evident && gained.evident) == evident) {
                    if let Some(carry) = direct(lost, gained) {
                        witnesses.testify(&[lost, gained], carry, &mut acts);
                    }
                }
            }
        }
        acts
    }

    /// A draw or, where none is legal, a card laid on its like or taken off it, by whose turn it is.
    pub(super) fn without_trace(&self) -> Vec<(Seat, Move)> {
        let Some(seat) = self.turn() else { return Vec::new() };
        let draw = Move::draw();
        if self.judge(seat, &draw).is_ok() {
            return vec![(seat, draw)];
        }
        let top = self.discard.last().and_then(StackCard::visible);
        let second = self.discard.iter().nth_back(1).and_then(StackCard::visible);
        let laid = top.map(|card| Move::discard(card.clone()));
        let taken = top.filter(|card| Some(*card) == second).map(|card| Move::take(Place::TOP, card.clone()));
        let legal = laid.into_iter().chain(taken).filter(|action| self.judge(seat, action).is_ok());
        legal.map(|action| (seat, action)).collect()
    }

    fn changes(&self, layout: &Layout<Zone>, visits: &[Visit<Zone>]) -> Changes {
        let mut changes = Changes::default();
        let visited = |zone: Zone| visits.iter().any(|v| v.zone == zone);
        let seen_spaces = layout.zones.keys().filter(|zone| !matches!(zone, Zone::Draw | Zone::Discard));
        for &zone in self.spaces.keys().chain(seen_spaces).collect::<BTreeSet<_>>() {
            self.compare_space(zone, layout.cards(&zone), &mut changes);
        }
        self.compare_discard(layout.cards(&Zone::Discard).last(), visited(Zone::Discard), &mut changes);
        self.compare_draw(layout.cards(&Zone::Draw).last(), visited(Zone::Draw), &mut changes);
        changes
    }

    /// Pairs off the cards that are as they were; what is left over came or went.
    fn compare_space(&self, zone: Zone, seen: &[LaidCard], changes: &mut Changes) {
        let mut gone: Vec<&StackCard> = self.stack(zone).iter().collect();
        let (read, unread): (Vec<_>, Vec<_>) = seen.iter().partition(|laid| laid.face == Face::Up && laid.identity.card().is_some());
        let mut come = Vec::new();
        for laid in read.into_iter().chain(unread) {
            match gone.iter().position(|stack| self.same(stack, laid)) {
                Some(index) => _ = gone.remove(index),
                None => come.push(laid),
            }
        }
        let place = zone.into();
        changes.lost.extend(tally(gone.into_iter().map(|s| (s.card.clone(), s.face)), place));
        let candidates = come.into_iter().flat_map(|laid| self.candidates(laid, self.stack(zone)));
        changes.gained.extend(tally(candidates, place));
    }

    fn compare_discard(&self, seen: Option<&LaidCard>, visited: bool, changes: &mut Changes) {
        let place = Place::TOP;
        let change = |(card, face), count, evident| Change { place, card, face, count, evident };
        let top = self.discard.last().map(|top| (top, (top.card.clone(), top.face)));
        match (top, seen) {
            (None, None) => {}
            (Some((_, was)), None) => {
                let all = self.discard.len().try_into().unwrap_or(u16::MAX);
                let counts = BTreeSet::from([1, all]);
                changes.lost.extend(counts.into_iter().map(|count| change(was.clone(), count, true)));
            }
            (Some((top, was)), Some(laid)) if self.same(top, laid) => {
                let below_too = self.discard.iter().nth_back(1).is_some_and(|below| self.same(below, laid));
                let [on_top, uncovered] = [PileChange::Laid, PileChange::Uncovered].map(|change| laid.change == Some(change));
                changes.lost.extend((below_too && (visited || uncovered)).then(|| change(was.clone(), 1, uncovered)));
                changes.gained.extend((visited || on_top).then(|| change(was, 1, on_top)));
            }
            (top, Some(laid)) => {
                let depth = self.discard.iter().rev().skip(1).position(|below| self.may_be(below, laid));
                if let (Some((_, was)), Some(depth)) = (top, depth) {
                    changes.lost.push(change(was, (depth + 1).try_into().unwrap_or(u16::MAX), true));
                }
                changes.gained.extend(self.candidates(laid, &[]).into_iter().map(|candidate| change(candidate, 1, true)));
            }
        }
    }

    /// A card that showed on the discard pile for a moment and lies below its top: it may have been taken from there. What was only
    /// guessed must be the very next card, since a pile holds many that it could be.
    fn drawn_out(&self, glimpse: &Glimpse<Zone>) -> Option<Change> {
        let depth = self.discard.iter().rev().position(|below| below.card.as_ref() == Some(self.setup.counts_as(&glimpse.card)))?;
        let below = glimpse.zone == Zone::Discard && depth > 0 && (!glimpse.faint || depth == 1);
        let place = Place::Discard { depth: depth.try_into().ok()? };
        below.then(|| Change { place, card: Some(glimpse.card.clone()), face: Face::Up, count: 1, evident: false })
    }

    /// The card under the discard pile's top, where a hand was at the pile and nobody glimpsed what it did there.
    fn drawn_out_unseen(&self, layout: &Layout<Zone>, visits: &[Visit<Zone>], glimpses: &[Glimpse<Zone>]) -> Option<Change> {
        let [.., under, top] = self.discard.as_slice() else { return None };
        let card = under.visible().filter(|card| Some(*card) != top.visible())?;
        let still_on_top = layout.cards(&Zone::Discard).last().is_some_and(|laid| self.same(top, laid));
        let glimpsed = glimpses.iter().any(|glimpse| self.setup.counts_as(&glimpse.card) == card);
        let change = Change { place: Place::Discard { depth: 1 }, card: Some(card.clone()), face: Face::Up, count: 1, evident: false };
        (still_on_top && !glimpsed && visits.iter().any(|visit| visit.zone == Zone::Discard)).then_some(change)
    }

    fn compare_draw(&self, seen: Option<&LaidCard>, visited: bool, changes: &mut Changes) {
        let place = Place::Draw;
        let lost = |count, evident| Change { place, card: None, face: Face::Down, count, evident };
        match seen {
            None if self.draw > 0 => {
                let counts = BTreeSet::from([1, self.draw.try_into().unwrap_or(u16::MAX)]);
                changes.lost.extend(counts.into_iter().map(|count| lost(count, true)));
            }
            None => {}
            Some(laid) if laid.face == Face::Up || self.draw == 0 => {
                let candidates = self.candidates(laid, &[]).into_iter();
                changes.gained.extend(candidates.map(|(card, face)| Change { place, card, face, count: 1, evident: true }));
            }
            Some(_) if visited => changes.lost.push(lost(1, false)),
            Some(_) => {}
        }
    }

    /// Whether a seen card is the one that should lie there, so that nothing needs to have happened to it.
    fn same(&self, stack: &StackCard, laid: &LaidCard) -> bool {
        match (&laid.identity, laid.face) {
            (_, face) if face != stack.face => false,
            (_, Face::Down) => true,
            (Identity::Known { card, .. }, Face::Up) => stack.card.as_ref() == Some(self.setup.counts_as(card)),
            (Identity::Unknown { alternatives }, Face::Up) => alternatives.is_empty() || self.may_be(stack, laid),
        }
    }

    /// Whether a seen card could be this one if it was misread.
    fn may_be(&self, stack: &StackCard, laid: &LaidCard) -> bool {
        let candidates = self.candidates(laid, std::slice::from_ref(stack));
        stack.card.is_none() && stack.face == laid.face || candidates.contains(&(stack.card.clone(), stack.face))
    }

    /// What a seen card may be: what it was read as and the alternatives; unread without any, what lies in its place.
    fn candidates(&self, laid: &LaidCard, here: &[StackCard]) -> Vec<(Option<CardId>, Face)> {
        if laid.face == Face::Down {
            return vec![(None, Face::Down)];
        }
        let (Identity::Known { alternatives, .. } | Identity::Unknown { alternatives }) = &laid.identity;
        let printed = laid.identity.card().into_iter().chain(alternatives.iter().map(|a| &a.card));
        let mut cards: Vec<&CardId> = printed.map(|card| self.setup.counts_as(card)).collect();
        if cards.is_empty() {
            cards.extend(here.iter().filter_map(StackCard::visible));
        }
        let mut unique = BTreeSet::new();
        cards.into_iter().filter(|card| unique.insert(*card)).map(|card| (Some(card.clone()), Face::Up)).collect()
    }
}

/// Each different card once by itself and, when there are several, all its copies at once.
fn tally(cards: impl Iterator<Item = (Option<CardId>, Face)>, place: Place) -> Vec<Change> {
    let mut tally = BTreeMap::<_, u16>::new();
    for card in cards {
        *tally.entry(card).or_default() += 1;
    }
    let counts = |n: u16| BTreeSet::from([1, n]);
    let change = |(card, face), count| Change { place, card, face, count, evident: true };
    tally.into_iter().flat_map(|(card, n)| counts(n).into_iter().map(move |count| change(card.clone(), count))).collect()
}

/// The same card from one place to another, past the hand.
fn direct(lost: &Change, gained: &Change) -> Option<Carry> {
    let one_card = lost.card.is_none() || gained.card.is_none() || lost.card == gained.card;
    let elsewhere = lost.place.zone() != gained.place.zone();
    let card = gained.card.clone().or_else(|| lost.card.clone());
    (one_card && elsewhere && lost.count == gained.count)
        .then(|| Carry::new(lost.place, gained.place, card).facing(gained.face).times(lost.count))
}

/// Who may have done what, by the visits of hands.
struct Witnesses<'a> {
    game: &'a Canon,
    settled: Stamp,
    visits: &'a [Visit<Zone>],
}

impl Witnesses<'_> {
    /// Proposes a carry by each seat that may have made these changes.
    fn testify(&self, changes: &[&Change], carry: Carry, acts: &mut Vec<Act<Move>>) {
        let action = Move::from(carry);
        let zones: Vec<Zone> = changes.iter().filter_map(|c| c.place.zone()).collect();
        let hidden = changes.iter().find(|c| !c.evident).and_then(|c| c.place.zone());
        let seats = match hidden {
            Some(zone) => self.visitors(&[zone]),
            None => self.suspects(&zones),
        };
        for seat in seats {
            if !acts.iter().any(|act| act.seat == seat && act.action == action) {
                acts.push(Act { seat, action: action.clone(), stamp: self.stamp(seat, &zones) });
            }
        }
    }

    /// Seats whose hands reached one of the zones, those that went no further first.
    fn visitors(&self, zones: &[Zone]) -> Vec<Seat> {
        let there = |deepest| self.visits.iter().filter(move |v| v.deepest == deepest && zones.contains(&v.zone));
        let seats = there(true).chain(there(false)).map(|v| v.seat).chain(there(true).chain(there(false)).filter_map(|v| v.neighbour));
        distinct(seats.filter(|seat| self.game.setup.seats.contains(*seat)))
    }

    /// The visitors, then whose turn it is and whose canon it is, since a hand may have been missed; failing all, everybody.
    fn suspects(&self, zones: &[Zone]) -> Vec<Seat> {
        let seats = self.game.setup.seats;
        let owner = |zone: &Zone| if let Zone::Canon(owner, _) = zone { Some(*owner) } else { None };
        let owners = zones.iter().filter_map(owner).filter(|owner| seats.contains(*owner));
        let suspects = distinct(self.visitors(zones).into_iter().chain(self.game.turn()).chain(owners));
        if suspects.is_empty() { seats.iter().collect() } else { suspects }
    }

    /// When a seat's hand last left one of the zones, rather one that it reached for; without a visit, when the table settled.
    fn stamp(&self, seat: Seat, zones: &[Zone]) -> Stamp {
        let ends = self.visits.iter().filter(|v| v.may_be(seat) && zones.contains(&v.zone));
        ends.map(|v| (v.deepest, v.to)).max().map_or(self.settled, |(_, to)| to)
    }
}

fn distinct(seats: impl Iterator<Item = Seat>) -> Vec<Seat> {
    let mut once = BTreeSet::new();
    seats.filter(|seat| once.insert(*seat)).collect()
}
