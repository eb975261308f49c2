//! Whether there are 52 cards, four of each type (Elements, Magic Rules, Cards; Rulings, Elements 7).

use super::describe::Spot;
use super::setup::CARDS;
use super::{Card, Elements, Place, Zone};
use crate::cards::{Face, Rank};
use crate::table::{Layout, Seat};
use std::collections::BTreeMap;
use std::fmt;

/// One way in which the cards are not as they must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Not 52 cards in all.
    Total {
        /// How many there are.
        cards: u16,
    },
    /// Too many cards of a type.
    TooMany {
        /// The type.
        rank: Rank,
        /// How many there are.
        cards: u16,
    },
    /// Cards of a type are nowhere, and no unread card is left that they could be.
    Missing {
        /// The type.
        rank: Rank,
        /// How many are missing.
        cards: u16,
    },
    /// A card that is in more than one place.
    Twice {
        /// Which.
        card: Card,
        /// Where, each place once for each time.
        places: Vec<Place>,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Total { cards } => write!(f, "there are {cards} cards instead of {CARDS}"),
            Self::TooMany { rank, cards } => write!(f, "there are {cards} cards of type {} instead of four", rank.symbol()),
            Self::Missing { rank, cards } => write!(f, "of type {} {cards} cards are missing", rank.symbol()),
            Self::Twice { card, places } => {
                let places: Vec<String> = places.iter().map(|place| Spot(*place).to_string()).collect();
                write!(f, "{card} is there more than once: in {}", places.join(" and in "))
            }
        }
    }
}

impl Elements {
    /// All that is wrong with the cards as the match knows them.
    pub fn audit(&self) -> Vec<Fault> {
        let mut places: Vec<(Place, Option<Card>)> = Vec::new();
        let mut list = |at, pile: &super::Pile| {
            places.extend(pile.known().map(|card| (at, Some(card))));
            places.extend((0..pile.unknown()).map(|_| (at, None)));
        };
        list(Place::Ocean, &self.ocean.up);
        list(Place::Ocean, &self.ocean.down);
        for (seat, player) in self.setup.seats.iter().zip(&self.players) {
            list(Place::Island(seat), &player.island);
            list(Place::Island(seat), &player.arriving);
            list(Place::Flame(seat), &player.flame);
        }
        let held = self
            .setup
            .seats
            .iter()
            .zip(&self.players)
            .flat_map(|(seat, player)| player.held.iter().map(move |held| (Place::Hand(seat), held.card)));
        places.extend(held);
        audit(&places)
    }

    /// What the cards that lie face up on the table have against the match: a card seen twice, or one that must be elsewhere.
    pub(super) fn audit_table(&self, layout: &Layout<Zone>) -> Vec<String> {
        let owner = |zone: &Zone| if *zone == Zone::Centre { Place::Ocean } else { Place::from(*zone) };
        let seen = layout.zones.iter().flat_map(|(zone, cards)| cards.iter().map(move |laid| (owner(zone), laid)));
        let read = seen.filter(|(_, laid)| laid.face == Face::Up).filter_map(|(at, laid)| Some((at, Card::of(laid.identity.card()?)?)));
        let mut places: BTreeMap<Card, Vec<Place>> = BTreeMap::new();
        read.for_each(|(at, card)| places.entry(card).or_default().push(at));
        let mut faults = Vec::new();
        for (card, places) in places {
            // Magic may show one face several times.
            let bearers = Card::all().filter(|other| {
                let shown = self.shown(*other);
                (shown.rank, shown.suit) == (card.rank, Some(card.suit))
            });
            let bearers: Vec<Card> = bearers.collect();
            if places.len() > bearers.len() {
                faults.push(Fault::Twice { card, places: places.clone() }.to_string());
            }
            if let ([bearer], [at]) = (bearers.as_slice(), places.as_slice())
                && let Some(there) = self.whereabouts(*bearer).filter(|there| there != at)
            {
                faults.push(format!("{card} lies in {} and should be in {}", Spot(*at), Spot(there)));
            }
        }
        faults.extend((!layout.loose.is_empty()).then(|| format!("{} cards lie outside the Ocean and every Island", layout.loose.len())));
        faults
    }

    /// The points of a seat: rounds won.
    pub fn points(&self, seat: Seat) -> u32 {
        self.points.get(seat.index()).copied().unwrap_or(0)
    }
}

/// What is wrong with a list of all cards, each with its place; `None` for an unread one.
fn audit(cards: &[(Place, Option<Card>)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let total = cards.len() as u16;
    if total != CARDS {
        faults.push(Fault::Total { cards: total });
    }
    let mut by_card: BTreeMap<Card, Vec<Place>> = BTreeMap::new();
    let read = cards.iter().filter_map(|(at, card)| Some((*at, (*card)?)));
    read.for_each(|(at, card)| by_card.entry(card).or_default().push(at));
    let unread = cards.iter().filter(|(_, card)| card.is_none()).count();
    for rank in Rank::ALL {
        let known = by_card.iter().filter(|(card, _)| card.rank == rank).map(|(_, places)| places.len()).sum::<usize>();
        if known > 4 {
            faults.push(Fault::TooMany { rank, cards: known as u16 });
        } else if known + unread < 4 {
            faults.push(Fault::Missing { rank, cards: (4 - known - unread) as u16 });
        }
    }
    faults.extend(by_card.into_iter().filter(|(_, places)| places.len() > 1).map(|(card, places)| Fault::Twice { card, places }));
    faults
}
