use super::{Card, Elements, Guise, Move, Objection, Phase, Place, Zone};
use crate::cards::{CardId, Face};
use crate::games::{Act, Carried, Game, ScoreSheet, Term};
use crate::table::{Expected, Fact, Layout, Pile, Seat, Seats, Stamp};
use std::collections::BTreeMap;

impl Game for Elements {
    type Zone = Zone;
    type Move = Move;
    type Objection = Objection;

    fn seats(&self) -> Seats {
        self.setup.seats
    }

    fn to_act(&self) -> Vec<Seat> {
        match self.phase {
            Phase::Dealt { .. } | Phase::Playing | Phase::Halted { .. } => self.setup.seats.iter().collect(),
            Phase::Fire { by } => vec![by],
            Phase::Over { .. } => Vec::new(),
        }
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

    fn traceless(&self) -> Vec<(Seat, Move)> {
        // Of an Island that goes on, two look alike before and after.
        let moves =
            |seat| [Move::touch(Place::Island(seat), None), Move::PassIsland { to: None, cards: None }].map(|action| (seat, action));
        let lawful =
            |(seat, action): &(Seat, Move)| self.judge(&Act { seat: *seat, action: action.clone(), stamp: Stamp::default() }).is_ok();
        self.setup.seats.iter().flat_map(moves).filter(lawful).collect()
    }

    fn keeps_offences() -> bool {
        true
    }

    fn unseen_before(&self, act: &Act<Move>) -> Vec<Vec<Act<Move>>> {
        self.unseen_before_call(act)
    }

    fn owes(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.penalty.is_some())
    }

    fn expected(&self) -> Expected<Zone> {
        let shown = |card: Card| match self.shown(card) {
            Guise { rank, suit: Some(suit) } => Card { rank, suit }.design(),
            Guise { suit: None, .. } => None,
        };
        let faces: Vec<_> = self.ocean.up.known().filter_map(shown).collect();
        let unread = self.ocean.up.count() - faces.len() as u16;
        let backs = self.ocean.down.count();
        let mut zones = BTreeMap::new();
        if self.ocean.up.count() + backs > 0 {
            zones.insert(Zone::Ocean, Pile::Strewn { faces, unread, backs });
        }
        for (seat, player) in self.setup.seats.iter().zip(&self.players) {
            let cards = player.island.count() + player.arriving.count();
            if cards > 0 {
                zones.insert(Zone::Island(seat), Pile::Counted(cards));
            }
        }
        Expected { zones }
    }

    fn reaches(&self, seat: Seat, action: &Move) -> Vec<Zone> {
        let of = |places: &[Place]| places.iter().copied().filter_map(Place::zone).collect();
        match action {
            Move::Touch(touch) => of(&[touch.at]),
            Move::Carry(carry) => of(&[carry.from, carry.to]),
            Move::Turn { .. } | Move::Rearrange { .. } | Move::Whirlwind { .. } => vec![Zone::Ocean],
            Move::Arrange { island } => vec![Zone::Island(*island)],
            Move::PassIsland { to, .. } => vec![Zone::Island(seat), Zone::Island(to.unwrap_or_else(|| self.setup.seats.after(seat)))],
            _ => Vec::new(),
        }
    }

    fn carries(&self, act: &Act<Move>) -> Option<Carried<Zone>> {
        let carry = act.action.carry()?;
        let known = carry.card.and_then(|card| self.whereabouts(card));
        let was_known = matches!(known, Some(Place::Hand(_) | Place::Flame(_)));
        let card = carry.card.and_then(Card::design);
        Some(Carried { card, from: carry.from.zone(), to: carry.to.zone(), was_known, was_covered: false })
    }

    fn read(&self, fact: &Fact<Zone>) -> Vec<Act<Move>> {
        self.read_fact(fact)
    }

    fn misplaced(&self, layout: &Layout<Zone>) -> Vec<CardId> {
        let lies = layout.cards(&Zone::Ocean).iter().filter(|laid| laid.face == Face::Up).filter_map(|laid| laid.identity.card());
        let elsewhere = |card: &Card| self.guises.is_empty() && self.whereabouts(*card).is_some_and(|place| place != Place::Ocean);
        lies.filter(|design| Card::of(design).as_ref().is_some_and(elsewhere)).cloned().collect()
    }

    fn amiss(&self, layout: &Layout<Zone>) -> Vec<String> {
        self.audit_table(layout).into_iter().chain(self.audit().iter().map(ToString::to_string)).collect()
    }

    fn scores(&self) -> ScoreSheet {
        let round = |n: u32| if n == 1 { "1 round won".to_owned() } else { format!("{n} rounds won") };
        let terms = |seat| match self.points(seat) {
            0 => Vec::new(),
            n => vec![Term { card: None, reason: round(n), points: i64::from(n) }],
        };
        ScoreSheet::from_terms(self.setup.seats.iter().map(|seat| (seat, terms(seat))).collect())
    }
}
