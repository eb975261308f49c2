//! Names and sentences for a reader.

use super::frame::{Frame, Stage};
use super::setup::DesignNumber;
use super::wants::{Want, question};
use super::{Arrow, Carry, Cell, Lies, Move, Phase, Place, Zone};
use crate::cards::CardId;
use crate::games::{Act, CardMarks, Narrate};
use crate::table::Seat;

impl Arrow {
    pub(super) fn title(&self, design: Option<DesignNumber>) -> String {
        design.map_or_else(|| "a card".to_owned(), |design| self.setup.face(design).name.clone())
    }

    pub(super) fn shown(&self, card: Option<&CardId>) -> String {
        card.map_or_else(|| "a button".to_owned(), |card| self.setup.name(card).to_owned())
    }

    pub(super) fn shown_want(&self, want: &Want) -> String {
        match want {
            Want::Carry { seat, to: Place::Hand, from: Place::On(Zone::Deck(_)), .. } => format!("{seat} draws"),
            Want::Carry { seat, from, to, design } => format!("{seat} moves {} from {from} to {to}", self.title(*design)),
            Want::FromHand { seat, to, .. } => match to.first() {
                Some(Place::On(Zone::Discard(_))) => format!("{seat} discards a card"),
                Some(Place::On(Zone::Cell(cell))) if to.len() == 1 => format!("{seat} places a card on {cell}"),
                _ => format!("{seat} places a card"),
            },
            Want::Cover { seat } => format!("{seat} lays a card face down on {}", Cell::start(*seat)),
            Want::Choose { seat, .. } => format!("{seat} chooses a card"),
            Want::Spend { seat, .. } => format!("{seat} pays"),
            Want::Activate { seat, .. } => format!("{seat} activates an Action"),
            Want::Button { seat, on, .. } => format!("{seat} {} a button", if *on { "puts on" } else { "takes off" }),
            Want::Answer { seat } => format!("{seat}'s text asks: {}", self.question().unwrap_or("how many")),
            Want::Throw => "Rock Paper Scissors is played out".into(),
        }
    }

    /// What the operator is asked about the world outside.
    pub fn question(&self) -> Option<&str> {
        let Some(Frame::Run(run)) = self.stack.last() else { return None };
        match run.stage {
            Stage::Asking => run.source.text(&self.setup, run.text).and_then(super::wants::noticed_outside),
            Stage::Next { step } => self.sentence(run, step).and_then(question),
            _ => None,
        }
    }
}

impl Narrate for Arrow {
    fn describe(&self, act: &Act<Move>) -> String {
        let seat = act.seat;
        let card = |card: &Option<CardId>| card.as_ref().map_or("a card", |card| self.setup.name(card)).to_owned();
        match &act.action {
            Move::Pass => format!("{seat} passes"),
            Move::Done => format!("{seat} leaves the rest"),
            Move::Carry(carry) => format!("{seat} {}", self.carried(seat, carry)),
            Move::Use(used) => format!("{seat} activates text {} of {}", used.text, self.shown(used.card.as_ref())),
            Move::Choose { card: chosen, .. } => format!("{seat} chooses {}", card(chosen)),
            Move::Spend { card: charged, .. } => format!("{seat} pays with a charge counter of {}", card(charged)),
            Move::Answer(number) => format!("the answer is {number}"),
            Move::Throw(winner) => format!("{winner} wins Rock Paper Scissors"),
            Move::TakeOff(number) => format!("{seat} takes off button {number}"),
            Move::PutOn(number) => format!("{seat} puts on button {number}"),
        }
    }

    fn title(&self, card: &CardId) -> String {
        self.setup.name(card).to_owned()
    }

    fn phase(&self) -> String {
        match (&self.phase, self.awaited().wants.first()) {
            (Phase::Over { winner: Some(winner) }, _) => format!("{winner} has won"),
            (Phase::Over { winner: None }, _) => "a draw".into(),
            (_, Some(want)) => self.shown_want(want),
            (Phase::Turn { seat, .. }, None) => format!("{seat} to act"),
            (Phase::Starting | Phase::Throw, None) => "the game begins".into(),
        }
    }

    fn hand_count(&self, seat: Seat) -> (u32, u32) {
        let hand = &self.side(seat).hand;
        let known = hand.count() - hand.unknown();
        (known.into(), hand.unknown().into())
    }

    fn owner(zone: Zone) -> Option<Seat> {
        zone.owner()
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }

    fn calls(&self) -> Vec<(String, String, Option<Seat>)> {
        self.callable()
    }

    fn marks(&self, zone: Zone) -> Option<CardMarks> {
        self.marks_in(zone)
    }

    fn hints(&self) -> Vec<(String, Vec<Zone>)> {
        self.placings()
    }

    fn pile_count(&self, zone: Zone) -> Option<u32> {
        match zone {
            Zone::Deck(seat) => Some(self.side(seat).deck.into()),
            Zone::Discard(seat) => u32::try_from(self.side(seat).discard.len()).ok(),
            Zone::Victory(seat) => u32::try_from(self.side(seat).victory.len()).ok(),
            Zone::Cell(_) | Zone::Persistent(_) => None,
        }
    }
}

impl Arrow {
    fn carried(&self, seat: Seat, carry: &Carry) -> String {
        let card = carry.card.as_ref().map_or("a card", |card| self.setup.name(card));
        let lies = match carry.lies {
            Lies::Straight => "",
            Lies::Turned => ", turned towards its owner",
            Lies::Sideways => ", across",
            Lies::FaceDown => ", face down",
        };
        let what = match (carry.from, carry.to) {
            (Place::On(Zone::Deck(_)), Place::Hand) => "draws".to_owned(),
            (Place::Hand, Place::On(Zone::Cell(cell))) => format!("places {card} on {cell}"),
            (Place::Hand, Place::On(Zone::Persistent(_))) => format!("plays {card} to the Persistent Area"),
            (Place::Hand, Place::On(Zone::Discard(_))) => format!("discards {card}"),
            (Place::On(Zone::Cell(cell)), Place::On(Zone::Victory(by))) if by == seat => format!("captures {card} on {cell}"),
            (Place::On(Zone::Cell(cell)), Place::On(Zone::Victory(by))) => format!("gives up {card} on {cell} to {by}"),
            (from, to) => format!("moves {card} from {from} to {to}"),
        };
        format!("{what}{lies}")
    }
}
