use super::Options;
use crate::cards::{CardId, Deck, DeckError, DeckId, Work};
use crate::table::{Seat, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Cards dealt to each player (Canon, How to play).
pub const DEALT: u16 = 5;
/// Most cards in a hand (Canon, How to play).
pub const HAND_LIMIT: u16 = 7;

/// All that a game of Canon starts from. It holds what it needs of the decks, so that a journal replays without their files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The decks that were shuffled together.
    pub decks: Vec<DeckId>,
    /// How many play.
    pub seats: Seats,
    /// Who moves first.
    pub first: Seat,
    /// What the table chose.
    #[serde(default)]
    pub options: Options,
    /// Every work that may turn up.
    pub pool: BTreeMap<CardId, PoolWork>,
    /// Printed ids that count as another id of the pool: the same work in a second deck (Rulings, Canon 1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<CardId, CardId>,
}

/// A work of the pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolWork {
    /// Full title.
    pub title: String,
    /// Short title.
    pub short: String,
    /// Copies in all decks together; with cards taken out, an upper bound.
    pub copies: u16,
}

/// Why a game cannot be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No deck was given.
    #[error("no deck to play with: give at least one")]
    NoDeck,
    /// The decks do not mix.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The first player has no seat.
    #[error("{first} cannot move first: only P1 to P{seats} play")]
    First {
        /// Who should have.
        first: Seat,
        /// How many play.
        seats: usize,
    },
    /// Half of one deck.
    #[error("half_deck is for decks shuffled together: give two decks or more, or half_deck=no")]
    HalfOfOne,
    /// Too few cards to deal and leave a draw pile.
    #[error(
        "{have} cards are in play, too few for {seats} players: {DEALT} each and a draw pile take {need} or more; add a deck or take out fewer"
    )]
    TooFew {
        /// Cards in play once all that is taken out is out.
        have: u32,
        /// Fewest that will do.
        need: u32,
        /// How many play.
        seats: usize,
    },
    /// A work without a copy.
    #[error("the pool lists '{0}' with no copy: give 1 or more, or leave it out")]
    NoCopy(CardId),
    /// An alias of nothing.
    #[error("'{alias}' is said to be '{card}', which the pool does not list")]
    Alias {
        /// The printed id.
        alias: CardId,
        /// What it should count as.
        card: CardId,
    },
}

impl Setup {
    /// A game with these decks, shuffled together.
    ///
    /// # Errors
    /// When the game cannot be dealt; see [`SetupError`].
    pub fn new(decks: Vec<Deck<Work>>, seats: Seats, first: Seat, options: Options) -> Result<Self, SetupError> {
        let ids = decks.iter().map(|d| d.id.clone()).collect();
        let printed: Vec<CardId> = decks.iter().flat_map(Deck::designs).map(|d| d.card.clone()).collect();
        let mut decks = decks.into_iter();
        let mut mixed = decks.next().ok_or(SetupError::NoDeck)?;
        for deck in decks {
            mixed = mixed.mixed_with(deck)?;
        }
        let pool = mixed.designs().iter().map(|d| {
            let work = PoolWork { title: d.face.title.clone(), short: d.face.short.clone(), copies: d.copies };
            (d.card.clone(), work)
        });
        let pool = pool.collect();
        let alias = |printed: CardId| mixed.resolve(&printed).filter(|card| **card != printed).cloned().map(|card| (printed, card));
        let aliases = printed.into_iter().filter_map(alias).collect();
        let setup = Self { decks: ids, seats, first, options, pool, aliases };
        setup.validate()?;
        Ok(setup)
    }

    /// Says whether the game can be dealt.
    ///
    /// # Errors
    /// The first thing that stands in the way.
    pub fn validate(&self) -> Result<(), SetupError> {
        if self.decks.is_empty() {
            return Err(SetupError::NoDeck);
        }
        if !self.seats.contains(self.first) {
            return Err(SetupError::First { first: self.first, seats: self.seats.count() });
        }
        if self.options.half_deck && self.decks.len() < 2 {
            return Err(SetupError::HalfOfOne);
        }
        if let Some((card, _)) = self.pool.iter().find(|(_, work)| work.copies == 0) {
            return Err(SetupError::NoCopy(card.clone()));
        }
        if let Some((alias, card)) = self.aliases.iter().find(|(_, card)| !self.pool.contains_key(*card)) {
            return Err(SetupError::Alias { alias: alias.clone(), card: card.clone() });
        }
        let need = self.dealt() + 1;
        let have = self.in_play();
        if have < need { Err(SetupError::TooFew { have, need, seats: self.seats.count() }) } else { Ok(()) }
    }

    /// Cards of all decks together.
    pub fn total(&self) -> u32 {
        self.pool.values().map(|w| u32::from(w.copies)).sum()
    }

    /// Cards in the draw pile after the deal.
    pub fn draw_pile(&self) -> u32 {
        self.in_play().saturating_sub(self.dealt())
    }

    /// The id that a printed card counts under; `None` for a card of no deck here.
    pub fn resolve<'a>(&'a self, printed: &'a CardId) -> Option<&'a CardId> {
        let card = self.aliases.get(printed).unwrap_or(printed);
        self.pool.contains_key(card).then_some(card)
    }

    /// The id that a printed card counts under; of a card of no deck here, its own.
    pub fn counts_as<'a>(&'a self, printed: &'a CardId) -> &'a CardId {
        self.resolve(printed).unwrap_or(printed)
    }

    /// Most copies of a work that can be in play, 0 for a card of no deck here.
    pub fn copies(&self, card: &CardId) -> u16 {
        self.work(card).map_or(0, |w| w.copies)
    }

    /// Short title of a work; the bare id for a card of no deck here.
    pub fn short<'a>(&'a self, card: &'a CardId) -> &'a str {
        self.work(card).map_or(card.as_str(), |w| &w.short)
    }

    /// The pool's entry for a printed card.
    pub fn work(&self, printed: &CardId) -> Option<&PoolWork> {
        self.pool.get(self.resolve(printed)?)
    }

    /// Cards left once half of the decks and the random ones are out.
    fn in_play(&self) -> u32 {
        let total = self.total();
        let aside = if self.options.half_deck { total / 2 } else { 0 };
        (total - aside).saturating_sub(u32::from(self.options.remove_random))
    }

    fn dealt(&self) -> u32 {
        u32::from(DEALT) * self.seats.count() as u32
    }
}
