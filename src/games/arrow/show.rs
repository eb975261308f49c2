//! What a screen shows of a game beside what lies where: arrows that count, what can be told, what a placing would capture.

use super::values::Values;
use super::{Arrow, Carry, Move, Piece, Place, Zone};
use crate::cards::CardId;
use crate::games::{CardMarks, Game};
use crate::table::Seat;

/// Most buttons for what no camera sees; what is beyond can be typed.
const MOST_CALLS: usize = 24;
/// Answers that have a button.
const ANSWERED: u16 = 6;

impl Arrow {
    /// What the card in a zone shows: its values as they now are, its arrows, and which of them bear on a card.
    pub(super) fn marks_in(&self, zone: Zone) -> Option<CardMarks> {
        let Zone::Cell(cell) = zone else { return None };
        let piece = self.board.get(cell)?;
        let values = Values::of(self);
        let value = values.get(cell)?;
        let counts = |on: super::Cell| self.board.get(on).is_some_and(|other| other.owner != piece.owner) && values.is_superior(cell, on);
        Some(CardMarks {
            owner: Some(piece.owner),
            values: format!("{} {}/{}", value.sign, value.strength, value.defense),
            arrows: value.arrows.iter().map(|way| (way.step(), cell.towards(way).is_some_and(counts))).collect(),
            falls: self.would_be_captured().contains(&cell),
        })
    }

    /// What no camera sees and somebody may do now: a button's title, the act, and who alone can do it.
    pub(super) fn callable(&self) -> Vec<(String, String, Option<Seat>)> {
        let mut calls = Vec::new();
        for seat in self.to_act() {
            for action in self.legal_moves(seat) {
                if let Some(title) = self.button(&action) {
                    let anybody = matches!(action, Move::Throw(_));
                    let call = (title, action.to_string(), (!anybody).then_some(seat));
                    if !calls.contains(&call) {
                        calls.push(call);
                    }
                }
            }
        }
        calls.truncate(MOST_CALLS);
        calls
    }

    fn button(&self, action: &Move) -> Option<String> {
        let card = |card: &Option<CardId>| card.as_ref().map_or("a button", |card| self.setup.name(card)).to_owned();
        Some(match action {
            Move::Carry(_) | Move::Pass => return None,
            Move::Answer(number) if *number > ANSWERED => return None,
            Move::Done => "Leave the rest".into(),
            Move::Use(used) => {
                let from = if used.at == Place::Hand { ", from the hand" } else { "" };
                let paid = used.x.map_or_else(String::new, |x| format!(", {x} paid"));
                format!("Use {} {}{from}{paid}", card(&used.card), used.text)
            }
            Move::Choose { at, card: chosen } => format!("Choose {} on {at}", card(chosen)),
            Move::Spend { at, card: charged } => format!("Pay with {} on {at}", card(charged)),
            Move::Answer(0) => "Answer no or 0".into(),
            Move::Answer(1) => "Answer yes or 1".into(),
            Move::Answer(number) => format!("Answer {number}"),
            Move::Throw(winner) => format!("{winner} wins the throw"),
            Move::TakeOff(number) => format!("Take off button {number}"),
            Move::PutOn(number) => format!("Put on button {number}"),
        })
    }

