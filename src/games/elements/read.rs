use super::{Card, Carry, Elements, Move, Phase, Place, Touch, Zone};
use crate::cards::Face;
use crate::games::Act;
use crate::table::{Fact, Identity, Layout, Seat, Stamp};
use std::collections::BTreeSet;

/// A card that is at least so likely must be reckoned with before anybody is accused.
const DOUBT: f32 = 0.05;

/// A card's way as a camera saw it.
struct Way {
    from: Option<Zone>,
    to: Option<Zone>,
    face: Face,
}

impl Elements {
    /// What a fact may be, likeliest first: a touch, one card's way, or cards of the Ocean that nobody had read. An Island that goes
    /// on to the left is read as such only while that is owed: its cards are seen one by one.
    pub(super) fn read_fact(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        let stamp = fact.stamp();
        match fact {
            Fact::Settled { layout, .. } => self.read_ocean(layout, stamp),
            // In play nobody has a reason to touch the bare Ocean, and nothing follows from it.
            Fact::Touched { bare: true, .. } if !self.is_starting() => Vec::new(),
            Fact::Touched { seat, neighbour, zone, card, .. } => {
                let seats = [Some(*seat), *neighbour].into_iter().flatten();
                let act = |seat| self.touches(*zone, card).into_iter().map(move |action| Act { seat, action, stamp });
                seats.flat_map(act).collect()
            }
            Fact::Hovered { seat, neighbour, zone, .. } => {
                let seats = [Some(*seat), *neighbour].into_iter().flatten();
                seats.filter_map(|seat| Some(Act { seat, action: self.overlooked(seat, *zone)?, stamp })).collect()
            }
            Fact::Released { seat, zone, .. } => {
                let counts = match zone {
                    Zone::Ocean | Zone::Centre => self.rests_in_the_ocean(*seat),
                    Zone::Island(owner) => self.touches_wrongly(*seat, *owner),
                };
                counts.then_some(Act { seat: *seat, action: Move::Release, stamp }).into_iter().collect()
            }
            Fact::Moved { seat, from, to, card, face, .. } => {
                let way = Way { from: *from, to: *to, face: *face };
                let mut actions = Vec::new();
                let unread = matches!(card, Identity::Unknown { .. }).then_some(None);
                for card in unread.into_iter().chain(self.cards(card).into_iter().map(Some)) {
                    actions
                        .extend(self.ways_of(*seat, &way, card).into_iter().filter(|action| !actions.contains(action)).collect::<Vec<_>>());
                }
                actions.into_iter().map(|action| Act { seat: *seat, action, stamp }).collect()
            }
        }
    }

    /// What a seen card may be, likeliest first. Magic may have given a card another face.
    fn cards(&self, seen: &Identity) -> Vec<Card> {
        let likely = seen.designs().filter(|(_, probability)| *probability >= DOUBT).filter_map(|(design, _)| Card::of(design));
        let mut cards: Vec<Card> = Vec::new();
        for shown in likely {
            let bears_it =
                |card: &Card| self.guises.get(card).is_some_and(|guise| (guise.rank, guise.suit) == (shown.rank, Some(shown.suit)));
            let itself = (!self.guises.contains_key(&shown)).then_some(shown);
            cards.extend(itself.into_iter().chain(self.guises.keys().copied().filter(bears_it)));
        }
        cards
    }

    const fn is_starting(&self) -> bool {
        matches!(self.phase, Phase::Dealt { .. } | Phase::Halted { .. })
    }

    /// Whether the seat's Play Hand lies in the Ocean, as far as the game knows.
    fn rests_in_the_ocean(&self, seat: Seat) -> bool {
        match &self.phase {
            Phase::Dealt { at_centre } | Phase::Halted { at_centre, .. } => at_centre.contains(&seat),
            Phase::Playing => self.player(seat).is_some_and(super::Player::claims_in_the_ocean),
            Phase::Fire { .. } | Phase::Over { .. } => false,
        }
    }

    /// Whether the seat's Play Hand lies on an Island's card against a rule, so that letting go reverses that.
    fn touches_wrongly(&self, seat: Seat, owner: Seat) -> bool {
        let there = self.player(seat).and_then(|player| player.touching.as_ref()).is_some_and(|t| t.at == Place::Island(owner));
        there && self.reverses(seat, &Move::Release)
    }

