//! The score of a finished table as a photo shows it (Canon, Scoring; Rulings, Canon 9).

use crate::support::{card, seats};
use kibitzer::cards::{Face, builtin_canon};
use kibitzer::games::canon::{Zone, score};
use kibitzer::table::{Alternative, Identity, LaidCard, Layout};
use std::collections::BTreeMap;

fn zone(text: &str) -> Zone {
    text.parse().unwrap()
}

/// A table from lines such as `centre1 mark mark`; `?` is unread, `#` face down.
fn table(lines: &[&str]) -> Layout<Zone> {
    let laid = |word: &str| {
        let identity = match word {
            "?" | "#" => Identity::UNKNOWN,
            "?mark" => Identity::Unknown { alternatives: vec![Alternative { card: card("canon-nt/mark"), confidence: 0.4 }] },
            work if work.contains('/') => Identity::certain(card(work)),
            work => Identity::certain(card(&format!("canon-nt/{work}"))),
        };
        LaidCard { identity, face: if word == "#" { Face::Down } else { Face::Up }, turn_deg: 0.0, change: None }
    };
    let row = |line: &&str| {
        let (place, cards) = line.split_once(' ').unwrap();
        (zone(place), cards.split(' ').map(laid).collect())
    };
    Layout { zones: lines.iter().map(row).collect(), loose: Vec::new() }
}

fn totals(lines: &[&str], copies: &[(&str, u16)]) -> Result<Vec<i64>, Vec<String>> {
    let copies: BTreeMap<Zone, u16> = copies.iter().map(|(z, n)| (zone(z), *n)).collect();
    score::from_layout(&table(lines), seats(2), &builtin_canon("canon-nt").unwrap(), &copies)
        .map(|sheet| sheet.seats.iter().map(|s| s.total).collect())
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn own_copies_times_central_copies_less_one_for_each_absent_card() {
    let lines = ["centre1 mark mark", "centre2 luke", "P1.canon1 mark mark", "P1.canon2 acts acts", "P2.canon7 luke"];
    assert_eq!(totals(&lines, &[]), Ok(vec![2 * 2 - 2, 1]));
}

#[test]
fn copies_of_one_work_count_together_wherever_they_lie() {
    assert_eq!(totals(&["centre1 mark", "centre4 mark", "P1.canon1 mark", "P1.canon2 mark"], &[]), Ok(vec![4, 0]));
}

#[test]
fn an_empty_table_scores_nothing() {
    assert_eq!(totals(&[], &[]), Ok(vec![0, 0]));
}

#[test]
fn piles_and_hands_do_not_count() {
    assert_eq!(totals(&["draw #", "discard ?", "P1.canon1 mark"], &[]), Ok(vec![-1, 0]));
}

#[test]
fn copies_can_be_given_for_stacks_that_do_not_show_them() {
    let lines = ["centre1 mark", "P1.canon1 mark"];
    assert_eq!(totals(&lines, &[("centre1", 3)]), Ok(vec![3, 0]));
    assert_eq!(
        totals(&lines, &[("centre2", 3)]).unwrap_err(),
        ["the 3 copies given for centre2 fit nothing: one work must lie there, at least once"]
    );
    assert!(totals(&lines, &[("centre1", 0)]).is_err());
    assert_eq!(totals(&lines, &[("centre1", 4)]).unwrap_err(), ["5 copies of Mark lie on the table: the deck holds 4"]);
}

#[test]
fn all_problems_are_reported_at_once() {
    let mut layout = table(&[
        "discard mark",
        "centre1 mark ?",
        "centre2 mark luke",
        "centre3 #",
        "centre4 ?mark",
        "centre8 acts",
        "P1.canon1 standard/10h",
        "P1.canon2 mark mark mark",
        "P3.canon1 acts",
    ]);
    layout.loose = layout.zones[&zone("centre3")].clone();
    let problems = score::from_layout(&layout, seats(2), &builtin_canon("canon-nt").unwrap(), &BTreeMap::new()).unwrap_err();
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "card 2 of centre1 was not read: show it better, or name it",
            "centre2 holds Luke and Mark: a space holds copies of one work",
            "card 1 of centre3 lies face down: turn it up",
            "card 1 of centre4 was not read: show it better, or name it (it may be Mark)",
            "centre8 lies beside the seven spaces: there is no eighth",
            "P1.canon1 holds 'standard/10h', which is not in the deck",
            "P3.canon1 holds cards, but only 2 play",
            "6 copies of Mark lie on the table: the deck holds 4",
            "cards in no place of the mat: 1; put them away or into a space",
        ]
    );
}
