//! What each of these modules uses.

pub use crate::support::{act, card, game, happen, play, says, seat, seats, small_deck, small_game, verdict};
pub use kibitzer::cards::builtin_canon;
pub use kibitzer::games::canon::{Canon, Objection as O, Options, Phase, Setup, Zone};
pub use kibitzer::games::{Game, Objection};
pub use kibitzer::table::{Layout, Pile};

pub const MARK: &str = "canon-nt/mark";

pub fn hand(game: &Canon, player: &str) -> u16 {
    game.hand(seat(player)).unwrap().count()
}

pub fn totals(game: &Canon) -> Vec<i64> {
    game.scores().seats.iter().map(|s| s.total).collect()
}
