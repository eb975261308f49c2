use super::{Act, Council, DraftView, Game};
use crate::cards::CardId;
use crate::table::{Seat, Stamp};
use serde::Serialize;

/// What a card on the table shows a player beside its title.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct CardMarks {
    /// Whose it is.
    pub owner: Option<Seat>,
    /// Its values, such as `rock 2/3`.
    pub values: String,
    /// Its arrows on the table as South sees it, to the right and away from South, each with whether it bears on a card.
    pub arrows: Vec<((i8, i8), bool)>,
    /// Whether it would be captured as the table stands.
    pub falls: bool,
}

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
    fn calls(&self) -> Vec<(String, String, Option<Seat>)> {
        Vec::new()
    }
    /// What is to be told of the card in a zone beside its title; `None` where there is no more to it.
    fn marks(&self, zone: Self::Zone) -> Option<CardMarks> {
        let _ = zone;
        None
    }
    /// Acts in the game's notation that somebody may do now, with the zones of the cards that they would capture, if any.
    fn hints(&self) -> Vec<(String, Vec<Self::Zone>)> {
        Vec::new()
    }
    /// The rules and the vote on them as they stand at a moment, in games whose rules change.
    fn council(&self, now: Stamp) -> Option<Council> {
        let _ = now;
        None
    }
    /// What would come of a proposition to change the rules that somebody is writing, in games that know such files.
    fn weigh(&self, draft: &str) -> Option<DraftView> {
        let _ = draft;
        None
    }
    /// Cards in a squared-up pile at this zone, where the game counts them.
    fn pile_count(&self, zone: Self::Zone) -> Option<u32>;
}
