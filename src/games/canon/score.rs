//! Scores of a game and of a photo of a finished table (Canon, Scoring; Rulings, Canon 9).

use super::{Canon, Slot, Zone};
use crate::cards::{CardId, Deck, Face, Work};
use crate::games::{ScoreSheet, Term};
use crate::table::{Identity, LaidCard, Layout, Seat, Seats};
use std::collections::BTreeMap;
use thiserror::Error;

/// Copies of each work.
type Copies = BTreeMap<CardId, u32>;

/// The scores as the table stands. Cards face down and cards beside the seven spaces do not count.
pub(super) fn of(game: &Canon) -> ScoreSheet {
    let lying = game.spaces().iter().flat_map(|(zone, stack)| stack.iter().filter_map(|s| s.visible()).map(|card| (*zone, card, 1)));
    sheet(game.setup.seats, lying)
}

fn sheet<'a>(seats: Seats, lying: impl Iterator<Item = (Zone, &'a CardId, u32)>) -> ScoreSheet {
    let mut centre = Copies::new();
    let mut own = BTreeMap::<Seat, Copies>::new();
    for (zone, card, copies) in lying {
        let canon = match zone {
            Zone::Centre(slot) if slot != Slot::BEYOND => &mut centre,
            Zone::Canon(seat, slot) if slot != Slot::BEYOND => own.entry(seat).or_default(),
            _ => continue,
        };
        *canon.entry(card.clone()).or_default() += copies;
    }
    let term = |(card, own): (CardId, u32)| match centre.get(&card).copied().unwrap_or(0) {
        0 => Term { card: Some(card), reason: format!("{own} own, none central"), points: -i64::from(own) },
        central => {
            Term { card: Some(card), reason: format!("{own} own × {central} central"), points: i64::from(own) * i64::from(central) }
        }
    };
    let mut terms = |seat| own.remove(&seat).unwrap_or_default().into_iter().map(term).collect();
    ScoreSheet::from_terms(seats.iter().map(|seat| (seat, terms(seat))).collect())
}

/// What stands in the way of scoring a table. Works are named by their short titles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what each field is
pub enum Problem {
    /// A card that was not read.
    #[error("card {nth} of {zone} was not read: show it better, or name it{}", perhaps(.maybe))]
    Unread { zone: Zone, nth: usize, maybe: Vec<String> },
    /// A card face down.
    #[error("card {nth} of {zone} lies face down: turn it up")]
    FaceDown { zone: Zone, nth: usize },
    /// A card of another deck.
    #[error("{zone} holds '{card}', which is not in the deck")]
    Foreign { zone: Zone, card: CardId },
    /// Two works in a space.
    #[error("{zone} holds {}: a space holds copies of one work", .works.join(" and "))]
    TwoWorks { zone: Zone, works: Vec<String> },
    /// A card beside the seven spaces.
    #[error("{zone} lies beside the seven spaces: there is no eighth")]
    EighthSpace { zone: Zone },
    /// A canon of a seat that nobody plays.
    #[error("{zone} holds cards, but only {seats} play")]
    NotSeated { zone: Zone, seats: usize },
    /// More copies than there are.
    #[error("{seen} copies of {work} lie on the table: the deck holds {copies}")]
    TooManyCopies { work: String, seen: u32, copies: u16 },
    /// Cards in no zone.
    #[error("cards in no place of the mat: {count}; put them away or into a space")]
    Loose { count: usize },
    /// A number of copies given for a space where it cannot be used.
    #[error("the {copies} copies given for {zone} fit nothing: one work must lie there, at least once")]
    Copies { zone: Zone, copies: u16 },
}

fn perhaps(works: &[String]) -> String {
    if works.is_empty() { String::new() } else { format!(" (it may be {})", works.join(" or ")) }
}

/// The scores of a table as a photo shows it. `copies` says how many cards a space holds where a stack does not show it;
/// elsewhere the visible cards are counted.
///
/// # Errors
/// Every problem at once, in the order of the zones.
pub fn from_layout(
    layout: &Layout<Zone>,
    seats: Seats,
    deck: &Deck<Work>,
    copies: &BTreeMap<Zone, u16>,
) -> Result<ScoreSheet, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut lying = Vec::new();
    let mut total = BTreeMap::<&CardId, u32>::new();
    for (zone, cards) in layout.zones.iter().filter(|(zone, cards)| **zone != Zone::Draw && !cards.is_empty()) {
        let works = read_zone(*zone, cards, deck, &mut problems);
        match zone {
            Zone::Centre(Slot::BEYOND) | Zone::Canon(_, Slot::BEYOND) => problems.push(Problem::EighthSpace { zone: *zone }),
            Zone::Canon(seat, _) if !seats.contains(*seat) => problems.push(Problem::NotSeated { zone: *zone, seats: seats.count() }),
            _ => {}
        }
        if works.len() > 1 && *zone != Zone::Discard {
            problems.push(Problem::TwoWorks { zone: *zone, works: works.keys().map(|card| short(deck, card)).collect() });
        }
        let given = copies.get(zone).map(|n| u32::from(*n)).filter(|n| *n > 0 && works.len() == 1);
        for (card, seen) in works {
            let count = given.unwrap_or(seen);
            *total.entry(card).or_default() += count;
            lying.push((*zone, card, count));
        }
    }
    for (&zone, &copies) in copies {
        let works = lying.iter().filter(|(z, ..)| *z == zone).count();
        if copies == 0 || works != 1 || matches!(zone, Zone::Draw | Zone::Discard) {
            problems.push(Problem::Copies { zone, copies });
        }
    }
    for (card, seen) in total {
        let copies = deck.copies(card);
        if seen > u32::from(copies) {
            problems.push(Problem::TooManyCopies { work: short(deck, card), seen, copies });
        }
    }
    if !layout.loose.is_empty() {
        problems.push(Problem::Loose { count: layout.loose.len() });
    }
    if problems.is_empty() { Ok(sheet(seats, lying.into_iter())) } else { Err(problems) }
}

/// The works that a zone shows, with their visible copies; what cannot be used becomes a problem, but on the discard pile,
/// whose cards do not count.
fn read_zone<'a>(zone: Zone, cards: &[LaidCard], deck: &'a Deck<Work>, problems: &mut Vec<Problem>) -> BTreeMap<&'a CardId, u32> {
    let mut works = BTreeMap::new();
    let mut object = |problem| {
        if zone != Zone::Discard {
            problems.push(problem);
        }
    };
    for (nth, laid) in (1..).zip(cards) {
        match (&laid.identity, laid.face) {
            (_, Face::Down) => object(Problem::FaceDown { zone, nth }),
            (Identity::Unknown { alternatives }, Face::Up) => {
                object(Problem::Unread { zone, nth, maybe: alternatives.iter().map(|a| short(deck, &a.card)).collect() });
            }
            (Identity::Known { card, .. }, Face::Up) => match deck.resolve(card) {
                Some(card) => *works.entry(card).or_default() += 1,
                None => object(Problem::Foreign { zone, card: card.clone() }),
            },
        }
    }
    works
}

fn short(deck: &Deck<Work>, card: &CardId) -> String {
    deck.design(card).map_or_else(|| card.to_string(), |d| d.face.short.clone())
}
