//! Canon: The Card Game, by James F. McGrath: both rule texts, their variations and the rulings on their gaps.

mod zone;

pub use zone::{Slot, SlotError, Zone};
