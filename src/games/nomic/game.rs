use super::{Ballots, Move, Nomic, Objection, Phase, PileCard, Place, Zone};
use crate::cards::{CardId, Face, StandardCard};
use crate::games::{Act, Card, Carried, Game, ScoreSheet, Term};
use crate::table::{Expected, Fact, Layout, Pile, Seat, Seats};
use std::collections::{BTreeMap, BTreeSet};

impl Game for Nomic {
    type Zone = Zone;
    type Move = Move;
    type Objection = Objection;

    fn seats(&self) -> Seats {
        self.setup.seats
    }

    fn to_act(&self) -> Vec<Seat> {
        if matches!(self.phase, Phase::Over { .. }) {
            return Vec::new();
        }
        self.setup.seats.iter().filter(|seat| !self.legal(*seat).is_empty()).collect()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        self.legal(seat)
    }

    fn check(&self, act: &Act<Move>) -> Result<(), Objection> {
        self.judge(act)
    }

    fn apply(&mut self, act: &Act<Move>) {
        self.carry_out(act);
    }

    fn expected(&self) -> Expected<Zone> {
        let votes = Ballots::BOTH.map(|ballots| (ballots.zone(), pile(self.votes(ballots))));
        let draw = (self.draw > 0).then_some(Pile::Squared { card: None, face: Face::Down });
        let discard = self.discard.last().map(|top| Pile::Squared { card: top.visible().and_then(Card::design), face: top.face });
        // Whatever lies in a token's place is the token.
        let token = Some(Pile::Counted(1));
        let zones = [(Zone::Draw, draw), (Zone::Discard, discard), (Zone::Token(self.token), token)].into_iter().chain(votes);
        Expected { zones: zones.filter_map(|(zone, pile)| Some((zone, pile?))).collect() }
    }

    fn reaches(&self, _: Seat, action: &Move) -> Vec<Zone> {
        match action {
            Move::Carry(carry) => [carry.from(), carry.to()].into_iter().filter_map(Place::zone).collect(),
            Move::PassToken { to } => vec![Zone::Token(self.token), Zone::Token(*to)],
            Move::Reshuffle => vec![Zone::Discard, Zone::Draw],
            Move::TurnUp { pile, .. } => vec![pile.zone()],
            Move::Propose(_) | Move::Abstain | Move::Announce { .. } | Move::Limit | Move::Resolve(_) | Move::Frozen | Move::Won { .. } => {
                Vec::new()
            }
        }
    }

    fn carries(&self, act: &Act<Move>) -> Option<Carried<Zone>> {
        if let Move::PassToken { to } = &act.action {
            let (from, to) = (Some(Zone::Token(self.token)), Some(Zone::Token(*to)));
            return Some(Carried { card: token(), from, to, was_known: false, was_covered: false });
        }
        let carry = act.action.carry()?;
        let hand = self.hand(act.seat).filter(|_| carry.from() == Place::Hand);
        let was_known = hand.zip(carry.card()).is_some_and(|(hand, card)| hand.known().contains(&card));
        let card = carry.card().and_then(Card::design);
        Some(Carried { card, from: carry.from().zone(), to: carry.to().zone(), was_known, was_covered: false })
    }

    fn read(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        self.read_fact(fact)
    }

    fn traceless(&self) -> Vec<(Seat, Move)> {
        self.without_trace()
    }

    fn amiss(&self, layout: &Layout<Zone>) -> Vec<String> {
        let mut places = BTreeMap::<Card, BTreeSet<String>>::new();
        for (zone, cards) in &layout.zones {
            for card in cards.iter().filter_map(|laid| laid.identity.card().and_then(Card::of)) {
                places.entry(card).or_default().insert(zone.to_string());
            }
        }
        let twice = places.into_iter().filter(|(_, zones)| zones.len() > 1);
        twice.map(|(card, zones)| format!("{card} lies in {}", zones.into_iter().collect::<Vec<_>>().join(" and "))).collect()
    }

    fn scores(&self) -> ScoreSheet {
        let terms = |(seat, points): (Seat, &i64)| {
            let term = Term { card: None, reason: "points by the rules".into(), points: *points };
            (seat, if *points == 0 { Vec::new() } else { vec![term] })
        };
        ScoreSheet::from_terms(self.setup.seats.iter().zip(&self.points).map(terms).collect())
    }

    fn is_over(&self) -> bool {
        // Rules can leave nobody with a move, which only a consensus mends.
        matches!(self.phase, Phase::Over { .. })
    }
}

/// The card that stands for the token on the table: a joker, since 52 cards are in play.
pub(super) fn token() -> Option<CardId> {
    StandardCard::Joker.id().ok()
}

/// How votes show: heaped while all lie face down, then strewn, since their order means nothing.
fn pile(votes: &[PileCard]) -> Option<Pile> {
    let backs = votes.iter().filter(|lying| lying.face == Face::Down).count();
    let faces: Vec<CardId> = votes.iter().filter_map(|lying| lying.visible()?.design()).collect();
    match (votes.len(), faces.len(), backs) {
        (0, ..) => None,
        (all, _, backs) if all == backs => Some(Pile::Heaped(all as u16)),
        (all, read, backs) => Some(Pile::Strewn { faces, unread: (all - read - backs) as u16, backs: backs as u16 }),
    }
}
