use super::*;
use crate::games::elements::Options;
use crate::referee::Ruling;
use crate::table::Seats;
use std::collections::BTreeSet;

fn round(seed: u64, violations: &[Violation]) -> Round {
    let seats = Seats::try_from(4).unwrap();
    let violations = violations.to_vec();
    Round::new(&RoundOptions { seed, seats, options: Options::default(), size: (320, 180), seconds: 60.0, violations }).unwrap()
}

/// Who is found to have broken which rule, in no order.
fn found(round: &Round) -> BTreeSet<(String, String)> {
    let truth = round.truth(&round.frames_us(30.0)).unwrap();
    let rejected = truth.entries.iter().flat_map(|entry| &entry.rulings).filter_map(|ruling| match ruling {
        Ruling::Rejected { act, reason } => Some((act.seat.to_string(), reason.code.clone())),
        Ruling::Undecided { .. } | Ruling::Doubted { .. } | Ruling::Unexplained { .. } => Some(("?".into(), format!("{ruling:?}"))),
        _ => None,
    });
    rejected.collect()
}

#[test]
fn each_kind_of_violation_finds_its_occasion_and_is_found_with_its_code() {
    let (half, mut played) = (Violation::ALL.len() / 2, BTreeSet::new());
    for seed in 1..=4 {
        let wanted = if seed % 2 == 0 { &Violation::ALL[..half] } else { &Violation::ALL[half..] };
        let round = round(seed, wanted);
        let broken = round.broken.iter().map(|broken| (broken.seat.to_string(), broken.kind.to_string()));
        assert_eq!(found(&round), broken.collect(), "seed {seed}");
        assert_eq!(wanted.iter().filter(|kind| round.broken.iter().all(|b| b.kind != **kind)).copied().collect::<Vec<_>>(), round.unplayed);
        played.extend(round.broken.iter().map(|broken| broken.kind));
    }
    assert_eq!(played, BTreeSet::from(Violation::ALL));
    assert!(Violation::ALL.iter().all(|kind| kind.to_string().parse() == Ok(*kind)));
    assert!("cheating".parse::<Violation>().is_err());
}

#[test]
fn a_violation_that_never_finds_an_occasion_is_told() {
    // A round has one start, and so at most one first touch of each seat.
    assert_eq!(round(5, &[Violation::IslandFirst; 6]).unplayed, [Violation::IslandFirst; 2]);
}
