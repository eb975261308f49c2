use super::describe::describe;
use super::{Card, Elements, Missing, Move, Phase, Zone};
use crate::cards::CardId;
use crate::games::{Act, Narrate};
use crate::table::Seat;

impl Elements {
    /// What a seat owes before it may act freely, for a reader; `None` when it owes nothing.
    pub fn due(&self, seat: Seat) -> Option<String> {
        let player = self.player(seat)?;
        let stop = self.must_stop(seat).into_iter().next();
        match &player.penalty {
            _ if player.opening => Some(format!("{seat} must touch the own Island first")),
            Some(penalty) => Some(match penalty.offences.last() {
                Some(offence) => format!("{seat} must reverse a violation ({})", offence.code),
                None => format!("{seat} must touch the own Island"),
            }),
            None if player.to_pass > 0 => Some(format!("{seat} must pass the Island on")),
            None if player.island.count() > self.island_size => Some(format!("{seat} must reduce the Island")),
            None => match (self.must_give_up(seat), stop) {
                (Some(card), _) => Some(format!("{seat} must give up {card}")),
                (None, Some(card)) => Some(format!("{seat} must stop the magic on {card}")),
                (None, None) => None,
            },
        }
    }
}

impl Narrate for Elements {
    fn describe(&self, act: &Act<Move>) -> String {
        format!("{} {}", act.seat, describe(&act.action))
    }

    fn title(&self, card: &CardId) -> String {
        Card::of(card).map_or_else(|| card.to_string(), |card| card.to_string())
    }

    fn phase(&self) -> String {
        let waits = |at_centre: &std::collections::BTreeSet<Seat>| {
            let missing: Vec<Seat> = self.setup.seats.iter().filter(|seat| !at_centre.contains(seat)).collect();
            match missing.as_slice() {
                [] => format!("{} counts down", self.setup.dealer),
                _ => format!("{} to touch the middle of the Ocean", Missing(missing)),
            }
        };
        match &self.phase {
            Phase::Dealt { at_centre } => waits(at_centre),
            Phase::Halted { at_centre, .. } => format!("Halted: {}", waits(at_centre)),
            Phase::Playing => {
                let dues: Vec<String> = self.setup.seats.iter().filter_map(|seat| self.due(seat)).collect();
                if dues.is_empty() { "All play".into() } else { dues.join("; ") }
            }
            Phase::Fire { by } => format!("{by} called Fire: the Flame is to be verified"),
            Phase::Over { winner } => format!("{winner} has won the round"),
        }
    }

    fn hand_count(&self, seat: Seat) -> (u32, u32) {
        self.player(seat).map_or((0, 0), |player| {
            let unread = player.held.iter().filter(|held| held.card.is_none()).count() as u32 + u32::from(player.flame.unknown());
            (u32::from(player.flame.count()) + player.held.len() as u32 - unread, unread)
        })
    }

    fn owner(zone: Zone) -> Option<Seat> {
        match zone {
            Zone::Island(seat) => Some(seat),
            Zone::Ocean | Zone::Centre => None,
        }
    }

    fn pass() -> Option<Move> {
        None
    }

    fn calls(&self) -> Vec<(String, String, Option<Seat>)> {
        let call = |title: &str, text: String, seat| (title.to_owned(), text, seat);
        match &self.phase {
            Phase::Dealt { .. } | Phase::Halted { .. } => vec![call("Go", "go".into(), Some(self.setup.dealer))],
            Phase::Playing => ["Whirlwind", "Fire", "Halt"].into_iter().map(|title| call(title, title.to_lowercase(), None)).collect(),
            Phase::Fire { by } => {
                let cards: Vec<String> =
                    self.player(*by).map(|player| player.flame.known().map(|card| card.to_string()).collect()).unwrap_or_default();
                if cards.is_empty() { Vec::new() } else { vec![call("Verify", format!("verify {}", cards.join(" ")), Some(*by))] }
            }
            Phase::Over { .. } => vec![call("Deal", "deal".into(), Some(self.setup.dealer))],
        }
    }

    fn pile_count(&self, zone: Zone) -> Option<u32> {
        match zone {
            Zone::Ocean => Some(u32::from(self.ocean.up.count() + self.ocean.down.count())),
            Zone::Island(seat) => self.player(seat).map(|player| u32::from(player.island.count())),
            Zone::Centre => None,
        }
    }
}
