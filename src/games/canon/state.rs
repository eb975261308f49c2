use super::setup::DEALT;
use super::{Setup, SetupError, Zone};
use crate::cards::{CardId, Face};
use crate::games::Hand;
use crate::table::{Expected, Layout, Pile, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game of Canon: what lies where, what the hands are known to hold, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Canon {
    pub(super) setup: Arc<Setup>,
    pub(super) phase: Phase,
    /// Who took the last turn, to tell a second move from one out of turn.
    pub(super) last: Option<Seat>,
    pub(super) draw: u32,
    /// Bottom to top.
    pub(super) discard: Vec<StackCard>,
    /// The used spaces of all canons, each stack bottom to top.
    pub(super) spaces: BTreeMap<Zone, Vec<StackCard>>,
    /// P1 first.
    pub(super) hands: Vec<Hand>,
}

/// How far the game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Turn by turn.
    Playing {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The end has come: these have one more move each, in this order.
    Final {
        /// Who still moves, next first; never empty.
        to_move: Vec<Seat>,
    },
    /// All have moved. Hands go to the discard pile, without penalty.
    Over,
}

/// A card of a face-up stack as the table can know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackCard {
    /// Which work; `None` when it was never read.
    pub card: Option<CardId>,
    /// Which side is up.
    pub face: Face,
}

impl StackCard {
    /// The work, when it can be read where it lies.
    pub fn visible(&self) -> Option<&CardId> {
        self.card.as_ref().filter(|_| self.face == Face::Up)
    }
}

impl Canon {
    /// A game that has been dealt: five unknown cards in each hand, the rest in the draw pile.
    ///
    /// # Errors
    /// When the set-up cannot be dealt.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.validate()?;
        let hands = setup.seats.iter().map(|_| Hand::unknown_cards(DEALT)).collect();
        let phase = Phase::Playing { turn: setup.first };
        let draw = setup.draw_pile();
        Ok(Self { setup: Arc::new(setup), phase, last: None, draw, discard: Vec::new(), spaces: BTreeMap::new(), hands })
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How far it is.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Who moves next; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Playing { turn } => Some(*turn),
            Phase::Final { to_move } => to_move.first().copied(),
            Phase::Over => None,
        }
    }

    /// Cards in the draw pile.
    pub const fn draw_count(&self) -> u32 {
        self.draw
    }

    /// The discard pile, bottom to top.
    pub fn discard(&self) -> &[StackCard] {
        &self.discard
    }

    /// The stack of a space, bottom to top; empty for the two piles.
    pub fn stack(&self, zone: Zone) -> &[StackCard] {
        self.spaces.get(&zone).map_or(&[], Vec::as_slice)
    }

    /// The used spaces of all canons with their stacks.
    pub const fn spaces(&self) -> &BTreeMap<Zone, Vec<StackCard>> {
        &self.spaces
    }

    /// A seat's hand; `None` for a seat that does not play.
    pub fn hand(&self, seat: Seat) -> Option<&Hand> {
        self.hands.get(seat.index())
    }

    /// Copies of each work that lie face up or are known to be in a hand.
    pub(super) fn located(&self) -> BTreeMap<&CardId, u16> {
        let mut located = BTreeMap::<&CardId, u16>::new();
        let stacks = self.spaces.values().flatten().chain(&self.discard);
        let table = stacks.filter_map(|s| s.card.as_ref()).map(|card| (card, 1));
        let hands = self.hands.iter().flat_map(Hand::known).map(|(card, n)| (card, *n));
        for (card, copies) in table.chain(hands) {
            let sum = located.entry(card).or_default();
            *sum = sum.saturating_add(copies);
        }
        located
    }

    /// Most copies of a work that can still be in the draw pile and the unknown parts of the hands (Rulings, Canon 8).
    pub fn hidden_copies(&self, card: &CardId) -> u16 {
        self.setup.copies(card).saturating_sub(self.located().get(card).copied().unwrap_or(0))
    }

    /// Whether a seat may hold a work: it took one face up, or one of its unknown cards could be it.
    pub fn could_hold(&self, seat: Seat, card: &CardId) -> bool {
        self.hand(seat).is_some_and(|hand| hand.known().contains_key(card) || (hand.unknown() > 0 && self.hidden_copies(card) > 0))
    }

    /// What the table should look like. A stack with a card that cannot be read shows as its top alone.
    pub(super) fn expected_table(&self) -> Expected<Zone> {
        let squared = |top: &StackCard| Pile::Squared { card: top.visible().cloned(), face: top.face };
        let mut zones = BTreeMap::new();
        if self.draw > 0 {
            zones.insert(Zone::Draw, Pile::Squared { card: None, face: Face::Down });
        }
        if let Some(top) = self.discard.last() {
            zones.insert(Zone::Discard, squared(top));
        }
        for (zone, stack) in &self.spaces {
            let read: Option<Vec<CardId>> = stack.iter().map(|s| s.visible().cloned()).collect();
            match (read, stack.last()) {
                (Some(cards), Some(_)) => zones.insert(*zone, Pile::Fanned(cards)),
                (None, Some(top)) => zones.insert(*zone, squared(top)),
                (_, None) => None,
            };
        }
        Expected { zones }
    }

    /// The table as it should lie, every card read without doubt and both piles turned across the spaces.
    pub fn laid_out(&self) -> Layout<Zone> {
        let mut layout = self.expected_table().as_layout();
        for (_, cards) in layout.zones.iter_mut().filter(|(zone, _)| matches!(zone, Zone::Draw | Zone::Discard)) {
            cards.iter_mut().for_each(|card| card.turn_deg = 90.0);
        }
        layout
    }
}
