use super::{Act, Game};
use crate::cards::CardId;
use crate::table::Seat;

/// What a log or a screen says of a game, in a reader's words.
pub trait Narrate: Game {
    /// An act with its seat, such as `P2 places Mark in the central canon, space 3`.
    fn describe(&self, act: &Act<Self::Move>) -> String;
    /// A card's short title.
    fn title(&self, card: &CardId) -> String;
    /// What is awaited, such as `P2 to move`.
    fn phase(&self) -> String;
    /// Cards in a seat's hand: those known, and those not.
    fn hand_count(&self, seat: Seat) -> (u32, u32);
    /// The seat that a zone belongs to; `None` for what all share.
    fn owner(zone: Self::Zone) -> Option<Seat>;
    /// The move that a seat makes by doing nothing, where the rules have one.
    fn pass() -> Option<Self::Move>;
    /// What can be called now and no camera sees: a word for a button, the act in the game's notation, and who alone can call it.
    fn calls(&self) -> Vec<(&'static str, String, Option<Seat>)> {
        Vec::new()
    }
    /// Cards in a squared-up pile at this zone, where the game counts them.
    fn pile_count(&self, zone: Self::Zone) -> Option<u32>;
}