    /// Placings that are legal now, with the spaces whose cards would fall, on either side; those that take most come first.
    pub(super) fn placings(&self) -> Vec<(String, Vec<Zone>)> {
        let Some(owner) = self.acting() else { return Vec::new() };
        let fallen = |action: Move| {
            let Move::Carry(Carry { from: Place::Hand, to: Place::On(Zone::Cell(cell)), card: Some(card), .. }) = &action else {
                return None;
            };
            let mut after = self.clone();
            after.board.put(*cell, Piece { design: self.setup.number(card)?, owner, id: self.next_id, counters: 0 });
            Some((action.to_string(), after.would_be_captured().into_iter().map(Zone::Cell).collect::<Vec<_>>()))
        };
        let mut hints: Vec<_> = self.legal_moves(owner).into_iter().filter_map(fallen).collect();
        hints.sort_by_key(|(_, fallen)| std::cmp::Reverse(fallen.len()));
        hints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arrow::{Cell, Face, Setup, builtin_deck};
    use crate::games::play::random_act;
    use crate::games::{Act, Narrate};
    use crate::table::Stamp;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    /// Games whose cards have no texts, played at random.
    fn positions() -> Vec<Arrow> {
        let deck = |id| {
            let deck = builtin_deck(id).unwrap();
            let plain = |face: &Face| Face { texts: Vec::new(), ..face.clone() };
            let designs = deck.designs().iter().map(|design| crate::cards::Design { face: plain(&design.face), ..design.clone() });
            crate::cards::Deck::new(deck.id.clone(), deck.title.clone(), designs.collect()).unwrap()
        };
        let (south, north) = (deck("arrow-harbour"), deck("arrow-workshop"));
        let mut positions = Vec::new();
        for seed in 0..3 {
            let mut game = Arrow::new(Setup::new([&south, &north]).unwrap()).unwrap();
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            while let Some(act) = random_act(&game, &mut rng, Stamp::default()).filter(|_| positions.len() < 60 * (seed as usize + 1)) {
                game.apply(&act);
                positions.push(game.clone());
            }
        }
        positions
    }

    #[test]
    fn a_card_falls_where_the_arrows_that_count_carry_its_defense() {
        let mut fallen = 0;
        for game in positions() {
            let shown: Vec<(Cell, CardMarks)> = Cell::all().filter_map(|cell| Some((cell, game.marks(Zone::Cell(cell))?))).collect();
            let numbers = |marks: &CardMarks| -> (i32, i32) {
                let (strength, defense) = marks.values.split_once(' ').unwrap().1.split_once('/').unwrap();
                (strength.parse().unwrap(), defense.parse().unwrap())
            };
            for (cell, marks) in &shown {
                let (file, rank) = cell.file_and_rank();
                let bearing: Vec<i32> = shown
                    .iter()
                    .filter(|(from, other)| {
                        let (x, y) = from.file_and_rank();
                        other.arrows.contains(&((file - x, rank - y), true))
                    })
                    .map(|(_, other)| numbers(other).0)
                    .collect();
                let beaten = !bearing.is_empty() && bearing.iter().sum::<i32>() >= numbers(marks).1;
                assert_eq!(marks.falls, beaten, "{cell}: {marks:?} under {bearing:?}");
                fallen += usize::from(beaten);
            }
        }
        assert!(fallen > 0);
    }

    #[test]
    fn a_hint_says_what_the_placing_does() {
        let mut taking = 0;
        for game in positions().into_iter().step_by(7) {
            for (text, falls) in game.hints().into_iter().take(5) {
                let mut after = game.clone();
                after.apply(&Act { seat: game.turn().unwrap(), action: text.parse().unwrap(), stamp: Stamp::default() });
                assert_eq!(after.would_be_captured().into_iter().map(Zone::Cell).collect::<Vec<_>>(), falls, "{text}");
                taking += usize::from(!falls.is_empty());
            }
        }
        assert!(taking > 0);
    }

    #[test]
    fn what_no_camera_sees_has_a_button_and_nothing_else_has() {
        let [south, north] = ["arrow-harbour", "arrow-workshop"].map(|id| builtin_deck(id).unwrap());
        let mut game = Arrow::new(Setup::new([&south, &north]).unwrap()).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut offered = 0;
        for _ in 0..120 {
            for (title, text, seat) in game.calls() {
                let act = Act { seat: seat.unwrap_or(Seat::P1), action: text.parse::<Move>().unwrap(), stamp: Stamp::default() };
                assert!(game.check(&act).is_ok() && game.reaches(act.seat, &act.action).is_empty(), "{title}: {text}");
                offered += 1;
            }
            let Some(act) = random_act(&game, &mut rng, Stamp::default()) else { break };
            game.apply(&act);
        }
        assert!(offered > 20, "{offered}");
    }
}
