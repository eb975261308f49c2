//! Canon's notation: what a journal and the operator's keys write.

use crate::support::{act, card, game};
use kibitzer::cards::Face;
use kibitzer::games::canon::{Carry, Move, Place, Slot, Zone};
use kibitzer::table::Seat;
use proptest::prelude::*;

fn places() -> impl Strategy<Value = Place> {
    let slot = || (1..=8u8).prop_map(|n| Slot::new(n).unwrap());
    prop_oneof![
        Just(Place::Hand),
        Just(Place::Draw),
        (0..4u16).prop_map(|depth| Place::Discard { depth }),
        slot().prop_map(Place::Centre),
        (0..8usize, slot()).prop_map(|(seat, slot)| Place::Canon(Seat::from_index(seat).unwrap(), slot)),
    ]
}

fn moves() -> impl Strategy<Value = Move> {
    let name = proptest::option::of("[a-z]{1,8}(-[a-z0-9]{1,8})?");
    let carry = (places(), places(), name, any::<bool>(), 1..5u16).prop_map(|(from, to, name, down, count)| {
        let carry = Carry::new(from, to, name.map(|name| card(&format!("canon-nt/{name}"))));
        carry.facing(if down { Face::Down } else { Face::Up }).times(count).into()
    });
    prop_oneof![1 => Just(Move::Pass), 20 => carry]
}

proptest! {
    #[test]
    fn every_move_prints_and_parses_back(action in moves()) {
        let text = action.to_string();
        prop_assert_eq!(text.parse::<Move>().map_err(|e| e.to_string()), Ok(action), "{}", text);
    }

    #[test]
    fn every_place_prints_and_parses_back(place in places()) {
        prop_assert_eq!(place.to_string().parse::<Place>().unwrap(), place);
        if let Some(zone) = place.zone() {
            prop_assert_eq!(zone.to_string().parse::<Zone>().unwrap(), zone);
        }
    }

    #[test]
    fn no_text_breaks_the_parser(text in ".{0,40}") {
        if let Ok(action) = text.parse::<Move>() {
            prop_assert_eq!(action.to_string().parse::<Move>().unwrap(), action);
        }
    }

    #[test]
    fn no_words_break_the_parser(words in proptest::collection::vec("pass|draw|take|play|move|discard|discard-1|hand|>|centre1|P2.canon3|x/a|\\?|x2|face-down", 0..6)) {
        if let Ok(action) = words.join(" ").parse::<Move>() {
            prop_assert_eq!(action.to_string().parse::<Move>().unwrap(), action);
        }
    }
}

#[test]
fn moves_read_well() {
    let mark = || card("canon-nt/mark");
    let centre3: Zone = "centre3".parse().unwrap();
    for (action, text) in [
        (Move::Pass, "pass"),
        (Move::draw(), "draw"),
        (Move::take(Zone::Discard, mark()), "take discard canon-nt/mark"),
        (Move::take(centre3, mark()), "take centre3 canon-nt/mark"),
        (Move::play(centre3, mark()), "play centre3 canon-nt/mark"),
        (Move::discard(mark()), "discard canon-nt/mark"),
        (Carry::new(Zone::Discard, centre3, Some(mark())).into(), "move discard > centre3 canon-nt/mark"),
        (Carry::new(Place::Hand, centre3, None).facing(Face::Down).into(), "play centre3 ? face-down"),
        (Carry::new(Place::Draw, Place::Hand, None).times(2).into(), "draw x2"),
        (Carry::new(Place::Hand, Place::Draw, None).into(), "move hand > draw ?"),
        (Carry::new(Place::Discard { depth: 2 }, Place::Hand, Some(mark())).into(), "take discard-2 canon-nt/mark"),
    ] {
        assert_eq!(action.to_string(), text);
        assert_eq!(text.parse::<Move>().unwrap(), action);
    }
}

#[test]
fn a_long_form_is_read_and_written_short() {
    for (long, short) in [
        ("move draw > hand", "draw"),
        ("move hand > centre3 x/a", "play centre3 x/a"),
        ("move hand > discard x/a face-up x1", "discard x/a"),
        ("  take   discard-0 x/a ", "take discard x/a"),
    ] {
        assert_eq!(long.parse::<Move>().unwrap().to_string(), short);
    }
}

#[test]
fn a_text_that_says_no_move_is_told_what_to_write() {
    for (text, says) in [
        ("", "'' is no Canon move: write pass, draw, take PLACE CARD, play SPACE CARD, discard CARD or move PLACE > PLACE CARD"),
        ("steal centre1 x/a", "'steal' is no Canon move"),
        ("play centre3", "'play centre3' ends too soon: the card is missing"),
        ("play centre9 x/a", "'centre9' is no place: write hand, draw, discard, discard-1 (under the top)"),
        ("play centre3 mark", "'mark' is no card: write its id, such as canon-nt/mark, or ? when it was not read"),
        ("move centre3 centre4 x/a", "'centre4' has no meaning in 'move centre3 centre4 x/a'"),
        ("pass now", "'now' has no meaning in 'pass now'"),
        ("draw x0", "'x0' has no meaning in 'draw x0'"),
    ] {
        let error = text.parse::<Move>().unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn acts_are_described_with_short_titles() {
    let game = game(2, "");
    for (text, says) in [
        ("P2 play centre3 canon-nt/mark", "P2 places Mark in the central canon, space 3"),
        ("P1 play P1.canon2 canon-nt/mark", "P1 places Mark in P1's canon, space 2"),
        ("P1 take discard canon-nt/mark", "P1 takes Mark from the discard pile"),
        ("P1 take discard-2 canon-nt/mark", "P1 takes Mark from the discard pile, 2 below the top"),
        ("P1 discard canon-nt/mark", "P1 discards Mark"),
        ("P1 draw", "P1 draws a card"),
        ("P1 draw x2", "P1 draws 2 cards"),
        ("P1 pass", "P1 passes"),
        ("P1 play centre8 ? face-down", "P1 places a card in the central canon, beside its seven spaces, face down"),
        ("P1 move discard > centre3 canon-nt/mark", "P1 moves Mark from the discard pile to the central canon, space 3"),
        ("P1 take centre1 canon-nt/mark x3", "P1 takes Mark and 2 more from the central canon, space 1"),
        ("P1 discard standard/10h", "P1 discards standard/10h"),
    ] {
        assert_eq!(game.describe(&act(text)), says);
    }
}