    /// The touch that a hand may have come for: others are told by what becomes of the card.
    fn overlooked(&self, seat: Seat, zone: Zone) -> Option<Move> {
        match zone {
            Zone::Ocean | Zone::Centre => self.is_starting().then(|| Move::touch(Place::Centre, None)),
            Zone::Island(owner) => (owner == seat).then(|| Move::touch(Place::Island(owner), None)),
        }
    }

    fn touches(&self, zone: Zone, card: &Identity) -> Vec<Move> {
        let starting = self.is_starting();
        let at = match zone {
            // Cards lie in the middle as well.
            Zone::Ocean | Zone::Centre if starting => return vec![Move::touch(Place::Centre, None)],
            Zone::Ocean | Zone::Centre => Place::Ocean,
            Zone::Island(owner) => Place::Island(owner),
        };
        let named = self.cards(card).into_iter().map(Some);
        let unread = matches!((at, card), (Place::Island(_), _) | (_, Identity::Unknown { .. })).then_some(None);
        let touch = |card| Move::Touch(Touch::new(at, card));
        match at {
            Place::Ocean => unread.into_iter().chain(named).map(touch).collect(),
            _ => named.chain(unread).map(touch).collect(),
        }
    }

    fn ways_of(&self, seat: Seat, way: &Way, card: Option<Card>) -> Vec<Move> {
        let place = |zone: Zone| if zone == Zone::Centre { Place::Ocean } else { zone.into() };
        let carry = |from, to| Move::Carry(Carry::new(from, to, card).facing(way.face));
        // What was not read is most likely what the hand is known to hold.
        let player = self.player(seat);
        let known = player.and_then(|player| player.holding()?.card).filter(|_| card.is_none());
        let out = |to| {
            let named = known.map(|known| Move::Carry(Carry::new(Place::Play, to, Some(known)).facing(way.face)));
            named.into_iter().chain([carry(Place::Play, to)]).collect()
        };
        match (way.from.map(place), way.to.map(place)) {
            // What a hand brings off the table is for the Flame in the other hand.
            (None, None) => out(Place::Flame(seat)),
            (Some(Place::Ocean), Some(Place::Ocean)) => {
                let (same_side, other_side) = match way.face {
                    Face::Up => (&self.ocean.up, &self.ocean.down),
                    Face::Down => (&self.ocean.down, &self.ocean.up),
                };
                let turn = Move::Turn { card, face: way.face };
                let moved = Move::Rearrange { count: 1, stacked: false };
                let unread = other_side.unknown() > 0;
                match card {
                    Some(card) if other_side.holds(card) || unread && self.whereabouts(card).is_none() => vec![turn, moved],
                    None if unread && same_side.count() == 0 => vec![turn, moved],
                    None if unread => vec![moved, turn],
                    _ => vec![moved],
                }
            }
            (Some(from), Some(to)) if from == to => vec![Move::Arrange { island: from.owner().unwrap_or(seat) }],
            (Some(Place::Island(from)), Some(Place::Island(to))) if from == seat && to == self.setup.seats.after(seat) => {
                let owed = self.player(seat).is_some_and(|player| player.to_pass > 0);
                if owed { vec![Move::PassIsland { to: None, cards: None }] } else { Vec::new() }
            }
            (Some(from), Some(to)) => vec![carry(from, to)],
            (Some(from), None) => vec![carry(from, Place::Play)],
            // Out of a hand: the card in the Play Hand, else one of the Flame.
            (None, Some(to)) => {
                let holds = player.is_some_and(|player| !player.held.is_empty());
                if holds { out(to) } else { vec![carry(Place::Flame(seat), to)] }
            }
        }
    }

    /// Cards that lie face up in the Ocean, are read without doubt, and were not known to be anywhere.
    fn read_ocean(&self, layout: &Layout<Zone>, stamp: Stamp) -> Vec<Act<Move>> {
        let seen = layout.cards(&Zone::Ocean).iter().filter(|laid| laid.face == Face::Up && laid.identity.card().is_some());
        let certain = seen.filter_map(|laid| match self.cards(&laid.identity).as_slice() {
            [card] => Some(*card),
            _ => None,
        });
        let new: BTreeSet<Card> = certain.filter(|card| self.whereabouts(*card).is_none()).collect();
        if new.is_empty() || new.len() > usize::from(self.ocean.up.unknown()) {
            return Vec::new();
        }
        vec![Act { seat: self.setup.dealer, action: Move::Show { cards: new }, stamp }]
    }
}
