use super::{Ballots, Carry, Move, Nomic, PileCard, Place, Zone};
use crate::cards::Face;
use crate::games::{Act, Card};
use crate::table::{Fact, Identity, LaidCard, Layout, Seat, Stamp, Visit};
use std::collections::BTreeSet;

impl Nomic {
    /// Acts that could account for (part of) what a settled table shows: first what the layout shows, then what only visits tell. What no
    /// camera can tell is not proposed: words, and a card that a hand took from somewhere nobody saw it reach.
    pub(super) fn read_fact(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        let Fact::Settled { stamp, layout, visits, .. } = fact else { return Vec::new() };
        let mut reading = Reading { game: self, layout, visits, settled: *stamp, evident: Vec::new(), hidden: Vec::new() };
        reading.token();
        reading.draw();
        for pile in Ballots::BOTH {
            reading.votes(pile);
        }
        reading.discard();
        reading.evident.append(&mut reading.hidden);
        let mut acts: Vec<Act<Move>> = Vec::new();
        for act in reading.evident {
            if !acts.iter().any(|other| other.seat == act.seat && other.action == act.action) {
                acts.push(act);
            }
        }
        acts
    }
}

struct Reading<'a> {
    game: &'a Nomic,
    layout: &'a Layout<Zone>,
    visits: &'a [Visit<Zone>],
    settled: Stamp,
    /// What the layout shows.
    evident: Vec<Act<Move>>,
    /// What rests on visits alone.
    hidden: Vec<Act<Move>>,
}

impl Reading<'_> {
    fn token(&mut self) {
        let game = self.game;
        for to in game.setup.seats.iter().filter(|seat| *seat != game.token) {
            if !self.layout.cards(&Zone::Token(to)).is_empty() {
                self.shows(&[Zone::Token(game.token), Zone::Token(to)], [game.token], Move::PassToken { to });
            }
        }
    }

    fn draw(&mut self) {
        let game = self.game;
        let most_owed = game.setup.seats.iter().map(|seat| game.owes(seat)).max().unwrap_or(0);
        let mut counts: BTreeSet<u16> = (1..=most_owed.max(1)).collect();
        let seen = self.layout.cards(&Zone::Draw);
        match seen.last() {
            None if game.draw > 0 => {
                counts.insert(game.draw);
                let owing: Vec<Seat> = game.setup.seats.iter().filter(|seat| game.owes(*seat) > 0).collect();
                counts.into_iter().for_each(|count| self.shows(&[Zone::Draw], owing.clone(), Move::draw(count)));
            }
            Some(_) if game.draw == 0 && self.layout.cards(&Zone::Discard).is_empty() => {
                self.shows(&[Zone::Discard, Zone::Draw], [], Move::Reshuffle);
            }
            Some(_) => counts.into_iter().for_each(|count| self.may_be(&[Zone::Draw], Move::draw(count))),
            None => {}
        }
    }

    fn votes(&mut self, pile: Ballots) {
        let (game, seen, known) = (self.game, self.layout.cards(&pile.zone()), self.game.votes(pile));
        let zone = pile.zone();
        if seen.is_empty() {
            self.cleared(pile);
            return;
        }
        let waiting = game.undecided();
        let is_open = game.terms.votes_face_up;
        // Of a back under others little shows, which may be taken for a face that cannot be read.
        let up: Vec<&LaidCard> = seen.iter().filter(|laid| laid.face == Face::Up && (is_open || laid.identity.card().is_some())).collect();
        let covered = known.iter().filter(|lying| lying.face == Face::Down).count();
        let shows_a_back = seen.iter().any(|laid| laid.face == Face::Down);
        let is_turned = covered > 0 && (2 * up.len() > seen.len() || !shows_a_back);
        if is_turned {
            let cards = seen.iter().map(|laid| laid.identity.card().and_then(Card::of)).chain(std::iter::repeat(None));
            let turned = Move::turn_up(pile, cards.take(known.len()));
            if waiting.is_empty() || seen.len() <= known.len() {
                self.shows(&[zone], game.proposer(), turned);
            } else if let Some(proposer) = game.proposer().filter(|proposer| self.visitors(&[zone]).contains(proposer)) {
                // While votes are awaited, a face more is rather one that another laid there.
                let act = self.act(proposer, &[zone], turned);
                self.evident.push(act);
            }
        }
        // What was turned up as a whole is no new vote, unless votes are awaited that could cover it.
        if !is_turned || up.len() != known.len() || !waiting.is_empty() {
            for card in come(&up, known) {
                self.shows(&[zone], waiting.clone(), Move::open_vote(pile, card));
            }
        }
        if covered == 0 {
            for card in gone(&up, known) {
                self.shows(&[zone], [], taken_back(pile, card));
            }
        }
        if !is_turned && seen.len() > up.len() {
            self.placed_face_down(pile, seen.len().saturating_sub(known.len()), waiting);
        }
    }

    /// Votes are there no more.
    fn cleared(&mut self, pile: Ballots) {
        let (game, zone, known) = (self.game, pile.zone(), self.game.votes(pile));
        if known.is_empty() {
            return;
        }
        // On the discard pile a card that was not read may be a back.
        let faces: &[Face] = match self.layout.cards(&Zone::Discard).last().filter(|top| top.face == Face::Up) {
            Some(top) if top.identity.card().is_some() => &[Face::Up],
            Some(_) => &[Face::Up, Face::Down],
            None => &[Face::Down],
        };
        for face in faces {
            self.shows(&[zone, Zone::Discard], game.proposer(), Move::clear(pile, known.len() as u16, *face));
        }
        if let [only] = known {
            self.shows(&[zone], [], taken_back(pile, only.visible()));
        }
    }

    /// So many cards more lie on a pile; none when a new one may lie squarely on another.
    fn placed_face_down(&mut self, pile: Ballots, more: usize, waiting: Vec<Seat>) {
        let zone = pile.zone();
        match more as u16 {
            0 => self.may_be(&[zone], Move::vote(pile)),
            1 => self.shows(&[zone], waiting, Move::vote(pile)),
            count => {
                self.shows(&[zone], waiting, Move::vote(pile));
                self.may_be(&[zone], Carry::new(Place::Hand, Place::Votes(pile), None, Face::Down).times(count).into());
            }
        }
    }

    fn discard(&mut self) {
        let (known, seen) = (&self.game.discard, self.layout.cards(&Zone::Discard).last());
        let votes_left = Ballots::BOTH.iter().any(|pile| !self.game.votes(*pile).is_empty() && self.layout.cards(&pile.zone()).is_empty());
        match seen {
            None if !known.is_empty() && self.game.draw > 0 => {
                let card = known.last().and_then(PileCard::visible);
                self.shows(&[Zone::Discard], [], Carry::new(Place::Discard, Place::Hand, card, Face::Down).into());
            }
            Some(top) if !votes_left && (known.is_empty() || known.last().is_some_and(|under| under.face != top.face)) => {
                for card in candidates(top) {
                    self.shows(&[Zone::Discard], [], Carry::new(Place::Hand, Place::Discard, card, top.face).into());
                }
            }
            _ => {}
        }
    }

    /// Proposes what the layout shows: by the visitors, then by those from whom it is awaited, since a hand may have been missed; failing
    /// all, by everybody.
    fn shows(&mut self, zones: &[Zone], awaited: impl IntoIterator<Item = Seat>, action: Move) {
        let seats = self.game.setup.seats;
        let suspects = distinct(self.visitors(zones).into_iter().chain(awaited).filter(|seat| seats.contains(*seat)));
        let suspects = if suspects.is_empty() { seats.iter().collect() } else { suspects };
        let acts: Vec<_> = suspects.into_iter().map(|seat| self.act(seat, zones, action.clone())).collect();
        self.evident.extend(acts);
    }

    /// Proposes what only visits tell.
    fn may_be(&mut self, zones: &[Zone], action: Move) {
        let acts: Vec<_> = self.visitors(zones).into_iter().map(|seat| self.act(seat, zones, action.clone())).collect();
        self.hidden.extend(acts);
    }

    /// Seats whose hands reached one of the zones, those that went no further first.
    fn visitors(&self, zones: &[Zone]) -> Vec<Seat> {
        let there = |deepest| self.visits.iter().filter(move |visit| visit.deepest == deepest && zones.contains(&visit.zone));
        let sure = there(true).chain(there(false)).map(|visit| visit.seat);
        let perhaps = there(true).chain(there(false)).filter_map(|visit| visit.neighbour);
        distinct(sure.chain(perhaps).filter(|seat| self.game.setup.seats.contains(*seat)))
    }

    /// With the time when the seat's hand last left one of the zones, rather one that it reached for; without a visit, when the table
    /// settled.
    fn act(&self, seat: Seat, zones: &[Zone], action: Move) -> Act<Move> {
        let ends = self.visits.iter().filter(|visit| visit.may_be(seat) && zones.contains(&visit.zone));
        let stamp = ends.map(|visit| (visit.deepest, visit.to)).max().map_or(self.settled, |(_, to)| to);
        Act { seat, action, stamp }
    }
}

