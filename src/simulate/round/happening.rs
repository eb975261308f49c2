use crate::cards::Face;
use crate::games::elements::{Card, Zone};
use crate::table::Seat;

/// Something that came to pass in a round, with its exact time.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// When, in microseconds since the start.
    pub at_us: u64,
    /// Who did it.
    pub seat: Seat,
    /// What it was.
    pub what: What,
}

/// What came to pass. Cards are named as far as a camera can know them: `None` for one that never showed its face.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// The fingertip came down.
    Touch {
        /// Where.
        zone: Zone,
        /// On which card, when it lies face up.
        card: Option<Card>,
    },
    /// The hand left what it touched, and the card still lies there.
    Release {
        /// Where.
        zone: Zone,
    },
    /// A card was lifted.
    Take {
        /// Where it lay.
        from: Zone,
        /// Which.
        card: Option<Card>,
    },
    /// A card was laid.
    Lay {
        /// Where.
        to: Zone,
        /// Which.
        card: Option<Card>,
        /// The side that is up.
        face: Face,
    },
    /// A card was brought off the table.
    Away {
        /// Which.
        card: Option<Card>,
    },
    /// A whole Island was laid before the next player.
    Pass {
        /// Before whom.
        to: Seat,
    },
    /// Something that no camera sees was said, in the game's notation.
    Say(String),
}
