//! Acts that could account for what a settled table shows.

use super::wants::Want;
use super::{Arrow, Carry, DesignNumber, Lies, Move, Place, Zone};
use crate::cards::{CardId, Face};
use crate::games::Act;
use crate::table::{Fact, Glimpse, Identity, LaidCard, Layout, PileChange, Seat, Stamp, Visit};
use std::collections::BTreeSet;

/// A card that has come to a place.
struct Come {
    at: Place,
    /// What it may be: what it was read as, then what else it could be.
    cards: Vec<CardId>,
    face: Face,
    /// Clockwise turn, 0 when its top points away from South.
    turn_deg: f32,
}

/// A card that has left a place.
struct Gone {
    at: Place,
    card: CardId,
    owner: Seat,
}

/// From how far off straight on a card counts as lying across, in degrees.
const ACROSS_FROM_DEG: f32 = 45.0;

impl Arrow {
    /// Acts, legal or not, that could account for part of what a settled table shows: over-generous, never judged. What no camera can
    /// tell (an activation, a choice, a pass) is not proposed.
    pub(super) fn read_fact(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        let Fact::Settled { stamp, layout, visits, glimpses, .. } = fact else { return Vec::new() };
        let (gone, come) = (self.gone(layout), self.come(layout, visits));
        let mut acts = Witnessed { visits, settled: *stamp, acts: Vec::new() };
        let awaited = self.settled().awaited().wants;
        for come in &come {
            self.covered(come, glimpses, &mut acts);
            for card in come.cards.iter().map(Some).chain(come.cards.is_empty().then_some(None)) {
                for gone in gone.iter().filter(|gone| card.is_none_or(|card| *card == gone.card)) {
                    self.moved(gone, come.at, come.lies(gone.owner), &mut acts);
                }
                for seat in self.who_placed(come, visits) {
                    let carry = Carry { from: Place::Hand, to: come.at, card: card.cloned(), lies: come.lies(seat) };
                    acts.tell(seat, carry);
                }
                for seat in super::setup::SEATS {
                    let from: Place = Zone::Discard(seat).into();
                    let top = self.side(seat).discard.last().copied().flatten();
                    let may_leave = |design: DesignNumber| Some(self.setup.card(design)) == card;
                    // From below the top, as a text allows.
                    let dug_out = |want: &Want| matches!(want, Want::Carry { seat: by, from: pile, design: Some(design), .. } if (*by, *pile) == (seat, from) && may_leave(*design));
                    if come.at.cell().is_some() && (top.is_some_and(may_leave) || awaited.iter().any(dug_out)) {
                        acts.tell(seat, Carry { from, to: come.at, card: card.cloned(), lies: come.lies(seat) });
                    }
                }
            }
        }
        for gone in &gone {
            let by = super::setup::opponent(gone.owner);
            for (seat, to) in [(by, Zone::Victory(by).into()), (gone.owner, Zone::Discard(gone.owner).into()), (gone.owner, Place::Hand)] {
                acts.tell(seat, Carry { from: gone.at, to, card: Some(gone.card.clone()), lies: Lies::Straight });
            }
            acts.tell(
                gone.owner,
                Carry { from: gone.at, to: Zone::Victory(gone.owner).into(), card: Some(gone.card.clone()), lies: Lies::Straight },
            );
        }
        self.taken_back(layout, visits, &mut acts);
        for seat in super::setup::SEATS {
            let there = |visit: &Visit<Zone>| visit.zone == Zone::Deck(seat) && visit.may_be(seat);
            let emptied = self.side(seat).deck > 0 && layout.cards(&Zone::Deck(seat)).is_empty();
            if emptied || visits.iter().any(there) {
                acts.tell(seat, Carry { from: Zone::Deck(seat).into(), to: Place::Hand, card: None, lies: Lies::Straight });
            }
        }
        acts.acts
    }

