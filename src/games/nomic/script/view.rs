//! What programs see: plain data, and its form in the script engine. Seats are numbered from 1, as they print.

use crate::cards::Suit;
use crate::games::Card;
use crate::table::Seat;
use rhai::{Array, Dynamic, Map};
use serde::{Deserialize, Serialize};

/// The table as it stands, without what only hands know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// How many play.
    pub players: u8,
    /// Who has the token.
    pub token: Seat,
    /// Who gets it next.
    pub next: Seat,
    /// Who created the proposition under vote or, when there is none, the last.
    pub proposer: Option<Seat>,
    /// Cards in the draw pile.
    pub draw: u16,
    /// Cards in the discard pile.
    pub discard: u16,
    /// Cards in the for pile.
    pub for_count: u16,
    /// Cards in the against pile.
    pub against_count: u16,
    /// Cards in each hand, P1 first.
    pub hands: Vec<u16>,
    /// Points of each seat, P1 first.
    pub points: Vec<i64>,
    /// Propositions decided so far.
    pub decided: u32,
    /// Whether a ratified proposition prevents further modification.
    pub frozen: bool,
    /// The numbers of the rules.
    pub rules: Vec<u16>,
}

/// The votes as counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The for pile's total.
    pub for_total: i64,
    /// The against pile's total.
    pub against_total: i64,
    /// The cards of the for pile that were read.
    pub for_cards: Vec<Card>,
    /// The cards of the against pile that were read.
    pub against_cards: Vec<Card>,
    /// Whether some card of either pile was not read.
    pub has_unread: bool,
    /// Cards that each seat placed for and against, P1 first.
    pub ballots: Vec<(u16, u16)>,
    /// Who created the proposition.
    pub proposer: Seat,
    /// Whether it was ratified, once that is decided.
    pub ratified: Option<bool>,
}

/// A change as programs see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeView {
    /// `add`, `change` or `remove`.
    pub action: &'static str,
    /// Which rule; for an addition the number that it will have.
    pub rule: u16,
}

/// The number of a seat, from 1.
pub(super) fn seat_number(seat: Seat) -> i64 {
    seat.index() as i64 + 1
}

fn seat(seat: Seat) -> Dynamic {
    seat_number(seat).into()
}

fn maybe<T>(value: Option<T>, form: impl Fn(T) -> Dynamic) -> Dynamic {
    value.map_or(Dynamic::UNIT, form)
}

fn array<T>(values: impl IntoIterator<Item = T>, form: impl Fn(T) -> Dynamic) -> Dynamic {
    values.into_iter().map(form).collect::<Array>().into()
}

fn number(n: impl Into<i64>) -> Dynamic {
    Dynamic::from_int(n.into())
}

fn map<const N: usize>(fields: [(&'static str, Dynamic); N]) -> Map {
    fields.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

/// A card without its value, as the rules about values see it.
pub(super) fn card(card: Card) -> Dynamic {
    card_map(card).into()
}

fn card_map(card: Card) -> Map {
    let suit = match card.suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    map([("rank", number(card.rank.number())), ("suit", suit.into()), ("name", card.to_string().into())])
}

/// Cards with their values.
pub(super) fn cards(cards: &[(Card, i64)]) -> Dynamic {
    array(cards, |(card, value)| {
        let mut map = card_map(*card);
        map.insert("value".into(), number(*value));
        map.into()
    })
}

impl View {
    pub(super) fn dynamic(&self) -> Dynamic {
        map([
            ("players", number(self.players)),
            ("token", seat(self.token)),
            ("next", seat(self.next)),
            ("proposer", maybe(self.proposer, seat)),
            ("draw", number(self.draw)),
            ("discard", number(self.discard)),
            ("for_count", number(self.for_count)),
            ("against_count", number(self.against_count)),
            ("hands", array(self.hands.iter().copied(), number)),
            ("points", array(self.points.iter().copied(), number)),
            ("decided", number(self.decided)),
            ("frozen", self.frozen.into()),
            ("rules", array(self.rules.iter().copied(), number)),
        ])
        .into()
    }
}

impl Tally {
    /// With the values of the cards, in the order of the piles.
    pub(super) fn dynamic(&self, values: &impl Fn(Card) -> i64) -> Dynamic {
        let valued = |pile: &[Card]| cards(&pile.iter().map(|card| (*card, values(*card))).collect::<Vec<_>>());
        let voters = |cast: fn(&(u16, u16)) -> u16| number(self.ballots.iter().filter(|ballot| cast(ballot) > 0).count() as u32);
        let ballot = |(seat, (in_favour, against)): (i64, &(u16, u16))| {
            map([("seat", number(seat)), ("for_cards", number(*in_favour)), ("against_cards", number(*against))]).into()
        };
        map([
            ("for_total", number(self.for_total)),
            ("against_total", number(self.against_total)),
            ("for_cards", valued(&self.for_cards)),
            ("against_cards", valued(&self.against_cards)),
            ("for_voters", voters(|(in_favour, _)| *in_favour)),
            ("against_voters", voters(|(_, against)| *against)),
            ("abstainers", number(self.ballots.iter().filter(|ballot| **ballot == (0, 0)).count() as u32)),
            ("has_unread", self.has_unread.into()),
            ("ballots", array((1..).zip(&self.ballots), ballot)),
            ("proposer", seat(self.proposer)),
            ("ratified", maybe(self.ratified, Dynamic::from)),
        ])
        .into()
    }
}

impl ChangeView {
    pub(super) fn dynamic(self) -> Dynamic {
        map([("action", self.action.into()), ("rule", number(self.rule))]).into()
    }
}
