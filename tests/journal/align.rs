use crate::toy::{Line, Toy, act, line, refereed};
use kibitzer::games::Act;
use kibitzer::journal::{Counts, align, align_at_once, judged};
use kibitzer::referee::{Choice, Reason, Ruling};
use kibitzer::table::Stamp;

fn game() -> Vec<Line> {
    refereed(&[act("P1", 1, 0), act("P2", 2, 10), act("P2", 3, 20), act("P1", 3, 30), act("P2", 1, 40)])
}

fn without(at: usize) -> Vec<Line> {
    let mut lines = game();
    lines.remove(at);
    lines
}

fn counts(truth: &[Line], log: &[Line]) -> (usize, Counts) {
    let alignment = align(truth, log);
    assert_eq!(alignment.is_equal(), alignment.counts() == Counts::default());
    (alignment.agreed, alignment.counts())
}

#[test]
fn a_journal_agrees_with_itself() {
    assert_eq!(counts(&game(), &game()), (5, Counts::default()));
}

#[test]
fn what_the_log_lacks_is_missing_and_what_it_adds_is_invented() {
    for at in 0..5 {
        assert_eq!(counts(&game(), &without(at)), (4, Counts { missing: 1, ..Counts::default() }));
        assert_eq!(counts(&without(at), &game()), (4, Counts { invented: 1, ..Counts::default() }));
    }
}

#[test]
fn the_same_act_with_another_rule_or_verdict_is_one_difference() {
    let mut log = game();
    let Ruling::Rejected { act, reason } = &mut log[2].rulings[0] else { panic!("P2 plays twice") };
    reason.code = "too-many".into();
    let (act, reason) = (act.clone(), reason.clone());
    assert_eq!(counts(&game(), &log), (4, Counts { wrong_reason: 1, ..Counts::default() }));
    log[2].rulings = vec![Ruling::Accepted { act: act.clone(), warning: None }];
    assert_eq!(counts(&game(), &log), (4, Counts { wrong_verdict: 1, ..Counts::default() }));
    log[2].rulings = vec![Ruling::Accepted { act, warning: Some(reason) }];
    assert_eq!(counts(&game(), &log), (4, Counts { wrong_verdict: 1, ..Counts::default() }));
}

#[test]
fn another_order_costs_no_more_than_the_acts_out_of_order() {
    let mut log = game();
    log.swap(0, 1);
    (log[0].entry, log[1].entry) = (1, 2);
    assert_eq!(counts(&game(), &log), (4, Counts { missing: 1, invented: 1, ..Counts::default() }));
}

#[test]
fn what_was_decided_later_counts_where_it_happened() {
    let truth = game();
    let mut log = truth.clone();
    let Ruling::Accepted { act, .. } = log[0].rulings[0].clone() else { panic!("P1 begins") };
    let choice = Choice { acts: vec![act], reasons: vec![None], weight: 0.6 };
    log[0].rulings = vec![Ruling::Undecided { choices: vec![choice.clone()] }];
    let open = align(&truth, &log);
    assert_eq!((open.agreed, open.counts(), open.undecided), (4, Counts { missing: 1, ..Counts::default() }, 1));
    log[3].rulings.insert(0, Ruling::Resolved { entry: 1, choice });
    let decided = align(&truth, &log);
    assert_eq!((decided.agreed, decided.counts(), decided.undecided), (5, Counts::default(), 0));
}

#[test]
fn what_was_overruled_counts_as_it_was_overruled() {
    let mut log = game();
    let note = |entry, ruling: Ruling<u8>| line(entry, act("P1", 0, 50), vec![ruling], &Toy::start(2));
    log.push(note(6, Ruling::Retracted { entry: 3, now_illegal: Vec::new() }));
    log.push(note(7, Ruling::Corrected { entry: 5, acts: vec![act("P2", 2, 40)], now_illegal: Vec::new() }));
    let acts: Vec<_> = judged(&log).into_iter().map(|j| (j.entry, j.act.action, j.verdict.to_string())).collect();
    let accepted = |entry, n| (entry, n, "accepted".to_owned());
    assert_eq!(acts, [accepted(1, 1), accepted(2, 2), accepted(4, 3), accepted(5, 2)]);
}

#[test]
fn rejected_then_taken_back_is_told_in_both() {
    let mut log = game();
    let Ruling::Rejected { act, .. } = log[2].rulings[0].clone() else { panic!("P2 plays twice") };
    log[3].rulings.insert(0, Ruling::TakenBack { act: act.clone(), entry: 3 });
    assert_eq!(counts(&log, &log), (6, Counts::default()));
    assert_eq!(counts(&log, &game()), (5, Counts { missing: 1, ..Counts::default() }));
    let mut stood = game();
    stood[3].rulings.insert(0, Ruling::Stood { act, entry: 3 });
    assert_eq!(counts(&log, &stood), (5, Counts { wrong_verdict: 1, ..Counts::default() }));
}

/// An act told with its moment known to `tolerance_ms` on either side.
fn about(seat: &str, n: u8, ms: u64, tolerance_ms: u32) -> Act<u8> {
    let act = act(seat, n, ms);
    Act { stamp: Stamp { tolerance_us: tolerance_ms * 1000, ..act.stamp }, ..act }
}

#[test]
fn where_all_act_at_once_acts_of_one_moment_have_no_order() {
    let truth = refereed(&[act("P1", 1, 0), act("P2", 2, 10), act("P1", 3, 20)]);
    let log = |second: Act<u8>, first: Act<u8>| {
        let alignment = align_at_once(&truth, &refereed(&[second, act("P2", 2, 10), first]));
        (alignment.agreed, alignment.counts())
    };
    assert_eq!(log(about("P1", 3, 25, 30), about("P1", 1, 5, 30)), (3, Counts::default()));
    let apart = Counts { missing: 1, invented: 1, ..Counts::default() };
    assert_eq!(log(about("P1", 3, 90, 30), about("P1", 1, 50, 30)), (2, apart), "told at other moments");
}

#[test]
fn of_a_tie_either_may_be_told_as_the_second() {
    let tie = |second: usize, ms: u64| {
        let mut lines = refereed(&[act("P1", 1, 0), about("P2", 1, ms, 3)]);
        for (k, line) in lines.iter_mut().enumerate() {
            let act = [act("P1", 1, 0), about("P2", 1, ms, 3)][k].clone();
            let warning = (k == second).then(|| Reason { code: "too-close".into(), rule: "1".into(), text: "too close".into() });
            line.rulings = vec![Ruling::Accepted { act, warning }];
        }
        lines
    };
    let counts = |ms: u64| align_at_once(&tie(0, ms), &tie(1, ms)).counts();
    assert_eq!(counts(2), Counts::default());
    assert_eq!(counts(20), Counts { wrong_reason: 2, ..Counts::default() }, "no tie");
}