    /// A card of the Board that was carried to where one has come: by whose hand was there, or else whose pile it is.
    fn moved(&self, gone: &Gone, to: Place, lies: Lies, acts: &mut Witnessed<'_>) {
        let carry = Carry { from: gone.at, to, card: Some(gone.card.clone()), lies };
        let there = |visit: &&Visit<Zone>| [gone.at.zone(), to.zone()].contains(&Some(visit.zone));
        let hands: BTreeSet<Seat> = acts.visits.iter().filter(there).map(|visit| visit.seat).collect();
        let pile = to.zone().and_then(Zone::owner).filter(|_| hands.is_empty());
        let seats = super::setup::SEATS.into_iter().filter(|seat| hands.is_empty() || hands.contains(seat));
        for seat in seats.filter(|seat| pile.is_none_or(|pile| pile == *seat)) {
            acts.tell(seat, carry.clone());
        }
    }

    /// A card that went to a Discard Pile before the one that lies on it now: as it was glimpsed, or unread, where a hand was twice.
    fn covered(&self, come: &Come, glimpses: &[Glimpse<Zone>], acts: &mut Witnessed<'_>) {
        let Place::On(zone @ Zone::Discard(owner)) = come.at else { return };
        let times = acts.visits.iter().filter(|visit| visit.zone == zone && visit.may_be(owner)).count();
        let top = self.side(owner).discard.last().copied();
        let is_told = top.is_some_and(|top| top.is_none_or(|design| come.cards.first() == Some(self.setup.card(design))));
        if times < 2 || is_told {
            return;
        }
        let glimpsed = glimpses.iter().filter(|glimpse| glimpse.zone == zone).map(|glimpse| Some(glimpse.card.clone()));
        for card in glimpsed.chain([None]) {
            acts.tell(owner, Carry { from: Place::Hand, to: come.at, card, lies: Lies::Straight });
        }
    }

    /// The top of a Discard Pile that has gone into its owner's hand.
    fn taken_back(&self, layout: &Layout<Zone>, visits: &[Visit<Zone>], acts: &mut Witnessed<'_>) {
        for seat in super::setup::SEATS {
            let zone = Zone::Discard(seat);
            let Some(top) = self.side(seat).discard.last() else { continue };
            let seen = layout.cards(&zone).last();
            // The card below may be of the same design.
            let uncovered = seen.is_some_and(|laid| laid.change == Some(PileChange::Uncovered)) || is_visited(zone, visits);
            if uncovered || seen.is_none_or(|laid| !self.may_be(laid, *top)) {
                acts.tell(
                    seat,
                    Carry { from: zone.into(), to: Place::Hand, card: top.map(|top| self.setup.card(top).clone()), lies: Lies::Straight },
                );
            }
        }
    }

    /// Whether a seen card may be this one.
    fn may_be(&self, laid: &LaidCard, design: Option<DesignNumber>) -> bool {
        let Some(design) = design else { return true };
        let cards = self.readings(laid);
        laid.face == Face::Up && (cards.is_empty() || cards.contains(self.setup.card(design)))
    }

    /// What a seen card may be, the likeliest first; nothing of a back and of one that gave no clue.
    fn readings(&self, laid: &LaidCard) -> Vec<CardId> {
        let (Identity::Known { alternatives, .. } | Identity::Unknown { alternatives }) = &laid.identity;
        let cards = laid.identity.card().into_iter().chain(alternatives.iter().map(|other| &other.card));
        let mut once = BTreeSet::new();
        cards.filter(|card| laid.face == Face::Up && once.insert(*card)).cloned().collect()
    }

    fn gone(&self, layout: &Layout<Zone>) -> Vec<Gone> {
        let mut gone = Vec::new();
        let mut left = |at: Zone, design, owner| gone.push(Gone { at: at.into(), card: self.setup.card(design).clone(), owner });
        for (cell, piece) in self.board.iter() {
            let zone = Zone::Cell(cell);
            if !layout.cards(&zone).iter().any(|laid| self.may_be(laid, Some(piece.design))) {
                left(zone, piece.design, piece.owner);
            }
        }
        for seat in super::setup::SEATS {
            let zone = Zone::Persistent(seat);
            let mut seen: Vec<&LaidCard> = layout.cards(&zone).iter().collect();
            for piece in &self.side(seat).persistent {
                match seen.iter().position(|laid| self.may_be(laid, Some(piece.design))) {
                    Some(at) => _ = seen.remove(at),
                    None => left(zone, piece.design, piece.owner),
                }
            }
        }
        gone
    }

