use super::setup::HAND_LIMIT;
use super::{Canon, FinalMove, Move, Phase, Place, Slot, StackCard, Zone};
use crate::cards::CardId;
use crate::table::Seat;
use std::collections::BTreeSet;

impl Canon {
    /// Every legal move of a seat: a pass, the draw, what it may take, what it may place, in this order.
    pub(super) fn legal(&self, seat: Seat) -> Vec<Move> {
        let Some(hand) = self.hand(seat) else { return Vec::new() };
        match self.turn() {
            None => return self.holdable(seat).into_iter().cloned().map(Move::discard).collect(),
            Some(turn) if turn != seat => return Vec::new(),
            Some(_) => {}
        }
        let mut moves = vec![Move::Pass];
        let plays_only = matches!(self.phase, Phase::Final { .. }) && self.setup.options.final_move == FinalMove::PlayOnly;
        if hand.count() < HAND_LIMIT && !plays_only {
            if self.draw > 0 {
                moves.push(Move::draw());
            }
            let take = |from: Place, card: &Option<CardId>| Move::from(super::Carry::new(from, Place::Hand, card.clone()));
            moves.extend(self.discard.last().map(|top| take(Place::TOP, &top.card)));
            for (zone, stack) in self.spaces.iter().filter(|(zone, _)| may_touch(seat, **zone)) {
                let works: BTreeSet<&Option<CardId>> = stack.iter().map(|s| &s.card).collect();
                moves.extend(works.into_iter().map(|card| take((*zone).into(), card)));
            }
        }
        let holdable = self.holdable(seat);
        let spaces = Slot::SEVEN.map(Zone::Centre).into_iter().chain(Slot::SEVEN.map(|slot| Zone::Canon(seat, slot)));
        for zone in spaces {
            let works: BTreeSet<&CardId> = self.stack(zone).iter().filter_map(|s: &StackCard| s.card.as_ref()).collect();
            let fits = |card: &&CardId| works.iter().all(|there| there == card);
            moves.extend(holdable.iter().copied().filter(fits).map(|card| Move::play(zone, card.clone())));
        }
        moves.extend(holdable.into_iter().cloned().map(Move::discard));
        moves
    }

    /// Works that a seat may hold, in order of their ids.
    fn holdable(&self, seat: Seat) -> Vec<&CardId> {
        let Some(hand) = self.hand(seat) else { return Vec::new() };
        let located = self.located();
        let hidden = |card: &CardId, copies: u16| copies > located.get(card).copied().unwrap_or(0);
        let may = |(card, work): &(&CardId, &super::PoolWork)| {
            hand.known().contains_key(*card) || (hand.unknown() > 0 && hidden(card, work.copies))
        };
        self.setup.pool.iter().filter(may).map(|(card, _)| card).collect()
    }
}

fn may_touch(seat: Seat, zone: Zone) -> bool {
    match zone {
        Zone::Centre(_) => true,
        Zone::Canon(owner, _) => owner == seat,
        Zone::Draw | Zone::Discard => false,
    }
}