fn taken_back(pile: Ballots, card: Option<Card>) -> Move {
    Carry::new(Place::Votes(pile), Place::Hand, card, Face::Down).into()
}

/// What a face may be: what it was read as and the alternatives; `None` when it was not read.
fn candidates(laid: &LaidCard) -> Vec<Option<Card>> {
    let (Identity::Known { alternatives, .. } | Identity::Unknown { alternatives }) = &laid.identity;
    let designs = laid.identity.card().into_iter().chain(alternatives.iter().map(|alternative| &alternative.card));
    let mut cards: Vec<Option<Card>> = designs.filter_map(Card::of).map(Some).collect();
    if laid.identity.card().is_none() {
        cards.push(None);
    }
    let mut once = BTreeSet::new();
    cards.retain(|card| once.insert(*card));
    cards
}

/// Faces that were not there before.
fn come(up: &[&LaidCard], known: &[PileCard]) -> Vec<Option<Card>> {
    let was_unread = known.iter().filter(|lying| lying.face == Face::Up && lying.card.is_none()).count();
    let (read, unread): (Vec<&LaidCard>, Vec<&LaidCard>) = up.iter().copied().partition(|laid| laid.identity.card().is_some());
    let is_new = |laid: &&LaidCard| {
        let card = laid.identity.card().and_then(Card::of);
        known.iter().all(|lying| lying.visible() != card)
    };
    let fresh = read.into_iter().filter(is_new).chain(unread.into_iter().skip(was_unread));
    fresh.flat_map(candidates).collect()
}

/// Faces that are there no more.
fn gone(up: &[&LaidCard], known: &[PileCard]) -> Vec<Option<Card>> {
    if up.len() >= known.len() {
        return Vec::new();
    }
    let is_gone = |lying: &&PileCard| up.iter().all(|laid| laid.identity.card().and_then(Card::of) != lying.card || lying.card.is_none());
    known.iter().filter(is_gone).map(|lying| lying.card).collect()
}

fn distinct(seats: impl Iterator<Item = Seat>) -> Vec<Seat> {
    let mut once = BTreeSet::new();
    seats.filter(|seat| once.insert(*seat)).collect()
}
