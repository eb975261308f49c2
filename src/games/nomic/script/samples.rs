//! Tables, cards and votes that a program must cope with before it can be voted on.

use super::About;
use super::view::{self, ChangeView, Tally, View};
use crate::games::Card;
use crate::table::Seat;
use rhai::Dynamic;

/// The arguments of each sample call, and how many play there.
pub(super) fn of(about: About) -> Box<dyn Iterator<Item = (u8, Vec<Dynamic>)>> {
    let tables = [2, 5, 8].into_iter().filter_map(table);
    match about {
        About::Table => Box::new(tables.map(|table| (table.players, vec![table.dynamic()]))),
        About::Seat => Box::new(tables.flat_map(|table| {
            let shown = table.dynamic();
            (0..table.players).map(move |seat| (table.players, vec![shown.clone(), (i64::from(seat) + 1).into()]))
        })),
        About::Change => Box::new(tables.flat_map(|table| {
            let changes = [("add", 19), ("change", 8), ("remove", 18)];
            changes.map(|(action, rule)| (table.players, vec![table.dynamic(), ChangeView { action, rule }.dynamic()]))
        })),
        About::Card => Box::new(tables.take(1).flat_map(|table| {
            let shown = table.dynamic();
            Card::all().map(move |card| (table.players, vec![shown.clone(), view::card(card)]))
        })),
        About::Cards => Box::new(tables.flat_map(|table| {
            let piles = [0, 1, 3, 8].map(pile);
            piles.map(|pile| (table.players, vec![table.dynamic(), view::cards(&pile)]))
        })),
        About::Tally => {
            Box::new(tables.flat_map(|table| tallies(&table).map(|tally| (table.players, vec![table.dynamic(), tally.dynamic(&pip)]))))
        }
        About::TallyAndSeat => Box::new(tables.flat_map(|table| {
            let of_seats = |tally: Tally| {
                let ends = [1, i64::from(table.players)];
                ends.map(|seat| vec![table.dynamic(), tally.dynamic(&pip), seat.into()])
            };
            tallies(&table).into_iter().flat_map(of_seats).map(|arguments| (table.players, arguments)).collect::<Vec<_>>()
        })),
    }
}

fn table(players: u8) -> Option<View> {
    let [first, last] = [0, players - 1].map(|index| Seat::from_index(usize::from(index)));
    Some(View {
        players,
        token: last?,
        next: first?,
        proposer: last.filter(|_| players > 2),
        draw: 52 - 5 * u16::from(players),
        discard: u16::from(players) - 2,
        for_count: 1,
        against_count: 0,
        hands: vec![5; usize::from(players)],
        points: (0..i64::from(players)).map(|seat| 60 * seat - 10).collect(),
        decided: u32::from(players) - 2,
        frozen: false,
        rules: (1..=18).collect(),
    })
}

fn pip(card: Card) -> i64 {
    i64::from(card.rank.number())
}

fn pile(count: usize) -> Vec<(Card, i64)> {
    Card::all().step_by(7).take(count).map(|card| (card, pip(card))).collect()
}

/// Votes that win, tie, lose and hold unread cards.
fn tallies(table: &View) -> [Tally; 4] {
    let players = usize::from(table.players);
    let of = |in_favour: usize, against: usize, has_unread| {
        let cards = |count, skip| Card::all().skip(skip).step_by(4).take(count).collect::<Vec<_>>();
        let (for_cards, against_cards) = (cards(in_favour, 0), cards(against, 2));
        let total = |cards: &[Card]| cards.iter().copied().map(pip).sum();
        let ballot = |seat| (u16::from(seat < in_favour), u16::from(seat >= in_favour && seat < in_favour + against));
        Tally {
            for_total: total(&for_cards),
            against_total: total(&against_cards),
            for_cards: if has_unread { Vec::new() } else { for_cards },
            against_cards,
            has_unread,
            ballots: (0..players).map(ballot).collect(),
            proposer: table.token,
            ratified: Some(in_favour > against),
        }
    };
    [of(players, 0, false), of(1, 1, false), of(1, players - 1, false), of(1, 1, true)]
}
