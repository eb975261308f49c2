//! Canon: The Card Game, by James F. McGrath: both rule texts, their variations and the rulings on their gaps.

mod mat;
mod zone;

pub use mat::{CARD_HEIGHT_MM, CARD_WIDTH_MM, FAN_COPIES, card_place, mat};
pub use zone::{Slot, SlotError, Zone};
