use super::Identity;
use crate::cards::{CardId, Face};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What lies where on the table once it is still: it may be illegal, and may hold unread cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "Z: Ord + Serialize", deserialize = "Z: Ord + Deserialize<'de>"))]
pub struct Layout<Z> {
    /// The visible cards of each zone, bottom to top. Zones without a card are absent.
    pub zones: BTreeMap<Z, Vec<LaidCard>>,
    /// Cards in no zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loose: Vec<LaidCard>,
}

/// One card that lies on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LaidCard {
    /// Which design it is.
    pub identity: Identity,
    /// Which side is up.
    pub face: Face,
    /// Clockwise turn in degrees, 0 when its top points away from South, in (-180, 180].
    pub turn_deg: f32,
    /// What its exact pose tells about its pile since the table last rested; a covered card keeps its pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<PileChange>,
}

/// What became of a squared-up pile, as its top card's pose tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PileChange {
    /// The same card is on top.
    Unmoved,
    /// A card was laid on it.
    Laid,
    /// A card that had been covered is on top again.
    Uncovered,
}

/// What a game says the table should look like. Zones that should be empty are absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected<Z> {
    /// The pile of each zone.
    pub zones: BTreeMap<Z, Pile>,
}

/// How the cards of a zone show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pile {
    /// A squared-up pile: only its top shows, and never how many there are. `card` is `None` for a back or an unknown face.
    Squared {
        /// The design on top, when it is known and face up.
        card: Option<CardId>,
        /// Which side is up.
        face: Face,
    },
    /// A fanned stack: each copy shows, bottom to top.
    Fanned(Vec<CardId>),
    /// Cards strewn over a zone in no order, some perhaps under others.
    Strewn {
        /// The designs that show their faces, as a multiset.
        faces: Vec<CardId>,
        /// Faces that nobody has read yet.
        unread: u16,
        /// Cards that show their backs.
        backs: u16,
    },
    /// So many cards side by side, whichever and whichever side up.
    Counted(u16),
    /// So many cards face down, of which some may lie under others.
    Heaped(u16),
}

impl<Z: Ord> Layout<Z> {
    /// An empty table.
    pub const fn empty() -> Self {
        Self { zones: BTreeMap::new(), loose: Vec::new() }
    }

    /// The visible cards of a zone, bottom to top.
    pub fn cards(&self, zone: &Z) -> &[LaidCard] {
        self.zones.get(zone).map_or(&[], Vec::as_slice)
    }
}

impl<Z: Ord + Copy> Expected<Z> {
    /// This table as it would be seen without any doubt, every card upright; a squared pile shows its top alone.
    pub fn as_layout(&self) -> Layout<Z> {
        let laid = |card: Option<&CardId>, face| LaidCard {
            identity: card.filter(|_| face == Face::Up).cloned().map_or(Identity::UNKNOWN, Identity::certain),
            face,
            turn_deg: 0.0,
            change: None,
        };
        let cards = |pile: &Pile| match pile {
            Pile::Squared { card, face } => vec![laid(card.as_ref(), *face)],
            Pile::Fanned(cards) => cards.iter().map(|card| laid(Some(card), Face::Up)).collect(),
            Pile::Strewn { faces, unread, backs } => {
                let read = faces.iter().map(|card| laid(Some(card), Face::Up));
                let unread = (0..*unread).map(|_| laid(None, Face::Up));
                read.chain(unread).chain((0..*backs).map(|_| laid(None, Face::Down))).collect()
            }
            Pile::Counted(count) | Pile::Heaped(count) => (0..*count).map(|_| laid(None, Face::Down)).collect(),
        };
        Layout { zones: self.zones.iter().map(|(zone, pile)| (*zone, cards(pile))).collect(), loose: Vec::new() }
    }
}