    fn come(&self, layout: &Layout<Zone>, visits: &[Visit<Zone>]) -> Vec<Come> {
        let mut come = Vec::new();
        for (zone, cards) in &layout.zones {
            let mut there: Vec<Option<DesignNumber>> = match *zone {
                Zone::Cell(cell) => self.board.get(cell).map(|piece| Some(piece.design)).into_iter().collect(),
                Zone::Persistent(seat) => self.side(seat).persistent.iter().map(|piece| Some(piece.design)).collect(),
                Zone::Discard(seat) => self.side(seat).discard.last().copied().into_iter().collect(),
                Zone::Victory(seat) => self.side(seat).victory.last().map(|won| won.design).into_iter().collect(),
                Zone::Deck(_) => continue,
            };
            let is_pile = matches!(zone, Zone::Discard(_) | Zone::Victory(_));
            for laid in cards {
                // A card laid on another of its design looks as if nothing had come.
                let covers = is_pile && (laid.change == Some(PileChange::Laid) || is_visited(*zone, visits));
                match there.iter().position(|design| self.may_be(laid, *design)) {
                    Some(at) if !covers => _ = there.remove(at),
                    Some(_) => come.push(Come { at: (*zone).into(), cards: self.readings(laid), face: laid.face, turn_deg: laid.turn_deg }),
                    None => come.push(Come { at: (*zone).into(), cards: self.readings(laid), face: laid.face, turn_deg: laid.turn_deg }),
                }
            }
        }
        come
    }

    /// Who may have laid a card there out of the hand: whose pile it is; else who reached there, as whose it lies, and who may act.
    fn who_placed(&self, come: &Come, visits: &[Visit<Zone>]) -> Vec<Seat> {
        if let Some(owner) = come.at.zone().and_then(Zone::owner) {
            return if matches!(come.at, Place::On(Zone::Victory(_))) { Vec::new() } else { vec![owner] };
        }
        let there = visits.iter().filter(|visit| Some(visit.zone) == come.at.zone());
        let mut seats: Vec<Seat> = there.map(|visit| visit.seat).chain(come.owner()).chain(self.turn()).collect();
        seats.retain(|seat| super::setup::SEATS.contains(seat));
        let mut once = BTreeSet::new();
        seats.retain(|seat| once.insert(*seat));
        if seats.is_empty() { super::setup::SEATS.into() } else { seats }
    }
}

fn is_visited(zone: Zone, visits: &[Visit<Zone>]) -> bool {
    visits.iter().any(|visit| visit.zone == zone)
}

impl Come {
    /// As whose it lies; `None` when it lies across.
    fn owner(&self) -> Option<Seat> {
        let off = self.turn_deg.rem_euclid(360.0);
        let off = off.min(360.0 - off);
        if off < ACROSS_FROM_DEG {
            Some(Seat::P1)
        } else if off > 180.0 - ACROSS_FROM_DEG {
            Some(Seat::P2)
        } else {
            None
        }
    }

    /// How it lies as a card of this seat's.
    fn lies(&self, seat: Seat) -> Lies {
        match (self.face, self.owner(), self.at) {
            (Face::Down, ..) => Lies::FaceDown,
            // In the piles nothing rests on it.
            (_, _, Place::On(Zone::Discard(_) | Zone::Victory(_) | Zone::Persistent(_))) => Lies::Straight,
            (_, None, _) => Lies::Sideways,
            (_, Some(owner), _) if owner == seat => Lies::Straight,
            _ => Lies::Turned,
        }
    }
}

/// Acts as they are told, each once, with the time of the hand that may have done it.
struct Witnessed<'a> {
    visits: &'a [Visit<Zone>],
    settled: Stamp,
    acts: Vec<Act<Move>>,
}

impl Witnessed<'_> {
    fn tell(&mut self, seat: Seat, carry: Carry) {
        let there = |visit: &&Visit<Zone>| visit.may_be(seat) && [carry.from.zone(), carry.to.zone()].contains(&Some(visit.zone));
        let stamp = self.visits.iter().filter(there).map(|visit| (visit.deepest, visit.to)).max().map_or(self.settled, |(_, to)| to);
        let action = Move::Carry(carry);
        if !self.acts.iter().any(|act| act.seat == seat && act.action == action) {
            self.acts.push(Act { seat, action, stamp });
        }
    }
}
