use super::{CardId, DeckId, IdError};
use std::collections::BTreeMap;
use thiserror::Error;

/// One printed design of a deck and how many copies the deck holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design<F> {
    /// Its id.
    pub card: CardId,
    /// What its face says, in the game's own type.
    pub face: F,
    /// Copies in one deck, at least one.
    pub copies: u16,
}

/// A deck: designs with typed faces, in printing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck<F> {
    /// Its id; decks shuffled together have the ids joined by `-and-`.
    pub id: DeckId,
    /// Its title for a reader.
    pub title: String,
    designs: Vec<Design<F>>,
    /// Printed ids that stand for another design's id (the same work in another deck).
    aliases: BTreeMap<CardId, CardId>,
}

/// Why a deck cannot be used.
#[derive(Debug, Error)]
pub enum DeckError {
    /// Not the file format.
    #[error("line {line} of the deck file does not parse: {what}")]
    Parse {
        /// From one.
        line: usize,
        /// What the parser says.
        what: String,
    },
    /// The file's format number is unknown.
    #[error("deck format {0} is not known here: this program reads format 1")]
    Format(u32),
    /// A bad deck or card id.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Two designs of one name.
    #[error("two cards are named '{0}': give each its own id and short title")]
    Twice(String),
    /// A field that breaks a limit.
    #[error("card '{card}': {what}")]
    Card {
        /// The card's id as written.
        card: String,
        /// What is wrong with it and what to do.
        what: String,
    },
    /// No cards.
    #[error("the deck holds no card: add at least one [[card]]")]
    Empty,
    /// No such built-in deck.
    #[error("no deck is called '{name}': built in are {known}; or give the path of a deck's TOML file")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The ids that exist.
        known: String,
    },
}

impl<F> Deck<F> {
    /// A deck of these designs.
    ///
    /// # Errors
    /// When there is no design, two share an id, or one has no copy.
    pub fn new(id: DeckId, title: String, designs: Vec<Design<F>>) -> Result<Self, DeckError> {
        if designs.is_empty() {
            return Err(DeckError::Empty);
        }
        let mut seen = std::collections::BTreeSet::new();
        for design in &designs {
            if !seen.insert(&design.card) {
                return Err(DeckError::Twice(design.card.name().into()));
            }
            if design.copies == 0 {
                return Err(DeckError::Card { card: design.card.name().into(), what: "has no copy: write copies = 1 or more".into() });
            }
        }
        Ok(Self { id, title, designs, aliases: BTreeMap::new() })
    }

    /// The designs, in printing order.
    pub fn designs(&self) -> &[Design<F>] {
        &self.designs
    }

    /// The design of this id, or of the id it is an alias of.
    pub fn design(&self, card: &CardId) -> Option<&Design<F>> {
        let card = self.aliases.get(card).unwrap_or(card);
        self.designs.iter().find(|d| d.card == *card)
    }

    /// The id that this deck counts a printed card under; `None` for a card of another deck.
    pub fn resolve(&self, printed: &CardId) -> Option<&CardId> {
        self.design(printed).map(|d| &d.card)
    }

    /// Number of cards: the sum of all copies.
    pub fn card_count(&self) -> usize {
        self.designs.iter().map(|d| usize::from(d.copies)).sum()
    }

    /// Copies of a design, 0 for a card of another deck.
    pub fn copies(&self, card: &CardId) -> u16 {
        self.design(card).map_or(0, |d| d.copies)
    }

    /// This deck shuffled together with another. The same name in both is the same work: its copies add up under the
    /// first deck's id (Rulings, Canon 1).
    ///
    /// # Errors
    /// When the joined id is no deck id.
    pub fn mixed_with(mut self, other: Self) -> Result<Self, DeckError> {
        self.id = format!("{}-and-{}", self.id, other.id).parse()?;
        self.title = format!("{} + {}", self.title, other.title);
        self.aliases.extend(other.aliases);
        for design in other.designs {
            match self.designs.iter_mut().find(|d| d.card.name() == design.card.name()) {
                Some(same) => {
                    same.copies += design.copies;
                    self.aliases.insert(design.card, same.card.clone());
                }
                None => self.designs.push(design),
            }
        }
        Ok(self)
    }
}
