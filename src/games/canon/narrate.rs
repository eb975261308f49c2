use super::{Canon, Move, Phase, Zone};
use crate::cards::CardId;
use crate::games::{Act, Narrate};
use crate::table::Seat;

impl Narrate for Canon {
    fn describe(&self, act: &Act<Move>) -> String {
        Self::describe(self, act)
    }

    fn title(&self, card: &CardId) -> String {
        self.setup.short(card).to_owned()
    }

    fn phase(&self) -> String {
        match &self.phase {
            Phase::Playing { turn } => format!("{turn} to move"),
            Phase::Final { to_move } => {
                let seats = to_move.iter().map(Seat::to_string).collect::<Vec<_>>().join(", then ");
                format!("Last round: one more move by {seats}")
            }
            Phase::Over => "The game is over".into(),
        }
    }

    fn hand_count(&self, seat: Seat) -> (u32, u32) {
        self.hand(seat).map_or((0, 0), |hand| {
            let known: u16 = hand.known().values().sum();
            (u32::from(known), u32::from(hand.unknown()))
        })
    }

    fn owner(zone: Zone) -> Option<Seat> {
        match zone {
            Zone::Canon(seat, _) => Some(seat),
            Zone::Draw | Zone::Discard | Zone::Centre(_) => None,
        }
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }

    fn pile_count(&self, zone: Zone) -> Option<u32> {
        match zone {
            Zone::Draw => Some(self.draw),
            Zone::Discard => Some(self.discard.len() as u32),
            Zone::Centre(_) | Zone::Canon(..) => None,
        }
    }
}
